"""Somebody who plays Connect Four in a window of Chromium, as its pages offer it."""

import re
from collections.abc import Awaitable, Callable
from typing import Any

from playwright.async_api import Locator, expect

from tests.end_to_end.browser_window import PICTURE_WIDTH, PRIVATE, BrowserWindow, picture_of

CHOICES = (
    re.compile(r"Confirm|Pass|No click|Up close|No second attack|Use this force"),
    re.compile(r". · four"),
    re.compile(r". · stops a four"),
    re.compile(r"Werewolves|Start from Mixed|Build my own"),
)
"""What is pressed as soon as it is there, the first of these first."""
ACTIONS = ("strike", "attack", "column", "class")
"""The choices of a page by the action in their custom ids, in the order of preference."""
FIGHTS_EVERY = 3
"""Every so many turns it attacks, if it can; the first time as soon as it can."""


class ConnectFourPlayer:
    """Somebody at a table of two; `press` is how buttons are pressed, with a pointer or a finger."""

    def __init__(self, window: BrowserWindow, press: Callable[[Locator], Awaitable[Any]] = Locator.click) -> None:
        self.window, self.page, self.press = window, window.page, press
        self.draft = window.page.locator("#messages .ephemeral").filter(has=window.page.locator(".container")).last
        self.turns = 0
        self.pressed: set[str] = set()
        """The actions of all buttons of private pages that were pressed, as their custom ids name them."""

    @property
    def card(self) -> Locator:
        """The card that was seen last."""
        return self.window.card

    async def start(self) -> None:
        """Start a game against the computer as a newcomer does, and open its thread."""
        page = self.page
        await self.window.start_as_newcomer("connect_four", self.press)
        if await page.locator("#menu").is_visible():
            thread = await page.locator("[data-thread-id]").get_attribute("data-thread-id")
            await self.press(page.locator("#menu"))
            await self.press(page.locator(f'#sidebar [data-channel-id="{thread}"]'))
            await expect(page.locator("#sidebar")).not_to_be_in_viewport()
        else:
            await self.press(page.locator("[data-thread-id]"))
        await expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("^Connect Four"))

    async def see_card(self) -> bool:
        """Wait for the next card that asks for something, or the last one; say whether the game goes on."""
        step = await self.window.next_card()
        board = picture_of(self.card).first
        await expect(board).to_have_js_property("naturalWidth", PICTURE_WIDTH)
        await expect(board).to_have_attribute("alt", re.compile(r"\w"))
        return step.endswith(":move")

    async def open(self) -> None:
        """Press the card's button, and wait for the private page."""
        pages = await self.page.locator(PRIVATE).count()
        await self.press(self.card.locator('[data-custom-id$=":move"]'))
        await expect(self.page.locator(PRIVATE)).to_have_count(pages + 1)

    async def turn(self) -> None:
        """Answer what the card asks, from its button to the last press."""
        self.turns += 1
        await self.open()
        while True:
            before = await self.draft.text_content() or ""
            button = await self._choice()
            action = (await button.get_attribute("data-custom-id") or "").split(":")[2]
            # An older page may have come to ask the same.
            number = await self.draft.get_attribute("data-message-id")
            this_page = self.page.locator(f'#messages [data-message-id="{number}"]')
            self.pressed.add(action)
            await self.press(button)
            if action in ("do", "built", "class"):
                # The page is gone, or says that it is done; until then the pages can't be counted.
                await expect(this_page.filter(has_text=before)).to_have_count(0)
                return
            await expect(self.draft).not_to_have_text(before)

    async def _choice(self) -> Locator:
        """The button that comes next."""
        await expect(picture_of(self.draft).first).to_have_js_property("naturalWidth", PICTURE_WIDTH)
        enabled = self.draft.locator("button[data-custom-id]:not([disabled])")
        for words in CHOICES:
            there = enabled.filter(has_text=words)
            if await there.count():
                return there.first
        instead = enabled.filter(has_text="Attack instead")
        if (self.turns % FIGHTS_EVERY == 0 or "attack" not in self.pressed) and await instead.count():
            return instead
        for action in ACTIONS:
            there = self.draft.locator(f'button[data-custom-id*=":{action}:"]:not([disabled])')
            if found := await there.count():
                return there.nth(self.turns % found)
        raise AssertionError(await self.draft.inner_text())
