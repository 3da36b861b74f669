"""The cards of the seats, and the rows below the board: the newest attack, blocks left, dice for order."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engine.hex_battle_wars.content import PASSES
from engine.hex_battle_wars.view import Shot, View
from render import header, text
from render.header import Box
from render.hex_battle_wars import figures, ground, naming
from render.hex_battle_wars.themes import BattleTheme
from render.picture import MARGIN, WIDTH, Sheet
from render.text import Style
from render.theme import Colour

NAME: Final = Style(35, 700)
NOTE: Final = Style(28, 550)
NUMBER: Final = Style(34, 800)
WORDS: Final = Style(31, 650)
SUM: Final = Style(33, 800)
CHIP: Final = 30
BADGE: Final = 74
HEAD: Final = 128
"""Height of a card without the lines of its pieces' scores, in pixels."""
LINE: Final = 46
ROW: Final = 76
PAD: Final = 20

panel = lru_cache(maxsize=32)(header.panel)
"""The function that draws the box behind a card or row; cached, since many boxes are alike."""


def height(view: View) -> int:
    """Return the height of a seat's card in pixels; it has a line per piece."""
    return HEAD + LINE * len(view.seats[0].pieces)


def boxes(view: View) -> list[Box]:
    """Return the boxes of the seats' cards."""
    return header.seat_boxes(len(view.seats), height=height(view))


def draw(sheet: Sheet, theme: BattleTheme, view: View, names: Sequence[str]) -> int:
    """Draw the cards of all seats and return their lower edge."""
    places = boxes(view)
    for seat, box in enumerate(places):
        _draw_card(sheet, theme, view, names, seat, box)
    return max(box.bottom for box in places)


