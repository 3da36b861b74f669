"""The row types of the store: immutable, with times in milliseconds UTC and JSON as text."""

from typing import ClassVar, Literal, TypedDict

import msgspec

Phase = Literal["lobby", "playing", "finished", "cancelled"]

Scope = Literal["host", "channel", "server"]
"""What a limit on open tables applies to."""

OPEN_PHASES: tuple[Phase, ...] = ("lobby", "playing")


class Row(msgspec.Struct, frozen=True):
    """A row of the database; its `repr` omits secret columns, which must not reach a log."""

    HIDDEN: ClassVar[frozenset[str]] = frozenset()

    def __repr__(self) -> str:
        shown = (f"{name}={getattr(self, name)!r}" for name in self.__struct_fields__ if name not in self.HIDDEN)
        return f"{type(self).__name__}({', '.join(shown)})"


class TableRow(Row, frozen=True, kw_only=True):
    """One game being played: `options` is the game's configuration, `settings` the table's (clock and the like).

    `turn` is 0 where it was last changed before turns were counted. `draw` is the version of the protocol of sealed
    draws, 1 at tables made before there was a second one. `rematch_of` is the table that this one is the rematch of.
    `takeback` is what a seat has asked to take back, `moderation` what moderators decided about the table, `pause` the
    pauses of the game, and `idle` what was asked at a sleeping table, as JSON.
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
    """The columns of a table that may change."""

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
    """A seat at a table: taken by a user, or by the computer player named `player`.

    `place` counts from 1 at the end of a game, None before; `won` is 1 if the seat has won. `score` are the points
    of a game played alone. `missed` counts the
    deadlines that its person has missed in a row, `offers` how often the seat was offered to somebody; `offered_to`
    and `offered_by` are there while an offer is open, `by_moderator` is 1 if a moderator made it. `bank` are the
    milliseconds left in its bank, None without one; `due` is when what it was asked this turn is due, `remind` when its
    person is reminded. While a computer player stands in for its person, both `user_id` and `player` are there.
    `since` is when its clock began to run, with `time_left` milliseconds. `hints` counts the hints that its person
    took, `hint` is the newest with the position that it is for (`tables.hints`).
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
    """Who had a seat before somebody else took it: until entry `n`, at which the table came to `step`.

    Other kinds than `taken` note what else happened to a seat then.
    """

    n: int
    step: int
    seat: int
    user_id: int | None
    name: str
    kind: str = "taken"


class ResultRow(Row, frozen=True):
    """How a seat did in a finished game; without `user_id` and `player` it was somebody's who has been forgotten."""

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
    """Somebody's best score in a game played alone."""

    game: str
    user_id: int
    name: str
    score: int


class EntryRow(Row, frozen=True):
    """One logged action; `n` counts from 1 within its table.

    `events` are its public events as JSON, None in entries from before events were stored; `time_left` are the
    milliseconds until the turn's deadline when it was logged, None without one; `bank` are those that were in the bank
    of the seat that acted; `page` is the version of the page on which a person made the move, None for other entries.
    """

    # A pending choice is secret, and so is the digest, an unsalted hash of the state.
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
    """The state after entry `n`, a cache: the entries are the source of truth. Its format is opaque to the store."""

    HIDDEN = frozenset({"state"})

    n: int
    step: int
    state: bytes


class DraftRow(Row, frozen=True):
    """A move of one seat that is still being composed, at the turn it was begun for."""

    # Only its player may see it.
    HIDDEN = frozenset({"content"})

    name: str
    turn: int
    content: str
    updated: int


class MessageRow(Row, frozen=True):
    """A message (or, of kind `thread`, a thread) that shows a table; it covers the entries up to `n`."""

    id: int
    table_id: str
    kind: str
    channel_id: int
    message_id: int
    n: int
    step: int
    created: int


class OutboxRow(Row, frozen=True):
    """A message to deliver to Discord: pending while `done` is None; given up if `error` is set when it is done."""

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
    """A process that works on the database: `build` is its version, `alive` when it last said that it works.

    `application` is the one at Discord whose token it has, and `shards` what it holds of the connection to the gateway
    (`data.store.processes.holding`). By `ahead` milliseconds the database's clock is ahead of its machine's. One that
    is `leaving` hands its shards over to the others.
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
    """What a moderator did: `act`, at a table or on a server, to a user, and why."""

    # It may be about somebody's behaviour.
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
    """Somebody who may not come to the tables of a server."""

    guild_id: int
    user_id: int
    created: int


class PingRow(Row, frozen=True):
    """When somebody was last called to a table in a turn, for this reason."""

    table_id: str
    turn: int
    user_id: int
    reason: str
    created: int


class FollowRow(Row, frozen=True, kw_only=True):
    """Somebody without a seat who follows a table; `each_turn` is 1, or 0 for whoever is told of the end alone.

    The private message that tells them shows the table's `step`, 0 before there is one.
    """

    table_id: str
    user_id: int
    each_turn: int = 1
    step: int = 0
    channel_id: int | None = None
    message_id: int | None = None


class TimerRow(Row, frozen=True):
    """A timer that fires when `due` is reached; one per table and kind.

    `step` tells what it was set for, to recognise a stale timer; for a deadline it is the turn, 0 for any turn.
    `attempts` counts how often it has failed.
    """

    id: int
    table_id: str | None
    kind: str
    step: int
    due: int
    attempts: int = 0
    process: str | None = None
