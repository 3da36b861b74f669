"""The rows below the board: the newest attacks, who a hidden character may be, blocks left, dice for order."""

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from engine.hex_battle_wars.view import Shot, View
from language.messages import _, list_or
from render import text
from render.hex_battle_wars import ground, naming, signs, tokens
from render.hex_battle_wars.cards import panel
from render.hex_battle_wars.themes import BattleTheme, ink_on
from render.picture import MARGIN, WIDTH, Sheet
from render.sprites import Sprite
from render.text import Style
from render.theme import Colour

NOTE: Final = Style(28, 550)
WORDS: Final = Style(31, 650)
SMALLEST_WORDS: Final = 28
SUM: Final = Style(33, 800)
CHIP: Final = 30
ROW: Final = 78
GAP: Final = 12
HALF_GAP: Final = 18
PART_GAP: Final = 16
"""Distance after each part of an attack's sum, in pixels."""
SHORTEST_NAME: Final = 4
"""Minimum length of a shortened name, with the ellipsis."""
PILL: Final = 44
PLATED: Final = 102
"""Width of the token that the plates in a row would fit, in pixels."""

Part: TypeAlias = tuple[str, Style, Colour]
"""A text in a row, with its style and colour."""


def height(view: View) -> int:
    """Return the height of all rows, each with the gap below it, in pixels."""
    return _count(view) * (ROW + GAP)


