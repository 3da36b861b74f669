"""A simulated fortnight of twelve people at many tables, with the real program.

People answer after random times from the model behind the clocks' figures: medians of 1.5 to 10 hours, sleep, and a
two-percent chance of a lost day. Some leave for good. Their other actions are in `fortnight_wishes`, the faults and
their seeded times in `fortnight_faults`.
"""

import heapq
import itertools
import json
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from cogs.ui.kit.errors import STORE_AWAY
from data.store import StoreUnavailable
from engine import fairness
from engine.games import game_type
from engine.verification import verify
from tables.calling.pings import JUST_ACTED_MS
from tables.calling.questions import ANYBODY
from tables.calling.recipients import CALL, DIRECT
from tables.committing.outbox_rows import CARD
from tables.moderating import moderation
from tables.open_table import ACTIVE, is_stood_in
from tables.opening import ID_LENGTH, ID_LETTERS, host_seat, new_table
from tables.preferences import DIRECT_MESSAGE, change_preferences
from tables.settings import TableSettings
from tables.texts import describe_end
from tables.timing.idle import sleep_of
from tables.viewer import TableView
from tests.cog_tables import GUILD, LIMITS
from tests.end_to_end.fortnight_tables import (
    DAY,
    FOREVER,
    GONE,
    HOUR,
    MINUTE,
    PEOPLE,
    Habits,
    LogEntry,
    Ping,
    Plan,
    Played,
)
from tests.end_to_end.simulated_program import SimulatedProgram
from tests.fake_discord import parts
from tests.posted_messages import step_of

MOST_ACTIONS = 40
"""The most actions of one person in one turn."""
ENOUGH_ACTIONS = 5
"""Actions in a turn after which a person ends the turn if possible."""
DULL = frozenset({"pass", "concede", "end"})
AT_ONCE_MS = MINUTE
"""Rows due within this time are handled together, in milliseconds."""
LOOKS_MS = 30 * MINUTE
"""The interval at which people look at Discord, in milliseconds."""
TURN_AT_STEP = """
    SELECT json_extract(payload, '$.turn') AS turn FROM outbox
    WHERE table_id = ? AND kind = ? AND step <= ? AND turn IS NOT NULL ORDER BY step DESC LIMIT 1
"""
"""The turn at a table's step: each turn in which people must act queues a card."""


