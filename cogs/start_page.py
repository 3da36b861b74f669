"""The page of `/play` without options: the games with a picture each, and three ways to begin."""

from typing import Any

import discord
from discord import ui

from cogs.board_link import respond_with_board
from cogs.client import Hexcade
from cogs.new_table import Wanted, known_game, open_lobby, start_against_computers, table_row
from cogs.ui import lobby_texts
from cogs.ui.answers import Answer, Interaction, respond
from cogs.ui.custom_ids import CustomId
from cogs.ui.drawing_pool import attachment
from cogs.ui.forms import chosen_people, modal
from cogs.ui.guide import guide_id
from cogs.ui.interactions import Handler
from cogs.ui.interface import interface, playable
from cogs.ui.layouts import Row, button, picture, rows_of_buttons
from cogs.ui.private_pages import draw
from cogs.ui.texts import BUTTON_RULES, table_opened
from engine.core import GameType
from tables.opening import is_id, new_id
from tables.refusal import Refusal
from tables.texts import players

MOST_INVITED = 7
PEOPLE = "people"
COMPUTER_NOW, OPEN, INVITE, INVITED = "new_computer", "new_lobby", "invite", "invited"


class StartPage:
    """The games, and the handlers of its buttons; their custom ids carry the id of the table that they open."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self.forms: dict[str, Handler] = {INVITE: self._open_invitation}
        self.handlers: dict[str, Handler] = {
            COMPUTER_NOW: self._play_computer,
            OPEN: self._open_table,
            INVITED: self._invite,
        }

    async def answer(self, interaction: Interaction) -> Answer:
        """The page, drawn in the user's theme."""
        rows: list[ui.Item[Any]] = []
        files: list[discord.File] = []
        for name, game in playable().items():
            rows.append(ui.TextDisplay(game_line(game)))
            cover = interface(name).cover()
            if cover is not None:
                drawn = await draw(self.bot, interaction, cover)
                rows.append(picture(f"{name}.png", drawn.alt))
                files.append(attachment(drawn, f"{name}.png"))
            rows += start_buttons(name)
        return Answer(lobby_texts.START_PAGE, tuple(rows), attached=tuple(files))

    async def _play_computer(self, interaction: Interaction, pressed: CustomId) -> None:
        row = table_row(self.bot, interaction, _wanted(pressed))
        await start_against_computers(self.bot, interaction, row)
        title, channel = known_game(row.game).title, row.channel_id
        await respond_with_board(
            self.bot, interaction, row, lambda place: lobby_texts.starts_now(title, place, in_thread=place != channel)
        )

    async def _open_table(self, interaction: Interaction, pressed: CustomId) -> None:
        row = table_row(self.bot, interaction, _wanted(pressed))
        await open_lobby(self.bot, interaction, row)
        await respond(interaction, Answer(table_opened(row.channel_id, start_when_full=True)))

    async def _open_invitation(self, interaction: Interaction, pressed: CustomId) -> None:
        game = _wanted(pressed).game
        people: ui.UserSelect[Any] = ui.UserSelect(
            custom_id=PEOPLE, min_values=1, max_values=min(MOST_INVITED, max(known_game(game).seats)), required=True
        )
        chosen = ui.Label(text=lobby_texts.INVITE_FIELD, description=lobby_texts.INVITE_HINT, component=people)
        custom_id = CustomId(pressed.table, None, INVITED, (game,))
        await interaction.response.send_modal(modal(lobby_texts.INVITE_TITLE, custom_id, [chosen]))

    async def _invite(self, interaction: Interaction, pressed: CustomId) -> None:
        users = _invited(interaction)
        row = table_row(self.bot, interaction, _wanted(pressed, invited=users))
        await open_lobby(self.bot, interaction, row)
        await respond(interaction, Answer(lobby_texts.invitation_sent(row.channel_id, users)))


def game_line(game: GameType) -> str:
    """A game in one line: title, players, and what kind it is."""
    return lobby_texts.game_line(game.title, players(game.seats), interface(game.name).summary)


def start_buttons(game: str) -> tuple[Row, ...]:
    """The ways to begin a game, all for the same new table, and *How to play*."""
    table = new_id()
    return rows_of_buttons(
        [
            computer_button(game, table),
            open_button(game, lobby_texts.BUTTON_OPEN, table),
            button(lobby_texts.BUTTON_INVITE, CustomId(table, None, INVITE, (game,))),
            button(BUTTON_RULES, guide_id(None, game)),
        ]
    )


def computer_button(game: str, table: str | None = None) -> ui.Button[ui.LayoutView]:
    """The button that starts a game against computer players at once."""
    custom_id = CustomId(table or new_id(), None, COMPUTER_NOW, (game,))
    return button(lobby_texts.BUTTON_COMPUTER_NOW, custom_id, discord.ButtonStyle.primary)


def open_button(game: str, label: str, table: str | None = None) -> ui.Button[ui.LayoutView]:
    """The button that opens a lobby."""
    return button(label, CustomId(table or new_id(), None, OPEN, (game,)))


def _wanted(pressed: CustomId, invited: tuple[int, ...] = ()) -> Wanted:
    """What a press on this page asks for. Raises Refusal."""
    name = pressed.details[0] if pressed.details else ""
    game = known_game(name)
    seats = None
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
