"""A table's settings: what a host may set apart from the game's options."""

import msgspec

DEFAULT_THEME = "dark"


class Place(msgspec.Struct, frozen=True):
    """A seat of a rematch: who had it, None for a computer player, and what they chose in the lobby."""

    user: int | None
    name: str
    choices: str = "{}"


class TableSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table's settings; `clock` is the seconds for each turn (None: no limit).

    `own` are settings of one game only, by name, that don't change its rules. `number` counts the tables of a server.
    `invited` are the users whom the lobby names; `host_called` once the host was pinged because every seat is taken.
    `rematch` are the seats of a rematch in their order; its invited are those who have not declined.
    """

    seats: int
    clock: int | None = None
    computer: str = "greedy"
    theme: str = DEFAULT_THEME
    own: dict[str, str] = {}
    start_when_full: bool = False
    """Whether the game starts when the last seat is taken; not at tables opened before there was this setting."""
    number: int | None = None
    invited: tuple[int, ...] = ()
    host_called: bool = False
    rematch: tuple[Place, ...] = ()
