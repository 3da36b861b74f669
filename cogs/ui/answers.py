"""Answering a person: privately, politely, and only after what was asked for is durable."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, TypeAlias

import aiohttp
import discord
import structlog
from discord import ui

from cogs.ui import texts
from cogs.ui.drawing_pool import attachment
from cogs.ui.layouts import layout, picture
from data.store import StoreUnavailable
from engine.core import EngineError
from render.picture import Picture
from tables.outbox_rows import REPLY, REPLY_MS, ReplyPayload, encoded
from tables.refusal import Refusal
from tables.service import DeferredReply, TableService, committed

log = structlog.get_logger()

Interaction: TypeAlias = discord.Interaction[Any]

UNREACHABLE = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What is raised when Discord refuses, or can't be reached."""

INTERRUPTED_MS = 60_000
"""An answer still unfinished after this long was interrupted by a restart."""
STORE_SECONDS = 1.5
"""How long the deferral of a command waits for the store, of the 3 seconds that Discord gives."""
ACKNOWLEDGE_ATTEMPTS = 2
UNKNOWN_MESSAGE = 10008
UNKNOWN_WEBHOOK = 10015
UNKNOWN_INTERACTION = 10062
ALREADY_ACKNOWLEDGED = 40060
PRIVATE_PICTURE = "private.png"


@dataclass(frozen=True, slots=True)
class Answer:
    """A private message: text, perhaps a picture, and what can be pressed next."""

    text: str
    rows: tuple[ui.Item[Any], ...] = ()
    picture: Picture | None = None
    colour: int | None = None
    attached: tuple[discord.File, ...] = ()

    def view(self) -> ui.LayoutView:
        items: list[ui.Item[Any]] = [ui.TextDisplay(self.text)]
        if self.picture is not None:
            items.append(picture(PRIVATE_PICTURE, self.picture.alt))
        return layout(*items, *self.rows, colour=self.colour)

    def files(self) -> list[discord.File]:
        drawn = [] if self.picture is None else [attachment(self.picture, PRIVATE_PICTURE)]
        return [*drawn, *self.attached]


class CommandAnswer:
    """The answer to a slash command while it is worked on."""

    def __init__(self, reply: DeferredReply) -> None:
        self.reply = reply
        """Handed to the table service, which gives the answer in the transaction of the change."""
        self.content: Answer | None = None
        """What to answer where the table service does not."""


@asynccontextmanager
async def answered(interaction: Interaction, service: TableService, command: str) -> AsyncIterator[CommandAnswer]:
    """Defers a slash command durably, explains what goes wrong in the block, and marks the command as answered."""
    committed.set(False)
    answer = CommandAnswer(await defer_durably(interaction, service))
    try:
        yield answer
    except Exception as error:
        if is_expired(error):
            await mark_answered(service, answer.reply)
            return
        answer.content = Answer(explain(error, command=command))
    if answer.content is not None:
        try:
            await tell(interaction, answer.content)
        except UNREACHABLE as error:
            explain(error, command=command)
        await mark_answered(service, answer.reply)


async def defer_durably(interaction: Interaction, service: TableService) -> DeferredReply:
    """Defers the answer to a slash command, privately, and stores that, so that a restart can finish it.

    The row comes first, so that no answer is left thinking for ever; a slow store does not cost the 3 seconds.
    """
    storing = asyncio.create_task(_store_deferral(interaction.token, service))
    # Not cancelled when it takes longer: a transaction that has begun ends in its own time.
    _, slow = await asyncio.wait({storing}, timeout=STORE_SECONDS)
    if slow:
        log.warning("the store is slow")
    reply = DeferredReply(storing, interaction.token)
    try:
        await acknowledge(interaction, ephemeral=True, thinking=True)
    except discord.HTTPException as error:
        if is_expired(error):
            # Answered elsewhere, or too late: a restart must not answer it either.
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


async def acknowledge(interaction: Interaction, **how: bool) -> None:
    """Defers an interaction; repeated where the response is lost, since Discord may not have got the first one.

    Raises what Discord answers; a repeat that is refused because the first one was taken counts as success.
    """
    for attempt in range(1, ACKNOWLEDGE_ATTEMPTS + 1):
        try:
            await interaction.response.defer(**how)
            return
        except discord.HTTPException as error:
            if attempt > 1 and error.code == ALREADY_ACKNOWLEDGED:
                return
            if error.status < 500 or attempt == ACKNOWLEDGE_ATTEMPTS:
                raise
        except (aiohttp.ClientError, OSError):
            if attempt == ACKNOWLEDGE_ATTEMPTS:
                raise


async def tell(interaction: Interaction, answer: Answer) -> None:
    """Shows a private message: in place of the private one that was pressed, else as a new one."""
    nobody = discord.AllowedMentions.none()
    if not interaction.response.is_done():
        try:
            await interaction.response.send_message(
                view=answer.view(), files=answer.files(), ephemeral=True, allowed_mentions=nobody
            )
            return
        except discord.HTTPException as error:
            # An acknowledgement whose response was lost was taken after all.
            if error.code != ALREADY_ACKNOWLEDGED:
                raise
    if is_private(interaction) or interaction.type is discord.InteractionType.application_command:
        try:
            await interaction.edit_original_response(
                view=answer.view(), attachments=answer.files(), allowed_mentions=nobody
            )
            return
        except discord.NotFound as error:
            # The person has dismissed the page meanwhile.
            if error.code != UNKNOWN_MESSAGE:
                raise
    await tell_apart(interaction, answer)


async def tell_apart(interaction: Interaction, answer: Answer) -> None:
    """Shows a private message of its own, so that the page that was pressed stays as it was."""
    if not interaction.response.is_done() and interaction.type is not discord.InteractionType.application_command:
        try:
            await acknowledge(interaction)
        except discord.HTTPException as error:
            # An acknowledgement whose response was lost was taken after all.
            if error.code != ALREADY_ACKNOWLEDGED:
                raise
    await interaction.followup.send(
        view=answer.view(), files=answer.files(), ephemeral=True, allowed_mentions=discord.AllowedMentions.none()
    )


async def dismiss(interaction: Interaction) -> None:
    """Takes the private message away that was pressed; idempotent. Raises what Discord answers."""
    try:
        await interaction.delete_original_response()
    except discord.NotFound as error:
        # The person has dismissed it meanwhile.
        if error.code != UNKNOWN_MESSAGE:
            raise


def is_private(interaction: Interaction) -> bool:
    """Whether the press came from a private message, which is then the one to change."""
    return interaction.message is not None and interaction.message.flags.ephemeral


def explain(error: BaseException, **context: object) -> str:
    """The text for the person: the refusal itself, or an apology with the reference under which it was logged.

    After a commit no error may be told as if nothing had changed.
    """
    if committed.get():
        log.warning("could not answer what is committed", exc_info=error, **context)
        return texts.DONE_UNTOLD
    if isinstance(error, Refusal | EngineError):
        return error.text
    if isinstance(error, StoreUnavailable):
        log.error("the store is unavailable", error=str(error), **context)
        return texts.STORE_AWAY
    reference = secrets.token_hex(4)
    log.error("an interaction failed", reference=reference, exc_info=error, **context)
    return texts.our_error(reference)


def is_expired(error: BaseException) -> bool:
    """Whether Discord no longer takes an answer, or has one already, as when it has delivered a press twice."""
    codes = (UNKNOWN_INTERACTION, UNKNOWN_WEBHOOK, ALREADY_ACKNOWLEDGED)
    return isinstance(error, discord.HTTPException) and error.code in codes
