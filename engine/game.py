"""A game in progress without its log: the functions with which the program plays a game.

They are pure: `begin`, `act`, `act_all` and `take_back` return the new game and the entries to append to the log.
Callers store the configuration, the log, and a snapshot, which makes it unnecessary to replay the log.
"""

from collections.abc import Sequence
from itertools import chain
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
    IllegalAction,
    InvalidAction,
    NotYourTurn,
    Outcome,
    Player,
    Standing,
    Transition,
)
from engine.games import game_type
from engine.history import visible
from engine.messages import Message
from engine.record import (
    ACTION_CHARACTERS,
    ADVANCING_BYTES,
    HEAD_BYTES,
    LOG_LIMIT,
    RECORD_BYTES,
    Configuration,
    Entry,
    StandIn,
    Takeback,
    configure,
    count_draws,
    entry_bytes,
    format_host,
    parse_host,
    seat_of,
)
from engine.replay import apply_host, check_seat, check_takeback, newest_state, states

CHANGED_TOO_OFTEN: Final = Message("You have changed this too often, so it stays as it is.")


class Game(msgspec.Struct, frozen=True):
    """A game in progress, in the state after its newest entry.

    `n` counts the entries of the log, and `draws` those of CHANCE; both include entries that were taken back. `logged`
    counts for each seat the entries that it made or that HOST made for it. `size` is the maximum number of bytes that
    the entries take in a record. `step` and `turn` are public counters from 1 that never decrease: the step rises
    whenever the actors or the spectator's view change, the turn whenever `Rules.turn_key` changes. The state stays
    inside the engine; `repr` hides it.
    """

    configuration: Configuration
    rules: AnyRules
    n: int
    draws: int
    logged: tuple[int, ...]
    size: int
    step: int
    turn: int
    state: Any

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that must act, without CHANCE."""
        return tuple(player for player in self.rules.actors(self.state) if player >= 0)

    @property
    def is_simultaneous(self) -> bool:
        """Whether this turn is simultaneous, even if only one seat still has to act."""
        return self.rules.is_simultaneous(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, or None before the end."""
        return self.rules.outcome(self.state)

    @property
    def result(self) -> dict[str, Any] | None:
        """The result as defined in the game's rule book, or None before the end."""
        return self.rules.result(self.state)

    @property
    def standing(self) -> Standing:
        """The ranking of the seats as if the game ended now; secret until the end."""
        return self.rules.standing(self.state)

    def view(self, viewer: Player) -> Any:
        """Return the present state as a seat or SPECTATOR may see it."""
        return self.rules.view(self.state, viewer)

    def legal(self, seat: int) -> tuple[str, ...]:
        """Return a seat's legal actions in notation; empty if it does not have to act."""
        return tuple(self.rules.format_action(action) for action in self.rules.legal_actions(self.state, seat))

    def __repr__(self) -> str:
        return f"Game({self.configuration.game!r}, n={self.n}, step={self.step}, turn={self.turn}, hidden)"


class Advance(msgspec.Struct, frozen=True):
    """The result of an action and the draws after it.

    It consists of the new game, the new log entries, and the events of each of these entries.
    """

    game: Game
    entries: tuple[Entry, ...]
    events: tuple[tuple[Any, ...], ...]

    def concatenate(self, more: "Advance") -> "Advance":
        """Return one `Advance` that joins this one and `more`, which follows it."""
        return Advance(more.game, self.entries + more.entries, self.events + more.events)

    def visible(self, viewer: Player) -> tuple[Any, ...]:
        """Return all events in order, reduced to what a seat or SPECTATOR may know."""
        return visible(self.game.rules, chain.from_iterable(self.events), viewer)

    def public_events(self) -> tuple[bytes, ...]:
        """Return the public events (those of SPECTATOR) of each entry as a JSON list, to be stored beside it."""
        rules = self.game.rules
        return tuple(fairness.encode_canonical(visible(rules, events, SPECTATOR)) for events in self.events)

    def __repr__(self) -> str:
        return f"Advance({self.game!r}, {len(self.entries)} entries)"


