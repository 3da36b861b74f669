"""The invariants of a simulated season."""

from typing import Final

from leagues.season import Season, people_of
from tables.timing.running_time import DAY_MS
from tests.leagues.killed_program import KilledProgram
from tests.leagues.recount import Recount

MOST_WAIT_MS: Final = 4 * DAY_MS


class Watch:
    """A check of a season after each of its steps and after each result."""

    def __init__(self, program: KilledProgram) -> None:
        self._program = program
        self.wrong: list[str] = []
        self.recount, self.recounted = Recount(), 0
        self.longest_wait: dict[str, int] = {}
        self.finals: dict[str, int] = {}
        self._known: dict[str, set[str]] = {}
        self._room_since: dict[tuple[str, int], int] = {}

    async def after_step(self, season: Season) -> None:
        """Check that new tables have only active people, within their cap, and that nobody waits too long."""
        season_id = season.row.id
        away = await self._program.seasons.away(season)
        active = {member.user_id for member in season.active}
        known = self._known.setdefault(season_id, set())
        new = [table for table in season.tables if table.table_id not in known]
        for table in new:
            known.add(table.table_id)
            for person in people_of(table):
                if person in away or person not in active:
                    self.wrong.append(f"{season.league.game}: {person} was dealt while away or out")
                self._room_since.pop((season_id, person), None)
        await self._same_for_all(season, away)
        if new or season.row.state == "running":
            self._waits(season, away)

    async def after_count(self, season: Season) -> None:
        """Check the season after a result, which frees room for the table's people."""
        await self._same_for_all(season, await self._program.seasons.away(season))

    async def _same_for_all(self, season: Season, away: frozenset[int]) -> None:
        """Check caps, note who has room and the end, and compare the standings with a recount."""
        self._caps(season)
        self._note_room(season, away)
        if season.row.state == "final":
            if season.row.id in self.finals:
                return
            self.finals[season.row.id] = self._program.clock.now
        self.recounted += 1
        if await self.recount.differs(self._program.service, season):
            self.wrong.append(f"{season.league.game}: the standings don't follow from the tables")

    def _caps(self, season: Season) -> None:
        for member in season.members:
            if len(season.tables_at(member.user_id)) > min(member.cap, season.settings.cap):
                self.wrong.append(f"{season.league.game}: {member.user_id} is over the cap")

    def _note_room(self, season: Season, away: frozenset[int]) -> None:
        """Note since when each present member has had room."""
        for member in season.members:
            key = season.row.id, member.user_id
            has_room = season.has_room(member)
            if member.state == "in" and member.user_id not in away and has_room:
                self._room_since.setdefault(key, self._program.clock.now)
            else:
                self._room_since.pop(key, None)

    def leave_out(self, milliseconds: int) -> None:
        """Leave a downtime out of the waiting times, since nobody can be dealt a table during it."""
        self._room_since = {key: since + milliseconds for key, since in self._room_since.items()}

    def _waits(self, season: Season, away: frozenset[int]) -> None:
        """Check that people who wait together with at least two others do not wait long."""
        waiting = [
            self._program.clock.now - self._room_since[key]
            for member in season.active
            if (key := (season.row.id, member.user_id)) in self._room_since and member.user_id not in away
        ]
        if len(waiting) >= 3:
            longest = max(waiting)
            self.longest_wait[season.league.game] = max(longest, self.longest_wait.get(season.league.game, 0))
            # A weekly deal alone makes people wait.
            if longest > MOST_WAIT_MS + (season.settings.every_days - 1) * DAY_MS:
                self.wrong.append(f"{season.league.game}: somebody waits for {longest / DAY_MS:.1f} days")
