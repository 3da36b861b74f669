"""The pictures of leagues: every text large enough and within them, whatever the names, and all of it in words."""

from itertools import combinations

import pytest

from render import text
from render.gallery import LONGEST
from render.league import standings
from render.league.standings import ROWS_A_PAGE, Row
from render.picture import ALT_LIMIT, WIDTH, Sheet
from render.theme import THEMES, Theme

GAMES = ("monster_hex", "connect_four", "hive_mind", "hex_battle_wars", "another_game")
LONG_TITLE = "The league of the longest name that a server could possibly give it · season 12"
LONG_SUBTITLE = "Hex Battle Wars, standard with at most 12 rounds · deal 112 · until 30 September, at midnight"
FORM = ("lost", "won", "drawn", "lost", "won", "won")

EXTREME = standings.Content(
    LONG_TITLE,
    LONG_SUBTITLE,
    "monster_hex",
    tuple(
        Row(place, True, LONGEST[place % len(LONGEST)], "43.33", 112, 111, FORM, "1612?", away=True)
        for place in range(101, 101 + ROWS_A_PAGE)
    ),
    99,
    99,
)
USUAL = standings.Content(
    "Autumn league · season 3",
    "Monster Hex · deal 12 · until 14 March",
    "monster_hex",
    (
        Row(1, False, "Bénédicte", "46.50", 6, 4, FORM, "1612"),
        Row(2, True, "Ann", "41.25", 5, 2, FORM[:5], "1540?", away=True),
        Row(2, True, "漢字", "41.25", 5, 2, FORM[:5]),
        Row(None, False, "Zoë Å.", "37.50", 1, 1, ("won",)),
        Row(None, False, "", "30.00", 0, 0, (), away=True),
    ),
    2,
    3,
)
EMPTY = standings.Content("Spring cup · season 1", "Connect Four · opens 1 April", "connect_four", ())

every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


def check(sheet: Sheet) -> None:
    """Every text is large enough, within the picture, and covers no other."""
    for one in sheet.written:
        least = text.MIN_LABEL_SHARE if one.style.label else text.MIN_TEXT_SHARE
        assert one.style.size >= least * WIDTH, one
        assert 0 <= one.left < one.right <= WIDTH, one
        assert 0 <= one.top < one.bottom <= sheet.plane.height, one
    for one, other in combinations(sheet.written, 2):
        apart = one.right <= other.left or other.right <= one.left or one.bottom <= other.top or other.bottom <= one.top
        assert apart, (one, other)


@every_theme
@pytest.mark.parametrize("content", [EXTREME, USUAL, EMPTY], ids=["extreme", "usual", "empty"])
def test_standings_texts_are_large_enough_within_the_picture_and_cover_no_other(
    theme: Theme, content: standings.Content
) -> None:
    for game in GAMES:
        check(standings.draw_with_alt(content._replace(game=game), theme)[0])


def test_standings_show_places_tables_scores_and_ratings() -> None:
    written = [one.text for one in standings.draw_with_alt(USUAL, THEMES["dark"])[0].written]

    assert [one for one in written if one in ("1", "2", "=2")] == ["1", "=2", "=2"]
    assert "4 won of 6 · rating 1612" in written
    assert "away · 2 won of 5 · rating 1540?" in written
    assert written.index("A place takes three tables") < written.index("Zoë Å.")
    assert {"46.50", "away · no table yet", "page 2 of 3"} <= set(written)
    # The font has no letters for one name, and the other is empty; on the second page these are lines 15 and 17.
    assert {"Player 15", "Player 17"} <= set(written)


def test_the_alt_text_of_standings_says_every_row() -> None:
    assert standings.describe(USUAL) == (
        "Autumn league · season 3. Monster Hex · deal 12 · until 14 March. Page 2 of 3. Each: place, name, score, "
        "tables won, form (W won, D drawn, L lost, newest last), rating (? provisional). "
        "1. Bénédicte 46.50, 4 of 6, WDLWW, 1612; shared 2. Ann 41.25, 2 of 5, LWDLW, 1540?, away; "
        "shared 2. 漢字 41.25, 2 of 5, LWDLW. A place takes three tables, still without one: "
        "Zoë Å. 37.50, 1 of 1, W; Player 17 30.00, 0 of 0, away."
    )
    assert "Nobody is in yet" in standings.draw(EMPTY).alt


def test_twelve_people_with_the_longest_names_fit_into_the_alt_text() -> None:
    wide = [row._replace(name="W" * 32, away=False) for row in EXTREME.rows]
    alone = [row._replace(place=number, shared=False) for number, row in enumerate(wide, 1)]
    whole = standings.describe(USUAL._replace(rows=alone))
    extreme = standings.describe(EXTREME)

    assert len(whole) <= ALT_LIMIT
    assert whole.count("W" * 32) == ROWS_A_PAGE
    # With all that a row can have, the names are shortened, and each row is there.
    assert len(extreme) <= ALT_LIMIT
    assert extreme.count("43.33, 111 of 112, WDLWW, 1612?, away") == ROWS_A_PAGE
