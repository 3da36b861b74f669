"""Whole games of Monster Hex played from the alt texts of pictures alone.

`tests/by_text/` plays from the text boards.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

import pytest

from engine.core import CHANCE, SPECTATOR
from engine.games import game_type
from engine.monster_hex.view import View
from render import painter, text
from render.picture import ALT_LIMIT
from tests.kits.walks import equal_outcomes
from tests.render import monster_hex_samples as samples

PAINT = painter("monster_hex")
WIDE = ("W" * 32, "Ж" * 32, "漢" * 32, "m" * 32)
# A hex is six characters wide on the map; rows are two lines apart and shifted by half a hex.
STEPS = ((0, 6), (1, 3), (1, -3), (0, -6), (-1, -3), (-1, 3))


@dataclass(frozen=True)
class Read:
    """The public board, as read from a text."""

    free: tuple[str, ...]
    start: tuple[str, ...]
    powers: Mapping[str, str]
    mover: str
    values: tuple[int, ...]


def neighbours(told: str) -> dict[str, tuple[str | None, ...]]:
    """Return the neighbours of each hex of a plain-text map by edge, clockwise from E."""
    at = {place: label for label, place, _ in hexes(told)}
    return {
        label: tuple(at.get((row + down, column + across)) for down, across in STEPS)
        for (row, column), label in at.items()
    }


def hexes(told: str) -> Iterator[tuple[str, tuple[int, int], str]]:
    """Yield the hexes of a plain-text map: label, row and column, and content."""
    lines = told.split("\n\n")[1].split("\n")
    for row, (labels, pieces) in enumerate(zip(lines[::2], lines[1::2], strict=True)):
        for found in re.finditer(r"\S+", labels):
            yield found[0], (row, found.start()), pieces[found.start() : found.start() + 6].strip()


def read_alt(view: View, labels: Sequence[str]) -> Read:
    """Read the board from the alt text of its picture."""
    told = PAINT.board(view, labels).alt
    assert len(told) <= ALT_LIMIT
    assert not told.endswith(text.ELLIPSIS)
    start = listed(told, "Free start hexes")
    return Read(
        free=(*listed(told, "Free"), *start),
        start=start,
        powers=dict(re.findall(r"(\w\d) [A-Z][a-z]+ (\d{6})\b", told)),
        mover=mover(told),
        values=values(told),
    )


def listed(told: str, word: str) -> tuple[str, ...]:
    """Return the hexes listed in the sentence that begins with a word."""
    found = re.search(rf"{word}: ([\w ]+)\.", told)
    return tuple(found[1].split()) if found else ()


def mover(told: str) -> str:
    """Return the faction that must act."""
    (faction,) = re.findall(r"\((\w+)\) \d+, to (?:place|choose)", told)
    return faction


def values(told: str) -> tuple[int, ...]:
    """Return the values to pick from, empty if there is nothing to pick."""
    asked = re.search(r"([\w ]+): \d or \d", told)
    if asked is None:
        return ()
    stone = re.search(rf"{asked[1].strip()} \w\d ([a-z]+) (\d) ([a-z]+) (\d)", told)
    assert stone is not None
    return int(stone[2]), int(stone[4])


def hand_in_alt(view: View) -> dict[str, str]:
    """Return the ids of the hand's tiles and their powers, read from its alt text, which has their names."""
    ids = {tile.name: tile.id for tile in samples.tiles()}
    told = re.findall(r"(\w+), rank \w, (\d{6}):", PAINT.hand(view, WIDE).alt)
    return {ids[name]: powers for name, powers in told}


def possible(board: Read, hand: Mapping[str, str], beside: Mapping[str, tuple[str | None, ...]]) -> set[str]:
    """Return all moves that the rules allow, computed from the texts (MH-5, MH-6, MH-10)."""
    if board.values:
        return {f"take {value}" for value in board.values}
    turned = [
        (tile, turn, powers[6 - turn :] + powers[: 6 - turn]) for tile, powers in hand.items() for turn in range(6)
    ]
    matching = {
        f"place {tile} {label} {turn}"
        for label in board.free
        for tile, turn, powers in turned
        for edge, other in enumerate(beside[label])
        if other is not None and other in board.powers and powers[edge] == board.powers[other][(edge + 3) % 6]
    }
    return matching or {
        f"place {tile} {label} {turn}" for label in board.start or board.free for tile, turn, _ in turned
    }


@pytest.mark.parametrize(("seats", "labels"), [(3, samples.NAMES), (4, WIDE)], ids=["names", "wide names"])
def test_a_game_is_played_from_alt_texts_alone(seats: int, labels: Sequence[str]) -> None:
    rules = game_type("monster_hex").rules(seats, game_type("monster_hex").options(seats, {}))
    rng, state, moves = Random(seats), rules.initial_state(), 0
    # The hexes never move, so the first map is enough.
    beside = neighbours(PAINT.text(rules.view(state, SPECTATOR), labels))
    while actors := rules.actors(state):
        (actor,) = actors
        if actor == CHANCE:
            action = rng.choice(equal_outcomes(rules, state))
        else:
            view = rules.view(state, actor)
            board = read_alt(view, labels[:seats])
            found = possible(board, hand_in_alt(view), beside)

            assert board.mover == view.seats[actor].faction
            assert found == {rules.format_action(legal) for legal in rules.legal_actions(state, actor)}
            action = rules.parse_action(rng.choice(sorted(found)))
            moves += 1
        state = rules.apply(state, actor, action).state

    assert moves >= {3: 30, 4: 32}[seats]
