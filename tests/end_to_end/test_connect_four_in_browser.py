"""Connect Four in Chromium: the standard game from /play to its last card, with a pointer and on a phone."""

import re
from typing import Any

import pytest
from playwright.async_api import Browser, Locator, expect

from tests.end_to_end.browser_window import FINGER, PHONE, WIDE, SupervisedProgram, open_window, picture_of
from tests.end_to_end.connect_four_browser import ConnectFourPlayer

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest.mark.parametrize(("context", "press"), [({}, Locator.click), (PHONE, Locator.tap)], ids=["desk", "phone"])
async def test_a_standard_game_is_played_from_play_to_its_end(
    supervised: SupervisedProgram, browser: Browser, context: dict[str, Any], press: Any
) -> None:
    window = await open_window(browser, supervised.address, **context)
    player = ConnectFourPlayer(window, press)
    await window.make_channel("clix")
    await player.start()

    while await player.see_card():
        if context:
            await fits_on_a_phone(player)
        await player.turn()

    last = player.card
    await expect(last).to_contain_text("The game is over.")
    await expect(last).to_contain_text(re.compile("four in a row|kill points|A draw"))
    await expect(picture_of(last).first).to_have_attribute("alt", re.compile("^Result of Connect Four"))
    await expect(window.button("Play again")).to_be_enabled()
    await expect(last.get_by_role("button", name="Play", exact=True)).to_have_count(0)
    assert player.pressed >= {"class", "build", "from", "built", "column", "do"}
    await window.close()


async def fits_on_a_phone(player: ConnectFourPlayer) -> None:
    """The board is as wide as the window, and the buttons are there and large enough."""
    page, width = player.page, PHONE["viewport"]["width"]
    assert await page.evaluate("document.documentElement.scrollWidth") == width
    await expect(picture_of(player.card).first).to_have_css("width", WIDE)
    button = player.card.locator('[data-custom-id$=":move"]')
    await expect(button).to_be_in_viewport(ratio=1)
    await expect(button).to_have_css("width", FINGER)
    await expect(button).to_have_css("height", FINGER)
