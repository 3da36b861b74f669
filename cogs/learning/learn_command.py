"""The slash command `/learn`."""

from discord import app_commands
from discord.ext import commands

from cogs.client import Hexcade
from cogs.learning.catalogue import known_game, known_lesson
from cogs.learning.lesson_list import all_games, lessons_of_game
from cogs.learning.lesson_pages import LessonPages
from cogs.ui.kit.answers import Answer, Interaction, answered
from cogs.ui.kit.interface import playable
from cogs.ui.requests.table_lookup import choices
from engine.lessons import lessons_of
from tables.refusal import Refusal

LESSON_NEEDS_GAME = "Choose a game as well: lessons belong to a game."


class LearnCog(commands.Cog):
    """`/learn`."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot

    @app_commands.command(name="learn", description="Learn a game step by step; only you see it")
    @app_commands.describe(game_name="Which game", lesson="Which lesson; suggestions come as you type")
    @app_commands.rename(game_name="game")
    @app_commands.choices(
        game_name=[app_commands.Choice(name=found.title, value=name) for name, found in playable().items()]
    )
    async def learn(
        self,
        interaction: Interaction,
        game_name: str | None = None,
        lesson: app_commands.Range[str, 1, 100] | None = None,
    ) -> None:
        """Shows the games, the lessons of one, or the first page of a lesson, privately."""
        async with answered(interaction, self.bot.service, "learn") as answer:
            answer.content = await self._answer(interaction, game_name, lesson)

    async def _answer(self, interaction: Interaction, game: str | None, lesson: str | None) -> Answer:
        store = self.bot.service.store
        if game is None and lesson is not None:
            raise Refusal(LESSON_NEEDS_GAME)
        if game is None:
            return await all_games(store, interaction)
        if lesson is None:
            return await lessons_of_game(store, interaction, known_game(game))
        return await LessonPages(self.bot).page(interaction, known_lesson(game, lesson), 0)

    @learn.autocomplete("lesson")
    async def _lessons(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        game = str(interaction.namespace.game or "")
        found = lessons_of(game) if game in playable() else {}
        return choices([(lesson.title, lesson.id) for lesson in found.values()], typed)


async def setup(bot: Hexcade) -> None:
    await bot.add_cog(LearnCog(bot))
