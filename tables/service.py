"""The table service: the only write path.

Every change of a table, from joining to the last move, is a `Decision`: a pure function from the current table to a
`Change`. `TableService.change` takes the table's lock, loads, decides, and commits seats, entries, snapshot, timers,
outbox and step in one transaction, with compare-and-set on the step. The outbox posts messages afterwards, so that
only durable changes are announced, and all of them are.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any
from weakref import WeakValueDictionary

import msgspec

from data.store import (
    OPEN_PHASES,
    HandoverRow,
    Reader,
    Scope,
    SeatRow,
    Store,
    TableChanges,
    TableRow,
    TooManyTables,
    Writer,
)
from engine.core import SPECTATOR, EngineError, Player
from engine.game import snapshot
from engine.record import GameRecord
from tables import moves, takebacks, texts
from tables.changes import Change, Decision
from tables.clocks import DEADLINE, LOBBY_EXPIRY, schedule
from tables.moves import HooksOf
from tables.open_table import OpenTable, entries_of, load
from tables.outbox_rows import (
    CARD,
    FULL,
    LOBBY,
    REFRESH,
    LobbyPayload,
    ReplyPayload,
    drop_public,
    encoded,
    is_undeliverable,
    queue_offers,
    queue_public,
    queue_reply,
)
from tables.refusal import Refusal
from tables.results import with_results
from tables.seats import without_offer
from tables.settings import TableSettings
from tables.story import past_views, public_story, recent_since
from tables.viewer import TableView, view_of

committed: ContextVar[bool] = ContextVar("committed", default=False)
"""Whether the current interaction has committed something; later errors must then not be reported as "no change"."""


@dataclass(frozen=True, slots=True, repr=False)
class DeferredReply:
    """The deferred reply to a slash command: its token, and the task that stores it, which may still be running."""

    storing: asyncio.Future[int | None]
    token: str

    async def row(self) -> int | None:
        """The id of its outbox row, None if it could not be stored. Must not be awaited within a transaction."""
        return await self.storing


class TableService:
    """Loads tables, decides, commits, and notifies its listeners after each commit.

    `hooks` gives a game's hooks by its name. `now()` is the store's clock in milliseconds UTC.
    """

    def __init__(self, store: Store, hooks: HooksOf) -> None:
        self.store = store
        self.hooks = hooks
        self.now = store.now
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._listeners: list[Callable[[], None]] = []

    def on_commit(self, listener: Callable[[], None]) -> None:
        """Calls `listener` after each commit."""
        self._listeners.append(listener)

    def notify(self) -> None:
        """Notifies the listeners of a commit."""
        committed.set(True)
        for listener in self._listeners:
            listener()

    # Changing

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
        """Opens a lobby with its host and maybe others seated; cancelled at `expires` unless the game was started.

        `answer` is the text of the reply to a slash command. The users whom the settings name as invited are pinged.
        Raises Refusal if the host, channel or server already has as many open tables as `limits` allow, Conflict if the
        id is taken or it is the second rematch of a table.
        """
        deferred = None if reply is None else await reply.row()
        try:
            async with self.store.write() as writer:
                row = await _numbered(writer, row)
                invited = msgspec.json.decode(row.settings, type=TableSettings).invited
                await writer.create_table(row, seats, limits=limits)
                await writer.set_timer(row.id, LOBBY_EXPIRY, row.step, expires)
                await writer.queue(LOBBY, row.id, row.step, encoded(LobbyPayload(invited)))
                if reply is not None:
                    await queue_reply(writer, ReplyPayload(answer), reply.token, deferred)
        except TooManyTables as error:
            raise Refusal(texts.too_many_tables(error.scope, error.limit)) from None
        self.notify()

    async def change(
        self, table_id: str, decide: Decision, *, version: str | None = None, reply: DeferredReply | None = None
    ) -> OpenTable:
        """Commits the change that `decide` makes of the table; gives the table after it.

        `version` is that of the page that was pressed (None: never stale); `reply` is the deferred reply to a slash
        command, queued in the same transaction. Raises BoardMovedOn, Refusal or EngineError, and then nothing has
        changed.
        """
        deferred = None if reply is None else await reply.row()
        lock = self._locks.setdefault(table_id, asyncio.Lock())
        async with lock, self.store.write(table_id) as writer:
            before = await load(writer, table_id)
            before.require_current(version)
            change = decide(before)
            after = await self._commit(writer, before, change)
            if reply is not None:
                stuck = is_undeliverable(await writer.pending_of_table(table_id, CARD))
                text = f"{change.reply}\n{texts.CANT_POST}" if stuck else change.reply
                offered = None if change.offers_take_back is None else table_id
                payload = ReplyPayload(text, offered, change.offers_take_back)
                await queue_reply(writer, payload, reply.token, deferred)
        self.notify()
        return after

    async def _commit(self, writer: Writer, before: OpenTable, change: Change) -> OpenTable:
        row, game = before.row, before.game
        columns = TableChanges(**change.columns)
        if change.advance is None:
            columns.setdefault("step", row.step + (not change.only_card))
        else:
            game = change.advance.game
            if before.game is None:
                # The step counts on from the lobby's, so that the lobby's buttons are stale.
                game = msgspec.structs.replace(game, step=row.step + 1)
            columns["step"], columns["turn"] = game.step, game.turn
            if game.outcome is not None:
                columns["phase"] = "finished"
        if columns.get("phase") in ("finished", "cancelled"):
            columns["ended"] = writer.now
        if row.takeback is not None and columns.get("step") != row.step:
            # Somebody acts on, so what was asked has ended.
            columns["takeback"] = None
        await writer.update_table(row.id, row.step, **columns)
        seats = before.seats if change.seats is None else change.seats
        if game is not None and columns.get("phase") == "finished":
            seats = with_results(seats, game, self.hooks(row.game))
        if "ended" in columns:
            seats = tuple(without_offer(seat) for seat in seats)
        after = OpenTable(msgspec.structs.replace(row, **columns), seats, game)
        await _put_seats(writer, before, after)
        await _note_handovers(writer, before, after)
        if change.advance is not None and game is not None:
            await _append_entries(writer, row.id, change, after)
        new_turn = is_new_turn(before, after) or bool(change.ping)
        seconds = self._turn_seconds(after) if change.seconds is None else change.seconds
        await schedule(writer, after, seconds, new_turn=is_new_turn(before, after) or change.seconds is not None)
        if change.no_post:
            await drop_public(writer, row.id)
        else:
            await queue_public(writer, before, after, new_turn=new_turn, ping=change.ping)
            await queue_offers(writer, before, after)
        if after.row.takeback != row.takeback and after.row.step == row.step:
            await writer.queue(REFRESH, row.id, after.row.step, "{}")
        if change.calls_host:
            await writer.queue(FULL, row.id, after.row.step, "{}")
        return after

    def _turn_seconds(self, table: OpenTable) -> int | None:
        if table.game is None:
            return None
        return self.hooks(table.row.game).turn_seconds(table.game.view(SPECTATOR), table.settings)

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
        """A user's action in notation; idempotent for a double click, which carries the same version twice."""
        try:
            return await self.change(table_id, moves.act_as(user_id, action, version, self.hooks), reply=reply)
        except (Refusal, EngineError):
            if version is not None and await self._has_just_done(table_id, user_id, action):
                committed.set(True)
                return await self.load(table_id)
            raise

    async def _has_just_done(self, table_id: str, user_id: int, action: str) -> bool:
        async with self.store.read() as reader:
            seats = await reader.seats(table_id)
            own = next((seat.seat for seat in seats if seat.user_id == user_id), None)
            if own is None or await reader.newest_action(table_id, str(own)) != action:
                return False
            return not await takebacks.is_newest_taken_back(reader, table_id, own)

    async def act_for(self, table_id: str, seat: int, action: str, *, turn: int) -> OpenTable:
        """A computer player's action; raises BoardMovedOn if `turn` is no longer current."""
        return await self.change(table_id, moves.act_for(seat, action, turn))

    async def expire(self, table_id: str, *, turn: int) -> OpenTable:
        """Closes a turn whose deadline has passed; 0 stands for the current turn."""
        return await self.change(table_id, moves.expire(turn, self.hooks))

    async def close_round(self, table_id: str, host: int, *, version: str | None) -> OpenTable:
        """Closes a simultaneous turn at the host's request."""
        return await self.change(table_id, moves.close_round(host, version, self.hooks))

    async def resign(self, table_id: str, user_id: int, *, reply: DeferredReply | None = None) -> OpenTable:
        """Forfeits the user's seat for good."""
        return await self.change(table_id, moves.resign(user_id), reply=reply)

    async def take_back_outlook(self, table_id: str, user_id: int) -> takebacks.Outlook:
        """What would come of a user's taking the newest move back. Raises Refusal where the move stays."""
        return await asyncio.to_thread(takebacks.outlook, await self._logged(table_id), user_id)

    async def take_back(self, table_id: str, user_id: int, move: int) -> takebacks.Plan:
        """Takes a user's newest move back, or asks those concerned; idempotent. Raises Refusal, BoardMovedOn."""
        return await self._by_log(table_id, lambda logged: takebacks.ask(logged, user_id, move))

    async def answer_take_back(self, table_id: str, user_id: int, asker: int, step: int, *, allow: bool) -> None:
        """A user's answer to what a seat asked to take back at a step; idempotent. Raises Refusal."""

        def decide(logged: takebacks.Logged) -> takebacks.Plan:
            return takebacks.Plan("done", takebacks.answer(logged, user_id, asker, step, allow=allow))

        await self._by_log(table_id, decide)

    async def offered_take_back(self, table: OpenTable, seat: int) -> int | None:
        """The move that a seat may want to take back now, None where it could not; a quick look."""
        async with self.store.read() as reader:
            return await takebacks.offered_now(reader, table, seat)

    async def _logged(self, table_id: str) -> takebacks.Logged:
        async with self.store.read() as reader:
            return takebacks.Logged(await load(reader, table_id), await reader.entries(table_id))

    async def _by_log(self, table_id: str, plan: Callable[[takebacks.Logged], takebacks.Plan]) -> takebacks.Plan:
        """Commits a plan that needs the whole log, which is replayed in a worker thread before the table is locked."""
        while True:
            logged = await self._logged(table_id)
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
        """Cancels a table whose channel no longer exists, without posting anything."""

        def decide(table: OpenTable) -> Change:
            if table.row.phase not in OPEN_PHASES:
                raise Refusal(texts.ended(table.row.phase))
            return Change(columns=TableChanges(phase="cancelled"), no_post=True)

        await self.change(table_id, decide)

    # Reading

    async def load(self, table_id: str) -> OpenTable:
        """The current table. Raises Refusal for an unknown one."""
        async with self.store.read() as reader:
            return await load(reader, table_id)

    async def view(self, table_id: str, user_id: int | None = None) -> TableView:
        """The table as one user (None: a spectator) may see it. Raises Refusal for an unknown one."""
        async with self.store.read() as reader:
            return await view_of(reader, await load(reader, table_id), user_id)

    async def news(self, table_id: str, since: int, step: int = 0) -> tuple[TableView, tuple[Any, ...], int]:
        """A spectator's view, the public events of the entries after `since`, and the newest entry's number.

        Seats that changed hands right after entry `since` are told if the table's step was past `step` then. Raises
        Refusal before the start.
        """
        async with self.store.read() as reader:
            table = await load(reader, table_id)
            view = await view_of(reader, table, None)
            game = table.require_begun()
            return view, await public_story(reader, table, since, step), game.n

    async def recent(self, table_id: str) -> tuple[TableView, tuple[Any, ...]]:
        """A spectator's view, and the public events of the newest entries. Raises Refusal before the start."""
        async with self.store.read() as reader:
            table = await load(reader, table_id)
            view = await view_of(reader, table, None)
            return view, await public_story(reader, table, recent_since(table))

    async def past_views(self, table_id: str) -> tuple[TableView, tuple[Any, ...]]:
        """A spectator's current view, and those after the start and after each turn.

        Replays the whole game in a worker thread. Raises Refusal before the start.
        """
        async with self.store.read() as reader:
            table = await load(reader, table_id)
            table.require_begun()
            view = await view_of(reader, table, None)
            log = entries_of(await reader.entries(table_id))
        return view, await asyncio.to_thread(past_views, table, log)

    async def record(self, table_id: str, user_id: int) -> GameRecord:
        """The whole record with its seed.

        Raises Refusal before the end, because it reveals hidden information, and for users without a seat if the game
        sets `record_for_seats_only`.
        """
        async with self.store.read() as reader:
            return await self._record(reader, table_id, user_id)

    async def ended_record(self, table_id: str) -> GameRecord:
        """The whole record, to be verified and shown to nobody. Raises Refusal before the end."""
        async with self.store.read() as reader:
            return await self._record(reader, table_id, None)

    async def _record(self, reader: Reader, table_id: str, user_id: int | None) -> GameRecord:
        table = await load(reader, table_id)
        if table.row.phase not in ("finished", "cancelled"):
            raise Refusal(texts.RECORD_AFTER_THE_END)
        game = table.require_begun()
        for_seats = self.hooks(table.row.game).record_for_seats_only
        if user_id is not None and for_seats and table.seat_of(user_id) is None:
            raise Refusal(texts.RECORD_FOR_SEATS)
        return GameRecord(game.configuration, entries_of(await reader.entries(table_id)), table.row.server_seed)

    # Drafts

    async def keep_draft(self, table_id: str, seat: Player, name: str, turn: int, content: str) -> None:
        """Stores a draft: a part of a move that its seat is composing, visible to that seat alone."""
        async with self.store.write() as writer:
            await writer.put_draft(table_id, seat, name, turn, content)
        committed.set(True)


