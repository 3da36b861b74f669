"""Actions other than moves in the simulated fortnight, each made through the real interface."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from cogs.at_table.pings_page import NUDGED
from cogs.at_table.time_page import ASKED
from cogs.ui.kit.errors import STORE_AWAY
from tables.open_table import ACTIVE
from tables.timing.idle import sleep_of
from tables.timing.pauses import EMERGENCY_MS, decode_pauses
from tests.end_to_end.fortnight_tables import FORTNIGHT, HOUR, MINUTE, PEOPLE, Played
from tests.end_to_end.simulated_fortnight import Fortnight
from tests.in_process_program import InteractionResult

ZONES = {0: "Europe/Berlin", 4: "America/New_York", 7: "Asia/Tokyo", 10: "UTC+2"}
"""Time zones of the people with quiet hours, by person."""
NUDGED_AFTER = 3 * HOUR


class Wishes:
    """Quiet hours, vacations, pauses, nudges, followers, stand-ins, seats passed on."""

    def __init__(self, fortnight: Fortnight) -> None:
        self.fortnight = fortnight
        self.nudged: list[tuple[str, int, int]] = []
        """Table, turn and user of each nudge."""
        self.followed: list[tuple[Played, int]] = []

    async def _press(self, number: int, custom_id: str, **more: Any) -> InteractionResult:
        return await self.fortnight.program.press(PEOPLE[number], custom_id, private=True, **more)

    def _tables(self, *, seats: int = 2, days: bool = False) -> list[Played]:
        """Return running, unpaused tables where a player is awaited and nobody seated is absent.

        `seats` is the least number of people, `days` requires a clock counted in days.
        """
        now = self.fortnight.clock.now
        return [
            table
            for table in self.fortnight.tables.values()
            if table.waited_for
            and not table.end
            and not table.pauses
            and len(table.seated) >= seats
            and (table.plan.counts_days or not days)
            and not any(self.fortnight.habits[user - PEOPLE[0].id].is_away(now) for user in table.seated)
        ]

    async def _posted(self, table: Played, action: str) -> str:
        """Return the newest button of an action at a table.

        A deleted card is posted again within hours. Raises AssertionError if there is no button after six hours.
        """
        for _ in range(6):
            if found := self.fortnight.buttons(table, action):
                return found[-1]
            await self.fortnight.jump(self.fortnight.clock.now + HOUR)
        raise AssertionError(f"nothing at {table.id} has a button to {action}")

    def _delays(self, act: Any) -> bool:
        """Return whether Discord is away; if so, retry `act` later."""
        if self.fortnight.discord.is_away:
            self.fortnight.later(act)
        return self.fortnight.discord.is_away

    def _again(self, act: Any) -> None:
        """Retry `act` six hours later, unless the fortnight is over."""
        if self.fortnight.clock.now < self.fortnight.start + FORTNIGHT:
            self.fortnight.later(act, 6 * HOUR)

    async def quiet_hours(self, number: int, zone: str) -> None:
        """Set a person's quiet hours at night through the form."""
        fortnight, habits = self.fortnight, self.fortnight.habits[number]
        now = datetime.fromtimestamp(fortnight.start / 1000, UTC)
        offset = timedelta(hours=2) if zone == "UTC+2" else now.astimezone(ZoneInfo(zone)).utcoffset()
        assert offset is not None
        begin = (habits.bedtime + int(offset.total_seconds()) // 3600) % 24
        typed = {"zone": zone, "from": f"{begin}:00", "until": f"{(begin + 8) % 24}:00"}
        fields = [
            {"type": 18, "component": {"type": 4, "custom_id": name, "value": value}} for name, value in typed.items()
        ]
        result = await fortnight.program.submit(PEOPLE[number], "me::quiet_submitted", fields)
        assert f"{begin:02}:00" in result.text, result.text
        habits.has_quiet_hours = True
        fortnight.counts["set quiet hours"] += 1

    async def vacation(self, number: int, days: int) -> None:
        """Announce a person's vacation, beginning in an hour."""
        if self._delays(lambda: self.vacation(number, days)):
            return
        fortnight = self.fortnight
        last: date = datetime.fromtimestamp(fortnight.clock.now / 1000, UTC).date() + timedelta(days=days)
        result = await fortnight.program.command(PEOPLE[number], "away", until=last.isoformat())
        end = datetime(last.year, last.month, last.day, tzinfo=UTC) + timedelta(days=1)
        await fortnight.settle()
        assert any("me::vacation_end" in one for one in self._answers(result)), result.text
        begins = fortnight.clock.now + HOUR
        fortnight.habits[number].vacations.append((begins, round(end.timestamp() * 1000)))
        fortnight.at(round(end.timestamp() * 1000), lambda: fortnight.come_back(number))
        fortnight.counts["vacations"] += 1

    def _answers(self, result: InteractionResult) -> list[str]:
        """Return the custom ids of an answer and the bodies of the newest 40 requests to Discord."""
        sent = self.fortnight.discord.requests[-40:]
        return [*result.custom_ids, *(str(request.body) for request in sent)]

    async def ask_pause(self, *, agreed: bool) -> None:
        """Ask for a pause; the other players agree by the card's button, or one of them declines."""
        if self._delays(lambda: self.ask_pause(agreed=agreed)):
            return
        fortnight = self.fortnight
        found = self._tables(days=True)
        if not found:
            self._again(lambda: self.ask_pause(agreed=agreed))
            return
        table = found[0]
        view = await fortnight.program.service.view(table.id)
        users = [seat.user_id for seat in view.seats if seat.state == ACTIVE and seat.player is None and seat.user_id]
        asker, *others = [user - PEOPLE[0].id for user in users]
        if not others:
            self._again(lambda: self.ask_pause(agreed=agreed))
            return
        page = await self._press(asker, f"{table.id}::time")
        assert f"{table.id}::pause_ask" in page.custom_ids
        asked = await self._press(asker, f"{table.id}::pause_ask")
        assert ASKED in asked.text
        await fortnight.jump(fortnight.clock.now + MINUTE)
        if not agreed:
            await self._press(others[0], await self._posted(table, "pause_decline"))
            assert decode_pauses((await fortnight.program.service.load(table.id)).row).request is None
            fortnight.counts["pauses declined"] += 1
            return
        for other in others:
            await self._press(other, await self._posted(table, "pause_agree"))
        standing = decode_pauses((await fortnight.program.service.load(table.id)).row).standing
        assert standing is not None
        assert standing.kind == "agreed"
        table.pauses.append((fortnight.clock.now, standing.end))
        fortnight.counts["pauses agreed"] += 1
        fortnight.later(lambda: self.resume(table, others[0]), 30 * HOUR)

    async def resume(self, table: Played, number: int) -> None:
        """End an agreed pause early."""
        if self._delays(lambda: self.resume(table, number)):
            return
        if table.end:
            # The game ended during its pause: pause another one.
            await self.ask_pause(agreed=True)
            return
        result = await self._press(number, f"{table.id}::pause_resume")
        assert decode_pauses((await self.fortnight.program.service.load(table.id)).row).standing is None, result.text
        (begin, _), now = table.pauses.pop(), self.fortnight.clock.now
        table.pauses.append((begin, now))
        self.fortnight.counts["pauses resumed"] += 1

    async def emergency(self) -> None:
        """Start an emergency pause, and check that it ends by itself after three days."""
        if self._delays(self.emergency):
            return
        fortnight = self.fortnight
        found = self._tables(days=True)
        if not found:
            self._again(self.emergency)
            return
        table = found[-1]
        number = min(table.waited_for) - PEOPLE[0].id
        question = await self._press(number, f"{table.id}::pause_sos")
        assert f"{table.id}::pause_sos_now" in question.custom_ids
        await self._press(number, f"{table.id}::pause_sos_now")
        standing = decode_pauses((await fortnight.program.service.load(table.id)).row).standing
        assert standing is not None
        assert standing.end == fortnight.clock.now + EMERGENCY_MS
        table.pauses.append((fortnight.clock.now, standing.end))
        fortnight.counts["emergency pauses"] += 1
        fortnight.at(standing.end - HOUR, lambda: self._is_paused(table, expected=True))
        fortnight.at(standing.end + HOUR, lambda: self._is_paused(table, expected=False))

    async def _is_paused(self, table: Played, *, expected: bool) -> None:
        if not table.end:
            pauses = decode_pauses((await self.fortnight.program.service.load(table.id)).row)
            assert (pauses.standing is not None) == expected

    async def nudge(self) -> None:
        """Nudge the players for whom a table has waited three hours or more."""
        fortnight = self.fortnight
        if self._delays(self.nudge):
            return
        now = fortnight.clock.now
        for table in fortnight.tables.values():
            waiting = {user for user, turn in table.awaited if turn == table.turn and user in table.waited_for}
            since = max((table.awaited[user, table.turn] for user in waiting), default=now)
            others = sorted(table.seated - waiting)
            if table.end or not waiting or not others or now - since < NUDGED_AFTER or table.is_paused(now):
                continue
            number = others[0] - PEOPLE[0].id
            page = await self._press(number, f"{table.id}::pings")
            if f"{table.id}::nudge" not in page.custom_ids:
                continue
            result = await self._press(number, f"{table.id}::nudge")
            if NUDGED in result.text:
                self.nudged += [(table.id, table.turn, user) for user in waiting]
                fortnight.counts["nudges"] += 1
                return

    async def follow(self, how: str) -> None:
        """Let a person without a seat follow a table: each turn, or its end."""
        fortnight = self.fortnight
        known = [table for table, _ in self.followed]
        found = [table for table in self._tables() if table not in known and table.plan.channel != 2 * 10**17 + 3]
        if not found or self._delays(lambda: self.follow(how)):
            if not fortnight.discord.is_away:
                self._again(lambda: self.follow(how))
            return
        table = found[len(found) // 2]
        # Pick a person who neither plays at this table nor takes free seats.
        number = next(n for n in (11, 2, 3, 8) if PEOPLE[n].id not in table.seated)
        page = await self._press(number, f"{table.id}::pings")
        assert f"{table.id}::follow:{how}" in page.custom_ids
        await self._press(number, f"{table.id}::follow:{how}")
        self.followed.append((table, number))
        fortnight.counts["followers"] += 1

    async def stand_in(self) -> None:
        """Let the computer stand in for a player for three hours."""
        if self._delays(self.stand_in):
            return
        fortnight = self.fortnight
        found = self._tables()
        if not found:
            self._again(self.stand_in)
            return
        table = found[-1]
        number = max(table.waited_for) - PEOPLE[0].id
        result = await self._press(number, f"{table.id}::stand_in")
        assert f"{table.id}::back" in result.custom_ids, result.text
        fortnight.counts["let the computer play"] += 1
        fortnight.later(lambda: self._back(number), 3 * HOUR)

    async def _back(self, number: int) -> None:
        """Bring the player back; if their game has ended meanwhile, let a stand-in play at another table."""
        if self._delays(lambda: self._back(number)):
            return
        await self.fortnight.come_back(number)
        if not self.fortnight.counts["came back"]:
            self._again(self.stand_in)

    async def pass_on(self) -> None:
        """Pass a seat on to another person, who takes it."""
        if self._delays(self.pass_on):
            return
        fortnight = self.fortnight
        found = self._tables()
        if not found:
            self._again(self.pass_on)
            return
        table = found[0]
        number = max(table.seated) - PEOPLE[0].id
        follower = {PEOPLE[n].id for _, n in self.followed}
        to = next(p for p in (PEOPLE[n] for n in (1, 9, 6, 0)) if p.id not in table.seated and p.id not in follower)
        seat = (await fortnight.program.service.view(table.id, PEOPLE[number].id)).seat
        people = {"type": 5, "custom_id": "people", "values": [str(to.id)]}
        data = {
            "custom_id": f"{table.id}::replaced:{seat}",
            "components": [{"type": 18, "component": people}],
            "resolved": {"users": {str(to.id): {"id": str(to.id), "username": to.name, "bot": False}}},
        }
        await fortnight.program.dispatch(fortnight.program.interaction(5, PEOPLE[number], {"data": data}))
        await fortnight.settle()
        taken = await fortnight.program.press(to, await self._posted(table, "take_seat"))
        assert "is yours now" in taken.text, taken.text
        table.here.add((to.id, (await fortnight.program.service.load(table.id)).row.turn))
        fortnight.counts["seats passed on"] += 1

    async def answer_sleepers(self) -> None:
        """Answer the questions of sleeping tables for every awaited player who isn't absent."""
        if self._delays(self.answer_sleepers):
            return
        fortnight = self.fortnight
        for table in fortnight.tables.values():
            row = (await fortnight.program.service.load(table.id)).row
            sleep = None if table.end else sleep_of(row)
            for user in table.waited_for if sleep is not None else ():
                number = user - PEOPLE[0].id
                if not fortnight.habits[number].is_away(fortnight.clock.now) and sleep is not None:
                    result = await self._press(number, f"{table.id}::idle_here:{sleep.at}")
                    assert STORE_AWAY not in result.text
                    fortnight.counts["answers of sleepers"] += 1
