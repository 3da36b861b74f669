"""Previews for one viewer: the square where a monster lands, the odds of an attack, a class, or a force."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from engine.connect_four.forces import sort_force
from engine.connect_four.preview import (
    AttackChoice,
    Forecast,
    Landing,
    Odds,
    attacks,
    forecast,
    landing,
    open_columns,
    threats,
)
from engine.connect_four.roster import CLASSES, MONSTERS
from engine.connect_four.view import Counts, Loss, Monster, Report, View
from language.messages import N_, _, format_percentage, list_and, list_or, ngettext
from render.connect_four import alt_text, board, classes, ground, naming, piece, reckoning
from render.connect_four.reckoning import Row
from render.connect_four.themes import GridTheme
from render.picture import ALT_LIMIT, Sheet
from render.text import truncate

PRIVATE: Final = N_("Only you see this")
CLOSE: Final = "close"
KINDS: Final = (CLOSE, "ranged")
_WAYS: Final = ((), *((kind,) for kind in KINDS), *((kind, "shackle") for kind in KINDS))
"""The words that may follow the target of an attack: none, its kind, or its kind and "shackle" to use that power."""


def draw(view: View, labels: Sequence[str], action: str, theme: GridTheme) -> tuple[Sheet, str]:
    """Draw the preview of an action, or of the beginning of one, for the viewer only; return it with its alt text.

    It shows the result of `drop ID COLUMN`, `attack FROM TO close`, `rampage TO`, `click SQUARE`, `class NAME` or
    `force ID*N`. `drop ID` shows all columns, `attack` all possible
    attackers, and `attack FROM` all targets. Raises ValueError for anything else.
    """
    if view.viewer not in (0, 1):
        raise _no_preview_error(action)
    words = action.lower().split()
    match words:
        case ["class", name] if name in CLASSES:
            return classes.draw_preview(view, name, None, theme)
        case ["force", *monsters] if monsters:
            return _draw_force(view, monsters, action, theme)
        case ["drop", monster] if monster in MONSTERS and view.turn:
            return _draw_columns(view, labels, monster, theme)
        case ["drop", monster, column] if monster in MONSTERS and view.turn:
            return _draw_drop(view, labels, monster, column, action, theme)
        case ["attack"]:
            return _draw_attackers(view, labels, action, theme)
        case ["attack", square]:
            return _draw_targets(view, labels, square, action, theme)
        case ["attack", square, target, *rest] if tuple(rest) in _WAYS:
            return _draw_attack(view, labels, (square, target), rest, action, theme)
        case ["rampage", target] if view.rampaging is not None and target in view.choices:
            return _draw_attack(view, labels, (view.rampaging, target), [CLOSE], action, theme)
        case ["click", *squares] if squares and set(squares) <= set(view.choices) and view.phase == "click":
            return _draw_click(view, labels, squares, theme)
        case _:
            raise _no_preview_error(action)


def _no_preview_error(action: str) -> ValueError:
    return ValueError(f"nothing to preview for {action[:80]!r}")


def _draw_force(view: View, words: Sequence[str], action: str, theme: GridTheme) -> tuple[Sheet, str]:
    found: list[tuple[str, int]] = []
    for word in words:
        monster, _star, number = word.partition("*")
        if monster not in MONSTERS or number not in ("1", "2", "3", "4"):
            raise _no_preview_error(action)
        found.append((monster, int(number)))
    force: Counts = sort_force(tuple(found))
    if len({MONSTERS[monster].class_name for monster, _number in force}) > 1:
        raise _no_preview_error(action)
    return classes.draw_preview(view, MONSTERS[force[0][0]].class_name, force, theme)


def _finish(
    seen: View, names: Sequence[str], title: str, latest: str, drawn: board.Board, rows: Sequence[Row], top: int
) -> tuple[Sheet, str]:
    """Add the header and the panel to the picture of a preview; return the sheet with its alt text.

    `seen` is the view that is drawn, and `top` is the upper edge of the panel.
    """
    sheet = drawn.sheet
    board.draw_header(sheet, seen, names, (title, _(PRIVATE), latest))
    reckoning.draw(sheet, rows, naming.letters(names), top)
    said = " ".join(f"{each}." for row in rows for each in (alt_text.row_text(row), row.detail) if each)
    alt = _("Preview, only for you: {title} {latest}. {rows}", title=title, latest=latest, rows=said)
    return sheet, truncate(alt.strip(), ALT_LIMIT)


def _start(
    seen: View, names: Sequence[str], rows: Sequence[Row], theme: GridTheme, around: Sequence[str]
) -> tuple[board.Board, int]:
    """Return the board of a preview, with room for its panel below, and the upper edge of the panel.

    `seen` is the view that is drawn, `rows` are those of the panel. The board shows the whole grid; if its squares
    would be too small for values, it shows the part around the squares in `around`.
    """
    geometry = board.board_geometry(seen)
    shown: set[str] | None = None
    if geometry.pitch < piece.SMALLEST_PLATE:
        part = board.window(seen, board.CLOSE_COLUMNS, 6, board.find_middle(around))
        left, low, columns, tall = part
        top = board.CARDS_BOTTOM + board.SECTION + ground.BORDER
        pitch = board.CLOSE_PITCH
        geometry = ground.Geometry(columns, tall, pitch, (board.WIDTH - columns * pitch) // 2, top, left, low)
        shown = {ground.square_name(left + column, low + row) for column in range(columns) for row in range(tall)}
    bottom = geometry.bottom + ground.border_width(geometry.pitch) + board.LABELS + 10
    height = bottom + reckoning.height(rows) + board.SECTION
    return board.Board(seen, theme, naming.letters(names), geometry, height, shown), bottom


def _draw_columns(view: View, labels: Sequence[str], monster: str, theme: GridTheme) -> tuple[Sheet, str]:
    """Draw the preview of `drop ID`: the square where the monster would land in each column."""
    names, seat = naming.display_names(labels), view.viewer
    found = [landing(view, seat, monster, ground.place(f"{column}1")[0]) for column in open_columns(view)]
    landings = [each for each in found if each is not None]
    rows = _column_rows(view, names, monster, landings)
    seen = replace(view, recent=())
    drawn, top = _start(seen, names, rows, theme, [each.square for each in landings])
    drawn.draw_marks()
    blocked = {each.square for each in threats(view) if each.seat != seat}
    other = theme.sides[naming.SIDES[1 - seat]]
    for each in landings:
        threatened = other.lo if theme.is_light else other.main
        colour = theme.gold_text if each.fours else threatened if each.square in blocked else theme.ring
        drawn.paste_over(ground.choice(theme, drawn.geometry.pitch, each.square[0], colour), each.square)
    drawn.draw_coordinates()
    title = _("{monster}: which column?", monster=naming.ranked_name(monster))
    sheet, alt = _finish(seen, names, title, _(naming.TITLE), drawn, rows, top)
    squares = ", ".join(
        _("{square} (makes four)", square=each.square) if each.fours else each.square for each in landings
    )
    told = _("It would land on {squares}.", squares=squares)
    return sheet, truncate(f"{alt} {told}", ALT_LIMIT)


def _column_rows(view: View, names: Sequence[str], monster: str, landings: Sequence[Landing]) -> list[Row]:
    """Return the rows of the panel for `drop ID`.

    They name the monster, the squares that make a row of four, and those where the other seat could make one next.
    """
    seat = view.viewer
    words = _("{monster}: choose a column", monster=naming.ranked_name(monster))
    rows = [Row(seat, words, chip=naming.format_points(monster))]
    wins = [each.square for each in landings if each.fours]
    if wins:
        rows.append(Row(seat, _("Four in a row on {squares}", squares=list_and(wins))))
    risks = [each.square for each in threats(view) if each.seat != seat and each.is_next]
    if risks:
        rival = names[1 - seat]
        rows.append(Row(1 - seat, _("{name} needs a fourth on {squares}", name=rival, squares=list_and(risks))))
    return rows


def _draw_drop(
    view: View, labels: Sequence[str], monster: str, column: str, action: str, theme: GridTheme
) -> tuple[Sheet, str]:
    names, seat = naming.display_names(labels), view.viewer
    found = landing(view, seat, monster, ord(column) - ord("a")) if len(column) == 1 else None
    if found is None:
        raise _no_preview_error(action)
    placed = Monster(found.square, seat, monster, MONSTERS[monster].start, 0, 0, False)
    report = Report(seat, "drop", monster, found.square, (), (), (), ())
    seen = replace(view, monsters=(*view.monsters, placed), recent=(report,), attack=None)
    mine = [each.square for each in found.threats if each.seat == seat]
    theirs = [each for each in found.threats if each.seat != seat]
    rows = [Row(seat, _("Lands on {square}", square=found.square), chip=naming.format_points(monster))]
    if found.fours:
        rows.append(Row(seat, _("Makes four in a row: {squares}", squares=" ".join(found.fours[0]))))
    elif mine:
        rows.append(Row(seat, _("Then {squares} makes four", squares=list_or(mine))))
    # The page names the fours of the other seat.
    if found.opens is not None and not found.fours and not any(each.is_next for each in theirs):
        rows.append(Row(1 - seat, _("Next in this column: {square}", square=found.opens)))
    drawn, top = _start(seen, names, rows, theme, [found.square])
    drawn.draw_marks()
    for four in found.fours[:1]:
        drawn.draw_four(four)
    drawn.draw_coordinates()
    latest = _("Makes four") if found.fours else _(naming.TITLE)
    title = _("{monster} on {square}?", monster=naming.ranked_name(monster), square=found.square)
    return _finish(seen, names, title, latest, drawn, rows, top)


def _choices(view: View, square: str) -> list[AttackChoice]:
    return [choice for choice in attacks(view, view.viewer) if choice.square == square]


def _draw_attackers(view: View, labels: Sequence[str], action: str, theme: GridTheme) -> tuple[Sheet, str]:
    """Draw the preview of `attack`: the grid with rings around the monsters that may attack."""
    names, choices = naming.display_names(labels), attacks(view, view.viewer)
    if not choices:
        raise _no_preview_error(action)
    squares = list(dict.fromkeys(choice.square for choice in choices))
    rows = [Row(view.viewer, _("May attack: {squares}", squares=list_and(squares)))]
    seen = replace(view, recent=(), attack=None)
    drawn, top = _start(seen, names, rows, theme, squares)
    drawn.draw_marks()
    for square in squares:
        drawn.draw_ring(square, theme.ring, board.NEWEST)
    drawn.draw_coordinates()
    return _finish(seen, names, _("Which attack?"), _(naming.TITLE), drawn, rows, top)


def _draw_targets(view: View, labels: Sequence[str], square: str, action: str, theme: GridTheme) -> tuple[Sheet, str]:
    """Draw the preview of `attack FROM`: the targets of a monster, each with its best chance to hit."""
    names, choices = naming.display_names(labels), _choices(view, square)
    if not choices:
        raise _no_preview_error(action)
    chances: dict[str, float] = {}
    for choice in choices:
        chance = forecast(view, square, choice.target, choice.ranged).attack.chance
        chances[choice.target] = max(chance, chances.get(choice.target, 0))
    attacker = next(monster for monster in view.monsters if monster.square == square)
    name = naming.ranked_name(attacker.id)
    rows = [Row(view.viewer, _("{monster} on {square}: choose a target", monster=name, square=square))]
    seen = replace(view, recent=(), attack=None)
    drawn, top = _start(seen, names, rows, theme, [square, *chances])
    drawn.draw_marks()
    drawn.draw_ring(square, theme.ring, board.NEWEST)
    for target, chance in chances.items():
        drawn.paste(ground.pill(theme, format_percent(chance)), target, 0.07, -0.5)
    drawn.draw_coordinates()
    title = _("{monster} attacks which monster?", monster=name)
    sheet, alt = _finish(seen, names, title, _(naming.TITLE), drawn, rows, top)
    listed = ", ".join(f"{target} {format_percent(chance)}" for target, chance in chances.items())
    told = _("Chances to hit: {chances}.", chances=listed)
    return sheet, truncate(f"{alt} {told}", ALT_LIMIT)


def format_percent(chance: float) -> str:
    """Format a chance, 0 to 1, as a percentage."""
    return format_percentage(100 * chance)


def _draw_attack(
    view: View, labels: Sequence[str], squares: tuple[str, str], rest: Sequence[str], action: str, theme: GridTheme
) -> tuple[Sheet, str]:
    names = naming.display_names(labels)
    there = {monster.square: monster for monster in view.monsters}
    attacker, target = there.get(squares[0]), there.get(squares[1])
    if attacker is None or target is None or attacker.seat == target.seat:
        raise _no_preview_error(action)
    kinds = [choice.ranged for choice in _choices(view, squares[0]) if choice.target == squares[1]]
    is_ranged = rest[0] == KINDS[1] if rest else bool(kinds) and kinds[0]
    has_shackle = len(rest) > 1
    found = forecast(view, *squares, is_ranged, has_shackle)
    rows = attack_rows(found, attacker, target, names)
    seen = replace(view, recent=(), attack=None)
    drawn, top = _start(seen, names, rows, theme, squares)
    drawn.draw_marks()
    for fall in found.collapse.falls:
        drawn.draw_ring(fall.start, theme.muted, board.FALLEN)
    for seat, four, _points in found.collapse.fours:
        drawn.draw_four(four, seat == view.viewer)
    drawn.draw_ring(squares[0], theme.ring, board.NEWEST)
    drawn.draw_arrow(*squares)
    drawn.draw_coordinates()
    message = N_("{monster} shoots {square}?") if is_ranged else N_("{monster} attacks {square}?")
    title = _(message, monster=naming.ranked_name(attacker.id), square=squares[1])
    latest = _("{chance} to hit", chance=format_percent(found.attack.chance))
    return _finish(seen, names, title, latest, drawn, rows, top)


def attack_rows(found: Forecast, attacker: Monster, target: Monster, names: Sequence[str]) -> list[Row]:
    """Return the rows of the panel for the preview of an attack: the odds, the retaliations, and what follows."""
    name, other = naming.ranked_name(attacker.id), naming.ranked_name(target.id)
    message = N_("{monster} shoots") if found.attack.ranged else N_("{monster} hits")
    rows = [_odds_row(attacker.seat, _(message, monster=name), found.attack, target)]
    if not found.retaliations:
        rows.append(Row(target.seat, _("{monster} cannot strike back", monster=other)))
    even = N_("{monster} strikes back, even if destroyed") if found.attack.kills else N_("{monster} strikes back")
    for number, odds in enumerate(found.retaliations):
        message = N_("{monster} or shoots back") if number else even
        rows.append(_odds_row(target.seat, _(message, monster=other), odds, attacker))
    if found.attack.acid:
        rows.append(Row(attacker.seat, _("Acid: a hit costs {monster} 1 click", monster=name)))
    falls = len(found.collapse.falls)
    if found.attack.kills and falls:
        words = ngettext("If it is destroyed, {number} above falls", "If it is destroyed, {number} above fall", falls)
        rows.append(Row(attacker.seat, words))
    for seat, four, points in found.collapse.fours:
        words = _("Then {name} has four: {squares}", name=names[seat], squares=" ".join(four))
        rows.append(Row(seat, words, chip=ngettext("{number} point", "{number} points", points)))
    return rows


def _odds_row(seat: int, words: str, odds: Odds, target: Monster) -> Row:
    """Return the row of a blow: its chance, and below it the dice that hit, the damage, and why it is changed."""
    reckoned, left = odds.reckoning, MONSTERS[target.id].clicks - target.click
    changed = reckoning.format_signed(reckoned.damage_modifiers(False))
    parts = [_describe_needed_sum(odds)]
    if odds.damage >= left:
        parts.append(_("a hit destroys it"))
    else:
        why = f" ({reckoned.damage}{changed})" if changed else ""
        told = ngettext(
            "a hit takes {damage} of {number} click",
            "a hit takes {damage} of {number} clicks",
            left,
            damage=odds.damage,
        )
        parts.append(f"{told}{why}")
    if odds.kills and odds.damage < left:
        parts.append(_("destroys {chance}", chance=format_percent(odds.kills / 36)))
    return Row(seat, words, chip=format_percent(odds.chance), is_hit=odds.chance >= 0.5, detail=" · ".join(parts))


def _describe_needed_sum(odds: Odds) -> str:
    """Return the dice that hit, such as "needs 7 or more" or "needs a double 6"."""
    if odds.need is None:
        return _("needs the higher die (unseen)")
    return _("needs a double 6") if odds.need > 11 else _("needs {number} or more", number=max(odds.need, 3))


def _draw_click(view: View, labels: Sequence[str], squares: Sequence[str], theme: GridTheme) -> tuple[Sheet, str]:
    names, seat = naming.display_names(labels), view.viewer
    there = {monster.square: monster for monster in view.monsters}
    losses = tuple(
        Loss(square, seat, there[square].id, 1, (("hourglass", 1),), False, None) for square in dict.fromkeys(squares)
    )
    seen = replace(view, recent=(Report(seat, "click", "", "", (), losses, (), ()),))
    rows: list[Row] = []
    for square in dict.fromkeys(squares):
        monster = there[square]
        words = _("{monster} on {square} turns 1 click", monster=naming.ranked_name(monster.id), square=square)
        after = monster.click + 1
        if after >= MONSTERS[monster.id].clicks:
            rows.append(Row(seat, words, chip=_("destroyed"), is_hit=True))
        else:
            shown = alt_text.values_text(replace(monster, click=after))
            rows.append(Row(seat, words, chip=_("then {values}", values=shown)))
    drawn, top = _start(seen, names, rows[: reckoning.MOST_ROWS], theme, squares)
    drawn.draw_marks()
    drawn.draw_coordinates()
    return _finish(seen, names, _("Turn these?"), _(naming.TITLE), drawn, rows[: reckoning.MOST_ROWS], top)
