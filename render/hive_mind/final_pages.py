"""The pages that are revealed after the last scoring phase: one for each hive, and one for the points (HM-29)."""

from collections.abc import Sequence
from itertools import accumulate
from typing import TypeAlias

from engine.hive_mind.board import LETTERS
from engine.hive_mind.editions import ROUNDS
from engine.hive_mind.preview import parse_shape
from engine.hive_mind.view import Play, View
from language.messages import N_, _
from render import header, text
from render.header import Box
from render.hive_mind import alt_text, board, draft, end_card, gains, grids, honeycomb, parts, results
from render.hive_mind.honeycomb import Face, Setting
from render.hive_mind.themes import HiveTheme
from render.picture import ALT_LIMIT, MARGIN, WIDTH, Sheet
from render.text import Style

NAME = Style(32, 650)
NUMBER = Style(34, 650)
TOTAL = Style(40, 800)
HEADING = Style(26, 550, label=True)
LETTERS_STYLE = Style(32, 700)
HINT = Style(28, 500)
GAIN = Style(32, 800)
LINE = Style(28, 500)
STRONG = Style(30, 700)
NAME_WIDTH = 256
ROW, NOTE_LINE = 118, 36
"""Height of a seat's row with its plays, and of a line of notes below them, in pixels."""
HEAD = 52
LEAST_NAME_WIDTH, LEAST_COLUMN, WIDEST_COLUMN = 200, 62, 132
"""Limits of the widths of the names and of the columns of a table, in pixels."""
SMALLEST_HEADING = 24
CHIP_LEFT = 168
SMALL = 26
"""Distance between neighbouring cells of the small hives that show single shapes, in pixels."""
TABLE_ROW = 62
STEP = 40
KEY = N_("The value of each hex; gold rim: scored.")
KEY_GUESS = N_("In blue: your guess.")
"""The second line of the key, if the viewer has guessed the hive."""
WITH_LETTER = Setting(letter=0.24, letter_y=-0.3, digit_y=0.1)
NAME_LENGTHS = (32, 12, 6, 3)
"""Maximum lengths of names in an alt text, tried in order until it fits."""

Notes: TypeAlias = Sequence[tuple[str, bool]]
"""Lines below a play, each with whether it is about points."""


def draw_hive_page(view: View, labels: Sequence[str], number: int, theme: HiveTheme) -> tuple[Sheet, str]:
    """Draw a hive with its values, and each seat's shape in each round with clue and points.

    Returns the page with its alt text.
    """
    names, told = alt_text.display_names(view, labels), view.hives[number]
    scores = results.final_scores(view)
    width = (WIDTH - 2 * MARGIN - board.GAP) // 2
    pitch = grids.fit_hive_grid(0, width, 0).pitch
    below = header.HEIGHT + grids.height(pitch) + board.GAP
    column = (WIDTH - 2 * MARGIN - NAME_WIDTH) // ROUNDS
    notes = list_notes(view, [number], column)
    row = row_height(notes)
    sheet = Sheet(theme, below + HEAD + row * len(names) + MARGIN)
    header.draw_title(sheet, alt_text.hive_name(told.name), _("Values, and who played what"), _(alt_text.TITLE))
    grid = grids.fit_hive_grid(MARGIN, MARGIN + width, header.HEIGHT)
    honeycomb.draw_hexes(sheet, grid, _faces(view, number), WITH_LETTER)
    _draw_announcements(sheet, view, number, Box(MARGIN + width + board.GAP, header.HEIGHT, WIDTH - MARGIN, below))
    for turn in range(ROUNDS):
        x = MARGIN + NAME_WIDTH + turn * column
        sheet.write(_("Round {number}", number=turn + 1), STRONG, x, below + 36, theme.ink, theme.background)
    for seat, name in enumerate(names):
        top = below + HEAD + seat * row
        sheet.draw_rule(MARGIN, top, WIDTH - MARGIN, 2, theme.line)
        fitted, style = text.fit(name, NAME, NAME_WIDTH - 16, 28)
        sheet.write(fitted, style, MARGIN, top + 68, theme.ink, theme.background)
        for turn, plays in enumerate(scores.plays[number]):
            left = MARGIN + NAME_WIDTH + turn * column
            draw_play(sheet, plays[seat], left, top + 8, column, notes[seat][0] if turn == ROUNDS - 1 else ())
    return sheet, _hive_alt(view, names, number)


def _faces(view: View, number: int) -> dict[str, Face]:
    """Return the contents of a hive's hexes by letter, with the viewer's guess beside the values."""
    found = end_card.value_faces(view, number)
    own = view.own.hives[number].guess if view.own is not None else None
    guessed = dict(zip(LETTERS, own or "", strict=False))
    return {letter: face._replace(value=guessed.get(letter, "").strip(".")) for letter, face in found.items()}


