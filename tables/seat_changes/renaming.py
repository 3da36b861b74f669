"""A person's changed display name at a table.

The name stands beside the game: a new one makes no step, so open pages stay valid. Ended tables keep the names that
they were played under.
"""

from data.store import OPEN_PHASES
from tables.open_table import Person, tell_apart
from tables.service import TableService


async def rename(service: TableService, table_id: str, person: Person) -> None:
    """Take over a person's changed name at a table. No-op if the table has ended or the person has no seat there."""
    async with service.store.write(table_id) as writer:
        row, seats = await writer.tables.get(table_id), await writer.tables.seats(table_id)
        is_seated = any(seat.user_id == person.id for seat in seats)
        if row is None or row.phase not in OPEN_PHASES or not is_seated:
            return
        name = tell_apart(person, (seat.name for seat in seats if seat.user_id != person.id))
        await writer.people.rename_at_table(table_id, person.id, {seat.seat: name for seat in seats})
