"""What is told when the last scoring phase has ended: a page for each hive, and one for the points (HM-29)."""

from collections.abc import Sequence

from engine.hive_mind.board import LETTERS
from engine.hive_mind.editions import ROUNDS
from engine.hive_mind.preview import shape_of
from engine.hive_mind.view import Play, View
from render import strip, text
from render.hive_mind import board, comb, kinds, results, words
from render.hive_mind.comb import Face
from render.hive_mind.kinds import KINDS
from render.picture import ALT_LIMIT, MARGIN, WIDTH, Sheet
from render.strip import Box
from render.text import Style
from render.theme import Theme

NAME = Style(32, 650)
NUMBER = Style(34, 650)
TOTAL = Style(40, 800)
HEADING = Style(24, 500, label=True)
LETTERS_STYLE = Style(32, 700)
HINT = Style(28, 500)
GAIN = Style(32, 800)
LINE = Style(28, 500)
STRONG = Style(30, 700)
NAME_WIDTH = 236
ROW = 118
HEAD = 52
SMALL = 26
"""The pitch of a hive that shows one shape."""
TABLE_ROW = 62
STEP = 40
KEY = (
    "Large: value at the start; small:",
    "shapes there, round by round.",
    "+B by a Block, +G by a guess.",
)
ROOMS = (32, 12, 6, 3)
"""How long names may be in a description, one after the other until it fits."""


def hive(view: View, labels: Sequence[str], number: int, theme: Theme) -> tuple[Sheet, str]:
    """A hive's values, and below every placement by round, with its hint and points; and the alt text."""
    shown, told = words.names(view, labels), view.hives[number]
    scores = results.scores(view)
    width = (WIDTH - 2 * MARGIN - board.GAP) // 2
    pitch = comb.grid_of(view.cells, 0, width, 0).pitch
    below = strip.HEADER + comb.height(view.cells, pitch) + board.GAP
    sheet = Sheet(theme, below + HEAD + ROW * len(shown) + MARGIN)
    strip.header(sheet, words.hive_name(told.name), "values, and who played what", words.edition(view))
    grid = comb.grid_of(view.cells, MARGIN, MARGIN + width, strip.HEADER)
    comb.draw(sheet, grid, view.cells, board.faces(view, number))
    _rounds(sheet, view, number, Box(MARGIN + width + 2 * board.GAP, strip.HEADER, WIDTH - MARGIN, below))
    column = (WIDTH - 2 * MARGIN - NAME_WIDTH) // ROUNDS
    for turn in range(ROUNDS):
        x = MARGIN + NAME_WIDTH + turn * column
        sheet.write(f"Round {turn + 1}", STRONG, x, below + 36, theme.ink, theme.background)
    for seat, name in enumerate(shown):
        top = below + HEAD + seat * ROW
        sheet.rule(MARGIN, top, WIDTH - MARGIN, 2, theme.line)
        fitted, style = text.fit(name, NAME, NAME_WIDTH - 16, 28)
        bought = _abilities(view, number, seat)
        sheet.write(fitted, style, MARGIN, top + (54 if bought else 68), theme.ink, theme.background)
        if bought:
            sheet.write(bought, HINT, MARGIN, top + 90, theme.muted, theme.background)
        for turn, plays in enumerate(scores.plays[number]):
            _play(sheet, view, plays[seat], MARGIN + NAME_WIDTH + turn * column, top + 8, column)
    return sheet, _hive_alt(view, shown, number)


def _rounds(sheet: Sheet, view: View, number: int, box: Box) -> None:
    """What was announced of each round."""
    theme, told = sheet.theme, view.hives[number]
    for turn, announced in enumerate(told.rounds):
        y = box.top + 14 + turn * 100
        sheet.write(f"Round {turn + 1}", STRONG, box.left, y + 32, theme.ink, theme.background)
        for index, kind in enumerate(KINDS):
            pill = kinds.pill(theme, kind, getattr(announced.shapes, kind), theme.background)
            sheet.paste(pill, box.left + 168 + index * (kinds.PILL[0] + 6), y + 22)
        cleared = f"cleared {words.spaced(announced.cleared)}" if turn else "never scores"
        cleared, style = text.fit(cleared, HINT, box.right - box.left)
        sheet.write(cleared, style, box.left, y + 74, theme.muted, theme.background)
    y = box.top + 14 + ROUNDS * 100
    for line in KEY:
        sheet.write(line, HINT, box.left, y + 30, theme.muted, theme.background)
        y += 38


def _abilities(view: View, number: int, seat: int) -> str:
    """What a seat had bought for a hive."""
    told = view.hives[number]
    bought = (("Double", told.doublers), ("Block", told.blockers))
    return ", ".join(word for word, seats in bought if seat in (seats or ()))


