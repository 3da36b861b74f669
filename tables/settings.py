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
    `rematch` are the seats of a rematch in their order; its invited are those who have not declined. `weekend_zone` is
    the time zone by which no clock runs at weekends, None where they count.
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
    open_seats: bool = True
    """Whether anybody may take a free seat, or only whoever is invited."""
    declined: tuple[int, ...] = ()
    """Who was invited and said no."""
    freed: tuple[int, ...] = ()
    """Whose seats the host has freed before the start."""
    all_invite: bool = False
    """Whether everybody who is seated may invite, or the host alone."""
    random_order: bool = False
    """Whether the order of the seats is drawn at the start."""
    bank: int = 0
    """The seconds in each seat's bank, on top of the clock."""
    regained: int = 0
    """The seconds that a bank regains for each move made in time."""
    on_expiry: str = "default"
    """What happens when somebody misses deadlines in a row (`tables/timing/clock_settings`).

    Here it is what tables have that were opened before there was this setting.
    """
    weekend_zone: str | None = None
    rated: bool = False
    """Whether its result counts for ratings, if people alone play."""
    season: str | None = None
    season_label: str = ""
    league_name: str = ""
    """The season that has dealt it, with the short name of the season and that of its league."""
