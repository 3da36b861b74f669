"""The header of a picture: the headline, the state of the game, and a card for each seat."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from render import text
from render.picture import MARGIN, WIDTH, Sheet
from render.sprites import Letter, Sketch, Sprite, hexagon
from render.text import Style
from render.theme import Colour, Side, Theme

TITLE = Style(52, 800)
SMALLEST_TITLE = 34
STATE = Style(30, 600)
LATEST = Style(28, 500, label=True)
SMALLEST_STATE, SMALLEST_LATEST = 28, 24
NAME = Style(35, 700)
SMALLEST_NAME = 28
NOTE = Style(28, 550)
POINTS = Style(68, 850)
GAIN = Style(30, 800)

TITLE_ROOM, STATE_ROOM = WIDTH * 2 // 3 - 2 * MARGIN, WIDTH * 4 // 7
HEIGHT = 100
BOX_HEIGHT = 138
GAP = 18
PADDING = 18
BADGE = 92
"""The width of a badge in a seat's card, in pixels."""
ROUNDED = 18
SMALL_PANEL = 48
"""The width and height of the small card that is stretched to make cards of any size, in pixels."""
PIP = 26
"""The width of a pip on a seat's card, in pixels. Each pip stands for a piece that the seat has left to play."""
MAX_PIPS = 3
CROWN = "queen-crown"


class Seat(NamedTuple):
    """The content of a seat's card.

    `notes` are alternative wordings of one note, from longest to shortest; the first that fits is written. `left` is
    the number of pips drawn before the note, None for no pips. `gain` is a text with the points from the newest or
    previewed move; it is written on a badge in the colour `gain_fill`, by default the side's. `points_icon` is drawn
    before the points. `active` is set for a seat that must act, `leader` for one that gets a crown.
    """

    name: str
    badge: Sprite
    side: Side
    points: int
    notes: Sequence[str]
    active: bool = False
    leader: bool = False
    left: int | None = None
    gain: str = ""
    gain_fill: Colour | None = None
    points_icon: str | None = None


class Box(NamedTuple):
    """A rectangle in pixels; right and bottom are exclusive."""

    left: int
    top: int
    right: int
    bottom: int


def draw_title(sheet: Sheet, title: str, state: str, latest: str) -> int:
    """Write the headline on the left and, on the right, the state of the game with the latest event below it.

    Returns the right edge of the headline in pixels.
    """
    theme = sheet.theme
    lines = _right_lines(state, latest)
    for (words, style), y in zip(lines, (46, 84) if len(lines) > 1 else (68,), strict=True):
        ink = theme.ink if len(lines) > 1 and y == 46 else theme.muted
        sheet.write(words, style, WIDTH - MARGIN, y, ink, theme.background, "r")
    title, style = text.fit(title, TITLE, title_room(state, latest), SMALLEST_TITLE)
    return MARGIN + sheet.write(title, style, MARGIN, 72, theme.ink, theme.background)


def title_room(state: str, latest: str) -> int:
    """Return the width in pixels that is left for a headline beside the state of the game and the latest event."""
    right = max((text.width(*line) for line in _right_lines(state, latest)), default=0)
    return WIDTH - 2 * MARGIN - right - (GAP if right else 0)


def _right_lines(state: str, latest: str) -> list[tuple[str, Style]]:
    styles = (STATE, LATEST) if state and latest else (STATE, STATE)
    both = zip((state, latest), styles, strict=True)
    smallest = {STATE: SMALLEST_STATE, LATEST: SMALLEST_LATEST}
    return [text.fit(words, style, STATE_ROOM, smallest[style]) for words, style in both if words]


def fit_title(names: Sequence[str], describe: Callable[[Sequence[str]], str], room: int = TITLE_ROOM) -> str:
    """Return a headline whose names are shortened until it fits into `room` pixels.

    `describe` makes the headline from the names; only the names are ever truncated.
    """
    smallest, rooms = TITLE._replace(size=SMALLEST_TITLE), range(max(map(len, names), default=1), 0, -1)
    return text.shorten_names_to_fit(names, rooms, room, describe, lambda title: text.width(title, smallest))


