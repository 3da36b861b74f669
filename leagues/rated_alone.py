"""Ratings of tables outside of leagues, if the host has set the table to rated."""

from typing import Final

import msgspec

from data.store import RatingEventRow, RatingRow, Writer
from leagues import counting
from leagues.messages import shown_rating
from leagues.rating import START, displayed_rating
from leagues.rating_book import has_met_too_often, note_result, rated_places
from leagues.scoring import counted
from leagues.season import encode_json
from tables.open_table import OpenTable

RATED: Final = "table_rated"
"""Kind of outbox row: the changes of ratings by a table outside of leagues, or the notice that there are none."""


class RatedLine(msgspec.Struct, frozen=True):
    """A person's name, their rating after a rated table, and its change."""

    name: str
    rating: int
    change: int


class RatedPayload(msgspec.Struct, frozen=True):
    """The payload of kind RATED: a line for each person.

    There are no lines if the table was not rated, because the same people have had too many rated tables recently.
    """

    lines: tuple[RatedLine, ...]


async def rate_alone(writer: Writer, table: OpenTable) -> None:
    """Rate a table if it is set to rated and only people played it to its end. Queue the message about it.

    Idempotent.
    """
    row = table.row
    is_ready = table.settings.rated and row.phase == "finished" and row.guild_id is not None
    if not is_ready or any(seat.user_id is None for seat in table.seats) or await writer.leagues.rating_event(row.id):
        return
    assert row.guild_id is not None
    verdict = counted(await counting.seat_ends(writer, table, None, writer.now), "played")
    result = counting.table_result(verdict, "played")
    people, places = rated_places(result)
    if len(people) < 2:
        return
    if await has_met_too_often(writer, row.guild_id, row.game, people, writer.now):
        # The event is stored as void. It prevents that the message is sent again.
        event = RatingEventRow(
            guild_id=row.guild_id,
            game=row.game,
            table_id=row.id,
            people=encode_json(people),
            places=encode_json(places),
            voided=1,
        )
        await writer.leagues.add_rating_event(event)
        await writer.outbox.queue(RATED, row.id, row.step, encode_json(RatedPayload(())))
        return
    before = {one.user_id: one for one in await writer.leagues.ratings(row.guild_id, row.game)}
    await note_result(writer, row.guild_id, row.game, row.id, result)
    after = {one.user_id: one for one in await writer.leagues.ratings(row.guild_id, row.game)}
    names = {seat.user_id: seat.name for seat in table.seats}
    lines = tuple(_line(names[person], before.get(person), after[person]) for person in people)
    await writer.outbox.queue(RATED, row.id, row.step, encode_json(RatedPayload(lines)))


def _line(name: str, before: RatingRow | None, after: RatingRow) -> RatedLine:
    rating, start = shown_rating(after) or 0, displayed_rating(START.rating)
    return RatedLine(name, rating, rating - (shown_rating(before) or start))
