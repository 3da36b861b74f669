"""Set-up left to chance: the program makes the choices of a seat whose user wants to be surprised.

Only games whose hooks have a function `surprise` offer this. The choices are logged as the seat's own actions.
"""

from dataclasses import replace
from random import Random

import msgspec

from data.store import SeatRow, TableChanges
from engine.game import Advance, Game, act
from tables import lobby
from tables.committing.changes import Change, Decision
from tables.game_hooks import GameHooks
from tables.open_table import OpenTable, Person
from tables.seat_changes import seating

SURPRISE, YES = "surprise", "yes"
"""The name and the value of a seat's choice to be surprised, stored among the seat's other choices."""


def is_surprised(seat: SeatRow) -> bool:
    """Return whether a seat has a user who leaves their set-up to chance."""
    return seat.user_id is not None and SURPRISE in lobby.chosen(seat)


def encode_surprise(choices: str = "{}") -> str:
    """Return a seat's stored choices with the choice to be surprised added."""
    return msgspec.json.encode(msgspec.json.decode(choices, type=dict[str, str]) | {SURPRISE: YES}).decode()


def toggle(person: Person, salt: str) -> Decision:
    """Let a user in a lobby be surprised, or choose themselves after all. A user without a seat joins first."""

    def decide(table: OpenTable) -> Change:
        seating.require_lobby(table)
        own = table.seat_of(person.id)
        joined = Change() if own is not None else lobby.join(person, salt)(table)
        seats = table.seats if joined.seats is None else joined.seats
        return replace(joined, seats=tuple(_toggle(seat) if seat.user_id == person.id else seat for seat in seats))

    def _toggle(seat: SeatRow) -> SeatRow:
        kept = {name: value for name, value in lobby.chosen(seat).items() if name != SURPRISE}
        plain = msgspec.json.encode(kept).decode()
        return msgspec.structs.replace(seat, choices=plain if is_surprised(seat) else encode_surprise(plain))

    return decide


def leave_to_chance(user_id: int, version: str | None, hooks: GameHooks) -> Decision:
    """Let a user be surprised in a game that has begun: from now on, chance makes the rest of their set-up."""

    def decide(table: OpenTable) -> Change:
        game, own = table.require_playing(), table.require_seat(user_id)
        table.require_current(version)
        wanted = msgspec.structs.replace(own, choices=encode_surprise(own.choices))
        seats = tuple(wanted if seat == own else seat for seat in table.seats)
        made = _choose(table, game, seats, hooks)
        if made is None:
            return Change(columns=TableChanges(step=table.row.step), seats=seats)
        return Change(advance=made, seats=seats, by=user_id)

    return decide


def make_choices(table: OpenTable, change: Change, hooks: GameHooks) -> Change:
    """Return a change of a table that also makes the set-up choices of the seats that leave them to chance.

    A take-back stays as it is, since the seat wants to choose anew.
    """
    if change.advance is None or change.banks is not None:
        return change
    seats = table.seats if change.seats is None else change.seats
    made = _choose(table, change.advance.game, seats, hooks)
    return change if made is None else replace(change, advance=change.advance.concatenate(made))


def _choose(table: OpenTable, game: Game, seats: tuple[SeatRow, ...], hooks: GameHooks) -> Advance | None:
    """Return the advance in which all seats that leave their set-up to chance have made their choices, or None."""
    seed, made = table.row.server_seed, None
    waiting = {seat.seat for seat in seats if is_surprised(seat)} if hooks.surprise is not None else set[int]()
    while asked := [seat for seat in game.actors if seat in waiting]:
        rng = Random(game.configuration.dealer(seed).player_seed(asked[0], game.n))
        action = hooks.surprise(game.view(asked[0]), rng) if hooks.surprise is not None else None
        if action is None:
            waiting.discard(asked[0])
            continue
        advance = act(game, asked[0], action, seed)
        made, game = advance if made is None else made.concatenate(advance), advance.game
    return made
