"""The container image: rules for the Dockerfile and compose.yaml, and a build of it without Docker.

The build copies and installs as the Dockerfile's steps do.
"""

import os
import re
import shlex
import shutil
import subprocess
import venv
from dataclasses import fields
from pathlib import Path

import pytest

from cogs.gateway.hand_over import HAND_OVER_SECONDS
from ops.config import Config
from tests.compose_file import COMPOSE, service

ROOT = Path(__file__).parents[1]
DOCKERFILE = (ROOT / "Dockerfile").read_text()
STEPS = [line.split(maxsplit=1) for line in re.sub(r"\\\n", " ", DOCKERFILE).splitlines() if line[:1].isupper()]


def of(instruction: str) -> list[str]:
    """Return the arguments of each use of an instruction."""
    return [rest for name, rest in STEPS if name == instruction]


def test_the_base_image_is_pinned_by_version_and_digest() -> None:
    (base,) = of("FROM")
    assert re.fullmatch(r"python:3\.\d+-slim-[a-z]+@sha256:[0-9a-f]{64}", base)


@pytest.mark.parametrize(
    "setting",
    [
        r"read_only: true",
        r"cap_drop: \[ALL\]",
        r'security_opt: \["no-new-privileges:true"\]',
        r"mem_limit: \d+[mg]",
        r"pids_limit: \d+",
        r"cpus: \d+(\.\d+)?",
    ],
)
def test_the_container_has_no_privileges_and_bounded_resources(setting: str) -> None:
    assert re.search(rf"^    {setting}$", COMPOSE, re.MULTILINE)


@pytest.mark.parametrize(
    ("variables", "address"),
    [
        ({}, ""),
        ({"POSTGRES_PASSWORD": "word"}, "postgresql://hexcade:word@database/hexcade"),
        ({"POSTGRES_PASSWORD": "word", "DATABASE_URL": "sqlite:///own.db"}, "sqlite:///own.db"),
    ],
)
def test_a_password_for_postgresql_is_all_that_several_copies_need(variables: dict[str, str], address: str) -> None:
    variables["DISCORD_TOKEN"] = "token"
    hexcade, database = (service(name, variables) for name in ("hexcade", "database"))

    assert hexcade["environment"]["DATABASE_URL"] == address
    assert database["environment"]["POSTGRES_PASSWORD"] == variables.get("POSTGRES_PASSWORD", "")
    assert database["profiles"] == ["cluster"]
    assert hexcade["depends_on"] == {"database": {"condition": "service_healthy", "required": False}}


def test_copies_in_containers_share_no_heartbeat() -> None:
    hexcade = service("hexcade", {"DISCORD_TOKEN": "token"})
    assert Path(hexcade["environment"]["HEARTBEAT_FILE"]).parent.as_posix() in hexcade["tmpfs"]
    with pytest.raises(ValueError, match="set DISCORD_TOKEN"):
        service("hexcade", {})


def test_a_container_is_given_longer_to_stop_than_handing_its_shards_over_may_take() -> None:
    grace = service("hexcade", {"DISCORD_TOKEN": "token"})["stop_grace_period"]
    assert int(grace.removesuffix("s")) > HAND_OVER_SECONDS


def test_it_does_not_run_as_root() -> None:
    (user,) = of("USER")
    names = [name for name, _ in STEPS]

    assert user != "0"
    assert f"--uid {user} " in DOCKERFILE
    assert names.index("USER") > max(number for number, name in enumerate(names) if name in ("RUN", "COPY"))


def test_it_contains_only_local_files_and_locked_packages() -> None:
    assert of("ADD") == []
    assert not any("curl" in step or "wget" in step for step in of("RUN"))
    assert [step for step in of("RUN") if "apt" in step] == [
        "apt-get update && apt-get install --yes --no-install-recommends libfribidi0 && rm -rf /var/lib/apt/lists/*"
    ]
    assert [step for step in of("RUN") if "pip" in step] == [
        "pip install --no-cache-dir --require-hashes --requirement requirements.lock"
    ]


def test_it_contains_no_secrets() -> None:
    assert of("ARG") == []
    assert all("TOKEN" not in step for step in of("ENV"))
    ignored = (ROOT / ".dockerignore").read_text().split()
    copied = [name for step in of("COPY") for name in step.split()[:-1]]
    assert ignored[0] == "**"
    assert {line.removeprefix("!").removesuffix("/**") for line in ignored if line.startswith("!")} == set(copied)


@pytest.mark.parametrize("command", [*of("CMD"), *(step.partition("CMD ")[2] for step in of("HEALTHCHECK"))])
def test_a_command_is_run_without_a_shell(command: str) -> None:
    """A shell would not pass signals on to the program."""
    assert re.fullmatch(r'\[("[^"]+", )*"[^"]+"\]', command)


def test_it_has_a_health_check() -> None:
    assert len(of("HEALTHCHECK")) == 1


@pytest.mark.slow
def test_its_steps_build_a_program_that_starts(tmp_path: Path) -> None:
    """The lock file installs with its hashes into an empty environment, and the copied folders are enough to run."""
    app, environment = tmp_path / "app", tmp_path / "environment"
    app.mkdir()
    for step in of("COPY"):
        name, target = step.split()
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, app / target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, app / target)
    venv.create(environment, with_pip=True)
    outside = {
        name: value for name, value in os.environ.items() if name not in {each.name.upper() for each in fields(Config)}
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

    doctor = run("python", "bot.py", "doctor")
    assert (doctor.returncode, doctor.stderr) == (0, "")
    assert doctor.stdout.count("\n") == 7
    heartbeat = run("python", "-m", "ops.heartbeat")
    assert (heartbeat.returncode, "no heartbeat" in heartbeat.stdout) == (1, True)
