"""The private picture of one hive while hexes are tapped: taps, hexes that can follow, clues and values.

Only the viewer sees it. It is low enough that a phone shows it together with the rows of keys.
"""

from collections.abc import Mapping, Sequence

from engine.hive_mind import preview
from engine.hive_mind.board import LETTERS, SHAPES
from engine.hive_mind.posterior import posterior
from engine.hive_mind.submitting import is_guess
from engine.hive_mind.view import Shape, View
from language.messages import N_, _
from render import header, text
from render.header import Box
from render.hive_mind import alt_text, board, clue_cards, draft, grids, honeycomb, kinds, parts, pips
from render.hive_mind.honeycomb import Face, Setting
from render.hive_mind.themes import HiveTheme
from render.picture import MARGIN, WIDTH, Sheet
from render.text import Style

PITCH = 250
HIVE_TOP = 180
HEIGHT = 1178
"""Height of the picture in pixels: on a phone, five rows of buttons fit below it."""
STRIP = Box(MARGIN, 98, WIDTH - MARGIN, 182)
TAP_PITCH = 70
TAP_STEP = 78
TAPS = 3
WORDS = Style(32, 550)
LAID = Style(32, 650)
SAMPLE = 130.0
"""Width of the hex for which the pips of the strip are drawn, in pixels."""
GAP = 12
IN_STRIP = Setting(letter=0.5)
ONLY_YOU = N_("Only you see this")


def draw(
    view: View, labels: Sequence[str], hive: str, taps: str, values: str, deduced: bool, theme: HiveTheme
) -> tuple[Sheet[HiveTheme], str]:
    """Draw a hive with the tapped hexes and return it with its alt text.

    `values` is a guess that replaces the viewer's own; `deduced` says whether values that the viewer's clues make
    certain are shown. Raises ValueError for a spectator, for a hive that is not open, and for taps or values that there
    can't be.
    """
    own, taps = draft.own_part(view), "".join(sorted(taps.upper()))
    if hive not in preview.open_hives(view) or not are_taps(taps) or (values and not is_guess(values)):
        raise ValueError("nothing to tap: name an open hive and up to three hexes of a shape")
    number = [each.name for each in view.hives].index(hive)
    mine, candidates = own.hives[number], preview.find_tappable_hexes(view, hive, taps)
    sheet = Sheet(theme, HEIGHT + clue_cards.extra_height(mine.hints))
    header.draw_title(sheet, _title(view, hive, taps), draft.round_status(view, number), _(ONLY_YOU))
    grid = grids.place_hive_grid(PITCH, 0, WIDTH, HIVE_TOP)
    known = find_certain_values(view, number) if deduced else {}
    guessed = values or mine.guess or ""
    honeycomb.draw_hexes(sheet, grid, faces(view, number, taps, candidates, known, guessed), honeycomb.OWN)
    # the slab is a rectangle that ends just below the strip
    _draw_strip(sheet, view, number, taps)
    clue_cards.draw_cards(sheet, mine.hints, HEIGHT - MARGIN)
    return sheet, alt_text.describe_board(view, labels, _describe(view, labels, hive, taps, candidates, known))


def are_taps(taps: str) -> bool:
    """Return whether the letters, in any case, are different hexes that one shape covers."""
    taps = taps.upper()
    return any(set(taps) <= set(shape.letters) and len(set(taps)) == len(taps) for shape in SHAPES)


def _title(view: View, hive: str, taps: str) -> str:
    """Return the headline: the hive, and the shape that the taps form."""
    shape, name = preview.parse_shape(taps), alt_text.hive_title(view, hive)
    if shape is None:
        return name
    return f"{name}: {alt_text.shape_name(shape)}" if len(view.hives) > 1 else alt_text.shape_name(shape)


def find_certain_values(view: View, number: int) -> dict[str, str]:
    """Return the values of a hive's hexes that the viewer's clues leave no doubt about, by letter."""
    found = posterior(view)[number]
    possible = ["".join(str(value) for value, count in enumerate(counts, 1) if count) for counts in found.counts]
    return {letter: values for letter, values in zip(LETTERS, possible, strict=True) if len(values) == 1}


