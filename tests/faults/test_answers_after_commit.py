"""Any failure after the commit: the answer says that the action is done, for every kind of page and failure."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from structlog.testing import capture_logs

from cogs.ui.kit.errors import DONE_UNTOLD
from cogs.ui.texts import texts
from tables.preferences import Preferences, preferences
from tests.cog_tables import ANN, CHANNEL, PEOPLE, TABLE, logged, mover, start_table
from tests.fake_discord import refusal
from tests.hive_matches import ROUND_1, started
from tests.in_process_program import EPHEMERAL, InProcessProgram, InteractionResult

pytestmark = pytest.mark.slow

ORIGINAL = r"/webhooks/\d+/[^/]+/messages/@original"
ALWAYS = 100
GUESS = "123211232113"
FAILURES = {
    "a dropped connection": OSError("connection lost"),
    "a refusal": refusal(400, 50035),
    "an error of Discord's": refusal(503),
}


@dataclass(frozen=True)
class Operation:
    """An action on a private page, and the check that it is stored."""

    run: Callable[[], Awaitable[InteractionResult]]
    is_done: Callable[[], Awaitable[bool]]


def entered(program: InProcessProgram, action: str) -> Callable[[], Awaitable[bool]]:
    """Return a check whether an action is the newest log entry."""

    async def is_done() -> bool:
        return (await logged(program.service))[-1].action == action

    return is_done


def pressed(program: InProcessProgram, version: str, action: str) -> Callable[[], Awaitable[InteractionResult]]:
    """Return a press by Ann on a private page."""
    return lambda: program.press(ANN, f"{TABLE}:{version}:{action}", private=True)


async def a_shape(program: InProcessProgram) -> Operation:
    table = await started(program.service)
    return Operation(pressed(program, table.version, "taps:charge:ADE"), entered(program, "charge:ADE"))


async def ready(program: InProcessProgram) -> Operation:
    table = await started(program.service)
    await program.service.act(TABLE, ANN.id, ROUND_1)
    return Operation(pressed(program, table.version, "ready"), entered(program, "ready"))


async def a_double(program: InProcessProgram) -> Operation:
    await started(program.service)
    version = await rounds_later(program, 1)
    return Operation(pressed(program, version, "use:double:charge"), entered(program, "double:charge"))


async def a_form(program: InProcessProgram) -> Operation:
    await started(program.service)
    version = await rounds_later(program, 2)
    field = {"type": 18, "component": {"type": 4, "custom_id": "values", "value": GUESS}}
    data = {"custom_id": f"{TABLE}:{version}:form_submitted:guess:charge", "components": [field]}
    message = program.discord._message(CHANNEL, {"flags": EPHEMERAL})
    form = program.interaction(5, ANN, {"data": data, "message": message})
    return Operation(lambda: program.dispatch(form), entered(program, f"guess:charge:{GUESS}"))


async def a_setting(program: InProcessProgram) -> Operation:
    async def is_done() -> bool:
        return await preferences(program.store, ANN.id) == Preferences(theme="light")

    return Operation(lambda: program.press(ANN, "me::theme", ["light"], private=True), is_done)


async def build_confirmation(program: InProcessProgram) -> Operation:
    await start_table(program.service)
    person, table = await mover(program.service)
    action = table.legal[0]
    custom_id = f"{TABLE}:{table.version}:do:{action}"
    return Operation(lambda: program.press(person, custom_id, private=True), entered(program, action))


async def resigning(program: InProcessProgram) -> Operation:
    table = await started(program.service)
    seat = next(seat.seat for seat in table.seats if seat.user_id == ANN.id)
    return Operation(pressed(program, "", "resigned"), entered(program, f"forfeit {seat}"))


async def rounds_later(program: InProcessProgram, rounds: int) -> str:
    """Play some rounds of a match at random, and return the version of its pages."""
    rng, service = Random(3), program.service
    for _ in range(rounds):
        turn = (await service.load(TABLE)).row.turn
        while (table := await service.load(TABLE)).row.turn == turn:
            person = PEOPLE[table.actors[0]]
            await service.act(TABLE, person.id, rng.choice((await service.view(TABLE, person.id)).legal))
    return (await service.load(TABLE)).version


OPERATIONS = (a_shape, ready, a_double, a_form, a_setting, build_confirmation, resigning)


@pytest.mark.parametrize("failure", FAILURES.values(), ids=FAILURES)
@pytest.mark.parametrize("prepared", OPERATIONS, ids=lambda operation: operation.__name__)
async def test_an_answer_that_is_lost(
    program: InProcessProgram, prepared: Callable[[InProcessProgram], Awaitable[Operation]], failure: Exception
) -> None:
    operation = await prepared(program)
    program.discord.fail_next("PATCH", ORIGINAL, failure, times=ALWAYS)

    with capture_logs() as lines:
        result = await operation.run()

    assert await operation.is_done()
    assert result.requests[-1].texts == DONE_UNTOLD
    assert "nothing was changed" not in result.text.lower()
    assert "reference" not in result.text
    assert [line["log_level"] for line in lines] == ["warning"]


@pytest.mark.parametrize("prepared", [a_shape, ready, a_double, a_form], ids=lambda operation: operation.__name__)
async def test_a_picture_that_cannot_be_drawn(
    program: InProcessProgram,
    prepared: Callable[[InProcessProgram], Awaitable[Operation]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    operation = await prepared(program)

    async def fail(job: Any) -> None:
        raise MemoryError

    monkeypatch.setattr(program.bot.drawing_pool, "draw", fail)
    result = await operation.run()

    assert await operation.is_done()
    assert result.text == DONE_UNTOLD


async def test_a_page_that_is_gone_because_the_round_closed_just_then(
    program: InProcessProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A refusal of the next page does not mean that the action failed."""
    await started(program.service)
    version = await rounds_later(program, 2)
    (shape, *_) = [action for action in (await program.service.view(TABLE, ANN.id)).legal if "charge:" in action]
    make_move = program.service.make_move

    async def move_and_close(*given: Any, **more: Any) -> Any:
        made = await make_move(*given, **more)
        await program.service.close_round(TABLE, ANN.id, version=version)
        return made

    monkeypatch.setattr(program.service, "make_move", move_and_close)
    with capture_logs() as lines:
        result = await program.press(ANN, f"{TABLE}:{version}:taps:{shape}", private=True)

    assert shape in [entry.action for entry in await logged(program.service)]
    assert texts.DONE_MOVED_ON in result.text
    assert result.files, "with the board as it stands"
    assert not {line["log_level"] for line in lines} - {"info"}


async def test_a_move_pressed_again_because_the_answer_was_lost(program: InProcessProgram) -> None:
    """The second press changes nothing, but the action is done."""
    operation = await build_confirmation(program)
    await operation.run()
    program.discord.fail_next("PATCH", ORIGINAL, OSError("connection lost"), times=ALWAYS)

    result = await operation.run()

    assert result.text == DONE_UNTOLD
    assert await operation.is_done()
