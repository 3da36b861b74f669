"""Hex Battle Wars in Chromium: a newcomer plays a whole game for two against a computer player, also on a phone."""

import re
from typing import Any

import pytest
from playwright.async_api import Browser, Locator, expect

from tests.end_to_end.browser_window import (
    PHONE,
    PRIVATE,
    PUBLIC,
    WIDE,
    BrowserWindow,
    SupervisedProgram,
    open_window,
    picture_of,
)
from tests.table_driver import MADE

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

ROUNDS = 3
WAYS = (
    '[data-custom-id*=":do:deploy "]',
    '[data-custom-id*=":do:move "]',
    '[data-custom-id*=":do:attack "]',
    '[data-custom-id*=":do:tiles "]',
    '[data-custom-id$=":do:vanish"]',
    '[data-custom-id$=":do:hold"]',
    '[data-custom-id*=":spell"]',
    '[data-custom-id*=":strike:"]',
    '[data-custom-id$=":do:roll"]',
    '[data-custom-id*=":enter:"]',
    '[data-custom-id*=":go:"]',
    '[data-custom-id*=":tile:"]',
    '[data-custom-id$=":do:end"]',
)
"""What is pressed on a page: the first that is there."""


class BattlePlayer:
    """Somebody who plays in a window, as its pages offer it."""

    def __init__(self, window: BrowserWindow, press: Any) -> None:
        self.window, self.page, self.press = window, window.page, press
        self.seen: set[str] = set()

    async def open_table(self) -> None:
        """Open a table, agree on a last round, add a computer player, and go to the thread."""
        await self.window.type_command("/play", "Hex Battle Wars")
        await self.press(self.window.button("Set up"))
        await self.press(self.window.button("Game options"))
        form = self.page.get_by_role("dialog")
        await form.get_by_label("Last round").fill(str(ROUNDS))
        await self.press(form.get_by_role("button", name="Send"))
        await expect(self.page.locator(PUBLIC).filter(has_text=f"after round {ROUNDS}")).to_have_count(1)
        await self.press(self.window.button("Fill with computers"))
        thread = await self.page.locator("[data-thread-id]").get_attribute("data-thread-id")
        if await self.page.locator("#menu").is_visible():
            await self.press(self.page.locator("#menu"))
        await self.press(self.page.locator(f'#sidebar [data-channel-id="{thread}"]'))

    async def see_card(self) -> Locator:
        """Wait for a card after the last one; return it with its picture loaded."""
        await self.window.next_card()
        card = self.window.card
        await expect(picture_of(card)).to_have_js_property("complete", True)
        await expect(picture_of(card)).to_have_attribute("alt", re.compile("HP|^Result of"))
        return card

    async def turn(self, card: Locator) -> None:
        """Play a turn, one press after the other, until its private page is gone or says that the move is made."""
        private = self.page.locator(PRIVATE)
        pages = await private.count()
        await self.press(card.locator('[data-custom-id$=":move"]'))
        await expect(private).to_have_count(pages + 1)
        draft = private.last
        while await private.count() > pages and MADE not in await draft.inner_text():
            for way in WAYS:
                found = draft.locator(f"button{way}")
                if await found.count():
                    break
            else:
                raise AssertionError(f"nothing to press: {await draft.inner_text()}")
            self.seen.add(way)
            chosen = await found.first.get_attribute("data-custom-id")
            await expect(picture_of(draft)).to_have_js_property("complete", True)
            await expect(found.first).to_be_in_viewport(ratio=1)
            await self.press(found.first)
            await expect(draft.locator(f'button[data-custom-id="{chosen}"]')).to_have_count(0)


@pytest.mark.parametrize("kind", ["wide", "phone"])
async def test_a_newcomer_plays_a_whole_game(supervised: SupervisedProgram, browser: Browser, kind: str) -> None:
    window = await open_window(browser, supervised.address, **(PHONE if kind == "phone" else {}))
    await window.make_channel(f"battle-{kind}")
    player = BattlePlayer(window, Locator.tap if kind == "phone" else Locator.click)
    await player.open_table()

    card = await player.see_card()
    while window.step.endswith(":move"):
        if kind == "phone":
            width = PHONE["viewport"]["width"]
            await expect(picture_of(card)).to_have_css("width", WIDE)
            assert await window.page.evaluate("document.documentElement.scrollWidth") == width
        await player.turn(card)
        card = await player.see_card()

    await expect(card).to_contain_text(re.compile(r"The game is over\. .+ (wins|share the victory)"))
    await expect(picture_of(card)).to_have_attribute("alt", re.compile("^Result of Hex Battle Wars"))
    # Whether a destination lies behind a part of the board depends on the dice.
    assert player.seen & {'[data-custom-id*=":enter:"]', '[data-custom-id*=":go:"]', '[data-custom-id*=":tile:"]'}
    assert '[data-custom-id*=":spell"]' in player.seen
    await window.close()
