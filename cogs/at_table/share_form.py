"""The form of *Share*, which asks for a channel, and the check that the user and the bot may write there."""

from collections.abc import Sequence
from typing import Any, cast

import discord
from discord import ui

from cogs.ui.kit.answers import Interaction
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.forms import modal, read_choices, read_ids
from cogs.ui.kit.interactions import get_data
from cogs.ui.requests.interaction_user import (
    NEEDED,
    PERMISSIONS,
    format_cannot_write,
    list_missing_permissions,
    require_postable,
)
from data.store import TableRow
from language.messages import _, list_and
from tables.refusal import Refusal

SHARE_FORM, SHARED = "share_form", "shared"
CHANNEL = "channel"
THREADS = (discord.ChannelType.news_thread, discord.ChannelType.public_thread, discord.ChannelType.private_thread)
CHANNELS = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
    discord.ChannelType.public_thread,
]


def share_form(row: TableRow) -> ui.Modal:
    """Build the form that asks for a channel, with the game's own channel preselected."""
    # Discord expects the id as a string, but discord.py would send an int as a number
    channel_id = cast("int", str(row.channel_id))
    here = discord.SelectDefaultValue(id=channel_id, type=discord.SelectDefaultValueType.channel)
    channels: ui.ChannelSelect[Any] = ui.ChannelSelect(
        custom_id=CHANNEL, channel_types=CHANNELS, default_values=[here], required=True
    )
    field = ui.Label(
        text=_("In which channel?"),
        description=_("I post the result and the replay there once, for everybody to see."),
        component=channels,
    )
    return modal(_("Share this game"), CustomId(row.id, None, SHARED), [field])


def chosen_channel(interaction: Interaction) -> int | None:
    """Return the channel chosen in the form; None for a press of an older button, which opened no form."""
    data = get_data(interaction)
    chosen = read_choices(data.get("components", [])).get(CHANNEL, ()) if data.get("components") else ()
    return next(iter(read_ids(chosen)), None)


def require_may_write(client: discord.Client, interaction: Interaction, channel_id: int) -> None:
    """Raise Refusal unless both the user and the bot may write in the channel with this id."""
    resolved: dict[str, Any] = (get_data(interaction).get("resolved") or {}).get("channels") or {}
    chosen = resolved.get(str(channel_id))
    if chosen is not None:
        in_thread = chosen.get("type") in [kind.value for kind in THREADS]
        allowed = discord.Permissions(int(chosen.get("permissions") or 0))
        if list_missing_permissions(allowed, ("view_channel",), in_thread=in_thread):
            raise Refusal(format_cannot_write(channel_id))
    if channel_id == interaction.channel_id:
        require_postable(interaction)
        return
    guild = None if interaction.guild_id is None else client.get_guild(interaction.guild_id)
    channel = None if guild is None else guild.get_channel_or_thread(channel_id)
    if guild is None or channel is None:
        raise Refusal(format_bot_cannot_see(channel_id))
    in_thread = isinstance(channel, discord.Thread)
    missing = list_missing_permissions(channel.permissions_for(guild.me), NEEDED, in_thread=in_thread)
    if missing:
        raise Refusal(format_bot_cannot_write(channel_id, [_(PERMISSIONS[name]) for name in missing]))


def format_bot_cannot_see(channel: int) -> str:
    return _(
        "I can't see {channel}. Choose another channel, or ask a server manager to give me access.",
        channel=f"<#{channel}>",
    )


def format_bot_cannot_write(channel: int, permissions: Sequence[str]) -> str:
    return _(
        "I need the permission {permissions} to post in {channel}. Choose another channel, or ask a server manager.",
        permissions=list_and([f"**{permission}**" for permission in permissions]),
        channel=f"<#{channel}>",
    )
