"""The public board: the hives in two columns, their announcements below them, and the seats beside them."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.hive_mind.board import LETTERS
from engine.hive_mind.editions import EDITIONS, ROUNDS
from engine.hive_mind.view import Hive, View
from render import header, text
from render.header import Box
from render.hexes import Grid
from render.hive_mind import alt_text, honeycomb, kinds, results
from render.hive_mind.honeycomb import Face
from render.picture import MARGIN, WIDTH, Sheet
from render.sprites import Letter, Sketch, Sprite
from render.text import Style
from render.theme import Colour, Theme

GAP = 24
TITLE = Style(40, 750)
ASIDE = Style(28, 500)
STRONG = Style(28, 700)
TITLE_HEIGHT = 56
BAND = 92
"""The height of the announcements below a hive, in pixels."""
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


class Layout(NamedTuple):
    """The layout of a picture: a box for each hive, one for the seats, and the height in pixels."""

    hives: Sequence[Box]
    panel: Box
    height: int


def layout_of(view: View, band: int = BAND, panel: int = 0) -> Layout:
    """Two hives side by side; the panel of seats beside the third, else below at full width and `panel` pixels high."""
    return _layout(len(view.hives), band, panel or panel_height(view))


def panel_height(view: View) -> int:
    """The height of the panel of seats at full width, in pixels."""
    return TITLE_HEIGHT + ROW * -(-len(view.seats) // 2) + PAD


@lru_cache(maxsize=32)
def _layout(hives: int, band: int, panel: int) -> Layout:
    width = (WIDTH - 2 * MARGIN - GAP) // 2
    pitch = honeycomb.grid_of(0, width, 0).pitch
    height = TITLE_HEIGHT + honeycomb.height(pitch) + band
    places = [(index % 2, index // 2) for index in range(hives + hives % 2)]
    boxes = [
        Box(x, y, x + width, y + height)
        for x, y in ((MARGIN + column * (width + GAP), header.HEIGHT + row * (height + GAP)) for column, row in places)
    ]
    bottom = boxes[-1].bottom
    if hives % 2:
        return Layout(boxes[:-1], boxes[-1], bottom + MARGIN)
    wide = Box(MARGIN, bottom + GAP, WIDTH - MARGIN, bottom + GAP + panel)
    return Layout(boxes, wide, wide.bottom + MARGIN)


def draw(view: View, labels: Sequence[str], theme: Theme, height: int = 0) -> Sheet:
    """The public board, at least `height` pixels high."""
    names = alt_text.display_names(view, labels)
    places = layout_of(view)
    sheet = Sheet(theme, max(height, places.height))
    if view.scores is not None:
        draw_victory_title(sheet, view, names)
    else:
        header.draw_title(sheet, alt_text.TITLE, alt_text.status(view), alt_text.edition_title(view))
    for number, hive in enumerate(view.hives):
        box = places.hives[number]
        draw_hive(sheet, view, number, box, faces(view, number))
        draw_round_counts(sheet, hive, box)
    if view.scores is not None:
        draw_ranking(sheet, view, names, places.panel)
        draw_key(sheet, KEY_AT_THE_END, places.panel, len(names))
    else:
        draw_seats(sheet, view, names, places.panel)
        if any(hive.rounds for hive in view.hives):
            draw_key(sheet, KEY, places.panel, len(names))
    return sheet


def draw_victory_title(sheet: Sheet, view: View, names: Sequence[str]) -> None:
    """The title line at the end: the winners, and the criterion."""
    title = header.title_with_names(names, lambda short_names: results.victory(view, short_names)[0])
    header.draw_title(sheet, title, results.victory(view, names)[1], alt_text.edition_title(view))


def draw_hive(sheet: Sheet, view: View, number: int, box: Box, hex_faces: Mapping[str, Face], aside: str = "") -> Grid:
    """Draws a hive with its name above it; returns its grid."""
    theme, hive = sheet.theme, view.hives[number]
    grid = honeycomb.grid_of(box.left, box.right, box.top + TITLE_HEIGHT)
    ink = theme.ink if hive.open or view.scores is not None else theme.muted
    wide = sheet.write(alt_text.hive_name(hive.name), TITLE, box.left, box.top + 40, ink, theme.background)
    aside, style = text.fit(aside or hive_status(view, hive), ASIDE, box.right - box.left - wide - GAP)
    sheet.write(aside, style, box.right, box.top + 40, theme.muted, theme.background, "r")
    honeycomb.draw_hexes(sheet, grid, hex_faces)
    return grid


def hive_status(view: View, hive: Hive) -> str:
    """The public status of a hive."""
    if view.scores is not None:
        return "values"
    if hive.open:
        return f"round {hive.round} of {ROUNDS}" if hive.round == 1 else f"after round {hive.round - 1}"
    return "closed" if hive.rounds else "not open yet"


def faces(view: View, number: int) -> dict[str, Face]:
    """The public faces of a hive's hexes: the counts of the newest round above earlier ones, or values."""
    hive = view.hives[number]
    values = view.scores.values[number] if view.scores is not None else ""
    newest = hive.rounds[-1] if hive.rounds else None
    # Where hives are played one after another, nothing is fresh on a hive once the next was played on.
    stale = EDITIONS[view.edition].at_once == 1 and any(later.rounds for later in view.hives[number + 1 :])
    faces_by_letter: dict[str, Face] = {}
    for cell, letter in enumerate(LETTERS):
        history = alt_text.counts_by_round(hive.rounds, cell)
        if values:
            faces_by_letter[letter] = Face(ground(hive, letter), top=letter, middle=values[cell], foot=history)
        elif newest is None:
            faces_by_letter[letter] = Face(honeycomb.HONEY if hive.open else honeycomb.CLOSED, middle=letter)
        else:
            count = newest.counts[cell]
            faces_by_letter[letter] = Face(
                ground(hive, letter),
                top=letter,
                middle=str(count),
                foot=alt_text.counts_by_round(hive.rounds[:-1], cell),
                faint=not count,
                fresh=letter in newest.cleared and not stale,
            )
    return faces_by_letter


