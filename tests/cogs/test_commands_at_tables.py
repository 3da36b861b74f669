"""Commands in a channel with three tables, two of the same game: finding the intended table, and asking for it."""

from typing import Any

import pytest

from tests import hive_matches
from tests.cog_tables import ANN, BEN, mover, start_table
from tests.in_process_program import InProcessProgram

TABLES = {"first00000": "monster_hex", "second0000": "monster_hex", "third00000": "connect_four"}


async def opened(program: InProcessProgram) -> None:
    for table, game in TABLES.items():
        await start_table(program.service, id=table, game=game)


async def waits_for_ben(program: InProcessProgram, table: str) -> None:
    """Let Ann act at a table until only Ben must act."""
    while (person := (await mover(program.service, table))[0]) == ANN:
        await program.service.act(table, person.id, (await mover(program.service, table))[1].legal[0])


async def test_hand_and_move_ask_which_table_and_go_on_with_a_tap(program: InProcessProgram) -> None:
    await opened(program)
    for table in TABLES:
        await waits_for_ben(program, table)

    for person in (ANN, BEN):
        asked = await program.command(person, "hand")
        assert "Which one do you mean?" in asked.text
        assert {*asked.buttons.values()} == {f"{table}::hand" for table in TABLES}
    labels = (await program.command(BEN, "move", action="anything")).labels
    assert len(set(labels)) == len(TABLES)
    assert all("your turn · Ann" in label for label in labels)
    assert "Your hand" in (await program.press(BEN, "second0000::hand", private=True)).text


async def test_the_one_that_waits_is_meant_and_another_can_be_named(program: InProcessProgram) -> None:
    await opened(program)
    for table in TABLES:
        await waits_for_ben(program, table)
    seen = await program.service.view("first00000", BEN.id)
    await program.service.act("first00000", BEN.id, seen.legal[0])
    while (await program.service.view("first00000", BEN.id)).must_act:
        seen = await program.service.view("first00000", BEN.id)
        await program.service.act("first00000", BEN.id, seen.legal[0])

    assert "Your hand" in (await program.command(ANN, "hand")).text
    assert "Which one do you mean?" in (await program.command(BEN, "hand")).text
    assert "Your hand" in (await program.command(BEN, "hand", table="first00000")).text
    offered = await program.autocomplete(ANN, "hand", "table")
    choices = offered.requests[0].body["data"]["choices"]
    assert choices[0]["value"] == "first00000"
    assert {choice["value"] for choice in choices} == set(TABLES)
    typed = await program.autocomplete(BEN, "move", "action", table="second0000")
    assert typed.requests[0].body["data"]["choices"]
    unsaid = await program.autocomplete(BEN, "move", "action")
    assert unsaid.requests[0].body["data"]["choices"] == []


@pytest.mark.parametrize("game", ["monster_hex", "connect_four", "hive_mind", "hex_battle_wars"])
async def test_an_unknown_move_is_answered_with_one_that_can_be_copied(program: InProcessProgram, game: str) -> None:
    await start_table(program.service, people=3 if game == "hive_mind" else 2, game=game)
    person, _ = await mover(program.service)

    asked = await program.command(person, "move", action="anything")

    _, _, example = asked.text.partition("For example: “")
    example, _, _ = example.partition("”")
    assert example
    copied = await program.command(person, "move", action=example.replace("\\", "").upper())
    assert "For example" not in copied.text


async def test_a_games_own_commands_take_the_table_too(program: InProcessProgram) -> None:
    await opened(program)
    for table in TABLES:
        await waits_for_ben(program, table)

    unsaid = await program.autocomplete(BEN, "monster place", "tile")
    tables = await program.autocomplete(BEN, "monster place", "table")
    said = await program.autocomplete(BEN, "monster place", "tile", table="second0000")
    assert unsaid.requests[0].body["data"]["choices"] == []
    offered = {choice["value"] for choice in tables.requests[0].body["data"]["choices"]}
    assert offered == {"first00000", "second0000"}
    assert said.requests[0].body["data"]["choices"]
    tile = said.requests[0].body["data"]["choices"][0]["value"]
    asked = await program.command(BEN, "monster place", tile=tile, hex="C3")
    assert "Which one do you mean?" in asked.text
    assert {*asked.buttons.values()} == {"first00000::move", "second0000::move"}


@pytest.mark.parametrize("hive", ["double", "guess", "clear", "pulse"])
@pytest.mark.parametrize(("command", "option"), [("hive submit", "letters"), ("hive guess", "values")])
async def test_a_hive_that_there_is_not_is_no_other_word_of_a_move(
    program: InProcessProgram, command: str, option: str, hive: str
) -> None:
    await hive_matches.started(program.service)

    typed: dict[str, Any] = {"hive": hive, option: "charge"}
    result = await program.command(ANN, command, **typed)

    assert result.text == f"There is no hive “{hive}”. The hives are charge, marcer, zero."
