"""The page in Chromium while the bot or the server is unavailable."""

import asyncio
import re
from pathlib import Path

import pytest
from playwright.async_api import Route, expect

from tests.playground.page_world import World

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


async def test_the_page_shows_that_the_bot_is_offline(world: World) -> None:
    window = await world.open()
    await window.play()
    await world.kill_bot()
    try:
        await expect(window.page.locator("#banner")).to_have_text(re.compile("The bot is away"))
        await window.button("Join").click()
        await expect(window.message("Monster Hex for 2").get_by_role("alert")).to_have_text("This interaction failed.")
    finally:
        await world.start_bot()

    await expect(window.page.locator("#banner")).to_be_hidden()
    await window.button("Join").click()
    await expect(window.message("Players: Ann")).to_be_visible()
    await expect(window.message("Players: Ann").get_by_role("alert")).to_be_hidden()
    await window.close()


async def test_a_page_with_an_expired_session_says_where_the_new_url_is(world: World, tmp_path: Path) -> None:
    async with World(tmp_path, world.browser).started() as started:
        window = await started.open()
        await started.playground.kill()
        started.playground.run_token = "another"
        await started.playground.start()

        for _ in range(2):
            await expect(window.page.get_by_role("heading", level=1)).to_have_text("Open the program's new address")
            await expect(window.page.get_by_role("main")).to_contain_text("newest line that begins with “Playground:”")
            answer = await window.page.reload()
            assert answer
            assert answer.status == 401
        await window.page.goto(f"{started.base}/?token=another")
        await expect(window.page.get_by_label("Message to")).to_be_enabled()
        await window.page.context.close()


async def test_after_a_kill_messages_are_complete_and_an_open_modal_is_submitted(world: World) -> None:
    window = await world.open()
    ben = await world.open("Ben", channel=window.channel)
    await window.show()
    await window.play()
    await window.say("before")
    await window.button("Groups").click()
    dialog = window.page.get_by_role("dialog", name="How this table is played")
    await dialog.get_by_role("textbox", name="Remark").fill("Thursday")
    await dialog.get_by_role("radio", name="Live").check()

    await world.playground.kill()
    await world.kill_bot()
    await expect(window.page.locator("#banner")).to_have_text(re.compile("The connection is lost"))
    await dialog.get_by_role("button", name="Send").click()
    await expect(dialog.get_by_role("alert")).to_have_text(re.compile("Your text is kept"))
    await ben.page.get_by_label("Message to").fill("meanwhile")
    await ben.page.keyboard.press("Enter")
    await expect(ben.page.locator("#composer .remark")).to_have_text(re.compile("cannot be reached"))
    await world.playground.start()
    await world.start_bot()
    await ben.page.keyboard.press("Enter")
    await expect(ben.page.get_by_label("Message to")).to_have_value("")
    await expect(window.page.locator("#banner")).to_be_hidden()
    await dialog.get_by_role("button", name="Send").click()
    await expect(ben.page.locator("#composer .remark")).to_be_empty()

    await expect(dialog).to_have_count(0)
    await expect(window.message("pace=live")).to_have_count(1)
    await expect(window.message("remark=Thursday")).to_have_count(1)
    for text in ("Monster Hex for 2", "before", "meanwhile"):
        await expect(window.message(text)).to_have_count(1)
    # Expected errors: refused connections, and the deleted emoji.
    await window.close("net::ERR_", "404")
    await ben.close("net::ERR_", "404")


async def test_messages_fetched_before_the_connection_was_lost_are_fetched_again(world: World) -> None:
    """A late response shows the channel before the outage; messages posted since then must not be missing."""
    window = await world.open("Ann")
    other = await world.open("Ben", channel=window.channel)
    held: asyncio.Future[Route] = asyncio.get_running_loop().create_future()

    async def hold(route: Route) -> None:
        if held.done():
            await route.continue_()
        else:
            held.set_result(route)

    await window.page.route("**/messages?limit=*", hold)
    await window.page.reload()
    answered_late = await held
    await window.page.context.set_offline(True)
    await world.playground.kill()
    await world.kill_bot()
    await expect(window.page.locator("#banner")).to_have_class(re.compile("lost"))
    await world.playground.start()
    await expect(other.page.locator("#banner")).not_to_have_class(re.compile("lost"))
    await other.say("said meanwhile")
    await expect(other.message("said meanwhile")).to_be_visible()

    await answered_late.fulfill(json=[])
    await window.page.context.set_offline(False)

    await expect(window.message("said meanwhile")).to_be_visible()
    await world.start_bot()
    for each in (window, other):
        await each.close("net::ERR_")


HISTORY = """async () => {
    const { History } = await import("/page/history.js");
    const all = Array.from({ length: 300 }, (_, place) => ({ id: String(1000 + place), content: "old" }));
    const waiting = [];
    const get = (path) => new Promise((resolve) => {
        const { searchParams } = new URL(path, location.href);
        const until = all.findIndex(({ id }) => id === searchParams.get("before"));
        const found = all.slice(0, until < 0 ? all.length : until).slice(-searchParams.get("limit")).toReversed();
        waiting.push(() => resolve(found));
    });
    const history = new History({ get }, "1");
    // What is asked for last is answered first.
    const settle = async (...fetches) => {
        const done = Promise.all(fetches).then(() => true);
        while (!await Promise.race([done, new Promise((next) => setTimeout(next))])) waiting.pop()?.();
    };
    await settle(history.refresh());
    const older = history.older();
    while (!waiting.length) await new Promise((next) => setTimeout(next));
    history.apply("MESSAGE_UPDATE", { id: "1249", content: "new" });
    history.apply("MESSAGE_DELETE", { id: "1248" });
    await settle(older);
    const shown = [history.find("1249").content, history.find("1248") ?? null];
    await settle(history.older());
    await settle(history.older(), history.refresh());
    return { shown, ids: history.messages.map(({ id }) => Number(id)) };
}"""


async def test_a_page_of_older_messages_neither_undoes_changes_nor_leaves_a_gap(world: World) -> None:
    window = await world.open()

    found = await window.page.evaluate(HISTORY)

    assert found["shown"] == ["new", None]
    assert found["ids"] == list(range(found["ids"][0], 1300))
    await window.close()
