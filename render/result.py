"""End cards: the winner's banner, the points by source, and the course of a game.

The parts are drawn one below the other; each takes its upper edge in pixels and returns its lower one.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
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
"""The distance of a banner's text from its left edge."""
ART_CENTRE = 904
"""The centre of a banner's picture, from the banner's left edge."""
NAME_ROOM = 620
RAYS = 14
OVER = Style(38, 700)
NAME = Style(104, 850)
SMALLEST_NAME = 44
POINTS = Style(76, 850)
MARGIN_WORDS = Style(42, 650)
SENTENCE = Style(28, 550)

HEADING = Style(34, 750)
HEADING_HEIGHT = 66
SOURCE = Style(28, 550)
SOURCES_HEIGHT = 44
"""The height of a line of sources below a heading that leaves them no room beside it."""
SOURCE_ROOM = 70
"""The room of a source's icon and of the gap before it, in pixels."""
ROW, BAR_HEIGHT, BAR_LEFT, BAR_RIGHT = 94, 58, 318, WIDTH - 120
"""A row of the standings, and its bar's left and right edge in the picture."""
PART_GAP, PART_ROUNDED, LEAST_PART, PART_EDGE = 4, 10, 50, 6
PART = Style(32, 800)
ICON_ROOM = 46
ICON_ASIDE = 50
"""The room of an icon behind the points, in pixels."""
SEAT = Style(35, 700)
SMALLEST_SEAT = 28
TOTAL = Style(62, 850)
BADGE = 74
"""The width of a badge in the standings, in pixels."""

COURSE_HEIGHT = 340
LINE_WIDTH = 8
TICK = Style(26, 550, label=True)
END = Style(30, 800)
MARKED = Style(28, 650)
MARK = 24
"""The radius of a mark on the course."""
NOTE = Style(30, 600)
NOTE_HEIGHT = 76


class Banner(NamedTuple):
    """The winner's banner. `art` draws the picture at its right around (0, 0), within the banner's edges.

    `over` stands above the name, with a crown if `crowned`; `points` and `margin` on one line, `sentence` below it.
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
    """A source of points: its name, and its icon or its colour, or both."""

    name: str
    icon: str | None = None
    fill: Colour | None = None


class Part(NamedTuple):
    """The points of one seat from one source, `fill` the colour of its bar."""

    points: int
    fill: Colour
    icon: str | None = None


class Standing(NamedTuple):
    """A seat's row: its badge, its points by source, and an icon behind them, such as a crown or a skull."""

    name: str
    points: int
    parts: Sequence[Part]
    badge: Sprite | None = None
    winner: bool = False
    icon: str | None = None
    icon_fill: Colour | None = None


class Line(NamedTuple):
    """A seat's points at each moment of a game; `letter` stands at its end."""

    letter: str
    side: Side
    points: Sequence[int]


class Mark(NamedTuple):
    """A moment on the course of line number `line`, with an icon and words; the turning point has a band."""

    moment: int
    line: int
    icon: str
    words: str
    turning: bool = False


class Course(NamedTuple):
    """The lines of all seats, `ticks` the captions by moment."""

    lines: Sequence[Line]
    ticks: Mapping[int, str]
    marks: Sequence[Mark] = ()


