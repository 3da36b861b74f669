"""After the end: the result on the card and in the channel, the rematch, and sharing a result once."""

import asyncio
from typing import Any

import discord
import pytest

from data.store import TableRow
from render import painter
from render.text import ENDED_EARLY
from tables.after_the_end import sharing
from tables.moderating import blocks
from tables.moderating.moderation import Moderator
from tables.open_table import Person
from tests.cog_tables import ANN, BEN, CAM, CHANNEL, DAN, GUILD, TABLE, mover, play, start_table
from tests.fake_discord import mentioned, parts, refusal, words
from tests.in_process_program import InProcessProgram, InteractionResult, to_json
from tests.posted_messages import cards, thread

AGAIN, SHARE, SHARED = f"{TABLE}::again", f"{TABLE}::share", f"{TABLE}::shared"


async def over(program: InProcessProgram, people: int = 2, computers: int = 0) -> None:
    """Finish a game and post its card."""
    await start_table(program.service, people, computers)
    if computers:
        await program.service.resign(TABLE, ANN.id)
    else:
        await play(program.service)
    await program.outbox.settle()


def chosen(channel: int, permissions: int | None = None) -> dict[str, Any]:
    """Return the data of a submitted *Share* form; the permissions are the user's in that channel."""
    select = {"type": 8, "id": 2, "custom_id": "channel", "values": [str(channel)]}
    allowed = discord.Permissions.all().value if permissions is None else permissions
    known = {"id": str(channel), "name": "room", "type": 0, "permissions": str(allowed)}
    return {
        "components": [{"type": 18, "id": 1, "component": select}],
        "resolved": {"channels": {str(channel): known}},
    }


async def share(
    program: InProcessProgram, person: Person, channel: int = CHANNEL, permissions: int | None = None
) -> InteractionResult:
    """Submit the form of *Share*."""
    data = {"custom_id": SHARED, **chosen(channel, permissions)}
    return await program.dispatch(program.interaction(5, person, {"data": data}))


async def rematch_of(program: InProcessProgram, table: str = TABLE) -> TableRow | None:
    async with program.store.read() as reader:
        return await reader.tables.rematch_of(table)


async def test_the_card_shows_the_result_and_card_and_channel_say_who_won_by_how_much(
    program: InProcessProgram,
) -> None:
    await over(program)

    table, views = await program.service.past_views(TABLE)
    (card,) = cards(program.discord, thread(program.discord))
    lobby = program.discord.messages(CHANNEL)[0]
    drawn = await asyncio.to_thread(painter(table.row.game).result, views, table.names, "dark")
    assert program.discord.pictures[-1] == ("board.png", drawn.png)
    assert drawn.alt in str(card["components"])
    best, other = sorted((seat.score.points for seat in table.view.seats), reverse=True)
    winner, loser = (table.names[seat] for seat in (table.view.winners[0], 1 - table.view.winners[0]))
    for message in (card, lobby):
        told = f"The game is over. **{winner}** wins with {best} points, {best - other} more than {loser}."
        assert told in words(message)


async def test_a_game_that_was_ended_early_says_of_nobody_that_they_are_to_move(program: InProcessProgram) -> None:
    await start_table(program.service)
    for _ in range(3):
        person, seen = await mover(program.service)
        await program.service.act(TABLE, person.id, seen.legal[0])
    await program.press(ANN, f"{TABLE}::cancelled")
    await program.outbox.settle()

    pages = [await program.press(BEN, f"{TABLE}::{page}") for page in ("text", "past", "past_text", "replay")]
    shown = [to_json(cards(program.discord, thread(program.discord))[-1])]
    shown += [to_json(page.page) for page in pages]
    assert [ENDED_EARLY in told for told in shown] == [True] * 5
    assert [told for told in shown if " to place" in told] == []


