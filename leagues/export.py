"""The files of a season: standings, tables and ratings for a spreadsheet, and everything as one document."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from data.store import Reader
from leagues import rating, scoring
from leagues.rating import Standing
from leagues.rating_book import standings_of
from leagues.scoring import points
from leagues.season import Season, load_season, people_of, result_of
from leagues.season_document import SeasonDocument, document_of
from leagues.seasons import Seasons

STANDINGS, TABLES, RATINGS, DOCUMENT = "standings.csv", "tables.csv", "ratings.csv", "season.json"
"""The names of the files."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""With what a text begins that a spreadsheet computes."""


async def files(seasons: Seasons, season: Season) -> dict[str, bytes]:
    """The files of a season by name, as it is now."""
    async with seasons.store.read() as reader:
        return await export(reader, season.row.id)


async def export(reader: Reader, season_id: str) -> dict[str, bytes]:
    """The same within a transaction. Raises Refusal for an unknown season."""
    season = await load_season(reader, season_id)
    document = await read_document(reader, season)
    ratings = standings_of(await reader.ratings(season.league.guild_id, season.league.game))
    return {
        STANDINGS: _csv(_standings(season)),
        TABLES: _csv(_tables(season)),
        RATINGS: _csv(_ratings(season, ratings)),
        DOCUMENT: msgspec.json.encode(document),
    }


async def read_document(reader: Reader, season: Season) -> SeasonDocument:
    """The document of a season; without its seed until it is over."""
    return document_of(
        season,
        await reader.deals(season.row.id),
        await reader.season_acts(season.row.id),
        await reader.ratings(season.league.guild_id, season.league.game),
    )


def _standings(season: Season) -> Iterable[Sequence[Any]]:
    yield "place", "name", "id", "score", "tables", "won", "points"
    for line in season.standings:
        own = " ".join(scoring.shown(one) for one in line.points)
        yield line.place, season.names[line.person], line.person, scoring.shown(line.score), line.tables, line.won, own


def _tables(season: Season) -> Iterable[Sequence[Any]]:
    """A line for each person at a table."""
    yield "deal", "table", "id", "state", "why", "seat", "name", "person", "place", "points", "counts", "rated"
    for table in season.tables:
        result = result_of(table) if table.state == "counted" else None
        people = people_of(table) if result is None else result.people
        for seat, person in enumerate(people):
            found: tuple[Any, ...] = (None, None, None, None)
            if result is not None:
                own = scoring.shown(points(result.places)[seat])
                found = (result.places[seat], own, result.counted[seat], result.rated[seat])
            name = season.names.get(person, "")
            yield table.deal, table.n + 1, table.table_id, table.state, table.why, seat + 1, name, person, *found


def _ratings(season: Season, ratings: dict[int, Standing]) -> Iterable[Sequence[Any]]:
    yield "name", "id", "rating", "margin", "tables", "provisional", "mu", "sigma"
    for person, name in season.names.items():
        if (known := ratings.get(person)) is not None:
            shown, margin = rating.shown(known.rating), rating.margin(known.rating)
            yield name, person, shown, margin, known.tables, known.is_provisional, *known.rating


def _csv(rows: Iterable[Sequence[Any]]) -> bytes:
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows([_cell(value) for value in row] for row in rows)
    return written.getvalue().encode()


def _cell(value: Any) -> Any:
    """A value as it may stand in a spreadsheet: what people are called is never computed."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
