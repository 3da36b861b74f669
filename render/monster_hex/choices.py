"""Where a tile may go: the board with the hexes that take it lit up, and the tile beside it. For the tile's owner."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from engine.monster_hex.preview import fitting
from engine.monster_hex.view import Tile, View
from render import text
from render.hexes import ROW, TALL
from render.monster_hex import board, prospects, tiles, words
from render.monster_hex.prospects import Prospect
from render.picture import MARGIN, Sheet
from render.sprites import Letter, Sprite, hexagon
from render.text import Style
from render.theme import Theme

TILE_NAME = Style(56, 750)
NOTE = Style(28, 500)
UNTURNED = "unturned"
BESIDE = 12
WORDS = 108
"""The height of the words beside the tile, in pixels."""
LARGEST = 1.3
"""The widest that the tile beside the board is drawn, in pitches of the board."""


def drawn(view: View, labels: Sequence[str], tile: str, theme: Theme) -> tuple[Sheet, str]:
    """The hexes where the viewer's tile may go, and the alt text. Raises ValueError for a tile not in the hand."""
    if tile not in (view.hand or ()):
        raise ValueError(f"no tile of this hand: {tile[:80]!r}")
    printed = next(every for every in view.tiles if every.id == tile)
    found = prospects.prospects(view, tile)
    picture = board.Board(view, theme)
    starts = {cell.label for cell in view.cells if cell.start}
    faction = view.seats[view.viewer].faction
    for label, prospect in found.items():
        points = None if prospect is None else prospects.own(view, prospect)
        picture.cover(target(theme, picture.grid.pitch, label, label in starts, faction, points), label)
    _beside(picture, printed, faction)
    head = (f"Where does {tile} go?", "", _headline(found))
    picture.head(head, picture.seats(labels, {}))
    return picture.sheet, _alt(view, labels, printed, found)


def _headline(found: Mapping[str, Prospect | None]) -> str:
    captures = any(found.values())
    return f"{words.fits(len(found))} · +n: points for you" if captures else words.fits(len(found))


@lru_cache(maxsize=128)
def target(theme: Theme, pitch: int, label: str, start: bool, faction: str | None, points: int | None) -> Sprite:
    """A free hex that takes the tile, its name in full ink, with the points where a stone would be captured."""
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


def _beside(picture: board.Board, tile: Tile, faction: str | None) -> None:
    """The tile as printed, with its name, in the picture's lower left corner, as large as there is room."""
    theme, sheet, grid = picture.theme, picture.sheet, picture.grid
    bottom = sheet.plane.height - MARGIN // 2
    name, note = text.width(tile.id, TILE_NAME), text.width(UNTURNED, NOTE)
    pitch = round(grid.pitch * LARGEST) // 2 * 2
    while not _free(picture, pitch, bottom, name):
        pitch -= 2
    x, y = MARGIN + pitch // 2, bottom - round(pitch * TALL / 2)
    sheet.paste(tiles.monster(theme, pitch, faction, tile.rank, tile.red, tile.powers), x, y)
    x += pitch // 2 + BESIDE
    if _free(picture, pitch, bottom, note):
        sheet.write(tile.id, TILE_NAME, x, bottom - 60, theme.ink, theme.background)
        sheet.write(UNTURNED, NOTE, x, bottom - 20, theme.muted, theme.background)
    else:
        sheet.write(tile.id, TILE_NAME, x, bottom - 24, theme.ink, theme.background)


def _free(picture: board.Board, pitch: int, bottom: int, name: int) -> bool:
    """Whether a hex of this pitch in the lower left corner lies apart from all others, and words right of it too."""
    apart = (pitch + picture.grid.pitch) / 2
    x, y = MARGIN + pitch // 2, bottom - round(pitch * TALL / 2)
    right, top = MARGIN + pitch + 2 * BESIDE + name, bottom - WORDS
    for place in picture.where.values():
        centre = picture.grid.centre(*place)
        across, down = abs(centre[0] - x), abs(centre[1] - y)
        # Two upright hexes are apart when they are so across one of their three pairs of sides.
        if max(across, across / 2 + down * ROW) < apart:
            return False
        if centre[0] - picture.grid.pitch / 2 < right and centre[1] + picture.grid.pitch * TALL / 2 > top:
            return False
    return True


def _alt(view: View, labels: Sequence[str], tile: Tile, found: Mapping[str, Prospect | None]) -> str:
    rotations = fitting(view, tile.id)
    fits = [f"{label} {''.join(map(str, rotations[label]))}{_gain(view, found[label])}" for label in found]
    single = "".join(map(str, tile.powers))
    told = f"{tile.id}, powers {single} from E clockwise, fits on (with rotations): {', '.join(fits)}."
    return words.alt(view, labels, told if fits else f"{tile.id}, powers {single}, fits nowhere now.")


def _gain(view: View, prospect: Prospect | None) -> str:
    return "" if prospect is None else f" (captures {words.joined(prospect.stones)}, +{prospects.own(view, prospect)})"
