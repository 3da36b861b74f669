"""Commands, buttons, selects and modals of the page in Chromium."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.async_api import FilePayload, Route, expect

from tests.playground.page_world import World

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


async def test_an_empty_channel_explains_how_to_start_and_waits_for_the_bots_commands(
    world: World, tmp_path: Path
) -> None:
    async with World(tmp_path, world.browser).started() as early:
        window = await early.open()
        await expect(window.page.locator(".hint").get_by_role("listitem")).to_have_count(3)
        await window.page.get_by_role("button", name="Start with /help").click()
        await expect(window.page.locator(".suggestions")).to_have_text("The bot has not registered its commands yet.")

        await early.start_bot()

        await expect(window.message("Four games")).to_be_visible()
        await expect(window.page.locator("#composer-text")).to_be_visible()
        await window.close()


async def test_a_command_with_autocomplete_is_used_by_keyboard(world: World) -> None:
    window = await world.open()
    await window.play()

    card = window.message("Monster Hex for 2")
    await expect(card).to_contain_text("Ann used /play")
    board = card.get_by_role("img", name="Ann has 11 points, Ben 14.")
    await expect(board).to_have_js_property("naturalWidth", 1200)
    await board.click()
    viewer = window.page.get_by_role("dialog")
    await expect(viewer.get_by_role("img")).to_have_js_property("naturalWidth", 1200)
    await window.page.keyboard.press("Escape")
    await expect(viewer).to_have_count(0)
    await window.close()


async def test_a_late_autocomplete_response_does_not_reopen_the_suggestions(world: World) -> None:
    """Otherwise the next Enter would choose again instead of sending the command."""
    window = await world.open()
    requested, released, answered = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def delay(route: Route) -> None:
        if '"value":"mons"' in (route.request.post_data or ""):
            requested.set()
            await released.wait()
        await route.continue_()

    def received(frame: str | bytes) -> None:
        if released.is_set() and "AUTOCOMPLETE_RESPONSE" in str(frame):
            answered.set()

    window.page.on("websocket", lambda connection: connection.on("framereceived", received))
    await window.page.route("**/api/v10/interactions", delay)
    await window.page.reload()
    await window.page.get_by_label("Message to").fill("/play ")
    await expect(window.page.get_by_role("option", name="Hive Mind")).to_be_visible()
    await window.page.keyboard.type("mons")
    await requested.wait()
    await window.page.keyboard.press("Enter")
    released.set()
    await answered.wait()

    await window.page.keyboard.press("Enter")

    await expect(window.message("Monster Hex for 2")).to_be_visible()
    await window.close()


async def test_a_command_is_corrected_before_it_is_sent(world: World) -> None:
    """Escape closes a hint before it leaves the command; Enter takes the typed text, not an older suggestion."""
    window = await world.open()
    page, remark, game = window.page, window.page.locator(".remark"), window.page.get_by_role("combobox", name="game")
    await page.get_by_label("Message to").fill("/play ")
    await expect(page.get_by_role("option", name="Hive Mind")).to_be_visible()
    await page.keyboard.press("Escape")
    await page.keyboard.press("Enter")
    await expect(remark).to_have_text("game is still empty.")

    await page.keyboard.type("chess")
    await expect(page.locator(".suggestions")).to_have_text("Nothing matches.")
    await page.keyboard.press("Escape")
    await expect(page.locator(".suggestions")).to_be_hidden()
    await expect(game).to_have_value("chess")
    await page.keyboard.press("Escape")
    await expect(page.get_by_label("Message to")).to_be_focused()

    await page.get_by_label("Message to").fill("/play ")
    await expect(page.get_by_role("option").first).to_have_text("Monster Hex")
    await page.keyboard.type("chess")
    await page.get_by_role("textbox", name="seats").fill("9")
    await page.keyboard.press("Enter")
    await expect(remark).to_have_text("seats can be at most 4.")
    await page.get_by_role("textbox", name="seats").fill("")
    await page.keyboard.press("Enter")
    await expect(window.message("chess for 2")).to_be_visible()
    await window.close()


async def test_a_command_takes_a_file(world: World) -> None:
    window = await world.open()
    await window.page.get_by_label("Message to").fill("/read ")
    file = window.page.get_by_label("file", exact=True)
    await expect(file).to_be_focused()
    await window.page.locator("button.send").click()
    await expect(window.page.locator(".remark")).to_have_text("file is still empty.")

    await file.set_input_files({"name": "note.txt", "mimeType": "text/plain", "buffer": b"hello"})
    await window.page.locator("button.send").click()

    await expect(window.message("note.txt says hello")).to_be_visible()
    await window.close()


async def test_a_deferred_response_shows_a_loading_state(world: World) -> None:
    window = await world.open()
    await window.page.get_by_label("Message to").fill("/think ")
    await window.page.get_by_role("button", name="Send").click()
    await expect(window.message("Hexcade is thinking")).to_be_visible()

    await window.say("Well?")

    await expect(window.message("Thought it through.").locator("strong", has_text="through")).to_be_visible()
    await expect(window.message("is thinking")).to_have_count(0)
    await window.close()


async def test_a_press_by_keyboard_updates_its_card_keeps_the_focus_and_is_announced(world: World) -> None:
    window = await world.open()
    await window.play()

    await window.button("Join").press("Enter")

    await expect(window.message("Players: Ann")).to_be_visible()
    await expect(window.button("Join")).to_be_focused()
    await expect(window.button("Join")).not_to_have_attribute("aria-disabled", "true")
    await expect(window.button("Take back")).to_be_disabled()
    await expect(window.page.locator("#announcer")).to_contain_text("Players: Ann")
    await window.button("My hand").press("Enter")
    await expect(window.button("Tri")).to_be_focused()
    await window.button("Line").press("Enter")
    await expect(window.message("Nothing is missing")).to_be_visible()
    await expect(window.button("Ready")).to_be_focused()
    await window.close()


async def test_a_press_counts_although_the_card_changes_while_the_button_is_down(world: World) -> None:
    ann = await world.open("Ann")
    await ann.play()
    ben = await world.open("Ben", channel=ann.channel)
    await ann.button("Join").hover()
    # The page waits at most a second for the release, so its clock is paused until Ben has pressed.
    await ann.page.clock.install()
    await ann.page.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))
    await ann.page.mouse.down()
    await ben.button("Join").click()
    await expect(ben.message("Players: Ben")).to_be_visible()

    await ann.page.mouse.up()
    await ann.page.clock.resume()

    await expect(ann.message("Players: Ben, Ann")).to_be_visible()
    await ann.close()
    await ben.close()


async def test_selects_offer_options_and_people(world: World) -> None:
    window = await world.open()
    await window.play()

    await window.button("Pick some").click()
    await window.page.get_by_role("option", name="One").click()
    await window.page.get_by_role("option", name="Two").click()
    await window.page.get_by_role("button", name="Done").click()
    await expect(window.message("choose: one, two")).to_be_visible()

    await window.button("Invite somebody").press("ArrowDown")
    await window.page.keyboard.type("ben")
    await window.page.keyboard.press("Enter")
    ben = await window.page.locator("#people [data-person-id]").nth(1).get_attribute("data-person-id")
    await expect(window.message(f"invite: {ben}")).to_be_visible()
    await window.close()


async def test_emojis_links_and_selects_of_people_roles_and_channels_are_shown(world: World) -> None:
    window = await world.open()
    await window.show()
    texts, page = window.page.locator("#messages"), window.page

    for place in ("h3", ".section-text p", ".embed .text p", ".embed dt", ".embed dd p"):
        await expect(texts.locator(place).get_by_role("img", name="tile").first).to_have_js_property("naturalWidth", 64)
    await expect(page.locator("#announcer")).to_contain_text("Content :tile:")
    for name in ("Place", "tile", "Roll"):
        await expect(window.button(name)).to_be_visible()
    await expect(window.button("Roll")).to_have_text("🎲Roll")
    rules = texts.locator(".accessory").get_by_role("link", name="Rules")
    await expect(rules).to_have_attribute("href", "https://example.org/rules")

    await window.button("Choose: A tile").click()
    await expect(page.get_by_role("option", name="A tile The application's", exact=True)).to_be_visible()
    await page.get_by_role("option", name="A die", exact=True).click()
    await expect(window.message("what: die")).to_be_visible()
    await expect(window.button("A person: Ann")).to_be_visible()
    offered = {"A role": ["@Hexcade"], "Somebody": ["Ann", "Hexcade", "Ben"], "A channel": ["#general", "#games"]}
    for name, labels in offered.items():
        await window.button(name).click()
        assert (await page.get_by_role("option").all_inner_texts())[: len(labels)] == labels
        await page.keyboard.press("Escape")
    await window.button("Somebody").click()
    await page.get_by_role("option", name="@Hexcade").click()
    await expect(window.message("mention: ")).to_be_visible()
    await window.close()


async def test_a_modal_with_groups_is_filled_in(world: World) -> None:
    window = await world.open()
    await window.show()
    await window.button("Groups").click()
    dialog = window.page.get_by_role("dialog", name="How this table is played")

    await expect(dialog.get_by_role("group", name="Pace")).to_have_accessible_description("It can be changed later")
    await dialog.get_by_role("radio", name="Live").check()
    await dialog.get_by_role("group", name="Extras optional").get_by_role("checkbox", name="Clock").check()
    await dialog.get_by_role("checkbox", name="Spectators").check()
    await dialog.get_by_role("checkbox", name="Ranked").check()
    await dialog.get_by_role("button", name="Send").click()
    await expect(dialog.get_by_role("alert")).to_have_text("Extras: Choose 0 to 2")
    await dialog.get_by_role("checkbox", name="Clock").uncheck()
    await dialog.get_by_role("button", name="Send").click()

    wanted = "pace=live; extras=['undo', 'spectators']; ranked=True; piece=['tile']; remark=Have fun"
    await expect(window.message(wanted)).to_be_visible()
    await window.close()


async def test_a_modal_with_selects_and_files_is_filled_in(world: World) -> None:
    window = await world.open()
    await window.show()
    people = window.page.locator("#people [data-person-id]")
    ann, ben = [await people.nth(place).get_attribute("data-person-id") for place in (0, 1)]
    await window.button("Entities").click()
    dialog = window.page.get_by_role("dialog", name="Who and where")
    await expect(dialog.get_by_role("button", name="Person: Ann")).to_be_focused()

    await dialog.get_by_role("button", name="Guests").click()
    await dialog.get_by_role("option", name="Ben").click()
    await dialog.get_by_role("heading", name="Who and where").click()
    await expect(dialog.get_by_role("button", name="Guests: Ben")).to_be_visible()
    file: FilePayload = {"name": "map.txt", "mimeType": "text/plain", "buffer": b"a map"}
    await dialog.get_by_label("Maps").set_input_files([file, file, file])
    await dialog.get_by_role("button", name="Send").click()
    await expect(dialog.get_by_role("alert")).to_have_text("Maps: Choose 1 to 2")
    await dialog.get_by_label("Maps").set_input_files([file, {**file, "name": "other.txt"}])
    await dialog.get_by_role("button", name="Send").click()

    wanted = f"person=['{ann}']; role=[]; mention=['{ben}']; channel=[]; files=['map.txt', 'other.txt']"
    await expect(window.message(wanted)).to_be_visible()
    await window.close()
