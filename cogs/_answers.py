"""Answering a person: privately, politely, and only after what was asked for is durable."""

import asyncio
import secrets
from dataclasses import dataclass
from typing import Any, TypeAlias

import aiohttp
import discord
import structlog
from discord import ui

from cogs import _texts as texts
from cogs._cards import layout, picture
from cogs._pictures import attachment
from cogs._refusal import Refusal
from cogs._tables import REPLY, REPLY_SECONDS, Reply, now_ms
from data.store import Store, StoreUnavailable
from engine.core import EngineError
from render.picture import Picture

log = structlog.get_logger()

Interaction: TypeAlias = discord.Interaction[Any]

UNREACHABLE = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What is raised when Discord refuses, or can't be reached."""

INTERRUPTED_MS = 60_000
"""An answer still unfinished after this long was interrupted by a restart."""
STORE_SECONDS = 1.5
ALREADY_ACKNOWLEDGED = 40060
PRIVATE_PICTURE = "private.png"


async def promise(interaction: Interaction, store: Store) -> Reply:
    """Defers the answer to a slash command, privately, and remembers it so that a restart finds it again.

    The row comes first, so that no answer is left thinking for ever; a store that is slow does not cost the 3 seconds.
    """
    remembering = asyncio.create_task(_remember(interaction.token, store))
    # Not cancelled when it takes longer: a transaction that has begun ends in its own time.
    _, slow = await asyncio.wait({remembering}, timeout=STORE_SECONDS)
    if slow:
        log.warning("the store is slow")
    reply = Reply(remembering, interaction.token)
    try:
        await interaction.response.defer(ephemeral=True, thinking=True)
    except discord.HTTPException as error:
        if expired(error):
            # Answered elsewhere, or not waited for any more: a restart must not answer it either.
            await keep(store, reply)
        raise
    return reply


async def _remember(token: str, store: Store) -> int | None:
    try:
        async with store.write() as writer:
            expires, due = now_ms() + REPLY_SECONDS * 1000, now_ms() + INTERRUPTED_MS
            return await writer.queue(REPLY, None, 0, "{}", token=token, expires=expires, due=due)
    except StoreUnavailable as error:
        log.warning("the store is away", error=str(error))
        return None


async def keep(store: Store, reply: Reply) -> None:
    """Marks a promised answer as given."""
    row = await reply.row()
    if row is not None:
        async with store.write() as writer:
            await writer.outbox_done([row])


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


async def tell(interaction: Interaction, answer: Answer) -> None:
    """Shows a private message: in place of the private one that was pressed, else as a new one."""
    nobody = discord.AllowedMentions.none()
    if not interaction.response.is_done():
        await interaction.response.send_message(
            view=answer.view(), files=answer.files(), ephemeral=True, allowed_mentions=nobody
        )
    elif is_private(interaction) or interaction.type is discord.InteractionType.application_command:
        await interaction.edit_original_response(
            view=answer.view(), attachments=answer.files(), allowed_mentions=nobody
        )
    else:
        await interaction.followup.send(
            view=answer.view(), files=answer.files(), ephemeral=True, allowed_mentions=nobody
        )


async def confirm(interaction: Interaction, answer: Answer) -> None:
    """Tells what is durable already: when that fails, it is still done, and the new card tells it."""
    try:
        await tell(interaction, answer)
    except UNREACHABLE as error:
        log.warning("could not confirm", error=repr(error))


async def dismiss(interaction: Interaction) -> None:
    """Takes the private message away that was pressed; one that is gone already is no matter."""
    try:
        await interaction.delete_original_response()
    except UNREACHABLE as error:
        log.info("could not dismiss", error=repr(error))


def is_private(interaction: Interaction) -> bool:
    """Whether the press came from a private message, which is then the one to change."""
    return interaction.message is not None and interaction.message.flags.ephemeral


def explain(error: BaseException, **context: object) -> str:
    """The text for the person: the refusal itself, or an apology with the reference under which it was logged."""
    if isinstance(error, Refusal | EngineError):
        return error.text
    if isinstance(error, StoreUnavailable):
        log.error("the store is away", error=str(error), **context)
        return texts.STORE_AWAY
    reference = secrets.token_hex(4)
    log.error("an interaction failed", reference=reference, exc_info=error, **context)
    return texts.our_error(reference)


def expired(error: BaseException) -> bool:
    """Whether Discord no longer waits for the answer, or has one already, as when it has delivered a press twice."""
    return isinstance(error, discord.HTTPException) and error.code in (10062, 10015, 10008, ALREADY_ACKNOWLEDGED)
