"""Installs all dependencies and runs the program, on a machine with Python 3.11 or newer.

    python3 run.py                 starts the program (the playground, when there is no token)
    python3 run.py test            runs the quick tests, in under five minutes; what follows goes to pytest
    python3 run.py test --slow     runs the others: whole programs, browsers, kills, PostgreSQL
    python3 run.py test --all      runs both
    python3 run.py check           lint, format, types, who may import whom, and the Dockerfile

Creates a virtual environment in `.venv`, installs uv into it, and with uv the locked dependencies. Every download must
match a hash in its lock file.
"""

import hashlib
import os
import subprocess
import sys
import venv
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent
ENVIRONMENT = ROOT / ".venv"
BIN = ENVIRONMENT / "bin"
PYTHON = BIN / "python"
UV_LOCK = ROOT / "requirements-uv.lock"

# A worker for each core, but each may start a browser, a database and two programs.
PARALLEL = ("-n", "auto", "--maxprocesses", "4", "--dist", "worksteal")
MARKERS = {"--slow": "slow", "--all": ""}

COMPILED = {"PYTHONDONTWRITEBYTECODE": ""}
"""Tests start programs and load modules hundreds of times, which takes several times as long without compiled ones."""

MEMORY = {"MALLOC_ARENA_MAX": "1", "MALLOC_MMAP_THRESHOLD_": "2097152", "MALLOC_TRIM_THRESHOLD_": "8388608"}
"""With these glibc returns large blocks freed after drawing to the system; it reads them when a process starts."""

CHECKS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("pyright",),
    ("lint-imports",),
    ("hadolint", "Dockerfile"),
)


def main(arguments: list[str]) -> int:
    """Runs the command in the arguments; returns its exit status."""
    match arguments:
        case []:
            install("requirements.lock")
            return start()
        case ["test", *rest]:
            install("requirements-dev.lock")
            return subprocess.call(pytest_command(rest), cwd=ROOT, env={**os.environ, **COMPILED})
        case ["check"]:
            install("requirements-dev.lock")
            # All checks run, even if one fails; a negative status is a signal.
            statuses = [subprocess.call([BIN / command[0], *command[1:]], cwd=ROOT) for command in CHECKS]
            return 1 if any(statuses) else 0
        case _:
            print(__doc__, file=sys.stderr)
            return 2


def pytest_command(arguments: list[str]) -> list[str | Path]:
    """The pytest command with several workers; slow tests only with --slow or --all, other arguments are pytest's."""
    marker = next((MARKERS[argument] for argument in arguments if argument in MARKERS), "not slow")
    own = [argument for argument in arguments if argument not in MARKERS]
    return [PYTHON, "-m", "pytest", *PARALLEL, "-m", marker, *own]


def start() -> NoReturn:
    """Replaces this process with the program, so that signals reach it."""
    os.chdir(ROOT)
    os.execve(PYTHON, [str(PYTHON), str(ROOT / "bot.py")], {**MEMORY, **os.environ})


def install(lock: str) -> None:
    """Installs what a lock file lists, unless that lock file was installed already."""
    wanted = hashlib.sha256((ROOT / lock).read_bytes()).hexdigest()
    stamp = ENVIRONMENT / f"{lock}.installed"
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    print("Setting up, which takes a minute the first time.", file=sys.stderr)
    if not PYTHON.exists():
        venv.create(ENVIRONMENT, with_pip=True)
    subprocess.check_call([PYTHON, "-m", "ensurepip"], stdout=subprocess.DEVNULL)
    # A source distribution would download its build requirements without hashes.
    pip = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary=:all:"]
    subprocess.check_call([*pip, "--require-hashes", "-r", UV_LOCK])
    subprocess.check_call(
        [BIN / "uv", "pip", "install", "--quiet", "--require-hashes", "-p", PYTHON, "-r", ROOT / lock]
    )
    stamp.write_text(wanted)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
    except subprocess.CalledProcessError as error:
        print(f"hexcade: setting up failed: {error}", file=sys.stderr)
        sys.exit(1)
