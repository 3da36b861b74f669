"""The steps of a season that the clock triggers: it begins, deals tables, closes and ends.

Each step is a decision of its own. After a downtime, missed steps are made one after the other, in their order.
"""

from collections.abc import Collection, Mapping
from typing import Final

import msgspec

from data.store import MemberRow, SeasonChanges, SeasonTableRow
from leagues.calendar import MINUTE_MS, add_days, is_after, next_deal
from leagues.deal import DealBasis, Seeker, Sizes, deal_basis, repeat_deal
from leagues.season import Decision, Season, SeasonChange, TableResult, encode_json, is_in_progress, people_of
from tables.timing.running_time import DAY_MS

CUP_WAITS_MS: Final = 10 * MINUTE_MS
"""Time in milliseconds for which a cup's start is postponed, only once, if it has too few people for a table."""
WAITS_DAYS: Final = 7
"""Number of days by which a season's start is postponed, only once, if it has too few people for a table."""
WAITED_MS: Final = 3 * DAY_MS
"""Waiting time in milliseconds after which two people may meet again in a league with tables for two.

It is enough if one of them has waited. Otherwise somebody could wait for a week if those they have already met never
wait long enough.
"""


def advance(now: int, away: Collection[int], standing: Mapping[str, TableResult | None]) -> Decision:
    """Make the next step of a season if it is due. `away` are the users who get no table.

    `standing` has the results that open tables would have if they ended now, None if they would not count.
    """

    def decide(season: Season) -> SeasonChange:
        row = season.row
        if row.due is None or row.due > now:
            return SeasonChange()
        if row.state == "open":
            return _begin(season, now, away)
        if row.state == "running":
            return _next(season, now, away)
        return close(season, standing)

    return decide


def _begin(season: Season, now: int, away: Collection[int]) -> SeasonChange:
    row = season.row
    if len(season.active) >= season.settings.least:
        return _next(season, now, away)
    if row.waited:
        return SeasonChange(columns=SeasonChanges(state="cancelled", due=None))
    begins, last_deal, ends = (_put_off(date, season) for date in (row.begins, row.last_deal, row.ends))
    columns = SeasonChanges(begins=begins, last_deal=last_deal, ends=ends, due=max(begins, now), waited=1)
    return SeasonChange(columns=columns)


def _put_off(date: int, season: Season) -> int:
    """Return a date of a season that waits for people, postponed by 10 minutes (cup) or by a week at the same hour."""
    return date + CUP_WAITS_MS if season.is_cup else add_days(date, WAITS_DAYS, season.settings)


def _next(season: Season, now: int, away: Collection[int]) -> SeasonChange:
    if season.row.held:
        return SeasonChange(columns=_schedule_next(season, now, season.row.deals, is_idle=_is_idle(season)))
    return deal_tables(season, now, away)


def deal_tables(season: Season, now: int, away: Collection[int]) -> SeasonChange:
    """Deal tables now and schedule the next deal. Members who are away or have no room are left out."""
    basis = basis_of(season, now, away)
    tables = repeat_deal(basis, season.row.seed, season.row.deals + 1)
    deals = season.row.deals + bool(tables)
    seated = {person for table in tables for person in table}
    members = tuple(
        msgspec.structs.replace(member, waiting=now) for member in season.active if member.user_id in seated
    )
    columns = _schedule_next(season, now, deals, is_idle=not tables and _is_idle(season))
    return SeasonChange(columns=columns, members=members, dealt=tables, basis=basis if tables else None)


def _is_idle(season: Season) -> bool:
    return not any(is_in_progress(table) for table in season.tables)


def _schedule_next(season: Season, now: int, deals: int, *, is_idle: bool) -> SeasonChanges:
    """Return the season's state and due time after a deal: the next deal or, after the last deal, the season's end.

    `deals` is the number of deals so far. If no table is open (`is_idle`) after the last deal, the season ends at once.
    """
    row, due = season.row, next_deal(season.row.begins, now, season.settings)
    # If everybody has left a cup, there is nobody to deal to, and it would wait for its next deal for ever.
    is_deserted = is_idle and not row.held and now >= row.ends
    is_last = deals >= season.settings.deals or is_deserted if season.is_cup else is_after(due, row.last_deal)
    if not is_last:
        return SeasonChanges(state="running", deals=deals, due=due)
    ends = max(row.ends, now + season.settings.minutes * MINUTE_MS) if season.is_cup else row.ends
    return SeasonChanges(state="closing", deals=deals, ends=ends, due=now if is_idle else ends)


def basis_of(season: Season, now: int, away: Collection[int]) -> DealBasis:
    """Return the inputs of a deal, except the season's seed and the deal's number."""
    settings = season.settings
    dealt = [people_of(table) for table in _met_tables(season)]
    together = {
        frozenset((one, other))
        for table in filter(is_in_progress, season.tables)
        for one in people_of(table)
        for other in people_of(table)
        if one != other
    }
    pool = [_seeker(season, member, now) for member in season.active if member.user_id not in away]
    return deal_basis(
        pool,
        dealt,
        together | season.forbidden,
        Sizes(settings.ideal, settings.least, settings.most),
        [member.user_id for member in season.active],
    )


def _met_tables(season: Season) -> list[SeasonTableRow]:
    """Return the tables that count as meetings of their people: all of them, or with rules 1 those that aren't void."""
    return [table for table in season.tables if season.rules >= 2 or table.state != "void"]


def _seeker(season: Season, member: MemberRow, now: int) -> Seeker:
    """Return a member as a candidate in a deal.

    In a season, void tables are not counted in `tables`, so the people of such a table have priority in the next deal.
    In a cup with rules 2, void tables are counted: else those who were left out would be left out again.
    """
    rotates = season.is_cup and season.rules >= 2
    counted = season.tables if rotates else [table for table in season.tables if table.state != "void"]
    tables = sum(member.user_id in people_of(table) for table in counted)
    return Seeker(
        id=member.user_id,
        tables=tables,
        since=member.waiting,
        cap=min(member.cap, season.settings.cap),
        open=len(season.tables_at(member.user_id)),
        # whose turn it is to sit out comes before whom one has not met yet
        has_waited=rotates or now - member.waiting >= WAITED_MS,
        sat_out=count_sat_out(season.row.deals, dealt_in(season, member.user_id)) if rotates else 0,
    )


def dealt_in(season: Season, user_id: int) -> frozenset[int]:
    """Return the numbers of the deals that gave a user a table."""
    return frozenset(table.deal for table in season.tables if user_id in people_of(table))


def count_sat_out(deals: int, seated: Collection[int]) -> int:
    """Return how many of the first `deals` deals left a person out since the first one in `seated`."""
    return deals - min(seated) + 1 - len(seated) if seated else 0


def close(season: Season, standing: Mapping[str, TableResult | None], void_why: str = "unfinished") -> SeasonChange:
    """End the season. Open tables count by their current standing; those that have none in `standing` become void.

    `void_why` is the reason that is stored with these.
    """
    tables = tuple(
        msgspec.structs.replace(
            table,
            state="void" if (result := standing.get(table.table_id)) is None else "counted",
            why=void_why if result is None else "standing",
            result=None if result is None else encode_json(result),
        )
        for table in season.open_tables()
    )
    return SeasonChange(columns=SeasonChanges(state="final", due=None), tables=tables)
