"""Stored sandboxes, one per user, and the computer player that continues a game in them.

Concurrent changes are detected by compare-and-set. A sandbox is deleted `SANDBOX_MS` after its last change.
"""

import asyncio
import secrets
import zlib
from collections.abc import Callable
from random import Random
from time import monotonic
from typing import Any, Final

import msgspec

from data.store import SandboxRow, Store
from engine.core import EngineError
from engine.players import Question
from engine.record import Configuration, configure
from language.messages import _
from tables.committing.changes import committed
from tables.computer_players import Think
from tables.opening import create_id
from tables.positions import DOT
from tables.refusal import BoardMovedOn, Refusal
from tables.texts import BOARD_MOVED_ON
from tables.timing.running_time import DAY_MS
from tables.whatif.sandbox import (
    MOST_MOVES,
    NO_SANDBOX,
    NOTHING_DUE,
    OVER,
    REPLACED,
    Origin,
    Sandbox,
    Work,
    create_sandbox,
    format_full,
    format_outdated,
)

SANDBOX_MS: Final = 7 * DAY_MS
"""Time in milliseconds after its last change for which a sandbox is stored."""
KIND: Final = "whatif"
"""Prefix of the id of a sandbox. A dot follows it in the id."""

Change = Callable[[Sandbox], Sandbox]


class _Position(msgspec.Struct):
    configuration: Configuration
    state: msgspec.Raw


def create_rng() -> Random:
    """Return a random generator with a seed that nobody can predict."""
    return Random(secrets.token_bytes(16))


async def begin(
    store: Store, user_id: int, origin: Origin, configuration: Configuration, state: Any
) -> tuple[Sandbox, bool]:
    """Create and store a user's sandbox. Return it, and whether it replaced another one.

    Raises Refusal if the game is over in this position, and EngineError if the state does not fit the rules.
    """
    made = await asyncio.to_thread(
        create_sandbox, f"{KIND}{DOT}{create_id()}", origin, configuration, state, create_rng()
    )
    async with store.write() as writer:
        await writer.lock(_lock(user_id))
        old = await writer.people.sandbox_of_user(user_id)
        await writer.people.put_sandbox(_row(user_id, made, writer.now))
    committed.set(True)
    return made, old is not None


async def load_sandbox(store: Store, user_id: int, sandbox_id: str | None = None) -> Sandbox:
    """Return a user's sandbox. Raise Refusal if the user has none, or only one with another id."""
    async with store.read() as reader:
        row = await reader.people.sandbox_of_user(user_id)
    return _require(row, sandbox_id)


async def change(store: Store, user_id: int, seen: Sandbox, make: Change) -> Sandbox:
    """Apply `make` to a user's sandbox, store the result and return it. `make` runs in a worker thread.

    `seen` is the sandbox that the user saw. Raises BoardMovedOn if it was changed since, and any exception of `make`;
    then nothing has changed.
    """
    after = await asyncio.to_thread(make, seen)
    async with store.write() as writer:
        await writer.lock(_lock(user_id))
        row = await writer.people.sandbox_of_user(user_id)
        now = _require(row, seen.id)
        if row is None or now.step != seen.step:
            raise BoardMovedOn(_(BOARD_MOVED_ON))
        await writer.people.put_sandbox(_row(user_id, after, row.created))
    committed.set(True)
    return after


async def keep_draft(store: Store, user_id: int, sandbox_id: str, step: int, name: str, content: str) -> None:
    """Store a draft: a part of a move that the user is composing at a step.

    Raises Refusal if the user has no such sandbox, and BoardMovedOn if it is at another step.
    """
    async with store.write() as writer:
        await writer.lock(_lock(user_id))
        row = await writer.people.sandbox_of_user(user_id)
        now = _require(row, sandbox_id)
        if row is None or now.step != step:
            raise BoardMovedOn(_(BOARD_MOVED_ON))
        drafts = msgspec.json.encode({**now.drafts, name: content}).decode()
        await writer.people.put_sandbox(msgspec.structs.replace(row, drafts=drafts))


def _lock(user_id: int) -> str:
    return f"sandbox of {user_id}"


def _require(row: SandboxRow | None, sandbox_id: str | None) -> Sandbox:
    if row is None:
        raise Refusal(_(NO_SANDBOX) if sandbox_id is None else _(REPLACED))
    if sandbox_id not in (None, row.sandbox):
        raise Refusal(_(REPLACED))
    return _sandbox(row)


def _row(user_id: int, sandbox: Sandbox, created: int) -> SandboxRow:
    state = msgspec.Raw(msgspec.json.encode(sandbox.start))
    position = msgspec.json.encode(_Position(sandbox.configuration, state))
    return SandboxRow(
        user_id=user_id,
        sandbox=sandbox.id,
        game=sandbox.configuration.game,
        origin=msgspec.json.encode(sandbox.origin).decode(),
        position=zlib.compress(position, 9),
        moves=msgspec.json.encode(sandbox.moves).decode(),
        drafts=msgspec.json.encode(sandbox.drafts).decode(),
        step=sandbox.step,
        turn=sandbox.turn,
        told=sandbox.told,
        seat=sandbox.seat,
        chooses=int(sandbox.chooses),
        created=created,
    )


def _sandbox(row: SandboxRow) -> Sandbox:
    """Decode the sandbox of a row. Raise Refusal if the program no longer supports its rules or state format."""
    try:
        position = msgspec.json.decode(zlib.decompress(row.position), type=_Position)
        rules = configure(position.configuration)
        state = msgspec.json.decode(position.state, type=rules.state_type)
    except EngineError as error:
        raise Refusal(format_outdated(error.text)) from error
    except msgspec.DecodeError as error:
        raise Refusal(format_outdated("")) from error
    return Sandbox(
        id=row.sandbox,
        origin=msgspec.json.decode(row.origin, type=Origin),
        configuration=position.configuration,
        start=state,
        moves=msgspec.json.decode(row.moves, type=tuple[tuple[int, str], ...]),
        drafts=msgspec.json.decode(row.drafts, type=dict[str, str]),
        step=row.step,
        turn=row.turn,
        told=row.told,
        seat=row.seat,
        chooses=bool(row.chooses),
    )


async def continue_play(
    sandbox: Sandbox, player: str, think: Think, rng: Random, *, to_end: bool, seconds: float
) -> Sandbox:
    """Let a computer player make the moves of all seats, for one turn or to the end. Return the sandbox.

    It stops when the user must choose the outcome of a chance draw, at `MOST_MOVES` moves, and after `seconds`. Raises
    Refusal if no move can be made.
    """
    work, until = await asyncio.to_thread(Work, sandbox), monotonic() + seconds
    if work.standing.outcome is not None:
        raise Refusal(_(OVER))
    key = work.rules.turn_key(work.state)
    while (actors := work.standing.actors) and len(work.moves) < MOST_MOVES:
        before, seat = work.copy(), actors[0]
        view = work.rules.view(work.state, seat)
        work.act(seat, await think(Question(sandbox.configuration, view, seat, player, rng.getrandbits(64))))
        work.settle(rng)
        if len(work.moves) > MOST_MOVES:
            work = before
            break
        if (not to_end and work.rules.turn_key(work.state) != key) or monotonic() > until:
            break
    if len(work.moves) == len(sandbox.moves):
        raise Refusal(format_full(MOST_MOVES) if work.standing.actors else _(NOTHING_DUE))
    return await asyncio.to_thread(work.build_result, sandbox)
