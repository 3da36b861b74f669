"""The user of an interaction, and the permissions of the user and of the bot in its channel.

With a user install, commands also work on servers without the bot and in direct messages between other users.
There the bot can only answer privately, with one edit and at most five follow-ups for each interaction.
"""

from collections.abc import Sequence

import discord

from cogs.ui.kit.answers import Interaction
from data.store import TableRow
from language.catalogues import find_spoken_language
from language.messages import N_, _, list_and, ngettext, spoken_language
from render.text import isolate, keep_visible, writable_name
from tables.moderating.server_settings import Requester, ServerSettings
from tables.open_table import NAME_LIMIT, Person
from tables.refusal import Refusal
from tables.texts import CANT_POST

NEEDED = ("view_channel", "attach_files")

NO_LOBBY = N_(
    "Here you can play against the computer. For a game with others, type `/play` in a channel of a server "
    "that has added me."
)

PERMISSIONS = {
    "view_channel": N_("View Channel"),
    "send_messages": N_("Send Messages"),
    "send_messages_in_threads": N_("Send Messages in Threads"),
    "attach_files": N_("Attach Files"),
}


def get_person(interaction: Interaction) -> Person:
    """Return the user of an interaction, with their display name on this server."""
    return person_from_user(interaction.user)


def person_from_user(user: discord.User | discord.Member) -> Person:
    """Return a user with their display name on this server."""
    return build_person(user.id, user.display_name, user.name)


def build_person(user_id: int, display_name: str, username: str) -> Person:
    """Return a user with a cleaned display name, or with the user name if nothing visible is left of it."""
    name = " ".join(keep_visible(display_name).split())[:NAME_LIMIT]
    return Person(user_id, isolate(name) if writable_name(name, "") else username or str(user_id), username)


def get_requester(interaction: Interaction) -> Requester:
    """Return the user's id, permissions and roles as sent with the interaction; outside servers, no roles."""
    # `Member.roles` omits roles that are missing from the server's cache; `_roles` has the ids of all.
    roles = getattr(interaction.user, "_roles", ())
    return Requester(interaction.user.id, interaction.permissions.value, frozenset(roles))


def find_shared_language(interaction: Interaction, server: ServerSettings) -> str:
    """Return the language of what everybody sees in the interaction's channel.

    It is the one chosen for the server, else that of a community server, else the user's. Discord sends en-US for all
    other servers.
    """
    if server.language:
        return find_spoken_language(server.language)
    if interaction.guild is not None and "COMMUNITY" in interaction.guild.features:
        return find_spoken_language(str(interaction.guild_locale))
    return spoken_language()


def places_of(interaction: Interaction) -> tuple[int, ...]:
    """Return the id of the interaction's channel; for a thread, followed by the id of its parent channel."""
    channel = interaction.channel
    parent = channel.parent_id if isinstance(channel, discord.Thread) else None
    return tuple(place for place in (interaction.channel_id, parent) if place is not None)


def find_home_channel(interaction: Interaction) -> int:
    """Return the id of the channel for a game started by this interaction: the interaction's own channel.

    In a thread created by the program for another game, it is the thread's parent channel.
    """
    channel, program = interaction.channel, interaction.client.user
    if isinstance(channel, discord.Thread) and program is not None and channel.owner_id == program.id:
        return channel.parent_id
    return interaction.channel_id or 0


def format_cannot_post(interaction: Interaction, row: TableRow) -> str:
    """Format the message that the board can't be posted.

    In the table's own channel, it names the missing permissions.
    """
    missing = _missing(interaction, row.channel_id) if _is_at_table(interaction, row) else ()
    return format_unposted_board(missing) if missing else _(CANT_POST)


def lacks_permission(interaction: Interaction, row: TableRow) -> bool:
    """Return whether the bot is known to lack permissions to post the table's board.

    They are known only if the interaction comes from the table's channel or a thread in it; otherwise False.
    """
    is_known = interaction.guild_id is not None and _is_at_table(interaction, row)
    return is_known and bool(_missing(interaction, row.channel_id))


def may_post_in_threads(interaction: Interaction) -> bool:
    """Return whether the bot may post boards in threads of the interaction's channel."""
    return not list_missing_permissions(interaction.app_permissions, NEEDED, in_thread=True)


