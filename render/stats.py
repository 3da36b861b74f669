"""The picture of `/stats`: a player's games and wins, places by number of players, and frequent opponents."""

from collections.abc import Sequence
from typing import NamedTuple

from language.messages import N_, _
from render import header, result, text
from render.header import panel
from render.picture import ALT_LIMIT, MARGIN, WIDTH, Picture, Sheet, draw_and_encode
from render.sprites import Letter, Sketch
from render.text import Style
from render.theme import Theme, find_theme

ROOM = WIDTH - 2 * MARGIN
FIGURE = Style(68, 850)
LABEL = Style(28, 550)
FIGURE_HEIGHT, GAP = 138, 18
FIGURES_HEIGHT = FIGURE_HEIGHT + 8
PLAYERS = Style(30, 600)
PLACE = Style(30, 750)
ROW, BAR_HEIGHT, BAR_LEFT = 74, 54, 210
PART_GAP, PART_ROUNDED, PART_PADDING, BORDER = 4, 10, 16, 2
NAME = Style(34, 700)
SMALLEST_NAME = 28
RECORD = Style(30, 600)
OPPONENT_ROW = 62
NOTE_LINE = 40
REST = N_("The rest is in the message above.")
"""The last sentence of an alt text that had to be cut. The message with the picture has the whole content in words."""
SOMEBODY = N_("This player")
"""The name shown for a player whose name the font can't write."""


class Figure(NamedTuple):
    """A number at the top of the picture, with its label."""

    label: str
    number: int


class Row(NamedTuple):
    """A player's games with one number of players, and their places in these games.

    `places` are the numbers of first places, of second places, and so on.
    """

    label: str
    places: Sequence[int]


class Game(NamedTuple):
    """The part of the picture about one game: its title, a summary, and a row for each number of players."""

    title: str
    summary: str
    rows: Sequence[Row]


class Opponent(NamedTuple):
    """A frequent opponent: the name, and the results of the games with them in words."""

    name: str
    record: str


class Content(NamedTuple):
    """The content of the picture; `note` is written in small print at the end."""

    name: str
    figures: Sequence[Figure]
    games: Sequence[Game] = ()
    opponents: Sequence[Opponent] = ()
    note: str = ""


def draw(content: Content, theme: str = "dark") -> Picture:
    """Draw a player's statistics as a picture with its alt text.

    Raises ValueError for an unknown theme.
    """
    return draw_and_encode(draw_with_alt, content, find_theme(theme))


def draw_with_alt(content: Content, theme: Theme) -> tuple[Sheet, str]:
    """Draw the sheet of the picture; return it with its alt text."""
    content = _with_writable_names(content)
    notes = text.wrap(content.note, LABEL, ROOM)
    sheet = Sheet(theme, _height(content, len(notes)))
    header.draw_title(sheet, _title(content.name), _("This server"), "")
    bottom = _draw_figures(sheet, content.figures, header.HEIGHT)
    for game in content.games:
        bottom = result.draw_heading(sheet, game.title, bottom, game.summary)
        for row in game.rows:
            bottom = _draw_row(sheet, row, bottom)
    if content.opponents:
        bottom = result.draw_heading(sheet, _("Most often with"), bottom)
        for opponent in content.opponents:
            bottom = _draw_opponent(sheet, opponent, bottom)
    for line in notes:
        bottom += NOTE_LINE
        sheet.write(line, LABEL, MARGIN, bottom, theme.muted, theme.background)
    return sheet, describe(content)


def describe(content: Content) -> str:
    """Return the alt text: the whole content of the picture in words, cut to Discord's limit."""
    parts = [_("{title} on this server.", title=_title(content.name))]
    parts.append(f"{', '.join(f'{figure.label}: {figure.number}' for figure in content.figures)}.")
    for game in content.games:
        rows = "; ".join(f"{row.label}: {', '.join(_format_places(row.places))}" for row in game.rows)
        # In some languages, an ordinal number ends with a full stop.
        parts.append(f"{game.title}: {game.summary}; {rows.removesuffix('.')}.")
    if content.opponents:
        names = ", ".join(f"{one.name} ({one.record})" for one in content.opponents)
        parts.append(_("Most often with {names}.", names=names))
    return text.truncate_saying(" ".join([*parts, content.note]).strip(), ALT_LIMIT, _(REST))


def _title(name: str) -> str:
    room = header.title_room(_("This server"), "")
    return header.fit_title([name], lambda names: _("{name}'s games", name=names[0]), room)


