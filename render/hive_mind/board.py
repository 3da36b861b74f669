"""The picture of the public board: the hives with the shapes of each round, and the panel of players."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.hive_mind.board import LETTERS
from engine.hive_mind.view import Hive, View
from language.messages import N_, _
from render import header, text
from render.header import Box
from render.hexes import Grid
from render.hive_mind import alt_text, board_legend, grids, honeycomb, kinds, parts
from render.hive_mind.board_legend import Entry
from render.hive_mind.honeycomb import Face
from render.hive_mind.themes import HiveTheme
from render.picture import MARGIN, WIDTH, Sheet
from render.sprites import Sprite
from render.text import Style
from render.theme import Colour

GAP = 28
TOP = header.HEIGHT + 4
UNDER_NOTICE = 26
"""Room between the notice and the hives, in pixels."""
ROUND_LABEL = Style(32, 600, label=True)
EARLIER_LABEL = Style(32, 500, label=True)
CHIP_STEP = 61
CHIP_LEFT = 150
CHIP_GAP = 8
ROW_GAP = 18
ONE_HIVE = 900
"""Width of the hive at a table with only one, in pixels."""
NAME = Style(36, 700)
SMALLEST_NAME = 28
ROW, SMALLEST_ROW = 96, 82
"""Normal and minimum height of a player's row, including the gap below it, in pixels."""
PAD = 22
NOTE = Style(28, 500)


class Layout(NamedTuple):
    """The layout of a picture.

    It holds the box of each hive, the box of the panel beside or below them, and the total height in pixels.
    """

    hives: Sequence[Box]
    panel: Box
    height: int


def band_height(view: View) -> int:
    """Return the height of the chips below each hive, in pixels.

    It has room for a line per round of the hive with the most rounds.
    """
    return CHIP_STEP * max(1, *(len(hive.rounds) for hive in view.hives)) + 4


def build_layout(view: View, band: int, panel: int, notice: bool = True) -> Layout:
    """Return a layout with two hives in a row, each with `band` pixels below it.

    The panel is beside the third hive. With one or two hives it is below them, at full width and `panel` pixels high.
    `notice` says whether there is room for a notice above the hives.
    """
    return _layout(len(view.hives), band, panel, TOP + (parts.NOTICE_HEIGHT + UNDER_NOTICE if notice else 0))


