"""Helpers that find the messages posted to the fake Discord, and the pending rows of the outbox."""

from typing import Any

from cogs.ui.kit.custom_ids import parse
from data.store import Store
from tests.cog_tables import HOUR
from tests.fake_discord import FakeDiscord, parts
from tests.running_dispatchers import Clock

MESSAGES = r"/channels/\d+/messages"
MESSAGE = rf"{MESSAGES}/\d+"
THREADS = rf"{MESSAGE}/threads"
WEBHOOK = r"/webhooks/\d+/[^/]+/messages/@original"


def step_of(message: Any) -> int:
    """The step in a message's custom ids."""
    pressed = [parse(part["custom_id"]) for part in parts(message) if "custom_id" in part]
    return max((found.step or 0 for found in pressed if found is not None), default=0)


def cards(discord: FakeDiscord, place: int) -> list[dict[str, Any]]:
    """The live cards in a channel: messages with a picture."""
    return [message for message in discord.messages(place) if any(part.get("type") == 12 for part in parts(message))]


def thread(discord: FakeDiscord) -> int:
    """The only thread."""
    (found,) = discord.threads
    return found


async def pending(store: Store, clock: Clock) -> list[tuple[str, int]]:
    """The pending rows, due or not: kind, and milliseconds until due."""
    async with store.read() as reader:
        return [(row.kind, row.due - clock.now) for row in await reader.pending_outbox(clock.now + 10 * HOUR)]
