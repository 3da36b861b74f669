"""The pages of set-up: laying blocks one by one or all at once, and choosing the hexes where pieces start."""

from collections.abc import Sequence

from cogs.hex_battle_wars import phrases
from cogs.hex_battle_wars.choosing import (
    build_confirmation,
    column,
    hex_rows,
    plain,
    preview,
    selected_column,
)
from cogs.hex_battle_wars.pins import (
    BUTTON_OTHER_HEX,
    build_pins_page,
    other_hex_button,
    pin_buttons,
    quick_picks_of,
)
from cogs.ui.kit import emojis
from cogs.ui.kit.custom_ids import page_id
from cogs.ui.kit.interface import Page
from cogs.ui.kit.layouts import BLUE, GREEN, GREY, Button, button, rows_of_buttons
from engine.hex_battle_wars.preview import block_labels, deploy_labels
from engine.hex_battle_wars.view import Piece, View
from language.messages import N_, _, list_and, ngettext
from tables.refusal import BoardMovedOn
from tables.texts import BOARD_MOVED_ON
from tables.viewer import TableView

LEVELS = ("1", "2", "3")
BUTTON_AUTO = N_("Lay the rest for me")
PAGES = frozenset({"enter", "lay", "level", "sight", "starts"})
"""Names of the pages and presses of set-up. The first page is not listed; it is called `move` in every game."""


def page(table: TableView, name: str, details: Sequence[str], *, confirm: bool) -> Page:
    """Build the page of set-up with this name and these details.

    Raises BoardMovedOn if they don't fit the current position, so that the page is stale.
    """
    view: View = table.view
    chosen, shown = plain(details), selected_column(details)
    match view.phase, name, chosen:
        case "blocks", "move", ():
            return _blocks(table, _lowest(view), shown)
        case "blocks", "level", (level,) if level in LEVELS and block_labels(view, int(level)):
            return _blocks(table, level, shown)
        case "blocks", "lay", (level, label) if f"block {level} {label}" in table.legal:
            return _lay(table, level, label, confirm=confirm)
        case "deploy", "move" | "starts", ():
            return _starts(table)
        case "deploy", "enter", (label,) if f"deploy {label}" in table.legal:
            return _enter(table, label, confirm=confirm)
        case _:
            raise BoardMovedOn(_(BOARD_MOVED_ON))


# Blocks


def _lowest(view: View) -> str:
    """Return the lowest level, as text, for which the viewer still has a block that can be laid."""
    return next(level for level in LEVELS if block_labels(view, int(level)))


def _blocks(table: TableView, level: str, shown: str | None) -> Page:
    view: View = table.view
    labels = block_labels(view, int(level))
    left = [
        _("{number} of level {level}", number=number, level=each)
        for each, number in zip(LEVELS, view.box, strict=True)
        if number
    ]
    buttons = [_level_button(table, each, number, level) for each, number in zip(LEVELS, view.box, strict=True)]
    buttons.append(button(_(BUTTON_AUTO), page_id(table, "do", "auto"), GREEN))
    lines = [
        _(
            "**Lay your blocks.** You have {blocks}. *{button}* lays all of them for you.",
            blocks=list_and(left),
            button=_(BUTTON_AUTO),
        ),
        f"{_count_places(level, len(labels))} {_(_STEPS[level])}",
    ]
    return Page(
        "\n".join(lines),
        (
            *rows_of_buttons(buttons),
            *hex_rows(table, labels, "level", "lay", (level,), shown or column(labels[len(labels) // 2])),
        ),
        preview(table, f"block {level}", shown),
    )


def _count_places(level: str, hexes: int) -> str:
    return ngettext(
        "A block of level {level} can go on {number} hex.",
        "A block of level {level} can go on {number} hexes.",
        hexes,
        level=level,
    )


_STEPS = {
    "1": N_("Characters climb one level at a time."),
    "2": N_("It needs a block beside it to climb from."),
    "3": N_("It needs a block of level 2 or more beside it to climb from."),
}


def _level_button(table: TableView, level: str, number: int, chosen: str) -> Button:
    style = BLUE if level == chosen else GREY
    level_sign = emojis.emoji(phrases.level_name(int(level)))
    label = ngettext("Level {level} · {number} left", "Level {level} · {number} left", number, level=level)
    made = button(label, page_id(table, "level", level), style, level_sign)
    made.disabled = not block_labels(table.view, int(level))
    return made


def _lay(table: TableView, level: str, label: str, *, confirm: bool) -> Page:
    action = f"block {level} {label}"
    back = [button(_(BUTTON_OTHER_HEX), page_id(table, "level", level))]
    text = _("**Lay a block of {level} on {hex}?**", level=phrases.format_level(int(level)), hex=label)
    return build_confirmation(table, text, action, back, preview(table, action), confirm=confirm)


# Deployment


def _starts(table: TableView) -> Page:
    """Build the page for choosing where the next piece starts: a button for each quick pick, and a form.

    A single hex is not asked for.
    """
    view: View = table.view
    labels = deploy_labels(view)
    if len(labels) == 1:
        return _enter(table, labels[0], confirm=True)
    own = view.seats[view.viewer].pieces
    asked = _("**Where do you start?**")
    if len(own) > 1:
        piece = sum(piece.label is not None for piece in own) + 1
        asked = _("**Where does your piece {piece} start?**", piece=piece)
    picks = quick_picks_of(table)
    text = f"{asked} {_describe_rolled(own)}"
    buttons = [*pin_buttons(table, picks, "enter"), *other_hex_button(table, picks, "start")]
    return build_pins_page(table, text, picks, buttons)


def _describe_rolled(own: Sequence[Piece]) -> str:
    """Describe the scores of the player's pieces, which are new in each game."""
    if len(own) > 1:
        return _("Your characters are rolled afresh each game.")
    return _(
        "Rolled for this game: armour {armour}, invisibility {invisibility}.",
        armour=own[0].armour,
        invisibility=own[0].invisibility,
    )


def _enter(table: TableView, label: str, *, confirm: bool) -> Page:
    action = f"deploy {label}"
    others = [button(_("What do I see?"), page_id(table, "sight", label))]
    if len(deploy_labels(table.view)) == 1:
        text = _("**Only {hex} is possible. Start there?**", hex=label)
    else:
        text = _("**Start on {hex}?**", hex=label)
        others.append(button(_(BUTTON_OTHER_HEX), page_id(table, "starts")))
    return build_confirmation(table, text, action, others, preview(table, action), confirm=confirm)
