"""Decisions about a lobby: join, leave, choose, set options, start, cancel.

Each function returns a `Decision`, which the table service applies.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from data.store import SeatRow, TableChanges
from engine.core import EngineError, GameType
from engine.game import begin
from language.messages import _
from tables import texts
from tables.after_the_end import rematch
from tables.committing.changes import Change, Decision
from tables.game_hooks import GameHooks
from tables.moderating.moderation_state import encode_moderation
from tables.open_table import OpenTable, Person, build_configuration, tell_apart
from tables.opening import renumber_seats
from tables.refusal import Refusal
from tables.seat_changes import seating
from tables.settings import TableSettings
from tables.timing.clock_settings import EXPIRIES, ClockSetting
from tables.timing.running_time import HOUR_MS
from tables.timing.standstill import should_pause_for_absence

HOST_ONLY_MS = HOUR_MS
"""Time in milliseconds after the opening of a table during which only the host may start the game."""


def join(person: Person, salt: str) -> Decision:
    """Give the person the next free seat. `salt` is the id of the *Join* interaction, used for fair random draws."""

    def decide(table: OpenTable) -> Change:
        seating.require_lobby(table)
        if table.seat_of(person.id) is not None:
            raise Refusal(_(texts.ALREADY_IN))
        settings = table.settings
        seating.require_may_join(person.id, settings)
        kept = rematch.place_for(person, settings, table.seats)
        choices = "{}" if kept is None else kept.choices
        seat = SeatRow(
            seat=len(table.seats),
            user_id=person.id,
            name=tell_apart(person, (each.name for each in table.seats)),
            salt=salt,
            choices=choices,
        )
        change = _seat(table, seat)
        calls_host = len(table.seats) + 1 >= settings.seats and not settings.host_called
        now = seating.back(settings, person.id)
        if calls_host:
            now = msgspec.structs.replace(now, host_called=True)
        if now == settings:
            return change
        return replace(change, columns=_encode_settings(now), calls_host=calls_host)

    return decide


def join_choosing(person: Person, salt: str, name: str, value: str, hooks: GameHooks) -> Decision:
    """Store a seat's own choice as `choose` does. A user without a seat joins first."""

    def decide(table: OpenTable) -> Change:
        choice = choose(person.id, name, value, hooks)
        if table.seat_of(person.id) is not None:
            return choice(table)
        joined = join(person, salt)(table)
        return replace(joined, seats=choice(replace(table, seats=joined.seats or ())).seats)

    return decide


def start_if_full(decide: Decision, game: GameType, hooks: GameHooks) -> Decision:
    """Wrap a decision that takes a seat: it also starts the game if the table is then full and its settings say so.

    If the game rejects its options for these seats, the lobby stays open, so that the host can change them.
    """

    def decide_and_start(table: OpenTable) -> Change:
        change = decide(table)
        settings = table.settings
        seats = table.seats if change.seats is None else change.seats
        if not settings.start_when_full or not len(table.seats) < len(seats) == settings.seats:
            return change
        try:
            return _begin(replace(table, seats=seats), game, hooks)
        except EngineError:
            return change

    return decide_and_start


def change_options(decide: Decision, game: GameType, options: Mapping[str, Any]) -> Decision:
    """Wrap a decision that takes a seat: the table gets these game options first, in the same change."""

    def decide_with_options(table: OpenTable) -> Change:
        full = msgspec.json.encode(game.options(table.settings.seats, dict(options))).decode()
        change = decide(replace(table, row=msgspec.structs.replace(table.row, options=full)))
        return replace(change, columns={"options": full, **change.columns})

    return decide_with_options


def add_computer(host: int, salt: str) -> Decision:
    """Give the next free seat to a computer player of the level in the table's settings."""

    def decide(table: OpenTable) -> Change:
        seating.require_lobby(table)
        seating.require_host(table, host)
        return _seat(table, _computer(table, salt))

    return decide


def fill_with_computers(host: int, salt: str) -> Decision:
    """Give all free seats to computer players of the level in the table's settings."""

    def decide(table: OpenTable) -> Change:
        seating.require_lobby(table)
        seating.require_host(table, host)
        change = _seat(table, _computer(table, salt))
        while change.seats is not None and len(change.seats) < table.settings.seats:
            table = replace(table, seats=change.seats)
            change = _seat(table, _computer(table, salt))
        return change

    return decide


