"""Monster Hex's own slash commands: place a tile and take a value, with autocomplete from the legal actions."""

from collections.abc import Iterable

from discord import app_commands
from discord.ext import commands

from cogs.client import Hexcade
from cogs.ui.answers import Interaction, answered
from cogs.ui.table_lookup import choices, find_table
from tables.refusal import Refusal

GAME = "monster_hex"


@app_commands.guild_only()
class MonsterCommands(commands.GroupCog, group_name="monster", group_description="Monster Hex"):
    """`/monster place` and `/monster take`."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self.service = bot.service

    @app_commands.command(name="place", description="Place a tile of your hand")
    @app_commands.describe(tile="A tile of your hand", label="The hex", rotation="0 to 5, sixths of a turn clockwise")
    @app_commands.rename(label="hex")
    async def place(self, interaction: Interaction, tile: str, label: str, rotation: str) -> None:
        """Places a tile."""
        await self._act(interaction, f"place {tile} {label} {rotation.removeprefix('rotation').strip()}")

    @app_commands.command(name="take", description="Choose a value of the stone that you are first at")
    @app_commands.describe(value="The printed value")
    async def take(self, interaction: Interaction, value: str) -> None:
        """Takes a printed value (MH-10)."""
        await self._act(interaction, f"take {value}")

    async def _act(self, interaction: Interaction, action: str) -> None:
        async with answered(interaction, self.service, f"monster {action.split()[0]}") as answer:
            table = await find_table(self.service, interaction, GAME)
            await self.service.act(table.row.id, interaction.user.id, action, reply=answer.reply)

    @place.autocomplete("tile")
    async def _tiles(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return _choices((words[1] for words in await self._legal(interaction)), typed)

    @place.autocomplete("label")
    async def _labels(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        tile = str(interaction.namespace.tile or "").upper()
        words = await self._legal(interaction)
        return _choices((word[2] for word in words if not tile or word[1] == tile), typed)

    @place.autocomplete("rotation")
    async def _rotations(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        tile, label = str(interaction.namespace.tile or "").upper(), str(interaction.namespace.hex or "").upper()
        words = await self._legal(interaction)
        return _choices((word[3] for word in words if (word[1], word[2]) == (tile, label)), typed)

    @take.autocomplete("value")
    async def _values(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return _choices((words[1] for words in await self._legal(interaction, "take")), typed)

    async def _legal(self, interaction: Interaction, verb: str = "place") -> list[list[str]]:
        """The user's legal actions with a verb, split into words."""
        try:
            table = await find_table(self.service, interaction, GAME)
        except Refusal:
            return []
        return [words for words in (action.split() for action in table.legal) if words[0] == verb]


def _choices(values: Iterable[str], typed: str) -> list[app_commands.Choice[str]]:
    return choices([(value, value) for value in dict.fromkeys(values)], typed)
