"""The picture of all ways to turn a tile on a hex: a numbered card for each, with its neighbours, points and powers.

It is private to the tile's owner. All six fit on a phone's screen with the buttons below them. The page's text names
the tile and the hex, so the picture has no headline.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.monster_hex.content import Stone, layout
from engine.monster_hex.preview import Forecast, list_matches, powers_at_stones
from engine.monster_hex.view import View
from language.messages import _, list_and, ngettext
from render import header, text
from render.header import Box
from render.hexes import Grid, neighbours
from render.monster_hex import board, ground, naming, preview, prospects, tiles
from render.monster_hex.contests import find_contests, stone_at
from render.monster_hex.rotation_names import format_rotations, rotation_effects
from render.monster_hex.stones import last_word
from render.picture import ALT_LIMIT, MARGIN, WIDTH, Sheet
from render.sprites import Letter, Sketch, Sprite, compose, without_ground
from render.text import Style, Written
from render.theme import Theme

GAP = 8
BORDER = 3
LINE, PAD = 42, 14
"""The height of a line of text below a way, and the padding around the text, in pixels."""
WORDS = Style(33, 700)
SMALLEST_WORDS = 28
NUMBER = Style(54, 850)
NUMBER_SIZE = 76
TALLEST = 1230
"""The maximum height in pixels, so that the ways and their buttons share a phone's screen."""
MOST_COLUMNS = 3
PITCH = 232
"""The largest pitch of the hexes in pixels. The edges of a card cut off parts of the neighbours, but not of stones."""
REACH, WHOLE = 0.88, 1.44
"""The distance from the tile's centre to the upper and lower edge of the art, as a share of the pitch.

A single row of cards has room for whole neighbours.
"""
ALONE = 0.62
"""The same distance on a side without neighbours."""

Near = Mapping[str, tuple[int, int]]
"""By label: the axial offset from a hex, for the hex itself and each of its neighbours on the board."""


class Window(NamedTuple):
    """The part of the board that each card shows, in pixels: pitch, size, and the place of the tile's centre in it."""

    pitch: int
    width: int
    height: int
    x: int
    y: int