def _draw_announcements(sheet: Sheet, view: View, number: int, box: Box) -> None:
    """Draw for each round how many shapes of each kind were played and which hexes scored; explain the signs below."""
    theme, told = sheet.theme, view.hives[number]
    for turn, announced in enumerate(told.rounds):
        y = box.top + 14 + turn * 100
        words, style = text.fit(_("Round {number}", number=turn + 1), STRONG, CHIP_LEFT - 4, 28)
        sheet.write(words, style, box.left, y + 32, theme.ink, theme.background)
        board.draw_round(sheet, view, number, turn, (box.left + CHIP_LEFT, y + 20), False)
        hexes = alt_text.format_hexes(announced.cleared)
        cleared = _("scored: {hexes}", hexes=hexes) if turn else _("never scores")
        cleared, style = text.fit(cleared, HINT, box.right - box.left)
        sheet.write(cleared, style, box.left, y + 74, theme.muted, theme.background)
    y = box.top + 14 + ROUNDS * 100
    for line in (KEY, KEY_GUESS) if gains.describe_own_guess(view, number) else (KEY,):
        sheet.write(_(line), HINT, box.left, y + 30, theme.muted, theme.background)
        y += 38


def list_notes(view: View, numbers: Sequence[int], room: int) -> list[list[Notes]]:
    """Return the notes below the plays of the last round, for each seat and in it for each of the hives."""
    return [[_list_notes(view, number, seat, room) for number in numbers] for seat in range(len(view.seats))]


def _list_notes(view: View, number: int, seat: int, room: int) -> Notes:
    """Return a seat's abilities on a hive, and its points from a Block and a guess, in lines of `room` pixels.

    Both score in the last round only (HM-12, HM-15).
    """
    hive, play = view.hives[number], results.final_scores(view).plays[number][-1][seat]
    bought = ((_("Double"), hive.doublers), (_("Block"), hive.blockers))
    abilities = [word for word, seats in bought if seat in (seats or ())]
    return [
        *((line, False) for line in _join_to_lines(abilities, room)),
        *((line, True) for line in _join_to_lines(gains.list_bonuses(play), room)),
    ]


def _join_to_lines(words: Sequence[str], room: int) -> list[str]:
    """Join words with commas, in as many lines of `room` pixels as they need."""
    lines: list[str] = []
    for word in words:
        joined = f"{lines[-1]}, {word}" if lines else word
        if lines and text.width(joined, HINT) <= room:
            lines[-1] = joined
        else:
            lines.append(word)
    return lines


def row_height(notes: Sequence[Sequence[Notes]]) -> int:
    """Return the height of each seat's row in pixels, with the highest notes of all."""
    return ROW + NOTE_LINE * max((len(lines) for seat in notes for lines in seat), default=0)


def draw_play(sheet: Sheet, play: Play, x: int, top: int, column: int, notes: Notes = ()) -> None:
    """Draw a seat's shape on a small hive, with its name, clue and points beside it; or "no shape".

    Notes stand below.
    """
    theme = sheet.theme
    for number, (words, is_about_points) in enumerate(notes, 1):
        ink = theme.gold_text if is_about_points else theme.muted
        sheet.write(words, HINT, x, top + 94 + NOTE_LINE * number, ink, theme.background)
    if play.shape is None:
        sheet.write(_("no shape"), HINT, x, top + 60, theme.muted, theme.background)
        return
    shape = parse_shape(play.shape)
    kind = shape.kind if shape is not None else "tri"
    wide = SMALL * 4
    grid = grids.fit_hive_grid(x, x + wide, top)
    faces = {
        letter: Face(honeycomb.COVERED, kind=kind) if letter in play.shape else Face(honeycomb.CLOSED)
        for letter in LETTERS
    }
    honeycomb.draw_hexes(sheet, grid, faces)
    x += wide + 12
    named = play.shape if shape is None else alt_text.shape_name(shape)
    named, style = text.fit(named, LETTERS_STYLE, column - wide - 20, 24)
    sheet.write(named, style, x, top + 34, theme.ink, theme.background)
    sheet.write(_("clue {number}", number=play.hint), HINT, x, top + 68, theme.muted, theme.background)
    sheet.write(
        f"+{play.points}", GAIN, x, top + 102, theme.gold_text if play.points else theme.muted, theme.background
    )


def _hive_alt(view: View, names: Sequence[str], number: int) -> str:
    told, scores = view.hives[number], results.final_scores(view)

    def described(short_names: Sequence[str]) -> str:
        values = alt_text.format_by_row(scores.values[number])
        parts = [_("{hive}, values by row: {values}.", hive=alt_text.hive_name(told.name), values=values)]
        if own := gains.describe_own_guess(view, number):
            guessed = alt_text.format_by_row(draft.own_part(view).hives[number].guess or "")
            parts.append(_("Your guess {values}: {result}.", values=guessed, result=own))
        for word, seats in ((_("Double"), told.doublers), (_("Block"), told.blockers)):
            parts += [f"{word}: {', '.join(short_names[seat] for seat in seats)}."] if seats else []
        for turn, (announced, plays) in enumerate(zip(told.rounds, scores.plays[number], strict=True), 1):
            played = [f"{short_names[seat]} {describe_play(play)}" for seat, play in enumerate(plays)]
            counts = alt_text.counts_text(announced)
            parts.append(
                _("Round {number}, counts {counts}: {plays}.", number=turn, counts=counts, plays=", ".join(played))
            )
        return " ".join(parts)

    return text.truncate_to_text_board(text.shorten_names_to_fit(names, NAME_LENGTHS, ALT_LIMIT, described), ALT_LIMIT)


