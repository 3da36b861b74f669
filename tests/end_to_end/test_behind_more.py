"""What stands behind *More*, in a game that goes on and in one that is over, for its players and for strangers."""

import asyncio
import io
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import pytest
import pytest_asyncio
from PIL import Image

from cogs.ui.kit.interface import interface
from cogs.ui.texts.texts import ONLY_YOU_SEE
from data.store import Store
from engine.monster_hex.content import TILE_INDEX, TILES
from render import painter
from tables.service import TableService
from tables.viewer import TableView
from tests.playground_driver import PATIENCE_SECONDS, Json, Person, components, pictures, texts
from tests.program_processes import ProgramProcesses
from tests.table_driver import (
    EPHEMERAL,
    MADE,
    TableDriver,
    buttons,
    choose,
    compose_id,
    custom_ids,
    open_table,
    table_of,
)

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]

TURNS = 5
MEBIBYTE = 1024 * 1024
LOOKING = ("Zoom", "What happened", "Board as text", "More views")
PARTS = {"Last move": "last", "North-west": "NW", "North-east": "NE", "South-west": "SW", "South-east": "SE"}
PAINTER = painter("monster_hex")
NO_CONFIRMING = "Move without asking"
MENTIONED = "Mention me in the channel"
SEEN = "Everybody here may see them"


@dataclass(frozen=True)
class Running:
    """A game of Ann, its host, and Ben, some turns old, at its newest card."""

    table: TableDriver
    card: Json


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def service(program: ProgramProcesses) -> AsyncIterator[TableService]:
    """What the bot's database says, read beside it."""
    store = await Store.open(f"sqlite+aiosqlite:///{program.database}")
    yield TableService(store, interface)
    await store.close()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def running(program: ProgramProcesses) -> Running:
    table = await table_of(program, [await program.person(name) for name in ("Ann", "Ben")])
    return Running(table, await played(table, TURNS))


async def played(table: TableDriver, turns: int) -> Json:
    """Start the game and make so many moves; return the newest card."""
    card = await table.start()
    for _ in range(turns):
        async for _ in table.turn(card):
            pass
        card = await table.next_card(card)
    return card


async def more(person: Person, card: Json) -> Json:
    """Press More on a card."""
    return await person.answer(await person.click(card, label="More"))


async def press(person: Person, message: Json, label: str) -> Json:
    """Press a button of a private message; return the message once it has changed."""
    changed = person.event(lambda name, data: name == "MESSAGE_UPDATE" and data["id"] == message["id"])
    await person.click(message, label=label)
    return await asyncio.wait_for(changed, PATIENCE_SECONDS)


async def opened(person: Person, card: Json, *labels: str) -> Json:
    """Press More, and then these."""
    message = await more(person, card)
    for label in labels:
        message = await press(person, message, label)
    assert message["flags"] & EPHEMERAL
    return message


async def picture_of(program: ProgramProcesses, message: Json) -> tuple[bytes, str]:
    """Return the one picture of a message, and its alternative text."""
    (item,) = pictures(message)
    async with program.playground.session.get(item["media"]["url"]) as response:
        assert response.status == 200
        return await response.read(), item["description"]


async def shows(program: ProgramProcesses, message: Json, drawn: Any) -> bool:
    """Say whether a message shows this very picture, with its alternative text."""
    return await picture_of(program, message) == (drawn.png, drawn.alt)


def labels(message: Json) -> list[str]:
    """Return what can be pressed."""
    return list(buttons(message))


# The board, from nearer and again


async def test_zoom_shows_the_last_move_the_quarters_and_the_whole(
    program: ProgramProcesses, service: TableService, running: Running
) -> None:
    seen = await service.view(running.table.id)
    ann = running.table.host

    page = await opened(ann, running.card, "Zoom")
    for label, part in PARTS.items():
        page = await press(ann, page, label)
        assert texts(page).strip() == f"{label}."
        assert await shows(program, page, PAINTER.zoom(seen.view, seen.names, part))
    page = await press(ann, page, "Whole board")
    assert await shows(program, page, PAINTER.board(seen.view, seen.names))
    assert labels(page) == [*PARTS, "Whole board", "More"]
    assert "Zoom" in labels(await press(ann, page, "More"))


