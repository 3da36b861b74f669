"""The words in the pictures of seasons."""

from cogs.ui.messages.season_pictures import explain_equal_scores
from leagues.scoring import Result, standings

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