def _play(sheet: Sheet, view: View, play: Play, x: int, top: int, column: int) -> None:
    """A shape on a small hive, its letters, what it heard, and what it brought."""
    theme = sheet.theme
    if play.shape is None:
        words_of_it = f"no shape{f', guess +{play.guess}' * bool(play.guess)}"
        sheet.write(words_of_it, HINT, x, top + 60, theme.muted, theme.background)
        return
    shape = shape_of(play.shape)
    kind = shape.kind if shape is not None else "none"
    wide = SMALL * 4
    grid = comb.grid_of(view.cells, x, x + wide, top)
    faces = {
        letter: Face(mark=comb.COVERED, kind=kind) if letter in play.shape else Face(comb.CLOSED) for letter in LETTERS
    }
    comb.draw(sheet, grid, view.cells, faces)
    x += wide + 12
    named = play.shape if shape is None else words.shape_name(shape)
    sheet.write(named, LETTERS_STYLE, x, top + 34, theme.ink, theme.background)
    sheet.write(f"hint {play.hint}", HINT, x, top + 68, theme.muted, theme.background)
    gains = gained(play)
    ink = theme.gold if play.points or play.blocks or play.guess else theme.muted
    line, style = text.fit(gains, GAIN, column - wide - 20, 28)
    sheet.write(line, style, x, top + 102, ink, theme.background)


def gained(play: Play) -> str:
    """What a play brought: by placement, and by block and guess where they brought something."""
    extra = [f"{letter}{count}" for letter, count in (("B", play.blocks), ("G", play.guess)) if count]
    return " ".join([f"+{play.points}", *(f"+{each}" for each in extra)])


def _hive_alt(view: View, shown: Sequence[str], number: int) -> str:
    told, scores = view.hives[number], results.scores(view)

    def described(cut: Sequence[str]) -> str:
        parts = [f"{words.hive_name(told.name)}, values A to L {scores.values[number]}."]
        for word, seats in (("Double", told.doublers), ("Block", told.blockers)):
            parts += [f"{word}: {', '.join(cut[seat] for seat in seats)}."] if seats else []
        for turn, (announced, plays) in enumerate(zip(told.rounds, scores.plays[number], strict=True), 1):
            played = [
                f"{cut[seat]} {play.shape or 'nothing'} {gained(play)}{_heard(play)}" for seat, play in enumerate(plays)
            ]
            parts.append(f"Round {turn}, counts {words.counts(announced)}: {', '.join(played)}.")
        return " ".join(parts)

    return text.cut(text.as_told(shown, ROOMS, ALT_LIMIT, described), ALT_LIMIT)


def _heard(play: Play) -> str:
    return "" if play.hint is None else f" hint {play.hint}"


def points(view: View, labels: Sequence[str], theme: Theme) -> tuple[Sheet, str]:
    """The table of points by source, what decided, tokens, candidate, garnets; and the alt text."""
    shown = words.names(view, labels)
    victory, _, *others = results.sentences(view, shown)
    told = [results.columns(view), results.details(view)]
    lines = [line for sentence in (victory, *others) for line in text.wrapped(sentence, LINE, WIDTH - 2 * MARGIN)]
    table = HEAD + TABLE_ROW * len(shown) + board.GAP
    sheet = Sheet(theme, strip.HEADER + len(told) * (table + HEAD) + STEP * len(lines) + MARGIN)
    board.victory(sheet, view, shown)
    y = strip.HEADER
    for heading, columns in zip(("Points by source", "Tokens, garnets and more"), told, strict=True):
        sheet.write(heading, board.TITLE, MARGIN, y + 38, theme.ink, theme.background)
        _table(sheet, view, shown, columns, y + HEAD)
        y += HEAD + table
    for line in lines:
        y += STEP
        fitted, style = text.fit(line, LINE, WIDTH - 2 * MARGIN)
        sheet.write(fitted, style, MARGIN, y - 10, theme.muted, theme.background)
    return sheet, _points_alt(view, shown)


def _table(sheet: Sheet, view: View, shown: Sequence[str], columns: results.Columns, top: int) -> None:
    """Numbers by seat, the best seat first; a column of nothing but zeros recedes."""
    theme = sheet.theme
    wide = min(132, (WIDTH - 2 * MARGIN - NAME_WIDTH) // len(columns))
    start = WIDTH - MARGIN - wide * len(columns)
    for index, (heading, _) in enumerate(columns):
        heading, style = text.fit(heading, HEADING, wide - 4)
        sheet.write(heading, style, start + (index + 1) * wide, top + 34, theme.muted, theme.background, "r")
    for row, seat in enumerate(results.ranked(view)):
        y = top + HEAD + row * TABLE_ROW
        sheet.rule(MARGIN, y, WIDTH - MARGIN, 2, theme.line)
        won = results.scores(view).seats[seat].tokens > 0
        name, style = text.fit(shown[seat], NAME, start + wide // 3 - MARGIN, 28)
        sheet.write(name, style, MARGIN, y + 43, theme.gold if won else theme.ink, theme.background)
        for index, (_, numbers) in enumerate(columns):
            total = not index and columns[0][0] == results.TOTAL
            ink = theme.gold if total and won else theme.ink if numbers[seat] else theme.muted
            written = str(numbers[seat]).replace("-", "−")
            written, style = text.fit(written, TOTAL if total else NUMBER, wide - 8, 28)
            sheet.write(written, style, start + (index + 1) * wide, y + 44, ink, theme.background, "r")


def _points_alt(view: View, shown: Sequence[str]) -> str:
    def described(cut: Sequence[str]) -> str:
        rows = [
            f"{cut[seat]}: " + ", ".join(f"{heading} {numbers[seat]}" for heading, numbers in results.columns(view)[1:])
            for seat in results.ranked(view)
        ]
        return " ".join((*results.sentences(view, cut), *(f"{row}." for row in rows)))

    return text.cut(text.as_told(shown, ROOMS, ALT_LIMIT, described), ALT_LIMIT)