def faces(
    view: View,
    number: int,
    taps: str,
    candidates: Mapping[str, Sequence[str]],
    known: Mapping[str, str],
    guessed: str,
) -> dict[str, Face]:
    """Return the contents of the hive's hexes, by letter.

    Hexes that can be tapped are in full light; once a hex is tapped, they also have a dashed ring. Once the shape is
    complete, the hexes that its clue will add up are in full light.
    """
    shape = preview.parse_shape(taps)
    lit = candidates if shape is None else shape.looks if preview.has_useful_clue(view, view.hives[number].name) else ""
    hive, clues = view.hives[number], draft.own_part(view).hives[number].hints
    found: dict[str, Face] = {}
    for cell, letter in enumerate(LETTERS):
        ground, possible = board.ground(hive, letter), candidates.get(letter, ())
        if letter in taps:
            ground = honeycomb.TAPPED
        elif letter not in lit and ground == honeycomb.FULL:
            ground = honeycomb.DIM
        digit = guessed[cell].strip(".") if guessed else ""
        found[letter] = Face(
            ground,
            letter,
            hive.rounds[-1].counts[cell] if hive.rounds else 0,
            mark=honeycomb.CANDIDATE if taps and possible else "",
            kind=possible[0] if taps and len(possible) == 1 else "",
            value=known.get(letter, digit),
            is_certain=letter in known,
            eyes=tuple(dict.fromkeys(clue.shape.kind for clue in clues if letter in clue.shape.looks)),
        )
    return found


def _draw_strip(sheet: Sheet[HiveTheme], view: View, number: int, taps: str) -> None:
    """Draw the strip above the hive: the taps, then the kinds still to play, or the clue that the shape will give."""
    theme = sheet.theme
    parts.draw_card(sheet, STRIP, theme.panel, theme.panel)
    x, y = STRIP.left + 12 + TAP_PITCH // 2, (STRIP.top + STRIP.bottom) // 2
    for index in range(TAPS):
        if index < len(taps):
            honeycomb.draw_hex(sheet, TAP_PITCH, Face(honeycomb.TAPPED, taps[index]), x, y, IN_STRIP)
        else:
            sheet.paste_opaque(honeycomb.dashed_hex(theme, TAP_PITCH - 4, theme.panel), x, y)
        x += TAP_STEP
    shape = preview.parse_shape(taps)
    if shape is not None:
        _draw_laid(sheet, shape, preview.has_useful_clue(view, view.hives[number].name), x, y)
        return
    words = _("this round") if preview.needs_three_kinds(view) else _("still to play")
    x += sheet.write(words, WORDS, x, y + 11, theme.muted, theme.panel) + 2 * GAP
    for kind in preview.possible_kinds(view, view.hives[number].name):
        chip = kinds.name_chip(theme, kind, kinds.kind_name(kind), theme.panel)
        sheet.paste_opaque(chip, x + chip.centre_x, y)
        x += chip.plane.width + GAP
    _draw_sample(sheet, len(view.hives[number].rounds), x, y)


def _draw_laid(sheet: Sheet[HiveTheme], shape: Shape, has_clue: bool, x: int, y: int) -> None:
    """Draw the kind of the tapped shape and, with `has_clue`, the hexes that its clue will add up."""
    theme = sheet.theme
    chip = kinds.name_chip(theme, shape.kind, kinds.kind_name(shape.kind), theme.panel)
    sheet.paste_opaque(chip, x + chip.centre_x, y)
    x += chip.plane.width + 2 * GAP
    if not has_clue:
        return
    words = _("its clue will add up {hexes}", hexes="+".join(shape.looks) or _("nothing"))
    words, style = text.fit(words, LAID, STRIP.right - 2 * GAP - x, 28)
    sheet.write(words, style, x, y + 11, theme.ink, theme.panel)


def _draw_sample(sheet: Sheet[HiveTheme], rounds: int, left: int, y: int) -> None:
    """Draw an example of pips with their meaning at the right end of the strip, if there is room from `left` on."""
    theme, words = sheet.theme, _("laid in round {number}", number=rounds)
    sample = pips.plate(theme, SAMPLE * honeycomb.OWN.pip * 1.6, 2, theme.pip, theme.honey_print, theme.panel)
    right = STRIP.right - 2 * GAP
    start = right - text.width(words, WORDS) - GAP - sample.plane.width
    if rounds and start >= left + GAP:
        sheet.paste_opaque(sample, start + sample.centre_x, y)
        sheet.write(words, WORDS, right, y + 11, theme.muted, theme.panel, "r")


def _describe(
    view: View,
    labels: Sequence[str],
    hive: str,
    taps: str,
    candidates: Mapping[str, Sequence[str]],
    known: Mapping[str, str],
) -> str:
    name = alt_text.hive_name(hive)
    told = [_("{hive}, large. Tapped: {hexes}.", hive=name, hexes=alt_text.format_hexes(taps))]
    if taps and candidates:
        following = [
            f"{letter} {'/'.join(kinds.kind_name(kind) for kind in possible)}"
            for letter, possible in candidates.items()
        ]
        told.append(_("Can follow: {hexes}.", hexes=", ".join(following)))
    if known:
        certain = [_("{letter} is {value}", letter=letter, value=value) for letter, value in known.items()]
        told.append(_("Certain: {hexes}.", hexes=", ".join(certain)))
    return " ".join([*told, draft.describe(view, labels)])
