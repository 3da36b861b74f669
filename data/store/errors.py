"""What can go wrong in the store:

StoreError
├── StoreUnavailable    the database cannot be used; the text is one line for people
├── StaleStep           the table has moved on
└── Conflict            the row is there already
"""


# The names say what has happened; the base says that they are errors.
class StoreError(Exception):
    """Base of the store's errors."""


class StoreUnavailable(StoreError):  # noqa: N818
    """The database cannot be opened, reached, or written; the text says why in one line."""


class StaleStep(StoreError):  # noqa: N818
    """The table is not at the expected step (or does not exist); nothing was changed."""


class Conflict(StoreError):  # noqa: N818
    """A row with this key exists, or one it refers to does not; the transaction is over and will be rolled back."""
