"""The public messages of a table: the lobby, the card, and the line that an old card is folded to.

Views here are write-only: built afresh for each message and stopped at once, so that the library keeps nothing of them
in memory; presses are routed by custom id (design.md, the path of one turn).
"""

from collections.abc import Mapping, Sequence

import discord
from discord import ui

from cogs import _texts as texts
from cogs._custom_ids import CustomId
from cogs._interfaces import computers, interface, together
from cogs._lobby import chosen
from cogs._looks import Look
from data.store import SeatRow
from engine.games import game

PICTURE = "board.png"
CHANCE_VALUE = "chance"
STORY_SENTENCES = 12
STORY_CHARACTERS = 2_500
"""Of the 4,000 that a message may have, with room for names that have to be escaped."""
ROW_LIMIT = 5

Row = ui.ActionRow[ui.LayoutView]


def layout(*items: ui.Item[ui.LayoutView], colour: int | None = None) -> ui.LayoutView:
    """The items as a message, in a container of the colour if one is given."""
    view = ui.LayoutView(timeout=None)
    if colour is None:
        for item in items:
            view.add_item(item)
    else:
        view.add_item(ui.Container(*items, accent_colour=colour))
    view.stop()
    return view


def button(
    label: str, custom_id: CustomId, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> ui.Button[ui.LayoutView]:
    """A button that says what it does."""
    return ui.Button(label=label, custom_id=str(custom_id), style=style)


def picture(name: str, alt: str) -> ui.MediaGallery[ui.LayoutView]:
    """An attached picture with its description."""
    gallery: ui.MediaGallery[ui.LayoutView] = ui.MediaGallery()
    gallery.add_item(media=f"attachment://{name}", description=alt)
    return gallery


def rows_of_buttons(buttons: Sequence[ui.Button[ui.LayoutView]]) -> tuple[Row, ...]:
    """Buttons in as few rows as hold them, five at most in each, as even as can be."""
    rows = -(-len(buttons) // ROW_LIMIT)
    each = -(-len(buttons) // max(rows, 1))
    return tuple(ui.ActionRow(*buttons[start : start + each]) for start in range(0, len(buttons), max(each, 1)))


def lobby_view(look: Look, place: int | None) -> ui.LayoutView:
    """The lobby: who sits where, what is set, and what can be done; once it is over, where the game is played."""
    row = look.row
    ours = interface(row.game)
    if row.phase != "lobby":
        return layout(ui.TextDisplay(f"### {game(row.game).title}\n{_lobby_over(look, place)}"), colour=ours.colour)
    items: list[ui.Item[ui.LayoutView]] = [ui.TextDisplay(_lobby_text(look))]
    if choices := ours.seat_choices(look.options):
        items.append(ui.ActionRow(_choice_select(row.id, ours.choice_title, choices)))
    grey = discord.ButtonStyle.secondary
    buttons = [
        button(texts.BUTTON_JOIN, CustomId(row.id, None, "join"), discord.ButtonStyle.success),
        button(texts.BUTTON_LEAVE, CustomId(row.id, None, "leave"), grey),
        button(texts.BUTTON_COMPUTER, CustomId(row.id, row.step, "computer"), grey),
        button(texts.BUTTON_START, CustomId(row.id, row.step, "start"), discord.ButtonStyle.primary),
        button(texts.BUTTON_OPTIONS, CustomId(row.id, row.step, "options"), grey),
        button(texts.BUTTON_RULES, CustomId(row.id, None, "rules"), grey),
        button(texts.BUTTON_CLOSE, CustomId(row.id, row.step, "close"), grey),
    ]
    if together(row.game) is not None:
        buttons.insert(5, button(texts.BUTTON_OWN_OPTIONS, CustomId(row.id, row.step, "own"), grey))
    return layout(*items, *rows_of_buttons(buttons), colour=ours.colour)


def _lobby_text(look: Look) -> str:
    row, settings = look.row, look.settings
    labels = dict(interface(row.game).seat_choices(look.options))
    lines = [f"### {game(row.game).title}", texts.lobby_state(len(look.seats), settings.seats)]
    levels = computers(row.game)
    lines += [_seat_line(seat, row.host, labels, levels) for seat in look.seats]
    lines += [texts.seat_free(number) for number in range(len(look.seats) + 1, settings.seats + 1)]
    lines.append(texts.lobby_settings(settings.clock))
    several = together(row.game)
    if several is not None:
        lines.append(several.own_line(look.options, settings))
    lines.append(texts.commitment(row.commitment))
    return "\n".join(lines)


def _seat_line(seat: SeatRow, host: int, labels: Mapping[str, str], levels: Mapping[str, str]) -> str:
    choice = chosen(seat)
    return texts.seat_taken(
        seat.seat + 1,
        seat.name,
        host=seat.user_id == host,
        computer=levels.get(seat.player or "", seat.player),
        choice=labels.get(choice) if choice is not None else None,
    )


def _choice_select(table: str, title: str, choices: Sequence[tuple[str, str]]) -> ui.Select[ui.LayoutView]:
    options = [discord.SelectOption(label=label, value=value) for value, label in choices]
    options.append(discord.SelectOption(label=texts.LEFT_TO_CHANCE, value=CHANCE_VALUE))
    return ui.Select(custom_id=str(CustomId(table, None, "choose")), placeholder=title, options=options)


def _lobby_over(look: Look, place: int | None) -> str:
    if look.view is None:
        return texts.CANCELLED
    ended = "" if look.row.phase == "playing" else _state_line(look)
    lines = (ended, texts.lobby_started(look.names, place), texts.commitment(look.row.commitment))
    return "\n".join(line for line in lines if line)


def card_view(look: Look, story: str, alt: str) -> ui.LayoutView:
    """The card: state, picture with alt text, what just happened, and buttons; it pings those who must act."""
    row = look.row
    ours = interface(row.game)
    top = f"### {game(row.game).title} · {ours.headline(look.view, _escaped(look))}\n{_state_line(look)}"
    items: list[ui.Item[ui.LayoutView]] = [ui.TextDisplay(top), picture(PICTURE, alt)]
    below = "\n".join(line for line in (ours.scores(look.view, _escaped(look)), story) if line)
    if below:
        items.append(ui.TextDisplay(below))
    if row.phase != "playing":
        items.append(ui.TextDisplay(texts.revealed(row.server_seed.hex(), row.commitment)))
    return layout(*items, *rows_of_buttons(card_buttons(look)), colour=ours.colour)


def _state_line(look: Look) -> str:
    if look.row.phase == "cancelled":
        return texts.CANCELLED_GAME
    if look.outcome is not None:
        return texts.winners([_escaped(look)[seat] for seat in look.outcome.winners])
    who = [texts.mention(user) for user in _waiting_users(look)]
    task = interface(look.row.game).task(look.view)
    state = f"{texts.and_list(who)} {task}" if who else texts.COMPUTER_THINKS
    return state if look.deadline is None else f"{state} · {texts.until(look.deadline)}"


def card_buttons(look: Look) -> tuple[ui.Button[ui.LayoutView], ...]:
    """What can be pressed on a card; private pages stay there after the end, where there are any."""
    table, step = look.row.id, look.row.step
    several = together(look.row.game)
    pages = [(texts.BUTTON_HAND, "hand")] if several is None else several.private_buttons(look)
    private = [button(label, CustomId(table, None, what)) for label, what in pages]
    more = button(texts.BUTTON_MORE, CustomId(table, None, "more"))
    if look.row.phase != "playing":
        kept = private if several is not None and look.row.phase == "finished" else []
        return (*kept, button(texts.BUTTON_RECORD, CustomId(table, step, "record")), more)
    return (move_button(look), *private, more)


def move_button(look: Look) -> ui.Button[ui.LayoutView]:
    """The way to the page on which a move is composed."""
    several = together(look.row.game)
    label = texts.BUTTON_MOVE if several is None else several.compose_label
    return button(label, CustomId(look.row.id, look.row.step, "move"), discord.ButtonStyle.primary)


def pings(look: Look) -> discord.AllowedMentions:
    """Only the people who must act are pinged."""
    users = [discord.Object(user) for user in _waiting_users(look)]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


def _waiting_users(look: Look) -> list[int]:
    return [seat.user_id for seat in look.waiting_for() if seat.user_id is not None]


def story_text(look: Look, events: Sequence[object]) -> str:
    """What happened since the last card: the newest sentences, in order, that leave room for the rest of it."""
    sentences = interface(look.row.game).sentences(look.view, events, _escaped(look))[-STORY_SENTENCES:]
    while sum(map(len, sentences)) > STORY_CHARACTERS:
        del sentences[0]
    return "\n".join(sentences)


def folded_view(story: str) -> ui.LayoutView:
    """What is left of an old card: a small line with what happened next."""
    return layout(ui.TextDisplay("\n".join(f"-# {line}" for line in story.splitlines()) or texts.FOLDED))


def _escaped(look: Look) -> list[str]:
    return [texts.escape(name) for name in look.names]
