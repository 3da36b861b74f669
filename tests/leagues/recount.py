"""An independent recount of standings from the tables alone."""

from collections import Counter

from leagues.scoring import Result, standings
from leagues.season import Season, find_away
from leagues.settings import USUAL_TURNS
from tables.moderating.moderation_state import decode_moderation
from tables.open_table import ACTIVE, OpenTable
from tables.service import TableService

SECRET = ("hive_mind", 3)
"""Game and turn whose standing is secret until the round ends."""
PLAYED = 2
"""Minimum number of own actions for a person to count as having played."""


class Recount:
    """The result of each table from its own rows, and the organisers' decisions that override it."""

    def __init__(self) -> None:
        self.overruled: dict[str, tuple[int, ...] | None] = {}
        self._found: dict[str, Result | None] = {}
        self._absent: dict[str, frozenset[int]] = {}

    def overrule(self, table_id: str, places: tuple[int, ...] | None) -> None:
        """Override a table's places by an organiser's decision; None means that it does not count."""
        self.overruled[table_id] = places

    def let_stand(self, table_id: str) -> None:
        """Remove the override, so that the table counts as it was played."""
        del self.overruled[table_id]

    async def differs(self, service: TableService, season: Season) -> bool:
        """Return whether a season's standings differ from those that follow from its tables."""
        over = sorted((table for table in season.tables if table.state != "open"), key=lambda table: table.ended or 0)
        for table in over:
            await self._recount(service, season, table.table_id)
        results = [
            result
            for table in season.tables
            if table.state != "open" and (result := self._result(table.table_id)) is not None
        ]
        played = {person for result in results for person in result.people}
        people = [member.user_id for member in season.members if member.state == "in" or member.user_id in played]
        return standings(people, results, season.placed_from, season.ranking) != season.standings

    async def _recount(self, service: TableService, season: Season, table_id: str) -> None:
        """Recount a table that is over, once; those that ended earlier must have been recounted before."""
        is_void = table_id in self.overruled and self.overruled[table_id] is None
        if table_id in self._found or is_void:
            return
        others = [table.table_id for table in season.tables if table.table_id not in self.overruled]
        before = Counter(person for other in others for person in self._absent.get(other, ()))
        async with service.store.read() as reader:
            away = await find_away(reader, [member.user_id for member in season.members], service.now())
        self._found[table_id], self._absent[table_id] = await _as_played(service, table_id, before, away)

    def _result(self, table_id: str) -> Result | None:
        if table_id not in self._found:
            return None
        found = self._found[table_id]
        if table_id not in self.overruled:
            return found
        places = self.overruled[table_id]
        if places is None or found is None:
            return None
        return Result(table_id, found.people, places, found.counted)


async def _as_played(
    service: TableService, table_id: str, before: Counter[int], away: frozenset[int]
) -> tuple[Result | None, frozenset[int]]:
    """Return a table's result from its seats and log, or None if it does not count, and who left it at once.

    `before` is the number of earlier tables that each person has left at once. Those in `away` are excused.
    """
    async with service.store.read() as reader:
        actors = [entry.actor for entry in await reader.logs.entries(table_id)]
    table = await service.load(table_id)
    ranks = _ranks(table)
    people = [seat for seat in table.seats if seat.user_id is not None]
    left = {seat.seat for seat in people if seat.state != ACTIVE or seat.player is not None}
    absent = frozenset(
        seat.user_id or 0 for seat in people if seat.seat in left and actors.count(str(seat.seat)) < PLAYED
    )
    is_spared = len(people) == 2 and any(person in away or not before[person] for person in absent)
    if ranks is None or len(left) == len(people) or is_spared:
        return None, absent - away
    keys = [(1, 0) if seat.seat in left else (0, ranks[seat.seat]) for seat in people]
    places = tuple(1 + sum(other < own for other in keys) for own in keys)
    return Result(table_id, tuple(seat.user_id or 0 for seat in people), places, (True,) * len(people)), absent - away


def _ranks(table: OpenTable) -> dict[int, int] | None:
    """Return each seat's rank: its place, or its standing in an unfinished game; None if the table does not count."""
    if table.row.phase == "finished":
        return {seat.seat: seat.place or 0 for seat in table.seats}
    is_ended = table.row.phase == "playing" or decode_moderation(table.row).season_over
    if not is_ended or table.game is None or 2 * table.game.turn < USUAL_TURNS[table.row.game]:
        return None
    if (table.row.game, table.game.turn) == SECRET:
        return None
    return {seat: rank for rank, group in enumerate(table.game.standing) for seat in group}
