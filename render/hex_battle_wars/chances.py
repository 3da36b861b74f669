"""The chances of attacks in a close-up: arrows and odds on the board, and below it a row for each target."""

from collections.abc import Sequence
from typing import Final

from engine.hex_battle_wars.odds import Hidden, Odds
from engine.hex_battle_wars.view import View
from language.messages import _, format_percentage
from render import text
from render.hex_battle_wars import naming, pages, signs, tokens
from render.hex_battle_wars.cards import panel
from render.hex_battle_wars.pages import Page
from render.hex_battle_wars.scene import Scene
from render.hex_battle_wars.themes import BattleTheme
from render.picture import MARGIN, WIDTH, Sheet
from render.sprites import Sprite
from render.text import Style
from render.theme import Colour

ROW, GAP, LOW_ROW = 94, 11, 62
"""Heights of a target's row, of the gap below it, and of the row of an enemy out of sight, in pixels."""
MOST_ROWS: Final = 9
TOP: Final = 22
NAME: Final = Style(34, 750)
NUMBER: Final = Style(32, 800)
WORDS: Final = Style(29, 600)
CHANCE: Final = Style(50, 850)
BADGE: Final = 56
DIE: Final = 68
CROSS: Final = 19


def height(page: Page) -> int:
    """Return the height of the rows below the board, in pixels."""
    targets, hidden = _list_shown(page)
    return TOP + (ROW + GAP) * len(targets) + LOW_ROW * len(hidden) + 16


def _list_shown(page: Page) -> tuple[Sequence[Odds], Sequence[Hidden]]:
    """Return the targets and the enemies out of sight that have rows; of very many only the first."""
    targets = (page.targets if page.aimed is None else [page.aimed])[:MOST_ROWS]
    hidden = page.hidden if page.aimed is None else ()
    return targets, hidden[: MOST_ROWS - len(targets)]


def announce_lines(scene: Scene, page: Page, targets: Sequence[Odds]) -> None:
    """Add arrows to the targets, and grey lines to the blocks that hide other enemies."""
    assert page.origin is not None
    for enemy in page.hidden if page.aimed is None else ():
        scene.announce_arrow(page.origin, enemy.behind[0], blocked=True)
    for label in dict.fromkeys(target.label for target in targets):
        scene.announce_arrow(page.origin, label)


def draw_chances(scene: Scene, page: Page, targets: Sequence[Odds]) -> None:
    """Draw the chance beside each target, and a cross on each block that hides other enemies."""
    theme, side = scene.theme, scene.theme.sides[naming.find_side(scene.view.viewer)[0]]
    for label in dict.fromkeys(enemy.behind[0] for enemy in (page.hidden if page.aimed is None else ())):
        cross = signs.cross(theme, CROSS, theme.stones[0])
        if scene.is_taken(label):
            scene.draw_beside(label, cross)
        else:
            scene.sheet.paste_over(cross, *scene.top(label))
    # The tiles of a stack have the same chance; the first is the best target.
    for label, target in {target.label: target for target in reversed(targets)}.items():
        fill = side.main if target.action == page.hint else theme.bone
        scene.draw_beside(label, signs.pill(theme, format_percentage(target.hits * 5), fill, theme.print, 32))


def draw(sheet: Sheet, theme: BattleTheme, view: View, names: Sequence[str], page: Page, top: int) -> None:
    """Draw a row for each target, best first, then one for each enemy out of sight, beginning at `top`."""
    targets, hidden = _list_shown(page)
    top += TOP
    for target in targets:
        _draw_target(sheet, theme, view, names, target, top, target.action == page.hint)
        top += ROW + GAP
    for enemy in hidden:
        _draw_hidden(sheet, theme, view, names, enemy, top)
        top += LOW_ROW


def _badge(theme: BattleTheme, view: View, names: Sequence[str], target: Odds, fill: Colour) -> Sprite:
    """Return the token of a target with its letter, and with its number if it is a tile."""
    letter = naming.piece_letter(view, names, target.seat, target.piece)
    if target.tile:
        letter = f"{naming.tile_letter(view, names, target.seat)}{target.tile}"
    return tokens.badge(theme, BADGE, naming.find_side(target.seat), letter, fill, bool(target.tile))


