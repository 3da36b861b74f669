"""The timers of time that does not count: pauses that are over, games asleep, tables to look at anew."""

from typing import Final

from data.store import TimerRow
from engine.core import SPECTATOR
from tables.committing.changes import Decision
from tables.committing.outbox_rows import IDLE
from tables.service import TableService
from tables.timing import idle, pauses
from tables.timing.retiming import RETIME, look_anew, next_vacation_time

STANDSTILL_TIMERS: Final = (pauses.PAUSE_END, IDLE, RETIME)


async def fire_standstill(service: TableService, timer: TimerRow) -> int | None:
    """Does what a timer is for; gives when it is due again, None for never. Raises Refusal for a stale one."""
    after = await service.change(str(timer.table_id), await _decision(service, timer))
    if timer.kind != RETIME:
        return None
    async with service.store.read() as reader:
        return await next_vacation_time(reader, after.seats, service.now())


async def _decision(service: TableService, timer: TimerRow) -> Decision:
    """The decision of a timer that is due; it refuses where the table has moved on."""
    if timer.kind == pauses.PAUSE_END:
        return pauses.end_pause(service.now())
    if timer.kind == RETIME:
        return look_anew
    table = await service.load(str(timer.table_id))
    hooks = service.hooks(table.row.game)
    if table.row.idle is not None:
        return idle.wake(service.now(), hooks)
    view = table.require_playing().view(SPECTATOR)
    return idle.ask(service.now(), has_limit=hooks.turn_seconds(view, table.settings) is not None)
