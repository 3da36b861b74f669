"""The picture of /stats: texts are large enough and inside it, for any names and any number of games."""

import pytest

from render.picture import ALT_LIMIT
from render.stats import Content, Figure, Game, Opponent, Row, draw, draw_with_alt
from render.theme import THEMES, Theme
from tests.kits import painters

FIGURES = tuple(Figure(label, 1_000) for label in ("games", "won", "won in a row", "most in a row"))
NOTE = "Against computer players only: 999 games, 998 won. They are counted separately, and not in streaks."
NAMES = ("W" * 32, "i" * 32, "Zoë Ångström", "Жанна", "𓀀" * 32, "")
MANY = Content(
    "W" * 32,
    FIGURES,
    tuple(
        Game(
            f"Game {number}",
            "999 games, 998 won",
            tuple(Row(f"{seats} players", (99,) * seats) for seats in range(2, 9)),
        )
        for number in range(4)
    ),
    tuple(Opponent(name, "999 games, 998 won") for name in NAMES),
    NOTE,
)
FEW = Content("Ann", FIGURES, (Game("Game", "1 game, 0 won", (Row("3 players", (0, 0, 1)),)),))
NONE = Content("", tuple(figure._replace(number=0) for figure in FIGURES))

every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
every_content = pytest.mark.parametrize("content", [MANY, FEW, NONE], ids=["many", "few", "none"])


@every_theme
@every_content
def test_every_text_is_large_enough_within_the_picture_and_covers_no_other(theme: Theme, content: Content) -> None:
    painters.check_texts(draw_with_alt(content, theme)[0])


def test_places_that_were_never_taken_are_left_out() -> None:
    words = [one.text for one in draw_with_alt(FEW, THEMES["dark"])[0].written]

    assert [word for word in words if "×" in word] == ["1 × 3rd"]


@every_content
def test_the_alt_text_says_the_same_within_discords_limit(content: Content) -> None:
    assert len(draw(content).alt) <= ALT_LIMIT
    assert draw(FEW).alt == (
        "Ann's games on this server. games: 1000, won: 1000, won in a row: 1000, most in a row: 1000. "
        "Game: 1 game, 0 won; 3 players: 1 × 3rd."
    )


def test_an_alt_text_without_room_for_everything_says_where_the_rest_is() -> None:
    assert draw(MANY).alt.endswith("… The rest is in the message above.")


def test_a_name_that_the_font_lacks_is_told_by_a_number() -> None:
    sheet, alt = draw_with_alt(MANY, THEMES["dark"])

    assert {"Player 5", "Player 6"} <= {one.text for one in sheet.written}
    assert "𓀀" not in alt
    assert draw(NONE).alt.startswith("This player's games")