def begin(configuration: Configuration, seed: bytes) -> Advance:
    """Start a game and make all draws until a seat must act; defaults are filled in for missing options.

    Raises InvalidOptions, VersionMismatch, or CorruptRecord if the seed does not match the commitment.
    """
    rules = configure(configuration)
    options = game_type(configuration.game).options(configuration.seats, configuration.options)
    configuration = msgspec.structs.replace(configuration, options=options)
    blank = Game(configuration, rules, 0, 0, (0,) * rules.seats, 0, 1, 1, rules.initial_state())
    advance = _build_advance(blank, seed)
    return msgspec.structs.replace(advance, game=msgspec.structs.replace(advance.game, step=1, turn=1))


def act(game: Game, actor: Player, action: str, seed: bytes) -> Advance:
    """Apply an action of a seat or HOST, given in notation, and then all draws that are due.

    Raises EngineError if it is not possible.
    """
    if len(action) > ACTION_CHARACTERS:
        raise InvalidAction(Message("An action has at most {limit} characters.", limit=ACTION_CHARACTERS))
    if actor == CHANCE:
        raise NotYourTurn("Draws come from the seed; they can't be played.")
    if game.outcome is not None:
        raise GameOver("The game is over.")
    if actor != HOST:
        text, transition = _apply_seat_action(game, actor, action)
        return _build_advance(game, seed, _Move(actor, text, transition, actor))
    command = parse_host(action)
    if isinstance(command, Takeback):
        raise IllegalAction("A take-back needs the game's log.")
    if isinstance(command, StandIn):
        text, transition = _apply_seat_action(game, command.seat, command.action)
        stand_in = format_host(StandIn(command.seat, text))
        return _build_advance(game, seed, _Move(HOST, stand_in, transition, command.seat))
    transition = apply_host(game.rules, game.state, command)
    return _build_advance(game, seed, _Move(HOST, format_host(command), transition))


def act_all(game: Game, actions: Sequence[tuple[Player, str]], seed: bytes) -> Advance:
    """Apply several actions, pairs (actor, notation), in order; each is followed by all draws that are due.

    Atomic: if one of them raises EngineError, none is applied.
    """
    advance = Advance(game, (), ())
    for actor, action in actions:
        advance = advance.concatenate(act(advance.game, actor, action, seed))
    return advance


def take_back(game: Game, log: Sequence[Entry], entry: int, seed: bytes) -> Advance:
    """Return the game to the state after `entry`, by a logged take-back; draws that are due then get new numbers.

    `log` is the whole log of the game. Raises EngineError if it is not possible.
    """
    if len(log) != game.n:
        raise CorruptRecord(f"The log has {len(log)} entries, but the game has {game.n}.")
    check_takeback(game.rules, game.state, game.n, entry)
    text = format_host(Takeback(entry))
    if not _has_room(game, text):
        raise IllegalAction(CHANGED_TOO_OFTEN, "log_full")
    state = newest_state(game.rules, log[:entry])
    return _build_advance(game, seed, _Move(HOST, text, Transition(state, ())))


class _Move(msgspec.Struct, frozen=True):
    """An applied action, to be logged: its actor, its canonical notation and its effects.

    `seat` is the seat for which the entry is counted, even if HOST acts for it; None if it counts for no seat.
    """

    actor: Player
    text: str
    transition: Transition[Any, Any]
    seat: int | None = None


def _apply_seat_action(game: Game, seat: int, text: str) -> tuple[str, Transition[Any, Any]]:
    """Apply a seat's action, given in notation; return its canonical notation and its effects.

    Actions that do not advance the game are refused once the seat's allowance of log entries is used up. Raises
    EngineError.
    """
    rules = game.rules
    check_seat(rules, seat)
    try:
        action = rules.parse_action(text)
    except InvalidAction:
        if seat not in game.actors:
            raise NotYourTurn("It is not your turn.") from None
        raise
    transition = rules.apply(game.state, seat, action)
    canonical = rules.format_action(action)
    allowance = (LOG_LIMIT - rules.entries_kept_free) // rules.seats
    is_free = game.logged[seat] < allowance and _has_room(game, format_host(StandIn(seat, canonical)))
    if not is_free and action not in rules.legal_actions(game.state, seat):
        raise IllegalAction(CHANGED_TOO_OFTEN, "log_full")
    return canonical, transition


