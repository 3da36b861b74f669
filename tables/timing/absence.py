"""What a person says about their own time, stored with a look at each of their tables: vacations and quiet hours."""

from datetime import date

import msgspec

from data.store import VacationRow
from tables.open_table import Person
from tables.preferences import Preferences, read_preferences
from tables.refusal import Refusal
from tables.service import TableService
from tables.timing import vacations
from tables.timing.quiet import with_quiet_hours, zone_of
from tables.timing.retiming import look_anew_at


async def go_away(service: TableService, person: Person, first: date, last: date) -> VacationRow:
    """Announces a vacation over these days in the person's zone. Raises Refusal."""
    async with service.store.write() as writer:
        # Also a lock: of two announcements at once, the second one knows of the first.
        await writer.put_user(person.id, person.name)
        zone = zone_of(await read_preferences(writer, person.id))
        await writer.prune_vacations(person.id, writer.now - vacations.KEPT_MS)
        known = await writer.vacations((person.id,))
        span = vacations.announced(known, zone, first, last, writer.now)
        number = await writer.add_vacation(person.id, span.begin, span.end)
        await look_anew_at(writer, await writer.tables_of_user(person.id))
        announced = VacationRow(number, person.id, span.begin, span.end, writer.now)
    service.notify()
    return announced


async def come_home(service: TableService, person: Person, row_id: int) -> bool:
    """Ends a vacation that lasts, or is planned: clocks run again. Returns whether it had begun.

    Raises Refusal if it is over.
    """
    async with service.store.write() as writer:
        await writer.put_user(person.id, person.name)
        known = await writer.vacations((person.id,))
        row = next((row for row in known if row.id == row_id and row.ends > writer.now), None)
        if row is None:
            raise Refusal(vacations.NOT_AWAY)
        has_begun = row.begins < writer.now
        await writer.end_vacation(row.id, writer.now if has_begun else None)
        await look_anew_at(writer, await writer.tables_of_user(person.id))
    service.notify()
    return has_begun


async def vacation_of(service: TableService, user_id: int) -> VacationRow | None:
    """The vacation that lasts or comes next, None for none."""
    async with service.store.read() as reader:
        return vacations.current(await reader.vacations((user_id,)), service.now())


async def set_quiet_hours(
    service: TableService, person: Person, time_zone: str, begin: int | None, until: int | None
) -> Preferences:
    """Stores a person's time zone and quiet hours. Raises Refusal."""
    async with service.store.write() as writer:
        await writer.put_user(person.id, person.name)
        before = await read_preferences(writer, person.id)
        wanted = with_quiet_hours(before, time_zone, begin, until, writer.now)
        if wanted != before:
            await writer.put_user(person.id, person.name, msgspec.json.encode(wanted).decode())
            await look_anew_at(writer, await writer.tables_of_user(person.id))
    service.notify()
    return wanted
