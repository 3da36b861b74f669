"""The words in the pictures of seasons."""

import pytest

from cogs.ui.messages.season_pictures import explain_equal_scores, person_content, standings_content
from leagues.scoring import Result, standings
from leagues.seasons import Seasons
from tables.open_table import Person
from tables.service import TableService
from tests.playing import act_twice, begin, join, league, play_all
from tests.running_dispatchers import Clock

DUELS = [((1, 2), (2, 1)), ((1, 3), (1, 2)), ((2, 3), (2, 1)), ((0, 3), (1, 1)), ((0, 2), (1, 1))]
"""The people of each duel and their places. All score 30; 0, 2 and 3 came first (or level) twice, 1 once."""


def test_a_better_place_with_an_equal_score_is_explained() -> None:
    results = [Result(str(number), people, places, (True, True)) for number, (people, places) in enumerate(DUELS)]
    lines = standings(range(4), results, placed_from=2)

    assert [(line.person, line.place, line.score) for line in lines] == [(3, 1, 30), (0, 2, 30), (2, 3, 30), (1, 4, 30)]
    assert explain_equal_scores(lines) == {
        3: "{note}, better head-to-head",
        0: "{note}, better head-to-head",
        2: "{note}, ahead by wins",
    }
    assert explain_equal_scores(standings(range(4), results[:2], placed_from=1)) == {}


async def test_only_those_who_joined_after_a_deal_of_a_cup_came_late(service: TableService, clock: Clock) -> None:
    """One of the first three sits out deal 1."""
    seasons = Seasons(service)
    cup = await begin(seasons, await join(seasons, await league(seasons, preset=2), 3), clock)
    clock.now += 1
    cup = await seasons.join(cup.row.id, Person(4, "Dia"))

    rows = standings_content(cup, {}, (), clock.now).rows

    assert {row.name: row.note for row in rows} == {
        **dict.fromkeys(("Ann", "Ben", "Cem"), "no game yet"),
        "Dia": "came late, plays in deal 2",
    }


@pytest.mark.parametrize(("preset", "scores"), [(0, 1), (2, 0)], ids=["season", "cup"])
async def test_a_persons_season_has_a_score_after_each_table_and_a_cup_has_none(
    service: TableService, clock: Clock, preset: int, scores: int
) -> None:
    seasons = Seasons(service)
    season = await begin(seasons, await join(seasons, await league(seasons, preset=preset), 2), clock)
    await act_twice(seasons, season.tables[0].table_id)
    season = await play_all(seasons, season)

    content = person_content(season, 1, None)

    assert (len(content.tables), len(content.scores), content.is_cup) == (1, scores, not scores)
