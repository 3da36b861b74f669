"""The private picture of the odds of one hive: three bars a hex, for the values 1, 2 and 3.

The odds are counted exactly over the layouts that fit the viewer's clues (`engine.hive_mind.posterior`). Percentages
stand in texts only.
"""

from collections.abc import Sequence
from functools import lru_cache

from engine.hive_mind.board import CELLS, LETTERS
from engine.hive_mind.posterior import DIGITS, HiveNotes, posterior
from engine.hive_mind.view import View
from language.messages import _, format_number, ngettext
from render import header, text
from render.hexes import Grid
from render.hive_mind import alt_text, clue_cards, draft, grids, honeycomb, mine, parts
from render.hive_mind.grids import FIELD
from render.hive_mind.honeycomb import Face, Setting
from render.hive_mind.themes import HiveTheme
from render.picture import ALT_LIMIT, MARGIN, WIDTH, Sheet
from render.sprites import Letter, Sketch, Sprite
from render.text import Style
from render.theme import Colour

NONE = "–"
CERTAIN = "100"
# Lengths without a unit are in widths of a hex.
TRACK, TRACK_STEP, TRACK_HEIGHT, BASE = 0.185, 0.231, 0.47, 0.235
LABEL_Y, LETTER_Y = 0.325, -0.38
CORNER = 0.03
LEAST = 0.02
"""Height of the lowest bar of a value that is possible."""
LETTER, LABEL, LEADER = Style(48, 800), Style(34, 600), Style(34, 850)
SETTING = Setting(letter=0.2, digit_y=0.06)
GUESSED = (50, 44)
"""Width and height of the box around a guessed value, in pixels."""
LEGEND = Style(32, 600)
IN_LEGEND = 70
"""Pitch of the hex in the legend, in pixels."""
SAMPLE = (22, 92, 13)
"""Percentages of the bars in the legend."""


def draw(view: View, hive: str, theme: HiveTheme) -> tuple[Sheet[HiveTheme], str]:
    """Draw the odds of a hive by the viewer's clues and return them with their alt text.

    Raises ValueError for a spectator and for an unknown hive.
    """
    own, names = draft.own_part(view), [each.name for each in view.hives]
    if hive not in names:
        raise ValueError(f"no such hive in this match: {', '.join(names)}")
    number = names.index(hive)
    known, clues, paid = posterior(view)[number], own.hives[number].hints, view.hives[number].cleared
    sheet = Sheet(theme, mine.HEIGHT + clue_cards.extra_height(clues))
    header.draw_title(sheet, _title(view, hive), draft.round_status(view, number), _(mine.ONLY_YOU))
    draw_odds(sheet, grids.place_hive_grid(mine.PITCH, 0, WIDTH, mine.HIVE_TOP), known, paid)
    _draw_legend(sheet)
    clue_cards.draw_cards(sheet, clues, mine.HEIGHT - MARGIN)
    return sheet, _alt_text(known, paid)


def _title(view: View, hive: str) -> str:
    return _("Odds for {hive}", hive=alt_text.hive_name(hive)) if len(view.hives) > 1 else _("Odds")


def draw_odds(sheet: Sheet[HiveTheme], grid: Grid, known: HiveNotes, paid: str, guess: str = "") -> None:
    """Draw a hive with three bars on each hex; values that are certain or in `guess` are marked.

    Hexes whose letters are in `paid` look paid out, as on the board.
    """
    theme, size = sheet.theme, grid.pitch * FIELD
    faces: dict[str, Face] = {}
    for cell, letter in enumerate(LETTERS):
        value = certain_value(known.counts[cell])
        ground = honeycomb.PAID if letter in paid else honeycomb.CLOSED
        faces[letter] = Face(ground, mark=honeycomb.CERTAIN if value else "", digit=value)
    honeycomb.draw_hexes(sheet, grid, faces, SETTING)
    for cell, place in enumerate(CELLS):
        x, y = grid.centre(place.q, place.r)
        top = y + round(LETTER_Y * size + LETTER.size * text.CAP_HEIGHT / 2)
        under, ink, _ = honeycomb.text_colours(theme, Face(faces[place.letter].ground, digit="1"))
        sheet.write(place.letter, LETTER, x, top, ink, under, "m")
        if not faces[place.letter].digit:
            _draw_bars(sheet, (x, y), size, percents(known, cell), guess[cell] if guess else "", under)


