"""A game as text: its configuration and its log (engine.md, The record). A record alone gives the game again.

Entries are numbered from 1 in the order of the log, and "after entry 0" is before the first. The actor of an entry is
a seat, CHANCE or HOST. Nothing is ever deleted: a take-back is the entry `["host", "takeback N"]`, which says that
the state is again the one after entry N. The draws that follow it take the next unused numbers, so that nothing that
was once rolled is rolled again the same or a second time from the same number.
"""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import msgspec

from engine import fairness
from engine.core import (
    CHANCE,
    HOST,
    SPECTATOR,
    AnyRules,
    Close,
    CorruptRecord,
    EngineError,
    Forfeit,
    GameOver,
    IllegalAction,
    InvalidAction,
    InvalidOptions,
    Player,
    VersionMismatch,
    echo,
)
from engine.games import game

INTEGER_DIGITS: Final = 6
"""The most digits that a number in a record or in notation has (design.md, Trust)."""
ACTION_CHARACTERS: Final = 500
"""The most characters that an action in notation has."""


class Configuration(msgspec.Struct, frozen=True):
    """What is fixed when a game starts; `commitment` and `salts` are None where nothing is to be verified."""

    game: str
    rules_version: int
    options: dict[str, Any]
    seats: int
    table: str = ""
    commitment: str | None = None
    salts: tuple[str, ...] | None = None

    def dealer(self, seed: bytes) -> fairness.Dealer:
        """Who deals at this table. Raises CorruptRecord for a seed that is not the committed one."""
        if self.commitment is not None and fairness.commitment(seed) != self.commitment:
            raise CorruptRecord("The seed is not the one that this game is committed to.", "wrong_seed")
        return fairness.Dealer(seed, self.game, self.rules_version, self.table, self.salts)


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One logged action in the game's notation. The representation hides it, for it may be a secret until the end."""

    actor: Player
    action: str
    digest: str | None = None

    def __repr__(self) -> str:
        return f"Entry(actor={self.actor}, action=hidden)"


class GameRecord(msgspec.Struct, frozen=True):
    """A game from its configuration to its newest entry; the seed is known only when it has been published."""

    configuration: Configuration
    entries: tuple[Entry, ...]
    seed: bytes | None = None

    def __repr__(self) -> str:
        return f"GameRecord({self.configuration.game!r}, {len(self.entries)} entries, hidden)"


class StandIn(msgspec.Struct, frozen=True, gc=False):
    """HOST moves for a seat: replayed as the seat's own action."""

    seat: int
    action: str


class Takeback(msgspec.Struct, frozen=True, gc=False):
    """HOST returns to the state after an entry."""

    entry: int


HostCommand: TypeAlias = Close | Forfeit | StandIn | Takeback


def parse_host(text: str) -> HostCommand:
    """What HOST's notation means. Raises InvalidAction."""
    match text.split():
        case ["close"]:
            return Close()
        case ["forfeit", seat]:
            return Forfeit(_number(seat, "seat"))
        case ["takeback", entry]:
            return Takeback(_number(entry, "entry"))
        case ["for", seat, *_]:
            action = text.split(maxsplit=2)[2:]
            if action:
                return StandIn(_number(seat, "seat"), action[0].strip())
        case _:
            pass
    raise InvalidAction(f"The host can close, forfeit SEAT, for SEAT ACTION or takeback N, not {echo(text)}.")


def format_host(command: HostCommand) -> str:
    """The command in notation; `parse_host` is its inverse."""
    match command:
        case Close():
            return "close"
        case Forfeit(seat):
            return f"forfeit {seat}"
        case StandIn(seat, action):
            return f"for {seat} {action}"
        case Takeback(entry):
            return f"takeback {entry}"


def _number(text: str, what: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= INTEGER_DIGITS):
        raise InvalidAction(f"A {what} is a number of at most {INTEGER_DIGITS} digits, not {echo(text)}.")
    return int(text)


class Fault(msgspec.Struct, frozen=True, gc=False):
    """Where a record goes wrong; entry 0 is the configuration."""

    entry: int
    code: str
    text: str


class Replay(msgspec.Struct, frozen=True):
    """The longest valid prefix of a record and, if that is not all of it, what is wrong with the next entry.

    `states[n]` is the state after entry n and `events[n - 1]` what happened in it; both are empty and `rules` is None
    when the configuration itself is at fault.
    """

    rules: AnyRules | None
    states: tuple[Any, ...]
    events: tuple[tuple[Any, ...], ...]
    error: Fault | None

    @property
    def valid(self) -> int:
        """How many entries apply."""
        return len(self.events)

    def __repr__(self) -> str:
        return f"Replay(valid={self.valid}, error={self.error!r})"


