"""The picture of one page of a season's standings: place, name, tables won, rating, form and score of each player.

A player's form is the list of results at their newest tables: won, drawn or lost.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from render import result, text
from render.header import panel
from render.league import parts
from render.league.parts import SMALL, Form
from render.picture import ALT_LIMIT, MARGIN, WIDTH, Picture, Sheet, draw_and_encode
from render.sprites import Letter, Sketch, Sprite
from render.theme import Colour, Theme, find_theme

ROWS_A_PAGE: Final = 12
FORM_SHOWN: Final = 5
"""The number of newest tables whose results are shown as the form."""
TABLES_FOR_A_PLACE: Final = 3
MEDALS: Final = 3

ROW: Final = 104
PADDING: Final = 20
"""The distance of a row's content from the left and right edge of the panel, in pixels."""
NAME: Final = result.MARGIN_WORDS
PLACE: Final = result.OVER
SCORE: Final = result.TOTAL
CIRCLE: Final = 70
CIRCLE_BORDER: Final = 4
PIP, PIP_STEP = 8, 24
SIGN_CENTRE: Final = MARGIN + PADDING + CIRCLE // 2
NAME_LEFT: Final = MARGIN + PADDING + CIRCLE + 24
SCORE_RIGHT: Final = WIDTH - MARGIN - PADDING
FORM_RIGHT: Final = SCORE_RIGHT - 206
NAME_ROOM: Final = FORM_RIGHT - FORM_SHOWN * parts.DOT_STEP - 20 - NAME_LEFT
DIVIDER_HEIGHT: Final = 72
DIVIDER: Final = "A place needs three tables"
CUP_DIVIDER: Final = "A place needs one table"
FOOT_HEIGHT: Final = 66
KEY: Final = (("won", "upper half"), ("drawn", "middle"), ("lost", "lower half"))

EMPTY_HEIGHT: Final = 470
EMPTY_TITLE: Final = parts.TITLE
EMPTY_LINES: Final = ("Nobody has joined yet", "The first to join play at the first tables.")

EXPLAINED: Final = (
    "Each line: place, name, score, tables won, form (W upper half, D middle, L lower), rating (? provisional)."
)
NAME_LENGTHS: Final = (32, 24, 16, 12, 8, 5)
REST: Final = "The rest is in the picture."


class Row(NamedTuple):
    """A player's row in the standings; `form` is the list of results at their tables, the newest last."""

    place: int | None
    """The place, None for a player with too few counted tables; the rows of such players come last."""
    shared: bool
    name: str
    score: str
    tables: int
    won: int
    form: Sequence[Form]
    rating: str = ""
    """The rating, such as "1612", or "1612?" while it is provisional."""
    away: bool = False


class Content(NamedTuple):
    """A page of standings.

    `game` is the name of the game's folder. `divider` is a sentence on the number of counted tables needed for a
    place.
    """

    title: str
    subtitle: str
    game: str
    rows: Sequence[Row]
    page: int = 1
    pages: int = 1
    divider: str = DIVIDER


def draw(content: Content, theme: str = "dark") -> Picture:
    """Draw a page of standings as a picture with its alt text.

    Raises ValueError for an unknown theme.
    """
    return draw_and_encode(draw_with_alt, content, find_theme(theme))


def draw_with_alt(content: Content, theme: Theme) -> tuple[Sheet, str]:
    """Draw the picture on a sheet and return the sheet with its alt text."""
    sheet = Sheet(theme, _height(content.rows))
    top = parts.draw_band(sheet, content.game, content.title, content.subtitle)
    if not content.rows:
        _draw_empty(sheet, content.game, top)
        return sheet, describe(content)
    rows = [row._replace(name=_known_letters(content, number)) for number, row in enumerate(content.rows)]
    placed = [row for row in rows if row.place is not None]
    top = draw_rows(sheet, content.game, placed, top)
    if len(placed) < len(rows):
        top = _draw_divider(sheet, content.divider, top)
        top = draw_rows(sheet, content.game, [row for row in rows if row.place is None], top)
    _draw_foot(sheet, content, top)
    return sheet, describe(content)


def _height(rows: Sequence[Row]) -> int:
    if not rows:
        return parts.BAND_BOTTOM + EMPTY_HEIGHT + MARGIN
    divider = DIVIDER_HEIGHT if any(row.place is None for row in rows) else 0
    return parts.BAND_BOTTOM + ROW * len(rows) + divider + FOOT_HEIGHT + MARGIN


