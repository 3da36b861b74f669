"""Themes, measured: factions apart for every common colour vision and in grey, patterns without colour, contrast."""

from itertools import combinations
from math import dist

import pytest
from PIL import Image, ImageStat

from render.monster_hex import emblems, stones, tiles
from render.palette import palette_of
from render.sprites import Sprite
from render.theme import THEMES, Colour, Theme

FACTIONS = ("red", "blue", "yellow", "green")
PITCH = 146
"""The smallest hexes there are: those of the board for four."""
PHONE = 390 / 1200
"""A phone's points for each pixel of a picture."""

Matrix = tuple[tuple[float, float, float], ...]
LUMINANCE = (0.2126, 0.7152, 0.0722)
# The first three: Machado, Oliveira and Fernandes (2009), severity 1, in linear RGB.
VISIONS: dict[str, Matrix] = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
}
every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


def linear(colour: Colour) -> tuple[float, ...]:
    """A colour in linear light."""
    return tuple((part / 255) / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour)


def seen(colour: Colour, vision: Matrix) -> tuple[float, float, float]:
    """A colour in CIELAB as somebody with this colour vision sees it."""
    rgb = [min(1, max(0, sum(a * b for a, b in zip(row, linear(colour), strict=True)))) for row in vision]
    rows = ((0.4339, 0.3762, 0.1899), LUMINANCE, (0.0177, 0.1095, 0.8730))
    x, y, z = (sum(a * b for a, b in zip(row, rgb, strict=True)) for row in rows)
    fx, fy, fz = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def contrast(one: Colour, other: Colour) -> float:
    """The contrast of two colours, 1 to 21, as WCAG defines it."""
    dim, bright = sorted(sum(a * b for a, b in zip(LUMINANCE, linear(each), strict=True)) for each in (one, other))
    return (bright + 0.05) / (dim + 0.05)


def on_a_phone_in_grey(theme: Theme, sprite: Sprite) -> list[float]:
    """A sprite's pixels at a phone's size, its mean lightness and its contrast taken away: shapes only."""
    plane = sprite.plane.copy()
    plane.putpalette(palette_of(theme).image.getpalette() or [])
    grey = plane.convert("RGB").convert("L")
    small = grey.resize((round(grey.width * PHONE), round(grey.height * PHONE)), Image.Resampling.BOX)
    (mean,), (deviation,) = ImageStat.Stat(small).mean, ImageStat.Stat(small).stddev
    return [(pixel - mean) / deviation for pixel in small.tobytes()]


def difference(one: list[float], other: list[float]) -> float:
    """The mean difference of two pictures, in standard deviations."""
    return sum(abs(a - b) for a, b in zip(one, other, strict=True)) / len(one)


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
