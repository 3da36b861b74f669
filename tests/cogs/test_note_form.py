"""*My note* behind *More*: writing, showing, changing and deleting it, and hiding it from everybody else."""

import json

import pytest
import structlog

from cogs.at_table.note_form import BUTTON_CHANGE, BUTTON_NOTE, DELETED
from tables.dispatching.upkeep import RETENTION_MS
from tables.notes import MOST_CHARACTERS
from tables.records import forgetting
from tests.cog_tables import ANN, BEN, EVE, TABLE, mover, open_lobby, play, start_table
from tests.in_process_program import InProcessProgram, InteractionResult, to_json

NOTE = "keep the *wolf*\nfor B3"
SHOWN = "keep the \\*wolf\\*"


async def write(program: InProcessProgram, text: str = NOTE) -> InteractionResult:
    return await program.submit(ANN, f"{TABLE}::noted", {"note": text})


async def test_a_note_is_written_in_a_form_and_shown_on_ones_own_pages(program: InProcessProgram) -> None:
    await start_table(program.service)
    page = await program.press(ANN, f"{TABLE}::this_table", private=True)
    form = await program.press(ANN, page.buttons[BUTTON_NOTE], private=True)
    assert form.form["note"]["max_length"] == MOST_CHARACTERS

    told = await write(program)

    assert SHOWN in told.text
    assert "Only you can see it." in told.text
    assert told.labels == [BUTTON_CHANGE, "Back"]
    for action in ("more", "this_table", "move", "hand"):
        result = await program.press(ANN, f"{TABLE}::{action}", private=True)
        assert result.page
        assert SHOWN in result.text, action
    again = await program.press(ANN, told.buttons[BUTTON_CHANGE], private=True)
    assert again.form["note"]["value"] == NOTE


@pytest.mark.parametrize(
    ("game", "page"), [("connect_four", "reserve"), ("hive_mind", "notes"), ("hex_battle_wars", "status")]
)
async def test_private_pages_of_each_game_show_the_note(program: InProcessProgram, game: str, page: str) -> None:
    await start_table(program.service, 3 if game == "hive_mind" else 2, game=game)
    if game == "connect_four":
        await play(program.service, 8)
    await write(program)

    shown = await program.press(ANN, f"{TABLE}::{page}", private=True)

    assert shown.page
    assert SHOWN in shown.text


async def test_pages_with_a_board_show_the_beginning_of_a_long_note_below_their_buttons(
    program: InProcessProgram,
) -> None:
    await start_table(program.service)
    await write(program, "wolf " * 100)

    hand = await program.press(ANN, f"{TABLE}::hand", private=True)
    more = await program.press(ANN, f"{TABLE}::more", private=True)

    assert hand.text.count("wolf") < 30
    assert hand.page["components"][-1]["components"][-1]["content"].startswith("-# Your note: wolf")
    assert more.text.count("wolf") == 100


async def test_an_empty_note_deletes_it(program: InProcessProgram) -> None:
    await start_table(program.service)
    await write(program)

    told = await write(program, " \n")

    assert DELETED in told.text
    assert "Your note" not in (await program.press(ANN, f"{TABLE}::more")).text


async def test_a_note_that_is_too_long_is_refused_and_the_one_before_stays(program: InProcessProgram) -> None:
    await start_table(program.service)
    await write(program)

    told = await write(program, "x" * (MOST_CHARACTERS + 1))

    assert "A note can have 500 characters, and yours has 501. Nothing was changed." in told.text
    assert SHOWN in (await program.press(ANN, f"{TABLE}::more")).text
    await write(program, "x" * MOST_CHARACTERS)
    assert "x" * MOST_CHARACTERS in (await program.press(ANN, f"{TABLE}::more")).text


async def test_notes_are_for_games_in_progress(program: InProcessProgram) -> None:
    await open_lobby(program.service)
    assert "hasn't started yet" in (await write(program)).text
    await start_table(program.service, id="over222222")
    await program.service.resign("over222222", ANN.id)

    told = await program.submit(ANN, "over222222::noted", {"note": NOTE})

    assert "This game is over" in told.text
    async with program.store.read() as reader:
        assert await reader.people.note("over222222", ANN.id) == ""


async def test_a_note_stays_until_some_days_after_the_end(program: InProcessProgram) -> None:
    await start_table(program.service)
    await write(program)
    await program.service.resign(TABLE, ANN.id)
    assert SHOWN in (await program.press(ANN, f"{TABLE}::more")).text

    async with program.store.write() as writer:
        await writer.prune(writer.now + RETENTION_MS)

    assert "Your note" not in (await program.press(ANN, f"{TABLE}::more")).text


async def test_nobody_else_sees_a_note(program: InProcessProgram) -> None:
    await program.start()
    with structlog.testing.capture_logs() as logs:
        await write(program, "sesame")
        own = len(program.discord.requests)
        await play(program.service, 3)
        await program.outbox.settle()
        person, _ = await mover(program.service)
        await program.service.resign(TABLE, person.id)
        await program.outbox.settle()
        for viewer in (BEN, EVE):
            for action in ("more", "this_table", "hand", "history", "text", "record", "note", "legend"):
                await program.press(viewer, f"{TABLE}::{action}", private=True)
            await program.press(viewer, "me::privacy_export", private=True)

    assert not [request for request in program.discord.requests[own:] if "sesame" in to_json(request.body)]
    assert not [body for body in program.public() if "sesame" in body]
    assert "sesame" not in repr(logs)
    async with program.store.read() as reader:
        assert "sesame" not in json.dumps(await reader.people.personal_rows(BEN.id))
        assert "sesame" in json.dumps(await reader.people.personal_rows(ANN.id))


async def test_a_note_is_deleted_with_its_users_data(program: InProcessProgram) -> None:
    await start_table(program.service)
    await write(program)
    await program.submit(BEN, f"{TABLE}::noted", {"note": "mine"})

    await forgetting.forget(program.service, ANN.id)

    async with program.store.read() as reader:
        assert await reader.people.note(TABLE, ANN.id) == ""
        assert await reader.people.note(TABLE, BEN.id) == "mine"
