"""The slash command `/help`: what this is, the first step, and the commands."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from discord import app_commands, ui
from discord.ext import commands

from cogs.client import Hexcade
from cogs.starting.start_page import computer_button, game_line
from cogs.ui import lobby_texts, texts
from cogs.ui.answers import Answer, Interaction, answered
from cogs.ui.guide import guide_id
from cogs.ui.interface import playable
from cogs.ui.layouts import button, rows_of_buttons

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
            answer.content = help_answer(described(self.bot.tree.get_commands()))


def described(registered: Sequence[Command]) -> dict[str, str]:
    """The descriptions of the slash commands by name; a game's commands are one group with the game's title."""
    return {
        command.name: command.description for command in registered if not isinstance(command, app_commands.ContextMenu)
    }


def help_answer(known: Mapping[str, str]) -> Answer:
    """The page: two buttons for each game, then these commands."""
    rows: list[ui.Item[Any]] = []
    for name, game in playable().items():
        buttons = [
            button(texts.BUTTON_RULES, guide_id(None, name)),
            computer_button(name),
        ]
        rows += [ui.TextDisplay(game_line(game)), *rows_of_buttons(buttons)]
    return Answer(lobby_texts.HELP, (*rows, ui.TextDisplay(lobby_texts.commands_list(known))))


async def setup(bot: Hexcade) -> None:
    await bot.add_cog(HelpCog(bot))
