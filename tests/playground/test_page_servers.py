"""Several servers on the page in Chromium: switching between them, and their unread messages."""

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import expect

from tests.playground.page_world import Window, World, page_world

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def servers(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[World]:
    """Start a world with three servers."""
    async with page_world(tmp_path_factory.mktemp("page"), servers=3) as world:
        yield world


def server(window: Window, name: str):
    return window.page.locator("#servers").get_by_role("button", name=name)


async def test_each_server_has_its_own_channels_and_tells_what_is_unread(servers: World) -> None:
    ann, ben = await servers.open("Ann", channel="games"), await servers.open("Ben", channel="general")
    second = server(ann, "Tuesday Club")
    await expect(server(ann, "Hexcade")).to_have_attribute("aria-current", "true")

    await server(ben, "Tuesday Club").click()
    await expect(ben.page.get_by_role("heading", name="Tuesday Club")).to_be_visible()
    await ben.go("games")
    await ben.say("@Ann will you play?")
    await expect(second.locator("..")).to_have_text(re.compile("1 mention"))
    await expect(server(ann, "Riverside")).to_have_text(re.compile(r"Riverside$"))
    await expect(ann.message("will you play")).to_have_count(0)

    await second.click()
    await ann.go("games")
    await expect(ann.message("will you play")).to_be_visible()
    await expect(second.locator("..")).not_to_have_text(re.compile("mention"))
    await ann.play()
    await ann.button("Join").click()
    await expect(ben.message("Players: Ann")).to_be_visible()
    await ann.close()
    await ben.close()


async def test_a_server_opens_where_it_was_left_also_by_keyboard_and_after_a_reload(servers: World) -> None:
    window = await servers.open("Ann", channel="games")
    title = window.page.get_by_role("heading", level=1)
    await server(window, "Riverside").focus()
    await window.page.keyboard.press("Enter")
    await expect(title).to_have_text("general")
    await expect(server(window, "Riverside")).to_be_focused()
    await server(window, "Hexcade").click()
    await expect(title).to_have_text("games")
    await server(window, "Riverside").click()
    await expect(title).to_have_text("general")

    await window.page.reload()

    await expect(server(window, "Riverside")).to_have_attribute("aria-current", "true")
    await window.page.get_by_role("button", name="New channel").click()
    await window.page.get_by_label("Channel name").fill("den")
    await window.page.keyboard.press("Enter")
    await expect(title).to_have_text("den")
    await expect(window.page.locator("#channels [data-channel-id]")).to_have_text(["general", "games", "den"])
    await server(window, "Hexcade").click()
    await expect(window.entry("den")).to_have_count(0)
    await window.close()


async def test_on_a_phone_the_drawer_stays_open_until_a_channel_is_chosen(servers: World) -> None:
    window = await servers.open("Ann", channel="general", width=390)
    await window.page.locator("#menu").click()
    await server(window, "Riverside").click()
    await expect(window.page.get_by_role("heading", name="Riverside")).to_be_visible()
    await expect(window.page.locator("#sidebar")).to_be_in_viewport()

    await window.entry("games").click()

    await expect(window.page.locator("#sidebar")).not_to_be_in_viewport()
    await expect(window.page.get_by_role("heading", level=1)).to_have_text("games")
    await window.close()
