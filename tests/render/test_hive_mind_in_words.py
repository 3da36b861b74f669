"""A match of Hive Mind played from the alt texts of pictures and the rule book alone.

`tests/by_text/` plays from the text boards.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random
from typing import NamedTuple

import pytest

from engine.core import CHANCE
from engine.games import game_type
from engine.hive_mind.view import View
from render.hive_mind import PAINTER
from tests.kits.walks import equal_outcomes
from tests.render.hive_mind_samples import LONG, NAMES


class Read(NamedTuple):
    """The state of a submission, as read from its alt text.

    It has the hives without a shape and the kinds possible there, the Doubles and Blocks that may be added, and whether
    values or totals may be guessed.
    """

    kinds: Mapping[str, tuple[str, ...]]
    missing: tuple[str, ...]
    added: frozenset[str]
    guesses: bool
    totals: bool


def rows(told: str) -> list[str]:
    """Return the rows of the first hive's map, reduced to letters in their columns."""
    block = next(block for block in told.split("\n\n") if re.search(r"^ +A", block, re.MULTILINE))
    return [re.sub(r"[^A-L ]", " ", line) for line in block.split("\n")[1:5]]


def shapes(told: str) -> dict[str, list[str]]:
    """Return all shapes by kind, computed from the map (HM-3).

    Neighbours are four columns apart, or two columns in the next row.
    """
    at = {
        letter: (row, column)
        for row, line in enumerate(rows(told))
        for column, letter in enumerate(line)
        if letter > " "
    }

    def touch(one: str, other: str) -> bool:
        down, across = abs(at[one][0] - at[other][0]), abs(at[one][1] - at[other][1])
        return (down, across) in ((0, 4), (1, 2))

    found: dict[str, list[str]] = {"tri": [], "arc": [], "line": []}
    for three in combinations(sorted(at), 3):
        touching = [pair for pair in combinations(three, 2) if touch(*pair)]
        if len(touching) == 3:
            found["tri"].append("".join(three))
        elif len(touching) == 2:
            (apart,) = [pair for pair in combinations(three, 2) if pair not in touching]
            (middle,) = set(three) - set(apart)
            straight = all(at[apart[0]][axis] + at[apart[1]][axis] == 2 * at[middle][axis] for axis in (0, 1))
            found["line" if straight else "arc"].append("".join(three))
    return found


def notation(name: str) -> str:
    """Return a hive's name in the notation."""
    return name.removeprefix("Hive ").lower()


def parse_added(told: str) -> frozenset[str]:
    """Return the Doubles and Blocks that may be added."""
    return frozenset(
        f"{what.lower()}:{notation(hive)}"
        for what, hives in re.findall(r"(Double|Block) possible on ([^.]*?)(?:, \d+ garnets?)?\.", told)
        for hive in re.split(r", | or ", hives)
    )


def kinds(told: str) -> tuple[str, ...]:
    """Return the listed kinds in lower case."""
    return tuple(kind.lower() for kind in re.split(r", | or ", told))


def read_alt(view: View, labels: Sequence[str]) -> Read:
    """Read the submission from the alt text of its picture."""
    told = PAINTER.hand(view, labels).alt
    lacking = re.findall(r"(Hive \d|[A-Z]\w+): no shape yet \(possible: ([^)]*)\)", told)
    possible = {notation(name): kinds(rest) for name, rest in lacking}
    return Read(possible, tuple(possible), parse_added(told), "Values guessed" in told, "Totals guessed" in told)


@pytest.mark.parametrize(("edition", "labels"), [("recharged", NAMES), ("tempo", LONG), ("gauntlet", LONG)])
def test_a_match_is_played_from_alt_texts_alone(edition: str, labels: Sequence[str]) -> None:
    rules = game_type("hive_mind").rules(3, {"edition": edition})
    rng, state, moves = Random(5), rules.initial_state(), 0
    all_shapes = shapes(PAINTER.text(rules.view(state, 0), labels))
    while actors := rules.actors(state):
        actor = rng.choice(actors)
        view = rules.view(state, actor)
        legal = [rules.format_action(each) for each in rules.legal_actions(state, actor)]
        if actor == CHANCE or view.phase == "choice":
            action = rng.choice(equal_outcomes(rules, state) if actor == CHANCE else legal)
            state = rules.apply(state, actor, action if actor == CHANCE else rules.parse_action(action)).state
            continue
        told = read_alt(view, labels[:3])
        possible = {
            f"{hive}:{letters}" for hive in told.missing for kind in told.kinds[hive] for letters in all_shapes[kind]
        }
        finished = not told.missing
        if view.phase == "round":
            assert possible | told.added | ({"ready"} if finished else set()) == set(legal)
            assert told.guesses == (view.round % 3 == 0)
        else:
            assert told.totals
        choices = sorted(possible) or ["ready"]
        if told.added and rng.random() < 0.5:
            choices = sorted(told.added)
        state = rules.apply(state, actor, rules.parse_action(rng.choice(choices))).state
        moves += 1

    assert moves >= 3 * 12


def test_the_map_has_all_the_shapes_of_the_rule_book() -> None:
    """HM-3: 13 Tri, 30 Arc, 12 Line."""
    rules = game_type("hive_mind").rules(3, {})
    found = shapes(PAINTER.text(rules.view(rules.initial_state(), 0), NAMES))

    assert {kind: len(every) for kind, every in found.items()} == {"tri": 13, "arc": 30, "line": 12}
    assert {"ADE", "BEF"} <= set(found["tri"])
    assert {"HKL", "EIJ"} <= set(found["arc"])
    assert {"CFI", "HIJ", "ABC"} <= set(found["line"])
