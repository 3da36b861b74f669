"""The buttons that go through the turns of a game, and through the pages of a list."""

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


def page_buttons(page: CustomId, shown: int, last: int, *, first: int = 0) -> list[ui.Button[ui.LayoutView]]:
    """*Back* and *Next* in a list, for pages numbered from `first` to `last`; none for a single page.

    The number of the page to open is added to the details of `page`.
    """
    if first == last:
        return []
    # Both buttons may name the same page, and Discord wants each custom id once in a message.
    back = button("Back", replace(page, details=(*page.details, str(max(first, shown - 1)), "back")))
    following = button("Next", replace(page, details=(*page.details, str(shown + 1), "next")))
    back.disabled, following.disabled = shown == first, shown == last
    return [back, following]
