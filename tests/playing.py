"""A league for tests: its organiser, its members, and ways to end its tables."""

import msgspec

from data.store import LeagueRow
from engine.games import game_type
from leagues import counting
from leagues.calendar import first_day
from leagues.scoring import SeatEnd
from leagues.season import Season, people_of
from leagues.seasons import Seasons
from leagues.settings import PRESETS, LeagueSettings
from tables.dealt import create_dealt_table, open_dealt
from tables.open_table import Person
from tables.settings import TableSettings
from tests.running_dispatchers import Clock

GUILD, CHANNEL, ORGANISER = 7, 70, 900
NAMES = ("Ann", "Ben", "Cem", "Dia", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")


async def league(seasons: Seasons, game: str = "connect_four", preset: int = 0, **changes: object) -> Season:
    """Publish a league from a preset, beginning tomorrow."""
    chosen = PRESETS[game][preset]
    settings = msgspec.structs.replace(chosen.settings, **changes)
    return await publish(seasons, game, dict(chosen.options), settings)


async def publish(
    seasons: Seasons,
    game: str,
    options: dict[str, object],
    settings: LeagueSettings,
    *,
    guild: int = GUILD,
    channel: int = CHANNEL,
) -> Season:
    """Publish a league with these settings, beginning tomorrow at its hour."""
    row = LeagueRow(
        id=f"league{game[:4]}",
        guild_id=guild,
        channel_id=channel,
        organiser=ORGANISER,
        name="Autumn league",
        game=game,
        options=msgspec.json.encode(options).decode(),
        settings=msgspec.json.encode(settings).decode(),
        created=seasons.now(),
    )
    return await seasons.create(row, first_day(seasons.now(), 1, settings))


async def join(seasons: Seasons, season: Season, people: int) -> Season:
    """Let the first `people` people join the season."""
    for person, name in enumerate(NAMES[:people], 1):
        season = await seasons.join(season.row.id, Person(person, name))
    return season


async def lose_by_resigning(seasons: Seasons, table_id: str, loser: int) -> None:
    """Let a player resign after the first moves count as played, and count the table."""
    await seasons.service.resign(table_id, loser)
    await seasons.count(table_id)


async def play_all(seasons: Seasons, season: Season) -> Season:
    """Let the second seat resign at each open table."""
    for table in season.open_tables():
        await lose_by_resigning(seasons, table.table_id, people_of(table)[1])
    return await seasons.load(season.row.id)


async def begin(seasons: Seasons, season: Season, clock: Clock) -> Season:
    """Advance the clock to the season's first deal and run it."""
    clock.now = season.row.begins
    return await step(seasons, season)


async def step(seasons: Seasons, season: Season) -> Season:
    """Run the season's due steps and return the season."""
    await seasons.advance(season.row.id)
    return await seasons.load(season.row.id)


async def act_twice(seasons: Seasons, table_id: str) -> None:
    """Make both seats' choices of their first turns."""
    for _ in range(6):
        table = await seasons.service.load(table_id)
        if table.game is None or table.row.phase != "playing":
            return
        for seat in table.actors:
            legal = table.game.legal(seat)
            user = table.seats[seat].user_id
            assert user is not None
            await seasons.service.act(table_id, user, legal[0])


async def count_as(seasons: Seasons, season: Season, *ends: SeatEnd) -> Season:
    """Count the first open table with these results of its seats."""
    table = season.open_tables()[0]
    decide = counting.count(table.table_id, ends, "played", seasons.now())
    return await seasons.change(season.row.id, decide)


async def play_rated(seasons: Seasons, number: int, *, rated: bool = True) -> str:
    """Play a Connect Four table that Ben resigns after his first turns; count it twice and return its id."""
    settings = TableSettings(seats=2, rated=rated)
    async with seasons.store.write() as writer:
        row, seats = create_dealt_table(
            game_type("connect_four"),
            {"size": "quick"},
            settings,
            (Person(1, "Ann"), Person(2, "Ben")),
            guild_id=GUILD,
            channel_id=CHANNEL,
            now=writer.now,
            salt=f"table {number}",
        )
        await open_dealt(writer, row, seats, seasons.service.hooks)
    await act_twice(seasons, row.id)
    await seasons.service.resign(row.id, 2)
    await seasons.count(row.id)
    await seasons.count(row.id)
    return row.id