def _draw_card(sheet: Sheet, theme: BattleTheme, view: View, names: Sequence[str], seat: int, box: Box) -> None:
    side_name, glyph = naming.find_side(seat)
    side, seated = theme.sides[side_name], view.seats[seat]
    active = seat in view.actors or (view.winners is not None and seat in view.winners)
    fill, ink, quiet = header.card_colours(theme, side, active)
    border, thickness = (side.main, 5) if active else (theme.raised, 2)
    card = panel(theme, box.right - box.left, box.bottom - box.top, fill, border, thickness)
    sheet.paste_opaque(card, box.left + card.centre_x, box.top + card.centre_y)
    out = seated.forfeited or seated.out_round is not None
    badge = figures.disc(theme, BADGE, (side_name, figures.SKULL if out else glyph), naming.letters(names)[seat], fill)
    sheet.paste(badge, box.left + PAD + BADGE // 2, box.top + 54)
    left, right = box.left + PAD + BADGE + 20, box.right - PAD
    word = naming.seat_status(view, seat)
    name, style = text.fit(names[seat], NAME, right - left, 28)
    sheet.write(name, style, left, box.top + 46, ink, fill)
    pips = figures.pips(theme, side_name, seated.passes, PASSES, fill)
    sheet.paste(pips, left + pips.centre_x - 4, box.top + 75)
    if word:
        sheet.write(word, NOTE._replace(weight=700), right, box.top + 85, quiet, fill, "r")
    elif left + pips.plane.width + 6 + text.width("passes", NOTE) <= right:
        sheet.write("passes", NOTE, left + pips.plane.width + 4, box.top + 85, quiet, fill)
    room = box.right - box.left - 2 * PAD
    most = view.hp * len(seated.pieces)
    bar = figures.bar(theme, room, naming.health(view, seat) / most, side_name, fill)
    sheet.paste(bar, (box.left + box.right) // 2, box.top + 116)
    for number in range(len(seated.pieces)):
        _draw_scores(sheet, theme, view, seat, number, box, (fill, ink, quiet))


def _draw_scores(
    sheet: Sheet,
    theme: BattleTheme,
    view: View,
    seat: int,
    number: int,
    box: Box,
    colours: tuple[Colour, Colour, Colour],
) -> None:
    fill, ink, quiet = colours
    pieces = view.seats[seat].pieces
    piece, baseline = pieces[number], box.top + HEAD + LINE * number + 36
    x, room = box.left + PAD, box.right - box.left - 2 * PAD
    if len(pieces) > 1:
        sheet.write(str(number + 1), NOTE._replace(weight=800), x, baseline - 1, quiet, fill)
        x, room = x + 34, room - 34
    if piece.hp <= 0 or view.seats[seat].forfeited:
        sprite = figures.draw_icon_sprite(theme, figures.SKULL, 30, quiet, fill)
        sheet.paste(sprite, x + 15, baseline - 12)
        sheet.write("has left" if piece.hp > 0 else "dead", NOTE, x + 40, baseline - 1, quiet, fill)
        return
    values = (
        (figures.HEART, str(piece.hp)),
        (figures.SHIELD, str(piece.armour or "–")),
        (figures.HOOD, str(piece.invisibility or "–")),
    )
    for part, (icon, value) in enumerate(values):
        at = x + room * part // 3
        sprite = figures.draw_icon_sprite(theme, icon, 30, quiet, fill)
        sheet.paste(sprite, at + 15, baseline - 12)
        sheet.write(value, NUMBER, at + 38, baseline, ink, fill)


def rows(view: View) -> int:
    """Return the number of rows that are shown below the board."""
    return int(_shot(view) is not None) + int(_is_laying(view)) + int(_has_order_dice(view))


def draw_rows(sheet: Sheet, theme: BattleTheme, view: View, names: Sequence[str], top: int) -> int:
    """Draw the rows below the board, beginning at `top`, and return their lower edge."""
    shot = _shot(view)
    if shot is not None:
        draw_shot(sheet, theme, view, names, shot, top)
        top += ROW + 10
    if _is_laying(view):
        _draw_box(sheet, theme, view, top)
        top += ROW + 10
    if _has_order_dice(view):
        _draw_dice(sheet, theme, view, names, top)
        top += ROW + 10
    return top


def _shot(view: View) -> Shot | None:
    return view.shot if view.shot is not None and view.shot.die else None


def _is_laying(view: View) -> bool:
    return view.phase in ("blocks", "laying") and any(view.box)


def _has_order_dice(view: View) -> bool:
    return not view.round and any(view.dice)


def draw_line_panel(sheet: Sheet, theme: BattleTheme, top: int, height: int = ROW) -> None:
    """Draw the box behind a row, as wide as the picture without its margins."""
    line = panel(theme, WIDTH - 2 * MARGIN, height, theme.panel, theme.raised, 2)
    sheet.paste_opaque(line, MARGIN + line.centre_x, top + line.centre_y)


def draw_shot(sheet: Sheet, theme: BattleTheme, view: View, names: Sequence[str], shot: Shot, top: int) -> None:
    """Draw a row with an attack: attacker, target, the d20 with each modifier, and the result."""
    draw_line_panel(sheet, theme, top)
    fill, baseline, middle = theme.panel, top + 49, top + ROW // 2
    hit = shot.hit and shot.struck != "ghost"
    said = naming.shot_result(shot)
    natural = shot.die == 20
    chip = figures.pill(
        theme,
        f"{said}, natural 20" if natural else said,
        theme.hit if hit else theme.raised,
        (255, 255, 255) if hit else theme.ink,
        CHIP,
    )
    right = WIDTH - MARGIN - 14 - chip.plane.width
    sheet.paste(chip, WIDTH - MARGIN - 14 - chip.plane.width + chip.centre_x, middle)
    side = naming.find_side(shot.seat)
    badge = figures.disc(theme, 46, side, "", fill)
    sheet.paste(badge, MARGIN + 16 + 24, middle)
    x = MARGIN + 80
    parts = [naming.modifier_words(part) for part in shot.modifiers]
    tail = 62 + sum(text.width(part, WORDS) + 16 for part in parts)
    total, needed = f"= {naming.format_number(shot.total)}", f"vs {shot.armour}"
    tail += text.width(total, SUM) + text.width(needed, WORDS) + 34
    who, whom = naming.piece_name(view, names, shot.seat, shot.piece), naming.target_words(view, names, shot)
    verb = "shot" if abs(sum(p.number for p in shot.modifiers if p.name == "distance")) else "struck"

    def describe(short: Sequence[str]) -> str:
        return f"{short[0]} {verb} {short[1]}"

    room = right - x - tail - 20
    lengths = range(max(len(who), len(whom)), 0, -1)
    words = text.shorten_names_to_fit([who, whom], lengths, room, describe, lambda each: text.width(each, WORDS))
    x += sheet.write(words, WORDS, x, baseline, theme.ink, fill) + 18
    sheet.paste(figures.die(theme, 20, str(shot.die), 56, theme.bone, fill), x + 28, middle)
    x += 68
    for part in parts:
        x += sheet.write(part, WORDS, x, baseline, theme.muted, fill) + 16
    x += sheet.write(total, SUM, x, baseline, theme.ink, fill) + 14
    sheet.write(needed, WORDS, x, baseline, theme.muted, fill)


def _draw_box(sheet: Sheet, theme: BattleTheme, view: View, top: int) -> None:
    """Draw a row with the number of blocks of each level that are still to be laid."""
    draw_line_panel(sheet, theme, top)
    x, middle = MARGIN + 24, top + ROW // 2
    x += sheet.write("Blocks left", WORDS, x, top + 49, theme.ink, theme.panel) + 34
    for level, left in enumerate(view.box, 1):
        sprite = ground.cell(theme, 36, str(level))
        sheet.paste(sprite, x + sprite.centre_x, middle + 3)
        x += sprite.plane.width + 10
        x += sheet.write(f"× {left}", SUM, x, top + 49, theme.ink, theme.panel) + 40


def _draw_dice(sheet: Sheet, theme: BattleTheme, view: View, names: Sequence[str], top: int) -> None:
    """Draw a row with the dice that decide which seat lays blocks or deploys first."""
    draw_line_panel(sheet, theme, top)
    middle = top + ROW // 2
    sides = 20 if view.phase in ("order", "blocks", "laying") else 6
    x = MARGIN + 24
    x += sheet.write(
        "First:" if view.leader is not None else "Who goes first", WORDS, x, top + 49, theme.ink, theme.panel
    )
    x += 20
    if view.leader is not None:
        name, style = text.fit(names[view.leader], WORDS, 260, 28)
        x += sheet.write(name, style, x, top + 49, theme.ink, theme.panel) + 34
    for seat, number in enumerate(view.dice):
        if number:
            sheet.paste(figures.disc(theme, 40, naming.find_side(seat), "", theme.panel), x + 22, middle)
            sheet.paste(figures.die(theme, sides, str(number), 50, theme.bone, theme.panel), x + 74, middle)
            x += 126
