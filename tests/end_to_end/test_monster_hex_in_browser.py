"""A newcomer in Chromium: `python bot.py`, the printed address, and from there only what the page offers."""

import re

import pytest
from playwright.async_api import Browser, Locator, expect

from tests.end_to_end.browser_window import (
    FINGER,
    PHONE,
    PUBLIC,
    WIDE,
    BrowserWindow,
    SupervisedProgram,
    open_window,
    picture_of,
)

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

ROUNDS = 9


async def test_a_newcomer_plays_a_whole_game_against_a_computer_player(
    supervised: SupervisedProgram, browser: Browser
) -> None:
    window = await open_window(browser, supervised.address)
    await window.make_channel("newcomer")
    await expect(window.page.locator(".hint").get_by_role("listitem")).to_have_count(3)

    await window.start_as_newcomer("monster_hex")
    await window.open_thread()

    seen: set[str] = set()
    while (await window.see_card()).endswith(":move"):
        picture = await picture_of(window.card).get_attribute("src")
        assert picture is not None
        assert picture not in seen
        seen.add(picture)
        await window.move()

    assert window.placed == ROUNDS
    last = window.card
    await expect(last).to_contain_text("final score")
    await expect(last).to_contain_text(
        re.compile(r"The game is over\. .+ (wins with|share the victory with) \d+ point")
    )
    await expect(picture_of(last)).to_have_attribute("alt", re.compile("(wins|share the victory), "))
    await expect(window.button("Place a tile")).to_have_count(0)
    await window.close()


async def test_a_game_is_played_on_a_phone(supervised: SupervisedProgram, browser: Browser) -> None:
    window = await open_window(browser, supervised.address, **PHONE)
    page, tap = window.page, Locator.tap
    width = PHONE["viewport"]["width"]
    await window.make_channel("phone")

    await window.start_as_newcomer("monster_hex", tap)
    thread = await page.locator("[data-thread-id]").get_attribute("data-thread-id")
    await tap(page.get_by_role("button", name="Channels"))
    await tap(page.locator(f'#sidebar [data-channel-id="{thread}"]'))
    await expect(page.locator("#sidebar")).not_to_be_in_viewport()

    for _ in range(2):
        await window.see_card()
        await expect(picture_of(window.card)).to_have_css("width", WIDE)
        await expect(window.card.get_by_role("heading", level=3)).to_be_in_viewport(ratio=1)
        for name in ("Place a tile", "My hand", "More"):
            button = window.card.get_by_role("button", name=name, exact=True)
            await expect(button).to_be_in_viewport(ratio=1)
            await expect(button).to_have_css("height", FINGER)
        await window.move(tap)
        assert await page.evaluate("document.documentElement.scrollWidth") == width
    await window.see_card()
    await window.close()


async def test_help_fits_one_small_phone_screen(supervised: SupervisedProgram, browser: Browser) -> None:
    window = await open_window(browser, supervised.address, **{**PHONE, "viewport": {"width": 390, "height": 700}})
    await window.make_channel("help")

    await window.type_command("/help")

    page = window.page.locator("#messages .ephemeral").last
    await expect(page.get_by_role("button", name="All commands", exact=True)).to_be_visible()
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
    for _ in range(2):
        await (await to_move(ann, ben)).move()
        step = await both_see(ann, ben)
    for window in (ann, ben):
        # The card before is folded by now.
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
    await (await to_move(ann, ben)).move()
    await both_see(ann, ben)
    for window in (ann, ben):
        await window.close()


async def both_see(one: BrowserWindow, other: BrowserWindow) -> str:
    """Wait until both windows show the same next card; return its button's custom id."""
    step = await one.see_card()
    assert await other.see_card() == step
    return step


async def to_move(one: BrowserWindow, other: BrowserWindow) -> BrowserWindow:
    """Return the window whose person the card asks to move."""
    return one if await one.card.locator(".mention.mine").count() else other
