"""The durable store: tables, their logs, what is to be said and when (design.md "Storage").

store = await Store.open("sqlite:///var/hexcade.db")
async with store.read() as reader:
    row = await reader.table(table_id)
async with store.write(table_id) as writer:
    await writer.append_entries(table_id, after_n, [("0", "a3", digest)])
    await writer.update_table(table_id, expected_step=7, step=8)
"""

from data.store.errors import Conflict, StaleStep, StoreError, StoreUnavailable
from data.store.reader import Reader
from data.store.rows import (
    OPEN_PHASES,
    EntryRow,
    MessageRow,
    OutboxRow,
    Phase,
    SeatRow,
    SnapshotRow,
    TableChanges,
    TableRow,
    TimerRow,
    UserRow,
)
from data.store.store import Store, present
from data.store.writer import Writer

__all__ = [
    "OPEN_PHASES",
    "Conflict",
    "EntryRow",
    "MessageRow",
    "OutboxRow",
    "Phase",
    "Reader",
    "SeatRow",
    "SnapshotRow",
    "StaleStep",
    "Store",
    "StoreError",
    "StoreUnavailable",
    "TableChanges",
    "TableRow",
    "TimerRow",
    "UserRow",
    "Writer",
    "present",
]
