"""The reason for a suggested shape: what the player's clues say about its hexes, or how much its own clue tells."""

from collections.abc import Sequence

from cogs.hive_mind import phrases
from engine.core import join_and
from engine.hive_mind.board import LETTERS, SHAPE_INDEX
from engine.hive_mind.evaluation import count_left_layouts, expected_value
from engine.hive_mind.posterior import all_layouts, known_hints
from engine.hive_mind.view import View
from render.text import pluralize
from tables.viewer import TableView

USUAL = 22 / 12
"""The average starting value of a hex: five 1s, four 2s and three 3s (HM-2)."""


def explain(table: TableView, actions: Sequence[str]) -> str:
    """Return the reasons for the proposed shapes, one line a hive; empty if no shape is proposed."""
    view: View = table.view
    proposed = {name: letters for name, _, letters in (action.partition(":") for action in actions)}
    told: list[str] = []
    for number, hive in enumerate(view.hives):
        letters = proposed.get(hive.name, "")
        reason = _explain_shape(view, number, letters) if view.phase == "round" and letters in SHAPE_INDEX else ""
        if reason:
            told.append(f"{phrases.hive_name(hive.name)}. {reason}" if len(view.hives) > 1 else reason)
    return "\n".join(told)


def _explain_shape(view: View, number: int, letters: str) -> str:
    hive, hints = view.hives[number], known_hints(view)[number]
    if hive.round == 1:
        left = round(count_left_layouts(hints, SHAPE_INDEX[letters]))
        return f"After its clue, about {left:,} of {all_layouts().bit_count():,} possible hives are left."
    scoring = [letter for letter in letters if letter not in hive.cleared]
    held, usual = sum(expected_value(hints, LETTERS.index(letter)) for letter in scoring), USUAL * len(scoring)
    if held <= usual:
        return ""
    hexes = pluralize(len(scoring), "hex")
    return f"By your clues, {join_and(scoring)} hold {held:.1f} on average; {hexes} usually hold {usual:.1f}."
