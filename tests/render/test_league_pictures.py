"""Pictures of leagues: texts are large enough and inside the picture for any names, and the alt text has them."""

from collections.abc import Callable
from typing import Any

import pytest

from language.catalogues import SPOKEN
from language.messages import speaking
from render.league import parts, person, season_result, standings
from render.league.person import TableLine
from render.league.standings import ROWS_A_PAGE, Row
from render.picture import ALT_LIMIT, Sheet
from render.theme import THEMES, Theme
from tests.kits import painters
from tools.pictures import league as exhibits
from tools.pictures.gallery import LONGEST, NAMES

GAMES = ("monster_hex", "connect_four", "hive_mind", "hex_battle_wars", "another_game")
LONG_TITLE = "The league of the longest name that a server could possibly give it · season 12"
LONG_SUBTITLE = "Hex Battle Wars, standard with at most 12 rounds · deal 112 · until 30 September, at midnight"
FORM = ("lost", "won", "drawn", "lost", "won", "won")

EXTREME = standings.Content(
    LONG_TITLE,
    LONG_SUBTITLE,
    "monster_hex",
    tuple(
        Row(place, LONGEST[place % len(LONGEST)], "100", "won 111 of 112", FORM, change=-50, rating="1612", away=True)
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
        Row(1, "Bénédicte", "78", "won 4 of 6", FORM, change=3, rating="1612"),
        Row(2, "Ann", "69", "won 2 of 5", FORM[:5], change=-1, rating="new", away=True),
        Row(2, "漢字", "69", "won 2 of 5", FORM[:5]),
        Row(None, "Zoë Å.", "–", "1 game, 2 more for a place", ("won",)),
        Row(None, "", "–", "no game yet", away=True),
    ),
    2,
    3,
)
CUP = standings.Content(
    "Connect Four cup",
    "After deal 2 of 3",
    "connect_four",
    (
        Row(1, "Ann", "2–0", "beat Ben and Cam", chips=("W", "W"), rating="new"),
        Row(2, "Ben", "1–1", "beat Dee, lost to Ann", chips=("L", "W")),
        Row(None, "Eve", "–", "came late, plays in deal 3", chips=("–", "–")),
    ),
    kind="cup",
    deals=(1, 2),
    score="Won – lost",
    foot="Most wins take the cup",
)
LONG_CUP = CUP._replace(
    title=LONG_TITLE,
    rows=tuple(
        Row(
            place,
            LONGEST[place % len(LONGEST)],
            "116.67",
            LONG_SUBTITLE,
            chips=("41.67",) * 9,
            rating="1612",
            away=True,
        )
        for place in range(101, 101 + ROWS_A_PAGE)
    ),
    deals=tuple(range(4, 10)),
    pages=99,
)
EMPTY = standings.Content("Spring cup · season 1", "Connect Four · opens 1 April", "connect_four", ())

TABLES = (
    TableLine(("Bénédicte", "Zoë Å.", "漢字"), 1, 4, "60"),
    TableLine(("Tomasz",), 2, 2, "0", "left the table"),
)
SEASON = person.Content(
    "Autumn league · season 3", "Hive Mind · deal 7", "hive_mind", "Ann", "52", 2, "new", None, (62.5, 52), TABLES
)
LONG_SEASON = person.Content(
    LONG_TITLE,
    LONG_SUBTITLE,
    "connect_four",
    "W" * 32,
    "43",
    113,
    "1612",
    250,
    tuple(100 * (number % 2) for number in range(112)),
    tuple(TableLine(LONGEST[:-1], 1 + number % 7, 7, "41.67", LONG_SUBTITLE) for number in range(112)),
)
CUP_SEASON = SEASON._replace(title="Spring cup", score="0–1", scores=(), tables=TABLES[1:], is_cup=True)
NEW_SEASON = person.Content(SEASON.title, SEASON.subtitle, "monster_hex", "", "50", None, "", None)

RESULT = season_result.Content(
    "Autumn league · season 3",
    "Monster Hex · 14 January to 14 March",
    "monster_hex",
    ("Bénédicte",),
    USUAL.rows[:3],
    "Ann: 6 tables won in a row",
    "Zoë Å. (1420) finished above Maximilian (1688)",
    "42 tables of 14 people",
    "9 ahead of Ann",
)
LONG_RESULT = season_result.Content(
    LONG_TITLE,
    LONG_SUBTITLE,
    "hex_battle_wars",
    LONGEST,
    tuple(row._replace(place=1) for row in EXTREME.rows[: len(LONGEST)]),
    f"{LONGEST[0]}: 112 tables won in a row",
    f"{LONGEST[0]} (1420) finished above {LONGEST[-1]} (1688)",
    "112 tables of 99 people. " * 4,
)
NO_RESULT = season_result.Content("Autumn league · season 3", "Hive Mind · to 14 March", "hive_mind")

