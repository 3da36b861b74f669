"""The private pages that people have open, so that a new page of a table replaces the earlier one.

They are kept in memory, and only as long as Discord accepts the token of the last press on them. So closing a page is
best effort: after a restart or after fifteen minutes, it stays until its user dismisses it.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, cast

import aiohttp
import discord

from cogs.ui.kit.answers import BESIDE, ORIGINAL, Interaction, find_page, is_private
from cogs.ui.kit.composing import BEGIN, FIRST_PAGE
from cogs.ui.kit.custom_ids import LEARN
from cogs.ui.kit.guide import NO_TABLE
from cogs.ui.kit.interface import interface, playable_games
from cogs.ui.messages.shared_buttons import MORE
from tables.positions import is_position

MOST = 2_000
"""The maximum number of people at tables whose pages are remembered."""
TOKEN_SECONDS = 14 * 60
"""The time for which a page can be closed after the last press on it, in seconds; Discord allows 15 minutes."""
CLOSE_SECONDS = 10
REFUSED: Final = ""
"""The opener of a page that only explains why a press failed, and the action of a press that failed."""
STAY = (MORE, "rules")
"""The openers of pages that stay open after their user has made a move."""
MADE, OFFER = "made", "offer"
"""Keys of `Interaction.extras`: MADE if the press made a move, OFFER for the index of the move if it can be taken back.
"""
now = time.monotonic


@dataclass(frozen=True, slots=True)
class OpenPage:
    """A private page: its message, a webhook with the token of the last press on it, and the id of that press.

    `offer` is the index of the move that the page offers to take back, None if there is no offer. `address` is the
    message's id for the webhook.
    """

    message_id: int | str
    webhook: discord.Webhook
    press_id: int
    pressed_at: float
    offer: int | None = None
    is_composed: bool = False
    """Whether a move is being composed on the page."""
    address: int | str = ORIGINAL


class OpenPages:
    """The open private pages by user and table, and there by opener: the action of the press that opened the page."""

    def __init__(self) -> None:
        self._pages: OrderedDict[tuple[int, str], dict[str, OpenPage]] = OrderedDict()

    def update(self, interaction: Interaction, table_id: str, action: str) -> list[OpenPage]:
        """Remember the page that a press has shown, and return the pages to close.

        A new page of a table replaces the earlier ones, but not a page on which a move is being composed, unless the
        new page composes a move too. The next press removes a refusal. A move closes all others but those of `STAY`.
        A page of a later press stays: under load, the work of a press may end after that of the next one.
        """
        key, message_id = (interaction.user.id, table_id), find_page(interaction)
        if is_position(table_id) or table_id == LEARN:
            self._leave_tables(interaction.user.id, message_id)
        pages = self._pages.setdefault(key, {})
        self._pages.move_to_end(key)
        if len(self._pages) > MOST:
            self._pages.popitem(last=False)
        pressed_on = next((opener for opener, page in pages.items() if page.message_id == message_id), None)
        opener = pressed_on or _find_opener(action)
        is_on_page, beside = is_private(interaction), interaction.extras.get(BESIDE)
        closed = {REFUSED}
        if action != REFUSED and message_id is not None and (pressed_on == REFUSED or not is_on_page):
            closed.add(opener)
            if not is_on_page and table_id != NO_TABLE:
                closed |= {each for each, page in pages.items() if not page.is_composed}
        if MADE in interaction.extras:
            closed |= pages.keys() - {pressed_on, *STAY}
        found = [pages.pop(each) for each in closed if each in pages and pages[each].press_id <= interaction.id]
        is_newest = opener not in pages or pages[opener].press_id <= interaction.id
        if message_id is not None and is_newest and not (opener == REFUSED and beside):
            offer, is_composed = interaction.extras.get(OFFER), is_on_page and opener == FIRST_PAGE
            pages[opener] = OpenPage(message_id, interaction.followup, interaction.id, now(), offer, is_composed)
        if beside is not None:
            pages[REFUSED] = OpenPage(beside, interaction.followup, interaction.id, now(), address=beside)
        return [page for page in found if page.message_id != message_id or beside is not None]

    def _leave_tables(self, user_id: int, message_id: int | None) -> None:
        """Forget a page that now shows a lesson or *What if*: what was tried there is only on the page."""
        for (user, _), pages in self._pages.items():
            for opener in [each for each, page in pages.items() if user == user_id and page.message_id == message_id]:
                del pages[opener]

    def list_offers(self, table_id: str) -> list[tuple[int, int]]:
        """List the offers to take back a move at a table: the user's id and the index of the move."""
        return [
            (user, page.offer)
            for (user, table), pages in self._pages.items()
            if table == table_id
            for page in pages.values()
            if page.offer is not None
        ]

    def pop_offers(self, table_id: str, user_id: int) -> list[OpenPage]:
        """Forget and return the pages on which a user may take back a move at a table."""
        pages = self._pages.get((user_id, table_id), {})
        offers = [opener for opener, page in pages.items() if page.offer is not None]
        return [pages.pop(opener) for opener in offers]


def mark_made(interaction: Interaction, move: int | None) -> None:
    """Mark a press as one that made a move, which can be taken back if `move` is its index."""
    interaction.extras[MADE], interaction.extras[OFFER] = True, move


def _find_opener(action: str) -> str:
    """Return the opener of a new page; the move's pages have one, whichever button of the card opens them."""
    beside = frozenset[str]().union(*(interface(game).composing.pages_beside for game in playable_games()))
    return FIRST_PAGE if action == BEGIN or action in beside else action


async def close(pages: Iterable[OpenPage]) -> None:
    """Delete private pages; failures are ignored, because the user may have dismissed a page."""
    for page in pages:
        if now() - page.pressed_at < TOKEN_SECONDS:
            with suppress(discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError):
                async with asyncio.timeout(CLOSE_SECONDS):
                    # the original response of a press on a page is the page itself
                    await page.webhook.delete_message(cast(int, page.address))
