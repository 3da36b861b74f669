"""Tables with the outbox and its fake Discord: posted messages and pending rows."""

from dataclasses import dataclass
from typing import Any

from cogs.ui.kit.custom_ids import parse
from data.store import Store, TableRow
from tables.open_table import OpenTable
from tables.service import TableService
from tables.settings import TableSettings
from tests.cog_tables import HOUR, open_lobby, start_table
from tests.fake_discord import FakeDiscord, SentRequest, parts
from tests.running_dispatchers import Clock, Running

MESSAGES = r"/channels/\d+/messages"
MESSAGE = rf"{MESSAGES}/\d+"
THREADS = rf"{MESSAGE}/threads"
WEBHOOK = r"/webhooks/\d+/[^/]+/messages/@original"


def step_of(message: Any) -> int:
    """Return the step in a message's custom ids, 0 if there is none."""
    pressed = [parse(part["custom_id"]) for part in parts(message) if "custom_id" in part]
    return max((found.step or 0 for found in pressed if found is not None), default=0)


def cards(discord: FakeDiscord, place: int) -> list[dict[str, Any]]:
    """Return the live cards in a channel: messages with a picture."""
    return [message for message in discord.messages(place) if any(part.get("type") == 12 for part in parts(message))]


def thread(discord: FakeDiscord) -> int:
    """Return the id of the only thread."""
    (found,) = discord.threads
    return found


async def pending(store: Store, clock: Clock) -> list[tuple[str, int]]:
    """Return the pending rows, due or not: kind, and milliseconds until due."""
    async with store.read() as reader:
        return [(row.kind, row.due - clock.now) for row in await reader.outbox.pending(clock.now + 10 * HOUR)]


@dataclass(frozen=True)
class World:
    """Tables with the outbox and the fake Discord that it posts to."""

    service: TableService
    discord: FakeDiscord
    outbox: Running

    @property
    def store(self) -> Store:
        return self.service.store

    @property
    def clock(self) -> Clock:
        return self.outbox.clock

    @property
    def thread(self) -> int:
        """The id of the only thread."""
        return thread(self.discord)

    @property
    def posted(self) -> list[dict[str, Any]]:
        """The messages of the only thread, the oldest first."""
        return self.discord.messages(self.thread)

    @property
    def cards(self) -> list[dict[str, Any]]:
        """The live cards in the only thread."""
        return cards(self.discord, self.thread)

    @property
    def edits(self) -> list[SentRequest]:
        """The edits of messages in the only thread so far, including failed ones."""
        return self.discord.sent("PATCH", rf"/channels/{self.thread}/messages/\d+")

    async def start(self, *seats: int, **more: Any) -> OpenTable:
        """Start a table and post its first card."""
        table = await start_table(self.service, *seats, **more)
        await self.settle()
        return table

    async def open(self, settings: TableSettings | None = None, **more: Any) -> TableRow:
        """Open a lobby and post it."""
        row = await open_lobby(self.service, settings, **more)
        await self.settle()
        return row

    async def settle(self, passed_ms: int = 0) -> None:
        """Advance the clock and wait until the outbox is idle."""
        await self.outbox.settle(passed_ms)

    async def kill(self) -> None:
        """Cancel the outbox in the middle of its work."""
        await self.outbox.kill()

    async def pending(self) -> list[tuple[str, int]]:
        """Return the pending rows, due or not: kind, and milliseconds until due."""
        return await pending(self.store, self.clock)
