"""`/demo`: a public topic, its buttons and suggestions, who may post it and how often."""

import time
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from cogs.learning.demo import FILE, NEXT, NEXT_SECONDS, OPEN_HERE, PLAY, POSTED, SECONDS
from cogs.ui.kit.custom_ids import lesson_id
from cogs.ui.requests import limits
from engine.lessons.topics import load_topics
from tables import lobby
from tests.cog_tables import ANN, BEN, CHANNEL
from tests.cogs.test_direct_messages import DIRECT, away, command, direct, press
from tests.fake_discord import parts
from tests.in_process_program import EPHEMERAL, InProcessProgram, InteractionResult
from tests.running_dispatchers import Clock

GAME = "monster_hex"
FIRST, SECOND = list(load_topics(GAME).values())[:2]
LAST = list(load_topics(GAME).values())[-1]


def next_id(topic: str) -> str:
    return f"demo::{NEXT}:{GAME}:{topic}"


def later(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    monkeypatch.setattr(limits, "now", lambda: time.monotonic() + seconds)


def edited(result: InteractionResult) -> str:
    """Return the message after a press edited it."""
    (body,) = [request.body for request in result.requests if request.method == "PATCH"]
    return str(body)


async def test_a_demo_is_one_public_message_without_pings(program: InProcessProgram) -> None:
    result = await program.command(ANN, "demo", game=GAME)

    (message,) = program.discord.messages(CHANNEL)
    shown = str(message["components"])
    assert POSTED in result.text
    assert message["allowed_mentions"] == {"parse": []}
    assert not message.get("flags", 0) & EPHEMERAL
    assert FIRST.question in shown
    assert all(scene.caption in shown for scene in FIRST.scenes)
    assert {next_id(FIRST.id), str(lesson_id(GAME, FIRST.lesson)), f"demo::{PLAY}:{GAME}"} <= {
        part.get("custom_id") for part in parts(message)
    }
    ((name, gif),) = program.discord.pictures
    assert name == FILE
    with Image.open(BytesIO(gif)) as picture:
        assert picture.n_frames == len(FIRST.scenes)  # type: ignore[attr-defined]
        assert picture.info["duration"] == FIRST.scenes[0].milliseconds // 10 * 10
        assert picture.info["loop"] == 0


@pytest.mark.parametrize("typed", [SECOND.id, SECOND.question, f" {SECOND.question.upper()} "])
async def test_a_topic_is_meant_by_id_and_by_question(program: InProcessProgram, typed: str) -> None:
    await program.command(ANN, "demo", game=GAME, topic=typed)

    assert SECOND.question in str(program.discord.messages(CHANNEL))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"game": GAME, "topic": "@everyone chess"}, "has no topic"),
        ({"game": GAME, "topic": "?"}, "Several topics"),
        ({"game": "chess"}, "chess"),
        ({"game": GAME, "app_permissions": "0"}, "Attach Files"),
    ],
)
async def test_what_is_not_possible_is_said_privately(
    program: InProcessProgram, options: dict[str, Any], said: str
) -> None:
    result = await program.command(ANN, "demo", **options)

    assert said in result.text
    assert program.discord.messages(CHANNEL) == []


async def test_who_may_not_write_there_can_neither_post_nor_change_it(program: InProcessProgram) -> None:
    member = program.interaction(2, ANN, {})["member"] | {"permissions": "1024"}
    data = {"id": "1", "name": "demo", "type": 1, "options": [{"name": "game", "type": 3, "value": GAME}]}
    posted = await program.dispatch(program.interaction(2, ANN, {"data": data, "member": member}))
    pressed = await program.press(ANN, next_id(FIRST.id), member=member)

    for result in (posted, pressed):
        assert "You can't write in" in result.text
    assert program.discord.messages(CHANNEL) == []


