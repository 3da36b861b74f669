"""A table's settings: all that the host can choose, except the options of the game itself."""

import msgspec

from language.catalogues import ENGLISH

DEFAULT_THEME = "dark"


class RematchPlace(msgspec.Struct, frozen=True):
    """A place of a rematch: its user (None for a computer player), their name, and their last seat choices."""

    user: int | None
    name: str
    choices: str = "{}"


class TableSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table's settings. `clock` is the time limit for each turn in seconds (None: no limit).

    `own` are settings of one game only, by name, that don't change its rules. `number` is the table's number on its
    server. `invited` are the users invited to the lobby. `host_called`: the host was pinged because every seat is
    taken. `rematch` are the places of a rematch in their order; the users of these who have not declined are also in
    `invited`. At weekends in the time zone `weekend_zone` no clock runs; if it is None, clocks also run at weekends.
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
    rematch: tuple[RematchPlace, ...] = ()
    open_seats: bool = True
    """Whether anybody may take a free seat. If not, only invited users may."""
    declined: tuple[int, ...] = ()
    """The invited users who have declined."""
    freed: tuple[int, ...] = ()
    """The users whose seats the host has freed before the start."""
    all_invite: bool = False
    """Whether all seated users may invite others. If not, only the host may."""
    random_order: bool = False
    """Whether the order of the seats is drawn at random when the game starts."""
    bank: int = 0
    """The size of each seat's bank in seconds: time in addition to the limit per turn, for the whole game."""
    regained: int = 0
    """The seconds that a bank regains for each move made in time."""
    on_expiry: str = "default"
    """The consequence of deadlines missed in a row, by name (`tables.timing.clock_settings.EXPIRIES`).

    The default value here applies to tables that are older than this setting.
    """
    weekend_zone: str | None = None
    rated: bool = False
    """Whether the table's result counts for ratings, provided that only people play."""
    season: str | None = None
    season_label: str = ""
    league_name: str = ""
    """`season` is the id of the season that dealt the table, None for other tables. `season_label` and `league_name`
    are the short names of the season and its league."""
    language: str = ENGLISH
    """The language of what everybody at the table sees. It is English for tables older than this setting."""
