"""A trial of docs/developing/adding_a_game.md: the command adds a game to a copy of the project by adding files only.

Everything runs in the copy, as a developer would run it: the command, the tests that pick up new games automatically,
and the game's own tests.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
GAME = "tiny_game"
MODULES = [f"engine/{GAME}", f"render/{GAME}.py", f"cogs/{GAME}", f"tests/engine/{GAME}"]
MODULES += [f"tests/render/test_{GAME}_pictures.py", f"tests/end_to_end/test_{GAME}_games.py"]
PATIENCE_SECONDS = 540
PYTEST = ("-m", "pytest", "-p", "no:cacheprovider", "-vv")
PARTS = (
    *("tests/engine", "tests/cogs/test_guides.py"),
    *("tests/render/test_painters.py", f"tests/render/test_{GAME}_pictures.py"),
)
"""Tests that pick the game up, or come with it."""
WHOLE = ("tests/secrets", f"tests/end_to_end/test_{GAME}_games.py")
"""Such tests of the whole program."""
SHARED = ("tests/render/test_gallery.py", "tests/cogs/test_commands.py", "tests/test_project.py")
"""Tests of all games together."""
RUNS: dict[str, Sequence[str]] = {
    "its parts": (*PYTEST, *PARTS, "-k", f"{GAME} and (begins_with_its_goal or not test_guides)"),
    "the whole program": (*PYTEST, *WHOLE, "-k", GAME),
    # The documents name only the project's own games.
    "tests of all games": (*PYTEST, *SHARED, "-k", "contact_sheet or test_commands and not documents or test_project"),
    "lint": ("-m", "ruff", "check", "--no-cache", "."),
    "format": ("-m", "ruff", "format", "--no-cache", "--check", "."),
    "types": ("-m", "pyright", "--pythonpath", sys.executable, *MODULES),
    "who may import whom": ("-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"),
    "a game on the command line": ("-m", "engine", "play", GAME, "--seats", "3", "--players", "random"),
}


def generated_files() -> Callable[[str, list[str]], set[str]]:
    """Return copytree's filter for generated files and the history."""
    made = [name.rstrip("/") for name in (ROOT / ".gitignore").read_text().split()]
    return shutil.ignore_patterns(*made, ".git")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the project with a new game."""
    copy = tmp_path_factory.mktemp("developer") / "project"
    shutil.copytree(ROOT, copy, ignore=generated_files())
    before = {path: path.read_bytes() for path in copy.rglob("*") if path.is_file()}
    done = run(copy, "-m", "tools.new_game", GAME)
    assert done.returncode == 0, done.stdout
    assert [path for path, text in before.items() if path.read_bytes() != text] == [], "nothing shared is changed"
    return copy


def run(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the copy, isolated from the original project."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST_"))}
    # Compile once for all runs, even if this process writes no bytecode.
    env["PYTHONPYCACHEPREFIX"] = str(project.parent / "compiled")
    return subprocess.run(
        (sys.executable, *arguments),
        cwd=project,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )


@pytest.mark.parametrize("arguments", RUNS.values(), ids=RUNS)
def test_a_game_needs_nothing_but_files_in_its_places(project: Path, arguments: Sequence[str]) -> None:
    """A run of tests must also have selected some in each place."""
    done = run(project, *arguments)
    places = [place for place in (*PARTS, *WHOLE, *SHARED) if "pytest" in arguments and place in arguments]

    assert done.returncode == 0, done.stdout
    assert [place for place in places if place not in done.stdout] == []
