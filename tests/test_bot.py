"""Tests of bot.py: another base URL, and start-up failures reported in one line."""

import asyncio
import os
import re
import signal
import subprocess
import sys
from dataclasses import fields
from importlib.metadata import version
from pathlib import Path
from typing import Any, cast

import discord
import pytest
from discord.asset import Asset
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket
from discord.http import Route

import bot
from cogs.client import Hexcade
from ops.config import Config
from playground.supervisor import CONFIGURATION_ERROR
from run import MEMORY
from tests.small_proxy import small_proxy

PROJECT = Path(__file__).parents[1] / "pyproject.toml"


@pytest.fixture(autouse=True)
def nothing_is_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Clear all settings: no .env file, and no variables from the developer's environment."""
    monkeypatch.chdir(tmp_path)
    for each in fields(Config):
        monkeypatch.delenv(each.name.upper(), raising=False)


@pytest.fixture
def addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restore the three patched addresses after the test."""
    for owner, name in ((Route, "BASE"), (DiscordWebSocket, "DEFAULT_GATEWAY"), (Asset, "BASE")):
        monkeypatch.setattr(owner, name, getattr(owner, name))


def stderr_text(capsys: pytest.CaptureFixture[str]) -> str:
    """Return the single error line that the program printed."""
    text = capsys.readouterr().err
    assert text.startswith("hexcade: ")
    assert text.count("\n") == 1
    return text


def test_discord_py_is_the_version_whose_names_are_overridden() -> None:
    assert '"discord.py==2.7.1"' in PROJECT.read_text()
    assert version("discord.py") == discord.__version__ == "2.7.1"


def test_the_three_names_hold_every_address_of_discord() -> None:
    """`use_base_url` patches these undocumented names: they must exist, have these values, and be used."""
    assert Route.BASE == "https://discord.com/api/v10"
    assert str(DiscordWebSocket.DEFAULT_GATEWAY) == "wss://gateway.discord.gg/"
    assert Asset.BASE == "https://cdn.discordapp.com"
    package = Path(discord.__file__).parent
    read = {
        "Route.BASE": (package / "http.py", r"self\.BASE \+ self\.path"),
        "DEFAULT_GATEWAY": (package / "gateway.py", r"gateway = gateway or cls\.DEFAULT_GATEWAY"),
        "Asset.BASE": (package / "asset.py", r"\{cls\.BASE\}/avatars/"),
    }
    assert [name for name, (path, use) in read.items() if not re.search(use, path.read_text())] == []


@pytest.mark.usefixtures("addresses")
@pytest.mark.parametrize(
    ("base", "gateway"),
    [
        ("http://127.0.0.1:8800", "ws://127.0.0.1:8800/gateway/"),
        ("https://localhost", "wss://localhost/gateway/"),
        ("http://http.example:1", "ws://http.example:1/gateway/"),
    ],
)
def test_another_base_address_takes_requests_gateway_and_pictures_there(base: str, gateway: str) -> None:
    bot.use_base_url(base)

    assert Route("GET", "/users/@me").url == f"{base}/api/v10/users/@me"
    assert str(DiscordWebSocket.DEFAULT_GATEWAY) == gateway
    unused: Any = None
    assert discord.Asset._from_default_avatar(unused, 1).url.startswith(f"{base}/cdn/")


def test_a_setting_that_cannot_be_used_ends_the_program_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PLAYGROUND_PORT", "many")

    assert bot.main() == CONFIGURATION_ERROR
    assert "PLAYGROUND_PORT" in stderr_text(capsys)


def test_an_address_without_a_token_ends_the_program_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_BASE_URL", "http://127.0.0.1:8800")

    assert bot.main() == CONFIGURATION_ERROR
    assert "DISCORD_TOKEN is not" in stderr_text(capsys)


@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        (f"sqlite:///{Path(__file__).parent}", CONFIGURATION_ERROR, str(Path(__file__).parent)),
        # A server that is not up yet: a supervisor may try again.
        ("postgresql://u:secret-2@127.0.0.1:1/d", 1, "127.0.0.1:1"),
        ("postgresql://u:secret-2@127.0.0.1:1/d?ssl=maybe", CONFIGURATION_ERROR, "127.0.0.1:1"),
    ],
)
async def test_a_database_that_cannot_be_used_ends_the_program_in_one_line(
    capsys: pytest.CaptureFixture[str], address: str, status: int, words: str
) -> None:
    assert await bot.run_bot(Config(database_url=address), "token") == status
    text = stderr_text(capsys)
    assert words in text
    assert "secret" not in text


@pytest.mark.parametrize(
    ("code", "shards", "status", "words"),
    [
        (4004, None, CONFIGURATION_ERROR, "no longer valid"),
        (4000, None, 1, "can't be reached"),
        # A restart connects the number of shards that Discord recommends by then.
        (4011, None, 1, "requires more shards"),
        (4011, 2, CONFIGURATION_ERROR, "requires more shards"),
    ],
)
async def test_a_connection_that_discord_ends_for_good_ends_the_program_in_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    code: int,
    shards: int | None,
    status: int,
    words: str,
) -> None:
    async def closed(*_: Any) -> None:
        raise discord.ConnectionClosed(cast(Any, None), shard_id=None, code=code)

    monkeypatch.setattr(Hexcade, "login", closed)
    database, heartbeat = f"sqlite:///{tmp_path / 'hexcade.sqlite3'}", tmp_path / "heartbeat"
    settings = Config(database_url=database, heartbeat_file=heartbeat, shards=shards)

    assert await bot.run_bot(settings, "token") == status
    assert words in stderr_text(capsys)


@pytest.mark.usefixtures("addresses")
async def test_a_stop_during_the_login_ends_the_program_with_status_0_and_without_a_word(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """SIGTERM arrives while Discord has received the request but hasn't answered."""
    asked = asyncio.Event()

    async def keep_waiting(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        asked.set()
        await reader.read()
        writer.close()

    async with await asyncio.start_server(keep_waiting, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        database, heartbeat = f"sqlite:///{tmp_path / 'hexcade.sqlite3'}", tmp_path / "heartbeat"
        settings = Config(database_url=database, heartbeat_file=heartbeat, discord_base_url=f"http://127.0.0.1:{port}")
        running = asyncio.create_task(bot.run_bot(settings, "token"))
        await asked.wait()
        os.kill(os.getpid(), signal.SIGTERM)
        status = await running

    assert status == 0
    assert capsys.readouterr().err == ""


async def test_what_fails_because_the_program_was_asked_to_stop_is_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def done(*_: Any) -> None: ...

    async def connect(self: Hexcade, **_: Any) -> None:
        self.stop()
        try:
            await asyncio.Event().wait()
        finally:
            raise RuntimeError("Session is closed")

    monkeypatch.setattr(Hexcade, "login", done)
    monkeypatch.setattr(Hexcade, "connect", connect)
    database, heartbeat = f"sqlite:///{tmp_path / 'hexcade.sqlite3'}", tmp_path / "heartbeat"

    assert await bot.run_bot(Config(database_url=database, heartbeat_file=heartbeat), "token") == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("kind", "status", "words", "requests"),
    [
        ("http", 1, "407", ["CONNECT discord.com:443"]),
        ("socks5", CONFIGURATION_ERROR, "The setting HTTPS_PROXY can't be used", []),
    ],
)
async def test_discord_is_reached_through_the_proxy_or_not_at_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str, status: int, words: str, requests: list[str]
) -> None:
    database, heartbeat = f"sqlite:///{tmp_path / 'hexcade.sqlite3'}", tmp_path / "heartbeat"
    async with small_proxy(0, "ann:right") as proxy:
        address = f"{kind}://ann:secret@127.0.0.1:{proxy.port}"
        settings = Config(database_url=database, heartbeat_file=heartbeat, https_proxy=address, no_proxy="")

        assert await bot.run_bot(settings, "token") == status

    assert proxy.requests == requests
    text = stderr_text(capsys)
    assert words in text
    assert "secret" not in text


