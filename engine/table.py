"""A game in progress at its table: the one door through which everything outside the engine plays.

Pure: a table is a value, `begin` and `act` give the next one together with the entries to store. Whoever keeps tables
stores the configuration, the entries and the step; a snapshot only saves the replay.
"""

from contextlib import suppress
from typing import Any, Final

import msgspec

from engine import fairness
from engine.core import (
    CHANCE,
    HOST,
    SPECTATOR,
    AnyRules,
    CorruptRecord,
    GameOver,
    InvalidAction,
    InvalidOptions,
    NotYourTurn,
    Outcome,
    Player,
)
from engine.games import game
from engine.record import (
    ACTION_CHARACTERS,
    Configuration,
    Entry,
    GameRecord,
    Replay,
    StandIn,
    apply_entry,
    configure,
    draws,
    fold,
    format_host,
    line,
    parse_host,
    read_action,
    replay,
)

SHORTEST_MOVE: Final = 5 * 60
LONGEST_MOVE: Final = 14 * 24 * 60 * 60


class Clock(msgspec.Struct, frozen=True, gc=False):
    """How long a seat has for a move, in seconds, or None for no limit. Raises InvalidOptions when out of range."""

    per_move: int | None = None

    def __post_init__(self) -> None:
        if self.per_move is not None and not SHORTEST_MOVE <= self.per_move <= LONGEST_MOVE:
            raise InvalidOptions("The time for a move is from 5 minutes to 14 days, or without limit.", "clock")

    def deadline(self, now: int) -> int | None:
        """When a seat that must act from now on must have acted; both in milliseconds."""
        return None if self.per_move is None else now + self.per_move * 1000


class Table(msgspec.Struct, frozen=True):
    """A game after its newest entry.

    `step` is public and only rises, from 1: it changes exactly when the set of seats that must act or the spectator's
    view does (design.md, Words). The state stays inside the engine; its representation here is masked.
    """

    configuration: Configuration
    rules: AnyRules
    entries: tuple[Entry, ...]
    step: int
    state: Any

    @property
    def n(self) -> int:
        """The number of the newest entry."""
        return len(self.entries)

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that must act."""
        return tuple(player for player in self.rules.actors(self.state) if player >= 0)

    @property
    def outcome(self) -> Outcome | None:
        """The end, or None before it."""
        return self.rules.outcome(self.state)

    @property
    def result(self) -> dict[str, Any] | None:
        """The result as the game's rule book says, or None before the end."""
        return self.rules.result(self.state)

    def view(self, viewer: Player) -> Any:
        """What a seat or SPECTATOR may know."""
        return self.rules.view(self.state, viewer)

    def legal(self, seat: int) -> tuple[str, ...]:
        """A seat's legal actions in notation; empty when it need not act."""
        view = self.view(seat)
        return tuple(self.rules.format_action(view, action) for action in self.rules.legal_actions(self.state, seat))

    def record(self, seed: bytes | None = None) -> GameRecord:
        """The game as a record, with the seed if it may be published."""
        return GameRecord(self.configuration, self.entries, seed)

    def __repr__(self) -> str:
        return f"Table({self.configuration.game!r}, n={self.n}, step={self.step}, hidden)"


class Advance(msgspec.Struct, frozen=True):
    """What an action led to: the table after it, the entries to append, and what happened, for `rules.visible`."""

    table: Table
    entries: tuple[Entry, ...]
    events: tuple[Any, ...]

    def visible(self, viewer: Player) -> tuple[Any, ...]:
        """What happened, as a seat or SPECTATOR may know it."""
        return _visible(self.table.rules, self.events, viewer)

    def __repr__(self) -> str:
        return f"Advance({self.table!r}, {len(self.entries)} entries)"


def begin(configuration: Configuration, seed: bytes) -> Advance:
    """A new game, up to the first choice of a seat; its configuration has the options in full, as they are now.

    Raises InvalidOptions and VersionMismatch, and CorruptRecord for a seed other than the committed one.
    """
    rules = configure(configuration)
    options = game(configuration.game).options(configuration.seats, configuration.options)
    configuration = msgspec.structs.replace(configuration, options=options)
    entries, events, state = _dealt(rules, configuration, seed, rules.initial_state(), 0)
    return Advance(Table(configuration, rules, entries, 1, state), entries, events)


