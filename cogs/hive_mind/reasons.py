"""The reason for a suggested shape: what its hexes hold by the player's clues, and how much its own clue tells."""

from collections.abc import Sequence

from cogs.hive_mind import phrases
from engine.hive_mind.board import LETTERS, SHAPE_INDEX, SHAPES
from engine.hive_mind.evaluation import count_left_layouts, expected_value
from engine.hive_mind.posterior import count_layouts, known_hints
from engine.hive_mind.preview import has_useful_clue
from engine.hive_mind.view import View
from language.messages import _, format_number, format_percentage, list_and, ngettext
from tables.viewer import TableView


def explain(table: TableView, actions: Sequence[str]) -> str:
    """Return the reasons for the proposed shapes, one line a hive; empty if no shape is proposed."""
    view: View = table.view
    proposed = {name: letters for name, _, letters in (action.partition(":") for action in actions)}
    told: list[str] = []
    for number, hive in enumerate(view.hives):
        letters = proposed.get(hive.name, "")
        reason = _explain_shape(view, number, letters) if view.phase == "round" and letters in SHAPE_INDEX else ""
        if reason:
            told.append(f"**{phrases.hive_name(hive.name)}:** {reason}" if len(view.hives) > 1 else reason)
    return "\n".join(told)


def _explain_shape(view: View, number: int, letters: str) -> str:
    hive = view.hives[number]
    share = format_percentage(100 * _expect_ruled_out(view, number, letters))
    if hive.round == 1:
        return _("Its clue rules out about {share} of the possible hives.", share=share)
    points = _explain_points(view, number, letters)
    if not has_useful_clue(view, hive.name) or not SHAPES[SHAPE_INDEX[letters]].looks:
        return points
    clue = _("Its clue rules out about {share} of the hives left.", share=share)
    return f"{points} {clue}"


def _expect_ruled_out(view: View, number: int, letters: str) -> float:
    """Return the share of the hives possible by the viewer's clues that a shape's clue rules out on average."""
    hints = known_hints(view)[number]
    return 1 - count_left_layouts(hints, SHAPE_INDEX[letters]) / count_layouts(hints)[0]


def _explain_points(view: View, number: int, letters: str) -> str:
    """Return what a shape's hexes hold by the viewer's clues, and which of them have paid nobody before."""
    hive, hints = view.hives[number], known_hints(view)[number]
    full = [letter for letter in letters if letter not in hive.cleared]
    if not full:
        return _("All its hexes are paid out, so it brings no points.")
    held = sum(expected_value(hints, LETTERS.index(letter)) for letter in full)
    reason = ngettext(
        "{hexes} holds about {points} by your clues.",
        "{hexes} hold about {points} by your clues.",
        len(full),
        hexes=list_and(full),
        points=format_number(held, 1),
    )
    own = view.own.hives[number].hints if view.own is not None else ()
    # round 1 never pays, so being unpaid there is no reason (HM-8)
    laid = "".join(hint.shape.letters for hint in own if hint.round > 1)
    again = [letter for letter in full if letter in laid]
    if not again:
        return reason
    before = _("You laid on {hexes} before: nobody was paid.", hexes=list_and(again))
    return f"{reason} {before}"
