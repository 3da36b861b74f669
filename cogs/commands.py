"""The slash commands that all games share: /play, /games, /move, /settings and /hand."""

from discord import app_commands
from discord.ext import commands

from cogs.client import Hexcade
from cogs.moves import make_typed_move
from cogs.preferences_page import PreferencesPage
from cogs.ui import texts
from cogs.ui.answers import Answer, Interaction, answered
from cogs.ui.cards import escaped_names
from cogs.ui.forms import clock_of, typed_options
from cogs.ui.interaction_user import person_of, require_postable
from cogs.ui.interface import interface, playable
from cogs.ui.private_pages import hand_answer
from cogs.ui.table_lookup import CHOICES, choices, find_table, views_of
from data.store import Scope, TableRow
from engine.games import game_type
from tables.clocks import HOUR_MS
from tables.opening import host_seat, new_table, seats_for
from tables.refusal import Refusal
from tables.settings import TableSettings
from tables.texts import CLOCKS
from tables.viewer import TableView


class GamesCog(commands.Cog):
    """The commands that work for every game."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self.service = bot.service

    @app_commands.command(name="play", description="Open a table for a game in this channel")
    @app_commands.guild_only()
    @app_commands.describe(
        game_name="The game to play",
        seats="How many play, computer players included",
        clock="Time for each turn",
        options="Game options as name=value, e.g. edition=tempo",
    )
    @app_commands.rename(game_name="game")
    @app_commands.choices(
        game_name=[app_commands.Choice(name=found.title, value=name) for name, found in playable().items()],
        clock=[app_commands.Choice(name=name, value=name) for name in CLOCKS],
    )
    async def play(
        self,
        interaction: Interaction,
        game_name: str,
        seats: app_commands.Range[int, 1, 8] | None = None,
        clock: str = "no limit",
        options: app_commands.Range[str, 1, 500] | None = None,
    ) -> None:
        """Opens a lobby with the user as its host."""
        async with answered(interaction, self.service, "play") as answer:
            require_postable(interaction)
            row = self._table(interaction, game_name, seats, clock, options or "")
            seat = host_seat(person_of(interaction), str(interaction.id))
            config = self.bot.config
            limits: dict[Scope, int] = {
                "host": config.tables_per_host,
                "channel": config.tables_per_channel,
                "server": config.tables_per_server,
            }
            expires = self.service.now() + config.lobby_hours * HOUR_MS
            opened = texts.table_opened(row.channel_id)
            await self.service.create(row, seat, limits, expires, opened, reply=answer.reply)

    def _table(self, interaction: Interaction, game_name: str, seats: int | None, clock: str, options: str) -> TableRow:
        """The new table's row. Raises Refusal and InvalidOptions."""
        found = playable().get(game_name)
        if found is None:
            raise Refusal(texts.unknown_game(game_name, [known.title for known in playable().values()]))
        level = next(iter(interface(game_name).computers))
        settings = TableSettings(seats=seats_for(found, seats), clock=clock_of(clock), computer=level)
        return new_table(
            found,
            settings,
            typed_options(options),
            host=person_of(interaction),
            guild_id=interaction.guild_id,
            channel_id=interaction.channel_id or 0,
            now=self.service.now(),
        )

    @app_commands.command(name="games", description="Your open tables, those where it is your turn first")
    async def games(self, interaction: Interaction) -> None:
        """Lists the user's open tables."""
        async with answered(interaction, self.service, "games") as answer:
            async with self.service.store.read() as reader:
                rows = await reader.tables_of_user(interaction.user.id)
            found = await views_of(self.service, rows, interaction.user.id)
            found = [table for table in found if table.row.phase == "lobby" or table.may_resign()]
            found.sort(key=_urgency)
            lines = [await self._line(table) for table in found[:CHOICES]]
            answer.content = Answer("\n".join(lines) or texts.NO_GAMES)

    async def _line(self, table: TableView) -> str:
        """A table in one line, with a link to its channel."""
        async with self.service.store.read() as reader:
            message = await reader.message(table.row.id, "card") or await reader.message(table.row.id, "lobby")
        channel = message.channel_id if message is not None else table.row.channel_id
        title = game_type(table.row.game).title
        if table.view is None:
            return texts.game_line(title, channel, texts.lobby_state(len(table.seats), table.settings.seats))
        state = texts.YOUR_TURN if table.must_act else texts.waiting_for(table.waiting_names())
        headline = interface(table.row.game).headline(table.view, escaped_names(table))
        return texts.game_line(title, channel, f"{headline} · {state}")

    @app_commands.command(name="move", description="Move at this channel's table, in the game's notation")
    @app_commands.guild_only()
    @app_commands.describe(action="What you do; choose from the list or type it in notation")
    async def move(self, interaction: Interaction, action: app_commands.Range[str, 1, 500]) -> None:
        """Makes a move, given in notation or as a label from autocomplete."""
        async with answered(interaction, self.service, "move") as answer:
            table = await find_table(self.service, interaction)
            labels = dict(interface(table.row.game).typed_choices(table))
            await make_typed_move(self.bot, interaction, table, labels.get(action, action), answer)

    @move.autocomplete("action")
    async def _actions(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        try:
            table = await find_table(self.service, interaction)
        except Refusal:
            return []
        return choices(interface(table.row.game).typed_choices(table), typed)

    @app_commands.command(name="settings", description="Colours of your private pictures, and whether to confirm moves")
    async def settings(self, interaction: Interaction) -> None:
        """Shows the user's preferences, privately."""
        async with answered(interaction, self.service, "settings") as answer:
            answer.content = await PreferencesPage(self.bot).answer(interaction.user.id)

    @app_commands.command(name="hand", description="Your hand at this channel's table; only you see it")
    @app_commands.guild_only()
    async def hand(self, interaction: Interaction) -> None:
        """Shows the player's hand, privately."""
        async with answered(interaction, self.service, "hand") as answer:
            table = await find_table(self.service, interaction)
            answer.content = await hand_answer(self.bot, interaction, table)


def _urgency(table: TableView) -> tuple[bool, bool, int, str]:
    """Sort key of `/games`; it leaves out when a table was last changed, which would reveal hidden moves."""
    return (not table.must_act, table.row.phase != "playing", -table.row.created, table.row.id)


async def setup(bot: Hexcade) -> None:
    await bot.add_cog(GamesCog(bot))
