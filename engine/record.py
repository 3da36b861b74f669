"""A record: the configuration and the log of a game, from which the game can be replayed.

Entries are numbered from 1 in log order; "after entry 0" means the initial state. The actor of an entry is a seat,
CHANCE or HOST. The log is append-only: a take-back is the entry `["host", "takeback N"]`, after which the state is
again the one after entry N. Later draws take the next unused numbers, so that no draw number is used twice.
"""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import msgspec

from engine import fairness
from engine.core import (
    CHANCE,
    HOST,
    AnyRules,
    Close,
    CorruptRecord,
    Forfeit,
    InvalidAction,
    InvalidOptions,
    Player,
    VersionMismatch,
    quote_input,
)
from engine.games import game_type
from engine.messages import Message, PluralMessage, WordList

INTEGER_DIGITS: Final = 6
"""The maximum number of digits of an integer in a record or in HOST's notation."""
ACTION_CHARACTERS: Final = 500
"""The maximum length of an action in notation, in characters."""
NEWEST_DRAW: Final = 2
LOG_LIMIT: Final = 20_000
"""The maximum number of entries in a log."""
RECORD_BYTES: Final = 1 << 20
"""The maximum size of a record as JSON, in bytes."""
HEAD_BYTES: Final = 1 << 14
"""The part of `RECORD_BYTES` that is reserved for everything but the entries."""
ADVANCING_CHARACTERS: Final = 100
"""The maximum length, in characters, of an action that advances the game, in notation.

Such actions are those of CHANCE and HOST, and those listed by `Rules.legal_actions`.
"""
_LINE_BYTES: Final = len('  ["chance",,"0123456789abcdef"],\n')
ADVANCING_BYTES: Final = _LINE_BYTES + ADVANCING_CHARACTERS + 2
"""The maximum size, in bytes, that the entry of an action that advances the game takes in a record."""


class Configuration(msgspec.Struct, frozen=True):
    """The parameters of a game that are fixed at its start.

    Without `commitment` and `salts` its draws cannot be fully verified. `draw` is the version of the draw protocol; new
    games use `NEWEST_DRAW`. With `drawn_order`, the order of the seats was drawn too, from the seed and the salts, and
    `salts` are in that order.
    """

    game: str
    rules_version: int
    options: dict[str, Any]
    seats: int
    table: str = ""
    commitment: str | None = None
    salts: tuple[str, ...] | None = None
    draw: int = 1
    drawn_order: bool = False

    def dealer(self, seed: bytes) -> fairness.Dealer:
        """Return the source of this game's draws.

        Raises CorruptRecord if the seed does not match the commitment, VersionMismatch for an unknown draw protocol.
        """
        if self.commitment is not None and fairness.commitment(seed) != self.commitment:
            raise CorruptRecord(Message("The seed doesn't match this game's commitment."), "wrong_seed")
        return self.dealer_of(seed)

    def dealer_of(self, seed: bytes) -> fairness.Dealer:
        """Return the source of draws for a seed, without checking the seed against the commitment.

        Raises VersionMismatch for an unknown draw protocol.
        """
        match self.draw:
            case 1:
                bound = (self.game, self.rules_version, self.table, self.salts)
            case 2:
                fixed = (self.game, self.rules_version, self.options, self.seats)
                bound = (*fixed, self.table, self.salts, self.commitment)
            case _:
                text = Message("This program supports draw/1 and draw/2, not draw/{version}.", version=self.draw)
                raise VersionMismatch(text)
        return fairness.Dealer(seed, self.draw, bound)


class Entry(msgspec.Struct, frozen=True, gc=False):
    """A logged action: its actor, the action in notation, and the digest of the state after it, if recorded.

    `repr` hides the action, since it may be secret until the end of the game.
    """

    actor: Player
    action: str
    digest: str | None = None

    def __repr__(self) -> str:
        return f"Entry(actor={self.actor}, action=hidden)"


def entry_bytes(action: str) -> int:
    """Return the maximum size in a record, in bytes, of an entry with this action."""
    return _LINE_BYTES + len(msgspec.json.encode(action))


class GameRecord(msgspec.Struct, frozen=True):
    """The configuration and the entries of a game, and its seed once that is published."""

    configuration: Configuration
    entries: tuple[Entry, ...]
    seed: bytes | None = None

    def __repr__(self) -> str:
        return f"GameRecord({self.configuration.game!r}, {len(self.entries)} entries, hidden)"


class StandIn(msgspec.Struct, frozen=True, gc=False):
    """HOST command: act for a seat; replaying treats it as the seat's own action."""

    seat: int
    action: str


class Takeback(msgspec.Struct, frozen=True, gc=False):
    """HOST command: return to the state after an entry, which undoes all later entries."""

    entry: int