def configure(configuration: Configuration) -> AnyRules:
    """The rules that a game is played by. Raises InvalidOptions and VersionMismatch."""
    found = game(configuration.game)
    if configuration.rules_version != found.rules_version:
        raise VersionMismatch(
            f"This game follows version {configuration.rules_version} of the rules of {found.title}; "
            f"here is version {found.rules_version}."
        )
    if configuration.seats not in found.seats:
        raise InvalidOptions(f"{found.title} is for {counts(found.seats)}, not {configuration.seats}.", "seats")
    return found.rules(configuration.seats, found.options(configuration.seats, configuration.options))


def counts(seats: Sequence[int]) -> str:
    """Numbers of players in words: "2, 3 or 4 players"."""
    texts = [str(count) for count in seats]
    number = " or ".join([", ".join(texts[:-1]), texts[-1]]) if len(texts) > 1 else texts[0]
    return f"{number} player{'' if texts == ['1'] else 's'}"


def replay(record: GameRecord) -> Replay:
    """The game again, as far as the record is valid; a digest that does not match is an error at its entry."""
    try:
        rules = configure(record.configuration)
    except EngineError as error:
        return Replay(None, (), (), Fault(0, error.code, error.text))
    return fold(rules, record.entries)


def fold(rules: AnyRules, entries: Sequence[Entry]) -> Replay:
    """`replay` for rules that exist already."""
    states = [rules.initial_state()]
    events: list[tuple[Any, ...]] = []
    fault = None
    for number, entry in enumerate(entries, 1):
        try:
            state, happened = apply_entry(rules, states, entry.actor, entry.action)
            if entry.digest is not None and fairness.digest(state) != entry.digest:
                raise CorruptRecord("The state after this entry is not the one that was recorded.", "digest_mismatch")
        except EngineError as error:
            fault = Fault(number, error.code, error.text)
            break
        states.append(state)
        events.append(happened)
    return Replay(rules, tuple(states), tuple(events), fault)


def apply_entry(rules: AnyRules, states: Sequence[Any], actor: Player, text: str) -> tuple[Any, tuple[Any, ...]]:
    """The state after one more entry, and its events; `states[n]` are those after entry n. Raises EngineError."""
    state = states[-1]
    if actor == HOST:
        command = parse_host(text)
        if isinstance(command, Takeback):
            return _returned(rules, states, command.entry), ()
        if isinstance(command, StandIn):
            actor, text = command.seat, command.action
        else:
            if isinstance(command, Forfeit):
                _check_seat(rules, command.seat)
            transition = rules.apply(state, HOST, command)
            return transition.state, transition.events
    transition = rules.apply(state, actor, read_action(rules, state, actor, text))
    return transition.state, transition.events


def read_action(rules: AnyRules, state: Any, actor: Player, text: str) -> Any:
    """The action that a text means to a seat; chance entries are read as a spectator would. Raises EngineError."""
    if actor != CHANCE:
        _check_seat(rules, actor)
    return rules.parse_action(rules.view(state, SPECTATOR if actor == CHANCE else actor), text)


def _check_seat(rules: AnyRules, seat: Player) -> None:
    if not 0 <= seat < rules.seats:
        raise CorruptRecord(f"There is no seat {seat}; the seats are 0 to {rules.seats - 1}.", "no_such_seat")


def _returned(rules: AnyRules, states: Sequence[Any], entry: int) -> Any:
    if rules.outcome(states[-1]) is not None:
        raise GameOver("The game is over; nothing can be taken back.")
    if entry >= len(states) - 1:
        raise IllegalAction(f"Entry {entry} is not before the newest, which is {len(states) - 1}.")
    return states[entry]


def line(entries: Sequence[Entry]) -> tuple[int, ...]:
    """The numbers of the entries that made the present state: without take-backs and what they took back."""
    heads, before = [0], [0]
    for number, entry in enumerate(entries, 1):
        command = parse_host(entry.action) if entry.actor == HOST else None
        before.append(heads[-1])
        heads.append(heads[command.entry] if isinstance(command, Takeback) else number)
    numbers: list[int] = []
    number = heads[-1]
    while number:
        numbers.append(number)
        number = before[number]
    return tuple(reversed(numbers))


def draws(entries: Sequence[Entry]) -> int:
    """How many draws a log has used up, those taken back included."""
    return sum(entry.actor == CHANCE for entry in entries)
