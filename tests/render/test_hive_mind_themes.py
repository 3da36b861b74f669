"""Measured colours of Hive Mind: kinds for every colour vision, honey and wax without colour, contrast."""

from itertools import combinations
from math import dist

import pytest

from render.hive_mind import cell_signs, grids, honeycomb, kinds, pips
from render.hive_mind.honeycomb import Face
from render.hive_mind.themes import THEMES, HiveTheme, comb_tones, older
from render.palette import MAX_COLOURS, get_palette
from render.theme import Colour
from tests.render.colour_vision import VISIONS, contrast, difference, on_a_phone_in_grey, seen

PITCH = 132
"""The pitch of a board's cells, in pixels."""
SMALL = 86
"""The pitch of hexes on cards and on the end card, in pixels."""
EXAMPLES = {"tri": "ABE", "arc": "EFH", "line": "HIJ"}
"""By kind: the letters of a shape with the same arrangement as the kind's sign."""
every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
every_vision = pytest.mark.parametrize("vision", VISIONS)


def cell(theme: HiveTheme, face: Face, pitch: int = PITCH) -> list[float]:
    """Return a cell without texts, in grey at a phone's size."""
    background = honeycomb.hex_background(theme, pitch, face.ground, face.mark, face.kind, theme.slab)
    return on_a_phone_in_grey(theme, background)


@every_theme
def test_what_is_drawn_is_in_the_palette(theme: HiveTheme) -> None:
    palette = get_palette(theme)
    drawn = [*theme.honey, *theme.full, *theme.dim, *theme.drained, *comb_tones(theme), theme.tapped, theme.tap_rim]
    drawn += [theme.ice, theme.ice_rim, theme.ice_ground, theme.pip, theme.honey_print, theme.wax, theme.floor]
    drawn += [colour for kind in kinds.KINDS for colour in (*theme.kinds[kind], *older(theme, kind))]
    found = [palette.colours[palette.nearest_index(colour)] for colour in drawn]

    assert len(palette.colours) <= MAX_COLOURS
    assert max(dist(one, other) for one, other in zip(drawn, found, strict=True)) <= 9


@every_vision
@every_theme
def test_kinds_stay_apart_by_colour(theme: HiveTheme, vision: str) -> None:
    mains = [seen(theme.kinds[kind].main, VISIONS[vision]) for kind in kinds.KINDS]

    # As for factions: ten times a just noticeable difference.
    assert min(dist(one, other) for one, other in combinations(mains, 2)) >= 24


@every_theme
def test_kinds_stay_apart_by_lightness_alone(theme: HiveTheme) -> None:
    lightness = [seen(theme.kinds[kind].main, VISIONS["full"])[0] for kind in kinds.KINDS]

    assert min(abs(one - other) for one, other in combinations(lightness, 2)) >= 8


@every_theme
def test_kinds_stay_apart_by_their_sign_alone(theme: HiveTheme) -> None:
    for draw in (
        lambda kind: kinds.bare_sign(theme, kind, theme.background),
        lambda kind: kinds.badge(theme, kind, 44, theme.background),
    ):
        grey = [on_a_phone_in_grey(theme, draw(kind)) for kind in kinds.KINDS]
        assert min(difference(one, other) for one, other in combinations(grey, 2)) >= 0.15


@every_theme
def test_a_kind_s_sign_and_its_example_lie_alike(theme: HiveTheme) -> None:
    grid = grids.fit_hive_grid(0, 400, 0)
    places = {each.letter: grid.centre(each.q, each.r) for each in honeycomb.CELLS}
    for kind in kinds.KINDS:
        shape = [places[letter] for letter in EXAMPLES[kind]]
        middle = [sum(part) / 3 for part in zip(*shape, strict=True)]
        sign = sorted((round(x, 1), round(y, 1)) for x, y in kinds.SIGNS[kind])
        centre = [sum(part) / 3 for part in zip(*kinds.SIGNS[kind], strict=True)]
        example = sorted(
            (round((x - middle[0]) / grid.pitch + centre[0], 1), round((y - middle[1]) / grid.pitch + centre[1], 1))
            for x, y in shape
        )
        assert max(dist(one, other) for one, other in zip(sign, example, strict=True)) <= 0.15


