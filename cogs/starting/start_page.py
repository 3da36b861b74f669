"""The slash command `/play` and its page: a game with its picture, three ways to start it, and the other games."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands, ui
from discord.ext import commands

from cogs.client import Hexcade
from cogs.starting.clock_form import build_clock_label, preset_field
from cogs.starting.new_table import (
    Wanted,
    format_direct_start,
    open_lobby,
    require_game,
    require_startable,
    respond_with_board,
    server_clock_name,
    start_against_computers,
    table_row,
)
from cogs.starting.seating import INVITE_NOBODY, INVITE_TITLE
from cogs.ui.kit.answers import Answer, Interaction, open_form, respond
from cogs.ui.kit.banners import banner_file, banner_item, draw_banner
from cogs.ui.kit.command_answers import give_answer
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.errors import refusal_text, why_rows
from cogs.ui.kit.forms import BY_HOST, CLOCK, WHEN_FULL, list_chosen_people, modal, parse_typed_options, read_form
from cogs.ui.kit.guide import NO_TABLE, guide_id
from cogs.ui.kit.interactions import get_data, get_selected_values, on, on_form
from cogs.ui.kit.interface import interface, playable_games, short_title
from cogs.ui.kit.layouts import Row, button, rows_of_buttons
from cogs.ui.messages.invitation import INVITED as ONLY_INVITED
from cogs.ui.messages.invitation import MOST_INVITED, PEOPLE, WHO, invitation_fields
from cogs.ui.messages.shared_buttons import PLAY_PAGE
from cogs.ui.requests.interaction_user import is_direct, require_server
from cogs.ui.requests.table_lookup import CHOICES, game_choices
from cogs.ui.texts import texts
from cogs.ui.texts.texts import BUTTON_HOW_TO_PLAY, format_opened_table
from engine.core import GameType, InvalidOptions
from language.messages import N_, _, list_and, ngettext
from render.picture import Picture
from tables.moderating.server_settings import server_settings
from tables.opening import choose_seat_count, create_id, is_id
from tables.refusal import Refusal
from tables.timing.clock_settings import NAMED, NO_LIMIT, find_clock

OPTIONS_NEED_GAME = N_("Choose a game too: options belong to a game.")

BUTTON_INVITE = N_("Invite")

TITLE = N_("### What shall we play?")
DIRECT = N_("Here you play against the computer. To play with friends, type `/play` on a server.")

ALONE, FIRST = "1", "first"
"""Details of a custom id: a game for one player, and a game started from `/help`."""
COMPUTER_NOW, OPEN, INVITE, INVITED = "new_computer", "new_lobby", "invite", "invited"
CHOICE_LIMIT = 100
"""The maximum length of an autocomplete choice, in characters."""
CHARACTERS = 100
"""The maximum length of an option's description, in characters."""

START_NAMES = {N_("when full"): WHEN_FULL, N_("by the host"): BY_HOST}
"""By label: the values of the option `start` of `/play`, which decides when the game starts."""
BUTTON_COMPUTER_NOW = N_("Play the computer now")
BUTTON_OPEN = N_("Open a table")


