"""*Replace* and *Pass my seat on*: the form, the public question, its answers, and the later edits of its message."""

from typing import Any

import pytest

from tables.open_table import Person
from tests.cog_tables import ANN, BEN, CAM, DAN, TABLE, start_table
from tests.fake_discord import mentioned, parts, refusal, words
from tests.in_process_program import InProcessProgram, InteractionResult
from tests.posted_messages import cards, thread

REPLACE, REPLACED, MORE = f"{TABLE}::replace", f"{TABLE}::replaced", f"{TABLE}::this_table"
TAKE, NO = f"{TABLE}::take_seat:1:1", f"{TABLE}::no_seat:1:1"


async def ask(
    program: InProcessProgram, by: Person, to: Person, *, own: int | None = None, bot: bool = False, **seat: str
) -> InteractionResult:
    """Submit the form for one's own seat or for a chosen one."""
    custom_id = REPLACED if own is None else f"{REPLACED}:{own}"
    return await program.submit(by, custom_id, {**seat, "people": [to]}, bots=[to] * bot)


async def posted(program: InProcessProgram) -> dict[str, Any]:
    """Deliver the outbox and return the newest message of the game's thread."""
    await program.outbox.settle(2_000)
    return program.discord.messages(thread(program.discord))[-1]


async def test_a_player_is_asked_only_whom_and_the_host_which_seat(program: InProcessProgram) -> None:
    await start_table(program.service, 2, 1)

    assert "Pass my seat on" in (await program.press(BEN, MORE)).labels
    assert list((await program.press(BEN, REPLACE)).form) == ["people"]
    assert "Replace" in (await program.press(ANN, MORE)).labels
    seat = (await program.press(ANN, REPLACE)).form["seat"]
    assert [(option["label"], option["description"]) for option in seat["options"]] == [
        ("Ann", "Yours"),
        ("Ben", "Only if they have left the server"),
        ("Computer 1", "A computer player"),
    ]
    assert "You're watching" in (await program.press(CAM, REPLACE)).text


async def test_who_would_resign_is_offered_to_pass_the_seat_on(program: InProcessProgram) -> None:
    await start_table(program.service)

    page = await program.press(ANN, f"{TABLE}::resign")

    assert page.labels == ["Yes, resign", "Pass my seat on", "Back"]
    assert list((await program.press(ANN, page.custom_ids[1])).form) == ["people"]


async def test_whoever_is_asked_is_pinged_once_and_plays_on_with_one_tap(program: InProcessProgram) -> None:
    await program.start()
    asked = await ask(program, BEN, CAM, own=1)
    question = await posted(program)

    assert f"<@{CAM.id}> has been asked" in asked.text
    assert mentioned(question) == [CAM.id]
    assert f"<@{CAM.id}>, will you play on for <@{BEN.id}>?" in words(question)
    taken = await program.press(CAM, TAKE)
    again = await program.press(CAM, TAKE)
    late = await program.press(BEN, NO)
    await program.outbox.settle(2_000)

    assert "this seat in Monster Hex #1 is yours now" in taken.text
    assert again.text == taken.text
    assert "no longer on offer" in late.text
    assert "My hand" in taken.labels
    there = thread(program.discord)
    settled = next(message for message in program.discord.messages(there) if message["id"] == question["id"])
    assert f"<@{CAM.id}> plays on for **Ben**." in words(settled)
    assert [part for part in parts(settled) if part.get("type") == 2] == []
    assert mentioned(settled) == []
    assert "**Cam** plays on for Ben." in words(cards(program.discord, there)[-1])
    lobby = program.discord.messages(program.discord.made[0][0])[0]
    assert "Anybody may watch in the thread." in words(lobby)
    assert program.discord.pings(CAM.id) == 1
    assert "You're watching" in (await program.press(BEN, f"{TABLE}::resign")).text


async def test_no_thanks_and_taking_it_back_leave_everything_as_it_was(program: InProcessProgram) -> None:
    await program.start()
    await ask(program, BEN, CAM, own=1)
    await posted(program)

    assert "offered to somebody else" in (await program.press(BEN, TAKE)).text
    declined = await program.press(CAM, NO)
    assert "Nothing has changed" in declined.text
    assert "**Ben** plays on" in words(await posted(program))
    asked = await ask(program, BEN, DAN, own=1)
    (withdraw,) = [text for text in asked.custom_ids if ":keep_seat:" in text]
    await posted(program)
    assert "You've withdrawn the offer" in (await program.press(BEN, withdraw)).text

    assert "**Ben** plays on" in words(await posted(program))
    assert "no longer on offer" in (await program.press(DAN, f"{TABLE}::take_seat:1:2")).text
    assert (await program.service.view(TABLE)).names == ("Ann", "Ben")


async def test_the_host_puts_somebody_in_the_place_of_a_computer_player(program: InProcessProgram) -> None:
    await program.start(1, 1)

    assert "Choose one other person" in (await ask(program, ANN, DAN, seat="1", bot=True)).text
    assert "Choose one other person" in (await ask(program, ANN, ANN, seat="1")).text
    await ask(program, ANN, DAN, seat="1")
    assert f"<@{ANN.id}> asks: will you play on for **Computer 1**?" in words(await posted(program))
    await program.press(DAN, TAKE)

    assert (await program.service.view(TABLE)).names == ("Ann", "Dan")


async def test_the_host_gives_away_the_seat_of_who_has_left_the_server_alone(program: InProcessProgram) -> None:
    await start_table(program.service)
    member = rf"/guilds/\d+/members/{BEN.id}"

    assert "Ben is still playing" in (await ask(program, ANN, CAM, seat="1")).text
    program.discord.fail_next("GET", member, refusal(404, 10007))
    await ask(program, ANN, CAM, seat="1")
    await program.press(CAM, TAKE)

    assert (await program.service.view(TABLE)).names == ("Ann", "Cam")


@pytest.mark.parametrize(("status", "code"), [(403, 50001), (404, 10004), (500, 0)])
async def test_where_discord_does_not_say_who_is_on_the_server_nobody_counts_as_gone(
    program: InProcessProgram, status: int, code: int
) -> None:
    await start_table(program.service)
    program.discord.fail_next("GET", rf"/guilds/\d+/members/{BEN.id}", refusal(status, code))

    assert "Ben is still playing" in (await ask(program, ANN, CAM, seat="1")).text


async def test_a_question_that_could_not_be_posted_in_time_is_not_posted(program: InProcessProgram) -> None:
    await program.start()
    await program.outbox.kill()
    asked = await ask(program, BEN, CAM, own=1)
    (withdraw,) = [text for text in asked.custom_ids if ":keep_seat:" in text]
    before = len(program.discord.made)

    await program.press(BEN, withdraw)
    await program.outbox.settle(2_000)

    assert len(program.discord.made) == before


@pytest.mark.parametrize("details", ["", ":1", ":x:1", ":1:1:1", ":-1:1", ":9:1", ":1:99999"])
async def test_made_up_buttons_are_answered_and_change_nothing(program: InProcessProgram, details: str) -> None:
    await start_table(program.service)
    await ask(program, BEN, CAM, own=1)

    for action in ("take_seat", "no_seat", "keep_seat"):
        assert "no longer on offer" in (await program.press(CAM, f"{TABLE}::{action}{details}")).text

    assert (await program.service.load(TABLE)).seats[1].offered_to == CAM.id
