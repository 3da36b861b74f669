"""The board with the hexes where a tile may be placed, and the tile itself. Private to the tile's owner."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from engine.monster_hex.content import TILE_INDEX, TILES, Tile, layout
from engine.monster_hex.preview import find_placements, scattering_hexes
from engine.monster_hex.view import View
from language.messages import _, list_and
from render import text
from render.hexes import HEX_HEIGHT, ROW_DISTANCE
from render.monster_hex import alt_text, board, ground, naming, prospects, tiles
from render.monster_hex.prospects import Prospect
from render.picture import MARGIN, Sheet
from render.sprites import Letter, Sprite, compose, hexagon
from render.text import Style
from render.theme import Theme

TILE_NAME = Style(46, 800)
NOTE = Style(28, 550)
GAP = 12
TEXT_HEIGHT = 108
"""The height of the text beside the tile, in pixels."""
LARGEST = 1.3
"""The maximum width of the tile beside the board, as a multiple of the board's pitch."""
SMALLEST = 0.8
STRIP_OVERLAP = 20
BORDER = 6


def draw(view: View, labels: Sequence[str], tile: str, theme: Theme) -> tuple[Sheet, str]:
    """Draw the board with the hexes where a tile may be placed; return the sheet with its alt text.

    Raises ValueError for a tile that is not in the viewer's hand.
    """
    if tile not in (view.hand or ()):
        raise ValueError(f"tile not in this hand: {tile[:80]!r}")
    printed = TILES[TILE_INDEX[tile]]
    fits = prospects.best_prospects(view, tile)
    prospects_by_hex = _with_scatter(view, fits, _scatter_prospects(view, tile))
    layout_ = _layout(view, naming.tile_name(tile))
    picture = board.Board(view, theme, layout_)
    starts = {cell.label for cell in layout(view.board).cells if cell.start}
    faction = view.faction_of(prospects.placing_owner(view))
    for label, prospect in prospects_by_hex.items():
        points = None if prospect is None else prospects.own_points(view, prospect)
        picture.paste_over(target_hex(theme, picture.grid.pitch, label, label in starts, faction, points), label)
    _draw_tile(picture, layout_, printed, faction)
    return picture.sheet, _alt_text(view, labels, printed, fits)


def _scatter_prospects(view: View, tile: str) -> Mapping[str, Prospect | None]:
    """Return a tile's prospects on hexes that only Scatter allows; none for the shared tile (MH-17, MH-21)."""
    return prospects.best_scatter_prospects(view, tile) if prospects.placing_owner(view) == view.viewer else {}


def _with_scatter(
    view: View, fits: Mapping[str, Prospect | None], scattered: Mapping[str, Prospect | None]
) -> Mapping[str, Prospect | None]:
    """Return the better of a tile's prospects for the viewer on each hex: without Scatter (`fits`) or with it."""

    def points(prospect: Prospect | None) -> int:
        return -1 if prospect is None else prospects.own_points(view, prospect)

    better = {label: each for label, each in scattered.items() if points(each) > points(fits.get(label))}
    return {**scattered, **fits, **better}


