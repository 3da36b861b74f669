"""Decisions about a game in progress: a player's action, an expired deadline, closing a round, resigning."""

from collections.abc import Callable
from random import Random
from typing import TypeAlias

import msgspec

from data.store import SeatRow
from engine.core import HOST, NotYourTurn
from engine.game import Advance, act, act_all
from tables import texts
from tables.changes import Change, Decision
from tables.game_hooks import GameHooks
from tables.open_table import ACTIVE, RESIGNED, OpenTable
from tables.refusal import BoardMovedOn, Refusal
from tables.seats import is_back, without_offer
from tables.takebacks import offered

HooksOf: TypeAlias = Callable[[str], GameHooks]
"""A function that gives a game's hooks by its name."""


def act_as(user_id: int, text: str, version: str | None, hooks_of: HooksOf) -> Decision:
    """A user's action in notation, or several in one line if the game's notation allows it; all or none."""

    def decide(table: OpenTable) -> Change:
        game, hooks = table.require_playing(), hooks_of(table.row.game)
        seat = table.require_seat(user_id)
        table.require_current(version)
        actions = game.rules.split_actions(text) or (text,)
        try:
            advance = act_all(game, [(seat.seat, action) for action in actions], table.row.server_seed)
        except NotYourTurn as error:
            raise _not_your_turn(table, seat, hooks, error) from None
        made = [entry.action for entry in advance.entries if entry.actor == seat.seat]
        reply = _reply(advance, game.turn, seat.seat, made, hooks)
        seats = tuple(is_back(other) if other == seat else other for other in table.seats) if seat.missed else None
        return Change(advance=advance, seats=seats, reply=reply, offers_take_back=offered(advance, seat.seat))

    return decide


def _not_your_turn(table: OpenTable, seat: SeatRow, hooks: GameHooks, error: NotYourTurn) -> Exception:
    """The error for a seat that need not act; in a simultaneous turn it describes the seat's submission instead."""
    game = table.require_playing()
    if seat.state != ACTIVE:
        return Refusal(texts.RESIGNED)
    own = hooks.submission_text(game.view(seat.seat)) if game.is_simultaneous else ""
    if own:
        return Refusal(own)
    return NotYourTurn(texts.not_your_turn(table.waiting_names())) if seat.seat not in table.actors else error


def _reply(advance: Advance, turn: int, seat: int, made: list[str], hooks: GameHooks) -> str:
    view = advance.game.view(seat)
    # The state of the next turn's submission would read as if this one had failed.
    own = hooks.submission_text(view) if advance.game.turn == turn else ""
    return " ".join(part for part in (hooks.done_text(view, made), own) if part)


def act_for(seat: int, action: str, turn: int) -> Decision:
    """A computer player's action; stale unless the turn is still `turn` and the seat a computer player's."""

    def decide(table: OpenTable) -> Change:
        game = table.require_playing()
        if game.turn != turn or table.seats[seat].player is None:
            raise BoardMovedOn(texts.BOARD_MOVED_ON)
        return Change(advance=act(game, seat, action, table.row.server_seed))

    return decide


def expire(turn: int, hooks_of: HooksOf) -> Decision:
    """Closes a turn whose deadline has passed (0: the current turn), as the rule book says."""

    def decide(table: OpenTable) -> Change:
        game = table.require_playing()
        if turn not in (0, game.turn):
            raise BoardMovedOn(texts.BOARD_MOVED_ON)
        late = table.waiting_for()
        seats = tuple(msgspec.structs.replace(seat, missed=seat.missed + (seat in late)) for seat in table.seats)
        return Change(advance=_close_turn(table, hooks_of(table.row.game)), seats=seats)

    return decide


def close_round(host: int, version: str | None, hooks_of: HooksOf) -> Decision:
    """Closes a simultaneous turn at the host's request, without the missing seats."""

    def decide(table: OpenTable) -> Change:
        table.require_playing()
        if host != table.row.host:
            raise Refusal(texts.ONLY_HOST)
        table.require_current(version)
        return Change(advance=_close_turn(table, hooks_of(table.row.game)))

    return decide


def resign(user_id: int) -> Decision:
    """Forfeits the user's seat for good; the rule book says how the game continues."""

    def decide(table: OpenTable) -> Change:
        game = table.require_playing()
        seat = table.require_seat(user_id)
        if seat.state != ACTIVE:
            raise Refusal(texts.RESIGNED)
        advance = act(game, HOST, f"forfeit {seat.seat}", table.row.server_seed)
        left = msgspec.structs.replace(without_offer(seat), state=RESIGNED)
        seats = tuple(left if other == seat else other for other in table.seats)
        return Change(advance=advance, seats=seats, reply=texts.RESIGNED)

    return decide


def _close_turn(table: OpenTable, hooks: GameHooks) -> Advance:
    """The game's stand-in actions for the missing seats (`GameHooks.stand_in`), then HOST's `close`."""
    seed = table.row.server_seed
    game = before = table.require_playing()
    actions: list[tuple[int, str]] = []
    for seat in table.actors:
        rng = Random(game.configuration.dealer(seed).player_seed(seat, game.n))
        while action := hooks.stand_in(table.settings, game.view(seat), game.legal(seat), rng):
            actions.append((seat, action))
            game = act(game, seat, action, seed).game
    return act_all(before, [*actions, (HOST, "close")], seed)
