"""Games on a phone in Chromium against a computer player: a whole one, and the first turns of the others.

The program is `python bot.py`. From the printed address the player uses only what the page offers.
"""

import re

import pytest
from playwright.async_api import Browser, expect

from tests.end_to_end.browser_window import PHONE, PUBLIC, SupervisedProgram, open_window
from tests.end_to_end.page_browser import PagePlayer

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

CLIX = (
    *[f':has-text("{label}")' for label in ("Confirm", "Pass", "Leave it", "Leave them", "Strike now", "Strike back")],
    ':has-text("No second attack")',
    *[f':has-text("{label}")' for label in ("Use this force", "· four", "· stops a four")],
    *[f':has-text("{label}")' for label in ("Werewolves", "Start from Mixed", "Build my own")],
    *[f'[data-custom-id*=":{action}:"]' for action in ("strike", "attack", "column", "class")],
)
BATTLE = (
    *[f'[data-custom-id*=":do:{action} "]' for action in ("deploy", "move", "attack", "tiles")],
    *[f'[data-custom-id$=":do:{action}"]' for action in ("vanish", "hold")],
    *('[data-custom-id*=":spell"]', '[data-custom-id*=":strike:"]', '[data-custom-id$=":roll"]'),
    *[f'[data-custom-id*=":{action}:"]' for action in ("enter", "go", "tile")],
    '[data-custom-id$=":do:end"]',
)
MONSTER = (
    ':has-text("Confirm")',
    '[data-custom-id*=":do:place"]',
    '[data-custom-id*=":do:take"]',
    '[data-custom-id*=":hex:"]',
)
ROUNDS = 3
FIRST_TURNS = 2


@pytest.mark.parametrize(
    ("start", "ways", "last", "pressed"),
    [
        ("Play Monster Hex", MONSTER, (), {"hex", "do"}),
        ("Choose and play", CLIX, ("class", "built"), {"class", "build"}),
    ],
    ids=["monster_hex", "connect_four"],
)
async def test_the_first_turns_of_a_newcomer(
    supervised: SupervisedProgram,
    browser: Browser,
    start: str,
    ways: tuple[str, ...],
    last: tuple[str, ...],
    pressed: set[str],
) -> None:
    window = await open_window(browser, supervised.address, **PHONE)
    player = PagePlayer(window, ways, last)
    await window.make_channel("first-turns")
    await window.start_as_newcomer(start)
    await player.open_thread()

    await player.play(FIRST_TURNS)
    # If both choose the same class, the lower roll has one more turn for it (CF-4).
    if not player.pressed >= pressed:
        await player.play(1)

    assert player.pressed >= pressed
    await window.close()


async def test_a_whole_game_of_hex_battle_wars(supervised: SupervisedProgram, browser: Browser) -> None:
    window = await open_window(browser, supervised.address, **PHONE)
    player, form = PagePlayer(window, BATTLE), window.page.get_by_role("dialog")
    await window.make_channel("battle")
    await window.type_command("/play", "Hex Battle Wars")
    await window.button("Set up").tap()
    await window.button("Game options").tap()
    await form.get_by_label("Last round").fill(str(ROUNDS))
    await form.get_by_role("button", name="Send").tap()
    await expect(window.page.locator(PUBLIC).filter(has_text=f"after round {ROUNDS}")).to_have_count(1)
    await window.button("Fill with computers").tap()
    await player.open_thread()

    last = await player.play_to_end()

    await expect(last).to_contain_text(re.compile(r" (wins|share the victory)"))
    # The dice decide whether a destination needs these buttons.
    assert player.pressed & {"enter", "go", "tile"}
    await window.close()
