"""A viewer's events and past views of a game, from its log or from the public events stored beside it."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

import msgspec

from engine.core import CHANCE, AnyRules, CorruptRecord, GameOver, Player
from engine.record import Configuration, Entry, active_entries, configure
from engine.replay import play_log, states


class Past(NamedTuple):
    """A state of a finished game, its turn in `history`, and the last turn; contains hidden information."""

    state: Any
    turn: int
    last: int

    def __repr__(self) -> str:
        return f"Past({self.turn} of {self.last}, hidden)"


def visible(rules: AnyRules, events: Iterable[Any], viewer: Player) -> tuple[Any, ...]:
    """Return the events in order, as visible to a seat or SPECTATOR."""
    seen = (rules.visible(event, viewer) for event in events)
    return tuple(event for event in seen if event is not None)


def history(configuration: Configuration, log: Sequence[Entry], viewer: Player) -> tuple[Any, ...]:
    """Return a viewer's views: after the initial draws, then after each move and the draws that followed it.

    Moves that were taken back, or that changed nothing in the viewer's view, are left out: the number of invisible
    moves would reveal how much others have pending. Raises InvalidOptions, VersionMismatch or BrokenLog.
    """
    return tuple(view for view, _, _ in _turns(configuration, log, viewer))


def past_state(configuration: Configuration, log: Sequence[Entry], turn: int, viewer: Player) -> Past:
    """Return the state at a turn of a viewer's `history`, or at the last turn before it at which a seat must act.

    Raises what `history` raises, and GameOver if no seat had to act up to that turn.
    """
    rules = configure(configuration)
    found: Past | None = None
    turns = _turns(configuration, log, viewer)
    number = -1
    for number, (_, state, _) in enumerate(turns):
        if number <= turn and any(actor >= 0 for actor in rules.actors(state)):
            found = Past(state, number, 0)
    if found is None:
        raise GameOver("Nobody has anything to decide there.")
    return found._replace(last=number)


def turn_ends(configuration: Configuration, log: Sequence[Entry], viewer: Player) -> tuple[int, ...]:
    """Return for each view of `history` the number of the entry after which it was first seen.

    Raises what `history` raises.
    """
    return tuple(number for _, _, number in _turns(configuration, log, viewer))


def _turns(configuration: Configuration, log: Sequence[Entry], viewer: Player) -> Iterator[tuple[Any, Any, int]]:
    """Yield the views of `history`, each with its state and the number of its entry."""
    rules = configure(configuration)
    numbers = (0, *active_entries(log))
    followers = (*(log[number - 1].actor for number in numbers[1:]), None)
    ends = {number for number, actor in zip(numbers, followers, strict=True) if actor != CHANCE}
    seen: Any = None
    for number, state in states(rules, log):
        if number in ends:
            view = rules.view(state, viewer)
            if seen is None or view != seen:
                seen = view
                yield view, state, number


def stopped(view: Any) -> Any:
    """Return the view of a game that was ended early, with `actors` cleared if the view has that field."""
    return msgspec.structs.replace(view, actors=()) if hasattr(view, "actors") else view


def story(configuration: Configuration, log: Sequence[Entry], since: int, viewer: Player) -> tuple[Any, ...]:
    """Return the events after entry `since` visible to a viewer, in order, without those taken back.

    Raises InvalidOptions, VersionMismatch or BrokenLog.
    """
    rules = configure(configuration)
    active = {number for number in active_entries(log) if number > since}
    events = [played.events for played in play_log(rules, log) if played.number in active]
    return visible(rules, chain.from_iterable(events), viewer)


def decode_events(rules: AnyRules, data: bytes) -> tuple[Any, ...]:
    """Decode the events of one entry from the JSON of `Advance.public_events`.

    Raises CorruptRecord.
    """
    try:
        return _events_decoder(rules.event_type).decode(data)
    except msgspec.DecodeError as error:
        raise CorruptRecord("These are no events of this game.", "no_events") from error


@cache
def _events_decoder(event_type: Any) -> msgspec.json.Decoder[tuple[Any, ...]]:
    return msgspec.json.Decoder(tuple[event_type, ...])


def public_story(rules: AnyRules, log: Sequence[tuple[int, Entry, bytes]]) -> tuple[Any, ...]:
    """Return the public events of a log's newest entries, without those taken back.

    `log` holds consecutive entries up to the newest: the number, the entry, and its events from
    `Advance.public_events`. Raises CorruptRecord.
    """
    if not log:
        return ()
    since = log[0][0] - 1
    active = active_entries([entry for _, entry, _ in log], since)
    return tuple(event for number in active for event in decode_events(rules, log[number - since - 1][2]))
