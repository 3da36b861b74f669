"""The Monster Hex slash commands, with autocomplete: `/monster place`, `take` and `ability`."""

from collections.abc import Iterable, Mapping

from discord import app_commands

from cogs.at_table.typed_moves import Choices, GameCommands, read_word, table_option
from cogs.monster_hex import abilities, composing
from cogs.monster_hex import sentences as words
from cogs.monster_hex.ways import SHARED
from cogs.monster_hex.worth import rank_hexes
from cogs.ui.kit.answers import Interaction
from cogs.ui.kit.composing import MoveParts, Parts
from cogs.ui.kit.interface import PageName
from cogs.ui.requests.table_lookup import choices
from engine.core import InvalidAction, NotYourTurn
from engine.monster_hex.actions import Place
from engine.monster_hex.content import TILE_INDEX, TILES, layout, tile_number
from engine.monster_hex.notation import read, write
from engine.monster_hex.refusals import refusal
from engine.monster_hex.variants import variants_of
from engine.monster_hex.view import View
from language.messages import N_, _
from render.monster_hex.rotation_names import rotation_effects
from tables.texts import not_your_turn
from tables.viewer import TableView

GAME = "monster_hex"


class MonsterCommands(GameCommands, group_name="monster", group_description=N_("Monster Hex")):
    """The command group `/monster`: `place`, `take` and `ability`."""

    game = GAME

    @app_commands.command(name="place", description=N_("Place a tile from your hand"))
    @table_option
    @app_commands.describe(
        tile=N_("A Monster in your hand"),
        label=N_("The hex"),
        rotation=N_("The way to turn it; leave it out to choose from pictures"),
    )
    @app_commands.rename(label="hex")
    async def place(
        self, interaction: Interaction, tile: str, label: str, rotation: str | None = None, which: str | None = None
    ) -> None:
        """Place a tile; without a rotation, show the page with the possible rotations."""
        await self.make(interaction, "place", lambda table: _placement(table, tile, label, rotation))

    @app_commands.command(name="take", description=N_("Choose your value from a stone that you won"))
    @table_option
    @app_commands.describe(value=N_("The number on the stone"))
    async def take(self, interaction: Interaction, value: str, which: str | None = None) -> None:
        """Take a printed value of a stone (MH-10)."""
        await self.make(interaction, "take", lambda table: f"take {read_word('value', value)}")

    @app_commands.command(name="ability", description=N_("Choose your ability, use it, or decline"))
    @table_option
    @app_commands.describe(use=N_("What to do with your ability"))
    async def ability(self, interaction: Interaction, use: str, which: str | None = None) -> None:
        """Choose an ability, use it, or decline to use it (MH-15)."""
        await self.make(interaction, "ability", lambda table: dict(abilities.typed_choices(table)).get(use, use))

    @ability.autocomplete("use")
    async def _uses(self, interaction: Interaction, text: str) -> Choices:
        table = await self.find_to_move(interaction)
        return [] if table is None else choices(abilities.typed_choices(table), text)

    @place.autocomplete("tile")
    async def _tiles(self, interaction: Interaction, text: str) -> Choices:
        table = await self.find_to_move(interaction)
        if table is None:
            return []
        return choices([(words.tile_name(tile), tile) for tile in composing.placements(table).choices()], text)

    @place.autocomplete("label")
    async def _labels(self, interaction: Interaction, text: str) -> Choices:
        table = await self.find_to_move(interaction)
        if table is None:
            return []
        tile = tile_id(str(interaction.namespace.tile or ""))
        places = composing.placements(table)
        tiles = [tile] if tile else places.choices()
        hexes = [found for each in tiles for found in rank_hexes(table.view, places, each).items()]
        return _choices(((f"{label}{worth}", label) for label, worth in hexes), text)

    @place.autocomplete("rotation")
    async def _rotations(self, interaction: Interaction, text: str) -> Choices:
        table = await self.find_to_move(interaction)
        if table is None:
            return []
        tile, label = tile_id(str(interaction.namespace.tile or "")), _label(str(interaction.namespace.hex or ""))
        return choices(list(rotations(table, tile, label).items()), text)

    @take.autocomplete("value")
    async def _values(self, interaction: Interaction, text: str) -> Choices:
        return choices([(value, value) for (value,) in await self.legal(interaction, "take")], text)


# Discord may send the label of an autocomplete choice instead of its value, so both are accepted.


def _placement(table: TableView, tile: str, label: str, rotation: str | None) -> str:
    """Return the placement in notation, with the rotation if one is given."""
    tile, label = read_word("tile", tile_id(tile)), read_word("hex", _label(label))
    shared = table.view.shared if table.must_act and table.view.phase == SHARED else None
    action = f"shared {label}" if shared is not None and shared.tile == tile else f"place {tile} {label}"
    if rotation is None:
        return action
    named = rotations(table, tile, label) if table.must_act else {}
    return f"{action} {read_word('rotation', named.get(rotation, rotation))}"


def _label(text: str) -> str:
    """Extract the hex from an autocomplete label such as "C4 +3, they +4", or from a typed hex, in upper case."""
    return (text.split()[0] if "+" in text else text.strip()).upper()


