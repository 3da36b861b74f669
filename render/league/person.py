"""The picture of a player's season: score, place, rating, a chart of the score, and the newest results."""

from collections.abc import Sequence
from math import ceil, floor
from typing import Final, NamedTuple

from language.messages import N_, _, list_and
from render import course_chart, result, text
from render.header import panel
from render.league import parts, standings
from render.league.parts import SMALL
from render.picture import ALT_LIMIT, MARGIN, WIDTH, Picture, Sheet, draw_and_encode
from render.sprites import Letter, Point, Sketch, Sprite
from render.theme import Theme, find_theme

TABLES_SHOWN: Final = 12
START: Final = 50.0
"""The score of every player before the first table."""

PADDING: Final = 32
CARD_HEIGHT: Final = 190
NAME: Final = result.POINTS
SMALLEST_NAME: Final = 40
FACTS: Final = result.SEAT
SCORE: Final = result.NAME
GAP: Final = 10

CHART_HEIGHT: Final = 330
CHART_LEFT, CHART_RIGHT = -parts.ROOM / 2 + 84, parts.ROOM / 2 - 150
CHART_TOP, CHART_BOTTOM = -CHART_HEIGHT / 2 + 40, CHART_HEIGHT / 2 - 66
LINE: Final = 7
DOTS: Final = 30
"""The maximum number of tables with which each table has a dot on the line of the chart."""
TICKS: Final = 12
"""The approximate maximum number of tables whose numbers are written below the chart."""
STEPS: Final = (5, 10, 20)
TICK: Final = course_chart.TICK
LATEST: Final = result.HEADING

TABLE: Final = 92
OPPONENTS: Final = result.SEAT
SMALLEST: Final = OPPONENTS._replace(size=SMALL.size)
POINTS: Final = result.TOTAL
POINTS_ROOM: Final = 206
NONE_HEIGHT: Final = 170
NONE: Final = result.MARGIN_WORDS
NO_TABLE: Final = N_("No table has counted yet")
NEXT: Final = N_("Each table that ends appears here.")

NAME_LENGTHS: Final = (32, 20, 12, 8, 5)
REST: Final = N_("The rest is in the picture.")


class TableLine(NamedTuple):
    """A table that the player took part in: the opponents, the place out of `seats`, the points for it, and a note."""

    opponents: Sequence[str]
    place: int
    seats: int
    points: str
    note: str = ""


class Content(NamedTuple):
    """The content of the picture of a player's season.

    `scores` are the scores after each table, and `tables` the tables; both have the newest last. A cup has no scores:
    its `score` is the tables won and lost, or the points.
    """

    title: str
    subtitle: str
    game: str
    name: str
    score: str
    place: int | None
    rating: str
    margin: int | None
    scores: Sequence[float] = ()
    tables: Sequence[TableLine] = ()
    is_cup: bool = False


def draw(content: Content, theme: str = "dark") -> Picture:
    """Draw a player's season as a picture with its alt text.

    Raises ValueError for an unknown theme.
    """
    return draw_and_encode(draw_with_alt, content, find_theme(theme))


