"""`kill -9` at random times in random games: nothing acknowledged is lost, nothing is posted twice.

HEXCADE_KILLS sets the number of kills. Games are played side by side by clicks, while pictures are drawn, messages
posted, and timers and forms are open; each game is played to its end.
"""

import asyncio
import itertools
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
import pytest_asyncio

from tests.faults.random_hive_mind_play import RandomMatch
from tests.faults.random_play import RandomGame, RestartingBot
from tests.postgresql import postgresql
from tests.program_processes import start_program
from tests.table_driver import buttons, is_public, verify

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]

KILLS = int(os.environ.get("HEXCADE_KILLS", "4"))
SEED = int(os.environ.get("HEXCADE_SEED", "1"))
SIDE_BY_SIDE = 2
LONGEST_SECONDS = 3.0
"""Maximum time between two kills."""


MANY_TABLES: dict[str, Any] = {f"TABLES_PER_{whose}": "100000" for whose in ("HOST", "CHANNEL", "SERVER")}


@pytest_asyncio.fixture(loop_scope="module")
async def bot_on_sqlite(tmp_path: Path) -> AsyncIterator[RestartingBot]:
    async with start_program(tmp_path, **MANY_TABLES) as program:
        yield RestartingBot(program)


@pytest_asyncio.fixture(loop_scope="module")
async def bot_on_postgresql(tmp_path: Path) -> AsyncIterator[RestartingBot]:
    async with postgresql() as address, start_program(tmp_path, DATABASE_URL=address, **MANY_TABLES) as program:
        yield RestartingBot(program, address)


async def test_games_survive_kills_at_random_moments(bot_on_sqlite: RestartingBot) -> None:
    bot = bot_on_sqlite
    counts: list[tuple[int, int, int]] = []

    async def play(seed: int) -> str:
        game = RandomGame(bot, seed)
        await game.play()
        counts.append(await check(bot, game))
        moves, closed, told = (sum(column) for column in zip(*counts, strict=True))
        return f"{len(counts)} games, {moves} moves ({told} told), {closed} deadlines"

    await under_kills(bot, play)
    assert len(counts) >= SIDE_BY_SIDE


async def test_matches_survive_kills_while_all_submit_at_the_same_time(bot_on_postgresql: RestartingBot) -> None:
    bot = bot_on_postgresql
    told: list[int] = []

    async def play(seed: int) -> str:
        match = RandomMatch(bot, seed)
        await match.play()
        told.append(await check_match(match))
        return f"{len(told)} matches, {sum(told)} actions told"

    await under_kills(bot, play)
    assert len(told) >= SIDE_BY_SIDE


async def under_kills(bot: RestartingBot, play: Callable[[int], Awaitable[str]]) -> None:
    """Play games side by side until there were enough kills, then finish each running game."""
    rng, seeds, before = Random(SEED), itertools.count(1000 * SEED), bot.program.kills

    async def room() -> None:
        while True:
            played = await play(next(seeds))
            print(f"{bot.program.kills - before} kills, {played}")
            if bot.program.kills - before >= KILLS:
                return

    rooms = [asyncio.create_task(room()) for _ in range(SIDE_BY_SIDE)]
    while bot.program.kills - before < KILLS and not any(room.done() for room in rooms):
        await asyncio.wait(rooms, timeout=rng.uniform(0, LONGEST_SECONDS), return_when=asyncio.FIRST_COMPLETED)
        await bot.kill_and_restart()
    await asyncio.gather(*rooms)


async def check(bot: RestartingBot, game: RandomGame) -> tuple[int, int, int]:
    """Check that the log has all acknowledged moves in order, each step has one card, and one card is live.

    Returns the numbers of logged moves, closed turns and acknowledged moves.
    """
    (logged, closed), table, program = await game.log(), game.table, bot.program
    told = iter(logged)
    assert all(action in told for action in game.acknowledged), "a move that was acknowledged is in the log"
    assert set(logged) <= set(game.pressed), "and nothing is that nobody confirmed"
    shown = [
        table.step_of(message)
        for name, message in program.watcher.events
        if name == "MESSAGE_CREATE" and message["channel_id"] in table.places and table.step_of(message)
    ]
    assert shown == sorted(set(shown)), "no step is posted twice"
    public = [message for message in await game.folded() if is_public(message)]
    assert len(public) == len(shown), "no message but the cards"
    assert len([message for message in public if buttons(message)]) == 1
    if not closed:
        # If time runs out between two posts, one card may cover two turns. So it may for a person who chooses a value
        # before the card of the move that won it is posted.
        values = len([action for action in logged if action.startswith("take")])
        assert len(logged) + 1 - values <= len(shown) <= len(logged) + 1
    assert verify(await game.record()).returncode == 0
    return len(logged), closed, len(game.acknowledged)


async def check_match(match: RandomMatch) -> int:
    """Check that the log has each player's acknowledged actions in order, each turn has one card, and one card is live.

    Returns the number of acknowledged actions.
    """
    entries = await match.bot.rows("SELECT actor, action FROM entries WHERE table_id = ? ORDER BY n", match.table.id)
    for seat, name in enumerate(match.people):
        logged = [action for actor, action in entries if actor == str(seat)]
        told, rest = [action for who, action in match.acknowledged_by if who == name], iter(logged)
        assert all(action in rest for action in told), f"{name} was told of {told}; in the log are {logged}"
    public = [message for message in await match.folded() if is_public(message)]
    assert len(public) == await match.turns(), "one card for each turn, and no other message"
    assert len([message for message in public if buttons(message)]) == 1
    assert verify(await match.record()).returncode == 0
    return len(match.acknowledged_by)
