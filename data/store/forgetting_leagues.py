"""Forgetting a person in leagues: results are kept, with a negative placeholder id instead of the user id."""

import json
from typing import Any, Final, cast

from sqlalchemy import Column, and_, bindparam, func, select, union_all, update
from sqlalchemy.ext.asyncio import AsyncConnection

from data.store.league_schema import (
    deals,
    leagues,
    members,
    rating_events,
    ratings,
    season_acts,
    season_tables,
    seasons,
)

LEAGUE_JSON: Final = (
    seasons.c.forbidden,
    deals.c.made_from,
    season_tables.c.people,
    season_tables.c.result,
    rating_events.c.people,
    season_acts.c.details,
    season_acts.c.undo,
)
"""League columns with JSON that may contain user ids."""

_NUMBERS = union_all(select(members.c.user_id), select(ratings.c.user_id)).subquery()
LOWEST_PERSON: Final = select(func.min(_NUMBERS.c.user_id))
"""Query for the lowest user id in leagues; negative if there are placeholder ids."""

FORGETTING: Final = "forgetting"
"""Name of the lock under which placeholder ids are chosen."""
LOCK_SEASONS_OF: Final = (
    select(seasons.c.id)
    .where(seasons.c.id.in_(select(members.c.season_id).where(members.c.user_id == bindparam("user_id"))))
    .order_by(seasons.c.id)
    .with_for_update()
)
"""Statement that locks a person's seasons against other changes until the transaction ends."""
RATINGS_OF: Final = (
    select(ratings.c.guild_id, ratings.c.game)
    .where(ratings.c.user_id == bindparam("user_id"))
    .order_by(ratings.c.guild_id, ratings.c.game)
)
"""Query for the servers and games in which a person has a rating."""


async def forget_in_leagues(connection: AsyncConnection, user_id: int) -> None:
    """Replace a person's id with one negative placeholder id in all league rows; idempotent.

    As an organiser or actor, the person is replaced with 0 instead. Reasons that mention the person are replaced.
    """
    number = min(0, await connection.scalar(LOWEST_PERSON) or 0) - 1
    name = build_former_name(number)
    await connection.execute(
        update(members).where(members.c.user_id == user_id).values(user_id=number, name=name, state="left")
    )
    await connection.execute(update(ratings).where(ratings.c.user_id == user_id).values(user_id=number))
    for column in (leagues.c.organiser, season_acts.c.actor):
        await connection.execute(update(column.table).where(column == user_id).values({column.name: 0}))
    for column in LEAGUE_JSON:
        await _replace(connection, column, user_id, number)
    await connection.execute(
        update(season_acts).where(season_acts.c.why.contains(str(user_id))).values(why="about a former player")
    )


def build_former_name(number: int) -> str:
    """Return the name shown for a forgotten person with this placeholder id."""
    return f"Former player {-number}"


async def _replace(connection: AsyncConnection, column: Column[Any], user_id: int, number: int) -> None:
    keys = tuple(column.table.primary_key.columns)
    found = (await connection.execute(select(*keys, column).where(column.contains(str(user_id))))).all()
    for *row, written in found:
        text = json.dumps(_strip(json.loads(written), user_id, number), separators=(",", ":"))
        is_row = and_(*(key == value for key, value in zip(keys, row, strict=True)))
        await connection.execute(update(column.table).where(is_row).values({column.name: text}))


def _strip(value: Any, user_id: int, number: int) -> Any:
    if isinstance(value, list):
        return [_strip(item, user_id, number) for item in cast("list[Any]", value)]
    if isinstance(value, dict):
        content = cast("dict[str, Any]", value)
        return {
            str(number) if key == str(user_id) else key: _strip(item, user_id, number) for key, item in content.items()
        }
    if isinstance(value, bool):
        return value
    return number if value in (user_id, str(user_id)) else value
