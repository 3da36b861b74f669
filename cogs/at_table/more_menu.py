"""The pages of the *More* menu: the front page with buttons in two groups, and the subpage *This table*.

No page has more than eight buttons. A game against computer players alone has no pauses, seat offers, moderation and
fairness, because nobody else is concerned. So it has no subpage either.
"""

from typing import Any

from discord import ui

from cogs.at_table.note_form import note_button
from cogs.at_table.seats import replace_buttons
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.interface import interface
from cogs.ui.kit.layouts import RED, Button, button, rows_of_buttons
from cogs.ui.messages.call_messages import BUTTON_PINGS, PINGS
from cogs.ui.messages.shared_buttons import (
    BUTTON_CHECK,
    BUTTON_FAIRNESS,
    BUTTON_WHATIF,
    CHECK,
    FAIRNESS,
    TIME,
    menu_button,
    review_buttons,
    take_back_button,
    whatif_table_button,
)
from cogs.ui.texts import texts
from language.messages import N_, _
from tables.viewer import TableView

VIEWS, THIS_TABLE = "views", "this_table"
"""The actions of the subpages. VIEWS was one of earlier versions; its buttons open the front page."""
MOST_BUTTONS = 8
BUTTON_LEGEND, BUTTON_THIS_TABLE = N_("Legend"), N_("This table")
BUTTON_NO_RESULT = N_("End without a result")

Items = tuple[ui.Item[Any], ...]


def build_front_page(table: TableView, *, may_take_back: bool, has_guide: bool) -> Items:
    """Build the front page: for each group a heading, and below it the rows of its buttons.

    *Take back* is there only if the user may take back a move. `has_guide` is whether *How to play* is there
    during the game.
    """
    if table.row.phase == "playing":
        looks, others = _view_buttons(table, has_guide=has_guide), _table_buttons(table, may_take_back)
    else:
        looks, others = _view_buttons(table), _end_buttons(table)
        if len(looks) + len(others) < MOST_BUTTONS:
            looks.append(_action_button(table, _(BUTTON_LEGEND), "legend"))
    groups = {_("-# Look"): looks, _format_heading(table): others}
    items: list[ui.Item[Any]] = []
    for heading, buttons in groups.items():
        if buttons:
            items += [ui.TextDisplay(heading), *rows_of_buttons(buttons)]
    return tuple(items)


def _format_heading(table: TableView) -> str:
    if table.row.phase == "playing":
        return _("-# The table")
    if table.row.phase != "finished":
        return _("-# The game")
    return _(
        "-# The game: *{whatif}* tries out other moves, *{record}* is the game as a file.",
        whatif=_(BUTTON_WHATIF),
        record=_("Record"),
    )


def build_this_table_page(table: TableView, user_id: int, moderating: list[Button]) -> Items:
    """Build the subpage *This table* of a game in progress, with what is seldom needed.

    `moderating` holds the moderators' buttons.
    """
    buttons = [_action_button(table, _(BUTTON_PINGS), PINGS), _action_button(table, _(BUTTON_FAIRNESS), FAIRNESS)]
    buttons.append(note_button(table))
    buttons += replace_buttons(table, user_id)
    buttons += moderating
    if table.may_resign():
        buttons.append(_action_button(table, _("Resign"), "resign"))
    if table.row.host == user_id:
        buttons.append(_action_button(table, _(texts.BUTTON_CANCEL), "cancel"))
    return rows_of_buttons([*buttons, menu_button(table.row.id)])


def no_result_buttons(table: TableView, user_id: int) -> list[Button]:
    """Build the button beside *Resign* with which the host of a game against computers alone ends it uncounted."""
    if not table.is_solo or table.row.host != user_id:
        return []
    return [button(_(BUTTON_NO_RESULT), CustomId(table.row.id, None, "cancel"), RED)]


def _view_buttons(table: TableView, *, has_guide: bool = False) -> list[Button]:
    """Return the buttons that show something: first the legend, or after the end the pages the card had during it."""
    if table.row.phase == "playing":
        first = [_action_button(table, _(BUTTON_LEGEND), "legend")]
        if has_guide:
            first.append(_action_button(table, _(texts.BUTTON_HOW_TO_PLAY), "rules"))
    else:
        pages = interface(table.row.game).composing.private_buttons(table)
        first = [_action_button(table, label, page) for label, page in pages]
    return [
        *first,
        _action_button(table, _(texts.BUTTON_ZOOM), "zoom"),
        _action_button(table, _("What happened"), "history"),
        _action_button(table, _(texts.BUTTON_TEXT_BOARD), "text"),
    ]


def _table_buttons(table: TableView, may_take_back: bool) -> list[Button]:
    """Return the buttons about the game in progress: *Take back* if it is possible, *Time*, and *This table*.

    A game against computers alone has *Resign* in place of *This table*, and *Pings* for those who watch.
    """
    back = [take_back_button(table.row.id, None)] if may_take_back else []
    # without a time limit, a game against computers alone has nothing to show there
    is_timed = table.settings.clock is not None or not table.is_solo
    time = [_action_button(table, _("Time"), TIME)] if is_timed else []
    if not table.is_solo:
        return [*back, *time, _action_button(table, _(BUTTON_THIS_TABLE), THIS_TABLE)]
    resign = _action_button(table, _("Resign"), "resign") if table.may_resign() else None
    return [*back, *time, resign or _action_button(table, _(BUTTON_PINGS), PINGS)]


def _end_buttons(table: TableView) -> list[Button]:
    """Return the buttons about the ended game: the user's turning points, *What if*, *Check* and *Record*."""
    whatif = [whatif_table_button(table.row.id)] if table.row.phase == "finished" else []
    check = [] if table.is_solo else [_action_button(table, _(BUTTON_CHECK), CHECK)]
    record = button(_("Record"), CustomId(table.row.id, str(table.row.step), "record"))
    return [*review_buttons(table), *whatif, *check, record]


def _action_button(table: TableView, label: str, action: str) -> Button:
    return button(label, CustomId(table.row.id, None, action))
