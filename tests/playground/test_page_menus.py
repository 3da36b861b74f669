"""The menu of a message: reactions, pins, commands on messages and people; and private threads in the list."""

import pytest
from playwright.async_api import expect

from tests.playground.page_world import Window, World

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.browser, pytest.mark.slow]


async def open_menu(window: Window, text: str) -> None:
    message = window.message(text)
    await message.hover()
    await message.get_by_role("button", name="Reactions, pins and apps").click()


async def test_reactions_are_added_and_removed_by_everybody(world: World) -> None:
    ann = await world.open()
    ben = await world.open("Ben", channel=ann.channel)
    await ann.say("A good move")

    await open_menu(ann, "A good move")
    await ann.page.get_by_role("menuitem", name="React with 🎉").click()
    reaction = ben.message("A good move").locator(".reaction")
    await expect(reaction).to_have_attribute("aria-pressed", "false")
    await reaction.click()

    await expect(reaction).to_have_text("🎉2")
    await expect(reaction).to_have_attribute("aria-pressed", "true")
    await ann.message("A good move").locator(".reaction").click()
    await expect(reaction).to_have_text("🎉1")
    await open_menu(ben, "A good move")
    await ben.page.get_by_label("Another emoji").fill("🐝")
    await ben.page.keyboard.press("Enter")
    await expect(ann.message("A good move").locator(".reaction")).to_have_text(["🎉1", "🐝1"])
    for window in (ann, ben):
        await window.close()


async def test_a_pinned_message_is_listed_and_shown(world: World) -> None:
    ann = await world.open()
    await ann.say("The rules of this room")

    await open_menu(ann, "The rules of this room")
    await ann.page.get_by_role("menuitem", name="Pin").click()
    await expect(ann.message("pinned a message")).to_be_visible()
    await ann.page.get_by_role("button", name="Pinned messages").click()
    await ann.page.get_by_role("dialog").get_by_role("button", name="The rules of this room").click()
    await expect(ann.message("The rules of this room")).to_have_class("message linked")
    await open_menu(ann, "The rules of this room")
    await ann.page.get_by_role("menuitem", name="Unpin").click()
    await ann.page.get_by_role("button", name="Pinned messages").click()

    await expect(ann.page.get_by_role("dialog")).to_contain_text("Nothing is pinned here.")
    await ann.close()


async def test_commands_are_used_on_a_message_and_on_people(world: World) -> None:
    ann = await world.open()
    await ann.say("to be or not to be")

    await open_menu(ann, "to be or not to be")
    await ann.page.get_by_role("menuitem", name="Quote").click()
    await expect(ann.message("They said: to be or not to be")).to_contain_text("Ann used Quote")
    await open_menu(ann, "They said")
    await expect(ann.page.get_by_role("group", name="Apps for Hexcade")).to_be_visible()
    await ann.page.keyboard.press("Escape")
    await ann.page.locator("#people").get_by_role("button", name="Ben", exact=True).click(button="right")
    await ann.page.get_by_role("menuitem", name="Greet").click()

    await expect(ann.message("Greetings, Ben")).to_be_visible()
    await ann.close()


async def test_a_private_thread_is_listed_for_its_members_only(world: World) -> None:
    ann = await world.open()
    ben = await world.open("Ben", channel=ann.channel)
    channel = await ann.page.evaluate("location.hash.slice(1)")
    thread = await ann.request("POST", f"/api/v10/channels/{channel}/threads", {"name": "Whispers", "type": 12})
    assert isinstance(thread, dict)
    await expect(ann.entry("Whispers")).to_be_visible()
    await ann.say("in public")
    await expect(ben.message("in public")).to_be_visible()
    await expect(ben.entry("Whispers")).to_have_count(0)

    await ann.entry("Whispers").click()
    await ann.say("@Ben, come here")
    await ben.entry("Whispers").click()

    await expect(ben.message("come here")).to_be_visible()
    for window in (ann, ben):
        await window.close()
