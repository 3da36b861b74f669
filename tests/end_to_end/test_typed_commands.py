"""Playing by slash commands: all three ways of moving end in the same call."""

import asyncio

import pytest

from tests.playground_driver import PATIENCE_SECONDS, Json, Person, components, pictures, texts
from tests.program_processes import ProgramProcesses
from tests.table_driver import (
    EPHEMERAL,
    TableDriver,
    buttons,
    compose_id,
    custom_ids,
    hexes,
    open_table,
    table_of,
    tiles,
)

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


async def started(program: ProgramProcesses) -> tuple[TableDriver, Json, Person, Person]:
    """Return a table of two, its first card, who must act and who acts next."""
    people = [await program.person("Ann"), await program.person("Ben")]
    table = await table_of(program, people)
    card = await table.start()
    first = table.who(card)
    return table, card, first, next(person for person in people if person is not first)


async def hand_of(table: TableDriver, card: Json) -> dict[str, str]:
    """Return the tiles in the hand of whoever must act: ids by name."""
    _, draft = await table.draft(card)
    return tiles(draft)


async def test_move_takes_the_value_and_the_label_of_what_it_offers(program: ProgramProcesses) -> None:
    table, card, first, other = await started(program)
    place = card["channel_id"]
    by_value = (await first.autocomplete(place, "move", "action", action="rotation"))[0]["value"]
    await table.typed(first, place, by_value)
    card = await table.next_card(card)
    offered = await other.autocomplete(place, "move", "action", action="rotation")
    assert 0 < len(offered) <= 25
    by_label = offered[-1]

    await table.typed(other, place, by_label["name"])

    assert by_label["name"] != by_label["value"]
    assert [action for actor, action in program.entries(table.id) if int(actor) >= 0] == [by_value, by_label["value"]]


async def test_a_typed_move_asks_before_it_is_made(program: ProgramProcesses) -> None:
    table, card, first, _ = await started(program)
    place = card["channel_id"]
    action = (await first.autocomplete(place, "move", "action", action="rotation"))[0]["value"]

    page = await first.answer(await first.slash(place, "move", action=action))

    assert page["flags"] & EPHEMERAL
    assert pictures(page)
    assert "Confirm" in buttons(page)
    assert [actor for actor, _ in program.entries(table.id) if int(actor) >= 0] == []


async def test_a_move_without_a_rotation_offers_those_that_fit(program: ProgramProcesses) -> None:
    table, card, first, _ = await started(program)
    choice = (await first.autocomplete(card["channel_id"], "move", "action"))[0]
    assert len(choice["value"].split()) == 3

    for typed in (choice["value"], choice["name"]):
        page = await first.answer(await first.slash(card["channel_id"], "move", action=typed))
        assert "Which way?" in texts(page)
        assert len([text for text in custom_ids(page) if ":turn:" in text]) == 6
    assert [actor for actor, _ in program.entries(table.id) if int(actor) >= 0] == []


async def test_move_forgives_case_and_spaces(program: ProgramProcesses) -> None:
    table, card, first, _ = await started(program)
    action = (await first.autocomplete(card["channel_id"], "move", "action", action="rotation"))[0]["value"]

    await table.typed(first, card["channel_id"], f"  {action.lower()}  ")

    assert program.entries(table.id)[-1][1] == action


async def test_move_offers_what_fits_the_words_typed(program: ProgramProcesses) -> None:
    _, card, first, _ = await started(program)
    offered = await first.autocomplete(card["channel_id"], "move", "action", action="rotation")
    everything = [choice["value"] for choice in offered]
    tile, label, turn = everything[0].split()[1:]
    name = offered[0]["name"].split()[0]

    found = await first.autocomplete(card["channel_id"], "move", "action", action=f"{label} rotation {turn} {name}")

    assert everything[0] in [choice["value"] for choice in found]
    assert all(f"{tile} " in choice["value"] and label in choice["value"] for choice in found)


