"""Replay of a log: the states and events up to the first invalid entry."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from engine import fairness
from engine.core import (
    CHANCE,
    HOST,
    AnyRules,
    CorruptRecord,
    EngineError,
    Forfeit,
    GameOver,
    HostAction,
    IllegalAction,
    Player,
    Transition,
)
from engine.messages import Message
from engine.record import Entry, GameRecord, StandIn, Takeback, configure, parse_host, takeback_target


class Fault(msgspec.Struct, frozen=True, gc=False):
    """An error in a record: the number of its entry (0 for the configuration), a code and a text."""

    entry: int
    code: str
    text: str | Message


class BrokenLog(CorruptRecord):
    """The error for a log with an entry that is not possible after those before it; `fault` holds entry and reason."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(Message("Entry {number}: {text}", number=fault.entry, text=fault.text), fault.code)
        self.fault = fault


class Replay(msgspec.Struct, frozen=True):
    """The result of replaying a record: its longest valid part from the start, and the error in the next entry, if any.

    `states[n]` is the state after entry n, and `events[n - 1]` the events of that entry. If the configuration is
    invalid, both are empty and `rules` is None.
    """

    rules: AnyRules | None
    states: tuple[Any, ...]
    events: tuple[tuple[Any, ...], ...]
    error: Fault | None

    @property
    def valid(self) -> int:
        """The number of valid entries."""
        return len(self.events)

    def __repr__(self) -> str:
        return f"Replay(valid={self.valid}, error={self.error!r})"


class ReplayedEntry(NamedTuple):
    """A replayed entry: its number, the entry, the states before and after it, and its events."""

    number: int
    entry: Entry
    before: Any
    state: Any
    events: tuple[Any, ...]


def replay(record: GameRecord) -> Replay:
    """Replay a record up to the first error; a state that does not match an entry's digest is an error too."""
    try:
        rules = configure(record.configuration)
    except EngineError as error:
        return Replay(None, (), (), Fault(0, error.code, error.message))
    states = [rules.initial_state()]
    events: list[tuple[Any, ...]] = []
    fault = None
    try:
        for played in play_log(rules, record.entries):
            states.append(played.state)
            events.append(played.events)
    except BrokenLog as error:
        fault = error.fault
    return Replay(rules, tuple(states), tuple(events), fault)


def play_log(rules: AnyRules, log: Sequence[Entry]) -> Iterator[ReplayedEntry]:
    """Replay a log and yield each entry with its states and events.

    Raises BrokenLog at the first invalid entry. To save memory, only those past states are kept to which a take-back
    returns.
    """
    targets = [takeback_target(entry) for entry in log]
    returned_to = set(targets)
    state = rules.initial_state()
    kept = {0: state}
    for number, (entry, target) in enumerate(zip(log, targets, strict=True), 1):
        before = state
        try:
            if target is None:
                transition = apply_text(rules, before, entry.actor, entry.action)
                state, events = transition.state, transition.events
            else:
                check_takeback(rules, before, number - 1, target)
                state, events = kept[target], ()
            _check_digest(state, entry)
        except EngineError as error:
            raise BrokenLog(Fault(number, error.code, error.message)) from error
        if number in returned_to:
            kept[number] = state
        yield ReplayedEntry(number, entry, before, state, events)


def _check_digest(state: Any, entry: Entry) -> None:
    if entry.digest is not None and fairness.digest(state) != entry.digest:
        raise CorruptRecord(Message("The state after this entry differs from the recorded one."), "digest_mismatch")


def newest_state(rules: AnyRules, log: Sequence[Entry]) -> Any:
    """Return the state after the last entry of a log.

    Raises BrokenLog.
    """
    state = rules.initial_state()
    for played in play_log(rules, log):
        state = played.state
    return state


def apply_text(rules: AnyRules, state: Any, actor: Player, text: str) -> Transition[Any, Any]:
    """Apply an action of any player, given in notation; take-backs are not possible here, since they need the log.

    Raises EngineError.
    """
    if actor == HOST:
        command = parse_host(text)
        if not isinstance(command, StandIn | Takeback):
            return apply_host(rules, state, command)
        if isinstance(command, Takeback):
            raise IllegalAction("A take-back needs the game's log.")
        actor, text = command.seat, command.action
    if actor != CHANCE:
        check_seat(rules, actor)
    return rules.apply(state, actor, rules.parse_action(text))


def apply_host(rules: AnyRules, state: Any, action: HostAction) -> Transition[Any, Any]:
    """Apply HOST's action to close the turn or to forfeit a seat.

    Raises EngineError.
    """
    if isinstance(action, Forfeit):
        check_seat(rules, action.seat)
        # `late` is only for the record; the rules must not see it.
        action = Forfeit(action.seat)
    return rules.apply(state, HOST, action)


def check_seat(rules: AnyRules, seat: Player) -> None:
    """Raise IllegalAction unless the game has a seat with this number."""
    if not 0 <= seat < rules.seats:
        raise IllegalAction(f"There is no seat {seat}; the seats are 0 to {rules.seats - 1}.", "no_such_seat")


def check_takeback(rules: AnyRules, state: Any, n: int, entry: int) -> None:
    """Raise EngineError unless a game can return to the state after `entry` by a take-back.

    `state` is the game's present state, after `n` entries.
    """
    if rules.outcome(state) is not None:
        raise GameOver("The game is over, so you can't take anything back.")
    if entry >= n:
        raise IllegalAction(f"Entry {entry} is not before the newest entry, {n}.")


def states(rules: AnyRules, log: Sequence[Entry]) -> Iterator[tuple[int, Any]]:
    """Yield pairs (number of entries, state after them), from the initial state with 0 to the end of the log.

    Raises BrokenLog.
    """
    yield 0, rules.initial_state()
    for played in play_log(rules, log):
        yield played.number, played.state
