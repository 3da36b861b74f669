"""A record: the configuration and log of a game, sufficient to replay it.

Entries are numbered from 1 in log order; "after entry 0" means the initial state. The actor of an entry is a seat,
CHANCE or HOST. The log is append-only: a take-back is the entry `["host", "takeback N"]` and restores the state after
entry N. The draws that follow it take the next unused numbers, so that no draw number is used twice.
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
    echo,
    join_or,
)
from engine.games import game_type

INTEGER_DIGITS: Final = 6
"""Maximum number of digits of a number in a record or in notation."""
ACTION_CHARACTERS: Final = 500
"""Maximum length of an action in notation, in characters."""
NEWEST_DRAW: Final = 2
LOG_LIMIT: Final = 20_000
"""Maximum number of entries in a log."""
RECORD_BYTES: Final = 1 << 20
"""Maximum size of a record as JSON, in bytes."""
HEAD_BYTES: Final = 1 << 14
"""The part of `RECORD_BYTES` reserved for everything except the entries."""
ADVANCING_CHARACTERS: Final = 100
"""Maximum length in notation of a CHANCE or HOST action, or of one in `Rules.legal_actions`."""
_LINE_BYTES: Final = len('  ["chance",,"0123456789abcdef"],\n')
ADVANCING_BYTES: Final = _LINE_BYTES + ADVANCING_CHARACTERS + 2
"""Maximum size in a record of such an action's entry, in bytes."""


class Configuration(msgspec.Struct, frozen=True):
    """The parameters fixed at the start of a game; without `commitment` and `salts` its draws can't be verified.

    `draw` is the version of the draw protocol; new games use `NEWEST_DRAW`. With `drawn_order`, the order of the seats
    was also drawn from the seed and the salts, and `salts` are in that order.
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
        """Return the dealer of this game.

        Raises CorruptRecord if the seed does not match the commitment, VersionMismatch for an unknown draw protocol.
        """
        if self.commitment is not None and fairness.commitment(seed) != self.commitment:
            raise CorruptRecord("The seed is not the one that this game is committed to.", "wrong_seed")
        return self.dealer_of(seed)

    def dealer_of(self, seed: bytes) -> fairness.Dealer:
        """Return the dealer for a seed without checking the commitment.

        Raises VersionMismatch for an unknown draw protocol.
        """
        match self.draw:
            case 1:
                bound = (self.game, self.rules_version, self.table, self.salts)
            case 2:
                fixed = (self.game, self.rules_version, self.options, self.seats)
                bound = (*fixed, self.table, self.salts, self.commitment)
            case _:
                raise VersionMismatch(f"This program draws by draw/1 and draw/2, not by draw/{self.draw}.")
        return fairness.Dealer(seed, self.draw, bound)


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One logged action in notation; `repr` hides it, since it may be secret until the end."""

    actor: Player
    action: str
    digest: str | None = None

    def __repr__(self) -> str:
        return f"Entry(actor={self.actor}, action=hidden)"


def entry_bytes(action: str) -> int:
    """Return the maximum size in a record of an entry with this action, in bytes."""
    return _LINE_BYTES + len(msgspec.json.encode(action))


class GameRecord(msgspec.Struct, frozen=True):
    """The configuration and entries of a game; the seed is None until it is published."""

    configuration: Configuration
    entries: tuple[Entry, ...]
    seed: bytes | None = None

    def __repr__(self) -> str:
        return f"GameRecord({self.configuration.game!r}, {len(self.entries)} entries, hidden)"


class StandIn(msgspec.Struct, frozen=True, gc=False):
    """HOST command: act for a seat; replayed as the seat's own action."""

    seat: int
    action: str


class Takeback(msgspec.Struct, frozen=True, gc=False):
    """HOST command: return to the state after an entry."""

    entry: int


HostCommand: TypeAlias = Close | Forfeit | StandIn | Takeback


def parse_host(text: str) -> HostCommand:
    """Parse a HOST command.

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
    raise InvalidAction(f"The host can close, forfeit SEAT [late], for SEAT ACTION or takeback N, not {echo(text)}.")


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
        raise InvalidAction(f"A {what} is a number of at most {INTEGER_DIGITS} digits, not {echo(text)}.")
    return int(text)


def configure(configuration: Configuration) -> AnyRules:
    """Return the rules for a configuration.

    Raises InvalidOptions or VersionMismatch.
    """
    found = game_type(configuration.game)
    if configuration.rules_version != found.rules_version:
        raise VersionMismatch(
            f"This game follows version {configuration.rules_version} of the rules of {found.title}; "
            f"here is version {found.rules_version}."
        )
    if configuration.seats not in found.seats:
        raise InvalidOptions(f"{found.title} is for {counts(found.seats)}, not {configuration.seats}.", "seats")
    return found.rules(configuration.seats, found.options(configuration.seats, configuration.options))


def counts(seats: Sequence[int]) -> str:
    """Format numbers of players: "2, 3 or 4 players"."""
    texts = [str(count) for count in seats]
    return f"{join_or(texts)} player{'' if texts == ['1'] else 's'}"


def takeback_target(entry: Entry) -> int | None:
    """Return the entry number that a take-back returns to, or None for any other entry."""
    if entry.actor != HOST:
        return None
    try:
        command = parse_host(entry.action)
    except InvalidAction:
        return None
    return command.entry if isinstance(command, Takeback) else None


def active_entries(log: Sequence[Entry], since: int = 0) -> tuple[int, ...]:
    """Return the numbers of the entries that led to the current state, without take-backs and the entries they undid.

    `log` holds the entries after entry `since`.
    """
    return Lineage(log, since).between(since, since + len(log))


class Lineage:
    """The active entries of a log after each of its entries, built in one pass.

    `log` holds the entries after entry `since`. Raises CorruptRecord for a take-back to an entry that does not precede
    it.
    """

    def __init__(self, log: Sequence[Entry], since: int = 0) -> None:
        self._newest, self._before = {since: since}, dict[int, int]()
        for number, entry in enumerate(log, since + 1):
            target = takeback_target(entry)
            if target is not None and target >= number:
                raise CorruptRecord(f"Entry {number} takes back to an entry that is not before it.")
            self._before[number] = self._newest[number - 1]
            self._newest[number] = number if target is None else self._newest[max(target, since)]

    def between(self, since: int, until: int) -> tuple[int, ...]:
        """Return the entries after `since` that are active after entry `until`, in order."""
        numbers: list[int] = []
        number = self._newest[until]
        while number > since:
            numbers.append(number)
            number = self._before[number]
        return tuple(reversed(numbers))


def seat_of(entry: Entry) -> int | None:
    """Return the seat that acted in an entry, or for which HOST acted; else None."""
    if entry.actor != HOST:
        return None if entry.actor == CHANCE else entry.actor
    command = parse_host(entry.action)
    return command.seat if isinstance(command, StandIn) else None


def draws(log: Sequence[Entry]) -> int:
    """Count the draws in a log, including those taken back."""
    return sum(entry.actor == CHANCE for entry in log)
