"""The events and past views of a game for one viewer, from the log or from the public events stored beside it."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

import msgspec

from engine.core import CHANCE, AnyRules, CorruptRecord, GameOver, Player
from engine.record import Configuration, Entry, active_entries, configure
from engine.replay import play_log


class Past(NamedTuple):
    """A state in the history of a finished game; contains hidden information.

    `turn` is its index in `history`, and `last` the last index.
    """

    state: Any
    turn: int
    last: int

    def __repr__(self) -> str:
        return f"Past({self.turn} of {self.last}, hidden)"


def visible(rules: AnyRules, events: Iterable[Any], viewer: Player) -> tuple[Any, ...]:
    """Return events in order, reduced to what a seat or SPECTATOR may know; hidden ones are left out."""
    seen = (rules.visible(event, viewer) for event in events)
    return tuple(event for event in seen if event is not None)


def history(configuration: Configuration, log: Sequence[Entry], viewer: Player) -> tuple[Any, ...]:
    """Return the views that a viewer had: after the initial draws, and after each move with the draws that follow it.

    Moves that were taken back are left out, and so are moves that changed nothing in the viewer's view: their number
    would reveal how many hidden choices others have made. Raises InvalidOptions, VersionMismatch or BrokenLog.
    """
    return tuple(view for view, _ in history_with_events(configuration, log, viewer))


def history_with_events(
    configuration: Configuration, log: Sequence[Entry], viewer: Player
) -> tuple[tuple[Any, tuple[Any, ...]], ...]:
    """Return the views of `history`, each with the viewer's events since the view before it.

    Raises what `history` raises.
    """
    return tuple((turn.view, turn.events) for turn in _turns(configuration, log, viewer))


def past_state(configuration: Configuration, log: Sequence[Entry], turn: int, viewer: Player) -> Past:
    """Return the state at an index of a viewer's `history`, to continue the game from there.

    If no seat has to act in that state, the last earlier state in which one has to is returned. Raises what
    `history` raises, and GameOver if there is no such state.
    """
    rules = configure(configuration)
    found: Past | None = None
    turns = _turns(configuration, log, viewer)
    number = -1
    for number, reached in enumerate(turns):
        if number <= turn and any(actor >= 0 for actor in rules.actors(reached.state)):
            found = Past(reached.state, number, 0)
    if found is None:
        raise GameOver("No seat has a decision to make there.")
    return found._replace(last=number)


def turn_end_entries(configuration: Configuration, log: Sequence[Entry], viewer: Player) -> tuple[int, ...]:
    """Return, for each view in `history`, the number of the log entry after which the viewer first had it.

    Raises what `history` raises.
    """
    return tuple(turn.number for turn in _turns(configuration, log, viewer))


class _Turn(NamedTuple):
    """A view of `history`, its state, the entry after which it first held, and the viewer's events since the last."""

    view: Any
    state: Any
    number: int
    events: tuple[Any, ...]


def _turns(configuration: Configuration, log: Sequence[Entry], viewer: Player) -> Iterator[_Turn]:
    """Yield the turns of `history`."""
    rules = configure(configuration)
    numbers = (0, *active_entries(log))
    followers = (*(log[number - 1].actor for number in numbers[1:]), None)
    ends = {number for number, actor in zip(numbers, followers, strict=True) if actor != CHANCE}
    active, seen, events = {*numbers}, None, tuple[Any, ...]()
    played = ((each.number, each.state, each.events) for each in play_log(rules, log))
    for number, state, happened in chain([(0, rules.initial_state(), ())], played):
        if number in active:
            events += visible(rules, happened, viewer)
        if number in ends:
            view = rules.view(state, viewer)
            if seen is None or view != seen:
                seen = view
                yield _Turn(view, state, number, events)
                events = ()


def clear_actors(view: Any) -> Any:
    """Return the last view of a game that was stopped before its end: no seat is shown as having to act.

    A view without the field `actors` is returned unchanged.
    """
    return msgspec.structs.replace(view, actors=()) if hasattr(view, "actors") else view


def story(configuration: Configuration, log: Sequence[Entry], since: int, viewer: Player) -> tuple[Any, ...]:
    """Return the events after entry `since`, in order, reduced to what a viewer may know.

    Events of entries that were taken back are left out. Raises InvalidOptions, VersionMismatch or BrokenLog.
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
        raise CorruptRecord("These are not events of this game.", "no_events") from error


@cache
def _events_decoder(event_type: Any) -> msgspec.json.Decoder[tuple[Any, ...]]:
    return msgspec.json.Decoder(tuple[event_type, ...])


def public_story(rules: AnyRules, log: Sequence[tuple[int, Entry, bytes]]) -> tuple[Any, ...]:
    """Return the public events of the newest entries of a log, in order; those taken back are left out.

    `log` holds consecutive entries up to the newest one, as (number, entry, JSON from `Advance.public_events`). Raises
    CorruptRecord.
    """
    if not log:
        return ()
    since = log[0][0] - 1
    active = active_entries([entry for _, entry, _ in log], since)
    return tuple(event for number in active for event in decode_events(rules, log[number - since - 1][2]))