@lru_cache(maxsize=64)
def _layout(hives: int, band: int, panel: int, top: int) -> Layout:
    width = ONE_HIVE if hives == 1 else (WIDTH - 2 * MARGIN - GAP) // 2
    pitch = grids.fit_hive_grid(0, width, 0).pitch
    height = parts.HEADING_HEIGHT + grids.height(pitch) + band
    if hives == 1:
        boxes = [Box(MARGIN, top, WIDTH - MARGIN, top + height)]
    else:
        places = [(index % 2, index // 2) for index in range(hives + hives % 2)]
        corners = [(MARGIN + column * (width + GAP), top + row * (height + ROW_GAP)) for column, row in places]
        boxes = [Box(x, y, x + width, y + height) for x, y in corners]
    bottom = boxes[-1].bottom
    if hives > 1 and hives % 2:
        return Layout(boxes[:-1], boxes[-1], bottom + MARGIN)
    wide = Box(MARGIN, bottom + ROW_GAP, WIDTH - MARGIN, bottom + ROW_GAP + panel)
    return Layout(boxes, wide, wide.bottom + MARGIN)


class Panel(NamedTuple):
    """The layout of the panel of players: the height of a row, and whether the legend fits below the rows."""

    row: int
    legend: bool


def draw(view: View, labels: Sequence[str], theme: HiveTheme, marks: Sequence[str] = ()) -> Sheet:
    """Draw the public board of a match in progress; `marks` are letters of hexes that get a ring on open hives."""
    names = alt_text.display_names(view, labels)
    signs, notice = board_legend.list_signs(view), alt_text.notice(view)
    places = build_layout(view, band_height(view), panel_height(view, signs), bool(notice))
    panel = _build_panel(places.panel, len(names), len(signs))
    lines = 0 if panel.legend else len(board_legend.arrange(signs, WIDTH - 2 * MARGIN))
    sheet = Sheet(theme, places.height + lines * board_legend.ROW)
    title = header.fit_title(names, lambda short: alt_text.headline(view, short))
    header.draw_title(sheet, title, alt_text.status(view), _(alt_text.TITLE))
    if notice:
        parts.draw_notice(sheet, notice, TOP)
    for number, box in enumerate(places.hives):
        grid = draw_hive(sheet, view, number, box, faces(view, number))
        if view.hives[number].open:
            honeycomb.draw_marks(sheet, grid, marks)
        draw_announcements(sheet, view, number, box)
    draw_players(sheet, view, names, places.panel, panel.row)
    if panel.legend:
        top = player_rows(places.panel, len(names), panel.row)[-1].bottom + 14
        board_legend.draw(sheet, signs, Box(places.panel.left, top, places.panel.right, places.panel.bottom))
    else:
        board_legend.draw(sheet, signs, Box(MARGIN, places.height - 14, WIDTH - MARGIN, sheet.plane.height))
    return sheet


def board_rows(view: View, labels: Sequence[str]) -> tuple[int, int | None]:
    """Return the first and the last row of pixels of the hives, with the chips below them, in the public board.

    Once the points are revealed, the whole end card is shown.
    """
    if view.scores is not None:
        return 0, None
    places = build_layout(
        view, band_height(view), panel_height(view, board_legend.list_signs(view)), bool(alt_text.notice(view))
    )
    return places.hives[0].top - GAP // 2, places.hives[-1].bottom + GAP // 2


def panel_height(view: View, signs: Sequence[Entry] = ()) -> int:
    """Return the height of the panel of players if it has the full width of the picture, in pixels."""
    rows = -(-len(view.seats) // 2)
    return parts.HEADING_HEIGHT + ROW * rows + board_legend.ROW * len(board_legend.arrange(signs, WIDTH - 2 * MARGIN))


def _build_panel(box: Box, seats: int, signs: int) -> Panel:
    if _is_wide(box):
        return Panel(ROW, legend=True)
    room = box.bottom - box.top - parts.HEADING_HEIGHT
    with_legend = (room - signs * board_legend.ROW - 14) // seats
    if with_legend >= SMALLEST_ROW:
        return Panel(min(ROW, with_legend), legend=True)
    return Panel(min(ROW, room // seats), legend=False)


def _is_wide(box: Box) -> bool:
    return box.right - box.left > WIDTH // 2


def draw_hive(sheet: Sheet[HiveTheme], view: View, number: int, box: Box, hex_faces: Mapping[str, Face]) -> Grid:
    """Draw a hive with its name and its public status above it, and return the grid of its hexes."""
    theme, hive = sheet.theme, view.hives[number]
    inks = (theme.ink, _status_ink(theme)) if hive.open else (theme.muted, theme.muted)
    parts.draw_heading(sheet, alt_text.hive_title(view, hive.name), hive_status(hive), box, *inks)
    left, right = box.left, box.right
    if len(view.hives) == 1:
        left, right = (WIDTH - ONE_HIVE) // 2, (WIDTH + ONE_HIVE) // 2
    grid = grids.fit_hive_grid(left, right, box.top + parts.HEADING_HEIGHT)
    honeycomb.draw_hexes(sheet, grid, hex_faces, honeycomb.BOARD if hive.rounds else honeycomb.PLAIN)
    return grid


def _status_ink(theme: HiveTheme) -> Colour:
    return theme.gold_text if theme.is_light else theme.honey[4]


def hive_status(hive: Hive) -> str:
    """Return the status of a hive as shown to all, such as "9 still full" or "not open yet"."""
    if hive.open or hive.rounds:
        full = alt_text.full_hexes_text(hive)
        return full if hive.open else _("{full}, closed", full=full)
    return _("not open yet")


def faces(view: View, number: int) -> dict[str, Face]:
    """Return the contents of a hive's hexes on the public board, by letter.

    Pips show the number of shapes in the newest round and, smaller, in earlier rounds.
    """
    hive = view.hives[number]
    found: dict[str, Face] = {}
    for cell, letter in enumerate(LETTERS):
        newest = hive.rounds[-1].counts[cell] if hive.rounds else 0
        before = tuple(told.counts[cell] for told in reversed(hive.rounds[:-1]))
        found[letter] = Face(ground(hive, letter), letter, newest, before)
    return found


def ground(hive: Hive, letter: str) -> str:
    """Return the surface of a hex: paid out, not open yet, or full."""
    if letter in hive.cleared:
        return honeycomb.PAID
    return honeycomb.FULL if hive.open or hive.rounds else honeycomb.CLOSED


def draw_announcements(sheet: Sheet[HiveTheme], view: View, number: int, box: Box) -> None:
    """Draw below a hive the shapes that were laid: a line for each round, with a sign for each shape.

    Before the first announcement, the names of the kinds are drawn instead.
    """
    theme, hive = sheet.theme, view.hives[number]
    y = box.bottom - band_height(view) + kinds.CHIP_HEIGHT // 2
    if not hive.rounds:
        if hive.open:
            _draw_kind_names(sheet, box.left, y)
        return
    for turn in reversed(range(len(hive.rounds))):
        is_old = turn < len(hive.rounds) - 1 or not hive.open
        style, ink = (EARLIER_LABEL, theme.muted) if is_old else (ROUND_LABEL, theme.ink)
        words, style = text.fit(_("Round {number}", number=turn + 1), style, CHIP_LEFT - CHIP_GAP, parts.SMALLEST_LABEL)
        sheet.write(words, style, box.left, y + 11, ink, theme.background)
        draw_round(sheet, view, number, turn, (box.left + CHIP_LEFT, y), is_old)
        y += CHIP_STEP


def draw_round(
    sheet: Sheet[HiveTheme], view: View, number: int, turn: int, place: tuple[int, int], is_old: bool
) -> None:
    """Draw the chips with the shapes of a round on a hive; `place` is their left edge and their middle."""
    x, y = place
    shapes = view.hives[number].rounds[turn].shapes
    theme, is_dense = sheet.theme, len(view.seats) >= kinds.MANY
    for kind in kinds.KINDS:
        if count := getattr(shapes, kind):
            chip = kinds.chip(theme, kind, count, theme.background, is_old, is_dense)
            sheet.paste_opaque(chip, x + chip.centre_x, y)
            x += chip.plane.width + CHIP_GAP
    if x == place[0]:
        sheet.write(_("no shapes"), EARLIER_LABEL, x, y + 11, theme.muted, theme.background)


def draw_players(sheet: Sheet[HiveTheme], view: View, names: Sequence[str], box: Box, row: int) -> None:
    """Draw the panel of players, `row` pixels per seat, with their status and announced Doubles and Blocks."""
    theme = sheet.theme
    parts.draw_heading(sheet, _("Players"), alt_text.ready_text(view), box, theme.ink, theme.muted)
    for seat, place in enumerate(player_rows(box, len(names), row)):
        _draw_player(sheet, view, seat, names[seat], place)


def _draw_player(sheet: Sheet[HiveTheme], view: View, seat: int, name: str, place: Box) -> None:
    theme, note = sheet.theme, alt_text.seat_note(view, seat)
    is_awaited = note in (alt_text.NOT_READY, alt_text.TO_CHOOSE)
    fill, border, ink = theme.panel, theme.panel if note == alt_text.READY else theme.raised, theme.ink
    if is_awaited:
        fill, border, ink = theme.notice, theme.honey[4], kinds.bright(theme)
    elif note:
        ink = theme.muted
    parts.draw_card(sheet, place, fill, border, 4 if is_awaited else 2)
    middle, x, right = (place.top + place.bottom) // 2, place.left + PAD, place.right - PAD + 4
    if is_awaited or note == alt_text.READY:
        mark = parts.ready_mark(theme, note == alt_text.READY, fill)
        sheet.paste_opaque(mark, x + mark.centre_x - 1, middle)
        x += parts.SIGN + 18
    for chip in reversed(_ability_chips(view, seat, theme, fill, right - x)):
        right -= chip.plane.width
        sheet.paste_opaque(chip, right + chip.centre_x, middle)
        right -= CHIP_GAP
    if note == alt_text.HAS_LEFT:
        right -= sheet.write(_(note), NOTE, right, middle + 10, theme.muted, fill, "r") + CHIP_GAP
    name, style = text.fit(name, NAME, right - x - 4, SMALLEST_NAME)
    sheet.write(name, style, x, middle + 13, ink, fill)


def _ability_chips(view: View, seat: int, theme: HiveTheme, fill: Colour, room: int) -> list[Sprite]:
    """Return the chips for a seat's announced Doubles and Blocks.

    They are shortened if they would take more than three fifths of `room`, since the name needs the rest.
    """
    told = [
        (word, chip, names)
        for word, field, chip in (
            (N_("doubles {hives}"), "doublers", parts.double_chip),
            (N_("blocks {hives}"), "blockers", parts.block_chip),
        )
        if (names := alt_text.announced_hives(view, seat, field))
    ]
    chips = [
        parts.word_chip(theme, _(word, hives=alt_text.hives_text(names)), theme.notice_ink, fill)
        for word, _chip, names in told
    ]
    for is_short in (False, True):
        if sum(chip.plane.width + CHIP_GAP for chip in chips) <= room * 3 // 5:
            break
        chips = [draw_chip(theme, alt_text.hives_text(names, is_short), fill) for _, draw_chip, names in told]
    return chips


def player_rows(box: Box, count: int, height: int = ROW) -> list[Box]:
    """Return the boxes of `count` rows below a box's heading, in two columns if the box is wide.

    `height` is that of a row with the gap below it, in pixels.
    """
    columns = 2 if _is_wide(box) else 1
    width = (box.right - box.left - (columns - 1) * GAP) // columns
    top = box.top + parts.HEADING_HEIGHT
    return [
        Box(x, y, x + width, y + height - 12)
        for x, y in (
            (box.left + index % columns * (width + GAP), top + index // columns * height) for index in range(count)
        )
    ]


def _draw_kind_names(sheet: Sheet[HiveTheme], x: int, y: int) -> None:
    """Draw a chip with the name of each kind, side by side from x, centred on y."""
    for kind in kinds.KINDS:
        chip = kinds.name_chip(sheet.theme, kind, kinds.kind_name(kind), sheet.theme.background)
        sheet.paste_opaque(chip, x + chip.centre_x, y)
        x += chip.plane.width + CHIP_GAP
