"""Private pages with an enlarged part of the board, the board as text, or the board's legend.

The `ways` of each function are further buttons for navigation.
"""

from contextlib import suppress

import discord

from cogs.ui.kit.answers import Answer, Interaction
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.interface import interface
from cogs.ui.kit.layouts import Button, button, rows_of_buttons
from cogs.ui.kit.private_pages import Program, draw, text_answer
from language.messages import N_, _
from render import painter
from tables.refusal import Refusal
from tables.viewer import TableView

ONLY_YOU_SEE = N_("Only you can see the following")

LEGEND, TEXT, ZOOM = "legend", "text", "zoom"
WHOLE = "whole"

LEGEND_TEXT = N_("What the symbols on the board mean.")


async def legend_page(bot: Program, interaction: Interaction, table: TableView, *ways: Button) -> Answer:
    """Build the page with a picture that explains the symbols on the board."""
    drawn = painter(table.row.game)
    picture = await draw(bot, interaction, lambda theme: drawn.legend(table.view, theme))
    return Answer(_(LEGEND_TEXT), rows_of_buttons(ways), picture)


def text_page(table: TableView, part: str, *ways: Button) -> Answer:
    """Build the page with the board as text, including the viewer's private information.

    Long texts are divided into parts; `part` is the index of the part to show, as text.
    """
    return text_answer(format_board_text(table), part, CustomId(table.row.id, None, TEXT), *ways)


async def zoom_page(
    bot: Program, interaction: Interaction, table: TableView, around: str | None, *ways: Button
) -> Answer:
    """Build the page with an enlarged part of the board, or with the whole board.

    `around` names the part; None stands for the game's first one. Raises Refusal if the game has no part with this
    name.
    """
    drawn = painter(table.row.game)
    places = {**interface(table.row.game).composing.zoom_places(table.view), WHOLE: _("Whole board")}
    place = next(iter(places)) if around is None else around
    try:
        picture = await draw(
            bot,
            interaction,
            lambda theme: (
                drawn.board(table.view, table.names, theme)
                if place == WHOLE
                else drawn.zoom(table.view, table.names, place, theme)
            ),
        )
    except ValueError as error:
        raise Refusal(str(error)) from None
    buttons = [
        button(
            label,
            CustomId(table.row.id, None, ZOOM, (other,)),
            discord.ButtonStyle.primary if other == place else discord.ButtonStyle.secondary,
        )
        for other, label in places.items()
    ]
    return Answer(format_zoom_title(places.get(place, place)), rows_of_buttons([*buttons, *ways]), picture)


def format_board_text(table: TableView) -> str:
    """Return the board as text, followed by the viewer's private information while the game is in progress."""
    drawn = painter(table.row.game)
    told = drawn.text(table.view, table.names)
    if table.seat is not None and table.row.phase == "playing":
        # `hand_text` raises ValueError for a viewer without a hand
        with suppress(ValueError):
            told += f"\n\n{_(ONLY_YOU_SEE)}\n{drawn.hand_text(table.view, table.names)}"
    return told


def format_zoom_title(part: str) -> str:
    return f"{part}."
