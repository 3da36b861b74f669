"""Private pages with a board or a hand, as a picture or as text."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from discord import ui

from cogs.ui.kit.answers import Answer, Interaction
from cogs.ui.kit.custom_ids import CustomId, read_number
from cogs.ui.kit.drawing_pool import DrawingPool
from cogs.ui.kit.interface import BUTTON_HAND, Page, interface
from cogs.ui.kit.layouts import button, rows_of_buttons
from cogs.ui.messages.cards import move_row, text_length
from cogs.ui.requests.interaction_user import format_cannot_post
from language.messages import _
from render import painter
from render.picture import Picture
from render.text import truncate
from tables.preferences import Preferences, preferences
from tables.refusal import Refusal
from tables.service import TableService
from tables.texts import escape, format_players_only
from tables.viewer import TableView

PREFERENCES = "preferences"
"""The key in `Interaction.extras` under which the user's preferences are cached."""

NOTE_LIMIT = 120
"""The number of characters of the user's own note that a page with a board shows."""
TEXT_LIMIT = 3_800
"""Longest text of a private page, as `text_length` counts."""


class Program(Protocol):
    """The parts of `cogs.client.Hexcade` that private pages use."""

    service: TableService
    drawing_pool: DrawingPool


async def own_preferences(bot: Program, interaction: Interaction) -> Preferences:
    """Return the user's preferences; they are read once per interaction."""
    known: Preferences | None = interaction.extras.get(PREFERENCES)
    if known is None:
        known = interaction.extras[PREFERENCES] = await preferences(bot.service.store, interaction.user.id)
    return known


async def draw(bot: Program, interaction: Interaction, job: Callable[[str], Picture]) -> Picture:
    """Draw a picture in the user's own theme, in a worker thread; one at a time per user."""
    theme = (await own_preferences(bot, interaction)).theme
    async with bot.drawing_pool.hold_user_lock(interaction.user.id):
        return await bot.drawing_pool.draw(lambda: job(theme))


async def build_page(table: TableView, name: str, details: Sequence[str], *, confirm: bool = True) -> Page:
    """Build a page of a game's interface in a worker thread, because some pages search for a good move.

    Raises what the interface's function raises.
    """
    return await asyncio.to_thread(interface(table.row.game).composing.page, table, name, details, confirm=confirm)


async def page_answer(bot: Program, interaction: Interaction, table: TableView, page: Page) -> Answer:
    """Build a private answer from a game's page; it warns the user if the table's board can't be posted."""
    drawn = None if page.picture is None else await draw(bot, interaction, page.picture)
    text = f"{page.text}\n{format_cannot_post(interaction, table.row)}" if table.undeliverable else page.text
    return Answer(text, page.rows, drawn, interface(table.row.game).colour, below=page.below)


async def hand_answer(bot: Program, interaction: Interaction, table: TableView) -> Answer:
    """Build the page with the player's own hand; on their turn, it has the move button.

    Raises Refusal for a viewer without a seat, and if there is no hand to show.
    """
    table.require_begun()
    if table.seat is None:
        raise Refusal(format_players_only(_(BUTTON_HAND)))
    drawn = painter(table.row.game)
    page = Page(
        _("Your hand. Only you can see it."), move_row(table), lambda theme: drawn.hand(table.view, table.names, theme)
    )
    try:
        answer = await page_answer(bot, interaction, table, page)
    except ValueError:
        raise Refusal(_("There is no hand to show right now.")) from None
    return replace(answer, note=format_note_line(table))


def format_note_line(table: TableView) -> str:
    """Format the beginning of the user's own note about a table as one line; empty if there is none."""
    if not table.note:
        return ""
    note = _("Your note: {note}", note=escape(truncate(" ".join(table.note.split()), NOTE_LIMIT)))
    return f"-# {note}"


def text_answer(told: str, part: str, page: CustomId, *ways: ui.Button[ui.LayoutView]) -> Answer:
    """Build the page with one part of the text board `told`, buttons to the other parts, and the buttons `ways`.

    `part` is the index of the part as text, as it comes back in the last detail of a custom id made from `page`.
    """
    parts = split_text(told)
    shown = min(read_number(part, 99) or 0, len(parts) - 1)
    others = [
        button(format_part_label(number + 1), replace(page, details=(*page.details, str(number))))
        for number in range(len(parts))
        if number != shown
    ]
    return Answer(f"```\n{parts[shown]}\n```", rows_of_buttons([*others, *ways]))


def split_text(told: str) -> Sequence[str]:
    """Split a text at line breaks into parts that each fit into a message."""
    parts = [""]
    for line in told.replace("`", "'").split("\n"):
        if parts[-1] and text_length(parts[-1] + line) >= TEXT_LIMIT:
            parts.append("")
        parts[-1] += f"{line[: TEXT_LIMIT - 1]}\n"
    return [part.strip("\n") for part in parts]


def format_part_label(number: int) -> str:
    """Format the label of the button that opens a part of the board's text."""
    return _("Part {number}", number=number)