def _is_at_table(interaction: Interaction, row: TableRow) -> bool:
    return row.channel_id in (interaction.channel_id, getattr(interaction.channel, "parent_id", None))


def _missing(interaction: Interaction, channel_id: int | None = None) -> list[str]:
    # The permissions of a thread are those of its channel, except that writing needs another one in a thread.
    in_thread = isinstance(interaction.channel, discord.Thread) and channel_id in (None, interaction.channel_id)
    return list_missing_permissions(interaction.app_permissions, NEEDED, in_thread=in_thread)


def list_missing_permissions(allowed: discord.Permissions, needed: tuple[str, ...], *, in_thread: bool) -> list[str]:
    """Return the permissions that the bot or the user lacks for writing, by their names in Discord's API.

    Writing requires the permissions `needed`, and the permission to send messages in a channel or, with
    `in_thread`, in a thread.
    """
    wanted = (*needed, "send_messages_in_threads" if in_thread else "send_messages")
    return [name for name in wanted if not getattr(allowed, name)]


def require_may_write(interaction: Interaction) -> None:
    """Raise Refusal unless the user may write here; in direct messages everybody may."""
    if interaction.guild_id is None:
        return
    in_thread = isinstance(interaction.channel, discord.Thread)
    if list_missing_permissions(interaction.permissions, ("view_channel",), in_thread=in_thread):
        raise Refusal(format_cannot_write(interaction.channel_id or 0))


def require_postable(interaction: Interaction, channel_id: int | None = None) -> None:
    """Raise Refusal, with the missing permissions, if the bot can't post in the interaction's channel.

    To check the parent channel of the interaction's thread instead, pass it as `channel_id`.
    """
    if interaction.guild_id is None:
        # Direct messages have no permissions.
        return
    if missing := _missing(interaction, channel_id):
        raise Refusal(format_missing_permissions(missing))


def is_direct(interaction: Interaction) -> bool:
    """Return whether the interaction comes from the direct messages between its user and the bot."""
    return interaction.guild_id is None and interaction.context.dm_channel


def is_away(interaction: Interaction) -> bool:
    """Return whether the bot can't post here because only the user has installed the app."""
    if is_direct(interaction):
        return False
    by_user_alone = interaction.is_user_integration() and not interaction.is_guild_integration()
    return interaction.guild_id is None or by_user_alone


def require_present(interaction: Interaction) -> None:
    """Raise Refusal if the bot can't post here; its text names the alternatives."""
    if is_away(interaction):
        raise Refusal(away(interaction.application_id))


def require_server(interaction: Interaction) -> None:
    """Raise Refusal where lobbies are impossible: in direct messages, and where the bot can't post."""
    require_present(interaction)
    if is_direct(interaction):
        raise Refusal(_(NO_LOBBY))


def away(bot: int) -> str:
    return _(
        "I can't post a board here, because only you have installed me. "
        "To play against the computer, type `/play` in a direct message to <@{bot}>. To play with others, type it on "
        "a server that has added me.",
        bot=bot,
    )


def _name_permissions(names: Sequence[str]) -> str:
    return list_and([f"**{_(PERMISSIONS.get(name, name))}**" for name in names])


def format_unposted_board(missing: Sequence[str]) -> str:
    """Format the message that the board can't be posted, with the permissions that the bot lacks."""
    return ngettext(
        "-# The game is saved, but I can't post the board in its channel: I need the permission {permissions}. "
        "Somebody who runs this server can grant it; the board then appears by itself.",
        "-# The game is saved, but I can't post the board in its channel: I need the permissions {permissions}. "
        "Somebody who runs this server can grant it; the board then appears by itself.",
        len(missing),
        permissions=_name_permissions(missing),
    )


def format_cannot_write(channel: int) -> str:
    return _("You can't write in <#{channel}>. Choose a channel where you can.", channel=channel)


def format_missing_permissions(names: Sequence[str]) -> str:
    return _(
        "To play in this channel I need the permission {permissions}. Somebody who runs this server can grant it.",
        permissions=_name_permissions(names),
    )
