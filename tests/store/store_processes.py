"""Run `writing_process.py`, a program that works on a store in its own process."""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.playground_driver import PATIENCE_SECONDS

SCRIPT = Path(__file__).with_name("writing_process.py")
ROOT = SCRIPT.parents[2]
IN_USE = "cannot be used: another Hexcade is using it; stop that one first"
"""The refusal for a database that another program uses exclusively."""


@asynccontextmanager
async def started(*arguments: str) -> AsyncIterator[Process]:
    """Yield a process that runs the script; kill it at the end if it still runs."""
    command = [sys.executable, "-W", "error", str(SCRIPT), *arguments]
    process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, env={"PYTHONPATH": str(ROOT)})
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await asyncio.wait_for(process.communicate(), PATIENCE_SECONDS)


async def line_of(process: Process) -> str:
    """Return the next line that the process prints."""
    assert process.stdout is not None
    return (await asyncio.wait_for(process.stdout.readline(), PATIENCE_SECONDS)).decode().strip()


async def tell(process: Process, word: str) -> str:
    """Send the process a line of input, and return the next line that it prints."""
    assert process.stdin is not None
    process.stdin.write(f"{word}\n".encode())
    await process.stdin.drain()
    return await line_of(process)
