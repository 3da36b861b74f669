"""Shared code of the games' slash commands: looking up the table, making typed moves, and the option `table`."""

from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from discord import app_commands
from discord.ext import commands

from cogs.at_table.moves import make_typed_move
from cogs.client import Hexcade
from cogs.ui.kit.answers import Interaction
from cogs.ui.kit.command_answers import give_answer
from cogs.ui.kit.interface import Page
from cogs.ui.kit.private_pages import page_answer
from cogs.ui.requests.table_lookup import TABLE_OPTION, find_table, table_choices
from language.messages import _
from tables.refusal import Refusal
from tables.viewer import TableView

Choices = list[app_commands.Choice[str]]
F = TypeVar("F", bound=Callable[..., Any])


class GameCommands(commands.GroupCog):
    """Base class for a game's group of slash commands.

    A subclass sets `game` and defines the commands with their options.
    """

    game: ClassVar[str]

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self.service = bot.service

    async def make(self, interaction: Interaction, command: str, action_of: Callable[[TableView], str]) -> None:
        """Make the move of a command, or answer with the page that completes or confirms it.

        `action_of` returns the move in notation for the table that the command refers to.
        """
        async with give_answer(interaction, self.service, f"{self.__cog_group_name__} {command}") as answer:
            table = await find_table(self.service, interaction, self.game)
            await make_typed_move(self.bot, interaction, table, action_of(table), answer)

    async def show(self, interaction: Interaction, command: str, page_of: Callable[[TableView], Page]) -> None:
        """Answer privately with the page that `page_of` builds for the table that the command refers to."""
        async with give_answer(interaction, self.service, f"{self.__cog_group_name__} {command}") as answer:
            table = await find_table(self.service, interaction, self.game)
            answer.content = await page_answer(self.bot, interaction, table, page_of(table))

    async def found(self, interaction: Interaction) -> TableView | None:
        """Return the table of the command being typed, or None if there is none or the user must choose one."""
        try:
            return await find_table(self.service, interaction, self.game)
        except Refusal:
            return None

    async def find_to_move(self, interaction: Interaction) -> TableView | None:
        """Return the table of the command being typed, or None if there is none or the user need not act there."""
        table = await self.found(interaction)
        return table if table is not None and table.must_act else None

    async def legal(self, interaction: Interaction, verb: str) -> list[list[str]]:
        """Return the user's legal actions that begin with a verb, each as the list of words after the verb.

        The list is empty if the user need not act.
        """
        table = await self.find_to_move(interaction)
        legal = () if table is None else table.legal
        return [action.split()[1:] for action in legal if action.split()[0] == verb]

    async def tables(self, interaction: Interaction, typed: str) -> Choices:
        """Return this channel's tables of the game as autocomplete choices for the option `table`."""
        return await table_choices(self.service, interaction, typed, self.game)


def read_word(option: str, typed: str) -> str:
    """Return a typed option without spaces, so that it is one word of the action to be parsed.

    With spaces, the words after it would be parsed in the wrong places. Raises Refusal for a blank option.
    """
    found = "".join(typed.split())
    if not found:
        raise Refusal(_("Fill in *{option}*, or pick it from the list.", option=option))
    return found


def table_option(command: F) -> F:
    """Decorate a command so that its parameter `which` is the option `table`, with description and autocomplete."""
    command = app_commands.rename(which="table")(command)
    command = app_commands.describe(which=TABLE_OPTION)(command)
    return app_commands.autocomplete(which=GameCommands.tables)(command)