def draw_banner(sheet: Sheet, banner: Banner, top: int = TOP) -> int:
    """Draws the winner's banner."""
    theme, side = sheet.theme, banner.side
    sketch = Sketch(theme, ROOM, BANNER_HEIGHT, theme.background)
    sketch.box(0, 0, ROOM, BANNER_HEIGHT, side.main, BANNER_ROUNDED)
    rounded = BANNER_ROUNDED - BANNER_BORDER
    across, down = ROOM / 2 - BANNER_BORDER - rounded, BANNER_HEIGHT / 2 - BANNER_BORDER - rounded

    def paint(inner: Sketch) -> None:
        inner.box(0, 0, ROOM, BANNER_HEIGHT, side.deep)
        moved = inner.at(round(ART_CENTRE - ROOM / 2), 0)
        for ray in range(RAYS):
            moved.polygon([(0, 0), _on_circle(ray), _on_circle(ray + 0.5)], side.deep2)
        if banner.art is not None:
            banner.art(moved)

    sketch.clip([(-across, -down), (across, -down), (across, down), (-across, down)], rounded, paint)
    sprite = sketch.finish(_banner_letters(sketch, banner))
    sheet.paste(sprite, WIDTH // 2, top + BANNER_HEIGHT // 2)
    return top + BANNER_HEIGHT


def _on_circle(ray: float) -> Point:
    angle = radians(360 / RAYS * ray)
    return WIDTH * cos(angle), WIDTH * sin(angle)


def _banner_letters(sketch: Sketch, banner: Banner) -> list[Letter]:
    """The texts of a banner; draws the crown."""
    theme, side = sketch.theme, banner.side
    lit = theme.background if theme.is_light else theme.ink
    left, upper = -ROOM / 2 + BANNER_TEXT, -BANNER_HEIGHT / 2
    indent = 76 if banner.crowned else 0
    if banner.crowned:
        sketch.icon(CROWN, left + 28, upper + 74, 56, theme.gold)
    name, name_style = text.fit(banner.name, NAME, NAME_ROOM, SMALLEST_NAME)
    over, over_style = text.fit(banner.over, OVER, NAME_ROOM - indent, 28)
    letters = [
        _from_left(over, over_style, left + indent, upper + 88, theme.gold),
        _from_left(name, name_style, left, upper + 204, lit),
    ]
    start = left
    if banner.points:
        letters.append(_from_left(banner.points, POINTS, left, upper + 302, side.tint))
        start += text.width(banner.points, POINTS) + 18
    margin, margin_style = text.fit(banner.margin, MARGIN_WORDS, round(left + NAME_ROOM - start), 28)
    sentence, style = text.fit(banner.sentence, SENTENCE, NAME_ROOM)
    letters.append(_from_left(margin, margin_style, start, upper + 302, lit))
    letters.append(_from_left(sentence, style, left, upper + 348, side.tint))
    return [letter for letter in letters if letter.text]


def _from_left(words: str, style: Style, left: float, baseline: float, fill: Colour) -> Letter:
    return Letter(words, style, left + text.width(words, style) / 2, baseline - style.size * CAP_HEIGHT / 2, fill)


def draw_heading(sheet: Sheet, heading: str, top: int, aside: str = "", aside_ink: Colour | None = None) -> int:
    """Writes a heading, and a remark at the right."""
    theme, baseline = sheet.theme, top + HEADING_HEIGHT - 22
    width = sheet.write(heading, HEADING, MARGIN, baseline, theme.ink, theme.background)
    if aside:
        aside, style = text.fit(aside, SENTENCE, ROOM - width - 40)
        sheet.write(aside, style, WIDTH - MARGIN, baseline, aside_ink or theme.muted, theme.background, "r")
    return top + HEADING_HEIGHT


def standings_head(heading: str, sources: Sequence[Source]) -> int:
    """The height of the heading of standings: more where the sources have no room beside it."""
    wide = text.width(heading, HEADING) + sum(text.width(source.name, SOURCE) + SOURCE_ROOM for source in sources)
    return HEADING_HEIGHT if wide <= ROOM else HEADING_HEIGHT + SOURCES_HEIGHT


def draw_standings(
    sheet: Sheet, heading: str, sources: Sequence[Source], standings: Sequence[Standing], top: int, row: int = ROW
) -> int:
    """Draws the points by source as bars, in the order given, with a legend of the sources beside the heading."""
    draw_heading(sheet, heading, top)
    bottom = top + standings_head(heading, sources)
    _draw_sources(sheet, sources, bottom - 22)
    most = max((standing.points for standing in standings), default=0)
    # All bars have the same room, so that their lengths compare.
    aside = max((text.width(_number(standing.points), TOTAL) for standing in standings), default=0)
    icons = ICON_ASIDE if any(standing.icon is not None for standing in standings) else 0
    end = min(BAR_RIGHT, WIDTH - MARGIN - icons - max(aside, 76) - 16)
    for number, standing in enumerate(standings):
        _draw_standing(sheet, standing, most, bottom + row * number + row // 2, end, icons)
    return bottom + row * len(standings)


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


def _draw_standing(sheet: Sheet, standing: Standing, most: int, middle: int, end: int, icons: int) -> None:
    """Draws a seat's row; bars end at `end`, and `icons` pixels are left for icons."""
    theme, x = sheet.theme, MARGIN
    if standing.badge is not None:
        sheet.paste(standing.badge, x + BADGE // 2, middle)
        x += BADGE + 16
    name, style = text.fit(standing.name, SEAT, BAR_LEFT - 16 - x, SMALLEST_SEAT)
    sheet.write(name, style, x, middle + 12, theme.ink, theme.background)
    right = WIDTH - MARGIN
    if standing.icon is not None:
        sketch = Sketch(theme, 38, 38, theme.background)
        sketch.icon(standing.icon, 0, 0, 36, standing.icon_fill or theme.gold_text)
        sheet.paste(sketch.finish(), right - 18, middle)
    ink = theme.gold_text if standing.winner else theme.ink
    sheet.write(_number(standing.points), TOTAL, right - icons, middle + 22, ink, theme.background, "r")
    sheet.paste(_bar(theme, standing.parts, most, end - BAR_LEFT), (BAR_LEFT + end) // 2, middle)


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
    """The widths of a bar's parts by points; the smallest are wide enough for their number."""
    room -= PART_GAP * max(0, len(points) - 1)
    least = [max(LEAST_PART, text.width(_number(each), PART) + 2 * PART_EDGE) for each in points]
    widths = [max(width, abs(each) / max(1, most) * room) for each, width in zip(points, least, strict=True)]
    excess = sum(widths) - room
    if excess > 0:
        widest = widths.index(max(widths))
        widths[widest] = max(least[widest], widths[widest] - excess)
    return widths


def draw_note(sheet: Sheet, lead: str, words: str, top: int) -> int:
    """Draws a sentence on the notice's ground with a gold edge, its first words in gold."""
    theme, ground = sheet.theme, sheet.theme.notice
    sketch = Sketch(theme, ROOM, NOTE_HEIGHT, theme.background)
    sketch.box(0, 0, ROOM, NOTE_HEIGHT, ground, 12)
    sketch.box(-ROOM / 2 + 6, 0, 12, NOTE_HEIGHT, theme.gold, 6)
    sheet.paste(sketch.finish(), WIDTH // 2, top + NOTE_HEIGHT // 2)
    baseline = top + NOTE_HEIGHT // 2 + 11
    x = MARGIN + 34
    x += sheet.write(lead, NOTE._replace(weight=800), x, baseline, theme.gold, ground) + 10
    words, style = text.fit(words, NOTE, WIDTH - MARGIN - 20 - x, 28)
    sheet.write(words, style, x, baseline, theme.notice_ink, ground)
    return top + NOTE_HEIGHT


class _Chart:
    """The scales of a course: pixels from moments and points, around the centre of its card."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.moments = max((len(line.points) for line in course.lines), default=1)
        self.most = max((max(line.points, default=0) for line in course.lines), default=0)
        self.left, self.right = -ROOM / 2 + 36, ROOM / 2 - 84
        self.top, self.bottom = -COURSE_HEIGHT / 2 + 52, COURSE_HEIGHT / 2 - 62

    def x(self, moment: float) -> float:
        """Where a moment lies."""
        return self.left + (self.right - self.left) * moment / max(1, self.moments - 1)

    def y(self, points: float, number: int = 0) -> float:
        """Where points lie on line `number`; lines of the same points lie beside each other."""
        apart = (number - (len(self.course.lines) - 1) / 2) * LINE_WIDTH
        return self.bottom - (self.bottom - self.top) * points / max(1, self.most) + apart

    def path(self, number: int) -> list[Point]:
        """The corners of a line: points change in steps."""
        points = self.course.lines[number].points
        path = [(self.x(0), self.y(points[0], number))]
        for moment, (before, after) in enumerate(pairwise(points), 1):
            if after != before:
                path += [(self.x(moment), self.y(before, number)), (self.x(moment), self.y(after, number))]
        return [*path, (self.x(len(points) - 1), self.y(points[-1], number))]


def draw_course(sheet: Sheet, course: Course, top: int) -> int:
    """Draws the points of all seats over the game."""
    theme = sheet.theme
    sketch = Sketch(theme, ROOM, COURSE_HEIGHT, theme.background)
    sketch.box(0, 0, ROOM, COURSE_HEIGHT, theme.panel, 18)
    chart = _Chart(course)
    _paint_scales(sketch, chart)
    order = sorted(range(len(course.lines)), key=lambda number: course.lines[number].points[-1])
    for number in order:
        sketch.stroke(chart.path(number), LINE_WIDTH + 4, theme.panel)
        sketch.stroke(chart.path(number), LINE_WIDTH, course.lines[number].side.main)
    letters = [*_tick_letters(theme, chart), *_end_letters(sketch, chart), *_mark_letters(theme, chart)]
    for mark in course.marks:
        _paint_mark(sketch, chart, mark)
    sheet.paste(sketch.finish(letters), WIDTH // 2, top + COURSE_HEIGHT // 2)
    return top + COURSE_HEIGHT


def _paint_scales(sketch: Sketch, chart: _Chart) -> None:
    theme = sketch.theme
    for mark in chart.course.marks:
        if mark.turning:
            band = theme.notice if not theme.is_light else theme.gold_hi
            sketch.box(chart.x(mark.moment), 0, 2 * MARK, COURSE_HEIGHT - 4, band)
    step = next(step for step in (5, 10, 20, 50, 10**6) if chart.most <= 5 * step)
    for points in range(0, chart.most + 1, step):
        y = chart.y(points, 0) + (len(chart.course.lines) - 1) / 2 * LINE_WIDTH
        sketch.box((chart.left + chart.right) / 2, y, chart.right - chart.left, 2, theme.raised)


def _paint_mark(sketch: Sketch, chart: _Chart, mark: Mark) -> None:
    theme, (x, y) = sketch.theme, _mark_place(chart, mark)
    sketch.circle(x, y, MARK + 3, theme.panel)
    sketch.circle(x, y, MARK, theme.gold)
    sketch.icon(mark.icon, x, y, MARK * 1.2, theme.print)


def _mark_place(chart: _Chart, mark: Mark) -> Point:
    return chart.x(mark.moment), chart.y(chart.course.lines[mark.line].points[mark.moment], mark.line)


def _tick_letters(theme: Theme, chart: _Chart) -> list[Letter]:
    return [
        Letter(words, TICK, chart.x(moment), COURSE_HEIGHT / 2 - 28, theme.muted)
        for moment, words in chart.course.ticks.items()
    ]


def _end_letters(sketch: Sketch, chart: _Chart) -> list[Letter]:
    """The letters at the lines' ends, moved apart; draws the dots before them."""
    theme, lines = sketch.theme, chart.course.lines
    ends = {number: chart.y(line.points[-1], number) for number, line in enumerate(lines)}
    letters: list[Letter] = []
    least = END.size + 2
    # From the bottom up; whoever is too near to the one below moves up.
    limit = COURSE_HEIGHT / 2 - 34
    for number in sorted(ends, key=lambda number: (-ends[number], number)):
        side = lines[number].side
        sketch.circle(chart.right, ends[number], LINE_WIDTH * 1.3, side.main)
        y = min(ends[number], limit)
        limit = y - least
        ink = side.lo if theme.is_light else side.tint
        letters.append(Letter(lines[number].letter, END, chart.right + 44, y, ink))
    return letters


def _mark_letters(theme: Theme, chart: _Chart) -> list[Letter]:
    """The words of the marks, each where it covers neither a line nor another mark; none where there is no room."""
    letters: list[Letter] = []
    marks = [_mark_place(chart, mark) for mark in chart.course.marks]
    taken = [(x - MARK - 4, y - MARK - 4, x + MARK + 4, y + MARK + 4) for x, y in marks]
    for mark, (x, y) in zip(chart.course.marks, marks, strict=True):
        width, half = text.width(mark.words, MARKED) / 2, MARKED.size / 2 + 3
        away = MARK + 12 + width
        for across, down in ((-away, -8), (away, -8), (-away, -28), (away, -28), (-away, 20), (away, 20)):
            box = (x + across - width, y + down - half, x + across + width, y + down + half)
            if _is_free(chart, box, taken):
                letters.append(Letter(mark.words, MARKED, x + across, y + down, theme.gold_text))
                taken.append(box)
                break
    return letters


Area = tuple[float, float, float, float]


def _is_free(chart: _Chart, box: Area, taken: Sequence[Area]) -> bool:
    left, top, right, bottom = box
    if left < chart.left or right > chart.right or top < -COURSE_HEIGHT / 2 + 8 or bottom > chart.bottom + 16:
        return False
    areas = list(taken)
    half = LINE_WIDTH / 2 + 2
    for number in range(len(chart.course.lines)):
        for (x1, y1), (x2, y2) in pairwise(chart.path(number)):
            areas.append((min(x1, x2) - half, min(y1, y2) - half, max(x1, x2) + half, max(y1, y2) + half))
    return all(right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top for other in areas)
