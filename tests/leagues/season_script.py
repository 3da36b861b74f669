"""Events of a simulated season apart from play: people come and go, organisers act, the program is down or killed."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, Final

from data.store import SeasonTableRow
from leagues import joining, organising
from leagues.season import Decision, Season, result_of
from leagues.table_decisions import compress_places
from tables.timing import absence
from tables.timing.pauses import emergency_pause
from tables.timing.running_time import DAY_MS, HOUR_MS
from tests.leagues.simulated_people import DROPOUTS, EMERGENCY, LATE, LEAVES_SERVER, QUIET, TAKEN_OUT, VACATIONS
from tests.leagues.simulated_season import SimulatedSeason
from tests.playing import GUILD, ORGANISER

KILLS: Final = 100
AIMS: Final = ("any", "any", "season", "count", "timer")
DOWNTIMES: Final = {12: 2 * HOUR_MS, 33: 30 * HOUR_MS}
"""Downtimes in milliseconds, by day."""
JOIN_DAYS: Final = (9, 16, 25)
VACATION_DAYS: Final = ((6, 7), (14, 10), (22, 5), (30, 14))
"""Day of the announcement, and length in days."""
DISPUTES: Final = (
    (8, "connect_four", "open"),
    (19, "hex_battle_wars", "counted"),
    (26, "monster_hex", "counted"),
    (35, "monster_hex", "open"),
)
"""Tables that an organiser voids: day, game, and the table's state."""
CORRECTIONS: Final = ((11, "connect_four"), (24, "monster_hex"), (36, "hive_mind"))
WHY: Final = "They say that they were not there."


