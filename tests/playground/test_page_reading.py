"""Scrolling, the drawer of a phone and texts of the page in Chromium."""

import re

import pytest
from playwright.async_api import expect

from tests.playground.page_world import Window, World

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


async def scrolled(world: World) -> Window:
    """Open a channel with forty lines and the last one in view."""
    window = await world.open()
    for number in range(40):
        await window.say(f"line {number}")
    await expect(window.message("line 39")).to_be_in_viewport(ratio=1)
    return window


async def test_new_messages_keep_the_scroll_position(world: World) -> None:
    window = await scrolled(world)
    await window.page.locator("#scroller").evaluate("node => node.scrollTo(0, 0)")
    await expect(window.message("line 39")).not_to_be_in_viewport()
    ben = await world.open("Ben", channel=window.channel)
    await ben.say("something new")
    await window.page.get_by_role("button", name="New messages").click()

    await expect(window.message("something new")).to_be_in_viewport()
    await expect(window.page.get_by_role("button", name="New messages")).to_be_hidden()
    await window.close()
    await ben.close()


async def test_a_link_to_a_message_scrolls_to_it_and_marks_it(world: World) -> None:
    window = await scrolled(world)
    first = window.message("line 3").first
    await expect(first).not_to_be_in_viewport()
    message_id = await first.evaluate("node => node.closest('[data-message-id]').dataset.messageId")

    for _ in range(2):
        await window.page.locator("#scroller").evaluate("node => node.scrollTo(0, node.scrollHeight)")
        await window.page.evaluate("id => { location.hash += `/${id}`; }", message_id)

        await expect(window.page.locator(".message.linked")).to_have_attribute("data-message-id", message_id)
        await expect(first).to_be_in_viewport(ratio=1)
    await window.close()


async def test_a_message_that_grows_while_the_list_is_scrolled_stays_in_view(world: World) -> None:
    """A picture may arrive in the same frame in which a press has redrawn the message."""
    window = await scrolled(world)
    last = window.message("line 39")
    await window.page.locator("#scroller").evaluate("node => node.scrollBy(0, -5)")
    await last.evaluate("""node => new Promise((done) => {
        document.querySelector("#scroller").scrollBy(0, 5);
        node.style.paddingTop = "2000px";
        requestAnimationFrame(() => requestAnimationFrame(done));
    })""")

    await expect(last.get_by_text("line 39")).to_be_in_viewport(ratio=1)
    await window.close()


async def test_a_list_that_shrinks_until_its_end_is_in_view_follows_new_messages_again(world: World) -> None:
    window = await scrolled(world)
    await window.page.locator("#scroller").evaluate("node => node.scrollTo(0, 0)")
    await expect(window.message("line 39")).not_to_be_in_viewport()

    await window.page.locator("#messages").evaluate("""list => new Promise((done) => {
        for (const row of [...list.children].slice(5)) row.style.display = "none";
        requestAnimationFrame(() => requestAnimationFrame(done));
    })""")
    ben = await world.open("Ben", channel=window.channel)
    await ben.say("something new")

    await expect(window.message("something new")).to_be_in_viewport(ratio=1)
    await expect(window.page.get_by_role("button", name="New messages")).to_be_hidden()
    await window.close()
    await ben.close()


async def test_a_phone_shows_the_end_of_a_tall_card_and_scrolls_on_with_what_is_new(world: World) -> None:
    window = await world.open(width=390)
    await window.page.set_viewport_size({"width": 390, "height": 480})
    await window.play()
    card = window.message("Monster Hex for 2")
    for name in ("Join", "My hand", "Thread"):
        await expect(window.button(name)).to_be_in_viewport(ratio=1)
    await card.get_by_role("heading", level=3).scroll_into_view_if_needed()
    await expect(window.button("Join")).not_to_be_in_viewport()
    await window.page.locator("#scroller").evaluate("node => node.scrollTo(0, node.scrollHeight)")

    await window.button("Join").click()
    await expect(window.message("Players: Ann")).to_be_visible()
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


async def test_an_animation_waits_with_reduced_motion(world: World) -> None:
    window = await world.open()
    script = """async () => {
        const { picture } = await import("/page/media.js");
        return picture({ url: `${location.origin}/attachments/1/2/replay.gif`, width: 4, height: 4 }).innerText;
    }"""
    assert await window.page.evaluate(script) == ""

    await window.page.emulate_media(reduced_motion="reduce")

    assert await window.page.evaluate(script) == "Play the animation"
    # Without reduced motion the page loads the picture, which doesn't exist.
    await window.close("404")


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


async def test_a_link_to_a_channel_of_the_server_opens_in_place_and_times_are_rounded(world: World) -> None:
    window = await world.open()
    link = """async (url) => {
        const { renderComponent } = await import("/page/components.js");
        const context = { session: { channels: new Map([["2", {}]]) } };
        const node = renderComponent({ type: 2, style: 5, label: "Open", url }, context);
        return [node.getAttribute("href"), node.getAttribute("target")];
    }"""
    links: dict[str, list[str | None]] = {
        "https://discord.com/channels/1/2/3": ["#2/3", None],
        "https://discord.com/channels/1/2": ["#2", None],
        "https://discord.com/channels/1/9/3": ["https://discord.com/channels/1/9/3", "_blank"],
        "https://a.b/channels/1/2": ["https://a.b/channels/1/2", "_blank"],
    }
    assert {url: await window.page.evaluate(link, url) for url in links} == links
    moment = """async (seconds) => {
        const { formatMoment } = await import("/page/timestamps.js");
        return formatMoment(new Date(Date.now() + 1000 * seconds), "R");
    }"""
    # Values 30 seconds below a whole unit, or far from a change of unit.
    times = {86370: "in 1 day", 3570: "in 1 hour", 600: "in 10 minutes", -86370: "1 day ago", 2 * 86400: "in 2 days"}
    assert {seconds: await window.page.evaluate(moment, seconds) for seconds in times} == times
    await window.close()
