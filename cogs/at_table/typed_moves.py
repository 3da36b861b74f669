"""Shared code of the games' slash commands: find the table, make a typed move, and the option `table`."""

from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from discord import app_commands
from discord.ext import commands

from cogs.at_table.moves import make_typed_move
from cogs.client import Hexcade
from cogs.ui.kit.answers import Interaction
from cogs.ui.kit.command_answers import answered
from cogs.ui.kit.interface import Page
from cogs.ui.kit.private_pages import page_answer
from cogs.ui.requests.table_lookup import TABLE_OPTION, find_table, table_choices
from tables.refusal import Refusal
from tables.viewer import TableView

Choices = list[app_commands.Choice[str]]
F = TypeVar("F", bound=Callable[..., Any])


class GameCommands(commands.GroupCog):
    """Base class for a game's group of slash commands.

    A subclass names its game and defines the commands with their options.
    """

    game: ClassVar[str]

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self.service = bot.service

    async def make(self, interaction: Interaction, command: str, action_of: Callable[[TableView], str]) -> None:
        """Make the move of a command, or answer with the page that completes or confirms it."""
        async with answered(interaction, self.service, f"{self.__cog_group_name__} {command}") as answer:
            table = await find_table(self.service, interaction, self.game)
            await make_typed_move(self.bot, interaction, table, action_of(table), answer)

    async def show(self, interaction: Interaction, command: str, page_of: Callable[[TableView], Page]) -> None:
        """Answer privately with a page of the command's table."""
        async with answered(interaction, self.service, f"{self.__cog_group_name__} {command}") as answer:
            table = await find_table(self.service, interaction, self.game)
            answer.content = await page_answer(self.bot, interaction, table, page_of(table))

    async def found(self, interaction: Interaction) -> TableView | None:
        """Return the table of the command being typed, or None if that isn't clear yet."""
        try:
            return await find_table(self.service, interaction, self.game)
        except Refusal:
            return None

    async def to_move(self, interaction: Interaction) -> TableView | None:
        """Return the table of the command being typed, if the user must act there."""
        table = await self.found(interaction)
        return table if table is not None and table.must_act else None

    async def legal(self, interaction: Interaction, verb: str) -> list[list[str]]:
        """Return the words after a verb in the legal actions of the user who must act."""
        table = await self.to_move(interaction)
        legal = () if table is None else table.legal
        return [action.split()[1:] for action in legal if action.split()[0] == verb]

    async def tables(self, interaction: Interaction, typed: str) -> Choices:
        """Return the game's tables in this channel as choices of the option `table`."""
        return await table_choices(self.service, interaction, typed, self.game)


def read_word(option: str, typed: str) -> str:
    """Return an option as one word of an action, so that the words after it keep their positions.

    Raises Refusal for a blank option.
    """
    found = "".join(typed.split())
    if not found:
        raise Refusal(f"Fill in *{option}*, or pick it from the list.")
    return found


def table_option(command: F) -> F:
    """Turn a command's parameter `which` into the option `table`, with description and autocomplete."""
    command = app_commands.rename(which="table")(command)
    command = app_commands.describe(which=TABLE_OPTION)(command)
    return app_commands.autocomplete(which=GameCommands.tables)(command)
