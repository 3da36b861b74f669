"""What a hint proposes for a round: all shapes and what else is chosen, as the page shows it when it is pending."""

from collections.abc import Sequence
from typing import Any

from cogs.hive_mind import phrases
from cogs.ui.kit.hint_pages import confirm_rows
from cogs.ui.kit.interface import Page
from engine.hive_mind import preview
from engine.hive_mind.view import View
from render.hive_mind import PAINTER
from tables.viewer import TableView


def page(table: TableView, actions: Sequence[str], after: Any) -> Page | None:
    """The page; None for what is no choice on a hive, such as handing in."""
    view: View = after
    hives = preview.open_hives(table.view)
    if table.view.phase != "round" or not any(action.split(":")[0] in hives for action in actions):
        return None
    lines = [
        f"**{phrases.hive_name(hive)}** · {phrases.pending_words(preview.own_hive(view, hive), ())}" for hive in hives
    ]
    return Page(
        "\n".join(lines),
        confirm_rows(table, actions),
        lambda theme: PAINTER.hand(view, table.names, theme),
    )
