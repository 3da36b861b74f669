"""The lobby's message: seats, settings and buttons; after the start, a link to the board."""

from collections.abc import Mapping

import discord
import msgspec
from discord import ui

from cogs.ui import emojis, lobby_texts, texts
from cogs.ui.cards import state_line
from cogs.ui.custom_ids import CustomId
from cogs.ui.fairness_line import fairness_line
from cogs.ui.interface import interface
from cogs.ui.layouts import button, layout, rows_of_buttons
from data.store import SeatRow, TableRow
from engine.games import game_type
from tables import rematch
from tables.game_hooks import SeatChoice
from tables.lobby import chosen
from tables.settings import TableSettings
from tables.texts import CANCELLED
from tables.viewer import TableView

CHANCE_VALUE = "chance"


def lobby_view(table: TableView, place: int | None) -> ui.LayoutView:
    """The current message; `place` is the thread or channel of the board, None before there is one."""
    row = table.row
    ours = interface(row.game)
    if row.phase != "lobby":
        text = f"### {title_of(table)}\n{_over(table, place)}"
        return layout(ui.TextDisplay(text), colour=ours.colour)
    items: list[ui.Item[ui.LayoutView]] = [ui.TextDisplay(_text(table))]
    items.append(fairness_line(row))
    items += [ui.ActionRow(_choice_select(row.id, choice)) for choice in ours.seat_choices(table.options)]
    waiting = rematch.pending(table.settings, table.seats)
    join, leave = (
        (lobby_texts.BUTTON_AGREE, lobby_texts.BUTTON_DECLINE) if waiting else (texts.BUTTON_JOIN, texts.BUTTON_LEAVE)
    )
    # The same buttons for everybody: what helps most now is the bright one.
    free, bright = table.settings.seats - len(table.seats), discord.ButtonStyle
    fill = [button(lobby_texts.BUTTON_FILL, CustomId(row.id, table.version, "fill_seats"))]
    seating = [
        button(join, CustomId(row.id, None, "join"), bright.primary if free else bright.secondary),
        button(leave, CustomId(row.id, None, "leave")),
        button(texts.BUTTON_COMPUTER, CustomId(row.id, table.version, "computer")),
        *(fill if free > 1 and not waiting else []),
    ]
    buttons = [
        # Whoever plays alone has the only seat.
        *(seating if free or table.settings.seats > 1 else []),
        button(
            texts.BUTTON_START,
            CustomId(row.id, table.version, "start"),
            bright.secondary if free else bright.success,
        ),
        button(texts.BUTTON_OPTIONS, CustomId(row.id, table.version, "options")),
        button(texts.BUTTON_RULES, CustomId(row.id, None, "rules")),
        button(texts.BUTTON_CLOSE, CustomId(row.id, table.version, "close")),
    ]
    if ours.options_form(table):
        buttons.insert(-2, button(texts.BUTTON_GAME_OPTIONS, CustomId(row.id, table.version, "game_options")))
    return layout(*items, *rows_of_buttons(buttons), colour=ours.colour)


def title_of(table: TableView) -> str:
    """The table's game, variant and number."""
    return row_title(table.row)


def row_title(row: TableRow) -> str:
    """A table's game, variant and number."""
    variant = interface(row.game).variant(msgspec.json.decode(row.options))
    table_number = msgspec.json.decode(row.settings, type=TableSettings).number
    number = "" if table_number is None else f"#{table_number}"
    return " ".join(part for part in (game_type(row.game).title, variant, number) if part)


def full_view(table: TableView) -> ui.LayoutView:
    """The message that calls the host to a table whose seats are all taken."""
    start = button(texts.BUTTON_START, CustomId(table.row.id, table.version, "start"), discord.ButtonStyle.success)
    return layout(ui.TextDisplay(texts.table_is_full(table.row.host, title_of(table))), *rows_of_buttons([start]))


def _text(table: TableView) -> str:
    row, settings = table.row, table.settings
    ours = interface(row.game)
    choices = ours.seat_choices(table.options)
    taken, waiting = len(table.seats), rematch.pending(settings, table.seats)
    if waiting:
        state = lobby_texts.rematch(taken, settings.seats)
    else:
        state = texts.lobby_state(taken, settings.seats, start_when_full=settings.start_when_full)
    lines = [f"### {title_of(table)}", state]
    lines += [_seat_line(seat, row.host, choices, ours.computers) for seat in table.seats]
    lines += [texts.seat_free(number) for number in range(taken + 1, settings.seats + 1)]
    if waiting:
        lines.append(lobby_texts.awaited([place.user for place in waiting if place.user is not None]))
    elif settings.invited and not settings.rematch:
        lines.append(texts.invited(settings.invited))
    if left := rematch.declined(settings, table.seats):
        lines.append(lobby_texts.declined([place.name for place in left]))
    lines.append(texts.lobby_settings(settings.clock))
    lines.append(ours.options_summary(table.options, settings))
    return "\n".join(line for line in lines if line)


def _seat_line(seat: SeatRow, host: int, choices: tuple[SeatChoice, ...], levels: Mapping[str, str]) -> str:
    made = chosen(seat)
    shown = [
        texts.CHOSEN_SECRETLY if choice.secret else _chosen(choice, made[choice.name])
        for choice in choices
        if choice.name in made
    ]
    return texts.seat_taken(
        seat.seat + 1,
        seat.name,
        host=seat.user_id == host,
        computer=levels.get(seat.player or "", seat.player),
        choices=shown,
    )


def _chosen(choice: SeatChoice, value: str) -> str:
    return emojis.marked(f"{choice.name}_{value}", choice.options.get(value, value))


def _choice_select(table: str, choice: SeatChoice) -> ui.Select[ui.LayoutView]:
    options = [
        discord.SelectOption(label=label, value=value, emoji=emojis.emoji(f"{choice.name}_{value}"))
        for value, label in choice.options.items()
    ]
    options.append(discord.SelectOption(label=texts.LEFT_TO_CHANCE, value=CHANCE_VALUE))
    custom_id = CustomId(table, None, "choose", (choice.name,))
    return ui.Select(custom_id=str(custom_id), placeholder=choice.title, options=options)


def _over(table: TableView, place: int | None) -> str:
    if table.view is None:
        return CANCELLED
    ended = "" if table.row.phase == "playing" else state_line(table)
    lines = (ended, texts.lobby_started(table.names, place))
    return "\n".join(line for line in lines if line)
