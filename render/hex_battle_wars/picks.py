"""Quick picks in a close-up: pins on the board, and below it a table of what each destination brings."""

from collections.abc import Sequence
from typing import Final

from engine.hex_battle_wars.picks import Enemy, QuickPick
from engine.hex_battle_wars.view import View
from language.messages import _, format_percentage
from render import text
from render.hex_battle_wars import ground, naming, signs, tokens
from render.hex_battle_wars.cards import panel
from render.hex_battle_wars.pages import Page, picks_note, risk_words
from render.hex_battle_wars.scene import Scene
from render.hex_battle_wars.themes import BattleTheme
from render.picture import MARGIN, WIDTH, Sheet
from render.text import Style

PIN: Final = 0.62
"""Radius of a pin, in side lengths of a hex."""
LEAST_PIN, MOST_PIN = 26, 37
TOP: Final = 66
ROW: Final = 66
CAPTION: Final = Style(36, 600)
LABEL: Final = Style(42, 800)
WORDS: Final = Style(36, 600)
ODDS: Final = Style(42, 800)
NOTE: Final = Style(30, 550)
NOTE_HEIGHT: Final = 54
NOTE_LINE: Final = 36
SMALLEST_CAPTION: Final = 28
CHIP: Final = 44
DISC: Final = 54
SHOT_RIGHT: Final = 950
"""Right edge of the column with the chances to hit, in pixels."""
RISK_RIGHT: Final = WIDTH - MARGIN - 6


def height(page: Page) -> int:
    """Return the height of the table below the board, in pixels."""
    lines = len(_wrap_note(page))
    return TOP + ROW * len(page.picks) + (NOTE_HEIGHT + NOTE_LINE * (lines - 1) if lines else 14)


def _wrap_note(page: Page) -> list[str]:
    return text.wrap(picks_note(page), NOTE, RISK_RIGHT - MARGIN)


def draw_pins(scene: Scene, page: Page, side: str) -> None:
    """Draw a pin with a number on each destination, from back to front; the hint's pin has another colour."""
    theme, colours = scene.theme, scene.theme.sides[side]
    radius = max(LEAST_PIN, min(MOST_PIN, round(ground.side_of(scene.grid.column) * PIN)))
    numbered = list(enumerate(page.picks, 1))
    lowered = {spot.label for spot in scene.spots}
    for number, pick in sorted(numbered, key=lambda each: scene.foot(each[1].label)[1]):
        x, y = scene.top(pick.label)
        # Lower on the hex if a piece, or a pin that is lower itself, is directly above it.
        low = 0.1
        if scene.find_label_above(pick.label) in lowered:
            low = 0.55
            lowered.add(pick.label)
        fill = colours.main if pick.is_hint else colours.tint
        sprite = signs.pin(theme, str(number), radius, fill)
        scene.sheet.paste_over(sprite, x, y + round(low * ground.side_of(scene.grid.column)))


def draw(sheet: Sheet, theme: BattleTheme, view: View, names: Sequence[str], page: Page, top: int) -> None:
    """Draw the table of the quick picks, beginning at `top`."""
    sheet.write(_("Quick picks"), CAPTION, MARGIN, top + 48, theme.muted, theme.background)
    with_shots = any(pick.hits is not None for pick in page.picks)
    if with_shots:
        sheet.write(_("you hit"), CAPTION, SHOT_RIGHT, top + 48, theme.muted, theme.background, "r")
    is_seen = any(pick.exposed is not None for pick in page.picks)
    unseen = _("nobody sees it there") if page.is_ghost else _("nobody sees you there")
    unseen = unseen if any(pick.nearest for pick in page.picks) else ""
    risk = risk_words(page) if is_seen else unseen
    room = RISK_RIGHT - SHOT_RIGHT - 20 if with_shots else RISK_RIGHT - WIDTH // 2
    risk, style = text.fit(risk, CAPTION, room, SMALLEST_CAPTION)
    sheet.write(risk, style, RISK_RIGHT, top + 48, theme.muted, theme.background, "r")
    for number, pick in enumerate(page.picks, 1):
        columns = with_shots, is_seen
        _draw_row(sheet, theme, view, names, (number, pick), top + TOP + ROW * (number - 1), columns)
    for index, line in enumerate(_wrap_note(page)):
        baseline = top + TOP + ROW * len(page.picks) + 34 + NOTE_LINE * index
        sheet.write(line, NOTE, RISK_RIGHT, baseline, theme.muted, theme.background, "r")


