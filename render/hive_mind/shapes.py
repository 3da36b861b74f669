"""The private picture of a whole submission: a card for each hive with the viewer's shape, Double, Block and guess.

It is the page before *Ready*. In the guess of totals, it shows the guessed totals instead.
"""

from collections.abc import Sequence
from typing import NamedTuple

from engine.hive_mind import preview
from engine.hive_mind.board import LETTERS
from engine.hive_mind.view import OwnHive, View
from language.messages import N_, _, ngettext
from render import header, text
from render.header import Box
from render.hive_mind import alt_text, board, draft, grids, honeycomb, kinds, mine, parts
from render.hive_mind.honeycomb import Face
from render.hive_mind.themes import HiveTheme
from render.picture import MARGIN, WIDTH, Sheet
from render.sprites import Sprite
from render.text import Style
from render.theme import Colour

TOP = 104
GAP = 26
PAD = 24
BORDER = 5
NAME = Style(36, 750)
STATUS = Style(30, 650)
LINE = Style(32, 600)
NOTE = Style(30, 550)
SUM = Style(40, 750)
HIVE_TOP = 83
"""Distance from a card's upper edge to its hive, in pixels."""
UNDER_HIVE = 24
CHIP_ROW, CHIP_GAP = 64, 10
PITCHES = {1: 150, 2: 132, 3: 85}
"""By number of hives: the pitch of the hexes on the cards, in pixels."""
NOTE_HEIGHT = 48
TO_GO = {1: N_("One shape to lay"), 2: N_("Two shapes to lay"), 3: N_("Three shapes to lay")}
YOUR_SHAPES = N_("Your shapes")
"""The headline without missing shapes. The button below says whether they are handed in, or only proposed."""
TOTAL = Style(60, 850)
UNKNOWN = "–"


class Card(NamedTuple):
    """The card of a hive: its box, its hexes' pitch, and the chips below or beside the hive, in rows."""

    box: Box
    pitch: int
    rows: Sequence[Sequence[Sprite]]


def draw(view: View, labels: Sequence[str], theme: HiveTheme, title: str = "") -> tuple[Sheet[HiveTheme], str]:
    """Draw the viewer's whole submission and return it with its alt text.

    `title` replaces the headline, for a look back. Raises ValueError for a spectator.
    """
    draft.own_part(view)
    sheet = (
        _draw_totals(view, labels, theme)
        if view.phase == "totals"
        else _draw_cards(view, theme, title or headline(view))
    )
    return sheet, alt_text.describe_board(view, labels, draft.describe(view, labels))


def headline(view: View) -> str:
    """Return how many shapes are missing, or that the submission is complete or handed in."""
    progress = draft.progress(view)
    if progress == alt_text.READY:
        return _("You are ready")
    if not progress:
        return _("Your guesses") if view.scores is not None else _(YOUR_SHAPES)
    missing = len(preview.find_missing(view))
    return _(TO_GO[missing]) if missing else _(YOUR_SHAPES)


def _draw_cards(view: View, theme: HiveTheme, title: str) -> Sheet[HiveTheme]:
    own, count = draft.own_part(view), len(view.hives)
    following = preview.find_missing(view)[:1] if draft.progress(view) == alt_text.NOT_READY else ()
    pitch = PITCHES[count]
    fills = [_card_colours(theme, hive.name in following)[0] for hive in view.hives]
    width = (WIDTH - 2 * MARGIN - (count - 1) * GAP) // count
    rows = [_chip_rows(view, number, theme, fill, width - 2 * PAD) for number, fill in enumerate(fills)]
    # the clue of a pending shape takes the height of two rows
    clues = [
        2 * (mine_here.shape is not None and preview.has_useful_clue(view, hive.name))
        for hive, mine_here in zip(view.hives, own.hives, strict=True)
    ]
    lines = max(2, *(len(chips) + clue for chips, clue in zip(rows, clues, strict=True)))
    height = HIVE_TOP + _hive_height(pitch) + (UNDER_HIVE + CHIP_ROW * lines if count > 1 else PAD)
    notes = _notes(view)
    sheet = Sheet(theme, TOP + height + (NOTE_HEIGHT if notes else 0) + 20)
    header.draw_title(sheet, title, alt_text.status(view), _(mine.ONLY_YOU))
    for number, mine_here in enumerate(own.hives):
        left = MARGIN + number * (width + GAP)
        card = Card(Box(left, TOP, left + width, TOP + height), pitch, rows[number])
        _draw_card(sheet, view, number, mine_here, card, view.hives[number].name in following)
    notes, style = text.fit(notes, NOTE, WIDTH - 2 * MARGIN)
    if notes:
        sheet.write(notes, style, MARGIN, TOP + height + 44, theme.muted, theme.background)
    return sheet


