"""A table as loaded: its rows and its game.

It contains hidden information and must never be used to make pictures or messages.
"""

import asyncio
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec
import structlog

from data.store import EntryRow, Reader, SeatRow, TableRow
from engine.core import CorruptRecord, Forfeit, InvalidOptions, Player
from engine.game import Game, replay_game, resume
from engine.games import game_types
from engine.record import Configuration, Entry
from language.messages import _
from tables import texts
from tables.moderating.moderation_state import decode_moderation
from tables.refusal import BoardMovedOn, Refusal
from tables.settings import TableSettings

log = structlog.get_logger()

NAME_LIMIT, SHORTEST_NAME = 32, 4
"""Most characters of a name, and those that it keeps beside a long user name."""
ISOLATES = "\u2068\u2069"
"""The marks around a name that is written from right to left; see `render.text.isolate`."""
COMPUTER_NAME = re.compile(r"computer \d+")

ACTIVE = "active"
RESIGNED = "resigned"
FORFEITED = "forfeited"
"""The states of a seat: ACTIVE (in the game), RESIGNED, or FORFEITED (put out of the game for missing deadlines)."""


@dataclass(frozen=True, slots=True)
class Person:
    """A Discord user: id, display name, and the unique user name, which is "" where it is not known."""

    id: int
    name: str
    username: str = ""


def tell_apart(person: Person, others: Iterable[str]) -> str:
    """Return a person's name, with their user name if it is the name of one of the others, or that of a computer.

    Names that differ only in case or in the style of their letters count as the same, since pictures fold styles.
    """
    name = fold_name(person.name)
    if name not in map(fold_name, others) and not COMPUTER_NAME.fullmatch(name):
        return person.name
    return format_with_username(person)


def format_with_username(person: Person) -> str:
    """Return a person's name followed by their user name, such as "Ann (ann_b)", with a long name cut."""
    known = person.username or str(person.id)
    whole = person.name.strip(ISOLATES)
    cut = whole[: max(SHORTEST_NAME, NAME_LIMIT - len(known) - 3)].rstrip()
    return f"{person.name.replace(whole, cut)} ({known})"


