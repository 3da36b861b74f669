"""Themes, measured: factions apart for every common colour vision and in grey, patterns without colour, contrast."""

from itertools import combinations
from math import dist

import pytest

from render.monster_hex import emblems, stones, tiles
from render.theme import THEMES, Theme
from tests.render.colour_vision import VISIONS, contrast, difference, on_a_phone_in_grey, seen

FACTIONS = ("red", "blue", "yellow", "green")
PITCH = 146
"""The smallest hexes there are: those of the board for four."""

every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


@pytest.mark.parametrize("vision", VISIONS)
@every_theme
def test_factions_stay_apart_by_colour(theme: Theme, vision: str) -> None:
    mains = [seen(theme.sides[faction].main, VISIONS[vision]) for faction in FACTIONS]

    # A distance of 2 is just noticed side by side; signs as small as these want ten times that.
    assert min(dist(one, other) for one, other in combinations(mains, 2)) >= 24


@every_theme
def test_factions_stay_apart_by_lightness_alone(theme: Theme) -> None:
    lightness = [seen(theme.sides[faction].main, VISIONS["full"])[0] for faction in FACTIONS]

    assert min(abs(one - other) for one, other in combinations(lightness, 2)) >= 8


@every_theme
def test_tiles_stay_apart_by_pattern_and_emblem_alone(theme: Theme) -> None:
    drawn = {
        faction: on_a_phone_in_grey(theme, tiles.monster(theme, PITCH, faction, "B", False, (1, 2, 3, 4, 5, 1)))
        for faction in FACTIONS
    }
    ranks = on_a_phone_in_grey(theme, tiles.monster(theme, PITCH, "red", "A", False, (1, 2, 3, 4, 5, 1)))

    apart = min(difference(one, other) for one, other in combinations(drawn.values(), 2))
    # More than another letter in the rank's badge makes, which everybody is trusted to read.
    assert apart >= 1.5 * difference(drawn["red"], ranks)


@every_theme
def test_red_and_black_ranks_stay_apart_by_shape_alone(theme: Theme) -> None:
    red, black = (
        on_a_phone_in_grey(theme, tiles.monster(theme, PITCH, "green", "B", red, (1, 2, 3, 4, 5, 1)))
        for red in (True, False)
    )

    assert difference(red, black) >= 0.02


@every_theme
def test_seats_and_values_carry_the_letter_of_their_colour(theme: Theme) -> None:
    for faction in FACTIONS:
        letter = faction[0].upper()
        badge = emblems.badge(theme, faction, letter, theme.panel, 76)
        stone = stones.large_stone(theme, PITCH, "C5", ((6, faction),), False)

        assert letter in [written.text for written in badge.written]
        assert [written.text for written in stone.written if written.text in ("6", letter)] == ["6", letter]


@every_theme
def test_texts_stand_out_from_their_ground(theme: Theme) -> None:
    least = 7 if theme.name == "high_contrast" else 4.5
    grounds = (theme.background, theme.panel, theme.raised)
    pairs = [(ink, ground) for ink in (theme.ink, theme.muted, theme.gold) for ground in grounds]
    pairs += [(theme.ink, theme.spent), (theme.print, theme.magic_light), (theme.print, theme.paper)]
    pairs += [(theme.red_rank, theme.paper), (theme.cell_ink, theme.cell)]

    assert min(contrast(*pair) for pair in pairs) >= least
    # Large and bold, as powers and coordinates of stones are, three to one is enough (WCAG 1.4.3).
    for faction in FACTIONS:
        side = theme.sides[faction]
        assert contrast(theme.print, side.main) >= 4.5
        assert contrast(theme.print, side.shade) >= 3
        assert contrast(side.main, side.deep) >= 3
        assert contrast(side.sign, theme.spent) >= 3
    for ground in (theme.stone, theme.throne, theme.spent):
        assert contrast(theme.cell_ink, ground) >= 3


@every_theme
def test_marks_stand_out_from_their_ground(theme: Theme) -> None:
    pairs = [(theme.ink, theme.background), (theme.magic, theme.cell), (theme.gold, theme.throne)]
    pairs += [(theme.magic, theme.raised), (theme.gold, theme.raised)]

    assert min(contrast(*pair) for pair in pairs) >= 3
