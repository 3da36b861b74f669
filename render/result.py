"""End cards of finished games: the winner's banner, the points of each seat by source, and a note.

The parts are drawn one below the other. Each function that draws one takes its upper edge in pixels, and returns its
lower edge.
"""

from collections.abc import Callable, Sequence
from math import cos, radians, sin
from typing import NamedTuple

from render import text
from render.picture import MARGIN, WIDTH, Sheet
from render.sprites import Letter, Point, Sketch, Sprite
from render.text import CAP_HEIGHT, Style
from render.theme import Colour, Side, Theme

TOP = MARGIN
"""The upper edge of the banner, in pixels."""
ROOM = WIDTH - 2 * MARGIN
CROWN = "queen-crown"

BANNER_HEIGHT, BANNER_BORDER, BANNER_ROUNDED = 380, 6, 28
BANNER_TEXT = 36
"""The distance from a banner's left edge to its texts, in pixels."""
ART_CENTRE = 904
"""The distance from a banner's left edge to the centre of the picture on it, in pixels."""
NAME_ROOM = 620
RAYS = 14
OVER = Style(38, 700)
NAME = Style(104, 850)
SMALLEST_NAME = 44
POINTS = Style(76, 850)
MARGIN_WORDS = Style(42, 650)
SENTENCE = Style(28, 550)
ASIDE, SMALLEST_ASIDE = Style(28, 550, label=True), 24

HEADING = Style(34, 750)
HEADING_HEIGHT = 66
SOURCE = Style(28, 550)
SOURCES_HEIGHT = 44
"""The height of the line that lists the sources of points, in pixels; there is such a line if the heading leaves no
room for the sources beside it."""
SOURCE_ROOM = 70
"""The room for the icon of a source in that list, with the gaps beside the icon, in pixels."""
ROW, BAR_HEIGHT, BAR_RIGHT = 94, 58, WIDTH - 120
"""The height of a row of the standings and of its bar, and the x coordinate of the bar's right edge, in pixels."""
BAR_LEFT, FARTHEST_BAR_LEFT = 318, 400
"""The x coordinates between which bars begin; wide names move them to the right."""
PART_GAP, PART_ROUNDED, LEAST_PART, PART_EDGE = 4, 10, 50, 6
PART = Style(32, 800)
SEAT_NOTE = Style(32, 550)
NOTE_LINE = 44
"""The height of a line of a note below a bar, in pixels."""
ICON_ROOM = 46
ICON_ASIDE = 50
"""The room for an icon to the right of a seat's points, in pixels."""
SEAT = Style(35, 700)
SMALLEST_SEAT = 28
TOTAL = Style(62, 850)
BADGE = 74
"""The width of a badge in the standings, in pixels."""

NOTE = Style(30, 600)
SMALLEST_NOTE = 28
NOTE_HEIGHT = 76


class Banner(NamedTuple):
    """The content of the winner's banner.

    `over` is the line above the name, after a crown if `crowned`. Below the name, `points` and `margin` (the lead in
    words) share a line, and `sentence` is the last line. `art` draws a picture on the right around (0, 0), clipped to
    the banner.
    """

    side: Side
    over: str
    name: str
    points: str
    margin: str
    sentence: str
    art: Callable[[Sketch], None] | None = None
    crowned: bool = True


class Source(NamedTuple):
    """A source of points in the list above the bars: its name, with an icon, a colour, or both."""

    name: str
    icon: str | None = None
    fill: Colour | None = None


class Part(NamedTuple):
    """A part of a seat's bar: the points from one source, in the colour `fill`, with an icon if there is room."""

    points: int
    fill: Colour
    icon: str | None = None


class Standing(NamedTuple):
    """A seat's row in the standings: its badge, its name, a bar of its points by source, and its points.

    `icon` is drawn to the right of the points, such as a skull, and `note` is a text below the bar.
    """

    name: str
    points: int
    parts: Sequence[Part]
    badge: Sprite | None = None
    winner: bool = False
    icon: str | None = None
    icon_fill: Colour | None = None
    note: str = ""