CONTENTS = {
    **{f"{game} standings": (standings.draw_with_alt, EXTREME._replace(game=game)) for game in GAMES},
    **{
        f"standings {number}": (standings.draw_with_alt, content)
        for number, content in enumerate((USUAL, CUP, LONG_CUP, EMPTY))
    },
    **{
        f"season {number}": (person.draw_with_alt, one)
        for number, one in enumerate((SEASON, CUP_SEASON, LONG_SEASON, NEW_SEASON))
    },
    **{
        f"result {number}": (season_result.draw_with_alt, content)
        for number, content in enumerate((RESULT, LONG_RESULT, NO_RESULT))
    },
}


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize(("draw", "content"), CONTENTS.values(), ids=CONTENTS)
def test_texts_are_large_enough_within_the_picture_and_cover_no_other(
    draw: Callable[[Any, Theme], tuple[Sheet, str]], content: Any, theme: Theme
) -> None:
    painters.check_texts(draw(content, theme)[0])


@pytest.mark.parametrize("language", SPOKEN)
def test_texts_of_each_language_fit(language: str) -> None:
    """A cup whose key has every sign, and the usual pictures."""
    rows = (Row(1, "Ann", "2–0", "", chips=("W", "D")), Row(2, "Ben", "1–1", "", chips=("L", "–"), away=True))
    cup = CUP._replace(rows=rows, score=standings.WON_DRAWN_LOST)
    with speaking(language):
        sheets = [standings.draw_with_alt(content, THEMES["dark"])[0] for content in (USUAL, CUP, cup, EMPTY)]
        sheets += [person.draw_with_alt(content, THEMES["dark"])[0] for content in (SEASON, NEW_SEASON)]
        sheets += [season_result.draw_with_alt(content, THEMES["dark"])[0] for content in (RESULT, NO_RESULT)]
    for sheet in sheets:
        painters.check_texts(sheet)


def test_the_key_of_a_cup_is_in_the_readers_language() -> None:
    rows = (Row(1, "Ann", "2–0", "", chips=("W", "D")), Row(2, "Ben", "1–1", "", chips=("L", "–"), away=True))
    cup = CUP._replace(rows=rows, score=standings.WON_DRAWN_LOST)
    with speaking("de"):
        sheet = standings.draw_with_alt(cup, THEMES["dark"])[0]

    assert {"remis", "Pause", "Meiste Siege gewinnen"} <= {one.text for one in sheet.written}


def test_standings_show_places_tables_scores_and_ratings() -> None:
    written = [one.text for one in standings.draw_with_alt(USUAL, THEMES["dark"])[0].written]

    assert written.count("2") == 2
    assert {"won 4 of 6 · rating 1612", "away · won 2 of 5 · rating new", "78", "3"} <= set(written)
    assert "Monster Hex · deal 12 · until 14 March · page 2 of 3" in written
    assert written.index("Three games for a place") < written.index("Zoë Å.")
    # One name is empty; on the second page it is row 17.
    assert "Player 17" in written


def test_a_cup_shows_each_deals_result_and_tables_won_and_lost() -> None:
    sheet, alt = standings.draw_with_alt(CUP, THEMES["dark"])
    written = [one.text for one in sheet.written]

    assert {"Deals 1, 2", "Won – lost", "2–0", "beat Dee, lost to Ann", "Most wins take the cup"} <= set(written)
    assert (written.count("W"), written.count("L"), written.count("–")) == (4, 2, 5)
    assert alt == (
        "Connect Four cup. After deal 2 of 3. Each line: place, name, won – lost, result of each deal. "
        "1. Ann 2–0, W W; 2. Ben 1–1, L W. Without a place: Eve –, came late, plays in deal 3, – –."
    )


def test_the_longest_names_leave_room_for_the_form() -> None:
    written = standings.draw_with_alt(EXTREME, THEMES["dark"])[0].written
    names = [one for one in written if one.left < standings.NAME_LEFT + 10 and one.text.endswith("…") and one.top > 190]

    assert names
    assert all(one.right < standings.FORM_RIGHT - standings.FORM_SHOWN * parts.DOT_STEP for one in names)


def test_the_alt_text_of_standings_says_every_row() -> None:
    assert standings.describe(USUAL) == (
        "Autumn league · season 3. Monster Hex · deal 12 · until 14 March. Page 2 of 3. Each line: place, name, score "
        "(50 is average), games, results (W upper half, D middle, L lower half). "
        "1. Bénédicte 78, won 4 of 6, WDLWW; 2. Ann 69, won 2 of 5, LWDLW, away; 2. 漢字 69, won 2 of 5, LWDLW. "
        "Without a place: Zoë Å. –, 1 game, 2 more for a place, W; Player 17 –, no game yet, away."
    )
    assert "Nobody has joined yet" in standings.draw(EMPTY).alt


