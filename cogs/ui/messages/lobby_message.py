"""The lobby's message: seats, settings and buttons; after the start, a link to the board."""

from collections.abc import Collection, Mapping, Sequence

import discord
from discord import ui

from cogs.ui.kit import emojis
from cogs.ui.kit.banners import banner_item
from cogs.ui.kit.custom_ids import CustomId, parse
from cogs.ui.kit.interface import format_table_title, interface
from cogs.ui.kit.layouts import Button, button, layout, rows_of_buttons
from cogs.ui.messages.cards import moderation_line, state_line
from cogs.ui.texts import clock_texts, texts
from cogs.ui.texts.texts import mention
from data.store import SeatRow
from engine.games import game_type
from language.messages import N_, _, capitalize, list_and, ngettext
from leagues.texts import translate_label
from render.picture import Picture
from tables.after_the_end import rematch
from tables.game_hooks import SeatChoice
from tables.lobby import chosen, needs_no_clock
from tables.moderating.moderation_state import decode_moderation
from tables.seat_changes import seating
from tables.settings import TableSettings
from tables.surprises import SURPRISE, is_surprised
from tables.texts import CANCELLED, escape
from tables.timing.clock_settings import NO_LIMIT, get_clock
from tables.timing.standstill import has_free_weekends
from tables.viewer import TableView

CLOSED = N_("A moderator closed this table. No game was played.")
IN_THREAD = N_("The game is on. Anybody may watch in the thread.")

BUTTON_START = N_("Start")

CHANCE_VALUE = "chance"
START, SET_UP, FIRST_GAME = "start", "set_up", "first_game"


def lobby_view(
    table: TableView, place: int | None, banner: Picture | None = None, finished: Collection[int] = ()
) -> ui.LayoutView:
    """Build the lobby's current message.

    `place` is the board's thread or channel, or None if it isn't decided yet. `banner` is the game's banner, None once
    the lobby is over. `finished` are the seated users who have finished a table of the game. Without one, a simpler
    first game is offered if the game has one.
    """
    row = table.row
    ours = interface(row.game)
    if row.phase != "lobby" and table.settings.season is not None:
        return layout(ui.TextDisplay(format_dealt_table(table.settings.season_label, table.names, place)))
    if row.phase != "lobby":
        return layout(ui.TextDisplay(_format_ended_lobby(table, place)), colour=ours.colour)
    items: list[ui.Item[ui.LayoutView]] = [ui.TextDisplay(f"### {format_table_title(table)}")]
    items += [] if banner is None else [banner_item(row.game, banner)]
    items.append(ui.TextDisplay(_text(table, finished)))
    items += [ui.ActionRow(_choice_select(row.id, choice)) for choice in ours.seat_choices(table.options)]
    return layout(*items, *rows_of_buttons(_buttons(table, finished)), colour=ours.colour)


def _buttons(table: TableView, finished: Collection[int]) -> list[Button]:
    """Build the lobby's buttons, which are the same for all viewers; the most useful one is highlighted."""
    row, bright = table.row, discord.ButtonStyle
    free = table.settings.seats - len(table.seats)
    waiting = rematch.pending(table.settings, table.seats)
    join, leave = (_("I'm in"), _("Not this time")) if waiting else (_("Join"), _("Leave"))
    # All viewers see the same buttons, so *Join* goes once nobody can use it.
    is_open = seating.may_somebody_join(table.settings, table.seats)
    buttons = [button(join, CustomId(row.id, None, "join"), bright.primary)] if is_open else []
    if waiting or any(seat.user_id not in (None, row.host) for seat in table.seats):
        buttons.append(button(leave, CustomId(row.id, None, "leave")))
    if table.settings.seats == 1:
        # The host of a solo game has the only seat, so *Join* and *Leave* are not needed.
        buttons.clear()
    if interface(row.game).surprise is not None:
        buttons.append(button(_(texts.BUTTON_SURPRISE), CustomId(row.id, None, SURPRISE)))
    if not free:
        buttons.append(button(_(BUTTON_START), CustomId(row.id, table.version, START), bright.success))
    elif not waiting:
        buttons.append(button(_("Fill with computers"), CustomId(row.id, table.version, "fill_seats")))
    buttons += _first_game_buttons(table, finished)
    buttons.append(button(_(texts.BUTTON_HOW_TO_PLAY), CustomId(row.id, None, "rules")))
    buttons.append(set_up_button(row.id))
    return buttons


