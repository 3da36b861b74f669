"""The pages of set-up: choosing a class, then a ready-made force or one built monster by monster."""

from collections.abc import Callable, Sequence
from random import Random

import discord
from discord import ui

from cogs.connect_four.phrases import FORCE_NAMES, format_force, format_force_size, format_points, monster_title
from cogs.ui.kit.composing import confirm_rows
from cogs.ui.kit.custom_ids import open_id, page_id
from cogs.ui.kit.interface import Page, Press
from cogs.ui.kit.layouts import BLUE, GREEN, GREY, Button, Row, button, rows_of_buttons
from cogs.ui.kit.selects import MOST_BUTTONS, Entry, menu, remove_select_part
from cogs.ui.texts import texts
from engine.connect_four import drafting, forces
from engine.connect_four.roster import CLASSES, COPIES, MONSTERS, Monster
from engine.connect_four.view import Counts, SeatView, View
from language.messages import N_, _, format_number, list_and
from render.connect_four import PAINTER
from render.connect_four.naming import class_line, class_words, full_name, ranked_name
from render.picture import Picture
from tables.texts import escape
from tables.viewer import TableView

DRAFT = "force"
"""Name of the stored draft of a force that the player builds. The draft is the action in notation, without its verb."""
RANKS = N_("-# The number after a name is its rank, 1 to 3. A higher rank costs more and fights better.")
CLASS_PHASES = ("class", "other class")
MIXED = "mixed"
"""The kind of the ready-made force that a surprise takes."""
PAGES = frozenset({"add", "build", "built", "chosen", "class", "clear", "from", "ready", "remove", "surprised"})
"""Names of the pages and presses of set-up. The first page is not listed; it is called `move` in every game."""


def own_seat(view: View) -> SeatView:
    """Return the viewer's own seat. The viewer must have one."""
    return view.seats[view.viewer]


def page(table: TableView, name: str) -> Page | None:
    """Return the page of set-up with this name, or None if the current step of set-up has none."""
    view: View = table.view
    match view.phase, name:
        case (("class" | "other class"), ("move" | "chosen")):
            return _classes(table)
        case "force", ("move" | "chosen"):
            return _forces(table)
        case "force", "build":
            return _build(table)
        case _, "chosen":
            return _both_chosen_page(table)
        case _:
            return None


def press(table: TableView, name: str, details: Sequence[str]) -> Press | None:
    """Return the effect of a press on a page of set-up, or None if the press is not one of set-up's."""
    view: View = table.view
    details = remove_select_part(details)
    if view.phase in (*CLASS_PHASES, "force") and name == "surprised":
        return Press((), "chosen", surprise=True)
    if view.phase in CLASS_PHASES and name == "class" and len(details) == 1:
        return Press((f"class {details[0]}",), "chosen")
    if view.phase != "force" or table.seat is None:
        return None
    ready, built = forces.ready_made_forces(own_seat(view).class_name or "", view.points), draft(table)
    match name, details:
        case "ready", (kind,) if kind in ready:
            return Press((f"force {_write_force(ready[kind])}",), "chosen")
        case "from", (kind,) if kind in ready:
            return _store_draft(ready[kind])
        case "add", (monster,) if monster in MONSTERS:
            return _store_draft(_change_count(built, monster, 1))
        case "remove", (monster,) if monster in MONSTERS:
            return _store_draft(_change_count(built, monster, -1))
        case "clear", ():
            return _store_draft(())
        case "built", () if built:
            return Press((f"force {_write_force(built)}",), "chosen")
        case _:
            return None


def proposal(table: TableView, actions: Sequence[str]) -> Page | None:
    """Return the page that confirms a class or ready-made force proposed by a hint, or None for any other action."""
    rows = confirm_rows(table, actions)
    match [action.split(" ", 1) for action in actions]:
        case [["class", name]] if rows and name in CLASSES:
            text = f"**{class_words(name)}**: {class_line(name)}."
        case [["force", written]] if rows:
            ready = forces.ready_made_forces(own_seat(table.view).class_name or "", table.view.points)
            kind = next((kind for kind, force in ready.items() if _write_force(force) == written), None)
            if kind is None:
                return None
            size, force = format_force_size(ready[kind]), format_force(ready[kind])
            text = f"**{_(FORCE_NAMES[kind])}**: {size}: {force}\n{_(RANKS)}"
        case _:
            return None
    return Page(text, rows, lambda theme: PAINTER.preview(table.view, table.names, actions[0], theme))


