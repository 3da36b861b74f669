"""Who has won a game of Connect Four and why, in a sentence (CF-16, CF-18). Names come escaped."""

from collections.abc import Sequence

from engine.connect_four.view import View
from engine.core import Outcome


def sentence(view: View, outcome: Outcome, names: Sequence[str]) -> str:
    """The winner and what decided; for a draw, what was level."""
    if not outcome.winners:
        return _draw(view)
    (winner,) = outcome.winners
    name, own, other = names[winner], view.seats[winner], view.seats[1 - winner]
    kills = f"{own.kill_points} to {other.kill_points}"
    match outcome.reason:
        case "four":
            return f"{name} wins with four in a row: {' '.join(own.four or ())}."
        case "double_four" if own.four_points != other.four_points:
            values = f"{own.four_points} to {other.four_points} points"
            return f"Both have four in a row. {name} wins with the cheaper one: {values}."
        case "double_four":
            return f"Both have four in a row, worth the same. {name} wins by kill points, {kills}."
        case "kill_points":
            return f"Nobody can go on. {name} wins by kill points, {kills}."
        case _:
            return f"{name} wins: {names[1 - winner]} has left the game."


def _draw(view: View) -> str:
    level = f"{view.seats[0].kill_points} kill points each"
    if view.reason == "double_four":
        return f"A draw: both have four in a row, worth the same, and {level}."
    return f"A draw: nobody can go on, with {level}."
