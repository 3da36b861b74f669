"""What happens at a table before its game starts: pure decisions for the table service."""

from collections.abc import Mapping, Sequence

import msgspec

from cogs import _texts as texts
from cogs._interfaces import Interface, Together
from cogs._looks import OpenTable, Person, TableSettings, configuration_of
from cogs._refusal import Refusal
from cogs._tables import Change, Decision
from data.store import SeatRow, TableChanges
from engine import table as engine_table
from engine.core import Game


def join(person: Person, salt: str) -> Decision:
    """Takes the next free seat; the salt is the id of the interaction that asked for it (fairness)."""

    def decide(table: OpenTable) -> Change:
        _require_lobby(table)
        if table.seat_of(person.id) is not None:
            raise Refusal(texts.ALREADY_SEATED)
        return _seat(table, SeatRow(seat=len(table.seats), user_id=person.id, name=person.name, salt=salt))

    return decide


def add_computer(host: int, salt: str) -> Decision:
    """Seats a computer player of the kind that the table's settings name."""

    def decide(table: OpenTable) -> Change:
        _require_lobby(table)
        _require_host(table, host)
        number = 1 + sum(seat.player is not None for seat in table.seats)
        name = texts.computer_name(number)
        seat = SeatRow(seat=len(table.seats), user_id=None, player=table.settings.computer, name=name, salt=salt)
        return _seat(table, seat)

    return decide


def _seat(table: OpenTable, seat: SeatRow) -> Change:
    if len(table.seats) >= table.settings.seats:
        raise Refusal(texts.lobby_full(table.settings.seats))
    return Change(seats=(*table.seats, seat))


def leave(person: int) -> Decision:
    """Gives the person's seat up; the seats behind it move down."""

    def decide(table: OpenTable) -> Change:
        _require_lobby(table)
        leaving = table.seat_of(person)
        if leaving is None:
            raise Refusal(texts.NOT_SEATED)
        if person == table.row.host:
            raise Refusal(texts.HOST_STAYS)
        return Change(seats=_without(table.seats, leaving))

    return decide


def _without(seats: Sequence[SeatRow], leaving: SeatRow) -> tuple[SeatRow, ...]:
    """The other seats, renumbered, and the computer players among them renamed by their number."""
    rest: list[SeatRow] = []
    computers = 0
    for seat in seats:
        if seat == leaving:
            continue
        computers += seat.player is not None
        name = seat.name if seat.player is None else texts.computer_name(computers)
        rest.append(msgspec.structs.replace(seat, seat=len(rest), name=name))
    return tuple(rest)


def choose(person: int, value: str, interface: Interface) -> Decision:
    """A seated person's own choice before the start, such as the faction; empty leaves it to chance."""

    def decide(table: OpenTable) -> Change:
        _require_lobby(table)
        own = table.seat_of(person)
        if own is None:
            raise Refusal(texts.NOT_SEATED)
        labels = dict(interface.seat_choices(table.options))
        if value and value not in labels:
            raise Refusal(texts.unknown_choice(value))
        for seat in table.seats:
            if value and seat.seat != own.seat and chosen(seat) == value:
                raise Refusal(texts.choice_taken(labels[value], seat.name))
        choices = msgspec.json.encode({"choice": value} if value else {}).decode()
        changed = msgspec.structs.replace(own, choices=choices)
        return Change(seats=tuple(changed if seat.seat == own.seat else seat for seat in table.seats))

    return decide


def chosen(seat: SeatRow) -> str | None:
    """What a seat has chosen in the lobby, None for chance."""
    return msgspec.json.decode(seat.choices, type=dict[str, str]).get("choice")


def set_options(host: int, settings: TableSettings, game: Game) -> Decision:
    """Sets seats, clock and the kind of computer players; seats that are taken stay."""

    def decide(table: OpenTable) -> Change:
        _require_lobby(table)
        _require_host(table, host)
        if settings.seats not in game.seats:
            raise Refusal(texts.seats_range(game.title, game.seats))
        if settings.seats < len(table.seats):
            raise Refusal(texts.seats_taken(len(table.seats)))
        seats = tuple(
            seat if seat.player is None else msgspec.structs.replace(seat, player=settings.computer)
            for seat in table.seats
        )
        return Change(columns=TableChanges(settings=msgspec.json.encode(settings).decode()), seats=seats)

    return decide


def set_own_options(host: int, game: Game, several: Together, values: Mapping[str, str]) -> Decision:
    """Sets the options that only this game has."""

    def decide(table: OpenTable) -> Change:
        _require_lobby(table)
        _require_host(table, host)
        options, settings = several.own_options(table.options, table.settings, values)
        full = game.options(table.settings.seats, options)
        return Change(
            columns=TableChanges(
                options=msgspec.json.encode(full).decode(), settings=msgspec.json.encode(settings).decode()
            )
        )

    return decide


def start(host: int, game: Game, interface: Interface) -> Decision:
    """Begins the game: the salts are frozen, after the commitment and before the first draw (fairness)."""

    def decide(table: OpenTable) -> Change:
        _require_lobby(table)
        _require_host(table, host)
        free = table.settings.seats - len(table.seats)
        if free > 0:
            raise Refusal(texts.seats_free(free, texts.seats_range(game.title, game.seats)))
        wanted = interface.with_choices(table.options, tuple(chosen(seat) for seat in table.seats))
        options = game.options(len(table.seats), wanted)
        columns = TableChanges(
            phase="playing",
            options=msgspec.json.encode(options).decode(),
            salts=msgspec.json.encode([seat.salt for seat in table.seats]).decode(),
        )
        row = msgspec.structs.replace(table.row, **columns)
        configuration = configuration_of(row, len(table.seats))
        return Change(columns=columns, advance=engine_table.begin(configuration, row.server_seed))

    return decide


def cancel(host: int | None) -> Decision:
    """The host ends the table, in the lobby or in the middle of a game; None: its time to start ran out."""

    def decide(table: OpenTable) -> Change:
        if table.row.phase not in ("lobby", "playing"):
            raise Refusal(texts.ended(table.row.phase))
        if host is None:
            _require_lobby(table)
        else:
            _require_host(table, host)
        return Change(columns=TableChanges(phase="cancelled"))

    return decide


def _require_lobby(table: OpenTable) -> None:
    if table.row.phase == "playing":
        raise Refusal(texts.ALREADY_STARTED)
    if table.row.phase != "lobby":
        raise Refusal(texts.ended(table.row.phase))


def _require_host(table: OpenTable, user_id: int) -> None:
    if table.row.host != user_id:
        raise Refusal(texts.ONLY_HOST)
