"""The page in Chromium, with a server process and a bot process."""

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, Route, expect

from tests.browser import chromium, complaints
from tests.playground_driver import free_port

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

ROOT = Path(__file__).parents[2]


class World:
    """A playground process, a bot process and a browser."""

    def __init__(self, folder: Path, browser: Browser) -> None:
        self.port = free_port()
        self.folder = folder
        self.browser = browser
        self.base = f"http://127.0.0.1:{self.port}"
        self.processes: dict[str, subprocess.Popen[str]] = {}
        self.channels = 0

    def start_server(self, token: str = "run") -> None:
        secrets = {"PLAYGROUND_RUN_TOKEN": token, "PLAYGROUND_BOT_TOKEN": "bot"}
        place = ["--port", str(self.port), "--world", str(self.folder / "world.sqlite3")]
        process = self._start("server", ["-m", "playground", *place], secrets)
        assert process.stdout
        assert self.base in process.stdout.readline()

    def start_bot(self) -> None:
        """Start the bot; returns when it is online and its commands are registered."""
        process = self._start(
            "bot", ["-m", "tests.playground.page_bot"], {"DISCORD_BASE_URL": self.base, "DISCORD_TOKEN": "bot"}
        )
        assert process.stdout
        assert process.stdout.readline() == "online\n"

    def _start(self, name: str, arguments: list[str], environment: dict[str, str]) -> subprocess.Popen[str]:
        whole = os.environ | environment
        command = [sys.executable, *arguments]
        process = subprocess.Popen(
            command, cwd=ROOT, env=whole, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.processes[name] = process
        return process

    def kill(self, *names: str) -> None:
        for name in names:
            process = self.processes.pop(name)
            process.send_signal(signal.SIGKILL)
            process.communicate()

    async def open(self, person: str = "Ann", *, channel: str | None = None, width: int = 1280) -> "Window":
        """Open the page as a person, 800 pixels high; each window in a fresh channel unless one is given."""
        context = await self.browser.new_context(viewport={"width": width, "height": 800})
        page = await context.new_page()
        window = Window(self, page)
        await page.goto(f"{self.base}/?token=run")
        await window.be(person)
        await window.go(channel or await self.fresh_channel(window))
        return window

    async def fresh_channel(self, window: "Window") -> str:
        self.channels += 1
        name = f"room-{self.channels}"
        await window.request("POST", "/playground/channels", {"name": name})
        return name


class Window:
    """One window of the page; `errors` are those of its console."""

    def __init__(self, world: World, page: Page) -> None:
        self.world = world
        self.page = page
        self.errors = complaints(page)
        self.channel = ""

    async def be(self, person: str) -> None:
        button = self.page.locator("#people").get_by_role("button", name=person, exact=True)
        await button.click()
        await expect(button).to_have_attribute("aria-pressed", "true")
        await expect(self.page.locator("#sidebar [data-channel-id]").first).to_be_attached()

    def entry(self, channel: str):
        name = self.page.get_by_text(channel, exact=True)
        return self.page.locator("#sidebar [data-channel-id]").filter(has=name)

    async def go(self, channel: str) -> None:
        if await self.page.locator("#menu").is_visible():
            await self.page.locator("#menu").click()
        await self.entry(channel).click()
        await expect(self.page.get_by_role("heading", level=1)).to_have_text(channel)
        self.channel = channel

    async def request(self, method: str, path: str, body: object = None) -> object:
        """Send a request as the selected person."""
        script = """async ([method, path, body]) => {
            const person = document.querySelector("#people [aria-pressed=true]").dataset.personId;
            const headers = {"X-Person": person, "Content-Type": "application/json"};
            const answer = await fetch(path, {method, headers, body: body && JSON.stringify(body)});
            return answer.status === 204 ? null : answer.json();
        }"""
        return await self.page.evaluate(script, [method, path, body])

    async def play(self) -> None:
        """Invoke /play with the keyboard and wait for its card."""
        await self.page.get_by_label("Message to").click()
        await self.page.keyboard.type("/pl")
        await expect(self.page.locator("[data-command=play]")).to_be_visible()
        await self.page.keyboard.press("Enter")
        await expect(self.page.get_by_role("option", name="Hive Mind")).to_be_visible()
        await self.page.keyboard.type("mons")
        await expect(self.page.get_by_role("option")).to_have_text(["Monster Hex"])
        await self.page.keyboard.press("Enter")
        await self.page.keyboard.press("Enter")
        await expect(self.message("Monster Hex for 2")).to_be_visible()

    def message(self, text: str):
        return self.page.locator("[data-message-id]").filter(has_text=text)

    def button(self, name: str):
        return self.page.locator("#messages").get_by_role("button", name=name, exact=True)

    async def say(self, text: str) -> None:
        await self.page.get_by_label("Message to").fill(text)
        await self.page.keyboard.press("Enter")
        await expect(self.page.get_by_label("Message to")).to_have_value("")

    async def close(self) -> None:
        """Close the window; fails if there were errors, such as violations of the content security policy."""
        await self.page.context.close()
        assert self.errors == []


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def world(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[World]:
    async with chromium() as browser:
        world = World(tmp_path_factory.mktemp("page"), browser)
        world.start_server()
        world.start_bot()
        try:
            yield world
        finally:
            world.kill(*world.processes)


async def test_an_empty_channel_explains_how_to_start_a_game(world: World) -> None:
    window = await world.open()
    hint = window.page.locator(".hint")
    await expect(hint.get_by_role("listitem")).to_have_count(3)
    await expect(window.page.locator("#banner")).to_be_hidden()

    await hint.get_by_role("button", name="Start with /play").click()

    await expect(window.page.get_by_role("combobox", name="game")).to_be_focused()
    await expect(window.page.get_by_role("option", name="Monster Hex")).to_be_visible()
    await window.close()


async def test_a_command_typed_before_its_registration_continues(world: World, tmp_path: Path) -> None:
    early = World(tmp_path, world.browser)
    early.start_server()
    try:
        window = await early.open()
        await window.page.get_by_role("button", name="Start with /play").click()
        await expect(window.page.locator(".suggestions")).to_have_text("The bot has not registered its commands yet.")

        early.start_bot()

        await expect(window.page.get_by_role("combobox", name="game")).to_be_focused()
        await window.close()
    finally:
        early.kill(*list(early.processes))


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


async def test_fast_typing_never_chooses_a_stale_suggestion(world: World) -> None:
    window = await world.open()
    await window.page.get_by_label("Message to").fill("/play ")
    await expect(window.page.get_by_role("option").first).to_have_text("Monster Hex")

    await window.page.keyboard.type("chess")
    await window.page.keyboard.press("Enter")

    await expect(window.message("chess for 2")).to_be_visible()
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


async def test_escape_closes_a_hint_before_it_leaves_the_command(world: World) -> None:
    window = await world.open()
    await window.page.get_by_label("Message to").fill("/play ")
    await expect(window.page.get_by_role("option").first).to_have_text("Monster Hex")
    await window.page.keyboard.type("chess")
    await expect(window.page.locator(".suggestions")).to_have_text("Nothing matches.")

    await window.page.keyboard.press("Escape")
    await expect(window.page.locator(".suggestions")).to_be_hidden()
    await expect(window.page.get_by_role("combobox", name="game")).to_have_value("chess")

    await window.page.keyboard.press("Escape")
    await expect(window.page.get_by_label("Message to")).to_be_focused()
    await window.close()


async def test_missing_and_out_of_range_options_are_reported(world: World) -> None:
    window = await world.open()
    await window.page.get_by_label("Message to").fill("/play ")
    await expect(window.page.get_by_role("option", name="Hive Mind")).to_be_visible()
    await window.page.keyboard.press("Escape")
    await window.page.keyboard.press("Enter")
    await expect(window.page.locator(".remark")).to_have_text("game is still empty.")

    await window.page.get_by_role("combobox", name="game").fill("Hive Mind")
    await window.page.get_by_role("textbox", name="seats").fill("9")
    await window.page.keyboard.press("Enter")

    await expect(window.page.locator(".remark")).to_have_text("seats can be at most 4.")
    await expect(window.page.locator("[data-message-id]")).to_have_count(0)
    await window.close()


async def test_a_button_updates_its_card_and_keeps_the_focus(world: World) -> None:
    window = await world.open()
    await window.play()

    await window.button("Join").press("Enter")

    await expect(window.message("Players: Ann")).to_be_visible()
    await expect(window.button("Join")).to_be_focused()
    await expect(window.button("Join")).not_to_have_attribute("aria-disabled", "true")
    await expect(window.button("Take back")).to_be_disabled()
    await window.close()


async def test_a_press_counts_although_the_card_changes_while_the_button_is_down(world: World) -> None:
    ann = await world.open("Ann")
    await ann.play()
    ben = await world.open("Ben", channel=ann.channel)
    await ann.button("Join").hover()
    await ann.page.mouse.down()
    await ben.button("Join").click()
    await expect(ben.message(", Ben")).to_be_visible()

    await ann.page.mouse.up()

    await expect(ann.message(", Ben, Ann")).to_be_visible()
    await ann.close()
    await ben.close()


async def test_focus_moves_to_the_next_page_of_an_ephemeral_message(world: World) -> None:
    window = await world.open()
    await window.play()
    await window.button("My hand").press("Enter")
    await expect(window.button("Tri")).to_be_focused()

    await window.button("Line").press("Enter")

    await expect(window.message("Nothing is missing")).to_be_visible()
    await expect(window.button("Ready")).to_be_focused()
    await window.close()


async def test_the_update_of_a_pressed_card_is_announced_to_screen_readers(world: World) -> None:
    window = await world.open()
    await window.play()

    await window.button("Join").press("Enter")

    await expect(window.page.locator("#announcer")).to_contain_text("Players: Ann")
    await window.button("Pick some").press("Enter")
    await window.page.keyboard.press("Enter")
    await window.page.get_by_role("button", name="Done").press("Enter")
    await expect(window.message("Ann has moved")).to_be_visible()
    await expect(window.page.locator("#announcer")).to_contain_text("Ben is to move")
    await window.close()


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


async def test_a_modal_is_validated_and_answered_ephemerally(world: World) -> None:
    window = await world.open()
    await window.play()
    await window.button("Name").click()
    dialog = window.page.get_by_role("dialog", name="Name this table")
    await expect(dialog.get_by_role("textbox", name="Name")).to_be_focused()

    await dialog.get_by_role("textbox", name="Name").fill("Ab")
    await dialog.get_by_role("button", name="Clock").click()
    await dialog.get_by_role("option", name="A day").click()
    await dialog.get_by_role("button", name="Send").click()
    await expect(dialog.get_by_role("textbox", name="Name")).to_have_js_property("validity.valid", False)

    await dialog.get_by_role("textbox", name="Name").fill("Thursday")
    await window.page.keyboard.press("Enter")
    await expect(window.message("Named Thursday, 1d")).to_contain_text("Only you can see this")
    await expect(dialog).to_have_count(0)
    await window.close()


async def show(window: Window) -> None:
    """Invoke /show and wait for its messages."""
    await window.page.get_by_label("Message to").fill("/show ")
    await window.page.get_by_role("button", name="Send").click()
    await expect(window.message("Description")).to_be_visible()
    # The image of an emoji that is gone is asked for and refused.
    await expect(window.message("and one that is :gone: now.")).to_be_visible()
    window.errors.clear()


async def test_the_applications_emojis_are_shown_in_texts(world: World) -> None:
    window = await world.open()
    await show(window)

    texts = window.page.locator("#messages")
    for place in (
        "h3",
        ".section-text p",
        ".embed .text p",
        ".embed dt",
        ".embed dd p",
        ".message > article > .text p",
    ):
        image = texts.locator(place).get_by_role("img", name="tile").first
        await expect(image).to_have_js_property("naturalWidth", 64)
        await expect(image).to_have_attribute("title", "tile")
        box = await image.bounding_box()
        assert box
        assert box["height"] <= 24
    await expect(window.page.locator("#announcer")).to_contain_text("Content :tile:")
    await window.close()


async def test_the_name_of_a_control_with_an_emoji_is_its_label(world: World) -> None:
    window = await world.open()
    await show(window)

    for name in ("Place", "tile", "Roll"):
        await expect(window.button(name)).to_be_visible()
    await expect(window.button("Place").locator("img")).to_have_js_property("naturalWidth", 64)
    await expect(window.button("Roll")).to_have_text("🎲Roll")
    choose = window.button("Choose: A tile")
    await expect(choose.locator("img")).to_have_js_property("naturalWidth", 64)
    await choose.click()
    await expect(window.page.get_by_role("option", name="A tile The application's", exact=True)).to_be_visible()
    await window.page.get_by_role("option", name="A die", exact=True).click()
    await expect(window.message("what: die")).to_be_visible()
    await window.close()


async def test_a_message_has_selects_of_people_roles_and_channels(world: World) -> None:
    window = await world.open()
    await show(window)
    link = window.page.locator("#messages .accessory").get_by_role("link", name="Rules")
    await expect(link).to_have_attribute("href", "https://example.org/rules")

    await expect(window.button("A person: Ann")).to_be_visible()
    offered = {"A role": ["@Hexcade"], "Somebody": ["Ann", "Hexcade", "Ben"], "A channel": ["#general", "#games"]}
    for name, labels in offered.items():
        await window.button(name).click()
        options = await window.page.get_by_role("option").all_inner_texts()
        assert options[: len(labels)] == labels
        await window.page.keyboard.press("Escape")
    await window.button("Somebody").click()
    await window.page.get_by_role("option", name="@Hexcade").click()
    await expect(window.message("mention: ")).to_be_visible()
    await window.close()


async def test_a_modal_with_groups_is_filled_in(world: World) -> None:
    window = await world.open()
    await show(window)
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
    await show(window)
    people = window.page.locator("#people [data-person-id]")
    ann, ben = [await people.nth(place).get_attribute("data-person-id") for place in (0, 1)]
    await window.button("Entities").click()
    dialog = window.page.get_by_role("dialog", name="Who and where")
    await expect(dialog.get_by_role("button", name="Person: Ann")).to_be_focused()

    await dialog.get_by_role("button", name="Guests").click()
    await dialog.get_by_role("option", name="Ben").click()
    await dialog.get_by_role("button", name="Done").click()
    file = {"name": "map.txt", "mimeType": "text/plain", "buffer": b"a map"}
    await dialog.get_by_label("Maps").set_input_files([file, file, file])
    await dialog.get_by_role("button", name="Send").click()
    await expect(dialog.get_by_role("alert")).to_have_text("Maps: Choose 1 to 2")
    await dialog.get_by_label("Maps").set_input_files([file, file | {"name": "other.txt"}])
    await dialog.get_by_role("button", name="Send").click()

    wanted = f"person=['{ann}']; role=[]; mention=['{ben}']; channel=[]; files=['map.txt', 'other.txt']"
    await expect(window.message(wanted)).to_be_visible()
    await window.close()


async def test_an_ephemeral_message_is_for_one_person_until_dismissed(world: World) -> None:
    window = await world.open()
    await window.play()
    await window.button("My hand").click()
    await expect(window.message("The hand of Ann")).to_be_visible()

    await window.be("Ben")
    await expect(window.message("Monster Hex for 2")).to_be_visible()
    await expect(window.message("The hand of Ann")).to_have_count(0)

    await window.be("Ann")
    await window.message("The hand of Ann").get_by_role("button", name="Dismiss").click()
    await expect(window.message("The hand of Ann")).to_have_count(0)
    await window.page.reload()
    await expect(window.message("Monster Hex for 2")).to_be_visible()
    await expect(window.message("The hand of Ann")).to_have_count(0)
    await window.close()


async def test_two_windows_are_two_people_and_unread_messages_are_marked(world: World) -> None:
    ann = await world.open("Ann")
    ben = await world.open("Ben", channel=ann.channel)
    assert "person=" in ben.page.url
    await ben.page.reload()
    await expect(ben.page.locator("#people [aria-pressed=true]")).to_have_text(re.compile("Ben"))

    await ann.say("Your turn soon")
    await expect(ben.message("Your turn soon")).to_be_visible()
    await expect(ben.message("Your turn soon").get_by_role("heading", level=2)).to_have_text("Ann")

    await ben.go("general")
    await ann.say("@Ben it is your turn")
    await expect(ben.entry(ann.channel)).to_have_text(re.compile("1 mention"))
    switcher = ann.page.locator("#people [data-person-id]").filter(has_text="Ben")
    await expect(switcher).to_have_text(re.compile("1 mention"))
    await ben.go(ann.channel)
    await expect(ben.message("it is your turn").locator(".mention.mine")).to_have_text("@Ben")
    await expect(ben.entry(ann.channel)).not_to_have_text(re.compile("mention"))
    await ann.close()
    await ben.close()


async def test_what_waits_for_another_person_is_counted_until_that_person_is_looked_at(world: World) -> None:
    window = await world.open("Ann")
    ben = window.page.locator("#people [data-person-id]").filter(has_text="Ben")
    await window.go("general")
    await window.say("@Ben one")
    await window.go("games")
    await window.say("@Ben two")
    await expect(ben).to_have_text(re.compile("2 mentions"))

    await ben.click()
    await expect(ben).to_have_attribute("aria-pressed", "true")
    await window.be("Ann")

    await expect(ben).not_to_have_text(re.compile("mention"))
    await window.say("@Ben three")
    await expect(ben).to_have_text(re.compile("1 mention"))
    other = await world.open("Ben", channel="games")
    await expect(other.message("three")).to_be_visible()
    await expect(ben).not_to_have_text(re.compile("mention"))
    await window.close()
    await other.close()


async def test_a_private_page_is_the_same_in_every_window_of_its_person(world: World) -> None:
    window = await world.open("Ann")
    other = await world.open("Ann", channel=window.channel)
    await window.play()
    await window.button("My hand").click()
    await expect(other.message("The hand of Ann")).to_be_visible()

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
    await window.close()
    await other.close()


async def test_a_deleted_thread_is_left(world: World) -> None:
    window = await world.open()
    await window.play()
    await window.button("Thread").click()
    await window.page.locator("[data-thread-id]").click()
    await expect(window.message("@Ann is to move")).to_be_visible()

    await window.request("DELETE", f"/api/v10/channels/{window.page.url.split('#')[1]}")

    await expect(window.page.get_by_role("heading", level=1)).to_have_text(window.channel)
    await expect(window.message("is to move")).to_have_count(0)
    await window.close()


async def test_a_new_person_can_be_added_and_used(world: World) -> None:
    window = await world.open()
    await window.page.get_by_role("button", name="Add a person").click()
    await window.page.get_by_role("textbox", name="Name").fill("Cleo")
    await window.page.keyboard.press("Enter")

    await expect(window.page.locator("#people [aria-pressed=true]")).to_have_text(re.compile("Cleo"))
    await window.say("Here I am")
    await expect(window.message("Here I am")).to_contain_text("Cleo (you)")
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


async def test_a_thread_is_opened_from_its_message(world: World) -> None:
    window = await world.open()
    await window.play()
    await window.button("Thread").click()
    await expect(window.entry("A table of its own").last).to_have_text(re.compile("1 mention"))

    await window.page.locator("[data-thread-id]").click()

    await expect(window.page.get_by_role("heading", level=1)).to_have_text("A table of its own")
    await expect(window.message("@Ann is to move")).to_be_visible()
    await window.close()


async def test_a_long_channel_name_wraps(world: World) -> None:
    window = await world.open(width=390)
    name = "hive-mind-of-ann-and-of-two-more-who-play"
    channel = await window.request("POST", "/playground/channels", {"name": name})
    assert isinstance(channel, dict)
    await window.say(f"The board is in <#{channel['id']}>.")
    mention = window.message("The board is in").locator(".mention")

    lines = await mention.evaluate("node => Array.from(node.getClientRects(), ({ left, top }) => ({ left, top }))")
    assert len(lines) > 1
    assert lines[0]["left"] > lines[1]["left"], "it begins where the words before it end"

    await mention.press("Enter")
    await expect(window.page.get_by_role("heading", level=1)).to_have_text(name)
    await window.close()


@pytest.mark.parametrize("width", [390, 1280])
async def test_long_titles_are_shown_whole(world: World, width: int) -> None:
    window = await world.open(width=width)
    name = f"a-table-of-{width}-" + "ann-and-ben-and-" * 5
    channel = await window.request("POST", "/playground/channels", {"name": name})
    assert isinstance(channel, dict)
    await window.go(name)
    title = window.page.get_by_role("heading", level=1)

    await expect(title).to_be_in_viewport(ratio=1)
    for node in (title, window.entry(name).locator(".channel-name")):
        assert await node.evaluate("node => node.scrollWidth <= node.clientWidth + 1"), "nothing is cut off"
    for control in await window.page.locator("#people button, #menu:visible").all():
        await expect(control).to_be_in_viewport(ratio=1)
    assert await window.page.evaluate("document.documentElement.scrollWidth") == width
    await window.close()


async def test_text_fades_out_above_the_buttons_that_cover_it(world: World) -> None:
    window = await world.open()
    await window.play()
    board = window.message("Monster Hex for 2").locator(".container > .row").last
    await expect(board).not_to_have_class(re.compile("over-text"))
    row = {"type": 1, "components": [{"type": 2, "style": 2, "label": "Go", "custom_id": "go"}]}
    lines = {"type": 10, "content": "\n".join(f"{number}. line" for number in range(1, 99))}
    card = {"flags": 1 << 15, "components": [{"type": 17, "components": [lines, row]}]}
    address = f"{world.base}/api/v10/channels/{window.page.url.split('#')[1]}/messages"

    answer = await window.page.request.post(address, headers={"Authorization": "Bot bot"}, data=card)

    assert answer.ok
    buttons = window.button("Go").locator("..")
    await expect(buttons).to_have_class(re.compile("over-text"))
    assert "gradient" in await buttons.evaluate("node => getComputedStyle(node, '::before').backgroundImage")
    await window.page.locator("#scroller").evaluate("node => node.scrollTo(0, node.scrollHeight)")
    await expect(buttons).not_to_have_class(re.compile("over-text"))
    await window.close()


async def test_new_messages_keep_the_scroll_position(world: World) -> None:
    window = await world.open()
    for number in range(40):
        await window.request(
            "POST", f"/api/v10/channels/{window.page.url.split('#')[1]}/messages", {"content": f"line {number}"}
        )
    await expect(window.message("line 39")).to_be_in_viewport()

    await window.page.locator("#scroller").evaluate("node => node.scrollTo(0, 0)")
    await expect(window.message("line 39")).not_to_be_in_viewport()
    ben = await world.open("Ben", channel=window.channel)
    await ben.say("something new")
    await window.page.get_by_role("button", name="New messages").click()

    await expect(window.message("something new")).to_be_in_viewport()
    await expect(window.page.get_by_role("button", name="New messages")).to_be_hidden()
    await window.close()
    await ben.close()


async def test_a_phone_has_a_drawer_and_the_board_takes_the_width(world: World) -> None:
    window = await world.open(width=390)
    await expect(window.page.locator("#sidebar")).not_to_be_in_viewport()
    await window.play()

    box = await window.message("Monster Hex for 2").get_by_role("img").bounding_box()
    assert box
    assert box["width"] >= 370
    assert await window.page.evaluate("document.documentElement.scrollWidth") == 390
    await window.close()


async def test_a_laptop_shows_first_line_board_and_buttons_of_a_card(world: World) -> None:
    window = await world.open()
    await window.play()

    box = await window.message("Monster Hex for 2").get_by_role("img").bounding_box()
    assert box
    assert box["width"] >= 400
    assert box["height"] == pytest.approx(box["width"] * 1560 / 1200, abs=1)
    await expect(window.message("Monster Hex for 2").get_by_role("heading", level=3)).to_be_in_viewport(ratio=1)
    await expect(window.button("Join")).to_be_in_viewport(ratio=1)
    rows = [await row.bounding_box() for row in await window.message("Monster Hex for 2").locator(".row").all()]
    assert rows[-1]
    assert box["y"] + box["height"] <= rows[-1]["y"], "nothing lies over the board"
    frame = await window.page.locator(".picture").bounding_box()
    assert frame == box, "no empty stripes beside it"
    await window.close()


async def test_the_last_row_of_a_card_does_not_change_the_row_above(world: World) -> None:
    window = await world.open()
    await window.play()
    card = window.message("Monster Hex for 2")
    await window.page.locator("#scroller").evaluate("node => node.scrollTo(0, node.scrollHeight)")

    last, above = card.locator(".row").last, card.locator(".row").nth(-2)
    below, box = await last.bounding_box(), await above.bounding_box()
    assert below
    assert box
    assert box["y"] + box["height"] <= below["y"]
    await expect(last).to_have_css("box-shadow", "none")
    await window.close()


async def test_a_phone_shows_a_tall_card_from_its_first_line(world: World) -> None:
    window = await world.open(width=390)
    await window.play()
    card = window.message("Monster Hex for 2")

    box = await card.locator(".container").bounding_box()
    assert box
    assert box["height"] > 700, "more than there is room for"
    await expect(card.get_by_role("heading", level=3)).to_be_in_viewport(ratio=1)
    for name in ("Join", "My hand", "Name"):
        await expect(window.button(name)).to_be_in_viewport(ratio=1)

    await window.page.locator("#scroller").evaluate("node => node.scrollTo(0, node.scrollHeight)")
    await window.button("Join").click()
    await expect(window.message("Players: Ann")).to_be_visible()
    await expect(card.get_by_role("heading", level=3)).not_to_be_in_viewport()
    await window.say("further down")
    await expect(window.message("further down")).to_be_in_viewport(ratio=1)
    await window.close()


async def test_an_open_drawer_is_modal(world: World) -> None:
    window = await world.open(width=390)
    page = window.page

    for leave in (
        lambda: page.keyboard.press("Escape"),
        lambda: page.get_by_role("button", name="Close the channels").click(position={"x": 370, "y": 400}),
    ):
        await page.get_by_role("button", name="Channels", exact=True).click()
        await expect(page.locator("#sidebar [aria-current]")).to_be_focused()
        await expect(page.locator("#main")).to_have_js_property("inert", True)
        await leave()
        await expect(page.locator("#sidebar")).not_to_be_in_viewport()
        await expect(page.locator("#main")).to_have_js_property("inert", False)
        await expect(page.locator("#menu")).to_be_focused()
    await page.get_by_role("button", name="Channels", exact=True).click()
    await page.set_viewport_size({"width": 1000, "height": 800})
    await expect(page.locator("#main")).to_have_js_property("inert", False)
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


async def test_an_animation_waits_with_reduced_motion(world: World) -> None:
    window = await world.open()
    script = """async () => {
        const { picture } = await import("/page/media.js");
        return picture({ url: `${location.origin}/attachments/1/2/replay.gif`, width: 4, height: 4 }).innerText;
    }"""
    assert await window.page.evaluate(script) == ""

    await window.page.emulate_media(reduced_motion="reduce")

    assert await window.page.evaluate(script) == "Play the animation"
    # The picture that there is not is asked for where it is shown at once.
    window.errors = [error for error in window.errors if "404" not in error]
    await window.close()


async def test_full_size_keeps_the_clicked_point_visible(world: World) -> None:
    window = await world.open(width=390)
    await window.play()
    await window.message("Monster Hex for 2").get_by_role("img").click()
    image = window.page.get_by_role("dialog").get_by_role("img")
    await expect(image).to_have_js_property("naturalWidth", 1200)

    await window.page.locator(".viewer-stage").click(position={"x": 330, "y": 400})

    box = await image.bounding_box()
    assert box
    assert box["width"] == 1200
    # 330 of 390 pixels from the left is 1015 of 1200, in the middle of the window as far as the edge allows.
    assert box["x"] == pytest.approx(195 - 330 / 390 * 1200, abs=12)
    await window.close()


async def test_text_is_formatted_and_never_becomes_markup(world: World) -> None:
    window = await world.open()
    cases = {
        "**bold** *it* __un__": "<p><strong>bold</strong> <em>it</em> <u>un</u></p>",
        "~~st~~ `co*de*`": "<p><s>st</s> <code>co*de*</code></p>",
        "***both***": "<p><strong><em>both</em></strong></p>",
        "snake_case_name 2 * 3 * 4 \\*plain\\*": "<p>snake_case_name 2 * 3 * 4 *plain*</p>",
        "# One\n-# small": '<h3 class="size-1">One</h3><p class="subtext">small</p>',
        "> said\n>>> all\nof it": "<blockquote><p>said</p></blockquote><blockquote><p>all\nof it</p></blockquote>",
        "- a\n  - b\n1. c": '<ul><li>a<ul><li>b</li></ul></li></ul><ol start="1"><li>c</li></ol>',
        "```py\n**x**\n```": '<pre tabindex="0"><code>**x**</code></pre>',
        "<img src=x onerror=alert(1)>": "<p>&lt;img src=x onerror=alert(1)&gt;</p>",
        "[x](javascript:alert(1))": "<p>[x](javascript:alert(1))</p>",
        "[x](https://a.b/)": '<p><a href="https://a.b/" target="_blank" rel="noopener noreferrer">x</a></p>',
        "<@1> <@3>": '<p><span class="mention mine">@Ann</span> <span class="mention">@somebody</span></p>',
        "<#2>": '<p><a class="mention" href="#2">#games</a></p>',
        "<t:0:R>": re.compile(r'<p><time [^>]*datetime="1970-01-01T00:00:00.000Z"[^>]*>\d+ years ago</time></p>'),
        ">> not a quote": "<p>&gt;&gt; not a quote</p>",
    }
    script = """async (text) => {
        const { markdown } = await import("/page/markdown.js");
        const context = { me: "1", user: (id) => (id === "1" ? "Ann" : "somebody"), channel: () => "games" };
        const node = document.createElement("div");
        node.append(...markdown(text, context));
        return node.innerHTML;
    }"""
    for text, wanted in cases.items():
        shown = await window.page.evaluate(script, text)
        assert wanted.fullmatch(shown) if isinstance(wanted, re.Pattern) else shown == wanted
    await window.close()


async def test_a_link_to_a_channel_of_the_server_opens_in_place(world: World) -> None:
    window = await world.open()
    script = """async (url) => {
        const { renderComponent } = await import("/page/components.js");
        const context = { session: { channels: new Map([["2", {}]]) } };
        const node = renderComponent({ type: 2, style: 5, label: "Open", url }, context);
        return [node.getAttribute("href"), node.getAttribute("target")];
    }"""
    cases: dict[str, list[str | None]] = {
        "https://discord.com/channels/1/2/3": ["#2", None],
        "https://discord.com/channels/1/2": ["#2", None],
        "https://discord.com/channels/1/9/3": ["https://discord.com/channels/1/9/3", "_blank"],
        "https://a.b/channels/1/2": ["https://a.b/channels/1/2", "_blank"],
    }
    for url, wanted in cases.items():
        assert await window.page.evaluate(script, url) == wanted
    await window.close()


async def test_relative_times_are_rounded(world: World) -> None:
    window = await world.open()
    script = """async (seconds) => {
        const { formatMoment } = await import("/page/timestamps.js");
        return formatMoment(new Date(Date.now() + 1000 * seconds), "R");
    }"""
    # 30 seconds less than a whole unit, and far from where another word would begin.
    cases = {86370: "in 1 day", 3570: "in 1 hour", 600: "in 10 minutes", -86370: "1 day ago", 2 * 86400: "in 2 days"}
    for seconds, wanted in cases.items():
        assert await window.page.evaluate(script, seconds) == wanted
    await window.close()


async def test_the_page_shows_that_the_bot_is_offline(world: World) -> None:
    window = await world.open()
    await window.play()
    world.kill("bot")
    try:
        await expect(window.page.locator("#banner")).to_have_text(re.compile("The bot is away"))
        await window.button("Join").click()
        await expect(window.message("Monster Hex for 2").get_by_role("alert")).to_have_text("This interaction failed.")
    finally:
        world.start_bot()

    await expect(window.page.locator("#banner")).to_be_hidden()
    await window.button("Join").click()
    await expect(window.message("Players: Ann")).to_be_visible()
    await expect(window.message("Players: Ann").get_by_role("alert")).to_be_hidden()
    await window.close()


async def test_a_page_with_an_expired_session_says_where_the_new_url_is(world: World, tmp_path: Path) -> None:
    started = World(tmp_path, world.browser)
    started.start_server()
    try:
        window = await started.open()
        started.kill("server")
        started.start_server("another")

        for _ in range(2):
            await expect(window.page.get_by_role("heading", level=1)).to_have_text("Open the program's new address")
            await expect(window.page.get_by_role("main")).to_contain_text("newest line that begins with “Playground:”")
            answer = await window.page.reload()
            assert answer
            assert answer.status == 401
        await window.page.goto(f"{started.base}/?token=another")
        await expect(window.page.get_by_label("Message to")).to_be_enabled()
        await window.page.context.close()
    finally:
        started.kill(*list(started.processes))


async def test_after_a_kill_messages_are_complete_and_an_open_modal_is_submitted(world: World) -> None:
    window = await world.open()
    ben = await world.open("Ben", channel=window.channel)
    await window.play()
    await window.say("before")
    await window.button("Name").click()
    dialog = window.page.get_by_role("dialog", name="Name this table")
    await dialog.get_by_role("textbox", name="Name").fill("Thursday")
    await dialog.get_by_role("button", name="Clock").click()
    await dialog.get_by_role("option", name="Five minutes").click()

    world.kill("server", "bot")
    await expect(window.page.locator("#banner")).to_have_text(re.compile("The connection is lost"))
    await dialog.get_by_role("button", name="Send").click()
    await expect(dialog.get_by_role("alert")).to_have_text(re.compile("Your text is kept"))
    await ben.page.get_by_label("Message to").fill("meanwhile")
    await ben.page.keyboard.press("Enter")
    await expect(ben.page.locator("#composer .remark")).to_have_text(re.compile("cannot be reached"))
    world.start_server()
    world.start_bot()
    await ben.page.keyboard.press("Enter")
    await expect(ben.page.get_by_label("Message to")).to_have_value("")
    await expect(window.page.locator("#banner")).to_be_hidden()
    await dialog.get_by_role("button", name="Send").click()
    await expect(ben.page.locator("#composer .remark")).to_be_empty()

    await expect(dialog).to_have_count(0)
    await expect(window.message("Named Thursday, 5m")).to_have_count(1)
    for text in ("Monster Hex for 2", "before", "meanwhile"):
        await expect(window.message(text)).to_have_count(1)
    # The refused connections are on the console, as they should be; nothing else is.
    window.errors = [error for error in window.errors if "net::ERR_" not in error]
    ben.errors = [error for error in ben.errors if "net::ERR_" not in error]
    await window.close()
    await ben.close()