def draw_with_alt(content: Content, theme: Theme) -> tuple[Sheet, str]:
    """Draw the picture on a sheet and return the sheet with its alt text."""
    tables = _sort_newest_first(content)
    sheet = Sheet(theme, _height(content))
    top = parts.draw_band(sheet, content.game, content.title, content.subtitle)
    top = _draw_card(sheet, content, top)
    if content.scores:
        top = result.draw_heading(sheet, _("Score after each table"), top)
        chart = _chart(theme, content.game, content.scores, content.score)
        sheet.paste_opaque(chart, WIDTH // 2, top + CHART_HEIGHT // 2)
        top += CHART_HEIGHT + GAP
    if not tables:
        _draw_none(sheet, top)
        return sheet, describe(content)
    if len(tables) == len(content.tables):
        aside = _("points of 60 · newest first")
    else:
        aside = _("points of 60 · the newest {number}", number=len(tables))
    top = result.draw_heading(sheet, _("Tables"), top, aside)
    for number, table in enumerate(tables):
        if number:
            sheet.draw_rule(standings.NAME_LEFT, top - 1, standings.SCORE_RIGHT, 2, theme.raised)
        _draw_table(sheet, table, top)
        top += TABLE
    return sheet, describe(content)


def _sort_newest_first(content: Content) -> Sequence[TableLine]:
    return content.tables[: -TABLES_SHOWN - 1 : -1]


def _height(content: Content) -> int:
    chart = result.HEADING_HEIGHT + CHART_HEIGHT + GAP if content.scores else 0
    tables = len(_sort_newest_first(content))
    below = result.HEADING_HEIGHT + TABLE * tables if tables else NONE_HEIGHT
    return parts.BAND_BOTTOM + CARD_HEIGHT + GAP + chart + below + MARGIN


def _draw_none(sheet: Sheet, top: int) -> None:
    theme, middle = sheet.theme, WIDTH // 2
    card = panel(theme, parts.ROOM, NONE_HEIGHT, theme.panel, theme.raised, 2)
    sheet.paste_opaque(card, middle, top + NONE_HEIGHT // 2)
    sheet.write(_(NO_TABLE), NONE, middle, top + 76, theme.ink, theme.panel, "m")
    sheet.write(_(NEXT), parts.SUBTITLE, middle, top + 126, theme.muted, theme.panel, "m")


def _draw_card(sheet: Sheet, content: Content, top: int) -> int:
    theme = sheet.theme
    card = panel(theme, parts.ROOM, CARD_HEIGHT, theme.panel, theme.raised, 2)
    sheet.paste_opaque(card, WIDTH // 2, top + CARD_HEIGHT // 2)
    left, right = MARGIN + PADDING, WIDTH - MARGIN - PADDING
    ink = theme.gold_text if content.place == 1 else theme.ink
    room = right - left - sheet.write(content.score, SCORE, right, top + 132, ink, theme.panel, "r") - 2 * PADDING
    name, style = text.fit(text.writable_name(content.name, _(parts.SOMEBODY)), NAME, room, SMALLEST_NAME)
    sheet.write(name, style, left, top + 92, theme.ink, theme.panel)
    facts, style = text.fit(" · ".join(_facts(content)), FACTS, room, SMALL.size)
    sheet.write(facts, style, left, top + 148, theme.muted, theme.panel)
    return top + CARD_HEIGHT + GAP


def _facts(content: Content) -> list[str]:
    place = _("no place yet") if content.place is None else _("{place} place", place=text.ordinal(content.place))
    if not content.rating:
        return [place]
    margin = "" if content.margin is None else f" ± {content.margin}"
    return [place, _("rating {rating}", rating=content.rating + margin)]


class _Scale:
    """The conversion of numbers of tables and scores to pixel coordinates around the centre of the chart's card."""

    def __init__(self, scores: Sequence[float]) -> None:
        self.path = (START, *scores)
        least, most = min(self.path), max(self.path)
        self.step = next((step for step in STEPS if most - least <= 4 * step), STEPS[-1])
        self.least = self.step * floor(least / self.step)
        self.most = max(self.least + self.step, self.step * ceil(most / self.step))

    def point(self, table: int, score: float) -> Point:
        """Return the position of the score after a number of tables on the chart, in pixels."""
        across = CHART_LEFT + (CHART_RIGHT - CHART_LEFT) * table / (len(self.path) - 1)
        return across, CHART_BOTTOM - (CHART_BOTTOM - CHART_TOP) * (score - self.least) / (self.most - self.least)


def _chart(theme: Theme, game: str, scores: Sequence[float], latest: str) -> Sprite:
    """Return the chart of the score after each table, starting with `START`.

    The latest score, `latest`, is written at the end of the line.
    """
    scale, lit = _Scale(scores), parts.accent(theme, game).lit
    sketch = Sketch(theme, parts.ROOM, CHART_HEIGHT, theme.background)
    sketch.box(0, 0, parts.ROOM, CHART_HEIGHT, theme.panel, 18)
    letters: list[Letter] = []
    for score in range(scale.least, scale.most + 1, scale.step):
        _, y = scale.point(0, score)
        sketch.box((CHART_LEFT + CHART_RIGHT) / 2, y, CHART_RIGHT - CHART_LEFT, 2, theme.raised)
        letters.append(Letter(str(score), TICK, -parts.ROOM / 2 + 44, y, theme.muted))
    points = [scale.point(table, score) for table, score in enumerate(scale.path)]
    sketch.stroke(points, LINE, lit)
    for x, y in points[1:] if len(scores) <= DOTS else points[-1:]:
        sketch.circle(x, y, LINE * 1.7, theme.panel)
        sketch.circle(x, y, LINE * 1.25, lit)
    x, y = points[-1]
    sketch.circle(x, y, LINE * 1.9, lit)
    letters.append(Letter(latest, LATEST, x + 22 + text.width(latest, LATEST) / 2, y, theme.ink))
    every = ceil(len(scores) / TICKS)
    letters += [
        Letter(str(table), TICK, scale.point(table, 0)[0], CHART_HEIGHT / 2 - 30, theme.muted)
        for table in range(len(scores), 0, -every)
    ]
    return sketch.finish(letters)


def _draw_table(sheet: Sheet, table: TableLine, top: int) -> None:
    theme, left, right = sheet.theme, standings.NAME_LEFT, standings.SCORE_RIGHT
    # At a table for two, a silver medal would stand for a defeat.
    sign = standings.place_sign(theme, table.place, theme.background, medals=1)
    sheet.paste_opaque(sign, standings.SIGN_CENTRE, top + TABLE // 2)
    ink = theme.gold_text if table.place == 1 else theme.ink
    sheet.write(table.points, POINTS, right, top + TABLE // 2 + 23, ink, theme.background, "r")
    room = right - POINTS_ROOM - left
    names = [parts.writable_player_name(name, number) for number, name in enumerate(table.opponents, 1)]
    lengths = range(max(map(len, names), default=1), 0, -1)
    against = text.shorten_names_to_fit(
        names, lengths, room, _format_opponents, lambda words: text.width(words, SMALLEST)
    )
    against, style = text.fit(against, OPPONENTS, room, SMALLEST.size)
    sheet.write(against, style, left, top + 41, theme.ink, theme.background)
    note, style = text.fit(" · ".join(_notes(table)), SMALL, room)
    sheet.write(note, style, left, top + 78, theme.muted, theme.background)


def _format_opponents(names: Sequence[str]) -> str:
    return list_and(names) if names else _("Nobody else")


def _notes(table: TableLine) -> list[str]:
    return [_format_place(table), *([table.note] if table.note else [])]


def _format_place(table: TableLine) -> str:
    return _("{place} of {seats}", place=text.ordinal(table.place), seats=table.seats)


def describe(content: Content) -> str:
    """Return the alt text: the whole content in words, cut to Discord's limit.

    To fit, the opponents' names are shortened first.
    """
    name = text.normalize_name(content.name) or _(parts.SOMEBODY)
    facts = ", ".join(_facts(content))
    if content.is_cup:
        person = f"{name}: {content.score}, {facts}."
    else:
        person = _("{name}: score {score}, {facts}.", name=name, score=content.score, facts=facts)
    head = f"{content.title}. {content.subtitle}. {person}"
    tables = _sort_newest_first(content)
    if not tables:
        return text.truncate_saying(f"{head} {_(NO_TABLE)}.", ALT_LIMIT, _(REST))
    course = _describe_course(content.scores)

    def told(names: Sequence[str]) -> str:
        left = iter(names)
        lines = [_told(table, [next(left) for _ in table.opponents]) for table in tables]
        listed = _("Tables, newest first: {tables}.", tables="; ".join(lines))
        return " ".join(filter(None, (head, listed, course)))

    names = [
        text.normalize_name(one) or _("Player {number}", number=number)
        for table in tables
        for number, one in enumerate(table.opponents, 1)
    ]
    return text.truncate_saying(text.shorten_names_to_fit(names, NAME_LENGTHS, ALT_LIMIT, told), ALT_LIMIT, _(REST))


def _describe_course(scores: Sequence[float]) -> str:
    """Describe the newest scores in a sentence; empty without a score."""
    shown = scores[-TABLES_SHOWN:]
    course = ", ".join(f"{score:.0f}" for score in shown)
    if len(shown) < len(scores):
        return _("Score after each of the newest {number} tables: {scores}.", number=len(shown), scores=course)
    return _("Score after each table: {scores}.", scores=course) if course else ""


def _told(table: TableLine, names: Sequence[str]) -> str:
    note = f" ({table.note})" if table.note else ""
    return f"{_format_opponents(names)}: {_format_place(table)}, {table.points}{note}"