def _has_room(game: Game, text: str) -> bool:
    """Return whether the record has room for an entry with this text and the longest possible rest of the game."""
    entries = game.rules.entries_kept_free
    size = game.size + entry_bytes(text) + entries * ADVANCING_BYTES
    return game.n + 1 + entries <= LOG_LIMIT and size <= RECORD_BYTES - HEAD_BYTES


def _build_advance(game: Game, seed: bytes, move: _Move | None = None) -> Advance:
    """Build the result of a move, or of the start of a game if `move` is None, followed by all draws that are due."""
    rules, state, draws = game.rules, game.state, game.draws
    entries: list[Entry] = []
    events: list[tuple[Any, ...]] = []
    logged = game.logged
    dealer = game.configuration.dealer(seed)
    if move is not None:
        state = move.transition.state
        entries.append(Entry(move.actor, move.text, fairness.digest(state)))
        events.append(move.transition.events)
        logged = tuple(count + (seat == move.seat) for seat, count in enumerate(logged))
    while rules.actors(state) == (CHANCE,):
        draws += 1
        action = dealer.choose(rules.chance_outcomes(state), draws)
        transition = rules.apply(state, CHANCE, action)
        state = transition.state
        entries.append(Entry(CHANCE, rules.format_action(action), fairness.digest(state)))
        events.append(transition.events)
    after = Game(
        configuration=game.configuration,
        rules=rules,
        n=game.n + len(entries),
        draws=draws,
        logged=logged,
        size=game.size + sum(entry_bytes(entry.action) for entry in entries),
        step=game.step + (_public_part(rules, game.state) != _public_part(rules, state)),
        turn=game.turn + (rules.turn_key(game.state) != rules.turn_key(state)),
        state=state,
    )
    return Advance(after, tuple(entries), tuple(events))


def _public_part(rules: AnyRules, state: Any) -> tuple[tuple[Player, ...], Any]:
    return rules.actors(state), rules.view(state, SPECTATOR)


class _Snapshot(msgspec.Struct, frozen=True):
    n: int
    draws: int
    logged: tuple[int, ...]
    size: int
    turn: int
    state: msgspec.Raw


def snapshot(game: Game) -> bytes:
    """Serialize the state and the counters of a game for `resume`; the result contains hidden information."""
    state = msgspec.Raw(fairness.encode_canonical(game.state))
    return fairness.encode_canonical(_Snapshot(game.n, game.draws, game.logged, game.size, game.turn, state))


def resume(configuration: Configuration, snapshot: bytes, step: int, digest: str | None) -> Game:
    """Restore a game from its snapshot without replaying the log.

    `digest` is the digest of the newest entry, compared with the state, or None to skip this check. Raises
    InvalidOptions, VersionMismatch, or CorruptRecord for a snapshot in another format or with another digest. After
    CorruptRecord, `replay_game` can restore the game from its log.
    """
    rules = configure(configuration)
    try:
        kept = msgspec.json.decode(snapshot, type=_Snapshot)
        if digest is not None and fairness.digest8(bytes(kept.state)) != digest:
            raise CorruptRecord("The snapshot doesn't belong to the newest entry.", "digest_mismatch")
        state = msgspec.json.decode(kept.state, type=rules.state_type)
    except msgspec.DecodeError as error:
        raise CorruptRecord("Snapshot format not recognised.", "no_snapshot") from error
    return Game(configuration, rules, kept.n, kept.draws, kept.logged, kept.size, step, kept.turn, state)


def replay_game(configuration: Configuration, log: Sequence[Entry], step: int | None = None) -> Game:
    """Restore a game by replaying its log.

    The turn is counted again, and so is the step if `step` is None. Raises InvalidOptions, VersionMismatch or
    BrokenLog.
    """
    rules = configure(configuration)
    turns = steps = 0
    state: Any = None
    key: Any = None
    public: Any = None
    for number, state in states(rules, log):
        if number < len(log) and log[number].actor == CHANCE:
            continue
        turns += key != (key := rules.turn_key(state))
        if step is None:
            steps += public != (public := _public_part(rules, state))
    movers = [seat_of(entry) for entry in log]
    logged = tuple(movers.count(seat) for seat in range(rules.seats))
    size = sum(entry_bytes(entry.action) for entry in log)
    return Game(configuration, rules, len(log), count_draws(log), logged, size, step or steps, turns, state)
