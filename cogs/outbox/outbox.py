"""The transactional outbox: delivers stored messages, in order within a table, concurrently across tables.

Edits of a table's messages are delivered separately from its new messages, so no card or call waits for an edit.
Delivery is at least once, with an idempotency key (`cogs.outbox.delivery`), so a restart neither loses a message nor
posts it twice. The senders (`cogs.outbox.messages` and other modules of this package) turn rows into messages; their
methods are registered by kind with `sends`.
"""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress

import discord
import msgspec
import structlog

from cogs.outbox.calls import Calls
from cogs.outbox.cards import Cards
from cogs.outbox.delivery import Delivery, ThreadLeftError, is_transient
from cogs.outbox.follow_messages import FollowMessages
from cogs.outbox.messages import Messages
from cogs.outbox.next_messages import NextMessages
from cogs.outbox.questions import Questions
from cogs.outbox.season_messages import SeasonMessages
from cogs.outbox.seat_messages import SeatMessages
from cogs.outbox.sender import PrivateChannels, collect
from cogs.ui.kit import emojis
from cogs.ui.kit.drawing_pool import DrawingPool, PublicPictures
from data.store import OutboxRow, Reader, StoreUnavailable
from engine.core import EngineError
from language.catalogues import ENGLISH
from language.messages import speaking
from leagues.messages import COUNTED, DEAL, SEASON_CARD, SEASON_NOTE, SEASON_QUESTION, SEASON_RESULT
from leagues.rated_alone import RATED
from leagues.season import load_season
from leagues.seasons import Seasons
from tables.calling.questions import ANSWERED_INVITATIONS
from tables.calling.recipients import CALL, DIRECT, NEXT_DIRECT, NEXT_LINE, SEATS_DIRECT, SEATS_LINE
from tables.committing.outbox_rows import (
    CARD,
    FOLD,
    FOLLOW,
    FULL,
    IDLE,
    INVITE,
    LOBBY,
    OFFER,
    REFRESH,
    REFRESH_MS,
    SHARE,
)
from tables.dispatching.dispatcher import Due, Slots
from tables.preferences import read_preferences
from tables.refusal import Refusal
from tables.service import TableService
from tables.settings import TableSettings
from tables.timing.running_time import DAY_MS, HOUR_MS

log = structlog.get_logger()

TAKEN_UP = 100
"""The number of rows read per query.

Most tables have few rows, so queries are repeated until the rows of `2 * TAKEN_UP` tables are read.
"""
CONCURRENCY = 8
"""The maximum number of tables loaded and drawn at once; waiting for Discord does not count."""
ROW_KEY = "row "
"""The prefix of a group's key if the group is a single row; the row's id follows."""
FOLLOW_KEY = "follow "
EDITS_KEY = "edits "
"""The prefix of a group's key if the group holds the edits of a table's messages; the table's id follows."""
PRIVATE = (DIRECT, NEXT_DIRECT, SEATS_DIRECT, FOLLOW)
"""The kinds sent as direct messages; they wait for the card that they link to."""
OF_SEASONS = (SEASON_CARD, DEAL, SEASON_RESULT, SEASON_NOTE)
"""The kinds of rows that have a season and no table."""
DELIVERY_ORDER = (
    *(CARD, REFRESH, OFFER, FOLD, LOBBY, FULL, INVITE, IDLE, SHARE, CALL, NEXT_LINE, SEATS_LINE),
    *(COUNTED, SEASON_QUESTION, RATED),
)
"""The kinds of a table's rows, in the order of delivery."""
NOTICES = (SEATS_LINE, SEATS_DIRECT)
NOTICE_MS = 1_000
"""The minimum time between two messages of the kinds NOTICES, in milliseconds."""
RETRY_MS = (1_000, 5_000, 30_000, 120_000, 600_000)
"""The backoff after a transient failure, in milliseconds."""
REFUSED_RETRY_MS = (1_000, 5_000, 600_000, HOUR_MS)
"""The backoff after a refusal, in milliseconds. Retries are useful, since a missing permission may be granted again."""
ABANDON_MS = 14 * DAY_MS
"""The time after which a table is cancelled if Discord keeps refusing its messages, in milliseconds."""


