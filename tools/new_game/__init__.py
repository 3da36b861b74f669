"""A new game, copied from the template: a complete small game, High Card, that gets another name.

The template's paths are those of the project. Its name, title and rule numbers are replaced in paths and texts.
"""

import re
import subprocess
import sys
from collections.abc import Collection, Iterator
from itertools import chain
from keyword import iskeyword
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEMPLATE = Path(__file__).parent / "template"
TEMPLATE_NAME = "high_card"
TEMPLATE_PREFIX = "HC"
NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
LONGEST = 32
"""Maximum length of a game's name, which is also the name of a slash command."""
NAMED_PLACES = ("engine", "data", "render", "cogs", "tests/engine", "docs/rules", "docs/players")
"""Folders that have a folder or file named after each game."""
SHARED_FOLDERS = ("cogs", "cogs/*", "cogs/*/*", "tables", "tables/*", "ops", "render", "engine", "data")


class NameRefused(ValueError):  # noqa: N818 - the name says what happened, as those of `engine.core` do
    """A name that a new game can't have; the text says why and gives an alternative."""


def write_game(name: str, root: Path = ROOT) -> list[Path]:
    """Write the files of a new game into a copy of the project, and return their paths.

    Raises NameRefused before anything is written.
    """
    check_name(name, root)
    replacements = {
        TEMPLATE_NAME: name,
        "HighCard": class_name(name),
        "High Card": title(name),
        f"{TEMPLATE_PREFIX}-": f"{rule_prefix(name, root)}-",
        f"test_{TEMPLATE_PREFIX.lower()}": f"test_{rule_prefix(name, root).lower()}",
    }
    files = {root / _replace(str(path), replacements): path for path in _template_paths()}
    if taken := next((path for path in files if path.exists()), None):
        raise _taken(name, taken, root)
    for target, path in files.items():
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_replace((TEMPLATE / path).read_text("utf-8"), replacements), "utf-8")
    _format([path for path in files if path.suffix == ".py"])
    return sorted(files)


def check_name(name: str, root: Path = ROOT) -> None:
    """Raise NameRefused unless a new game can have this name."""
    if not NAME.fullmatch(name):
        raise NameRefused(f"{name!r} can't be a game's name: use lower-case words joined by _, such as tiny_game.")
    if iskeyword(name):
        raise NameRefused(f"{name!r} can't be a game's name: Python uses the word. Add a second word.")
    if len(name) > LONGEST:
        raise NameRefused(f"{name!r} has {len(name)} characters: a game's name has at most {LONGEST}.")
    for place in NAMED_PLACES:
        path = next((root / place).glob(f"{name}.*"), root / place / name)
        if path.exists():
            raise _taken(name, path, root)
    for path in shared_modules(root, {name}):
        text = path.read_text("utf-8")
        if name in text or title(name) in text:
            place = path.relative_to(root)
            raise NameRefused(f"{name!r} is a word of shared code ({place}), which names no game. Add a second word.")


def shared_modules(root: Path, games: Collection[str]) -> Iterator[Path]:
    """Yield the modules that belong to no game and must not name one."""
    modules = (path for folder in SHARED_FOLDERS for path in root.glob(f"{folder}/*.py"))
    # A painter may be a single module that belongs to the game.
    yield from (path for path in modules if not {path.stem, path.parent.name} & set(games))
    yield from chain(root.glob("bot.py"), root.glob("data/store/**/*.py"))


def title(name: str) -> str:
    """Return the title that players read: `tiny_game` becomes "Tiny Game"."""
    return name.replace("_", " ").title()


def class_name(name: str) -> str:
    """Return the name for classes: `tiny_game` becomes `TinyGame`."""
    return title(name).replace(" ", "")


def rule_prefix(name: str, root: Path = ROOT) -> str:
    """Return the letters for rule numbers that no other game has: the initials, or else the name's first letters."""
    books = "".join(path.read_text("utf-8") for path in root.glob("docs/rules/*.md"))
    initials = "".join(word[0] for word in name.split("_") if word[:1].isalpha()).upper()
    letters = "".join(letter for letter in name if letter.isalpha()).upper()
    candidates = [initials, *(letters[:length] for length in range(2, len(letters) + 1)), f"{letters}X"]
    taken = {TEMPLATE_PREFIX, *re.findall(r"\b([A-Z]+)-\d", books)}
    return next(each for each in candidates if len(each) > 1 and each not in taken)


def _template_paths() -> list[Path]:
    """Return the paths of the template's files, relative to the template."""
    paths = (path.relative_to(TEMPLATE) for path in TEMPLATE.rglob("*") if path.is_file())
    return sorted(path for path in paths if "__pycache__" not in path.parts)


def _taken(name: str, path: Path, root: Path) -> NameRefused:
    return NameRefused(f"{name!r} is taken: {path.relative_to(root)} exists. Choose another name.")


def _replace(text: str, replacements: dict[str, str]) -> str:
    for old, new in replacements.items():
        text = text.replace(old, new)
    return text


def _format(files: list[Path]) -> None:
    """Sort imports and wrap lines again: both depend on the name."""
    ruff = (sys.executable, "-m", "ruff")
    config = ("--quiet", "--no-cache", f"--config={ROOT / 'pyproject.toml'}")
    subprocess.run((*ruff, "check", "--select=I", "--fix", *config, *files), check=True)
    subprocess.run((*ruff, "format", *config, *files), check=True)
