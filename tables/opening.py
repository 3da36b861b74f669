"""The rows of a new table, and its number on its server or in its direct-message channel."""

import re
import secrets
from collections.abc import Sequence
from typing import Any

import msgspec

from data.store import SeatRow, TableRow, Writer
from engine import fairness
from engine.core import GameType
from engine.record import NEWEST_DRAW
from tables import texts
from tables.open_table import Person, tell_apart
from tables.refusal import Refusal
from tables.settings import TableSettings

ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
ID_LENGTH = 10
NUMBER = re.compile(r"\d+")
"""The number in the name of a computer player."""


def create_id() -> str:
    """Return a new random id for a table."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def is_id(text: str) -> bool:
    """Return whether a text has the form of a table's id."""
    return len(text) == ID_LENGTH and set(text) <= set(ID_LETTERS)


def choose_seat_count(game: GameType, wanted: int | None, default: int) -> int:
    """Return the number of seats of a new table: `wanted`, or if None the allowed number nearest to `default`.

    Raises Refusal if the game does not allow `wanted`.
    """
    if wanted is None:
        return min(game.seats, key=lambda number: abs(number - default))
    if wanted not in game.seats:
        raise Refusal(texts.seats_range(game.title, game.seats))
    return wanted


def new_table(
    game: GameType,
    settings: TableSettings,
    options: dict[str, Any],
    *,
    host: Person,
    guild_id: int | None,
    channel_id: int,
    now: int,
    table_id: str | None = None,
) -> TableRow:
    """Create the row of a table in its lobby, with a new random server seed and the commitment to it.

    Raises InvalidOptions if the game does not allow these options.
    """
    seed = secrets.token_bytes(fairness.SEED_BYTES)
    return TableRow(
        id=table_id or create_id(),
        game=game.name,
        rules_version=game.rules_version,
        phase="lobby",
        host=host.id,
        guild_id=guild_id,
        channel_id=channel_id,
        step=1,
        turn=0,
        draw=NEWEST_DRAW,
        options=msgspec.json.encode(game.options(settings.seats, options)).decode(),
        settings=msgspec.json.encode(settings).decode(),
        server_seed=seed,
        commitment=fairness.commitment(seed),
        created=now,
        updated=now,
    )


def host_seat(host: Person, salt: str) -> SeatRow:
    """Create the host's seat. `salt` is the id of the interaction that opens the table, used for fair random draws."""
    return SeatRow(seat=0, user_id=host.id, name=tell_apart(host, ()), salt=salt)


def renumber_seats(seats: Sequence[SeatRow]) -> tuple[SeatRow, ...]:
    """Return the seats numbered in their order from 0, and their computer players from 1."""
    found: list[SeatRow] = []
    computers = 0
    for seat in seats:
        computers += seat.player is not None
        name = seat.name if seat.player is None else NUMBER.sub(str(computers), seat.name)
        found.append(msgspec.structs.replace(seat, seat=len(found), name=name))
    return tuple(found)


def computer_seats(settings: TableSettings, salt: str) -> tuple[SeatRow, ...]:
    """Create the rows of computer players for all seats except the host's."""
    names = [texts.computer_name(number, settings.language) for number in range(1, settings.seats)]
    return tuple(
        SeatRow(seat=seat, user_id=None, player=settings.computer, name=name, salt=salt)
        for seat, name in enumerate(names, 1)
    )


def table_counter_name(row: TableRow) -> str:
    """Return the name of the stored counter of tables for the table's server or direct-message channel."""
    return f"tables opened in {row.channel_id if row.guild_id is None else row.guild_id}"


async def add_number(writer: Writer, row: TableRow) -> TableRow:
    """Return the row with the next table number of its server or direct-message channel, and count up."""
    number = await writer.facts.increment(table_counter_name(row))
    settings = msgspec.json.decode(row.settings, type=TableSettings)
    return msgspec.structs.replace(
        row, settings=msgspec.json.encode(msgspec.structs.replace(settings, number=number)).decode()
    )