class _About(msgspec.Struct):
    """The part of a payload that decides the language of a message."""

    user: int | None = None
    users: tuple[int, ...] = ()
    season: str = ""


class Outbox:
    """The outbox as a source of due rows for the dispatcher (`tables.dispatching.dispatcher.DueRows`)."""

    name = "outbox"

    def __init__(
        self,
        client: discord.Client,
        service: TableService,
        seasons: Seasons,
        drawing_pool: DrawingPool,
        *,
        is_proxied: bool = False,
    ) -> None:
        """Initialise the outbox; `is_proxied` is whether a proxy enforces Discord's rate limit for all processes."""
        self._service = service
        self._slots = Slots(CONCURRENCY)
        self._delivery = Delivery(client, service, self._slots, is_proxied=is_proxied)
        pictures, private = PublicPictures(service, drawing_pool), PrivateChannels(client, self._delivery)
        self._messages = Messages(client, service, pictures, self._delivery)
        self._sends = collect(
            [
                self._messages,
                Cards(client, service, pictures, self._delivery),
                Questions(service, pictures, self._delivery),
                Calls(service, self._delivery, private),
                NextMessages(service, self._delivery, private),
                SeatMessages(client, service, self._delivery, private),
                SeasonMessages(seasons, drawing_pool, self._delivery, private),
                FollowMessages(service, pictures, self._delivery, private),
            ]
        )
        # Ids of the rows in each busy group of edits or followers' messages. The table's other rows are not busy.
        self._beside: dict[str, list[int]] = {}
        # The earliest time at which a recently edited card may be edited again, by table.
        self._next_edits: dict[str, int] = {}
        # The newest notice that has passed, and the earliest time of the next one.
        self._notice = (0, 0)

    async def due(self, now: int, busy: Collection[str]) -> Due:
        """Return the due rows, in groups that can be delivered concurrently.

        Edits and messages to one person are separate groups, so that no card waits for them.
        """
        busy_rows = [int(key.removeprefix(ROW_KEY)) for key in busy if key.startswith(ROW_KEY)]
        busy_rows += [row_id for key in busy for row_id in self._beside.get(key, ())]
        busy_tables = [key for key in busy if not key.startswith((ROW_KEY, FOLLOW_KEY, EDITS_KEY))]
        self._next_edits = {table: at for table, at in self._next_edits.items() if 0 < at - now <= REFRESH_MS}
        async with self._service.store.read() as reader:
            rows = await _pending(reader, now, busy_tables, busy_rows)
            held = self._find_delayed_edits(rows) | self._hold_notices(rows, now)
            rows = [row for row in rows if row.id not in held]
            following = rows[0].due if rows else None
            if following is None:
                following = await reader.outbox.next_due(busy_tables=busy_tables, busy_rows=[*busy_rows, *held])
            groups = await _group_by_key(reader, rows)
        self._beside = {key: ids for key, ids in self._beside.items() if key in busy}
        for key, beside in groups.items():
            if key.startswith((FOLLOW_KEY, EDITS_KEY)):
                self._beside[key] = [*self._beside.get(key, ()), *(row.id for row in beside)]
        waiting = {key: found for key, found in groups.items() if key not in busy}
        later = [at for at in (following, *held.values()) if at is not None and at > now]
        return Due(waiting, min(later, default=following), lambda key: self._slots.hold_slot())

    def _find_delayed_edits(self, rows: Sequence[OutboxRow]) -> dict[int, int]:
        """Return the delivery times of delayed edits, by row id; an edit is delayed if its card was just edited."""
        times = {row.id: self._next_edits.get(str(row.table_id)) for row in rows if row.kind == REFRESH}
        return {row_id: at for row_id, at in times.items() if at is not None}

    def _hold_notices(self, rows: Sequence[OutboxRow], now: int) -> dict[int, int]:
        """Let one notice of these rows pass in each interval; return the delivery times of the others, by row id.

        A notice that has passed and is not yet being delivered passes again. Several processes share the rate.
        """
        pause = NOTICE_MS * self._service.store.claims.living
        waiting = [row.id for row in rows if row.kind in NOTICES]
        passed, at = self._notice
        # A time too far in the future: the clock was set back.
        if waiting and passed not in waiting and not 0 < at - now <= pause:
            passed, at = self._notice = waiting[0], now + pause
        held = [row_id for row_id in waiting if row_id != passed]
        return {row_id: at + number * pause for number, row_id in enumerate(held)}

    async def work(self, key: str, rows: Sequence[OutboxRow]) -> None:
        """Deliver a group of rows.

        The kinds are independent: an offer that can't be posted delays no card.
        """
        if self._service.store.claims.process is not None:
            rows = await self._reread_pending(key, rows)
        if not rows:
            return
        table, kinds = str(rows[0].table_id), {row.kind for row in rows}
        next_edit = self._service.now() + REFRESH_MS
        await self._deliver(rows)
        if REFRESH in kinds:
            self._next_edits[table] = next_edit
        if CARD in kinds:
            # The delay between edits starts again with a new card.
            self._next_edits.pop(table, None)

    async def _reread_pending(self, key: str, rows: Sequence[OutboxRow]) -> Sequence[OutboxRow]:
        """Return the due rows of a group, read again, since another process may have delivered some of them.

        For a table's group, the rows that other processes have queued are included, so that all are delivered in order.
        """
        async with self._service.store.read() as reader:
            found = await reader.outbox.due_rows_of_table(rows[0], self._service.now())
            held = self._find_delayed_edits(found)
            return (await _group_by_key(reader, [row for row in found if row.id not in held])).get(key, ())

    async def _deliver(self, rows: Sequence[OutboxRow]) -> None:
        by_kind = defaultdict[str, list[OutboxRow]](list)
        for row in rows:
            by_kind[row.kind].append(row)
        if LOBBY in by_kind and await self._has_no_lobby(rows):
            # The thread is created from the lobby's message, so the table's other rows wait until that is posted.
            if not await self._try(self._sends[LOBBY], rows):
                return
            del by_kind[LOBBY]
        order = [*DELIVERY_ORDER, *by_kind]
        for kind in sorted(by_kind, key=order.index):
            await self._try(self._sends.get(kind, self._messages.fail_unknown), by_kind[kind])

    async def _has_no_lobby(self, rows: Sequence[OutboxRow]) -> bool:
        return await self._delivery.find_message(str(rows[0].table_id), LOBBY) is None

    async def _try(self, send: Callable[[Sequence[OutboxRow]], Awaitable[None]], rows: Sequence[OutboxRow]) -> bool:
        """Deliver rows, or schedule a retry with backoff; return whether they were delivered."""
        try:
            with speaking(await self._find_language(rows[0])):
                await send(rows)
        except StoreUnavailable:
            # The store is unavailable, which is no failed post; counting it would lengthen the backoff.
            raise
        except Exception as error:
            await self._retry_later(rows, error)
            return False
        return True

    async def _find_language(self, row: OutboxRow) -> str:
        """Return the language of a row's message: that of its reader, or else of its table or season."""
        is_about = row.kind in (*PRIVATE, *OF_SEASONS)
        about = msgspec.json.decode(row.payload, type=_About) if is_about else _About()
        user = about.user or next(iter(about.users), None)
        async with self._service.store.read() as reader:
            if about.season:
                return (await load_season(reader, about.season)).settings.language
            if user is not None:
                return (await read_preferences(reader, user)).find_language()
            table = None if row.table_id is None else await reader.tables.get(row.table_id)
        return ENGLISH if table is None else msgspec.json.decode(table.settings, type=TableSettings).language

    async def _retry_later(self, rows: Sequence[OutboxRow], error: Exception) -> None:
        now = self._service.now()
        refused = is_refused(error)
        emojis.forget_if_refused(error)
        log.warning("post failed", table=rows[0].table_id, kind=rows[0].kind, step=rows[0].step, error=repr(error))
        first = min((row.attempted for row in rows if row.attempted is not None), default=now)
        # A refused direct message doesn't mean that the table's channel is unusable.
        is_public = rows[0].kind not in PRIVATE
        if refused and is_public and now - first >= ABANDON_MS:
            await self._abandon(rows, error)
            return
        if isinstance(error, EngineError) and error.code == "unknown_game":
            await self._give_up(rows, error)
            return
        due = now + backoff_ms(max(row.attempts for row in rows), error)
        async with self._service.store.write() as writer:
            for row in rows:
                await writer.outbox.schedule_retry(row.id, due, type(error).__name__)

    async def _abandon(self, rows: Sequence[OutboxRow], error: Exception) -> None:
        """Cancel a table whose messages Discord refuses; if that isn't possible, give up the rows."""
        if rows[0].table_id is None:
            await self._give_up(rows, error)
            return
        log.warning("table abandoned", table=rows[0].table_id, step=rows[0].step)
        with suppress(Refusal, EngineError):
            await self._service.abandon(str(rows[0].table_id))
            return
        await self._give_up(rows, error)

    async def _give_up(self, rows: Sequence[OutboxRow], error: Exception) -> None:
        async with self._service.store.write() as writer:
            for row in rows:
                await writer.outbox.mark_failed(row.id, type(error).__name__)