def ground(hive: Hive, letter: str) -> str:
    """The ground of a hex: with honey, or cleared."""
    return honeycomb.CLEARED if letter in hive.cleared else honeycomb.HONEY


def draw_round_counts(sheet: Sheet, hive: Hive, box: Box) -> None:
    """Draws the number of shapes played by kind and round, the newest round highlighted."""
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


def draw_seats(sheet: Sheet, view: View, names: Sequence[str], box: Box) -> None:
    """Draws the seats with their status and their announced Doubles and Blocks."""
    theme = sheet.theme
    title = alt_text.ready_count(view) or alt_text.status(view).capitalize()
    _panel_title(sheet, "Players", title, box)
    for seat, (name, place) in enumerate(zip(names, rows(box, len(names)), strict=True)):
        waiting = seat in view.actors
        draw_row_panel(sheet, place, theme.raised if waiting else theme.panel, theme.gold if waiting else theme.line)
        under = theme.raised if waiting else theme.panel
        x, right = place.left + PAD, place.right - PAD
        note = alt_text.seat_note(view, seat)
        mark = tick(theme, under) if note == "ready" else None
        if mark is not None:
            sheet.paste(mark, right - 16, (place.top + place.bottom) // 2)
            right -= 44
        abilities = alt_text.doubles_and_blocks(view, seat)
        if note and mark is None:
            right -= (
                sheet.write(note, STRONG, right, place.top + 50, theme.ink if waiting else theme.muted, under, "r")
                + PAD
            )
        baseline = place.top + (40 if abilities else 52)
        name, style = text.fit(name, NAME, right - x, SMALLEST_NAME)
        ink = theme.muted if view.seats[seat].forfeited else theme.ink
        sheet.write(name, style, x, baseline, ink, under)
        if abilities:
            line, style = text.fit(" · ".join(abilities), ASIDE, right - x)
            sheet.write(line, style, x, place.top + 71, theme.muted, under)


def draw_ranking(sheet: Sheet, view: View, names: Sequence[str], box: Box) -> None:
    """Draws the seats by points, with Tokens of Life and the Elimination Candidate."""
    theme, scores = sheet.theme, results.final_scores(view)
    _panel_title(sheet, "Points", alt_text.status(view).capitalize(), box)
    for seat, place in zip(results.ranked(view), rows(box, len(names)), strict=True):
        score = scores.seats[seat]
        under = theme.raised if score.tokens else theme.panel
        draw_row_panel(sheet, place, under, theme.gold if score.tokens else theme.line)
        right = place.right - PAD
        right -= sheet.write(
            str(score.points), POINTS, right, place.top + 57, theme.gold if score.tokens else theme.ink, under, "r"
        )
        x = place.left + PAD
        note = standing_note(view, seat)
        name, style = text.fit(names[seat], NAME, right - PAD - x, SMALLEST_NAME)
        sheet.write(name, style, x, place.top + (40 if note else 52), theme.ink, under)
        if note:
            line, style = text.fit(note, ASIDE, right - PAD - x)
            sheet.write(line, style, x, place.top + 71, theme.muted, under)


def draw_key(sheet: Sheet, lines: Sequence[str], box: Box, count: int) -> None:
    """Draws the key of the hexes below `count` rows, if there is room."""
    top = rows(box, count)[-1].bottom + PAD
    if top + LINE * len(lines) <= box.bottom:
        for number, line in enumerate(lines):
            line, style = text.fit(line, ASIDE, box.right - box.left)
            sheet.write(line, style, box.left, top + LINE * number + 28, sheet.theme.muted, sheet.theme.background)


def standing_note(view: View, seat: int) -> str:
    """A seat's tokens and status at the end."""
    notes: list[str] = []
    if tokens := results.final_scores(view).seats[seat].tokens:
        notes.append(f"{alt_text.pluralize(tokens, 'Token')} of Life")
    if view.candidate == seat:
        notes.append("Elimination Candidate")
    if seat in view.actors:
        notes.append("to choose")
    if view.seats[seat].forfeited:
        notes.append("has left")
    return " · ".join(notes)


def _panel_title(sheet: Sheet, title: str, aside: str, box: Box) -> None:
    theme = sheet.theme
    sheet.write(title, TITLE, box.left, box.top + 40, theme.ink, theme.background)
    sheet.write(aside, ASIDE, box.right, box.top + 40, theme.muted, theme.background, "r")


def rows(box: Box, count: int, height: int = ROW) -> list[Box]:
    """The boxes of `count` rows below a box's title; two columns in a wide box."""
    columns = 2 if box.right - box.left > WIDTH // 2 else 1
    width = (box.right - box.left - (columns - 1) * GAP) // columns
    top = box.top + TITLE_HEIGHT
    return [
        Box(x, y, x + width, y + height - 8)
        for x, y in (
            (box.left + index % columns * (width + GAP), top + index // columns * height) for index in range(count)
        )
    ]


def draw_row_panel(sheet: Sheet, place: Box, fill: Colour, border: Colour) -> None:
    """Draws the panel of a row."""
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
    """The check mark of a seat that is ready."""
    sketch = Sketch(theme, 36, 36, ground)
    sketch.stroke([(-11, 1), (-3, 9), (12, -9)], 6, theme.ink)
    return sketch.finish()


@lru_cache(maxsize=32)
def text_badge(theme: Theme, label: str, ground: Colour) -> Sprite:
    """A badge with a short text."""
    style = Style(28, 800)
    width = max(40, text.width(label, style) + 20)
    sketch = Sketch(theme, width, 40, ground)
    sketch.box(0, 0, width, 40, theme.ink, 10)
    return sketch.finish([Letter(label, style, 0, 0, theme.background)])
