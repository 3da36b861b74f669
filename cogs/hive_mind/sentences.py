"""Hive Mind's events and verdict as sentences. The names passed in must already be escaped."""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from cogs.hive_mind.phrases import format_kinds, hive_name
from cogs.ui.kit import emojis
from engine.core import Outcome, join_and
from engine.hive_mind import events
from engine.hive_mind.view import Scores, Standing, View
from render.hive_mind.results import TIE_BREAKS, count_feats, runner_up
from render.text import pluralize


def sentences(view: View, happened: Sequence[Any], names: Sequence[str]) -> list[str]:
    """Return the events as sentences, newest last.

    Events about players being ready are left out, since the card shows which players are ready.
    """
    lines: list[str] = []
    for event in happened:
        describe = _DESCRIBERS.get(type(event))
        sentence = None if describe is None else describe(view, event, names)
        if sentence:
            lines.append(sentence)
    return lines


CARD_LINES = 3
"""The maximum number of sentences on a card, so that the board stays in sight on a phone."""
_DECIDED = {
    "feats": "feats",
    "threes": "points on 3s",
    "twos": "points on 2s",
    "guesses": "points from guesses",
}
"""By value of a Standing's `winner_by`, `second_by` or `candidate_by`: the words for the tie-break."""


def _describe_announcement(view: View, event: events.HiveAnnounced, names: Sequence[str]) -> str:
    told = event.announcement
    where = (
        f"**Round {event.round}**"
        if view.parameters.shapes_only
        else f"**{hive_name(event.hive)}**, round {event.round}"
    )
    start = f"{where}: {format_kinds(told.shapes)}."
    if event.round == 1:
        return start
    if not told.cleared:
        return f"{start} No hex is paid out."
    return f"{start} {' '.join(told.cleared)} {'is' if len(told.cleared) == 1 else 'are'} paid out."


def _describe_doublers(view: View, event: events.DoublersTold, names: Sequence[str]) -> str | None:
    if not event.seats:
        return None
    who = join_and([names[seat] for seat in event.seats])
    does = "doubles" if len(event.seats) == 1 else "double"
    return emojis.prefix_emoji("double", f"{who} {does} on {hive_name(event.hive)} in round 3.")


def _describe_blockers(view: View, event: events.BlockersTold, names: Sequence[str]) -> str | None:
    if not event.seats:
        return None
    who = join_and([names[seat] for seat in event.seats])
    return emojis.prefix_emoji("block", f"{who} blocked on {hive_name(event.hive)}.")


def _describe_timeout(view: View, event: events.TimeRanOut, names: Sequence[str]) -> str:
    who = join_and([names[seat] for seat in event.seats])
    return f"The round closed without waiting for {who}. Their choices so far count."


def _describe_question(view: View, event: events.TotalsAsked, names: Sequence[str]) -> str:
    return "Now everybody may guess how many points the others have."


def _standing(view: View, event: events.StandingFound, names: Sequence[str]) -> str:
    return " ".join([_victory(view, event.standing, names), *_describe_tokens_and_last(event.standing, names)])


def _describe_tokens_and_last(found: Standing, names: Sequence[str]) -> list[str]:
    lines: list[str] = []
    if found.second_winner is not None:
        tie = f", on a tie by fewer {_DECIDED[found.second_by]}" if found.second_by in ("threes", "twos") else ""
        token = emojis.prefix_emoji("token_of_life", "Token of Life")
        lines.append(f"{names[found.second_winner]} wins the {token} for feats{tie}.")
    if len(found.candidates) > 1:
        tied = join_and([names[seat] for seat in found.candidates])
        who = "Chance decides" if found.decider is None else f"{names[found.decider]} chooses"
        lines.append(f"{tied} are tied for the last place. {who}.")
    elif found.candidates and found.candidate_by in ("threes", "twos"):
        lines.append(f"The last place is a tie, decided by fewer {_DECIDED[found.candidate_by]}.")
    return lines


def _victory(view: View, found: Standing, names: Sequence[str]) -> str:
    """Describe the winner by points, and the tie-break if the most points were tied."""
    points = [seat.points for seat in view.scores.seats] if view.scores is not None else []
    if found.winner is None:
        return "Nobody wins: the lead is tied, and so is every tie-break."
    if not points:
        return f"{names[found.winner]} wins."
    won = points[found.winner]
    if found.winner_by not in _DECIDED:
        return f"{names[found.winner]} wins with {won} points."
    tied = [name for name, total in zip(names, points, strict=True) if total == won]
    return f"{join_and(tied)} are tied at {won}. {names[found.winner]} wins with more {_DECIDED[found.winner_by]}."


def _describe_gift(view: View, event: events.TokenGiven, names: Sequence[str]) -> str:
    if event.to is None:
        return f"{names[event.seat]} keeps both {emojis.prefix_emoji('token_of_life', 'Tokens of Life')}."
    token = emojis.prefix_emoji("token_of_life", "Token of Life")
    return f"{names[event.seat]} gives a {token} to {names[event.to]}."


