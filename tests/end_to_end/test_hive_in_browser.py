"""Hive Mind in Chromium: a match of five, from /play to the last card, on a phone's width at the end."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from tests.end_to_end.hive_window import Player
from tests.end_to_end.window import PHONE, PUBLIC, Program, open_window, running

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    with running(tmp_path) as started:
        yield started


async def test_a_match_of_five_is_played_in_the_browser(program: Program, browser: Browser) -> None:
    player = Player(await open_window(browser, program.address))
    await player.set_up(5)
    for number in (1, 2, 3):
        await player.submit(number)
    last = player.card("final score")
    await expect(last).to_contain_text("The game is over")
    await expect(last.get_by_role("img")).to_have_js_property("complete", True)
    await last.get_by_role("button", name="All placements").click()
    await expect(player.draft).to_contain_text("Points by source")
    await player.press("Zero", "values A to L")
    await player.window.close()


async def test_a_submission_fits_on_a_phone(program: Program, browser: Browser) -> None:
    player = Player(await open_window(browser, program.address, **PHONE))
    page, width = player.page, PHONE["viewport"]["width"]
    await page.get_by_role("button", name="Start with /play").tap()
    await page.get_by_role("option", name="Hive Mind").tap()
    await page.get_by_role("button", name="Send").tap()
    for number in (1, 2):
        await player.window.button("Add computer player").tap()
        await expect(page.locator(PUBLIC).filter(has_text=f"Computer {number}")).to_have_count(1)
    await player.window.every_seat_is_taken()
    await player.window.button("Start").tap()
    await expect(page.locator("[data-thread-id]")).to_be_visible()
    await page.get_by_role("button", name="Channels").tap()
    await page.locator("#sidebar [data-channel-id]").filter(has_text="Hive Mind").tap()
    await expect(page.locator("#sidebar")).not_to_be_in_viewport()

    await player.submit(1)

    assert await page.evaluate("document.documentElement.scrollWidth") == width
    picture = await player.draft.get_by_role("img").bounding_box()
    assert picture
    assert picture["width"] >= width - 30
    await player.window.close()