def seat_boxes(count: int, middle: int = 0, top: int = HEIGHT, height: int = BOX_HEIGHT) -> list[Box]:
    """Return the boxes of the seats' cards, row by row: up to three cards in a row, but four in two rows of two.

    If there are only two cards, the gap between them is at least `middle` pixels.
    """
    columns = count if count <= 3 else 2 if count == 4 else 3
    gap = max(GAP, middle) if count == 2 else GAP
    width = (WIDTH - 2 * MARGIN - (columns - 1) * gap) // columns
    cells = ((index % columns, index // columns) for index in range(count))
    return [
        Box(x, y, x + width, y + height)
        for x, y in ((MARGIN + column * (width + gap), top + row * (height + GAP)) for column, row in cells)
    ]


def draw_seats(sheet: Sheet, seats: Sequence[Seat], boxes: Sequence[Box]) -> None:
    """Draw the card of each seat into the box with the same index."""
    for seat, box in zip(seats, boxes, strict=True):
        _draw_seat(sheet, seat, box)


def card_colours(theme: Theme, side: Side, active: bool) -> tuple[Colour, Colour, Colour]:
    """Return the colours of a seat's card: the background, the text, and the muted text.

    The card of an active seat has its side's colours, any other card those of the theme.
    """
    if not active:
        return theme.panel, theme.ink, theme.muted
    ground, ink = theme.active(side)
    return ground, ink, ink if theme.is_light else side.tint


def _draw_seat(sheet: Sheet, seat: Seat, box: Box) -> None:
    theme = sheet.theme
    ground, ink, quiet = card_colours(theme, seat.side, seat.active)
    border, thickness = (seat.side.main, 5) if seat.active else (theme.raised, 2)
    card = panel(theme, box.right - box.left, box.bottom - box.top, ground, border, thickness)
    sheet.paste(card, box.left + card.centre_x, box.top + card.centre_y)
    middle = (box.top + box.bottom) // 2
    sheet.paste(seat.badge, box.left + PADDING + BADGE // 2, middle)
    right = box.right - PADDING
    points = sheet.write(str(seat.points), POINTS, right, box.bottom - 24, ink, ground, "r")
    if seat.points_icon is not None:
        sheet.paste(_points_icon(theme, seat.points_icon, quiet, ground), right - points - 34, box.bottom - 47)
        points += 64
    x = box.left + PADDING + BADGE + 14
    crown = _crown(theme, ground) if seat.leader else None
    gain = gain_badge(theme, seat.gain, seat.gain_fill or seat.side.main, ground) if seat.gain else None
    room = right - x - (crown.plane.width + 10 if crown else 0) - (gain.plane.width + 6 if gain else 0)
    name, style = text.fit(seat.name, NAME, room, SMALLEST_NAME)
    width = sheet.write(name, style, x, box.top + 52, ink, ground)
    if crown:
        sheet.paste(crown, x + width + 10 + crown.centre_x, box.top + 40)
    if seat.left is not None:
        pips = _pips(theme, seat.side, ground, min(seat.left, MAX_PIPS))
        sheet.paste(pips, x + pips.centre_x, box.bottom - 40)
        x += pips.plane.width + 8
    room = right - points - 10 - x
    note = next((note for note in seat.notes if text.width(note, NOTE) <= room), seat.notes[-1])
    note, style = text.fit(note, NOTE, room)
    sheet.write(note, style, x, box.bottom - 30, quiet, ground)
    if gain:
        sheet.paste(gain, right - gain.plane.width + gain.centre_x + 4, box.top + 36)


@lru_cache(maxsize=16)
def panel(theme: Theme, width: int, height: int, fill: Colour, border: Colour, thickness: int) -> Sprite:
    """Return an empty card with a border and round corners on the theme's background colour; cached.

    Its size and the border's thickness are in pixels.
    """
    # Only a small card is drawn, with all four corners, then stretched: supersampling a large card takes several
    # megabytes.
    small = SMALL_PANEL + width % 2, SMALL_PANEL + height % 2
    card = _small_panel(theme, *small, fill, border, thickness)
    plane = _stretch(card.plane, card.plane.width + width - small[0], card.plane.height + height - small[1])
    return Sprite(plane, None, plane.width // 2, plane.height // 2, ())


@lru_cache(maxsize=64)
def _small_panel(theme: Theme, width: int, height: int, fill: Colour, border: Colour, thickness: int) -> Sprite:
    sketch = Sketch(theme, width, height, theme.background)
    sketch.box(0, 0, width, height, border, ROUNDED)
    sketch.box(0, 0, width - 2 * thickness, height - 2 * thickness, fill, ROUNDED - thickness)
    return sketch.finish()


def _stretch(card: Image.Image, width: int, height: int) -> Image.Image:
    """Return a card enlarged to `width` by `height` pixels by repeating its middle row and column of pixels."""
    x, y = card.width // 2, card.height // 2
    right, bottom = width - card.width + x, height - card.height + y
    plane = Image.new("L", (width, height))
    # Three strips in each direction. Each entry: start and end in the card, then start and end in the enlarged card.
    columns = ((0, x, 0, x), (x, x + 1, x, right), (x, card.width, right, width))
    rows = ((0, y, 0, y), (y, y + 1, y, bottom), (y, card.height, bottom, height))
    for top, foot, start, end in rows:
        for left, side, first, last in columns:
            part = card.resize((last - first, end - start), Image.Resampling.NEAREST, (left, top, side, foot))
            plane.paste(part, (first, start))
    return plane


@lru_cache(maxsize=16)
def _points_icon(theme: Theme, icon: str, fill: Colour, ground: Colour) -> Sprite:
    sketch = Sketch(theme, 48, 48, ground)
    sketch.icon(icon, 0, 0, 46, fill)
    return sketch.finish()


@lru_cache(maxsize=16)
def _crown(theme: Theme, ground: Colour) -> Sprite:
    sketch = Sketch(theme, 34, 30, ground)
    sketch.icon(CROWN, 0, 0, 32, theme.gold_text)
    return sketch.finish()


@lru_cache(maxsize=64)
def _pips(theme: Theme, side: Side, ground: Colour, count: int) -> Sprite:
    sketch = Sketch(theme, max(1, count) * PIP, PIP * 1.16, ground)
    for index in range(count):
        sketch.polygon(hexagon((index - (count - 1) / 2) * PIP, 0, PIP - 3), side.main)
    return sketch.finish()


@lru_cache(maxsize=64)
def gain_badge(theme: Theme, gain: str, fill: Colour, ground: Colour) -> Sprite:
    """Return the badge with points gained, such as "+3", for the upper right corner of a seat's card.

    `fill` is the badge's colour, `ground` the colour behind it.
    """
    width, height = text.width(gain, GAIN) + 24, 42
    sketch = Sketch(theme, width, height, ground)
    sketch.box(0, 0, width, height, fill, 12)
    return sketch.finish([Letter(gain, GAIN, 0, 0, theme.print)])
