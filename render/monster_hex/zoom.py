"""A part of the board, large: around a hex, around the newest placement, or a quarter. The same for everybody."""

from collections.abc import Sequence

from engine.monster_hex.view import View
from render import strip
from render.hexes import ROW, TALL, Grid
from render.monster_hex import news, words
from render.monster_hex.board import Arrangement, Board
from render.picture import MARGIN, WIDTH, Sheet
from render.theme import Theme

BEYOND = 0.2
"""How much of the hexes beyond is shown at the edges, in pitches."""
LAST = "LAST"
QUARTERS = {"NW": (0, 0), "NE": (1, 0), "SW": (0, 1), "SE": (1, 1)}
NAMES = {"NW": "North-west", "NE": "North-east", "SW": "South-west", "SE": "South-east"}


def drawn(view: View, labels: Sequence[str], around: str, theme: Theme) -> tuple[Sheet, str]:
    """The part and its alt text. `around` is a hex, "last" or a quarter. Raises ValueError, saying what there is."""
    title, centre = _focus(view, around.strip().upper())
    board = Board(view, theme, _arranged(view, centre), news.captured(view))
    board.outline_newest()
    sheet = board.sheet
    sheet.rule(0, 0, WIDTH, strip.HEADER, theme.background)
    sheet.written = [written for written in sheet.written if _whole(sheet, *written[2:])]
    shown = words.names(view, labels)
    _, state, last = words.headline(view, shown)
    strip.header(sheet, title, state, last)
    whole = [label for label in board.where if _whole(sheet, *_bounds(board, label))]
    return sheet, words.alt(view, labels, f"{title}; in full: {' '.join(whole)}.")


def _focus(view: View, around: str) -> tuple[str, tuple[float, float]]:
    """A title, and the middle of what is wanted in half pitches to the right and rows down."""
    at = {place.label: (2 * place.q + place.r, place.r) for place in (*view.cells, *view.stones)}
    (left, right), (top, bottom) = ((min(line), max(line)) for line in zip(*at.values(), strict=True))
    if around in QUARTERS:
        across, down = QUARTERS[around]
        return f"{NAMES[around]} quarter", ((left, right)[across], (top, bottom)[down])
    label = view.last[-1] if around == LAST and view.last else around
    if label in at:
        return f"Around {label}", at[label]
    if around == LAST:
        return "Middle of the board", ((left + right) / 2, (top + bottom) / 2)
    raise ValueError(
        f"there is no hex {around[:80]!r} on this board; its hexes are named from {min(at)} to {max(at)}, "
        f"or zoom to “last” or a quarter: {', '.join(QUARTERS)}"
    )


def _arranged(view: View, centre: tuple[float, float]) -> Arrangement:
    """A grid that has the wanted middle as near to the picture's as the board's edges allow."""
    places = [(2 * place.q + place.r, place.r) for place in (*view.cells, *view.stones)]
    (left, right), (top, bottom) = ((min(line), max(line)) for line in zip(*places, strict=True))
    # Half the board, the hexes in its middle included, so that four quarters show them all whole.
    pitch = round(WIDTH / ((right - left) / 4 + 1 + BEYOND)) // 2 * 2
    row, half = round(pitch * ROW), round(pitch * TALL / 2)
    height = strip.HEADER + (bottom - top) // 2 * row + 2 * half + 2 * MARGIN
    x = _shifted(
        round(WIDTH / 2 - centre[0] * pitch / 2),
        WIDTH - MARGIN - pitch // 2 - right * pitch // 2,
        MARGIN + pitch // 2 - left * pitch // 2,
    )
    y = _shifted(
        round((strip.HEADER + height) / 2 - centre[1] * row),
        height - MARGIN - half - bottom * row,
        strip.HEADER + half - top * row,
    )
    return Arrangement(Grid(pitch, x, y), (), height)


def _shifted(wanted: int, least: int, most: int) -> int:
    return min(max(wanted, least), most)


def _bounds(board: Board, label: str) -> tuple[int, int, int, int]:
    x, y = board.grid.centre(*board.where[label])
    half_width, half_height = board.grid.pitch // 2 - 8, round(board.grid.pitch * TALL / 2) - 8
    return x - half_width, y - half_height, x + half_width, y + half_height


def _whole(sheet: Sheet, left: int, top: int, right: int, bottom: int) -> bool:
    return left >= 0 and right <= WIDTH and top >= strip.HEADER and bottom <= sheet.plane.height
