"""The slash commands that all games share: /play, /move, /settings and /hand."""

from collections.abc import Mapping, Sequence

from discord import app_commands
from discord.ext import commands

from cogs.at_table.moves import make_typed_move
from cogs.client import Hexcade
from cogs.personal.preferences_page import PreferencesPage
from cogs.starting.clock_form import clock_choices
from cogs.starting.new_table import (
    Wanted,
    known_game,
    open_lobby,
    require_startable,
    start_against_computers,
    table_row,
)
from cogs.starting.start_page import StartPage, open_button
from cogs.ui.kit.answers import Answer, Interaction, answered, refusal_text
from cogs.ui.kit.forms import typed_options
from cogs.ui.kit.interface import interface, playable
from cogs.ui.kit.layouts import Row, rows_of_buttons
from cogs.ui.kit.private_pages import hand_answer
from cogs.ui.kit.why import why_rows
from cogs.ui.requests.presence import is_direct
from cogs.ui.requests.table_lookup import CHOICES, TABLE_OPTION, choices, find_table, table_choices
from cogs.ui.texts import direct_texts, lobby_texts, texts
from engine.core import InvalidOptions
from tables.opening import seats_for
from tables.refusal import Refusal
from tables.timing.clock_settings import NAMED, named_clock

OPTIONS_NEED_GAME = "Choose a game as well: options belong to a game."

CHOICE_LIMIT = 100
"""The most characters of a choice."""


class GamesCog(commands.Cog):
    """The commands that work for every game."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self.service = bot.service

    @app_commands.command(name="play", description="Start a game here")
    @app_commands.describe(
        game_name="Which game; leave it out to see them all",
        seats="Number of players, computers included",
        clock="Time for each move; own values are set at the table",
        options="Game options; suggestions come as you type",
        start="When the game starts",
    )
    @app_commands.rename(game_name="game")
    @app_commands.choices(
        game_name=[app_commands.Choice(name=found.title, value=name) for name, found in playable().items()],
        clock=[app_commands.Choice(name=label, value=name) for name, label in clock_choices([*NAMED]).items()],
        start=[app_commands.Choice(name=name, value=name) for name in lobby_texts.START_NAMES],
    )
    async def play(
        self,
        interaction: Interaction,
        game_name: str | None = None,
        seats: app_commands.Range[int, 1, 8] | None = None,
        clock: str | None = None,
        options: app_commands.Range[str, 1, 500] | None = None,
        start: str = "when full",
    ) -> None:
        """Opens a lobby with the user as its host; without a game, shows the games."""
        async with answered(interaction, self.service, "play") as answer:
            await require_startable(self.bot, interaction)
            if game_name is None:
                if options:
                    raise Refusal(OPTIONS_NEED_GAME)
                answer.content = await StartPage(self.bot).answer(interaction)
                return
            try:
                typed = typed_options(options or "")
                when_full = lobby_texts.START_NAMES.get(start) != lobby_texts.BY_HOST
                chosen = None if clock is None else named_clock(clock)
                wanted = Wanted(game_name, seats, chosen, typed, start_when_full=when_full)
                row = await table_row(self.bot, interaction, wanted)
            except (Refusal, InvalidOptions) as error:
                if not options:
                    raise
                answer.content = _typed_again(interaction, game_name, error)
                return
            if is_direct(interaction):
                await start_against_computers(self.bot, interaction, row)
                answer.content = Answer(direct_texts.starts_now(known_game(row.game).title))
                return
            opened = texts.table_opened(row.channel_id, alone=seats == 1)
            await open_lobby(self.bot, interaction, row, answer=opened, reply=answer.reply)

    @play.autocomplete("options")
    async def _options(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Suggests `name=value` for the word that is being typed, behind those typed before."""
        game = playable().get(str(interaction.namespace.game or ""))
        if game is None:
            return []
        ours, seats = interface(game.name), interaction.namespace.seats
        wanted = seats if seats in game.seats else seats_for(game, None, ours.default_seats)
        return suggested(ours.lobby.typed_options(wanted), typed)

    @app_commands.command(name="move", description="Make a move by typing it")
    @app_commands.describe(action="Pick your move from the list, or type it", table=TABLE_OPTION)
    async def move(
        self, interaction: Interaction, action: app_commands.Range[str, 1, 500], table: str | None = None
    ) -> None:
        """Makes a move, given in notation or as a label from autocomplete; `table` is read where the table is found."""
        async with answered(interaction, self.service, "move") as answer:
            found = await find_table(self.service, interaction)
            labels = dict(interface(found.row.game).typed_choices(found))
            await make_typed_move(self.bot, interaction, found, labels.get(action, action), answer)

    @move.autocomplete("action")
    async def _actions(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        try:
            table = await find_table(self.service, interaction)
        except Refusal:
            return []
        return choices(interface(table.row.game).typed_choices(table), typed)

    @app_commands.command(name="settings", description="Your own settings: colours, confirming, pings, quiet hours")
    async def settings(self, interaction: Interaction) -> None:
        """Shows the user's preferences, privately."""
        async with answered(interaction, self.service, "settings") as answer:
            answer.content = await PreferencesPage(self.bot).answer(interaction.user.id)

    @app_commands.command(name="hand", description="See your tiles; only you can")
    @app_commands.describe(table=TABLE_OPTION)
    async def hand(self, interaction: Interaction, table: str | None = None) -> None:
        """Shows the player's hand, privately."""
        async with answered(interaction, self.service, "hand") as answer:
            found = await find_table(self.service, interaction, action="hand")
            answer.content = await hand_answer(self.bot, interaction, found)

    @move.autocomplete("table")
    @hand.autocomplete("table")
    async def _tables(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await table_choices(self.service, interaction, typed)


def suggested(offered: Mapping[str, Sequence[str]], typed: str) -> list[app_commands.Choice[str]]:
    """The choices for the last word of typed options, each with the words before it."""
    *before, last = typed.split(" ")
    taken = {word.partition("=")[0] for word in before}
    start = "".join(f"{word} " for word in before if word)
    pairs = [f"{name}={value}" for name, values in offered.items() if name not in taken for value in values]
    fitting = [f"{start}{pair}" for pair in pairs if last.lower() in pair]
    return [app_commands.Choice(name=line, value=line) for line in fitting if len(line) <= CHOICE_LIMIT][:CHOICES]


def _typed_again(interaction: Interaction, game: str, error: Refusal | InvalidOptions) -> Answer:
    """The reason why a typed `/play` is refused, the command to copy, *Why?*, and a button for no options."""
    typed = " ".join(f"{name}:{value}" for name, value in interaction.namespace if value is not None)
    rows: tuple[Row, ...] = ()
    if game in playable():
        rows = rows_of_buttons([open_button(game, "Open a table without these options")])
    return Answer(lobby_texts.typed_again(refusal_text(error), f"/play {typed}"), (*rows, *why_rows(error)))


async def setup(bot: Hexcade) -> None:
    await bot.add_cog(GamesCog(bot))
