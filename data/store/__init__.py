"""The store, which keeps game tables and their logs, the outbox, timers, users and leagues in a database.

Usage:

    store = await Store.open("sqlite:///var/hexcade.db")
    async with store.read() as reader:
        row = await reader.tables.get(table_id)
    async with store.write(table_id) as writer:
        await writer.logs.append_entries(table_id, after_n, [("0", "a3", digest, None)])
        await writer.tables.update(table_id, expected_step=7, step=8)
"""

from data.store.claims import Claims
from data.store.clock import now_ms
from data.store.errors import (
    ClaimLost,
    Conflict,
    StaleStep,
    StoreError,
    StoreGone,
    StoreInUse,
    StoreUnavailable,
    StoreUnreachable,
    TooManyTables,
)
from data.store.league_schema import (
    DealRow,
    LeagueRow,
    MemberRow,
    MemberState,
    RatingEventRow,
    RatingRow,
    SeasonActRow,
    SeasonChanges,
    SeasonRow,
    SeasonState,
    SeasonTableRow,
    SeasonTableState,
)
from data.store.people_schema import ImportRow, LessonRow, SandboxRow, SeekerRow, UserRow, VacationRow
from data.store.rows import (
    OPEN_PHASES,
    AuditRow,
    BlockRow,
    DraftRow,
    EntryRow,
    FollowRow,
    HandoverRow,
    HighScoreRow,
    MessageRow,
    OutboxRow,
    Phase,
    PingRow,
    PlanRow,
    ProcessRow,
    ResultRow,
    Scope,
    SeatRow,
    SnapshotRow,
    TableChanges,
    TableRow,
    TimerRow,
)
from data.store.shards import ALIVE, Shards, alive_fact
from data.store.store import Store
from data.store.transactions import Reader, Writer

__all__ = [
    "ALIVE",
    "OPEN_PHASES",
    "AuditRow",
    "BlockRow",
    "ClaimLost",
    "Claims",
    "Conflict",
    "DealRow",
    "DraftRow",
    "EntryRow",
    "FollowRow",
    "HandoverRow",
    "HighScoreRow",
    "ImportRow",
    "LeagueRow",
    "LessonRow",
    "MemberRow",
    "MemberState",
    "MessageRow",
    "OutboxRow",
    "Phase",
    "PingRow",
    "PlanRow",
    "ProcessRow",
    "RatingEventRow",
    "RatingRow",
    "Reader",
    "ResultRow",
    "SandboxRow",
    "Scope",
    "SeasonActRow",
    "SeasonChanges",
    "SeasonRow",
    "SeasonState",
    "SeasonTableRow",
    "SeasonTableState",
    "SeatRow",
    "SeekerRow",
    "Shards",
    "SnapshotRow",
    "StaleStep",
    "Store",
    "StoreError",
    "StoreGone",
    "StoreInUse",
    "StoreUnavailable",
    "StoreUnreachable",
    "TableChanges",
    "TableRow",
    "TimerRow",
    "TooManyTables",
    "UserRow",
    "VacationRow",
    "Writer",
    "alive_fact",
    "now_ms",
]
