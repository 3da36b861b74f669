"""The benchmarks' table: what counts as met, and which parts there are."""

import re
from pathlib import Path

import pytest

from benchmarks.__main__ import PARTS, main
from benchmarks.balance_connect_four import both_ways
from benchmarks.balance_monster_hex import declined_games, play
from benchmarks.rows import HEADINGS, Row, line

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    ("row", "met"),
    [
        (Row("a", "1 ms"), None),
        (Row("a", "1 ms", figure=1.0, unit="ms"), None),
        (Row("a", "1 ms", figure=5.0, at_most=5.0), True),
        (Row("a", "1 ms", figure=5.1, at_most=5.0), False),
        (Row("a", "1 ms", figure=3.0, at_least=3.0), True),
        (Row("a", "1 ms", figure=2.9, at_least=3.0), False),
    ],
)
def test_an_aim_is_met_up_to_its_limit_and_not_beyond(row: Row, met: bool | None) -> None:
    assert row.met is met


def test_a_line_tells_figure_and_aim_in_the_same_unit() -> None:
    cells = [cell.strip() for cell in line(Row("a", "7 ms", "4 ms", 1.75, "×", at_most=1.5).cells()).split("|")[1:-1]]

    assert dict(zip(HEADINGS, cells, strict=True)) == {
        "what": "a",
        "measured": "7 ms",
        "reference": "4 ms",
        "figure": "1.75 ×",
        "aim": "≤ 1.5 ×",
        "met": "no",
    }


def test_an_unknown_part_is_refused_with_those_that_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["nonsense"]) == 2
    said = capsys.readouterr().err
    assert [name for name in PARTS if name not in said] == []


def test_every_part_is_told_in_the_document() -> None:
    told = re.findall(r"^\| `(\w+)` \|", (ROOT / "docs/performance.md").read_text(), re.MULTILINE)

    assert told == list(PARTS)


def test_a_game_and_the_same_with_sides_exchanged_have_one_roll_off() -> None:
    options = {"size": "brawl", "points": 300}
    one, other = both_ways(options, ("vampire", "demon"), "a seed")

    assert [*both_ways(options, ("vampire", "demon"), "a seed")] == [one, other]
    assert (one.classes, one.kinds) == (other.classes[::-1], other.kinds[::-1])
    assert one.first == other.first


def test_only_who_is_given_an_ability_uses_it() -> None:
    used, declined = (play(("yellow", "red"), (one, None), "a seed", abilities=True) for one in ("scheme", None))

    assert [len(cards) > 0 for cards in used.cards] == [True, False]
    assert declined.cards == ((), ())


def test_a_game_against_decliners_is_the_same_again_and_one_victory() -> None:
    games = declined_games(2, "scheme", 2)

    assert declined_games(2, "scheme", 2) == games
    assert [game.abilities for game in games] == [("scheme", None)] * 2
    assert {*games[0].factions} != {*games[1].factions}
    assert [sum(game.won(seat) for seat in range(2)) for game in games] == [pytest.approx(1)] * 2
