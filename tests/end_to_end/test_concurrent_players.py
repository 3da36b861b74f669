"""Several people at the same moment, and one person twice."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from engine.monster_hex.content import TILE_INDEX, TILES
from playground import limits
from tests.playground_driver import DriverError, Json, Person, components, texts
from tests.program_processes import ProgramProcesses, start_program
from tests.table_driver import (
    EPHEMERAL,
    MADE,
    TableDriver,
    buttons,
    compose_id,
    is_public,
    open_table,
    table_of,
    tiles,
)

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


async def people(program: ProgramProcesses, *names: str) -> list[Person]:
    return [await program.person(name) for name in names]


async def first_legal(person: Person, card: Json) -> list[str]:
    """Return what /move offers, in notation."""
    return [
        choice["value"] for choice in await person.autocomplete(card["channel_id"], "move", "action", action="rotation")
    ]


async def answers(asked: list[tuple[Person, Any]]) -> list[str]:
    """Invoke at the same moment; return what each is told."""
    interactions = await asyncio.gather(*(invocation for _, invocation in asked))
    told = zip((person for person, _ in asked), interactions, strict=True)
    return [texts(await person.answer(interaction)) for person, interaction in told]


async def test_three_join_at_once(program: ProgramProcesses) -> None:
    ann, *others = await people(program, "Ann", "Ben", "Cleo", "Dan")
    table = await open_table(program, ann, await program.channel(), seats=4)

    await asyncio.gather(*(person.click(table.lobby, label="Join") for person in others))
    await table.lobby_with("Every seat is taken")

    seated = program.rows("SELECT seat, user_id FROM seats WHERE table_id = ? ORDER BY seat", table.id)
    assert [seat for seat, _ in seated] == [0, 1, 2, 3]
    assert {user for _, user in seated} == {int(person.id) for person in (ann, *others)}


async def test_of_three_who_want_the_last_seat_one_gets_it(program: ProgramProcesses) -> None:
    ann, *others = await people(program, "Ann", "Ben", "Cleo", "Dan")
    table = await open_table(program, ann, await program.channel())

    pressed = await asyncio.gather(*(person.click(table.lobby, label="Join") for person in others))
    await table.lobby_with("Every seat is taken")

    ((seated,),) = program.rows("SELECT user_id FROM seats WHERE table_id = ? AND seat = 1", table.id)
    for person, interaction in zip(others, pressed, strict=True):
        if int(person.id) != seated:
            assert "All 2 seats are taken" in texts(await person.answer(interaction))


async def test_two_start_tables_at_once(program: ProgramProcesses) -> None:
    ann, ben = await people(program, "Ann", "Ben")
    channel = await program.channel()

    told = await answers([(person, person.slash(channel, "play", game="monster_hex")) for person in (ann, ben)])

    assert all("The table is open" in text for text in told)
    hosts = program.rows("SELECT host FROM tables WHERE channel_id = ?", int(channel))
    assert {host for (host,) in hosts} == {int(ann.id), int(ben.id)}


async def test_more_tables_than_discord_takes_messages_at_once_are_all_posted_once(tmp_path: Path) -> None:
    """The playground limits messages as it does by default, which is how Discord does."""
    names = [f"Player {number}" for number in range(2 * limits.MESSAGES)]
    async with start_program(tmp_path, messages=limits.MESSAGES) as program:
        hosts, channel = await people(program, *names), await program.channel()
        told = await answers([(host, host.slash(channel, "play", game="monster_hex")) for host in hosts])
        assert all("The table is open" in text for text in told)

        for name in names:
            await program.watcher.wait_for(channel, lambda message, name=name: f"1. **{name}**" in texts(message))

        posted = [message for message in await program.watcher.messages(channel) if is_public(message)]
        assert len(posted) == len(names)
        assert "could not post" not in program.log_text()


async def unconfirmed(person: Person, card: Json) -> None:
    """Turn confirming off."""
    page = await person.answer(await person.slash(card["channel_id"], "settings"))
    select = next(part for part in components(page) if part.get("custom_id", "").endswith("confirm"))
    await person.select(page, "no", select["custom_id"])
    await person.wait_for(
        card["channel_id"], lambda message: message["id"] == page["id"] and chosen(message, select["custom_id"]) == "no"
    )


def chosen(message: Json, custom_id: str) -> str:
    """Return what is chosen in a select."""
    (select,) = [part for part in components(message) if part.get("custom_id") == custom_id]
    return next(option["value"] for option in select["options"] if option.get("default"))


def on_the_board(action: str) -> str:
    """Return the answer to a typed placement."""
    _, tile, label, _ = action.split()
    return f"The {TILES[TILE_INDEX[tile]].name} is on {label}."


async def seated_in_order(table: TableDriver, card: Json) -> list[Person]:
    """Return the people in the order of play, from the first card's own words."""
    line = next(line for line in texts(card).splitlines() if line.startswith("Order of play"))
    names = line.split(": ")[1].rstrip(".").split(", ")
    return sorted(table.people, key=lambda person: names.index(person.user["global_name"]))