# Classes


def _classes(table: TableView) -> Page:
    view: View = table.view
    own = own_seat(view).class_name
    taken = view.seats[1 - view.viewer].class_name if view.phase == "other class" else None
    entries = [
        Entry(class_words(name), name, style=GREEN if name == own and view.phase == "class" else GREY)
        for name in CLASSES
        if name != taken
    ]
    if taken is not None:
        text = N_("{name} keeps {monsters}. **Choose another class.**")
        start = _(text, name=escape(table.names[1 - view.viewer]), monsters=class_words(taken))
    elif own is not None:
        start = _("You chose **{monsters}**.", monsters=class_words(own)) + _explain_change(table)
    else:
        start = _("**Choose your monsters**, or be dealt some by *Surprise me*. It's secret until both have chosen.")
    closer = button(_("Look closer"), open_id(table, "monsters"))
    rows = (*rows_of_buttons([_surprise_button(table), closer]), *menu(table, _("Class"), entries, "class"))
    return Page(start, rows, _offer(table))


def _surprise_button(table: TableView) -> Button:
    return button(_(texts.BUTTON_SURPRISE), page_id(table, "surprised"), BLUE)


def surprise(view: View, rng: Random) -> str | None:
    """Return the next action of a seat that leaves its class and its force to chance; None after the set-up.

    It draws a class, and takes the ready-made force that has some of everything.
    """
    match view.phase:
        case "class":
            return f"class {rng.choice([*CLASSES])}"
        case "other class":
            taken = view.seats[1 - view.viewer].class_name
            return f"class {rng.choice([name for name in CLASSES if name != taken])}"
        case "force":
            ready = forces.ready_made_forces(own_seat(view).class_name or "", view.points)
            return f"force {_write_force(ready.get(MIXED) or next(iter(ready.values())))}"
        case _:
            return None


def advise(view: View) -> str | None:
    """Return the class or ready-made force that strong computer players choose most often; None after the set-up."""
    match view.phase:
        case "class" | "other class":
            taken = view.seats[1 - view.viewer].class_name if view.phase == "other class" else None
            names = [name for name in CLASSES if name != taken]
            return f"class {max(names, key=lambda name: drafting.find_draft(name).weight)}"
        case "force":
            name = own_seat(view).class_name or ""
            ready = forces.ready_made_forces(name, view.points)
            return f"force {_write_force(ready[max(ready, key=lambda kind: drafting.weigh_force(name, kind))])}"
        case _:
            return None


def _explain_change(table: TableView) -> str:
    """Say until when a choice can be changed, after a space; empty against a computer player, which chooses at once."""
    waiting = [escape(seat.name) for seat in table.awaited_seats()]
    return " " + _("You can change it until {names} has chosen.", names=list_and(waiting)) if waiting else ""


def _offer(table: TableView) -> Callable[[str], Picture]:
    """Return a function that draws the viewer's choices in this step of set-up: classes, forces or the reserve."""
    return lambda theme: PAINTER.hand(table.view, table.names, theme)


# Forces


def _limits(view: View) -> str:
    """Format the limits of a force in one line: its points, and the copies of one monster."""
    unique = [full_name(each.id) for each in CLASSES[own_seat(view).class_name or ""] if each.unique]
    points = format_number(view.points)
    if not unique:
        return _("At most {points} points, and {number} of the same monster.", points=points, number=COPIES)
    return _(
        "At most {points} points, and {number} of the same monster; {monsters} only once.",
        points=points,
        number=COPIES,
        monsters=list_and(unique),
    )


def _forces(table: TableView) -> Page:
    view: View = table.view
    own = own_seat(view)
    ready = forces.ready_made_forces(own.class_name or "", view.points)
    entries = [
        Entry(
            _(FORCE_NAMES[kind]),
            kind,
            f"{format_force_size(force)}: {format_force(force)}",
            GREEN if force == own.force else BLUE,
        )
        for kind, force in ready.items()
    ]
    if own.force is not None:
        text = N_("You play **{monsters}** with {force}.")
        force = format_force_size(own.force)
        start = _(text, monsters=class_words(own.class_name or ""), force=force) + _explain_change(table)
    else:
        text = N_("**Choose your force of {monsters}.** It stays secret until both have chosen.")
        start = _(text, monsters=class_words(own.class_name or ""))
    rows = (
        *menu(table, _("Force"), entries, "ready"),
        *rows_of_buttons([button(_("Build my own"), page_id(table, "build")), _monsters_button(table)]),
    )
    return Page("\n".join([start, _(RANKS)]), rows, _offer(table))  # the picture shows the forces