def _computer(table: OpenTable, salt: str) -> SeatRow:
    """Create the seat row of the next computer player to be added to a table."""
    number = 1 + sum(seat.player is not None for seat in table.seats)
    name = texts.computer_name(number, table.settings.language)
    return SeatRow(seat=len(table.seats), user_id=None, player=table.settings.computer, name=name, salt=salt)


def _seat(table: OpenTable, seat: SeatRow) -> Change:
    if len(table.seats) >= table.settings.seats:
        raise Refusal(texts.format_full_lobby(table.settings.seats))
    seats = rematch.arrange_seats((*table.seats, seat), table.settings.rematch)
    return Change(seats=seating.keep_valid_offers(table.seats, seats))


def leave(person: int) -> Decision:
    """Free the user's seat and renumber the later ones. If the user has only been invited, decline the invitation."""

    def decide(table: OpenTable) -> Change:
        seating.require_lobby(table)
        settings, leaving = table.settings, table.seat_of(person)
        if leaving is None and person not in settings.invited:
            raise Refusal(_(texts.NOT_SEATED))
        if person == table.row.host:
            raise Refusal(_(texts.HOST_STAYS))
        seats = renumber_seats([seat for seat in table.seats if seat != leaving])
        columns = _encode_settings(seating.mark_as_declined(settings, person))
        return Change(columns=columns, seats=seating.keep_valid_offers(table.seats, seats))

    return decide


def choose(person: int, name: str, value: str, hooks: GameHooks) -> Decision:
    """Store a seat's own choice, such as its faction. With an empty value, chance decides at the start."""

    def decide(table: OpenTable) -> Change:
        seating.require_lobby(table)
        own = table.seat_of(person)
        if own is None:
            raise Refusal(_(texts.NOT_SEATED))
        choice = next((found for found in hooks.seat_choices(table.options) if found.name == name), None)
        if choice is None or (value and value not in choice.options):
            raise Refusal(texts.unknown_choice(value))
        for seat in table.seats:
            is_taken = bool(value) and seat.seat != own.seat and chosen(seat).get(name) == value
            if is_taken and choice.exclusive and not choice.secret:
                raise Refusal(texts.format_taken_choice(_(choice.options[value]), seat.name))
        kept_for = rematch.taken_choices(table.settings, table.seats).get((name, value))
        if kept_for is not None and choice.exclusive and not choice.secret:
            raise Refusal(texts.format_taken_choice(_(choice.options[value]), kept_for))
        kept = {other: known for other, known in chosen(own).items() if other != name}
        wanted = kept | ({name: value} if value else {})
        changed = msgspec.structs.replace(own, choices=msgspec.json.encode(wanted).decode())
        return Change(seats=tuple(changed if seat.seat == own.seat else seat for seat in table.seats))

    return decide


def chosen(seat: SeatRow) -> dict[str, str]:
    """Return the values that a seat has chosen, by the choice's name. Choices left to chance are absent."""
    return msgspec.json.decode(seat.choices, type=dict[str, str])


def set_options(host: int, settings: TableSettings, game: GameType) -> Decision:
    """Set the number of seats, clock, theme, level of computer players, and how the game starts.

    Taken seats are kept.
    """

    def decide(table: OpenTable) -> Change:
        seating.require_lobby(table)
        seating.require_host(table, host)
        if settings.seats not in game.seats:
            raise Refusal(texts.seats_range(game.title, game.seats))
        if settings.seats < len(table.seats):
            raise Refusal(texts.format_taken_seats(len(table.seats)))
        seats = tuple(
            seat if seat.player is None else msgspec.structs.replace(seat, player=settings.computer)
            for seat in table.seats
        )
        now = table.settings
        kept = msgspec.structs.replace(
            settings,
            number=now.number,
            invited=now.invited,
            host_called=now.host_called,
            rematch=now.rematch,
            open_seats=now.open_seats,
            declined=now.declined,
            freed=now.freed,
            all_invite=now.all_invite,
            random_order=now.random_order,
        )
        return Change(columns=_encode_settings(kept), seats=seats)

    return decide


def set_clock(host: int, clock: ClockSetting, on_expiry: str) -> Decision:
    """Set the table's clock, and the consequence for a user who misses several deadlines in a row."""

    def decide(table: OpenTable) -> Change:
        seating.require_lobby(table)
        seating.require_host(table, host)
        if on_expiry not in EXPIRIES:
            raise Refusal(texts.unknown_choice(on_expiry))
        wanted = msgspec.structs.replace(
            table.settings, clock=clock.move, bank=clock.bank, regained=clock.regained, on_expiry=on_expiry
        )
        return Change(columns=TableChanges(settings=msgspec.json.encode(wanted).decode()))

    return decide


