"""Accessibility of the page: axe-core finds no violations, and the keyboard alone can play a move."""

import re
from typing import Any

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, Locator, Page, expect

from tests.end_to_end.browser_window import (
    PHONE,
    PICTURE_WIDTH,
    BrowserWindow,
    SupervisedProgram,
    choose_hex,
    open_window,
    picture_of,
)
from tests.end_to_end.hive_mind_browser import HiveMindPlayer

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
MOST_PRESSES = 200
"""More key presses than there are focusable elements, including the channels of earlier tests."""
NAME = "(document.activeElement.getAttribute('aria-label') || document.activeElement.textContent).trim()"


async def complaints_of_axe(page: Page) -> list[str]:
    """Return axe-core's violations, one line an element."""
    found = (await Axe().run(page)).response["violations"]
    return [f"{rule['id']} ({rule['impact']}): {node['html'][:200]}" for rule in found for node in rule["nodes"]]


class Inspected:
    """A window that axe-core inspects at every stage; `found` has its violations by stage."""

    def __init__(self, window: BrowserWindow) -> None:
        self.window, self.page = window, window.page
        self.found: dict[str, list[str]] = {}

    async def at(self, stage: str) -> None:
        """Inspect the page at a stage, once its animations have ended."""
        await self.page.evaluate(
            """() => Promise.all(document.getAnimations()
                .filter((each) => each.effect.getComputedTiming().endTime !== Infinity)
                .map((each) => each.finished.catch(() => null)))"""
        )
        self.found[stage] = await complaints_of_axe(self.page)

    @property
    def private(self) -> Locator:
        """The newest private message."""
        return self.page.locator("#messages .ephemeral").last

    async def press(self, name: str, shows: str) -> None:
        """Press a button of the newest private message and wait until it shows a text."""
        await self.private.get_by_role("button", name=name, exact=True).click()
        await expect(self.private).to_contain_text(shows)


async def test_axe_finds_nothing_from_an_empty_channel_to_the_end(
    supervised: SupervisedProgram, browser: Browser
) -> None:
    """On a phone, whose drawer has what a laptop shows all the time."""
    window = await open_window(browser, supervised.address, **PHONE)
    page, inspected = window.page, Inspected(window)
    await window.make_channel("axe-phone")
    await inspected.at("empty channel")
    await page.locator("#composer-text").fill("/")
    await inspected.at("suggestions")
    await page.locator("#composer-text").fill("/play ")
    await inspected.at("command")
    await page.get_by_role("option", name="Monster Hex").click()
    await page.get_by_role("button", name="Send").click()
    await expect(window.button("Set up")).to_be_visible()
    await inspected.at("lobby")
    await window.button("Set up").click()
    await expect(window.button("Players and start")).to_be_visible()
    await inspected.at("set up")
    await window.button("Players and start").click()
    await expect(page.get_by_role("dialog")).to_be_visible()
    await inspected.at("modal")
    await page.keyboard.press("Escape")

    await window.button("Fill with computers").click()
    await page.locator("[data-thread-id]").click()
    await window.see_card()
    await inspected.at("card")
    await window.card.get_by_role("button", name="Place a tile", exact=True).click()
    await expect(inspected.private).to_contain_text("Which tile goes where?")
    await inspected.at("draft: tiles and hexes")
    await choose_hex(inspected.private)
    place = inspected.private.locator('button[data-custom-id*=":do:"]')
    await expect(place.first).to_be_visible()
    await inspected.at("draft: ways")
    await place.first.click()
    await window.see_card()

    await window.card.get_by_role("button", name="More", exact=True).click()
    await expect(inspected.private.get_by_role("button", name="Zoom")).to_be_visible()
    await inspected.at("more")
    for name, shows in (("Zoom", "Last move."), ("What happened", "placed"), ("Replay", "The game so far")):
        if name == "Replay":
            await inspected.press("What happened", "placed")
        await inspected.press(name, shows)
        if name == "Replay":
            replay = inspected.private.get_by_role("img", name="Replay of Monster Hex")
            await expect(replay).to_have_js_property("naturalWidth", PICTURE_WIDTH)
            await expect(replay).to_have_attribute("src", re.compile(r"/replay\.gif$"))
        await inspected.at(name)
        await inspected.press("Back", "placed" if name == "Replay" else "Monster Hex")
    await inspected.press("Back", "Monster Hex")
    await inspected.press("Board as text", "Powers")
    await inspected.at("board as text")

    await picture_of(window.card).click()
    await expect(page.get_by_role("dialog").get_by_role("img")).to_have_js_property("complete", True)
    await inspected.at("picture enlarged")
    await page.locator(".viewer-stage").press("Enter")
    await expect(page.locator(".viewer-stage.full")).to_be_visible()
    await inspected.at("picture in full size")
    await page.keyboard.press("Escape")

    await window.type_command("/settings")
    await expect(inspected.private).to_contain_text("Your settings")
    await inspected.at("settings")
    await page.get_by_role("button", name="Channels", exact=True).click()
    await expect(page.locator("#sidebar")).to_be_in_viewport()
    await inspected.at("drawer")
    await page.keyboard.press("Escape")
    await expect(page.locator("#sidebar")).not_to_be_in_viewport()

    await window.card.get_by_role("button", name="More", exact=True).click()
    await inspected.press("Resign", "You can't undo this")
    await inspected.press("Yes, resign", "You have resigned")
    await window.see_card()
    await inspected.at("end")

    assert {stage: found for stage, found in inspected.found.items() if found} == {}
    await window.close()


