"""Refusals and timeouts of Discord: temporary failures are retried, permanent ones end with a message to people."""

from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import discord
import pytest
from structlog.testing import capture_logs

from cogs.outbox.outbox import ABANDON_MS, REFUSED_RETRY_MS
from cogs.ui.kit.command_answers import INTERRUPTED_MS
from cogs.ui.kit.interface import interface
from cogs.ui.messages.cards import LOCKED
from tables import lobby
from tables.moderating import moderation
from tables.moderating.moderation import Moderator
from tables.preferences import change_preferences
from tables.texts import CANT_POST
from tables.timing import pauses
from tests.cog_tables import ANN, BEN, CHANNEL, EVE, HOUR, TABLE, mover, open_lobby, start_table
from tests.fake_discord import refusal
from tests.faults.program_play import playing, step_on
from tests.in_process_program import InProcessProgram, InteractionResult, in_thread
from tests.posted_messages import MESSAGE, MESSAGES, THREADS, cards, pending, step_of, thread

METHODS = ("GET", "POST", "PATCH", "PUT", "DELETE")
NOWHERE = rf"(?!/channels/{CHANNEL}/)"


async def play_on(program: InProcessProgram) -> None:
    """Make a move after the failure: it gets the only card, and no turn was announced twice."""
    await step_on(program)
    await program.outbox.settle()
    steps = [step for _, body in program.discord.made if (step := step_of(body))]
    assert steps == sorted(set(steps))
    assert sum(len(cards(program.discord, place)) for place in (CHANNEL, *program.discord.threads)) == 1


# Refused again and again


async def test_a_thousand_tables_refused_at_once_stay_below_half_of_what_discord_bans_for(
    program: InProcessProgram,
) -> None:
    """Discord bans a program with 10,000 refused requests in 10 minutes."""
    await playing(program)
    for method in METHODS:
        program.discord.fail_next(method, ".*", refusal(403, 50013), times=100)
    await step_on(program)

    await program.outbox.settle()
    for _ in range(59):
        await program.outbox.settle(10_000)

    assert 0 < 100 * len(METHODS) - program.discord.failures_left <= 5


async def test_a_table_that_nothing_may_be_said_of_for_two_weeks_is_given_up(program: InProcessProgram) -> None:
    program.discord.fail_next("POST", MESSAGES, refusal(403, 50013), times=1000)
    await open_lobby(program.service)
    await program.outbox.settle()

    await program.outbox.settle(ABANDON_MS - 1)
    assert (await program.service.load(TABLE)).row.phase == "lobby"
    await program.outbox.settle(HOUR)

    assert (await program.service.load(TABLE)).row.phase == "cancelled"
    assert await pending(program.store, program.outbox.clock) == []


async def test_a_table_that_discord_could_not_serve_for_two_weeks_is_kept(program: InProcessProgram) -> None:
    program.discord.fail_next("POST", MESSAGES, refusal(502), times=3)
    await open_lobby(program.service)
    await program.outbox.settle()
    await program.outbox.settle(ABANDON_MS)
    await program.outbox.settle(HOUR)
    await program.outbox.settle(HOUR)

    assert (await program.service.load(TABLE)).row.phase == "lobby"
    assert len(program.discord.messages(CHANNEL)) == 1


@pytest.mark.parametrize(
    "error",
    [refusal(429), refusal(500), refusal(404), refusal(403, 50001), refusal(400, 30046), refusal(429, 30046)],
    ids=str,
)
async def test_an_edit_of_the_card_that_is_refused_for_a_while_comes_later(
    program: InProcessProgram, error: discord.HTTPException
) -> None:
    """Part of a turn is shown later if the card takes no edits (30046) or cannot be seen.

    A 404 without Discord's code for a deleted object comes from a proxy.
    """
    await playing(program)
    posted = len(program.discord.made)
    program.discord.fail_next("PATCH", MESSAGE, error, times=2)
    await program.service.change(TABLE, moderation.lock(Moderator(EVE.id)))

    for _ in range(4):
        await program.outbox.settle(HOUR)

    (card,) = cards(program.discord, thread(program.discord))
    assert LOCKED in str(card)
    assert len(program.discord.made) == posted, "no second card, and nobody is pinged again"
    assert await pending(program.store, program.outbox.clock) == []
    await play_on(program)


@pytest.mark.parametrize("error", [refusal(403, 50001), refusal(429, 30046), refusal(404, 10008)], ids=str)
async def test_an_edit_of_the_lobby_that_is_refused_for_a_while_comes_later(
    program: InProcessProgram, error: discord.HTTPException
) -> None:
    """The new player is shown once the bot can see the channel again."""
    await open_lobby(program.service)
    await program.outbox.settle()
    program.discord.fail_next("PATCH", MESSAGE, error, times=2)
    await program.service.change(TABLE, lobby.join(BEN, "salt"))

    for _ in range(3):
        await program.outbox.settle(HOUR)

    assert "**Ben**" in str(program.discord.messages(CHANNEL)[-1])
    assert await pending(program.store, program.outbox.clock) == []


