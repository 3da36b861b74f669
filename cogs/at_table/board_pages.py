"""The private pages that show a board from nearer, in words, or what its signs mean; `ways` are the buttons on."""

from contextlib import suppress

import discord

from cogs.ui.kit.answers import Answer, Interaction
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.interface import interface
from cogs.ui.kit.layouts import Button, button, rows_of_buttons
from cogs.ui.kit.private_pages import Program, draw, text_answer
from render import painter
from tables.refusal import Refusal
from tables.viewer import TableView

ONLY_YOU_SEE = "Only you see what follows"

LEGEND, TEXT, ZOOM = "legend", "text", "zoom"
WHOLE = "whole"

LEGEND_TEXT = "What the signs on the board mean."


async def legend_page(bot: Program, interaction: Interaction, table: TableView, *ways: Button) -> Answer:
    """What the signs on the board mean."""
    drawn = painter(table.row.game)
    picture = await draw(bot, interaction, lambda theme: drawn.legend(table.view, theme))
    return Answer(LEGEND_TEXT, rows_of_buttons(ways), picture)


def text_page(table: TableView, part: str, *ways: Button) -> Answer:
    """A part of the board as text, with what the viewer alone may see."""
    return text_answer(told_text(table), part, CustomId(table.row.id, None, TEXT), *ways)


async def zoom_page(
    bot: Program, interaction: Interaction, table: TableView, around: str | None, *ways: Button
) -> Answer:
    """An enlarged part of the board: one of the game's zoom places, or the whole board. Raises Refusal for others."""
    drawn = painter(table.row.game)
    places = {**interface(table.row.game).composing.zoom_places(table.view), WHOLE: "Whole board"}
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
    return Answer(zoomed(places.get(place, place)), rows_of_buttons([*buttons, *ways]), picture)


def told_text(table: TableView) -> str:
    """The board as text and below it what the viewer alone may see."""
    drawn = painter(table.row.game)
    told = drawn.text(table.view, table.names)
    if table.seat is not None and table.row.phase == "playing":
        # Without a hand there is nothing more to tell.
        with suppress(ValueError):
            told += f"\n\n{ONLY_YOU_SEE}\n{drawn.hand_text(table.view, table.names)}"
    return told


def zoomed(part: str) -> str:
    return f"{part}."
