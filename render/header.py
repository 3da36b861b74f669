"""The header of a picture: a title line, and a box for each seat."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from render import text
from render.picture import MARGIN, WIDTH, Sheet
from render.sprites import Letter, Sketch, Sprite, polygon_mask
from render.text import Style
from render.theme import Colour, Side, Theme

TITLE = Style(44, 750)
STATE = Style(32, 500)
NAME = Style(34, 650)
NOTE = Style(28, 500)
ACTIVE_NOTE = Style(28, 700)
POINTS = Style(58, 750)
GAIN = Style(30, 800)
BREAKDOWN = Style(34, 650)
BREAKDOWN_LABEL = Style(24, 500, label=True)
SMALLEST_NAME = 28

HEIGHT = 88
BOX_HEIGHT = 104
BREAKDOWN_HEIGHT = 80
"""The additional height of boxes with a points breakdown, in pixels."""
GAP = 16
PADDING = 16
EMBLEM_SIZE = 76


class Seat(NamedTuple):
    """The content of a seat's box. `notes` are wordings from longest to shortest; the first that fits is written."""

    name: str
    emblem: Sprite
    side: Side
    points: int
    notes: Sequence[str]
    active: bool
    winner: bool
    breakdown: Sequence[tuple[str, int]]
    """The points by source, with labels; empty before the end."""
    gain: str = ""
    """The points from the newest or the previewed move."""


class Box(NamedTuple):
    """A rectangle in pixels; right and bottom are exclusive."""

    left: int
    top: int
    right: int
    bottom: int


def draw_title(sheet: Sheet, title: str, state: str, latest: str) -> None:
    """Writes the title line: title, state, and right-aligned the latest event, as far as they fit."""
    theme, baseline = sheet.theme, HEIGHT - 30
    title, style = text.fit(title, TITLE, WIDTH - 2 * MARGIN, STATE.size)
    x = MARGIN + sheet.write(title, style, MARGIN, baseline, theme.ink, theme.background)
    x += GAP
    if state and x + text.width(state, STATE) <= WIDTH - MARGIN:
        x += sheet.write(state, STATE, x, baseline, theme.muted, theme.background) + 3 * GAP
    room = WIDTH - MARGIN - x
    if latest and room > text.width(latest, STATE) // 2:
        latest, style = text.fit(latest, STATE, room, 28)
        sheet.write(latest, style, WIDTH - MARGIN, baseline, theme.muted, theme.background, "r")


def title_with_names(names: Sequence[str], describe: Callable[[Sequence[str]], str]) -> str:
    """A title with names in it that fits the title line: only the names are truncated."""
    smallest, rooms = TITLE._replace(size=STATE.size), range(max(map(len, names), default=1), 0, -1)
    return text.shorten_names_to_fit(
        names, rooms, WIDTH - 2 * MARGIN, describe, lambda title: text.width(title, smallest)
    )


def seat_boxes(count: int, tall: bool, middle: int = 0, top: int = HEIGHT) -> list[Box]:
    """The boxes of the seats: up to three in a row, four in two rows, two with a gap of `middle` pixels."""
    columns = 2 if count == 4 else count
    gap = max(GAP, middle) if count == 2 else GAP
    width = (WIDTH - 2 * MARGIN - (columns - 1) * gap) // columns
    height = BOX_HEIGHT + (BREAKDOWN_HEIGHT if tall else 0)
    cells = ((index % columns, index // columns) for index in range(count))
    return [
        Box(x, y, x + width, y + height)
        for x, y in ((MARGIN + column * (width + gap), top + row * (height + GAP)) for column, row in cells)
    ]


def draw_seats(sheet: Sheet, seats: Sequence[Seat], boxes: Sequence[Box]) -> None:
    """Draws each seat in its box."""
    for seat, box in zip(seats, boxes, strict=True):
        _draw_seat(sheet, seat, box)


def _draw_seat(sheet: Sheet, seat: Seat, box: Box) -> None:
    theme = sheet.theme
    under = theme.raised if seat.active else theme.panel
    border = theme.gold if seat.winner else seat.side.sign if seat.active else theme.line
    thickness = 5 if seat.active or seat.winner else 2
    width, height = box.right - box.left, box.bottom - box.top
    panel = _panel(theme, width, height, under, border, thickness)
    sheet.paste(panel, box.left + panel.centre_x, box.top + panel.centre_y)
    sheet.paste(seat.emblem, box.left + PADDING + EMBLEM_SIZE // 2, box.top + BOX_HEIGHT // 2)
    ink = theme.gold if seat.winner else theme.ink
    right = box.right - PADDING - 4
    points = sheet.write(str(seat.points), POINTS, right, box.top + 73, ink, under, "r")
    x = box.left + 2 * PADDING + EMBLEM_SIZE
    room = right - points - PADDING - x
    name, style = text.fit(seat.name, NAME, room, SMALLEST_NAME)
    sheet.write(name, style, x, box.top + 46, theme.ink, under)
    note_style = ACTIVE_NOTE if seat.active or seat.winner else NOTE
    note = next((note for note in seat.notes if text.width(note, note_style) <= room), seat.notes[-1])
    note, note_style = text.fit(note, note_style, room)
    note_ink = theme.gold if seat.winner else theme.ink if seat.active else theme.muted
    sheet.write(note, note_style, x, box.top + 83, note_ink, under)
    if seat.gain:
        gain = gain_badge(theme, seat.gain, seat.side)
        sheet.paste(gain, right - gain.plane.width + gain.centre_x, box.top + 2)
    if seat.breakdown:
        _draw_breakdown(sheet, seat.breakdown, box, under)


def _draw_breakdown(sheet: Sheet, breakdown: Sequence[tuple[str, int]], box: Box, under: Colour) -> None:
    theme = sheet.theme
    left, right = box.left + PADDING, box.right - PADDING
    sheet.rule(left, box.top + BOX_HEIGHT - 2, right - 1, 2, theme.line)
    column = (right - left) // len(breakdown)
    for index, (label, value) in enumerate(breakdown):
        x = left + column * index + column // 2
        sheet.write(str(value), BREAKDOWN, x, box.top + BOX_HEIGHT + 36, theme.ink, under, "m")
        label, style = text.fit(label, BREAKDOWN_LABEL, column - 8)
        sheet.write(label, style, x, box.top + BOX_HEIGHT + 66, theme.muted, under, "m")


@lru_cache(maxsize=128)
def _panel(theme: Theme, width: int, height: int, fill: Colour, border: Colour, thickness: int) -> Sprite:
    sketch = Sketch(theme, width, height, theme.background)
    sketch.box(0, 0, width, height, border, 16)
    sketch.box(0, 0, width - 2 * thickness, height - 2 * thickness, fill, 16 - thickness)
    return sketch.finish()


@lru_cache(maxsize=128)
def gain_badge(theme: Theme, gain: str, side: Side) -> Sprite:
    """The badge with points gained, drawn across the upper edge of a seat's box."""
    width, height = text.width(gain, GAIN) + 24, 42
    sketch = Sketch(theme, width + 8, height + 8, theme.background)
    corners = [(-width / 2 + 12, -height / 2 + 12), (width / 2 - 12, -height / 2 + 12)]
    corners += [(-x, -y) for x, y in corners]
    sketch.polygon(corners, theme.background, 16)
    sketch.polygon(corners, side.main, 12)
    return sketch.finish([Letter(gain, GAIN, 0, 0, theme.print)], polygon_mask(sketch, corners, 15))
