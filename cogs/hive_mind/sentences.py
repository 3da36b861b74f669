"""Hive Mind's events and verdict as sentences. The names passed in must already be escaped."""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from cogs.hive_mind.phrases import ABILITIES, format_kinds, hive_name
from cogs.ui.kit import emojis
from engine.core import Outcome
from engine.hive_mind import events
from engine.hive_mind.view import Scores, Standing, View
from language.messages import N_, _, list_and, ngettext
from render.hive_mind.results import TIE_BREAKS, count_feats, runner_up


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
_VICTORIES = {
    "threes": N_("{names} are tied at {points}. {winner} wins with more points on 3s."),
    "twos": N_("{names} are tied at {points}. {winner} wins with more points on 2s."),
    "guesses": N_("{names} are tied at {points}. {winner} wins with more points from guesses."),
}
"""By value of a Standing's `winner_by`, if it is a tie-break: the sentence about the winner."""
_SECOND_VICTORIES = {
    "threes": N_("{name} wins the {token} for feats, on a tie by fewer points on 3s."),
    "twos": N_("{name} wins the {token} for feats, on a tie by fewer points on 2s."),
}
"""The same by `second_by`."""
_LAST_PLACES = {
    "threes": N_("The last place is a tie, decided by fewer points on 3s."),
    "twos": N_("The last place is a tie, decided by fewer points on 2s."),
}
"""The same by `candidate_by`."""


def _describe_announcement(view: View, event: events.HiveAnnounced, names: Sequence[str]) -> str:
    told = event.announcement
    kinds = format_kinds(told.shapes)
    if view.parameters.shapes_only:
        start = _("**Round {number}**: {kinds}.", number=event.round, kinds=kinds)
    else:
        start = _("**{hive}**, round {number}: {kinds}.", hive=hive_name(event.hive), number=event.round, kinds=kinds)
    if event.round == 1:
        return start
    cleared, paid = " ".join(told.cleared), _("No hex is paid out.")
    if cleared:
        paid = ngettext("{hexes} is paid out.", "{hexes} are paid out.", len(told.cleared), hexes=cleared)
    return f"{start} {paid}"


def _describe_doublers(view: View, event: events.DoublersTold, names: Sequence[str]) -> str | None:
    if not event.seats:
        return None
    who = list_and([names[seat] for seat in event.seats])
    sentence = ngettext(
        "{names} doubles on {hive} in round 3.",
        "{names} double on {hive} in round 3.",
        len(event.seats),
        names=who,
        hive=hive_name(event.hive),
    )
    return emojis.prefix_emoji("double", sentence)


def _describe_blockers(view: View, event: events.BlockersTold, names: Sequence[str]) -> str | None:
    if not event.seats:
        return None
    sentence = ngettext(
        "{names} blocked on {hive}.",
        "{names} blocked on {hive}.",
        len(event.seats),
        names=list_and([names[seat] for seat in event.seats]),
        hive=hive_name(event.hive),
    )
    return emojis.prefix_emoji("block", sentence)


def _describe_timeout(view: View, event: events.TimeRanOut, names: Sequence[str]) -> str:
    who = list_and([names[seat] for seat in event.seats])
    return _("The round closed without waiting for {names}. Their choices so far count.", names=who)


def _describe_question(view: View, event: events.TotalsAsked, names: Sequence[str]) -> str:
    return _("Now everybody may guess how many points the others have.")


def _standing(view: View, event: events.StandingFound, names: Sequence[str]) -> str:
    return " ".join([_victory(view, event.standing, names), *_describe_tokens_and_last(event.standing, names)])


def _describe_tokens_and_last(found: Standing, names: Sequence[str]) -> list[str]:
    lines: list[str] = []
    if found.second_winner is not None:
        token = emojis.prefix_emoji("token_of_life", _("Token of Life"))
        name, tied = names[found.second_winner], _SECOND_VICTORIES.get(found.second_by)
        plain = _("{name} wins the {token} for feats.", name=name, token=token)
        lines.append(plain if tied is None else _(tied, name=name, token=token))
    if len(found.candidates) > 1:
        tied = list_and([names[seat] for seat in found.candidates])
        lines.append(_("{names} are tied for the last place.", names=tied))
        decider = found.decider
        lines.append(_("Chance decides.") if decider is None else _("{name} chooses.", name=names[decider]))
    elif found.candidates and found.candidate_by in _LAST_PLACES:
        lines.append(_(_LAST_PLACES[found.candidate_by]))
    return lines


def _victory(view: View, found: Standing, names: Sequence[str]) -> str:
    """Describe the winner by points, and the tie-break if the most points were tied."""
    points = [seat.points for seat in view.scores.seats] if view.scores is not None else []
    if found.winner is None:
        return _("Nobody wins: the lead is tied, and so is every tie-break.")
    if not points:
        return _("{name} wins.", name=names[found.winner])
    winner, won = names[found.winner], points[found.winner]
    if found.winner_by not in _VICTORIES:
        return _("{name} wins with {points} points.", name=winner, points=won)
    tied = [name for name, total in zip(names, points, strict=True) if total == won]
    return _(_VICTORIES[found.winner_by], names=list_and(tied), points=won, winner=winner)


def _describe_gift(view: View, event: events.TokenGiven, names: Sequence[str]) -> str:
    if event.to is None:
        tokens = emojis.prefix_emoji("token_of_life", _("Tokens of Life"))
        return _("{name} keeps both {tokens}.", name=names[event.seat], tokens=tokens)
    token = emojis.prefix_emoji("token_of_life", _("Token of Life"))
    return _("{name} gives a {token} to {other}.", name=names[event.seat], token=token, other=names[event.to])


