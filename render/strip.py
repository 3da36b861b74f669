"""The head of a picture: a line of state, and a strip with one box for each seat."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from render import text
from render.picture import MARGIN, WIDTH, Sheet
from render.sprites import Letter, Sketch, Sprite, mask_of
from render.text import Style
from render.theme import Colour, Side, Theme

TITLE = Style(44, 750)
STATE = Style(32, 500)
NAME = Style(34, 650)
NOTE = Style(28, 500)
ACTIVE_NOTE = Style(28, 700)
POINTS = Style(58, 750)
GAIN = Style(30, 800)
PART = Style(34, 650)
PART_LABEL = Style(24, 500, label=True)
SMALLEST_NAME = 28

HEADER = 88
BOX = 104
COUNT = 80
"""How much taller boxes are that show what the points are made of."""
GAP = 16
PADDING = 16
EMBLEM = 76


class Seat(NamedTuple):
    """What a seat's box shows. Of `notes`, which say the same at different length, the first that fits is written."""

    name: str
    emblem: Sprite
    side: Side
    points: int
    notes: Sequence[str]
    active: bool
    winner: bool
    parts: Sequence[tuple[str, int]]
    """What the points are made of; shown at the end only, so empty before."""
    gain: str = ""
    """The points that were, or would be, taken just now."""


class Box(NamedTuple):
    """A rectangle in pixels, right and bottom excluded."""

    left: int
    top: int
    right: int
    bottom: int


def header(sheet: Sheet, title: str, state: str, aside: str) -> None:
    """The topmost line: what is shown, how far it is, and to the right what happened last, as far as there is room."""
    theme, baseline = sheet.theme, HEADER - 30
    title, style = text.fit(title, TITLE, WIDTH - 2 * MARGIN, STATE.size)
    x = MARGIN + sheet.write(title, style, MARGIN, baseline, theme.ink, theme.background)
    x += GAP
    if state and x + text.width(state, STATE) <= WIDTH - MARGIN:
        x += sheet.write(state, STATE, x, baseline, theme.muted, theme.background) + 3 * GAP
    room = WIDTH - MARGIN - x
    if aside and room > text.width(aside, STATE) // 2:
        aside, style = text.fit(aside, STATE, room, 28)
        sheet.write(aside, style, WIDTH - MARGIN, baseline, theme.muted, theme.background, "r")


def titled(names: Sequence[str], describe: Callable[[Sequence[str]], str]) -> str:
    """A title with names in it for the topmost line; they are cut as far as they must be, the other words never."""
    smallest = TITLE._replace(size=STATE.size)
    for room in range(max(map(len, names), default=1), 0, -1):
        title = describe([text.cut(name, room) for name in names])
        if text.width(title, smallest) <= WIDTH - 2 * MARGIN:
            return title
    return describe(names)


def boxes(count: int, tall: bool, middle: int = 0, top: int = HEADER) -> list[Box]:
    """Where the boxes of seats lie: up to three in a row, four in two rows; two leave `middle` free between them."""
    columns = 2 if count == 4 else count
    gap = max(GAP, middle) if count == 2 else GAP
    width = (WIDTH - 2 * MARGIN - (columns - 1) * gap) // columns
    height = BOX + (COUNT if tall else 0)
    places = ((index % columns, index // columns) for index in range(count))
    return [
        Box(x, y, x + width, y + height)
        for x, y in ((MARGIN + column * (width + gap), top + row * (height + GAP)) for column, row in places)
    ]


def seats(sheet: Sheet, entries: Sequence[Seat], places: Sequence[Box]) -> None:
    """Draws each seat into its box."""
    for entry, place in zip(entries, places, strict=True):
        _seat(sheet, entry, place)


def _seat(sheet: Sheet, entry: Seat, place: Box) -> None:
    theme = sheet.theme
    under = theme.raised if entry.active else theme.panel
    border = theme.gold if entry.winner else entry.side.sign if entry.active else theme.line
    thickness = 5 if entry.active or entry.winner else 2
    width, height = place.right - place.left, place.bottom - place.top
    panel = _panel(theme, width, height, under, border, thickness)
    sheet.paste(panel, place.left + panel.centre_x, place.top + panel.centre_y)
    sheet.paste(entry.emblem, place.left + PADDING + EMBLEM // 2, place.top + BOX // 2)
    ink = theme.gold if entry.winner else theme.ink
    right = place.right - PADDING - 4
    points = sheet.write(str(entry.points), POINTS, right, place.top + 73, ink, under, "r")
    x = place.left + 2 * PADDING + EMBLEM
    room = right - points - PADDING - x
    name, style = text.fit(entry.name, NAME, room, SMALLEST_NAME)
    sheet.write(name, style, x, place.top + 46, theme.ink, under)
    note_style = ACTIVE_NOTE if entry.active or entry.winner else NOTE
    note = next((note for note in entry.notes if text.width(note, note_style) <= room), entry.notes[-1])
    note, note_style = text.fit(note, note_style, room)
    note_ink = theme.gold if entry.winner else theme.ink if entry.active else theme.muted
    sheet.write(note, note_style, x, place.top + 83, note_ink, under)
    if entry.gain:
        gain = chip(theme, entry.gain, entry.side)
        sheet.paste(gain, right - gain.plane.width + gain.centre_x, place.top + 2)
    if entry.parts:
        _count(sheet, entry.parts, place, under)


def _count(sheet: Sheet, parts: Sequence[tuple[str, int]], place: Box, under: Colour) -> None:
    theme = sheet.theme
    left, right = place.left + PADDING, place.right - PADDING
    sheet.rule(left, place.top + BOX - 2, right - 1, 2, theme.line)
    column = (right - left) // len(parts)
    for index, (label, value) in enumerate(parts):
        x = left + column * index + column // 2
        sheet.write(str(value), PART, x, place.top + BOX + 36, theme.ink, under, "m")
        label, style = text.fit(label, PART_LABEL, column - 8)
        sheet.write(label, style, x, place.top + BOX + 66, theme.muted, under, "m")


@lru_cache(maxsize=128)
def _panel(theme: Theme, width: int, height: int, fill: Colour, border: Colour, thickness: int) -> Sprite:
    sketch = Sketch(theme, width, height, theme.background)
    sketch.box(0, 0, width, height, border, 16)
    sketch.box(0, 0, width - 2 * thickness, height - 2 * thickness, fill, 16 - thickness)
    return sketch.finish()


@lru_cache(maxsize=128)
def chip(theme: Theme, gain: str, side: Side) -> Sprite:
    """Points taken, on the upper edge of the box, where they take no room from its texts."""
    width, height = text.width(gain, GAIN) + 24, 42
    sketch = Sketch(theme, width + 8, height + 8, theme.background)
    corners = [(-width / 2 + 12, -height / 2 + 12), (width / 2 - 12, -height / 2 + 12)]
    corners += [(-x, -y) for x, y in corners]
    sketch.polygon(corners, theme.background, 16)
    sketch.polygon(corners, side.main, 12)
    return sketch.finish([Letter(gain, GAIN, 0, 0, theme.print)], mask_of(sketch, corners, 15))