async def test_monster_place_offers_only_what_the_own_hand_can_do(program: ProgramProcesses) -> None:
    table, card, first, other = await started(program)
    place, hand = card["channel_id"], await hand_of(table, card)

    monsters = await first.autocomplete(place, "monster place", "tile", hex="", rotation="")
    hexes = await first.autocomplete(place, "monster place", "hex", tile=monsters[0]["value"], rotation="")
    turns = await first.autocomplete(
        place, "monster place", "rotation", tile=monsters[0]["value"], hex=hexes[0]["value"]
    )

    assert {choice["name"]: choice["value"] for choice in monsters} == hand
    assert {choice["value"] for choice in hexes} == {"D1", "D4"}
    assert [choice["value"] for choice in turns] == ["0", "1", "2", "3", "4", "5"]
    stranger = await program.person("Sam")
    for nobody in (other, stranger):
        assert await nobody.autocomplete(place, "monster place", "tile", hex="", rotation="") == []
        assert await nobody.autocomplete(place, "monster place", "hex", tile=monsters[0]["value"], rotation="") == []
        assert await nobody.autocomplete(place, "monster take", "value") == []
        assert await nobody.autocomplete(place, "move", "action") == []

    chosen = {"tile": monsters[0]["name"], "hex": hexes[0]["value"], "rotation": turns[3]["value"]}
    page = await first.answer(await first.slash(place, "monster place", **chosen))
    assert texts(page).strip().startswith(f"**{chosen['tile']} on {chosen['hex']}:**")
    await first.click(page, label="Confirm")
    assert table.who(await table.next_card(card)) is other
    assert program.entries(table.id)[-1][1] == f"place {monsters[0]['value']} {chosen['hex']} 3"


async def test_monster_take_when_nothing_is_to_be_taken(program: ProgramProcesses) -> None:
    table, card, first, _ = await started(program)

    answer = await first.answer(await first.slash(card["channel_id"], "monster take", value="7"))

    assert "There is no value to choose now" in texts(answer)
    assert [actor for actor, _ in program.entries(table.id) if int(actor) >= 0] == []


async def test_a_hand_is_shown_to_its_owner_alone(program: ProgramProcesses) -> None:
    table, card, first, other = await started(program)
    hand = await hand_of(table, card)

    by_button = await first.answer(await first.click(card, label="My hand"))
    by_command = await first.answer(await first.slash(card["channel_id"], "hand"))

    for message in (by_button, by_command):
        assert message["flags"] & EPHEMERAL
        assert "Your hand" in texts(message)
        assert all(tile in pictures(message)[0]["description"] for tile in hand)
        assert "Place a tile" in buttons(message)
        for somebody in (other, program.watcher):
            assert message["id"] not in [seen["id"] for seen in await somebody.messages(card["channel_id"])]
    theirs = await other.answer(await other.click(card, label="My hand"))
    assert "Place a tile" not in buttons(theirs)
    assert "You're watching" in texts(await program.watcher.answer(await program.watcher.click(card, label="My hand")))


async def test_the_way_from_the_hand_to_a_move(program: ProgramProcesses) -> None:
    table, card, first, _ = await started(program)
    hand = await first.answer(await first.click(card, label="My hand"))

    await first.click(hand, label="Place a tile")

    draft = await table.page(first, hand, "Where does the ")
    assert len(tiles(draft)) == 3


