"""The table service: the only write path (design.md, the path of one turn).

Every change of a table, from a join to the last stone, is a `Decision`: a pure function from the table as it stands to
a `Change`. `TableService.change` takes the table's lock, loads, checks the step, decides, and commits seats, entries,
snapshot, timers, outbox and step in one transaction. Posting is left to the outbox, so that nothing is confirmed
before it is durable and nothing durable stays unannounced.
"""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeAlias
from weakref import WeakValueDictionary

import msgspec

from cogs import _looks
from cogs import _texts as texts
from cogs._interfaces import Together, moment, together
from cogs._looks import ACTIVE, DEADLINE, RESIGNED, Look, OpenTable
from cogs._refusal import BoardMovedOn, Refusal
from data.store import OPEN_PHASES, SeatRow, Store, TableChanges, TableRow, Writer
from engine import table as engine_table
from engine.core import HOST, SPECTATOR, EngineError, NotYourTurn
from engine.record import GameRecord

CARD = "card"
LOBBY = "lobby"
REPLY = "reply"
COMPUTER = "computer"
FOLD = "fold"
REFRESH = "refresh"
LOBBY_EXPIRY = "lobby_expiry"
PUBLIC = (LOBBY, CARD, REFRESH, FOLD)
"""The kinds of outbox rows that become messages of a channel."""

REPLY_SECONDS = 15 * 60
"""How long Discord keeps the token of an interaction."""

REFRESH_MS = 1_500
"""How long a card that stands is left alone before it is edited, so that several changes are one edit."""

MOST_CHANGES = 200
"""How often a seat may change what it has pending, on average over the turns: a log must end somewhere."""


@dataclass(frozen=True, slots=True)
class Change:
    """What a decision does to a table; committed whole or not at all."""

    columns: TableChanges = field(default_factory=lambda: TableChanges())
    seats: tuple[SeatRow, ...] | None = None
    advance: engine_table.Advance | None = None
    said: str = ""
    aside: bool = False
    """Done besides the turn, by somebody who need not act: whoever must act is not asked anew."""
    silent: bool = False
    """Nothing is posted, and what still was to be posted is given up: there is nowhere to post it."""


@dataclass(frozen=True, slots=True, repr=False)
class Reply:
    """The promised answer to a slash command: the task that remembers it, which may still wait for the store."""

    remembering: asyncio.Future[int | None]
    token: str

    async def row(self) -> int | None:
        """The outbox row of the promise, None where the store could not take it. Not to be awaited in a transaction."""
        return await self.remembering


Decision: TypeAlias = Callable[[OpenTable], Change]


def now_ms() -> int:
    """Milliseconds UTC, as the store counts them."""
    return time.time_ns() // 1_000_000


