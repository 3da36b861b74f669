"""Pictures of the set-up (all classes, one class with its monsters' dials, or forces), and of a viewer's reserve.

A player chooses a class of monsters, then a force: monsters of that class, with a limit on their points.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.connect_four.forces import ready_made_forces, total
from engine.connect_four.roster import CLASSES, MONSTERS, Monster
from engine.connect_four.view import Counts, View
from language.messages import N_, _, format_number, ngettext
from language.punctuation import localize_marks
from render import header, text
from render.connect_four import alt_text, board, class_rows, dial, naming, piece, reckoning, reserves
from render.connect_four.themes import GridTheme
from render.picture import ALT_LIMIT, MARGIN, WIDTH, Sheet
from render.text import Style

ROOM: Final = WIDTH - 2 * MARGIN
CLASS_ROW: Final = 160
MONSTER_ROW: Final = 164
MONSTER_NAME: Final = Style(34, 700)
MONSTER_NOTE: Final = Style(28, 550)
MONSTER_POINTS: Final = Style(28, 800)
HEADING: Final = Style(34, 750)
FORCE_ROW: Final = 194
FORCE_NAME: Final = Style(34, 750)
FORCE_PITCH: Final = 100
PUBLIC_HEADING: Final = 60
"""The height of the heading for each seat in the public picture of the set-up, in pixels."""
CLASS_PHASES: Final = ("class", "class roll", "other class")
KINDS: Final = {
    "many": (N_("Many"), N_("as many monsters as possible")),
    "mixed": (N_("Mixed"), N_("some of everything")),
    "elite": (N_("Elite"), N_("the most expensive first")),
}


def class_height(name: str) -> int:
    """Return the height of the list of the monsters of a class, in pixels."""
    return len(CLASSES[name]) * (MONSTER_ROW + 10)


def draw_monsters(
    sheet: Sheet, monsters: Sequence[Monster], seat: int, top: int, numbers: Mapping[str, int] | None = None
) -> None:
    """Draw a list of monsters in a seat's colours: name, points, rank, range, powers, and a small dial.

    `numbers` are the numbers of each monster, by id; numbers above 1 are shown.
    """
    theme = sheet.theme
    for number, monster in enumerate(monsters):
        y = top + number * (MONSTER_ROW + 10)
        card = header.panel(theme, ROOM, MONSTER_ROW, theme.panel, theme.gold if monster.unique else theme.raised, 2)
        sheet.paste_opaque(card, WIDTH // 2, y + card.centre_y)
        middle = y + MONSTER_ROW // 2
        look = piece.reserve_look(monster.id, seat, "")
        sheet.paste_opaque(piece.draw_on_card(theme, 138, look, theme.panel), MARGIN + 82, middle)
        little = dial.draw_mini_dial(theme, monster.id, theme.panel)
        right = WIDTH - MARGIN - 14
        left = right - 7 * dial.MINI_COLUMN
        sheet.paste_opaque(little, left + monster.clicks * dial.MINI_COLUMN // 2, middle)
        dial.draw_slots(sheet, left - 24, middle - 2 * dial.MINI_ROW, theme.panel)
        x, room = MARGIN + 164, left - 46 - MARGIN - 164
        words, style = text.fit(naming.full_name(monster.id), MONSTER_NAME, room, 28)
        sheet.write(words, style, x, y + 50, theme.ink, theme.panel)
        reach = naming.reach(monster.id)
        width = sheet.write(str(monster.points), MONSTER_POINTS, x, y + 94, theme.gold_text, theme.panel)
        said = " · ".join((_("points"), naming.rank_words(monster.id), reach))
        note, fitted = text.fit(said, MONSTER_NOTE, room - width - 10)
        sheet.write(note, fitted, x + width + 10, y + 94, theme.muted, theme.panel)
        said = ", ".join(map(_, naming.list_powers(monster.id))) or _("no powers")
        words, style = text.fit(said, MONSTER_NOTE, room)
        sheet.write(words, style, x, y + 136, theme.magic_text, theme.panel)
        if numbers and numbers.get(monster.id, 0) > 1:
            sheet.paste(reserves.draw_count(theme, numbers[monster.id], seat), MARGIN + 138, y + 30)


def draw_force(sheet: Sheet, title: str, note: str, force: Counts, points: int, seat: int, top: int) -> int:
    """Draw a force on a card with its points and their limit `points`; return the upper edge of what follows below.

    The card has a title, a note, and each monster of the force with its number.
    """
    theme = sheet.theme
    card = header.panel(theme, ROOM, FORCE_ROW, theme.panel, theme.raised, 2)
    sheet.paste_opaque(card, WIDTH // 2, top + card.centre_y)
    x, right = MARGIN + 26, WIDTH - MARGIN - 24
    width = sheet.write(title, FORCE_NAME, x, top + 50, theme.ink, theme.panel)
    said = ngettext(
        "{number} monster · {total} of {points} points",
        "{number} monsters · {total} of {points} points",
        naming.count(force),
        total=format_number(total(force)),
        points=format_number(points),
    )
    aside = sheet.write(said, MONSTER_NOTE, right, top + 50, theme.muted, theme.panel, "r")
    note, style = text.fit(note, MONSTER_NOTE, right - aside - x - width - 40)
    if note != text.ELLIPSIS:
        sheet.write(note, style, x + width + 16, top + 50, theme.muted, theme.panel)
    pitch = min(FORCE_PITCH, (ROOM - 52) // max(1, len(force)))
    counted: list[tuple[int, int, int]] = []
    for place, (monster, many) in enumerate(force):
        middle = x + place * pitch + reserves.RESERVE_DISC // 2, top + 76 + reserves.RESERVE_DISC // 2
        reserves.draw_kind(sheet, seat, monster, *middle, theme.panel)
        counted += [(many, *middle)] if many > 1 else []
    for many, across, down in counted:
        sprite = reserves.draw_count(theme, many, seat)
        sheet.paste(sprite, across + reserves.RESERVE_DISC // 2 - 8, down - reserves.RESERVE_DISC // 2 + 10)
    return top + FORCE_ROW + 12


def draw_preview(view: View, name: str, force: Counts | None, theme: GridTheme) -> tuple[Sheet, str]:
    """Draw a class with the dials of all its monsters, or a force of that class; return the sheet with its alt text."""
    seat = max(0, view.viewer)
    height = header.HEIGHT + (FORCE_ROW + 12 if force is not None else 0)
    shown = CLASSES[name] if force is None else [MONSTERS[monster] for monster, _number in force]
    sheet = Sheet(theme, height + len(shown) * (MONSTER_ROW + 10) + MARGIN)
    words = naming.class_words(name)
    title = words if force is None else _("{class_words}: your force?", class_words=words)
    header.draw_title(sheet, title, _format_limit(view), _("Only you see this"))
    if force is not None:
        draw_force(sheet, _("As chosen"), "", force, view.points, seat, header.HEIGHT)
    draw_monsters(sheet, shown, seat, height, dict(force or ()))
    said = [_("{class_words}, only for you.", class_words=words)]
    if force is not None:
        listed = alt_text.counts_text(force)
        said.append(
            _(
                "{total} of {points} points: {monsters}.",
                total=format_number(total(force)),
                points=format_number(view.points),
                monsters=listed,
            )
        )
    return sheet, text.truncate(" ".join([*said, *map(monster_text, shown)]), ALT_LIMIT)


def _format_limit(view: View) -> str:
    """Return the points that a force may have, with their noun."""
    return _("{points} points", points=format_number(view.points))


def draw_public(view: View, labels: Sequence[str], theme: GridTheme) -> Sheet:
    """Draw the public picture before the first turn.

    While classes are chosen, it shows all of them; then the class of each seat, and at last the forces.
    """
    names = naming.display_names(labels)
    letters = naming.letters(names)
    found = reckoning.rows(view, names)
    top = board.CARDS_BOTTOM + board.SECTION
    shown = [seat.class_name for seat in view.seats]
    sheet = Sheet(theme, public_height(view, names))
    board.draw_header(sheet, view, names, naming.headline(view, names))
    if found:
        top = reckoning.draw(sheet, found, letters, top) + board.SECTION
    if view.phase in CLASS_PHASES:
        class_rows.draw(sheet, top, [None, None] if view.phase == "class" else shown)
        return sheet
    for seat, (name, force) in enumerate(zip(shown, _public_forces(view), strict=True)):
        heading = localize_marks(f"{names[seat]}: {naming.class_words(name or '')}")
        words, style = text.fit(heading, HEADING, ROOM, 28)
        sheet.write(words, style, MARGIN, top + 40, theme.ink, theme.background)
        top += PUBLIC_HEADING
        if force is not None:
            top = draw_force(sheet, _("The force"), "", force, view.points, seat, top)
        else:
            top = _draw_kinds(sheet, name or "", seat, top)
    return sheet


def public_height(view: View, names: Sequence[str]) -> int:
    """Return the height of the public picture before the first turn, in pixels."""
    found = reckoning.rows(view, names)
    panel = reckoning.height(found) + (board.SECTION if found else 0)
    height = board.CARDS_BOTTOM + board.SECTION + panel + MARGIN
    if view.phase in CLASS_PHASES:
        return height + class_rows.height()
    rows = [CLASS_ROW if force is None else FORCE_ROW for force in _public_forces(view)]
    return height + sum(PUBLIC_HEADING + row + 12 for row in rows)


def _public_forces(view: View) -> list[Counts | None]:
    return [seat.force if view.phase != "force" else None for seat in view.seats]


def _draw_kinds(sheet: Sheet, name: str, seat: int, top: int) -> int:
    """Draw all monsters of a class in a row, in a seat's colours; return the upper edge of what follows below."""
    theme = sheet.theme
    card = header.panel(theme, ROOM, CLASS_ROW, theme.panel, theme.raised, 2)
    sheet.paste_opaque(card, WIDTH // 2, top + card.centre_y)
    monsters = CLASSES[name]
    pitch = min(156, (ROOM - 40) // len(monsters))
    for place, monster in enumerate(monsters):
        look = piece.reserve_look(monster.id, seat, "")
        sprite = piece.draw_on_card(theme, min(140, max(pitch - 8, piece.SMALLEST_PLATE)), look, theme.panel)
        sheet.paste(sprite, MARGIN + 28 + place * pitch + pitch // 2 - 8, top + CLASS_ROW // 2)
    return top + CLASS_ROW + 12


def draw_hand(view: View, labels: Sequence[str], theme: GridTheme) -> tuple[Sheet, str]:
    """Draw the viewer's reserve or, during set-up, the classes or forces to choose from; return it with its alt text.

    Raises ValueError for a spectator's view.
    """
    if view.viewer not in (0, 1):
        raise ValueError("a spectator has no hand")
    seat, own = view.viewer, view.seats[view.viewer]
    if view.phase in CLASS_PHASES:
        return _draw_class_hand(view, theme), hand_alt(view)
    name = own.class_name or ""
    if view.turn:
        return _draw_reserve_hand(view, theme), hand_alt(view)
    forces = ready_made_forces(name, view.points) if view.phase == "force" else {}
    chosen = own.force
    count = len(forces) + (chosen is not None)
    height = header.HEIGHT + count * (FORCE_ROW + 12) + (64 if forces else 0) + 64 + class_height(name) + MARGIN
    sheet = Sheet(theme, height)
    header.draw_title(sheet, naming.class_words(name), _format_limit(view), _("Only you see this"))
    y = header.HEIGHT
    if chosen is not None:
        y = draw_force(sheet, _("Your force"), "", chosen, view.points, seat, y)
    if forces:
        sheet.write(_("Ready-made forces"), HEADING, MARGIN, y + 44, theme.ink, theme.background)
        y += 64
        for kind, force in forces.items():
            title, note = KINDS[kind]
            y = draw_force(sheet, _(title), _(note), force, view.points, seat, y)
    sheet.write(_("The class"), HEADING, MARGIN, y + 44, theme.ink, theme.background)
    draw_monsters(sheet, CLASSES[name], seat, y + 64)
    return sheet, hand_alt(view)


def _draw_class_hand(view: View, theme: GridTheme) -> Sheet:
    sheet = Sheet(theme, header.HEIGHT + class_rows.height() + MARGIN)
    chosen = view.seats[view.viewer].class_name
    title = (
        _("You chose {class_words}", class_words=naming.class_words(chosen)) if chosen else _("Choose your monsters")
    )
    header.draw_title(sheet, title, _("Connect Four"), _("Only you see this"))
    shown: list[str | None] = [None, None]
    shown[view.viewer] = chosen
    class_rows.draw(sheet, header.HEIGHT, shown, view.viewer)
    return sheet


def _draw_reserve_hand(view: View, theme: GridTheme) -> Sheet:
    """Draw the monsters that the viewer still has to place, with their dials."""
    own = view.seats[view.viewer]
    name, numbers = own.class_name or "", dict(own.reserve)
    shown = [monster for monster in CLASSES[name] if monster.id in numbers]
    height = header.HEIGHT + max(1, len(shown)) * (MONSTER_ROW + 10) + MARGIN
    sheet = Sheet(theme, height)
    left = naming.count(own.reserve)
    title = ngettext("{number} monster to place", "{number} monsters to place", left) if left else _("All placed")
    header.draw_title(sheet, title, naming.class_words(name), _("Your reserve"))
    if not shown:
        words = _("You can still attack.")
        sheet.write(words, MONSTER_NAME, MARGIN, header.HEIGHT + 60, theme.muted, theme.background)
    draw_monsters(sheet, shown, view.viewer, header.HEIGHT, numbers)
    return sheet


def hand_alt(view: View) -> str:
    """Return the alt text of the picture that `draw_hand` draws."""
    return text.truncate_to_text_board(" ".join(_hand_lines(view)), ALT_LIMIT)


def plain_text(view: View, labels: Sequence[str]) -> str:
    """Return the viewer's reserve, or the classes or forces to choose from, as plain text.

    Raises ValueError for a spectator's view.
    """
    return "\n".join(_hand_lines(view))


def _hand_lines(view: View) -> list[str]:
    """Return the viewer's reserve, or the classes or forces to choose from, as sentences.

    Raises ValueError for a spectator's view.
    """
    if view.viewer not in (0, 1):
        raise ValueError("a spectator has no hand")
    own = view.seats[view.viewer]
    if view.turn:
        reserve = alt_text.counts_text(own.reserve) or _("all placed")
        found = [_("Your reserve: {monsters}.", monsters=reserve)]
        return found + [monster_text(MONSTERS[monster]) for monster, _number in own.reserve]
    words = naming.class_words(own.class_name or "")
    if view.phase in CLASS_PHASES:
        found = [_("You chose {class_words}.", class_words=words) if own.class_name else _("Choose a class.")]
        return found + [_describe_class(name) for name in CLASSES]
    found = [_("{class_words}, {points} points.", class_words=words, points=format_number(view.points))]
    if own.force is not None:
        listed = alt_text.counts_text(own.force)
        found.append(
            _("Your force, {points} points: {monsters}.", points=format_number(total(own.force)), monsters=listed)
        )
    if view.phase == "force":
        for kind, force in ready_made_forces(own.class_name or "", view.points).items():
            listed, name = alt_text.counts_text(force), _(KINDS[kind][0])
            found.append(
                _(
                    "{name}, {points} points: {monsters}.",
                    name=name,
                    points=format_number(total(force)),
                    monsters=listed,
                )
            )
    return found + [monster_text(monster) for monster in CLASSES[own.class_name or ""]]


def _describe_class(name: str) -> str:
    """Format a class on one line: its name, its sentence, and its reach."""
    reach = f" ({naming.class_reach(name)})" if naming.class_reach(name) else ""
    return f"{naming.class_words(name)}: {naming.class_line(name).rstrip('.')}{reach}."


def monster_text(monster: Monster) -> str:
    """Format a monster on one line: name, points, values on its starting click, clicks, range and powers."""
    shown = dial.values_of(monster.face(monster.start, 0))
    values = "-".join(
        "H" if shown[slot][0] is None else str(shown[slot][0]) for slot in ("attack", "defense", "damage")
    )
    reach = [naming.reach(monster.id)] if monster.range else []
    left = monster.clicks - monster.start
    clicks = ngettext("{number} click", "{number} clicks", left)
    said = (naming.format_points(monster.id), values, clicks, *reach, *map(_, naming.list_powers(monster.id)))
    return f"{naming.ranked_name(monster.id)} {', '.join(said)}."