class StartPage(commands.Cog):
    """The command `/play` and the buttons of its page; their custom ids contain the id of the table to open."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot

    @app_commands.command(name="play", description=N_("Start a game here"))
    @app_commands.describe(
        game_name=N_("Which game; leave empty to see all games"),
        seats=N_("Number of players, computers included"),
        clock=N_("Time for each move; you can set your own values at the table"),
        options=N_("Game options; suggestions appear as you type"),
        start=N_("When the game starts"),
    )
    @app_commands.rename(game_name="game")
    @app_commands.choices(
        game_name=game_choices(),
        clock=[app_commands.Choice(name=build_clock_label(name), value=name) for name in NAMED],
        start=[app_commands.Choice(name=name, value=name) for name in START_NAMES],
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
        """Open a lobby with the user as its host; without a game, show the games."""
        async with give_answer(interaction, self.bot.service, "play") as answer:
            await require_startable(self.bot, interaction)
            if game_name is None:
                if options:
                    raise Refusal(_(OPTIONS_NEED_GAME))
                answer.content = await self.answer(interaction)
                return
            try:
                typed = parse_typed_options(options or "")
                when_full = START_NAMES.get(start) != BY_HOST
                chosen = None if clock is None else find_clock(clock)
                wanted = Wanted(game_name, seats, chosen, typed, start_when_full=when_full)
                row = await table_row(self.bot, interaction, wanted)
            except (Refusal, InvalidOptions) as error:
                if not options:
                    raise
                answer.content = _answer_refused_command(interaction, game_name, error)
                return
            if is_direct(interaction):
                await start_against_computers(self.bot, interaction, row)
                answer.content = Answer(format_direct_start(short_title(row.game)))
                return
            opened = texts.format_opened_table(row.channel_id, alone=seats == 1)
            await open_lobby(self.bot, interaction, row, answer=opened, reply=answer.reply)

    @play.autocomplete("options")
    async def _options(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Autocomplete game options: suggest `name=value` for the last word, keeping the words before it."""
        game = playable_games().get(str(interaction.namespace.game or ""))
        if game is None:
            return []
        ours, seats = interface(game.name), interaction.namespace.seats
        wanted = seats if seats in game.seats else choose_seat_count(game, None, ours.default_seats)
        return suggest_options(ours.lobby.typed_options(wanted), typed, lambda line: _is_accepted(game, wanted, line))

    async def answer(self, interaction: Interaction, first: str | None = None) -> Answer:
        """Build the start page for the game `first`, by default for the game that the server proposes."""
        proposed = (await server_settings(self.bot.service.store, interaction.guild_id)).game
        direct = is_direct(interaction)
        game, *others = sorted(playable_games().values(), key=lambda each: (each.name != first, each.name != proposed))
        banner = await draw_game_banner(self.bot, game.name)
        rows: list[ui.Item[Any]] = [banner_item(game.name, banner)]
        line = game_line(game, is_proposed=game.name == proposed)
        rows.append(ui.TextDisplay(f"{line}{await self._format_seekers(interaction, game.name)}"))
        rows += solo_buttons(game) if direct else start_buttons(game.name)
        rows += game_select(others, CustomId(NO_TABLE, None, PLAY_PAGE))
        title = f"{_(TITLE)}\n{_(DIRECT)}" if direct else _(TITLE)
        return Answer(title, tuple(rows), attached=(banner_file(game.name, banner),))

    async def _format_seekers(self, interaction: Interaction, game: str) -> str:
        """Format how many others on the server look for a game; empty if nobody does."""
        if interaction.guild_id is None:
            return ""
        service, user_id = self.bot.service, interaction.user.id
        async with service.store.read() as reader:
            return format_seekers(await reader.seekers.count(interaction.guild_id, game, user_id, service.now()))

    @on(PLAY_PAGE)
    async def _show_other(self, interaction: Interaction, pressed: CustomId) -> None:
        """Show the start page for the game in the custom id or the select, or for the first game if there is none."""
        chosen = [*pressed.details, *get_selected_values(interaction)]
        await respond(interaction, await self.answer(interaction, require_game(chosen[0]).name if chosen else None))

    @on(COMPUTER_NOW)
    async def _play_computer(self, interaction: Interaction, pressed: CustomId) -> None:
        wanted = replace(_read_request(pressed), clock=NO_LIMIT)
        row = await table_row(self.bot, interaction, wanted)
        await start_against_computers(self.bot, interaction, row, surprised=wanted.is_first)
        if is_direct(interaction):
            await respond(interaction, Answer(format_direct_start(short_title(row.game))))
            return
        title, channel = short_title(row.game), row.channel_id
        await respond_with_board(
            self.bot, interaction, row, lambda place: format_game_started(title, place, in_thread=place != channel)
        )

    @on(OPEN)
    async def _open_table(self, interaction: Interaction, pressed: CustomId) -> None:
        require_server(interaction)
        row = await table_row(self.bot, interaction, _read_request(pressed))
        await open_lobby(self.bot, interaction, row)
        await respond(interaction, Answer(format_opened_table(row.channel_id)))

    @on_form(INVITE)
    async def _open_invitation(self, interaction: Interaction, pressed: CustomId) -> None:
        require_server(interaction)
        game = _read_request(pressed).game
        clock = server_clock_name(await require_startable(self.bot, interaction))
        custom_id = CustomId(pressed.table, None, INVITED, (game,))
        fields = [*invitation_fields(max(require_game(game).seats) - 1, open_seats=True), preset_field(clock)]
        await open_form(interaction, modal(_(INVITE_TITLE), custom_id, fields))

    @on(INVITED)
    async def _invite(self, interaction: Interaction, pressed: CustomId) -> None:
        require_server(interaction)
        users = _read_invitees(interaction)
        form = read_form(get_data(interaction).get("components", []))
        # A form opened by an earlier version has no clock field.
        clock = find_clock(form[CLOCK]) if CLOCK in form else None
        open_seats = form.get(WHO) != ONLY_INVITED
        wanted = replace(_read_request(pressed, invited=users), clock=clock, open_seats=open_seats)
        row = await table_row(self.bot, interaction, wanted)
        await open_lobby(self.bot, interaction, row)
        await respond(interaction, Answer(format_invitation_sent(row.channel_id, users)))


