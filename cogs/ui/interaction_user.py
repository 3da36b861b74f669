"""The user's display name, and whether the bot may post in the channel."""

import unicodedata

import discord

from cogs.ui import texts
from cogs.ui.answers import Interaction
from tables.open_table import Person
from tables.refusal import Refusal

NAME_LIMIT = 32
HANGUL_FILLER = "\u3164"
"""A letter that renders as blank space, used for invisible names."""

NEEDED = ("view_channel", "attach_files")


def person_of(interaction: Interaction) -> Person:
    """The user of an interaction, with the display name on this server."""
    return as_person(interaction.user)


def as_person(user: discord.User | discord.Member) -> Person:
    """A user with the display name on this server."""
    # Format characters are invisible, and some turn the direction of whatever follows them.
    seen = "".join(letter for letter in user.display_name if unicodedata.category(letter) != "Cf")
    name = " ".join(seen.replace(HANGUL_FILLER, " ").split())
    return Person(user.id, name[:NAME_LIMIT] or str(user.id))


def require_postable(interaction: Interaction) -> None:
    """Raises Refusal, naming the permissions that the bot lacks in this channel."""
    in_thread = isinstance(interaction.channel, discord.Thread)
    needed = (*NEEDED, "send_messages_in_threads" if in_thread else "send_messages")
    missing = [name for name in needed if not getattr(interaction.app_permissions, name)]
    if missing:
        raise Refusal(texts.missing_permissions(missing))
