"""A table's settings: the host's choices apart from the game's options."""

import msgspec

DEFAULT_THEME = "dark"


class Place(msgspec.Struct, frozen=True):
    """A seat of a rematch: its user (None for a computer player), their name, and their choices in the lobby."""

    user: int | None
    name: str
    choices: str = "{}"


class TableSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table's settings. `clock` is the seconds for each turn (None: no limit).

    `own` are settings of one game only, by name, that don't change its rules. `number` counts the tables of a server.
    `invited` are the users named in the lobby. `host_called`: the host was pinged because every seat is taken.
    `rematch` are the seats of a rematch in their order; its invited users are those who have not declined.
    `weekend_zone` is the time zone of weekends, in which no clock runs; None if clocks run at weekends.
    """

    seats: int
    clock: int | None = None
    computer: str = "greedy"
    theme: str = DEFAULT_THEME
    own: dict[str, str] = {}
    start_when_full: bool = False
    """Whether the game starts when the last seat is taken. False for tables older than this setting."""
    number: int | None = None
    invited: tuple[int, ...] = ()
    host_called: bool = False
    rematch: tuple[Place, ...] = ()
    open_seats: bool = True
    """Whether anybody may take a free seat; otherwise only invited users."""
    declined: tuple[int, ...] = ()
    """The invited users who have declined."""
    freed: tuple[int, ...] = ()
    """The users whose seats the host has freed before the start."""
    all_invite: bool = False
    """Whether all seated users may invite; otherwise only the host."""
    random_order: bool = False
    """Whether the order of the seats is drawn at the start."""
    bank: int = 0
    """The seconds in each seat's bank, on top of the clock."""
    regained: int = 0
    """The seconds that a bank regains for each move made in time."""
    on_expiry: str = "default"
    """The action after deadlines missed in a row (`tables/timing/clock_settings`).

    The default here applies to tables older than this setting.
    """
    weekend_zone: str | None = None
    rated: bool = False
    """Whether its result counts for ratings if only people play."""
    season: str | None = None
    season_label: str = ""
    league_name: str = ""
    """The season that dealt the table, with the short names of the season and its league."""
