"""Errors of the store.

The hierarchy:

    StoreError
    ├── StoreUnavailable        the database cannot be used; the text is one line for people
    │   ├── StoreInUse          because another program uses it
    │   ├── StoreUnreachable    because its server does not answer
    │   └── StoreGone           because its files were removed or replaced
    ├── ClaimLost               another process took the claim during the work
    ├── StaleStep               the table is at another step (compare-and-set)
    ├── Conflict                the row already exists
    └── TooManyTables           a host, channel or server has reached its limit of open tables
"""

from data.store.rows import Scope


# Subclasses are named after the event, without the suffix Error.
class StoreError(Exception):
    """Base class of the store's errors."""


class StoreUnavailable(StoreError):  # noqa: N818
    """The database cannot be opened, reached or written; the text gives the reason in one line."""


class StoreInUse(StoreUnavailable):
    """Another program has locked the database."""


class StoreUnreachable(StoreUnavailable):
    """The server of the database does not answer, such as while it starts; a later attempt may succeed."""


class StoreGone(StoreUnavailable):
    """A file of the database was removed or replaced while in use; commits would not last."""


class ClaimLost(StoreError):  # noqa: N818
    """A claim was taken by another process, and the work under it was cancelled."""


class StaleStep(StoreError):  # noqa: N818
    """The table is not at the expected step or does not exist; nothing was changed."""


class Conflict(StoreError):  # noqa: N818
    """A row with this key exists, or a referenced row does not; the transaction will be rolled back."""


class TooManyTables(StoreError):  # noqa: N818
    """The host, channel or server has reached its limit of open tables; nothing was created."""

    def __init__(self, scope: Scope, limit: int) -> None:
        super().__init__(f"The {scope} already has {limit} open tables.")
        self.scope = scope
        self.limit = limit
