"""Promised answers: remembered before Discord is told, however slow or far away the store is."""

import asyncio
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs import _answers
from cogs._answers import expired, explain, keep, promise
from cogs._refusal import Refusal
from cogs._tables import REPLY
from data.store import Store, StoreUnavailable
from engine.core import IllegalAction
from tests.cogs.dispatchers import SECONDS, Clock
from tests.cogs.fake_discord import refusal


class Pressed:
    """As much of an interaction as a promise asks for."""

    def __init__(self) -> None:
        self.token = "the-token"
        self.deferred: list[dict[str, Any]] = []
        self.response = SimpleNamespace(defer=self._defer)

    async def _defer(self, **how: Any) -> None:
        self.deferred.append(how)


def interaction() -> Any:
    return Pressed()


async def promised(store: Store, clock: Clock) -> list[tuple[str | None, str, int]]:
    """The promises that wait: token, payload, and how long until they count as interrupted."""
    async with store.read() as reader:
        rows = await reader.pending_outbox(clock.now + 10**9)
    return [(row.token, row.payload, row.due - clock.now) for row in rows if row.kind == REPLY]


async def test_a_promise_is_remembered_and_then_made(store: Store, clock: Clock) -> None:
    pressed = interaction()

    reply = await promise(pressed, store)

    assert pressed.deferred == [{"ephemeral": True, "thinking": True}]
    assert await promised(store, clock) == [("the-token", "{}", _answers.INTERRUPTED_MS)]
    await keep(store, reply)
    assert await promised(store, clock) == []


async def test_a_slow_store_does_not_cost_the_three_seconds(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The promise is made, and remembered all the same as soon as the store can."""
    monkeypatch.setattr(_answers, "STORE_SECONDS", 0)
    write, ready = store.write, asyncio.Event()

    @asynccontextmanager
    async def slow(*at: Any) -> Any:
        await ready.wait()
        async with write(*at) as writer:
            yield writer

    pressed = interaction()
    with monkeypatch.context() as patch:
        patch.setattr(store, "write", slow)
        async with asyncio.timeout(SECONDS):
            reply = await promise(pressed, store)
        assert len(pressed.deferred) == 1
        assert await promised(store, clock) == []
        ready.set()
        row = await reply.row()

    assert row is not None
    assert len(await promised(store, clock)) == 1
    await keep(store, reply)
    assert await promised(store, clock) == []


async def test_a_store_that_is_away_does_not_cost_the_answer(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: Any) -> Any:
        raise StoreUnavailable("The database is away.")

    pressed = interaction()
    with monkeypatch.context() as patch:
        patch.setattr(store, "write", away)
        reply = await promise(pressed, store)
        await keep(store, reply)

    assert len(pressed.deferred) == 1
    assert await reply.row() is None


async def test_a_token_is_in_no_representation(store: Store) -> None:
    assert "the-token" not in repr(await promise(interaction(), store))


def test_a_refusal_is_explained_in_its_own_words() -> None:
    assert explain(Refusal("Not here.")) == "Not here."
    assert explain(IllegalAction("MH-5 stands in the way.")) == "MH-5 stands in the way."


def test_an_accident_is_explained_by_a_reference_and_not_by_itself() -> None:
    text = explain(RuntimeError("postgresql://user:password@host"), command="play")

    assert "password" not in text
    assert "reference" in text
    assert text != explain(RuntimeError("another"), command="play")


@pytest.mark.parametrize(
    ("error", "late"),
    [(refusal(404, 10062), True), (refusal(404, 10008), True), (refusal(404, 10003), False), (refusal(403), False)],
    ids=str,
)
def test_an_interaction_that_discord_forgot_needs_no_answer(error: discord.HTTPException, late: bool) -> None:
    assert expired(error) is late
