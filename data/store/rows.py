"""Row types of the store: immutable, with times in milliseconds UTC and JSON as text."""

from typing import ClassVar, Literal, TypedDict

import msgspec

Phase = Literal["lobby", "playing", "finished", "cancelled"]

Scope = Literal["host", "channel", "server"]
"""Scope of a limit on open tables."""

OPEN_PHASES: tuple[Phase, ...] = ("lobby", "playing")


class Row(msgspec.Struct, frozen=True):
    """A row of the database; its `repr` omits secret columns, which must not reach a log."""

    HIDDEN: ClassVar[frozenset[str]] = frozenset()

    def __repr__(self) -> str:
        shown = (f"{name}={getattr(self, name)!r}" for name in self.__struct_fields__ if name not in self.HIDDEN)
        return f"{type(self).__name__}({', '.join(shown)})"


class TableRow(Row, frozen=True, kw_only=True):
    """A game table: `options` configure the game, and `settings` the table, for instance its clock (both JSON).

    - `turn`: number of the current turn; 0 in tables last changed before turns were counted
    - `draw`: version of the protocol of sealed random draws; 1 for tables from before version 2
    - `rematch_of`: the id of the table whose rematch this table is
    - `takeback`: the request to take back a move (JSON)
    - `moderation`: the moderators' decisions about the table (JSON)
    - `pause`: the pauses of the game (JSON)
    - `idle`: the inactivity questions and answers (JSON)
    """

    HIDDEN = frozenset({"server_seed"})

    id: str
    game: str
    rules_version: int
    phase: Phase
    host: int
    guild_id: int | None
    channel_id: int
    step: int
    turn: int = 0
    options: str
    settings: str
    server_seed: bytes
    commitment: str
    salts: str | None = None
    draw: int = 2
    created: int
    updated: int
    ended: int | None = None
    rematch_of: str | None = None
    takeback: str | None = None
    moderation: str | None = None
    pause: str | None = None
    idle: str | None = None


class TableChanges(TypedDict, total=False):
    """Columns of a table that may change."""

    phase: Phase
    host: int
    channel_id: int
    step: int
    turn: int
    options: str
    settings: str
    salts: str | None
    draw: int
    ended: int | None
    takeback: str | None
    moderation: str | None
    pause: str | None
    idle: str | None


class SeatRow(Row, frozen=True, kw_only=True):
    """A seat at a table, taken by a user or by the computer player named `player`.

    If both `user_id` and `player` are set, the computer player stands in for the user.

    - `place`: 1 for the best, None before the end of the game
    - `won`: 1 if the seat has won
    - `score`: the points of a solo game
    - `missed`: number of consecutive deadlines missed by the user
    - `offers`: number of times that the seat was offered
    - `offered_to`, `offered_by`: user ids, set while an offer is open
    - `by_moderator`: 1 if the open offer was made by a moderator
    - `bank`: milliseconds left in the time bank, None without one
    - `due`, `remind`: the deadline of the current turn, and the time of the reminder
    - `since`: the time when the clock was started for the current turn
    - `time_left`: milliseconds that the clock had at that time
    - `hints`: number of hints taken, which are those that the user then played
    - `hint`: the newest hint with its position (`tables.hints`)
    """

    HIDDEN = frozenset({"hint"})

    seat: int
    user_id: int | None
    player: str | None = None
    name: str
    salt: str = ""
    choices: str = "{}"
    state: str = "active"
    place: int | None = None
    won: int = 0
    score: int | None = None
    missed: int = 0
    offers: int = 0
    offered_to: int | None = None
    offered_by: int | None = None
    by_moderator: int = 0
    bank: int | None = None
    due: int | None = None
    remind: int | None = None
    since: int | None = None
    time_left: int | None = None
    hints: int = 0
    hint: str | None = None


class HandoverRow(Row, frozen=True):
    """A previous holder of a seat, who had it until entry `n`, when the table was at step `step`.

    Rows with a `kind` other than `taken` record other events of the seat.
    """

    n: int
    step: int
    seat: int
    user_id: int | None
    name: str
    kind: str = "taken"


class ResultRow(Row, frozen=True):
    """The result of a seat in a finished game; `user_id` and `player` are both None for a forgotten user."""

    table_id: str
    game: str
    ended: int
    seat: int
    user_id: int | None
    name: str
    place: int | None
    won: int
    score: int | None = None
    player: str | None = None


