"""A seat's hand: its tiles, the hexes where each fits, and its most valuable placements. Private to its owner."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.monster_hex.content import TILES
from engine.monster_hex.preview import fitting
from engine.monster_hex.printed import Tile
from engine.monster_hex.view import View
from render import header, text
from render.hexes import HEX_HEIGHT
from render.monster_hex import alt_text, tiles
from render.monster_hex.prospects import Prospect, best_by_hex, best_first, own_points
from render.picture import ALT_LIMIT, MARGIN, WIDTH, Sheet
from render.text import Style
from render.theme import Theme

LARGEST = 360
"""The maximum width of a tile, in pixels."""
TILE_NAME = Style(56, 750)
FITS = Style(36, 650)
BEST = Style(32, 650)
HEXES = Style(30, 500)
LINE = 40
MAX_BEST = 2
MAX_LINES = 4
STACK = Style(30, 500)
COLUMN_GAP = 36
"""The gap between the lists of two tiles, in pixels."""


class HandTile(NamedTuple):
    """A tile of the hand, with its best prospect on each hex where it fits."""

    tile: Tile
    places: Mapping[str, Prospect | None]

    def best(self, view: View) -> list[Prospect]:
        """The placements worth most points to the viewer."""
        return best_first(view, self.places.values())[:MAX_BEST]


def draw(view: View, labels: Sequence[str], theme: Theme) -> tuple[Sheet, str]:
    """The hand and its alt text. Raises ValueError for a view without a hand."""
    hand_tiles = _hand_tiles(view)
    seat = view.seats[view.viewer]
    name = alt_text.display_names(view, labels)[view.viewer]
    column = (WIDTH - 2 * MARGIN) // max(3, len(hand_tiles))
    pitch = min(LARGEST, column) // 2 * 2
    lists = [_lists(view, hand_tile, column - COLUMN_GAP) for hand_tile in hand_tiles]
    lines = max((len(best) + len(places) for best, places in lists), default=0)
    height = header.HEIGHT + 196 + round(pitch * HEX_HEIGHT) + lines * LINE if hand_tiles else header.HEIGHT + 110
    sheet = Sheet(theme, height)
    title = header.title_with_names([name], lambda cut: f"{cut[0]}’s hand")
    header.draw_title(sheet, title, alt_text.faction_name(seat, view.viewer), alt_text.round_text(view))
    x = WIDTH // 2 - column * (len(hand_tiles) - 1) // 2
    for hand_tile, (best, places) in zip(hand_tiles, lists, strict=True):
        y = _draw_tile(sheet, hand_tile, seat.faction, x, pitch)
        for style, ink, listed in ((BEST, theme.gold, best), (HEXES, theme.muted, places)):
            for line in listed:
                y += LINE
                sheet.write(line, style, x, y, ink, theme.background, "m")
        x += column
    stack = _stack(view)
    below = f"Still in the stack: {' '.join(stack)}" if stack else "The stack is empty"
    line, style = text.fit(below if hand_tiles else "No tiles left", STACK, WIDTH - 2 * MARGIN, 28)
    sheet.write(line, style, WIDTH // 2, height - MARGIN - 8, theme.muted, theme.background, "m")
    return sheet, _alt(view, name, hand_tiles)


def plain_text(view: View, labels: Sequence[str]) -> str:
    """The hand for a monospaced font. Raises ValueError for a view without a hand."""
    hand_tiles = _hand_tiles(view)
    name = alt_text.display_names(view, labels)[view.viewer]
    faction = alt_text.faction_name(view.seats[view.viewer], view.viewer)
    lines = [f"{name}’s hand · {faction} · {alt_text.round_text(view)}", f"Powers {' '.join(alt_text.EDGES)}"]
    for hand_tile in hand_tiles:
        rotations = fitting(view, hand_tile.tile.id)
        places = ", ".join(f"{label} ({' '.join(map(str, rotations[label]))})" for label in hand_tile.places)
        lines += ["", f"{_tile_name(hand_tile.tile)}: {''.join(map(str, hand_tile.tile.powers))}"]
        lines.append(f"  {alt_text.fits_text(len(hand_tile.places))}{f', with rotations: {places}' if places else ''}")
        for prospect in hand_tile.best(view):
            taken = alt_text.join_words(prospect.stones)
            lines.append(
                f"  +{own_points(view, prospect)} on {prospect.label}, rotation {prospect.rotation}: captures {taken}"
            )
    return "\n".join((*lines, "", f"In the stack: {' '.join(_stack(view)) or 'nothing'}"))


def _hand_tiles(view: View) -> list[HandTile]:
    if view.hand is None:
        raise ValueError("a spectator has no hand")
    return [HandTile(tile, best_by_hex(view, tile.id)) for tile in TILES if tile.id in view.hand]


def _stack(view: View) -> list[str]:
    return [tile for tile in view.seats[view.viewer].unplayed if tile not in (view.hand or ())]


def _tile_name(tile: Tile) -> str:
    return f"{tile.id}, {'red' if tile.red else 'black'} rank"


def _draw_tile(sheet: Sheet, hand_tile: HandTile, faction: str | None, x: int, pitch: int) -> int:
    """Draws a tile, its name, and the number of hexes where it fits; returns the baseline of the last line."""
    theme, tile, y = sheet.theme, hand_tile.tile, header.HEIGHT + 44
    sheet.write(tile.id, TILE_NAME, x, y, theme.ink, theme.background, "m")
    y += 22 + round(pitch * HEX_HEIGHT / 2)
    sheet.paste(tiles.monster(theme, pitch, faction, tile.rank, tile.red, tile.powers), x, y)
    y += round(pitch * HEX_HEIGHT / 2) + 50
    ink = theme.ink if hand_tile.places else theme.muted
    sheet.write(alt_text.fits_text(len(hand_tile.places)), FITS, x, y, ink, theme.background, "m")
    return y


def _lists(view: View, hand_tile: HandTile, room: int) -> tuple[list[str], list[str]]:
    """The lines below a tile: its most valuable placements, and all hexes where it fits."""
    return [_best(view, prospect, room) for prospect in hand_tile.best(view)], _lines(tuple(hand_tile.places), room)


def _best(view: View, prospect: Prospect, room: int) -> str:
    short = f"+{own_points(view, prospect)} on {prospect.label}"
    long = f"{short} from {', '.join(prospect.stones)}"
    return long if text.width(long, BEST) <= room else short


def _lines(places: Sequence[str], room: int) -> list[str]:
    lines: list[str] = []
    rest = list(places)
    while rest and len(lines) < MAX_LINES:
        count = len(rest)
        last = len(lines) == MAX_LINES - 1
        while count > 1 and text.width(_line(rest, count, last), HEXES) > room:
            count -= 1
        lines.append(_line(rest, count, last))
        rest = rest[count:]
    return lines


def _line(places: Sequence[str], count: int, last: bool) -> str:
    return " ".join(places[:count]) + f" {text.ELLIPSIS}" * (last and count < len(places))


def _alt(view: View, name: str, hand_tiles: Sequence[HandTile]) -> str:
    described = f"The hand of {name}, powers from E clockwise."
    for hand_tile in hand_tiles:
        single = "".join(map(str, hand_tile.tile.powers))
        places = " ".join([alt_text.fits_text(len(hand_tile.places)), *hand_tile.places])
        described += f" {_tile_name(hand_tile.tile)}, {single}: {places}"
        best = [f"+{own_points(view, prospect)} on {prospect.label}" for prospect in hand_tile.best(view)]
        described += f", best {alt_text.join_words(best)}." if best else "."
    described += f" In the stack: {' '.join(_stack(view)) or 'nothing'}."
    return text.truncate(described, ALT_LIMIT)
