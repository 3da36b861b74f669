"""The picture of the public board: hives in two columns with their announcements, and the panel of players."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from engine.hive_mind.board import LETTERS
from engine.hive_mind.view import Hive, View
from render import header, text
from render.header import Box
from render.hexes import Grid
from render.hive_mind import alt_text, honeycomb, kinds, parts
from render.hive_mind.honeycomb import Face
from render.hive_mind.themes import HiveTheme, calm
from render.picture import MARGIN, WIDTH, Sheet
from render.sprites import Sprite
from render.text import Style

GAP = 28
TOP = header.HEIGHT + 2
ROUND_LABEL = Style(28, 650)
EARLIER_LABEL = Style(28, 500)
CHIP_STEP = 56
CHIP_LEFT = 122
CHIP_GAP = 8
NAME = Style(34, 700)
SMALLEST_NAME = 28
ROW, SMALLEST_ROW = 92, 82
"""Normal and minimum height of a player's row, including the gap below it, in pixels."""
PAD = 20
LEGEND = Style(28, 500)
LARGE_LEGEND = Style(32, 500)
"""Larger text style of the legend, used if it needs no more rows than `LEGEND`."""
LEGEND_PITCH = 46
LEGEND_GAP = 20
LEGEND_ROW = 62

LegendSign: TypeAlias = tuple[Sequence[Face], Sprite | None, str]
"""An entry of the legend: the contents of example cells, a chip or None, and the meaning in words."""


class Layout(NamedTuple):
    """The layout of a picture.

    It holds the box of each hive, the box of the panel beside or below them, and the total height in pixels.
    """

    hives: Sequence[Box]
    panel: Box
    height: int


def band_height(view: View) -> int:
    """Return the height of the announcements below each hive, in pixels.

    It has room for a line per round of the hive with the most rounds.
    """
    return CHIP_STEP * max(1, *(len(hive.rounds) for hive in view.hives)) + 4


def build_layout(view: View, band: int, panel: int, notice: bool = True) -> Layout:
    """Return a layout with two hives in a row, each with `band` pixels below it.

    The panel is beside the third hive. With two hives it is below them, at full width and `panel` pixels high. `notice`
    says whether there is room for a notice above the hives.
    """
    return _layout(len(view.hives), band, panel, TOP + (parts.NOTICE_HEIGHT + 16 if notice else 0))


