"""Custom ids that open a lesson: `learn::lesson:<game>:<lesson>:<page>`, which work for months."""

from cogs.ui.kit.custom_ids import CustomId

LEARN = "learn"
"""What stands in the place of the table's id: a lesson belongs to no table."""
LESSON = "lesson"
"""The action that opens a page of a lesson privately."""


def lesson_id(game: str, lesson: str, page: int = 0) -> CustomId:
    """The custom id that opens a page of a lesson, counted from 0."""
    return CustomId(LEARN, None, LESSON, (game, lesson, str(page)))
