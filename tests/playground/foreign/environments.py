"""Environments of the libraries, one for each, installed from its lock file into a cache below `var/`."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
CACHE = FOLDER.parents[2] / "var" / "foreign"
_UV = Path(sys.executable).with_name("uv")


def command(program: str) -> list[str | Path]:
    """Return the command that runs a program of this folder, after installing its library.

    Skips the test if Node is missing, or fails it if Node is required: `.ci/run` sets HEXCADE_REQUIRE_NODE=1.
    """
    file = FOLDER / program
    if file.suffix == ".py":
        # What builds a library that has no wheel for each Python, such as nextcord.
        build = file.with_suffix(".build.lock")
        locks = [build] if build.exists() else []
        return [_install(*locks, file.with_suffix(".lock")) / "bin" / "python", file]
    if missing := [name for name in ("node", "npm") if shutil.which(name) is None]:
        reason = f"No {missing[0]} for tests in the PATH."
        if os.environ.get("HEXCADE_REQUIRE_NODE") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    # Node looks for packages beside the program.
    there = _install(FOLDER / "package-lock.json")
    return ["node", shutil.copy(file, there)]


def _install(*locks: Path) -> Path:
    """Return the environment of some lock files, installed in this order; other processes wait meanwhile."""
    name, content = locks[-1].stem, b"".join(lock.read_bytes() for lock in locks)
    there = CACHE / f"{name}-{hashlib.sha256(content).hexdigest()[:16]}"
    stamp = there / "installed"
    CACHE.mkdir(parents=True, exist_ok=True)
    with open(CACHE / f"{name}.wait", "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        if not stamp.exists():
            shutil.rmtree(there, ignore_errors=True)
            (_install_node if locks[-1].suffix == ".json" else _install_python)(there, locks)
            stamp.touch()
    return there


def _install_node(there: Path, locks: Sequence[Path]) -> None:
    there.mkdir()
    for file in (FOLDER / "package.json", *locks):
        shutil.copy(file, there)
    npm = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]
    subprocess.run(npm, cwd=there, check=True)


def _install_python(there: Path, locks: Sequence[Path]) -> None:
    subprocess.run([_UV, "venv", "--quiet", "-p", sys.executable, there], check=True)
    # Without isolation, the build of a package that has no wheel downloads nothing without a hash.
    install = [_UV, "pip", "install", "--quiet", "--require-hashes", "--no-build-isolation"]
    for lock in locks:
        subprocess.run([*install, "-p", there / "bin" / "python", "-r", lock], check=True)