def _draw_target(
    sheet: Sheet, theme: BattleTheme, view: View, names: Sequence[str], target: Odds, top: int, is_hint: bool
) -> None:
    side = theme.sides[naming.find_side(view.viewer)[0]]
    fill, ink, quiet = theme.panel, theme.ink, theme.muted
    border, thickness = theme.raised, 2
    if is_hint:
        (fill, ink), border, thickness = theme.active(side), side.main, 4
        quiet = ink if theme.is_light else side.tint
    box = panel(theme, WIDTH - 40, ROW, fill, border, thickness)
    sheet.paste_opaque(box, WIDTH // 2, top + ROW // 2)
    sheet.paste(_badge(theme, view, names, target, fill), MARGIN + 60, top + ROW // 2 - 7)
    right = _draw_numbers(sheet, theme, target, top, fill, ink, quiet)
    _draw_name(
        sheet, theme, view, names, target, (MARGIN + 126, right, top), (fill, ink), side.main if is_hint else None
    )
    _draw_reckoning(sheet, theme, target, (MARGIN + 126, right, top), (fill, ink, quiet))


def _draw_numbers(
    sheet: Sheet, theme: BattleTheme, target: Odds, top: int, fill: Colour, ink: Colour, quiet: Colour
) -> int:
    """Draw the number to roll and the chance at the right of a row; return their left edge.

    For one of several tiles, the chance that the hit wounds is below.
    """
    right, up = WIDTH - MARGIN - 22, 0
    if target.tiles > 1:
        up = 16
        sheet.write(
            _("wounds: {chance}", chance=format_percentage(target.wounds)), WORDS, right, top + 82, quiet, fill, "r"
        )
    sheet.write(format_percentage(target.hits * 5), CHANCE, right, top + ROW // 2 + 18 - up, ink, fill, "r")
    left = right - (284 if target.tiles > 1 else 246)
    for number, words in enumerate(_("or more").split(maxsplit=1)):
        sheet.write(words, WORDS, left, top + 40 + 30 * number, quiet, fill)
    sheet.paste(signs.die(theme, 20, str(target.needed), DIE, theme.bone, fill), left - 14 - DIE // 2, top + ROW // 2)
    return left - 14 - DIE - 16


def _draw_name(
    sheet: Sheet,
    theme: BattleTheme,
    view: View,
    names: Sequence[str],
    target: Odds,
    place: tuple[int, int, int],
    inks: tuple[Colour, Colour],
    hint: Colour | None,
) -> None:
    """Draw a target's name and health in the upper line of its row, and the mark of the hint in the colour `hint`."""
    (left, right, top), (fill, ink) = place, inks
    chip = None if hint is None else signs.pill(theme, _(naming.FREE_HINT), hint, theme.print, 28, fill)
    health = str(target.hp)
    room = right - left - text.width(health, NUMBER) - 60 - (chip.plane.width + 18 if chip else 0)
    name, style = text.fit(pages.target_name(view, names, target), NAME, room, 28)
    x = left + sheet.write(name, style, left, top + 42, ink, fill) + 22
    heart = signs.icon(theme, tokens.HEART, 26, theme.sides[naming.find_side(target.seat)[0]].main, fill)
    sheet.paste(heart, x + 13, top + 31)
    x += 34 + sheet.write(health, NUMBER, x + 34, top + 42, ink, fill)
    if chip is not None:
        sheet.paste(chip, x + 18 + chip.centre_x, top + 32)


def _draw_reckoning(
    sheet: Sheet,
    theme: BattleTheme,
    target: Odds,
    place: tuple[int, int, int],
    inks: tuple[Colour, Colour, Colour],
) -> None:
    """Draw in the lower line of a row the sum of an attack: the d20 with its modifiers, and the armour to reach."""
    (x, right, top), (fill, ink, quiet) = place, inks
    for words in (_("d20"), *(naming.modifier_words(part) for part in target.modifiers), _("vs")):
        x += sheet.write(words, WORDS, x, top + 80, quiet, fill) + 14
    sheet.paste(signs.icon(theme, tokens.SHIELD, 26, quiet, fill), x + 13, top + 69)
    x += 34 + sheet.write(str(target.armour), NUMBER, x + 34, top + 80, ink, fill) + 14
    for words in naming.list_reasons(target):
        if x + text.width(words, WORDS) > right:
            break
        x += sheet.write(words, WORDS, x, top + 80, quiet, fill) + 14


def _draw_hidden(sheet: Sheet, theme: BattleTheme, view: View, names: Sequence[str], enemy: Hidden, top: int) -> None:
    """Draw a line about an enemy out of sight, with the sign of the block that hides it."""
    side, fill, baseline = naming.find_side(enemy.seat)[0], theme.background, top + 40
    letter = naming.piece_letter(view, names, enemy.seat, enemy.piece)
    if enemy.tile:
        letter = f"{naming.tile_letter(view, names, enemy.seat)}{enemy.tile}"
    sheet.paste(tokens.letter_pill(theme, side, letter, 36, fill), MARGIN + 60, top + 30)
    x = MARGIN + 126
    room = WIDTH - MARGIN - x - 2 * CROSS - 24
    told = text.shorten_names_to_fit(
        [pages.target_name(view, names, enemy)],
        range(40, 0, -1),
        room,
        lambda short: _("{name}: out of sight, the block at {sign} is in the way", name=short[0], sign=naming.SIGN),
        lambda words: sum(text.width(part, WORDS) for part in naming.split_at_signs(words)),
    )
    lead, after = naming.split_at_signs(told)
    x += sheet.write(lead, WORDS, x, baseline, theme.muted, fill) + 12
    sheet.paste(signs.cross(theme, CROSS - 2, fill), x + CROSS, top + 30)
    sheet.write(after, WORDS, x + 2 * CROSS + 12, baseline, theme.muted, fill)
