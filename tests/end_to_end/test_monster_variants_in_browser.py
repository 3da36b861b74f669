"""Monster Hex alone in Chromium on a phone: opened, given abilities and objectives, played to its score, and again."""

import re

import pytest
from playwright.async_api import Browser, Locator, expect

from tests.end_to_end.browser_window import PHONE, PRIVATE, BrowserWindow, SupervisedProgram, open_window, picture_of

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

CHOICES = ("pick", "take", "target", "hex", "do")
"""What is tapped on a page without Confirm: the action in its custom id, the first that is there."""


async def test_somebody_plays_alone_with_abilities_and_objectives(
    supervised: SupervisedProgram, browser: Browser
) -> None:
    window = await open_window(browser, supervised.address, **PHONE)
    await window.make_channel("alone")
    await open_lobby_for_one(window)
    await with_abilities_and_objectives(window)

    await Locator.tap(window.button("Start"))
    await open_thread(window)
    turns = 0
    while (await window.next_card()).endswith(":move"):
        await answer(window)
        turns += 1

    assert turns > 9, "an ability, and a turn in each round at least"
    await expect(window.card).to_contain_text(re.compile(r"The game is over\. Ann scores \d+ points?\."))
    await expect(picture_of(window.card).first).to_have_attribute("alt", re.compile("^Result of"))
    await Locator.tap(window.button("Play again"))
    await expect(window.page.locator("#messages .ephemeral").last).to_contain_text("The next game starts in")
    await window.close()


async def open_lobby_for_one(window: BrowserWindow) -> None:
    """Send /play with one seat, and see a lobby that waits for nobody."""
    page = window.page
    await page.locator("#composer-text").click()
    for word in ("/play", "Monster Hex"):
        await page.keyboard.type(word)
        await expect(page.get_by_role("option")).to_have_count(1)
        await page.keyboard.press("Enter")
    await page.locator(".option").filter(has_text=re.compile("^seats")).locator("input").fill("1")
    await Locator.tap(page.get_by_role("button", name="Send"))
    await expect(window.button("Start")).to_be_in_viewport(ratio=1)
    await expect(window.button("Fill with computers")).to_have_count(0)


async def with_abilities_and_objectives(window: BrowserWindow) -> None:
    """Choose both variants in the form of the game's options."""
    page = window.page
    await Locator.tap(window.button("Set up"))
    await Locator.tap(window.button("Game options"))
    for name in ("With abilities", "With objectives"):
        await Locator.tap(page.locator("dialog label, .modal label").filter(has_text=name).last)
    await Locator.tap(page.locator("button:visible").filter(has_text="Send").last)
    await expect(page.locator("#messages")).to_contain_text("With abilities and objectives.")


async def open_thread(window: BrowserWindow) -> None:
    """Open the game's thread from the side."""
    page = window.page
    thread = await page.locator("[data-thread-id]").get_attribute("data-thread-id")
    await Locator.tap(page.locator("#menu"))
    await Locator.tap(page.locator(f'#sidebar [data-channel-id="{thread}"]'))
    await expect(page.locator("#sidebar")).not_to_be_in_viewport()


async def answer(window: BrowserWindow) -> None:
    """Answer all that a turn asks, until its page says nothing more to press than what takes it back."""
    pages = window.page.locator(PRIVATE)
    count = await pages.count()
    await Locator.tap(window.card.locator('[data-custom-id$=":move"]'))
    await expect(pages).to_have_count(count + 1)
    page = pages.nth(count)
    while (button := await choice(page)) is not None:
        pressed = await button.get_attribute("data-custom-id") or ""
        await Locator.tap(button)
        await expect(page.locator(f'[data-custom-id="{pressed}"]')).to_have_count(0)
        if ":pick:" in pressed:
            return


async def choice(page: Locator) -> Locator | None:
    """The button that comes next; None where nothing is left to answer."""
    if not await page.count():
        return None
    confirm = page.get_by_role("button", name="Confirm")
    if await confirm.count():
        return confirm
    for action in CHOICES:
        there = page.locator(f'button[data-custom-id*=":{action}:"]:not([disabled])')
        if await there.count():
            return there.first
    return None
