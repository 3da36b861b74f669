"""Queries about leagues: seasons, members, tables, ratings, and organisers' acts."""

from sqlalchemy import bindparam, func, or_, select

from data.store.forgetting_leagues import LOWEST_PERSON
from data.store.league_schema import (
    DealRow,
    LeagueRow,
    MemberRow,
    RatingEventRow,
    RatingRow,
    SeasonActRow,
    SeasonRow,
    SeasonTableRow,
    deals,
    leagues,
    members,
    rating_events,
    ratings,
    season_acts,
    season_tables,
    seasons,
)
from data.store.shards import SEASONS_OF_SHARDS, Shards, restrict_to_shards
from data.store.statements import Queries, select_rows

_LEAGUE = select_rows(LeagueRow, leagues).where(leagues.c.id == bindparam("id"))
_LEAGUES = (
    select_rows(LeagueRow, leagues)
    .where(leagues.c.guild_id == bindparam("guild_id"))
    .order_by(leagues.c.created, leagues.c.id)
)
_SEASON = select_rows(SeasonRow, seasons).where(seasons.c.id == bindparam("id"))
_SEASONS = (
    select_rows(SeasonRow, seasons).where(seasons.c.league_id == bindparam("league_id")).order_by(seasons.c.number)
)
_DUE = (
    select_rows(SeasonRow, seasons)
    .where(seasons.c.due <= bindparam("now"), or_(seasons.c.retry.is_(None), seasons.c.retry <= bindparam("now")))
    .order_by(seasons.c.due, seasons.c.id)
    .limit(bindparam("limit"))
)
_NEXT_DUE = select(func.min(seasons.c.due)).where(seasons.c.due > bindparam("after"))
_NEXT_RETRY = select(func.min(seasons.c.retry)).where(seasons.c.due.is_not(None), seasons.c.retry > bindparam("after"))
_MEMBERS = (
    select_rows(MemberRow, members)
    .where(members.c.season_id == bindparam("season_id"))
    .order_by(members.c.joined, members.c.user_id)
)
_DEALS = select_rows(DealRow, deals).where(deals.c.season_id == bindparam("season_id")).order_by(deals.c.number)
_TABLES = (
    select_rows(SeasonTableRow, season_tables)
    .where(season_tables.c.season_id == bindparam("season_id"))
    .order_by(season_tables.c.deal, season_tables.c.n)
)
_TABLE = select_rows(SeasonTableRow, season_tables).where(season_tables.c.table_id == bindparam("table_id"))
_EVENTS = (
    select_rows(RatingEventRow, rating_events)
    .where(rating_events.c.guild_id == bindparam("guild_id"), rating_events.c.game == bindparam("game"))
    .order_by(rating_events.c.id)
)
_EVENT = select_rows(RatingEventRow, rating_events).where(rating_events.c.table_id == bindparam("table_id"))
_RATINGS = select_rows(RatingRow, ratings).where(
    ratings.c.guild_id == bindparam("guild_id"), ratings.c.game == bindparam("game")
)
_RATINGS_OF_USER = (
    select_rows(RatingRow, ratings)
    .where(ratings.c.guild_id == bindparam("guild_id"), ratings.c.user_id == bindparam("user_id"))
    .order_by(ratings.c.game)
)
_ACTS = (
    select_rows(SeasonActRow, season_acts)
    .where(season_acts.c.season_id == bindparam("season_id"))
    .order_by(season_acts.c.id)
)


class LeagueReader(Queries):
    """The part of `Reader` for leagues."""

    async def league(self, league_id: str) -> LeagueRow | None:
        """Return the league with this id, None if there is none."""
        return await self._first(LeagueRow, _LEAGUE, {"id": league_id})

    async def leagues(self, guild_id: int) -> tuple[LeagueRow, ...]:
        """Return a server's leagues, oldest first, including ended ones."""
        return await self._all(LeagueRow, _LEAGUES, {"guild_id": guild_id})

    async def season(self, season_id: str) -> SeasonRow | None:
        """Return the season with this id, None if there is none."""
        return await self._first(SeasonRow, _SEASON, {"id": season_id})

    async def seasons(self, league_id: str) -> tuple[SeasonRow, ...]:
        """Return a league's seasons, ordered by number."""
        return await self._all(SeasonRow, _SEASONS, {"league_id": league_id})

    async def due_seasons(self, now: int, limit: int, of: Shards | None = None) -> tuple[SeasonRow, ...]:
        """Return at most `limit` seasons due at `now`, earliest first, without those that wait for a retry.

        `of` limits them to the servers of some shards.
        """
        statement, wanted = restrict_to_shards(_DUE, {"now": now, "limit": limit}, SEASONS_OF_SHARDS, of)
        return await self._all(SeasonRow, statement, wanted)

    async def next_season_due(self, after: int) -> int | None:
        """Return the earliest time after `after` when a season becomes due or may be retried, None if none does."""
        found = [await self._scalar(statement, {"after": after}) for statement in (_NEXT_DUE, _NEXT_RETRY)]
        return min((due for due in found if due is not None), default=None)

    async def members(self, season_id: str) -> tuple[MemberRow, ...]:
        """Return all current and former members of a season in the order of joining."""
        return await self._all(MemberRow, _MEMBERS, {"season_id": season_id})

    async def lowest_person(self) -> int:
        """Return the lowest placeholder id of a forgotten person, 0 if there is none."""
        return min(0, await self._scalar(LOWEST_PERSON, {}) or 0)

    async def deals(self, season_id: str) -> tuple[DealRow, ...]:
        """Return a season's deals, ordered by number, each with the inputs of its random draw."""
        return await self._all(DealRow, _DEALS, {"season_id": season_id})

    async def season_tables(self, season_id: str) -> tuple[SeasonTableRow, ...]:
        """Return the tables that a season has dealt, in order."""
        return await self._all(SeasonTableRow, _TABLES, {"season_id": season_id})

    async def season_table(self, table_id: str) -> SeasonTableRow | None:
        """Return the season's row for a table, None if no season has dealt it."""
        return await self._first(SeasonTableRow, _TABLE, {"table_id": table_id})

    async def rating_events(self, guild_id: int, game: str) -> tuple[RatingEventRow, ...]:
        """Return all rated tables of a game on a server in the order they were added, including voided ones."""
        return await self._all(RatingEventRow, _EVENTS, {"guild_id": guild_id, "game": game})

    async def rating_event(self, table_id: str) -> RatingEventRow | None:
        """Return the rating event of a table, None if the table was not rated."""
        return await self._first(RatingEventRow, _EVENT, {"table_id": table_id})

    async def ratings(self, guild_id: int, game: str) -> tuple[RatingRow, ...]:
        """Return all ratings on a server in a game, by user id."""
        return await self._all(RatingRow, _RATINGS, {"guild_id": guild_id, "game": game})

    async def ratings_of_user(self, guild_id: int, user_id: int) -> tuple[RatingRow, ...]:
        """Return a user's ratings on a server, by game."""
        return await self._all(RatingRow, _RATINGS_OF_USER, {"guild_id": guild_id, "user_id": user_id})

    async def season_acts(self, season_id: str) -> tuple[SeasonActRow, ...]:
        """Return the organisers' acts in a season, oldest first."""
        return await self._all(SeasonActRow, _ACTS, {"season_id": season_id})