async def test_axe_finds_nothing_while_a_submission_is_composed_on_a_phone(
    supervised: SupervisedProgram, browser: Browser
) -> None:
    """Hive Mind's pages: options, the keypad, the hives, clues, odds, the guess, and the end."""
    window = await open_window(browser, supervised.address, **PHONE)
    page, inspected, player = window.page, Inspected(window), HiveMindPlayer(window)
    form = page.get_by_role("dialog")
    await window.make_channel("hive-phone")
    await window.type_command("/play", "Hive Mind")
    await window.button("Set up").click()
    await window.button("Game options").click()
    await expect(form).to_be_visible()
    await inspected.at("game options")
    await page.keyboard.press("Escape")
    await window.button("Fill with computers").click()
    await page.locator("[data-thread-id]").click()

    await player.card("round 1 of 3").get_by_role("button", name="Lay shapes", exact=True).click()
    await expect(player.draft).to_contain_text("tap three letters below")
    await inspected.at("keypad")
    await player.press("E", "E and …")
    await inspected.at("keypad with a tapped hex")
    await player.press("Start again", "tap three letters below")
    await player.press("Hives", "your shapes")
    await inspected.at("hives")

    await player.submit(1)
    await expect(player.draft).to_contain_text("The round is over")
    await inspected.at("clues")
    await player.press("Odds", "how likely are 1, 2 and 3")
    await inspected.at("odds")
    await player.submit(2)
    await player.card("round 3 of 3").get_by_role("button", name="Lay shapes", exact=True).click()
    await expect(player.draft).to_contain_text("tap three letters below")
    await player.press("Hives", "your shapes")
    await player.press("Guess Charge", "your guess")
    await inspected.at("guess")
    await player.draft.get_by_role("button", name="Type", exact=True).click()
    await expect(form).to_be_visible()
    await inspected.at("written guess")
    await page.keyboard.press("Escape")
    await player.submit(3)
    await expect(picture_of(player.card("final score"))).to_have_js_property("complete", True)
    await inspected.at("end")
    assert await page.evaluate("document.documentElement.scrollWidth") == PHONE["viewport"]["width"]
    await player.open_placements(player.card("final score"))
    await inspected.at("points and shapes")
    await player.press("Zero", "Zero")

    assert {stage: found for stage, found in inspected.found.items() if found} == {}
    await window.close()


# Keyboard


async def go_to(page: Page, name: str, key: str = "Tab") -> int:
    """Press a key until the element with this name has the focus; return the number of presses, 0 or more.

    Raises AssertionError after MOST_PRESSES.
    """
    for presses in range(MOST_PRESSES):
        if re.match(name, await page.evaluate(NAME)):
            return presses
        await page.keyboard.press(key)
    raise AssertionError(f"{key} does not lead to {name}, but to {await page.evaluate(NAME)!r}")


async def test_the_keyboard_alone_plays_a_move(supervised: SupervisedProgram, browser: Browser) -> None:
    """From an empty channel to the card after the move."""
    window = await open_window(browser, supervised.address, **LAPTOP)
    await window.make_channel("keyboard")
    page, keyboard = window.page, window.page.keyboard
    focus = page.locator(":focus")
    await keyboard.type("/pl")
    await expect(page.locator("[data-command=play]")).to_be_visible()
    await keyboard.press("Enter")
    await expect(page.get_by_role("option", name="Monster Hex")).to_be_visible()
    await keyboard.type("Mon")
    await expect(page.get_by_role("option")).to_have_text(["Monster Hex"])
    await keyboard.press("Enter")
    await keyboard.press("Enter")
    await expect(window.button("Fill with computers")).to_be_visible()

    await go_to(page, "Fill with computers", "Shift+Tab")
    await keyboard.press("Enter")
    await expect(page.locator("[data-thread-id]")).to_be_visible()
    await go_to(page, "Open thread")
    await keyboard.press("Enter")
    await window.see_card()
    assert await go_to(page, "Place a tile") <= 2, "the picture's own button at most is before it"

    await keyboard.press("Enter")
    await expect(focus).to_have_attribute("data-custom-id", re.compile(":(tile|hex|do):"))
    draft = page.locator("#messages .ephemeral").last
    # A single placement that fits needs no choice.
    if ":do:" not in (await focus.get_attribute("data-custom-id") or ""):
        if ":tile:" in (await focus.get_attribute("data-custom-id") or ""):
            # Of several tiles that fit, each begins a row with its name.
            await keyboard.press("Tab")
        await expect(focus).to_have_attribute("data-custom-id", re.compile(":hex:"))
        await expect(draft).to_contain_text(re.compile(r"Which tile goes where\?|Where does the"))
        await keyboard.press("Enter")
    place = draft.locator('button[data-custom-id*=":do:"]')
    await expect(place.first).to_be_visible()
    await go_to(page, "Place 1|Confirm")
    await keyboard.press("Enter")

    # The finished page keeps a button that takes the move back, unless something was drawn.
    await expect(place).to_have_count(0)
    await window.see_card()
    await expect(window.button("Place a tile")).to_have_count(1)
    assert await page.evaluate("document.querySelector('#messages').contains(document.activeElement)")
    assert await go_to(page, "Place a tile") <= 3, "the way goes on from where it was"
    await window.close()


async def test_the_keyboard_enlarges_a_picture_and_comes_back(supervised: SupervisedProgram, browser: Browser) -> None:
    window = await open_window(browser, supervised.address, **LAPTOP)
    page = window.page
    await window.start_game("pictures")

    await go_to(page, "Enlarge the picture", "Shift+Tab")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("dialog", name="Picture")).to_be_visible()
    await go_to(page, "Picture; Enter changes its size")
    await page.keyboard.press("Enter")
    await expect(page.locator(".viewer-stage.full")).to_be_visible()
    await page.keyboard.press("Escape")

    await expect(page.get_by_role("dialog")).to_have_count(0)
    assert await page.evaluate(NAME) == "Enlarge the picture"
    await window.close()
