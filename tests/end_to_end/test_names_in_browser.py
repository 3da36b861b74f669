"""Names from right to left in Chromium: people are read in their order in every kind of message."""

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

import pytest
from discord import SelectOption, ui
from playwright.async_api import Browser

from cogs.league.organise_page import people_text, table_text
from cogs.outbox.delivery import thread_name
from cogs.personal.stats import opponent, opponents
from cogs.starting.seating import seats_page
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.forms import choice_field, modal
from cogs.ui.kit.layouts import button
from cogs.ui.kit.selects import build_selects
from cogs.ui.messages.call_messages import follow_view
from cogs.ui.messages.cards import card_view
from cogs.ui.messages.lobby_message import format_dealt_table, format_lobby_start, lobby_view
from cogs.ui.messages.seat_offer import open_seat
from cogs.ui.messages.stories import format_events, story_text
from cogs.ui.requests.interaction_user import build_person
from cogs.ui.requests.table_lookup import table_label
from cogs.ui.texts import league_texts
from engine.core import SPECTATOR
from engine.game import act
from render.text import truncate
from tables.story import SeatHandedOver
from tables.viewer import TableView
from tests.cog_tables import ANN, SEED, new_game, table_view
from tests.cogs.test_cards import lobby
from tests.end_to_end.browser_window import SupervisedProgram, open_window

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

DISPLAYED = ("Ann", "سامي", "علي 42", "שרה, Eve (2)")
NAMES = tuple(build_person(number, name, "").name for number, name in enumerate(DISPLAYED))
READ = """(names) => {
    const root = document.querySelector("#probe"), blocks = new Map();
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode());) {
        let block = node.parentElement;
        while (getComputedStyle(block).display === "inline") block = block.parentElement;
        for (const name of names) {
            for (let at = node.data.indexOf(name); at >= 0; at = node.data.indexOf(name, at + 1)) {
                const range = document.createRange();
                range.setStart(node, at);
                range.setEnd(node, at + name.length);
                const rects = [...range.getClientRects()].sort((one, other) => one.top - other.top);
                const lineOf = (edge) => rects.filter((each) => Math.abs(each.top - edge.top) < each.height / 2);
                const begin = Math.min(...lineOf(rects[0]).map((each) => each.left));
                const end = Math.max(...lineOf(rects.at(-1)).map((each) => each.right));
                const top = rects[0].top, bottom = rects.at(-1).bottom;
                blocks.set(block, [...(blocks.get(block) ?? []), { name, begin, end, top, bottom, node, at }]);
            }
        }
    }
    const order = (one, other) => one.node === other.node ? one.at - other.at
        : one.node.compareDocumentPosition(other.node) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
    return [...blocks.values()].map((found) => found.sort(order).map(({ node, at, ...each }) => each));
}"""
"""A script that returns the names in each block of text, in the order of the text, with their edges.

`begin` is the left edge in the first line of a name, and `end` is the right edge in the last one.
"""
SHOW = """async ([components, modal]) => {
    document.querySelector("dialog[open]")?.remove();
    document.querySelector("#probe")?.remove();
    const { renderComponent } = await import("/page/components.js");
    const names = { me: "1", user: () => "somebody", channel: () => "games" };
    const context = { session: { channels: new Map(), users: new Map(), roles: new Map() }, names, press() {} };
    if (modal) {
        const { openModal } = await import("/page/modal.js");
        openModal(modal, context.session, names);
        document.querySelector("dialog[open]").id = "probe";
    } else {
        const probe = document.createElement("div");
        probe.id = "probe";
        probe.style.width = "1200px";
        probe.append(...components.map((each) => renderComponent(each, context)));
        document.body.prepend(probe);
    }
    for (const select of document.querySelectorAll("#probe .select")) select.click();
}"""
"""A script that shows a message or a form; its selects are opened."""


def played(turns: int, seats: int = 4, game: str = "monster_hex") -> tuple[TableView, list[Any]]:
    """Return a table after some turns, with its public events; a large number of turns ends the game."""
    state, events = new_game(seats, game), list[Any]()
    while state.actors and turns:
        advance = act(state, state.actors[0], state.legal(state.actors[0])[-1], SEED)
        state, turns = advance.game, turns - 1
        events += advance.visible(SPECTATOR)
    return table_view(state, names=NAMES), events


