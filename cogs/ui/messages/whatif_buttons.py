"""The buttons that begin a *What if*."""

from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.layouts import Button, button
from cogs.ui.kit.lesson_ids import LEARN

BUTTON = "What if"
BUTTON_HERE = "What if from here"

AT_TABLE, AT_RECORD, AT_LESSON = "whatif", "whatif_record", "whatif_lesson"


def table_button(table_id: str, turn: int | None = None) -> Button:
    """*What if* on the card of a game that is over, or from one of its turns."""
    details = () if turn is None else (str(turn),)
    label = BUTTON if turn is None else BUTTON_HERE
    return button(label, CustomId(table_id, None, AT_TABLE, details))


def record_button(owner: str, import_id: str, turn: int) -> Button:
    """*What if* from a turn of a record; `owner` stands in the place of the table's id."""
    return button(BUTTON_HERE, CustomId(owner, None, AT_RECORD, (import_id, str(turn))))


def whatif_button(game: str, lesson: str, page: int) -> Button:
    """*What if* from a page of a lesson, counted from 0."""
    return button(BUTTON, CustomId(LEARN, None, AT_LESSON, (game, lesson, str(page))))
