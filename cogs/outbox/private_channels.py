"""The channels of direct messages, and what is done when Discord refuses one."""

import discord
import msgspec

from cogs.outbox.delivery import TOO_OLD_TO_EDIT, Delivery, is_transient
from data.store import Writer
from tables.preferences import DIRECT_MESSAGE, MENTION, read_preferences

KNOWN = 10_000
"""How many channels are remembered; any other is asked for again."""
INVALID_FORM = 50035
OPENED_TOO_FAST = 40003
"""Discord's limit for opening channels, which comes as a 403 and says nothing about the person."""


class PrivateChannels:
    """Opens the channels of direct messages; Discord gives the same one each time."""

    def __init__(self, client: discord.Client, delivery: Delivery) -> None:
        self._client = client
        self._delivery = delivery
        self._known: dict[int, int] = {}

    async def of(self, user_id: int) -> int:
        """The id of the channel between a user and the bot. Raises HTTPException when Discord refuses."""
        if user_id not in self._known:
            opened = await self._delivery.request(self._client.http.start_private_message(user_id))
            if len(self._known) >= KNOWN:
                self._known.clear()
            self._known[user_id] = int(opened["id"])
        return self._known[user_id]


def is_refused_message(error: discord.HTTPException) -> bool:
    """Whether Discord lets nobody send a direct message to a person.

    It says 403 to a message, but 400 to opening a channel, and 404 for a person who is gone.
    """
    return not is_transient(error) and error.code not in (INVALID_FORM, OPENED_TOO_FAST, TOO_OLD_TO_EDIT)


async def note_refusal(writer: Writer, user_id: int) -> None:
    """Falls back to mentions for a user to whom Discord lets nobody send a direct message; they are told when here."""
    # Also a lock, so that nothing is lost that the person changes meanwhile.
    await writer.put_user(user_id, None)
    now = await read_preferences(writer, user_id)
    pings = MENTION if now.pings == DIRECT_MESSAGE else now.pings
    wanted = msgspec.structs.replace(now, pings=pings, direct_refused=True)
    await writer.put_user(user_id, None, msgspec.json.encode(wanted).decode())