async def test_what_is_asked_on_a_card_in_a_locked_thread_is_asked_in_the_channel(program: InProcessProgram) -> None:
    await playing(program)
    program.discord.fail_next("PATCH", MESSAGE, refusal(400, 50083), times=100)
    program.discord.fail_next("PATCH", r"/channels/\d+", refusal(403, 50013), times=100)
    await program.service.change(TABLE, pauses.ask(ANN.id, program.service.now()))
    await program.outbox.settle(HOUR)

    (card,) = cards(program.discord, CHANNEL)
    assert "asks for a pause" in str(card)
    assert not card["allowed_mentions"].get("users"), "nobody is pinged again"
    assert await pending(program.store, program.outbox.clock) == []


async def test_in_a_locked_thread_the_game_goes_on_in_the_channel(program: InProcessProgram) -> None:
    await playing(program)
    program.discord.fail_next("POST", rf"{NOWHERE}{MESSAGES}", refusal(400, 160005), times=100)
    await step_on(program)
    await program.outbox.settle()
    await program.outbox.settle(HOUR)

    assert len(cards(program.discord, CHANNEL)) == 1
    await play_on(program)


# Answers while nothing can be posted


@pytest.fixture
async def unpostable(program: InProcessProgram) -> InProcessProgram:
    """Return the program with a game whose next card is refused, both in the thread and in the channel."""
    await playing(program)
    program.discord.fail_next("POST", MESSAGES, refusal(403, 50013), times=1000)
    await step_on(program)
    await program.outbox.settle()
    await program.outbox.settle(REFUSED_RETRY_MS[0])
    assert (await program.service.view(TABLE)).undeliverable
    return program


async def test_a_person_who_moves_by_clicks_is_told_that_the_board_cannot_be_posted(
    unpostable: InProcessProgram,
) -> None:
    person, seen = await mover(unpostable.service)

    more = await unpostable.press(person, f"{TABLE}::more")
    page = await unpostable.press(person, f"{TABLE}:{seen.version}:move")
    done = await unpostable.press(person, f"{TABLE}:{seen.version}:do:{seen.legal[0]}", private=True)

    assert (await unpostable.service.load(TABLE)).row.step == seen.row.step + 1
    assert CANT_POST in more.text
    assert CANT_POST in page.text
    assert CANT_POST in done.text


THREAD, AT_HOME = "thread", "channel"
WRITING = ("send_messages", "send_messages_in_threads")


@pytest.mark.parametrize(
    ("place", "withdrawn", "told"),
    [
        (THREAD, ("send_messages_in_threads",), None),
        (THREAD, ("send_messages",), None),
        (THREAD, WRITING, "**Send Messages**"),
        (THREAD, ("attach_files",), "**Attach Files**"),
        (AT_HOME, ("send_messages",), "**Send Messages**"),
        (AT_HOME, ("send_messages_in_threads",), None),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, tuple) else value,
)
@pytest.mark.parametrize("is_pressed_in_thread", [True, False], ids=["pressed in a thread", "pressed in the channel"])
async def test_who_moves_when_permissions_have_just_gone_is_told_if_the_board_cannot_be_posted(
    program: InProcessProgram, place: str, withdrawn: tuple[str, ...], told: str | None, is_pressed_in_thread: bool
) -> None:
    """If the thread takes no messages, the board is posted in the channel."""
    if place == AT_HOME:
        program.discord.fail_next("POST", THREADS, refusal(403, 50013))
    await start_table(program.service)
    await program.outbox.settle()
    person, seen = await mover(program.service)
    left = discord.Permissions.all()
    left.update(**dict.fromkeys(withdrawn, False))

    done = await program.press(
        person,
        f"{TABLE}:{seen.version}:do:{seen.legal[0]}",
        private=True,
        app_permissions=str(left.value),
        **in_thread(10**18 + 7) if is_pressed_in_thread else {},
    )

    assert (await program.service.load(TABLE)).row.step == seen.row.step + 1
    assert ("I can't post the board" in done.text) == (told is not None)
    assert told is None or told in done.text


async def test_nobody_is_told_so_while_the_board_moves_from_its_thread_to_the_channel(
    program: InProcessProgram,
) -> None:
    await playing(program)
    program.discord.fail_next("POST", rf"{NOWHERE}{MESSAGES}", refusal(403, 50013), times=1000)
    await step_on(program)
    await program.outbox.settle()
    assert cards(program.discord, CHANNEL) == []
    person, seen = await mover(program.service)

    more = await program.press(person, f"{TABLE}::more")
    page = await program.press(person, f"{TABLE}:{seen.version}:move")
    done = await program.press(person, f"{TABLE}:{seen.version}:do:{seen.legal[0]}", private=True)
    await program.outbox.settle(REFUSED_RETRY_MS[0])

    assert [text for text in (more.text, page.text, done.text) if "I can't post" in text] == []
    assert len(cards(program.discord, CHANNEL)) == 1


