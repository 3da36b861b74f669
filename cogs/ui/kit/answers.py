"""Private answers: the first response to an interaction, edits of its page, and retries after a lost connection.

Discord accepts one first response: a deferral, a message, a form, or autocomplete choices.
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
"""Keys of `Interaction.extras`: DEFERRING if a deferral was attempted, RESPONDED if a response has arrived.

PAGE exists if a new private page was deferred; its value is whether the page already shows an answer.
"""
OUTDATED, SHOWN, OPENED, BESIDE = "outdated", "shown", "opened", "beside"
"""Keys of `Interaction.extras`: OUTDATED if a newer press owns the page, SHOWN for the answer shown by this press.

OPENED is the id of the message that a new private page is. BESIDE is the id of a message beside the pressed one, or
ORIGINAL if it is the original response.
"""
ORIGINAL = "@original"
"""The id by which Discord addresses the original response of an interaction."""
PRIVATE_PICTURE = "private.png"
PAUSE_SECONDS: tuple[float, ...] = (0.2, 1.5)
"""Pauses before retries, in seconds.

After the first pause, a first response can still arrive within Discord's limit of 3 seconds.
"""
NOBODY = discord.AllowedMentions.none()

ROOM_LEFT = 100_000
"""The number of bytes of the upload limit reserved for the rest of the message."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A private message: text, rows of components, and optionally a picture and files.

    `below` is a text between the picture and the rows, near the buttons that were pressed. `note` is a text below the
    rows.
    """

    text: str
    rows: tuple[ui.Item[Any], ...] = ()
    picture: Picture | None = None
    colour: int | None = None
    attached: tuple[discord.File, ...] = ()
    below: str = ""
    note: str = ""

    def view(self) -> ui.LayoutView:
        items: list[ui.Item[Any]] = [ui.TextDisplay(self.text)]
        if self.picture is not None:
            items.append(picture(PRIVATE_PICTURE, self.picture.alt))
        if self.below:
            items.append(ui.TextDisplay(self.below))
        note = [ui.TextDisplay[Any](self.note)] if self.note else []
        return layout(*items, *self.rows, *note, colour=self.colour)

    def files(self) -> list[discord.File]:
        """Create the files for one request, which consumes them."""
        drawn = [] if self.picture is None else [attachment(self.picture, PRIVATE_PICTURE)]
        return [*drawn, *(_copy(file) for file in self.attached)]


def _copy(file: discord.File) -> discord.File:
    file.fp.seek(0)
    return discord.File(BytesIO(file.fp.read()), filename=file.filename, description=file.description)


async def send_with_retries(request: Callable[[], Awaitable[Answered]]) -> Answered:
    """Send an idempotent request; retry after a lost connection.

    discord.py itself retries after server errors. Raises the exception of the last attempt.
    """
    for pause in PAUSE_SECONDS:
        try:
            return await request()
        except TimeoutError:
            # A second timeout would take too long.
            raise
        except (aiohttp.ClientError, OSError):
            await asyncio.sleep(pause)
    return await request()


# The first response


async def respond_first(interaction: Interaction, send: Callable[[], Awaitable[object]]) -> bool:
    """Send the first response with `send`; idempotent. Raise HTTPException if Discord refuses.

    Returns False if Discord already has a first response. It is always our own: an interaction that is delivered twice
    is handled once (`cogs.ui.requests.limits`), and discord.py may repeat a request that succeeded despite a server
    error.
    """
    try:
        await send_with_retries(send)
    except discord.HTTPException as error:
        if error.code != ALREADY_ACKNOWLEDGED:
            raise
        interaction.extras[RESPONDED] = True
        return False
    return True


async def acknowledge(interaction: Interaction, *, new_page: bool = False) -> None:
    """Acknowledge (defer) an interaction. Raise HTTPException if Discord refuses.

    With `new_page` the answer is a new private page. It is the original response, so its edits are idempotent;
    follow-up messages have no idempotency key.
    """
    interaction.extras[DEFERRING] = True
    if new_page:
        interaction.extras[PAGE] = False
    await respond_first(interaction, lambda: interaction.response.defer(ephemeral=new_page, thinking=new_page))


async def open_form(interaction: Interaction, form: discord.ui.Modal) -> None:
    """Open a form as the first response. Raise HTTPException if Discord refuses."""
    await respond_first(interaction, lambda: interaction.response.send_modal(form))


def is_responded(interaction: Interaction) -> bool:
    """Return whether the interaction has its first response."""
    return interaction.response.is_done() or RESPONDED in interaction.extras


def find_page(interaction: Interaction) -> int | None:
    """Return the id of the private page on which a press was made, or that it has opened; None if there is none."""
    if interaction.message is not None and is_private(interaction):
        return interaction.message.id
    opened: int | None = interaction.extras.get(OPENED)
    return opened


def is_private(interaction: Interaction) -> bool:
    """Return whether the press came from an ephemeral message, which can be edited."""
    return interaction.message is not None and interaction.message.flags.ephemeral


# Pages of a move, and private pages


async def respond(interaction: Interaction, answer: Answer) -> None:
    """Show an answer as a private page: edit the pressed or deferred page, or send a new one."""
    is_editable = is_private(interaction) or PAGE in interaction.extras
    if await _send_first(interaction, answer) or (is_editable and await _edit_original(interaction, answer)):
        # Set only if the original response was edited, since `add_note` edits that one.
        interaction.extras[SHOWN] = answer
    else:
        await _post(interaction, answer)


async def add_note(interaction: Interaction, note: str) -> bool:
    """Add a text to the private page that this press has shown; return False if there is none."""
    shown: Answer | None = interaction.extras.get(SHOWN)
    return shown is not None and await _edit_original(interaction, replace(shown, text=f"{shown.text}\n{note}"))


async def send_followup(interaction: Interaction, answer: Answer) -> None:
    """Send a new private message and leave the pressed page unchanged."""
    if await _send_first(interaction, answer):
        interaction.extras[BESIDE] = ORIGINAL
    elif _is_page_open(interaction):
        await respond(interaction, answer)
    else:
        interaction.extras[BESIDE] = await _post(interaction, answer)


async def close_page(interaction: Interaction) -> None:
    """Delete a deferred private page that shows nothing yet. Raise HTTPException if Discord refuses."""
    if _is_page_open(interaction):
        await _delete_original(interaction)


async def dismiss(interaction: Interaction) -> None:
    """Delete the private message that was pressed; idempotent. Raise HTTPException if Discord refuses."""
    if OUTDATED not in interaction.extras:
        await _delete_original(interaction)


def mark_outdated(interaction: Interaction) -> None:
    """Mark a press as superseded; it must not edit its page."""
    interaction.extras[OUTDATED] = True


def _is_page_open(interaction: Interaction) -> bool:
    """Return whether a new private page was deferred and shows nothing yet."""
    return interaction.extras.get(PAGE) is False


async def _send_first(interaction: Interaction, answer: Answer) -> bool:
    """Send the answer as the first response; return False if there may be one already."""
    if is_responded(interaction):
        return False

    def send() -> Awaitable[object]:
        return interaction.response.send_message(
            view=answer.view(), files=answer.files(), ephemeral=True, allowed_mentions=NOBODY
        )

    # If a deferral was attempted, the first response may be that one, and this answer was not shown.
    return await respond_first(interaction, send) or DEFERRING not in interaction.extras


async def _edit_original(interaction: Interaction, answer: Answer) -> bool:
    """Edit the private page; return False if the user has dismissed it."""

    async def edit() -> None:
        if OUTDATED not in interaction.extras:
            shown = await interaction.edit_original_response(
                view=answer.view(), attachments=answer.files(), allowed_mentions=NOBODY
            )
            interaction.extras[OPENED] = shown.id

    try:
        await send_with_retries(edit)
    except discord.NotFound as error:
        if error.code != UNKNOWN_MESSAGE:
            raise
        return False
    if PAGE in interaction.extras:
        interaction.extras[PAGE] = True
    return True


async def _post(interaction: Interaction, answer: Answer) -> int:
    """Post a follow-up message and return its id; retry after a lost connection, but not after a server error.

    Discord has no idempotency key for follow-ups, and may have accepted a request despite a server error.
    """
    webhook = interaction.followup
    webhook.session = cast(aiohttp.ClientSession, _Unrepeated(webhook.session))

    def post() -> Awaitable[discord.WebhookMessage]:
        return webhook.send(
            view=answer.view(), files=answer.files(), ephemeral=True, allowed_mentions=NOBODY, wait=True
        )

    return (await send_with_retries(post)).id


class _Unrepeated:
    """A wrapper of an HTTP session that raises server errors, so that discord.py doesn't retry the request."""

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
        await send_with_retries(interaction.delete_original_response)
    except discord.NotFound as error:
        # The user has already dismissed it.
        if error.code != UNKNOWN_MESSAGE:
            raise


def attachment(picture: Picture, name: str) -> discord.File:
    """Return the picture as a file to send, with its alt text."""
    return discord.File(BytesIO(picture.png), filename=name, description=picture.alt)


def max_file_size(interaction: Interaction) -> int:
    """Return the maximum size of a file in an answer to this interaction, in bytes."""
    return interaction.filesize_limit - ROOM_LEFT


def build_file_answer(text: str, name: str, content: bytes, *rows: ui.Item[Any]) -> Answer:
    """Build an answer with a text, an attached file, and rows of components."""
    shown: ui.File[ui.LayoutView] = ui.File(f"attachment://{name}")
    return Answer(text, (shown, *rows), attached=(discord.File(BytesIO(content), filename=name),))