def describe_play(play: Play) -> str:
    """Describe a seat's shape in a round with its points and clue, such as "ADE +2 clue 7"."""
    clue = [] if play.hint is None else [_("clue {number}", number=play.hint)]
    return " ".join([play.shape or _("nothing"), f"+{play.points}", *gains.list_bonuses(play), *clue])


def draw_points_page(view: View, labels: Sequence[str], theme: HiveTheme) -> tuple[Sheet, str]:
    """Draw the points by source, tokens and garnets in columns, and the outcome in sentences.

    Returns the page with its alt text.
    """
    names = alt_text.display_names(view, labels)
    told = results.tables(view)
    sentences = [sentence for number, sentence in enumerate(results.sentences(view, names)) if number != 1]
    lines = [line for sentence in sentences for line in text.wrap(sentence, LINE, WIDTH - 2 * MARGIN)]
    table = HEAD + TABLE_ROW * len(names) + board.GAP
    sheet = Sheet(theme, header.HEIGHT + len(told) * (table + HEAD) + STEP * len(lines) + MARGIN)
    title = header.fit_title(names, lambda short_names: results.victory(view, short_names)[0])
    header.draw_title(sheet, title, alt_text.status(view), _(alt_text.TITLE))
    y = header.HEIGHT
    for heading, columns in told:
        heading, style = text.fit(heading, parts.HEADING, WIDTH - 2 * MARGIN, 32)
        sheet.write(heading, style, MARGIN, y + 38, theme.ink, theme.background)
        _draw_table(sheet, view, names, columns, y + HEAD)
        y += HEAD + table
    for line in lines:
        y += STEP
        sheet.write(line, LINE, MARGIN, y - 10, theme.muted, theme.background)
    return sheet, _points_alt(view, names)


def _draw_table(sheet: Sheet, view: View, names: Sequence[str], columns: results.Columns, top: int) -> None:
    """Draw columns of numbers with a row for each seat, the best seat first; zeros are muted."""
    theme = sheet.theme
    widths, style = _fit_columns([heading for heading, _numbers in columns])
    start = WIDTH - MARGIN - sum(widths)
    rights = [start + edge for edge in accumulate(widths)]
    for (heading, _numbers), right in zip(columns, rights, strict=True):
        sheet.write(heading, style, right, top + 34, theme.muted, theme.background, "r")
    has_totals = columns[0][0] == _(results.TOTAL)
    for row, seat in enumerate(results.rank_seats(view)):
        y = top + HEAD + row * TABLE_ROW
        sheet.draw_rule(MARGIN, y, WIDTH - MARGIN, 2, theme.line)
        won = results.has_won(view, seat)
        name, style = text.fit(names[seat], NAME, start + widths[0] // 3 - MARGIN, 28)
        sheet.write(name, style, MARGIN, y + 43, theme.gold_text if won else theme.ink, theme.background)
        for index, ((_heading, numbers), wide, right) in enumerate(zip(columns, widths, rights, strict=True)):
            is_total = has_totals and not index
            ink = theme.gold_text if is_total and won else theme.ink if numbers[seat] else theme.muted
            written = str(numbers[seat]).replace("-", "−")
            written, style = text.fit(written, TOTAL if is_total else NUMBER, wide - 8, 28)
            sheet.write(written, style, right, y + 44, ink, theme.background, "r")


def _fit_columns(headings: Sequence[str]) -> tuple[list[int], Style]:
    """Return the widths of columns in pixels, which leave room for names, and the style in which the headings fit."""
    style, room = HEADING, WIDTH - 2 * MARGIN - LEAST_NAME_WIDTH
    widths = _find_least_widths(headings, style)
    while sum(widths) > room and style.size > SMALLEST_HEADING:
        style = style._replace(size=style.size - 1)
        widths = _find_least_widths(headings, style)
    spare = max(0, room - sum(widths)) // len(widths)
    return [max(wide, min(wide + spare, WIDEST_COLUMN)) for wide in widths], style


def _find_least_widths(headings: Sequence[str], style: Style) -> list[int]:
    return [max(LEAST_COLUMN, text.width(heading, style) + 18) for heading in headings]


def _points_alt(view: View, names: Sequence[str]) -> str:
    def described(short_names: Sequence[str]) -> str:
        return " ".join((*results.sentences(view, short_names), *results.describe_points_by_source(view, short_names)))

    return text.truncate_to_text_board(text.shorten_names_to_fit(names, NAME_LENGTHS, ALT_LIMIT, described), ALT_LIMIT)