async def test_the_permissions_that_are_missing_are_named_where_they_are_missing(
    unpostable: InProcessProgram,
) -> None:
    person, seen = await mover(unpostable.service)
    withdrawn = discord.Permissions.all()
    withdrawn.update(send_messages=False, attach_files=False)
    here: dict[str, Any] = {"app_permissions": str(withdrawn.value)}

    page = await unpostable.press(person, f"{TABLE}:{seen.version}:move", **here)
    other = {"id": "7", "type": 0, "name": "other", "position": 1}
    elsewhere = await unpostable.press(person, f"{TABLE}:{seen.version}:move", **here, channel_id="7", channel=other)

    assert "**Attach Files** and **Send Messages**" in page.text
    assert "permission" in elsewhere.text
    assert "Attach" not in elsewhere.text


async def test_a_person_who_types_a_move_is_told_that_the_board_cannot_be_posted(unpostable: InProcessProgram) -> None:
    await change_preferences(unpostable.store, ANN, confirm=False)
    await change_preferences(unpostable.store, BEN, confirm=False)
    withdrawn = discord.Permissions.all()
    withdrawn.update(attach_files=False)

    said: list[str] = []
    options: list[dict[str, Any]] = [
        {"channel": thread(unpostable.discord)},
        {"app_permissions": str(withdrawn.value)},
    ]
    for given in options:
        person, seen = await mover(unpostable.service)
        result = await unpostable.command(person, "move", action=seen.legal[0], **given)
        await unpostable.outbox.settle()
        assert interface(seen.row.game).done_text(seen.view, [seen.legal[0]]) in result.text
        said.append(result.text)

    assert CANT_POST in said[0]
    assert "I need the permission **Attach Files**" in said[1]


async def test_nobody_is_told_so_once_the_board_is_posted(unpostable: InProcessProgram) -> None:
    unpostable.discord.clear_failures()
    await unpostable.outbox.settle(HOUR)
    assert not (await unpostable.service.view(TABLE)).undeliverable
    person, seen = await mover(unpostable.service)

    done = await unpostable.press(person, f"{TABLE}:{seen.version}:do:{seen.legal[0]}", private=True)

    assert done.text == "Done, your move is made."


# Responses that Discord refuses, for example in an archived or locked thread, or in a removed channel

CALLBACK = r"/interactions/\d+/[^/]+/callback"
KINDS = {
    "a press": lambda program: program.press(ANN, f"{TABLE}::more"),
    "a press on a private page": lambda program: program.press(ANN, f"{TABLE}::more", private=True),
    "a form": lambda program: program.press(ANN, f"{TABLE}::replace"),
    "a submitted form": lambda program: program.submit(ANN, f"{TABLE}::replaced", []),
    "a command": lambda program: program.command(ANN, "hand"),
}


@pytest.mark.parametrize("code", [50083, 160005, 50001])
@pytest.mark.parametrize("ask", KINDS.values(), ids=KINDS)
async def test_a_response_that_discord_refuses_is_one_line_and_no_error_of_ours(
    program: InProcessProgram, ask: Callable[[InProcessProgram], Awaitable[InteractionResult]], code: int
) -> None:
    await start_table(program.service)
    await program.outbox.settle()
    program.discord.fail_next("POST", CALLBACK, refusal(403, code), times=5)

    with capture_logs() as lines:
        await ask(program)
        await program.outbox.settle(INTERRUPTED_MS)

    assert [(line["log_level"], "exc_info" in line) for line in lines] == [("warning", False)]
    assert str(code) in lines[0]["error"]


async def test_suggestions_that_discord_refuses_are_one_line_without_a_traceback(
    program: InProcessProgram, caplog: pytest.LogCaptureFixture
) -> None:
    program.discord.fail_next("POST", CALLBACK, refusal(403, 50001))

    await program.autocomplete(ANN, "move", "action")

    assert [record.exc_info for record in caplog.records if "suggestions" in record.getMessage()] == [None]
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("error", [refusal(403, 50001), refusal(503), aiohttp.ServerDisconnectedError()], ids=str)
async def test_a_page_that_discord_does_not_take_is_no_error_of_ours(
    program: InProcessProgram, error: Exception
) -> None:
    await start_table(program.service)
    program.discord.fail_next("PATCH", r"/webhooks/.*", error, times=3)

    with capture_logs() as lines:
        result = await program.press(ANN, f"{TABLE}::rules")

    assert {(line["log_level"], "exc_info" in line) for line in lines} <= {("warning", False)}
    assert "reference" not in result.text
