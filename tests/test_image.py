"""The image: the Dockerfile keeps to the rules that matter, and its steps lead to a program that starts.

Docker itself is not needed: what the file copies is copied, and what it installs is installed, as it says.
"""

import os
import re
import shlex
import shutil
import subprocess
import venv
from pathlib import Path

import pytest

from cogs._settings import Settings

ROOT = Path(__file__).parents[1]
DOCKERFILE = (ROOT / "Dockerfile").read_text()
STEPS = [line.split(maxsplit=1) for line in re.sub(r"\\\n", " ", DOCKERFILE).splitlines() if line[:1].isupper()]


def of(instruction: str) -> list[str]:
    """What stands behind an instruction, each time it is used."""
    return [rest for name, rest in STEPS if name == instruction]


def test_the_base_is_pinned_to_a_version() -> None:
    (base,) = of("FROM")
    assert re.fullmatch(r"python:3\.\d+-slim-[a-z]+", base), "a Python and a Debian, not whatever is latest"


def test_it_runs_as_somebody_who_is_not_root() -> None:
    (user,) = of("USER")
    names = [name for name, _ in STEPS]

    assert user != "0"
    assert f"--uid {user} " in DOCKERFILE
    assert names.index("USER") > max(number for number, name in enumerate(names) if name in ("RUN", "COPY"))


def test_it_takes_only_what_lies_here_and_in_the_lock() -> None:
    assert of("ADD") == []
    assert not any("curl" in step or "wget" in step or "apt" in step for step in of("RUN"))
    assert [step for step in of("RUN") if "pip" in step] == [
        "pip install --no-cache-dir --require-hashes --requirement requirements.lock"
    ]


def test_nothing_secret_is_built_in() -> None:
    assert of("ARG") == []
    assert all("TOKEN" not in step for step in of("ENV"))
    ignored = (ROOT / ".dockerignore").read_text().split()
    copied = [name for step in of("COPY") for name in step.split()[:-1]]
    assert ignored[0] == "**"
    assert {line.removeprefix("!").removesuffix("/**") for line in ignored if line.startswith("!")} == set(copied)


@pytest.mark.parametrize("command", [*of("CMD"), *(step.partition("CMD ")[2] for step in of("HEALTHCHECK"))])
def test_a_command_is_run_without_a_shell(command: str) -> None:
    """So that signals reach the program."""
    assert re.fullmatch(r'\[("[^"]+", )*"[^"]+"\]', command)


def test_its_health_is_checked() -> None:
    assert len(of("HEALTHCHECK")) == 1


def test_its_steps_lead_to_a_program_that_starts(tmp_path: Path) -> None:
    """The lock installs into an empty environment with its hashes, and what is copied is enough to run."""
    app, environment = tmp_path / "app", tmp_path / "environment"
    app.mkdir()
    for step in of("COPY"):
        name, target = step.split()
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, app / target)
    venv.create(environment, with_pip=True)
    outside = {
        name: value for name, value in os.environ.items() if name not in {f.upper() for f in Settings.model_fields}
    }
    outside.pop("PYTHONPATH", None)

    def run(*command: str) -> subprocess.CompletedProcess[str]:
        found = environment / "bin" / command[0]
        return subprocess.run([found, *command[1:]], cwd=app, env=outside, capture_output=True, text=True, check=False)

    (install,) = [step for step in of("RUN") if step.startswith("pip ")]
    installed = run("python", "-m", *shlex.split(install), "--quiet", "--disable-pip-version-check")
    assert installed.returncode == 0, installed.stderr

    (compiling,) = [step for step in of("RUN") if "compileall" in step]
    assert run(*shlex.split(compiling)).returncode == 0
    uncompiled = [path for path in app.rglob("*.py") if not list(path.parent.glob(f"__pycache__/{path.stem}.*.pyc"))]
    assert uncompiled == [], "a read-only image would compile it at each start"

    told = run("python", "bot.py", "doctor")
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.count("\n") == 6
    beats = run("python", "-m", "cogs._heartbeat")
    assert (beats.returncode, "no heartbeat" in beats.stdout) == (1, True)