async def _pending(
    reader: Reader, now: int, busy_tables: Collection[str], busy_rows: Collection[int]
) -> Sequence[OutboxRow]:
    """Return the due rows, read by several queries; rows and tables that are being worked on are left out.

    Each query skips the tables of earlier queries. The rows are sorted by due time within a query, but not across
    queries.
    """
    rows: list[OutboxRow] = []
    tables, alone = set(busy_tables), set(busy_rows)
    most = len(tables) + len(alone) + 2 * TAKEN_UP
    is_more = True
    while is_more and len(tables) + len(alone) < most:
        found = await reader.outbox.pending(now, TAKEN_UP, busy_tables=tables, busy_rows=alone)
        rows += found
        tables |= {row.table_id for row in found if row.table_id is not None}
        alone |= {row.id for row in found if row.table_id is None}
        is_more = len(found) == TAKEN_UP
    return rows


async def _group_by_key(reader: Reader, rows: Sequence[OutboxRow]) -> dict[str, list[OutboxRow]]:
    """Group the rows by key.

    Messages to one person are left out while their table has new messages to post, because they link to these.
    """
    lobbies = {row.table_id for row in rows if row.kind == LOBBY and row.table_id is not None}
    posted = await reader.messages.tables_with(lobbies, LOBBY)
    groups: dict[str, list[OutboxRow]] = defaultdict(list)
    for row in rows:
        groups[_key(row, posted)].append(row)
    return {
        key: found for key, found in groups.items() if found[0].kind not in PRIVATE or found[0].table_id not in groups
    }


