"""The turning point of a match: the scoring event in which the winner gained most over the runner-up."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.hive_mind.board import LETTERS
from engine.hive_mind.editions import ROUNDS
from engine.hive_mind.preview import parse_shape
from engine.hive_mind.view import View
from language.messages import _
from render.hive_mind import alt_text, results
from render.text import possessive


class Event(NamedTuple):
    """A scoring event of the winner.

    `words` describes it, `gain` is the number of points that it brought, and `lead` is that number less the points of
    the runner-up from the same source in the same round.
    """

    words: str
    gain: int
    lead: int


def turning_point(view: View, names: Sequence[str]) -> str:
    """Return the turning point as a text; an empty string if nobody has won by points or no event brought a lead."""
    winner = view.standing.winner if view.standing is not None else None
    if winner is None:
        return ""
    rival = results.runner_up(view, winner)
    found = max(_events(view, names, winner, rival), key=lambda event: (event.lead, event.gain), default=None)
    return f"{found.words}: +{found.gain}" if found is not None and found.lead > 0 else ""


def _events(view: View, names: Sequence[str], winner: int, rival: int | None) -> Iterator[Event]:
    scores = results.final_scores(view)
    for number, rounds in enumerate(scores.plays):
        for turn, plays in enumerate(rounds):
            mine, other = plays[winner], plays[rival] if rival is not None else None
            fields = {
                "number": _match_round(view, number, turn),
                "name": names[winner],
                "hive": alt_text.hive_name(view.hives[number].name),
            }
            for words, source in (
                (_describe_play(view, number, turn, winner, fields), "points"),
                (_("round {number}, {name} blocks on {hive}", **fields), "blocks"),
                (_("round {number}, {name} guess of {hive}", **fields), "guess"),
            ):
                gain = getattr(mine, source)
                yield Event(words, gain, gain - (getattr(other, source) if other is not None else 0))
    gain = results.totals(scores.seats[winner])
    lead = gain - (results.totals(scores.seats[rival]) if rival is not None else 0)
    if gain > 0:
        yield Event(_("{name}’s guess of totals", name=possessive(names[winner], "")), gain, lead)


def _match_round(view: View, number: int, turn: int) -> int:
    return turn + 1 + (ROUNDS * number if view.parameters.at_once == 1 else 0)


def _describe_play(view: View, number: int, turn: int, seat: int, fields: Mapping[str, object]) -> str:
    """Describe a seat's shape in a round of a hive; `fields` are the round, the seat's name and the hive's name.

    If the seat doubled hexes that it covered alone, these are named, otherwise the shape.
    """
    told = view.hives[number]
    shape = parse_shape(results.final_scores(view).plays[number][turn][seat].shape or "")
    if shape is None:
        return _("round {number}, {name} on {hive}", **fields)
    counts = told.rounds[turn].counts
    alone = [letter for letter in shape.letters if counts[LETTERS.index(letter)] == 1]
    earlier = "".join(announced.cleared for announced in told.rounds[:turn])
    alone = [letter for letter in alone if letter not in earlier]
    if turn == ROUNDS - 1 and alone and seat in (told.doublers or ()):
        hexes = " ".join(alone)
        return _("round {number}, {name} alone on {hive} {hexes}, doubled", hexes=hexes, **fields)
    played = alt_text.shape_name(shape)
    if len(view.hives) > 1:
        return _("round {number}, {name} with {shape} on {hive}", shape=played, **fields)
    return _("round {number}, {name} with {shape}", shape=played, **fields)