@every_theme
def test_hexes_stay_apart_without_colour(theme: HiveTheme) -> None:
    """Full, paid out, closed, with a ring for a tap, and with gold for a score."""
    faces = [Face(), Face(honeycomb.PAID), Face(honeycomb.CLOSED), Face(mark=honeycomb.CANDIDATE, kind="arc")]
    grey = [cell(theme, face) for face in faces]

    assert min(difference(one, other) for one, other in combinations(grey[:3], 2)) >= 0.1
    scored = [cell(theme, face, SMALL) for face in (Face(mark=honeycomb.SCORED), Face(honeycomb.DRAINED))]
    assert difference(*scored) >= 0.1


@every_vision
@every_theme
def test_what_can_be_tapped_stands_out_from_what_cannot(theme: HiveTheme, vision: str) -> None:
    lightness = [seen(colour, VISIONS[vision])[0] for colour in (theme.full.face, theme.dim.face, theme.tapped)]

    assert lightness[0] - lightness[1] >= 20
    assert lightness[2] - lightness[0] >= 10


@every_theme
def test_numbers_of_shapes_stay_apart_by_their_pips(theme: HiveTheme) -> None:
    """An odd number has a pip in the middle."""
    for count in range(1, 8):
        spots = pips.places(count)
        assert len({*spots}) == count
        assert ((0.0, 0.0) in spots) == (count % 2 == 1)
        radius = pips.DENSE_RADIUS if count == 7 else pips.RADIUS
        assert count == 1 or min(dist(one, other) for one, other in combinations(spots, 2)) >= 2 * radius
        plate = pips.plate(theme, 125, count, theme.pip, theme.honey_print, theme.full.face)
        assert plate.plane.width <= 0.7 * 125
        assert plate.plane.height <= 0.45 * 125


@every_theme
def test_the_place_of_an_eye_tells_the_kind_without_colour(theme: HiveTheme) -> None:
    assert min(dist(one, other) for one, other in combinations(cell_signs.EYE_PLACES.values(), 2)) >= 0.2
    assert cell_signs.eye(theme, PITCH * grids.FIELD, "tri").plane.width >= 0.02 * 1200


def text_pairs(theme: HiveTheme) -> list[tuple[Colour, Colour]]:
    """Return the (ink, ground) pairs of the texts that players need for their decisions."""
    pairs = [(ink, ground) for ink in (theme.ink, theme.muted) for ground in (theme.background, theme.panel)]
    pairs += [(theme.notice_ink, theme.notice), (theme.notice_ink, theme.honey_print), (theme.ink, theme.cell)]
    pairs += [(kinds.bright(theme), theme.kinds[kind].ground) for kind in kinds.KINDS]
    pairs += [(theme.ice, theme.ice_ground), (theme.print, theme.ice), (kinds.bright(theme), theme.notice)]
    found = [honeycomb.text_colours(theme, Face(each)) for each in (honeycomb.FULL, honeycomb.PAID, honeycomb.TAPPED)]
    pairs += [(ink, ground) for ground, ink, _ in found]
    pairs += [(theme.pip, theme.honey_print), (theme.honey[5], theme.honey_print), (theme.honey[4], theme.notice)]
    return pairs


@every_theme
def test_texts_stand_out_from_their_ground(theme: HiveTheme) -> None:
    assert min(contrast(*pair) for pair in text_pairs(theme)) >= 4.5


@every_theme
def test_large_and_quiet_texts_stand_out_from_their_ground(theme: HiveTheme) -> None:
    """They are large and bold, or not essential: three to one is enough (WCAG 1.4.3)."""
    grounds = (honeycomb.DRAINED, honeycomb.CLOSED, honeycomb.COVERED, honeycomb.DIM)
    pairs = [honeycomb.text_colours(theme, Face(ground, kind="arc"))[1::-1] for ground in grounds]
    pairs += [honeycomb.text_colours(theme, Face(ground))[::2] for ground in (honeycomb.FULL, honeycomb.PAID)]
    pairs += [(theme.gold_text, theme.background), (theme.faint, theme.background)]
    pairs += [(theme.kinds[kind].main, theme.kinds[kind].ground) for kind in kinds.KINDS]
    pairs += [
        (theme.print, colour) for colour in (theme.honey[3], theme.blow, *(kind.main for kind in theme.kinds.values()))
    ]

    assert min(contrast(*pair) for pair in pairs) >= 3
