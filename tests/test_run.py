"""Tests of `run.py`: supported Python versions, the installation and the pytest command."""

import ast
import fcntl
import os
import runpy
import subprocess
import sys
import venv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
LOCK = "requirements.lock"
GONE = "#!/bin/sh\necho \"ModuleNotFoundError: No module named 'encodings'\" >&2\nexit 1\n"


@pytest.fixture
def program() -> dict[str, Any]:
    """Return the namespace of run.py, loaded without running it."""
    return runpy.run_path(str(ROOT / "run.py"))


@pytest.fixture
def environment(program: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a path for the environment, not created yet; run.py creates it without pip.

    `ROOT` is a folder of this test, since run.py locks a file in it and other tests set up at the same time.
    """
    folder, names = tmp_path / ".venv", program["install"].__globals__
    for file in ("run.py", LOCK):
        (tmp_path / file).write_bytes((ROOT / file).read_bytes())
    monkeypatch.setitem(names, "ROOT", tmp_path)
    for name, path in (("ENVIRONMENT", folder), ("BIN", folder / "bin"), ("PYTHON", folder / "bin" / "python")):
        monkeypatch.setitem(names, name, path)
    create = venv.create
    monkeypatch.setattr(venv, "create", lambda folder, **_: create(folder))
    monkeypatch.setattr(os, "execve", lambda *_: pytest.fail("the program was started"))
    return folder


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Record the installation commands instead of running them."""
    called: list[list[str]] = []
    monkeypatch.setattr(subprocess, "check_call", lambda command, **_: called.append([str(part) for part in command]))
    return called


def test_it_can_be_read_by_python_3_8() -> None:
    """`ruff check` covers what this misses, such as evaluated annotations: it has a target version for this file."""
    ast.parse((ROOT / "run.py").read_text(), feature_version=(3, 8))


@pytest.mark.parametrize("version", [(3, 8, 18), (3, 10, 13)])
def test_an_older_python_ends_with_one_line_that_names_the_one_needed(
    program: dict[str, Any],
    environment: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    version: tuple[int, int, int],
) -> None:
    monkeypatch.setattr(sys, "version_info", version)

    assert program["main"]([]) == 2
    number = ".".join(map(str, version))
    assert capsys.readouterr().err == (
        f"hexcade: Python 3.11 or newer is required; this is {number}. Try python3.11 run.py.\n"
    )
    assert not environment.exists()


def test_whatever_is_installed_must_have_a_listed_hash(
    program: dict[str, Any], environment: Path, commands: list[list[str]]
) -> None:
    program["install"](LOCK)

    installing = [command for command in commands if "install" in command]
    assert [Path(command[-1]).name for command in installing] == ["requirements-uv.lock", LOCK]
    assert all("--require-hashes" in command for command in installing)


def remove_python(environment: Path) -> None:
    (environment / "bin" / "python").unlink()


def link_nowhere(environment: Path) -> None:
    remove_python(environment)
    (environment / "bin" / "python").symlink_to(environment / "gone")


def lose_library(environment: Path) -> None:
    remove_python(environment)
    (environment / "bin" / "python").write_text(GONE)
    (environment / "bin" / "python").chmod(0o755)


def make_for_another_version(environment: Path) -> None:
    """Simulate an upgrade of the Python that the environment links to."""
    (folder,) = (environment / "lib").iterdir()
    folder.rename(environment / "lib" / "python3.10")


def cut_off(environment: Path) -> None:
    (environment / "pyvenv.cfg").unlink()


@pytest.mark.parametrize("spoil", [remove_python, link_nowhere, lose_library, make_for_another_version, cut_off])
def test_an_environment_of_another_python_is_replaced(
    program: dict[str, Any], environment: Path, commands: list[list[str]], spoil: Callable[[Path], None]
) -> None:
    program["install"](LOCK)
    installed = len(commands)
    program["install"](LOCK)
    assert len(commands) == installed, "it fits, and nothing is done"
    leftover = environment / "leftover"
    leftover.touch()

    spoil(environment)
    program["install"](LOCK)

    assert not leftover.exists()
    assert len(commands) == 2 * installed
    assert program["environment_fits"]()


def test_of_an_environment_that_is_a_link_only_the_link_is_replaced(
    program: dict[str, Any], environment: Path, commands: list[list[str]], tmp_path: Path
) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    (shared / "something").touch()
    environment.symlink_to(shared)

    program["install"](LOCK)

    assert [path.name for path in shared.iterdir()] == ["something"]
    assert (environment.is_symlink(), (environment / "bin" / "python").exists()) == (False, True)


@pytest.mark.parametrize("call", ["mkdir", "write_bytes", "read_bytes"])
def test_a_folder_or_stamp_of_another_user_is_named_in_one_line(
    program: dict[str, Any],
    environment: Path,
    commands: list[list[str]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    call: str,
) -> None:
    if call == "read_bytes":
        program["install"](LOCK)
        commands.clear()
        capsys.readouterr()
    allowed = getattr(Path, call)

    def refuse(path: Path, *arguments: Any, **named: Any) -> Any:
        if environment in (path, path.parent):
            raise PermissionError(13, "Permission denied", str(path))
        return allowed(path, *arguments, **named)

    monkeypatch.setattr(Path, call, refuse)

    assert program["main"]([]) == 2
    text = capsys.readouterr().err
    assert text.startswith(f"hexcade: {environment}")
    assert text.endswith(" can't be used: Permission denied.\n")
    assert (text.count("\n"), commands) == (1, [])


def test_of_two_starts_at_once_the_second_waits_for_the_first(
    program: dict[str, Any],
    environment: Path,
    commands: list[list[str]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    program["install"](LOCK)
    commands.clear()
    stamp = environment / f"{LOCK}.installed"
    finished = stamp.read_bytes()
    stamp.write_bytes(b"")
    lock = fcntl.flock
    with (environment.parent / "run.py").open("rb") as first:
        lock(first, fcntl.LOCK_EX)

        def wait(file: Any, operation: int) -> None:
            if not operation & fcntl.LOCK_NB:
                stamp.write_bytes(finished)
                lock(first, fcntl.LOCK_UN)
            lock(file, operation)

        monkeypatch.setattr(fcntl, "flock", wait)
        capsys.readouterr()
        program["install"](LOCK)

    assert commands == []
    assert capsys.readouterr().err == "Another process is installing packages; waiting for it.\n"


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
