"""The winners of a game of Hex Battle Wars and the reason, in a sentence (HBW-22, HBW-25, HBW-26).

Names come escaped.
"""

from collections.abc import Sequence

from engine.core import Outcome
from engine.hex_battle_wars.view import View
from tables.texts import and_list


def sentence(view: View, outcome: Outcome, names: Sequence[str]) -> str:
    """The winners with the health that is left to them, and what decided."""
    if not outcome.winners:
        return "Nobody wins: everybody has left the game."
    first, *others = outcome.winners
    who = and_list([names[seat] for seat in outcome.winners])
    if outcome.reason == "forfeit":
        return f"{who} wins: everybody else has left the game."
    left = health(view, first)
    if outcome.reason == "last":
        return f"{who} wins as the last one standing, with {left} HP left."
    if others:
        return f"{who} share the victory with {left} HP each after round {view.round}, the last."
    return f"{who} wins with {left} HP after round {view.round}, the last{_ahead(view, first, names)}."


def health(view: View, seat: int) -> int:
    """The health of all living pieces of a seat."""
    return 0 if view.seats[seat].forfeited else sum(piece.hp for piece in view.seats[seat].pieces)


def _ahead(view: View, winner: int, names: Sequence[str]) -> str:
    others = {seat: health(view, seat) for seat in range(len(view.seats)) if seat != winner}
    best = max(others.values())
    next_best = and_list([names[seat] for seat, left in others.items() if left == best])
    return f": {health(view, winner) - best} more than {next_best}" if best else ""
