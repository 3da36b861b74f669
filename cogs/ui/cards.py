"""The card of a table (state, picture, recent events, buttons), and the folded form of an old card."""

from collections.abc import Sequence

import discord
from discord import ui

from cogs.ui import texts
from cogs.ui.custom_ids import CustomId
from cogs.ui.interface import interface
from cogs.ui.layouts import button, layout, picture, rows_of_buttons
from engine.games import game_type
from tables.texts import and_list, escape
from tables.viewer import TableView

PICTURE = "board.png"
STORY_SENTENCES = 12
STORY_CHARACTERS = 2_500
"""The limit for the story; Discord allows 4,000 characters per message, and escaped names take up room."""


def card_view(table: TableView, story: str, alt: str) -> ui.LayoutView:
    """The card: state, picture with alt text, recent events, and buttons; it mentions the actors."""
    row = table.row
    ours = interface(row.game)
    top = f"### {game_type(row.game).title} · {ours.headline(table.view, escaped_names(table))}\n{state_line(table)}"
    items: list[ui.Item[ui.LayoutView]] = [ui.TextDisplay(top), picture(PICTURE, alt)]
    below = "\n".join(line for line in (ours.scores(table.view, escaped_names(table)), story) if line)
    if below:
        items.append(ui.TextDisplay(below))
    if row.phase != "playing":
        items.append(ui.TextDisplay(texts.revealed(row.server_seed.hex(), row.commitment)))
    return layout(*items, *rows_of_buttons(card_buttons(table)), colour=ours.colour)


def state_line(table: TableView) -> str:
    """Who must act by when, or how the game ended."""
    if table.row.phase == "cancelled":
        return texts.CANCELLED_GAME
    if table.outcome is not None:
        names = escaped_names(table)
        return texts.winners([names[seat] for seat in table.outcome.winners])
    who = [texts.mention(user) for user in _waiting_users(table)]
    task = interface(table.row.game).task(table.view)
    state = f"{and_list(who)} {task}" if who else texts.COMPUTER_THINKS
    return state if table.deadline is None else f"{state} · {texts.until(table.deadline)}"


def card_buttons(table: TableView) -> tuple[ui.Button[ui.LayoutView], ...]:
    """The buttons of a card; after the end, those of private pages remain."""
    table_id = table.row.id
    pages = interface(table.row.game).private_buttons(table)
    private = [button(label, CustomId(table_id, None, page)) for label, page in pages]
    more = button(texts.BUTTON_MORE, CustomId(table_id, None, "more"))
    if table.row.phase != "playing":
        kept = private if table.row.phase == "finished" else []
        return (*kept, button(texts.BUTTON_RECORD, CustomId(table_id, str(table.row.step), "record")), more)
    return (move_button(table), *private, more)


def move_button(table: TableView) -> ui.Button[ui.LayoutView]:
    """The button that opens the first page of a move; it carries the step, by which a posted card is recognised."""
    label = interface(table.row.game).compose_label(table.view)
    return button(label, CustomId(table.row.id, str(table.row.step), "move"), discord.ButtonStyle.primary)


def move_row(table: TableView) -> tuple[ui.ActionRow[ui.LayoutView], ...]:
    """The Move button, for a viewer who must act or may still change a pending submission; else nothing."""
    may_move = table.row.phase == "playing" and table.view is not None
    if not (may_move and interface(table.row.game).may_compose(table)):
        return ()
    return rows_of_buttons([move_button(table)])


def pings(table: TableView) -> discord.AllowedMentions:
    """The allowed mentions of a card: only the users who must act."""
    users = [discord.Object(user) for user in _waiting_users(table)]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


def _waiting_users(table: TableView) -> list[int]:
    return [seat.user_id for seat in table.waiting_for() if seat.user_id is not None]


def story_text(table: TableView, events: Sequence[object]) -> str:
    """The events since the last card as sentences; the oldest are dropped to fit the limits."""
    sentences = interface(table.row.game).sentences(table.view, events, escaped_names(table))[-STORY_SENTENCES:]
    while sum(map(len, sentences)) > STORY_CHARACTERS:
        del sentences[0]
    return "\n".join(sentences)


def folded_view(story: str) -> ui.LayoutView:
    """An old card, reduced to small print that says what happened next."""
    return layout(ui.TextDisplay("\n".join(f"-# {line}" for line in story.splitlines()) or texts.FOLDED))


def escaped_names(table: TableView) -> list[str]:
    """The names at the table, escaped for use in a message."""
    return [escape(name) for name in table.names]
