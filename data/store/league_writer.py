"""Changes to leagues, seasons, members and ratings."""

from collections.abc import Iterable, Sequence
from typing import Unpack

import msgspec
from sqlalchemy import bindparam, delete, insert, select, update

from data.store.errors import StaleStep
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
from data.store.statements import BY, Changes

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
    .where(seasons.c.state.in_(("open", "running", "closing")))
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


def ratings_lock(guild_id: int, game: str) -> str:
    """Return the name of the lock for the ratings in a game on a server."""
    return f"ratings of {guild_id} {game}"


class LeagueWriter(Changes):
    """The part of `Writer` for leagues."""

    async def add_league(self, row: LeagueRow) -> None:
        """Add a league; raises Conflict if the id is taken."""
        await self._change(_INSERT_LEAGUE, msgspec.structs.asdict(row))

    async def end_league(self, league_id: str) -> None:
        """Mark a league as ended: it has no more seasons."""
        await self._change(_END_LEAGUE, {"of_id": league_id, "at": self.now})

    async def move_league(self, league_id: str, channel_id: int) -> None:
        """Move a league to another channel."""
        await self._change(_MOVE_LEAGUE, {"of_id": league_id, "channel": channel_id})

    async def set_league_settings(self, league_id: str, settings: str) -> None:
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
        values = {"of_id": season_id, "channel": channel_id, "message": message_id, "at": self.now}
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
        values = msgspec.structs.asdict(row) | {"created": self.now}
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
        await self.lock(ratings_lock(guild_id, game))

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
        values = msgspec.structs.asdict(row) | {"created": row.created or self.now}
        del values["id"]
        return await self._insert(_INSERT_ACT, values)

    async def undo_season_act(self, act_id: int) -> None:
        """Mark an organiser's act as undone."""
        await self._change(_UNDO_ACT, {"of_id": act_id, "at": self.now})

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
