"""Private answers: the first response to an interaction, editing its page, and sending again after a lost connection.

Discord takes one first response: a deferral, a message, a form, or suggestions.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any, TypeAlias, TypeVar, cast

import aiohttp
import discord
from discord import ui

from cogs.ui.kit.layouts import layout, picture
from render.picture import Picture

Interaction: TypeAlias = discord.Interaction[Any]
Answered = TypeVar("Answered")

ALREADY_ACKNOWLEDGED = 40060
UNKNOWN_MESSAGE = 10008
DEFERRING, RESPONDED, PAGE = "deferring", "responded", "page"
"""Keys of `Interaction.extras`: a deferral was tried, and a response has arrived.

PAGE is there once a new private page was deferred; its value says whether it is shown.
"""
OUTDATED, SHOWN = "outdated", "shown"
"""Keys of `Interaction.extras`: a newer press has the page, and the answer that this press has shown."""
PRIVATE_PICTURE = "private.png"
PAUSE_SECONDS: tuple[float, ...] = (0.2, 1.5)
"""The pauses before a request is sent again; the first one leaves a first response in time."""
NOBODY = discord.AllowedMentions.none()

ROOM_LEFT = 100_000
"""Bytes of the upload limit that are left for everything beside the file."""


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


async def persistently(request: Callable[[], Awaitable[Answered]]) -> Answered:
    """Make an idempotent request, and again when its connection is lost.

    discord.py itself repeats requests that Discord answers with a server error. Raises the last attempt's exception.
    """
    for pause in PAUSE_SECONDS:
        try:
            return await request()
        except TimeoutError:
            # Waiting again would be too long.
            raise
        except (aiohttp.ClientError, OSError):
            await asyncio.sleep(pause)
    return await request()


# The first response


async def respond_first(interaction: Interaction, send: Callable[[], Awaitable[object]]) -> bool:
    """Give the first response, which `send` makes; idempotent. Raises HTTPException when Discord refuses.

    Returns False if Discord says that there is one already. That is one of ours: an interaction that is delivered twice
    is handled once (`cogs.ui.requests.limits`), and discord.py repeats a request that Discord took although it answered
    with a server error.
    """
    try:
        await persistently(send)
    except discord.HTTPException as error:
        if error.code != ALREADY_ACKNOWLEDGED:
            raise
        interaction.extras[RESPONDED] = True
        return False
    return True


async def acknowledge(interaction: Interaction, *, new_page: bool = False) -> None:
    """Acknowledge (defer) an interaction. Raises HTTPException when Discord refuses.

    With `new_page` the answer is a private page of its own: the original response, whose edits are idempotent. A
    message that follows has no key by which Discord takes it once.
    """
    interaction.extras[DEFERRING] = True
    if new_page:
        interaction.extras[PAGE] = False
    await respond_first(interaction, lambda: interaction.response.defer(ephemeral=new_page, thinking=new_page))


async def open_form(interaction: Interaction, form: discord.ui.Modal) -> None:
    """Open a form as the first response. Raises HTTPException when Discord refuses."""
    await respond_first(interaction, lambda: interaction.response.send_modal(form))


def is_responded(interaction: Interaction) -> bool:
    """Whether the interaction has its first response."""
    return interaction.response.is_done() or RESPONDED in interaction.extras


def is_private(interaction: Interaction) -> bool:
    """Whether the press came from an ephemeral message, which can be edited."""
    return interaction.message is not None and interaction.message.flags.ephemeral


# Pages


async def respond(interaction: Interaction, answer: Answer) -> None:
    """Show a private page: edit the one that was pressed or deferred, or send a new one."""
    is_editable = is_private(interaction) or PAGE in interaction.extras
    if await _send_first(interaction, answer) or (is_editable and await _edit_original(interaction, answer)):
        # A further message is not the one that `add_note` edits.
        interaction.extras[SHOWN] = answer
    else:
        await _post(interaction, answer)


async def add_note(interaction: Interaction, note: str) -> bool:
    """Add a text to the private page that this press has shown; return False if there is none."""
    shown: Answer | None = interaction.extras.get(SHOWN)
    return shown is not None and await _edit_original(interaction, replace(shown, text=f"{shown.text}\n{note}"))


async def send_followup(interaction: Interaction, answer: Answer) -> None:
    """Send a new private message and leave the page that was pressed as it is."""
    if await _send_first(interaction, answer):
        return
    if _is_page_open(interaction):
        await respond(interaction, answer)
    else:
        await _post(interaction, answer)


async def close_page(interaction: Interaction) -> None:
    """Delete a private page that was deferred and shows nothing. Raises HTTPException when Discord refuses."""
    if _is_page_open(interaction):
        await _delete_original(interaction)


async def dismiss(interaction: Interaction) -> None:
    """Delete the private message that was pressed; idempotent. Raises HTTPException when Discord refuses."""
    if OUTDATED not in interaction.extras:
        await _delete_original(interaction)


def outdate(interaction: Interaction) -> None:
    """Mark a press as superseded; it must not edit its page."""
    interaction.extras[OUTDATED] = True


def _is_page_open(interaction: Interaction) -> bool:
    """Whether a new private page was deferred that shows nothing yet."""
    return interaction.extras.get(PAGE) is False


async def _send_first(interaction: Interaction, answer: Answer) -> bool:
    """Send the answer as the first response; return False if it can't be, or may not have been, the first."""
    if is_responded(interaction):
        return False

    def send() -> Awaitable[object]:
        return interaction.response.send_message(
            view=answer.view(), files=answer.files(), ephemeral=True, allowed_mentions=NOBODY
        )

    # A deferral that seemed to fail may have arrived instead of the message.
    return await respond_first(interaction, send) or DEFERRING not in interaction.extras


