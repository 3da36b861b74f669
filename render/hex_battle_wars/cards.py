"""The cards of the seats: name, passes, health, armour and invisibility."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from engine.hex_battle_wars.view import View
from language.messages import _
from render import header, text
from render.header import Box
from render.hex_battle_wars import alt_text, naming, signs, tokens
from render.hex_battle_wars.themes import BattleTheme
from render.picture import Sheet
from render.text import Style
from render.theme import Colour

NAME: Final = Style(35, 700)
NOTE: Final = Style(28, 550)
NUMBER: Final = Style(38, 800)
SCORE: Final = Style(29, 800)
BADGE: Final = 92
NARROW_BADGE: Final = 66
TOP: Final = 100
HEAD: Final = 102
"""Height of a card without the lines of its pieces' scores, in pixels."""
LINE: Final = 46
PAD: Final = 18
WIDE: Final = 500
"""Minimum width of a card whose scores have words beside them, in pixels."""
ICON: Final = 28
GAP: Final = 22
"""Distance between two scores, in pixels."""

panel = lru_cache(maxsize=32)(header.panel)
"""The function that draws the box behind a card or row; cached, since many boxes are alike."""


class _Inks(NamedTuple):
    """The colours of a card: its surface, its text, and its less important text."""

    fill: Colour
    ink: Colour
    quiet: Colour


def height(view: View) -> int:
    """Return the height of a seat's card in pixels; it has a line per piece."""
    return HEAD + LINE * len(view.seats[0].pieces)


def boxes(view: View) -> list[Box]:
    """Return the boxes of the seats' cards."""
    return header.seat_boxes(len(view.seats), top=TOP, height=height(view))


def draw(sheet: Sheet, theme: BattleTheme, view: View, names: Sequence[str]) -> int:
    """Draw the cards of all seats and return their lower edge."""
    places = boxes(view)
    for seat, box in enumerate(places):
        _draw_card(sheet, theme, view, names, seat, box)
    return max(box.bottom for box in places)


