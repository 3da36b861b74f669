"""The buttons that go through a game turn by turn."""

from dataclasses import replace

from discord import ui

from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.layouts import button

BUTTON_FIRST = "First"


def turn_buttons(page: CustomId, shown: int, last: int) -> list[ui.Button[ui.LayoutView]]:
    """To the first turn, the ones before and after the one shown, and the last; `page` opens a turn, told by a detail.

    Those that lead nowhere can't be pressed.
    """
    wanted = {
        BUTTON_FIRST: 0,
        "Back": shown - 1,
        "Forward": shown + 1,
        "Newest": last,
    }
    found: list[ui.Button[ui.LayoutView]] = []
    for label, turn in wanted.items():
        # Several may lead to the same turn, and Discord wants each custom id once in a message.
        made = button(label, replace(page, details=(*page.details, str(max(0, turn)), label)))
        made.disabled = turn == shown or not 0 <= turn <= last
        found.append(made)
    return found