async def test_both_agree_with_one_tap_and_play_with_rotated_seats(program: InProcessProgram) -> None:
    await over(program)

    asked = await program.press(BEN, AGAIN)
    await program.outbox.settle()
    row = await rematch_of(program)
    assert row is not None
    assert (row.host, row.channel_id, row.phase) == (BEN.id, CHANNEL, "lobby")
    assert f"<#{CHANNEL}>" in asked.text
    posted = program.discord.messages(CHANNEL)[-1]
    assert mentioned(posted) == [ANN.id]
    assert f"No answer yet: <@{ANN.id}>." in words(posted)
    assert [part["label"] for part in parts(posted) if part.get("type") == 2][:2] == ["I'm in", "Not this time"]

    agreed = await program.press(ANN, AGAIN)
    await program.outbox.settle()

    assert "The next game starts" in agreed.text
    table = await program.service.view(row.id)
    assert table.row.phase == "playing"
    assert table.names == ("Ben", "Ann")


@pytest.mark.parametrize("together", [(ANN, BEN), (ANN, ANN)])
async def test_two_presses_at_once_make_one_table(program: InProcessProgram, together: tuple[Person, Person]) -> None:
    await over(program, 3)

    answers = await asyncio.gather(*(program.press(person, AGAIN) for person in together))

    row = await rematch_of(program)
    assert row is not None
    seats = (await program.service.view(row.id)).seats
    assert {seat.user_id for seat in seats} == {person.id for person in together}
    assert all("You're in" in answer.text for answer in answers)


async def test_the_host_gives_the_place_of_somebody_who_does_not_answer_to_others(program: InProcessProgram) -> None:
    await over(program)
    await program.press(ANN, AGAIN)
    row = await rematch_of(program)
    assert row is not None

    page = await program.press(ANN, f"{row.id}::seats")
    (kept,) = [part for part in parts(page.requests[-1].body) if part.get("description") == "Has not answered yet"]
    assert kept["label"].endswith("Ben")
    await program.press(ANN, f"{row.id}::free_seat", [kept["value"]], private=True)
    await program.outbox.settle()
    told = words(program.discord.messages(CHANNEL)[-1])
    assert f"The seat of <@{BEN.id}> is free again" in told
    assert "Not this time" not in told
    await program.press(DAN, f"{row.id}::join")

    assert {seat.user_id for seat in (await program.service.load(row.id)).seats} == {ANN.id, DAN.id}


async def test_who_declines_is_named_and_the_host_goes_on_without_them(program: InProcessProgram) -> None:
    await over(program, 3)
    await program.press(ANN, AGAIN)
    row = await rematch_of(program)
    assert row is not None

    await program.press(CAM, f"{row.id}::leave")
    await program.press(BEN, f"{row.id}::join")
    await program.outbox.settle()

    posted = program.discord.messages(CHANNEL)[-1]
    assert "Not this time: Cam." in words(posted)
    table = await program.service.view(row.id)
    await program.press(ANN, f"{row.id}:{table.version}:computer")
    assert (await program.service.view(row.id)).names == ("Ben", "Ann", "Computer 1")
    assert (await program.service.view(row.id)).row.phase == "playing"


async def test_the_others_play_again_without_somebody_who_is_blocked(program: InProcessProgram) -> None:
    await over(program, 3)
    await blocks.block(program.service, GUILD, CAM.id, Moderator(DAN.id))

    refused = await program.press(CAM, AGAIN)
    for person in (ANN, BEN):
        await program.press(person, AGAIN)
    row = await rematch_of(program)
    assert row is not None
    await program.press(DAN, f"{row.id}::join")

    assert "blocked you from its tables" in refused.text
    table = await program.service.view(row.id)
    assert (table.row.phase, table.names) == ("playing", ("Ben", "Ann", "Dan"))


async def test_against_computers_alone_the_next_game_starts_at_once_and_once_only(program: InProcessProgram) -> None:
    await over(program, 1, 1)

    first, second = await program.press(ANN, AGAIN), await program.press(ANN, AGAIN)

    row = await rematch_of(program)
    assert row is not None
    assert row.phase == "playing"
    assert (await program.service.view(row.id)).names == ("Computer 1", "Ann")
    assert first.text == second.text == f"The next game starts in <#{CHANNEL}>."


