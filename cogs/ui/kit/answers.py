"""Private answers to interactions: deferring durably, responding, and explaining errors."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any, cast

import aiohttp
import discord
import structlog
from discord import ui

from cogs.ui.kit import emojis
from cogs.ui.kit.drawing_pool import attachment
from cogs.ui.kit.first_responses import PAGE, Interaction, acknowledge, is_page_open, is_responded, send_first
from cogs.ui.kit.layouts import layout, picture
from cogs.ui.kit.persistence import persistently
from cogs.ui.kit.why import why_rows
from cogs.ui.texts import texts
from data.store import StoreUnavailable
from engine.core import EngineError
from render.picture import Picture
from tables.committing.changes import committed
from tables.committing.outbox_rows import REPLY, REPLY_MS, ReplyPayload, encoded
from tables.refusal import Refusal
from tables.service import DeferredReply, TableService
from tables.texts import GAME_GONE, escape_quoted

STORE_AWAY = "I can't save right now, so nothing was changed. Please try again in a minute."
DONE_UNTOLD = "Done and saved. I couldn't show you the rest here; you'll find it at the table."

DISCORD_REFUSED = "Discord didn't take that just now, so nothing was changed. Please try again in a moment."

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
INVALID_TOKEN = 50027
"""Discord's code for the token of an interaction that is older than 15 minutes."""
EXPIRED = (UNKNOWN_INTERACTION, UNKNOWN_WEBHOOK, INVALID_TOKEN)
OUTDATED, SHOWN = "outdated", "shown"
"""Keys of `Interaction.extras`: a newer press has the page, and the answer that this press has shown."""
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
        """Make the files for one request, which reads them to their end."""
        drawn = [] if self.picture is None else [attachment(self.picture, PRIVATE_PICTURE)]
        return [*drawn, *(_copy(file) for file in self.attached)]


def _copy(file: discord.File) -> discord.File:
    file.fp.seek(0)
    return discord.File(BytesIO(file.fp.read()), filename=file.filename, description=file.description)


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


async def respond(interaction: Interaction, answer: Answer) -> None:
    """Shows a private page: edits the one that was pressed or deferred, or sends a new one."""
    is_editable = is_private(interaction) or PAGE in interaction.extras or _is_command(interaction)
    if await _send_first(interaction, answer) or (is_editable and await _edit_original(interaction, answer)):
        # A further message is not the one that `add_note` edits.
        interaction.extras[SHOWN] = answer
    else:
        await _post(interaction, answer)


async def add_note(interaction: Interaction, note: str) -> bool:
    """Adds a text to the private page that this press has shown; gives False where there is none."""
    shown: Answer | None = interaction.extras.get(SHOWN)
    return shown is not None and await _edit_original(interaction, replace(shown, text=f"{shown.text}\n{note}"))


async def send_followup(interaction: Interaction, answer: Answer) -> None:
    """Sends a new private message and leaves the page that was pressed as it is."""
    if await _send_first(interaction, answer):
        return
    if is_page_open(interaction):
        await respond(interaction, answer)
    else:
        await _post(interaction, answer)


async def _send_first(interaction: Interaction, answer: Answer) -> bool:
    def send() -> Awaitable[object]:
        return interaction.response.send_message(
            view=answer.view(), files=answer.files(), ephemeral=True, allowed_mentions=_nobody()
        )

    return await send_first(interaction, send)


async def _edit_original(interaction: Interaction, answer: Answer) -> bool:
    """Edit the private page; return False if the person has dismissed it meanwhile."""

    async def edit() -> None:
        if not _is_outdated(interaction):
            await interaction.edit_original_response(
                view=answer.view(), attachments=answer.files(), allowed_mentions=_nobody()
            )

    try:
        await persistently(edit)
    except discord.NotFound as error:
        if error.code != UNKNOWN_MESSAGE:
            raise
        return False
    if PAGE in interaction.extras:
        interaction.extras[PAGE] = True
    return True


async def _post(interaction: Interaction, answer: Answer) -> None:
    """Posts a follow-up. Discord has no key for it: it is repeated after a lost connection, but not a server error."""
    webhook = interaction.followup
    webhook.session = cast(aiohttp.ClientSession, _Unrepeated(webhook.session))

    def post() -> Awaitable[object]:
        return webhook.send(
            view=answer.view(), files=answer.files(), ephemeral=True, allowed_mentions=_nobody(), wait=True
        )

    await persistently(post)


class _Unrepeated:
    """A session in which server errors are raised at once: Discord may have taken what it answers with one."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session

    @asynccontextmanager
    async def request(self, method: str, url: str, **more: Any) -> AsyncIterator[aiohttp.ClientResponse]:
        async with self._session.request(method, url, **more) as response:
            if response.status >= 500:
                raise discord.DiscordServerError(response, await response.text(encoding="utf-8"))
            yield response


def _nobody() -> discord.AllowedMentions:
    return discord.AllowedMentions.none()


async def close_page(interaction: Interaction) -> None:
    """Deletes a private page that was deferred and shows nothing. Raises HTTPException when Discord refuses."""
    if is_page_open(interaction):
        await _delete_original(interaction)


async def dismiss(interaction: Interaction) -> None:
    """Deletes the private message that was pressed; idempotent. Raises HTTPException when Discord refuses."""
    if not _is_outdated(interaction):
        await _delete_original(interaction)


async def _delete_original(interaction: Interaction) -> None:
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


def _is_command(interaction: Interaction) -> bool:
    return interaction.type is discord.InteractionType.application_command


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
        if is_discords(error):
            log.warning("could not answer what is committed", error=repr(error), **context)
        elif not isinstance(error, Refusal):
            log.warning("could not answer what is committed", exc_info=error, **context)
        return DONE_UNTOLD
    if isinstance(error, EngineError) and error.code == "unknown_game":
        return GAME_GONE
    if isinstance(error, Refusal | EngineError):
        return refusal_text(error)
    if isinstance(error, StoreUnavailable):
        log.error("the store is unavailable", error=str(error), **context)
        return STORE_AWAY
    if is_discords(error):
        log.warning("could not answer", error=repr(error), **context)
        return DISCORD_REFUSED
    reference = secrets.token_hex(4)
    log.error("an interaction failed", reference=reference, exc_info=error, **context)
    return texts.our_error(reference)


def refusal_text(error: Refusal | EngineError) -> str:
    """The text of a refusal as a message; what the engine quotes of somebody's input is escaped."""
    return escape_quoted(error.text) if isinstance(error, EngineError) else error.text


def is_discords(error: BaseException) -> bool:
    """Whether Discord can't be reached, is in trouble, or refuses what it may refuse at any time; no error of ours."""
    if isinstance(error, discord.HTTPException):
        return error.status in (403, 404, 429) or error.status >= 500
    return isinstance(error, aiohttp.ClientError | ConnectionError | discord.RateLimited)


def cannot_be_answered(interaction: Interaction, error: BaseException) -> bool:
    """Whether Discord refuses any response, as in a thread that is archived or locked meanwhile; logs that once."""
    if is_responded(interaction) or not isinstance(error, discord.Forbidden):
        return False
    log.warning("Discord takes no answer", error=repr(error), channel=interaction.channel_id)
    return True


def is_expired(error: BaseException) -> bool:
    """Whether the interaction has expired, so that nobody waits for an answer."""
    return isinstance(error, discord.HTTPException) and error.code in EXPIRED
