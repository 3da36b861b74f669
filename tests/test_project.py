"""The project as a whole: every game in all its places, lock files that fit, no names of package hosts."""

import re
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from cogs.ui.kit.interface import playable_games
from engine.games import game_types
from tools.new_game import shared_modules

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
RUNTIME = [Requirement(text) for text in PROJECT["project"]["dependencies"]]
DEVELOPMENT = [Requirement(text) for text in PROJECT["dependency-groups"]["dev"]]
LOCKS = {"requirements.lock": RUNTIME, "requirements-dev.lock": [*RUNTIME, *DEVELOPMENT]}
UV_LOCK = "requirements-uv.lock"
LOCKED = re.compile(
    r"(?P<name>[a-z0-9][a-z0-9.-]*)==(?P<version>[^ ;\\]+)(?: ; [^\\]+)?(?: \\\n    --hash=sha256:[0-9a-f]{64})+\n"
)
# Written in parts, because no file may contain a host's name.
PACKAGE_HOSTS = tuple(
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("files", "pythonhosted", "org"),
        ("registry", "npmjs", "org"),
        ("registry", "yarnpkg", "com"),
        ("proxy", "golang", "org"),
        ("static", "crates", "io"),
    )
)


def locked(name: str) -> dict[str, str]:
    """Return the packages in a lock file with their versions."""
    return {found["name"]: found["version"] for found in LOCKED.finditer((ROOT / name).read_text())}


def files() -> list[Path]:
    """Return all files of the project except generated ones."""
    made = (ROOT / ".gitignore").read_text().split()
    names = {name.rstrip("/") for name in made} | {".git"}
    return [path for path in ROOT.rglob("*") if path.is_file() and not names & set(path.relative_to(ROOT).parts)]


@pytest.mark.parametrize("name", [*LOCKS, UV_LOCK])
def test_a_lock_holds_versions_and_hashes_and_no_address(name: str) -> None:
    text = (ROOT / name).read_text()

    assert LOCKED.sub("", text) == "", "nothing else is in it"
    assert "://" not in text
    assert "--index" not in text


@pytest.mark.parametrize(("name", "wanted"), LOCKS.items())
def test_a_lock_fits_what_the_project_asks_for(name: str, wanted: list[Requirement]) -> None:
    versions = locked(name)

    unfit = [
        str(requirement)
        for requirement in wanted
        if not requirement.specifier.contains(versions.get(canonicalize_name(requirement.name), "0"))
    ]
    assert unfit == []


def test_both_locks_choose_the_same_versions() -> None:
    runtime, development = (locked(name) for name in LOCKS)

    assert runtime.items() <= development.items()
    assert not {"pytest", "playwright", "ruff"} & runtime.keys()


def test_no_file_names_a_host_of_packages() -> None:
    naming = [
        f"{path.relative_to(ROOT)}: {host}"
        for path in files()
        for text in [path.read_bytes()]
        for host in PACKAGE_HOSTS
        if host.encode() in text
    ]

    assert naming == []


@pytest.mark.parametrize("name", game_types())
def test_a_game_is_in_all_its_places(name: str) -> None:
    """A game uses its folder's name everywhere. Its painter and its commands exist together or not at all."""
    assert find_spec(f"engine.{name}") is not None
    assert {find_spec(f"{package}.{name}") is not None for package in ("render", "cogs")} == {name in playable_games()}
    assert any((ROOT / "data" / name).iterdir())
    assert (ROOT / "docs" / "rules" / f"{name}.md").is_file()
    assert any((ROOT / "tests" / "engine" / name).glob("test_*.py"))


def test_no_place_has_a_game_that_is_not_registered() -> None:
    content = {path.name for path in (ROOT / "data").iterdir() if path.is_dir()} - {"locales", "store", "__pycache__"}
    commands = {path.parent.name for path in (ROOT / "cogs").glob("*/interface.py")}

    assert content == game_types().keys()
    assert commands == playable_games().keys()


def test_nothing_shared_names_a_game() -> None:
    """Removing a game means only deleting its folders."""
    naming = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in shared_modules(ROOT, game_types())
        for name, game in game_types().items()
        if name in path.read_text() or game.title in path.read_text()
    ]

    assert naming == []


def test_the_program_s_image_holds_every_folder_that_it_imports() -> None:
    copied = set(re.findall(r"^COPY (\w+) ", (ROOT / "Dockerfile").read_text(), re.MULTILINE))

    assert set(PROJECT["tool"]["importlinter"]["root_packages"]) <= copied


@pytest.mark.parametrize("name", ["LICENSE", "CHANGELOG.md", ".env.example", "pyproject.toml", ".ci/run", "run.py"])
def test_what_every_reader_looks_for_is_there(name: str) -> None:
    assert (ROOT / name).stat().st_size > 0


def test_no_two_test_modules_share_a_name() -> None:
    """Pytest would confuse two modules of the same name and stop."""
    names = [path.name for path in (ROOT / "tests").rglob("test_*.py")]

    assert sorted(names) == sorted(set(names))