def _monsters_button(table: TableView) -> ui.Button[ui.LayoutView]:
    return button(_("Monsters"), open_id(table, "monsters"))


def draft(table: TableView) -> Counts:
    """Return the force being built. Without a stored draft, it is the force already chosen, or an empty one."""
    written = table.drafts.get(DRAFT)
    if written is None:
        return own_seat(table.view).force or ()
    parts = (part.partition("*") for part in written.split())
    return tuple((monster, int(number)) for monster, _star, number in parts if monster in MONSTERS)


def _write_force(force: Counts) -> str:
    return " ".join(f"{monster}*{number}" for monster, number in force)


def _store_draft(force: Counts) -> Press:
    return Press((), "build", draft=(DRAFT, _write_force(force)))


def _change_count(force: Counts, monster: str, by: int) -> Counts:
    """Return the force with `by` more copies of a monster; `by` may be negative.

    The number of copies stays between 0 and the monster's limit.
    """
    numbers = dict(force)
    numbers[monster] = min(max(numbers.get(monster, 0) + by, 0), MONSTERS[monster].copies)
    return forces.sort_force(tuple((each, number) for each, number in numbers.items() if number))


def _build(table: TableView) -> Page:
    view: View = table.view
    force = draft(table)
    spent = forces.total(force)
    roster = CLASSES[own_seat(view).class_name or ""]
    start = _(
        "**Your own force: {spent} of {points} points**, {left} left.",
        spent=format_number(spent),
        points=format_number(view.points),
        left=format_number(max(0, view.points - spent)),
    )
    inside = _("It is empty. Add monsters, or start from a ready-made force.")
    if force:
        inside = _("It contains {force}.", force=format_force(force))
    entries = [_monster_entry(monster, dict(force), view.points - spent) for monster in roster]
    return Page("\n".join([start, inside, _limits(view), _(RANKS)]), _build_rows(table, force, entries), _offer(table))


def _monster_entry(monster: Monster, numbers: dict[str, int], left: int) -> Entry:
    there = numbers.get(monster.id, 0)
    fits = there < monster.copies and monster.points <= left
    label = f"{f'{there}×' if there else '+'} {ranked_name(monster.id)} · {monster.points}"
    line = _("{number} of {copies} in the force", number=there, copies=monster.copies)
    return Entry(label, monster.id, line, BLUE if fits else GREY, not fits)


def _build_rows(table: TableView, force: Counts, entries: Sequence[Entry]) -> tuple[Row, ...]:
    rows = [*menu(table, _("Add a monster"), entries, "add")]
    if force:
        options = [
            discord.SelectOption(
                label=f"{number}× {monster_title(monster)}",
                value=monster,
                description=_("{points} each", points=format_points(MONSTERS[monster].points)),
            )
            for monster, number in force[: 2 * MOST_BUTTONS]
        ]
        rows.append(
            ui.ActionRow(
                ui.Select(custom_id=str(page_id(table, "remove")), placeholder=_("Remove a monster"), options=options)
            )
        )
        points = format_number(forces.total(force))
        use = button(_("Use this force · {points} points", points=points), page_id(table, "built"), GREEN)
        starts = [use, button(_("Clear"), page_id(table, "clear"))]
    else:
        ready = forces.ready_made_forces(own_seat(table.view).class_name or "", table.view.points)
        kind = MIXED if MIXED in ready else next(iter(ready))
        starts = [button(_("Start from {force}", force=_(FORCE_NAMES[kind])), page_id(table, "from", kind))]
    back = [button(_("Ready-made forces"), page_id(table, "move")), _monsters_button(table)]
    return (*rows, *rows_of_buttons([*starts, *back]))


def _both_chosen_page(table: TableView) -> Page:
    """Build the page for a player who made the last missing choice, so that the game has already gone on."""
    waiting = [escape(name) for name in table.waiting_names()]
    if table.must_act:
        who = _("It's your turn: press the button on the new card.")
    elif waiting:
        who = _("Waiting for {names}.", names=list_and(waiting))
    else:
        who = _("The newest card shows whose turn it is.")
    return Page(_("Both of you have chosen, so the game continues.") + " " + who, (), _offer(table))
