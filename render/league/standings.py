"""The picture of one page of standings, of a season or of a cup.

A season shows each player's newest results, the change of the score within a week, and the score. A cup shows the
result of each deal, and tables won and lost, or points at tables with more than two seats.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from language.messages import N_, _
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
DEALS_SHOWN: Final = 6
"""The number of newest deals of a cup whose results are shown."""
MEDALS: Final = 3

ROW: Final = 118
PADDING: Final = 22
"""The distance of a row's content from the left and right edge of the panel, in pixels."""
NAME: Final = result.MARGIN_WORDS
PLACE: Final = result.OVER
SCORE: Final = result.TOTAL
WEEK: Final = result.PART
CIRCLE: Final = 74
CIRCLE_BORDER: Final = 4
SIGN_CENTRE: Final = MARGIN + PADDING + CIRCLE // 2
NAME_LEFT: Final = MARGIN + PADDING + CIRCLE + 22
SCORE_RIGHT: Final = WIDTH - MARGIN - PADDING
WEEK_CENTRE: Final = SCORE_RIGHT - 164
FORM_RIGHT: Final = WEEK_CENTRE - 92
NAME_ROOM: Final = FORM_RIGHT - FORM_SHOWN * parts.DOT_STEP - 20 - NAME_LEFT
CUP_SCORE_ROOM: Final = 200
CHIP_RIGHT: Final = SCORE_RIGHT - CUP_SCORE_ROOM
CHIP, CHIP_HEIGHT, CHIP_STEP = 56, 50, 68
ARROW: Final = 22
HEAD_HEIGHT: Final = 56
DIVIDER_HEIGHT: Final = 72
DIVIDER: Final = N_("Three games for a place")
FOOT_HEIGHT: Final = 70
KEY: Final[Sequence[tuple[Form, str]]] = (
    ("won", N_("upper half")),
    ("drawn", N_("middle")),
    ("lost", N_("lower half")),
)
DUEL_KEY: Final[Sequence[tuple[Form, str]]] = (("won", N_("won")), ("drawn", N_("drawn")), ("lost", N_("lost")))
WON, DRAWN, LOST, NOT_PLAYED = "W", "D", "L", "–"
DEAL_KEY: Final = ((WON, N_("won")), (LOST, N_("lost")), (DRAWN, N_("drawn")), (NOT_PLAYED, N_("not played")))
LETTERS: Final = N_("W D L")
"""The letters for won, drawn and lost, with spaces between them."""
AVERAGE: Final = N_("50 is average, few games stay near it")
SCORE_HEADING: Final = N_("Score")
POINTS: Final = N_("Points")
WON_LOST: Final = N_("Won – lost")
WON_DRAWN_LOST: Final = N_("Won – drawn – lost")
IN_SENTENCES: Final = {
    POINTS: N_("points"),
    WON_LOST: N_("won – lost"),
    WON_DRAWN_LOST: N_("won – drawn – lost"),
}
"""The headings of a cup's last column as they are written within a sentence."""

EMPTY_HEIGHT: Final = 470
EMPTY_TITLE: Final = parts.TITLE
EMPTY_LINES: Final = (N_("Nobody has joined yet"), N_("The first to join play at the first tables."))

EXPLAINED: Final = N_("Each line: place, name, score (50 is average), games, results ({key}).")
EXPLAINED_CUP: Final = N_("Each line: place, name, {score}, result of each deal.")
NAME_LENGTHS: Final = (32, 24, 16, 12, 8, 5)
REST: Final = N_("The rest is in the picture.")

Chip = str
"""The result of a deal for a player: `WON`, `DRAWN`, `LOST`, `NOT_PLAYED`, or points where tables have more seats."""


