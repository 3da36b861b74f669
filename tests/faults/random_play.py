"""Random players who keep playing through kills of the bot, using only the messages and buttons that they see."""

import asyncio
import itertools
import re
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import aiohttp
import asyncpg

from tests.playground_driver import PATIENCE_SECONDS, DriverError, Json, Person, texts
from tests.program_processes import ProgramProcesses
from tests.table_driver import (
    TableDriver,
    buttons,
    compose_id,
    custom_ids,
    final_ids,
    hexes,
    is_made,
    mentioned,
    open_table,
)

NAMES = ("Ann", "Ben", "Cleo", "Dan")
LOST = (DriverError, TimeoutError, aiohttp.ClientError, AssertionError, StopIteration)
TWO_DAYS = 2 * 24 * 3_600_000
FOLDING_CHANGES = 20
"""Limit of message changes, and of waits without one, before the wait for folded cards fails."""
SILENCE_SECONDS = 30.0
"""The maximum wait for an answer that a kill may have lost, before a player retries.

Each of four kills may cost one such wait, and all must fit into a test's time limit (`tests/conftest.py`).
"""


class BotKilledError(DriverError):
    """The bot was killed during an operation."""


class RestartingBot:
    """A bot that can be killed and restarted; operations in progress then raise BotKilledError."""

    def __init__(self, program: ProgramProcesses, postgresql: str | None = None) -> None:
        self.program, self._postgresql = program, postgresql
        self._up, self._down = asyncio.Event(), asyncio.Event()
        self._up.set()

    async def kill_and_restart(self) -> None:
        """Kill the bot with SIGKILL, and start it again."""
        self._up.clear()
        self._down.set()
        await self.program.kill_bot()
        self._down.clear()
        await self.program.start_bot()
        self._up.set()

    async def rows(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """Query the bot's database, SQLite or PostgreSQL."""
        if self._postgresql is None:
            return self.program.rows(statement, *values)
        connection = await asyncpg.connect(self._postgresql)
        try:
            numbers = itertools.count(1)
            return await connection.fetch(re.sub(r"\?", lambda _: f"${next(numbers)}", statement), *values)
        finally:
            await connection.close()

    async def during(self, work: Coroutine[Any, Any, Any] | asyncio.Future[Any]) -> Any:
        """Wait until the bot is up, then await the work.

        Raises BotKilledError if the bot is killed meanwhile.
        """
        try:
            async with asyncio.timeout(4 * PATIENCE_SECONDS):
                await self._up.wait()
        except BaseException:
            work.close() if asyncio.iscoroutine(work) else work.cancel()
            raise
        working, falling = asyncio.ensure_future(work), asyncio.ensure_future(self._down.wait())
        await asyncio.wait((working, falling), timeout=SILENCE_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        falling.cancel()
        if not working.done():
            working.cancel()
            with suppress(*LOST, asyncio.CancelledError):
                await working
            raise BotKilledError("The bot fell, or said nothing.")
        return working.result()


def is_call(message: Json) -> bool:
    """Return whether a message pings people separately from the card, for example the last person to act."""
    return any(":pings:" in text for text in custom_ids(message))


def _is_update(name: str, message: Json) -> bool:
    return name == "MESSAGE_UPDATE"


class RandomGame:
    """One table from /play to its record, with the pressed and the acknowledged actions."""

    def __init__(self, bot: RestartingBot, seed: int) -> None:
        self.bot, self.program = bot, bot.program
        self.rng = Random(seed)
        self.seats = self.rng.choice((2, 2, 3))
        self.computers = int(self.rng.random() < 0.3)
        self.people = NAMES[: self.seats - self.computers]
        self.hastening = self.rng.choice((0, 0, 1, 2))
        self.pressed: list[str] = []
        self.acknowledged: list[str] = []
        self.table: TableDriver
        self.last: Json

    async def play(self) -> None:
        """Play the game to its end."""
        await self._persist(self._open)
        await self._persist(self._seat_everybody)
        card = await self._started()
        while not self.table.over(card):
            with suppress(*LOST):
                await self.bot.during(self._turn(card))
            card = await self._newest(card)
        self.last = card

    async def _persist(self, attempt: Any) -> None:
        """Retry until it succeeds; each attempt starts from the current messages."""
        while True:
            try:
                return await self.bot.during(attempt())
            except LOST:
                continue

    async def _open(self) -> None:
        host = await self.program.person(NAMES[0])
        self.table = await open_table(self.program, host, await self.program.channel(), seats=2)

    async def _seat_everybody(self) -> None:
        """Fill the lobby; idempotent, because a previous attempt may have done part of it."""
        table = self.table
        table.lobby = await table.host.message(table.lobby)
        shown = texts(table.lobby)
        if "2 days for each move" not in shown:
            form = await table.host.click(await table.set_up(), label="Time")
            await table.host.submit(form, {"move": "2 days"})
            await table.lobby_with("2 days for each move")
        now = texts(table.lobby)
        # The last seat is listed once it is taken.
        if f"of {self.seats} seats taken" not in now and f"{self.seats}. " not in now:
            form = await table.host.click(await table.set_up(), label="Players and start")
            await table.host.submit(form, {"seats": [str(self.seats)]})
            await table.lobby_with(f"of {self.seats} seats taken")
        for name in self.people[1:]:
            person = await self.program.person(name)
            if f". **{name}**" not in shown:
                await person.click(table.lobby, label="Join")
                await table.lobby_with(f". **{name}**")
            if person not in table.people:
                table.people.append(person)
        if self.computers and "Computer 1" not in shown:
            await table.host.click(table.lobby, label="Fill with computers")
            await table.lobby_with("Computer 1")
        await table.lobby_with("Every seat is taken")

    async def _started(self) -> Json:
        while True:
            if (card := await self._live()) is not None:
                return card
            with suppress(*LOST):
                table = self.table
                table.lobby = await table.host.message(table.lobby)
                if "Start" in buttons(table.lobby):
                    await self.bot.during(table.host.click(table.lobby, label="Start"))
                return await self.bot.during(table.card_after(0))

    async def _live(self) -> Json | None:
        """Return the newest live card, or None."""
        with suppress(*LOST):
            found = [message for message in await self.table.messages(10) if self.table.step_of(message)]
            return max(found, key=self.table.step_of, default=None)
        return None

    async def _newest(self, card: Json) -> Json:
        """Return the next card if there is one, otherwise the same: another attempt's move may have counted."""
        newest = await self._live()
        if newest is not None and self.table.step_of(newest) > self.table.step_of(card):
            return newest
        with suppress(*LOST):
            async with asyncio.timeout(3):
                return await self.bot.during(self.table.card_after(self.table.step_of(card)))
        return card

    async def _turn(self, card: Json) -> None:
        """Make a move, from *Move* until the draft is deleted, which acknowledges the move."""
        table = self.table
        if self.hastening and self.rng.random() < 0.1:
            self.hastening -= 1
            await self._let_time_run_out()
        person = table.who(card)
        assert mentioned(card) <= {person.id}, "nobody who has just acted, either"
        other = self.rng.choice(table.people)
        extra = self.rng.choice(("My hand", "More", None))
        if extra:
            await other.click(card, label=extra)
        draft = await person.answer(await person.click(card, compose_id(card)))
        draft, press = await self._composed(person, draft)
        gone = person.event(lambda name, data: data.get("id") == draft["id"] and is_made(name, data))
        action = press.split(":", 3)[3]
        self.pressed.append(action)
        try:
            await person.click(draft, press)
            await gone
        finally:
            gone.cancel()
        self.acknowledged.append(action)

    async def _composed(self, person: Person, draft: Json) -> tuple[Json, str]:
        """Return the last page of a draft, and the custom id to press on it."""
        table, rng = self.table, self.rng
        if not final_ids(draft):
            offered = hexes(draft)
            if not offered:
                raise DriverError(f"The board moved on: {texts(draft)}")
            await table.choose_hex(person, draft, rng.choice(offered))
            draft = await table.final_page(person, draft)
        return draft, rng.choice(final_ids(draft))

    async def _let_time_run_out(self) -> None:
        """Move the turn's deadline into the past."""
        statement = "UPDATE timers SET due = due - ? WHERE table_id = ? AND kind = 'deadline'"
        await self.bot.rows(statement, TWO_DAYS, self.table.id)
        seats = "UPDATE seats SET due = due - ?, since = since - ? WHERE table_id = ?"
        await self.bot.rows(seats, TWO_DAYS, TWO_DAYS, self.table.id)

    async def folded(self) -> list[Json]:
        """Return all messages except calls, once only one card is live."""
        messages: list[Json] = []
        for _ in range(FOLDING_CHANGES):
            messages = [message for message in await self.table.messages() if not is_call(message)]
            if sum(bool(buttons(message)) for message in messages) == 1:
                return messages
            with suppress(*LOST):
                await self.bot.during(self.program.watcher.event(_is_update))
        raise AssertionError([(texts(message)[:200], list(buttons(message))) for message in messages])

    async def record(self) -> Path:
        """Return the record as a file."""
        while True:
            with suppress(*LOST):
                return await self.bot.during(self.table.record(self.last))

    async def log(self) -> tuple[list[str], int]:
        """Return the people's actions, and the number of closed turns."""
        entries = await self.bot.rows("SELECT actor, action FROM entries WHERE table_id = ? ORDER BY n", self.table.id)
        statement = "SELECT seat FROM seats WHERE table_id = ? AND player IS NULL"
        people = {str(seat) for (seat,) in await self.bot.rows(statement, self.table.id)}
        own = [action for actor, action in entries if actor in people]
        return own, [action for _, action in entries].count("close")
