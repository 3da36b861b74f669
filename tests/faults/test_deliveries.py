"""Interactions that arrive late or twice, or cannot be answered: they take effect once, or not at all."""

import pytest

from cogs.ui.kit.command_answers import INTERRUPTED_MS
from tests.cog_tables import ANN, BEN, CHANNEL, TABLE, open_lobby
from tests.fake_discord import SentRequest
from tests.in_process_program import InProcessProgram

pytestmark = pytest.mark.slow


async def seats(program: InProcessProgram) -> list[int | None]:
    return [seat.user_id for seat in (await program.service.load(TABLE)).seats]


def press(program: InProcessProgram, what: str) -> dict[str, object]:
    """Return a press by Ben on a button of the lobby."""
    data = {"component_type": 2, "custom_id": f"{TABLE}::{what}"}
    return program.interaction(3, BEN, {"data": data, "message": program.discord._message(CHANNEL, {})})


async def test_a_press_that_is_delivered_twice_counts_once_and_says_nothing_more(
    program: InProcessProgram, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    await open_lobby(program.service)
    twice = press(program, "join")

    await program.dispatch(twice)
    result = await program.dispatch(twice)

    assert await seats(program) == [ANN.id, BEN.id]
    assert [request.path.rsplit("/", 1)[1] for request in result.requests] == ["callback"]
    assert "failed" not in caplog.text + capsys.readouterr().out


async def test_a_press_that_comes_too_late_changes_nothing(program: InProcessProgram) -> None:
    await open_lobby(program.service)
    late = press(program, "join")
    program.discord.forgotten.add(str(late["token"]))

    result = await program.dispatch(late)

    assert await seats(program) == [ANN.id]
    assert len(result.requests) == 1


async def test_a_command_that_is_delivered_twice_opens_one_table_and_keeps_its_answer(
    program: InProcessProgram,
) -> None:
    data = {"id": "1", "name": "play", "type": 1, "options": [{"type": 3, "name": "game", "value": "monster_hex"}]}
    twice = program.interaction(2, ANN, {"data": data})

    await program.dispatch(twice)
    await program.dispatch(twice)
    await program.outbox.settle()
    await program.outbox.settle(INTERRUPTED_MS)

    answers = [request.texts or request.body["content"] for request in answers_to(program, str(twice["token"]))]
    assert len(answers) == 1
    assert "Your table is open" in answers[0]
    assert len(program.discord.messages(CHANNEL)) == 1


def answers_to(program: InProcessProgram, token: str) -> list[SentRequest]:
    return [
        request for request in program.discord.requests if token in request.path and request.path.endswith("@original")
    ]


async def test_a_command_that_comes_too_late_opens_no_table(program: InProcessProgram) -> None:
    data = {"id": "1", "name": "play", "type": 1, "options": [{"type": 3, "name": "game", "value": "monster_hex"}]}
    late = program.interaction(2, ANN, {"data": data})
    program.discord.forgotten.add(str(late["token"]))

    await program.dispatch(late)
    await program.outbox.settle()
    await program.outbox.settle(INTERRUPTED_MS)

    assert program.discord.messages(CHANNEL) == []
    assert answers_to(program, str(late["token"])) == []
