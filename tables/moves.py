"""Decisions about a game in progress: a person's action, a computer player's, an expired clock, resigning."""

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

HooksOf: TypeAlias = Callable[[str], GameHooks]
"""The hooks of a game by its name."""


def act_as(user_id: int, text: str, version: str | None, hooks_of: HooksOf) -> Decision:
    """A person's action in notation, or several where the game reads a line as several; all of them or none."""

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
        return Change(advance=advance, reply=_reply(advance, game.turn, seat.seat, made, hooks))

    return decide


def _not_your_turn(table: OpenTable, seat: SeatRow, hooks: GameHooks, error: NotYourTurn) -> Exception:
    """Who is ready in a simultaneous turn reads how to go on; "not your turn" would be misleading there."""
    game = table.require_playing()
    if seat.state != ACTIVE:
        return Refusal(texts.RESIGNED)
    own = hooks.submission_text(game.view(seat.seat)) if game.is_simultaneous else ""
    if own:
        return Refusal(own)
    return NotYourTurn(texts.not_your_turn(table.waiting_names())) if seat.seat not in table.actors else error


def _reply(advance: Advance, turn: int, seat: int, made: list[str], hooks: GameHooks) -> str:
    view = advance.game.view(seat)
    # What the next turn lacks would sound as if this one had failed.
    own = hooks.submission_text(view) if advance.game.turn == turn else ""
    return " ".join(part for part in (hooks.done_text(view, made), own) if part)


def act_for(seat: int, action: str, turn: int) -> Decision:
    """A computer player's action, chosen for a turn."""

    def decide(table: OpenTable) -> Change:
        game = table.require_playing()
        if game.turn != turn:
            raise BoardMovedOn(texts.BOARD_MOVED_ON)
        return Change(advance=act(game, seat, action, table.row.server_seed))

    return decide


def expire(turn: int, hooks_of: HooksOf) -> Decision:
    """The clock of a turn ran out (0: whatever is asked now); the rule book says what follows."""

    def decide(table: OpenTable) -> Change:
        game = table.require_playing()
        if turn not in (0, game.turn):
            raise BoardMovedOn(texts.BOARD_MOVED_ON)
        return Change(advance=_closed(table, hooks_of(table.row.game)))

    return decide


def close_round(host: int, version: str | None, hooks_of: HooksOf) -> Decision:
    """The host goes on without those who are late in a simultaneous turn."""

    def decide(table: OpenTable) -> Change:
        table.require_playing()
        if host != table.row.host:
            raise Refusal(texts.ONLY_HOST)
        table.require_current(version)
        return Change(advance=_closed(table, hooks_of(table.row.game)))

    return decide


def resign(user_id: int) -> Decision:
    """A person leaves the game for good; the rule book says how it goes on."""

    def decide(table: OpenTable) -> Change:
        game = table.require_playing()
        seat = table.require_seat(user_id)
        if seat.state != ACTIVE:
            raise Refusal(texts.RESIGNED)
        advance = act(game, HOST, f"forfeit {seat.seat}", table.row.server_seed)
        left = msgspec.structs.replace(seat, state=RESIGNED)
        seats = tuple(left if other == seat else other for other in table.seats)
        return Change(advance=advance, seats=seats, reply=texts.RESIGNED)

    return decide


def _closed(table: OpenTable, hooks: GameHooks) -> Advance:
    """What is done for those who are late by the table's setting, and then HOST's `close`."""
    seed = table.row.server_seed
    game = before = table.require_playing()
    actions: list[tuple[int, str]] = []
    for seat in table.actors:
        rng = Random(game.configuration.dealer(seed).player_seed(seat, game.n))
        while action := hooks.stand_in(table.settings, game.view(seat), game.legal(seat), rng):
            actions.append((seat, action))
            game = act(game, seat, action, seed).game
    return act_all(before, [*actions, (HOST, "close")], seed)