class Row(NamedTuple):
    """A player's row in the standings."""

    place: int | None
    """The place, None for a player with too few counted tables; the rows of such players come last."""
    name: str
    score: str
    """The score, such as "71"; in a cup tables won and lost, such as "2–0", or points; "–" without a counted table."""
    note: str
    """The words below the name, such as "won 14 of 18"."""
    form: Sequence[Form] = ()
    """The results at the newest tables of a season, the newest last."""
    chips: Sequence[Chip] = ()
    """The results of a cup's deals, the newest last."""
    change: int | None = None
    """The change of the score within a week."""
    rating: str = ""
    """The rating, such as "1612", or "new" while it is provisional."""
    away: bool = False


class Content(NamedTuple):
    """A page of standings.

    `game` is the name of the game's folder. `deals` are the numbers of a cup's deals that are shown, `score` is the
    heading of the last column, and `foot` says what decides: both are messages. `is_of_duels` is whether all tables
    have two seats.
    """

    title: str
    subtitle: str
    game: str
    rows: Sequence[Row]
    page: int = 1
    pages: int = 1
    kind: Literal["season", "cup"] = "season"
    deals: Sequence[int] = ()
    score: str = SCORE_HEADING
    foot: str = AVERAGE
    is_of_duels: bool = False


def draw(content: Content, theme: str = "dark") -> Picture:
    """Draw a page of standings as a picture with its alt text.

    Raises ValueError for an unknown theme.
    """
    return draw_and_encode(draw_with_alt, content, find_theme(theme))


def draw_with_alt(content: Content, theme: Theme) -> tuple[Sheet, str]:
    """Draw the picture on a sheet and return the sheet with its alt text."""
    sheet = Sheet(theme, _height(content))
    subtitle = content.subtitle
    if content.pages > 1:
        subtitle = _("{subtitle} · page {page} of {pages}", subtitle=subtitle, page=content.page, pages=content.pages)
    top = parts.draw_band(sheet, content.game, content.title, subtitle)
    if not content.rows:
        _draw_empty(sheet, content.game, top)
        return sheet, describe(content)
    rows = [row._replace(name=_known_letters(content, number)) for number, row in enumerate(content.rows)]
    top = _draw_head(sheet, content, top)
    framed = _framed(content)
    top = draw_rows(sheet, content, rows[:framed], top)
    if framed < len(rows):
        top = _draw_divider(sheet, _(DIVIDER), top)
        top = draw_rows(sheet, content, rows[framed:], top, is_framed=False)
    _draw_foot(sheet, content, top)
    return sheet, describe(content)


def _framed(content: Content) -> int:
    """Return the number of rows in the panel: those with a place, and in a cup all."""
    return len(content.rows) if content.kind == "cup" else sum(row.place is not None for row in content.rows)


def _height(content: Content) -> int:
    rows = content.rows
    if not rows:
        return parts.BAND_BOTTOM + EMPTY_HEIGHT + MARGIN
    divider = DIVIDER_HEIGHT if _framed(content) < len(rows) else 0
    return parts.BAND_BOTTOM + HEAD_HEIGHT + ROW * len(rows) + divider + FOOT_HEIGHT + MARGIN


def _known_letters(content: Content, number: int) -> str:
    return parts.writable_player_name(content.rows[number].name, (content.page - 1) * ROWS_A_PAGE + number + 1)


def _draw_head(sheet: Sheet, content: Content, top: int) -> int:
    """Draw the headings of the columns; return their lower edge."""
    theme, y = sheet.theme, top + 36
    sheet.write(_("Player"), SMALL, NAME_LEFT, y, theme.muted, theme.background)
    score_left = SCORE_RIGHT - sheet.write(_(content.score), SMALL, SCORE_RIGHT, y, theme.muted, theme.background, "r")
    if content.kind == "cup":
        if content.deals:
            right = min(CHIP_RIGHT, score_left - 20)
            sheet.write(_deals_heading(content.deals), SMALL, right, y, theme.muted, theme.background, "r")
    else:
        sheet.write(_("Games, newest last"), SMALL, FORM_RIGHT, y, theme.muted, theme.background, "r")
        if any(row.change for row in content.rows):
            sheet.write(_("Week"), SMALL, WEEK_CENTRE, y, theme.muted, theme.background, "m")
    return top + HEAD_HEIGHT