def _candidate(view: View, event: events.CandidateFound, names: Sequence[str]) -> str:
    by = "" if event.by is None else f": {names[event.by]} chose"
    return f"{names[event.seat]} is last{by}."


def _describe_leaving(view: View, event: events.SeatForfeited, names: Sequence[str]) -> str:
    return f"{names[event.seat]} has left the game."


_DESCRIBERS: dict[type, Callable[[View, Any, Sequence[str]], str | None]] = {
    events.HiveAnnounced: _describe_announcement,
    events.DoublersTold: _describe_doublers,
    events.BlockersTold: _describe_blockers,
    events.TimeRanOut: _describe_timeout,
    events.TotalsAsked: _describe_question,
    events.StandingFound: _standing,
    events.TokenGiven: _describe_gift,
    events.CandidateFound: _candidate,
    events.SeatForfeited: _describe_leaving,
}


# On cards


def card_sentences(view: View, happened: Sequence[Any], names: Sequence[str]) -> list[str]:
    """Return the events as at most `CARD_LINES` sentences for a card, whose picture shows the kinds.

    All hives of a round share a line. Players whose time ran out come last.
    """
    told = [event for event in happened if type(event) in _DESCRIBERS]
    told.sort(key=lambda event: isinstance(event, events.TimeRanOut))
    lines: list[str] = []
    for (kind, _), group in groupby(told, lambda event: (type(event), getattr(event, "round", 0))):
        together = [*group]
        if kind is events.HiveAnnounced:
            lines.append(_sum_up_round(view, together))
        elif kind in _ABILITIES:
            lines += _sum_up_ability(_ABILITIES[kind], together, names)
        else:
            lines += sentences(view, together, names)
    return lines[:CARD_LINES]


def _sum_up_round(view: View, announced: Sequence[events.HiveAnnounced]) -> str:
    """Sum up a round: the hexes paid out, or after round 1 the new choices of round 2 (HM-13)."""
    first = announced[0]
    over = (
        f"Round {first.round} is over"
        if len(announced) > 1 or view.parameters.shapes_only
        else f"Round {first.round} on {hive_name(first.hive)} is over"
    )
    if first.round == 1:
        added = "" if view.parameters.shapes_only else " Round 2 adds Double and Block."
        return f"{over}: everybody has a clue.{added}"
    paid = [(hive_name(each.hive), " ".join(each.announcement.cleared) or "nothing") for each in announced]
    told = ", ".join(f"{name} {hexes}" for name, hexes in paid) if len(paid) > 1 else paid[0][1]
    return f"{over}. Paid out: {told}."


_ABILITIES = {events.DoublersTold: "double", events.BlockersTold: "block"}


def _sum_up_ability(
    ability: str, told: Sequence[events.DoublersTold | events.BlockersTold], names: Sequence[str]
) -> list[str]:
    """Return a line that says who has an ability on which hives; none if nobody has it."""
    who = [f"{join_and([names[seat] for seat in each.seats])} on {hive_name(each.hive)}" for each in told if each.seats]
    when = " in round 3" if ability == "double" else ""
    return [emojis.prefix_emoji(ability, f"{ability.capitalize()}{when}: {', '.join(who)}.")] if who else []


# The verdict


def verdict(view: View, outcome: Outcome, names: Sequence[str]) -> str:
    """Describe the winners in one sentence: their points or feats, their lead, and the tie-break."""
    found, scores = view.standing, view.scores
    if found is None or scores is None or not outcome.winners:
        if scores is None or outcome.reason == "forfeit":
            return "Nobody wins: everybody has left."
        playing = [seat for seat, each in enumerate(view.seats) if not each.forfeited]
        most = max(scores.seats[seat].points for seat in playing)
        first = join_and([names[seat] for seat in playing if scores.seats[seat].points == most])
        return f"Nobody wins: {first} have {pluralize(most, 'point')} each, and no tie-break decides."
    if found.winner is None:
        (winner,) = outcome.winners
        done = _format_feats(scores, winner)
        return f"{names[winner]} wins with {done}: the points are level, and so is every tie-break."
    points = pluralize(scores.seats[found.winner].points, "point")
    if found.second_winner not in (None, found.winner):
        second = found.second_winner or 0
        both = join_and([names[seat] for seat in outcome.winners])
        won = f"{names[found.winner]} with {points}, {names[second]} with {_format_feats(scores, second)}"
        return f"{both} win a Token of Life each: {won}."
    return f"{names[found.winner]} wins with {points}{_compare(view, scores, found, found.winner, names)}."


def _compare(view: View, scores: Scores, found: Standing, winner: int, names: Sequence[str]) -> str:
    """Format the winner's lead in points over the runner-up, or the tie-break if their points are equal."""
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
        return f", {own.points - other.points} more than {join_and(level)}"
    words, field = TIE_BREAKS[found.winner_by]
    return (
        f", level with {names[rival]}: {words[:1].lower()}{words[1:]}, {getattr(own, field)} to {getattr(other, field)}"
    )


def _format_feats(scores: Scores, seat: int) -> str:
    return pluralize(count_feats(scores.seats[seat]), "feat")
