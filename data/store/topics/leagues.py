"""Queries and changes of leagues, seasons, members, ratings, and organisers' acts."""

from collections.abc import Collection, Iterable, Sequence
from typing import Unpack

import msgspec
from sqlalchemy import bindparam, delete, func, insert, or_, select, update

from data.store.errors import StaleStep
from data.store.forgetting_leagues import LOWEST_PERSON
from data.store.league_schema import (
    DealRow,
    LeagueRow,
    MemberRow,
    RatingEventRow,
    RatingRow,
    SeasonActRow,
    SeasonChanges,
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
from data.store.statements import BY, Part, select_rows

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
_GOES_ON = seasons.c.state.in_(("open", "running", "closing"))
_WITH_OLD_NAME = (
    select(members.c.season_id)
    .join_from(members, seasons)
    .join(leagues, leagues.c.id == seasons.c.league_id)
    .where(
        members.c.user_id == bindparam("user_id"),
        members.c.name.not_in(bindparam("names", expanding=True)),
        leagues.c.guild_id == bindparam("guild_id"),
        _GOES_ON,
    )
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
_INSERT_LEAGUE, _INSERT_SEASON, _INSERT_EVENT = insert(leagues), insert(seasons), insert(rating_events)
_INSERT_ACT, _INSERT_DEAL = insert(season_acts), insert(deals)
_LOCK_SEASON = select(seasons.c.version).where(seasons.c.id == bindparam("id")).with_for_update()
_UPDATE_SEASON = update(seasons).where(seasons.c.id == bindparam("of_id"), seasons.c.version == bindparam("expected"))
_END_LEAGUE = update(leagues).where(leagues.c.id == bindparam("of_id")).values(ended=bindparam("at"))
_MOVE_LEAGUE = update(leagues).where(leagues.c.id == bindparam("of_id")).values(channel_id=bindparam("channel"))
_SET_SETTINGS = update(leagues).where(leagues.c.id == bindparam("of_id")).values(settings=bindparam("new_settings"))
_SET_CARD = (
    update(seasons)
    .where(seasons.c.id == bindparam("of_id"))
    .values(channel_id=bindparam("channel"), message_id=bindparam("message"), shown=bindparam("at"))
)
_VOID_EVENT = (
    update(rating_events).where(rating_events.c.table_id == bindparam("of_table")).values(voided=bindparam("is_void"))
)
_CHANGE_EVENT = (
    update(rating_events)
    .where(rating_events.c.table_id == bindparam("of_table"))
    .values(people=bindparam("new_people"), places=bindparam("new_places"), voided=0)
)
_DELETE_RATINGS = delete(ratings).where(
    ratings.c.guild_id == bindparam("guild"), ratings.c.game == bindparam("of_game")
)
_UNDO_ACT = update(season_acts).where(season_acts.c.id == bindparam("of_id")).values(undone=bindparam("at"))
_SHIFT_SEASONS = (
    update(seasons)
    .where(_GOES_ON)
    .values(
        begins=seasons.c.begins + BY,
        last_deal=seasons.c.last_deal + BY,
        ends=seasons.c.ends + BY,
        due=seasons.c.due + BY,
    )
)
_SEASON_FAILED = (
    update(seasons).where(seasons.c.id == bindparam("of_id")).values(attempts=bindparam("times"), retry=bindparam("at"))
)
_RETRY_SEASONS = update(seasons).where(seasons.c.retry.is_not(None)).values(retry=None)
_RETRY_SEASONS_OF_SERVER = _RETRY_SEASONS.where(
    seasons.c.league_id.in_(select(leagues.c.id).where(leagues.c.guild_id == bindparam("guild")))
)


class LeagueReader(Part):
    """Queries of leagues, seasons, members, ratings, and organisers' acts."""

    async def get(self, league_id: str) -> LeagueRow | None:
        """Return the league with this id, None if there is none."""
        return await self._first(LeagueRow, _LEAGUE, {"id": league_id})

    async def of_server(self, guild_id: int) -> tuple[LeagueRow, ...]:
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

    async def list_with_old_name(self, user_id: int, guild_id: int | None, names: Collection[str]) -> tuple[str, ...]:
        """Return the ids of a user's unfinished seasons on a server where the member has none of these names."""
        parameters = {"user_id": user_id, "guild_id": guild_id, "names": list(names)}
        return tuple((await self._connection.execute(_WITH_OLD_NAME, parameters)).scalars())

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


class LeagueWriter(LeagueReader):
    """Changes of leagues, seasons, members, ratings, and organisers' acts."""

    async def add(self, row: LeagueRow) -> None:
        """Add a league; raises Conflict if the id is taken."""
        await self._change(_INSERT_LEAGUE, msgspec.structs.asdict(row))

    async def end(self, league_id: str) -> None:
        """Mark a league as ended: it has no more seasons."""
        await self._change(_END_LEAGUE, {"of_id": league_id, "at": self._now})

    async def move(self, league_id: str, channel_id: int) -> None:
        """Move a league to another channel."""
        await self._change(_MOVE_LEAGUE, {"of_id": league_id, "channel": channel_id})

    async def set_settings(self, league_id: str, settings: str) -> None:
        """Replace a league's settings (JSON)."""
        await self._change(_SET_SETTINGS, {"of_id": league_id, "new_settings": settings})

    async def add_season(self, row: SeasonRow) -> None:
        """Add a season; raises Conflict if the league already has one with this number."""
        await self._change(_INSERT_SEASON, msgspec.structs.asdict(row))

    async def lock_season(self, season_id: str) -> None:
        """Lock a season against other changes until this transaction ends."""
        await self._connection.execute(_LOCK_SEASON, {"id": season_id})

    async def update_season(self, season_id: str, expected: int, **changes: Unpack[SeasonChanges]) -> None:
        """Change a season by compare-and-set; raises StaleStep if it is not at the expected version."""
        parameters = {**changes, "version": expected + 1, "of_id": season_id, "expected": expected}
        if await self._change(_UPDATE_SEASON, parameters) != 1:
            raise StaleStep(f"Season {season_id} is not at version {expected}.")

    async def set_season_card(self, season_id: str, channel_id: int, message_id: int | None) -> None:
        """Store the channel and message of the season card, and the current time as the time of its last edit.

        `message_id` is None if there is no card.
        """
        values = {"of_id": season_id, "channel": channel_id, "message": message_id, "at": self._now}
        await self._change(_SET_CARD, values)

    async def put_member(self, row: MemberRow) -> None:
        """Add or replace a member of a season."""
        await self._change(self._upsert(members, ("season_id", "user_id")), msgspec.structs.asdict(row))

    async def put_members(self, rows: Sequence[MemberRow]) -> None:
        """Add or replace several members of seasons."""
        if rows:
            statement = self._upsert(members, ("season_id", "user_id"))
            await self._change(statement, [msgspec.structs.asdict(row) for row in rows])

    async def add_deal(self, row: DealRow) -> None:
        """Add a deal; raises Conflict if the season already has one with this number."""
        await self._change(_INSERT_DEAL, msgspec.structs.asdict(row))

    async def put_season_table(self, row: SeasonTableRow) -> None:
        """Add or replace a season's row for a table that it has dealt."""
        await self._change(self._upsert(season_tables, ("table_id",)), msgspec.structs.asdict(row))

    async def put_season_tables(self, rows: Sequence[SeasonTableRow]) -> None:
        """Add or replace the rows of several dealt tables."""
        if rows:
            statement = self._upsert(season_tables, ("table_id",))
            await self._change(statement, [msgspec.structs.asdict(row) for row in rows])

    async def add_rating_event(self, row: RatingEventRow) -> int:
        """Add a rated table with the current time and return the event's number; raises Conflict if it exists."""
        values = msgspec.structs.asdict(row) | {"created": self._now}
        del values["id"]
        return await self._insert(_INSERT_EVENT, values)

    async def void_rating_event(self, table_id: str, *, voided: bool) -> None:
        """Void a rated table so that it no longer counts, or count it again if `voided` is False."""
        await self._change(_VOID_EVENT, {"of_table": table_id, "is_void": int(voided)})

    async def change_rating_event(self, table_id: str, people: str, places: str) -> None:
        """Correct the people and places of a rated table, and count it even if it was voided.

        Its position in the order of rated tables is kept.
        """
        await self._change(_CHANGE_EVENT, {"of_table": table_id, "new_people": people, "new_places": places})

    async def lock_ratings(self, guild_id: int, game: str) -> None:
        """Lock the ratings in a game on a server against other changes until this transaction ends."""
        await self._transaction.lock(ratings_lock(guild_id, game))

    async def replace_ratings(self, guild_id: int, game: str, rows: Iterable[RatingRow]) -> None:
        """Replace all ratings in a game on a server."""
        await self._change(_DELETE_RATINGS, {"guild": guild_id, "of_game": game})
        if found := [msgspec.structs.asdict(row) for row in rows]:
            await self._change(insert(ratings), found)

    async def put_rating(self, row: RatingRow) -> None:
        """Add or replace a user's rating."""
        await self._change(self._upsert(ratings, ("guild_id", "game", "user_id")), msgspec.structs.asdict(row))

    async def add_season_act(self, row: SeasonActRow) -> int:
        """Add an organiser's act, with the current time unless the row has one, and return its number."""
        values = msgspec.structs.asdict(row) | {"created": row.created or self._now}
        del values["id"]
        return await self._insert(_INSERT_ACT, values)

    async def undo_season_act(self, act_id: int) -> None:
        """Mark an organiser's act as undone."""
        await self._change(_UNDO_ACT, {"of_id": act_id, "at": self._now})

    async def shift_seasons(self, by: int, of: Shards | None = None) -> None:
        """Shift all dates of unfinished seasons by `by` milliseconds.

        `of` limits them to the servers of some shards.
        """
        await self._change(*restrict_to_shards(_SHIFT_SEASONS, {"by": by}, SEASONS_OF_SHARDS, of))

    async def record_season_failure(self, season_id: str, attempts: int, retry: int | None) -> None:
        """Store the number of consecutive failures of a season's scheduled work, and the time of the next attempt.

        `retry` is in milliseconds UTC, or None to clear it.
        """
        await self._change(_SEASON_FAILED, {"of_id": season_id, "times": attempts, "at": retry})

    async def retry_seasons(self) -> None:
        """Clear the retry delays of all failed seasons, so that they are tried again as soon as they are due.

        Used after a clock was set back.
        """
        await self._change(_RETRY_SEASONS, {})

    async def retry_seasons_of_server(self, guild_id: int) -> None:
        """Clear the retry delays of a server's failed seasons, so that they are tried again as soon as they are due."""
        await self._change(_RETRY_SEASONS_OF_SERVER, {"guild": guild_id})


def ratings_lock(guild_id: int, game: str) -> str:
    """Return the name of the lock for the ratings in a game on a server."""
    return f"ratings of {guild_id} {game}"
