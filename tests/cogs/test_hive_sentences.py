"""The end of a Hive Mind match in words: the winner, the points, and the tie-break."""

from types import SimpleNamespace
from typing import Any

import pytest

from cogs.hive_mind.sentences import card_sentences, sentences
from engine.hive_mind.events import BlockersTold, DoublersTold, HiveAnnounced, StandingFound, TokenGiven
from engine.hive_mind.view import Announcement, Kinds, Standing

NAMES = ("Ann", "Ben", "Cleo")


def view_with(*points: int) -> Any:
    """Return the part of a view that the sentences read."""
    seats = [SimpleNamespace(points=total) for total in points]
    return SimpleNamespace(scores=SimpleNamespace(seats=seats), parameters=SimpleNamespace(shapes_only=False))


def standing(**changed: Any) -> Standing:
    found = {
        "winner": 1,
        "winner_by": "points",
        "second_winner": None,
        "second_by": "nothing",
        "candidates": (0,),
        "candidate_by": "points",
        "decider": None,
    }
    return Standing(**(found | changed))


@pytest.mark.parametrize(
    ("points", "changed", "text"),
    [
        ((9, 24, 12), {}, "Ben wins with 24 points."),
        (
            (9, 24, 24),
            {"winner_by": "threes"},
            "Ben and Cleo are tied at 24. Ben wins with more points on 3s.",
        ),
        ((9, 24, 24), {"winner": None}, "Nobody wins: the lead is tied, and so is every tie-break."),
        (
            (9, 24, 9),
            {"candidate_by": "twos"},
            "Ben wins with 24 points. The last place is a tie, decided by fewer points on 2s.",
        ),
        (
            (9, 24, 9),
            {"candidates": (0, 2), "decider": 1},
            "Ben wins with 24 points. Ann and Cleo are tied for the last place. Ben chooses.",
        ),
    ],
)
def test_the_end_says_who_won_and_why(points: tuple[int, ...], changed: dict[str, Any], text: str) -> None:
    assert sentences(view_with(*points), [StandingFound(standing(**changed))], NAMES) == [text]


@pytest.mark.parametrize(
    ("number", "cleared", "text"),
    [
        (1, "", "**Charge**, round 1: 1 Tri, 2 Arcs."),
        (2, "ABF", "**Charge**, round 2: 1 Tri, 2 Arcs. A B F are paid out."),
        (3, "A", "**Charge**, round 3: 1 Tri, 2 Arcs. A is paid out."),
        (3, "", "**Charge**, round 3: 1 Tri, 2 Arcs. No hex is paid out."),
    ],
)
def test_a_round_says_what_was_played_and_paid_out(number: int, cleared: str, text: str) -> None:
    announcement = Announcement(Kinds(1, 2, 0), (0,) * 12, cleared, ())

    assert sentences(view_with(), [HiveAnnounced("charge", number, announcement)], NAMES) == [text]


def test_a_card_says_a_round_of_all_hives_in_a_line() -> None:
    def announced(number: int, cleared: str) -> list[HiveAnnounced]:
        told = Announcement(Kinds(1, 2, 0), (0,) * 12, cleared, ())
        return [HiveAnnounced(hive, number, told) for hive in ("charge", "zero")]

    doubles = [DoublersTold("charge", (0, 2)), DoublersTold("zero", (1,))]
    blocks = [BlockersTold("charge", ()), BlockersTold("zero", (2,))]

    assert card_sentences(view_with(), announced(1, ""), NAMES) == [
        "Round 1 is over: everybody has a clue. Round 2 adds Double and Block."
    ]
    assert card_sentences(view_with(), [*announced(2, "AB"), *doubles, *blocks], NAMES) == [
        "Round 2 is over. Paid out: Charge A B, Zero A B.",
        "Double in round 3: Ann and Cleo on Charge, Ben on Zero.",
        "Block: Cleo on Zero.",
    ]
    assert card_sentences(view_with(), announced(3, "")[:1], NAMES) == ["Round 3 on Charge is over. Paid out: nothing."]


@pytest.mark.parametrize(
    ("to", "text"), [(None, "Ben keeps both Tokens of Life."), (2, "Ben gives a Token of Life to Cleo.")]
)
def test_the_winner_gives_a_token_of_life_or_keeps_both(to: int | None, text: str) -> None:
    assert sentences(view_with(), [TokenGiven(1, to)], NAMES) == [text]
