"""The slash command `/help`: what this is, the first step, and the commands."""

from collections.abc import Sequence
from typing import Any, TypeAlias

from discord import app_commands, ui
from discord.ext import commands

from cogs.client import Hexcade
from cogs.installs import EVERYWHERE
from cogs.starting.start_page import computer_button, game_line
from cogs.ui.kit.answers import Answer, Interaction, answered
from cogs.ui.kit.guide import guide_id
from cogs.ui.kit.interface import playable
from cogs.ui.kit.layouts import button, rows_of_buttons
from cogs.ui.requests.presence import is_away, is_direct
from cogs.ui.texts import direct_texts, lobby_texts, texts

Command: TypeAlias = app_commands.Command[Any, Any, Any] | app_commands.Group | app_commands.ContextMenu


class HelpCog(commands.Cog):
    """`/help`."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self.service = bot.service

    @app_commands.command(name="help", description="What this is and how to start")
    async def help(self, interaction: Interaction) -> None:
        """Shows the games and the commands, privately."""
        async with answered(interaction, self.service, "help") as answer:
            answer.content = help_answer(interaction, self.bot.tree.get_commands())


def offered(interaction: Interaction, registered: Sequence[Command]) -> list[Command]:
    """The commands that are of use where the interaction comes from."""
    if is_away(interaction):
        return [command for command in registered if command.name in EVERYWHERE]
    return [command for command in registered if not (is_direct(interaction) and command.guild_only)]


def described(registered: Sequence[Command]) -> dict[str, str]:
    """The descriptions of the slash commands by name; a game's commands are one group with the game's title."""
    return {
        command.name: command.description for command in registered if not isinstance(command, app_commands.ContextMenu)
    }


def help_answer(interaction: Interaction, registered: Sequence[Command]) -> Answer:
    """The page: what can be done there, buttons for each game, then the commands."""
    away, known = is_away(interaction), described(offered(interaction, registered))
    rows: list[ui.Item[Any]] = []
    for name, game in playable().items():
        buttons = [button(texts.BUTTON_RULES, guide_id(None, name)), *([] if away else [computer_button(name)])]
        rows += [ui.TextDisplay(game_line(game)), *rows_of_buttons(buttons)]
    return Answer(_head(interaction), (*rows, ui.TextDisplay(lobby_texts.commands_list(known))))


def _head(interaction: Interaction) -> str:
    """What this is, and how to start there."""
    if is_away(interaction):
        return direct_texts.help_away(interaction.application_id)
    return direct_texts.HELP if is_direct(interaction) else lobby_texts.HELP


async def setup(bot: Hexcade) -> None:
    await bot.add_cog(HelpCog(bot))
