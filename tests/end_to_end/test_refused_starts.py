"""Failed starts: an unusable configuration is reported in one line, with its own exit status."""

import asyncio
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.playground_driver import PATIENCE_SECONDS, ROOT, Playground
from tests.program_processes import environment

pytestmark = pytest.mark.slow


def run(folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run `python bot.py` with these settings until it ends."""
    return subprocess.run(
        [sys.executable, str(ROOT / "bot.py")],
        cwd=folder,
        env=environment(**settings),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )


def assert_one_line(ended: subprocess.CompletedProcess[str], *words: str) -> None:
    """Check that the program ended with status 2 and one error line that contains these words."""
    assert ended.returncode == 2, ended
    assert ended.stdout == ""
    assert len(ended.stderr.splitlines()) == 1, ended.stderr
    assert all(word in ended.stderr for word in words), ended.stderr


def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]

        assert_one_line(run(tmp_path, PLAYGROUND_PORT=str(port)), f"port {port}", "in use")


async def test_a_bad_token(tmp_path: Path) -> None:
    async with Playground(tmp_path) as playground:
        ended = await asyncio.to_thread(run, tmp_path, DISCORD_TOKEN="wrong", DISCORD_BASE_URL=playground.base)

    assert_one_line(ended, "DISCORD_TOKEN")
