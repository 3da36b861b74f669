"""Tables dealt by a league's season: everybody is seated, and the game has started.

These tables have no host, so no player has more rights than the others.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from data.store import SeatRow, TableRow, Writer
from data.store.people import NOBODY
from engine.core import GameType
from engine.games import game_type
from tables import lobby
from tables.calling.questions import queue_lobby
from tables.committing.commit import decide_and_commit
from tables.moves import HooksOf
from tables.open_table import Person, load
from tables.opening import add_number, new_table
from tables.settings import TableSettings


def create_dealt_table(
    game: GameType,
    options: Mapping[str, Any],
    settings: TableSettings,
    people: Sequence[Person],
    *,
    guild_id: int,
    channel_id: int,
    now: int,
    salt: str,
) -> tuple[TableRow, tuple[SeatRow, ...]]:
    """Create the rows of a table whose seats are given to `people` in their order.

    `salt` is used for fair random draws, where other tables use the ids of the *Join* interactions. It was fixed
    before the table's random seed was generated.
    """
    row = new_table(
        game, settings, dict(options), host=Person(NOBODY, ""), guild_id=guild_id, channel_id=channel_id, now=now
    )
    seats = [
        SeatRow(seat=number, user_id=person.id, name=person.name, salt=f"{salt} {number}")
        for number, person in enumerate(people)
    ]
    return row, tuple(seats)


async def open_dealt(writer: Writer, row: TableRow, seats: Sequence[SeatRow], hooks_of: HooksOf) -> None:
    """Create a table and start its game, in the same transaction as the season's deal. Queue its messages."""
    row = await add_number(writer, row)
    await writer.tables.create(row, seats)
    await queue_lobby(writer, row, ())
    starting = lobby.start(NOBODY, game_type(row.game), hooks_of(row.game))
    await decide_and_commit(writer, await load(writer, row.id), starting, hooks_of)