def _deals_heading(deals: Sequence[int]) -> str:
    if len(deals) == 1:
        return _("Deal {deal}", deal=deals[0])
    if len(deals) < 4:
        return _("Deals {deals}", deals=", ".join(map(str, deals)))
    return _("Deals {first} to {last}", first=deals[0], last=deals[-1])


def draw_rows(sheet: Sheet, content: Content, rows: Sequence[Row], top: int, *, is_framed: bool = True) -> int:
    """Draw players' rows one below the other, on a panel if `is_framed`; return their lower edge."""
    theme = sheet.theme
    if is_framed and rows:
        card = panel(theme, parts.ROOM, len(rows) * ROW, theme.panel, theme.raised, 2)
        sheet.paste_opaque(card, WIDTH // 2, top + len(rows) * ROW // 2)
    for number, row in enumerate(rows):
        _draw_row(sheet, content, row, top, theme.panel if is_framed else theme.background)
        top += ROW
        if number + 1 < len(rows):
            sheet.draw_rule(NAME_LEFT, top - 1, SCORE_RIGHT, 2, theme.raised)
    return top


def _draw_row(sheet: Sheet, content: Content, row: Row, top: int, under: Colour) -> None:
    theme, middle = sheet.theme, top + ROW // 2
    room = _name_room(content)
    sheet.paste_opaque(place_sign(theme, row.place, under), SIGN_CENTRE, middle)
    name, style = text.fit(row.name, NAME, room, SMALL.size)
    ink = theme.muted if row.place is None else theme.ink
    sheet.write(name, style, NAME_LEFT, top + 54, ink, under)
    x = NAME_LEFT
    if row.away:
        sheet.paste_opaque(parts.moon(theme, under), x + parts.MOON // 2, top + 83)
        x += parts.MOON + 8
    note, style = text.fit(_shorten_notes(_notes(row), room - (x - NAME_LEFT)), SMALL, room - (x - NAME_LEFT))
    sheet.write(note, style, x, top + 93, theme.muted, under)
    if content.kind == "cup":
        for number, chip in enumerate(reversed(row.chips[-DEALS_SHOWN:])):
            sign = _chip(theme, chip, _chip_label(chip), under)
            sheet.paste_opaque(sign, CHIP_RIGHT - CHIP // 2 - number * CHIP_STEP, middle)
    else:
        parts.draw_form(sheet, content.game, row.form[-FORM_SHOWN:], FORM_RIGHT, middle, under)
        _draw_change(sheet, row.change, middle, under)
    gold = theme.gold_text if row.place == 1 else ink
    sheet.write(row.score, SCORE, SCORE_RIGHT, middle + 23, gold, under, "r")


def _name_room(content: Content) -> int:
    if content.kind == "season":
        return NAME_ROOM
    chips = min(DEALS_SHOWN, max(1, len(content.deals)))
    return CHIP_RIGHT - chips * CHIP_STEP - 8 - NAME_LEFT


def _notes(row: Row) -> list[str]:
    """Return the notes that are written below a player's name: away, games, rating."""
    rating = [_("rating {rating}", rating=row.rating)] if row.rating else []
    return [*([_("away")] if row.away else []), row.note, *rating]


def _shorten_notes(notes: list[str], room: int) -> str:
    """Join notes, without the last one if it does not fit whole."""
    joined = " · ".join(notes)
    return joined if text.width(joined, SMALL) <= room else " · ".join(notes[:-1] or notes)


def _draw_change(sheet: Sheet, change: int | None, middle: int, under: Colour) -> None:
    """Draw the change of a score: an arrow and a number; nothing without a change."""
    if not change:
        return
    theme = sheet.theme
    fill = theme.sides["green"].hi if change > 0 and not theme.is_light else theme.muted
    fill = theme.sides["green"].lo if change > 0 and theme.is_light else fill
    sheet.paste_opaque(_arrow(theme, change > 0, fill, under), WEEK_CENTRE - 20, middle)
    sheet.write(str(abs(change)), WEEK, WEEK_CENTRE, middle + 11, fill, under)


@lru_cache(maxsize=16)
def _arrow(theme: Theme, is_up: bool, fill: Colour, under: Colour) -> Sprite:
    sketch, y = Sketch(theme, ARROW, ARROW, under), ARROW * (0.4 if is_up else -0.4)
    sketch.polygon([(-ARROW / 2, y), (ARROW / 2, y), (0, -y)], fill)
    return sketch.finish()


@lru_cache(maxsize=64)
def _chip(theme: Theme, chip: Chip, label: str, under: Colour) -> Sprite:
    """Return the sign of a deal's result: its label on a card, or a dash in a frame."""
    sketch, green = Sketch(theme, CHIP, CHIP_HEIGHT, under), theme.sides["green"]
    is_played = chip != NOT_PLAYED
    fill = green.lo if chip == WON else theme.raised if is_played else theme.background
    sketch.box(0, 0, CHIP, CHIP_HEIGHT, fill if is_played else theme.line, 12)
    if not is_played:
        sketch.box(0, 0, CHIP - 6, CHIP_HEIGHT - 6, fill, 9)
    ink = theme.print if chip == WON and theme.is_light else theme.ink if chip == WON else theme.muted
    return sketch.finish([Letter(label, WEEK if len(label) < 2 else SMALL, 0, 0, ink)])


def _chip_label(chip: Chip) -> str:
    """Return a chip's text: a letter in the context's language, or points."""
    letters: dict[Chip, str] = dict(zip((WON, DRAWN, LOST), _(LETTERS).split(), strict=False))
    return letters.get(chip, chip)


@lru_cache(maxsize=128)
def place_sign(theme: Theme, place: int | None, under: Colour, medals: int = MEDALS) -> Sprite:
    """Return the sign of a place: the number on a medal for the first `medals` places, otherwise in a ring.

    Without a place it is a dash in a ring; `under` is the colour behind the sign.
    """
    sketch, radius = Sketch(theme, CIRCLE, CIRCLE, under), CIRCLE / 2
    silver = theme.sides["none"]
    metals = {1: (theme.gold, theme.gold_hi), 2: (silver.hi, silver.tint), 3: (theme.honey[1], theme.honey[3])}
    has_medal = place is not None and place <= medals
    ring = (theme.raised, theme.line) if place is not None else (theme.background, theme.line)
    fill, rim = metals[place] if place is not None and has_medal else ring
    sketch.circle(0, 0, radius, rim)
    sketch.circle(0, 0, radius - CIRCLE_BORDER, fill)
    label, style = text.fit("–" if place is None else str(place), PLACE, CIRCLE - 14, SMALL.size)
    ink = theme.print if has_medal else theme.muted if place is None else theme.ink
    return sketch.finish([Letter(label, style, 0, 0, ink)])


def _draw_divider(sheet: Sheet, words: str, top: int) -> int:
    """Draw the line between players with a place and those without, with `words` in it; return the lower edge."""
    theme, y = sheet.theme, top + DIVIDER_HEIGHT // 2
    width = sheet.write(words, SMALL, WIDTH // 2, y + 10, theme.muted, theme.background, "m")
    for left, right in ((MARGIN, (WIDTH - width) // 2 - 24), ((WIDTH + width) // 2 + 24, WIDTH - MARGIN)):
        sheet.draw_rule(left, y, right, 2, theme.line)
    return top + DIVIDER_HEIGHT


def _draw_foot(sheet: Sheet, content: Content, top: int) -> None:
    """Draw the key to the signs, and at the right what decides."""
    theme, y = sheet.theme, top + FOOT_HEIGHT - 24
    x = MARGIN + PADDING
    for sign, words in _key(content, theme):
        sheet.paste_opaque(sign, x + sign.plane.width // 2, y)
        x += sign.plane.width + 12
        x += sheet.write(words, SMALL, x, y + 10, theme.muted, theme.background) + 30
    sheet.write(_(content.foot), SMALL, SCORE_RIGHT, y + 10, theme.ink, theme.background, "r")


def _key(content: Content, theme: Theme) -> list[tuple[Sprite, str]]:
    """Return the signs of the key with their meanings."""
    if content.kind == "season":
        return [
            (parts.form_dot(theme, content.game, form, theme.background), words) for form, words in _form_key(content)
        ]
    chips = {chip for row in content.rows for chip in row.chips}
    shown = [(chip, _(words)) for chip, words in DEAL_KEY if chip in chips]
    return [(_chip(theme, chip, _chip_label(chip), theme.background), words) for chip, words in shown]


def _form_key(content: Content) -> list[tuple[Form, str]]:
    """Return the kinds of results with their meanings; a draw only if there is one on the page."""
    shown = {form for row in content.rows for form in row.form} | {"won", "lost"}
    return [(form, _(words)) for form, words in (DUEL_KEY if content.is_of_duels else KEY) if form in shown]


def _draw_empty(sheet: Sheet, game: str, top: int) -> None:
    theme, middle = sheet.theme, WIDTH // 2
    card = panel(theme, parts.ROOM, EMPTY_HEIGHT, theme.panel, theme.raised, 2)
    sheet.paste_opaque(card, middle, top + EMPTY_HEIGHT // 2)
    sheet.paste_opaque(_podium(theme, game), middle, top + 166)
    title, line = map(_, EMPTY_LINES)
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
        head += " " + _("Page {page} of {pages}.", page=content.page, pages=content.pages)
    if not content.rows:
        title, line = map(_, EMPTY_LINES)
        return text.truncate_saying(f"{head} {title}. {line}", ALT_LIMIT, _(REST))
    if content.kind == "season":
        key = ", ".join(f"{_form_letter(form)} {words}" for form, words in _form_key(content))
        explained = _(EXPLAINED, key=key)
    else:
        explained = _(EXPLAINED_CUP, score=_(IN_SENTENCES.get(content.score, content.score)))

    def told(names: Sequence[str]) -> str:
        lines = [_told(row, name) for row, name in zip(content.rows, names, strict=True)]
        placed = sum(row.place is not None for row in content.rows)
        parts_told = [f"{head} {explained} {'; '.join(lines[:placed])}." if placed else f"{head} {explained}"]
        if placed < len(lines):
            parts_told.append(_("Without a place: {people}.", people="; ".join(lines[placed:])))
        return " ".join(parts_told)

    names = [
        text.normalize_name(row.name) or _known_letters(content, number) for number, row in enumerate(content.rows)
    ]
    described = text.shorten_names_to_fit(names, NAME_LENGTHS, ALT_LIMIT, told)
    return text.truncate_saying(described, ALT_LIMIT, _(REST))


def _told(row: Row, name: str) -> str:
    results = " ".join(map(_chip_label, row.chips[-DEALS_SHOWN:])) or form_letters(row)
    facts = [row.score, row.note if not row.chips or row.place is None else "", results, _("away") if row.away else ""]
    return f"{place_told(row)}{name} {', '.join(fact for fact in facts if fact)}"


def place_told(row: Row) -> str:
    """Format the place that precedes a name in an alt text, such as "2. "; empty without a place."""
    return "" if row.place is None else f"{row.place}. "


def form_letters(row: Row) -> str:
    """Return the form as letters, W, D or L for each table, the newest last."""
    return "".join(map(_form_letter, row.form[-FORM_SHOWN:]))


def _form_letter(form: Form) -> str:
    return _chip_label({"won": WON, "drawn": DRAWN, "lost": LOST}[form])
