"""*Why?*: the button from a refusal to the page of the rule behind it."""

from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.guide import NO_TABLE
from cogs.ui.kit.layouts import Button, Row, button, rows_of_buttons
from engine.core import EngineError
from engine.rule_book import game_of
from tables.committing.changes import committed

RULE = "rule"
"""The action of the buttons that open the page of a rule."""


def rule_id(number: str, *more: str) -> CustomId:
    """The custom id that opens the page of a rule."""
    return CustomId(NO_TABLE, None, RULE, (number, *more))


def why_button(number: str) -> Button:
    """*Why?*, to the page of a rule."""
    return button("Why?", rule_id(number, "why"))


def why_rows(error: BaseException) -> tuple[Row, ...]:
    """*Why?* below the text of a refusal that names a rule; nothing below any other."""
    number = error.rule if isinstance(error, EngineError) else ""
    # What is committed was not refused.
    if not number or committed.get() or game_of(number) is None:
        return ()
    return rows_of_buttons([why_button(number)])
