"""People, channels, threads and unread messages of the page in Chromium."""

import re

import pytest
from playwright.async_api import expect

from tests.playground.page_world import World

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


async def test_two_windows_are_two_people_and_mentions_are_counted_until_they_are_seen(world: World) -> None:
    ann = await world.open("Ann")
    ben = await world.open("Ben", channel=ann.channel)
    switcher = ann.page.locator("#people [data-person-id]").filter(has_text="Ben")
    assert "person=" in ben.page.url
    await ben.page.reload()
    await expect(ben.page.locator("#people [aria-pressed=true]")).to_have_text(re.compile("Ben"))
    await ann.say("Your turn soon")
    await expect(ben.message("Your turn soon").get_by_role("heading", level=2)).to_have_text("Ann")

    await ben.go("general")
    await ann.say("@Ben it is your turn")
    await expect(ben.entry(ann.channel)).to_have_text(re.compile("1 mention"))
    await expect(switcher).to_have_text(re.compile("1 mention"))
    await ben.go(ann.channel)
    await expect(ben.message("it is your turn").locator(".mention.mine")).to_have_text("@Ben")
    await expect(ben.entry(ann.channel)).not_to_have_text(re.compile("mention"))
    await expect(switcher).not_to_have_text(re.compile("mention"))
    await ben.close()

    await ann.say("@Ben one")
    await ann.go("games")
    await ann.say("@Ben two")
    await expect(switcher).to_have_text(re.compile("2 mentions"))
    await switcher.click()
    await expect(switcher).to_have_attribute("aria-pressed", "true")
    await ann.be("Ann")
    await expect(switcher).not_to_have_text(re.compile("mention"))
    await ann.close()


async def test_a_private_page_is_the_same_in_every_window_of_its_person_and_nobody_elses(world: World) -> None:
    window = await world.open("Ann")
    other = await world.open("Ann", channel=window.channel)
    await window.play()
    await window.button("My hand").click()
    await expect(other.message("The hand of Ann")).to_be_visible()
    await window.be("Ben")
    await expect(window.message("Monster Hex for 2")).to_be_visible()
    await expect(window.message("The hand of Ann")).to_have_count(0)
    await window.be("Ann")

    await window.button("Line").click()
    await expect(other.message("Nothing is missing")).to_be_visible()
    await expect(other.message("The hand of Ann")).to_have_count(0)
    await other.go("general")
    await window.button("Ready").click()
    await window.button("Away").click()
    await expect(window.message("Nothing is missing")).to_have_count(0)
    await other.go(window.channel)
    await expect(other.message("Monster Hex for 2")).to_be_visible()
    await expect(other.page.locator(".ephemeral")).to_have_count(0)

    await window.button("My hand").click()
    await other.message("The hand of Ann").get_by_role("button", name="Dismiss").click()
    await expect(window.page.locator(".ephemeral")).to_have_count(0)
    await other.page.reload()
    await expect(other.message("Monster Hex for 2")).to_be_visible()
    await expect(other.page.locator(".ephemeral")).to_have_count(0)
    await window.close()
    await other.close()


@pytest.mark.parametrize("deleted", ["thread", "channel"])
async def test_a_thread_is_opened_from_its_message_and_left_when_it_is_deleted(world: World, deleted: str) -> None:
    window = await world.open()
    channel = window.page.url.split("#")[1]
    await window.play()
    await window.button("Thread").click()
    await expect(window.entry("A table of its own").last).to_have_text(re.compile("1 mention"))
    await window.page.locator("[data-thread-id]").click()
    await expect(window.page.get_by_role("heading", level=1)).to_have_text("A table of its own")
    await expect(window.message("@Ann is to move")).to_be_visible()

    if deleted == "thread":
        await window.request("DELETE", f"/api/v10/channels/{window.page.url.split('#')[1]}")
        await expect(window.page.get_by_role("heading", level=1)).to_have_text(window.channel)
    else:
        await window.request("DELETE", f"/playground/channels/{channel}")
        await expect(window.entry(window.channel)).to_have_count(0)

    await expect(window.message("is to move")).to_have_count(0)
    # The page's last request may fail, because the channel is gone.
    await window.close("404")