def fold_name(name: str) -> str:
    """Return a name for comparisons: in lower case, with plain letters for styled ones, without what is invisible."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    return "".join(letter for letter in plain if unicodedata.category(letter) != "Cf")


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table's rows and its game.

    The game is None before the start, and if this version of the program does not support it any more.
    """

    row: TableRow
    seats: tuple[SeatRow, ...]
    game: Game | None

    @property
    def settings(self) -> TableSettings:
        return msgspec.json.decode(self.row.settings, type=TableSettings)

    @property
    def options(self) -> dict[str, Any]:
        return msgspec.json.decode(self.row.options)

    @property
    def actors(self) -> tuple[Player, ...]:
        """The seats that must act; empty before the start and after the end."""
        return self.game.actors if self.game is not None and self.row.phase == "playing" else ()

    @property
    def is_simultaneous(self) -> bool:
        """Whether the current turn is simultaneous."""
        return self.row.phase == "playing" and self.game is not None and self.game.is_simultaneous

    @property
    def staying(self) -> tuple[SeatRow, ...]:
        """The seats that are still in the game by its rules: neither resigned nor eliminated. Empty after the end."""
        if self.game is None or self.row.phase != "playing":
            return ()
        acts = self.game.rules.host_actions(self.game.state)
        staying = {act.seat for act in acts if isinstance(act, Forfeit)}
        return tuple(seat for seat in self.seats if seat.seat in staying)

    @property
    def version(self) -> str:
        """The version that new buttons and pages get. Pages with another version are stale (`page_version`)."""
        return page_version(self.row, simultaneous=self.is_simultaneous)

    def seat_of(self, user_id: int) -> SeatRow | None:
        return next((seat for seat in self.seats if seat.user_id == user_id), None)

    def handed_over(self, after: "OpenTable") -> tuple[SeatRow, ...]:
        """Return the seats, as they are here, that belong to another user in the later state `after`.

        Empty before the start. A seat with a stand-in still belongs to its user.
        """
        if self.game is None:
            return ()
        return tuple(old for old, new in zip(self.seats, after.seats, strict=True) if old.user_id != new.user_id)

    def find_taken_seats(self, after: "OpenTable") -> tuple[SeatRow, ...]:
        """Return the seats, as they are here, that have a new user in the later state `after`, or whose user is back.

        A user is back when their stand-in has ended.
        """
        if self.game is None:
            return ()
        pairs = zip(self.seats, after.seats, strict=True)
        return tuple(
            old for old, new in pairs if old.user_id != new.user_id or (is_stood_in(old) and not is_stood_in(new))
        )

    def awaited_seats(self) -> tuple[SeatRow, ...]:
        """Return the seats for which the table waits: a person must act there and has no stand-in."""
        return filter_people(self.seats, self.actors)

    def waiting_names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.awaited_seats())

    def require_playing(self) -> Game:
        """Return the game in progress.

        Raises Refusal in the lobby and after the end, and InvalidOptions if the program does not support the game any
        more.
        """
        if self.row.phase == "lobby":
            raise Refusal(_(texts.NOT_STARTED))
        if self.row.phase != "playing":
            raise Refusal(texts.describe_end(self.row.phase, season_over=decode_moderation(self.row).season_over))
        if self.game is None:
            raise gone()
        return self.game

    def require_begun(self) -> Game:
        """Return the game, in progress or over. Raise Refusal if none was started."""
        if self.game is None:
            require_known(self.row)
            raise Refusal(_(texts.NOT_STARTED) if self.row.phase == "lobby" else _(texts.CANCELLED))
        return self.game

    def hint_position(self, seat: SeatRow) -> str:
        """Return an identifier of the position for a seat's hint: the page version and the number of its actions.

        The number is needed because hidden choices in a simultaneous turn don't change the version.
        """
        return f"{self.version}.{self.require_playing().logged[seat.seat]}"

    def find_hint(self, seat: SeatRow) -> tuple[str, ...]:
        """Return the hint that was shown to a seat in this position, as actions; empty if there was none."""
        position, _, actions = (seat.hint or "").partition("\n")
        newest, _, _ = actions.partition("\n\n")
        return tuple(newest.split("\n")) if position == self.hint_position(seat) else ()

    def list_turn_hints(self, seat: SeatRow) -> tuple[str, ...]:
        """Return the actions of all hints that were shown to a seat on this version of the page, newest first."""
        position, _, actions = (seat.hint or "").partition("\n")
        is_current = position.partition(".")[0] == self.version
        return tuple(line for line in actions.split("\n") if line) if is_current else ()

    def require_seat(self, user_id: int) -> SeatRow:
        """Return the user's seat. Raise Refusal if they have no seat at this table."""
        seat = self.seat_of(user_id)
        if seat is None:
            raise Refusal(_(texts.NOT_AT_THIS_TABLE))
        return seat

    def require_current(self, version: str | None) -> None:
        """Raise BoardMovedOn if a page with this version is stale. The version None is never stale."""
        if version is not None and version != self.version:
            raise BoardMovedOn(
                texts.format_stale_press(self.row.phase, simultaneous=self.is_simultaneous, begun=self.game is not None)
            )


def gone() -> InvalidOptions:
    """Return the error for a game that the program does not support any more.

    Tables of such a game are kept, because a later version may support it again.
    """
    return InvalidOptions(_(texts.GAME_GONE), "unknown_game")


def require_known(row: TableRow) -> None:
    """Raise InvalidOptions if the program does not support the table's game any more."""
    if row.game not in game_types():
        raise gone()


def page_version(row: TableRow, *, simultaneous: bool) -> str:
    """Return the version of a page: in a simultaneous turn the turn, such as `t3`, else the step.

    Another seat's answer in a simultaneous turn changes the step but not the turn, so it makes no open page stale.
    """
    return f"t{row.turn}" if simultaneous else str(row.step)


def filter_people(seats: Sequence[SeatRow], actors: Sequence[Player]) -> tuple[SeatRow, ...]:
    """Return the seats in `actors` that are played by people. Seats with a stand-in are left out."""
    return tuple(seat for seat in seats if seat.seat in actors and seat.user_id is not None and seat.player is None)


