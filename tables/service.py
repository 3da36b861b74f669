"""The table service: the only write path.

Every change of a table, from joining to the last move, is a `Decision`: a pure function from the current table to a
`Change`. `TableService.change` takes the table's lock, loads, decides, and commits seats, entries, snapshot, timers,
outbox and step in one transaction, with compare-and-set on the step. The outbox posts messages afterwards, so that only
durable changes are announced, and all of them are.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakValueDictionary

import msgspec

from data.store import (
    OPEN_PHASES,
    Reader,
    Scope,
    SeatRow,
    Store,
    TableChanges,
    TableRow,
    TooManyTables,
)
from engine.core import SPECTATOR, EngineError, Player
from engine.record import GameRecord
from language.messages import _
from tables import moves, takebacks, texts
from tables.calling.questions import queue_lobby
from tables.committing.changes import Change, Decision
from tables.committing.changes import committed as committed
from tables.committing.commit import decide_and_commit
from tables.committing.outbox_rows import CARD, ReplyPayload, is_undeliverable, queue_reply
from tables.dispatching.moves_first import MovesFirst
from tables.moderating.moderation import people_of, require_unblocked
from tables.moves import HooksOf
from tables.open_table import OpenTable, build_configuration, load, to_engine_entries
from tables.opening import add_number
from tables.refusal import Refusal
from tables.settings import TableSettings
from tables.story import find_recent_start, numbered_story, past_turns, public_story, turn_views
from tables.timing import deadlines
from tables.timing.clocks import LOBBY_EXPIRY, OPEN_SEATS, WAIT_MS
from tables.viewer import TableView, build_table_view


@dataclass(frozen=True, slots=True, repr=False)
class DeferredReply:
    """The deferred reply to a slash command: its interaction token, and the task that stores it in the outbox.

    The task may still be running. `cant_post` is the text added to the reply if Discord refuses the table's public
    message.
    """

    storing: asyncio.Future[int | None]
    token: str
    cant_post: str = texts.CANT_POST

    async def row(self) -> int | None:
        """Return the id of the reply's outbox row, or None if it could not be stored.

        Must not be awaited within a transaction.
        """
        return await self.storing


@dataclass(frozen=True, slots=True, repr=False)
class ChangeResult:
    """The result of a user's move: the table after it, whether its turn goes on, and details for the reply.

    `take_back` is the index of the move that the user may take back, None if there is none. `undeliverable`: Discord
    refuses the table's public messages. `happened` holds the public events of the move.
    """

    table: OpenTable
    turn_goes_on: bool
    take_back: int | None = None
    undeliverable: bool = False
    happened: tuple[Any, ...] = ()


class TableService:
    """The service that loads tables, applies decisions, commits, and notifies listeners after each commit.

    `hooks` returns a game's hooks by its name. `now()` is the store's clock in milliseconds UTC.
    """

    def __init__(self, store: Store, hooks: HooksOf) -> None:
        self.store = store
        self.hooks = hooks
        self.now = store.now
        self.moves_first = MovesFirst()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._listeners: list[Callable[[], None]] = []

    def on_commit(self, listener: Callable[[], None]) -> None:
        """Register a function to be called after each commit."""
        self._listeners.append(listener)

    def notify(self) -> None:
        """Call the registered functions, because something was committed."""
        committed.set(True)
        for listener in self._listeners:
            listener()

    async def create(
        self,
        row: TableRow,
        seats: Sequence[SeatRow],
        limits: Mapping[Scope, int],
        expires: int,
        answer: str = "",
        *,
        reply: DeferredReply | None = None,
    ) -> None:
        """Store a new table in its lobby, with the host and possibly others seated.

        The lobby is cancelled at `expires` (milliseconds UTC) unless the game was started. `answer` is the text of
        the reply to a slash command. The users listed as invited in the settings are pinged. Raises Refusal if a user
        is blocked or if the host, channel or server already has as many open tables as `limits` allow, and Conflict
        if the id is taken or the table already has a rematch.
        """
        deferred = None if reply is None else await reply.row()
        try:
            async with self.store.write() as writer:
                await require_unblocked(writer, row.guild_id, {row.host, *people_of(row, seats)}, own={row.host})
                row = await add_number(writer, row)
                invited = msgspec.json.decode(row.settings, type=TableSettings).invited
                await writer.tables.create(row, seats, limits=limits)
                await writer.timers.set(row.id, LOBBY_EXPIRY, row.step, expires)
                if row.guild_id is not None:
                    await writer.timers.set(row.id, OPEN_SEATS, row.step, writer.now + WAIT_MS)
                await queue_lobby(writer, row, invited)
                if reply is not None:
                    await queue_reply(writer, ReplyPayload(answer), reply.token, deferred)
        except TooManyTables as error:
            raise Refusal(texts.too_many_tables(error.scope, error.limit)) from None
        self.notify()

    async def change(
        self, table_id: str, decide: Decision, *, version: str | None = None, reply: DeferredReply | None = None
    ) -> OpenTable:
        """Commit the change that `decide` makes to the table. Return the table after it.

        `version` is the version of the page that was pressed; None is never stale. `reply` is the deferred reply to a
        slash command; it is queued in the same transaction. Raises BoardMovedOn if the page is stale, and Refusal or
        EngineError if the decision does; then nothing has changed.
        """
        return (await self._change(table_id, decide, version, reply)).table

    async def _change(
        self, table_id: str, decide: Decision, version: str | None = None, reply: DeferredReply | None = None
    ) -> ChangeResult:
        deferred = None if reply is None else await reply.row()
        with self.moves_first.change():
            return await self._decide_and_commit(table_id, decide, version, reply, deferred)

    async def _decide_and_commit(
        self,
        table_id: str,
        decide: Decision,
        version: str | None,
        reply: DeferredReply | None,
        deferred: int | None,
    ) -> ChangeResult:
        lock = self._locks.setdefault(table_id, asyncio.Lock())
        async with lock, self.store.write(table_id) as writer:
            loaded = await load(writer, table_id)
            loaded.require_current(version)
            after, change = await decide_and_commit(writer, loaded, decide, self.hooks)
            is_answered = reply is not None or change.by is not None
            stuck = is_answered and is_undeliverable(await writer.outbox.pending_of_table(table_id, CARD))
            if reply is not None:
                text = f"{change.reply}\n{reply.cant_post}" if stuck else change.reply
                payload = ReplyPayload(text)
                if change.offers_take_back is not None and change.by is not None:
                    payload = ReplyPayload(text, table_id, after.require_seat(change.by).seat)
                await queue_reply(writer, payload, reply.token, deferred)
        self.notify()
        happened = () if change.advance is None else change.advance.visible(SPECTATOR)
        return ChangeResult(after, loaded.row.turn == after.row.turn, change.offers_take_back, stuck, happened)

    # Actions of people, computer players and timers

    async def act(
        self,
        table_id: str,
        user_id: int,
        action: str,
        *,
        version: str | None = None,
        reply: DeferredReply | None = None,
    ) -> OpenTable:
        """Make a user's action, given in notation. Return the table after it.

        Idempotent for a double click: an action sent again with the same page version is made only once.
        """
        return (await self.make_move(table_id, user_id, action, version=version, reply=reply)).table

    async def make_move(
        self,
        table_id: str,
        user_id: int,
        action: str,
        *,
        version: str | None = None,
        reply: DeferredReply | None = None,
    ) -> ChangeResult:
        """Make a user's action like `act`, and return a `ChangeResult` instead of only the table."""
        try:
            made = await self._change(table_id, moves.act_as(user_id, action, version, self.hooks), reply=reply)
        except (Refusal, EngineError):
            before = None if version is None else await self._find_earlier_result(table_id, user_id, action, version)
            if before is None:
                raise
            committed.set(True)
            return before
        if made.take_back is None or not takebacks.needs_closer_look(made.table):
            return made
        seat = made.table.require_seat(user_id).seat
        return replace(made, take_back=await self.find_offered_takeback(table_id, seat))

    async def find_offered_takeback(self, table_id: str, seat: int) -> int | None:
        """Return the index of the move that a seat may take back in the table's current state, or None."""
        async with self.store.read() as reader:
            return await takebacks.find_offered_takeback(reader, await load(reader, table_id), seat)

    async def _find_earlier_result(self, table_id: str, user_id: int, action: str, page: str) -> ChangeResult | None:
        """Return the result if an earlier press on the same page has already made this move, or None."""
        async with self.store.read() as reader:
            table = await load(reader, table_id)
            if not await moves.has_made(reader, table, user_id, action, page):
                return None
            stuck = is_undeliverable(await reader.outbox.pending_of_table(table_id, CARD))
        move = await self.find_offered_takeback(table_id, table.require_seat(user_id).seat)
        return ChangeResult(table, turn_goes_on=True, take_back=move, undeliverable=stuck)

    async def act_for(self, table_id: str, seat: int, action: str, *, turn: int) -> OpenTable:
        """Make a computer player's action in a seat. Raise BoardMovedOn if `turn` is no longer current."""
        return await self.change(table_id, moves.act_for(seat, action, turn))

    async def expire(self, table_id: str, *, turn: int, now: int | None = None) -> OpenTable:
        """Close a turn whose deadline has passed. Turn 0 means the current turn.

        With `now`, the turn is only closed if its recomputed deadline is not later than `now`.
        """
        return await self.change(table_id, deadlines.expire(turn, self.hooks, now))

    async def remind(self, table_id: str, *, turn: int) -> OpenTable:
        """Remind the users who must act in a turn and whose reminder is due now."""
        return await self.change(table_id, deadlines.remind(turn, self.now()))

    async def close_round(self, table_id: str, host: int, *, version: str | None) -> OpenTable:
        """Close a simultaneous turn at the host's request."""
        return await self.change(table_id, moves.close_round(host, version, self.hooks))

    async def resign(self, table_id: str, user_id: int) -> OpenTable:
        """Make the user resign: their seat is out of the game for good."""
        return await self.change(table_id, moves.resign(user_id))

    async def take_back_outlook(self, table_id: str, user_id: int) -> takebacks.TakebackTerms:
        """Return the conditions under which the user may take back their newest move: at once or after a vote.

        Raises Refusal if the move can't be taken back.
        """
        return await asyncio.to_thread(takebacks.outlook, await self._load_with_log(table_id), user_id)

    async def may_take_back(self, table_id: str, user_id: int) -> bool:
        """Return whether the user may take back their newest move, at once or after a vote."""
        try:
            await self.take_back_outlook(table_id, user_id)
        except Refusal:
            return False
        return True

    async def take_back(self, table_id: str, user_id: int, move: int) -> takebacks.Plan:
        """Take back the user's newest move, or start the vote on it. Return which of the two was done. Idempotent.

        Raises Refusal if the move can't be taken back, and BoardMovedOn if `move` is not the newest.
        """
        return await self._commit_plan_with_log(table_id, lambda logged: takebacks.ask(logged, user_id, move))

    async def answer_take_back(self, table_id: str, user_id: int, asker: int, step: int, *, allow: bool) -> None:
        """Answer a request of the seat `asker`, made at `step`, to take its move back. Idempotent.

        Raises Refusal if the user is not asked, or if the request has ended.
        """

        def decide(logged: takebacks.Logged) -> takebacks.Plan:
            return takebacks.Plan("done", takebacks.answer(logged, user_id, asker, step, allow=allow))

        await self._commit_plan_with_log(table_id, decide)

    async def _load_with_log(self, table_id: str) -> takebacks.Logged:
        async with self.store.read() as reader:
            return takebacks.Logged(await load(reader, table_id), await reader.logs.entries(table_id))

    async def _commit_plan_with_log(
        self, table_id: str, plan: Callable[[takebacks.Logged], takebacks.Plan]
    ) -> takebacks.Plan:
        """Make a plan from a table with its whole log, and commit the plan's change.

        The log is read and replayed before the table is locked, in a worker thread. If the table has changed before the
        commit, the plan is made again.
        """
        while True:
            logged = await self._load_with_log(table_id)
            planned = await asyncio.to_thread(plan, logged)
            change = planned.change
            if change is None:
                return planned

            def decide(table: OpenTable, known: takebacks.Logged = logged, change: Change = change) -> Change:
                known.require_same(table)
                return change

            try:
                await self.change(table_id, decide)
            except takebacks.OutdatedError:
                continue
            return planned

    async def abandon(self, table_id: str) -> None:
        """Cancel a table whose channel no longer exists, without posting anything."""

        def decide(table: OpenTable) -> Change:
            if table.row.phase not in OPEN_PHASES:
                raise Refusal(texts.describe_end(table.row.phase))
            return Change(columns=TableChanges(phase="cancelled"), no_post=True)

        await self.change(table_id, decide)

    async def load(self, table_id: str) -> OpenTable:
        """Return the current table. Raise Refusal if it is unknown."""
        async with self.store.read() as reader:
            return await load(reader, table_id)

    async def view(self, table_id: str, user_id: int | None = None) -> TableView:
        """Return the table as one user (None: a spectator) may see it. Raise Refusal if it is unknown."""
        async with self.store.read() as reader:
            return await build_table_view(reader, await load(reader, table_id), user_id, self.now())

    async def load_news(self, table_id: str, since: int, step: int = 0) -> tuple[TableView, tuple[Any, ...], int]:
        """Return a spectator's view, the public events after entry number `since`, and the newest entry's number.

        The events include changes of seats; those right after entry `since` are included only if they happened after
        `step`. Raises Refusal before the start.
        """
        async with self.store.read() as reader:
            return await self.read_news(reader, table_id, since, step)

    async def read_news(
        self, reader: Reader, table_id: str, since: int, step: int
    ) -> tuple[TableView, tuple[Any, ...], int]:
        """Return the same as `load_news`, using the reader of an open transaction."""
        table = await load(reader, table_id)
        view, game = await build_table_view(reader, table, None, self.now()), table.require_begun()
        return view, await public_story(reader, table, since, step), game.n

    async def load_recent(self, table_id: str) -> tuple[TableView, tuple[Any, ...]]:
        """Return a spectator's view and the public events of the newest `RECENT_ENTRIES` entries.

        Raises Refusal before the start.
        """
        async with self.store.read() as reader:
            table = await load(reader, table_id)
            view = await build_table_view(reader, table, None, self.now())
            return view, await public_story(reader, table, find_recent_start(table))

    async def load_story(
        self, table_id: str
    ) -> tuple[TableView, tuple[tuple[int, Any], ...], tuple[tuple[int, Any], ...]]:
        """Return a spectator's view, all public events, and a spectator's view at the start of each turn.

        Events have the number of their entry, views that of the entry before them. Raises Refusal before the start.
        """
        async with self.store.read() as reader:
            table = await load(reader, table_id)
            table.require_begun()
            view = await build_table_view(reader, table, None, self.now())
            events = tuple(await numbered_story(reader, table, 0))
            log = to_engine_entries(await reader.logs.entries(table_id))
        return view, events, await asyncio.to_thread(turn_views, table, log)

    async def past_views(self, table_id: str) -> tuple[TableView, tuple[Any, ...]]:
        """Return a spectator's current view, and all their earlier views: at the start and after each turn.

        Replays the whole game in a worker thread. Raises Refusal before the start.
        """
        view, turns = await self.past_turns(table_id)
        return view, tuple(past for past, _ in turns)

    async def past_turns(self, table_id: str) -> tuple[TableView, tuple[tuple[Any, tuple[Any, ...]], ...]]:
        """Return the same as `past_views`, with the public events of each turn beside its view."""
        async with self.store.read() as reader:
            table = await load(reader, table_id)
            table.require_begun()
            view = await build_table_view(reader, table, None, self.now())
            log = to_engine_entries(await reader.logs.entries(table_id))
        return view, await asyncio.to_thread(past_turns, table, log)

    async def record(self, table_id: str, user_id: int) -> GameRecord:
        """Return the whole record of a finished game, with its seed.

        Raises Refusal before the end, because the record reveals hidden information. If the game sets
        `record_for_seats_only`, also raises Refusal for users without a seat.
        """
        async with self.store.read() as reader:
            return await self._record(reader, table_id, user_id)

    async def ended_record(self, table_id: str) -> GameRecord:
        """Return the whole record of a finished game for verification only; it must not be shown.

        Raises Refusal before the end.
        """
        async with self.store.read() as reader:
            return await self._record(reader, table_id, None)

    async def _record(self, reader: Reader, table_id: str, user_id: int | None) -> GameRecord:
        row = await reader.tables.get(table_id)
        if row is None:
            raise Refusal(_(texts.NO_SUCH_TABLE))
        if row.phase in OPEN_PHASES:
            raise Refusal(_(texts.RECORD_AFTER_THE_END))
        if row.salts is None:
            raise Refusal(_(texts.CANCELLED))
        seats = await reader.tables.seats(table_id)
        has_right = user_id is None or any(seat.user_id == user_id for seat in seats)
        if not has_right and self.hooks(row.game).record_for_seats_only:
            raise Refusal(_(texts.RECORD_FOR_SEATS))
        log = to_engine_entries(await reader.logs.entries(table_id))
        return GameRecord(build_configuration(row, len(seats)), log, row.server_seed)

    async def keep_draft(self, table_id: str, seat: Player, name: str, turn: int, content: str) -> None:
        """Store a draft: a part of a move that a seat's user is composing. Only this seat can see it."""
        async with self.store.write() as writer:
            await writer.tables.put_draft(table_id, seat, name, turn, content)
        committed.set(True)