async def test_direct_messages_that_cannot_be_opened_say_why(world: World) -> None:
    window = await world.open("Ben")
    await window.page.route("**/api/v10/users/@me/channels", lambda route: route.abort())
    await window.page.get_by_role("button", name="Direct messages").click()

    await expect(window.page.locator("#composer .remark")).to_contain_text("reach")
    await window.close("Failed to load resource")


async def test_a_new_person_can_be_added_and_used(world: World) -> None:
    window = await world.open()
    await window.page.get_by_role("button", name="Add a person").click()
    await window.page.get_by_role("textbox", name="Name").fill("Cleo")
    await window.page.keyboard.press("Enter")

    await expect(window.page.locator("#people [aria-pressed=true]")).to_have_text(re.compile("Cleo"))
    await window.say("Here I am")
    await expect(window.message("Here I am")).to_contain_text("Cleo (you)")
    await window.close()


async def test_a_person_and_a_server_have_a_language(world: World) -> None:
    window = await world.open("Ben")
    text, command = window.page.get_by_label("Message to"), window.page.locator("[data-command=help]")
    await window.page.get_by_role("button", name="Ben's language").click()
    await window.page.get_by_role("option", name="Deutsch").click()
    await text.fill("/hil")
    await expect(command).to_have_text("/hilfeSo geht es los")
    await command.click()
    await window.page.get_by_role("button", name="Send").click()
    await expect(window.message("Four games")).to_be_visible()
    await window.page.reload()
    await expect(window.page.get_by_role("button", name="Ben's language: Deutsch")).to_be_visible()

    for language in ("English (US)", "Français"):
        await window.page.get_by_role("button", name="Server settings").first.click()
        await window.page.get_by_label("Community").check()
        await window.page.get_by_role("button", name=f"Language: {language}").click()
        await window.page.get_by_role("option", name="Français").click()
        await window.page.get_by_role("button", name="Save").click()
        await expect(window.page.get_by_role("dialog")).to_have_count(0)
    await window.close()


async def test_direct_messages_and_a_server_without_the_bot_are_opened_from_the_list(world: World) -> None:
    window = await world.open()
    await window.page.get_by_role("button", name="Direct messages").click()
    await expect(window.page.locator("#title")).to_have_text(re.compile("bot|Hexcade", re.IGNORECASE))
    await expect(window.page.get_by_role("heading", name="Direct messages")).to_be_visible()
    await expect(window.page.get_by_role("button", name="Direct messages")).to_have_count(0)

    await window.page.get_by_role("button", name="A server without the bot").click()
    await expect(window.page.locator("#title")).to_have_text("lounge")
    await window.page.locator("#composer textarea").fill("/")
    await expect(window.page.locator("[data-command]")).to_have_count(0)
    await expect(window.page.get_by_role("button", name="A server without the bot")).to_have_count(0)
    await window.close()


async def test_the_keyboard_changes_the_person_and_the_channel(world: World) -> None:
    window = await world.open()
    people = window.page.locator("#people [data-person-id]")
    names = await people.locator(".person-name").all_inner_texts()
    await window.page.get_by_label("Message to").fill("half a sentence")

    for name in [*names[1:], names[0]]:
        await window.page.keyboard.press("Alt+p")
        await expect(window.page.locator("#people [aria-pressed=true] .person-name")).to_have_text(name)
        await expect(window.page.get_by_role("heading", level=1)).to_have_text(window.channel)
    await expect(window.page.get_by_label("Message to")).to_have_value("half a sentence")

    await window.page.keyboard.press("Alt+ArrowDown")
    await expect(window.page.get_by_role("heading", level=1)).not_to_have_text(window.channel)
    await window.page.keyboard.press("Alt+ArrowUp")
    await expect(window.page.get_by_role("heading", level=1)).to_have_text(window.channel)
    await window.close()