class TableService:
    """Loads tables, decides, commits; tells its listeners when there is something to post or a timer has changed."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._listeners: list[Callable[[], None]] = []

    def on_commit(self, listener: Callable[[], None]) -> None:
        """Calls `listener` after each commit."""
        self._listeners.append(listener)

    def notify(self) -> None:
        for listener in self._listeners:
            listener()

    async def create(
        self, row: TableRow, host: SeatRow, limits: Mapping[str, int], expires: int, *, reply: Reply
    ) -> None:
        """Opens a table with its host seated; it closes by itself at `expires` if nobody has started it by then.

        Raises Refusal when its host, channel or server has as many open tables as `limits` allow.
        """
        promised = await reply.row()
        async with self.store.write() as writer:
            await self._check_limits(writer, row, limits)
            await writer.create_table(row, (host,))
            await writer.set_timer(row.id, LOBBY_EXPIRY, row.step, expires)
            await writer.queue(LOBBY, row.id, row.step, "{}")
            await self._answer(writer, promised, reply.token, texts.table_opened(row.channel_id))
        self.notify()

    async def _answer(self, writer: Writer, promised: int | None, token: str, text: str) -> None:
        """Finishes a promised answer together with what it tells."""
        if promised is not None:
            await writer.outbox_done([promised])
        payload = msgspec.json.encode({"text": text}).decode()
        await writer.queue(REPLY, None, 0, payload, token=token, expires=now_ms() + REPLY_SECONDS * 1000)

    async def _check_limits(self, writer: Writer, row: TableRow, limits: Mapping[str, int]) -> None:
        open_tables = {
            "host": await writer.count_open_tables(host=row.host),
            "channel": await writer.count_open_tables(channel=row.channel_id),
            "server": await writer.count_open_tables(guild=row.guild_id) if row.guild_id is not None else 0,
        }
        for scope, count in open_tables.items():
            if count >= limits[scope]:
                raise Refusal(texts.too_many_tables(scope, limits[scope]))

    async def change(
        self, table_id: str, decide: Decision, *, step: int | None = None, reply: Reply | None = None
    ) -> OpenTable:
        """Commits what `decide` makes of the table, and gives the table after it.

        `step` is the step that the person saw (None: any); `reply` the promised answer to a slash command, finished in
        the same transaction. Raises BoardMovedOn, Refusal or EngineError, and then nothing has changed.
        """
        promised = None if reply is None else await reply.row()
        lock = self._locks.setdefault(table_id, asyncio.Lock())
        async with lock, self.store.write(table_id) as writer:
            before = await _looks.load(writer, table_id)
            if step is not None and step != before.row.step:
                raise BoardMovedOn(texts.BOARD_MOVED_ON)
            change = decide(before)
            after = await self._commit(writer, before, change)
            if reply is not None:
                await self._answer(writer, promised, reply.token, change.said)
        self.notify()
        return after

    async def load(self, table_id: str) -> OpenTable:
        """The table as it stands. Raises Refusal for an unknown one."""
        async with self.store.read() as reader:
            return await _looks.load(reader, table_id)

    async def _commit(self, writer: Writer, before: OpenTable, change: Change) -> OpenTable:
        row, game, now = before.row, before.game, now_ms()
        columns = TableChanges(**change.columns)
        if change.advance is None:
            columns["step"] = row.step + 1
        else:
            game = change.advance.table
            if before.game is None:
                # The lobby's buttons must be stale on the board, so the counter goes on from there.
                game = msgspec.structs.replace(game, step=row.step + 1)
            columns["step"] = game.step
            if game.outcome is not None:
                columns["phase"] = "finished"
        if columns.get("phase") in ("finished", "cancelled"):
            columns["ended"] = now
        await writer.update_table(row.id, row.step, **columns)
        seats = before.seats if change.seats is None else change.seats
        after = OpenTable(msgspec.structs.replace(row, **columns), seats, game)
        await self._put_seats(writer, before, after)
        if change.advance is not None and game is not None:
            logged = [(str(entry.actor), entry.action, entry.digest or "") for entry in change.advance.entries]
            await writer.append_entries(row.id, game.n - len(logged), logged)
            await writer.save_snapshot(row.id, game.n, game.step, engine_table.snapshot(game))
        new_turn = _is_new_turn(before, after, change)
        await self._schedule(writer, after, now, new_turn=new_turn)
        if change.silent:
            for kind in PUBLIC:
                await writer.outbox_done([waiting.id for waiting in await writer.pending_of_table(row.id, kind)])
        else:
            await self._announce(writer, before, after, new_turn=new_turn)
        return after

    async def _put_seats(self, writer: Writer, before: OpenTable, after: OpenTable) -> None:
        # All that go first, so that nobody sits at two places in between.
        for seat in before.seats:
            if seat not in after.seats:
                await writer.remove_seat(before.row.id, seat.seat)
        for seat in after.seats:
            if seat not in before.seats:
                await writer.put_seat(before.row.id, seat)

    async def _schedule(self, writer: Writer, after: OpenTable, now: int, *, new_turn: bool) -> None:
        """Each choice has its own time; what others do meanwhile, such as resigning, does not prolong it."""
        row = after.row
        if row.phase == "lobby":
            return
        if row.phase != "playing":
            await writer.clear_timer(row.id)
            return
        await writer.clear_timer(row.id, LOBBY_EXPIRY)
        if any(seat.seat in after.actors and seat.player is not None for seat in after.seats):
            await writer.set_timer(row.id, COMPUTER, row.step, now)
        else:
            await writer.clear_timer(row.id, COMPUTER)
        running = await writer.timer(row.id, DEADLINE)
        if not new_turn:
            if running is not None:
                # The step may have changed, of which the clock must not be a victim.
                await writer.set_timer(row.id, DEADLINE, moment_of(after), running.due)
            return
        deadline = engine_table.Clock(_seconds(after)).deadline(now)
        if deadline is None or not after.waiting_for():
            await writer.clear_timer(row.id, DEADLINE)
        else:
            await writer.set_timer(row.id, DEADLINE, moment_of(after), deadline)

    async def _announce(self, writer: Writer, before: OpenTable, after: OpenTable, *, new_turn: bool) -> None:
        """One card per turn of people: moves of computer players are told on the card that asks a person to move."""
        row = after.row
        if before.row.phase == "lobby" or row.phase != "playing":
            await writer.queue(LOBBY, row.id, row.step, "{}")
        if after.game is None or row.step == before.row.step:
            return
        if row.phase == "playing" and not new_turn and together(row.game) is not None:
            # Nobody is asked anew: the card that stands says who is still missing.
            await writer.queue(REFRESH, row.id, row.step, "{}", due=writer.now + REFRESH_MS)
        elif row.phase != "playing" or after.waiting_for():
            # Whoever is pinged for a turn already is not pinged again because somebody else has left.
            await writer.queue(CARD, row.id, row.step, msgspec.json.encode({"ping": new_turn}).decode())

    async def act(
        self, table_id: str, user_id: int, action: str, *, step: int | None = None, reply: Reply | None = None
    ) -> OpenTable:
        """A person's action in the game's notation; one that a double click repeats is taken once."""

        def decide(table: OpenTable) -> Change:
            game = table.require_playing()
            seat = table.require_seat(user_id)
            _require_moment(table, step)
            several = together(table.row.game)
            if several is not None:
                return _submit(table, several, seat.seat, action)
            if seat.seat not in table.actors:
                raise NotYourTurn(texts.not_your_turn(table.waiting_names()))
            advance = engine_table.act(game, seat.seat, action, table.row.server_seed)
            return Change(advance=advance, said=texts.done(advance.entries[0].action))

        try:
            return await self.change(table_id, decide, reply=reply)
        except (Refusal, EngineError):
            table = await self.load(table_id)
            if step is not None and _newest_action(table, user_id) == action:
                return table
            raise

    async def act_for(self, table_id: str, seat: int, action: str, *, step: int) -> OpenTable:
        """A computer player's action; `step` is the moment (`cogs._interfaces`) that it was chosen for."""

        def decide(table: OpenTable) -> Change:
            game = table.require_playing()
            _require_moment(table, step)
            return Change(advance=engine_table.act(game, seat, action, table.row.server_seed))

        return await self.change(table_id, decide)

    async def close(self, table_id: str, *, step: int, host: int | None = None) -> OpenTable:
        """Ends what is asked at a moment: its clock ran out, or the host says so; the rule book knows what follows."""

        def decide(table: OpenTable) -> Change:
            game = table.require_playing()
            if host not in (None, table.row.host):
                raise Refusal(texts.ONLY_HOST)
            _require_moment(table, step)
            several = together(table.row.game)
            waited = engine_table.Advance(game, (), ()) if several is None else _stood_in(table, several)
            return Change(advance=_further(waited, HOST, "close", table.row.server_seed))

        return await self.change(table_id, decide)

    async def resign(self, table_id: str, user_id: int, *, reply: Reply | None = None) -> OpenTable:
        """A person leaves the game for good; the rule book says how it goes on."""

        def decide(table: OpenTable) -> Change:
            game = table.require_playing()
            seat = table.require_seat(user_id)
            if seat.state != ACTIVE:
                raise Refusal(texts.RESIGNED)
            advance = engine_table.act(game, HOST, f"forfeit {seat.seat}", table.row.server_seed)
            resigned = msgspec.structs.replace(seat, state=RESIGNED)
            seats = tuple(resigned if other == seat else other for other in table.seats)
            return Change(advance=advance, seats=seats, said=texts.RESIGNED, aside=True)

        return await self.change(table_id, decide, reply=reply)

    async def look(self, table_id: str, user_id: int | None = None) -> Look:
        """The table as one person (None: a spectator) may see it. Raises Refusal for an unknown one."""
        async with self.store.read() as reader:
            return await _looks.look(reader, await _looks.load(reader, table_id), user_id)

    async def news(self, table_id: str, since: int) -> tuple[Look, tuple[Any, ...], int]:
        """A spectator's look, what it tells of the entries after number `since`, and the number of the newest entry.

        Raises Refusal where no game was begun.
        """
        async with self.store.read() as reader:
            table = await _looks.load(reader, table_id)
            look = await _looks.look(reader, table, None)
        game = table.require_begun()
        return look, engine_table.story(game.configuration, game.entries, since, SPECTATOR), game.n

    async def history(self, table_id: str) -> tuple[Look, tuple[Any, ...]]:
        """A spectator's look, and their view after the start and each turn since. Raises Refusal before the start."""
        async with self.store.read() as reader:
            table = await _looks.load(reader, table_id)
            look = await _looks.look(reader, table, None)
        game = table.require_begun()
        return look, engine_table.history(game.configuration, game.entries, SPECTATOR)

    async def abandon(self, table_id: str) -> None:
        """Ends a table whose channel is gone: nobody can see it any more, and it no longer counts as open."""

        def decide(table: OpenTable) -> Change:
            if table.row.phase not in OPEN_PHASES:
                raise Refusal(texts.ended(table.row.phase))
            return Change(columns=TableChanges(phase="cancelled"), silent=True)

        await self.change(table_id, decide)

    async def record(self, table_id: str) -> GameRecord:
        """The whole record with its seed. Raises Refusal before the end, when it would tell what is hidden."""
        table = await self.load(table_id)
        if table.row.phase not in ("finished", "cancelled"):
            raise Refusal(texts.RECORD_AFTER_THE_END)
        return table.require_begun().record(table.row.server_seed)


