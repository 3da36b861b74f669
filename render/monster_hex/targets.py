"""The board with the hexes where a tile may be placed, and the tile beside it. Private to the tile's owner."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from engine.monster_hex.content import TILE_INDEX, TILES, layout
from engine.monster_hex.preview import fitting
from engine.monster_hex.printed import Tile
from engine.monster_hex.view import View
from render import text
from render.hexes import HEX_HEIGHT, ROW_DISTANCE
from render.monster_hex import alt_text, board, prospects, tiles
from render.monster_hex.prospects import Prospect
from render.picture import MARGIN, Sheet
from render.sprites import Letter, Sprite, hexagon
from render.text import Style
from render.theme import Theme

TILE_NAME = Style(56, 750)
NOTE = Style(28, 500)
UNTURNED = "unturned"
GAP = 12
TEXT_HEIGHT = 108
"""The height of the text beside the tile, in pixels."""
LARGEST = 1.3
"""The maximum width of the tile beside the board, in pitches of the board."""


def draw(view: View, labels: Sequence[str], tile: str, theme: Theme) -> tuple[Sheet, str]:
    """The board with a tile's possible hexes, and the alt text. Raises ValueError for a tile not in the hand."""
    if tile not in (view.hand or ()):
        raise ValueError(f"no tile of this hand: {tile[:80]!r}")
    printed = TILES[TILE_INDEX[tile]]
    prospects_by_hex = prospects.best_by_hex(view, tile)
    picture = board.Board(view, theme)
    starts = {cell.label for cell in layout(view.board).cells if cell.start}
    faction = view.seats[view.viewer].faction
    for label, prospect in prospects_by_hex.items():
        points = None if prospect is None else prospects.own_points(view, prospect)
        picture.paste_over(target_hex(theme, picture.grid.pitch, label, label in starts, faction, points), label)
    _draw_tile(picture, printed, faction)
    head = (f"Where does {tile} go?", "", _headline(prospects_by_hex))
    picture.draw_header(head, picture.seat_boxes(labels, {}))
    return picture.sheet, _alt(view, labels, printed, prospects_by_hex)


def _headline(prospects_by_hex: Mapping[str, Prospect | None]) -> str:
    captures = any(prospects_by_hex.values())
    return (
        f"{alt_text.fits_text(len(prospects_by_hex))} · +n: points for you"
        if captures
        else alt_text.fits_text(len(prospects_by_hex))
    )


@lru_cache(maxsize=128)
def target_hex(theme: Theme, pitch: int, label: str, start: bool, faction: str | None, points: int | None) -> Sprite:
    """The sprite of a possible hex, with the points for a placement that captures a stone."""
    sketch = tiles.field_sketch(theme, pitch)
    rounded = pitch * tiles.ROUNDED
    sketch.polygon(tiles.field_outline(pitch), theme.sides[faction or "none"].sign, rounded)
    sketch.polygon(hexagon(0, 0, pitch * (tiles.FIELD - 2 * tiles.ROUNDED) - 12), theme.raised, rounded)
    if start:
        sketch.polygon(hexagon(0, 0, pitch * 0.66), theme.magic, rounded)
        sketch.polygon(hexagon(0, 0, pitch * 0.66 - 10), theme.raised, rounded)
    style = Style(max(34, round(pitch * 0.24)), 700)
    if points is None:
        letters = [Letter(label, style, 0, 0, theme.ink)]
    else:
        gain = style._replace(weight=800)
        away = pitch * 0.15
        letters = [Letter(label, style._replace(size=style.size * 7 // 8), 0, -away, theme.ink)]
        letters.append(Letter(f"+{points}", gain, 0, away, theme.gold if points else theme.muted))
    return sketch.finish(letters, tiles.field_mask(theme, pitch))


def _draw_tile(picture: board.Board, tile: Tile, faction: str | None) -> None:
    """Draws the tile with its name in the lower left corner, as large as fits."""
    theme, sheet, grid = picture.theme, picture.sheet, picture.grid
    bottom = sheet.plane.height - MARGIN // 2
    name, note = text.width(tile.id, TILE_NAME), text.width(UNTURNED, NOTE)
    pitch = round(grid.pitch * LARGEST) // 2 * 2
    while not _fits(picture, pitch, bottom, name):
        pitch -= 2
    x, y = MARGIN + pitch // 2, bottom - round(pitch * HEX_HEIGHT / 2)
    sheet.paste(tiles.monster(theme, pitch, faction, tile.rank, tile.red, tile.powers), x, y)
    x += pitch // 2 + GAP
    if _fits(picture, pitch, bottom, note):
        sheet.write(tile.id, TILE_NAME, x, bottom - 60, theme.ink, theme.background)
        sheet.write(UNTURNED, NOTE, x, bottom - 20, theme.muted, theme.background)
    else:
        sheet.write(tile.id, TILE_NAME, x, bottom - 24, theme.ink, theme.background)


def _fits(picture: board.Board, pitch: int, bottom: int, name: int) -> bool:
    """Whether a hex of this pitch in the lower left corner, and a text to its right, overlap no other hex."""
    apart = (pitch + picture.grid.pitch) / 2
    x, y = MARGIN + pitch // 2, bottom - round(pitch * HEX_HEIGHT / 2)
    right, top = MARGIN + pitch + 2 * GAP + name, bottom - TEXT_HEIGHT
    for place in picture.where.values():
        centre = picture.grid.centre(*place)
        across, down = abs(centre[0] - x), abs(centre[1] - y)
        # Two hexes are apart if they are so along one of their three axes (separating axis theorem).
        if max(across, across / 2 + down * ROW_DISTANCE) < apart:
            return False
        if centre[0] - picture.grid.pitch / 2 < right and centre[1] + picture.grid.pitch * HEX_HEIGHT / 2 > top:
            return False
    return True


def _alt(view: View, labels: Sequence[str], tile: Tile, prospects_by_hex: Mapping[str, Prospect | None]) -> str:
    rotations = fitting(view, tile.id)
    fits = [
        f"{label} {''.join(map(str, rotations[label]))}{_gain(view, prospects_by_hex[label])}"
        for label in prospects_by_hex
    ]
    single = "".join(map(str, tile.powers))
    described = f"{tile.id}, powers {single} from E clockwise, fits on (with rotations): {', '.join(fits)}."
    return alt_text.describe_board(
        view, labels, described if fits else f"{tile.id}, powers {single}, fits nowhere now."
    )


def _gain(view: View, prospect: Prospect | None) -> str:
    return (
        ""
        if prospect is None
        else f" (captures {alt_text.join_words(prospect.stones)}, +{prospects.own_points(view, prospect)})"
    )
