"""Hive Mind's colours, measured: kinds apart for every common colour vision and in grey, patterns without colour."""

from itertools import combinations
from math import dist

import pytest

from render.hive_mind import honeycomb, kinds
from render.hive_mind.colours import THEMES, hive_theme
from render.palette import MAX_COLOURS, palette_of
from render.theme import THEMES as EVERY_THEME
from render.theme import Theme
from tests.render.colour_vision import VISIONS, contrast, difference, on_a_phone_in_grey, seen

PITCH = 140
"""The smallest hexes of a board."""
every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


def test_every_theme_has_the_colours_of_this_game_within_its_palette() -> None:
    assert THEMES.keys() == EVERY_THEME.keys()
    assert all(len(palette_of(theme).colours) <= MAX_COLOURS for theme in THEMES.values())
    with pytest.raises(ValueError, match="no theme"):
        hive_theme("mauve")


@pytest.mark.parametrize("vision", VISIONS)
@every_theme
def test_kinds_stay_apart_by_colour(theme: Theme, vision: str) -> None:
    mains = [seen(theme.sides[kind].main, VISIONS[vision]) for kind in kinds.KINDS]

    # As for factions: ten times what is just noticed.
    assert min(dist(one, other) for one, other in combinations(mains, 2)) >= 24


@every_theme
def test_kinds_stay_apart_by_lightness_alone(theme: Theme) -> None:
    lightness = [seen(theme.sides[kind].main, VISIONS["full"])[0] for kind in kinds.KINDS]

    assert min(abs(one - other) for one, other in combinations(lightness, 2)) >= 8


@every_theme
def test_kinds_stay_apart_by_pattern_alone(theme: Theme) -> None:
    covered = {
        kind: honeycomb.hex_background(theme, PITCH, honeycomb.HONEY, honeycomb.COVERED, kind) for kind in kinds.KINDS
    }
    badges = {kind: kinds.badge(theme, kind, 44, theme.background) for kind in kinds.KINDS}

    for drawn in (covered, badges):
        grey = {kind: on_a_phone_in_grey(theme, sprite) for kind, sprite in drawn.items()}
        assert min(difference(one, other) for one, other in combinations(grey.values(), 2)) >= 0.05


@every_theme
def test_cleared_hexes_and_those_with_honey_stay_apart_without_colour(theme: Theme) -> None:
    honey, cleared, looked = (
        on_a_phone_in_grey(theme, honeycomb.hex_background(theme, PITCH, *look))
        for look in (
            (honeycomb.HONEY, "", "none"),
            (honeycomb.CLEARED, "", "none"),
            (honeycomb.HONEY, honeycomb.LOOKED, "arc"),
        )
    )

    assert difference(honey, cleared) >= 0.1
    assert difference(honey, looked) >= 0.1


@every_theme
def test_kinds_carry_their_letter(theme: Theme) -> None:
    for kind in kinds.KINDS:
        (written,) = kinds.pill(theme, kind, 3, theme.background).written
        assert written.text == f"{kind[0].upper()}3"


@every_theme
def test_texts_stand_out_from_their_ground(theme: Theme) -> None:
    least = 7 if theme.name == "high_contrast" else 4.5
    pairs = [(theme.magic_light, theme.stone), (theme.ink, theme.spent), (theme.muted, theme.spent)]
    pairs += [(theme.ink, theme.background), (theme.ink, theme.raised), (theme.muted, theme.panel)]
    pairs += [(theme.gold, theme.background)]

    assert min(contrast(*pair) for pair in pairs) >= least
    assert contrast(theme.cell_ink, theme.stone) >= 3
    for kind in kinds.KINDS:
        side = theme.sides[kind]
        assert contrast(theme.print, side.main) >= 4.5
        assert contrast(theme.print, side.shade) >= 3
        assert contrast(theme.paper, side.deep) >= 4.5
        for ground in (theme.stone, theme.spent, theme.background):
            assert contrast(side.sign, ground) >= 3
