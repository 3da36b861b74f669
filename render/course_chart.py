"""The chart on an end card: a line for each seat's points in the course of the game, with important moments marked."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from render import text
from render.picture import WIDTH, Sheet
from render.result import ROOM
from render.sprites import Letter, Point, Sketch
from render.text import Style
from render.theme import Side, Theme

COURSE_HEIGHT = 340
LINE_WIDTH = 8
TICK = Style(26, 550, label=True)
END = Style(30, 800)
MARKED = Style(28, 650)
MARK = 24
"""The radius of the disc that marks a moment on the chart, in pixels."""


class Line(NamedTuple):
    """A seat's line in the chart.

    `points` are the seat's points by moment, which is the index of a view. `side` gives the line's colour, and
    `letter` stands at its right end.
    """

    letter: str
    side: Side
    points: Sequence[int]


class Mark(NamedTuple):
    """A marked moment on a seat's line.

    `line` is the index of the line in `Course.lines`, `icon` a name in the icon font, and `words` the label. `turning`
    is set for the turning point of the game, which gets a vertical band.
    """

    moment: int
    line: int
    icon: str
    words: str
    turning: bool = False


class Course(NamedTuple):
    """The content of the chart.

    `lines` has a line for each seat. `ticks` are the captions below the chart, by moment. `marks` are the marked
    moments. `has_scale` adds numbers to the horizontal lines.
    """

    lines: Sequence[Line]
    ticks: Mapping[int, str]
    marks: Sequence[Mark] = ()
    has_scale: bool = False


class _Chart:
    """The conversion of moments and points to pixel coordinates around the centre of the chart's card."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.moments = max((len(line.points) for line in course.lines), default=1)
        self.most = max((max(line.points, default=0) for line in course.lines), default=0)
        self.left, self.right = -ROOM / 2 + (72 if course.has_scale else 36), ROOM / 2 - 84
        self.top, self.bottom = -COURSE_HEIGHT / 2 + 52, COURSE_HEIGHT / 2 - 62

    def x(self, moment: float) -> float:
        """Return the x coordinate of a moment, in pixels."""
        return self.left + (self.right - self.left) * moment / max(1, self.moments - 1)

    def y(self, points: float, number: int = 0) -> float:
        """Return the y coordinate for a number of points on the line with the index `number`, in pixels.

        Each line is shifted a little by its index, so that lines with equal points lie side by side.
        """
        apart = (number - (len(self.course.lines) - 1) / 2) * LINE_WIDTH
        return self.bottom - (self.bottom - self.top) * points / max(1, self.most) + apart

    def scale(self) -> dict[int, float]:
        """Return the y coordinates of the horizontal lines by their numbers of points."""
        step = next(step for step in (5, 10, 20, 50, 10**6) if self.most <= 5 * step)
        middle = (len(self.course.lines) - 1) / 2 * LINE_WIDTH
        return {points: self.y(points) + middle for points in range(0, self.most + 1, step)}

    def path(self, number: int) -> list[Point]:
        """Return the corners of the line with the index `number`, drawn in steps: points change only at a moment."""
        points = self.course.lines[number].points
        path = [(self.x(0), self.y(points[0], number))]
        for moment, (before, after) in enumerate(pairwise(points), 1):
            if after != before:
                path += [(self.x(moment), self.y(before, number)), (self.x(moment), self.y(after, number))]
        return [*path, (self.x(len(points) - 1), self.y(points[-1], number))]


def draw_course(sheet: Sheet, course: Course, top: int) -> int:
    """Draw the chart on a sheet with its upper edge at `top`; return its lower edge. Both are in pixels."""
    theme = sheet.theme
    sketch = Sketch(theme, ROOM, COURSE_HEIGHT, theme.background)
    sketch.box(0, 0, ROOM, COURSE_HEIGHT, theme.panel, 18)
    chart = _Chart(course)
    _paint_scales(sketch, chart)
    order = sorted(range(len(course.lines)), key=lambda number: course.lines[number].points[-1])
    for number in order:
        sketch.stroke(chart.path(number), LINE_WIDTH + 4, theme.panel)
        sketch.stroke(chart.path(number), LINE_WIDTH, course.lines[number].side.main)
    letters = [*_tick_letters(theme, chart), *_draw_line_ends(sketch, chart), *_mark_letters(theme, chart)]
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
    for y in chart.scale().values():
        sketch.box((chart.left + chart.right) / 2, y, chart.right - chart.left, 2, theme.raised)


def _paint_mark(sketch: Sketch, chart: _Chart, mark: Mark) -> None:
    theme, (x, y) = sketch.theme, _mark_place(chart, mark)
    sketch.circle(x, y, MARK + 3, theme.panel)
    sketch.circle(x, y, MARK, theme.gold)
    sketch.icon(mark.icon, x, y, MARK * 1.2, theme.print)


def _mark_place(chart: _Chart, mark: Mark) -> Point:
    return chart.x(mark.moment), chart.y(chart.course.lines[mark.line].points[mark.moment], mark.line)


def _tick_letters(theme: Theme, chart: _Chart) -> list[Letter]:
    """Return the captions below the chart, and the numbers at its left if it has a scale."""
    letters = [
        Letter(words, TICK, chart.x(moment), COURSE_HEIGHT / 2 - 20, theme.muted)
        for moment, words in chart.course.ticks.items()
    ]
    scale = chart.scale() if chart.course.has_scale else {}
    return letters + [Letter(str(points), TICK, chart.left - 34, y, theme.muted) for points, y in scale.items()]


def _draw_line_ends(sketch: Sketch, chart: _Chart) -> list[Letter]:
    """Draw a dot at the right end of each line; return the letters that stand beside the dots.

    Letters that would overlap are moved apart.
    """
    theme, lines = sketch.theme, chart.course.lines
    ends = {number: chart.y(line.points[-1], number) for number, line in enumerate(lines)}
    letters: list[Letter] = []
    least = END.size + 2
    # From the bottom up: a letter too close to the one below it is moved up.
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
    """Return the labels of the marks, each beside its mark where it covers no line, mark or other label.

    A mark without such a place gets no label.
    """
    letters: list[Letter] = []
    marks = [_mark_place(chart, mark) for mark in chart.course.marks]
    taken = [(x - MARK - 4, y - MARK - 4, x + MARK + 4, y + MARK + 4) for x, y in marks]
    for mark, (x, y) in zip(chart.course.marks, marks, strict=True):
        width, half = text.width(mark.words, MARKED) / 2, MARKED.size / 2 + 3
        away = MARK + 12 + width
        for across, down in ((-away, -8), (away, -8), (-away, -28), (away, -28), (-away, 20), (away, 20), (-away, 34)):
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