def draw(view: View, labels: Sequence[str], action: str, theme: Theme) -> tuple[Sheet, str]:
    """Draw all rotations for the action `place TILE HEX`; return the sheet with its alt text.

    Raises ValueError for anything else.
    """
    tile, label = preview.parse_place(view, action)
    turns = preview.rotations(view, tile, label)
    captures = {turn: prospects.placement_forecast(view, tile, label, turn) for turn in turns}
    where = find_neighbourhood(view, label)
    columns = count_columns(len(turns))
    lines = {turn: _lines(view, (tile, label, turn), captures[turn], columns) for turn in turns}
    stones = list_stones(view, where)
    rows = -(-len(turns) // columns)
    words = max(NUMBER_SIZE, LINE * max(map(len, lines.values()))) + 2 * PAD
    size = _width(columns) - 2 * BORDER, (TALLEST - 2 * MARGIN - (rows - 1) * GAP) // rows - words - BORDER
    window = fit_window(where, stones, size, WHOLE if rows == 1 else REACH)
    boxes = _boxes(len(turns), window.height + words + BORDER)
    sheet = Sheet(theme, boxes[-1].bottom + MARGIN)
    for number, (turn, box) in enumerate(zip(turns, boxes, strict=True), 1):
        panel = header.panel(theme, box.right - box.left, box.bottom - box.top, theme.panel, theme.panel, BORDER)
        sheet.paste(panel, (box.left + box.right) // 2, (box.top + box.bottom) // 2)
        art = _art(view, theme, (tile, label, turn), captures[turn], where, window)
        sheet.paste(art, box.left + BORDER + window.x, box.top + BORDER + window.y)
        _write(sheet, number, lines[turn], box, box.bottom - words // 2)
    return sheet, _alt_text(view, tile, label, turns)


def count_columns(ways: int) -> int:
    """Return the number of cards in a row for a number of ways, so that full rows take the whole width."""
    return 2 if ways in (1, 2, 4) else MOST_COLUMNS


def _width(columns: int) -> int:
    return (WIDTH - 2 * MARGIN - (columns - 1) * GAP) // columns


def _boxes(count: int, height: int) -> list[Box]:
    """Return the boxes of the cards in rows; a single one is centred."""
    columns = count_columns(count)
    width = _width(columns)
    first = MARGIN if count > 1 else (WIDTH - width) // 2
    places = [
        (first + index % columns * (width + GAP), MARGIN + index // columns * (height + GAP)) for index in range(count)
    ]
    return [Box(x, y, x + width, y + height) for x, y in places]


def find_neighbourhood(view: View, label: str) -> Near:
    """Return the hex with a label and its neighbours on the board, with their axial offsets from the hex."""
    places = {(place.q, place.r): place.label for place in layout(view.board).places}
    ((q, r),) = [at for at, name in places.items() if name == label]
    return {places[at]: (at[0] - q, at[1] - r) for at in ((q, r), *neighbours(q, r)) if at in places}


def list_stones(view: View, where: Near) -> tuple[tuple[int, int], ...]:
    """Return the offsets of the stones in a neighbourhood, temporary ones included."""
    labels = {stone.label for stone in (*layout(view.board).stones, *view.temporary)}
    return tuple(at for label, at in where.items() if label in labels)


def fit_window(where: Near, stones: Sequence[tuple[int, int]], size: tuple[int, int], reach: float) -> Window:
    """Return the window on a neighbourhood, in which the tile and the stones beside it are whole.

    `size` is its width and its maximum height. A side of the tile without any neighbours gets less room than `reach`.
    """
    near = [(q + r / 2, r) for q, r in ((0, 0), *stones)]
    left, right = (max(sign * x for x, _ in near) + 0.5 for sign in (-1, 1))
    across = [2 * q + r for q, r in where.values()]
    down = [r for _, r in where.values()]
    above, below = (
        WHOLE if stone else reach if each else ALONE
        for stone, each in ((any(sign * y > 0 for _, y in near), any(sign * r > 0 for r in down)) for sign in (-1, 1))
    )
    width, height = size
    pitch = min(PITCH, int(width / (left + right)), int(height / (above + below)))
    x = width // 2 + pitch // 2 * ((max(across) == 0) - (min(across) == 0))
    x = min(max(x, round(left * pitch)), round(width - right * pitch))
    return Window(pitch, width, round(pitch * (above + below)), x, round(pitch * above))


def _art(
    view: View,
    theme: Theme,
    placement: tuple[str, str, int],
    captures: Sequence[Forecast],
    where: Near,
    window: Window,
) -> Sprite:
    """Return the tile and its neighbours after a placement, cut off at the window; the tile is at the centre."""
    after, label = preview.place_tile(view, *placement, captures), placement[1]
    stones = {stone_at(view, capture.stone) for capture in captures}
    grid = Grid(window.pitch, 0, 0)
    parts = [
        (sprite, *grid.centre(*where[at]))
        for at, sprite in board.hex_sprites(after, theme, window.pitch, where, stones, (label,), theme.gold)
    ]
    parts.append((tiles.ring(theme, window.pitch, theme.ring, board.NEWEST), 0, 0))
    parts += [
        (preview.match_link(theme, window.pitch, match.edge), *grid.point_towards(0, 0, match.edge, 0.5))
        for match in list_matches(view, *placement)
    ]
    art = compose(_slab(theme, window, tuple(where.values())), parts, theme, ())
    return art._replace(written=tuple(written for written in art.written if _is_inside(written, window)))


def _is_inside(written: Written, window: Window) -> bool:
    across, down = (written.left, written.right), (written.top, written.bottom)
    return all(0 <= x + window.x <= window.width for x in across) and all(
        0 <= y + window.y <= window.height for y in down
    )


@lru_cache(maxsize=4)
def _slab(theme: Theme, window: Window, places: Sequence[tuple[int, int]]) -> Sprite:
    """Return the slab under a hex and its neighbours (axial offsets `places`), as far as the window shows it."""
    grid, size = Grid(window.pitch, window.x, window.y), (window.width, window.height)
    plane = ground.draw_slab(theme, theme.panel, grid, places, size, ground.OVERHANG, 0)
    return Sprite(plane, None, window.x, window.y, ())


def _lines(
    view: View, placement: tuple[str, str, int], captures: Sequence[Forecast], columns: int
) -> list[tuple[str, bool]]:
    """Return the lines below a way, and whether each is gold: the viewer's points, then the powers added at stones.

    In fewer than `MOST_COLUMNS` there is room for the totals at the stone, as on the stone itself.
    A tile that faces no stone has the powers that match its neighbours instead.
    """
    lines: list[tuple[str, bool]] = []
    if captures:
        gain = prospects.expected_gain(view, captures)
        words = ngettext("+{number} point", "+{number} points", gain) if gain else _("no points")
        lines.append((words, bool(gain)))
    contests = find_contests(preview.place_tile(view, *placement, ()))
    totals = {stone.label: ":".join(str(total) for _, total in each.powers) for stone, each in contests.items()}
    powers = [
        _format_power(stone_at(view, stone), power, _width(columns) - 3 * PAD - NUMBER_SIZE)
        + (f" ({totals[stone]})" if columns < MOST_COLUMNS and totals[stone] != str(power) else "")
        for stone, power in powers_at_stones(view, *placement)
    ]
    matches = [str(match.power) for match in list_matches(view, *placement)]
    told = powers or ([_("matches {powers}", powers=list_and(matches))] if matches else [])
    return [*lines, *((line, False) for line in told)]


def _format_power(stone: Stone, power: int, room: int) -> str:
    """Format a power added at a stone; the stone has its short name if that of the board is wider than `room`."""
    told = f"+{power} {naming.stone_name(stone)}"
    if text.width(told, WORDS._replace(size=SMALLEST_WORDS)) <= room:
        return told
    return f"+{power} {last_word(stone.short_name) if stone.large else stone.label}"


def _write(sheet: Sheet, number: int, lines: Sequence[tuple[str, bool]], box: Box, middle: int) -> None:
    """Write the number of a way and, beside it, the lines about it; `middle` is their vertical centre."""
    theme = sheet.theme
    sheet.paste(_number(theme, number), box.left + PAD + NUMBER_SIZE // 2, middle)
    left, y = box.left + 2 * PAD + NUMBER_SIZE, middle - LINE * len(lines) // 2 + LINE * 3 // 4
    for index, (line, is_gold) in enumerate(lines):
        line, style = text.fit(line, WORDS, box.right - PAD - left, SMALLEST_WORDS)
        ink = theme.gold_text if is_gold else theme.ink
        sheet.write(line, style, left, y + index * LINE, ink, theme.panel)


@lru_cache(maxsize=16)
def _number(theme: Theme, number: int) -> Sprite:
    """Return a disc with the number of a rotation; the button for that rotation has the same number."""
    sketch = Sketch(theme, NUMBER_SIZE, NUMBER_SIZE, theme.panel)
    sketch.circle(0, 0, NUMBER_SIZE / 2, theme.ink)
    return without_ground(sketch.finish([Letter(str(number), NUMBER, 0, 0, theme.background)]), theme, theme.panel)


def _alt_text(view: View, tile: str, label: str, turns: Sequence[int]) -> str:
    effects = rotation_effects(view, tile, label, turns)
    described = _("The {monster} on {hex}, only for you.", monster=naming.tile_name(tile), hex=label)
    return text.truncate_to_text_board(f"{described} {format_rotations(view, tile, label, effects)}", ALT_LIMIT)