async def _edit_original(interaction: Interaction, answer: Answer) -> bool:
    """Edit the private page; return False if the user has dismissed it meanwhile."""

    async def edit() -> None:
        if OUTDATED not in interaction.extras:
            await interaction.edit_original_response(
                view=answer.view(), attachments=answer.files(), allowed_mentions=NOBODY
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
    """Post a follow-up. Discord has no key for it: it is repeated after a lost connection, but not a server error."""
    webhook = interaction.followup
    webhook.session = cast(aiohttp.ClientSession, _Unrepeated(webhook.session))

    def post() -> Awaitable[object]:
        return webhook.send(
            view=answer.view(), files=answer.files(), ephemeral=True, allowed_mentions=NOBODY, wait=True
        )

    await persistently(post)


class _Unrepeated:
    """A session that raises server errors at once: Discord may have taken the request."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session

    @asynccontextmanager
    async def request(self, method: str, url: str, **more: Any) -> AsyncIterator[aiohttp.ClientResponse]:
        async with self._session.request(method, url, **more) as response:
            if response.status >= 500:
                raise discord.DiscordServerError(response, await response.text(encoding="utf-8"))
            yield response


async def _delete_original(interaction: Interaction) -> None:
    try:
        await persistently(interaction.delete_original_response)
    except discord.NotFound as error:
        # The person has dismissed it meanwhile.
        if error.code != UNKNOWN_MESSAGE:
            raise


def attachment(picture: Picture, name: str) -> discord.File:
    """The picture as a file to send, with its alt text."""
    return discord.File(BytesIO(picture.png), filename=name, description=picture.alt)


def room_for_file(interaction: Interaction) -> int:
    """How many bytes a file in an answer may have."""
    return interaction.filesize_limit - ROOM_LEFT


def with_file(text: str, name: str, content: bytes, *rows: ui.Item[Any]) -> Answer:
    """An answer with a file."""
    shown: ui.File[ui.LayoutView] = ui.File(f"attachment://{name}")
    return Answer(text, (shown, *rows), attached=(discord.File(BytesIO(content), filename=name),))