def act(table: Table, actor: Player, action: str, seed: bytes) -> Advance:
    """A seat's or HOST's action in notation, and then all draws that are due. Raises EngineError, changing nothing."""
    if len(action) > ACTION_CHARACTERS:
        raise InvalidAction(f"An action has at most {ACTION_CHARACTERS} characters.")
    if actor == CHANCE:
        raise NotYourTurn("Draws follow from the seed alone.")
    rules = table.rules
    if rules.outcome(table.state) is not None:
        raise GameOver("The game is over.")
    text = _written(table, actor, action)
    # Only a take-back looks further back than the newest state.
    takeback = actor == HOST and text.startswith("takeback")
    states = _folded(rules, table.entries).states if takeback else (table.state,)
    state, happened = apply_entry(rules, states, actor, text)
    entry = Entry(actor, text, fairness.digest(state))
    dealt, drawn, state = _dealt(rules, table.configuration, seed, state, draws(table.entries))
    new = (entry, *dealt)
    changed = _public(rules, table.state) != _public(rules, state)
    advanced = Table(table.configuration, rules, table.entries + new, table.step + changed, state)
    return Advance(advanced, new, happened + drawn)


def _written(table: Table, actor: Player, text: str) -> str:
    """The action as the log writes it, whatever way it was typed."""
    if actor == HOST:
        command = parse_host(text)
        if isinstance(command, StandIn):
            command = StandIn(command.seat, _written(table, command.seat, command.action))
        return format_host(command)
    try:
        action = read_action(table.rules, table.state, actor, text)
    except InvalidAction:
        if actor not in table.actors:
            raise NotYourTurn("It is not your turn.") from None
        raise
    return table.rules.format_action(table.view(actor), action)


def _dealt(
    rules: AnyRules, configuration: Configuration, seed: bytes, state: Any, k: int
) -> tuple[tuple[Entry, ...], tuple[Any, ...], Any]:
    """The draws that are due after k draws: their entries, their events, and the state after them."""
    dealer = configuration.dealer(seed)
    entries: list[Entry] = []
    events: list[Any] = []
    while rules.actors(state) == (CHANCE,):
        k += 1
        action = dealer.choose(rules.chance_outcomes(state), k)
        text = rules.format_action(rules.view(state, SPECTATOR), action)
        transition = rules.apply(state, CHANCE, action)
        state = transition.state
        entries.append(Entry(CHANCE, text, fairness.digest(state)))
        events.extend(transition.events)
    return tuple(entries), tuple(events), state


def _public(rules: AnyRules, state: Any) -> tuple[tuple[Player, ...], Any]:
    return rules.actors(state), rules.view(state, SPECTATOR)


def _visible(rules: AnyRules, events: tuple[Any, ...], viewer: Player) -> tuple[Any, ...]:
    seen = (rules.visible(event, viewer) for event in events)
    return tuple(event for event in seen if event is not None)


def _folded(rules: AnyRules, entries: tuple[Entry, ...]) -> Replay:
    return _checked(fold(rules, entries))


def _checked(replayed: Replay) -> Replay:
    if replayed.error is not None:
        raise CorruptRecord(f"Entry {replayed.error.entry}: {replayed.error.text}", replayed.error.code)
    return replayed


def resume(configuration: Configuration, entries: tuple[Entry, ...], step: int, snapshot: bytes | None = None) -> Table:
    """The table as it was left. Raises CorruptRecord, naming the entry that does not follow from those before it.

    A snapshot that has the digest of the newest entry saves the replay; any other is ignored, for the log is the truth.
    """
    rules = configure(configuration)
    state = None
    if snapshot is not None and entries and fairness.digest8(snapshot) == entries[-1].digest:
        # A snapshot from before the state got another shape is no state of these rules.
        with suppress(msgspec.DecodeError):
            state = msgspec.json.decode(snapshot, type=rules.state_type)
    if state is None:
        state = _folded(rules, entries).states[-1]
    return Table(configuration, rules, entries, step, state)


def snapshot(table: Table) -> bytes:
    """The state after the newest entry, for `resume`; as secret as the state."""
    return fairness.canonical(table.state)


def history(configuration: Configuration, entries: tuple[Entry, ...], viewer: Player) -> tuple[Any, ...]:
    """What a viewer saw after the draws of the start, and after each turn since with the draws that followed it.

    Without what was taken back, and without turns that the viewer saw nothing of: their number would tell how much
    others have pending. Raises CorruptRecord.
    """
    replayed = _checked(replay(GameRecord(configuration, entries)))
    numbers = line(entries)
    follows = (*(entries[number - 1].actor for number in numbers[1:]), None)
    ends = [number for number, next_actor in zip(numbers, follows, strict=True) if next_actor != CHANCE]
    rules = configure(configuration)
    seen: list[Any] = []
    for number in ends:
        view = rules.view(replayed.states[number], viewer)
        if not seen or view != seen[-1]:
            seen.append(view)
    return tuple(seen)


def story(configuration: Configuration, entries: tuple[Entry, ...], since: int, viewer: Player) -> tuple[Any, ...]:
    """What a viewer saw happen after entry `since`, in order, without what was taken back. Raises CorruptRecord."""
    replayed = _checked(replay(GameRecord(configuration, entries)))
    numbers = (number for number in line(entries) if number > since)
    events = tuple(event for number in numbers for event in replayed.events[number - 1])
    return _visible(configure(configuration), events, viewer)
