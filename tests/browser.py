"""Chromium for tests: a browser, windows with the tests' time limit, and the console's errors."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from playwright.async_api import Browser, ConsoleMessage, Page, async_playwright, expect

from tests.playground_driver import PATIENCE_SECONDS

CHROMIUM = "/usr/bin/chromium"
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
PATIENCE_MS = PATIENCE_SECONDS * 1000
expect.set_options(timeout=PATIENCE_MS)


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """Yield a browser; skip the test if Chromium is missing, or fail it if Chromium is required.

    `.ci/run` sets HEXCADE_REQUIRE_CHROMIUM=1.
    """
    if not os.access(CHROMIUM, os.X_OK):
        reason = f"No Chromium for tests at {CHROMIUM}."
        if os.environ.get("HEXCADE_REQUIRE_CHROMIUM") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            yield browser
        finally:
            await browser.close()


async def open_page(browser: Browser, **context: Any) -> Page:
    """Open an empty window with a browser context of its own and the tests' time limit."""
    opened = await browser.new_context(**context)
    opened.set_default_timeout(PATIENCE_MS)
    return await opened.new_page()


def complaints(page: Page) -> list[str]:
    """Return a list that collects the page's console errors, content security policy violations included."""
    errors: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "error":
            errors.append(f"{message.text} ({message.location.get('url', '')})")

    page.on("console", note)
    page.on("pageerror", lambda error: errors.append(str(error)))
    return errors
