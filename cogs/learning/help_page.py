"""The pages of `/help`: an introduction with the games, sized for a phone, and the list of commands."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from discord import app_commands, ui
from discord.ext import commands

from cogs.client import EVERYWHERE, Hexcade
from cogs.learning.catalogue import list_button
from cogs.starting.start_page import first_buttons, game_select
from cogs.ui.kit.answers import Answer, Interaction, respond
from cogs.ui.kit.banners import draw_banners
from cogs.ui.kit.command_answers import give_answer
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.guide import NO_TABLE, guide_id
from cogs.ui.kit.interactions import get_selected_values, on
from cogs.ui.kit.interface import playable_games, short_title
from cogs.ui.kit.layouts import BUTTON_BACK, button, rows_of_buttons
from cogs.ui.messages.shared_buttons import HELP, play_button
from cogs.ui.requests.interaction_user import away, is_away, is_direct
from cogs.ui.texts import texts
from language.messages import N_, _

BUTTON_LEARN = N_("Learn")
BUTTON_COMMANDS = N_("Commands")

COMMANDS_TITLE = N_("### All commands")

COMMANDS = "help_commands"
MOST_SHOWN = 4
"""Maximum number of games in the picture; the other games are offered in a select."""

Command: TypeAlias = app_commands.Command[Any, Any, Any] | app_commands.Group | app_commands.ContextMenu

HELP_TEXT = N_("-# *{play}* starts at once against the computer.")
COMMANDS_LISTED = {
    "play": N_("start a game"),
    "learn": N_("learn a game step by step"),
    "demo": N_("show a game to everybody here"),
    "rules": N_("look up a rule"),
    "games": N_("your games"),
    "league": N_("leagues and cups of this server"),
    "stats": N_("results and ratings of a player"),
    "settings": N_("colours, pings, quiet hours"),
    "away": N_("take a vacation: your clocks stop"),
    "move": N_("make a move by typing it"),
    "hand": N_("see your tiles"),
    "whatif": N_("try other moves in a past game"),
    "export": N_("your finished games as a file"),
    "import": N_("look at a game from a file"),
    "verify": N_("check that a game was fair"),
    "privacy": N_("get or delete your data"),
    "server": N_("settings for those who manage this server"),
    "moderate": N_("for moderators"),
    "help": N_("about this bot and its games"),
}


class HelpPage(commands.Cog):
    """A cog for `/help` and the buttons of its pages."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot

    @app_commands.command(name="help", description=N_("What this bot is and how to start"))
    async def help(self, interaction: Interaction) -> None:
        """Show the introduction and the games privately."""
        async with give_answer(interaction, self.bot.service, "help") as answer:
            answer.content = await self._build(interaction)

    @on(HELP)
    async def _show(self, interaction: Interaction, pressed: CustomId) -> None:
        await respond(interaction, await self._build(interaction, "".join(get_selected_values(interaction)[:1])))

    async def _build(self, interaction: Interaction, first: str | None = None) -> Answer:
        """Build the help page: the games from easy to hard in one picture; the game `first` comes first.

        Each game has a button that starts it against computer players. Where the bot can't post, the button opens *How
        to play* instead.
        """
        away = is_away(interaction)
        games = sorted(playable_games().values(), key=lambda each: each.name != first)
        shown = tuple(game.name for game in games[:MOST_SHOWN])
        drawn = await self.bot.drawing_pool.draw(lambda: draw_banners(shown))
        others = game_select(games[MOST_SHOWN:], CustomId(NO_TABLE, None, HELP))
        # a row for each game, so that *Choose and play* stands beside the game it belongs to
        games_rows = [ui.ActionRow(*([_guide_button(game)] if away else first_buttons(game))) for game in shown]
        buttons = [] if away or is_direct(interaction) else [play_button(_("With friends"))]
        buttons += [list_button(label=_(BUTTON_LEARN)), button(_(BUTTON_COMMANDS), CustomId(NO_TABLE, None, COMMANDS))]
        return Answer(_head(interaction), (*games_rows, *rows_of_buttons(buttons), *others), drawn)

    @on(COMMANDS)
    async def _show_commands(self, interaction: Interaction, pressed: CustomId) -> None:
        await respond(interaction, commands_answer(interaction, self.bot.tree.get_commands()))


def offered(interaction: Interaction, registered: Sequence[Command]) -> list[Command]:
    """Return those of the registered commands that can be used in the interaction's context."""
    if is_away(interaction):
        return [command for command in registered if command.name in EVERYWHERE]
    return [command for command in registered if not (is_direct(interaction) and command.guild_only)]


def described(registered: Sequence[Command]) -> dict[str, str]:
    """Return the descriptions of slash commands and command groups by name; context menus are left out."""
    return {
        command.name: command.description for command in registered if not isinstance(command, app_commands.ContextMenu)
    }


def _guide_button(game: str) -> ui.Button[ui.LayoutView]:
    return button(f"{_(texts.BUTTON_HOW_TO_PLAY)}: {short_title(game)}", guide_id(None, game))


def commands_answer(interaction: Interaction, registered: Sequence[Command]) -> Answer:
    """Build the page of all commands that can be used in the interaction's context, with a back button."""
    listed = commands_list(described(offered(interaction, registered)))
    back = button(_(BUTTON_BACK), CustomId(NO_TABLE, None, HELP))
    return Answer(f"{_(COMMANDS_TITLE)}\n{listed}", rows_of_buttons([back]))


def _head(interaction: Interaction) -> str:
    """Return the introduction for the interaction's context.

    The contexts are a server, direct messages, and a place where the bot can't post. Newcomers are told with which
    game to start.
    """
    if is_away(interaction):
        return format_away_help(interaction.application_id)
    title = _("### New here? Start with {game}", game=short_title(next(iter(playable_games()))))
    text = _(HELP_TEXT, play=_("Play"))
    if is_direct(interaction):
        friends = _("To play with friends, type `/play` on a server.")
        text = f"{text} {friends}"
    return f"{title}\n{text}"


def format_away_help(bot: int) -> str:
    """Format the introduction of `/help` for a place where the bot can't post; `bot` is the application's id."""
    head = _("Board games on hexes, with friends or the computer.")
    return f"{head}\n{away(bot)}"


def commands_list(commands: Mapping[str, str]) -> str:
    """Format the commands as a list; the command groups of single games come last."""
    shared = [f"`/{name}` {_(about)}" for name, about in COMMANDS_LISTED.items() if name in commands]
    typed = {name: _("{game}, by typing", game=_(about)) for name, about in commands.items()}
    own = [f"`/{name}` {about}" for name, about in typed.items() if name not in COMMANDS_LISTED]
    return "\n".join([*shared, *own])