def _candidate(view: View, event: events.CandidateFound, names: Sequence[str]) -> str:
    if event.by is None:
        return _("{name} is last.", name=names[event.seat])
    return _("{name} is last: {other} chose.", name=names[event.seat], other=names[event.by])


def _describe_leaving(view: View, event: events.SeatForfeited, names: Sequence[str]) -> str:
    return _("{name} has left the game.", name=names[event.seat])


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
    for (kind, *_rest), group in groupby(told, lambda event: (type(event), getattr(event, "round", 0))):
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
    is_named, hive = len(announced) == 1 and not view.parameters.shapes_only, hive_name(first.hive)
    if first.round == 1:
        over = (
            _("Round 1 on {hive} is over: everybody has a clue.", hive=hive)
            if is_named
            else _("Round 1 is over: everybody has a clue.")
        )
        return over if view.parameters.shapes_only else " ".join((over, _("Round 2 adds Double and Block.")))
    paid = [(hive_name(each.hive), " ".join(each.announcement.cleared) or _("nothing")) for each in announced]
    told = ", ".join(f"{name} {hexes}" for name, hexes in paid) if len(paid) > 1 else paid[0][1]
    if is_named:
        return _("Round {number} on {hive} is over. Paid out: {hexes}.", number=first.round, hive=hive, hexes=told)
    return _("Round {number} is over. Paid out: {hexes}.", number=first.round, hexes=told)


_ABILITIES = {events.DoublersTold: "double", events.BlockersTold: "block"}


def _sum_up_ability(
    ability: str, told: Sequence[events.DoublersTold | events.BlockersTold], names: Sequence[str]
) -> list[str]:
    """Return a line that says who has an ability on which hives; none if nobody has it."""
    who = [
        _("{names} on {hive}", names=list_and([names[seat] for seat in each.seats]), hive=hive_name(each.hive))
        for each in told
        if each.seats
    ]
    if not who:
        return []
    users, name = ", ".join(who), _(ABILITIES[ability])
    sentence = (
        _("{ability} in round 3: {users}.", ability=name, users=users) if ability == "double" else f"{name}: {users}."
    )
    return [emojis.prefix_emoji(ability, sentence)]


# The verdict


def verdict(view: View, outcome: Outcome, names: Sequence[str]) -> str:
    """Describe the winners in one sentence: their points or feats, their lead, and the tie-break."""
    found, scores = view.standing, view.scores
    if found is None or scores is None or not outcome.winners:
        if scores is None or outcome.reason == "forfeit":
            return _("Nobody wins: everybody has left.")
        playing = [seat for seat, each in enumerate(view.seats) if not each.forfeited]
        most = max(scores.seats[seat].points for seat in playing)
        first = list_and([names[seat] for seat in playing if scores.seats[seat].points == most])
        return ngettext(
            "Nobody wins: {names} have {number} point each, and no tie-break decides.",
            "Nobody wins: {names} have {number} points each, and no tie-break decides.",
            most,
            names=first,
        )
    if found.winner is None:
        (winner,) = outcome.winners
        return _(
            "{name} wins with {feats}: the points are level, and so is every tie-break.",
            name=names[winner],
            feats=_format_feats(scores, winner),
        )
    points = _format_points(scores.seats[found.winner].points)
    if found.second_winner not in (None, found.winner):
        second = found.second_winner or 0
        return _(
            "{both} win a Token of Life each: {name} with {points}, {other} with {feats}.",
            both=list_and([names[seat] for seat in outcome.winners]),
            name=names[found.winner],
            points=points,
            other=names[second],
            feats=_format_feats(scores, second),
        )
    return _compare(view, scores, found, found.winner, names)


def _compare(view: View, scores: Scores, found: Standing, winner: int, names: Sequence[str]) -> str:
    """Describe the winner by points: the lead over the runner-up, or the tie-break if their points are equal."""
    name, points, rival = names[winner], _format_points(scores.seats[winner].points), runner_up(view, winner)
    if rival is None:
        return _("{name} wins with {points}: everybody else has left.", name=name, points=points)
    own, other = scores.seats[winner], scores.seats[rival]
    if own.points > other.points:
        level = [
            name
            for name, seat, scored in zip(names, view.seats, scores.seats, strict=True)
            if scored.points == other.points and not seat.forfeited
        ]
        lead = own.points - other.points
        others = list_and(level)
        return _(
            "{name} wins with {points}, {lead} more than {others}.", name=name, points=points, lead=lead, others=others
        )
    field = TIE_BREAKS[found.winner_by][1]
    return _(
        _LEVEL[found.winner_by],
        name=name,
        points=points,
        other=names[rival],
        most=getattr(own, field),
        fewer=getattr(other, field),
    )


_LEVEL = {
    "threes": N_("{name} wins with {points}, level with {other}: more points on 3s, {most} to {fewer}."),
    "twos": N_("{name} wins with {points}, level with {other}: more points on 2s, {most} to {fewer}."),
    "guesses": N_("{name} wins with {points}, level with {other}: more from guesses, {most} to {fewer}."),
}
"""The verdict by name of the tie-break."""


def _format_points(points: int) -> str:
    return ngettext("{number} point", "{number} points", points)


def _format_feats(scores: Scores, seat: int) -> str:
    return ngettext("{number} feat", "{number} feats", count_feats(scores.seats[seat]))
