"""The page of a replay in Chromium, offline: axe-core finds nothing, keys and buttons turn it, and it is small."""

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from cogs.ui.messages.replay_page import MOST_BYTES
from tests.browser import complaints, open_page
from tests.end_to_end.browser_window import PHONE
from tests.end_to_end.test_page_accessibility import LAPTOP, complaints_of_axe
from tools.replay_page import main

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

RECORDS = Path(__file__).parents[1] / "engine" / "records"
LONGEST = (
    "connect_four_draw_2",
    "hex_battle_wars_3_pieces_draw_2",
    "hive_mind_gauntlet_4_draw_1",
    "monster_hex_4_of_2024_draw_2",
)
"""The longest old record of each game."""


async def shown(page: Page) -> str:
    """Return the heading of the only step that is visible."""
    return await page.locator("h2:visible").inner_text()


@pytest.mark.parametrize("name", LONGEST)
async def test_a_page_is_small_and_accessible_and_turns_by_keys(name: str, browser: Browser, tmp_path: Path) -> None:
    out = tmp_path / "game.html"
    assert await asyncio.to_thread(main, [str(RECORDS / f"{name}.json"), str(out)]) == 0
    assert out.stat().st_size <= MOST_BYTES

    for scheme, size in (("light", LAPTOP), ("dark", PHONE)):
        page = await open_page(browser, offline=True, color_scheme=scheme, **size)
        errors = complaints(page)
        await page.goto(out.as_uri())
        assert await shown(page) == "The start"
        first = page.get_by_role("button", name="First")
        await expect(first).to_have_attribute("aria-disabled", "true")
        assert await complaints_of_axe(page) == []

        steps = await page.locator("h2").all_text_contents()
        await page.keyboard.press("ArrowLeft")
        assert await shown(page) == "The start"
        await page.keyboard.press("ArrowRight")
        assert await shown(page) == steps[1]
        told = await page.locator(".told:visible").inner_text()
        await expect(page.get_by_role("status")).to_contain_text(told.split("\n")[0])
        await page.keyboard.press("End")
        assert await shown(page) == "The result"
        assert await complaints_of_axe(page) == []
        await page.get_by_role("button", name="Previous").click()
        assert await shown(page) == steps[-2]
        await page.keyboard.press("Home")
        assert await shown(page) == "The start"
        board = page.get_by_role("img")
        await expect(board).to_have_count(1)
        assert await page.evaluate("document.documentElement.scrollWidth") == size["viewport"]["width"]
        assert errors == []
        await page.context.close()


async def test_without_scripts_all_steps_are_below_each_other(browser: Browser, tmp_path: Path) -> None:
    out = tmp_path / "game.html"
    assert await asyncio.to_thread(main, [str(RECORDS / "hive_mind_draw_2.json"), str(out)]) == 0
    page = await open_page(browser, offline=True, java_script_enabled=False, **PHONE)
    await page.goto(out.as_uri())

    assert await page.locator("h2:visible").count() == await page.locator("h2").count() > 2
    await expect(page.get_by_role("button")).to_have_count(0)
    await page.context.close()
