"""Boards of the first rounds light where one may place; stones and ways of Monster Hex use their room."""

import pytest
from msgspec.structs import replace

from engine.connect_four.preview import open_columns
from engine.monster_hex.content import FACTIONS, layout
from engine.monster_hex.preview import find_placements
from render import painter, text
from render.connect_four import PAINTER, marks
from render.hexes import neighbours
from render.monster_hex import board, rotations, stones
from render.monster_hex.gems import Gem, gem_letters
from render.monster_hex.openings import LIT_ROUNDS, open_hexes
from render.monster_hex.tiles import field_sketch, width_of
from render.picture import MARGIN, WIDTH
from tests.kits.painters import sheet_of
from tests.render import connect_four_samples
from tests.render import monster_hex_samples as samples

PAINT = painter("monster_hex")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_rounds_light_every_hex_beside_a_monster_and_no_hand_is_betrayed(seats: int) -> None:
    for views in samples.played(seats, seats):
        public, lit = views[-1], open_hexes(views[-1])
        if public.phase != "place" or public.round > LIT_ROUNDS:
            assert lit == ()
            continue
        assert all(open_hexes(view) == lit for view in views)
        places = {place.label: (place.q, place.r) for place in layout(seats).places}
        beside = {at for monster in public.monsters for at in neighbours(*places[monster.label])}
        cells = [cell for cell in layout(seats).cells if cell.label not in {each.label for each in public.monsters}]
        assert set(lit) == {
            cell.label for cell in cells if ((cell.q, cell.r) in beside if public.monsters else cell.start)
        }
        own = views[public.actors[0]]
        fits = {label for tile in own.hand or () for label in find_placements(own, tile)}
        assert not public.monsters or not fits & {*places} - set(lit) or fits == {cell.label for cell in cells}
        assert f"first tile: {' '.join(lit)}." in PAINT.board(public, samples.NAMES).alt
        later = replace(public, round=LIT_ROUNDS + 1)
        early, late = (sheet_of(PAINT.board, view, samples.NAMES).plane for view in (public, later))
        grid = board.public_layout(public).grid
        for cell in cells:
            x, y = grid.centre(cell.q, cell.r)
            spot = x + round(grid.pitch * 0.4), y
            assert (early.getpixel(spot) != late.getpixel(spot)) == (cell.label in lit)


def test_the_first_turns_light_the_squares_where_a_monster_lands() -> None:
    turns = set[int]()
    for views in connect_four_samples.played("standard", 1):
        view = views[2]
        lit = marks.open_squares(view)
        if not view.actors or not 0 < view.turn <= marks.LIT_TURNS:
            assert lit == ()
            continue
        turns.add(view.turn)
        assert tuple(square[0] for square in lit) == open_columns(view)
        assert f"lands: {' '.join(lit)}." in PAINTER.board(view, connect_four_samples.NAMES).alt
    assert len(turns) == marks.LIT_TURNS


@pytest.mark.parametrize("faction", FACTIONS)
def test_gems_carry_the_letter_of_their_faction_and_nobodys_none(faction: str) -> None:
    theme = PAINT.theme("dark")

    assert [letter.text for letter in gem_letters(theme, Gem(6, faction, 50, 0, 0))] == ["6", faction[0].upper()]
    assert [letter.text for letter in gem_letters(theme, Gem(2, "none", 50, 0, 0))] == ["2"]


@pytest.mark.parametrize("powers", [(), ((10, "blue"), (9, "red"))], ids=["nobody", "powers"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_hexes_left_stay_inside_the_frame_of_their_stone(seats: int, powers: stones.Powers) -> None:
    theme, pitch = PAINT.theme("dark"), board.build_layout(samples.view(seats, 4)).grid.pitch
    worth = ((7, "red"), (4, "green"))
    letters = [
        *stones.paint_large(field_sketch(theme, pitch, theme.slab), pitch, "Jade Lord Stone", worth, powers, 6, False),
        *stones.paint_small(field_sketch(theme, pitch, theme.slab), pitch, "A1", 1, powers, 6),
    ]
    told = [letter for letter in letters if letter.text == "6 left"]

    assert len(told) == 2
    for letter in told:
        half, low = text.width(letter.text, letter.style) / 2, letter.y + letter.style.size * 0.36
        # The lower sides of the hexagon run from the widest place to the lower corner.
        corner = width_of(pitch) / 3**0.5
        assert half <= width_of(pitch) / 2 * min(1, (corner - low) / (corner / 2))


@pytest.mark.parametrize("ways", [2, 3, 4, 5, 6])
def test_the_picture_of_the_ways_uses_the_whole_width(ways: int) -> None:
    boxes = rotations._boxes(ways, 400)

    assert boxes[0].left == MARGIN
    assert WIDTH - MARGIN - 3 <= max(box.right for box in boxes) <= WIDTH - MARGIN
