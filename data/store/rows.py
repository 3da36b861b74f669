"""The rows as the store hands them out: immutable, with times in milliseconds UTC and JSON left as text."""

from typing import ClassVar, Literal, TypedDict

import msgspec

Phase = Literal["lobby", "playing", "finished", "cancelled"]

OPEN_PHASES: tuple[Phase, ...] = ("lobby", "playing")


class Row(msgspec.Struct, frozen=True):
    """A row of the database; its `repr` leaves out what must not reach a log."""

    HIDDEN: ClassVar[frozenset[str]] = frozenset()

    def __repr__(self) -> str:
        shown = (f"{name}={getattr(self, name)!r}" for name in self.__struct_fields__ if name not in self.HIDDEN)
        return f"{type(self).__name__}({', '.join(shown)})"


class TableRow(Row, frozen=True, kw_only=True):
    """One game being played: `options` is the game's configuration, `settings` the table's (clock and the like)."""

    HIDDEN = frozenset({"server_seed"})

    id: str
    game: str
    rules_version: int
    phase: Phase
    host: int
    guild_id: int | None
    channel_id: int
    step: int
    options: str
    settings: str
    server_seed: bytes
    commitment: str
    salts: str | None = None
    created: int
    updated: int
    ended: int | None = None


class TableChanges(TypedDict, total=False):
    """What may change at a table once it exists."""

    phase: Phase
    host: int
    channel_id: int
    step: int
    options: str
    settings: str
    salts: str | None
    ended: int | None


class SeatRow(Row, frozen=True, kw_only=True):
    """A place at a table: taken by a user, or by the computer player named `player`."""

    seat: int
    user_id: int | None
    player: str | None = None
    name: str
    salt: str = ""
    choices: str = "{}"
    state: str = "active"


class EntryRow(Row, frozen=True):
    """One logged action; `n` counts from 1 within its table."""

    # A pending choice is secret, and so is the digest, an unsalted hash of the state (engine.md).
    HIDDEN = frozenset({"action", "digest"})

    n: int
    actor: str
    action: str
    digest: str
    created: int


class SnapshotRow(Row, frozen=True):
    """The state after entry `n`: a cache, never the truth."""

    HIDDEN = frozenset({"state"})

    n: int
    step: int
    state: bytes


class MessageRow(Row, frozen=True):
    """A message (or, of kind `thread`, a thread) that shows a table; it announced the entries up to `n`."""

    id: int
    table_id: str
    kind: str
    channel_id: int
    message_id: int
    n: int
    step: int
    created: int


class OutboxRow(Row, frozen=True):
    """Something to be said to Discord: pending while `done` is None, given up if then `error` is set."""

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


class TimerRow(Row, frozen=True):
    """Something to be done when `due` is reached; one per table and kind."""

    id: int
    table_id: str | None
    kind: str
    step: int
    due: int


class UserRow(Row, frozen=True):
    """A person known to the program, by the id Discord gave."""

    id: int
    name: str
    settings: str
    created: int
    updated: int
