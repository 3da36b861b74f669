"""Measured themes: factions for every colour vision and in grey, patterns without colour, contrast."""

from itertools import combinations
from math import dist

import pytest

from engine.monster_hex.content import TILES
from render.badges import badge
from render.monster_hex import glyphs, tiles
from render.monster_hex.gems import paint_gem
from render.monster_hex.themes import THEMES, MonsterTheme
from render.sprites import Sketch
from tests.render.colour_vision import VISIONS, contrast, difference, on_a_phone_in_grey, seen

FACTIONS = ("red", "blue", "yellow", "green")
PITCH = 146
"""The pitch of the smallest hexes, those of the board for four, in pixels."""

every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


@pytest.mark.parametrize("vision", VISIONS)
@every_theme
def test_factions_stay_apart_by_colour(theme: MonsterTheme, vision: str) -> None:
    mains = [seen(theme.sides[faction].main, VISIONS[vision]) for faction in FACTIONS]

    # A distance of 2 is just noticeable side by side; such small signs need ten times that.
    assert min(dist(one, other) for one, other in combinations(mains, 2)) >= 22


@every_theme
def test_factions_stay_apart_by_lightness_alone(theme: MonsterTheme) -> None:
    lightness = [seen(theme.sides[faction].main, VISIONS["full"])[0] for faction in FACTIONS]

    apart = sorted(abs(one - other) for one, other in combinations(lightness, 2))

    # Red and blue are equally light; pattern and letter distinguish them, and colour in every vision.
    assert apart[0] >= 5
    assert apart[1] >= 9


def tile(theme: MonsterTheme, faction: str, name: str = "B2", states: tiles.States = tiles.LIT) -> list[float]:
    """Return a tile's shapes without colour, at a phone's size."""
    return on_a_phone_in_grey(theme, tiles.monster(theme, PITCH, faction, name, (1, 2, 3, 4, 5, 1), states))


@every_theme
def test_factions_of_tiles_stay_apart_without_colour(theme: MonsterTheme) -> None:
    """The pattern of the well and the letter differ as much as two ranks that differ by one dot."""
    drawn = {faction: tile(theme, faction) for faction in FACTIONS}
    other_rank = difference(tile(theme, "red", "A1"), tile(theme, "red", "A2"))
    apart = min(difference(one, other) for one, other in combinations(drawn.values(), 2))

    assert apart >= 0.04
    assert other_rank >= 0.04


@every_theme
def test_every_monster_has_a_silhouette_of_its_own(theme: MonsterTheme) -> None:
    drawn = [tile(theme, "green", each.id) for each in TILES]

    assert min(difference(one, other) for one, other in combinations(drawn, 2)) >= 0.04


@every_theme
def test_what_an_edge_faces_is_seen_without_colour(theme: MonsterTheme) -> None:
    spent, free, live = (tile(theme, "yellow", states=(state, *(tiles.OPEN,) * 5)) for state in range(3))

    assert min(difference(spent, free), difference(free, live), difference(spent, live)) >= 0.01


@pytest.mark.parametrize("vision", VISIONS)
@every_theme
def test_spent_surfaces_keep_a_distance(theme: MonsterTheme, vision: str) -> None:
    """A smaller distance than for live surfaces is enough: pattern and letter also show the owner."""
    spent = [seen(theme.sides[faction].spent, VISIONS[vision]) for faction in FACTIONS]

    assert min(dist(one, other) for one, other in combinations(spent, 2)) >= 15


@every_theme
def test_seats_carry_the_letter_and_values_the_pattern_of_their_colour(theme: MonsterTheme) -> None:
    gems: list[list[float]] = []
    for faction in FACTIONS:
        letter = faction[0].upper()
        drawn = badge(theme, faction, glyphs.FACTIONS[faction], letter, theme.panel, 92)
        sketch = Sketch(theme, 80, 96, theme.magic_deep)
        paint_gem(sketch, 70, faction)
        gems.append(on_a_phone_in_grey(theme, sketch.finish()))

        assert letter in [written.text for written in drawn.written]
        on_tile = tiles.monster(theme, PITCH, faction, "A1", (1, 2, 3, 4, 5, 1), tiles.LIT)
        assert letter in [written.text for written in on_tile.written]
    assert min(difference(one, other) for one, other in combinations(gems, 2)) >= 0.02


@every_theme
def test_texts_stand_out_from_their_ground(theme: MonsterTheme) -> None:
    least = 7 if theme.name == "high_contrast" else 4.5
    pairs = [(ink, ground) for ink in (theme.ink, theme.muted) for ground in (theme.background, theme.panel)]
    pairs += [(theme.print, theme.gold), (theme.magic_hi, theme.magic_deep), (theme.gold, theme.king)]

    assert min(contrast(*pair) for pair in pairs) >= least
    # Large and bold texts such as powers and points need only three to one (WCAG 1.4.3).
    assert min(contrast(theme.gold_text, ground) for ground in (theme.background, theme.panel)) >= 3
    assert contrast(theme.print, theme.magic_hi) >= 4.5
    for faction in FACTIONS:
        side = theme.sides[faction]
        assert contrast(side.tint, side.deep) >= 4.5
        for state, needed in ((tiles.LIVE, 7), (tiles.OPEN, 4), (tiles.SPENT, 3)):
            facets = [tiles.facet_colour(side, edge, state) for edge in range(6)]
            assert min(contrast(theme.print, facet) for facet in facets) >= needed
        ground, ink = theme.active(side)
        assert contrast(ink, ground) >= 4.5


@every_theme
def test_coordinates_are_quiet_but_legible(theme: MonsterTheme) -> None:
    assert 2.5 <= contrast(theme.faint, theme.cell) < contrast(theme.muted, theme.cell)


@every_theme
def test_marks_stand_out_from_their_ground(theme: MonsterTheme) -> None:
    pairs = [(theme.ring, theme.slab), (theme.ring, theme.background), (theme.gold, theme.king)]
    pairs += [(theme.magic, theme.magic_deep), (theme.magic_text, theme.cell)]

    assert min(contrast(*pair) for pair in pairs) >= 3