def _list_foes(view: View) -> list[int]:
    """Return the other seats that are still in the game."""
    return [seat for seat in range(len(view.seats)) if seat != view.viewer and naming.health(view, seat)]


def _draw_row(
    sheet: Sheet,
    theme: BattleTheme,
    view: View,
    names: Sequence[str],
    numbered: tuple[int, QuickPick],
    top: int,
    columns: tuple[bool, bool],
) -> None:
    """Draw a row; `columns` is whether there are chances to hit, and to be hit."""
    number, pick = numbered
    with_shots, is_seen = columns
    side = theme.sides[naming.find_side(view.viewer)[0]]
    fill, ink, quiet = theme.background, theme.ink, theme.muted
    if pick.is_hint:
        fill, ink = theme.active(side)
        quiet = ink if theme.is_light else side.tint
        box = panel(theme, WIDTH - MARGIN - 8, ROW - 4, fill, side.main, 4)
        sheet.paste_opaque(box, WIDTH // 2, top + ROW // 2 - 1)
    elif number > 1:
        sheet.draw_rule(MARGIN + 12, top - 2, WIDTH - MARGIN - 12, 2, theme.raised)
    baseline, middle = top + ROW // 2 + 14, top + ROW // 2 - 1
    disc = signs.number_disc(theme, str(number), DISC, side.main if pick.is_hint else side.tint, fill)
    sheet.paste(disc, MARGIN + 40, middle)
    x = MARGIN + 84
    x = max(MARGIN + 180, x + sheet.write(pick.label, LABEL, x, baseline, ink, fill) + 18)
    if pick.height:
        chip = signs.height_chip(theme, pick.height, CHIP, fill)
        sheet.paste(chip, x + chip.centre_x, middle)
        x += chip.plane.width + 12
    hint = signs.pill(theme, _(naming.FREE_HINT), side.main, theme.print, 28, fill) if pick.is_hint else None
    shot = 0
    if with_shots:
        place = (SHOT_RIGHT, baseline)
        shot = _draw_chance(sheet, theme, names, pick.hits, pick.target, place, (fill, ink), _many(view))
    limit = (SHOT_RIGHT if with_shots or is_seen else RISK_RIGHT) - shot - 20 - (hint.plane.width + 18 if hint else 0)
    x += _write_benefits(sheet, naming.list_benefits(view, names, pick), (x, baseline, limit), (ink, fill))
    if hint is not None:
        sheet.paste(hint, x + 18 + hint.centre_x, middle)
    if is_seen and pick.exposed is None:
        sheet.write(_("out of sight"), CAPTION, RISK_RIGHT, baseline, quiet, fill, "r")
    elif is_seen:
        _draw_chance(
            sheet, theme, names, pick.exposed, pick.shooter, (RISK_RIGHT, baseline), (fill, quiet), _many(view)
        )


def _many(view: View) -> bool:
    return len(_list_foes(view)) > 1


def _write_benefits(
    sheet: Sheet,
    benefits: Sequence[str],
    place: tuple[int, int, int],
    inks: tuple[tuple[int, int, int], tuple[int, int, int]],
) -> int:
    """Write as many benefits as fit between x and the limit in `place` (x, baseline, limit); return their width."""
    x, baseline, limit = place
    for count in range(len(benefits), 0, -1):
        words = " · ".join(benefits[:count])
        if text.width(words, WORDS) <= limit - x or count == 1:
            words, style = text.fit(words, WORDS, limit - x, 28)
            return sheet.write(words, style, x, baseline, *inks)
    return 0


def _draw_chance(
    sheet: Sheet,
    theme: BattleTheme,
    names: Sequence[str],
    chance: int | None,
    enemy: Enemy | None,
    place: tuple[int, int],
    inks: tuple[tuple[int, int, int], tuple[int, int, int]],
    many: bool,
) -> int:
    """Draw a chance that ends at `place`, with the enemy's letter before it if there are many; return its width."""
    (right, baseline), (fill, ink) = place, inks
    if chance is None or enemy is None:
        return sheet.write(_("no attack"), CAPTION, right, baseline, theme.muted, fill, "r")
    width = sheet.write(format_percentage(chance), ODDS, right, baseline, ink, fill, "r")
    if many:
        side = naming.find_side(enemy.seat)[0]
        pill = tokens.letter_pill(theme, side, naming.letters(names)[enemy.seat], 32, fill)
        sheet.paste(pill, right - width - 14 - pill.centre_x, baseline - 11)
        width += pill.plane.width + 14
    return width
