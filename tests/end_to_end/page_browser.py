"""A player on a phone in Chromium who follows the private pages of a game."""

import re
from collections.abc import Sequence

from playwright.async_api import Locator, expect

from tests.end_to_end.browser_window import FINGER, PHONE, PICTURE_WIDTH, WIDE, BrowserWindow, picture_of
from tests.table_driver import MADE


class PagePlayer:
    """A player who presses the first available button of `ways`, a list of CSS selectors.

    A press of an action in `last` ends the turn although its page stays.
    """

    def __init__(self, window: BrowserWindow, ways: Sequence[str], last: Sequence[str] = ()) -> None:
        self.window, self.page, self._ways, self._last = window, window.page, ways, last
        self.pressed: set[str] = set()
        """The actions of all pressed buttons of private pages, as in their custom ids."""

    async def open_thread(self) -> None:
        """Open the game's thread from the drawer and wait until the drawer has closed."""
        thread = await self.page.locator("[data-thread-id]").get_attribute("data-thread-id")
        await self.page.locator("#menu").tap()
        await self.page.locator(f'#sidebar [data-channel-id="{thread}"]').tap()
        await expect(self.page.locator("#sidebar")).not_to_be_in_viewport()

    async def play(self, turns: int) -> None:
        """Play some turns; check that every card fits the phone."""
        for _ in range(turns):
            assert (await self.window.next_card()).endswith(":move")
            await self._fits()
            await self._turn()

    async def play_to_end(self) -> Locator:
        """Play to the end and return the last card; check that every card fits the phone."""
        while (await self.window.next_card()).endswith(":move"):
            await self._fits()
            await self._turn()
        await expect(picture_of(self.window.card).first).to_have_attribute("alt", re.compile("^Result of"))
        await expect(self.window.button("Play again")).to_be_enabled()
        return self.window.card

    async def _fits(self) -> None:
        """Check that the board is as wide as the window, and the buttons are visible and big enough."""
        card, board = self.window.card, picture_of(self.window.card).first
        await expect(board).to_have_js_property("naturalWidth", PICTURE_WIDTH)
        await expect(board).to_have_css("width", WIDE)
        assert await self.page.evaluate("document.documentElement.scrollWidth") == PHONE["viewport"]["width"]
        for button in await card.locator("button[data-custom-id]").all():
            await expect(button).to_be_in_viewport(ratio=1)
            await expect(button).to_have_css("height", FINGER)

    async def _turn(self) -> None:
        """Play the card's turn, from its button to the last press."""
        draft = await self.window.open_private(self.window.card.locator('[data-custom-id$=":move"]'))
        while await draft.count() and MADE not in (before := await draft.text_content() or ""):
            await expect(picture_of(draft).first).to_have_js_property("complete", True)
            button = await self._choice(draft)
            action = (await button.get_attribute("data-custom-id") or "::").split(":")[2]
            self.pressed.add(action)
            await expect(button).to_be_in_viewport(ratio=1)
            await button.tap()
            await expect(draft.filter(has_text=before)).to_have_count(0)
            if action in self._last:
                return

    async def _choice(self, draft: Locator) -> Locator:
        """Return the next button to press, or the first option of the lowest select if no button leads on."""
        for way in self._ways:
            there = draft.locator(f"button[data-custom-id]:not([disabled]){way}")
            if await there.count():
                return there.first
        select = draft.locator(".select")
        if await select.count():
            await select.last.tap()
            return self.page.get_by_role("option").first
        raise AssertionError(f"nothing to press: {await draft.inner_text()}")
