"""Every kind of message while Discord refuses, limits or does not answer: it is delivered later, and once.

Folding a superseded message is best effort: after a rate limit it may stay unfolded.
"""

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeAlias

import discord
import pytest

from cogs.outbox.outbox import RETRY_MS, Outbox
from cogs.ui.kit.drawing_pool import DrawingPool, PublicPictures
from cogs.ui.kit.interface import interface
from leagues.seasons import Seasons
from render import Animation, Picture
from tables import lobby
from tables.after_the_end import sharing
from tables.calling import nudges
from tables.calling.nudges import FIRST_MS
from tables.calling.pings import LAST_AFTER_MS
from tables.committing.outbox_rows import CARD, FULL
from tables.preferences import change_preferences, preferences
from tables.seat_changes import seating, seats
from tables.service import TableService
from tables.settings import TableSettings
from tables.timing import idle, pauses
from tables.timing.clocks import REMINDER
from tests.cog_tables import (
    ANN,
    BEN,
    CAM,
    DAN,
    DAY,
    EVE,
    HOUR,
    TABLE,
    act,
    due,
    mover,
    open_lobby,
    start_open_table,
    start_table,
)
from tests.fake_discord import FakeDiscord, mentioned, refusal, words
from tests.hive_matches import ROUND_1, started
from tests.migrated_database import open_store
from tests.posted_messages import MESSAGES, World
from tests.running_dispatchers import Clock, Running

PUBLISHING = r"/channels/\d+/messages(/\d+)?|/users/@me/channels|/webhooks/.*"
"""The requests that make a message visible."""
MINUTES_20 = 1200.0
Said: TypeAlias = list[tuple[int, str, list[Any]]]


Happening: TypeAlias = Callable[[World], Awaitable[Any]]


@asynccontextmanager
async def world(folder: Path) -> AsyncIterator[World]:
    """Yield a separate program with a fake Discord; its clock always starts at the same time."""
    clock, pool = Clock(), DrawingPool()
    store = await open_store(folder / "hexcade.sqlite3", clock=clock)
    service, fake = TableService(store, interface), FakeDiscord()
    async with Running(lambda: [Outbox(fake, service, Seasons(service), pool)], service, clock) as outbox:
        yield World(service, fake, outbox)
    pool.close()
    await store.close()
    assert fake.problems == []


@pytest.fixture(autouse=True)
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace all public pictures by placeholders."""
    board = Picture(b"board", 1, 1, "the board")

    async def newest(*_: Any) -> Picture:
        return board

    async def draw_result_and_replay(*_: Any) -> tuple[Picture, Animation]:
        return board, Animation(b"game", 1, 1, "the game")

    monkeypatch.setattr(PublicPictures, "draw_newest", newest)
    monkeypatch.setattr(PublicPictures, "draw_result_and_replay", draw_result_and_replay)


async def playing(world: World) -> None:
    await start_table(world.service, clock=DAY)


async def nothing(world: World) -> None:
    return None


async def one_seat_left(world: World) -> None:
    await open_lobby(world.service, TableSettings(seats=2))


async def direct(world: World) -> None:
    await playing(world)
    for person in (ANN, BEN):
        await change_preferences(world.store, person, pings="direct")


async def followed(world: World) -> None:
    await playing(world)
    await follow(world)


async def all_but_one_ready(world: World) -> None:
    await started(world.service)
    world.outbox.clock.now += LAST_AFTER_MS
    await world.service.act(TABLE, BEN.id, f"{ROUND_1} ready")


async def finished(world: World) -> None:
    await playing(world)
    await resign(world)


async def invite(world: World) -> None:
    await world.service.change(TABLE, seating.invite(ANN.id, [DAN.id]))


async def join(world: World) -> None:
    await world.service.change(TABLE, lobby.join(BEN, "salt"))


async def no_seat_left(world: World) -> None:
    await one_seat_left(world)
    await join(world)


async def start(world: World) -> None:
    await start_open_table(world.service)


async def move(world: World) -> None:
    await act(world.service)


async def follow(world: World) -> None:
    await nudges.follow(world.service, TABLE, DAN.id, each_turn=True)


async def pause(world: World) -> None:
    await world.service.change(TABLE, pauses.ask(ANN.id, world.service.now()))


async def last_one(world: World) -> None:
    await world.service.act(TABLE, CAM.id, f"{ROUND_1} ready")


async def nudge(world: World) -> None:
    person, _ = await mover(world.service)
    world.outbox.clock.now += FIRST_MS
    await nudges.nudge(world.service, TABLE, (BEN if person == ANN else ANN).id)


async def remind(world: World) -> None:
    world.outbox.clock.now = await due(world.store, REMINDER) or 0
    await world.service.remind(TABLE, turn=1)


async def offer(world: World) -> None:
    await world.service.change(TABLE, seats.offer(ANN.id, 0, EVE.id))


async def sleep(world: World) -> None:
    await world.service.change(TABLE, idle.ask(world.service.now(), has_limit=False))


async def resign(world: World) -> None:
    person, _ = await mover(world.service)
    await world.service.resign(TABLE, person.id)


async def share(world: World) -> None:
    await sharing.share(world.service, TABLE, ANN.id)


CASES: dict[str, tuple[Happening, Happening]] = {
    "lobby, and the answer to a command": (nothing, one_seat_left),
    "edit of the lobby": (one_seat_left, join),
    "call of the host": (one_seat_left, join),
    "invitation": (one_seat_left, invite),
    "first card": (no_seat_left, start),
    "card": (playing, move),
    "edit of the card": (playing, pause),
    "last one": (all_but_one_ready, last_one),
    "nudge": (playing, nudge),
    "reminder": (playing, remind),
    "direct message": (direct, move),
    "direct reminder": (direct, remind),
    "first message to a follower": (playing, follow),
    "edit for a follower": (followed, move),
    "end for a follower": (followed, resign),
    "offer of a seat": (playing, offer),
    "question to a sleeping game": (playing, sleep),
    "card of the end": (playing, resign),
    "result that is shared": (finished, share),
}
FAULTS: dict[str, Exception] = {
    "429 without Via": refusal(429),
    "429 for 20 minutes": discord.RateLimited(MINUTES_20),
    "500": refusal(500),
    "401": refusal(401),
    "no answer": TimeoutError(),
}
LIMITS = ("429 without Via", "429 for 20 minutes")
LOST, SPENT = "lost answer", "lost answer, and the message is deleted"


async def folded(world: World) -> set[int]:
    """Return the ids of folded messages: all cards but the newest, and the host's call once the game has begun."""
    found: set[int] = set()
    async with world.store.read() as reader:
        card, call = await reader.messages.newest(TABLE, CARD), await reader.messages.newest(TABLE, FULL)
        row = await reader.tables.get(TABLE)
        while card is not None and (card := await reader.messages.previous(card)) is not None:
            found.add(card.message_id)
    return found if call is None or row is None or row.phase == "lobby" else {*found, call.message_id}


