"""The events of Monster Hex as sentences. Names come escaped."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.monster_hex import events
from engine.monster_hex.content import layout
from engine.monster_hex.printed import Stone
from engine.monster_hex.view import View
from tables.texts import and_list

FACTION_NAMES = {"red": "Red", "blue": "Blue", "yellow": "Yellow", "green": "Green"}


def sentences(view: View, happened: Sequence[Any], names: Sequence[str]) -> list[str]:
    """A sentence for each event in the story, newest last; a capture's sentence includes its points."""
    stones = {stone.label: stone for stone in layout(view.board).stones}
    taken = {event.stone for event in happened if isinstance(event, events.PointsTaken)}
    lines: list[str] = []
    for event in _joined(happened):
        if isinstance(event, events.ValueAsked) and event.stone in taken:
            continue
        describe = _DESCRIBERS.get(type(event))
        sentence = None if describe is None else describe(event, names, stones)
        if sentence is not None:
            lines.append(sentence)
    return lines


@dataclass(frozen=True, slots=True)
class _Gain:
    """Everything that a seat takes from a stone: after Overwhelm both values (MH-12)."""

    taken: tuple[events.PointsTaken, ...]


def _joined(happened: Sequence[Any]) -> list[Any]:
    """The events, with all points that one seat takes from one stone combined."""
    joined: list[Any] = []
    for event in happened:
        last = joined[-1] if joined else None
        if not isinstance(event, events.PointsTaken):
            joined.append(event)
        elif isinstance(last, _Gain) and (last.taken[0].seat, last.taken[0].stone) == (event.seat, event.stone):
            joined[-1] = _Gain((*last.taken, event))
        else:
            joined.append(_Gain((event,)))
    return joined


def stone_name(stone: Stone) -> str:
    """The display name of a stone; a Small Stone is named by its hex."""
    return f"the {stone.name}" if stone.large else f"the Small Stone at {stone.label}"


def _placed(event: events.TilePlaced, names: Sequence[str], stones: dict[str, Stone]) -> str:
    return f"{names[event.seat]} placed {event.tile} on hex {event.label}."


def _captured(event: events.StoneCaptured, names: Sequence[str], stones: dict[str, Stone]) -> str:
    there = [f"{names[seat]} has {power}" for seat, power in enumerate(event.powers) if power is not None]
    stone = stone_name(stones[event.stone])
    result = f"{stone[0].upper()}{stone[1:]} is surrounded: {and_list(there)}."
    if event.first is None and event.second is None:
        return f"{result} A tie, so nobody takes it."
    if event.overwhelm and event.first is not None:
        return f"{result} {names[event.first]} overwhelms."
    return result


def _taken(event: _Gain, names: Sequence[str], stones: dict[str, Stone]) -> str:
    first = event.taken[0]
    parts = [str(taken.value) for taken in event.taken]
    bonus = sum(taken.bonus for taken in event.taken)
    if bonus:
        parts.append(f"{bonus} for the colour")
    return f"{names[first.seat]} takes {and_list(parts)} from {stone_name(stones[first.stone])}."


def _asked(event: events.ValueAsked, names: Sequence[str], stones: dict[str, Stone]) -> str:
    return f"{names[event.seat]} chooses a value of {stone_name(stones[event.stone])}."


def _assigned(event: events.FactionAssigned, names: Sequence[str], stones: dict[str, Stone]) -> str:
    return f"{names[event.seat]} plays {FACTION_NAMES[event.faction]}."


def _ordered(event: events.OrderDrawn, names: Sequence[str], stones: dict[str, Stone]) -> str:
    return f"The order of every round: {', '.join(names[seat] for seat in event.order)}."


def _late(event: events.TimeRanOut, names: Sequence[str], stones: dict[str, Stone]) -> str:
    return f"The time of {names[event.seat]} ran out, so the default move was made (MH-23)."


def _forfeited(event: events.SeatForfeited, names: Sequence[str], stones: dict[str, Stone]) -> str:
    return f"{names[event.seat]} has left the game."


def _ended(event: events.GameEnded, names: Sequence[str], stones: dict[str, Stone]) -> str | None:
    return _REASONS.get(event.reason)


_REASONS = {
    "demon_king": "The points are level; being first at the Demon King Stone decides (MH-14).",
    "shared": "The points are level, and the victory is shared (MH-14).",
}

_DESCRIBERS: dict[type, Callable[[Any, Sequence[str], dict[str, Stone]], str | None]] = {
    events.TilePlaced: _placed,
    events.StoneCaptured: _captured,
    _Gain: _taken,
    events.ValueAsked: _asked,
    events.FactionAssigned: _assigned,
    events.OrderDrawn: _ordered,
    events.TimeRanOut: _late,
    events.SeatForfeited: _forfeited,
    events.GameEnded: _ended,
}
