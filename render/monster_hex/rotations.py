"""The picture of all rotations of a tile on a hex: a numbered card for each, with neighbours, points and effect.

It is private to the tile's owner. All six fit on a phone's screen: three in a row, or two if two or four share the
whole width.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from engine.monster_hex.content import layout
from engine.monster_hex.preview import list_matches
from engine.monster_hex.view import View
from render import header, text
from render.header import Box
from render.hexes import HEX_HEIGHT, ROW_DISTANCE, Grid, neighbours
from render.monster_hex import board, ground, naming, preview, prospects, tiles
from render.monster_hex.contests import stone_at
from render.monster_hex.hand import ASIDE
from render.monster_hex.rotation_names import format_rotations, rotation_effects
from render.picture import ALT_LIMIT, MARGIN, WIDTH, Sheet
from render.sprites import Letter, Sketch, Sprite, without_ground
from render.text import Style, pluralize
from render.theme import Theme

GAP = 8
EFFECT = Style(30, 650)
SMALLEST_EFFECT = 24
MOST_LINES = 3
LINE, PAD = 36, 14
"""The height of a line of text below a rotation, and the padding at both sides of a card, in pixels."""
NUMBER = Style(36, 850)
NUMBER_SIZE = 54
TOP, FOOT = 22, 18
NO_HEXES_ABOVE = 48
"""The height added to a card if no hexes lie above the tile, in pixels. Otherwise the number and the points stand in
the free corners beside those hexes."""
SLAB = 8
"""The difference in width between the slab with its rim and the hex on it, in pixels."""
OVERHANG = SLAB // 2 - ground.RIM
PITCH, WIDER_PITCH = 128, 190
"""The pitch of the hexes in pixels with three cards in a row, and with two.

The edges of a card cut off parts of the left and right neighbours.
"""
CUT = 60
"""The maximum width that a card's edge cuts off the hex to the left or right of the tile, in pixels."""

Near = Mapping[str, tuple[int, int]]
"""By label: the axial offset from a hex, for the hex itself and each of its neighbours on the board."""


def draw(view: View, labels: Sequence[str], action: str, theme: Theme) -> tuple[Sheet, str]:
    """Draw all rotations for the action `place TILE HEX`; return the sheet with its alt text.

    Raises ValueError for anything else.
    """
    tile, label = preview.parse_place(view, action)
    turns = preview.rotations(view, tile, label)
    where = _neighbourhood(view, label)
    effects = rotation_effects(view, tile, label, turns)
    columns = count_columns(len(turns))
    lines = {turn: _lines(effect, columns) for turn, effect in effects.items()}
    boxes = _boxes(len(turns), where, max(map(len, lines.values())))
    sheet = Sheet(theme, boxes[-1].bottom + MARGIN)
    title = f"{naming.tile_name(tile)} on {label}: which way?"
    header.draw_title(sheet, title, ASIDE, pluralize(len(turns), "way"))
    for number, (turn, box) in enumerate(zip(turns, boxes, strict=True), 1):
        _draw_card(sheet, view, (tile, label, turn), where, box, _pitch(columns))
        _write_card(sheet, view, (tile, label, turn), number, box)
        _write_lines(sheet, lines[turn], box)
    return sheet, _alt_text(view, tile, label, effects)


def count_columns(ways: int) -> int:
    """Return the number of cards in a row for a number of ways, so that full rows take the whole width."""
    return 2 if ways in (1, 2, 4) else 3


def _pitch(columns: int) -> int:
    return WIDER_PITCH if columns == 2 else PITCH


def _width(columns: int) -> int:
    return (WIDTH - 2 * MARGIN - (columns - 1) * GAP) // columns


def _lines(effect: str, columns: int) -> list[str]:
    """Return the effect of a rotation in at most `MOST_LINES` lines.

    The last line takes the rest of the text; it is drawn in a smaller font if it is too wide.
    """
    lines = text.wrap(f"{effect[0].upper()}{effect[1:]}", EFFECT, _width(columns) - 2 * PAD)
    return [*lines[: MOST_LINES - 1], " ".join(lines[MOST_LINES - 1 :])] if len(lines) > MOST_LINES else lines


