"""The ratings of a server in one game: an ordered list of rated tables, and the ratings computed from it."""

from collections.abc import Sequence
from typing import Final

import msgspec

from data.store import RatingEventRow, RatingRow, Reader, Writer
from leagues.rating import RatedTable, Rating, Standing, compute_ratings, update_ratings
from leagues.season import TableResult, encode_json
from tables.timing.running_time import DAY_MS

MOST_OF_A_PAIR: Final = 6
"""Maximum number of rated tables of the same two people within `PAIR_MS`, outside of leagues."""
PAIR_MS: Final = 30 * DAY_MS


async def note_result(writer: Writer, guild_id: int, game: str, table_id: str, result: TableResult | None) -> None:
    """Store the result of a table and update the ratings. With None the table stops counting. Idempotent.

    The first result of a table is applied to the current ratings. If a stored result changes, all ratings are
    recomputed.
    """
    people, places = ([], []) if result is None else rated_places(result)
    known = await writer.leagues.rating_event(table_id)
    if known is None:
        if len(people) > 1:
            await _add(writer, guild_id, game, table_id, people, places)
        return
    if len(people) < 2:
        await writer.leagues.void_rating_event(table_id, voided=True)
    else:
        await writer.leagues.change_rating_event(table_id, encode_json(people), encode_json(places))
    await recompute(writer, guild_id, game)


def rated_places(result: TableResult) -> tuple[list[int], list[int]]:
    """Return the people for whom a table is rated, and their places among each other."""
    rated = [
        (person, place)
        for person, place, is_rated in zip(result.people, result.places, result.rated, strict=True)
        if is_rated
    ]
    places = [place for _, place in rated]
    return [person for person, _ in rated], [1 + sum(other < place for other in places) for place in places]


async def _add(
    writer: Writer, guild_id: int, game: str, table_id: str, people: Sequence[int], places: Sequence[int]
) -> None:
    await writer.leagues.lock_ratings(guild_id, game)
    event = RatingEventRow(
        guild_id=guild_id, game=game, table_id=table_id, people=encode_json(people), places=encode_json(places)
    )
    await writer.leagues.add_rating_event(event)
    before = standings_of(await writer.leagues.ratings(guild_id, game))
    for person, standing in update_ratings(before, RatedTable(tuple(people), tuple(places))).items():
        await writer.leagues.put_rating(_row(guild_id, game, person, standing))


async def recompute(writer: Writer, guild_id: int, game: str) -> None:
    """Recompute all ratings of a server in a game from the stored rating events, and replace the stored ratings."""
    await writer.leagues.lock_ratings(guild_id, game)
    found = compute_ratings(rated_tables(await writer.leagues.rating_events(guild_id, game)))
    await writer.leagues.replace_ratings(
        guild_id, game, [_row(guild_id, game, person, standing) for person, standing in found.items()]
    )


def rated_tables(events: Sequence[RatingEventRow]) -> list[RatedTable]:
    """Return the rated tables stored in rating events, in their order. Voided ones are left out."""
    return [
        RatedTable(
            msgspec.json.decode(event.people, type=tuple[int, ...]),
            msgspec.json.decode(event.places, type=tuple[int, ...]),
        )
        for event in events
        if not event.voided
    ]


def standings_of(rows: Sequence[RatingRow]) -> dict[int, Standing]:
    """Convert stored ratings to ratings with their numbers of rated tables, by person."""
    return {row.user_id: Standing(Rating(row.mu, row.sigma), row.tables) for row in rows}


async def has_met_too_often(reader: Reader, guild_id: int, game: str, people: Sequence[int], now: int) -> bool:
    """Return whether two of these people have had too many rated tables together recently, outside of leagues."""
    pairs = [{one, other} for one in people for other in people if one < other]
    together = [0] * len(pairs)
    for event in await reader.leagues.rating_events(guild_id, game):
        if event.created <= now - PAIR_MS:
            continue
        for table in rated_tables([event]):
            met = [number for number, pair in enumerate(pairs) if pair <= set(table.people)]
            if met and await reader.leagues.season_table(event.table_id) is None:
                for number in met:
                    together[number] += 1
    return any(count >= MOST_OF_A_PAIR for count in together)


def _row(guild_id: int, game: str, person: int, standing: Standing) -> RatingRow:
    return RatingRow(
        guild_id=guild_id,
        game=game,
        user_id=person,
        mu=standing.rating.mu,
        sigma=standing.rating.sigma,
        tables=standing.tables,
    )
