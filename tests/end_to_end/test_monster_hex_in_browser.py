"""Two people in Chromium windows, and the size of /help on a phone."""

import re

import pytest
from playwright.async_api import Browser, expect

from tests.end_to_end.browser_window import (
    PHONE,
    PUBLIC,
    BrowserWindow,
    SupervisedProgram,
    open_window,
)

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_help_fits_one_small_phone_screen(supervised: SupervisedProgram, browser: Browser) -> None:
    window = await open_window(browser, supervised.address, **{**PHONE, "viewport": {"width": 390, "height": 700}})
    await window.make_channel("help")

    await window.type_command("/help")

    page = window.page.locator("#messages .ephemeral").last
    await expect(page.get_by_role("button", name="Commands", exact=True)).to_be_visible()
    await expect(page).to_be_in_viewport(ratio=1)
    await window.close()


async def test_two_people_play_on_after_everything_was_killed(supervised: SupervisedProgram, browser: Browser) -> None:
    ann = await open_window(browser, supervised.address)
    switch = ann.page.locator("#people").get_by_role("button", name="Ben", exact=True)
    person = await switch.get_attribute("data-person-id")
    ben = await open_window(browser, f"{supervised.address}&person={person}")
    await expect(ben.page.locator("#people [aria-pressed=true]")).to_have_text(re.compile("Ben"))

    await ann.make_channel("two-people")
    await ann.type_command("/play", "Monster Hex")
    await ben.page.locator("#sidebar [data-channel-id]").filter(has_text="two-people").click()
    await ben.button("Join").click()
    await ann.open_thread()
    await ben.open_thread()
    await both_see(ann, ben)
    step = None
    for _ in range(2):
        await (await find_to_move(ann, ben)).move()
        step = await both_see(ann, ben)
    for window in (ann, ben):
        # Wait until the previous card is folded.
        await expect(window.button("Place a tile")).to_have_count(1)
    before = [await window.page.locator(PUBLIC).all_inner_texts() for window in (ann, ben)]
    places = [window.page.url.split("?")[1] for window in (ann, ben)]

    for window in (ann, ben):
        await window.close()
    supervised.kill()
    supervised.start()
    ann, ben = [await open_window(browser, f"{supervised.address}&{place}") for place in places]
    for window in (ann, ben):
        await window.page.reload()
        await expect(window.page.locator(PUBLIC)).to_have_count(len(before[0]))

    assert await both_see(ann, ben) == step
    assert [await window.page.locator(PUBLIC).all_inner_texts() for window in (ann, ben)] == before
    await (await find_to_move(ann, ben)).move()
    await both_see(ann, ben)
    for window in (ann, ben):
        await window.close()


async def both_see(one: BrowserWindow, other: BrowserWindow) -> str:
    """Wait until both windows show the same new card; return its first button's custom id."""
    step = await one.see_card()
    assert await other.see_card() == step
    return step


async def find_to_move(one: BrowserWindow, other: BrowserWindow) -> BrowserWindow:
    """Return the window of the person who must move."""
    return one if await one.card.locator(".mention.mine").count() else other