def test_twelve_people_with_the_longest_names_fit_into_the_alt_text() -> None:
    wide = [row._replace(name="W" * 32, away=False) for row in EXTREME.rows]
    alone = [row._replace(place=number) for number, row in enumerate(wide, 1)]
    whole = standings.describe(USUAL._replace(rows=alone))
    extreme = standings.describe(EXTREME)

    assert len(whole) <= ALT_LIMIT
    assert whole.count("W" * 32) == ROWS_A_PAGE
    # Rows with every possible entry have shortened names, but none is left out.
    assert len(extreme) <= ALT_LIMIT
    assert extreme.count("100, won 111 of 112, WDLWW, away") == ROWS_A_PAGE


def test_the_alt_text_of_a_persons_season_says_all_of_it_newest_first() -> None:
    assert person.describe(SEASON) == (
        "Autumn league · season 3. Hive Mind · deal 7. Ann: score 52, 2nd place, rating new. "
        "Tables, newest first: Tomasz: 2nd of 2, 0 (left the table); Bénédicte, Zoë Å. and 漢字: 1st of 4, 60. "
        "Score after each table: 62, 52."
    )
    assert person.draw(NEW_SEASON).alt.endswith("This player: score 50, no place yet. No table has counted yet.")


def test_the_alt_text_of_a_persons_cup_mentions_no_score() -> None:
    assert person.describe(CUP_SEASON) == (
        "Spring cup. Hive Mind · deal 7. Ann: 0–1, 2nd place, rating new. "
        "Tables, newest first: Tomasz: 2nd of 2, 0 (left the table)."
    )


def test_a_long_season_shows_its_newest_twelve_tables() -> None:
    numbered = [table._replace(points=f"{number}.5") for number, table in enumerate(LONG_SEASON.tables, 1)]
    sheet, alt = person.draw_with_alt(LONG_SEASON._replace(tables=numbered), THEMES["dark"])

    assert [one.text for one in sheet.written if one.text.endswith(".5")] == [f"{112 - back}.5" for back in range(12)]
    assert len(alt) <= ALT_LIMIT
    assert alt.endswith(f"… {person.REST}")


@pytest.mark.parametrize("score", [0.0, 50.0, 100.0])
def test_every_score_lies_on_the_chart(score: float) -> None:
    content = SEASON._replace(scores=(score,) * 3)
    ticks = [
        one.text
        for one in person.draw_with_alt(content, THEMES["dark"])[0].written
        if one.text.isdigit() and one.style.label
    ]

    assert int(ticks[0]) <= min(score, 50)
    assert max(map(int, ticks)) >= max(score, 50)


def test_the_result_of_a_season_says_the_same_in_words() -> None:
    sheet, alt = season_result.draw_with_alt(RESULT, THEMES["dark"])

    assert {"Champion", "Bénédicte", "78", "9 ahead of Ann"} <= {one.text for one in sheet.written}
    assert alt == (
        "Result of Autumn league · season 3. Monster Hex · 14 January to 14 March. Champion: Bénédicte. "
        "Places: 1. Bénédicte 78, won 4 of 6, form WDLWW, rating 1612; "
        "2. Ann 69, won 2 of 5, form LWDLW, rating new; 2. 漢字 69, won 2 of 5, form LWDLW. "
        "Best streak: Ann: 6 tables won in a row. Biggest upset: Zoë Å. (1420) finished above Maximilian (1688). "
        "42 tables of 14 people"
    )
    assert len(season_result.draw(LONG_RESULT).alt) <= ALT_LIMIT


def test_champions_are_named_together_or_counted_where_there_is_no_room() -> None:
    pair = RESULT._replace(champions=("Bénédicte", "Ann"))
    written = [one.text for one in season_result.draw_with_alt(pair, THEMES["dark"])[0].written]
    short = season_result.draw_with_alt(RESULT._replace(champions=("Jo",)), THEMES["dark"])[0].written
    many = [one.text for one in season_result.draw_with_alt(LONG_RESULT, THEMES["dark"])[0].written]

    assert {"Champions", "Bénédicte and Ann", "each"} <= set(written)
    assert "Jo" in {one.text for one in short}
    assert "7 people" in many


def test_a_season_without_places_says_so() -> None:
    sheet, alt = season_result.draw_with_alt(NO_RESULT, THEMES["dark"])

    assert "No places this time" in {one.text for one in sheet.written}
    assert "No places this time. Three games for a place." in alt


def test_the_contact_sheet_has_every_kind_of_picture_and_each_is_said_in_words() -> None:
    found = dict(exhibits.pictures("light", NAMES, LONGEST))

    assert {f"standings {game}" for game in GAMES[:-1]} | {"standings empty", "person", "result", "result none"} <= set(
        found
    )
    assert all(0 < len(picture.alt) <= ALT_LIMIT for picture in found.values())