async def _numbered(writer: Writer, row: TableRow) -> TableRow:
    """The row of a new table with the next number of its server."""
    name = f"tables opened in {row.guild_id}"
    number = int(await writer.fact(name) or 0) + 1
    await writer.set_fact(name, str(number))
    settings = msgspec.json.decode(row.settings, type=TableSettings)
    numbered = msgspec.structs.replace(settings, number=number)
    return msgspec.structs.replace(row, settings=msgspec.json.encode(numbered).decode())


async def _put_seats(writer: Writer, before: OpenTable, after: OpenTable) -> None:
    # All removals come first, because a user may have only one seat at a time. A seat that only changes stays, because
    # the store keeps with it whether its table is open.
    kept = {(seat.seat, seat.user_id) for seat in after.seats}
    for seat in before.seats:
        if (seat.seat, seat.user_id) not in kept:
            await writer.remove_seat(before.row.id, seat.seat)
    for seat in after.seats:
        if seat not in before.seats:
            await writer.put_seat(before.row.id, seat)


async def _note_handovers(writer: Writer, before: OpenTable, after: OpenTable) -> None:
    """Notes who had the seats that change hands during the game; what they were composing is theirs and is deleted."""
    if before.game is None:
        return
    for old in before.handed_over(after):
        await writer.clear_drafts(before.row.id, old.seat)
        handover = HandoverRow(before.game.n, after.row.step, old.seat, old.user_id, old.name)
        await writer.add_handover(before.row.id, handover)


