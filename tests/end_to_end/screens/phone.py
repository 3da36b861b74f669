"""A person's browser window: presses buttons as they do and takes screenshots."""

import re
from pathlib import Path
from typing import Any, Self

from playwright.async_api import Browser, Locator, Page, expect

from tests.browser import open_page
from tests.end_to_end.browser_window import PHONE
from tests.end_to_end.screens.stage import PACE, Stage
from tests.playground_driver import Person

LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
AROUND = 320
"""Pixels of the window's height that aren't for messages, with the dividers between messages."""
MARGIN = 10
A_MOMENT = 3.0
HEIGHTS = "(all, last) => all.slice(-last).map((one) => one.offsetHeight)"
CALM = """() => !document.querySelector('#messages [aria-busy="true"], #messages .thinking')
    && [...document.querySelectorAll("#messages img")].every((each) => each.complete)"""
# The page's own clock must run at the playground's pace.
CLOCK = """(() => {
    const Real = Date, opened = Real.now();
    globalThis.passed = 0;
    const now = () => Math.round(%d + (Real.now() - opened) * %f + globalThis.passed);
    globalThis.Date = class extends Real {
        constructor(...given) { if (given.length) super(...given); else super(now()); }
        static now() { return now(); }
    };
    const each = globalThis.setInterval;
    globalThis.setInterval = (what, time) => each((time === 1000 ? globalThis.eachSecond = what : what), time);
})()"""

CATCH_UP = """async (now) => {
    globalThis.passed += now - Date.now();
    globalThis.eachSecond?.();
    await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
}"""


