"""`run.py`: what it installs, and how it calls pytest."""

import runpy
import subprocess
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture
def program() -> dict[str, Any]:
    """The names of run.py, loaded without running it."""
    return runpy.run_path(str(ROOT / "run.py"))


def test_whatever_is_installed_must_have_a_listed_hash(
    program: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands: list[list[str]] = []
    monkeypatch.setattr(subprocess, "check_call", lambda command, **_: commands.append([str(part) for part in command]))
    monkeypatch.setitem(program["install"].__globals__, "ENVIRONMENT", tmp_path)

    program["install"]("requirements.lock")

    installing = [command for command in commands if "install" in command]
    assert [Path(command[-1]).name for command in installing] == ["requirements-uv.lock", "requirements.lock"]
    assert all("--require-hashes" in command for command in installing)


@pytest.mark.parametrize(
    ("arguments", "selection", "own"),
    [
        ([], "not slow", []),
        (["--slow"], "slow", []),
        (["--all"], "", []),
        (["tests/engine", "-x"], "not slow", ["tests/engine", "-x"]),
        (["tests/end_to_end", "--all", "-k", "kill"], "", ["tests/end_to_end", "-k", "kill"]),
    ],
)
def test_slow_tests_run_when_asked_for(
    program: dict[str, Any], arguments: list[str], selection: str, own: list[str]
) -> None:
    command = [str(part) for part in program["pytest_command"](arguments)]

    assert command[1:3] == ["-m", "pytest"]
    marker = len(command) - len(own) - 1
    assert (command[marker - 1], command[marker], command[marker + 1 :]) == ("-m", selection, own)


def test_tests_run_on_several_cores(program: dict[str, Any]) -> None:
    assert {"-n", "auto"} <= set(program["pytest_command"]([]))
