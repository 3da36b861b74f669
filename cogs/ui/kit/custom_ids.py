"""Custom ids of buttons, selects and modals: `table:version:action[:detail…]`.

All state is in the store, so they keep working after restarts and for months. The version is the step, or the turn as
`t3` (`tables.open_table.page_version`). A custom id without a version is never stale: `table::hand`.
"""

import re
from dataclasses import dataclass

from tables.viewer import TableView

LIMIT = 100
MOST_ID = (1 << 63) - 1
"""The largest id that Discord can create and the store can hold."""
_VERSION = re.compile(r"t?[0-9]{1,9}", re.ASCII)

LEARN = "learn"
"""The placeholder for the table id in the custom ids of lessons, which belong to no table."""
LESSON = "lesson"
"""The action that opens a page of a lesson privately."""


@dataclass(frozen=True, slots=True)
class CustomId:
    """A parsed custom id: the table, the version of its page (None: never stale), the action and its details.

    Converting it to a string raises ValueError above 100 characters. Longer details belong in a stored draft.
    """

    table: str
    version: str | None
    action: str
    details: tuple[str, ...] = ()

    def __str__(self) -> str:
        text = ":".join((self.table, self.version or "", self.action, *self.details))
        if len(text) > LIMIT:
            raise ValueError(f"custom id has {len(text)} characters: {text[:40]}…")
        return text

    def detail(self, place: int) -> str:
        """Return the detail at the index `place`, or an empty string if there is none."""
        return self.details[place] if len(self.details) > place else ""

    def number(self, place: int, most: int = 99_999) -> int | None:
        """Return the detail at the index `place` as a number from 0 to `most`, or None if it is anything else."""
        return read_number(self.detail(place), most)

    @property
    def step(self) -> int | None:
        """The table's step in the custom id, or None if there is no version or the version is a turn."""
        return int(self.version) if self.version is not None and self.version.isdigit() else None


def read_number(text: str, most: int) -> int | None:
    """Parse a number from 0 to `most`, written in decimal digits; return None for any other text.

    Text that is longer than `most` is not converted at all.
    """
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(most))):
        return None
    number = int(text)
    return number if number <= most else None


def parse(text: str) -> CustomId | None:
    """Parse a custom id; return None for text in another format."""
    table, *rest = text.split(":")
    if not table or len(rest) < 2 or not rest[1]:
        return None
    version, action, *details = rest
    if version and not _VERSION.fullmatch(version):
        return None
    return CustomId(table, version or None, action, tuple(details))


def page_id(table: TableView, action: str, *details: str) -> CustomId:
    """Return the custom id of a button or select that becomes stale when the table's version changes."""
    return CustomId(table.row.id, table.version, action, details)


def open_id(table: TableView, action: str, *details: str) -> CustomId:
    """Return the custom id of a button or select that never becomes stale."""
    return CustomId(table.row.id, None, action, details)


def lesson_id(game: str, lesson: str, page: int = 0) -> CustomId:
    """Return the custom id that opens a page of a lesson; pages are counted from 0."""
    return CustomId(LEARN, None, LESSON, (game, lesson, str(page)))
