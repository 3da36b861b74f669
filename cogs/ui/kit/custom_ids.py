"""Custom ids of buttons, selects and modals: `table:version:action[:detail…]`.

They are resolved from the store, so they work after restarts and for months. The version is the step, or the turn as
`t3` (`tables.open_table.page_version`); a custom id without a version is never stale: `table::hand`.
"""

import re
from dataclasses import dataclass

from tables.viewer import TableView

LIMIT = 100
_VERSION = re.compile(r"t?[0-9]{1,9}", re.ASCII)


@dataclass(frozen=True, slots=True)
class CustomId:
    """A parsed custom id: the table, the version of its page (None: never stale), the action and its details.

    As a string it has at most 100 characters, else ValueError; longer details belong in a stored draft.
    """

    table: str
    version: str | None
    action: str
    details: tuple[str, ...] = ()

    def __str__(self) -> str:
        text = ":".join((self.table, self.version or "", self.action, *self.details))
        if len(text) > LIMIT:
            raise ValueError(f"a custom id of {len(text)} characters: {text[:40]}…")
        return text

    def detail(self, place: int) -> str:
        """One of the details, empty where there is none."""
        return self.details[place] if len(self.details) > place else ""

    def number(self, place: int) -> int | None:
        """A detail as a whole number below 100,000, such as a turn or a page; None where it is none."""
        text = self.detail(place)
        return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None

    @property
    def step(self) -> int | None:
        """The step, if the version is a step and not a turn."""
        return int(self.version) if self.version is not None and self.version.isdigit() else None


def parse(text: str) -> CustomId | None:
    """The parsed custom id, or None for a text in another format."""
    table, *rest = text.split(":")
    if not table or len(rest) < 2 or not rest[1]:
        return None
    version, action, *details = rest
    if version and not _VERSION.fullmatch(version):
        return None
    return CustomId(table, version or None, action, tuple(details))


def page_id(table: TableView, action: str, *details: str) -> CustomId:
    """The custom id of a component that is stale once the table's version has changed."""
    return CustomId(table.row.id, table.version, action, details)


def open_id(table: TableView, action: str, *details: str) -> CustomId:
    """The custom id of a component that is never stale."""
    return CustomId(table.row.id, None, action, details)
