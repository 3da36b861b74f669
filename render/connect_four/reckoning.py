"""The panel below the grid: the latest actions with their dice, and the numbers that decided them."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from engine.connect_four.roster import MONSTERS
from engine.connect_four.view import Blow, Modifiers, Report, View
from language.messages import _, list_and, ngettext
from render import header, text
from render.connect_four import naming, piece
from render.connect_four.themes import GridTheme
from render.picture import MARGIN, WIDTH, Sheet
from render.sprites import Letter, Sketch, Sprite
from render.text import Style

ROW: Final = 66
DETAIL: Final = 40
PADDING: Final = 14
MOST_ROWS: Final = 8
WORDS: Final = Style(31, 600)
SUM: Final = Style(34, 800)
QUIET: Final = Style(30, 600)
SMALL: Final = Style(28, 500)
CHIP: Final = Style(28, 750)
DIE: Final = 48
BADGE: Final = 44
DICE_LEFT: Final = 556
AGAINST_LEFT: Final = 148
PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


class Row(NamedTuple):
    """A row of the panel: a seat and words, and for a blow also its dice and sums.

    `chip` is a label at the right end of the row; `is_hit` gives it a stronger colour. `detail` is a second line of
    text. `dice` are dice without a blow.
    """

    seat: int
    words: str
    blow: Blow | None = None
    chip: str = ""
    is_hit: bool = False
    detail: str = ""
    dice: tuple[int, ...] = ()


def rows(view: View, names: Sequence[str], *, placements: bool = False) -> list[Row]:
    """Return the rows of the panel for the latest actions in a view, the newest last; only that has details.

    Placements are shown by rings. With `placements` they have rows too, for texts.
    """
    found: list[Row] = []
    for report in view.recent:
        if report.kind == "drop" and not placements:
            continue
        found = [row._replace(detail="") for row in found]
        found += _report_rows(report, names)
    if view.attack is not None and view.attack.blow is not None:
        found.append(_blow_row(view.attack.blow))
    if not view.recent and view.rolls and view.turn <= 1:
        pairs = zip((0, 1), view.rolls, strict=False)
        found += [
            Row(seat, _("{name} rolls {number}", name=names[seat], number=number), dice=(number,))
            for seat, number in pairs
        ]
    return found[-MOST_ROWS:]


def _report_rows(report: Report, names: Sequence[str]) -> list[Row]:
    after = _aftermath_rows(report)
    if report.kind in ("attack", "rampage"):
        return [*map(_blow_row, report.blows), *after]
    if report.kind == "start":
        return after
    chip = ", ".join(f"{loss.square} −{loss.clicks}" for loss in report.losses)
    if report.kind == "drop":
        chip = naming.format_points(report.monster)
    return [Row(report.seat, naming.format_report(report, names), chip=chip), *after]


def _aftermath_rows(report: Report) -> list[Row]:
    """Return rows about the effects of an action: clicks lost by powers, destroyed monsters, clicks healed, falls."""
    found: list[Row] = []
    for loss in report.losses:
        name, scorer = naming.ranked_name(loss.monster), loss.scorer
        dies = loss.destroyed and scorer is None
        powers = [(cause, clicks) for cause, clicks in loss.causes if cause not in _TOLD_BY_ACTIONS]
        for cause, clicks in powers:
            power = _("Infection") if cause == "infect" else naming.power_title(cause)
            if dies:
                words = _("{power}: {monster} on {square} destroyed", power=power, monster=name, square=loss.square)
            else:
                words = _("{power}: {monster} on {square}", power=power, monster=name, square=loss.square)
            found.append(Row(loss.seat, words, chip=f"−{clicks}", is_hit=True))
        if scorer is not None:
            found.append(Row(scorer, _("{monster} destroyed", monster=name), chip=f"+{MONSTERS[loss.monster].points}"))
        elif dies and not powers:
            found.append(Row(loss.seat, _("{monster} destroyed", monster=name)))
    if report.falls:
        words = ngettext("{number} monster falls", "{number} monsters fall", len(report.falls))
        if found:
            found[-1] = found[-1]._replace(words=f"{found[-1].words} · {words}")
        else:
            found.append(Row(report.seat, words))
    for heal in report.heals:
        first, *others = heal.causes
        powers = list_and([naming.power_title(first), *map(_, others)])
        name = naming.ranked_name(heal.monster)
        words = _("{power}: {monster} on {square}", power=powers, monster=name, square=heal.square)
        found.append(Row(heal.seat, words, chip=f"+{heal.clicks}"))
    return found


_TOLD_BY_ACTIONS: Final = ("attack", "double 1", "hourglass")
"""The causes of damage that the row of a blow, or of a turned hourglass, already tells."""


def _blow_row(blow: Blow) -> Row:
    return Row(blow.seat, naming.describe_blow(blow), blow, _format_result(blow), blow.hit, detail(blow), blow.dice)


def _format_result(blow: Blow) -> str:
    """Format the result of a blow for its chip, such as "hit −2"."""
    if blow.critical and blow.hit:
        return _("double {die}: hit −{clicks}", die=blow.dice[0], clicks=blow.dealt)
    if blow.critical:
        return _("double {die}: −1", die=blow.dice[0])
    if blow.unseen:
        return _("unseen: hit −{clicks}", clicks=blow.dealt) if blow.hit else _("unseen: miss")
    return _("hit −{clicks}", clicks=blow.dealt) if blow.hit else _("miss")


def format_signed(modifiers: Modifiers) -> str:
    """Format modifiers, each with its sign and its name, such as " + 1 savage"."""
    return "".join(f" {'+' if number > 0 else '−'} {abs(number)} {_(name)}" for name, number in modifiers)


def detail(blow: Blow) -> str:
    """Return the details of a blow that its line of sums does not show: modifiers and special rules."""
    parts: list[str] = []
    if blow.unseen:
        parts.append(_("unseen: the higher die hits"))
    elif blow.attack_modifiers:
        changes = format_signed(blow.attack_modifiers)
        parts.append(_("attack {value}{changes}", value=blow.attack, changes=changes))
    if blow.shackle and blow.hit:
        parts.append(_("shackle: 1 click and a token"))
    elif blow.hit and blow.damage_modifiers:
        changes = format_signed(blow.damage_modifiers)
        parts.append(_("damage {value}{changes} = {dealt}", value=blow.damage, changes=changes, dealt=blow.dealt))
    return " · ".join(parts)


def sum_texts(blow: Blow) -> tuple[str, str, str]:
    """Return three texts about a blow: the number added to the dice, the sum, and the defense that it must reach.

    For an "unseen" blow they are "", the attacker's die, and the defender's die.
    """
    if blow.unseen:
        return "", f"{blow.dice[0]}", _("vs {number}", number=blow.dice[1])
    added = blow.attack + sum(number for _name, number in blow.attack_modifiers)
    return f"+ {added}", f"= {sum(blow.dice) + added}", _("vs {number}", number=blow.defense)


def height(found: Sequence[Row]) -> int:
    """Return the height of the panel with the given rows, in pixels; 0 without any."""
    return sum(ROW + DETAIL * bool(row.detail) for row in found) + 2 * PADDING if found else 0


def draw(sheet: Sheet, found: Sequence[Row], letters: Sequence[str], top: int) -> int:
    """Draw the panel with its upper edge at `top`; return its lower edge."""
    if not found:
        return top
    theme = sheet.theme
    tall = height(found)
    card = header.panel(theme, WIDTH - 2 * MARGIN, tall, theme.panel, theme.raised, 2)
    sheet.paste_opaque(card, WIDTH // 2, top + card.centre_y)
    y = top + PADDING
    for row in found:
        _draw_row(sheet, row, letters, y + ROW // 2)
        y += ROW
        if row.detail:
            words, style = text.fit(row.detail, SMALL, WIDTH - 2 * MARGIN - 100)
            sheet.write(words, style, MARGIN + 76, y + 20, theme.muted, theme.panel)
            y += DETAIL
    return top + tall


def _draw_row(sheet: Sheet, row: Row, letters: Sequence[str], middle: int) -> None:
    theme, ground = sheet.theme, sheet.theme.panel
    badge = piece.seat_badge(theme, row.seat, letters[row.seat], ground, BADGE)
    sheet.paste_opaque(badge, MARGIN + 20 + BADGE // 2, middle)
    right, baseline = WIDTH - MARGIN - 18, middle + 11
    if row.chip:
        sprite = chip(theme, row.chip, row.is_hit)
        right -= sprite.plane.width
        sheet.paste_opaque(sprite, right + sprite.centre_x, middle)
        right -= 16
    chip_left, left = right, MARGIN + 76
    if row.dice:
        x = DICE_LEFT
        for number in row.dice:
            sheet.paste_opaque(die(theme, number, DIE, ground), x + DIE // 2, middle)
            x += DIE + 8
        right = DICE_LEFT - 12
        if row.blow is not None:
            added, total, against = sum_texts(row.blow)
            x += 4
            if added:
                sheet.write(added, QUIET, x, baseline, theme.muted, ground)
            sheet.write(total, SUM, x + 70, baseline + 1, theme.ink, ground)
            # A long chip, such as that of a double 6, leaves no room for it in some languages.
            if x + AGAINST_LEFT + text.width(against, QUIET) <= chip_left:
                sheet.write(against, QUIET, x + AGAINST_LEFT, baseline, theme.muted, ground)
    words, style = text.fit(row.words, WORDS, right - left, 28)
    sheet.write(words, style, left, baseline, theme.ink, ground)


@lru_cache(maxsize=64)
def chip(theme: GridTheme, words: str, is_hit: bool) -> Sprite:
    """Return the chip at the right end of a row: a label, red if `is_hit`."""
    width = text.width(words, CHIP) + 32
    sketch = Sketch(theme, width, 48, theme.panel)
    ink = theme.bone if is_hit else theme.muted
    ground = theme.hit if is_hit else theme.raised
    if not is_hit and theme.name == "high_contrast":
        ink = theme.print
    if not is_hit and theme.is_light:
        ink = theme.ink
    sketch.box(0, 0, width, 48, ground, 13)
    return sketch.finish([Letter(words, CHIP, 0, 0, ink)])


@lru_cache(maxsize=48)
def die(theme: GridTheme, number: int, width: int, ground: tuple[int, int, int]) -> Sprite:
    """Return a die that shows `number`, on a background of the colour `ground`."""
    sketch = Sketch(theme, width, width + 4, ground)
    sketch.box(0, 2, width, width, theme.line if theme.is_light else theme.print, width * 0.2)
    sketch.box(0, 0, width - 1, width - 1, theme.bone, width * 0.2)
    for across, down in PIPS[number]:
        sketch.circle(across * width * 0.25, down * width * 0.25, width * 0.095, theme.print)
    return sketch.finish()
