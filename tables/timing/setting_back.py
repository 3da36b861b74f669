"""Corrections after the system clock was set back: times written while it was ahead are moved back too."""

import msgspec

from data.store import Shards, Writer
from tables.preferences import Preferences
from tables.timing.clocks import COMPUTER, ENDED
from tables.timing.pauses import PAUSE_END, decode_pauses, shift_pauses
from tables.timing.retiming import RETIME

BATCH = 500
"""Maximum number of rows held in memory at once."""


async def move_back(writer: Writer, by: int, of: Shards) -> None:
    """Move due times, pauses and retentions by `by` milliseconds (negative).

    Pauses are moved for the tables of the given shards. All other times are moved only if shard 0 is among them.
    Deadlines and the dates of seasons are not moved here but by the upkeep, as after a downtime.
    """
    await _move_pauses(writer, by, of)
    if 0 not in of.numbers:
        return
    # These timers may fire too early without harm, but not too late.
    for kind in (COMPUTER, ENDED, RETIME):
        await writer.timers.shift(kind, by)
    await writer.outbox.shift(by)
    await writer.leagues.retry_seasons()
    await writer.move_times_back(by)
    await _move_quiet_hours(writer, by)


async def _move_pauses(writer: Writer, by: int, of: Shards) -> None:
    """Move the pauses that began in the future, and the timers that end current pauses."""
    after = ""
    while rows := await writer.tables.list_open(after, BATCH, of):
        for row in rows:
            before = decode_pauses(row)
            pauses = shift_pauses(before, writer.now, by)
            if pauses == before:
                continue
            await writer.tables.update(row.id, row.step, pause=msgspec.json.encode(pauses).decode())
            if pauses.standing is not None and pauses.standing != before.standing:
                await writer.timers.set(row.id, PAUSE_END, len(pauses.told), pauses.standing.end)
        after = rows[-1].id


async def _move_quiet_hours(writer: Writer, by: int) -> None:
    """Move the stored times of changes of quiet hours that are in the future."""
    after = 0
    while rows := await writer.people.list_users_with_former_quiet_hours(after, BATCH):
        for row in rows:
            wishes = msgspec.json.decode(row.settings, type=Preferences)
            before = tuple(
                msgspec.structs.replace(each, until=each.until + by) if each.until > writer.now else each
                for each in wishes.quiet_before
            )
            if before != wishes.quiet_before:
                wishes = msgspec.structs.replace(wishes, quiet_before=before)
                await writer.people.put_user(row.id, row.name, msgspec.json.encode(wishes).decode())
        after = rows[-1].id
