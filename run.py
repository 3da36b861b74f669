"""Install all dependencies and run the program, on a machine with Python 3.11 or newer.

    python3 run.py                 starts the program (the playground, when there is no token)
    python3 run.py test            runs the quick tests, in under five minutes; further arguments go to pytest
    python3 run.py test --slow     runs the others: whole programs, browsers, killed processes, PostgreSQL
    python3 run.py test --all      runs both
    python3 run.py check           lint, format, types, import contracts, the Dockerfile, docstrings, links of documents
    python3 run.py docs            serves the documents as a site on http://127.0.0.1:8000
    python3 run.py translations    updates the translations with new messages, and lists those that are missing

It creates a virtual environment in `.venv`, installs uv into it, and with uv the locked dependencies. Every download
must match a hash in its lock file. An environment of another Python is replaced.

This file must run on Python 3.8, so that a Python older than 3.11 ends with one line instead of a SyntaxError.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

OLDEST = (3, 11)
CONFIGURATION_ERROR = 2
"""Exit status for a problem that a restart does not fix; the same as in `bot.py`."""
ROOT = Path(__file__).resolve().parent
ENVIRONMENT = ROOT / ".venv"
BIN = ENVIRONMENT / "bin"
PYTHON = BIN / "python"
UV_LOCK = ROOT / "requirements-uv.lock"
LOCALES = ROOT / "data" / "locales"

PROBE = """
import os, sys, sysconfig
is_whole = os.path.samefile(sys.prefix, sys.argv[1]) and os.path.isdir(sysconfig.get_path("purelib"))
print(*sys.version_info[:2], is_whole)
"""
GONE = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.ENOEXEC)
"""Error numbers (errno) for a Python that no longer exists or is for another processor architecture."""

# One worker for each core, at most four: each may start a browser, a database and two programs.
PARALLEL = ("-n", "auto", "--maxprocesses", "4", "--dist", "worksteal")
MARKERS = {"--slow": "slow", "--all": ""}

COMPILED = {"PYTHONDONTWRITEBYTECODE": ""}
"""Environment variables with which tests let Python cache compiled modules.

Tests start programs and load modules hundreds of times. Without the cache, this takes several times as long.
"""

SITE = {"NO_MKDOCS_2_WARNING": "1"}
"""Environment variable that keeps MkDocs Material from printing a notice about its successor."""

MEMORY = {"MALLOC_ARENA_MAX": "1", "MALLOC_MMAP_THRESHOLD_": "2097152", "MALLOC_TRIM_THRESHOLD_": "8388608"}
"""Environment variables that make glibc return large memory blocks to the system, such as those of drawn pictures.

