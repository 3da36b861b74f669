"""The events of Hive Mind as sentences. Names come escaped."""

from collections.abc import Callable, Sequence
from typing import Any

from cogs.hive_mind.phrases import hive_name, kinds_words
from engine.hive_mind import events
from engine.hive_mind.view import Standing, View
from tables.texts import and_list


def sentences(view: View, happened: Sequence[Any], names: Sequence[str]) -> list[str]:
    """A sentence for each event in the story, newest last; the card itself shows who is ready."""
    lines: list[str] = []
    for event in happened:
        describe = _DESCRIBERS.get(type(event))
        sentence = None if describe is None else describe(event, names)
        if sentence is not None:
            lines.append(sentence)
    return lines


def decided(by: str) -> str:
    """A Standing's `..._by` as an explanation in brackets."""
    return _DECIDED.get(by, "")


_DECIDED = {
    "points": "",
    "feats": "",
    "threes": " (the tie was broken by points on 3s)",
    "twos": " (the tie was broken by points on 2s)",
    "guesses": " (the tie was broken by hex guesses)",
}


def _announced(event: events.HiveAnnounced, names: Sequence[str]) -> str:
    announcement = event.announcement
    cleared = f"; cleared: {', '.join(announcement.cleared)}" if announcement.cleared else ""
    if event.round > 1 and not announcement.cleared:
        cleared = "; nothing was cleared"
    return f"**{hive_name(event.hive)}**, round {event.round}: {kinds_words(announcement.shapes)}{cleared}."


def _doublers(event: events.DoublersTold, names: Sequence[str]) -> str | None:
    if not event.seats:
        return None
    who = and_list([names[seat] for seat in event.seats])
    return f"{who} will double on {hive_name(event.hive)}."


def _blockers(event: events.BlockersTold, names: Sequence[str]) -> str | None:
    if not event.seats:
        return None
    who = and_list([names[seat] for seat in event.seats])
    return f"{who} blocked on {hive_name(event.hive)}."


def _late(event: events.TimeRanOut, names: Sequence[str]) -> str:
    who = and_list([names[seat] for seat in event.seats])
    return f"It was closed without waiting for {who}; what they had pending counts (HM-27)."


def _asked(event: events.TotalsAsked, names: Sequence[str]) -> str:
    return "Everybody may now guess the others' totals."


def _standing(event: events.StandingFound, names: Sequence[str]) -> str:
    found: Standing = event.standing
    if found.winner is None:
        first = "Nobody has most points after all tie-breaks, so there is no Token of Life for it"
    else:
        first = f"{names[found.winner]} has most points{decided(found.winner_by)}"
    if found.second_winner is not None:
        first += f"; {names[found.second_winner]} wins the Token of Life for feats{decided(found.second_by)}"
    if len(found.candidates) > 1:
        tied = and_list([names[seat] for seat in found.candidates])
        who = "chance draws" if found.decider is None else f"{names[found.decider]} chooses"
        first += f". {tied} are level at the end, and {who} the Elimination Candidate"
    elif found.candidates and found.candidate_by != "points":
        first += f". Fewest points{decided(found.candidate_by)}: {names[found.candidates[0]]}"
    return f"{first}."


def _given(event: events.TokenGiven, names: Sequence[str]) -> str:
    if event.to is None:
        return f"{names[event.seat]} keeps both Tokens of Life."
    return f"{names[event.seat]} gives a Token of Life to {names[event.to]}."


def _candidate(event: events.CandidateFound, names: Sequence[str]) -> str:
    by = "" if event.by is None else f", by {names[event.by]}'s choice"
    return f"{names[event.seat]} is Elimination Candidate{by}."


def _left(event: events.SeatForfeited, names: Sequence[str]) -> str:
    return f"{names[event.seat]} has left the match."


_DESCRIBERS: dict[type, Callable[[Any, Sequence[str]], str | None]] = {
    events.HiveAnnounced: _announced,
    events.DoublersTold: _doublers,
    events.BlockersTold: _blockers,
    events.TimeRanOut: _late,
    events.TotalsAsked: _asked,
    events.StandingFound: _standing,
    events.TokenGiven: _given,
    events.CandidateFound: _candidate,
    events.SeatForfeited: _left,
}