def _known_letters(content: Content, number: int) -> str:
    return parts.writable_player_name(content.rows[number].name, (content.page - 1) * ROWS_A_PAGE + number + 1)


def draw_rows(sheet: Sheet, game: str, rows: Sequence[Row], top: int) -> int:
    """Draw players' rows one below the other, those of the first three places on a panel; return their lower edge."""
    theme = sheet.theme
    best = sum(row.place is not None and row.place <= MEDALS for row in rows)
    if best:
        card = panel(theme, parts.ROOM, best * ROW, theme.panel, theme.raised, 2)
        sheet.paste_opaque(card, WIDTH // 2, top + best * ROW // 2)
    for number, row in enumerate(rows):
        _draw_row(sheet, game, row, top, theme.panel if number < best else theme.background)
        top += ROW
        if number + 1 not in (best, len(rows)):
            sheet.draw_rule(NAME_LEFT, top - 1, SCORE_RIGHT, 2, theme.raised)
    return top


def _draw_row(sheet: Sheet, game: str, row: Row, top: int, under: Colour) -> None:
    theme, middle = sheet.theme, top + ROW // 2
    sign = _pips(theme, game, row.tables) if row.place is None else place_sign(theme, row.place, row.shared, under)
    sheet.paste_opaque(sign, SIGN_CENTRE, middle)
    name, style = text.fit(row.name, NAME, NAME_ROOM, SMALL.size)
    sheet.write(name, style, NAME_LEFT, top + 48, theme.ink, under)
    x = NAME_LEFT
    if row.away:
        sheet.paste_opaque(parts.moon(theme, under), x + parts.MOON // 2, top + 77)
        x += parts.MOON + 8
    sheet.write(" · ".join(_notes(row)), SMALL, x, top + 87, theme.muted, under)
    parts.draw_form(sheet, game, row.form[-FORM_SHOWN:], FORM_RIGHT, middle, under)
    ink = theme.muted if row.place is None else theme.gold_text if row.place == 1 else theme.ink
    sheet.write(row.score, SCORE, SCORE_RIGHT, middle + 23, ink, under, "r")


def _notes(row: Row) -> list[str]:
    """Return the notes that are written below a player's name: away, tables won, rating."""
    won = f"{row.won} won of {row.tables}" if row.tables else "no table yet"
    return [*(["away"] if row.away else []), won, *([f"rating {row.rating}"] if row.rating else [])]


@lru_cache(maxsize=128)
def place_sign(theme: Theme, place: int, shared: bool, under: Colour, medals: int = MEDALS) -> Sprite:
    """Return the sign of a place: the number on a medal for the first `medals` places, otherwise in a ring.

    `shared` puts "=" before the number; `under` is the colour behind the sign.
    """
    sketch, radius = Sketch(theme, CIRCLE, CIRCLE, under), CIRCLE / 2
    silver = theme.sides["none"]
    metals = {1: (theme.gold, theme.gold_hi), 2: (silver.hi, silver.tint), 3: (theme.honey[1], theme.honey[3])}
    has_medal = place <= medals
    fill, rim = metals[place] if has_medal else (theme.background, theme.line)
    sketch.circle(0, 0, radius, rim)
    sketch.circle(0, 0, radius - CIRCLE_BORDER, fill)
    label, style = text.fit(f"={place}" if shared else str(place), PLACE, CIRCLE - 14, SMALL.size)
    return sketch.finish([Letter(label, style, 0, 0, theme.print if has_medal else theme.ink)])


@lru_cache(maxsize=32)
def _pips(theme: Theme, game: str, tables: int) -> Sprite:
    """Return the sign of a player without a place: three dots, one filled for each counted table."""
    sketch, lit = Sketch(theme, CIRCLE, CIRCLE, theme.background), parts.accent(theme, game).lit
    for number in range(TABLES_FOR_A_PLACE):
        x = (number - (TABLES_FOR_A_PLACE - 1) / 2) * PIP_STEP
        sketch.circle(x, 0, PIP, lit if number < tables else theme.line)
        if number >= tables:
            sketch.circle(x, 0, PIP - 3, theme.background)
    return sketch.finish()


def _draw_divider(sheet: Sheet, words: str, top: int) -> int:
    """Draw the line between players with a place and those without, with `words` in it; return the lower edge."""
    theme, y = sheet.theme, top + DIVIDER_HEIGHT // 2
    width = sheet.write(words, SMALL, WIDTH // 2, y + 10, theme.muted, theme.background, "m")
    for left, right in ((MARGIN, (WIDTH - width) // 2 - 24), ((WIDTH + width) // 2 + 24, WIDTH - MARGIN)):
        sheet.draw_rule(left, y, right, 2, theme.line)
    return top + DIVIDER_HEIGHT


def _draw_foot(sheet: Sheet, content: Content, top: int) -> None:
    """Draw the key to the dots of the form, and the page number if there are several pages."""
    theme, y = sheet.theme, top + FOOT_HEIGHT - 22
    x = MARGIN + PADDING
    for form, words in KEY:
        dot = parts.form_dot(theme, content.game, form, theme.background)
        sheet.paste_opaque(dot, x + parts.DOT, y)
        x += 2 * parts.DOT + 10
        x += sheet.write(words, SMALL, x, y + 10, theme.muted, theme.background) + 28
    sheet.write("newest at the right", SMALL, x, y + 10, theme.muted, theme.background)
    if content.pages > 1:
        page = f"page {content.page} of {content.pages}"
        sheet.write(page, SMALL, SCORE_RIGHT, y + 10, theme.ink, theme.background, "r")


def _draw_empty(sheet: Sheet, game: str, top: int) -> None:
    theme, middle = sheet.theme, WIDTH // 2
    card = panel(theme, parts.ROOM, EMPTY_HEIGHT, theme.panel, theme.raised, 2)
    sheet.paste_opaque(card, middle, top + EMPTY_HEIGHT // 2)
    sheet.paste_opaque(_podium(theme, game), middle, top + 166)
    title, line = EMPTY_LINES
    sheet.write(title, EMPTY_TITLE, middle, top + 358, theme.ink, theme.panel, "m")
    sheet.write(line, parts.SUBTITLE, middle, top + 414, theme.muted, theme.panel, "m")


@lru_cache(maxsize=8)
def _podium(theme: Theme, game: str) -> Sprite:
    """Return a podium with an empty ring above each step, for standings without players."""
    sketch, lit = Sketch(theme, 420, 220, theme.panel), parts.accent(theme, game).lit
    letters: list[Letter] = []
    for x, height, place in ((-130, 70, 2), (0, 100, 1), (130, 50, 3)):
        sketch.box(x, 110 - height / 2, 118, height, theme.raised, 10)
        sketch.circle(x, 110 - height - 54, 38, lit)
        sketch.circle(x, 110 - height - 54, 33, theme.panel)
        letters.append(Letter(str(place), PLACE, x, 110 - height / 2, theme.ink))
    return sketch.finish(letters)


def describe(content: Content) -> str:
    """Return the alt text: the whole page in words, cut to Discord's limit.

    To fit, names are shortened first.
    """
    head = f"{content.title}. {content.subtitle}."
    if content.pages > 1:
        head += f" Page {content.page} of {content.pages}."
    if not content.rows:
        return text.truncate_saying(f"{head} {EMPTY_LINES[0]}. {EMPTY_LINES[1]}", ALT_LIMIT, REST)

    def told(names: Sequence[str]) -> str:
        lines = [_told(row, name) for row, name in zip(content.rows, names, strict=True)]
        placed = sum(row.place is not None for row in content.rows)
        parts_told = [f"{head} {EXPLAINED} {'; '.join(lines[:placed])}." if placed else f"{head} {EXPLAINED}"]
        if placed < len(lines):
            parts_told.append(f"{content.divider}, players without a place: {'; '.join(lines[placed:])}.")
        return " ".join(parts_told)

    names = [
        text.normalize_name(row.name) or _known_letters(content, number) for number, row in enumerate(content.rows)
    ]
    described = text.shorten_names_to_fit(names, NAME_LENGTHS, ALT_LIMIT, told)
    return text.truncate_saying(described, ALT_LIMIT, REST)


def _told(row: Row, name: str) -> str:
    facts = [row.score, f"{row.won} of {row.tables}", form_letters(row), row.rating, "away" if row.away else ""]
    return f"{place_told(row)}{name} {', '.join(fact for fact in facts if fact)}"


def place_told(row: Row) -> str:
    """Format the place that precedes a name in an alt text, such as "shared 2. "; empty without a place."""
    return "" if row.place is None else f"{'shared ' if row.shared else ''}{row.place}. "


def form_letters(row: Row) -> str:
    """Return the form as letters, W, D or L for each table, the newest last."""
    return "".join(one[0].upper() for one in row.form[-FORM_SHOWN:])