def _draw_card(sheet: Sheet, theme: BattleTheme, view: View, names: Sequence[str], seat: int, box: Box) -> None:
    side = theme.sides[naming.find_side(seat)[0]]
    active = seat in view.actors or (view.winners is not None and seat in view.winners)
    inks = _Inks(*header.card_colours(theme, side, active))
    border, thickness = (side.main, 5) if active else (theme.raised, 2)
    card = panel(theme, box.right - box.left, box.bottom - box.top, inks.fill, border, thickness)
    sheet.paste_opaque(card, box.left + card.centre_x, box.top + card.centre_y)
    is_wide = box.right - box.left >= WIDE
    size = BADGE if is_wide else NARROW_BADGE
    badge = seat_badge(theme, view, names, seat, size, inks.fill)
    sheet.paste(badge, box.left + PAD + size // 2 + 2, box.top + (66 if is_wide else 48))
    left, right = box.left + PAD + size + 24, box.right - PAD - 2
    _draw_name(sheet, view, names, seat, (left, right, box.top), inks, with_passes=is_wide)
    _draw_health(sheet, theme, view, seat, (left, right, box.top + 78), inks)
    for number in range(len(view.seats[seat].pieces)):
        line = left if is_wide else box.left + PAD + 4, right, box.top + HEAD + LINE * number + 24
        _draw_scores(sheet, theme, view, seat, number, line, inks, is_wide=is_wide)


def seat_badge(
    theme: BattleTheme, view: View, names: Sequence[str], seat: int, size: int, fill: Colour
) -> tokens.Sprite:
    """Return the badge of a seat: its hero, a hood while it is hidden, or a skull once it is out."""
    side, hero = naming.find_side(seat)
    seated = view.seats[seat]
    out = seated.forfeited or seated.out_round is not None
    hidden = naming.is_hidden(view, seat)
    letter = naming.letters(names)[seat]
    return tokens.badge(theme, size, (side, tokens.SKULL if out else hero), letter, fill, hidden and not out)


def _draw_name(
    sheet: Sheet,
    view: View,
    names: Sequence[str],
    seat: int,
    place: tuple[int, int, int],
    inks: _Inks,
    *,
    with_passes: bool,
) -> None:
    """Draw the first line of a card, between two x coordinates below a y coordinate: the name, and passes or status."""
    left, right, top = place
    status = naming.seat_status(view, seat)
    if status == naming.HIDDEN:
        # A line below says so.
        status = ""
    # During set-up nobody can pass.
    passes = alt_text.format_passes(view.seats[seat].passes) if with_passes and view.round else ""
    words = _(status) or passes
    if words:
        style = NOTE._replace(weight=700) if status else NOTE
        right -= sheet.write(words, style, right, top + 45, inks.quiet, inks.fill, "r") + 16
    name, style = text.fit(names[seat], NAME, right - left, 28)
    sheet.write(name, style, left, top + 46, inks.ink, inks.fill)


def _draw_health(
    sheet: Sheet, theme: BattleTheme, view: View, seat: int, place: tuple[int, int, int], inks: _Inks
) -> None:
    left, right, middle = place
    side = naming.find_side(seat)[0]
    health, most = naming.health(view, seat), view.hp * len(view.seats[seat].pieces)
    width = text.width(str(most), NUMBER)
    sheet.write(str(health), NUMBER, right, middle + 14, inks.ink, inks.fill, "r")
    right -= width + 14
    heart = signs.icon(theme, tokens.HEART, ICON, theme.sides[side].main, inks.fill)
    sheet.paste(heart, right - ICON // 2, middle)
    bar = signs.bar(theme, right - ICON - 12 - left, health / most, side, inks.fill)
    sheet.paste(bar, (left + right - ICON - 12) // 2, middle)


def _fit_words(parts: Sequence[tuple[str, str, str]], room: int) -> list[tuple[str, str, str]]:
    """Return the scores, each with its icon, value and words, that fit into `room` pixels.

    The words of the first ones are left out if there is no room for all.
    """
    shown = list(parts)
    for number, (icon, value, _words) in enumerate(parts):
        if _measure_scores(shown) <= room:
            break
        shown[number] = icon, value, ""
    return shown


def _measure_scores(parts: Sequence[tuple[str, str, str]]) -> int:
    """Return the width of a line of scores, in pixels."""
    words = sum(8 + text.width(words, NOTE) for _icon, _value, words in parts if words)
    return words + sum(ICON + 8 + text.width(value, SCORE) + GAP for _icon, value, _words in parts) - GAP


def _draw_scores(
    sheet: Sheet,
    theme: BattleTheme,
    view: View,
    seat: int,
    number: int,
    place: tuple[int, int, int],
    inks: _Inks,
    *,
    is_wide: bool,
) -> None:
    """Draw the line with the armour and the invisibility of a piece; with several pieces also its number and health."""
    x, right, baseline = place
    pieces, several = view.seats[seat].pieces, len(view.seats[seat].pieces) > 1
    piece = pieces[number]
    if several:
        x += sheet.write(str(number + 1), NOTE._replace(weight=800), x, baseline, inks.quiet, inks.fill) + 14
    if piece.hp <= 0 or view.seats[seat].forfeited:
        sheet.paste(signs.icon(theme, tokens.SKULL, ICON, inks.quiet, inks.fill), x + ICON // 2, baseline - 10)
        sheet.write(_("dead") if piece.hp <= 0 else _("gone"), NOTE, x + ICON + 10, baseline, inks.quiet, inks.fill)
        return
    hides = f"{piece.invisibility}+" if piece.invisibility else "–"
    armour, invisibility = "", ""
    if is_wide and not several:
        armour, invisibility = _("armour"), _("invisible") if piece.invisible else _("invisibility")
    parts = [(tokens.SHIELD, str(piece.armour or "–"), armour), (tokens.HOOD, hides, invisibility)]
    if several:
        parts.insert(0, (tokens.HEART, str(piece.hp), ""))
    for icon, value, words in _fit_words(parts, right - x + PAD // 2):
        sheet.paste(signs.icon(theme, icon, ICON, inks.quiet, inks.fill), x + ICON // 2, baseline - 10)
        x += ICON + 8
        x += sheet.write(value, SCORE, x, baseline, inks.ink, inks.fill)
        if words:
            x += 8 + sheet.write(words, NOTE, x + 8, baseline, inks.quiet, inks.fill)
        x += GAP
    if is_wide or number:
        return
    words = _(naming.seat_status(view, seat)) or alt_text.format_passes(view.seats[seat].passes)
    if x + text.width(words, NOTE) <= right:
        sheet.write(words, NOTE, right, baseline, inks.quiet, inks.fill, "r")
