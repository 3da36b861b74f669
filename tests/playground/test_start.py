"""`python -m playground`: its output and its errors."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from playground.__main__ import main
from tests.playground_driver import ROOT, Playground, free_port


def start(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the program until it exits."""
    command = [sys.executable, "-m", "playground", *arguments]
    env = {**os.environ, **environment}
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=30, check=False)


def test_a_port_in_use_ends_the_program_with_one_line(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        ended = start("--port", str(port), "--world", str(tmp_path / "w"), PLAYGROUND_BOT_TOKEN="b")

    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == f"playground: port {port} on 127.0.0.1 is in use\n"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--port", "x"), "argument --port: invalid int value: 'x'"),
        (("--port", "70000"), "the port must be from 1 to 65535, not 70000"),
        (("--messages", "0"), "--messages must be from 1 to 10000, not 0"),
        (("--intents", "all"), "--intents: 'all' is not one of members, presences, message_content"),
        (("--token-file", "x", "--bot-token", "y"), "--token-file and --bot-token exclude each other"),
        (("--address", "here"), "'here' is not an IP address"),
        (("--address", "127.0.0.2"), "listening on 127.0.0.2 needs --allow-other-machines"),
        (
            ("--address", "0.0.0.0", "--allow-other-machines"),
            "0.0.0.0 means all addresses: give the one that you will open the page with",
        ),
    ],
)
def test_an_invalid_setting_ends_the_program_with_one_line(
    arguments: tuple[str, ...], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*arguments])

    assert (ended.value.code, capsys.readouterr().err) == (2, f"playground: {reason}\n")


@pytest.mark.parametrize("content", [b"no database at all" * 100, b""])
def test_an_invalid_world_file_ends_the_program_with_one_line(tmp_path: Path, content: bytes) -> None:
    world = tmp_path / "world"
    if content:
        world.write_bytes(content)
    else:
        world.mkdir()

    ended = start("--port", str(free_port()), "--world", str(world), PLAYGROUND_BOT_TOKEN="b")

    assert (ended.returncode, ended.stderr.count("\n")) == (2, 1)
    assert f"The playground's world {world} cannot be opened" in ended.stderr


def test_another_address_requires_the_flag_and_prints_a_warning(tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "playground", "--port", str(port), "--world", str(tmp_path / "w")]
    command += ["--address", "127.0.0.2", "--allow-other-machines"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout
    token = process.stdout.readline()
    address = process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)

    assert token.startswith("Bot token: ")
    assert address.startswith(f"Playground: http://127.0.0.2:{port}/?token=")
    assert errors == "Warning: anybody who can reach 127.0.0.2 and has the address below can play as anybody.\n"
    assert process.returncode == 0


async def test_a_token_file_alone_starts_it_for_another_bot(tmp_path: Path) -> None:
    """The token and the world stay for the next start; a new world has a new token."""

    async def run() -> tuple[str, Any, Any]:
        port = free_port()
        command = (sys.executable, "-m", "playground", "--token-file", "--port", str(port))
        env = {**os.environ, "PYTHONPATH": str(ROOT), "PLAYGROUND_INTENTS": "members, message_content"}
        process = await asyncio.create_subprocess_exec(*command, cwd=tmp_path, env=env, stdout=asyncio.subprocess.PIPE)
        assert process.stdout
        lines = [(await process.stdout.readline()).decode() for _ in range(2)]
        token = (tmp_path / "var" / "other_bot" / "token").read_text().strip()
        assert lines[0] == f"Bot token: {token}\n"
        headers = {"Authorization": f"Bot {token}"}
        async with aiohttp.ClientSession(f"http://127.0.0.1:{port}/api/v10/", headers=headers) as session:
            application = await (await session.get("applications/@me")).json()
            guilds = await (await session.get("users/@me/guilds")).json()
        process.terminate()
        assert await process.wait() == 0
        return token, application, guilds

    token, application, guilds = await run()
    again, *_ = await run()
    for file in (tmp_path / "var" / "other_bot").glob("world.sqlite3*"):
        file.unlink()
    renewed, *_ = await run()

    assert (application["name"], application["flags"]) == ("Bot", 1 << 15 | 1 << 19)
    assert (guilds[0]["name"], int(guilds[0]["permissions"]) & 1 << 3) == ("Playground", 1 << 3)
    assert token == again != renewed
    assert (tmp_path / "var" / "other_bot" / "token").stat().st_mode & 0o777 == 0o600


async def test_the_url_is_printed_and_a_second_server_cannot_open_the_world_file(tmp_path: Path) -> None:
    async with Playground(tmp_path) as playground:
        ended = await asyncio.to_thread(
            start, "--port", str(free_port()), "--world", str(tmp_path / "world.sqlite3"), PLAYGROUND_BOT_TOKEN="b"
        )

        assert (ended.returncode, "locked" in ended.stderr) == (2, True)
        assert playground.invitation == f"Playground: {playground.base}/?token=run-token\n"