class Phone:
    """A window of phone width or wider; pictures are saved in `folder`."""

    def __init__(self, stage: Stage, folder: Path, person: Person, channel: str, page: Page) -> None:
        self._stage, self._folder = stage, folder
        self.person, self.channel, self.page = person, channel, page

    @classmethod
    async def of(cls, stage: Stage, browser: Browser, folder: Path, person: Person, channel: str, **size: Any) -> Self:
        """Open a channel as a person, at the stage's time."""
        size = {"device_scale_factor": 2, **(size or PHONE)}
        page = await open_page(browser, timezone_id="Europe/Berlin", locale="en-GB", **size)
        await page.add_init_script(CLOCK % (stage.clock.milliseconds(), PACE))
        await page.goto(f"{stage.playground.invitation}&person={person.id}#{channel}")
        await expect(page.locator("#composer-text")).to_be_enabled()
        phone = cls(stage, folder, person, channel, page)
        await phone.calm()
        return phone

    async def calm(self) -> None:
        """Wait until the bot is idle and the page shows everything it has sent."""
        await self._stage.settle()
        await self.page.wait_for_timeout(150)
        await self._stage.settle()
        await self.page.wait_for_function(CALM)
        await self.catch_up()

    async def catch_up(self, ahead: float = 0) -> None:
        """Set the page's clock to the stage's, plus `ahead` seconds."""
        await self.page.evaluate(CATCH_UP, self._stage.clock.milliseconds() + ahead * 1000)

    @property
    def messages(self) -> Locator:
        """The messages on the page."""
        return self.page.locator("#messages > li.message")

    async def press(self, *labels: str, shot: str = "", **part: Any) -> Self:
        """Press the lowest button of each label in turn; then take the picture `shot`, if named, like `Phone.shot`."""
        for label in labels:
            dialog = self.page.get_by_role("dialog")
            place = dialog if await dialog.count() else self.page.locator("#messages")
            await place.get_by_role("button", name=label, exact=True).last.click()
            await self.calm()
        return await self.shot(shot, **part) if shot else self

    async def press_first(self, action: str = "", shot: str = "", **part: Any) -> Self:
        """Press the first button of the newest private message, or its first with this action; `shot` as in `press`."""
        private = self.messages.and_(self.page.locator(".ephemeral")).last
        named = f'[data-custom-id*=":{action}:"]' if action else "[data-custom-id]"
        await private.locator(f"button{named}").first.click()
        await self.calm()
        return await self.shot(shot, **part) if shot else self

    async def choose(self, select: str, *options: str) -> Self:
        """Choose options in the lowest select whose label or current choice begins with `select`."""
        await self.page.get_by_role("button", name=re.compile(f"(^|: ){re.escape(select)}")).last.click()
        for option in options:
            await self.page.get_by_role("option", name=option, exact=True).click()
        done = self.page.locator(".select-foot button")
        if await done.count():
            await done.last.click()
        await self.calm()
        return self

    async def choose_first(self) -> Self:
        """Choose the first option of the lowest select."""
        await self.page.locator("#messages .select").last.click()
        await self.page.get_by_role("option").first.click()
        await self.calm()
        return self

    async def tick(self, label: str) -> Self:
        """Choose one of the dialog's radio buttons."""
        await self.page.get_by_role("dialog").get_by_text(label).click()
        return self

    async def fill(self, label: str, text: str) -> Self:
        """Type into a field of the dialog."""
        await self.page.get_by_role("dialog").get_by_label(label).fill(text)
        return self

    async def type(self, command: str, shot: str = "", **part: Any) -> Self:
        """Type a command and send it without options; then take the picture `shot` if it is named."""
        await self.page.locator("#composer-text").click()
        await self.page.keyboard.type(command)
        await self.page.get_by_role("option").first.wait_for()
        await self.page.keyboard.press("Enter")
        # Enter already sends a command that has no options.
        if not await self.page.locator("#composer-text").is_visible():
            await self.page.locator("#composer .send").click()
        await self.page.locator("#composer-text").wait_for()
        await self.calm()
        return await self.shot(shot, **part) if shot else self

    async def shot(
        self, name: str, last: int = 1, *, about: str = "", private: bool = False, top: int = 0, bottom: int = 0
    ) -> Self:
        """Photograph the dialog, or the `last` messages in full.

        `private` limits them to private messages, `about` to messages with a text; `top` or `bottom` crops to that many
        pixels.
        """
        # Edits of a card are collected for a short time.
        await self._stage.passes(A_MOMENT)
        await self.calm()
        file = self._folder / f"{name}.png"
        dialog, size = self.page.get_by_role("dialog"), self.page.viewport_size
        assert size
        if await dialog.count():
            await dialog.last.screenshot(path=file)
            return self
        messages = self.messages.and_(self.page.locator(".ephemeral")) if private else self.messages
        messages = messages.filter(has_text=about)
        # A picture may grow with the window, so measure twice.
        for _ in range(2):
            heights = await messages.evaluate_all(HEIGHTS, last)
            await self.page.set_viewport_size({**size, "height": max(size["height"], sum(heights) + AROUND)})
        await messages.last.evaluate(
            "(message) => { message.scrollIntoView({ block: 'end' }); scroller.scrollTop += 20; }"
        )
        await self.page.wait_for_timeout(100)
        clip: Any = await self._clip(messages, last, size["width"])
        height = min(clip["height"], top or bottom or clip["height"])
        shift = clip["height"] - height if bottom else 0
        clip |= {"y": clip["y"] + shift, "height": height}
        await self.page.screenshot(path=file, clip=clip)
        await self.page.set_viewport_size(size)
        return self

    async def screen(self, name: str) -> Self:
        """Photograph the window as it is."""
        await self.calm()
        await self.page.screenshot(path=self._folder / f"{name}.png")
        return self

    async def _clip(self, messages: Locator, last: int, width: int) -> Any:
        """Return the part of the window that the messages take, at full width on a phone."""
        count = await messages.count()
        boxes = [await messages.nth(number).bounding_box() for number in range(max(0, count - last), count)]
        found = [box for box in boxes if box]
        top = min(box["y"] for box in found) - MARGIN
        bottom = max(box["y"] + box["height"] for box in found) + MARGIN
        left = 0 if width < 500 else min(box["x"] for box in found) - MARGIN
        right = width if width < 500 else max(box["x"] + box["width"] for box in found) + MARGIN
        return {"x": left, "y": max(0, top), "width": right - left, "height": bottom - max(0, top)}

    async def close(self) -> None:
        """Close the window."""
        await self.page.context.close()
