"""An enlarged part of the public board: around a hex, around the newest placement, or a quarter of the board."""

from collections.abc import Sequence

from engine.monster_hex.content import layout
from engine.monster_hex.view import View
from language.messages import N_, _
from render import header
from render.hexes import HEX_HEIGHT, ROW_DISTANCE, Grid
from render.monster_hex import alt_text, naming, status
from render.monster_hex.board import Board, Layout
from render.picture import MARGIN, WIDTH, Sheet
from render.theme import Theme

EDGE = 0.2
"""The visible part of the hexes that are cut off at the picture's edges, as a share of the pitch."""
LAST = "LAST"
QUARTERS = {"NW": (0, 0), "NE": (1, 0), "SW": (0, 1), "SE": (1, 1)}
NAMES = {
    "NW": N_("North-west quarter"),
    "NE": N_("North-east quarter"),
    "SW": N_("South-west quarter"),
    "SE": N_("South-east quarter"),
}


def draw(view: View, labels: Sequence[str], around: str, theme: Theme) -> tuple[Sheet, str]:
    """Draw an enlarged part of the board; return it with its alt text.

    `around` is a hex, "last" or a quarter. Raises ValueError for anything else.
    """
    title, centre = _focus(view, around.strip().upper())
    board = Board(view, theme, _layout(view, centre), status.newest_captures(view))
    board.ring_newest()
    sheet = board.sheet
    sheet.draw_rule(0, 0, WIDTH, header.HEIGHT, theme.background)
    sheet.written = [written for written in sheet.written if _is_inside(sheet, *written[2:])]
    names = naming.display_names(view, labels)
    header.draw_title(sheet, title, *_state(view, names))
    complete = [label for label in board.where if _is_inside(sheet, *_bounds(board, label))]
    shown = _("{title}; in full: {hexes}.", title=title, hexes=" ".join(complete))
    return sheet, alt_text.describe_board(view, labels, shown)


def _state(view: View, names: Sequence[str]) -> tuple[str, str]:
    """Return the two texts beside the title: the round and the newest move.

    After the end of the game, they are the winner and the outcome.
    """
    headline, state, latest = status.picture_headline(view, names)
    if view.winners is not None:
        return headline, state
    return state, latest or _("Nothing placed yet")


def _focus(view: View, around: str) -> tuple[str, tuple[float, float]]:
    """Return the title of the part, and its centre on the board: half pitches to the right, and rows down.

    Raises ValueError, listing the valid values, for an unknown place.
    """
    at = {place.label: (2 * place.q + place.r, place.r) for place in layout(view.board).places}
    (left, right), (top, bottom) = ((min(line), max(line)) for line in zip(*at.values(), strict=True))
    if around in QUARTERS:
        across, down = QUARTERS[around]
        return _(NAMES[around]), ((left, right)[across], (top, bottom)[down])
    label = view.last[-1] if around == LAST and view.last else around
    if label in at:
        return _("Around {hex}", hex=label), at[label]
    if around == LAST:
        return _("Middle of the board"), ((left + right) / 2, (top + bottom) / 2)
    raise ValueError(
        f"no hex {around[:80]!r} on this board; zoom to a hex from {min(at)} to {max(at)}, "
        f"“last” or a quarter: {', '.join(QUARTERS)}"
    )


def _layout(view: View, centre: tuple[float, float]) -> Layout:
    """Return the layout of the enlarged board, centred on `centre` as far as the edges of the board allow."""
    places = [(2 * place.q + place.r, place.r) for place in layout(view.board).places]
    (left, right), (top, bottom) = ((min(line), max(line)) for line in zip(*places, strict=True))
    # Half the board plus its middle row and column, so that every hex lies entirely in one of the four quarters.
    pitch = round(WIDTH / ((right - left) / 4 + 1 + EDGE)) // 2 * 2
    row, half = round(pitch * ROW_DISTANCE), round(pitch * HEX_HEIGHT / 2)
    height = header.HEIGHT + (bottom - top) // 2 * row + 2 * half + 2 * MARGIN
    x = _clamp(
        round(WIDTH / 2 - centre[0] * pitch / 2),
        WIDTH - MARGIN - pitch // 2 - right * pitch // 2,
        MARGIN + pitch // 2 - left * pitch // 2,
    )
    y = _clamp(
        round((header.HEIGHT + height) / 2 - centre[1] * row),
        height - MARGIN - half - bottom * row,
        header.HEIGHT + half - top * row,
    )
    return Layout(Grid(pitch, x, y), (), height)


def _clamp(wanted: int, least: int, most: int) -> int:
    return min(max(wanted, least), most)


def _bounds(board: Board, label: str) -> tuple[int, int, int, int]:
    x, y = board.grid.centre(*board.where[label])
    half_width, half_height = board.grid.pitch // 2 - 8, round(board.grid.pitch * HEX_HEIGHT / 2) - 8
    return x - half_width, y - half_height, x + half_width, y + half_height


def _is_inside(sheet: Sheet, left: int, top: int, right: int, bottom: int) -> bool:
    return left >= 0 and right <= WIDTH and top >= header.HEIGHT and bottom <= sheet.plane.height
