"""Hex Battle Wars' own slash commands: vanish, move, tiles, attack, pass and status, with autocomplete."""

from collections.abc import Callable

from discord import app_commands
from discord.ext import commands

from cogs.at_table.moves import make_typed_move
from cogs.client import Hexcade
from cogs.hex_battle_wars import private
from cogs.hex_battle_wars.choosing import GAME
from cogs.hex_battle_wars.tiles import REMOVED
from cogs.hex_battle_wars.words import aimed_at, percent, suggested
from cogs.ui.kit.answers import Interaction, answered
from cogs.ui.kit.private_pages import page_answer
from cogs.ui.requests.table_lookup import TABLE_OPTION, choices, find_table, table_choices
from engine.hex_battle_wars.odds import targets
from engine.hex_battle_wars.preview import destination_labels, suggestions
from engine.hex_battle_wars.view import View
from tables.refusal import Refusal
from tables.viewer import TableView

Choices = list[app_commands.Choice[str]]
Label = app_commands.Range[str, 1, 60]


class BattleCommands(commands.GroupCog, group_name="battle", group_description="Hex Battle Wars"):
    """`/battle vanish`, `move`, `tiles`, `attack`, `pass` and `status`."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self.service = bot.service

    @app_commands.command(name="vanish", description="Roll to turn invisible, or to stay so")
    @app_commands.describe(tile="The tile that is to be you; leave it out for any", which=TABLE_OPTION)
    @app_commands.rename(which="table")
    async def vanish(
        self, interaction: Interaction, tile: app_commands.Range[int, 1, 3] | None = None, which: str | None = None
    ) -> None:
        """Rolls to vanish (HBW-9), or at the start of an invisible turn to stay so (HBW-10)."""
        wanted = "vanish" if tile is None else f"vanish {tile}"
        await self._act(interaction, "vanish", lambda table: "hold" if "hold" in table.legal else wanted)

    @app_commands.command(name="move", description="Roll to move; then walk to a hex")
    @app_commands.describe(label="Where to go; leave it out to roll", which=TABLE_OPTION)
    @app_commands.rename(label="hex")
    @app_commands.rename(which="table")
    async def move(self, interaction: Interaction, label: Label | None = None, which: str | None = None) -> None:
        """Rolls (HBW-14), or shows the way to a hex with Confirm."""
        await self._act(interaction, "move", lambda _: "roll" if label is None else f"move {_hex(label)}")

    @app_commands.command(name="tiles", description="Move your tiles after the roll")
    @app_commands.describe(
        one="Where tile 1 goes; leave it out if it is gone",
        two="Where tile 2 goes; leave it out if it is gone",
        three="Where tile 3 goes; leave it out if it is gone",
        which=TABLE_OPTION,
    )
    @app_commands.rename(which="table")
    async def tiles(
        self,
        interaction: Interaction,
        one: Label = REMOVED,
        two: Label = REMOVED,
        three: Label = REMOVED,
        which: str | None = None,
    ) -> None:
        """Shows where the tiles go, with Confirm (HBW-12)."""
        action = " ".join(("tiles", _hex(one), _hex(two), _hex(three)))
        await self._act(interaction, "tiles", lambda _: action)

    @app_commands.command(name="attack", description="Attack somebody in sight")
    @app_commands.describe(
        label="The hex of the target", tile="Which tile, where several share a hex", which=TABLE_OPTION
    )
    @app_commands.rename(label="target")
    @app_commands.rename(which="table")
    async def attack(
        self,
        interaction: Interaction,
        label: Label,
        tile: app_commands.Range[int, 1, 3] | None = None,
        which: str | None = None,
    ) -> None:
        """Shows the odds, with Confirm (HBW-19)."""
        action = f"attack {_hex(label)}" if tile is None else f"attack {_hex(label).split()[0]} {tile}"
        await self._act(interaction, "attack", lambda _: action)

    @app_commands.command(name="pass", description="Pass, or end your turn after an action")
    @app_commands.rename(which="table")
    @app_commands.describe(which=TABLE_OPTION)
    async def pass_turn(self, interaction: Interaction, which: str | None = None) -> None:
        """Passes before any action, ends the turn after one (HBW-8)."""
        await self._act(interaction, "pass", lambda table: "end" if "end" in table.legal else "pass")

    @app_commands.command(name="status", description="Your character, and who is in sight")
    @app_commands.rename(which="table")
    @app_commands.describe(which=TABLE_OPTION)
    async def status(self, interaction: Interaction, which: str | None = None) -> None:
        """Shows the player's own scores and tiles, privately."""
        async with answered(interaction, self.service, "battle status") as answer:
            table = await find_table(self.service, interaction, GAME)
            answer.content = await page_answer(self.bot, interaction, table, private.page(table))

    async def _act(self, interaction: Interaction, command: str, action_of: Callable[[TableView], str]) -> None:
        async with answered(interaction, self.service, f"battle {command}") as answer:
            table = await find_table(self.service, interaction, GAME)
            await make_typed_move(self.bot, interaction, table, action_of(table), answer)

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
        table = await self._table(interaction)
        if table is None:
            return []
        view: View = table.view
        found = [(odds.action.removeprefix("attack "), odds) for odds in targets(view)]
        shown = [(f"{at} · {aimed_at(table.names, view, odds)} · {percent(odds.hits)}", at) for at, odds in found]
        return choices(shown, typed)

    async def _ends(self, interaction: Interaction, tile: int, typed: str) -> Choices:
        """Where a character or a tile can end, the best first and named by why."""
        table = await self._table(interaction)
        if table is None:
            return []
        view: View = table.view
        best = {each.label: suggested(each) for each in suggestions(view, tile)}
        rest = {label: label for label in destination_labels(view, tile) if label not in best}
        return choices([(shown, label) for label, shown in (best | rest).items()], typed)

    async def _table(self, interaction: Interaction) -> TableView | None:
        """The table of this channel where the user must act."""
        try:
            table = await find_table(self.service, interaction, GAME)
        except Refusal:
            return None
        return table if table.must_act else None

    @vanish.autocomplete("which")
    @move.autocomplete("which")
    @tiles.autocomplete("which")
    @attack.autocomplete("which")
    @pass_turn.autocomplete("which")
    @status.autocomplete("which")
    async def _which(self, interaction: Interaction, text: str) -> list[app_commands.Choice[str]]:
        return await table_choices(self.service, interaction, text, GAME)


# Discord may send the label of a choice in place of its value.


def _hex(text: str) -> str:
    """The hex, without what its label tells about it."""
    return text.partition("·")[0].strip()