def is_played_by_person(seat: SeatRow) -> bool:
    """Return whether a person plays in the seat: it is still in the game, has a user, and no stand-in."""
    return seat.user_id is not None and seat.player is None and seat.state == ACTIVE


def explain_seat_out(seat: SeatRow) -> str:
    """Return the text that tells a seat's user why they are out of the game: resigned, or time ran out."""
    return _(texts.FORFEITED) if seat.state == FORFEITED else _(texts.RESIGNED)


def require_active(seat: SeatRow) -> None:
    """Raise Refusal if a seat is out of the game: its user resigned, or its time ran out."""
    if seat.state != ACTIVE:
        raise Refusal(explain_seat_out(seat))


def is_stood_in(seat: SeatRow) -> bool:
    """Return whether a computer player stands in for the seat's user."""
    return seat.user_id is not None and seat.player is not None


def build_configuration(row: TableRow, seats: int) -> Configuration:
    """Return the configuration of a table's game, as it is written in the game's record."""
    return Configuration(
        game=row.game,
        rules_version=row.rules_version,
        options=msgspec.json.decode(row.options),
        seats=seats,
        table=row.id,
        commitment=row.commitment,
        salts=tuple(msgspec.json.decode(row.salts, type=list[str])) if row.salts else None,
        draw=row.draw,
        drawn_order=msgspec.json.decode(row.settings, type=TableSettings).random_order,
    )


def to_engine_entries(rows: Sequence[EntryRow]) -> tuple[Entry, ...]:
    """Convert log rows to the engine's entries."""
    return tuple(Entry(int(row.actor), row.action, row.digest) for row in rows)


async def load(reader: Reader, table_id: str) -> OpenTable:
    """Load a table from its snapshot, checked against the newest entry's digest.

    The whole log is replayed only if the snapshot can't be used, for instance after an upgrade. Raises Refusal for an
    unknown table, CorruptRecord for an invalid log.
    """
    found = await reader.tables.get_with_snapshot(table_id)
    if found is None:
        raise Refusal(_(texts.NO_SUCH_TABLE))
    row, snapshot, newest = found
    seats = await reader.tables.seats(table_id)
    if row.salts is None or row.game not in game_types():
        return OpenTable(row, seats, None)
    configuration = build_configuration(row, len(seats))
    newest = newest or await reader.logs.newest_entry(table_id)
    # A game that does not start with a random draw has no entries at first.
    n, digest = (0, None) if newest is None else (newest.n, newest.digest)
    if snapshot is not None and snapshot.n == n:
        try:
            return OpenTable(row, seats, resume(configuration, snapshot.state, row.step, digest))
        except CorruptRecord as error:
            log.warning("snapshot unusable, log replayed", table=table_id, step=row.step, error=error.text)
    entries = to_engine_entries(await reader.logs.entries(table_id))
    # Replaying a long log takes a while and must not block the event loop.
    game = await asyncio.to_thread(replay_game, configuration, entries, row.step)
    return OpenTable(msgspec.structs.replace(row, turn=game.turn), seats, game)


class SeatRequest(Protocol):
    """A request by a seat for a take-back or a pause, to which others must agree.

    `agreed` are the seats that have agreed.
    """

    @property
    def seat(self) -> int: ...
    @property
    def agreed(self) -> tuple[int, ...]: ...


def list_asked_seats(seats: Sequence[SeatRow], asker: int) -> tuple[SeatRow, ...]:
    """Return the seats whose users must agree to a request of the seat `asker`.

    `seats` are those still in the game. Computer players and stand-ins agree automatically.
    """
    return tuple(seat for seat in seats if seat.seat != asker and is_played_by_person(seat))


def find_unanswered(seats: Sequence[SeatRow], request: SeatRequest) -> tuple[SeatRow, ...]:
    """Return the seats whose users must agree to a request and have not done so yet.

    `seats` are those still in the game.
    """
    return tuple(seat for seat in list_asked_seats(seats, request.seat) if seat.seat not in request.agreed)
