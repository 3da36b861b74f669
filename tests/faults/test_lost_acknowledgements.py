"""Answers whose response is lost, after or before Discord accepted them, and private pages dismissed meanwhile."""

import re
from collections.abc import Awaitable, Callable

import aiohttp
import discord
import pytest
from structlog.testing import capture_logs

from cogs.at_table.moves import DONE
from cogs.ui.kit.command_answers import INTERRUPTED_MS
from tables.texts import ALREADY_IN, LOBBY_MOVED_ON, ONLY_HOST, format_players_only
from tests.cog_tables import ANN, BEN, EVE, TABLE, mover, open_lobby, play, start_table
from tests.fake_discord import refusal
from tests.hive_matches import started
from tests.in_process_program import InProcessProgram, InteractionResult

pytestmark = pytest.mark.slow

FORM = discord.InteractionResponseType.modal.value
CALLBACK = r"/interactions/\d+/[^/]+/callback"
ORIGINAL = r"/webhooks/\d+/[^/]+/messages/@original"
FOLLOW_UP = r"/webhooks/\d+/[^/]+"


LOST = {
    "a connection": OSError("connection lost"),
    # Discord accepted it but answered with a server error, so discord.py sent it again.
    "a server error": refusal(400, 40060),
}


@pytest.fixture(params=LOST.values(), ids=[*LOST])
def lost(request: pytest.FixtureRequest) -> Exception:
    """Return the error by which the response to an acknowledgement is lost."""
    return request.param


# First responses that Discord accepted, without the program receiving its answer


async def at_a_game(program: InProcessProgram) -> None:
    await start_table(program.service)


async def in_a_lobby(program: InProcessProgram) -> None:
    await open_lobby(program.service)
    await program.press(BEN, f"{TABLE}::join")


@pytest.mark.parametrize(
    ("begun", "ask", "answer"),
    [
        (at_a_game, lambda program: program.press(ANN, f"{TABLE}::rules"), "1 of 6"),
        (at_a_game, lambda program: program.press(ANN, f"{TABLE}::rules", private=True), "1 of 6"),
        (at_a_game, lambda program: program.press(EVE, f"{TABLE}::hand"), format_players_only("My hand")),
        (at_a_game, lambda program: program.press(EVE, f"{TABLE}::hand", private=True), format_players_only("My hand")),
        (in_a_lobby, lambda program: program.press(ANN, f"{TABLE}:1:start"), LOBBY_MOVED_ON),
        # Here the acknowledgement carries the explanation.
        (in_a_lobby, lambda program: program.press(BEN, f"{TABLE}:1:options"), ONLY_HOST),
        (at_a_game, lambda program: program.command(ANN, "hand"), "Your hand"),
    ],
    ids=["press", "private press", "refused", "refused privately", "stale", "form in vain", "command"],
)
async def test_what_is_asked_is_answered_once(
    program: InProcessProgram,
    lost: Exception,
    begun: Callable[[InProcessProgram], Awaitable[None]],
    ask: Callable[[InProcessProgram], Awaitable[InteractionResult]],
    answer: str,
) -> None:
    await begun(program)
    program.discord.lose_response("POST", CALLBACK, error=lost)

    result = await ask(program)
    await program.outbox.settle(INTERRUPTED_MS)

    assert answer in result.text
    assert sum(answer in request.texts for request in result.requests) == 1


async def test_a_form_is_opened(program: InProcessProgram, lost: Exception) -> None:
    await open_lobby(program.service)
    program.discord.lose_response("POST", CALLBACK, error=lost)

    with capture_logs() as lines:
        result = await program.press(ANN, f"{TABLE}:1:options")

    assert {request.body["type"] for request in result.requests} == {FORM}
    assert lines == []


async def test_who_is_told_in_the_first_response_that_a_form_is_stale_is_told_once(
    program: InProcessProgram, lost: Exception
) -> None:
    table = await started(program.service)
    program.discord.lose_response("POST", CALLBACK, error=lost)

    result = await program.press(ANN, f"{TABLE}:{table.row.step - 1}:form:guess:charge")

    assert {request.path.rsplit("/", 1)[1] for request in result.requests} == {"callback"}


async def test_suggestions_are_no_failure(program: InProcessProgram, caplog: pytest.LogCaptureFixture) -> None:
    program.discord.lose_response("POST", CALLBACK, error=refusal(400, 40060))

    await program.autocomplete(ANN, "move", "action")

    assert caplog.text == ""


# Private pages whose edit is lost


