"""The program as the README starts it, and Chromium windows that play on its page."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Locator, Page, expect

from tests.browser import complaints, open_page
from tests.playground_driver import MESSAGES, PATIENCE_SECONDS, ROOT, free_port
from tests.program_processes import environment

PUBLIC = "#messages [data-message-id]:not(.ephemeral)"
PRIVATE = "#messages .ephemeral:not(:has(.thinking))"
"""A private page after loading; until then its placeholder says that the bot is thinking."""
PICTURE_WIDTH = 1200
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
WIDE = re.compile(r"(3[6-9]\d|4\d\d)(\.\d+)?px")
"""A CSS width of 360 pixels or more; checks retry, because a card may be redrawn meanwhile."""
FINGER = re.compile(r"(4[4-9]|[5-9]\d|\d{3,})(\.\d+)?px")
"""A CSS height large enough for a finger: 44 pixels or more."""


def picture_of(message: Locator) -> Locator:
    """Return a message's picture, ignoring custom emojis."""
    return message.locator("img:not(.custom-emoji)")


class SupervisedProgram:
    """The program without a token in a folder of its own, as the README starts it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        settings = {"PLAYGROUND_PORT": str(free_port()), "PLAYGROUND_MESSAGES": str(MESSAGES)}
        self.environment = environment(**settings, TABLES_PER_HOST="100")
        self.address = ""

    def start(self) -> None:
        """Start the program and read the address that it prints."""
        with (self.folder / "errors.txt").open("ab") as errors:
            self.process = subprocess.Popen(
                [sys.executable, str(ROOT / "bot.py")],
                cwd=self.folder,
                env=self.environment,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        assert self.process.stdout
        self.address = self.process.stdout.readline().split()[-1]
        assert self.address.startswith("http://127.0.0.1:")

    def kill(self) -> None:
        """Kill the supervisor like a power failure, and wait until all its child processes have ended."""
        self.process.kill()
        self.process.communicate(timeout=PATIENCE_SECONDS)

    def stop(self) -> None:
        """Stop the program gracefully."""
        self.process.terminate()
        self.process.communicate(timeout=PATIENCE_SECONDS)
        assert self.process.returncode == 0


@contextmanager
def supervised_program(folder: Path) -> Iterator[SupervisedProgram]:
    """Run the program from its first output line to a graceful stop."""
    supervised = SupervisedProgram(folder)
    supervised.start()
    try:
        yield supervised
        supervised.stop()
    finally:
        supervised.kill()


class BrowserWindow:
    """One window; `errors` collects its console errors."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.errors = complaints(page)
        self.messages = page.locator("#messages [data-message-id]")
        self.step = ""

    def button(self, name: str) -> Locator:
        """Return a message's button by its label."""
        return self.page.locator("#messages").get_by_role("button", name=name, exact=True)

    @property
    def card(self) -> Locator:
        """The newest card seen."""
        return self.page.locator(PUBLIC).filter(has=self.page.locator(f'[data-custom-id="{self.step}"]'))

    async def next_card(self) -> str:
        """Wait for the next card and until the old one is folded; return the first button's custom id."""
        live = f'{PUBLIC} button:is([data-custom-id$=":move"], [data-custom-id$=":replay"])'
        newer = self.page.locator(f'{live}:not([data-custom-id="{self.step}"])')
        await expect(newer).to_have_count(1)
        # The new card may come before the old one is folded; the next call would mistake the old one for a new card.
        await expect(self.page.locator(live)).to_have_count(1)
        self.step = await newer.get_attribute("data-custom-id") or ""
        return self.step

    async def see_card(self) -> str:
        """Wait for the next card and check its picture; return the first button's custom id."""
        await self.next_card()
        board = picture_of(self.card)
        await expect(board).to_have_attribute("alt", re.compile("Monsters?, powers|Large Stones|^Result of"))
        await expect(board).to_have_js_property("complete", True)
        await expect(board).to_have_js_property("naturalWidth", PICTURE_WIDTH)
        return self.step

    async def type_command(self, *words: str) -> None:
        """Type a command and its options, choosing each suggestion, and send it."""
        await self.page.locator("#composer-text").click()
        for word in words:
            await self.page.keyboard.type(word)
            await expect(self.page.get_by_role("option")).to_have_count(1)
            await self.page.keyboard.press("Enter")
        await self.page.keyboard.press("Enter")

    async def make_channel(self, name: str) -> None:
        """Create an empty channel and open it."""
        if await self.page.locator("#menu").is_visible():
            await self.page.locator("#menu").click()
        await self.page.get_by_role("button", name="New channel").click()
        await self.page.get_by_label("Channel name").fill(name)
        await self.page.keyboard.press("Enter")
        await expect(self.page.get_by_role("heading", level=1)).to_have_text(name)
        await expect(self.page.locator(".hint")).to_be_visible()

    async def start_as_newcomer(self, label: str) -> None:
        """Start a game against the computer by a button of `/help`, which the empty channel's hint opens.

        Wait for the link to the game's thread.
        """
        await expect(self.page.locator(".hint").get_by_role("listitem")).to_have_count(3)
        await self.page.get_by_role("button", name="Start with /help").click()
        await self.button(label).click()
        await expect(self.page.locator("[data-thread-id]")).to_have_count(1)

    async def start_game(self, channel: str) -> None:
        """Start a game against a computer player in a channel of its own and wait for the first card."""
        await self.make_channel(channel)
        await self.type_command("/play", "Monster Hex")
        await self.button("Fill with computers").click()
        await self.open_thread()
        await self.see_card()

    async def open_thread(self) -> None:
        """Open the thread that the lobby links to."""
        await self.page.locator("[data-thread-id]").click()
        await expect(self.page.get_by_role("heading", level=1)).to_have_text(re.compile("^Monster Hex"))

    async def open_private(self, button: Locator) -> Locator:
        """Press a button and return the private page that it opens; earlier pages may disappear meanwhile."""
        known = await self.page.locator(PRIVATE).evaluate_all("(all) => all.map((one) => one.dataset.messageId)")
        await button.click()
        newer = self.page.locator(PRIVATE + "".join(f':not([data-message-id="{number}"])' for number in known))
        await expect(newer).to_have_count(1)
        number = await newer.get_attribute("data-message-id")
        return self.page.locator(f'#messages [data-message-id="{number}"]')

    async def move(self) -> None:
        """Make the card's move: a tile's first hex, then the first way to place it."""
        await self.card.locator('[data-custom-id$=":move"]').click()
        draft = self.page.locator("#messages .ephemeral").filter(has=self.page.locator(".container")).last
        await expect(picture_of(draft)).to_have_js_property("complete", True)
        place = draft.locator('button[data-custom-id*=":do:"]')
        if not await place.count():
            await choose_hex(draft)
        await place.first.click()
        await expect(place).to_have_count(0)

    async def close(self) -> None:
        """Close the window and fail if its console had errors."""
        await self.page.close()
        assert self.errors == [], self.errors


async def choose_hex(draft: Locator) -> None:
    """Choose the first hex of a page with tiles and hexes; these are buttons, or lists if there are many."""
    first = draft.locator('button[data-custom-id*=":hex:"]').first
    is_list = await first.get_attribute("class") == "select"
    await first.click()
    if is_list:
        await draft.page.get_by_role("option").first.click()


async def open_window(browser: Browser, address: str, **context: Any) -> BrowserWindow:
    """Open an address in a window with a browser context of its own, and wait until the warning banner is gone."""
    window = BrowserWindow(await open_page(browser, **context))
    await window.page.goto(address)
    await expect(window.page.locator("#composer-text")).to_be_enabled()
    # The bot may still be starting.
    await expect(window.page.locator("#banner")).to_be_hidden()
    return window