async def test_what_happened_tells_every_turn_in_order(running: Running) -> None:
    told = texts(await opened(running.table.host, running.card, "What happened")).strip().splitlines()

    placed = [re.fullmatch(r"(Ann|Ben) placed the (\w+) on (\w+)\.", line) for line in told]
    found = [f"{tile_id(match[2])} {match[3]}" for match in placed if match]
    wanted = [action.split()[1:3] for action in running.table.confirmed if "place" in action]
    assert found == [" ".join(words) for words in wanted]
    assert len(found) >= TURNS - 1
    assert any(line.startswith("Order of play") for line in told)


async def test_the_replay_is_an_animation_of_every_turn(
    program: ProgramProcesses, service: TableService, running: Running
) -> None:
    seen, views = await service.past_views(running.table.id)

    page = await opened(running.table.host, running.card, "More views", "Replay")

    gif, alt = await picture_of(program, page)
    assert texts(page).strip() == f"The game so far in {TURNS} turns."
    assert len(gif) <= 10 * MEBIBYTE
    assert (gif, alt) == PAINTER.replay(views, seen.names)[::3]
    assert alt.startswith(f"Replay of Monster Hex, {TURNS + 1} pictures.")
    with Image.open(io.BytesIO(gif)) as animation:
        assert (animation.format, animation.n_frames, animation.width) == ("GIF", TURNS + 1, 1200)


async def test_the_game_is_gone_through_step_by_step(
    program: ProgramProcesses, service: TableService, running: Running
) -> None:
    seen, views = await service.past_views(running.table.id)
    ann = running.table.host
    assert len(views) == TURNS + 1

    page = await opened(ann, running.card, "More views", "Replay", "Step by step")
    assert texts(page).strip() == f"After turn {TURNS} of {TURNS}."
    assert labels(page) == ["First", "Back", "Board as text", "More"]
    for label, turn, pressable in (
        ("Back", TURNS - 1, ["First", "Back", "Forward", "Newest", "Board as text", "More"]),
        ("First", 0, ["Forward", "Newest", "Board as text", "More"]),
        ("Forward", 1, ["First", "Back", "Forward", "Newest", "Board as text", "More"]),
        ("Newest", TURNS, ["First", "Back", "Board as text", "More"]),
    ):
        page = await press(ann, page, label)
        assert texts(page).strip() == (f"After turn {turn} of {TURNS}." if turn else "The start.")
        assert await shows(program, page, PAINTER.board(views[turn], seen.names))
        assert labels(page) == pressable


async def test_signs_words_and_rules_are_one_press_away(
    program: ProgramProcesses, service: TableService, running: Running
) -> None:
    seen = await service.view(running.table.id)
    ann, message = running.table.host, await more(running.table.host, running.card)

    signs = await press(ann, await press(ann, message, "More views"), "Legend")
    assert await shows(program, signs, PAINTER.legend(seen.view))
    board = await press(ann, await press(ann, signs, "More"), "Board as text")
    own = await service.view(running.table.id, int(ann.id))
    told = (PAINTER.text(seen.view, seen.names), "", ONLY_YOU_SEE, PAINTER.hand_text(own.view, own.names))
    assert texts(board).strip() == "\n".join(("```", *told, "```"))
    table = await press(ann, await press(ann, board, "More"), "This table")
    rules = await press(ann, table, "How to play")
    assert "Equal powers touch" in texts(rules)
    assert "Zoom" in labels(await press(ann, rules, "More"))


# Ways out