async def draw_game_banner(bot: Hexcade, game: str) -> Picture:
    """Return a game's banner; it is drawn in a worker thread at its first use."""
    is_first = game == next(iter(playable_games()))
    return await bot.drawing_pool.draw(lambda: draw_banner(game, is_first=is_first))


def game_select(games: Sequence[GameType], custom_id: CustomId) -> tuple[Row, ...]:
    """Build the select of the other games; empty if there are none."""
    options = [
        discord.SelectOption(
            label=_(game.title), value=game.name, description=_(interface(game.name).sentence)[:CHARACTERS] or None
        )
        for game in games
    ]
    select: ui.Select[Any] = ui.Select(custom_id=str(custom_id), placeholder=_("Another game"), options=options)
    return (ui.ActionRow(select),) if options else ()


def game_line(game: GameType, *, is_proposed: bool = False) -> str:
    """Format a game below its banner: title and duration; `is_proposed` marks the server's choice."""
    line = f"**{_(game.title)}** · {interface(game.name).duration}"
    return mark_server_choice(line) if is_proposed else line


def start_buttons(game: str) -> tuple[Row, ...]:
    """Build the buttons that start a game, and *How to play*.

    All buttons that start a game contain the same new table id, so that they open only one table.
    """
    table = create_id()
    return rows_of_buttons(
        [
            computer_button(game, table=table),
            open_button(game, _(BUTTON_OPEN), table),
            button(_(BUTTON_INVITE), CustomId(table, None, INVITE, (game,))),
            button(_(BUTTON_HOW_TO_PLAY), guide_id(None, game)),
        ]
    )


def solo_buttons(game: GameType) -> tuple[Row, ...]:
    """Build the buttons that start a game in direct messages, and *How to play*."""
    alone = CustomId(create_id(), None, COMPUTER_NOW, (game.name, ALONE))
    buttons = [computer_button(game.name)] if max(game.seats) > 1 else []
    if min(game.seats) == 1:
        buttons.append(button(_("Play alone"), alone))
    return rows_of_buttons([*buttons, button(_(BUTTON_HOW_TO_PLAY), guide_id(None, game.name))])


def first_buttons(game: str) -> list[ui.Button[ui.LayoutView]]:
    """Build the buttons of a game on `/help`: one starts it at once, with its set-up left to chance.

    In a game with a set-up, *Choose and play* stands beside it.
    """
    table = create_id()
    label, custom_id = _("Play {game}", game=short_title(game)), CustomId(table, None, COMPUTER_NOW, (game, FIRST))
    buttons = [button(label, custom_id, discord.ButtonStyle.primary)]
    if interface(game).surprise is not None:
        buttons.append(computer_button(game, _("Choose and play"), table, discord.ButtonStyle.secondary))
    return buttons


def computer_button(
    game: str,
    label: str | None = None,
    table: str | None = None,
    style: discord.ButtonStyle = discord.ButtonStyle.primary,
) -> ui.Button[ui.LayoutView]:
    """Build the button that starts a game against computer players at once; `label` replaces its usual label."""
    custom_id = CustomId(table or create_id(), None, COMPUTER_NOW, (game,))
    return button(label or _(BUTTON_COMPUTER_NOW), custom_id, style)


def open_button(game: str, label: str, table: str | None = None) -> ui.Button[ui.LayoutView]:
    """Build the button that opens a lobby."""
    return button(label, CustomId(table or create_id(), None, OPEN, (game,)))


