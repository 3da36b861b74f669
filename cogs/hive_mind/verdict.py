"""Who has won a match of Hive Mind and by how much, in a sentence (HM-19 to HM-24). Names come escaped."""

from collections.abc import Sequence

from engine.core import Outcome
from engine.hive_mind.view import Scores, Standing, View
from render.hive_mind.results import TIE_BREAKS, feats, runner_up
from render.text import pluralize
from tables.texts import and_list


def sentence(view: View, outcome: Outcome, names: Sequence[str]) -> str:
    """The winners with their points or feats, how far ahead they are, and what broke a tie."""
    found, scores = view.standing, view.scores
    if found is None or scores is None or not outcome.winners:
        left = outcome.reason == "forfeit"
        return f"Nobody wins: {'everybody has left' if left else 'the points are level, and so is every tie-break'}."
    if found.winner is None:
        (winner,) = outcome.winners
        done = _feats(scores, winner)
        return f"{names[winner]} wins with {done}: the points are level, and so is every tie-break."
    points = pluralize(scores.seats[found.winner].points, "point")
    if found.second_winner not in (None, found.winner):
        second = found.second_winner or 0
        both = and_list([names[seat] for seat in outcome.winners])
        won = f"{names[found.winner]} with {points}, {names[second]} with {_feats(scores, second)}"
        return f"{both} win a Token of Life each: {won}."
    return f"{names[found.winner]} wins with {points}{_compared(view, scores, found, found.winner, names)}."


def _compared(view: View, scores: Scores, found: Standing, winner: int, names: Sequence[str]) -> str:
    """How a winner's points compare with those of the next seat, and what broke a tie."""
    rival = runner_up(view, winner)
    if rival is None:
        return ": everybody else has left"
    own, other = scores.seats[winner], scores.seats[rival]
    if own.points > other.points:
        level = [
            name
            for name, seat, scored in zip(names, view.seats, scores.seats, strict=True)
            if scored.points == other.points and not seat.forfeited
        ]
        return f", {own.points - other.points} more than {and_list(level)}"
    words, field = TIE_BREAKS[found.winner_by]
    return (
        f", level with {names[rival]}: {words[:1].lower()}{words[1:]}, {getattr(own, field)} to {getattr(other, field)}"
    )


def _feats(scores: Scores, seat: int) -> str:
    return pluralize(feats(scores.seats[seat]), "feat")