class HighScoreRow(Row, frozen=True):
    """A user's best score in a solo game."""

    game: str
    user_id: int
    name: str
    score: int


class EntryRow(Row, frozen=True):
    """A logged action; `n` counts from 1 within its table.

    - `events`: its public events (JSON), None in entries made before events were stored
    - `time_left`: milliseconds until the turn's deadline when it was logged, None without a deadline
    - `bank`: milliseconds in the acting seat's bank before the action
    - `page`: version of the page on which a person made the move, None for other entries
    """

    # A pending choice is secret. So is the digest, an unsalted hash of the state.
    HIDDEN = frozenset({"action", "digest", "events"})

    n: int
    actor: str
    action: str
    digest: str
    events: str | None
    created: int
    time_left: int | None = None
    bank: int | None = None
    page: str | None = None


class SnapshotRow(Row, frozen=True):
    """The cached state after entry `n`; the entries are the source of truth. Its format is opaque to the store."""

    HIDDEN = frozenset({"state"})

    n: int
    step: int
    state: bytes


class DraftRow(Row, frozen=True):
    """A seat's unfinished move, with the turn in which it was begun."""

    # Only the player of the seat may see it.
    HIDDEN = frozenset({"content"})

    name: str
    turn: int
    content: str
    updated: int


class PlanRow(Row, frozen=True):
    """A seat's planned move, with the condition under which it is made (JSON).

    - `user_id`: the user who planned it, for whom alone it may be made
    - `dropped`: None for a plan that is kept; else it will not be made, and this is the reason that its user has not
      read yet, "" once they have
    """

    # Only the user who planned the move may see it.
    HIDDEN = frozenset({"action", "condition", "dropped"})

    seat: int
    user_id: int
    action: str
    condition: str
    dropped: str | None = None


class MessageRow(Row, frozen=True):
    """A message (or, with kind `thread`, a thread) that shows a table's entries up to `n`."""

    id: int
    table_id: str
    kind: str
    channel_id: int
    message_id: int
    n: int
    step: int
    created: int


class OutboxRow(Row, frozen=True):
    """A message to deliver to Discord: pending while `done` is None, and failed if `error` is set when it is done."""

    HIDDEN = frozenset({"payload", "token"})

    id: int
    table_id: str | None
    kind: str
    step: int
    payload: str
    token: str | None
    expires: int | None
    created: int
    due: int
    attempted: int | None
    attempts: int
    done: int | None
    error: str | None
    process: str | None = None


class ProcessRow(Row, frozen=True):
    """A process that works on the database.

    - `build`: its version
    - `application`: the Discord application of its token
    - `alive`: time of its last heartbeat
    - `ahead`: milliseconds by which the database's clock is ahead of its machine's
    - `shards`: the gateway shards that it holds (`data.store.processes.holding`)
    - `leaving`: whether it is handing its shards over to the others
    """

    id: str
    build: str
    host: str
    application: int
    started: int
    alive: int
    ahead: int
    shards: str
    leaving: bool


class AuditRow(Row, frozen=True, kw_only=True):
    """A moderator's act at a table or on a server, with the affected user and the reason."""

    # It may describe a user's behaviour.
    HIDDEN = frozenset({"reason"})

    id: int = 0
    guild_id: int | None
    table_id: str | None = None
    actor: int
    act: str
    user_id: int | None = None
    reason: str = ""
    created: int = 0


class BlockRow(Row, frozen=True):
    """A user who is blocked from a server's tables."""

    guild_id: int
    user_id: int
    created: int


class PingRow(Row, frozen=True):
    """The last ping of a user about a table in a turn, for a given reason."""

    table_id: str
    turn: int
    user_id: int
    reason: str
    created: int


class FollowRow(Row, frozen=True, kw_only=True):
    """A user without a seat who follows a table.

    `each_turn` is 1 to be notified of every turn, or 0 to be notified only of the end. `step` is the step of the
    table that the private message to the user shows, 0 before there is a message.
    """

    table_id: str
    user_id: int
    each_turn: int = 1
    step: int = 0
    channel_id: int | None = None
    message_id: int | None = None


class TimerRow(Row, frozen=True):
    """A timer that fires when `due` is reached; there is one per table and kind.

    `step` is the table's step for which the timer was set, so that stale timers are recognised; for a deadline it is
    the turn, or 0 for any turn. `attempts` is the number of failed attempts.
    """

    id: int
    table_id: str | None
    kind: str
    step: int
    due: int
    attempts: int = 0
    process: str | None = None