def draw_banner(sheet: Sheet, banner: Banner, top: int = TOP) -> int:
    """Draw the winner's banner with its upper edge at `top`; return its lower edge."""
    theme, side = sheet.theme, banner.side
    sketch = Sketch(theme, ROOM, BANNER_HEIGHT, theme.background)
    sketch.box(0, 0, ROOM, BANNER_HEIGHT, side.main, BANNER_ROUNDED)
    rounded = BANNER_ROUNDED - BANNER_BORDER
    across, down = ROOM / 2 - BANNER_BORDER - rounded, BANNER_HEIGHT / 2 - BANNER_BORDER - rounded

    def paint(inner: Sketch) -> None:
        inner.box(0, 0, ROOM, BANNER_HEIGHT, side.deep)
        moved = inner.at(round(ART_CENTRE - ROOM / 2), 0)
        for ray in range(RAYS):
            moved.polygon([(0, 0), _circle_point(ray), _circle_point(ray + 0.5)], side.deep2)
        if banner.art is not None:
            banner.art(moved)

    sketch.clip([(-across, -down), (across, -down), (across, down), (-across, down)], rounded, paint)
    sprite = sketch.finish(_banner_letters(sketch, banner))
    sheet.paste(sprite, WIDTH // 2, top + BANNER_HEIGHT // 2)
    return top + BANNER_HEIGHT


def _circle_point(ray: float) -> Point:
    angle = radians(360 / RAYS * ray)
    return WIDTH * cos(angle), WIDTH * sin(angle)


def _banner_letters(sketch: Sketch, banner: Banner) -> list[Letter]:
    """Draw the crown of a banner; return the banner's texts."""
    theme, side = sketch.theme, banner.side
    lit = theme.background if theme.is_light else theme.ink
    left, upper = -ROOM / 2 + BANNER_TEXT, -BANNER_HEIGHT / 2
    indent = 76 if banner.crowned else 0
    if banner.crowned:
        sketch.icon(CROWN, left + 28, upper + 74, 56, theme.gold)
    name, name_style = text.fit(banner.name, NAME, NAME_ROOM, SMALLEST_NAME)
    over, over_style = text.fit(banner.over, OVER, NAME_ROOM - indent, 28)
    letters = [
        _align_left(over, over_style, left + indent, upper + 88, theme.gold),
        _align_left(name, name_style, left, upper + 204, lit),
    ]
    start = left
    if banner.points:
        letters.append(_align_left(banner.points, POINTS, left, upper + 302, side.tint))
        start += text.width(banner.points, POINTS) + 18
    margin, margin_style = text.fit(banner.margin, MARGIN_WORDS, round(left + NAME_ROOM - start), 28)
    sentence, style = text.fit(banner.sentence, SENTENCE, NAME_ROOM)
    letters.append(_align_left(margin, margin_style, start, upper + 302, lit))
    letters.append(_align_left(sentence, style, left, upper + 348, side.tint))
    return [letter for letter in letters if letter.text]


def _align_left(words: str, style: Style, left: float, baseline: float, fill: Colour) -> Letter:
    return Letter(words, style, left + text.width(words, style) / 2, baseline - style.size * CAP_HEIGHT / 2, fill)


def draw_heading(sheet: Sheet, heading: str, top: int, aside: str = "", aside_ink: Colour | None = None) -> int:
    """Write a heading on the left, and the remark `aside` on the right; return the lower edge."""
    theme, baseline = sheet.theme, top + HEADING_HEIGHT - 22
    width = sheet.write(heading, HEADING, MARGIN, baseline, theme.ink, theme.background)
    if aside:
        aside, style = text.fit(aside, ASIDE, ROOM - width - 40, SMALLEST_ASIDE)
        sheet.write(aside, style, WIDTH - MARGIN, baseline, aside_ink or theme.muted, theme.background, "r")
    return top + HEADING_HEIGHT


def standings_head(heading: str, sources: Sequence[Source]) -> int:
    """Return the height of the heading above the standings, in pixels.

    It includes a second line if the list of sources doesn't fit beside the heading.
    """
    wide = text.width(heading, HEADING) + sum(text.width(source.name, SOURCE) + SOURCE_ROOM for source in sources)
    return HEADING_HEIGHT if wide <= ROOM else HEADING_HEIGHT + SOURCES_HEIGHT


def draw_standings(
    sheet: Sheet, heading: str, sources: Sequence[Source], standings: Sequence[Standing], top: int, row: int = ROW
) -> int:
    """Draw the standings: a heading, a list of the sources of points, and each seat's points by source as a bar.

    The seats keep the given order. `row` is the height of a seat's row in pixels, without its note. Returns the lower
    edge.
    """
    draw_heading(sheet, heading, top)
    bottom = top + standings_head(heading, sources)
    _draw_sources(sheet, sources, bottom - 22)
    most = max((standing.points for standing in standings), default=0)
    # Every row gets the room that the widest number needs, so that the lengths of the bars are comparable.
    aside = max((text.width(_number(standing.points), TOTAL) for standing in standings), default=0)
    icons = ICON_ASIDE if any(standing.icon is not None for standing in standings) else 0
    bar = range(_find_bar_left(standings), min(BAR_RIGHT, WIDTH - MARGIN - icons - max(aside, 76) - 16))
    for standing in standings:
        _draw_standing(sheet, standing, most, bottom + row // 2, bar, icons)
        bottom += row
        lines, style = fit_note(standing.note)
        for line in lines:
            sheet.write(line, style, MARGIN, bottom + NOTE_LINE // 2 + 2, sheet.theme.muted, sheet.theme.background)
            bottom += NOTE_LINE
    return bottom


def fit_note(note: str) -> tuple[list[str], Style]:
    """Return the lines of a note below a bar and their style; only what is too long for a small font is wrapped."""
    fitted, style = text.fit(note, SEAT_NOTE, ROOM, SENTENCE.size)
    if fitted == note:
        return [note] if note else [], style
    return text.wrap(note, style, ROOM), style


def _find_bar_left(standings: Sequence[Standing]) -> int:
    """Return the x coordinate of the bars' left end, beside the widest name; long names are truncated."""
    smallest = SEAT._replace(size=SMALLEST_SEAT)
    widest = max((text.width(each.name, smallest) for each in standings), default=0)
    badge = BADGE + 16 if any(each.badge for each in standings) else 0
    return max(BAR_LEFT, min(FARTHEST_BAR_LEFT, MARGIN + badge + widest + 16))


def _draw_sources(sheet: Sheet, sources: Sequence[Source], baseline: int) -> None:
    theme, x = sheet.theme, WIDTH - MARGIN
    for source in reversed(sources):
        x -= sheet.write(source.name, SOURCE, x, baseline, theme.muted, theme.background, "r") + 20
        sketch = Sketch(theme, 34, 34, theme.background)
        if source.fill is not None:
            sketch.box(0, 0, 28, 28, source.fill, 7)
        if source.icon is not None:
            fill = theme.muted if source.fill is None else theme.print
            sketch.icon(source.icon, 0, 0, 28 if source.fill is None else 20, fill)
        sheet.paste(sketch.finish(), x - 8, baseline - 10)
        x -= SOURCE_ROOM - 20


def _draw_standing(sheet: Sheet, standing: Standing, most: int, middle: int, bar: range, icons: int) -> None:
    """Draw a seat's row with its vertical centre at `middle`.

    `most` are the highest points of any seat. `bar` are the x coordinates of the widest bar, and `icons` pixels are
    left for an icon to the right of the points.
    """
    theme, x = sheet.theme, MARGIN
    if standing.badge is not None:
        sheet.paste(standing.badge, x + BADGE // 2, middle)
        x += BADGE + 16
    name, style = text.fit(standing.name, SEAT, bar.start - 16 - x, SMALLEST_SEAT)
    sheet.write(name, style, x, middle + 12, theme.ink, theme.background)
    right = WIDTH - MARGIN
    if standing.icon is not None:
        sketch = Sketch(theme, 38, 38, theme.background)
        sketch.icon(standing.icon, 0, 0, 36, standing.icon_fill or theme.gold_text)
        sheet.paste(sketch.finish(), right - 18, middle)
    ink = theme.gold_text if standing.winner else theme.ink
    sheet.write(_number(standing.points), TOTAL, right - icons, middle + 22, ink, theme.background, "r")
    sheet.paste(_bar(theme, standing.parts, most, len(bar)), (bar.start + bar.stop) // 2, middle)


def _number(points: int) -> str:
    return str(points).replace("-", "−")


def _bar(theme: Theme, parts: Sequence[Part], most: int, room: int) -> Sprite:
    sketch = Sketch(theme, room, BAR_HEIGHT, theme.background)
    sketch.box(0, 0, room, BAR_HEIGHT, theme.panel, PART_ROUNDED)
    letters: list[Letter] = []
    left = -room / 2
    shown = [part for part in parts if part.points]
    for part, width in zip(shown, _part_widths([part.points for part in shown], most, room), strict=True):
        sketch.box(left + width / 2, 0, width, BAR_HEIGHT, part.fill, PART_ROUNDED)
        number, number_width = left + width / 2, text.width(_number(part.points), PART)
        if part.icon is not None and width >= max(2 * ICON_ROOM, ICON_ROOM + 10 + number_width + PART_EDGE):
            sketch.icon(part.icon, left + 30, 0, 30, theme.print)
            number = left + ICON_ROOM + 10 + number_width / 2
        letters.append(Letter(_number(part.points), PART, number, 0, theme.print))
        left += width + PART_GAP
    return sketch.finish(letters)


def _part_widths(points: Sequence[int], most: int, room: int) -> list[float]:
    """Return the widths of the parts of a bar in pixels: proportional to points, but each wide enough for its number.

    `most` points are `room` pixels wide. If the parts are too wide together, the widest one is shortened.
    """
    room -= PART_GAP * max(0, len(points) - 1)
    least = [max(LEAST_PART, text.width(_number(each), PART) + 2 * PART_EDGE) for each in points]
    widths = [max(width, abs(each) / max(1, most) * room) for each, width in zip(points, least, strict=True)]
    excess = sum(widths) - room
    if excess > 0:
        widest = widths.index(max(widths))
        widths[widest] = max(least[widest], widths[widest] - excess)
    return widths


def fits_note(lead: str, words: str) -> bool:
    """Return whether a note is written without truncating its words."""
    room = WIDTH - 2 * MARGIN - 64 - text.width(lead, NOTE._replace(weight=800))
    return text.width(words, NOTE._replace(size=SMALLEST_NOTE)) <= room


def draw_note(sheet: Sheet, lead: str, words: str, top: int) -> int:
    """Draw a note in a box with a gold left edge: `lead` in gold, then `words`; return the lower edge."""
    theme, ground = sheet.theme, sheet.theme.notice
    sketch = Sketch(theme, ROOM, NOTE_HEIGHT, theme.background)
    sketch.box(0, 0, ROOM, NOTE_HEIGHT, ground, 12)
    sketch.box(-ROOM / 2 + 6, 0, 12, NOTE_HEIGHT, theme.gold, 6)
    sheet.paste(sketch.finish(), WIDTH // 2, top + NOTE_HEIGHT // 2)
    baseline = top + NOTE_HEIGHT // 2 + 11
    x = MARGIN + 34
    x += sheet.write(lead, NOTE._replace(weight=800), x, baseline, theme.gold, ground) + 10
    words, style = text.fit(words, NOTE, WIDTH - MARGIN - 20 - x, SMALLEST_NOTE)
    sheet.write(words, style, x, baseline, theme.notice_ink, ground)
    return top + NOTE_HEIGHT