def _draw_bars(
    sheet: Sheet[HiveTheme], centre: tuple[int, int], size: float, shares: Sequence[str], guessed: str, under: Colour
) -> None:
    theme, (x, y) = sheet.theme, centre
    numbers = [0 if share == NONE else int(share) for share in shares]
    leader = find_leader(numbers)
    sheet.paste_opaque(_bars(theme, size, tuple(numbers), under), x, y + round((BASE - TRACK_HEIGHT / 2) * size))
    baseline = y + round(LABEL_Y * size + LABEL.size * text.CAP_HEIGHT / 2)
    for column, digit in enumerate(DIGITS):
        middle = x + round((column - 1) * TRACK_STEP * size)
        if digit == guessed:
            sheet.paste_opaque(_guessed_digit(theme, digit, under), middle, y + round(LABEL_Y * size))
            continue
        is_possible = shares[column] != NONE
        style, ink = (LEADER, theme.ink) if column == leader else (LABEL, theme.muted if is_possible else theme.faint)
        wide = sheet.write(digit, style, middle, baseline, ink, under, "m")
        if not is_possible:
            sheet.draw_rule(middle - wide // 2 - 4, baseline - 13, middle + wide // 2 + 4, 3, theme.faint)


def find_leader(numbers: Sequence[int]) -> int | None:
    """Return the index of the highest percentage, whose bar is bright; None at a tie."""
    first = max(numbers)
    return numbers.index(first) if numbers.count(first) == 1 else None


@lru_cache(maxsize=64)
def _bars(theme: HiveTheme, size: float, numbers: tuple[int, ...], ground: Colour) -> Sprite:
    """Return the sprite of three bars on their tracks, for a hex `size` pixels wide; a full track is 100 percent."""
    width, height, step = (share * size for share in (TRACK, TRACK_HEIGHT, TRACK_STEP))
    sketch = Sketch(theme, 2 * step + width, height, ground)
    leader = find_leader(numbers)
    for column, number in enumerate(numbers):
        x = (column - 1) * step
        sketch.box(x, 0, width, height, theme.track, CORNER * size)
        fill = theme.honey[2] if leader is None else theme.honey[4 if column == leader else 1]
        tall = max(LEAST * size, height * number / 100)
        if number:
            sketch.box(x, (height - tall) / 2, width, tall, fill, min(CORNER * size, tall / 2))
    return sketch.finish()


@lru_cache(maxsize=6)
def _guessed_digit(theme: HiveTheme, digit: str, ground: Colour) -> Sprite:
    """Return the sprite of a guessed value: a light box with the digit, on the colour `ground`."""
    width, height = GUESSED
    sketch = Sketch(theme, width, height, ground)
    sketch.box(0, 0, width, height, theme.ice_rim, 12)
    sketch.box(0, 0, width - 7, height - 7, theme.ice_ground, 9)
    return sketch.finish([Letter(digit, LEADER, 0, 0, theme.ice)])


def _draw_legend(sheet: Sheet[HiveTheme]) -> None:
    """Draw the meaning of the bars, of a value that is impossible, and of one that is certain, on the strip."""
    theme, y = sheet.theme, (mine.STRIP.top + mine.STRIP.bottom) // 2
    parts.draw_card(sheet, mine.STRIP, theme.panel, theme.panel)
    x = mine.STRIP.left + 28
    bars = _bars(theme, 118.0, SAMPLE, theme.panel)
    sheet.paste_opaque(bars, x + bars.centre_x, y)
    x += bars.plane.width + 26
    x += sheet.write(_("bright bar = likeliest value"), LEGEND, x, y + 11, theme.ink, theme.panel) + 44
    _draw_separator(sheet, x)
    x += 44
    wide = sheet.write("1", LABEL, x, y + 12, theme.faint, theme.panel)
    sheet.draw_rule(x - 4, y - 1, x + wide + 4, 3, theme.faint)
    x += sheet.write(_("impossible"), LEGEND, x + wide + 14, y + 11, theme.muted, theme.panel) + wide + 14 + 36
    _draw_separator(sheet, x)
    x += 30
    certain = Face(honeycomb.CLOSED, mark=honeycomb.CERTAIN, digit="2")
    honeycomb.draw_hex(sheet, IN_LEGEND, certain, x + IN_LEGEND // 2, y, SETTING._replace(digit_y=0))
    sheet.write(_("certain"), LEGEND, x + IN_LEGEND + 14, y + 11, theme.ink, theme.panel)


def _draw_separator(sheet: Sheet[HiveTheme], x: int) -> None:
    """Draw a vertical line between two entries of the legend."""
    sheet.draw_rule(x, mine.STRIP.top + 14, x + 3, mine.STRIP.bottom - mine.STRIP.top - 28, sheet.theme.raised)


def certain_value(counts: Sequence[int]) -> str:
    """Return the only possible value of a hex, or an empty string if several are possible.

    `counts` are the numbers of layouts that have a 1, a 2 and a 3 on the hex.
    """
    possible = [str(value) for value, count in enumerate(counts, 1) if count]
    return possible[0] if len(possible) == 1 else ""


def percents(known: HiveNotes, cell: int) -> list[str]:
    """Return the percentages of layouts that have a 1, a 2 and a 3 on a hex.

    A dash stands for no layout, and 100 for all layouts. Other percentages are rounded to a number from 1 to 99.
    """
    shares: list[str] = []
    for count in known.counts[cell]:
        rounded = round(100 * count / known.layouts) if known.layouts else 0
        some = str(min(99, max(1, rounded)))
        shares.append(some if 0 < count < known.layouts else CERTAIN if count else NONE)
    return shares


def hex_text(known: HiveNotes, cell: int) -> str:
    """Format the odds of a hex, such as "20/50/30", or "is 2" if its value is certain."""
    value = certain_value(known.counts[cell])
    return _("is {value}", value=value) if value else "/".join(percents(known, cell))


def tabulate_percents(view: View, hive: str) -> str:
    """Return a table with the odds of 1, 2 and 3 on each hex in percent, in two columns for a monospaced font."""
    known = next(each for each in posterior(view) if each.hive == hive)
    hexes = [letter + "".join(share.rjust(4) for share in percents(known, cell)) for cell, letter in enumerate(LETTERS)]
    half = len(hexes) // 2
    return "\n".join(f"{left}    {right}" for left, right in zip(hexes[:half], hexes[half:], strict=True))


def layout_count(known: HiveNotes) -> str:
    """Return how many layouts fit the viewer's clues, such as "20,790 layouts fit"."""
    return ngettext(
        "{layouts} layout fits", "{layouts} layouts fit", known.layouts, layouts=format_number(known.layouts)
    )


def _alt_text(known: HiveNotes, paid: str) -> str:
    """Return the alt text: the percentages of 1, 2 and 3 on each hex, and the hexes that are paid out."""
    hexes = ", ".join(f"{letter} {hex_text(known, cell)}" for cell, letter in enumerate(LETTERS))
    name = alt_text.hive_name(known.hive)
    described = _(
        "Odds for {hive}: chances of 1/2/3 in percent, from your clues. {layouts}. {hexes}.",
        hive=name,
        layouts=layout_count(known),
        hexes=hexes,
    )
    return text.truncate(f"{described} {describe_paid(paid)}".rstrip(), ALT_LIMIT)


def describe_paid(paid: str) -> str:
    """Name the hexes that are paid out in a sentence; empty if there are none."""
    if not paid:
        return ""
    return ngettext("{hexes} is paid out.", "{hexes} are paid out.", len(paid), hexes=" ".join(paid))
