"""All rotations of a tile on a hex side by side, each with its neighbours and points. Private to the tile's owner."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from engine.monster_hex.content import layout
from engine.monster_hex.preview import matches
from engine.monster_hex.view import View
from render import header, text
from render.header import Box
from render.hexes import HEX_HEIGHT, ROW_DISTANCE, Grid, neighbours
from render.monster_hex import alt_text, board, ground, preview, prospects, tiles
from render.monster_hex.contests import stone_at
from render.monster_hex.hand import ASIDE
from render.monster_hex.rotation_names import rotation_names
from render.picture import ALT_LIMIT, MARGIN, WIDTH, Sheet
from render.sprites import Sprite, without_ground
from render.text import Style, pluralize
from render.theme import Theme

COLUMNS = 2
GAP = 18
NAME = Style(36, 750)
SMALL_NAME = Style(28, 700)
BADGE_ROOM = 110
"""The room of the badge with the points, in pixels."""
MATCHES = Style(28, 550)
TOP, FOOT = 64, 62
SLAB = 20
"""How much wider than its hex the slab with its rim is, in pixels."""
OVERHANG = SLAB // 2 - ground.RIM

Near = Mapping[str, tuple[int, int]]
"""A hex and its neighbours, by their axial distance from it."""


def draw(view: View, labels: Sequence[str], action: str, theme: Theme) -> tuple[Sheet, str]:
    """The rotations for `place TILE HEX`, and the alt text. Raises ValueError for anything else."""
    tile, label = preview.parse_place(view, action)
    turns = preview.rotations(view, tile, label)
    where = _near(view, label)
    names = rotation_names(view, tile, label, turns)
    boxes = _boxes(len(turns), where)
    sheet = Sheet(theme, boxes[-1].bottom + MARGIN)
    name = alt_text.tile_name(tile)
    title = f"{name} on {label}: which way?"
    header.draw_title(sheet, title, ASIDE, pluralize(len(turns), "rotation"))
    for turn, box in zip(turns, boxes, strict=True):
        _draw_card(sheet, view, (tile, label, turn), where, box)
        _write_name(sheet, names[turn], bool(_gain(view, (tile, label, turn))), box)
    return sheet, _alt(view, tile, label, turns)


def _boxes(count: int, where: Near) -> list[Box]:
    """The cards' places: two in a row."""
    width = (WIDTH - 2 * MARGIN - GAP) // COLUMNS
    height = TOP + _rows_height(_pitch(width), where) + FOOT
    first = (WIDTH - width) // 2 if count == 1 else MARGIN
    places = [
        (first + index % COLUMNS * (width + GAP), header.HEIGHT + index // COLUMNS * (height + GAP))
        for index in range(count)
    ]
    return [Box(x, y, x + width, y + height) for x, y in places]


def _rows_height(pitch: int, where: Near) -> int:
    rows = [down for _, down in where.values()]
    return round(pitch * (HEX_HEIGHT + (max(rows) - min(rows)) * ROW_DISTANCE)) + SLAB


def _pitch(width: int) -> int:
    return (width - 2 * SLAB) // 6 * 2


def _draw_card(sheet: Sheet, view: View, placement: tuple[str, str, int], where: Near, box: Box) -> None:
    theme, width, height = sheet.theme, box.right - box.left, box.bottom - box.top
    label = placement[1]
    captures = prospects.placement_forecast(view, *placement)
    after = preview.placed(view, *placement, captures)
    pitch = _pitch(width)
    above = min(down for _, down in where.values())
    top = box.top + TOP + SLAB // 2 + round(pitch * (HEX_HEIGHT / 2 - above * ROW_DISTANCE))
    centre = (box.left + box.right) // 2, top
    grid = Grid(pitch, 0, 0)
    panel = header.panel(theme, width, height, theme.panel, theme.panel, 2)
    sheet.paste(panel, (box.left + box.right) // 2, (box.top + box.bottom) // 2)
    sheet.paste(_slab(theme, pitch, tuple(where.values())), *centre)
    stones = {stone_at(view, capture.stone) for capture in captures}
    for at, sprite in board.hex_sprites(after, theme, pitch, where, stones, (label,), theme.gold):
        x, y = grid.centre(*where[at])
        sheet.paste(sprite, centre[0] + x, centre[1] + y)
    sheet.paste(tiles.ring(theme, pitch, theme.ring, board.NEWEST), *centre)
    for match in matches(view, *placement):
        x, y = grid.towards(0, 0, match.edge, 0.5)
        sheet.paste(preview.match_link(theme, pitch, match.edge), centre[0] + x, centre[1] + y)
    _write_card(sheet, view, placement, box)


def _near(view: View, label: str) -> Near:
    """A hex and its neighbours on the board, by their distance from it."""
    places = {(place.q, place.r): place.label for place in layout(view.board).places}
    ((q, r),) = [at for at, name in places.items() if name == label]
    return {places[at]: (at[0] - q, at[1] - r) for at in ((q, r), *neighbours(q, r)) if at in places}


@lru_cache(maxsize=4)
def _slab(theme: Theme, pitch: int, places: Sequence[tuple[int, int]]) -> Sprite:
    """The slab under a hex and its neighbours, centred on the hex."""
    half_width, half_height = round(pitch * 1.5) + SLAB, round(pitch * (HEX_HEIGHT / 2 + ROW_DISTANCE)) + SLAB
    grid = Grid(pitch, half_width, half_height)
    plane = ground.slab_on(theme, theme.panel, grid, places, (2 * half_width, 2 * half_height), OVERHANG, 0)
    return without_ground(Sprite(plane, None, half_width, half_height, ()), theme, theme.panel)


def _write_card(sheet: Sheet, view: View, placement: tuple[str, str, int], box: Box) -> None:
    theme, gain = sheet.theme, _gain(view, placement)
    if gain and gain != "+0":
        sprite = header.gain_badge(theme, gain, theme.gold, theme.panel)
        sheet.paste(sprite, box.right - 16 - sprite.plane.width + sprite.centre_x, box.top + 36)
    matched = preview.matched_text(view, *placement)
    matched, style = text.fit(matched, MATCHES, box.right - box.left - 24)
    sheet.write(matched, style, (box.left + box.right) // 2, box.bottom - 22, theme.muted, theme.panel, "m")


def _write_name(sheet: Sheet, name: str, has_gain: bool, box: Box) -> None:
    """Writes what the rotation does, as its button says it: in one line, or smaller in two."""
    theme, room = sheet.theme, box.right - box.left - 40 - has_gain * BADGE_ROOM
    name = f"{name[0].upper()}{name[1:]}"
    if text.width(name, NAME) <= room:
        sheet.write(name, NAME, box.left + 20, box.top + 48, theme.ink, theme.panel)
        return
    first, *more = text.wrap(name, SMALL_NAME, room)
    lines = [(first, 32), (" ".join(more), 62)] if more else [(first, 46)]
    for line, y in lines:
        line, style = text.fit(line, SMALL_NAME, room, 20)
        sheet.write(line, style, box.left + 20, box.top + y, theme.ink, theme.panel)


def _gain(view: View, placement: tuple[str, str, int]) -> str:
    """The viewer's points, with a question mark where they depend on a choice; empty without a capture."""
    captures = prospects.placement_forecast(view, *placement)
    if not captures:
        return ""
    points = prospects.own_points(view, prospects.expected_prospect(view, *placement[1:], captures))
    asked = any(
        capture.choice and view.viewer in (capture.capture.first, capture.capture.second) for capture in captures
    )
    return f"+{points}{'?' * asked}"


def _alt(view: View, tile: str, label: str, turns: Sequence[int]) -> str:
    told: list[str] = []
    for turn, effect in rotation_names(view, tile, label, turns).items():
        gain = _gain(view, (tile, label, turn))
        told.append(f"{turn}: {effect}{f', {gain} for you' if gain else ''}.")
    name = alt_text.tile_name(tile)
    described = f"The {name} ({tile}) on {label}, only for you. Rotations: {' '.join(told)}"
    return text.truncate(described, ALT_LIMIT)