@lru_cache(maxsize=64)
def _layout(hives: int, band: int, panel: int, top: int) -> Layout:
    width = (WIDTH - 2 * MARGIN - GAP) // 2
    pitch = honeycomb.fit_hive_grid(0, width, 0).pitch
    height = parts.HEADING_HEIGHT + honeycomb.height(pitch) + band
    places = [(index % 2, index // 2) for index in range(hives + hives % 2)]
    boxes = [
        Box(x, y, x + width, y + height)
        for x, y in ((MARGIN + column * (width + GAP), top + row * (height + GAP)) for column, row in places)
    ]
    bottom = boxes[-1].bottom
    if hives % 2:
        return Layout(boxes[:-1], boxes[-1], bottom + MARGIN)
    wide = Box(MARGIN, bottom + GAP, WIDTH - MARGIN, bottom + GAP + panel)
    return Layout(boxes, wide, wide.bottom + MARGIN)


class Panel(NamedTuple):
    """The layout of the panel of players: the height of a row, and whether the legend fits below the rows."""

    row: int
    legend: bool


def draw(view: View, labels: Sequence[str], theme: HiveTheme, marks: Sequence[str] = ()) -> Sheet:
    """Draw the public board of a match in progress; `marks` are letters of hexes that get a ring on open hives."""
    names = alt_text.display_names(view, labels)
    places = build_layout(view, band_height(view), panel_height(view), bool(alt_text.notice(view)))
    panel = _build_panel(places.panel, len(names))
    sheet = Sheet(theme, places.height + (0 if panel.legend else LEGEND_ROW))
    header.draw_title(sheet, alt_text.headline(view), alt_text.status(view), alt_text.TITLE)
    if notice := alt_text.notice(view):
        parts.draw_notice(sheet, notice, TOP)
    for number, box in enumerate(places.hives):
        grid = draw_hive(sheet, view, number, box, faces(view, number))
        if view.hives[number].open:
            honeycomb.draw_marks(sheet, grid, marks)
        draw_announcements(sheet, view, number, box)
    draw_players(sheet, view, names, places.panel, panel.row)
    if panel.legend:
        top = player_rows(places.panel, len(names), panel.row)[-1].bottom + 12
        _draw_legend(sheet, view, Box(places.panel.left, top, places.panel.right, places.panel.bottom))
    else:
        _draw_legend(sheet, view, Box(MARGIN, places.height - 14, WIDTH - MARGIN, places.height))
    return sheet


def panel_height(view: View) -> int:
    """Return the height of the panel of players if it has the full width of the picture, in pixels."""
    return parts.HEADING_HEIGHT + ROW * -(-len(view.seats) // 2) + LEGEND_ROW


def _build_panel(box: Box, seats: int) -> Panel:
    if _is_wide(box):
        return Panel(ROW, legend=True)
    room = box.bottom - box.top - parts.HEADING_HEIGHT
    with_legend = (room - 2 * LEGEND_ROW - 12) // seats
    if with_legend >= SMALLEST_ROW:
        return Panel(min(ROW, with_legend), legend=True)
    return Panel(min(ROW, room // seats), legend=False)


def _is_wide(box: Box) -> bool:
    return box.right - box.left > WIDTH // 2


def draw_hive(sheet: Sheet, view: View, number: int, box: Box, hex_faces: Mapping[str, Face], aside: str = "") -> Grid:
    """Draw a hive with its name and a remark above it, and return the grid of its cells.

    The remark is `aside` or, if that is empty, the hive's public status.
    """
    theme, hive = sheet.theme, view.hives[number]
    ink = theme.ink if hive.open or aside else theme.muted
    aside_ink = theme.gold_text if hive.open and not aside else theme.muted
    name = alt_text.hive_name(hive.name)
    parts.draw_heading(sheet, name, aside or hive_status(hive), box, ink, aside_ink)
    grid = honeycomb.fit_hive_grid(box.left, box.right, box.top + parts.HEADING_HEIGHT)
    honeycomb.draw_hexes(sheet, grid, hex_faces)
    return grid


def hive_status(hive: Hive) -> str:
    """Return the status of a hive as shown to all, such as "9 hexes full" or "not open yet"."""
    if hive.open or hive.rounds:
        return alt_text.full_hexes_text(hive) + ("" if hive.open else ", closed")
    return "not open yet"


def faces(view: View, number: int) -> dict[str, Face]:
    """Return the contents of a hive's cells on the public board, by letter.

    They show the number of shapes in the newest round and, below it, the numbers of earlier rounds.
    """
    hive = view.hives[number]
    newest = hive.rounds[-1] if hive.rounds else None
    faces_by_letter: dict[str, Face] = {}
    for cell, letter in enumerate(LETTERS):
        face = bare_face(hive, letter)
        if newest is None:
            faces_by_letter[letter] = face._replace(middle=letter)
        else:
            earlier = alt_text.counts_by_round(hive.rounds[:-1], cell)
            faces_by_letter[letter] = face._replace(top=letter, middle=str(newest.counts[cell]), foot=earlier)
    return faces_by_letter


def bare_face(hive: Hive, letter: str) -> Face:
    """Return the contents of a cell without texts: cleared, not open yet, or honey.

    The honey is brighter the more shapes were on the cell in the newest round.
    """
    if letter in hive.cleared:
        return Face(honeycomb.CLEARED)
    if not hive.rounds:
        return Face(honeycomb.HONEY if hive.open else honeycomb.CLOSED)
    return Face(level=min(honeycomb.MOST, hive.rounds[-1].counts[LETTERS.index(letter)]))


def draw_announcements(sheet: Sheet, view: View, number: int, box: Box) -> None:
    """Draw below a hive how many shapes of each kind were played, with a line for each round.

    Before the first announcement, the names of the kinds are drawn instead.
    """
    theme, hive = sheet.theme, view.hives[number]
    y = box.bottom - band_height(view) + 10 + kinds.CHIP[1] // 2
    if not hive.rounds:
        if hive.open:
            _draw_kind_names(sheet, box.left, y)
        return
    for line, turn in enumerate(reversed(range(len(hive.rounds)))):
        label, style, ink = _round_label(hive, turn), EARLIER_LABEL, theme.muted
        if not line and hive.open:
            style, ink = ROUND_LABEL, theme.ink
        sheet.write(label, style, box.left, y + 10, ink, theme.background)
        for index, kind in enumerate(kinds.KINDS):
            chip = kinds.chip(theme, kind, getattr(hive.rounds[turn].shapes, kind), theme.background)
            sheet.paste_opaque(chip, box.left + CHIP_LEFT + index * (kinds.CHIP[0] + CHIP_GAP) + chip.centre_x, y)
        y += CHIP_STEP


def _round_label(hive: Hive, turn: int) -> str:
    if not hive.open:
        return f"Round {turn + 1}"
    return "Now" if turn == len(hive.rounds) - 1 else "Before"


def draw_players(sheet: Sheet, view: View, names: Sequence[str], box: Box, row: int) -> None:
    """Draw the panel of players, `row` pixels per seat, with their status and announced Doubles and Blocks."""
    theme = sheet.theme
    parts.draw_heading(sheet, "Players", alt_text.ready_text(view), box, theme.ink, theme.muted)
    for seat, place in enumerate(player_rows(box, len(names), row)):
        _draw_player(sheet, view, seat, names[seat], place)


def _draw_player(sheet: Sheet, view: View, seat: int, name: str, place: Box) -> None:
    theme, note = sheet.theme, alt_text.seat_note(view, seat)
    ground, ink = theme.panel, theme.ink
    if note == "ready":
        ground = calm(theme)
    parts.draw_card(sheet, place, ground, ground if note == "ready" else theme.raised)
    middle, x, right = (place.top + place.bottom) // 2, place.left + PAD, place.right - PAD + 4
    if note in ("ready", "not ready yet", "to choose"):
        mark = parts.ready_mark(theme, note == "ready", ground)
        sheet.paste_opaque(mark, x + mark.centre_x - 1, middle)
        x += parts.SIGN + 18
    for chip in reversed(_ability_chips(view, seat, theme, ground, right - x)):
        right -= chip.plane.width
        sheet.paste_opaque(chip, right + chip.centre_x, middle)
        right -= CHIP_GAP
    if note == "has left":
        ink = theme.muted
        right -= sheet.write(note, LEGEND, right, middle + 10, theme.muted, ground, "r") + CHIP_GAP
    name, style = text.fit(name, NAME, right - x - 4, SMALLEST_NAME)
    sheet.write(name, style, x, middle + 12, ink, ground)


def _ability_chips(view: View, seat: int, theme: HiveTheme, ground: tuple[int, int, int], room: int) -> list[Sprite]:
    """Return the chips for a seat's announced Doubles and Blocks.

    Their texts are shortened if they would take more than half of `room`, since the name needs the rest.
    """
    fields = [("doublers", parts.double_chip), ("blockers", parts.block_chip)]
    told = [(alt_text.announced_hives(view, seat, field), draw) for field, draw in fields]
    chips: list[Sprite] = []
    for is_short in (False, True):
        chips = [draw(theme, alt_text.hives_text(hives, is_short), ground) for hives, draw in told if hives]
        if sum(chip.plane.width for chip in chips) <= room // 2:
            break
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


def _draw_legend(sheet: Sheet, view: View, box: Box) -> None:
    """Draw the legend of cells and chips in rows, beginning at the top of a box.

    The names of the kinds follow if there is room.
    """
    signs, room = _legend_signs(view, sheet.theme), box.right - box.left
    style = min((LARGE_LEGEND, LEGEND), key=lambda style: len(_legend_rows(signs, style, room)))
    y = box.top - LEGEND_ROW // 2
    for row in _legend_rows(signs, style, room):
        x, y = box.left, y + LEGEND_ROW
        for cells, chip, words in row:
            for face in cells:
                honeycomb.draw_hex(sheet, LEGEND_PITCH, face, x + LEGEND_PITCH // 2, y)
                x += LEGEND_PITCH + 2
            if chip is not None:
                sheet.paste_opaque(chip, x + chip.centre_x, y)
                x += chip.plane.width
            x += 12
            x += sheet.write(words, style, x, y + 10, sheet.theme.muted, sheet.theme.background) + LEGEND_GAP
    if any(hive.rounds for hive in view.hives) and y + LEGEND_ROW * 3 // 2 <= box.bottom:
        _draw_kind_names(sheet, box.left, y + LEGEND_ROW)


def _legend_rows(signs: Sequence[LegendSign], style: Style, room: int) -> list[list[LegendSign]]:
    """Arrange the entries of the legend in rows that are at most `room` pixels wide."""
    rows: list[list[LegendSign]] = []
    x = 0
    for cells, chip, words in signs:
        wide = len(cells) * (LEGEND_PITCH + 2) + (chip.plane.width if chip else 0) + 12 + text.width(words, style)
        if not rows or x + wide > room:
            rows.append([])
            x = 0
        rows[-1].append((cells, chip, words))
        x += wide + LEGEND_GAP
    return rows


def _draw_kind_names(sheet: Sheet, x: int, y: int) -> None:
    """Draw a chip with the name of each kind, side by side from x, centred on y."""
    for kind in kinds.KINDS:
        chip = kinds.name_chip(sheet.theme, kind, sheet.theme.background)
        sheet.paste_opaque(chip, x + chip.centre_x, y)
        x += chip.plane.width + CHIP_GAP


def _legend_signs(view: View, theme: HiveTheme) -> list[LegendSign]:
    cleared = (Face(honeycomb.CLEARED),)
    if not any(hive.rounds for hive in view.hives):
        return [((Face(),), None, "full: hides 1, 2 or 3"), (cleared, None, "cleared, worth 0")]
    blocked = any(hive.blockers for hive in view.hives)
    levels = tuple(Face(level=level) for level in ((0, 4) if blocked else (0, 2, 4)))
    signs: list[LegendSign] = [
        (levels, None, "shapes now; below: earlier"),
        (cleared, None, "cleared, worth 0"),
    ]
    if any(hive.doublers for hive in view.hives):
        signs.append(((), parts.double_chip(theme, "", theme.background), "doubled"))
    if blocked:
        signs.append(((), parts.block_chip(theme, "", theme.background), "blocked"))
    return signs
