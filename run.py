"""Sets everything up and runs it, on a machine that has nothing but Python 3.11 or newer.

    python3 run.py          starts the program (the playground, when there is no token)
    python3 run.py test     passes the tests; what follows goes to pytest
    python3 run.py check    lint, format, types, who may import whom, and the Dockerfile

Makes a virtual environment in `.venv`, brings uv into it, and installs exactly what the lock files name.
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
UV = "uv==0.13.8"

CHECKS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("pyright",),
    ("lint-imports",),
    ("hadolint", "Dockerfile"),
)


def main(arguments: list[str]) -> int:
    """Runs what the first argument names; gives its exit status."""
    match arguments:
        case []:
            install("requirements.lock")
            return start()
        case ["test", *rest]:
            install("requirements-dev.lock")
            return subprocess.call([PYTHON, "-m", "pytest", *rest], cwd=ROOT)
        case ["check"]:
            install("requirements-dev.lock")
            # All of them, whichever fails; a negative status is a signal.
            statuses = [subprocess.call([BIN / command[0], *command[1:]], cwd=ROOT) for command in CHECKS]
            return 1 if any(statuses) else 0
        case _:
            print(__doc__, file=sys.stderr)
            return 2


def start() -> NoReturn:
    """Becomes the program, so that signals reach it and nothing else stands between."""
    os.chdir(ROOT)
    os.execv(PYTHON, [str(PYTHON), str(ROOT / "bot.py")])


def install(lock: str) -> None:
    """Brings the environment to what a lock file names, unless it is there already."""
    wanted = hashlib.sha256((ROOT / lock).read_bytes()).hexdigest()
    stamp = ENVIRONMENT / f"{lock}.installed"
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    print("Setting up, which takes a minute the first time.", file=sys.stderr)
    if not PYTHON.exists():
        venv.create(ENVIRONMENT, with_pip=True)
    subprocess.check_call([PYTHON, "-m", "ensurepip"], stdout=subprocess.DEVNULL)
    subprocess.check_call([PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", UV])
    # The lock's hashes are checked, so whatever serves the packages can't change them.
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