def _read_request(pressed: CustomId, invited: tuple[int, ...] = ()) -> Wanted:
    """Return the request for a new table that a press on this page makes.

    Raises Refusal for an unknown game, or if more users are invited than the game has seats.
    """
    name = pressed.details[0] if pressed.details else ""
    game = require_game(name)
    seats = 1 if pressed.details[1:] == (ALONE,) else None
    if invited:
        seats = max(len(invited) + 1, min(game.seats))
        if seats > max(game.seats):
            raise Refusal(format_too_many_invited(max(game.seats)))
        seats = min(number for number in game.seats if number >= seats)
    # A button without a valid table id, such as one on a help page, opens a table with a new id.
    table_id = pressed.table if is_id(pressed.table) else create_id()
    is_first = pressed.details[1:] == (FIRST,)
    return Wanted(name, seats=seats, invited=invited, table_id=table_id, is_first=is_first)


def _read_invitees(interaction: Interaction) -> tuple[int, ...]:
    """Return the ids of the users selected in the form; bots and the interaction's user are left out.

    Raises Refusal if nobody is left.
    """
    people = list_chosen_people(interaction, PEOPLE)
    if not people:
        raise Refusal(_(INVITE_NOBODY))
    return people[:MOST_INVITED]


def suggest_options(
    offered: Mapping[str, Sequence[str]], typed: str, accepts: Callable[[str], bool]
) -> list[app_commands.Choice[str]]:
    """Return autocomplete choices for typed game options.

    The last word is completed to `name=value`, and the words before it are kept. `offered` are the values by option
    name. Options that were already typed are not suggested again, nor are lines that the game does not accept.
    """
    *before, last = typed.split(" ")
    taken = {word.partition("=")[0] for word in before}
    start = "".join(f"{word} " for word in before if word)
    pairs = [f"{name}={value}" for name, values in offered.items() if name not in taken for value in values]
    fitting = [f"{start}{pair}" for pair in pairs if last.lower() in pair]
    found = [line for line in fitting if len(line) <= CHOICE_LIMIT and accepts(line)]
    return [app_commands.Choice(name=line, value=line) for line in found[:CHOICES]]


def _is_accepted(game: GameType, seats: int, line: str) -> bool:
    """Return whether a game accepts typed options at a table with this number of seats."""
    try:
        game.options(seats, dict(parse_typed_options(line)))
    except (Refusal, InvalidOptions):
        return False
    return True


def _answer_refused_command(interaction: Interaction, game: str, error: Refusal | InvalidOptions) -> Answer:
    """Build the answer to a `/play` with refused options.

    It has the reason, the command to copy and correct, *Why?*, and a button that opens a table without the options.
    """
    typed = " ".join(f"{name}:{value}" for name, value in interaction.namespace if value is not None)
    rows: tuple[Row, ...] = ()
    if game in playable_games():
        rows = rows_of_buttons([open_button(game, _("Open a table without these options"))])
    return Answer(format_refused_command(refusal_text(error), f"/play {typed}"), (*rows, *why_rows(error)))


def format_seekers(count: int) -> str:
    """Format a line with the number of other people who look for a game; empty if there are none."""
    if not count:
        return ""
    seekers = ngettext("{number} person here looks for this game", "{number} people here look for this game", count)
    return f"\n-# {seekers}"


def mark_server_choice(line: str) -> str:
    """Add the mark of the server's choice to the line of a game."""
    mark = _("This server's choice")
    return f"{line}\n-# {mark}"


def format_game_started(title: str, place: int, *, in_thread: bool) -> str:
    """Format the announcement that a game has just started.

    With `in_thread`, `place` is the thread that contains the board; otherwise it is the channel in which the board
    opens.
    """
    if in_thread:
        return _("Go to your board: {place}", place=f"<#{place}>")
    return _("Your game of {title} starts now in {place}. The board opens there.", title=title, place=f"<#{place}>")


def format_invitation_sent(channel: int, users: Sequence[int]) -> str:
    names = list_and([f"<@{user}>" for user in users])
    return ngettext(
        "Your table is open in {channel}, and {names} is invited.",
        "Your table is open in {channel}, and {names} are invited.",
        len(users),
        channel=f"<#{channel}>",
        names=names,
    )


def format_too_many_invited(seats: int) -> str:
    return _("A table of this game has at most {seats} seats, yours included. Please invite fewer people.", seats=seats)


def format_refused_command(reason: str, typed: str) -> str:
    """Format the reason why a typed command was refused, and the command itself, to be copied and corrected."""
    shown = typed.replace("`", "'")
    correct = _("To correct it, copy what you typed:")
    return f"{reason}\n{correct}\n```\n{shown}\n```"
