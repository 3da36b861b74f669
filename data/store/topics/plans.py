"""Queries and changes of the moves that seats have planned."""

from sqlalchemy import bindparam, delete, update

from data.store.rows import PlanRow
from data.store.schema import plans
from data.store.statements import Part, select_rows

_OF_TABLE = select_rows(PlanRow, plans).where(plans.c.table_id == bindparam("table_id")).order_by(plans.c.seat)
_OF_SEAT = _OF_TABLE.where(plans.c.seat == bindparam("seat"))
_DELETE = delete(plans).where(plans.c.table_id == bindparam("table_id"), plans.c.seat == bindparam("seat"))
_DROP = (
    update(plans)
    .where(plans.c.table_id == bindparam("of_table"), plans.c.seat == bindparam("of_seat"))
    .values(dropped=bindparam("reason"))
)


class PlanReader(Part):
    """Queries of planned moves."""

    async def of_table(self, table_id: str) -> tuple[PlanRow, ...]:
        """Return the plans of a table in the order of seats, those that were dropped included."""
        return await self._all(PlanRow, _OF_TABLE, {"table_id": table_id})

    async def of_seat(self, table_id: str, seat: int) -> PlanRow | None:
        """Return the plan of a seat, even if it was dropped, or None."""
        return await self._first(PlanRow, _OF_SEAT, {"table_id": table_id, "seat": seat})


class PlanWriter(PlanReader):
    """Changes of planned moves."""

    async def put(self, table_id: str, plan: PlanRow) -> None:
        """Store a seat's plan, replacing its previous one."""
        values = {
            "table_id": table_id,
            "seat": plan.seat,
            "user_id": plan.user_id,
            "action": plan.action,
            "condition": plan.condition,
            "dropped": plan.dropped,
            "created": self._now,
        }
        await self._change(self._upsert(plans, ("table_id", "seat")), values)

    async def drop(self, table_id: str, seat: int, reason: str) -> None:
        """Keep a seat's plan only as a suggestion; `reason` is for its user, "" once they have read it."""
        await self._change(_DROP, {"of_table": table_id, "of_seat": seat, "reason": reason})

    async def delete(self, table_id: str, seat: int) -> None:
        """Delete the plan of a seat."""
        await self._change(_DELETE, {"table_id": table_id, "seat": seat})
