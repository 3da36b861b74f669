"""A player of Hive Mind in a Chromium window."""

import re

from playwright.async_api import Locator, expect

from tests.end_to_end.browser_window import PUBLIC, BrowserWindow, picture_of


class HiveMindPlayer:
    """A player of a Hive Mind match, using only what the page offers."""

    def __init__(self, window: BrowserWindow) -> None:
        self.window, self.page = window, window.page
        self.draft = window.page.locator("#messages .ephemeral").filter(has=window.page.locator(".container")).last

    def card(self, headline: str) -> Locator:
        """Return the card with these words in its headline."""
        return self.page.locator(PUBLIC).filter(has=self.page.get_by_role("heading", level=3, name=headline))

    async def press(self, name: str, shown: str) -> None:
        """Press a button of the private page and wait until it shows the next text."""
        await self.draft.get_by_role("button", name=name, exact=True).click()
        await expect(self.draft).to_contain_text(shown)

    async def open_placements(self, last: Locator) -> None:
        """Open *Points and shapes* from the last card, behind *More*."""
        page = await self.window.open_private(last.get_by_role("button", name="More", exact=True))
        await page.get_by_role("button", name="Points and shapes", exact=True).click()
        await expect(page.get_by_role("button", name="Points", exact=True)).to_be_visible()

    async def lay(self, hive: str) -> None:
        """Tap the first hexes that can be tapped on a hive's keypad, until its shape is laid."""
        for taps in ("", "[A-L]", "[A-L], [A-L]"):
            ask = f"{taps} and …" if taps else "tap three letters"
            await expect(self.draft).to_contain_text(re.compile(rf"{hive} \(. of 3\): {ask}"))
            await self.draft.locator('button[data-custom-id*=":taps:"]:enabled', has_not_text="✓").first.click()

    async def submit(self, number: int) -> None:
        """Lay a shape on each hive, press Ready, and wait until that is answered."""
        lay = self.card(f"round {number} of 3").get_by_role("button", name="Lay shapes", exact=True)
        await self.window.open_private(lay)
        for hive in ("Charge", "Marcer", "Zero"):
            await self.lay(hive)
        await expect(self.draft).to_contain_text(f"Round {number} of 3: your shapes. Press Ready")
        await expect(picture_of(self.draft)).to_have_js_property("complete", True)
        ready = self.draft.get_by_role("button", name="Ready", exact=True)
        await ready.click()
        if number == 2:
            await expect(self.draft).to_contain_text("offered only now")
            await ready.click()
        # The page may disappear, because the round is over.
        await expect(ready).to_have_count(0)