glibc reads them when a process starts.
"""

CHECKS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("pyright",),
    ("lint-imports",),
    ("hadolint", "Dockerfile"),
    ("python", "-m", "tools.docstrings", "list"),
    ("mkdocs", "build", "--strict", "--quiet"),
)


def main(arguments: list[str]) -> int:
    """Run the command in the arguments; return its exit status."""
    if sys.version_info < OLDEST:
        version = ".".join(map(str, sys.version_info[:3]))
        return fail(f"Python 3.11 or newer is required; this is {version}. Try python3.11 run.py.")
    try:
        return run_command(arguments)
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        return fail(f"{error.filename or ENVIRONMENT} can't be used: {error.strerror}.")
    except subprocess.CalledProcessError as error:
        fail(f"installation failed: {error}")
        return 1


def run_command(arguments: list[str]) -> int:
    """Install what the command needs and run it; raises OSError or CalledProcessError if that fails."""
    if not arguments:
        install("requirements.lock")
        return start()
    if arguments[0] == "test":
        install("requirements-dev.lock")
        return subprocess.call(pytest_command(arguments[1:]), cwd=ROOT, env={**os.environ, **COMPILED})
    if arguments == ["check"]:
        install("requirements-dev.lock")
        # All checks run, even if one fails. A negative status is a signal.
        statuses = [
            subprocess.call([BIN / command[0], *command[1:]], cwd=ROOT, env={**os.environ, **SITE})
            for command in CHECKS
        ]
        return 1 if any(statuses) else 0
    if arguments == ["docs"]:
        install("requirements-dev.lock")
        return subprocess.call([BIN / "mkdocs", "serve"], cwd=ROOT, env={**os.environ, **SITE})
    if arguments[:1] == ["translations"]:
        install("requirements-dev.lock")
        return subprocess.call([PYTHON, "-m", "tools.translations", *arguments[1:]], cwd=ROOT)
    print(__doc__, file=sys.stderr)
    return CONFIGURATION_ERROR


def fail(text: str) -> int:
    """Print a problem in one line and return its exit status."""
    print(f"hexcade: {text}", file=sys.stderr)
    return CONFIGURATION_ERROR


def pytest_command(arguments: list[str]) -> list[str | Path]:
    """Return the pytest command: slow tests only with --slow or --all; other arguments go to pytest."""
    marker = next((MARKERS[argument] for argument in arguments if argument in MARKERS), "not slow")
    own = [argument for argument in arguments if argument not in MARKERS]
    return [PYTHON, "-m", "pytest", *PARALLEL, "-m", marker, *own]


def start() -> NoReturn:
    """Replace this process with the program, so that signals reach it."""
    os.chdir(ROOT)
    os.execve(PYTHON, [str(PYTHON), str(ROOT / "bot.py")], {**MEMORY, **os.environ})


def install(lock: str) -> None:
    """Install the packages of a lock file, unless exactly these are already installed, and compile the translations.

    Raises OSError if `.venv` can't be read or written, CalledProcessError if a command fails.
    """
    install_packages(lock)
    if not all(map(is_compiled, LOCALES.glob("*/LC_MESSAGES/*.po"))):
        with one_at_a_time():
            subprocess.check_call([BIN / "pybabel", "-q", "compile", "-d", LOCALES, "-D", "hexcade"])


def is_compiled(catalogue: Path) -> bool:
    """Return whether a catalogue of translations has been compiled since it was changed."""
    compiled = catalogue.with_suffix(".mo")
    return compiled.is_file() and compiled.stat().st_mtime >= catalogue.stat().st_mtime


def install_packages(lock: str) -> None:
    """Install the packages of a lock file, unless exactly these are already installed.

    Raises OSError if `.venv` can't be read or written, CalledProcessError if a command fails.
    """
    wanted = hashlib.sha256((ROOT / lock).read_bytes()).hexdigest().encode()
    stamp = ENVIRONMENT / f"{lock}.installed"
    if is_installed(stamp, wanted):
        return
    with one_at_a_time():
        if is_installed(stamp, wanted):
            return
        fits = environment_fits()
        if not fits:
            empty_environment()
        # The stamp is emptied first: an interrupted installation then counts as missing, and an unwritable folder fails
        # early.
        stamp.write_bytes(b"")
        print("Installing packages. The first time takes about a minute.", file=sys.stderr)
        if not fits:
            venv.create(ENVIRONMENT, with_pip=True)
        subprocess.check_call([PYTHON, "-m", "ensurepip"], stdout=subprocess.DEVNULL)
        # Binary packages only: a source distribution would download its build requirements without hashes.
        pip = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary=:all:"]
        subprocess.check_call([*pip, "--require-hashes", "-r", UV_LOCK])
        subprocess.check_call(
            [BIN / "uv", "pip", "install", "--quiet", "--require-hashes", "-p", PYTHON, "-r", ROOT / lock]
        )
        stamp.write_bytes(wanted)


def is_installed(stamp: Path, wanted: bytes) -> bool:
    """Return whether the environment is usable and contains the packages of a lock file.

    `stamp` is the file written after an installation. It must hold `wanted`, the digest of the lock file.
    """
    return stamp.is_file() and stamp.read_bytes() == wanted and environment_fits()


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Hold a lock on this file, so that only one process sets up this folder at a time."""
    with open(ROOT / "run.py", "rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("Another process is installing packages; waiting for it.", file=sys.stderr)
            fcntl.flock(file, fcntl.LOCK_EX)
        except OSError:
            pass  # Some network file systems have no locks.
        yield


def environment_fits() -> bool:
    """Return whether the environment's Python runs, has the same version as this one, and has its package folder.

    An upgrade of the system may remove that Python, or replace it by a newer one that doesn't see the old packages.
    """
    try:
        found = subprocess.run(
            [PYTHON, "-c", PROBE, ENVIRONMENT], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False
        )
    except OSError as error:
        if error.errno in GONE:
            return False
        raise
    return found.stdout.decode().split() == [*map(str, sys.version_info[:2]), "True"]


def empty_environment() -> None:
    """Replace `.venv` with an empty folder; if it is a link, only the link is removed."""
    if find_spec("ensurepip") is None:
        sys.exit(fail("This Python can't create virtual environments. On Debian and Ubuntu: apt install python3-venv."))
    if ENVIRONMENT.is_dir() and not ENVIRONMENT.is_symlink():
        shutil.rmtree(ENVIRONMENT)
    elif os.path.lexists(ENVIRONMENT):
        ENVIRONMENT.unlink()
    ENVIRONMENT.mkdir()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