def test_a_reason_of_several_lines_is_said_in_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert bot.fail("first\n  second") == CONFIGURATION_ERROR
    assert stderr_text(capsys) == "hexcade: first second\n"


SECOND_LARGE_BLOCK = """
import ctypes
class Figures(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in ("arena", "a", "b", "c", "mapped", "d", "e", "f", "g", "h")]
libc = ctypes.CDLL(None)
libc.malloc.restype, libc.malloc.argtypes, libc.free.argtypes = ctypes.c_void_p, [ctypes.c_size_t], [ctypes.c_void_p]
libc.mallinfo2.restype = Figures
libc.free(libc.malloc(1 << 24))
before = libc.mallinfo2().mapped
libc.malloc(1 << 24)
print(libc.mallinfo2().mapped - before >= 1 << 24)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only glibc holds on to large blocks")
def test_a_large_block_is_mapped_by_itself_though_one_was_freed_before() -> None:
    """Without the variables, glibc stops mapping large blocks separately once one was freed."""
    processes = [
        subprocess.run([sys.executable, "-c", SECOND_LARGE_BLOCK], env=env, capture_output=True, text=True, check=True)
        for env in (MEMORY, {})
    ]

    assert [done.stdout for done in processes] == ["True\n", "False\n"]


@pytest.mark.parametrize("file", ["Dockerfile", "docs/hosting/install.md"])
def test_the_image_and_the_documents_set_the_same_variables_as_run_py(file: str) -> None:
    variables = " ".join(f"{name}={value}" for name, value in MEMORY.items())

    assert f"{variables}\n" in (PROJECT.parent / file).read_text()


class Disconnected(discord.Client):
    """A logged-in client without a gateway: discord.py waits an hour before its next attempt."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.none())
        self.stopping = asyncio.Event()
        self.waiting = asyncio.Event()

    async def login(self, token: str) -> None:
        """Succeed without a request."""


async def test_asked_to_stop_while_the_gateway_is_away_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    async def unreachable(*_: Any, **__: Any) -> DiscordWebSocket:
        raise OSError("unreachable")

    def an_hour(_: ExponentialBackoff[Any]) -> float:
        client.waiting.set()
        return 3600.0

    monkeypatch.setattr(DiscordWebSocket, "from_client", unreachable)
    monkeypatch.setattr(ExponentialBackoff, "delay", an_hour)
    client = Disconnected()
    serving = asyncio.create_task(bot.serve(cast(Hexcade, client), "token"))
    await client.waiting.wait()

    client.stopping.set()

    done, _ = await asyncio.wait({serving}, timeout=60)
    assert done == {serving}