def _choices(labelled: Iterable[tuple[str, str]], text: str) -> Choices:
    """Build autocomplete choices from labels and values; if a value occurs twice, the later label is used."""
    return choices(list({value: (label, value) for label, value in labelled}.values()), text)


# Pages of typed moves


def typed_choices(table: TableView) -> list[tuple[str, str]]:
    """Return the labels and values that autocomplete offers for a typed move.

    Placements without a rotation come first, those with most points at the top. All legal actions follow, which
    include placements with a rotation.
    """
    places = composing.placements(table) if table.must_act and table.view.phase == "place" else MoveParts({})
    hexes = [
        (worth, label, " ".join(("place", tile, label)), tile)
        for tile in places.choices()
        for label, worth in rank_hexes(table.view, places, tile).items()
    ]
    hexes.sort(key=lambda each: -each[0].points)
    offered = [
        (_("{monster} on {hex}", monster=words.tile_name(tile), hex=f"{label}{worth}"), value)
        for worth, label, value, tile in hexes
    ]
    numbers = _number_ways(places)
    return [*offered, *((_describe(table, numbers, action), action) for action in table.legal)]


def _describe(table: TableView, numbers: Mapping[Parts, int], action: str) -> str:
    """Format a legal action in words; `numbers` are those of the ways, from 1, by tile, hex and rotation."""
    match action.split():
        case ["place", tile, label, turn, *scatter] if (tile, label, turn) in numbers:
            return composing.describe_placement(tile, label, numbers[tile, label, turn], scattered=bool(scatter))
        case _:
            return composing.describe_action(action, table.view)


def _number_ways(places: MoveParts) -> dict[Parts, int]:
    """Return the number of each placement's way, from 1, by tile, hex and rotation."""
    return {parts: places.choices(parts[:2]).index(parts[2]) + 1 for parts in places.actions}


def rotations(table: TableView, tile: str, label: str) -> dict[str, str]:
    """Return the rotations in which a tile fits on a hex, by the number of the way and its effect."""
    turns = [int(turn) for turn in composing.placements(table).choices((tile, label))]
    effects = rotation_effects(table.view, tile, label, turns)
    numbered = enumerate(effects.items(), 1)
    # Discord's limit on labels: it may send back the label instead of the value.
    return {
        _("Way {number}: {effect}", number=number, effect=effect)[:100]: str(turn)
        for number, (turn, effect) in numbered
    }


def tile_id(word: str) -> str:
    """Return the tile id for an id or a name, in English or as shown; an unknown word is returned unchanged."""
    number = tile_number(word.strip())
    if number is not None:
        return TILES[number].id
    return next((tile.id for tile in TILES if words.tile_name(tile.id).casefold() == word.strip().casefold()), word)


def typed_page(table: TableView, action: str) -> PageName | None:
    """Return the page that completes or previews a typed action, or None if there is none.

    An illegal action has no page; making it raises the error that explains why. Raises EngineError if a placement
    typed without a rotation, or like a label ("Wolf on C1"), is illegal.
    """
    match action.replace(",", " ").split():
        case [verb, tile, label] if verb.lower() == "place" and table.seat is not None:
            return _rotations_page(table, tile_id(tile), label.upper())
        case [tile, on, label, *_] if on.lower() == "on" and table.seat is not None:  # written like a label
            read(variants_of(table.view), f"place {tile} {label} 0")
            return _rotations_page(table, tile_id(tile), label.upper())
        case [verb, label] if verb.lower() == SHARED and _may_place_shared(table, label.upper()):
            return "hex", (table.view.shared.tile, label.upper())
        case _:
            pass
    match _canonicalize(table.view, action).split():
        case parts if " ".join(parts) not in table.legal:
            return None
        case ["place", tile, label, rotation, *_]:
            return "turn", (tile, label, rotation)
        case ["shared", label, rotation]:
            return "turn", (table.view.shared.tile, label, rotation)
        case ["take", value]:
            return "value", (value,)
        case [ability, *parts] if ability in abilities.LINES:
            return "use", (ability, *parts)
        case _:
            return None


def _may_place_shared(table: TableView, label: str) -> bool:
    """Return whether the viewer may place the shared tile on a hex (MH-21)."""
    return any(action.startswith(f"{SHARED} {label} ") for action in table.legal)


def _canonicalize(view: View, action: str) -> str:
    """Return the action in canonical notation, or an empty string if it is invalid."""
    variants = variants_of(view)
    try:
        return write(variants, read(variants, action))
    except InvalidAction:
        return ""


def _rotations_page(table: TableView, tile: str, label: str) -> PageName | None:
    """Return the page with the rotations of a typed placement. Raise EngineError if the tile doesn't fit there."""
    if any(action.startswith(f"place {tile} {label} ") for action in table.legal):
        return "hex", (tile, label)
    if not table.must_act:
        raise NotYourTurn(not_your_turn(table.waiting_names()))
    cell = layout(table.view.board).board.index.get(label)
    if cell is None or tile not in TILE_INDEX:
        return None
    raise refusal(table.view, Place(TILE_INDEX[tile], cell, 0))