class Script:
    """The plan of these events; `undone` counts undone acts, `changed` lists acts with wrong effects."""

    def __init__(self, season: SimulatedSeason) -> None:
        self.season, self.rng = season, Random(season.seed + 1)
        self.undone, self.changed, self.down = 0, list[str](), 0
        self.done: list[str] = []

    async def plan(self) -> None:
        """Schedule everything; quiet hours are set at once."""
        for number in QUIET:
            await self._quiet(number)
        for _ in range(KILLS):
            aim = self.rng.choice(AIMS)
            self._on(self.rng.uniform(1, 50), lambda aim=aim: self._aim(aim))
        for day, milliseconds in DOWNTIMES.items():
            self._on(day, lambda by=milliseconds: self._be_down(by))
        for day, number in zip(JOIN_DAYS, LATE, strict=True):
            self._on(day, lambda who=number: self.season.join(who))
        for (day, days), number in zip(VACATION_DAYS, VACATIONS, strict=True):
            self._on(day, lambda who=number, days=days: self._go_away(who, days))
        self._on(20, lambda: self._pause_for_emergency(EMERGENCY))
        for number in (DROPOUTS[0], LEAVES_SERVER):
            self.season.at(self.season.people[number].gone, lambda who=number: self._leave(who))
        for day, game, state in DISPUTES:
            self._on(day, lambda game=game, state=state: self._dispute(game, state))
        for day, game in CORRECTIONS:
            self._on(day, lambda game=game: self._correct(game))
        self._on(21, self._take_out)

    def _on(self, day: float, act: Callable[[], Awaitable[Any]]) -> None:
        self.season.at(self.season.start + round(day * DAY_MS), act)

    async def _aim(self, aim: str) -> None:
        self.season.program.aims.append(aim)

    async def _be_down(self, milliseconds: int) -> None:
        await self.season.program.be_down(milliseconds)
        self.season.watch.leave_out(milliseconds)
        self.down += milliseconds

    async def _quiet(self, number: int) -> None:
        member = self.season.people[number]
        hours = member.habits.zone.utcoffset(None) // timedelta(hours=1)
        quiet = member.habits.quiet()
        await self.season.persist(
            lambda: absence.set_quiet_hours(
                self.season.program.service, member.person, f"UTC{hours:+03}:00", quiet.begin, quiet.until
            )
        )

    async def _go_away(self, number: int, days: int) -> None:
        member = self.season.people[number]
        first = (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=self.season.now)).date() + timedelta(days=1)
        last = first + timedelta(days=days - 1)
        program = self.season.program
        await self.season.persist(lambda: absence.go_away(program.service, member.person, first, last))
        row = await absence.find_vacation(program.service, number)
        assert row is not None
        member.away.append((row.begins, row.ends))
        self.done.append("vacation")

    async def _pause_for_emergency(self, number: int) -> None:
        season = await self.season.program.seasons.load(self.season.seasons["connect_four"])
        table = season.open_tables(number)[0]
        pause = emergency_pause(number, self.season.now)
        await self.season.persist(lambda: self.season.program.service.change(table.table_id, pause))
        self.done.append("emergency")

    async def _leave(self, number: int) -> None:
        for season_id in self.season.seasons.values():
            await self._change(season_id, joining.leave(number))
        self.done.append("left")

    async def _change(self, season_id: str, decide: Decision) -> None:
        await self.season.persist(lambda: self.season.program.seasons.change(season_id, decide))

    # Organisers

    async def _dispute(self, game: str, state: str) -> None:
        """Void a table; restore every other one two days later."""
        season_id = self.season.seasons[game]
        season = await self.season.program.seasons.load(season_id)
        table = self._some_table(season, state)
        await self._act(season_id, organising.void_table(ORGANISER, table.table_id, WHY))
        self.season.watch.recount.overrule(table.table_id, None)
        self.done.append("dispute")
        if self.done.count("dispute") % 2:
            self.season.at(self.season.now + 2 * DAY_MS, lambda: self._restore(season_id, table.table_id))

    async def _restore(self, season_id: str, table_id: str) -> None:
        await self._act(season_id, organising.restore_table(ORGANISER, table_id, WHY))
        self.season.watch.recount.let_stand(table_id)
        self.done.append("restored")

    async def _correct(self, game: str) -> None:
        """Reverse the places of a counted table."""
        season_id = self.season.seasons[game]
        table = self._some_table(await self.season.program.seasons.load(season_id), "counted")
        result = result_of(table)
        assert result is not None
        places = compress_places(tuple(-place for place in result.places))
        await self._act(season_id, organising.correct_result(ORGANISER, table.table_id, places, WHY))
        self.season.watch.recount.overrule(table.table_id, places)
        self.done.append("corrected")

    async def _take_out(self) -> None:
        for season_id in self.season.seasons.values():
            await self._act(season_id, organising.take_out(ORGANISER, TAKEN_OUT, self.season.now, WHY))
        self.done.append("taken out")

    def _some_table(self, season: Season, state: str) -> SeasonTableRow:
        found = [
            table
            for table in season.tables
            if table.state == state and table.why == "" and table.table_id not in self.season.watch.recount.overruled
        ]
        return self.rng.choice(found)

    async def _act(self, season_id: str, decide: Decision) -> None:
        """Do an organiser's act, undo it, and do it again."""
        seasons, before = self.season.program.seasons, await self._told(season_id)
        await self._change(season_id, decide)
        if await self._told(season_id) == before:
            self.changed.append("an act has changed nothing")
        async with seasons.store.read() as reader:
            newest = (await reader.leagues.season_acts(season_id))[-1]
        await self.season.persist(lambda: self.season.program.seasons.undo(season_id, newest.id, ORGANISER))
        self.undone += 1
        if await self._told(season_id) != before:
            self.changed.append(f"{newest.act} was not undone exactly")
        await self._change(season_id, decide)

    async def _told(self, season_id: str) -> tuple[object, ...]:
        seasons = self.season.program.seasons
        season = await seasons.load(season_id)
        ratings = await seasons.ratings(GUILD, season.league.game)
        return season.standings, season.tables, season.members, ratings
