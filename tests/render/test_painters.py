"""The contract of painters for every registered game, as `tests/kits/painters.py` defines it."""

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from itertools import cycle

import pytest

from engine.games import game_type, game_types
from render import Painter, painter
from render.theme import THEMES
from tests.kits import painters
from tests.kits.painters import LONG, NAMES, SMALL_LABELS, STRANGE, Drawn, Position
from tests.kits.walks import Walk

# An engine may exist before its painter.
every_game = pytest.mark.parametrize("game", [name for name in game_types() if find_spec(f"render.{name}")])
every_check = pytest.mark.parametrize(
    "check",
    [
        pytest.param(painters.check_viewers, marks=pytest.mark.slow),
        painters.check_spectators,
        painters.check_ended_early,
    ],
)


@cache
def games_of(game: str) -> list[tuple[Walk, list[Position]]]:
    return painters.games_of(game)


@cache
def exhibits(game: str, seats: int, theme: str) -> list[Drawn]:
    return [*painters.exhibits(game, seats, theme)]


def check_drawn(game: str, drawn: Drawn) -> None:
    """Check that one picture keeps the contract."""
    painters.check_png(drawn)
    if drawn.sheet is not None:
        painters.check_texts(drawn.sheet, drawn.kind, SMALL_LABELS.get(game))


@every_game
@every_check
def test_a_painter_keeps_the_contract(game: str, check: Callable[[Painter, Position], None]) -> None:
    for _, positions in games_of(game):
        for position in positions:
            check(painter(game), position)


@every_game
def test_what_cannot_be_drawn_is_refused_in_one_short_line(game: str) -> None:
    painters.check_refusals(painter(game), games_of(game)[0][1][0])


@every_game
def test_pictures_drawn_in_threads_are_the_same(game: str) -> None:
    for walk, positions in games_of(game)[-1:]:
        painters.check_threads(painter(game), [position.views[0] for position in positions], LONG[: walk.rules.seats])


@every_game
@pytest.mark.parametrize(
    "largest",
    [pytest.param(False, id="fewest seats"), pytest.param(True, marks=pytest.mark.slow, id="most seats")],
)
def test_sample_pictures_are_small_and_legible(game: str, largest: bool) -> None:
    seats = sorted(game_type(game).seats)[-1 if largest else 0]
    for drawn in exhibits(game, seats, "dark"):
        check_drawn(game, drawn)


@every_game
@pytest.mark.slow
def test_every_picture_of_a_game_is_small_and_legible(game: str) -> None:
    """The positions use long, strange and plain names in turn."""
    for _, positions in games_of(game):
        for position, labels in zip(positions, cycle((LONG, STRANGE, NAMES)), strict=False):
            for drawn in painters.pictures(painter(game), position, labels):
                check_drawn(game, drawn)


@every_game
@pytest.mark.slow
@pytest.mark.parametrize("theme", [theme for theme in THEMES if theme != "dark"])
def test_themes_differ_in_nothing_but_colour(game: str, theme: str) -> None:
    seats = max(game_type(game).seats)
    for dark, other in zip(exhibits(game, seats, "dark"), exhibits(game, seats, theme), strict=True):
        painters.check_theme(dark, other)
