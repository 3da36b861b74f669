"""Checks of the documents: links, settings, tiles, rules and commands match the project."""

import json
import re
import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from cogs.ui.kit.interface import playable_games
from data.store.people import PERSON_COLUMNS
from engine import fairness
from engine.game import act, begin, replay_game
from engine.games import register_games
from engine.record import Configuration
from ops.config import Config

ROOT = Path(__file__).parents[1]
DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
CODE = (
    "cogs",
    "data",
    "engine",
    "language",
    "leagues",
    "ops",
    "playground",
    "render",
    "tables",
    "tests",
    "benchmarks",
    "tools",
)
LINK = re.compile(r"\]\(([^)\s]+)\)")


@pytest.mark.parametrize("path", [*ROOT.glob("*.md")], ids=lambda path: path.name)
def test_every_link_outside_the_site_leads_somewhere(path: Path) -> None:
    """The links of the pages in docs/ are checked by `mkdocs build --strict`."""
    targets = [link.partition("#")[0] for link in LINK.findall(path.read_text()) if "://" not in link]

    assert [target for target in targets if not (path.parent / target).exists()] == []


def test_every_setting_is_explained_to_operators() -> None:
    rows = re.findall(r"^\| (`[A-Z_`, ]+) \|", (ROOT / "docs/hosting/settings.md").read_text(), re.MULTILINE)
    explained = {name for row in rows for name in re.findall(r"[A-Z_]+", row)}

    assert explained == {each.name.upper() for each in fields(Config)}


def test_the_defaults_of_settings_are_those_of_the_program() -> None:
    written = dict(re.findall(r"^\| `([A-Z_]+)` \| `(.+?)` \|", (ROOT / "docs/hosting/settings.md").read_text(), re.M))
    defaults = {each.name.upper(): each.default for each in fields(Config)}
    named = {name: str(default).lower() for name, default in defaults.items() if default not in (None, "")}

    assert written == {**named, "SHARDS": "auto"}