async def test_each_is_offered_only_their_own_ways_out(program: ProgramProcesses, running: Running) -> None:
    ann, ben = running.table.people

    for person, own, seldom in (
        (program.watcher, ["Pings"], []),
        (ben, ["Take back", "Pings", "Resign"], ["Pass my seat on"]),
        (ann, ["Take back", "Pings", "Resign"], ["Replace", "Moderate", "End game for all"]),
    ):
        page = await more(person, running.card)
        assert labels(page) == [*LOOKING, "Time", "This table", *own]
        page = await press(person, page, "This table")
        assert labels(page) == ["How to play", "Fairness", *seldom, "More"]


async def test_a_way_out_is_asked_for_twice_and_can_be_left(running: Running) -> None:
    asked = await opened(running.table.host, running.card, "Resign")

    assert "It can't be taken back" in texts(asked)
    assert "Resign" in labels(await press(running.table.host, asked, "More"))
    assert running.table.step_of(await running.table.card_after(0)) == running.table.step_of(running.card)


@pytest.mark.parametrize("ending", ["resigned", "ended"])
async def test_behind_the_end_stands_the_same_and_the_record(
    program: ProgramProcesses, service: TableService, ending: str
) -> None:
    ann, ben = [await program.person(name) for name in ("Ann", "Ben")]
    table = await table_of(program, [ann, ben])
    card = await played(table, 2)
    old = await opened(ben, card)
    card = await (table.resigned(card, ben) if ending == "resigned" else table.ended_by_host(card))
    seen, views = await service.past_views(table.id)

    for person in (ann, ben, program.watcher):
        assert labels(await more(person, card)) == [*LOOKING, "Record", "This table"]
    zoomed = await opened(program.watcher, card, "Zoom", "Whole board")
    assert await shows(program, zoomed, PAINTER.board(seen.view, seen.names))
    gif, _ = await picture_of(program, await opened(ann, card, "More views", "Replay"))
    with Image.open(io.BytesIO(gif)) as animation:
        assert animation.n_frames == len(views)
    assert "Ben" in texts(await opened(ann, card, "What happened"))
    # A page from before the end offers a way out no more.
    asked = await ben.answer(await ben.click(old, label="Resign"))
    assert texts(asked).strip() == (
        "This game is over." if ending == "resigned" else "This game was ended before its time."
    )

    message = await opened(ben, card, "Record")
    (file,) = message["attachments"]
    assert (file["filename"], bool(message["flags"] & EPHEMERAL)) == (f"{table.id}.json", True)


# One's own settings


async def settings(person: Person, channel: str) -> Json:
    """Use /settings."""
    return await person.answer(await person.slash(channel, "settings"))


def chosen(page: Json) -> list[str]:
    """Return what the selects of the settings have chosen."""
    selects = [part for part in components(page) if part["type"] == 3]
    return [option["label"] for select in selects for option in select["options"] if option["default"]]


async def test_a_theme_is_that_of_ones_own_private_pictures(program: ProgramProcesses, service: TableService) -> None:
    cam, dan = [await program.person(name) for name in ("Cam", "Dan")]
    table = await table_of(program, [cam, dan])
    card = await table.start()
    page = await settings(cam, card["channel_id"])
    assert page["flags"] & EPHEMERAL
    assert chosen(page) == ["Dark", "Ask before a move is made", MENTIONED, SEEN]

    page = await choose(cam, page, "theme", "Light")

    assert chosen(page) == ["Light", "Ask before a move is made", MENTIONED, SEEN]
    both = {person: await service.view(table.id, int(person.id)) for person in (cam, dan)}
    for person, theme in ((cam, "light"), (dan, "dark")):
        seen = both[person]
        hand = await person.answer(await person.click(card, label="My hand"))
        assert await shows(program, hand, PAINTER.hand(seen.view, seen.names, theme))
        zoomed = await opened(person, card, "Zoom")
        assert await shows(program, zoomed, PAINTER.zoom(seen.view, seen.names, "last", theme))
        gif, _ = await picture_of(program, await opened(person, card, "More views", "Replay"))
        assert gif == PAINTER.replay((await service.past_views(table.id))[1], seen.names, theme).gif
    spectator = await service.view(table.id)
    assert await shows(program, card, PAINTER.board(spectator.view, spectator.names)), "what all see stays as it was"
    await choose(cam, page, "theme", "Dark")