def _key(row: OutboxRow, posted: Collection[str]) -> str:
    """Return the key of a row's group.

    `posted` are the tables whose lobby's message exists; for them, a lobby row is an edit.
    """
    is_edit = row.kind in (REFRESH, FOLD) or (row.kind == LOBBY and row.table_id in posted)
    match row.kind:
        case kind if kind in (DIRECT, NEXT_DIRECT, SEATS_DIRECT) or row.table_id is None:
            return f"{ROW_KEY}{row.id}"
        case kind if kind == FOLLOW:
            # The payload, which identifies the follower, is not decoded: one queued by a newer version could fail and
            # would stop all deliveries.
            return f"{FOLLOW_KEY}{row.table_id} {row.payload}"
        case kind if is_edit or (kind, row.payload) == (INVITE, ANSWERED_INVITATIONS):
            return f"{EDITS_KEY}{row.table_id}"
        case _:
            return str(row.table_id)


def is_refused(error: Exception) -> bool:
    """Return whether Discord refused a request, so that an immediate retry would fail too.

    For instance, a permission may be missing.
    """
    return isinstance(error, discord.HTTPException) and not is_transient(error)


def backoff_ms(attempts: int, error: Exception) -> int:
    """Return the time to wait before the next attempt, in milliseconds; `attempts` counts those before this failure."""
    if isinstance(error, ThreadLeftError):
        # The next attempt uses the channel, which has not failed yet, so the backoff starts again.
        return RETRY_MS[0]
    pauses = REFUSED_RETRY_MS if is_refused(error) else RETRY_MS
    pause = pauses[min(attempts, len(pauses) - 1)]
    # For some limits, such as on edits of old messages, `retry_after` is too short, so the wait is at least the
    # backoff.
    return max(pause, int(error.retry_after * 1000)) if isinstance(error, discord.RateLimited) else pause