def _card_colours(theme: HiveTheme, is_next: bool) -> tuple[Colour, Colour, Colour]:
    """Return the colours of a card, of its border and of its name; the hive to play next is bright."""
    if is_next:
        return theme.notice, theme.honey[4], kinds.bright(theme)
    return theme.panel, theme.panel, theme.ink


def _hive_height(pitch: int) -> int:
    return grids.height(pitch) - 2 * round(pitch * grids.SLAB)


def _draw_card(sheet: Sheet[HiveTheme], view: View, number: int, own: OwnHive, card: Card, is_next: bool) -> None:
    theme, hive, box = sheet.theme, view.hives[number], card.box
    fill, border, ink = _card_colours(theme, is_next)
    parts.draw_card(sheet, box, fill, border, BORDER)
    room = box.right - box.left - 2 * PAD
    if draft.progress(view) == alt_text.READY and own.shape is not None:
        tick = parts.ready_mark(theme, True, fill)
        sheet.paste_opaque(tick, box.right - PAD - tick.plane.width + tick.centre_x, box.top + 42)
        room -= tick.plane.width + 12
    elif status := "" if own.shape is not None else _status(view, number):
        muted = theme.honey[4] if is_next else theme.muted
        room -= sheet.write(status, STATUS, box.right - PAD, box.top + 54, muted, fill, "r") + 16
    name, style = text.fit(alt_text.hive_title(view, hive.name), NAME, room, 28)
    sheet.write(name, style, box.left + PAD, box.top + 55, ink if hive.open else theme.muted, fill)
    right = box.right if len(view.hives) > 1 else box.left + 4 * card.pitch + 2 * PAD
    top = box.top + HIVE_TOP - round(card.pitch * grids.SLAB)
    grid = grids.place_hive_grid(card.pitch, box.left, right, top)
    honeycomb.draw_hexes(sheet, grid, _faces(view, number, own), under=fill)
    x, y = box.left + PAD, box.top + HIVE_TOP + _hive_height(card.pitch) + UNDER_HIVE + 27
    if len(view.hives) == 1:
        x, y = right + PAD, box.top + HIVE_TOP + 60
    _draw_chips(sheet, card.rows, (x, y))
    if preview.has_useful_clue(view, hive.name):
        _draw_next_clue(sheet, own, (x, y + CHIP_ROW * len(card.rows)), box.right - PAD - x, fill)
    if own.shape is None and hive.open:
        words, style = text.fit(_possible_kinds(view, number), LINE, box.right - PAD - x, 28)
        sheet.write(words, style, x, y + 11, theme.notice_ink if is_next else theme.muted, fill)


def _draw_next_clue(sheet: Sheet[HiveTheme], own: OwnHive, place: tuple[int, int], room: int, fill: Colour) -> None:
    """Write which hexes the clue of the pending shape will add up, below its chips."""
    if own.shape is None:
        return
    x, y = place
    words, style = text.fit(_("Its clue will add up"), LINE, room, 28)
    sheet.write(words, style, x, y + 11, sheet.theme.muted, fill)
    words, style = text.fit("+".join(own.shape.looks) or _("nothing"), SUM, room, 28)
    sheet.write(words, style, x, y + 62, sheet.theme.ink, fill)


def _draw_chips(sheet: Sheet[HiveTheme], rows: Sequence[Sequence[Sprite]], place: tuple[int, int]) -> None:
    left, y = place
    for row in rows:
        x = left
        for chip in row:
            sheet.paste_opaque(chip, x + chip.centre_x, y)
            x += chip.plane.width + CHIP_GAP
        y += CHIP_ROW


