"""The files to which a season is exported: CSV files of standings, tables and ratings, and a complete JSON document."""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from data.store import Reader
from leagues import rating, scoring
from leagues.rating import Standing
from leagues.rating_book import standings_of
from leagues.scoring import points
from leagues.season import Season, load_season, people_of, result_of
from leagues.season_document import SeasonDocument, build_document
from leagues.seasons import Seasons

STANDINGS, TABLES, RATINGS, DOCUMENT = "standings.csv", "tables.csv", "ratings.csv", "season.json"
"""The names of the exported files."""
_COMPUTED = re.compile(r"\s*[=+\-@＝＋－＠]|[\d\W]*\d[\d\W]*(e[\d\W]*)?\Z", re.IGNORECASE)
"""A pattern for names that a spreadsheet would read as a formula, a number or a date."""


async def files(seasons: Seasons, season: Season) -> dict[str, bytes]:
    """Return the export files of a season as they are now: their contents by name."""
    async with seasons.store.read() as reader:
        return await export(reader, season.row.id)


async def export(reader: Reader, season_id: str) -> dict[str, bytes]:
    """Return the same as `files`, using the reader of an open transaction. Raise Refusal for an unknown season."""
    season = await load_season(reader, season_id)
    document = await read_document(reader, season)
    ratings = standings_of(await reader.leagues.ratings(season.league.guild_id, season.league.game))
    return {
        STANDINGS: _encode_csv(_standings(season)),
        TABLES: _encode_csv(_tables(season)),
        RATINGS: _encode_csv(_ratings(season, ratings)),
        DOCUMENT: msgspec.json.encode(document),
    }


async def read_document(reader: Reader, season: Season) -> SeasonDocument:
    """Build the document of a season. Its seed is left out until the season is over."""
    return build_document(
        season,
        await reader.leagues.deals(season.row.id),
        await reader.leagues.season_acts(season.row.id),
        await reader.leagues.ratings(season.league.guild_id, season.league.game),
    )


def _standings(season: Season) -> Iterable[Sequence[Any]]:
    yield "place", "name", "person", "score", "tables", "won", "points"
    for line in season.standings:
        name, person = _name(season.names[line.person]), _person(line.person)
        own = " ".join(scoring.format_score(one) for one in line.points)
        yield line.place, name, person, scoring.format_score(line.score), line.tables, line.won, own


def _tables(season: Season) -> Iterable[Sequence[Any]]:
    """Yield the lines of the CSV file of tables: one for each person at each table."""
    yield "deal", "table", "id", "state", "why", "seat", "name", "person", "place", "points", "counts", "rated"
    for table in season.tables:
        result = result_of(table) if table.state == "counted" else None
        people = people_of(table) if result is None else result.people
        for seat, person in enumerate(people):
            found: tuple[Any, ...] = (None, None, None, None)
            if result is not None:
                own = scoring.format_score(points(result.places)[seat])
                found = (result.places[seat], own, result.counted[seat], result.rated[seat])
            name = _name(season.names.get(person, ""))
            where = (table.deal, table.n + 1, f"#{table.table_id}", table.state, table.why)
            yield *where, seat + 1, name, _person(person), *found


def _ratings(season: Season, ratings: dict[int, Standing]) -> Iterable[Sequence[Any]]:
    yield "name", "person", "rating", "margin", "tables", "provisional", "mu", "sigma"
    for person, name in season.names.items():
        if (known := ratings.get(person)) is not None:
            shown, margin = rating.displayed_rating(known.rating), rating.margin(known.rating)
            own = (shown, margin, known.tables, known.is_provisional, *known.rating)
            yield _name(name), _person(person), *own


def _encode_csv(rows: Iterable[Sequence[Any]]) -> bytes:
    """Encode rows as CSV in UTF-8 with a byte order mark, so that spreadsheets recognise the encoding."""
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(rows)
    return written.getvalue().encode("utf-8-sig")


def _name(name: str) -> str:
    """Format a name as a CSV cell; a name that a spreadsheet would evaluate gets an apostrophe before it.

    The apostrophe marks the cell as text.
    """
    return f"'{name}" if _COMPUTED.match(name) else name


def _person(user_id: int) -> str:
    """Format a user id as in a Discord mention. A spreadsheet would round the last digits of a plain number."""
    return f"<@{user_id}>" if user_id > 0 else f"former player {-user_id}"
