"""Monster Hex's own slash commands: place a tile and take a value, with autocomplete from the legal actions."""

from collections.abc import Iterable

from discord import app_commands
from discord.ext import commands

from cogs.at_table.moves import make_typed_move
from cogs.client import Hexcade
from cogs.monster_hex import abilities, composing, typed
from cogs.monster_hex import sentences as words
from cogs.ui.kit.answers import Interaction, answered
from cogs.ui.requests.table_lookup import TABLE_OPTION, choices, find_table, table_choices
from tables.refusal import Refusal
from tables.viewer import TableView

GAME = "monster_hex"


class MonsterCommands(commands.GroupCog, group_name="monster", group_description="Monster Hex"):
    """`/monster place`, `/monster take` and `/monster ability`."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self.service = bot.service

    @app_commands.command(name="place", description="Place a tile from your hand")
    @app_commands.describe(
        tile="A Monster in your hand",
        label="The hex",
        rotation="Which way round; leave it out to choose from pictures",
        which=TABLE_OPTION,
    )
    @app_commands.rename(label="hex")
    @app_commands.rename(which="table")
    async def place(
        self, interaction: Interaction, tile: str, label: str, rotation: str | None = None, which: str | None = None
    ) -> None:
        """Places a tile, or offers its rotations."""
        async with answered(interaction, self.service, "monster place") as answer:
            table = await find_table(self.service, interaction, GAME)
            action = _placement(table, tile, label, rotation)
            await make_typed_move(self.bot, interaction, table, action, answer)

    @app_commands.command(name="take", description="Choose your value of a stone that you won")
    @app_commands.describe(value="The number on the stone", which=TABLE_OPTION)
    @app_commands.rename(which="table")
    async def take(self, interaction: Interaction, value: str, which: str | None = None) -> None:
        """Takes a printed value (MH-10)."""
        async with answered(interaction, self.service, "monster take") as answer:
            table = await find_table(self.service, interaction, GAME)
            await make_typed_move(self.bot, interaction, table, f"take {value}", answer)

    @app_commands.command(name="ability", description="Choose your ability, use it, or decline")
    @app_commands.describe(use="What to do with your ability", which=TABLE_OPTION)
    @app_commands.rename(which="table")
    async def ability(self, interaction: Interaction, use: str, which: str | None = None) -> None:
        """Chooses, uses or declines an ability (MH-15)."""
        async with answered(interaction, self.service, "monster ability") as answer:
            table = await find_table(self.service, interaction, GAME)
            named = dict(abilities.typed_choices(table))
            await make_typed_move(self.bot, interaction, table, named.get(use, use), answer)

    @ability.autocomplete("use")
    async def _uses(self, interaction: Interaction, text: str) -> list[app_commands.Choice[str]]:
        table = await self._table(interaction)
        return [] if table is None else choices(abilities.typed_choices(table), text)

    @place.autocomplete("tile")
    async def _tiles(self, interaction: Interaction, text: str) -> list[app_commands.Choice[str]]:
        table = await self._table(interaction)
        if table is None:
            return []
        return choices([(words.tile_name(tile), tile) for tile in composing.placements(table).choices()], text)

    @place.autocomplete("label")
    async def _labels(self, interaction: Interaction, text: str) -> list[app_commands.Choice[str]]:
        table = await self._table(interaction)
        if table is None:
            return []
        tile = typed.tile_id(str(interaction.namespace.tile or ""))
        places = composing.placements(table)
        tiles = [tile] if tile else places.choices()
        hexes = [found for each in tiles for found in typed.tile_hexes(table, places, each)]
        return _choices(((f"{label} +{gain}" if gain else label, label) for label, gain in hexes), text)

    @place.autocomplete("rotation")
    async def _rotations(self, interaction: Interaction, text: str) -> list[app_commands.Choice[str]]:
        table = await self._table(interaction)
        if table is None:
            return []
        tile, label = typed.tile_id(str(interaction.namespace.tile or "")), _label(str(interaction.namespace.hex or ""))
        return choices(list(typed.rotations(table, tile, label).items()), text)

    @take.autocomplete("value")
    async def _values(self, interaction: Interaction, text: str) -> list[app_commands.Choice[str]]:
        table = await self._table(interaction)
        legal = () if table is None else table.legal
        values = [action.split()[1] for action in legal if action.startswith("take ")]
        return choices([(value, value) for value in values], text)

    async def _table(self, interaction: Interaction) -> TableView | None:
        """The table of this channel where the user must act."""
        try:
            table = await find_table(self.service, interaction, GAME)
        except Refusal:
            return None
        return table if table.must_act else None

    @place.autocomplete("which")
    @take.autocomplete("which")
    @ability.autocomplete("which")
    async def _which(self, interaction: Interaction, text: str) -> list[app_commands.Choice[str]]:
        return await table_choices(self.service, interaction, text, GAME)


# Discord may send the label of a choice in place of its value.


def _placement(table: TableView, tile: str, label: str, rotation: str | None) -> str:
    """The placement in notation, with a rotation if one is given."""
    shared = table.view.shared if table.must_act and table.view.phase == composing.SHARED else None
    if shared is not None and shared.tile == typed.tile_id(tile):
        action = f"shared {_label(label)}"
    else:
        action = f"place {typed.tile_id(tile)} {_label(label)}"
    if rotation is None or not rotation.strip():
        return action
    named = typed.rotations(table, typed.tile_id(tile), _label(label)) if table.must_act else {}
    return f"{action} {named.get(rotation, rotation)}"


def _label(text: str) -> str:
    """The hex, without the points that its label tells."""
    return text.partition("+")[0].strip().upper()


def _choices(labelled: Iterable[tuple[str, str]], text: str) -> list[app_commands.Choice[str]]:
    """The choices with each value once."""
    return choices(list({value: (label, value) for label, value in labelled}.values()), text)
