"""The slash command `/rules`."""

from discord import app_commands
from discord.ext import commands

from cogs.client import Hexcade
from cogs.rule_pages import found_answer
from cogs.starting.new_table import known_game
from cogs.ui.kit.answers import Interaction, answered
from cogs.ui.kit.interface import playable
from cogs.ui.requests.table_lookup import CHOICES
from cogs.ui.texts import rules_texts
from engine.rule_book import find


class RulesCog(commands.Cog):
    """`/rules`."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot

    @app_commands.command(name="rules", description="What a rule of a game says")
    @app_commands.describe(game_name="Which game", words="A number, a title or a word; suggestions come as you type")
    @app_commands.rename(game_name="game", words="find")
    @app_commands.choices(
        game_name=[app_commands.Choice(name=found.title, value=name) for name, found in playable().items()]
    )
    async def rules(
        self, interaction: Interaction, game_name: str, words: app_commands.Range[str, 1, 100] | None = None
    ) -> None:
        """Shows a rule, or the rules to choose from, privately."""
        async with answered(interaction, self.bot.service, "rules") as answer:
            game = known_game(game_name).name
            answer.content = await found_answer(self.bot, interaction, game, (words or "").strip())

    @rules.autocomplete("words")
    async def _words(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        game = playable().get(str(interaction.namespace.game or ""))
        found = () if game is None else find(game.name, typed)
        return [
            app_commands.Choice(name=rules_texts.rule_name(each.number, each.title), value=each.number)
            for each in found[:CHOICES]
        ]


async def setup(bot: Hexcade) -> None:
    await bot.add_cog(RulesCog(bot))
