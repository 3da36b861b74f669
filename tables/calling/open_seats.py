"""People who want to hear of open seats on a server, and the search for them while a lobby waits.

Every ten minutes a timer of the lobby searches. So somebody in quiet hours hears of a lobby that still waits
afterwards. Each person hears of a lobby once, and of at most three lobbies a day on all servers together.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final

import msgspec

from data.store import Reader, SeekerRow, Writer
from engine.games import game_types
from language.messages import N_, _
from tables.calling.recipients import NO_TURN, SEATS, SEATS_DIRECT, SEATS_LINE, find_end_of_quiet_hours
from tables.committing.changes import committed
from tables.moderating.gone_places import has_left
from tables.moderating.moderation_state import decode_moderation
from tables.open_table import OpenTable, load
from tables.preferences import read_preferences_of_users
from tables.refusal import Refusal
from tables.service import TableService
from tables.timing.clocks import WAIT_MS
from tables.timing.running_time import DAY_MS

LOCK: Final = "seekers"
"""The lock of all changes of wishes, since the limit of a day counts messages on all servers."""
MOST_A_DAY: Final = 3
MOST_READ: Final = 500
"""Maximum number of people considered in one search."""
MOST_AT_ONCE: Final = 50
"""Maximum number of people told after one search; the others follow after the next one."""

SERVER_LEFT = N_("I'm not on this server any more, so there are no tables to tell you of. Nothing was changed.")
NOT_ASKED = N_("I don't tell you of open seats on that server. `/settings` there changes that.")


class SeatsPayload(msgspec.Struct, frozen=True):
    """The payload of kinds SEATS_LINE and SEATS_DIRECT: the users to tell. SEATS_DIRECT has exactly one."""

    users: tuple[int, ...]


def has_open_seat(table: OpenTable) -> bool:
    """Return whether anybody may take a free seat in a lobby on a server."""
    settings, row = table.settings, table.row
    is_free = row.phase == "lobby" and len(table.seats) < settings.seats and settings.open_seats
    return is_free and row.guild_id is not None and not decode_moderation(row).locked


def read_games(row: SeekerRow) -> tuple[str, ...]:
    """Return the names of the games in a user's wish."""
    return msgspec.json.decode(row.games, type=tuple[str, ...])


async def tell_of_open_seats(service: TableService, table_id: str) -> int | None:
    """Queue messages about a lobby's open seats to those who want them and have not heard of this lobby.

    Returns the time of the next search in milliseconds UTC, or None if the table is no longer a lobby.
    """
    async with service.store.write(table_id) as writer:
        table = await load(writer, table_id)
        if table.row.phase != "lobby" or table.row.guild_id is None:
            return None
        await writer.lock(LOCK)
        if has_open_seat(table) and not await has_left(writer, table.row.guild_id):
            await _queue(writer, table, await _search(writer, table, table.row.guild_id))
        again = writer.now + WAIT_MS
    service.notify()
    return again


async def _search(reader: Writer, table: OpenTable, guild_id: int) -> list[SeekerRow]:
    """Return the wishes to fulfil now, those of the people told longest ago first."""
    now = reader.now
    rows = await reader.seekers.of_server(guild_id, table.row.game, now, MOST_READ)
    told = {ping.user_id for ping in await reader.messages.pings(table.row.id, NO_TURN) if ping.reason == SEATS}
    users = {row.user_id for row in rows} - told
    users = await _filter_users(reader, table, guild_id, users, now)
    today = Counter[int]()
    for row in await reader.seekers.of_users(users) if users else ():
        today[row.user_id] += len(_list_recent(row, now))
    fitting = [row for row in rows if row.user_id in users and today[row.user_id] < MOST_A_DAY]
    return [row for row in fitting if not (row.daily and _list_recent(row, now))][:MOST_AT_ONCE]