def target_hex(theme: Theme, pitch: int, label: str, start: bool, faction: str | None, points: int | None) -> Sprite:
    """Return a hex where a tile may be placed, with its label, and with the viewer's points unless they are None.

    It is gold if there are points, otherwise in the faction's colour. `start` is set for a start hex.
    """
    width, side = tiles.width_of(pitch), theme.sides[faction or "none"]
    surface, ink = (theme.gold, theme.print) if points else (side.deep, side.tint)
    style = Style(max(34, round(width * 0.25)), 800)
    letters = [Letter(label, style, 0, 0, ink)]
    if points is not None:
        away = width * 0.15
        letters = [
            Letter(label, style._replace(size=style.size * 7 // 8), 0, -away, ink),
            Letter(f"+{points}", style._replace(weight=900), 0, away, ink),
        ]
    empty = _empty_target(theme, pitch, start, faction, bool(points))
    return compose(empty, (), theme, [(letter, surface) for letter in letters])


@lru_cache(maxsize=16)
def _empty_target(theme: Theme, pitch: int, start: bool, faction: str | None, gold: bool) -> Sprite:
    width, side = tiles.width_of(pitch), theme.sides[faction or "none"]
    sketch = tiles.field_sketch(theme, pitch, theme.slab)
    rounded = width * tiles.ROUNDED
    surface, rim = (theme.gold, theme.gold_hi) if gold else (side.deep, side.main)
    sketch.polygon(tiles.outline(width), rim, rounded)
    sketch.polygon(tiles.outline(width - 2 * BORDER), surface, rounded)
    if start:
        sketch.polygon(hexagon(0, 0, width * (ground.START + 0.14)), theme.magic)
        sketch.polygon(hexagon(0, 0, width * (ground.START + 0.14) - 8), surface)
    return sketch.finish(mask=tiles.field_mask(theme, pitch, shadow=False))


def _layout(view: View, name: str) -> board.Layout:
    """Return the layout of the board alone; a strip is added at the bottom if the corner has no room for the tile.

    `name` is the name of the tile, which is written beside it.
    """
    layout_ = board.build_layout(view)
    highest = min(layout_.grid.centre(place.q, place.r)[1] for place in layout(view.board).places)
    unused = highest - round(layout_.grid.pitch * HEX_HEIGHT / 2) - MARGIN
    grid = layout_.grid._replace(y=layout_.grid.y - unused)
    layout_ = board.Layout(grid, (), layout_.height - unused)
    if _pitch(view, layout_, name):
        return layout_
    return layout_._replace(height=layout_.height + round(layout_.grid.pitch * HEX_HEIGHT) - STRIP_OVERLAP)


def _pitch(view: View, layout_: board.Layout, name: str) -> int:
    """Return the largest pitch at which the tile fits into the lower left corner, 0 if it would be too small."""
    pitch = round(layout_.grid.pitch * LARGEST) // 2 * 2
    while not _fits(view, layout_, pitch, text.width(name, TILE_NAME)):
        pitch -= 2
        if pitch < layout_.grid.pitch * SMALLEST:
            return 0
    return pitch


def _draw_tile(picture: board.Board, layout_: board.Layout, tile: Tile, faction: str | None) -> None:
    """Draw the tile, as large as fits, with its name in the lower left corner."""
    theme, sheet = picture.theme, picture.sheet
    bottom = layout_.height - MARGIN // 2
    name = naming.tile_name(tile.id)
    pitch = _pitch(picture.view, layout_, name) or picture.grid.pitch
    x, y = MARGIN + pitch // 2, bottom - round(pitch * HEX_HEIGHT / 2) - 6
    sheet.paste(tiles.monster(theme, pitch, faction, tile.id, tile.powers, tiles.LIT, theme.background), x, y)
    x += pitch // 2 + GAP
    sheet.write(name, TILE_NAME, x, bottom - 56, theme.ink, theme.background)
    sheet.write(_("turns to fit"), NOTE, x, bottom - 18, theme.muted, theme.background)


def _fits(view: View, layout_: board.Layout, pitch: int, name: int) -> bool:
    """Return whether the tile in the lower left corner and the name beside it leave all hexes uncovered.

    `pitch` is the pitch at which the tile is drawn, `name` the width of its name, both in pixels.
    """
    bottom, grid = layout_.height - MARGIN // 2, layout_.grid
    slab = grid.pitch + 2 * ground.OVERHANG
    apart = (pitch + slab) / 2
    x, y = MARGIN + pitch // 2, bottom - round(pitch * HEX_HEIGHT / 2)
    right, top = MARGIN + pitch + 2 * GAP + name, bottom - TEXT_HEIGHT
    for place in layout(view.board).places:
        centre = grid.centre(place.q, place.r)
        across, down = abs(centre[0] - x), abs(centre[1] - y)
        # Two hexes don't overlap if they are apart along one of three axes (separating axis theorem).
        if max(across, across / 2 + down * ROW_DISTANCE) < apart:
            return False
        if centre[0] - slab / 2 < right and centre[1] + slab * HEX_HEIGHT / 2 > top:
            return False
    return True


def _alt_text(view: View, labels: Sequence[str], tile: Tile, prospects_by_hex: Mapping[str, Prospect | None]) -> str:
    rotations = find_placements(view, tile.id) if prospects_by_hex else {}
    fits = _format_targets(view, rotations, prospects_by_hex)
    told = {"monster": naming.tile_name(tile.id), "powers": "".join(map(str, tile.powers))}
    described = _("The {monster}, powers {powers} from E clockwise, fits nowhere now.", **told)
    if fits:
        described = _(
            "The {monster}, powers {powers} from E clockwise, fits on (with the rotations to type): {hexes}.",
            **told,
            hexes=fits,
        )
    by_scatter = _scatter_prospects(view, tile.id)
    if by_scatter:
        hexes = _format_targets(view, scattering_hexes(view, tile.id), by_scatter)
        described += " " + _("By Scatter: {hexes}.", hexes=hexes)
    return alt_text.describe_board(view, labels, described)


def _format_targets(
    view: View, rotations: Mapping[str, Sequence[int]], prospects_by_hex: Mapping[str, Prospect | None]
) -> str:
    """Format a list of hexes for an alt text, each with its rotations, captures and points."""
    return ", ".join(
        f"{label} {''.join(map(str, turns))}{_gain(view, prospects_by_hex[label])}"
        for label, turns in rotations.items()
    )


def _gain(view: View, prospect: Prospect | None) -> str:
    if prospect is None:
        return ""
    stones, points = list_and(naming.stone_names(view, prospect.stones)), prospects.own_points(view, prospect)
    return _(" (captures {stones}, +{points})", stones=stones, points=points)