def _chip_rows(view: View, number: int, theme: HiveTheme, fill: Colour, room: int) -> list[list[Sprite]]:
    """Return the chips of a hive: the shape, then Double and Block, then whether the guess is complete.

    Double and Block have a row each if they don't fit into `room` pixels together.
    """
    own = draft.own_part(view).hives[number]
    first: list[Sprite] = []
    if own.shape is not None:
        first.append(kinds.name_chip(theme, own.shape.kind, alt_text.shape_name(own.shape), fill))
    second: list[Sprite] = []
    if own.double:
        second.append(parts.double_chip(theme, _("double"), fill))
    if own.block:
        second.append(parts.block_chip(theme, _("block"), fill))
    is_wide = sum(chip.plane.width + CHIP_GAP for chip in second) - CHIP_GAP > room
    abilities = [[chip] for chip in second] if is_wide else [second]
    third: list[Sprite] = []
    if own.guess is not None:
        blanks = own.guess.count(".")
        blank = ngettext("guess, {number} blank", "guess, {number} blank", blanks)
        words = blank if blanks else _("guess complete")
        third.append(parts.word_chip(theme, words, theme.notice_ink, fill))
    # an open hive without a shape has its possible kinds in the first row
    return [first] * view.hives[number].open + [row for row in (*abilities, third) if row]


def _status(view: View, number: int) -> str:
    """Return the status of a hive without a shape in a few words."""
    hive = view.hives[number]
    if hive.open:
        return _("to lay") if draft.progress(view) else ""
    return _("closed") if hive.rounds else _("not open yet")


def _possible_kinds(view: View, number: int) -> str:
    possible = preview.possible_kinds(view, view.hives[number].name)
    return ", ".join(kinds.kind_name(kind) for kind in possible)


def _faces(view: View, number: int, own: OwnHive) -> dict[str, Face]:
    """Return the contents of a hive's hexes by letter: the shape, and in full light the hexes that its clue adds up.

    After the end, guessed values replace the letters.
    """
    hive = view.hives[number]
    lit = own.shape.looks if own.shape is not None and preview.has_useful_clue(view, hive.name) else ""
    found: dict[str, Face] = {}
    for cell, letter in enumerate(LETTERS):
        ground, digit = board.ground(hive, letter), ""
        if own.shape is not None and letter in own.shape.letters:
            found[letter] = Face(honeycomb.COVERED, letter, kind=own.shape.kind)
            continue
        is_lit = hive.open if own.shape is None else letter in lit
        if ground == honeycomb.FULL and not is_lit:
            ground = honeycomb.DIM
        if view.scores is not None and own.guess is not None:
            digit = own.guess[cell].strip(".")
        found[letter] = Face(ground, "" if digit else letter, digit=digit)
    return found


def _notes(view: View) -> str:
    """Return a line about the viewer's garnets; an empty string at a table without garnets."""
    purse = draft.own_part(view).garnets
    if not (purse.start or purse.spent):
        return ""
    return _("Garnets: {left} of {number} left", left=purse.start - purse.spent, number=purse.start)


def _draw_totals(view: View, labels: Sequence[str], theme: HiveTheme) -> Sheet[HiveTheme]:
    """Draw the other players with the totals that the viewer has guessed."""
    own, names = draft.own_part(view), alt_text.display_names(view, labels)
    others = [seat for seat in range(len(names)) if seat != view.viewer]
    start = header.HEIGHT + parts.NOTICE_HEIGHT + board.UNDER_NOTICE - parts.HEADING_HEIGHT
    boxes = board.player_rows(Box(MARGIN, start, WIDTH - MARGIN, 0), len(others), board.ROW)
    sheet = Sheet(theme, boxes[-1].bottom + MARGIN)
    title = _("You are ready") if draft.progress(view) == alt_text.READY else _("Guess the others’ points")
    header.draw_title(sheet, title, alt_text.status(view), _(mine.ONLY_YOU))
    notice = _("1 point for each right guess, and −2 for each player who guesses yours")
    parts.draw_notice(sheet, notice, board.TOP)
    for seat, box in zip(others, boxes, strict=True):
        total = own.totals[seat]
        parts.draw_card(sheet, box, theme.panel, theme.raised)
        ink = theme.muted if total is None else theme.ink
        words, style = text.fit(UNKNOWN if total is None else str(total), TOTAL, 240, 28)
        wide = sheet.write(words, style, box.right - PAD, box.bottom - 20, ink, theme.panel, "r")
        name, style = text.fit(names[seat], board.NAME, box.right - box.left - wide - 3 * PAD, 28)
        sheet.write(name, style, box.left + PAD, box.top + 55, theme.ink, theme.panel)
    return sheet