async def _filter_users(
    reader: Reader, table: OpenTable, guild_id: int, users: Collection[int], now: int
) -> frozenset[int]:
    """Return the users who may hear of a lobby now.

    Left out are those at the table or asked about it before, blocked ones, and those in quiet hours or on vacation.
    """
    settings = table.settings
    known = {seat.user_id for seat in table.seats} | {place.user for place in settings.rematch}
    found = {*users} - known - {table.row.host, *settings.invited, *settings.declined, *settings.freed}
    if not found:
        return frozenset()
    found -= await reader.servers.filter_blocked_users(guild_id, found)
    found -= {away.user_id for away in await reader.people.vacations(found) if away.begins <= now < away.ends}
    wishes = await read_preferences_of_users(reader, found)
    return frozenset(user for user in found if find_end_of_quiet_hours(wishes[user], now) is None)


async def _queue(writer: Writer, table: OpenTable, rows: Sequence[SeekerRow]) -> None:
    for row in rows:
        times = (*_list_recent(row, writer.now), writer.now)[-MOST_A_DAY:]
        told = msgspec.json.encode(times).decode()
        await writer.seekers.put(msgspec.structs.replace(row, told=told, last_told=writer.now))
        await writer.messages.put_ping(table.row.id, NO_TURN, row.user_id, SEATS)
    mentioned = tuple(row.user_id for row in rows if not row.direct)
    groups = [(SEATS_LINE, mentioned), *((SEATS_DIRECT, (row.user_id,)) for row in rows if row.direct)]
    for kind, users in groups:
        if users:
            payload = msgspec.json.encode(SeatsPayload(users)).decode()
            await writer.outbox.queue(kind, table.row.id, table.row.step, payload)


def _list_recent(row: SeekerRow, now: int) -> list[int]:
    """Return the times of the messages in the last day. A time in the future, after a change of the clock, is none."""
    return [at for at in msgspec.json.decode(row.told, type=list[int]) if 0 <= now - at < DAY_MS]


async def filter_wanting(reader: Reader, table: OpenTable, users: Collection[int], kind: str, now: int) -> list[int]:
    """Return those of the users who still want a message of this kind about a lobby; empty if no seat is open."""
    guild_id = table.row.guild_id
    if guild_id is None or not has_open_seat(table):
        return []
    able = await _filter_users(reader, table, guild_id, users, now)
    rows = {row.user_id: row for row in await reader.seekers.of_users(users) if row.guild_id == guild_id}
    direct = int(kind == SEATS_DIRECT)
    return [
        user
        for user in users
        if user in able and user in rows and rows[user].direct == direct and rows[user].paused_until <= now
    ]


async def require_server_kept(reader: Reader, guild_id: int) -> None:
    """Raise Refusal if a server has removed the bot."""
    if await has_left(reader, guild_id):
        raise Refusal(_(SERVER_LEFT))


async def change_wish(
    service: TableService,
    guild_id: int,
    user_id: int,
    *,
    games: Collection[str] | None = None,
    daily: bool | None = None,
    direct: bool | None = None,
) -> SeekerRow | None:
    """Change a user's wish on a server and return it. Without any game it is deleted, and None is returned.

    Raises Refusal if the server has removed the bot.
    """
    async with service.store.write() as writer:
        await require_server_kept(writer, guild_id)
        await writer.lock(LOCK)
        row = await writer.seekers.get(guild_id, user_id) or SeekerRow(guild_id=guild_id, user_id=user_id, games="[]")
        wanted = read_games(row) if games is None else [name for name in game_types() if name in games]
        changed = msgspec.structs.replace(
            row,
            games=msgspec.json.encode(wanted).decode(),
            daily=row.daily if daily is None else int(daily),
            direct=row.direct if direct is None else int(direct),
            paused_until=0,
        )
        if wanted:
            await writer.seekers.put(changed)
        else:
            await writer.seekers.delete(guild_id, user_id)
    committed.set(True)
    return changed if wanted else None


async def pause_wish(service: TableService, table_id: str, user_id: int) -> None:
    """Tell a user of no open seats on a table's server for a day. Raise Refusal if they haven't asked for it."""
    async with service.store.write() as writer:
        table = await writer.tables.get(table_id)
        guild_id = None if table is None else table.guild_id
        await writer.lock(LOCK)
        row = None if guild_id is None else await writer.seekers.get(guild_id, user_id)
        if row is None:
            raise Refusal(_(NOT_ASKED))
        await writer.seekers.put(msgspec.structs.replace(row, paused_until=writer.now + DAY_MS))
    committed.set(True)
