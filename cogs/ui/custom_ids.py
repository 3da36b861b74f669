"""Custom ids: `table:version:action[:detail…]`, all that a button, select or modal knows when it comes back.

They are resolved from the store, so they work after restarts and for months. The version is the step, or the turn as
`t3` (`tables.open_table.page_version`); what carries none is never stale: `table::hand`.
"""

import re
from dataclasses import dataclass

LIMIT = 100
_VERSION = re.compile(r"t?[0-9]{1,9}", re.ASCII)


@dataclass(frozen=True, slots=True)
class CustomId:
    """What was pressed: at which table, the version of its page (None: never stale), and the details in order.

    As a string it has at most 100 characters; longer details belong into a stored draft (ValueError).
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

    @property
    def step(self) -> int | None:
        """The step, where the version is one."""
        return int(self.version) if self.version is not None and self.version.isdigit() else None


def parse(text: str) -> CustomId | None:
    """The custom id that a text stands for, or None when it is none of ours."""
    table, *rest = text.split(":")
    if not table or len(rest) < 2 or not rest[1]:
        return None
    version, action, *details = rest
    if version and not _VERSION.fullmatch(version):
        return None
    return CustomId(table, version or None, action, tuple(details))