async def _append_entries(writer: Writer, table_id: str, change: Change, after: OpenTable) -> None:
    assert change.advance is not None
    assert after.game is not None
    advance, game = change.advance, after.game
    events = advance.public_events()
    logged = [
        (str(entry.actor), entry.action, entry.digest or "", seen.decode())
        for entry, seen in zip(advance.entries, events, strict=True)
    ]
    deadline = await writer.timer(table_id, DEADLINE)
    left = None if deadline is None else max(0, deadline.due - writer.now)
    await writer.append_entries(table_id, game.n - len(logged), logged, time_left=left)
    await writer.save_snapshot(table_id, game.n, game.step, snapshot(game))


def is_new_turn(before: OpenTable, after: OpenTable) -> bool:
    """Whether a change needs a new card and a new deadline.

    That is the case for a new turn, the end, a seat that must act because another one resigned, and a seat that must
    act and has changed hands. What others are asked at the same time goes on, with its card and its deadline.
    """
    if before.game is None or after.row.phase != "playing":
        return True
    if before.game.turn != after.row.turn:
        return True
    must_act = any(seat.seat in after.actors for seat in before.handed_over(after))
    if must_act and not (before.is_simultaneous and before.waiting_for()):
        return True
    has_left = any(seat.state != old.state for seat, old in zip(after.seats, before.seats, strict=True))
    return has_left and not set(after.actors) <= set(before.actors)