async def test_a_draft_can_be_changed_at_every_page(program: ProgramProcesses) -> None:
    table, card, first, _ = await started(program)
    _, draft = await table.draft(card)
    one, other, _ = tiles(draft)
    number = tiles(draft)[other]
    await first.click(draft, label=one)
    draft = await table.page(first, draft, f"Where does the **{one}** go")
    await first.click(draft, label=other)
    draft = await table.page(first, draft, f"Where does the **{other}** go")
    await table.choose_hex(first, draft, "D4")
    draft = await table.page(first, draft, f"**{other} on D4.** Which way?")
    await first.click(draft, label="Other hex")
    draft = await table.page(first, draft, f"Where does the **{other}** go")
    await table.choose_hex(first, draft, "D1")
    draft = await table.page(first, draft, f"**{other} on D1.** Which way?")
    await first.click(draft, next(text for text in custom_ids(draft) if text.endswith(":D1:4")))
    draft = await table.page(first, draft, f"**{other} on D1:**")
    assert program.entries(table.id)[-1][0] == "-1", "nothing is in the log before Confirm"

    await first.click(draft, label="Confirm")
    await table.next_card(card)

    assert program.entries(table.id)[-1][1] == f"place {number} D1 4"


async def test_off_turn_one_looks_ahead_without_moving(program: ProgramProcesses) -> None:
    table, card, first, other = await started(program)
    lead = f"It's {first.user['global_name']}'s turn."

    page = await other.answer(await other.click(card, compose_id(card)))
    assert texts(page).strip().startswith(lead)
    await table.typed(first, card["channel_id"], "place " + next(iter((await hand_of(table, card)).values())) + " D1 0")
    card = await table.next_card(card)
    async for _ in table.turn(card):
        pass
    card = await table.next_card(card)
    page = await other.answer(await other.click(card, compose_id(card)))
    assert texts(page).strip().startswith(lead)
    assert "Look ahead" in texts(page)
    await table.choose_hex(other, page, hexes(page)[0])
    page = await other.wait_for(
        page["channel_id"], lambda message: message["id"] == page["id"] and "Other hex" in buttons(message)
    )

    assert pictures(page)
    assert "Confirm" not in buttons(page)


async def test_games_lists_those_where_it_is_ones_turn_first(program: ProgramProcesses) -> None:
    gia, hal = await program.person("Gia"), await program.person("Hal")
    empty = texts(await gia.answer(await gia.slash(await program.channel(), "games")))
    mine: list[str] = []
    theirs: list[str] = []
    while not mine or not theirs:
        table = await table_of(program, [gia, hal])
        card = await table.start()
        (mine if table.who(card) is gia else theirs).append(card["channel_id"])
    lobby = await open_table(program, gia, await program.channel())
    ended = await table_of(program, [gia, hal])
    await ended.resigned(await ended.start(), hal)

    lines: list[str] = []
    places: list[str] = []
    page = await gia.answer(await gia.slash(lobby.channel, "games"))
    while True:
        rows = [part for part in components(page) if part["type"] == 9]
        lines += [row["components"][0]["content"] for row in rows]
        places += [row["accessory"]["url"].split("/")[5] for row in rows]
        if "Next" not in buttons(page):
            break
        turned = gia.event(lambda name, data, shown=page: name == "MESSAGE_UPDATE" and data["id"] == shown["id"])
        await gia.click(page, label="Next")
        page = await asyncio.wait_for(turned, PATIENCE_SECONDS)

    assert "You have no games yet" in empty
    *lines, over = lines
    *places, _ = places
    assert set(places[: len(mine)]) == set(mine)
    assert all("**your turn**" in line for line in lines[: len(mine)])
    assert set(places[len(mine) : -1]) == set(theirs)
    assert all("waiting for Hal" in line for line in lines[len(mine) : -1])
    assert places[-1] == lobby.channel
    assert "1 of 2" in lines[-1]
    assert "you won" in over


async def test_rules_and_the_board_as_text_are_for_everybody(program: ProgramProcesses) -> None:
    table, card, _, _ = await started(program)
    watcher = program.watcher
    more = await watcher.answer(await watcher.click(card, label="More"))

    await watcher.click(more, label="Board as text")
    await table.page(watcher, more, "Round 1 of 9")
    more = await watcher.answer(await watcher.click(card, label="More"))
    await watcher.click(more, label="This table")
    await watcher.click(await table.page_with(watcher, more, "How to play"), label="How to play")
    rules = await table.page(watcher, more, " of 6")

    assert rules["flags"] & EPHEMERAL
