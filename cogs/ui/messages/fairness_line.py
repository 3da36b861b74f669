"""The one line about fair draws on lobbies and finished cards, with a button to what stands behind it."""

from typing import Any

from discord import ui

from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.layouts import button
from cogs.ui.texts import games_texts
from data.store import OPEN_PHASES, TableRow

FAIRNESS, CHECK = "fairness", "check"


def fairness_line(row: TableRow) -> ui.Item[Any]:
    """The line: before the end its button explains, afterwards it checks."""
    if row.phase in OPEN_PHASES:
        explain = button(games_texts.BUTTON_FAIRNESS, CustomId(row.id, None, FAIRNESS))
        return ui.Section(ui.TextDisplay(games_texts.DRAWS_ARE_SEALED), accessory=explain)
    check = button(games_texts.BUTTON_CHECK, CustomId(row.id, None, CHECK))
    return ui.Section(ui.TextDisplay(games_texts.DRAWS_WERE_SEALED), accessory=check)
