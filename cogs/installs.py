"""Where the commands are offered: on servers, in direct messages, and wherever somebody has brought the app along.

Discord offers apps that are installed to a person only if the application is set up for it; the commands are registered
for it only then, because they would be refused otherwise.
"""

from typing import Any

import discord
import structlog
from discord import app_commands
from discord.http import HTTPClient, Route

log = structlog.get_logger()

EVERYWHERE = ("help", "learn", "rules", "demo", "games", "settings", "play")
"""The commands that are of use between other people and on servers without the bot: private ones, `/demo`, which is
private there, and `/play`, which says there where it can be played."""
INTERNAL_ERROR = 500
USER_INSTALL = "1"
"""Discord's key for applications that a person may install for themselves."""


async def may_be_brought_along(http: HTTPClient) -> bool:
    """Whether the application is set up to be installed to a person; not if Discord refuses to say.

    Raises HTTPException while Discord is in trouble: then the commands stay as they are registered.
    """
    try:
        application: Any = await http.request(Route("GET", "/applications/@me"))
    except discord.HTTPException as error:
        if error.status >= INTERNAL_ERROR:
            raise
        log.warning("could not ask for the application", error=repr(error))
        return False
    return USER_INSTALL in (application.get("integration_types_config") or {})


def set_places(tree: app_commands.CommandTree[Any], *, brought_along: bool) -> None:
    """Sets for each command where it is offered; those for servers only stay there."""
    for command in tree.get_commands():
        on_servers_only = command.guild_only
        command.allowed_installs = app_commands.AppInstallationType(
            guild=True, user=brought_along and not on_servers_only
        )
        command.allowed_contexts = app_commands.AppCommandContext(
            guild=True,
            dm_channel=not on_servers_only,
            private_channel=brought_along and command.name in EVERYWHERE,
        )