class Fortnight(SimulatedProgram):
    """The people at their tables, and their view of the program."""

    def __init__(self, folder: Path, seed: int) -> None:
        super().__init__(folder, moderator=PEOPLE[11])
        self.seed, self.rng, self.start = seed, Random(seed), self.clock.now
        self.habits = [Habits(1.5 + 8.5 * number / 11, self.rng.randrange(24)) for number in range(12)]
        # Two leave for good, one early and one in the second week; one is away for five days.
        for number, (begin, end) in {3: (2, FOREVER), 8: (6, FOREVER), 2: (3, 8)}.items():
            self.habits[number].away.append((self.start + begin * DAY, self.start + min(end * DAY, FOREVER)))
        self.tables: dict[str, Played] = {}
        self.pings: list[Ping] = []
        self.counts: Counter[str] = Counter()
        self.sent: list[tuple[int, str]] = []
        """The channel and the nonce of each posted message."""
        self.outages: list[tuple[int, int]] = []
        self.days = 0
        self._events: list[tuple[int, int, Callable[[], Any]]] = []
        self._order = itertools.count()
        self.unsure: set[tuple[str, int, int]] = set()
        """(table, turn, user) where a kill hides whether the user's own action began the turn."""
        self._called: set[tuple[int, str, int]] = set()
        self._offered: set[tuple[str, int, int]] = set()

    def at(self, moment: int, act: Callable[[], Any]) -> None:
        """Schedule an action at a time, in milliseconds UTC."""
        heapq.heappush(self._events, (max(moment, self.clock.now), next(self._order), act))

    async def run(self) -> None:
        """Run all due rows and scheduled actions in order of time, until no table is open."""
        while True:
            due = await self.next_due()
            planned = self._events[0][0] if self._events else None
            if planned is None and (due is None or all(table.end for table in self.tables.values())):
                break
            if planned is None or (due is not None and due < planned):
                assert due is not None
                later = due + AT_ONCE_MS
                await self.jump(later if planned is None else min(later, planned))
                continue
            if (planned - self.start) // DAY > self.days:
                self.days = (planned - self.start) // DAY
                print(f"day {self.days}: {sum(not table.end for table in self.tables.values())} tables are open")
            await self.jump(planned)
            _, _, act = heapq.heappop(self._events)
            await act()
            # Settle at once, so that a message is recorded in the turn in which it was posted.
            await self.settle()

    def later(self, act: Callable[[], Any], milliseconds: int = HOUR) -> None:
        """Schedule an action after a delay."""
        self.at(self.clock.now + milliseconds, act)

    def random(self, *about: object) -> Random:
        """Return a generator seeded by its subject alone, so that tables don't influence each other."""
        return Random(" ".join(map(str, (self.seed, *about))))

    async def open_table(self, plan: Plan) -> None:
        """Open a lobby as its host and schedule the others' joining; the game starts when it is full."""
        program, host = self.program, PEOPLE[plan.people[0]]
        settings = TableSettings(seats=plan.seats, computer="random", start_when_full=True, **plan.settings)
        row = new_table(
            game_type(plan.game),
            settings,
            dict(plan.options),
            host=host,
            guild_id=GUILD,
            channel_id=plan.channel,
            now=self.clock.now,
            table_id="".join(self.random("id", plan.number).choices(ID_LETTERS, k=ID_LENGTH)),
        )
        seed = fairness.derive_seed(plan.number)
        row = msgspec.structs.replace(row, server_seed=seed, commitment=fairness.commitment(seed))
        limits: dict[Any, int] = {**LIMITS, "host": 100, "channel": 100}
        expires = self.clock.now + DAY
        await program.service.create(row, [host_seat(host, "opened")], limits, expires)
        table = self.tables[row.id] = Played(row.id, plan)
        await self.settle()
        for number in plan.people[1:]:
            wait = self.random("join", plan.number, number).randrange(1, 4) * LOOKS_MS
            self.later(lambda number=number: self._join(table, number), wait)

    async def _join(self, table: Played, number: int) -> None:
        if self.discord.is_away:
            self.at(self.clock.now + HOUR, lambda: self._join(table, number))
            return
        if not table.end:
            result = await self.program.press(PEOPLE[number], f"{table.id}::join")
            assert result.acknowledged

    async def session(self, number: int, *, only: str | None = None) -> None:
        """Let a person look at Discord and act where they are awaited; retry later if Discord is away."""
        if self.discord.is_away:
            self.later(lambda: self.session(number, only=only))
        if self.discord.is_away or self.habits[number].is_away(self.clock.now):
            return
        for table in list(self.tables.values()):
            if table.end or PEOPLE[number].id not in table.waited_for or only not in (None, table.id):
                continue
            if table.is_paused(self.clock.now):
                self.later(lambda table=table: self.session(number, only=table.id), 12 * HOUR)
                continue
            with suppress(StoreUnavailable):
                await self._turn(table, number)

    async def _turn(self, table: Played, number: int) -> None:
        person, service = PEOPLE[number], self.program.service
        for count in range(MOST_ACTIONS):
            seen = await service.view(table.id, person.id)
            if seen.row.phase != "playing" or not seen.must_act or seen.seats[seen.seat or 0].player is not None:
                return
            rng = self.random("act", table.plan.number, seen.seat, len(table.acknowledged[seen.seat or 0]))
            before, action = seen.row.turn, self._action(seen, rng, is_enough=count >= ENOUGH_ACTIONS)
            result = await self.program.press(person, f"{table.id}:{seen.version}:do:{action}", private=True)
            said = result.text
            if not result.acknowledged or STORE_AWAY in said:
                self.counts["apologies"] += STORE_AWAY in said
                return
            if table.why == GONE and describe_end("cancelled") in said:
                # The outbox discovered the deleted channel after this player's last action.
                return
            table.acknowledged[seen.seat or 0].append((action, said))
            table.acted[person.id] = self.clock.now
            self.counts["actions"] += 1
            after = await service.view(table.id, person.id)
            if after.row.turn != before:
                table.here.add((person.id, after.row.turn))

    def _action(self, seen: TableView, rng: Random, *, is_enough: bool) -> str:
        """Choose a sensible legal action."""
        if is_enough and "end" in seen.legal:
            return "end"
        legal = [action for action in seen.legal if action.split()[0] not in DULL] or list(seen.legal)
        if seen.row.game == "hive_mind":
            if "ready" in legal:
                return "ready"
            laying = [action for action in legal if not action.startswith(("double", "block", "guess", "totals"))]
            return rng.choice(laying or legal)
        attacks = [action for action in legal if action.startswith("attack")]
        return rng.choice(attacks if attacks and rng.random() < 0.7 else legal)

    # Calls

    async def settle(self) -> None:
        """Wait until nothing is due, and record who was called."""
        await super().settle()
        await self._note()

    async def _note(self) -> None:
        """Record new pings, awaited players and ended tables, and schedule the players' answers."""
        for channel, body in self.discord.notes:
            self._note_ping(channel, body)
        self.discord.notes.clear()
        with closing(sqlite3.connect(self.folder / "hexcade.sqlite3")) as database:
            now = {row[0]: row[1:] for row in database.execute("SELECT id, step, turn, phase FROM tables")}
        for table in self.tables.values():
            if not table.end and now.get(table.id) != table.seen:
                table.seen = now.get(table.id)
                await self._look_at(table)

    def _note_ping(self, channel: int, body: dict[str, Any]) -> None:
        self.sent.append((channel, str(body["nonce"])))
        table, _, row = str(body["nonce"]).partition(".")[0].rpartition("-")
        users = [int(user) for user in body.get("allowed_mentions", {}).get("users", ())]
        with closing(sqlite3.connect(self.folder / "hexcade.sqlite3")) as database:
            found = database.execute("SELECT kind, payload FROM outbox WHERE id = ?", (row,)).fetchone()
            (turn,) = database.execute("SELECT turn FROM tables WHERE id = ?", (table,)).fetchone()
            if found is not None and found[0] == CARD:
                # Use the turn that the card shows: it may have ended while the card was being posted.
                shown = (table, CARD, step_of(body))
                turn = next((turn for (turn,) in database.execute(TURN_AT_STEP, shown)), turn)
        if found is None:
            return
        kind, payload = found[0], json.loads(found[1])
        if kind in (CALL, DIRECT):
            turn, users = payload["turn"], users or payload["users"]
            kind = payload["reason"]
        self.counts[f"messages: {kind}"] += 1
        self.pings += [Ping(self.clock.now, table, turn, user, kind) for user in users]

    async def _look_at(self, table: Played) -> None:
        try:
            seen = await self.program.service.view(table.id)
        except StoreUnavailable:
            table.seen = None
            return
        is_playing = seen.row.phase == "playing"
        waiting = [seat.user_id for seat in seen.awaited_seats() if seat.user_id is not None] if is_playing else []
        table.turn, table.waited_for = seen.row.turn, frozenset(waiting)
        table.seated = frozenset(seat.user_id for seat in seen.seats if seat.user_id is not None)
        for user, turn in table.awaited:
            if turn != table.turn or user not in table.waited_for:
                table.left.setdefault((user, turn), self.clock.now)
        if seen.row.phase in ("finished", "cancelled"):
            self._note_end(table, seen)
        if not is_playing:
            return
        for user in waiting:
            table.awaited.setdefault((user, table.turn), self.clock.now)
            if self.clock.now - table.acted.get(user, 0) <= JUST_ACTED_MS:
                # No call is needed if they are still here, but another player may have moved meanwhile.
                self.unsure.add((table.id, table.turn, user))
            if (user, table.id, table.turn) not in self._called:
                self._called.add((user, table.id, table.turn))
                self.plan_answer(table, user)
        for seat in seen.seats:
            offer = (table.id, seat.seat, seat.offers)
            if seat.offered_to == ANYBODY and seat.state == ACTIVE and offer not in self._offered:
                self._offered.add(offer)
                wait = self.random("take", *offer).randrange(2, 7) * HOUR
                self.later(lambda seat=seat: self.take_seat(table, seat.seat), wait)

    def plan_answer(self, table: Played, user: int) -> None:
        """Schedule the answer of an awaited player."""
        number = user - PEOPLE[0].id
        rng = self.random("answer", table.plan.number, table.turn, number)
        # Some look at all tables that wait for them, others only at this one.
        only = table.id if rng.random() < 0.7 else None
        moment = self.habits[number].answers(rng, self.clock.now)
        if moment < self.start + 100 * DAY:
            self.at(-(-moment // LOOKS_MS) * LOOKS_MS, lambda: self.session(number, only=only))

    def _note_end(self, table: Played, seen: TableView) -> None:
        table.end = seen.row.phase
        with closing(sqlite3.connect(self.folder / "hexcade.sqlite3")) as database:
            log = "SELECT actor, action, created FROM entries WHERE table_id = ? ORDER BY n"
            table.log = [LogEntry(*row) for row in database.execute(log, (table.id,))]
            notes = "SELECT kind FROM handovers WHERE table_id = ?"
            table.notes = [kind for (kind,) in database.execute(notes, (table.id,))]
        sleep = sleep_of(seen.row)
        if seen.outcome is not None:
            table.why = seen.outcome.reason
        elif sleep is not None and sleep.ended:
            table.why = "everybody was silent"
        elif not table.log:
            table.why = table.why or "too few people came"

    # Actions other than moves

    def buttons(self, table: Played, action: str) -> list[str]:
        """Return the custom ids of an action at a table on public messages, the newest last."""
        wanted = f"{table.id}::{action}"
        found: dict[str, None] = {}
        for channel in self.discord.channels:
            for message in self.discord.messages(channel):
                ids = (str(part.get("custom_id", "")) for part in parts(message))
                found |= dict.fromkeys(one for one in ids if one == wanted or one.startswith(f"{wanted}:"))
        return list(found)

    async def take_seat(self, table: Played, seat: int) -> None:
        """Take a seat offered to anybody, as a person who isn't at the table."""
        if self.discord.is_away:
            self.later(lambda: self.take_seat(table, seat))
            return
        view = await self.program.service.view(table.id)
        if view.row.phase != "playing" or view.seats[seat].offered_to != ANYBODY:
            return
        wanted = f"{table.id}::take_seat:{seat}:{view.seats[seat].offers}"
        number = next(n for n in (0, 1, 4, 6, 7, 9, 10) if PEOPLE[n].id not in table.seated)
        assert wanted in self.buttons(table, "take_seat")
        result = await self.program.press(PEOPLE[number], wanted)
        assert "is yours now" in result.text
        table.here.add((PEOPLE[number].id, (await self.program.service.load(table.id)).row.turn))
        self.counts["seats taken"] += 1

    async def come_back(self, number: int) -> None:
        """Press *I'm back* at every table where a computer player stands in for a person."""
        if self.discord.is_away:
            self.later(lambda: self.come_back(number))
            return
        for table in self.tables.values():
            seen = None if table.end else await self.program.service.view(table.id, PEOPLE[number].id)
            if seen is None or seen.row.phase != "playing" or seen.seat is None:
                continue
            if is_stood_in(seen.seats[seen.seat]):
                (back,) = self.buttons(table, "back") or [f"{table.id}::back"]
                result = await self.program.press(PEOPLE[number], back)
                assert "Welcome back" in result.text
                arrived = (PEOPLE[number].id, (await self.program.service.load(table.id)).row.turn)
                # A player who left and came back within the turn may have been called when it began.
                table.here |= {arrived} - table.awaited.keys()
                self.counts["came back"] += 1
            elif seen.must_act:
                self.plan_answer(table, PEOPLE[number].id)

    async def end_what_is_left(self) -> None:
        """End the games still running after the fortnight: as the host, or as a moderator if the host has left."""
        if self.discord.is_away:
            self.later(self.end_what_is_left)
            return
        for table in self.tables.values():
            if table.end:
                continue
            host = (await self.program.service.load(table.id)).row.host - PEOPLE[0].id
            if self.habits[host].is_away(self.clock.now):
                table.why = "a moderator ended it"
                form = [{"type": 18, "component": {"type": 4, "custom_id": "reason", "value": "The host has left"}}]
                result = await self.program.submit(self.moderator, f"{table.id}::mod_act:{moderation.END}", form)
            else:
                table.why = "its host ended it"
                result = await self.program.press(PEOPLE[host], f"{table.id}::cancelled", private=True)
            assert result.acknowledged

    # Results

    async def told(self) -> dict[str, list[str]]:
        """Return the texts of each table's messages by table id; a message belongs to the tables of its buttons."""
        found: dict[str, list[str]] = {table: [] for table in self.tables}
        for channel in self.discord.channels:
            for message in self.discord.messages(channel):
                shown = "\n".join(str(part["content"]) for part in parts(message) if part.get("content"))
                ids = (str(part.get("custom_id", "")).partition(":")[0] for part in parts(message))
                for table in set(ids) & found.keys():
                    found[table].append(shown)
        return found

    async def records(self) -> dict[str, Any]:
        """Return the verification of each finished game by table id."""
        return {
            table.id: verify(await self.program.service.ended_record(table.id))
            for table in self.tables.values()
            if table.end == "finished"
        }

    async def prefer_direct(self, number: int) -> None:
        """Set a person's preference to direct messages instead of mentions."""
        await change_preferences(self.program.store, PEOPLE[number], pings=DIRECT_MESSAGE)