def _with_writable_names(content: Content) -> Content:
    """Return the content with placeholders instead of names that the font can't write."""
    opponents = tuple(
        one._replace(name=text.writable_name(one.name, _("Player {number}", number=number)))
        for number, one in enumerate(content.opponents, 1)
    )
    return content._replace(name=text.writable_name(content.name, _(SOMEBODY)), opponents=opponents)


def _height(content: Content, notes: int) -> int:
    rows = sum(result.HEADING_HEIGHT + ROW * len(game.rows) for game in content.games)
    opponents = result.HEADING_HEIGHT + OPPONENT_ROW * len(content.opponents) if content.opponents else 0
    return header.HEIGHT + FIGURES_HEIGHT + rows + opponents + NOTE_LINE * notes + MARGIN


def _draw_figures(sheet: Sheet, figures: Sequence[Figure], top: int) -> int:
    theme = sheet.theme
    width = (ROOM - GAP * (len(figures) - 1)) // len(figures)
    for number, figure in enumerate(figures):
        card = panel(theme, width, FIGURE_HEIGHT, theme.panel, theme.raised, 2)
        left = MARGIN + number * (width + GAP)
        sheet.paste(card, left + card.centre_x, top + card.centre_y)
        middle = left + width // 2
        sheet.write(str(figure.number), FIGURE, middle, top + 76, theme.ink, theme.panel, "m")
        label, style = text.fit(figure.label, LABEL, width - 20)
        sheet.write(label, style, middle, top + 118, theme.muted, theme.panel, "m")
    return top + FIGURES_HEIGHT


def _format_places(places: Sequence[int]) -> list[str]:
    """Return how often each place was taken, as "3 × 1st" and so on; places never taken are left out."""
    return [f"{count} × {text.ordinal(place)}" for place, count in enumerate(places, 1) if count]


def _draw_row(sheet: Sheet, row: Row, top: int) -> int:
    """Draw the row for a number of players, a bar with a part for each place taken; return its lower edge.

    A place taken more often has a wider part. The part for first places is gold.
    """
    theme, middle = sheet.theme, top + ROW // 2
    sheet.write(row.label, PLAYERS, MARGIN, middle + 11, theme.ink, theme.background)
    room = WIDTH - MARGIN - BAR_LEFT
    sketch = Sketch(theme, room, BAR_HEIGHT, theme.background)
    taken = [place for place, count in enumerate(row.places, 1) if count]
    words = _format_places(row.places)
    letters: list[Letter] = []
    left = -room / 2
    widths = _widths([count for count in row.places if count], words, room)
    for place, word, width in zip(taken, words, widths, strict=True):
        x = left + width / 2
        sketch.box(x, 0, width, BAR_HEIGHT, theme.gold if place == 1 else theme.raised, PART_ROUNDED)
        if place > 1:
            sketch.box(x, 0, width - 2 * BORDER, BAR_HEIGHT - 2 * BORDER, theme.panel, PART_ROUNDED - BORDER)
        letters.append(Letter(word, PLACE, x, 0, theme.print if place == 1 else theme.ink))
        left += width + PART_GAP
    sprite = sketch.finish(letters)
    sheet.paste(sprite, BAR_LEFT + room // 2, middle)
    return top + ROW


def _widths(counts: Sequence[int], words: Sequence[str], room: int) -> list[float]:
    """Return the widths of the parts of a bar, in pixels.

    Each part is wide enough for its words; the rest of `room` is divided in proportion to `counts`.
    """
    least = [text.width(word, PLACE) + 2 * PART_PADDING for word in words]
    rest = room - sum(least) - PART_GAP * (len(words) - 1)
    return [width + rest * count / sum(counts) for width, count in zip(least, counts, strict=True)]


def _draw_opponent(sheet: Sheet, opponent: Opponent, top: int) -> int:
    theme, baseline = sheet.theme, top + OPPONENT_ROW // 2 + 12
    right = WIDTH - MARGIN
    width = sheet.write(opponent.record, RECORD, right, baseline, theme.muted, theme.background, "r")
    name, style = text.fit(opponent.name, NAME, ROOM - width - 2 * GAP, SMALLEST_NAME)
    sheet.write(name, style, MARGIN, baseline, theme.ink, theme.background)
    sheet.draw_rule(MARGIN, top + OPPONENT_ROW - 2, right, 2, theme.raised)
    return top + OPPONENT_ROW
