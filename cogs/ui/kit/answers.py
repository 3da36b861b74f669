"""Private answers to interactions: deferring durably, responding, and explaining errors."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp
import discord
import structlog
from discord import ui

from cogs.ui.kit import emojis
from cogs.ui.kit.drawing_pool import attachment
from cogs.ui.kit.first_responses import Interaction, acknowledge, is_responded, send_first
from cogs.ui.kit.layouts import layout, picture
from cogs.ui.kit.persistence import persistently
from cogs.ui.kit.why import why_rows
from cogs.ui.texts import texts
from data.store import StoreUnavailable
from engine.core import EngineError
from render.picture import Picture
from tables.committing.committed import committed
from tables.committing.outbox_rows import REPLY, REPLY_MS, ReplyPayload, encoded
from tables.refusal import Refusal
from tables.service import DeferredReply, TableService
from tables.texts import GAME_GONE

log = structlog.get_logger()

UNREACHABLE = (discord.HTTPException, aiohttp.ClientError, OSError)
"""The exceptions raised when Discord refuses a request or can't be reached."""

INTERRUPTED_MS = 60_000
"""The time after which an unfinished answer counts as interrupted by a restart."""
STORE_SECONDS = 1.5
"""How long the deferral of a command waits for the store; Discord expects the first response within 3 seconds."""
UNKNOWN_MESSAGE = 10008
UNKNOWN_WEBHOOK = 10015
UNKNOWN_INTERACTION = 10062
OUTDATED = "outdated"
PRIVATE_PICTURE = "private.png"


@dataclass(frozen=True, slots=True)
class Answer:
    """A private message: text, rows of components, and optionally a picture and files."""

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


class Question(Refusal):
    """A refusal with buttons, by which the user says what was meant."""

    def __init__(self, text: str, rows: tuple[ui.Item[Any], ...]) -> None:
        super().__init__(text)
        self.rows = rows


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
        await acknowledge(interaction, ephemeral=True, thinking=True)
    except discord.HTTPException as error:
        if is_expired(error):
            # Too late: a restart can't answer it either.
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


async def respond(interaction: Interaction, answer: Answer) -> None:
    """Shows a private message: edits the private message that was pressed, or sends a new one."""
    nobody = discord.AllowedMentions.none()

    def send() -> Awaitable[object]:
        return interaction.response.send_message(
            view=answer.view(), files=answer.files(), ephemeral=True, allowed_mentions=nobody
        )

    async def edit() -> None:
        if not _is_outdated(interaction):
            await interaction.edit_original_response(
                view=answer.view(), attachments=answer.files(), allowed_mentions=nobody
            )

    if await send_first(interaction, send):
        return
    if is_private(interaction) or interaction.type is discord.InteractionType.application_command:
        try:
            await persistently(edit)
            return
        except discord.NotFound as error:
            # The person has dismissed the page meanwhile.
            if error.code != UNKNOWN_MESSAGE:
                raise
    await send_followup(interaction, answer)


async def show_and_edit(interaction: Interaction, answer: Answer) -> Callable[[Answer], Awaitable[None]]:
    """Shows a private message, and gives what shows another one in its place later."""
    if is_private(interaction):
        await respond(interaction, answer)
        return lambda later: respond(interaction, later)
    message = await send_followup(interaction, answer)

    async def edit(later: Answer) -> None:
        nobody = discord.AllowedMentions.none()
        try:
            await persistently(
                lambda: message.edit(view=later.view(), attachments=later.files(), allowed_mentions=nobody)
            )
        except discord.NotFound as error:
            # The person has dismissed the page meanwhile.
            if error.code != UNKNOWN_MESSAGE:
                raise

    return edit


async def send_followup(interaction: Interaction, answer: Answer) -> discord.WebhookMessage:
    """Sends a new private message and leaves the page that was pressed as it is."""
    if not is_responded(interaction) and interaction.type is not discord.InteractionType.application_command:
        await acknowledge(interaction)
    return await interaction.followup.send(
        view=answer.view(),
        files=answer.files(),
        ephemeral=True,
        allowed_mentions=discord.AllowedMentions.none(),
        wait=True,
    )


async def dismiss(interaction: Interaction) -> None:
    """Deletes the private message that was pressed; idempotent. Raises HTTPException when Discord refuses."""
    if _is_outdated(interaction):
        return
    try:
        await persistently(interaction.delete_original_response)
    except discord.NotFound as error:
        # The person has dismissed it meanwhile.
        if error.code != UNKNOWN_MESSAGE:
            raise


def outdate(interaction: Interaction) -> None:
    """Has a press show nothing any more on its page, which a newer press has."""
    interaction.extras[OUTDATED] = True


def _is_outdated(interaction: Interaction) -> bool:
    return OUTDATED in interaction.extras


def is_private(interaction: Interaction) -> bool:
    """Whether the press came from an ephemeral message, which can be edited."""
    return interaction.message is not None and interaction.message.flags.ephemeral


def explain(error: BaseException, **context: object) -> str:
    """The text for the user: the refusal itself, or an apology with the reference under which the error was logged.

    After a commit the text says that the change is saved, whatever failed afterwards.
    """
    emojis.forget_if_refused(error)
    if committed.get():
        # That something else happened just then is no failure.
        if not isinstance(error, Refusal):
            log.warning("could not answer what is committed", exc_info=error, **context)
        return texts.DONE_UNTOLD
    if isinstance(error, EngineError) and error.code == "unknown_game":
        return GAME_GONE
    if isinstance(error, Refusal | EngineError):
        return error.text
    if isinstance(error, StoreUnavailable):
        log.error("the store is unavailable", error=str(error), **context)
        return texts.STORE_AWAY
    reference = secrets.token_hex(4)
    log.error("an interaction failed", reference=reference, exc_info=error, **context)
    return texts.our_error(reference)


def is_expired(error: BaseException) -> bool:
    """Whether the interaction has expired, so that nobody waits for an answer."""
    return isinstance(error, discord.HTTPException) and error.code in (UNKNOWN_INTERACTION, UNKNOWN_WEBHOOK)