async def test_of_two_who_move_at_once_one_is_told_that_it_is_not_their_turn(program: ProgramProcesses) -> None:
    """The last in the order, whose turn it can't be, whichever of the two comes first."""
    table = await table_of(program, await people(program, "Dora", "Emil", "Fay"))
    card = await table.start()
    first, _, last = await seated_in_order(table, card)
    action = (await first_legal(first, card))[0]

    await unconfirmed(first, card)
    moves = [(person, person.slash(card["channel_id"], "move", action=action)) for person in (last, first)]
    told_last, told_first = await answers(moves)

    assert told_first.strip() == on_the_board(action)
    assert "'s turn." in told_last
    assert [entry for actor, entry in program.entries(table.id) if int(actor) >= 0] == [action]


async def test_two_different_moves_at_once_are_one_move(program: ProgramProcesses) -> None:
    table = await table_of(program, await people(program, "Dora", "Emil", "Fay"))
    card = await table.start()
    person = table.who(card)
    one, *_, other = await first_legal(person, card)

    await unconfirmed(person, card)
    told = await answers([(person, person.slash(card["channel_id"], "move", action=move)) for move in (one, other)])

    assert sorted(text.strip() in (on_the_board(one), on_the_board(other)) for text in told) == [False, True]
    assert sum("'s turn." in text for text in told) == 1
    assert len([entry for actor, entry in program.entries(table.id) if int(actor) >= 0]) == 1
    await table.next_card(card)


async def preview(table: TableDriver, card: Json) -> tuple[Person, Json]:
    """Compose a move up to Confirm."""
    turn = table.turn(card)
    async for moment in turn:
        if moment == "preview":
            await turn.aclose()
    person = table.who(card)
    draft = next(message for message in await person.messages(card["channel_id"], 5) if "Confirm" in buttons(message))
    return person, draft


async def test_a_double_click_on_confirm_is_one_move_and_no_error(program: ProgramProcesses) -> None:
    table = await table_of(program, await people(program, "Ann", "Ben"))
    card = await table.start()
    person, draft = await preview(table, card)

    clicks = await asyncio.gather(*(person.click(draft, label="Confirm") for _ in range(2)), return_exceptions=True)
    newer = await table.next_card(card)

    # The second click may find the draft gone; then the client refuses it, and nobody has to be told.
    assert [type(click) for click in clicks if not isinstance(click, dict)] in ([], [DriverError])
    assert len([entry for actor, entry in program.entries(table.id) if int(actor) >= 0]) == 1
    private = [message for message in await person.messages(card["channel_id"]) if message["flags"] & EPHEMERAL]
    assert [texts(message).strip() for message in private] == [MADE]
    assert table.step_of(newer) == table.step_of(card) + 1


async def test_two_drafts_of_one_person_are_one_move(program: ProgramProcesses) -> None:
    table = await table_of(program, await people(program, "Ann", "Ben"))
    card = await table.start()
    person, draft = await preview(table, card)
    table.rng.seed(1)
    other_tile = tiles(await person.answer(await person.click(card, compose_id(card))))
    second = next(message for message in await person.messages(card["channel_id"], 5) if message["id"] != draft["id"])
    chosen = draft["components"][0]
    label = next(label for label in other_tile if f"**{label} on " not in str(chosen))
    await person.click(second, label=label)
    second = await table.page(person, second, f"Where does the **{label}** go")

    await person.click(draft, label="Confirm")
    await table.next_card(card)
    await person.click(second, label=next(iter(buttons(second))))

    await table.page(person, second, "The board has moved on")
    assert len([entry for actor, entry in program.entries(table.id) if int(actor) >= 0]) == 1


async def test_many_look_at_their_hands_while_one_moves(program: ProgramProcesses) -> None:
    table = await table_of(program, await people(program, "Dora", "Emil", "Fay"))
    card = await table.start()
    action = (await first_legal(table.who(card), card))[0]
    await unconfirmed(table.who(card), card)
    looks = [(person, person.click(card, label="My hand")) for person in table.people for _ in range(2)]
    move = (table.who(card), table.who(card).slash(card["channel_id"], "move", action=action))

    told = await answers([*looks, move])

    assert all("Your hand" in text for text in told[:-1])
    assert told[-1].strip() == on_the_board(action)
    await table.next_card(card)


async def test_two_tables_in_one_channel_do_not_mix(program: ProgramProcesses) -> None:
    ann, ben = await people(program, "Ann", "Ben")
    channel = await program.channel()
    tables = [await open_table(program, person, channel, seed=number) for number, person in enumerate((ann, ben))]
    await asyncio.gather(tables[0].join(ben), tables[1].join(ann))
    cards = await asyncio.gather(*(table.start() for table in tables))

    for _ in range(3):
        await asyncio.gather(*(one_turn(table, card) for table, card in zip(tables, cards, strict=True)))
        cards = [await table.next_card(card) for table, card in zip(tables, cards, strict=True)]

    for table in tables:
        assert [entry for actor, entry in program.entries(table.id) if int(actor) >= 0] == table.confirmed
        assert len([message for message in await table.messages() if is_public(message)]) == 4


async def one_turn(table: TableDriver, card: Json) -> None:
    async for _ in table.turn(card):
        pass
