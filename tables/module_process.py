"""A module of the program in a process of its own, which is given nothing of the program's settings."""

import asyncio
import os
import sys
from pathlib import Path
from typing import Final

_KEPT: Final = ("PATH", "PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX")
_ROOT: Final = Path(__file__).resolve().parents[1]


async def start_module(module: str, *arguments: str, stderr: int | None = None) -> asyncio.subprocess.Process:
    """Starts a module with pipes as its standard input and output; its environment has no token and no address."""
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
