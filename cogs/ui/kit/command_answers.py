"""Answers to slash commands: deferred durably, so that a restart can finish them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord
import structlog

from cogs.ui.kit.answers import Answer, Interaction, acknowledge, respond
from cogs.ui.kit.errors import UNREACHABLE, Question, explain, is_expired, why_rows
from data.store import StoreUnavailable
from tables.committing.changes import committed
from tables.committing.outbox_rows import REPLY, REPLY_MS, ReplyPayload, encoded
from tables.service import DeferredReply, TableService

log = structlog.get_logger()

INTERRUPTED_MS = 60_000
"""The time after which an unfinished answer counts as interrupted by a restart."""
STORE_SECONDS = 1.5
"""How long the deferral of a command waits for the store; Discord expects the first response within 3 seconds."""


class CommandAnswer:
    """The answer to a slash command that is being processed."""

    def __init__(self, reply: DeferredReply) -> None:
        self.reply = reply
        """The deferred reply; the table service queues its text in the transaction of the change."""
        self.content: Answer | None = None
        """The answer of a command that changes no table, or the explanation of an error."""


@asynccontextmanager
async def answered(interaction: Interaction, service: TableService, command: str) -> AsyncIterator[CommandAnswer]:
    """Defers a slash command durably, explains errors raised in the block, and marks the command as answered."""
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
    """Defers the answer to a slash command, privately, and stores its token, so that a restart can finish it.

    The row is written before Discord is asked, so that no command shows "thinking" for ever; a slow store is waited
    for at most `STORE_SECONDS`.
    """
    storing = asyncio.create_task(_store_deferral(interaction.token, service))
    # Not cancelled when it takes longer: a transaction that has begun ends in its own time.
    _, slow = await asyncio.wait({storing}, timeout=STORE_SECONDS)
    if slow:
        log.warning("the store is slow")
    reply = DeferredReply(storing, interaction.token)
    try:
        await acknowledge(interaction, new_page=True)
    except discord.HTTPException as error:
        if is_expired(error) or isinstance(error, discord.Forbidden):
            # A restart can't answer it either.
            await mark_answered(service, reply)
        raise
    return reply


async def _store_deferral(token: str, service: TableService) -> int | None:
    try:
        async with service.store.write() as writer:
            now = writer.now
            payload = encoded(ReplyPayload())
            return await writer.queue(
                REPLY, None, 0, payload, token=token, expires=now + REPLY_MS, due=now + INTERRUPTED_MS
            )
    except StoreUnavailable as error:
        log.warning("the store is unavailable", error=str(error))
        return None


async def mark_answered(service: TableService, reply: DeferredReply) -> None:
    """Marks a deferred answer as given."""
    row = await reply.row()
    if row is None:
        return
    try:
        async with service.store.write() as writer:
            await writer.outbox_done([row])
    except StoreUnavailable as error:
        # The outbox will find that the answer is there already.
        log.warning("the store is unavailable", error=str(error))