async def test_a_page_whose_connection_is_lost_is_shown_by_the_next_attempt(program: InProcessProgram) -> None:
    await start_table(program.service)
    program.discord.fail_next("PATCH", ORIGINAL, aiohttp.ServerDisconnectedError())
    program.discord.lose_response("PATCH", ORIGINAL)

    with capture_logs() as lines:
        result = await program.press(ANN, f"{TABLE}::zoom:NW", private=True)

    assert len(program.discord.sent("PATCH", ORIGINAL)) == 3
    assert [request.method for request in result.requests] == ["POST", "PATCH"], "and nothing else is said"
    assert lines == []


# Private pages opened by a press on a public message


@pytest.mark.parametrize("action", ["rules", "more", "hand", "replay", "record"])
@pytest.mark.parametrize("is_taken", [False, True], ids=["before it was taken", "after it was taken"])
async def test_a_page_whose_connection_is_lost_is_opened_once(
    program: InProcessProgram, action: str, is_taken: bool
) -> None:
    await play(program.service, table=(await start_table(program.service)).row.id)
    for method, path in (("POST", FOLLOW_UP), ("PATCH", ORIGINAL)):
        if is_taken:
            program.discord.lose_response(method, path)
        else:
            program.discord.fail_next(method, path, OSError("connection lost"))

    with capture_logs() as lines:
        result = await program.press(ANN, f"{TABLE}::{action}")

    attempts = [request.method for request in program.discord.requests if re.match(FOLLOW_UP, request.path)]
    assert attempts == ["PATCH", "PATCH"], "a message that follows could be taken twice"
    assert "reference" not in result.text
    assert lines == []


async def test_a_refusal_of_a_press_that_opens_no_page_is_told_though_its_connection_is_lost(
    program: InProcessProgram,
) -> None:
    await open_lobby(program.service)
    program.discord.fail_next("POST", FOLLOW_UP, aiohttp.ServerDisconnectedError())

    with capture_logs() as lines:
        result = await program.press(ANN, f"{TABLE}::join")

    assert result.text == ALREADY_IN
    assert len(program.discord.sent("POST", FOLLOW_UP)) == 2
    assert lines == []


async def test_a_press_that_changes_the_public_message_alone_opens_no_page(program: InProcessProgram) -> None:
    await open_lobby(program.service)

    joined = await program.press(BEN, f"{TABLE}::join")
    left = await program.press(BEN, f"{TABLE}::leave")

    assert [request.path.rsplit("/", 1)[1] for request in joined.requests] == ["callback"]
    assert [request.method for request in left.requests] == ["POST", "DELETE"], "nothing is left that says thinking"


async def test_a_form_that_is_refused_is_answered_in_the_first_response(program: InProcessProgram) -> None:
    await open_lobby(program.service)

    result = await program.press(BEN, f"{TABLE}:1:options")

    assert [request.path.rsplit("/", 1)[1] for request in result.requests] == ["callback"]
    assert result.text == ONLY_HOST


# Dismissed private pages


async def test_a_dismissed_page_is_answered_by_a_new_message(program: InProcessProgram) -> None:
    await start_table(program.service)
    program.discord.fail_next("PATCH", ORIGINAL, refusal(404, 10008))

    with capture_logs() as lines:
        result = await program.press(ANN, f"{TABLE}::rules", private=True)

    assert "1 of 6" in result.requests[-1].texts
    assert result.requests[-1].path.endswith(next(iter(program.discord.results)))
    assert lines == [], "that is no failure"


async def test_a_dismissed_page_is_told_of_what_was_refused_too(program: InProcessProgram) -> None:
    await start_table(program.service)
    person, table = await mover(program.service)
    other = BEN if person == ANN else ANN
    program.discord.fail_next("PATCH", ORIGINAL, refusal(404, 10008))

    with capture_logs() as lines:
        result = await program.press(other, f"{TABLE}:{table.version}:do:{table.legal[0]}", private=True)

    assert f"It's {person.name}'s turn." in result.text
    assert lines == []


async def test_a_page_that_is_gone_before_the_move_is_confirmed_there_is_no_failure(
    program: InProcessProgram,
) -> None:
    await start_table(program.service)
    person, table = await mover(program.service)
    program.discord.fail_next("PATCH", ORIGINAL, refusal(404, 10008))

    with capture_logs() as lines:
        result = await program.press(person, f"{TABLE}:{table.version}:do:{table.legal[0]}", private=True)

    assert result.requests[-1].texts == DONE
    assert lines == []
