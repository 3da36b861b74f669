"""Answers to slash commands: deferred durably, so that they can be finished after a restart."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord
import structlog

from cogs.ui.kit.answers import Answer, Interaction, acknowledge, respond
from cogs.ui.kit.errors import UNREACHABLE, Question, explain, is_expired, why_rows
from data.store import StoreUnavailable
from tables.committing.changes import committed
from tables.committing.outbox_rows import REPLY, REPLY_MS, ReplyPayload, encode_json
from tables.service import DeferredReply, TableService

log = structlog.get_logger()

INTERRUPTED_MS = 60_000
"""The time after which an unfinished answer counts as interrupted by a restart, in milliseconds."""
STORE_SECONDS = 1.5
"""The maximum time that deferring a command waits for the store, in seconds.

Discord expects a response within 3 seconds.
"""


class CommandAnswer:
    """The answer to a slash command that is being processed."""

    def __init__(self, reply: DeferredReply) -> None:
        self.reply = reply
        """The deferred reply; the table service queues its text in the same transaction as the change of the table."""
        self.content: Answer | None = None
        """The answer of a command that changes no table, or the explanation of an error."""


@asynccontextmanager
async def give_answer(interaction: Interaction, service: TableService, command: str) -> AsyncIterator[CommandAnswer]:
    """Defer the answer to a slash command, yield it, and send it after the block.

    The deferral is stored, so that the answer can be finished after a restart. Exceptions raised in the block are
    explained to the user.
    """
    committed.set(False)
    answer = CommandAnswer(await defer_durably(interaction, service))
    try:
        yield answer
    except Exception as error:
        if is_expired(error):
            await mark_answered(service, answer.reply)
            return
        rows = error.rows if isinstance(error, Question) else why_rows(error)
        answer.content = Answer(explain(error, command=command), rows)
    if answer.content is not None:
        try:
            await respond(interaction, answer.content)
        except UNREACHABLE as error:
            explain(error, command=command)
        await mark_answered(service, answer.reply)


async def defer_durably(interaction: Interaction, service: TableService) -> DeferredReply:
    """Defer the answer to a slash command, privately, and store its token, so that it can be finished after a restart.

    The row is written before the request to Discord, so that no command shows "thinking" forever. A slow store is
    waited for at most `STORE_SECONDS`.
    """
    storing = asyncio.create_task(_store_deferral(interaction.token, service))
    # The task is not cancelled after the timeout, so that a transaction that has begun can finish.
    _, slow = await asyncio.wait({storing}, timeout=STORE_SECONDS)
    if slow:
        log.warning("store slow")
    reply = DeferredReply(storing, interaction.token)
    try:
        await acknowledge(interaction, new_page=True)
    except discord.HTTPException as error:
        if is_expired(error) or isinstance(error, discord.Forbidden):
            # The outbox couldn't answer it after a restart either, so its row is marked as done.
            await mark_answered(service, reply)
        raise
    return reply


async def _store_deferral(token: str, service: TableService) -> int | None:
    try:
        async with service.store.write() as writer:
            now = writer.now
            payload = encode_json(ReplyPayload())
            return await writer.outbox.queue(
                REPLY, None, 0, payload, token=token, expires=now + REPLY_MS, due=now + INTERRUPTED_MS
            )
    except StoreUnavailable as error:
        log.warning("the store is unavailable", error=str(error))
        return None


async def mark_answered(service: TableService, reply: DeferredReply) -> None:
    """Mark the outbox row of a deferred answer as done, since the answer was sent."""
    row = await reply.row()
    if row is None:
        return
    try:
        async with service.store.write() as writer:
            await writer.outbox.mark_done([row])
    except StoreUnavailable as error:
        # The row stays in the outbox, which detects later that the answer was already sent.
        log.warning("the store is unavailable", error=str(error))