async def test_the_host_chooses_the_colours_of_the_board(program: ProgramProcesses, service: TableService) -> None:
    table = await open_table(program, await program.person("Ann"), await program.channel(), seats=3)
    form = await table.host.click(await table.set_up(), label="Table options")
    await table.host.submit(form, {"theme": "high_contrast", "seats": ["2"]})
    await table.lobby_with("1 of 2 seats taken")
    await table.add_computer()

    card = await table.start()

    seen = await service.view(table.id)
    assert seen.settings.theme == "high_contrast"
    assert await shows(program, card, PAINTER.board(seen.view, seen.names, "high_contrast"))


def placements(seen: TableView) -> dict[tuple[str, str], list[str]]:
    """Return the legal rotations by tile and hex; none when a value is to be chosen."""
    found: dict[tuple[str, str], list[str]] = {}
    for words in (action.split() for action in seen.legal):
        if words[0] == "place":
            found.setdefault((words[1], words[2]), []).append(words[3])
    return found


def tile_id(name: str) -> str:
    """Return the id of a tile by its name."""
    return next(tile.id for tile in TILES if tile.name == name)


async def to_hex(table: TableDriver, card: Json, person: Person, tile: str, label: str) -> Json:
    """Press Move and a tile, and choose a hex; return the draft as it was before that."""
    draft = await person.answer(await person.click(card, compose_id(card)))
    name = TILES[TILE_INDEX[tile]].name
    asked = f"Where does the **{name}** go"
    if asked not in texts(draft):
        await person.click(draft, label=name)
        draft = await table.page(person, draft, asked)
    await table.choose_hex(person, draft, label)
    return draft


async def test_without_confirming_the_last_choice_is_the_move(program: ProgramProcesses, service: TableService) -> None:
    """Where several rotations fit there is one more to make, and pressing it makes the move."""
    eve = await program.person("Eve")
    table = await table_of(program, [eve], 1)
    card = await table.start()
    page = await choose(eve, await settings(eve, card["channel_id"]), "confirm", NO_CONFIRMING)
    assert chosen(page) == ["Dark", NO_CONFIRMING, MENTIONED, SEEN]

    missing = {True, False}
    while missing:
        fitting = placements(await service.view(table.id, int(eve.id)))
        # Where nothing that is missing can be had, any placement leads on.
        wanted = [place for place, turns in fitting.items() if (len(turns) > 1) in missing] or list(fitting)
        (tile, label), turns = wanted[0], fitting[wanted[0]]
        draft = await to_hex(table, card, eve, tile, label)
        if len(turns) > 1:
            draft = await table.page(eve, draft, "Your pick is placed at once")
            assert "Confirm" not in labels(draft)
            found = [text for text in custom_ids(draft) if ":turn:" in text]
            assert len(found) == len(turns)
            await eve.click(draft, next(text for text in found if text.endswith(f":{turns[0]}")))
        card = await table.next_card(card)
        assert f"place {tile} {label} {turns[0]}" in [action for _, action in program.entries(table.id)]
        there = [message for message in await eve.messages(draft["channel_id"]) if message["id"] == draft["id"]]
        assert [message for message in there if MADE not in texts(message)] == []
        missing.discard(len(turns) > 1)


# Strangers


async def test_a_stranger_has_no_hand_and_no_move(program: ProgramProcesses, running: Running) -> None:
    for label in ("Place a tile", "My hand"):
        answer = await program.watcher.answer(await program.watcher.click(running.card, label=label))
        assert texts(answer).strip().startswith(f"*{label}* is for the players of this table. You're watching.")
        assert pictures(answer) == []
