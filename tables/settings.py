"""A table's settings: what a host may set apart from the game's options."""

import msgspec

DEFAULT_THEME = "dark"


class TableSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table's settings; `clock` is the seconds for each turn (None: no limit).

    `own` are settings of one game only, by name, that don't change its rules.
    """

    seats: int
    clock: int | None = None
    computer: str = "greedy"
    theme: str = DEFAULT_THEME
    own: dict[str, str] = {}