HostCommand: TypeAlias = Close | Forfeit | StandIn | Takeback


def parse_host(text: str) -> HostCommand:
    """Parse a HOST command in notation.

    Raises InvalidAction.
    """
    match text.split():
        case ["close"]:
            return Close()
        case ["forfeit", seat, *late] if late in ([], ["late"]):
            return Forfeit(_number(seat, "seat"), late=bool(late))
        case ["takeback", entry]:
            return Takeback(_number(entry, "entry"))
        case ["for", seat, *_]:
            action = text.split(maxsplit=2)[2:]
            if action:
                return StandIn(_number(seat, "seat"), action[0].strip())
        case _:
            pass
    raise InvalidAction(
        f"The host can close, forfeit SEAT [late], for SEAT ACTION or takeback N, not {quote_input(text)}."
    )


def format_host(command: HostCommand) -> str:
    """Format a HOST command in notation; the inverse of `parse_host`."""
    match command:
        case Close():
            return "close"
        case Forfeit(seat, late):
            return f"forfeit {seat}{' late' if late else ''}"
        case StandIn(seat, action):
            return f"for {seat} {action}"
        case Takeback(entry):
            return f"takeback {entry}"


def _number(text: str, what: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= INTEGER_DIGITS):
        raise InvalidAction(f"A {what} is a number of at most {INTEGER_DIGITS} digits, not {quote_input(text)}.")
    return int(text)


def configure(configuration: Configuration) -> AnyRules:
    """Return the rules for the game, seats and options of a configuration.

    Raises InvalidOptions or VersionMismatch.
    """
    found = game_type(configuration.game)
    if configuration.rules_version != found.rules_version:
        raise VersionMismatch(
            Message(
                "This game uses version {used} of the rules of {game}; this program has version {known}.",
                used=configuration.rules_version,
                game=found.title,
                known=found.rules_version,
            )
        )
    if configuration.seats not in found.seats:
        players = format_player_counts(found.seats)
        text = Message(
            "{game} is for {players}, not {seats}.", game=found.title, players=players, seats=configuration.seats
        )
        raise InvalidOptions(text, "seats")
    return found.rules(configuration.seats, found.options(configuration.seats, configuration.options))


def format_player_counts(seats: Sequence[int]) -> Message:
    """Format the possible numbers of players: "2 players", "3 to 7 players", "2, 4 or 6 players"."""
    first, last = min(seats), max(seats)
    if len(seats) > 2 and sorted(seats) == list(range(first, last + 1)):
        return Message("{first} to {last} players", first=first, last=last)
    return PluralMessage("{counts} player", "{counts} players", last, counts=WordList(seats, "or"))


def takeback_target(entry: Entry) -> int | None:
    """Return the number of the entry to which a take-back returns, or None if the entry is not a take-back."""
    if entry.actor != HOST:
        return None
    try:
        command = parse_host(entry.action)
    except InvalidAction:
        return None
    return command.entry if isinstance(command, Takeback) else None


def active_entries(log: Sequence[Entry], since: int = 0) -> tuple[int, ...]:
    """Return the numbers of the entries that led to the current state, in order.

    Take-backs and the entries that they undid are left out. `log` holds the entries after entry `since`.
    """
    return Lineage(log, since).between(since, since + len(log))


class Lineage:
    """The active entries of a log at any time: those that led to the state, without take-backs and undone entries.

    It is built in one pass. `log` holds the entries after entry `since`. Raises CorruptRecord for a take-back that
    returns to itself or to a later entry.
    """

    def __init__(self, log: Sequence[Entry], since: int = 0) -> None:
        self._newest, self._before = {since: since}, dict[int, int]()
        for number, entry in enumerate(log, since + 1):
            target = takeback_target(entry)
            if target is not None and target >= number:
                text = Message("Entry {number} is a take-back to an entry that is not before it.", number=number)
                raise CorruptRecord(text)
            self._before[number] = self._newest[number - 1]
            self._newest[number] = number if target is None else self._newest[max(target, since)]

    def between(self, since: int, until: int) -> tuple[int, ...]:
        """Return the numbers of the entries after `since` that were active once entry `until` was logged, in order."""
        numbers: list[int] = []
        number = self._newest[until]
        while number > since:
            numbers.append(number)
            number = self._before[number]
        return tuple(reversed(numbers))


def seat_of(entry: Entry) -> int | None:
    """Return the seat that made an entry or for which HOST made it, or None for all other entries."""
    if entry.actor != HOST:
        return None if entry.actor == CHANCE else entry.actor
    command = parse_host(entry.action)
    return command.seat if isinstance(command, StandIn) else None


def count_draws(log: Sequence[Entry]) -> int:
    """Return the number of draws in a log, including those taken back."""
    return sum(entry.actor == CHANCE for entry in log)
