"""The message that shows a finished game to the channel: who won, the result, and the whole game as an animation."""

from discord import ui

from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.interface import interface
from cogs.ui.kit.layouts import button, layout, picture, rows_of_buttons
from cogs.ui.kit.titles import title_of
from cogs.ui.messages.cards import PICTURE, hints_line, verdict
from cogs.ui.texts import texts
from tables.viewer import TableView

REPLAY = "replay.gif"


def shared_step(table: TableView) -> int:
    """The step by which the message is recognised: one more than the end's, so that it isn't taken for the card."""
    return table.row.step + 1


def share_view(table: TableView, result: str, replay: str) -> ui.LayoutView:
    """The message; `result` and `replay` are the alt texts of its pictures."""
    steps = button(texts.BUTTON_STEPS, CustomId(table.row.id, str(shared_step(table)), "past"))
    return layout(
        ui.TextDisplay("\n".join(filter(None, (f"### {title_of(table)}", verdict(table), hints_line(table))))),
        picture(PICTURE, result),
        picture(REPLAY, replay),
        *rows_of_buttons([steps]),
        colour=interface(table.row.game).colour,
    )
