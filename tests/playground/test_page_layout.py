"""What the page shows in Chromium: sizes, scrolling, pictures, texts."""

import re

import pytest
from playwright.async_api import expect

from tests.playground.page_world import World

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


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


async def test_a_select_with_a_long_choice_is_as_wide_as_the_phone_at_most(world: World) -> None:
    window = await world.open(width=390)
    await window.play()
    option = {"label": "A choice of many words " * 4, "value": "a", "default": True}
    row = {"type": 1, "components": [{"type": 3, "custom_id": "choose", "options": [option]}]}
    address = f"{world.base}/api/v10/channels/{window.page.url.split('#')[1]}/messages"

    data = {"flags": 1 << 15, "components": [row]}
    answer = await window.page.request.post(address, headers={"Authorization": "Bot bot"}, data=data)

    assert answer.ok
    chosen = window.message("A choice of many words").locator(".select")
    await expect(chosen).to_be_in_viewport(ratio=1)
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


async def test_a_message_that_grows_while_the_list_is_scrolled_stays_in_view(world: World) -> None:
    """As when a picture arrives in the very frame in which a press has redrawn the message."""
    window = await world.open()
    for number in range(40):
        await window.say(f"line {number}")
    last = window.message("line 39")
    await expect(last).to_be_in_viewport(ratio=1)

    await window.page.locator("#scroller").evaluate("node => node.scrollBy(0, -5)")
    await last.evaluate("""node => new Promise((done) => {
        document.querySelector("#scroller").scrollBy(0, 5);
        node.style.paddingTop = "2000px";
        requestAnimationFrame(() => requestAnimationFrame(done));
    })""")

    await expect(last.get_by_text("line 39")).to_be_in_viewport(ratio=1)
    await window.close()


async def test_a_list_that_shrinks_until_its_end_is_in_view_follows_new_messages_again(world: World) -> None:
    window = await world.open()
    for number in range(40):
        await window.say(f"line {number}")
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