def _boxes(count: int, where: Near, lines: int) -> list[Box]:
    """Return the boxes of the cards in rows; a single one is centred.

    `where` are the hexes that a card shows, `lines` is the number of lines of text below them.
    """
    columns = count_columns(count)
    width, height = _width(columns), _top(where) + _rows_height(where, _pitch(columns)) + lines * LINE + FOOT
    first = MARGIN if count > 1 else (WIDTH - width) // 2
    places = [
        (first + index % columns * (width + GAP), header.HEIGHT + index // columns * (height + GAP))
        for index in range(count)
    ]
    return [Box(x, y, x + width, y + height) for x, y in places]


def _top(where: Near) -> int:
    return TOP + NO_HEXES_ABOVE * all(down >= 0 for _, down in where.values())


def _rows_height(where: Near, pitch: int) -> int:
    rows = [down for _, down in where.values()]
    return round(pitch * (HEX_HEIGHT + (max(rows) - min(rows)) * ROW_DISTANCE)) + SLAB


def _draw_card(sheet: Sheet, view: View, placement: tuple[str, str, int], where: Near, box: Box, pitch: int) -> None:
    theme, width, height = sheet.theme, box.right - box.left, box.bottom - box.top
    label = placement[1]
    captures = prospects.placement_forecast(view, *placement)
    after = preview.place_tile(view, *placement, captures)
    above = min(down for _, down in where.values())
    top = box.top + _top(where) + SLAB // 2 + round(pitch * (HEX_HEIGHT / 2 - above * ROW_DISTANCE))
    centre = (box.left + box.right) // 2, top
    grid = Grid(pitch, 0, 0)
    panel = header.panel(theme, width, height, theme.panel, theme.panel, 2)
    sheet.paste(panel, (box.left + box.right) // 2, (box.top + box.bottom) // 2)
    beside = [(x, box.top) for x in (box.left - CUT, box.right)]
    kept = [sheet.plane.crop((x, y, x + CUT, y + height)) for x, y in beside]
    sheet.paste(_slab(theme, pitch, tuple(where.values())), *centre)
    stones = {stone_at(view, capture.stone) for capture in captures}
    for at, sprite in board.hex_sprites(after, theme, pitch, where, stones, (label,), theme.gold):
        x, y = grid.centre(*where[at])
        sheet.paste(sprite, centre[0] + x, centre[1] + y)
    sheet.paste(tiles.ring(theme, pitch, theme.ring, board.NEWEST), *centre)
    for match in list_matches(view, *placement):
        x, y = grid.point_towards(0, 0, match.edge, 0.5)
        sheet.paste(preview.match_link(theme, pitch, match.edge), centre[0] + x, centre[1] + y)
    for strip, at in zip(kept, beside, strict=True):
        sheet.plane.paste(strip, at)


def _neighbourhood(view: View, label: str) -> Near:
    """Return the hex with a label and its neighbours on the board, with their axial offsets from the hex."""
    places = {(place.q, place.r): place.label for place in layout(view.board).places}
    ((q, r),) = [at for at, name in places.items() if name == label]
    return {places[at]: (at[0] - q, at[1] - r) for at in ((q, r), *neighbours(q, r)) if at in places}


@lru_cache(maxsize=4)
def _slab(theme: Theme, pitch: int, places: Sequence[tuple[int, int]]) -> Sprite:
    """Return the slab under a hex and its neighbours (axial offsets `places`), centred on the hex."""
    half_width, half_height = round(pitch * 1.5) + SLAB, round(pitch * (HEX_HEIGHT / 2 + ROW_DISTANCE)) + SLAB
    grid = Grid(pitch, half_width, half_height)
    plane = ground.draw_slab(theme, theme.panel, grid, places, (2 * half_width, 2 * half_height), OVERHANG, 0)
    return without_ground(Sprite(plane, None, half_width, half_height, ()), theme, theme.panel)


def _write_card(sheet: Sheet, view: View, placement: tuple[str, str, int], number: int, box: Box) -> None:
    """Write the number of a rotation and the viewer's points in the upper corners of its card."""
    theme, gain = sheet.theme, prospects.gain_text(view, placement)
    sprite = _number(theme, number)
    sheet.paste_over(sprite, box.left + PAD + NUMBER_SIZE // 2, box.top + PAD + NUMBER_SIZE // 2)
    if gain and gain != "+0":
        sprite = header.gain_badge(theme, gain, theme.gold, theme.panel)
        sheet.paste(sprite, box.right - 10 - sprite.plane.width + sprite.centre_x, box.top + 32)


@lru_cache(maxsize=16)
def _number(theme: Theme, number: int) -> Sprite:
    """Return a disc with the number of a rotation; the button for that rotation has the same number."""
    sketch = Sketch(theme, NUMBER_SIZE, NUMBER_SIZE, theme.panel)
    sketch.circle(0, 0, NUMBER_SIZE / 2, theme.ink)
    return without_ground(sketch.finish([Letter(str(number), NUMBER, 0, 0, theme.background)]), theme, theme.panel)


def _write_lines(sheet: Sheet, lines: Sequence[str], box: Box) -> None:
    """Write the lines about the effect of a rotation at the bottom of its card."""
    theme, room = sheet.theme, box.right - box.left - 2 * PAD
    for number, line in enumerate(lines):
        line, style = text.fit(line, EFFECT, room, SMALLEST_EFFECT)
        y = box.bottom - FOOT - 10 - (len(lines) - 1 - number) * LINE
        sheet.write(line, style, (box.left + box.right) // 2, y, theme.ink, theme.panel, "m")


def _alt_text(view: View, tile: str, label: str, effects: Mapping[int, str]) -> str:
    name = naming.tile_name(tile)
    described = f"The {name} on {label}, only for you. {format_rotations(view, tile, label, effects)}"
    return text.truncate_to_text_board(described, ALT_LIMIT)
