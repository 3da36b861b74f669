"""Measured colours of Hive Mind: kinds for every colour vision, honey and wax without colour, contrast."""

from itertools import combinations, pairwise
from math import dist

import pytest

from render.hive_mind import honeycomb, kinds, notes
from render.hive_mind.honeycomb import Face
from render.hive_mind.themes import THEMES, HiveTheme, calm, comb_tones
from render.palette import MAX_COLOURS, drained_colour, get_palette, rim_colour
from render.theme import Colour
from tests.render.colour_vision import VISIONS, contrast, difference, on_a_phone_in_grey, seen

PITCH = 132
"""The pitch of a board's cells, in pixels."""
SMALL = 86
"""The pitch of cells on the note sheet and the end card, in pixels."""
every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
every_vision = pytest.mark.parametrize("vision", VISIONS)


def cell(theme: HiveTheme, face: Face, pitch: int = PITCH) -> list[float]:
    """Return a cell without texts, in grey at a phone's size."""
    background = honeycomb.hex_background(theme, pitch, face.ground, face.mark, face.kind, face.level)
    return on_a_phone_in_grey(theme, background)


@every_theme
def test_what_is_drawn_of_honey_is_in_the_palette(theme: HiveTheme) -> None:
    palette = get_palette(theme)
    drawn = [*theme.honey, *map(drained_colour, theme.honey), *comb_tones(theme), calm(theme)]
    drawn += [rim_colour(theme, honey) for honey in theme.honey]
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
        lambda kind: kinds.chip(theme, kind, 2, theme.background),
        lambda kind: kinds.badge(theme, kind, 44, theme.background),
    ):
        grey = [on_a_phone_in_grey(theme, draw(kind)) for kind in kinds.KINDS]
        assert min(difference(one, other) for one, other in combinations(grey, 2)) >= 0.15


@every_theme
def test_a_kind_s_sign_and_its_example_lie_alike(theme: HiveTheme) -> None:
    grid = honeycomb.fit_hive_grid(0, 400, 0)
    places = {each.letter: grid.centre(each.q, each.r) for each in honeycomb.CELLS}
    for kind in kinds.KINDS:
        shape = [places[letter] for letter in kinds.EXAMPLES[kind]]
        middle = [sum(part) / 3 for part in zip(*shape, strict=True)]
        sign = sorted((round(x, 1), round(y, 1)) for x, y in kinds.SIGNS[kind])
        centre = [sum(part) / 3 for part in zip(*kinds.SIGNS[kind], strict=True)]
        example = sorted(
            (round((x - middle[0]) / grid.pitch + centre[0], 1), round((y - middle[1]) / grid.pitch + centre[1], 1))
            for x, y in shape
        )
        assert max(dist(one, other) for one, other in zip(sign, example, strict=True)) <= 0.15


@every_vision
@every_theme
def test_more_shapes_make_brighter_honey(theme: HiveTheme, vision: str) -> None:
    lightness = [seen(honey, VISIONS[vision])[0] for honey in theme.honey]

    assert all(other - one >= 5 for one, other in pairwise(lightness))


@every_theme
def test_full_empty_and_marked_cells_stay_apart_without_colour(theme: HiveTheme) -> None:
    faces = [Face(), Face(honeycomb.CLEARED), Face(mark=honeycomb.LOOKED, kind="arc")]
    faces.append(Face(mark=honeycomb.COVERED, kind="arc"))
    grey = [cell(theme, face) for face in faces]

    assert min(difference(one, other) for one, other in combinations(grey, 2)) >= 0.1


@every_theme
def test_cells_that_scored_stay_apart_without_colour(theme: HiveTheme) -> None:
    for level in (1, 3, 5):
        scored = cell(theme, Face(mark=honeycomb.SCORED, level=level), SMALL)
        other = cell(theme, Face(honeycomb.DRAINED, level=level), SMALL)
        assert difference(scored, other) >= 0.1


def text_pairs(theme: HiveTheme) -> list[tuple[Colour, Colour]]:
    """Return the (ink, ground) pairs of the texts that players need for their decisions."""
    pairs = [(ink, ground) for ink in (theme.ink, theme.muted) for ground in (theme.background, theme.panel)]
    pairs += [(theme.notice_ink, theme.notice), (theme.wax_ink, theme.floor), (theme.ink, calm(theme))]
    pairs += [(kinds.bright(theme), theme.kinds[kind].ground) for kind in kinds.KINDS]
    faces = [Face(level=level) for level in range(len(theme.honey))]
    for ground, ink, _ in (honeycomb.text_colours(theme, face) for face in faces):
        pairs.append((ink, ground))
    return pairs


@every_theme
def test_texts_stand_out_from_their_ground(theme: HiveTheme) -> None:
    assert min(contrast(*pair) for pair in text_pairs(theme)) >= 4.5


@every_theme
def test_large_and_quiet_texts_stand_out_from_their_ground(theme: HiveTheme) -> None:
    """They are large and bold, or not essential: three to one is enough (WCAG 1.4.3)."""
    faces = [Face(honeycomb.DRAINED, level=level) for level in (1, 3, 5)]
    pairs = [honeycomb.text_colours(theme, face)[:2] for face in faces]
    every = [Face(level=level) for level in range(len(theme.honey))] + [Face(honeycomb.CLEARED)]
    pairs += [honeycomb.text_colours(theme, face)[::2] for face in every]
    pairs += [(theme.gold_text, theme.background), (theme.faint, theme.background)]
    pairs += [(theme.kinds[kind].main, theme.kinds[kind].ground) for kind in kinds.KINDS]
    pairs += [
        (theme.print, colour) for colour in (theme.honey[3], theme.blow, *(kind.main for kind in theme.kinds.values()))
    ]

    assert min(contrast(*pair) for pair in pairs) >= 3


def test_a_chance_is_the_brighter_the_likelier_and_has_its_number() -> None:
    faces = [notes.face(share) for share in ("–", "1", "20", "30", "45", "60", "99", "100")]

    assert [face.middle for face in faces] == ["–", "1", "20", "30", "45", "60", "99", "100"]
    assert faces[0].ground == honeycomb.CLEARED
    assert [face.level for face in faces[1:]] == [0, 1, 2, 3, 4, 5, 5]
    assert [face.mark for face in faces[1:]] == [""] * 6 + [honeycomb.SCORED]
