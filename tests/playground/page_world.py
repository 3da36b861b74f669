"""A server process, a bot process and Chromium windows, for tests of the page."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Browser, Page, expect

from tests.browser import chromium, complaints, open_page
from tests.playground_driver import PATIENCE_SECONDS, ROOT, Playground


@asynccontextmanager
async def page_world(folder: Path, servers: int = 1) -> AsyncIterator["World"]:
    """Run a playground with this many servers and its bot; kill both at the end."""
    async with chromium() as browser, World(folder, browser, servers).started() as world:
        await world.start_bot()
        yield world


class World:
    """A playground process, a bot process and a browser."""

    def __init__(self, folder: Path, browser: Browser, servers: int = 1) -> None:
        self.playground = Playground(folder, servers=servers)
        self.browser = browser
        self.base = self.playground.base
        self.bot: asyncio.subprocess.Process | None = None
        self.channels = 0

    @asynccontextmanager
    async def started(self) -> AsyncIterator["World"]:
        """Start the server; kill it and the bot at the end."""
        await self.playground.start()
        try:
            yield self
        finally:
            await self.playground.kill()
            await self.kill_bot()

    async def start_bot(self) -> None:
        """Start the bot and wait until it is online and its commands are registered."""
        environment = os.environ | {"DISCORD_BASE_URL": self.base, "DISCORD_TOKEN": self.playground.bot_token}
        command = (sys.executable, "-m", "tests.playground.page_bot")
        self.bot = await asyncio.create_subprocess_exec(
            *command, cwd=ROOT, env=environment, stdout=asyncio.subprocess.PIPE
        )
        assert self.bot.stdout
        assert await asyncio.wait_for(self.bot.stdout.readline(), PATIENCE_SECONDS) == b"online\n"

    async def kill_bot(self) -> None:
        if self.bot and self.bot.returncode is None:
            self.bot.kill()
            await self.bot.wait()

    async def open(self, person: str = "Ann", *, channel: str | None = None, width: int = 1280) -> "Window":
        """Open the page as a person in a window 800 pixels high, in a new channel unless one is given."""
        page = await open_page(self.browser, viewport={"width": width, "height": 800})
        window = Window(self, page)
        await page.goto(f"{self.base}/?token={self.playground.run_token}")
        await window.be(person)
        await window.go(channel or await self.fresh_channel(window))
        return window

    async def fresh_channel(self, window: "Window") -> str:
        self.channels += 1
        name = f"room-{self.channels}"
        await window.request("POST", "/playground/channels", {"name": name})
        return name


class Window:
    """One window of the page; `errors` collects its console errors."""

    def __init__(self, world: World, page: Page) -> None:
        self.world = world
        self.page = page
        self.errors = complaints(page)
        self.channel = ""

    async def be(self, person: str) -> None:
        button = self.page.locator("#people").get_by_role("button", name=person, exact=True)
        await button.click()
        await expect(button).to_have_attribute("aria-pressed", "true")
        await expect(self.page.locator("#sidebar [data-channel-id]").first).to_be_attached()

    def entry(self, channel: str):
        name = self.page.get_by_text(channel, exact=True)
        return self.page.locator("#sidebar [data-channel-id]").filter(has=name)

    async def go(self, channel: str) -> None:
        if await self.page.locator("#menu").is_visible():
            await self.page.locator("#menu").click()
        await self.entry(channel).click()
        await expect(self.page.get_by_role("heading", level=1)).to_have_text(channel)
        self.channel = channel

    async def request(self, method: str, path: str, body: object = None) -> object:
        """Send a request as the selected person."""
        script = """async ([method, path, body]) => {
            const person = document.querySelector("#people [aria-pressed=true]").dataset.personId;
            const headers = {"X-Person": person, "Content-Type": "application/json"};
            const answer = await fetch(path, {method, headers, body: body && JSON.stringify(body)});
            return answer.status === 204 ? null : answer.json();
        }"""
        return await self.page.evaluate(script, [method, path, body])

    async def play(self) -> None:
        """Invoke /play with the keyboard and wait for its card."""
        await self.page.get_by_label("Message to").click()
        await self.page.keyboard.type("/pl")
        await expect(self.page.locator("[data-command=play]")).to_be_visible()
        await self.page.keyboard.press("Enter")
        await expect(self.page.get_by_role("option", name="Hive Mind")).to_be_visible()
        await self.page.keyboard.type("mons")
        await expect(self.page.get_by_role("option")).to_have_text(["Monster Hex"])
        await self.page.keyboard.press("Enter")
        await self.page.keyboard.press("Enter")
        await expect(self.message("Monster Hex for 2")).to_be_visible()

    async def show(self) -> None:
        """Invoke /show and wait for its messages."""
        await self.page.get_by_label("Message to").fill("/show ")
        await self.page.get_by_role("button", name="Send").click()
        await expect(self.message("Description")).to_be_visible()
        await expect(self.message("and one that is :gone: now.")).to_be_visible()
        # The image of the deleted emoji can't be loaded, which logs an expected error.
        self.errors.clear()

    def message(self, text: str):
        return self.page.locator("[data-message-id]").filter(has_text=text)

    def button(self, name: str):
        return self.page.locator("#messages").get_by_role("button", name=name, exact=True)

    async def say(self, text: str) -> None:
        await self.page.get_by_label("Message to").fill(text)
        await self.page.keyboard.press("Enter")
        await expect(self.page.get_by_label("Message to")).to_have_value("")

    async def close(self, *expected: str) -> None:
        """Close the window; fail if there were console errors without one of the `expected` texts."""
        await self.page.context.close()
        assert [error for error in self.errors if not any(text in error for text in expected)] == []