def _first_game_buttons(table: TableView, finished: Collection[int]) -> list[Button]:
    """Build the button that chooses the options of a first game, or leaves them."""
    ours = interface(table.row.game).lobby
    is_first = ours.is_first_game(table.options)
    if not is_first and (finished or not ours.first_options):
        return []
    label = _("Full game") if is_first else _(ours.first_label)
    return [button(label, CustomId(table.row.id, None, FIRST_GAME))]


def set_up_button(table_id: str) -> Button:
    """Build the button that opens the page *Set up*."""
    return button(_("Set up"), CustomId(table_id, None, SET_UP))


def full_view(table: TableView, row: int) -> ui.LayoutView:
    """Build the message that calls the host when all seats are taken; `row` is the outbox row's id."""
    pressed = CustomId(table.row.id, table.version, START, (str(row),))
    start = button(_(BUTTON_START), pressed, discord.ButtonStyle.success)
    return layout(
        ui.TextDisplay(format_full_table(table.row.host, format_table_title(table))), *rows_of_buttons([start])
    )


def is_host_call(custom_id: str, row: int) -> bool:
    """Return whether a custom id belongs to the message that calls the host and was posted for this outbox row."""
    found = parse(custom_id)
    return found is not None and (found.action, found.details) == (START, (str(row),))


def _text(table: TableView, finished: Collection[int]) -> str:
    row, settings = table.row, table.settings
    ours = interface(row.game)
    choices = ours.seat_choices(table.options)
    taken, waiting = len(table.seats), rematch.pending(settings, table.seats)
    if waiting:
        state = rematch_line(taken, settings.seats)
    else:
        is_open = seating.may_somebody_join(settings, table.seats)
        state = texts.lobby_state(taken, settings.seats, is_open=is_open, start_when_full=settings.start_when_full)
    lines = [state]
    lines += [_seat_line(seat, row.host, choices, ours.computers) for seat in table.seats]
    if waiting:
        lines.append(format_awaited([place.user for place in waiting if place.user is not None]))
    if invited := seating.pending(settings, table.seats):
        lines.append(format_invited(invited))
    if left := rematch.declined(settings, table.seats):
        lines.append(format_declined_rematch([place.name for place in left]))
    lines += _seating_lines(table)
    lines.append(_full_game_line(table, finished))
    clock = clock_texts.summary(NO_LIMIT if needs_no_clock(settings, table.seats) else get_clock(settings))
    lines += [settings_line(parts) for parts in ([clock], _settings(table), [ours.duration]) if parts]
    lines.append(moderation_line(row))
    return "\n".join(line for line in lines if line)


def _seating_lines(table: TableView) -> list[str]:
    """Format the declined invitations and the freed seats."""
    settings = table.settings
    replayed = {place.user for place in settings.rematch}
    lines: list[str] = []
    if declined := [user for user in settings.declined if user not in replayed]:
        lines.append(format_declined_seats(declined))
    if settings.freed:
        lines.append(format_freed_seats(settings.freed))
    return lines


def _full_game_line(table: TableView, finished: Collection[int]) -> str:
    """Say why a first game is not offered, if some people at the table are new to the game and others aren't."""
    ours, people = interface(table.row.game).lobby, [seat for seat in table.seats if seat.user_id is not None]
    known = [seat.name for seat in people if seat.user_id in finished]
    if not ours.first_options or ours.is_first_game(table.options) or not 0 < len(known) < len(people):
        return ""
    return format_full_game(known)


def _settings(table: TableView) -> list[str]:
    """Format the settings, except the clock, in a few words each.

    The game's own options are shown only if they differ from those of a new table.
    """
    settings, ours = table.settings, interface(table.row.game)
    usual = ours.lobby.options_summary(
        game_type(table.row.game).options(settings.seats, dict(ours.lobby.new_options)),
        TableSettings(seats=settings.seats),
    )
    own = ours.lobby.options_summary(table.options, settings)
    return [
        *([_("weekends free")] if has_free_weekends(settings) else []),
        *([_("seats drawn at the start")] if settings.random_order else []),
        *(
            []
            if settings.open_seats or len(table.seats) == settings.seats
            else [_("free seats for invited players only")]
        ),
        *([_("rated")] if settings.rated and ours.is_rateable(table.options) else []),
        *([] if own == usual else own.split("\n")),
    ]


