"""Errors of the store:

StoreError
├── StoreUnavailable    the database cannot be used; the text is one line for people
│   ├── StoreInUse      because another program uses it
│   └── StoreGone       because its files were removed or replaced
├── ClaimLost           a claim went to another process while work under it was under way
├── StaleStep           the table is at another step (compare-and-set)
├── Conflict            the row exists already
└── TooManyTables       a host, channel or server has as many open tables as it may have
"""

from data.store.rows import Scope


# The subclasses are named by what happened, without the suffix Error.
class StoreError(Exception):
    """Base of the store's errors."""


class StoreUnavailable(StoreError):  # noqa: N818
    """The database cannot be opened, reached, or written; the text says why in one line."""


class StoreInUse(StoreUnavailable):
    """Another program has opened the database as exclusive."""


class StoreGone(StoreUnavailable):
    """A file of the database was removed or replaced while it was in use; nothing that is committed would last."""


class ClaimLost(StoreError):  # noqa: N818
    """The claim under which work was done went to another process, and the work was stopped."""


class StaleStep(StoreError):  # noqa: N818
    """The table is not at the expected step (or does not exist); nothing was changed."""


class Conflict(StoreError):  # noqa: N818
    """A row with this key exists, or one it refers to does not; the transaction is over and will be rolled back."""


class TooManyTables(StoreError):  # noqa: N818
    """As many tables are open in a scope as its limit allows; nothing was created."""

    def __init__(self, scope: Scope, limit: int) -> None:
        super().__init__(f"The {scope} has {limit} open tables already.")
        self.scope = scope
        self.limit = limit
