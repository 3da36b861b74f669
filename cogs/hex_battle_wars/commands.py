"""Hex Battle Wars' slash commands with autocomplete, and the choices and pages of typed moves."""

from discord import app_commands

from cogs.at_table.typed_moves import Choices, GameCommands, read_word, table_option
from cogs.hex_battle_wars import sight, tiles
from cogs.hex_battle_wars.choosing import GAME
from cogs.hex_battle_wars.phrases import describe_action, format_percent, format_pick, format_target
from cogs.hex_battle_wars.tiles import REMOVED
from cogs.ui.kit.answers import Interaction
from cogs.ui.kit.interface import PageName
from cogs.ui.requests.table_lookup import choices
from engine.core import InvalidAction
from engine.hex_battle_wars import notation
from engine.hex_battle_wars.board import field
from engine.hex_battle_wars.odds import targets
from engine.hex_battle_wars.picks import quick_picks
from engine.hex_battle_wars.preview import destination_labels
from engine.hex_battle_wars.view import View
from language.messages import N_, _
from tables.viewer import TableView

Label = app_commands.Range[str, 1, 60]


class BattleCommands(GameCommands, group_name="battle", group_description=N_("Hex Battle Wars")):
    """The slash commands `/battle vanish`, `move`, `tiles`, `attack`, `pass` and `status`."""

    game = GAME

    @app_commands.command(name="vanish", description=N_("Roll to turn invisible, or to stay invisible"))
    @table_option
    @app_commands.describe(tile=N_("The tile that will be you; leave it out for a random one"))
    async def vanish(
        self, interaction: Interaction, tile: app_commands.Range[int, 1, 3] | None = None, which: str | None = None
    ) -> None:
        """Roll to vanish (HBW-9), or to stay invisible at the start of an invisible turn (HBW-10).

        `tile` is the tile that becomes the real one; None leaves it to chance.
        """
        wanted = "vanish" if tile is None else f"vanish {tile}"
        await self.make(interaction, "vanish", lambda table: "hold" if "hold" in table.legal else wanted)

    @app_commands.command(name="move", description=N_("Roll to move, then walk to a hex"))
    @table_option
    @app_commands.describe(label=N_("The hex to walk to; leave it out to roll"))
    @app_commands.rename(label="hex")
    async def move(self, interaction: Interaction, label: Label | None = None, which: str | None = None) -> None:
        """Roll for movement (HBW-14), or walk to the given hex after the player has confirmed it."""
        await self.make(
            interaction, "move", lambda _: "roll" if label is None else f"move {read_word('hex', _parse_hex(label))}"
        )

    @app_commands.command(name="tiles", description=N_("Move your tiles after the roll"))
    @table_option
    @app_commands.describe(
        one=N_("Where tile 1 goes; leave it out if it is gone"),
        two=N_("Where tile 2 goes; leave it out if it is gone"),
        three=N_("Where tile 3 goes; leave it out if it is gone"),
    )
    async def tiles(
        self,
        interaction: Interaction,
        one: Label = REMOVED,
        two: Label = REMOVED,
        three: Label = REMOVED,
        which: str | None = None,
    ) -> None:
        """Move the tiles to the given hexes, after the player has confirmed it (HBW-12)."""
        ends = {"one": one, "two": two, "three": three}
        await self.make(
            interaction,
            "tiles",
            lambda _: " ".join(("tiles", *(read_word(name, _parse_hex(end)) for name, end in ends.items()))),
        )

    @app_commands.command(name="attack", description=N_("Attack somebody in sight"))
    @table_option
    @app_commands.describe(label=N_("The hex of the target"), tile=N_("The tile, if several share the hex"))
    @app_commands.rename(label="target")
    async def attack(
        self,
        interaction: Interaction,
        label: Label,
        tile: app_commands.Range[int, 1, 3] | None = None,
        which: str | None = None,
    ) -> None:
        """Attack a target in sight, after the player has seen the odds and confirmed it (HBW-19)."""
        await self.make(interaction, "attack", lambda _: _attack(label, tile))

    @app_commands.command(name="pass", description=N_("Pass, or end your turn after an action"))
    @table_option
    async def pass_turn(self, interaction: Interaction, which: str | None = None) -> None:
        """Pass if no action has been made in this turn, else end the turn (HBW-8)."""
        await self.make(interaction, "pass", lambda table: "end" if "end" in table.legal else "pass")

    @app_commands.command(name="status", description=N_("Show your character and who is in sight"))
    @table_option
    async def status(self, interaction: Interaction, which: str | None = None) -> None:
        """Show the player's own characters with their scores and tiles, in a private answer."""
        await self.show(interaction, "status", sight.status)

    @move.autocomplete("label")
    async def _destinations(self, interaction: Interaction, typed: str) -> Choices:
        return await self._ends(interaction, 1, typed)

    @tiles.autocomplete("one")
    async def _first(self, interaction: Interaction, typed: str) -> Choices:
        return await self._ends(interaction, 1, typed)

    @tiles.autocomplete("two")
    async def _second(self, interaction: Interaction, typed: str) -> Choices:
        return await self._ends(interaction, 2, typed)

    @tiles.autocomplete("three")
    async def _third(self, interaction: Interaction, typed: str) -> Choices:
        return await self._ends(interaction, 3, typed)

    @attack.autocomplete("label")
    async def _targets(self, interaction: Interaction, typed: str) -> Choices:
        table = await self.find_to_move(interaction)
        if table is None:
            return []
        view: View = table.view
        found = [(odds.action.removeprefix("attack "), odds) for odds in targets(view)]
        shown = [
            (f"{at} · {format_target(table.names, view, odds)} · {format_percent(odds.hits)}", at) for at, odds in found
        ]
        return choices(shown, typed)

    async def _ends(self, interaction: Interaction, tile: int, typed: str) -> Choices:
        """Return autocomplete choices for the hexes where a character or tile can end its move.

        The quick picks come first, with what they bring.
        """
        table = await self.find_to_move(interaction)
        if table is None:
            return []
        view: View = table.view
        picks = {pick.label: format_pick(pick) for pick in quick_picks(view, view.viewer, tile, with_hint=False)}
        rest = {label: label for label in destination_labels(view, tile) if label not in picks}
        return choices([(shown, label) for label, shown in (picks | rest).items()], typed)


