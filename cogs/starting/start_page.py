"""The page of `/play` without options: a game with its picture and three ways to begin, and the others to choose."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import discord
from discord import ui

from cogs.client import Hexcade
from cogs.starting.board_link import respond_with_board
from cogs.starting.clock_form import preset_field
from cogs.starting.new_table import (
    Wanted,
    known_game,
    open_lobby,
    require_startable,
    server_clock_name,
    start_against_computers,
    table_row,
)
from cogs.ui.kit.answers import Answer, Interaction, respond
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.drawing_pool import attachment
from cogs.ui.kit.first_responses import open_form
from cogs.ui.kit.forms import CLOCK, chosen_people, modal, read_form
from cogs.ui.kit.guide import NO_TABLE, guide_id
from cogs.ui.kit.interactions import Handler, selected, submitted
from cogs.ui.kit.interface import interface, playable
from cogs.ui.kit.layouts import Row, button, picture, rows_of_buttons
from cogs.ui.kit.private_pages import draw
from cogs.ui.messages.invitation import MOST_INVITED, PEOPLE, WHO, invitation_fields
from cogs.ui.requests.presence import is_direct, require_server
from cogs.ui.texts import direct_texts, lobby_texts, seating_texts, server_texts
from cogs.ui.texts.texts import BUTTON_RULES, table_opened
from engine.core import GameType
from tables.moderating.server_settings import server_settings
from tables.opening import is_id, new_id
from tables.refusal import Refusal
from tables.texts import players
from tables.timing.clock_settings import named_clock

BUTTON_INVITE = "Invite"

START_PAGE = "### What shall we play?\nHere you play against the computer. With friends, type `/play` on a server."

ALONE = "1"
COMPUTER_NOW, OPEN, INVITE, INVITED, OTHER = "new_computer", "new_lobby", "invite", "invited", "new_other"
CHARACTERS = 100
"""The most characters of an option's description."""


class StartPage:
    """A game, and the handlers of its buttons; their custom ids carry the id of the table that they open."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self.forms: dict[str, Handler] = {INVITE: self._open_invitation}
        self.handlers: dict[str, Handler] = {
            COMPUTER_NOW: self._play_computer,
            OPEN: self._open_table,
            INVITED: self._invite,
            OTHER: self._show_other,
        }

    async def answer(self, interaction: Interaction, first: str | None = None) -> Answer:
        """The page of this game, else of the one that the server proposes, drawn in the user's theme."""
        files: list[discord.File] = []
        proposed = (await server_settings(self.bot.service.store, interaction.guild_id)).game
        direct = is_direct(interaction)
        (name, game), *others = sorted(playable().items(), key=lambda each: (each[0] != first, each[0] != proposed))
        rows: list[ui.Item[Any]] = [ui.TextDisplay(game_line(game, is_proposed=name == proposed))]
        cover = interface(name).teaching.cover
        if cover is not None:
            drawn = await draw(self.bot, interaction, cover)
            rows.append(picture(f"{name}.png", drawn.alt))
            files.append(attachment(drawn, f"{name}.png"))
        rows += solo_buttons(game) if direct else start_buttons(name)
        rows += game_select(others, CustomId(NO_TABLE, None, OTHER))
        title = START_PAGE if direct else "### What shall we play?"
        return Answer(title, tuple(rows), attached=tuple(files))

    async def _show_other(self, interaction: Interaction, pressed: CustomId) -> None:
        await respond(interaction, await self.answer(interaction, known_game("".join(selected(interaction)[:1])).name))

    async def _play_computer(self, interaction: Interaction, pressed: CustomId) -> None:
        row = await table_row(self.bot, interaction, _wanted(pressed))
        await start_against_computers(self.bot, interaction, row)
        if is_direct(interaction):
            await respond(interaction, Answer(direct_texts.starts_now(known_game(row.game).title)))
            return
        title, channel = known_game(row.game).title, row.channel_id
        await respond_with_board(
            self.bot, interaction, row, lambda place: lobby_texts.starts_now(title, place, in_thread=place != channel)
        )

    async def _open_table(self, interaction: Interaction, pressed: CustomId) -> None:
        require_server(interaction)
        row = await table_row(self.bot, interaction, _wanted(pressed))
        await open_lobby(self.bot, interaction, row)
        await respond(interaction, Answer(table_opened(row.channel_id)))

    async def _open_invitation(self, interaction: Interaction, pressed: CustomId) -> None:
        require_server(interaction)
        game = _wanted(pressed).game
        clock = server_clock_name(await require_startable(self.bot, interaction))
        custom_id = CustomId(pressed.table, None, INVITED, (game,))
        fields = [*invitation_fields(max(known_game(game).seats), open_seats=True), preset_field(clock)]
        await open_form(interaction, modal(lobby_texts.INVITE_TITLE, custom_id, fields))

    async def _invite(self, interaction: Interaction, pressed: CustomId) -> None:
        require_server(interaction)
        users = _invited(interaction)
        form = read_form(submitted(interaction).get("components", []))
        # A form opened by an earlier version doesn't ask for the clock.
        clock = named_clock(form[CLOCK]) if CLOCK in form else None
        open_seats = form.get(WHO) != seating_texts.INVITED
        wanted = replace(_wanted(pressed, invited=users), clock=clock, open_seats=open_seats)
        row = await table_row(self.bot, interaction, wanted)
        await open_lobby(self.bot, interaction, row)
        await respond(interaction, Answer(lobby_texts.invitation_sent(row.channel_id, users)))


