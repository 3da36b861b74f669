"""The end of a season in Discord: the form that names running tables, and what these show afterwards."""

import json
from collections.abc import AsyncIterator

import pytest

from leagues import acts
from leagues.season import Season, people_of
from tables.computer_players import ComputerPlayers
from tables.dispatching.timers import Timers
from tables.dispatching.upkeep import Upkeep
from tables.moderating import moderation
from tables.moderating.moderation import Moderator
from tables.texts import SEASON_OVER, describe_end
from tables.timing.running_time import DAY_MS
from tests.cog_tables import ANN, BEN
from tests.cogs.test_leagues_in_discord import begin_season
from tests.in_process_program import InProcessProgram
from tests.running_dispatchers import Clock, Running
from tests.thinking_here import think_here

WHY = "the room closes"


@pytest.fixture(autouse=True)
def manager(program: InProcessProgram) -> None:
    """Let Ann manage the server, so that she may end its seasons."""
    program.managers.add(ANN.id)


@pytest.fixture
async def timers(program: InProcessProgram, clock: Clock) -> AsyncIterator[Running]:
    """Yield the program's timers, which run when the test settles them."""
    service, count = program.service, program.bot.seasons.count
    computers = ComputerPlayers(service, think_here)
    async with Running(lambda: [Upkeep(service), Timers(service, computers, count)], service, clock) as running:
        yield running


async def end(program: InProcessProgram, season: Season, running: str = "void") -> str:
    """Submit the form that ends a season; return the answer."""
    act = f"{season.row.id}::league_act:{acts.END_NOW}"
    return (await program.submit(ANN, act, {"running": running, "why": WHY})).text


async def show_end(program: InProcessProgram, timers: Running) -> None:
    """Do what is due now, and deliver its messages."""
    await timers.settle()
    await program.outbox.settle()


async def test_the_form_that_ends_a_season_names_its_running_tables(program: InProcessProgram, clock: Clock) -> None:
    season = await begin_season(program, clock)
    names = "–".join(season.names[person] for person in people_of(season.open_tables()[0]))

    asked = await program.press(ANN, f"{season.row.id}::league_ask:{acts.END_NOW}", private=True)

    opened = json.dumps(asked.requests[0].body, ensure_ascii=False)
    assert names in opened
    assert [option["value"] for option in asked.form["running"]["options"]] == ["void", "play"]


async def test_the_end_of_a_season_by_rules_1_offers_no_choice(
    program: InProcessProgram, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("leagues.seasons.RULES", 1)
    season = await begin_season(program, clock)

    asked = await program.press(ANN, f"{season.row.id}::league_ask:{acts.END_NOW}", private=True)
    await program.submit(ANN, f"{season.row.id}::league_act:{acts.END_NOW}", {"why": WHY})

    assert [*asked.form] == ["why"]
    assert [(table.state, table.why) for table in (await program.bot.seasons.load(season.row.id)).tables] == [
        ("void", "unfinished")
    ]
    table = (await program.service.load(season.tables[0].table_id)).row
    assert table.phase == "playing"


async def test_a_running_table_ends_with_its_season_and_pings_nobody_afterwards(
    program: InProcessProgram, clock: Clock, timers: Running
) -> None:
    season = await begin_season(program, clock)
    table = season.open_tables()[0].table_id
    pings = [program.discord.pings(person.id) for person in (ANN, BEN)]

    await end(program, season)
    await show_end(program, timers)

    assert (await program.service.load(table)).row.phase == "cancelled"
    assert program.public(SEASON_OVER)
    for _ in range(5):
        clock.now += DAY_MS
        await show_end(program, timers)
    assert [program.discord.pings(person.id) for person in (ANN, BEN)] == pings
    async with program.store.read() as reader:
        assert {row.kind for row in await reader.timers.due(clock.now)} == set()
        assert await reader.tables.results_of_user(ANN.id, season.league.guild_id, 10) == ()


async def test_a_move_between_the_end_of_a_season_and_that_of_its_table_saves_nothing(
    program: InProcessProgram, clock: Clock, timers: Running
) -> None:
    season = await begin_season(program, clock)
    table = await program.service.load(season.open_tables()[0].table_id)
    assert table.game is not None
    seat = table.actors[0]
    user = table.seats[seat].user_id
    assert user is not None

    await end(program, season)
    await program.service.act(table.row.id, user, table.game.legal(seat)[0])
    await show_end(program, timers)

    assert (await program.service.load(table.row.id)).row.phase == "cancelled"


async def test_who_leaves_a_table_of_a_season_that_is_over_is_told_so(
    program: InProcessProgram, clock: Clock, timers: Running
) -> None:
    season = await begin_season(program, clock)
    table = season.open_tables()[0].table_id
    asked = await program.press(ANN, f"{table}::resign", private=True)
    await end(program, season)
    await show_end(program, timers)

    answers = [await program.press(ANN, custom_id, private=True) for custom_id in asked.custom_ids]

    assert answers
    assert any(SEASON_OVER in answer.text for answer in answers)


async def test_a_moderator_who_ends_a_table_of_a_running_season_does_not_end_the_season(
    program: InProcessProgram, clock: Clock
) -> None:
    season = await begin_season(program, clock)
    table = season.open_tables()[0].table_id
    await program.service.change(table, moderation.end(Moderator(ANN.id, WHY)))

    answer = await program.press(ANN, f"{table}::resigned", private=True)

    assert answer.text == describe_end("cancelled") != SEASON_OVER


async def test_ending_twice_is_refused_each_time_for_its_own_reason(program: InProcessProgram, clock: Clock) -> None:
    season = await begin_season(program, clock)

    first = await end(program, season, "play")
    second = await end(program, season, "play")
    third = await end(program, season)
    fourth = await end(program, season)

    assert "already ends when" in second
    assert "is over" in fourth
    assert not {second, fourth} & {first, third}
