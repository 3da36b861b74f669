"""Hive Mind in Chromium: a match of four, from /play to the last card."""

import pytest
from playwright.async_api import Browser, expect

from tests.end_to_end.browser_window import SupervisedProgram, open_window, picture_of
from tests.end_to_end.hive_mind_browser import HiveMindPlayer

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_match_of_four_is_played_in_the_browser(supervised: SupervisedProgram, browser: Browser) -> None:
    player = HiveMindPlayer(await open_window(browser, supervised.address))
    await player.window.make_channel("hive-mind")
    # Other than the default of five, so that the lobby shows when the form has taken effect.
    await player.set_up(4)
    for number in (1, 2, 3):
        await player.submit(number)
    last = player.card("final score")
    await expect(last).to_contain_text("wins")
    await expect(picture_of(last)).to_have_js_property("complete", True)
    await player.open_placements(last)
    await player.press("Zero", "values by row")
    await player.window.close()
