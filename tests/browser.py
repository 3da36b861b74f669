"""Chromium for tests, and what must be true of every window in it."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import Browser, Page, async_playwright, expect

CHROMIUM = "/usr/bin/chromium"
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
expect.set_options(timeout=15_000)


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """A browser; where there is no Chromium the test is skipped, or fails if one is required.

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


def complaints(page: Page) -> list[str]:
    """A list that grows with what the page's console complains about, the content security policy included."""
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    return errors
