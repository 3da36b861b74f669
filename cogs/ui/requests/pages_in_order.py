"""Presses on one private page, handled one after the other, so that it shows at last what the newest press leads to."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from cogs.ui.kit.answers import Interaction, is_private, outdate

WAIT_SECONDS = 5.0
"""How long a press waits for the one before it, which may wait for Discord in vain."""


class Place:
    """The place of a press among those on its page."""

    def __init__(self, interaction: Interaction, before: "Place | None") -> None:
        self._interaction = interaction
        self._before = before
        self._done = asyncio.Event()

    async def turn(self) -> None:
        """Waits until the press before this one is answered; one that takes too long shows nothing any more."""
        before, self._before = self._before, None
        if before is None:
            return
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                await before._done.wait()
        except TimeoutError:
            outdate(before._interaction)

    def leave(self) -> None:
        """Lets the press after this one go on."""
        self._done.set()


class PagesInOrder:
    """The newest press on each private page that is not answered yet."""

    def __init__(self) -> None:
        self._newest: dict[int, Place] = {}

    @contextmanager
    def entered(self, interaction: Interaction) -> Iterator[Place]:
        """Gives the press its place for the length of the block, by the order of these calls."""
        if interaction.message is None or not is_private(interaction):
            yield Place(interaction, None)
            return
        page = interaction.message.id
        place = self._newest[page] = Place(interaction, self._newest.get(page))
        try:
            yield place
        finally:
            place.leave()
            if self._newest.get(page) is place:
                del self._newest[page]