def card(turns: int, game: str = "monster_hex") -> list[Any]:
    """Return the components of a card with its story; without turns left to play it is the end card."""
    table, events = played(turns, game=game)
    return card_view(
        table, story_text(table, [*events, SeatHandedOver(1, DISPLAYED[0], NAMES[1])]), "alt"
    ).to_components()


def follower_message() -> list[Any]:
    table, events = played(5)
    return follow_view(table, story_text(table, events), "alt", None).to_components()


def seat_offer() -> list[Any]:
    return said(open_seat(NAMES[1], "Monster Hex", f"{NAMES[2]} 4, {NAMES[3]} 2", stood_in=True))


def said(*lines: str) -> list[Any]:
    """Return the components of a message with lines of text."""
    return [ui.TextDisplay[ui.LayoutView](line).to_component_dict() for line in lines]


def log() -> list[Any]:
    table, events = played(9)
    return said(*format_events(table, events, 99))


def selects() -> list[Any]:
    """Return the selects of places in a lobby, and one whose options name the people of a table."""
    table = lobby(*NAMES)
    told = SelectOption(label=league_texts.table_choice(3, NAMES), value="table")
    rows = build_selects(CustomId("s", None, "pick"), "Choose", [told])
    return [*seats_page(table, ANN.id).view().to_components(), *(row.to_component_dict() for row in rows)]


def buttons() -> list[Any]:
    label = truncate(table_label(played(3)[0]), 80)
    return [ui.ActionRow(button(label, CustomId("s", None, "open"))).to_component_dict()]


def standings() -> list[Any]:
    return said(
        league_texts.result("Cup", NAMES[:1]),
        league_texts.result("Cup", NAMES),
        people_text("Cup", NAMES, NAMES, [f"{NAMES[1]} and {NAMES[2]}"]),
        table_text(1, NAMES, "Counted: " + " · ".join(f"{place}. {name}" for place, name in enumerate(NAMES, 1)), None),
    )


def statistics() -> list[Any]:
    return said(opponents([opponent(name, 12, 5) for name in NAMES]))


def titles() -> list[Any]:
    return said(f"### {thread_name('Monster Hex', NAMES)}", format_dealt_table("Deal 1", NAMES, None))


def form() -> dict[str, Any]:
    """Return a form with a field for each name, and a choice of a table by its people."""
    fields = [ui.Label(text=truncate(name, 45), component=ui.TextInput[Any]()) for name in NAMES]
    choice = choice_field("Which table?", "table", {"a": league_texts.table_choice(3, NAMES)}, "a")
    return modal("Report", CustomId("s", None, "form"), [choice, *fields]).to_dict()


KINDS: Mapping[str, Callable[[], Any]] = {
    "card": lambda: card(5),
    "card of a simultaneous turn": lambda: card(0, "hive_mind"),
    "end card": lambda: card(999),
    "lobby": lambda: lobby_view(lobby(*NAMES), None).to_components(),
    "started lobby": lambda: said(format_lobby_start(NAMES, None)),
    "log": log,
    "selects": selects,
    "buttons": buttons,
    "message to a follower": follower_message,
    "offer of a seat": seat_offer,
    "standings": standings,
    "statistics": statistics,
    "titles": titles,
    "form": form,
}


async def test_names_are_read_in_their_order_in_every_kind_of_message(
    supervised: SupervisedProgram, browser: Browser
) -> None:
    window = await open_window(browser, supervised.address, viewport={"width": 1400, "height": 900})
    bare = [name.strip("\u2068\u2069") for name in NAMES]
    seen: dict[str, int] = {}
    for kind, build in KINDS.items():
        built = build()
        await window.page.evaluate(SHOW, [None, built] if kind == "form" else [built, None])
        found = await window.page.evaluate(READ, bare)
        seen[kind] = max(len({each["name"] for each in names}) for names in found)
        for names in found:
            for before, after in pairwise(names):
                below = after["top"] >= before["bottom"] - 4
                assert below or before["end"] <= after["begin"] + 1, (kind, names)
    assert {kind for kind, most in seen.items() if most < 2} == {"lobby"}, seen
    await window.close()