async def test_presses_by_somebody_without_a_seat_are_answered_and_open_nothing(
    program: InProcessProgram,
) -> None:
    await over(program)

    answers = [await program.press(CAM, pressed) for pressed in (AGAIN, SHARE)]

    assert "for people who had a seat" in answers[0].text
    assert "for the players" in answers[1].text
    assert await rematch_of(program) is None
    await program.press(ANN, AGAIN)
    assert "for people who had a seat" in (await program.press(CAM, AGAIN)).text
    row = await rematch_of(program)
    assert row is not None
    assert (await program.service.view(row.id)).names == ("Ann",)


async def test_a_result_is_shared_once_with_its_replay(program: InProcessProgram) -> None:
    await over(program)
    before = len(program.discord.messages(CHANNEL))

    together = await asyncio.gather(share(program, ANN), share(program, BEN))
    await program.outbox.settle()
    answers = [*together, await share(program, ANN)]
    await program.outbox.settle()

    (shared,) = program.discord.messages(CHANNEL)[before:]
    assert sum(f"has already been shared in <#{CHANNEL}>" in answer.text for answer in answers) == 2
    assert " wins with " in words(shared)
    assert mentioned(shared) == []
    (_, result), (name, replay) = program.discord.pictures[-2:]
    assert result.startswith(b"\x89PNG")
    assert name == "replay.gif"
    assert replay.startswith(b"GIF89a")


async def test_the_form_of_share_has_the_games_channel_chosen(program: InProcessProgram) -> None:
    await over(program)

    (opened,) = (await program.press(ANN, f"{TABLE}::share_form")).requests

    (select,) = [part for part in parts(opened.body) if part.get("type") == 8]
    assert [(value["type"], int(value["id"])) for value in select["default_values"]] == [("channel", CHANNEL)]


async def test_share_offers_a_channel_once_and_a_page_always(program: InProcessProgram) -> None:
    await over(program, 1, 1)

    offered = await program.press(ANN, SHARE)
    await share(program, ANN)
    later = await program.press(ANN, SHARE)

    assert offered.labels == ["In a channel", "As a page"]
    assert later.labels == ["As a page"]
    assert f"already been shared in <#{CHANNEL}>" in later.text


async def test_a_player_gets_the_game_as_a_page_that_names_the_players(program: InProcessProgram) -> None:
    await over(program, 1, 1)

    pressed = await program.press(ANN, f"{TABLE}::share_page")
    refused = await program.press(CAM, f"{TABLE}::share_page")

    ((name, page),) = pressed.files.items()
    assert name == "monster_hex.html"
    assert b"<bdi>Computer 1</bdi> wins" in page
    assert "download it and open it in a browser" in pressed.text
    assert (refused.files, "for the players" in refused.text) == ({}, True)


async def test_a_game_in_progress_gives_no_page(program: InProcessProgram) -> None:
    await start_table(program.service)

    refused = await program.press(ANN, f"{TABLE}::share_page")

    assert (refused.files, "once it has been played to its end" in refused.text) == ({}, True)


async def test_a_game_is_shared_only_where_both_may_write(program: InProcessProgram) -> None:
    await over(program)
    view = discord.Permissions(view_channel=True).value

    forbidden = await share(program, ANN, CHANNEL, permissions=view)
    unknown = await share(program, ANN, CHANNEL + 1)

    assert f"You can't write in <#{CHANNEL}>" in forbidden.text
    assert f"I can't see <#{CHANNEL + 1}>" in unknown.text
    async with program.store.read() as reader:
        assert await reader.outbox.pending_of_table(TABLE, "share") == ()


async def test_a_channel_elsewhere_that_refuses_leaves_the_table_as_it_is(program: InProcessProgram) -> None:
    await over(program)
    there = thread(program.discord)
    program.discord.fail_next("POST", rf"/channels/{CHANNEL + 1}/messages", refusal(403, 50013))

    await sharing.share(program.service, TABLE, ANN.id, CHANNEL + 1)
    await program.outbox.settle()

    async with program.store.read() as reader:
        known = await reader.messages.newest(TABLE, "thread")
        assert known is not None
        assert known.message_id == there
        assert await reader.outbox.pending_of_table(TABLE, "share") == ()
    await sharing.share(program.service, TABLE, ANN.id, CHANNEL + 1)
    await program.outbox.settle()
    assert " wins with " in words(program.discord.messages(CHANNEL + 1)[0])