# Reading options: Discord may send the label of a choice instead of its value


def _attack(target: str, tile: int | None) -> str:
    """Return an attack on a target, in notation.

    `target` is typed or a choice's label, and may already include the tile. `tile` is the option for the tile, if
    given.
    """
    at = read_word("target", _parse_hex(target).partition(" ")[0])
    return f"attack {_parse_hex(target)}" if tile is None else f"attack {at} {tile}"


def _parse_hex(text: str) -> str:
    """Return the hex from an option's text, which may be the label of a choice."""
    return text.partition("·")[0].strip()


# Choices and pages of typed moves


def typed_choices(table: TableView) -> list[tuple[str, str]]:
    """Return the labels and values that autocomplete offers for `/move`; empty if the viewer need not act.

    The quick picks come first, then targets with their odds, then all other legal actions.
    """
    if not table.must_act:
        return []
    view: View = table.view
    picks = [
        (_("Walk to {hex}", hex=format_pick(pick)), f"move {pick.label}")
        for pick in quick_picks(view, view.viewer, with_hint=False)
    ]
    shots = [
        (
            _(
                "Attack {target} · {chance}",
                target=format_target(table.names, view, odds),
                chance=format_percent(odds.hits),
            ),
            odds.action,
        )
        for odds in targets(view)
    ]
    first = {value: label for label, value in (*picks, *shots) if value in table.legal}
    rest = [(describe_action(action), action) for action in table.legal if action not in first]
    return [*((label, value) for value, label in first.items()), *rest]


def typed_page(table: TableView, action: str) -> PageName | None:
    """Return name and details of the page that confirms or completes a typed move, or None if there is none.

    A move without a page is made at once, or the rules refuse it with a reason.
    """
    if not table.must_act:
        return None
    written = _canonicalize(table.view, action)
    match written.split():
        case ["pass"] if written in table.legal:
            return "pass", ()
        case ["move", label] if written in table.legal:
            return "go", (label,)
        case ["attack", *words] if written in table.legal:
            return "strike", tuple(words)
        case ["block", level, label] if written in table.legal:
            return "lay", (level, label)
        case ["deploy", label] if written in table.legal:
            return "enter", (label,)
        case ["tiles", *labels] if "stay" in table.legal and tiles.is_possible(table.view, tuple(labels)):
            return "tile", tuple(labels)
        case _:
            return None


def _canonicalize(view: View, action: str) -> str:
    """Return an action in canonical notation, or an empty text if it can't be parsed."""
    grid = field(view.radius)
    try:
        return notation.write(grid, notation.read(grid, action))
    except InvalidAction:
        return ""