def moment_of(table: OpenTable) -> int:
    """What a press or a clock must have been made for, lest it be stale."""
    return moment(table.row, None if table.game is None else table.game.view(SPECTATOR))


def _require_moment(table: OpenTable, asked: int | None) -> None:
    """Raises BoardMovedOn when something else is asked by now than at `asked` (None: at any moment)."""
    if asked is not None and asked != moment_of(table):
        several = together(table.row.game)
        raise BoardMovedOn(texts.BOARD_MOVED_ON if several is None else several.moved_on)


def _is_new_turn(before: OpenTable, after: OpenTable, change: Change) -> bool:
    """Whether something is asked that was not asked before, so that a new card asks for it, and a new deadline runs."""
    if before.game is not None and together(after.row.game) is not None:
        # Who has to choose because somebody has left is asked now; whoever reopens is not.
        asked = change.aside and not set(after.actors) <= set(before.actors)
        return asked or after.row.phase != "playing" or moment_of(before) != moment_of(after)
    return not change.aside or before.actors != after.actors


def _seconds(table: OpenTable) -> int | None:
    several = together(table.row.game)
    if several is None or table.game is None:
        return table.settings.clock
    return several.seconds(table.game.view(SPECTATOR), table.settings)


def _acted(game: engine_table.Table, actions: Sequence[tuple[int, str]], seed: bytes) -> engine_table.Advance:
    """Several actions as one advance. Raises EngineError at the first that is refused, and then none was made."""
    advance = engine_table.Advance(game, (), ())
    for actor, action in actions:
        advance = _further(advance, actor, action, seed)
    return advance


