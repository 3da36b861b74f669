"""Faults of the simulated fortnight: restarts, kills, outages of the store and of Discord, deleted messages."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from cogs.ui.kit.errors import STORE_AWAY
from data.store import StoreUnavailable
from tests.end_to_end.fortnight_tables import GONE, HOUR, MINUTE, PEOPLE, Played
from tests.end_to_end.simulated_fortnight import Fortnight
from tests.fake_discord import parts

STORE_GONE = "the disk is gone"


class Faults:
    """Faults to inject: restarts, kills, outages and deletions."""

    def __init__(self, fortnight: Fortnight) -> None:
        self.fortnight, self.discord = fortnight, fortnight.discord

    async def restart(self, minutes: int) -> None:
        """Stop the program and start it some minutes later."""
        fortnight = self.fortnight
        await fortnight.close()
        fortnight.clock.now += minutes * MINUTE
        await fortnight.open()
        fortnight.counts["restarts"] += 1

    async def kill_in_the_middle(self) -> None:
        """Kill the program while players act; actions acknowledged before the kill still count."""
        fortnight = self.fortnight
        playing = [table for table in fortnight.tables.values() if not table.end]
        work: list[asyncio.Task[None]] = []
        acting: list[tuple[Played, int, int]] = []
        for table in fortnight.rng.sample(playing, min(3, len(playing))):
            number = fortnight.rng.choice(table.plan.people)
            acting.append((table, PEOPLE[number].id, table.turn))
            work.append(asyncio.create_task(fortnight.session(number, only=table.id)))
        for _ in range(fortnight.rng.randrange(20, 400)):
            await asyncio.sleep(0)
        await fortnight.kill(work)
        minutes = fortnight.rng.randrange(1, 30)
        fortnight.clock.now += minutes * MINUTE
        await fortnight.open()
        fortnight.counts["kills"] += 1
        for table, user, before in acting:
            after = (await fortnight.program.service.view(table.id)).row.turn
            fortnight.unsure |= {(table.id, turn, user) for turn in range(before, after + 1)}

    async def discord_away(self, milliseconds: int = HOUR) -> None:
        """Let Discord answer 503 for a while."""
        fortnight = self.fortnight
        self.discord.is_away = True
        fortnight.counts["outages of Discord"] += 1
        # Failed posts are retried within a few minutes.
        fortnight.outages.append((fortnight.clock.now, fortnight.clock.now + milliseconds + 10 * MINUTE))

        async def back() -> None:
            self.discord.is_away = False

        fortnight.at(fortnight.clock.now + milliseconds, back)

    async def store_away(self) -> None:
        """Make the store unavailable for an hour; players who try to act get an apology."""
        fortnight = self.fortnight
        if self.discord.is_away:
            fortnight.later(self.store_away)
            return
        store = fortnight.program.store

        @asynccontextmanager
        async def gone(*_: Any, **__: Any) -> AsyncIterator[Any]:
            raise StoreUnavailable(STORE_GONE)
            yield

        kept = store.read, store.write
        waiting = [(table, user - PEOPLE[0].id) for table in fortnight.tables.values() for user, _ in table.awaited]
        store.read = store.write = gone  # type: ignore[method-assign]
        fortnight.counts["outages of the store"] += 1
        for table, number in fortnight.rng.sample(waiting, min(5, len(waiting))):
            result = await fortnight.program.press(PEOPLE[number], f"{table.id}:1:do:pass", private=True)
            assert result.text == STORE_AWAY, (table.end, table.plan, result)
            fortnight.counts["apologies"] += 1
        fortnight.clock.now += HOUR
        store.read, store.write = kept  # type: ignore[method-assign]
        fortnight.program.service.notify()

    async def delete_cards(self, most: int) -> None:
        """Delete up to `most` cards of open games, as a moderator does."""
        live = [
            (channel, int(message["id"]))
            for channel in self.discord.threads
            for message in self.discord.messages(channel)
            if any(part.get("type") == 12 for part in parts(message)) and self._is_of_open_table(message)
        ]
        for channel, message in self.fortnight.rng.sample(live, min(most, len(live))):
            self.discord.delete(channel, message)
            self.fortnight.counts["deleted cards"] += 1

    async def delete_thread(self) -> None:
        """Delete the thread of an open game."""
        threads = [
            thread
            for thread in sorted(self.discord.threads - self.discord.deleted)
            if any(self._is_of_open_table(message) for message in self.discord.messages(thread))
        ]
        if threads:
            self.discord.delete_thread(self.fortnight.rng.choice(threads))
            self.fortnight.counts["deleted threads"] += 1

    def _is_of_open_table(self, message: dict[str, Any]) -> bool:
        """Return whether a message has buttons of a table that is still open."""
        tables = self.fortnight.tables
        found = {str(part.get("custom_id", "")).partition(":")[0] for part in parts(message)} & tables.keys()
        return any(not tables[table].end for table in found)

    async def delete_channel(self, channel: int) -> None:
        """Delete a channel with all its tables."""
        for table in self.fortnight.tables.values():
            if table.plan.channel == channel and not table.end:
                table.why = GONE
                for thread in [thread for thread in self.discord.threads if self._is_thread_of(thread, channel)]:
                    self.discord.delete_thread(thread)
        self.discord.channels.pop(channel, None)
        self.discord.deleted.add(channel)
        self.fortnight.counts["deleted channels"] += 1

    def _is_thread_of(self, thread: int, channel: int) -> bool:
        found = self.discord.channels.get(channel)
        return found is not None and thread in found.messages
