"""The public board: the hives in two columns, what was announced of each below it, and who is ready beside them."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.hive_mind.board import LETTERS
from engine.hive_mind.editions import EDITIONS, ROUNDS
from engine.hive_mind.view import Hive, View
from render import strip, text
from render.hexes import Grid
from render.hive_mind import comb, kinds, results, words
from render.hive_mind.comb import Face
from render.picture import MARGIN, WIDTH, Sheet
from render.sprites import Letter, Sketch, Sprite
from render.strip import Box
from render.text import Style
from render.theme import Colour, Theme

GAP = 24
TITLE = Style(40, 750)
ASIDE = Style(28, 500)
STRONG = Style(28, 700)
TITLE_HEIGHT = 56
BAND = 92
"""The height of what stands below a hive."""
NAME = Style(34, 650)
SMALLEST_NAME = 28
ROW = 88
PAD = 18
POINTS = Style(48, 750)

KEY = (
    "Large: shapes there in the newest round",
    "Small: in the rounds before",
    "Hatched: cleared, worth 0",
    "Gold edge: cleared just now",
)
KEY_AT_THE_END = ("Large: the value at the start", "Small: shapes there, round by round", "Hatched: cleared, worth 0")
LINE = 38


class Arrangement(NamedTuple):
    """Where everything is in a picture: a box for each hive, one for the seats, and the height in pixels."""

    hives: Sequence[Box]
    panel: Box
    height: int
    pitch: int


def arranged(view: View, band: int = BAND, panel: int = 0) -> Arrangement:
    """Two hives side by side, the third below with the panel beside it, else the panel over the full width.

    A panel over the full width is `panel` pixels high.
    """
    return _arranged(view.cells, len(view.hives), band, panel or panel_height(view))


def panel_height(view: View) -> int:
    """How tall the seats are over the full width."""
    return TITLE_HEIGHT + ROW * -(-len(view.seats) // 2) + PAD


@lru_cache(maxsize=32)
def _arranged(cells: tuple[comb.Cell, ...], hives: int, band: int, panel: int) -> Arrangement:
    width = (WIDTH - 2 * MARGIN - GAP) // 2
    pitch = comb.grid_of(cells, 0, width, 0).pitch
    height = TITLE_HEIGHT + comb.height(cells, pitch) + band
    places = [(index % 2, index // 2) for index in range(hives + hives % 2)]
    boxes = [
        Box(x, y, x + width, y + height)
        for x, y in ((MARGIN + column * (width + GAP), strip.HEADER + row * (height + GAP)) for column, row in places)
    ]
    bottom = boxes[-1].bottom
    if hives % 2:
        return Arrangement(boxes[:-1], boxes[-1], bottom + MARGIN, pitch)
    wide = Box(MARGIN, bottom + GAP, WIDTH - MARGIN, bottom + GAP + panel)
    return Arrangement(boxes, wide, wide.bottom + MARGIN, pitch)


def drawn(view: View, labels: Sequence[str], theme: Theme, height: int = 0) -> Sheet:
    """The board as everybody may see it, at least `height` pixels high."""
    shown = words.names(view, labels)
    places = arranged(view)
    sheet = Sheet(theme, max(height, places.height))
    if view.scores is not None:
        victory(sheet, view, shown)
    else:
        strip.header(sheet, words.TITLE, words.state(view), words.edition(view))
    for number, hive in enumerate(view.hives):
        box = places.hives[number]
        draw_hive(sheet, view, number, box, faces(view, number), places.pitch)
        band(sheet, hive, box)
    if view.scores is not None:
        ranking(sheet, view, shown, places.panel)
        explain(sheet, KEY_AT_THE_END, places.panel, len(shown))
    else:
        seats(sheet, view, shown, places.panel)
        if any(hive.rounds for hive in view.hives):
            explain(sheet, KEY, places.panel, len(shown))
    return sheet


def victory(sheet: Sheet, view: View, shown: Sequence[str]) -> None:
    """The topmost line at the end: who won, and by what."""
    title = strip.titled(shown, lambda cut: results.victory(view, cut)[0])
    strip.header(sheet, title, results.victory(view, shown)[1], words.edition(view))


def draw_hive(
    sheet: Sheet, view: View, number: int, box: Box, shown: Mapping[str, Face], pitch: int, aside: str = ""
) -> Grid:
    """A hive with its name above it; gives its grid."""
    theme, hive = sheet.theme, view.hives[number]
    grid = comb.grid_of(view.cells, box.left, box.right, box.top + TITLE_HEIGHT)
    ink = theme.ink if hive.open or view.scores is not None else theme.muted
    wide = sheet.write(words.hive_name(hive.name), TITLE, box.left, box.top + 40, ink, theme.background)
    aside, style = text.fit(aside or going(view, hive), ASIDE, box.right - box.left - wide - GAP)
    sheet.write(aside, style, box.right, box.top + 40, theme.muted, theme.background, "r")
    comb.draw(sheet, grid, view.cells, shown)
    return grid


def going(view: View, hive: Hive) -> str:
    """What goes on on a hive."""
    if view.scores is not None:
        return "values"
    if hive.open:
        return f"round {hive.round} of {ROUNDS}" if hive.round == 1 else f"after round {hive.round - 1}"
    return "closed" if hive.rounds else "not open yet"


def faces(view: View, number: int) -> dict[str, Face]:
    """What the hexes show to everybody: the shapes of the newest round, those of earlier ones below, or values."""
    hive = view.hives[number]
    values = view.scores.values[number] if view.scores is not None else ""
    newest = hive.rounds[-1] if hive.rounds else None
    # Where hives follow each other, nothing is new on one once the next has been played on.
    stale = EDITIONS[view.edition].at_once == 1 and any(later.rounds for later in view.hives[number + 1 :])
    found: dict[str, Face] = {}
    for cell, letter in enumerate(LETTERS):
        history = words.history(hive.rounds, cell)
        if values:
            found[letter] = Face(ground(hive, letter), top=letter, middle=values[cell], foot=history)
        elif newest is None:
            found[letter] = Face(comb.HONEY if hive.open else comb.CLOSED, middle=letter)
        else:
            count = newest.counts[cell]
            found[letter] = Face(
                ground(hive, letter),
                top=letter,
                middle=str(count),
                foot=words.history(hive.rounds[:-1], cell),
                faint=not count,
                fresh=letter in newest.cleared and not stale,
            )
    return found


def ground(hive: Hive, letter: str) -> str:
    """What a hex is made of."""
    return comb.CLEARED if letter in hive.cleared else comb.HONEY


def band(sheet: Sheet, hive: Hive, box: Box) -> None:
    """How many shapes of each kind were played, round by round; the newest in full ink."""
    theme = sheet.theme
    column = (box.right - box.left) // ROUNDS
    top = box.bottom - BAND + 10
    for turn in range(ROUNDS):
        x = box.left + turn * column
        newest = turn == len(hive.rounds) - 1
        ink, style = (theme.ink, STRONG) if newest else (theme.muted, ASIDE)
        sheet.write(f"Round {turn + 1}", style, x, top + 22, ink, theme.background)
        if turn >= len(hive.rounds):
            sheet.write("–", style, x, top + 66, theme.muted, theme.background)
            continue
        for index, kind in enumerate(kinds.KINDS):
            count = getattr(hive.rounds[turn].shapes, kind)
            pill = kinds.pill(theme, kind, count, theme.background)
            sheet.paste(pill, x + index * (kinds.PILL[0] + 2) + kinds.PILL[0] // 2, top + 34 + kinds.PILL[1] // 2)


def seats(sheet: Sheet, view: View, shown: Sequence[str], box: Box) -> None:
    """Who is ready and who is not, with Doubles and Blocks as far as they were told."""
    theme = sheet.theme
    title = words.submitted(view) or words.state(view).capitalize()
    _panel_title(sheet, "Players", title, box)
    for seat, (name, place) in enumerate(zip(shown, rows(box, len(shown)), strict=True)):
        waiting = seat in view.actors
        background(sheet, place, theme.raised if waiting else theme.panel, theme.gold if waiting else theme.line)
        under = theme.raised if waiting else theme.panel
        x, right = place.left + PAD, place.right - PAD
        note = words.note(view, seat)
        mark = tick(theme, under) if note == "ready" else None
        if mark is not None:
            sheet.paste(mark, right - 16, (place.top + place.bottom) // 2)
            right -= 44
        told = words.users(view, seat)
        if note and mark is None:
            right -= (
                sheet.write(note, STRONG, right, place.top + 50, theme.ink if waiting else theme.muted, under, "r")
                + PAD
            )
        baseline = place.top + (40 if told else 52)
        fitted, style = text.fit(name, NAME, right - x, SMALLEST_NAME)
        ink = theme.muted if view.seats[seat].forfeited else theme.ink
        sheet.write(fitted, style, x, baseline, ink, under)
        if told:
            line, style = text.fit(" · ".join(told), ASIDE, right - x)
            sheet.write(line, style, x, place.top + 71, theme.muted, under)


def ranking(sheet: Sheet, view: View, shown: Sequence[str], box: Box) -> None:
    """The seats by points, with Tokens of Life and the Elimination Candidate."""
    theme, told = sheet.theme, results.scores(view)
    _panel_title(sheet, "Points", words.state(view).capitalize(), box)
    for seat, place in zip(results.ranked(view), rows(box, len(shown)), strict=True):
        score = told.seats[seat]
        under = theme.raised if score.tokens else theme.panel
        background(sheet, place, under, theme.gold if score.tokens else theme.line)
        right = place.right - PAD
        right -= sheet.write(
            str(score.points), POINTS, right, place.top + 57, theme.gold if score.tokens else theme.ink, under, "r"
        )
        x = place.left + PAD
        note = standing_note(view, seat)
        name, style = text.fit(shown[seat], NAME, right - PAD - x, SMALLEST_NAME)
        sheet.write(name, style, x, place.top + (40 if note else 52), theme.ink, under)
        if note:
            line, style = text.fit(note, ASIDE, right - PAD - x)
            sheet.write(line, style, x, place.top + 71, theme.muted, under)


def explain(sheet: Sheet, lines: Sequence[str], box: Box, count: int) -> None:
    """What the hexes show, below so many rows, where there is room."""
    top = rows(box, count)[-1].bottom + PAD
    if top + LINE * len(lines) <= box.bottom:
        for number, line in enumerate(lines):
            line, style = text.fit(line, ASIDE, box.right - box.left)
            sheet.write(line, style, box.left, top + LINE * number + 28, sheet.theme.muted, sheet.theme.background)


def standing_note(view: View, seat: int) -> str:
    """What a seat got besides points."""
    found: list[str] = []
    if tokens := results.scores(view).seats[seat].tokens:
        found.append(f"{words.counted(tokens, 'Token')} of Life")
    if view.candidate == seat:
        found.append("Elimination Candidate")
    if seat in view.actors:
        found.append("to choose")
    if view.seats[seat].forfeited:
        found.append("has left")
    return " · ".join(found)


def _panel_title(sheet: Sheet, title: str, aside: str, box: Box) -> None:
    theme = sheet.theme
    sheet.write(title, TITLE, box.left, box.top + 40, theme.ink, theme.background)
    sheet.write(aside, ASIDE, box.right, box.top + 40, theme.muted, theme.background, "r")


def rows(box: Box, count: int, height: int = ROW) -> list[Box]:
    """So many rows in a box below its title; in two columns where it is wide."""
    columns = 2 if box.right - box.left > WIDTH // 2 else 1
    width = (box.right - box.left - (columns - 1) * GAP) // columns
    top = box.top + TITLE_HEIGHT
    return [
        Box(x, y, x + width, y + height - 8)
        for x, y in (
            (box.left + index % columns * (width + GAP), top + index // columns * height) for index in range(count)
        )
    ]


def background(sheet: Sheet, place: Box, fill: Colour, border: Colour) -> None:
    """A row's panel."""
    panel = _panel(sheet.theme, place.right - place.left, place.bottom - place.top, fill, border)
    sheet.paste(panel, place.left + panel.centre_x, place.top + panel.centre_y)


@lru_cache(maxsize=128)
def _panel(theme: Theme, width: int, height: int, fill: Colour, border: Colour) -> Sprite:
    sketch = Sketch(theme, width - 2, height - 2, theme.background)
    sketch.box(0, 0, width - 2, height - 2, border, 14)
    sketch.box(0, 0, width - 6, height - 6, fill, 12)
    return sketch.finish()


@lru_cache(maxsize=16)
def tick(theme: Theme, ground: Colour) -> Sprite:
    """The sign of who is ready."""
    sketch = Sketch(theme, 36, 36, ground)
    sketch.stroke([(-11, 1), (-3, 9), (12, -9)], 6, theme.ink)
    return sketch.finish()


@lru_cache(maxsize=32)
def coin(theme: Theme, words_on_it: str, ground: Colour) -> Sprite:
    """A short text on a coin."""
    style = Style(28, 800)
    width = max(40, text.width(words_on_it, style) + 20)
    sketch = Sketch(theme, width, 40, ground)
    sketch.box(0, 0, width, 40, theme.ink, 10)
    return sketch.finish([Letter(words_on_it, style, 0, 0, theme.background)])
