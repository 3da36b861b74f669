"""The slash command `/demo`."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.client import Hexcade
from cogs.learning.demo import file_of, meant, picture_of, private_answer, public_view
from cogs.starting.new_table import known_game
from cogs.ui.kit.answers import Answer, Interaction, answered
from cogs.ui.kit.interface import playable
from cogs.ui.requests.channel_quiet import ChannelQuiet
from cogs.ui.requests.interaction_user import require_may_write, require_postable
from cogs.ui.requests.presence import is_away
from cogs.ui.requests.table_lookup import CHOICES
from cogs.ui.texts import demo_texts
from engine.lessons.topics import Topic, find

POSTED = "Everybody here can see it now."

SECONDS = 30
"""How long after a demo another one can be posted in the same channel."""


class DemoCog(commands.Cog):
    """`/demo`."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self._quiet = ChannelQuiet(SECONDS, demo_texts.shown_a_moment_ago)

    @app_commands.command(name="demo", description="Show everybody here how a game works, in moving pictures")
    @app_commands.describe(game_name="Which game", topic="A question about it; suggestions come as you type")
    @app_commands.rename(game_name="game")
    @app_commands.choices(
        game_name=[app_commands.Choice(name=found.title, value=name) for name, found in playable().items()]
    )
    async def demo(
        self, interaction: Interaction, game_name: str, topic: app_commands.Range[str, 1, 100] | None = None
    ) -> None:
        """Posts a topic of a game, by default its first."""
        async with answered(interaction, self.bot.service, "demo") as answer:
            found = meant(known_game(game_name).name, (topic or "").strip())
            answer.content = await self._post(interaction, found)

    async def _post(self, interaction: Interaction, topic: Topic) -> Answer:
        """Posts a topic, without pings; where the bot can't post, the private answer is the demo itself."""
        if is_away(interaction):
            return private_answer(topic, await picture_of(self.bot, interaction, topic))
        require_may_write(interaction)
        require_postable(interaction)
        channel = interaction.channel_id or 0
        with self._quiet.turn(channel):
            drawn = await picture_of(self.bot, interaction, topic)
            target, nobody = self.bot.get_partial_messageable(channel), discord.AllowedMentions.none()
            await target.send(view=public_view(topic, drawn), file=file_of(drawn), allowed_mentions=nobody)
        return Answer(POSTED)

    @demo.autocomplete("topic")
    async def _topics(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        game = playable().get(str(interaction.namespace.game or ""))
        found = () if game is None else find(game.name, typed)
        return [app_commands.Choice(name=topic.question, value=topic.id) for topic in found[:CHOICES]]


async def setup(bot: Hexcade) -> None:
    await bot.add_cog(DemoCog(bot))
