"""A table as it stands: what the store and the engine know of it, and what one person may see of that.

`OpenTable` stays within the table service and its decisions; everything that draws or writes to people gets a `Look`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from cogs import _texts as texts
from cogs._refusal import Refusal
from data.store import OPEN_PHASES, EntryRow, Reader, SeatRow, TableRow
from engine import table as engine_table
from engine.core import SPECTATOR, Outcome, Player
from engine.record import Configuration, Entry

DEADLINE = "deadline"
DEFAULT_THEME = "dark"

ACTIVE = "active"
RESIGNED = "resigned"


class TableSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a host may set for a table apart from the game's options; `clock` in seconds per move.

    `own` are settings that only one game has, by name, and that change nothing of its rules.
    """

    seats: int
    clock: int | None = None
    computer: str = "greedy"
    theme: str = DEFAULT_THEME
    own: dict[str, str] = {}


@dataclass(frozen=True, slots=True)
class Person:
    """A user of Discord, by id and the name to show."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table as loaded: its rows, and the game once it has begun."""

    row: TableRow
    seats: tuple[SeatRow, ...]
    game: engine_table.Table | None

    @property
    def settings(self) -> TableSettings:
        return msgspec.json.decode(self.row.settings, type=TableSettings)

    @property
    def options(self) -> dict[str, Any]:
        return msgspec.json.decode(self.row.options)

    @property
    def actors(self) -> tuple[Player, ...]:
        """The seats that must act; none before the start and after the end."""
        return self.game.actors if self.game is not None and self.row.phase == "playing" else ()

    def seat_of(self, user_id: int) -> SeatRow | None:
        return next((seat for seat in self.seats if seat.user_id == user_id), None)

    def waiting_for(self) -> tuple[SeatRow, ...]:
        """The people, not computer players, who must act."""
        return _people_among(self.seats, self.actors)

    def waiting_names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.waiting_for())

    def require_playing(self) -> engine_table.Table:
        """The game in progress. Raises Refusal in the lobby and after the end."""
        if self.row.phase == "lobby":
            raise Refusal(texts.NOT_STARTED)
        if self.row.phase != "playing" or self.game is None:
            raise Refusal(texts.ended(self.row.phase))
        return self.game

    def require_begun(self) -> engine_table.Table:
        """The game, going on or over. Raises Refusal where none was begun."""
        if self.game is None:
            raise Refusal(texts.NOT_STARTED if self.row.phase == "lobby" else texts.CANCELLED)
        return self.game

    def require_seat(self, user_id: int) -> SeatRow:
        """The person's seat. Raises Refusal for somebody who is not at this table."""
        seat = self.seat_of(user_id)
        if seat is None:
            raise Refusal(texts.NOT_AT_THIS_TABLE)
        return seat


@dataclass(frozen=True, slots=True)
class Look:
    """What one person, or a spectator, may see of a table: never more than the view of their seat."""

    row: TableRow
    seats: tuple[SeatRow, ...]
    settings: TableSettings
    seat: int | None
    view: Any
    legal: tuple[str, ...]
    actors: tuple[Player, ...]
    outcome: Outcome | None
    deadline: int | None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    @property
    def options(self) -> dict[str, Any]:
        return msgspec.json.decode(self.row.options)

    @property
    def must_act(self) -> bool:
        return self.seat is not None and self.seat in self.actors

    def waiting_for(self) -> tuple[SeatRow, ...]:
        """The people, not computer players, who must act."""
        return _people_among(self.seats, self.actors)

    def waiting_names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.waiting_for())

    def may_resign(self) -> bool:
        """Whether the viewer still plays."""
        return any(seat.seat == self.seat and seat.state == ACTIVE for seat in self.seats)

    def require_playing(self) -> None:
        """Raises Refusal in the lobby and after the end."""
        self.require_begun()
        if self.row.phase != "playing":
            raise Refusal(texts.ended(self.row.phase))

    def require_begun(self) -> None:
        """Raises Refusal in the lobby, where there is no board yet."""
        if self.view is None:
            raise Refusal(texts.NOT_STARTED if self.row.phase == "lobby" else texts.CANCELLED)


def _people_among(seats: Sequence[SeatRow], actors: Sequence[Player]) -> tuple[SeatRow, ...]:
    """The seats among the actors that people hold, not computer players."""
    return tuple(seat for seat in seats if seat.seat in actors and seat.user_id is not None)


def configuration_of(row: TableRow, seats: int) -> Configuration:
    """The game's configuration, as the first line of its record says it."""
    return Configuration(
        game=row.game,
        rules_version=row.rules_version,
        options=msgspec.json.decode(row.options),
        seats=seats,
        table=row.id,
        commitment=row.commitment,
        salts=tuple(msgspec.json.decode(row.salts, type=list[str])) if row.salts else None,
    )


def _entries_of(rows: Sequence[EntryRow]) -> tuple[Entry, ...]:
    return tuple(Entry(int(row.actor), row.action, row.digest) for row in rows)


async def load(reader: Reader, table_id: str) -> OpenTable:
    """The table as it stands. Raises Refusal for an unknown one, CorruptRecord for a log that does not hold."""
    row = await reader.table(table_id)
    if row is None:
        raise Refusal(texts.NO_SUCH_TABLE)
    seats = await reader.seats(table_id)
    if row.salts is None:
        return OpenTable(row, seats, None)
    entries = _entries_of(await reader.entries(table_id))
    snapshot = await reader.snapshot(table_id)
    cached = None if snapshot is None or snapshot.n != len(entries) else snapshot.state
    game = engine_table.resume(configuration_of(row, len(seats)), entries, row.step, cached)
    return OpenTable(row, seats, game)


async def look(reader: Reader, table: OpenTable, user_id: int | None) -> Look:
    """The table as one person (None: a spectator) may see it."""
    deadline = await reader.timer(table.row.id, DEADLINE)
    row = table.row
    if row.phase in OPEN_PHASES:
        # Who knows the seed knows every hand.
        row = msgspec.structs.replace(row, server_seed=b"", salts=None)
    seat = table.seat_of(user_id) if user_id is not None else None
    viewer = SPECTATOR if seat is None else seat.seat
    game = table.game
    return Look(
        row=row,
        seats=table.seats,
        settings=table.settings,
        seat=None if seat is None else seat.seat,
        view=None if game is None else game.view(viewer),
        legal=game.legal(viewer) if game is not None and viewer in table.actors else (),
        actors=table.actors,
        outcome=None if game is None else game.outcome,
        deadline=None if deadline is None else deadline.due,
    )