async def test_demos_follow_each_other_slowly_in_a_channel(
    program: InProcessProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    program.discord.fail_next("POST", f"/channels/{CHANNEL}/messages", OSError("lost"), times=9)
    failed = await program.command(ANN, "demo", game=GAME)
    program.discord.clear_failures()
    await program.command(ANN, "demo", game=GAME)
    soon = await program.command(BEN, "demo", game=GAME)
    other = await program.command(BEN, "demo", game="hive_mind")
    await program.command(BEN, "demo", game=GAME, channel=CHANNEL + 1)
    later(monkeypatch, SECONDS)
    await program.command(BEN, "demo", game=GAME)

    assert POSTED not in failed.text
    assert "A demo of this game was just shown here." in soon.text
    assert POSTED in other.text, "each game has a pace of its own"
    assert len(program.discord.messages(CHANNEL)) == 3
    assert len(program.discord.messages(CHANNEL + 1)) == 1


async def test_next_topic_replaces_the_message_for_all(
    program: InProcessProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    second = await program.press(BEN, next_id(FIRST.id))
    soon = await program.press(ANN, next_id(SECOND.id))
    later(monkeypatch, NEXT_SECONDS)
    first = await program.press(ANN, next_id(LAST.id))
    later(monkeypatch, 2 * NEXT_SECONDS)
    unknown = await program.press(ANN, next_id("no_such_topic_any_more"))

    assert SECOND.question in edited(second)
    assert next_id(SECOND.id) in edited(second)
    assert list(second.files) == [FILE]
    assert "The topic has just changed" in soon.text
    assert FIRST.question in edited(first)
    assert FIRST.question in edited(unknown)


@pytest.mark.parametrize("details", ["", ":chess:x"])
async def test_a_button_of_a_game_that_is_gone_is_explained(program: InProcessProgram, details: str) -> None:
    for action in (NEXT, PLAY):
        result = await program.press(ANN, f"demo::{action}{details}")
        assert "Hive Mind" in result.text
    assert await program.open_tables() == ()


async def test_play_opens_one_table_at_a_time_from_a_message(program: InProcessProgram, clock: Clock) -> None:
    message = program.discord._message(CHANNEL, {"flags": 0})
    play = f"demo::{PLAY}:{GAME}"
    opened = await program.press(ANN, play, message=message)
    again = await program.press(BEN, play, message=message)
    (first,) = await program.open_tables()
    await program.service.change(first.id, lobby.cancel(ANN.id))
    clock.now += 60_000
    after = await program.press(BEN, play, message=message)

    assert "Your table is open in" in opened.text
    assert first.host == ANN.id
    assert OPEN_HERE in again.text
    assert "Your table is open in" in after.text
    (second,) = await program.open_tables()
    assert (second.host, second.id != first.id) == (BEN.id, True)


async def test_in_direct_messages_a_demo_is_posted_and_play_starts_a_game(program: InProcessProgram) -> None:
    shown = await command(program, "demo", direct(ANN), game=GAME)
    (message,) = program.discord.messages(DIRECT)
    started = [await press(program, f"demo::{PLAY}:{GAME}", {**direct(ANN), "message": message}) for _ in range(2)]

    assert POSTED in shown.text
    (row,) = await program.open_tables()
    assert row.phase == "playing"
    assert all("starts now" in result.text for result in started)


async def test_where_the_bot_is_not_a_demo_is_private(program: InProcessProgram) -> None:
    shown = await command(program, "demo", away(ANN), game=GAME)
    following = await press(program, next_id(FIRST.id), away(ANN))
    played = await press(program, f"demo::{PLAY}:{GAME}", away(ANN))

    assert FIRST.question in shown.text
    assert list(shown.files) == [FILE]
    assert program.discord.channels == {}
    assert SECOND.question in edited(following)
    assert "I can't post a board here" in played.text


async def test_suggestions_follow_what_is_typed(program: InProcessProgram) -> None:
    async def suggested(typed: str, game: str = GAME) -> list[str]:
        result = await program.autocomplete(ANN, "demo", "topic", typed, game=game)
        return result.suggestions

    assert await suggested("") == list(load_topics(GAME))
    assert FIRST.id in await suggested(FIRST.question.split()[-1].rstrip("?").upper())
    assert await suggested("", "chess") == []
