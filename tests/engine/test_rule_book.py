"""The numbered rules: files that load, wording identical to the rule book, and the evidence for each rule."""

import ast
import re
from pathlib import Path
from typing import get_args

import pytest

from engine import rule_book
from engine.__main__ import main
from engine.core import EngineError
from engine.games import game_type, game_types
from engine.rule_book import RuleBookError, UnknownRule, find_rule, read, rules_of

ROOT = Path(__file__).parents[2]
ENTRY = re.compile(r"^- (?:\[[SHB]\] )?([A-Z]+-\d+)\b", re.MULTILINE)
RULE = '[[rules]]\nnumber = "XY-1"\ntitle = "A"\ntext = "B"\nexact = "C"\nasked = ["D"]\nshown_by = ["played"]\n'


def refused(game: str) -> set[str]:
    """Return the rule numbers that a game's refusals name."""
    found: set[str] = set()
    for path in (ROOT / "engine" / game).glob("*refusals.py"):
        texts = [each.value for each in ast.walk(ast.parse(path.read_text())) if isinstance(each, ast.Constant)]
        found |= {text for text in texts if isinstance(text, str) and re.fullmatch(r"[A-Z]+-\d+", text)}
    return found


def events(game: str) -> set[str]:
    """Return the tags of a game's events."""
    found = game_type(game)
    seats = min(found.seats)
    kinds = get_args(found.rules(seats, found.options(seats, {})).event_type)
    return {kind.__struct_config__.tag for kind in kinds}


@pytest.mark.parametrize("game", game_types())
def test_a_game_has_the_rules_of_its_rule_book_word_for_word(game: str) -> None:
    book = (ROOT / "docs" / "rules" / f"{game}.md").read_text()

    assert sorted(ENTRY.findall(book)) == sorted(each.number for each in rules_of(game))
    assert rule_book.write_into(book, rules_of(game)) == book, (
        f"python -m engine rules {game} --book docs/rules/{game}.md"
    )


@pytest.mark.parametrize("game", game_types())
def test_what_shows_a_rule_is_an_event_or_a_refusal_of_the_engine(game: str) -> None:
    known = events(game) | refused(game)

    assert [(each.number, set(each.shown_by) - known) for each in rules_of(game) if set(each.shown_by) - known] == []


@pytest.mark.parametrize("game", game_types())
def test_every_rule_that_a_refusal_names_is_shown_by_it(game: str) -> None:
    assert [number for number in sorted(refused(game)) if number not in find_rule(game, number).shown_by] == []


@pytest.mark.parametrize("game", game_types())
def test_wordings_are_short(game: str) -> None:
    for each in rules_of(game):
        assert len(each.title) <= 45, each.number
        assert len(each.text.split()) <= 45, each.number
        assert each.text.endswith("."), each.number
        assert not re.search(r"\b(anew|till|whoever|besides)\b|!", each.text, re.IGNORECASE), each.number


@pytest.mark.parametrize("number", [f"MH-{99}", "HM-1", "", "mh-1"])
def test_a_number_that_there_is_not_is_refused(number: str) -> None:
    with pytest.raises(UnknownRule, match="its rules are MH-1 to MH-24"):
        find_rule("monster_hex", number)


def test_a_game_that_there_is_not_is_refused() -> None:
    with pytest.raises(EngineError) as refusal:
        rules_of("chess")
    assert refusal.value.code == "unknown_game"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("rules = 1", "array"),
        ("rules = []", "length"),
        ("= 1", "rules.toml"),
        (RULE + 'colour = "red"\n', "colour"),
        (RULE.replace("XY-1", "XY-2"), "XY-1"),
        (RULE.replace("XY-1", "one"), "number"),
        (RULE.replace('"A"', '" "'), "title"),
        (RULE.replace('["D"]', "[]"), "asked"),
        (RULE.replace('["played"]', "[]"), "shown_by"),
        (RULE.replace("played", "XY-7"), "shown_by: there is no rule XY-7"),
        (RULE + 'related = ["XY-7"]\n', "related: there is no rule XY-7"),
        (RULE + 'related = ["XY-1"]\n', "related"),
        (RULE + 'related = ["played"]\n', "related"),
    ],
)
def test_a_wrong_file_is_refused_with_its_place(text: str, told: str) -> None:
    with pytest.raises(RuleBookError, match=r"rules\.toml: ") as refusal:
        read("rules.toml", text)
    assert told in str(refusal.value)


def test_the_command_lists_rules_and_writes_books(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    book = tmp_path / "book.md"
    book.write_text("# Head\n\n- MH-4 as it was\n  before\n- other\n")

    assert main(["rules", "monster_hex"]) == 0
    assert capsys.readouterr().out.count("\n") == len(rules_of("monster_hex"))
    assert main(["rules", "monster_hex", "--book", str(book)]) == 0
    assert book.read_text().startswith("# Head\n\n- MH-4 **A round.** In turn")
    assert book.read_text().endswith("\n- other\n")
    assert main(["rules", "chess"]) == 2
