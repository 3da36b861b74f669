"""The reader and the writer of the store, each composed of one part for each topic."""

from sqlalchemy import bindparam, update

from data.store.league_schema import members, seasons
from data.store.people_schema import imports, sandboxes
from data.store.pruning import prune_tables
from data.store.schema import outbox, pings, tables
from data.store.statements import BY, Transaction
from data.store.topics.facts import FactReader, FactWriter
from data.store.topics.leagues import LeagueReader, LeagueWriter
from data.store.topics.logs import LogReader, LogWriter
from data.store.topics.messages import MessageReader, MessageWriter
from data.store.topics.outbox import OutboxReader, OutboxWriter
from data.store.topics.people import PeopleReader, PeopleWriter
from data.store.topics.plans import PlanReader, PlanWriter
from data.store.topics.processes import ProcessReader, ProcessWriter
from data.store.topics.seekers import SeekerReader, SeekerWriter
from data.store.topics.servers import ServerReader, ServerWriter
from data.store.topics.tables import TableReader, TableWriter
from data.store.topics.timers import TimerReader, TimerWriter

_MOVED_BACK = (
    outbox.c.done,
    pings.c.created,
    imports.c.created,
    sandboxes.c.updated,
    members.c.waiting,
    seasons.c.shown,
)
_MOVE_BACK = (
    *(update(time.table).where(time > bindparam("at")).values({time: time + BY}) for time in _MOVED_BACK),
    update(tables).where(tables.c.ended > bindparam("at")).values(kept_from=tables.c.kept_from + BY),
)
"""Statements that shift stored times which are in the future because the clock was set back.

They cover only the times from which a retention or a minimum interval is counted.
"""


class Reader:
    """A consistent snapshot of the database: all reads through one reader see the same state.

    On PostgreSQL a `Writer` is an exception: it sees concurrent commits, except to its locked table.
    """

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction
        self.tables = TableReader(transaction)
        """Tables, their seats, handovers and drafts, and the results of finished games."""
        self.logs = LogReader(transaction)
        """The entries and snapshots of tables."""
        self.timers = TimerReader(transaction)
        """Timers, and the deadlines of seats."""
        self.plans = PlanReader(transaction)
        """Planned moves."""
        self.messages = MessageReader(transaction)
        """Posted messages, and pings."""
        self.outbox = OutboxReader(transaction)
        """Messages that are to be sent."""
        self.people = PeopleReader(transaction)
        """Users, their vacations, mutes, notes, follows, imports, lessons and sandboxes."""
        self.seekers = SeekerReader(transaction)
        """People who want to hear of open seats on a server."""
        self.servers = ServerReader(transaction)
        """Settings of servers, blocked users, and the moderators' acts."""
        self.leagues = LeagueReader(transaction)
        """Leagues, seasons, deals and ratings."""
        self.facts = FactReader(transaction)
        """Values stored under a name."""
        self.processes = ProcessReader(transaction)
        """The processes that share the database."""


class Writer(Reader):
    """One transaction, which is committed or rolled back as a whole.

    After an error the transaction is over: leave the `async with` block.
    """

    def __init__(self, transaction: Transaction) -> None:
        super().__init__(transaction)
        self.tables = TableWriter(transaction)
        self.logs = LogWriter(transaction)
        self.timers = TimerWriter(transaction)
        self.plans = PlanWriter(transaction)
        self.messages = MessageWriter(transaction)
        self.outbox = OutboxWriter(transaction)
        self.people = PeopleWriter(transaction)
        self.seekers = SeekerWriter(transaction)
        self.servers = ServerWriter(transaction)
        self.leagues = LeagueWriter(transaction)
        self.facts = FactWriter(transaction)
        self.processes = ProcessWriter(transaction)

    @property
    def now(self) -> int:
        """The time of the transaction in milliseconds UTC, used for all creation and change times."""
        return self._transaction.now

    async def lock(self, name: str) -> None:
        """Hold a lock with this name until the transaction ends; no-op on SQLite, which has a single writer."""
        await self._transaction.lock(name)

    async def prune(self, before: int) -> int:
        """Delete a batch of rows whose retention has ended; return their number, 0 when nothing is left.

        It covers outbox rows delivered before the time `before`, and the rows of tables whose retention began before
        it, except for their record and newest messages. The batch is bounded, so a large backlog takes many short
        transactions.
        """
        delivered = await self.outbox.prune_delivered(before)
        return delivered + await prune_tables(self._transaction.connection, before, self.now)

    async def move_times_back(self, by: int) -> None:
        """Shift stored times that are in the future by `by` milliseconds (negative), after the clock was set back.

        Only times from which a retention or a minimum interval is counted are shifted; others are unchanged.
        """
        for statement in _MOVE_BACK:
            await self._transaction.connection.execute(statement, {"by": by, "at": self.now})
