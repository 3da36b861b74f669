"""Interactions that come late, twice, or cannot be answered: what they ask for happens once, or not at all."""

import aiohttp
import pytest

from cogs._answers import INTERRUPTED_MS
from tests.cogs.cog_tables import ANN, BEN, CHANNEL, DAN, TABLE, mover, open_lobby, start_table
from tests.cogs.fake_discord import refusal
from tests.faults.hall import Hall, Told

CALLBACK = r"/interactions/\d+/[^/]+/callback"


async def seats(hall: Hall) -> list[int | None]:
    return [seat.user_id for seat in (await hall.service.load(TABLE)).seats]


def press(hall: Hall, what: str) -> dict[str, object]:
    """Ben presses a button of the lobby."""
    data = {"component_type": 2, "custom_id": f"{TABLE}::{what}"}
    return hall.interaction(3, BEN, {"data": data, "message": hall.discord._message(CHANNEL, {})})


async def test_a_press_that_is_delivered_twice_counts_once_and_says_nothing_more(
    hall: Hall, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    await open_lobby(hall.service)
    twice = press(hall, "join")

    await hall.hear(twice)
    told = await hall.hear(twice)

    assert await seats(hall) == [ANN.id, BEN.id]
    assert [asked.path.rsplit("/", 1)[1] for asked in told.asked] == ["callback", "callback"]
    assert "failed" not in caplog.text + capsys.readouterr().out


async def test_a_press_that_comes_too_late_changes_nothing(hall: Hall) -> None:
    await open_lobby(hall.service)
    late = press(hall, "join")
    hall.discord.forgotten.add(str(late["token"]))

    told = await hall.hear(late)

    assert await seats(hall) == [ANN.id]
    assert len(told.asked) == 1


async def test_a_command_that_is_delivered_twice_opens_one_table_and_keeps_its_answer(hall: Hall) -> None:
    data = {"id": "1", "name": "play", "type": 1, "options": [{"type": 3, "name": "game", "value": "monster_hex"}]}
    twice = hall.interaction(2, ANN, {"data": data})

    await hall.hear(twice)
    await hall.hear(twice)
    await hall.outbox.settle()
    await hall.outbox.settle(INTERRUPTED_MS)

    answers = [asked.texts or asked.body["content"] for asked in answers_to(hall, str(twice["token"]))]
    assert len(answers) == 1
    assert "The table is open" in answers[0]
    assert len(hall.discord.messages(CHANNEL)) == 1


def answers_to(hall: Hall, token: str) -> list[object]:
    return [asked for asked in hall.discord.asked if token in asked.path and asked.path.endswith("@original")]


async def test_a_command_that_comes_too_late_opens_no_table(hall: Hall) -> None:
    data = {"id": "1", "name": "play", "type": 1, "options": [{"type": 3, "name": "game", "value": "monster_hex"}]}
    late = hall.interaction(2, ANN, {"data": data})
    hall.discord.forgotten.add(str(late["token"]))

    await hall.hear(late)
    await hall.outbox.settle()
    await hall.outbox.settle(INTERRUPTED_MS)

    assert hall.discord.messages(CHANNEL) == []
    assert answers_to(hall, str(late["token"])) == []


@pytest.mark.parametrize("error", [refusal(500), refusal(403), OSError("reset"), aiohttp.ClientError("gone")], ids=str)
async def test_a_move_counts_though_its_answer_is_lost(hall: Hall, error: Exception) -> None:
    """What is durable is told by the next card, whatever becomes of the private draft."""
    await start_table(hall.service)
    await hall.outbox.settle()
    person, look = await mover(hall.service)
    hall.discord.trouble("DELETE", r"/webhooks/.*", error)

    await hall.press(person, f"{TABLE}:{look.row.step}:do:{look.legal[0]}", private=True)

    assert (await hall.service.load(TABLE)).row.step == look.row.step + 1


async def test_the_same_move_pressed_ten_times_counts_once(hall: Hall) -> None:
    await start_table(hall.service)
    person, look = await mover(hall.service)

    told: list[Told] = [
        await hall.press(person, f"{TABLE}:{look.row.step}:do:{look.legal[0]}", private=True) for _ in range(10)
    ]

    table = await hall.service.load(TABLE)
    assert table.row.step == look.row.step + 1
    assert all(answer.text == "" for answer in told), "nobody who pressed twice is told off"


async def test_a_press_for_a_table_that_is_no_more_is_refused_in_words(hall: Hall) -> None:
    told = await hall.press(DAN, "nosuchtabl::hand")

    assert "table" in told.text
    assert "reference" not in told.text