def _count(view: View) -> int:
    hidden = -(-len(_list_hidden_seats(view)) // 2)
    return len(naming.list_attacks(view)) + hidden + int(_is_laying(view)) + int(_has_order_dice(view))


def draw(sheet: Sheet, theme: BattleTheme, view: View, names: Sequence[str], top: int) -> None:
    """Draw the rows below the board, beginning at `top`."""
    for shot in naming.list_attacks(view):
        _draw_shot(sheet, theme, view, names, shot, top)
        top += ROW + GAP
    hidden = _list_hidden_seats(view)
    for first in range(0, len(hidden), 2):
        seats = hidden[first : first + 2]
        width = (WIDTH - 2 * MARGIN - HALF_GAP * (len(seats) - 1)) // len(seats)
        for number, seat in enumerate(seats):
            _draw_hidden(sheet, theme, view, names, seat, (MARGIN + number * (width + HALF_GAP), top, width))
        top += ROW + GAP
    if _is_laying(view):
        _draw_box(sheet, theme, view, top)
        top += ROW + GAP
    if _has_order_dice(view):
        _draw_dice(sheet, theme, view, names, top)


def _list_hidden_seats(view: View) -> list[int]:
    """Return the seats in the game that have tiles on the board."""
    if view.winners is not None:
        return []
    return [seat for seat, seated in enumerate(view.seats) if any(seated.tiles) and naming.is_hidden(view, seat)]


def _is_laying(view: View) -> bool:
    return view.phase in ("blocks", "laying") and any(view.box)


def _has_order_dice(view: View) -> bool:
    return not view.round and any(view.dice)


def _draw_hidden(
    sheet: Sheet, theme: BattleTheme, view: View, names: Sequence[str], seat: int, place: tuple[int, int, int]
) -> None:
    """Draw a box with the tiles that a hidden seat may be; `place` is its left and upper edge and its width.

    Slashes replace the words between the tiles if the name would otherwise be shortened.
    """
    left, top, width = place
    box, fill, middle, baseline = (
        panel(theme, width, ROW, theme.panel, theme.raised, 2),
        theme.panel,
        top + ROW // 2,
        top + 50,
    )
    sheet.paste_opaque(box, left + box.centre_x, top + box.centre_y)
    side = naming.find_side(seat)[0]
    sheet.paste(signs.icon(theme, tokens.HOOD, 34, theme.sides[side].main, fill), left + 38, middle)
    plates = [*_list_plates(theme, view, names, seat, side)]
    room = width - 66 - 24 - sum(sprite.plane.width + 16 for sprite in plates)
    signs_of_tiles = [naming.SIGN] * len(plates)
    words = _("{name} is {tiles}", name=names[seat], tiles=list_or(signs_of_tiles))
    if _measure_words(words) > room:
        words = text.shorten_names_to_fit(
            [names[seat]],
            range(max(len(names[seat]), SHORTEST_NAME), SHORTEST_NAME - 1, -1),
            room,
            lambda short: _("{name} is {tiles}", name=short[0], tiles="/".join(signs_of_tiles)),
            _measure_words,
        )
    lead, *joints = naming.split_at_signs(words)
    x = left + 66 + sheet.write(lead, WORDS, left + 66, baseline, theme.ink, fill) + 12
    for sprite, joint in zip(plates, joints, strict=True):
        sheet.paste(sprite, x + sprite.centre_x, middle)
        x += sprite.plane.width + 6
        x += sheet.write(joint, WORDS, x, baseline, theme.muted, fill) + 10 if joint else 0


def _measure_words(words: str) -> int:
    """Return the width in pixels of words between signs, without the signs."""
    return sum(text.width(part, WORDS) for part in naming.split_at_signs(words))


def _list_plates(theme: BattleTheme, view: View, names: Sequence[str], seat: int, side: str) -> Iterator[Sprite]:
    """Yield the plate of each tile of a hidden seat."""
    letter = naming.tile_letter(view, names, seat)
    for tile, label in enumerate(view.seats[seat].tiles, 1):
        if label is not None:
            yield tokens.tile_plate(theme, PLATED, side, letter, str(tile), ground=theme.panel)


def draw_line_panel(sheet: Sheet, theme: BattleTheme, top: int, height: int = ROW) -> None:
    """Draw the box behind a row, as wide as the picture without its margins."""
    line = panel(theme, WIDTH - 2 * MARGIN, height, theme.panel, theme.raised, 2)
    sheet.paste_opaque(line, MARGIN + line.centre_x, top + line.centre_y)


def _draw_shot(sheet: Sheet, theme: BattleTheme, view: View, names: Sequence[str], shot: Shot, top: int) -> None:
    """Draw a row with an attack: the letters of both, the d20 with each modifier, and the result."""
    draw_line_panel(sheet, theme, top)
    fill, baseline, middle = theme.panel, top + 49, top + ROW // 2
    hit = shot.hit and shot.struck != "ghost"
    said = naming.shot_result(shot)
    natural = shot.die == 20
    chip = signs.pill(
        theme,
        _("{result}, natural 20", result=said) if natural else said,
        theme.hit if hit else theme.raised,
        (255, 255, 255) if hit else ink_on(theme, theme.raised),
        CHIP,
        fill,
    )
    sheet.paste(chip, WIDTH - MARGIN - 14 - chip.plane.width + chip.centre_x, middle)
    x = MARGIN + 18
    attacker = _pill(theme, view, names, shot.seat, shot.piece, 0)
    sheet.paste(attacker, x + attacker.centre_x, middle)
    x += attacker.plane.width + 12
    x += sheet.write("›", SUM, x, baseline, theme.muted, fill) + 12
    target = _pill(theme, view, names, shot.target_seat, shot.target_piece, shot.tile)
    sheet.paste(target, x + target.centre_x, middle)
    x += target.plane.width + 24
    sheet.paste(signs.die(theme, 20, str(shot.die), 56, theme.bone, fill), x + 28, middle)
    x += 72
    parts = [(naming.modifier_words(part), WORDS, theme.muted) for part in shot.modifiers]
    parts += [(f"= {naming.format_number(shot.total)}", SUM, theme.ink)] if parts else []
    parts.append((_("vs {armour}", armour=shot.armour), WORDS, theme.muted))
    for part, style, ink in _fit_parts(parts, WIDTH - MARGIN - 14 - chip.plane.width - x):
        x += sheet.write(part, style, x, baseline, ink, fill) + PART_GAP


def _fit_parts(parts: Sequence[Part], room: int) -> list[Part]:
    """Return the parts of an attack's sum, in the largest font in which they fit into `room` pixels.

    The last part, the armour, is left out if even the smallest font is too large.
    """
    fitted: list[Part] = []
    for shown in (parts, parts[:-1]):
        for less in range(WORDS.size - SMALLEST_WORDS + 1):
            fitted = [(words, style._replace(size=style.size - less), ink) for words, style, ink in shown]
            if sum(text.width(words, style) + PART_GAP for words, style, _ink in fitted) <= room:
                return fitted
    return fitted


def _pill(theme: BattleTheme, view: View, names: Sequence[str], seat: int, piece: int, tile: int) -> Sprite:
    """Return a pill with the letter of a piece or, if `tile` isn't 0, the letter and number of a tile."""
    letter = naming.piece_letter(view, names, seat, piece)
    if tile:
        letter = f"{naming.tile_letter(view, names, seat)}{tile}"
    return tokens.letter_pill(theme, naming.find_side(seat)[0], letter, PILL, theme.panel)


def _draw_box(sheet: Sheet, theme: BattleTheme, view: View, top: int) -> None:
    """Draw a row with the number of blocks of each level that are still to be laid."""
    draw_line_panel(sheet, theme, top)
    x, middle = MARGIN + 24, top + ROW // 2
    x += sheet.write(_("Blocks left"), WORDS, x, top + 49, theme.ink, theme.panel) + 34
    for level, left in enumerate(view.box, 1):
        sprite = ground.block(theme, 36, level)
        sheet.paste(sprite, x + sprite.centre_x, middle + 3)
        x += sprite.plane.width + 10
        x += sheet.write(f"× {left}", SUM, x, top + 49, theme.ink, theme.panel) + 40


def _draw_dice(sheet: Sheet, theme: BattleTheme, view: View, names: Sequence[str], top: int) -> None:
    """Draw a row with the dice that decide which seat lays blocks or deploys first."""
    draw_line_panel(sheet, theme, top)
    middle = top + ROW // 2
    sides = 20 if view.phase in ("order", "blocks", "laying") else 6
    x = MARGIN + 24
    words = _("First:") if view.leader is not None else _("Who goes first")
    x += sheet.write(words, WORDS, x, top + 49, theme.ink, theme.panel) + 20
    if view.leader is not None:
        name, style = text.fit(names[view.leader], WORDS, 260, 28)
        x += sheet.write(name, style, x, top + 49, theme.ink, theme.panel) + 34
    for seat, number in enumerate(view.dice):
        if number:
            sheet.paste(tokens.badge(theme, 40, naming.find_side(seat), "", theme.panel), x + 22, middle)
            sheet.paste(signs.die(theme, sides, str(number), 50, theme.bone, theme.panel), x + 74, middle)
            x += 126
