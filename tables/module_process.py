"""Subprocesses that run a module of this program without its configuration."""

import asyncio
import os
import sys
from pathlib import Path
from typing import Final

_KEPT: Final = ("PATH", "PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX")
_ROOT: Final = Path(__file__).resolve().parents[1]


async def start_module(module: str, *arguments: str, stderr: int | None = None) -> asyncio.subprocess.Process:
    """Start a module as a subprocess with pipes for stdin and stdout.

    It gets only a few environment variables, none of them with a token or an address.
    """
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-P",
        "-m",
        module,
        *arguments,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=stderr,
        env={"PYTHONPATH": str(_ROOT), **{name: os.environ[name] for name in _KEPT if name in os.environ}},
    )
