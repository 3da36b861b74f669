"""The one line about fair draws on finished cards, with a button to what stands behind it."""

from typing import Any

from discord import ui

from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.layouts import button
from cogs.ui.texts import games_texts
from data.store import TableRow

DRAWS_WERE_SEALED = "-# Check that nobody influenced the random draws."
"""One line of a message, with a button beside it."""

FAIRNESS, CHECK = "fairness", "check"


def fairness_line(row: TableRow) -> ui.Item[Any]:
    """The line of a game that is over, whose button checks it."""
    check = button(games_texts.BUTTON_CHECK, CustomId(row.id, None, CHECK))
    return ui.Section(ui.TextDisplay(DRAWS_WERE_SEALED), accessory=check)