def _seat_line(seat: SeatRow, host: int, choices: tuple[SeatChoice, ...], levels: Mapping[str, str]) -> str:
    made = chosen(seat)
    shown = [
        _("has chosen") if choice.secret else _chosen(choice, made[choice.name])
        for choice in choices
        if choice.name in made
    ]
    if is_surprised(seat):
        shown.append(_("wants a surprise"))
    return format_taken_seat(
        seat.seat + 1,
        seat.name,
        host=seat.user_id == host,
        computer=seat.player and _(levels.get(seat.player, seat.player)),
        choices=shown,
    )


def _chosen(choice: SeatChoice, value: str) -> str:
    return emojis.prefix_emoji(f"{choice.name}_{value}", _(choice.options.get(value, value)))


def _choice_select(table: str, choice: SeatChoice) -> ui.Select[ui.LayoutView]:
    options = [
        discord.SelectOption(label=_(label), value=value, emoji=emojis.emoji(f"{choice.name}_{value}"))
        for value, label in choice.options.items()
    ]
    options.append(discord.SelectOption(label=_("Leave it to chance"), value=CHANCE_VALUE))
    custom_id = CustomId(table, None, "choose", (choice.name,))
    return ui.Select(
        custom_id=str(custom_id), placeholder=_("{title} (or by chance)", title=_(choice.title)), options=options
    )


def _format_ended_lobby(table: TableView, place: int | None) -> str:
    title = f"### {format_table_title(table)}"
    if table.view is None:
        return f"{title}\n{_(CLOSED) if decode_moderation(table.row).ended else _(CANCELLED)}"
    is_playing = table.row.phase == "playing"
    state = _(IN_THREAD) if is_playing else state_line(table)
    if place not in (None, table.row.channel_id):
        # Discord shows the thread below the message, with its name, which has the title and the people.
        return state
    return "\n".join(filter(None, (title, "" if is_playing else state, format_lobby_start(table.names, place))))


def format_freed_seats(users: Sequence[int]) -> str:
    return ngettext(
        "The seat of {names} is free again; press Join to come back.",
        "The seats of {names} are free again; press Join to come back.",
        len(users),
        names=list_and([mention(user) for user in users]),
    )


def format_full_game(names: Sequence[str]) -> str:
    """Format the reason why a table plays the full game: these players have finished one."""
    return ngettext(
        "This is the full game: {names} has played before.",
        "This is the full game: {names} have played before.",
        len(names),
        names=list_and([escape(name) for name in names]),
    )


def format_declined_seats(users: Sequence[int]) -> str:
    return _("Not this time: {names}.", names=list_and([mention(user) for user in users]))


def format_dealt_table(label: str, names: Sequence[str], place: int | None) -> str:
    """Format the message about a dealt table; the table's thread is created from this message."""
    board = "" if place is None else f" → <#{place}>"
    return f"{translate_label(label)} · {', '.join(escape(name) for name in names)}{board}"


def rematch_line(taken: int, seats: int) -> str:
    return _(
        "A rematch with the same players. {taken} of {seats} are in; it starts when everybody has agreed.",
        taken=taken,
        seats=seats,
    )


def format_awaited(users: Sequence[int]) -> str:
    return _("No answer yet: {names}.", names=list_and([mention(user) for user in users]))


def format_declined_rematch(names: Sequence[str]) -> str:
    return _("Not this time: {names}.", names=list_and([escape(name) for name in names]))


def settings_line(parts: Sequence[str]) -> str:
    """Format a table's settings in one line."""
    line = " · ".join(part.removesuffix(".") for part in parts if part)
    return f"-# {capitalize(line)}"


def format_invited(users: Sequence[int]) -> str:
    return _("Invited: {names}.", names=list_and([mention(user) for user in users]))


def format_full_table(host: int, title: str) -> str:
    return _("{name}, your table of {game} is full. Press Start when you're ready.", name=mention(host), game=title)


def format_taken_seat(number: int, name: str, *, host: bool, computer: str | None, choices: Sequence[str]) -> str:
    notes = [note for note in (_("host") if host else "", computer or "", *choices) if note]
    return f"{number}. **{escape(name)}**" + (f" · {', '.join(notes)}" if notes else "")


def format_lobby_start(names: Sequence[str], place: int | None) -> str:
    where = _("The board is on its way.") if place is None else _("The board is in {channel}.", channel=f"<#{place}>")
    return _("At the table: {names}.", names=list_and([escape(name) for name in names])) + " " + where