def set_game_options(host: int, game: GameType, options: dict[str, Any], settings: TableSettings) -> Decision:
    """Set the game's own options, and those table settings that only this game has."""

    def decide(table: OpenTable) -> Change:
        seating.require_lobby(table)
        seating.require_host(table, host)
        full = game.options(table.settings.seats, options)
        own = msgspec.structs.replace(table.settings, own=settings.own)
        return Change(
            columns=TableChanges(options=msgspec.json.encode(full).decode(), settings=msgspec.json.encode(own).decode())
        )

    return decide


def start(person: int, game: GameType, hooks: GameHooks, now: int = 0) -> Decision:
    """Start the game. The host may start it at any time, other seated users once `HOST_ONLY_MS` have passed."""

    def decide(table: OpenTable) -> Change:
        seating.require_lobby(table)
        _require_may_start(table, person, now)
        free = table.settings.seats - len(table.seats)
        waiting = rematch.pending(table.settings, table.seats)
        if free > 0 and waiting:
            raise Refusal(texts.format_waiting_rematch([place.name for place in waiting]))
        if free > 0:
            may_shrink = any(len(table.seats) <= seats < table.settings.seats for seats in game.seats)
            raise Refusal(
                texts.format_free_seats(free, texts.seats_range(game.title, game.seats), may_shrink=may_shrink)
            )
        return _begin(table, game, hooks)

    return decide


def _begin(table: OpenTable, game: GameType, hooks: GameHooks) -> Change:
    """Start the game with the current seats and salts, which can't change any more.

    For fairness, the server committed to its seed before the first salt was added, and the first random draw comes
    after the last salt.
    """
    seats = seating.order_seats_at_start(table)
    wanted = hooks.with_choices(table.options, tuple(chosen(seat) for seat in seats))
    options = game.options(len(seats), wanted)
    columns = TableChanges(
        phase="playing",
        options=msgspec.json.encode(options).decode(),
        salts=msgspec.json.encode([seat.salt for seat in seats]).decode(),
    )
    settings = table.settings
    if settings.rated and not hooks.is_rateable(options):
        settings = msgspec.structs.replace(settings, rated=False)
    if needs_no_clock(settings, seats):
        settings = msgspec.structs.replace(settings, clock=None, bank=0, regained=0)
    if settings != table.settings:
        columns["settings"] = msgspec.json.encode(settings).decode()
    row = msgspec.structs.replace(table.row, **columns)
    configuration = build_configuration(row, len(seats))
    return Change(columns=columns, seats=seats, advance=begin(configuration, row.server_seed))


def needs_no_clock(settings: TableSettings, seats: Sequence[SeatRow]) -> bool:
    """Return whether the clock of a table is dropped at the start: it is slow, and nobody waits for anybody.

    A fast clock stays, since a person who plays alone against computers has chosen it.
    """
    people = sum(seat.user_id is not None for seat in seats)
    return len(seats) == settings.seats and people == 1 and should_pause_for_absence(settings)


def cancel(host: int | None) -> Decision:
    """Cancel a table, in its lobby or during the game. `host` is the host who does so, or None if the lobby expired."""

    def decide(table: OpenTable) -> Change:
        if table.row.phase not in ("lobby", "playing"):
            raise Refusal(texts.describe_end(table.row.phase))
        if host is None:
            seating.require_lobby(table)
        else:
            seating.require_host(table, host)
        return Change(columns=TableChanges(phase="cancelled"))

    return decide


def end_with_season(table: OpenTable) -> Change:
    """Cancel a table in progress because its season is over. Raise Refusal if it has ended already."""
    if table.row.phase != "playing" or table.settings.season is None:
        raise Refusal(texts.describe_end(table.row.phase))
    moderation = encode_moderation(table.row, season_over=True)
    return Change(columns=TableChanges(phase="cancelled", moderation=moderation))


def _require_may_start(table: OpenTable, person: int, now: int) -> None:
    if table.row.host == person:
        return
    if table.seat_of(person) is None:
        raise Refusal(_(texts.START_NEEDS_SEAT))
    opens = table.row.created + HOST_ONLY_MS
    if now < opens:
        raise Refusal(texts.format_host_start(opens))


def _encode_settings(settings: TableSettings) -> TableChanges:
    return TableChanges(settings=msgspec.json.encode(settings).decode())