def _further(advance: engine_table.Advance, actor: int, action: str, seed: bytes) -> engine_table.Advance:
    more = engine_table.act(advance.table, actor, action, seed)
    return engine_table.Advance(more.table, advance.entries + more.entries, advance.events + more.events)


def _submit(table: OpenTable, several: Together, seat: int, text: str) -> Change:
    """What somebody adds to what they have pending. Raises Refusal when it was changed too often."""
    game = table.require_playing()
    actions = [(seat, action) for action in several.actions(text)] or [(seat, text)]
    try:
        advance = _acted(game, actions, table.row.server_seed)
    except NotYourTurn as error:
        # Who is ready and mistypes hears how it stands: "not your turn" would sound as if there were no way.
        raise Refusal(several.said(game.view(seat)) or error.text) from None
    after = advance.table
    made = sum(entry.actor == seat for entry in after.entries)
    closed = several.turn(after.view(SPECTATOR)) != moment_of(table)
    # To be ready is always possible, for the others wait for it; but not to reopen and be ready again.
    is_done = seat in table.actors and (closed or seat not in after.actors)
    if made > MOST_CHANGES * moment_of(table) and not is_done:
        raise Refusal(texts.too_many_changes(MOST_CHANGES))
    done = texts.done(" ".join(entry.action for entry in advance.entries if entry.actor == seat))
    # What the next turn lacks would sound as if this one had failed.
    said = "" if closed else several.said(after.view(seat))
    return Change(advance=advance, said=" ".join(part for part in (done, said) if part))


def _stood_in(table: OpenTable, several: Together) -> engine_table.Advance:
    """What is done for those who are late, by the table's setting."""
    seed = table.row.server_seed
    advance = engine_table.Advance(table.require_playing(), (), ())
    for seat in table.actors:
        game = advance.table
        rng = Random(game.configuration.dealer(seed).player_seed(seat, game.n))
        while action := several.stand_in(table.settings, game.view(seat), game.legal(seat), rng):
            advance = _further(advance, seat, action, seed)
            game = advance.table
    return advance


def _newest_action(table: OpenTable, user_id: int) -> str | None:
    """The newest action that a person made at the table."""
    seat = table.seat_of(user_id)
    if table.game is None or seat is None:
        return None
    return next((entry.action for entry in reversed(table.game.entries) if entry.actor == seat.seat), None)
