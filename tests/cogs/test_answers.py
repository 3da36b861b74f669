"""Deferred answers are stored before Discord is told, even if the store is slow or unavailable."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import BytesIO
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.ui.kit import answers, command_answers
from cogs.ui.kit.answers import RESPONDED, Answer, add_note, respond, send_followup
from cogs.ui.kit.command_answers import defer_durably, mark_answered
from cogs.ui.kit.errors import explain, is_expired
from data.store import StoreUnavailable
from engine.core import IllegalAction
from tables.committing.outbox_rows import REPLY
from tables.refusal import Refusal
from tables.service import TableService
from tests.fake_discord import BOT, FakeDiscord, _Response, refusal
from tests.patience import patience
from tests.running_dispatchers import SECONDS, Clock


class Pressed:
    """The parts of an interaction that a deferral uses."""

    def __init__(self) -> None:
        self.token = "the-token"
        self.extras: dict[str, Any] = {}
        self.deferred: list[dict[str, Any]] = []
        self.response = SimpleNamespace(defer=self._defer)

    async def _defer(self, **how: Any) -> None:
        self.deferred.append(how)


def interaction() -> Any:
    return Pressed()


async def pending(service: TableService, clock: Clock) -> list[tuple[str | None, str, int]]:
    """Return the pending deferrals: token, payload, and milliseconds until they count as interrupted."""
    async with service.store.read() as reader:
        rows = await reader.outbox.pending(clock.now + 10**9)
    return [(row.token, row.payload, row.due - clock.now) for row in rows if row.kind == REPLY]


async def test_a_deferral_is_stored_and_then_made(service: TableService, clock: Clock) -> None:
    pressed = interaction()

    reply = await defer_durably(pressed, service)

    assert pressed.deferred == [{"ephemeral": True, "thinking": True}]
    assert await pending(service, clock) == [("the-token", "{}", command_answers.INTERRUPTED_MS)]
    await mark_answered(service, reply)
    assert await pending(service, clock) == []


async def test_a_slow_store_does_not_cost_the_three_seconds(
    service: TableService, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The deferral is sent in time and stored as soon as the store is ready."""
    monkeypatch.setattr(command_answers, "STORE_SECONDS", 0)
    write, ready = service.store.write, asyncio.Event()

    @asynccontextmanager
    async def slow(*at: Any) -> AsyncIterator[Any]:
        await ready.wait()
        async with write(*at) as writer:
            yield writer

    pressed = interaction()
    with monkeypatch.context() as patch:
        patch.setattr(service.store, "write", slow)
        async with patience(SECONDS):
            reply = await defer_durably(pressed, service)
        assert len(pressed.deferred) == 1
        assert await pending(service, clock) == []
        ready.set()
        row = await reply.row()

    assert row is not None
    assert len(await pending(service, clock)) == 1
    await mark_answered(service, reply)
    assert await pending(service, clock) == []


async def test_a_store_that_is_away_does_not_cost_the_answer(
    service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: Any) -> Any:
        raise StoreUnavailable("The database is away.")

    pressed = interaction()
    with monkeypatch.context() as patch:
        patch.setattr(service.store, "write", away)
        reply = await defer_durably(pressed, service)
        await mark_answered(service, reply)

    assert len(pressed.deferred) == 1
    assert await reply.row() is None


def test_the_files_of_an_answer_can_be_sent_again() -> None:
    """Each request reads its files to the end."""
    answer = Answer("The record.", attached=(discord.File(BytesIO(b"{}"), filename="record.json"),))

    sent = [[(file.filename, file.fp.read()) for file in answer.files()] for _ in range(2)]

    assert sent == [[("record.json", b"{}")]] * 2


async def test_a_follow_up_that_discord_answers_with_a_server_error_is_not_posted_again() -> None:
    """Discord may have posted the message, and a follow-up has no key that makes it idempotent."""
    discord_ = FakeDiscord()
    posted: list[str] = []

    @asynccontextmanager
    async def unavailable(method: str, url: str, **_: Any) -> AsyncIterator[_Response]:
        posted.append(method)
        yield _Response(503)

    discord_.request = unavailable  # type: ignore[method-assign]
    data = {"id": "1", "application_id": str(BOT), "type": 3, "token": "t", "version": 1, "entitlements": []}
    user = {"id": "2", "username": "Ann", "discriminator": "0", "avatar": None}
    more = {"user": user, "channel_id": "3", "data": {}, "attachment_size_limit": 0}
    pressed: Any = discord.Interaction(data={**data, **more}, state=discord_._connection)  # type: ignore[arg-type]
    pressed.extras[RESPONDED] = True

    with pytest.raises(discord.DiscordServerError):
        await send_followup(pressed, Answer("Not here."))

    assert posted == ["POST"]


async def test_a_note_is_added_to_no_message_but_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a follow-up, the original response is the public message that was pressed."""

    async def post(interaction: Any, answer: Answer) -> None:
        pass

    monkeypatch.setattr(answers, "_post", post)
    pressed = interaction()
    pressed.extras[RESPONDED] = True
    pressed.message, pressed.type = None, discord.InteractionType.component
    pressed.response.is_done = lambda: True

    await respond(pressed, Answer("The page."))

    assert not await add_note(pressed, "A note.")


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
    [
        (refusal(404, 10062), True),
        (refusal(404, 10015), True),
        (refusal(401, 50027), True),
        (refusal(404, 10008), False),
        (refusal(404, 10003), False),
        (refusal(403), False),
    ],
    ids=str,
)
def test_an_interaction_that_discord_forgot_needs_no_answer(error: discord.HTTPException, late: bool) -> None:
    assert is_expired(error) is late