def said(world: World, without: Collection[int] = ()) -> Said:
    """Return the final messages, sorted: channel, text and pings.

    The table's thread is called 0, since its id depends on which of several messages was posted first.
    """
    threads = world.discord.threads
    found = [
        (0 if channel in threads else channel, words(message), mentioned(message))
        for channel in world.discord.channels
        for message in world.discord.messages(channel)
        if int(message["id"]) not in without
    ]
    named = "|".join(map(str, threads)) or "no thread"
    return sorted((channel, re.sub(rf"/\d+|\b({named})\b", "", text), users) for channel, text, users in found)


async def told(world: World, case: str, fault: str | None) -> tuple[Said, Said]:
    """Return the final messages although a fault hits the first attempts of all the case's requests.

    The first list includes folded messages, the second does not.
    """
    before, happening = CASES[case]
    await before(world)
    await world.outbox.settle()
    for method in ("POST", "PATCH"):
        if fault == SPENT and method == "POST":
            world.discord.spend_nonce(MESSAGES)
        elif fault == LOST:
            world.discord.lose_response(method, PUBLISHING)
        elif fault in FAULTS:
            world.discord.fail_next(method, PUBLISHING, FAULTS[fault], times=2)
    await happening(world)
    await world.outbox.settle()
    if fault == SPENT:
        await world.outbox.settle(RETRY_MS[0])
    world.discord.forget_nonces()
    for _ in range(4):
        await world.outbox.settle(HOUR)
    return said(world), said(world, await folded(world))


@pytest.mark.parametrize(
    "faults", [(LOST,), pytest.param((*FAULTS, SPENT), marks=pytest.mark.slow)], ids=["lost answer", "other faults"]
)
@pytest.mark.parametrize("case", CASES)
async def test_it_comes_later_and_once(tmp_path: Path, case: str, faults: tuple[str, ...]) -> None:
    async with world(tmp_path / "without") as calm:
        expected = await told(calm, case, None)
    for fault in faults:
        async with world(tmp_path / fault) as troubled:
            found, is_limit = await told(troubled, case, fault), fault in LIMITS
            assert found[is_limit] == expected[is_limit], fault
            assert await troubled.pending() == [], fault
            for person in (ANN, BEN, DAN):
                wish = await preferences(troubled.store, person.id)
                assert not wish.direct_refused, f"{fault} says nothing about a person"