def game_select(games: Sequence[tuple[str, GameType]], custom_id: CustomId) -> tuple[Row, ...]:
    """The select of the games that a page doesn't show; nothing if there are none."""
    options = [
        discord.SelectOption(label=game.title, value=name, description=kind_of(name)[:CHARACTERS] or None)
        for name, game in games
    ]
    select: ui.Select[Any] = ui.Select(custom_id=str(custom_id), placeholder="Another game", options=options)
    return (ui.ActionRow(select),) if options else ()


def game_line(game: GameType, *, is_proposed: bool = False) -> str:
    """A game in one line: title, players, and what kind it is."""
    line = lobby_texts.game_line(game.title, players(game.seats), interface(game.name).summary)
    return server_texts.proposed(line) if is_proposed else line


def kind_of(game: str) -> str:
    """What kind of game it is: the first sentence of its summary."""
    kind, _, further = interface(game).summary.partition(". ")
    return f"{kind}." if further else kind


def start_buttons(game: str) -> tuple[Row, ...]:
    """The ways to begin a game, all for the same new table, and *How to play*."""
    table = new_id()
    return rows_of_buttons(
        [
            computer_button(game, table=table),
            open_button(game, lobby_texts.BUTTON_OPEN, table),
            button(BUTTON_INVITE, CustomId(table, None, INVITE, (game,))),
            button(BUTTON_RULES, guide_id(None, game)),
        ]
    )


def solo_buttons(game: GameType) -> tuple[Row, ...]:
    """The ways to begin a game in direct messages, and *How to play*."""
    alone = CustomId(new_id(), None, COMPUTER_NOW, (game.name, ALONE))
    buttons = [computer_button(game.name)] if max(game.seats) > 1 else []
    if min(game.seats) == 1:
        buttons.append(button("Play alone", alone))
    return rows_of_buttons([*buttons, button(BUTTON_RULES, guide_id(None, game.name))])


def computer_button(
    game: str,
    label: str = lobby_texts.BUTTON_COMPUTER_NOW,
    table: str | None = None,
    style: discord.ButtonStyle = discord.ButtonStyle.primary,
) -> ui.Button[ui.LayoutView]:
    """The button that starts a game against computer players at once."""
    custom_id = CustomId(table or new_id(), None, COMPUTER_NOW, (game,))
    return button(label, custom_id, style)


def open_button(game: str, label: str, table: str | None = None) -> ui.Button[ui.LayoutView]:
    """The button that opens a lobby."""
    return button(label, CustomId(table or new_id(), None, OPEN, (game,)))


def _wanted(pressed: CustomId, invited: tuple[int, ...] = ()) -> Wanted:
    """What a press on this page asks for. Raises Refusal."""
    name = pressed.details[0] if pressed.details else ""
    game = known_game(name)
    seats = 1 if pressed.details[1:] == (ALONE,) else None
    if invited:
        seats = max(len(invited) + 1, min(game.seats))
        if seats > max(game.seats):
            raise Refusal(lobby_texts.too_many_invited(max(game.seats)))
        seats = min(number for number in game.seats if number >= seats)
    # Another text can't be the id of a table.
    table_id = pressed.table if is_id(pressed.table) else new_id()
    return Wanted(name, seats=seats, invited=invited, table_id=table_id)


def _invited(interaction: Interaction) -> tuple[int, ...]:
    """The people chosen in the form. Raises Refusal if there is nobody but the user and bots."""
    people = chosen_people(interaction, PEOPLE)
    if not people:
        raise Refusal(lobby_texts.INVITE_NOBODY)
    return people[:MOST_INVITED]
