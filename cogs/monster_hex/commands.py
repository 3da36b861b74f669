"""Monster Hex's own slash commands: place a tile and take a value, with autocomplete from the legal actions."""

from collections.abc import Iterable

from discord import app_commands

from cogs.at_table.typed_moves import Choices, GameCommands, read_word, table_option
from cogs.monster_hex import abilities, composing, typed
from cogs.monster_hex import sentences as words
from cogs.ui.kit.answers import Interaction
from cogs.ui.requests.table_lookup import choices
from tables.viewer import TableView

GAME = "monster_hex"


class MonsterCommands(GameCommands, group_name="monster", group_description="Monster Hex"):
    """`/monster place`, `/monster take` and `/monster ability`."""

    game = GAME

    @app_commands.command(name="place", description="Place a tile from your hand")
    @table_option
    @app_commands.describe(
        tile="A Monster in your hand",
        label="The hex",
        rotation="Which way round; leave it out to choose from pictures",
    )
    @app_commands.rename(label="hex")
    async def place(
        self, interaction: Interaction, tile: str, label: str, rotation: str | None = None, which: str | None = None
    ) -> None:
        """Places a tile, or offers its rotations."""
        await self.make(interaction, "place", lambda table: _placement(table, tile, label, rotation))

    @app_commands.command(name="take", description="Choose your value of a stone that you won")
    @table_option
    @app_commands.describe(value="The number on the stone")
    async def take(self, interaction: Interaction, value: str, which: str | None = None) -> None:
        """Takes a printed value (MH-10)."""
        await self.make(interaction, "take", lambda _: f"take {read_word('value', value)}")

    @app_commands.command(name="ability", description="Choose your ability, use it, or decline")
    @table_option
    @app_commands.describe(use="What to do with your ability")
    async def ability(self, interaction: Interaction, use: str, which: str | None = None) -> None:
        """Chooses, uses or declines an ability (MH-15)."""
        await self.make(interaction, "ability", lambda table: dict(abilities.typed_choices(table)).get(use, use))

    @ability.autocomplete("use")
    async def _uses(self, interaction: Interaction, text: str) -> Choices:
        table = await self.to_move(interaction)
        return [] if table is None else choices(abilities.typed_choices(table), text)

    @place.autocomplete("tile")
    async def _tiles(self, interaction: Interaction, text: str) -> Choices:
        table = await self.to_move(interaction)
        if table is None:
            return []
        return choices([(words.tile_name(tile), tile) for tile in composing.placements(table).choices()], text)

    @place.autocomplete("label")
    async def _labels(self, interaction: Interaction, text: str) -> Choices:
        table = await self.to_move(interaction)
        if table is None:
            return []
        tile = typed.tile_id(str(interaction.namespace.tile or ""))
        places = composing.placements(table)
        tiles = [tile] if tile else places.choices()
        hexes = [found for each in tiles for found in typed.tile_hexes(table, places, each)]
        return _choices(((f"{label} +{gain}" if gain else label, label) for label, gain in hexes), text)

    @place.autocomplete("rotation")
    async def _rotations(self, interaction: Interaction, text: str) -> Choices:
        table = await self.to_move(interaction)
        if table is None:
            return []
        tile, label = typed.tile_id(str(interaction.namespace.tile or "")), _label(str(interaction.namespace.hex or ""))
        return choices(list(typed.rotations(table, tile, label).items()), text)

    @take.autocomplete("value")
    async def _values(self, interaction: Interaction, text: str) -> Choices:
        return choices([(value, value) for (value,) in await self.legal(interaction, "take")], text)


# Discord may send the label of a choice in place of its value.


def _placement(table: TableView, tile: str, label: str, rotation: str | None) -> str:
    """The placement in notation, with a rotation if one is given."""
    tile, label = read_word("tile", typed.tile_id(tile)), read_word("hex", _label(label))
    shared = table.view.shared if table.must_act and table.view.phase == composing.SHARED else None
    action = f"shared {label}" if shared is not None and shared.tile == tile else f"place {tile} {label}"
    if rotation is None:
        return action
    named = typed.rotations(table, tile, label) if table.must_act else {}
    return f"{action} {read_word('rotation', named.get(rotation, rotation))}"


def _label(text: str) -> str:
    """The hex, without the points that its label tells."""
    return text.partition("+")[0].strip().upper()


def _choices(labelled: Iterable[tuple[str, str]], text: str) -> Choices:
    """The choices with each value once."""
    return choices(list({value: (label, value) for label, value in labelled}.values()), text)
