"""The documents: their links lead somewhere, and what they say of settings, tiles and commands is so."""

import json
import re
from pathlib import Path

import pytest

from cogs._interfaces import playable
from cogs._settings import Settings

ROOT = Path(__file__).parents[1]
DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
LINK = re.compile(r"\]\(([^)\s]+)\)")


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_within_the_project_leads_somewhere(path: Path) -> None:
    targets = [link.partition("#")[0] for link in LINK.findall(path.read_text()) if "://" not in link]

    assert [target for target in targets if not (path.parent / target).exists()] == []


def test_the_readme_leads_to_every_document() -> None:
    linked = {(ROOT / link).resolve() for link in LINK.findall((ROOT / "README.md").read_text()) if "://" not in link}
    written = {path.resolve() for path in (*(ROOT / "docs").rglob("*.md"), ROOT / "CONTRIBUTING.md")}

    assert written <= linked


def test_every_setting_is_explained_to_operators() -> None:
    rows = re.findall(r"^\| (`[A-Z_`, ]+) \|", (ROOT / "docs" / "operating.md").read_text(), re.MULTILINE)
    explained = {name for row in rows for name in re.findall(r"[A-Z_]+", row)}

    assert explained == {name.upper() for name in Settings.model_fields}


def test_every_figure_that_operators_read_of_is_told() -> None:
    named = set(re.findall(r"`(hexcade_\w+)`", (ROOT / "docs" / "operating.md").read_text()))
    told = set(re.findall(r'"(hexcade_\w+)"', (ROOT / "cogs" / "_health.py").read_text()))

    assert {name.removesuffix("_total") for name in named} == told


def test_every_module_between_discord_and_games_has_its_line() -> None:
    lines = (ROOT / "docs" / "architecture.md").read_text().partition("## Inside `cogs/`")[2].splitlines()
    named = {name for line in lines for name in re.findall(r"`(\w+)`", line.partition(" | ")[0])}

    assert {path.stem for path in (ROOT / "cogs").glob("*.py")} == named


def test_the_lines_that_operators_look_for_are_logged() -> None:
    rows = (ROOT / "docs" / "operating.md").read_text().partition("## Logs")[2].partition("## ")[0]
    code = "".join(path.read_text() for path in (ROOT / "cogs").glob("*.py"))
    told = re.findall(r"^\| `(.+?)` \|", rows, re.MULTILINE)

    assert told
    assert [line for line in told if not re.search(rf'log\.\w+\(\s*"{re.escape(line)}"', code)] == []


@pytest.mark.parametrize("name", playable())
def test_every_game_is_explained_with_its_pictures(name: str) -> None:
    pictures = re.findall(
        r"!\[[^\]]+\]\(\.\./pictures/(\w+)\.png\)", (ROOT / "docs" / "games" / f"{name}.md").read_text()
    )

    assert set(pictures) == {path.stem for path in (ROOT / "docs" / "pictures").glob(f"{name}_*.png")}


def test_the_tiles_of_monster_hex_are_those_that_are_played() -> None:
    text = (ROOT / "docs" / "games" / "monster_hex.md").read_text()
    shown = {
        row[0]: [int(power) for power in row[1:]] for row in re.findall(r"^\| ([SABC]\d)" + r" \| (\d)" * 6, text, re.M)
    }
    content = json.loads((ROOT / "data" / "monster_hex" / "monster_hex.json").read_text())

    assert shown == {tile["id"]: tile["powers"] for tile in content["tiles"]}
