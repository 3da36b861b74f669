"""Who has won a game of Monster Hex and by how much, in a sentence (MH-14, MH-22, MH-23). Names come escaped."""

from collections.abc import Sequence

from engine.core import Outcome
from engine.monster_hex.view import View
from render.text import pluralize
from tables.texts import and_list


def sentence(view: View, outcome: Outcome, names: Sequence[str]) -> str:
    """The winners with their points, how far ahead they are, and what broke a tie; alone, the score."""
    if len(view.seats) == 1:
        return _alone(view, outcome, names[0])
    if not outcome.winners:
        return "Nobody wins: everybody has left the game."
    first, *others = outcome.winners
    who = and_list([names[seat] for seat in outcome.winners])
    if outcome.reason == "forfeit":
        return f"{who} wins: everybody else has left the game."
    points = view.seats[first].score.points
    told = pluralize(points, "point")
    if others:
        return f"{who} share the victory with {told} each: none of them was first at the Demon King."
    best, rivals = _next(view, first)
    if not rivals:
        return f"{who} wins with {told}."
    next_best = and_list([names[seat] for seat in rivals])
    if points > best:
        return f"{who} wins with {told}, {points - best} more than {next_best}."
    return f"{who} wins with {told}, level with {next_best}: first at the Demon King."


def _alone(view: View, outcome: Outcome, name: str) -> str:
    """The score of somebody who played alone, which counts unless they left (MH-22, MH-23)."""
    if outcome.reason == "forfeit":
        return f"{name} has left, so this score doesn't count."
    return f"{name} scores {pluralize(view.seats[0].score.points, 'point')}."


def _next(view: View, winner: int) -> tuple[int, list[int]]:
    """The most points of the others who stayed, and who has them."""
    points = {seat: each.score.points for seat, each in enumerate(view.seats) if seat != winner and not each.forfeited}
    best = max(points.values(), default=0)
    return best, [seat for seat, each in points.items() if each == best]