def test_everything_that_is_stored_of_people_is_on_the_privacy_page() -> None:
    rows = re.findall(r"^\|.* \| .* \| .* \| (.*) \|$", (ROOT / "docs/players/privacy.md").read_text(), re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`([\w.]+)`", row)} - {"moves", "imports"}
    stored = {f"{one.column.table.name}.{one.column.name}" for one in PERSON_COLUMNS}

    assert named == stored | {"drafts", "outbox", "tables.settings"}


def test_operators_read_of_every_table_that_names_people() -> None:
    rows = (ROOT / "docs/hosting/people.md").read_text().partition("## What is stored")[2].partition("\n## ")[0]
    named = {name for row in re.findall(r"^\|.* \| (.*) \| .* \|$", rows, re.M) for name in re.findall(r"`(\w+)`", row)}

    assert sorted({one.column.table.name for one in PERSON_COLUMNS} - named) == []


def test_every_figure_that_operators_read_of_is_told() -> None:
    named = set(re.findall(r"`(hexcade_\w+)`", (ROOT / "docs/hosting/monitoring.md").read_text()))
    told = set(re.findall(r'"(hexcade_\w+)"', (ROOT / "ops" / "metrics.py").read_text()))

    assert {name.removesuffix("_total") for name in named} == told


def test_every_room_has_its_line() -> None:
    lines = (ROOT / "docs/developing/architecture.md").read_text().partition("## Rooms")[2].partition("\n## ")[0]
    named = set(re.findall(r"^\| `([\w/.]+)` \|", lines, re.MULTILINE))
    packages = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["root_packages"]

    assert {f"{package}/" for package in packages} <= named
    assert [name for name in named if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("page", ["architecture", "path_of_a_press", "store"])
def test_every_name_on_the_pages_about_the_code_is_in_the_code(page: str) -> None:
    files = [path for folder in CODE for path in (ROOT / folder).rglob("*.py")] + [ROOT / "bot.py", ROOT / "run.py"]
    words = set(re.findall(r"\w+", "".join(path.read_text() for path in (*files, ROOT / "pyproject.toml"))))
    text = re.sub(r"^```.*?^```", "", (ROOT / "docs/developing" / f"{page}.md").read_text(), flags=re.M | re.S)
    spans = re.findall(r"`([^`\n]+)`", text)
    paths = {path for span in spans for path in re.findall(r"\w+/[\w/]+\.py", span)}

    assert len(spans) > 30
    assert sorted(path for path in paths if not (ROOT / path).is_file()) == []
    assert sorted({word for span in spans for word in re.findall(r"\w+", span)} - words) == []


def test_the_lines_that_operators_look_for_are_logged_and_every_warning_is_among_them() -> None:
    rows = (ROOT / "docs/hosting/monitoring.md").read_text().partition("## What the lines mean")[2]
    cells = re.findall(r"^\| (`.+?`) \|", rows, re.MULTILINE)
    explained = {line for cell in cells for line in re.findall(r"`(.+?)`", cell)}
    places = [path for folder in ("cogs", "tables", "leagues", "ops", "data") for path in (ROOT / folder).rglob("*.py")]
    code = "".join(path.read_text() for path in places)
    logged = re.findall(r'\blog\.(\w+)\(\s*"(.+?)"', code)

    assert sorted(explained - {line for _, line in logged}) == []
    assert sorted({line for level, line in logged if level not in ("debug", "info")} - explained) == []


def test_every_rule_that_is_cited_is_in_its_rule_book() -> None:
    books = "".join(path.read_text() for path in (ROOT / "docs" / "rules").glob("*.md"))
    written = set(re.findall(r"^(?:- |- \[[SH]\] )([A-Z]+-\d+)\b", books, re.MULTILINE))
    prefixes = {number.partition("-")[0] for number in written}
    places = [path for folder in CODE for path in (ROOT / folder).rglob("*.py")] + DOCUMENTS
    cited = {number for path in places for number in re.findall(r"\b[A-Z]+-\d+\b", path.read_text())}

    assert sorted(number for number in cited - written if number.partition("-")[0] in prefixes) == []


@pytest.mark.parametrize("name", playable_games())
def test_every_game_is_explained_with_its_pictures(name: str) -> None:
    """All pictures of a game are on its pages or, the legend, on the page of signs."""
    players = ROOT / "docs" / "players"
    text = "".join(path.read_text() for path in (*players.glob(f"{name}*.md"), players / "signs.md"))
    pictures = re.findall(rf"!\[[^\]]+\]\(\.\./pictures/({name}_\w+)\.png\)", text)

    assert (players / f"{name}.md").is_file()
    assert set(pictures) == {path.stem for path in (ROOT / "docs" / "pictures").glob(f"{name}_*.png")}


def test_the_tiles_of_monster_hex_are_those_that_are_played() -> None:
    text = (ROOT / "docs/players/monster_hex_abilities.md").read_text()
    shown = {
        row[0]: [int(power) for power in row[1:]]
        for row in re.findall(r"^\| \w+ \(([SABC]\d)\)" + r" \| (\d)" * 6, text, re.M)
    }
    content = json.loads((ROOT / "data" / "monster_hex" / "monster_hex.json").read_text())

    assert shown == {tile["id"]: tile["powers"] for tile in content["tiles"]}


def test_the_skeleton_of_a_game_runs() -> None:
    """The example rules in docs/developing/adding_a_game.md are a whole game: it is played to its end and replayed."""
    text = (ROOT / "docs/developing/adding_a_game.md").read_text()
    (skeleton,) = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    names: dict[str, Any] = {"__name__": "skeleton"}
    exec(compile(skeleton, "skeleton", "exec"), names)
    seed = fairness.derive_seed(1)

    with register_games(names["GAME_TYPE"]):
        advance = begin(Configuration("ten", 1, {}, 2), seed)
        log = advance.entries
        while advance.game.outcome is None:
            advance = act(advance.game, advance.game.actors[0], "add 2", seed)
            log += advance.entries
        again = replay_game(advance.game.configuration, log)

    assert advance.game.outcome.winners == (0,)
    assert advance.game.turn == 6
    assert again.result == advance.game.result
    assert len([line for line in skeleton.splitlines() if line.strip()]) <= 45
