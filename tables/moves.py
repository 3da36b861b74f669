"""Decisions about a game in progress: make an action, close a simultaneous turn, resign."""

from collections.abc import Callable
from random import Random
from typing import TypeAlias

import msgspec

from data.store import Reader, SeatRow
from engine.core import HOST, EngineError, NotYourTurn
from engine.game import Advance, act, act_all
from engine.record import StandIn, active_entries, format_host
from language.messages import _
from tables import texts
from tables.committing.changes import Change, Decision
from tables.game_hooks import GameHooks
from tables.open_table import (
    ACTIVE,
    RESIGNED,
    OpenTable,
    explain_seat_out,
    is_stood_in,
    require_active,
    to_engine_entries,
)
from tables.refusal import BoardMovedOn, Refusal
from tables.seat_changes.seats import is_back, without_offer
from tables.takebacks import offered

HooksOf: TypeAlias = Callable[[str], GameHooks]
"""A function that returns a game's hooks by its name."""


def act_as(user_id: int, text: str, version: str | None, hooks_of: HooksOf) -> Decision:
    """Make a user's action, given in notation.

    A text may contain several actions if the game's notation allows it; then either all or none are made. A hint of
    this position that is among them counts as taken.
    """

    def decide(table: OpenTable) -> Change:
        game, hooks = table.require_playing(), hooks_of(table.row.game)
        seat = table.require_seat(user_id)
        table.require_current(version)
        actions = game.rules.split_actions(text) or (text,)
        try:
            advance = act_all(game, [(seat.seat, action) for action in actions], table.row.server_seed)
        except NotYourTurn as error:
            raise _build_turn_error(table, seat, hooks, error) from None
        made = [entry.action for entry in advance.entries if entry.actor == seat.seat]
        reply = _reply(advance, game.turn, seat.seat, made, hooks)
        here = is_back(seat)
        if _takes_hint(table, seat, advance, made, hooks):
            here = msgspec.structs.replace(here, hints=here.hints + 1)
        seats = None if here == seat else tuple(here if other == seat else other for other in table.seats)
        shown = offered(game, advance, seat.seat)
        page = table.version
        return Change(advance=advance, seats=seats, reply=reply, offers_take_back=shown, page=page, by=user_id)

    return decide


def _takes_hint(table: OpenTable, seat: SeatRow, advance: Advance, made: list[str], hooks: GameHooks) -> bool:
    """Return whether a seat plays a hint with these actions.

    While choices of a simultaneous turn can still be changed, none is played; handing in plays those that remain.
    """
    game = table.require_playing()
    plays = not set(table.find_hint(seat)).isdisjoint(made)
    is_chosen = hooks.is_chosen
    if is_chosen is None or not game.is_simultaneous:
        return plays
    if advance.game.turn == game.turn and seat.seat in advance.game.actors:
        return False
    view = game.view(seat.seat)
    return plays or any(is_chosen(view, action) for action in table.list_turn_hints(seat))


async def has_made(reader: Reader, table: OpenTable, user_id: int, text: str, page: str) -> bool:
    """Return whether these actions are the last ones that the user made on this version of a page, and still hold.

    The result recognises a repeated press of the same button. It is False if an action was taken back, can't be
    parsed, or is not among the newest entries (`data.store.topics.logs.NEWEST_ENTRIES`).
    """
    seat = table.seat_of(user_id)
    if seat is None or table.game is None:
        return False
    rules = table.game.rules
    try:
        actions = [rules.format_action(rules.parse_action(each)) for each in rules.split_actions(text) or (text,)]
    except EngineError:
        return False
    made = (await reader.logs.entries_of_page(table.row.id, str(seat.seat), page))[-len(actions) :]
    if [action for _, action in made] != actions:
        return False
    active = active_entries(to_engine_entries(await reader.logs.entries(table.row.id)))
    return all(n in active for n, _ in made)


def _build_turn_error(table: OpenTable, seat: SeatRow, hooks: GameHooks, error: NotYourTurn) -> Exception:
    """Return the error to raise for a seat that need not act.

    In a simultaneous turn its text describes the choice that the seat has already made.
    """
    game = table.require_playing()
    if seat.state != ACTIVE:
        return Refusal(explain_seat_out(seat))
    own = hooks.submission_text(game.view(seat.seat)) if game.is_simultaneous else ""
    if own:
        return Refusal(own)
    return NotYourTurn(texts.not_your_turn(table.waiting_names())) if seat.seat not in table.actors else error


def _reply(advance: Advance, turn: int, seat: int, made: list[str], hooks: GameHooks) -> str:
    view = advance.game.view(seat)
    # If the next turn has begun, its "not chosen yet" text would look as if the action had failed.
    own = hooks.submission_text(view) if advance.game.turn == turn else ""
    return " ".join(part for part in (hooks.done_text(view, made), own) if part)


def act_for(seat: int, action: str, turn: int) -> Decision:
    """Make the action that a computer player has chosen for a seat.

    Raises BoardMovedOn unless the turn is still `turn` and a computer player has the seat. If it stands in for a user,
    the log records the action as made by the program (HOST) for the seat.
    """

    def decide(table: OpenTable) -> Change:
        game = table.require_playing()
        if game.turn != turn or table.seats[seat].player is None:
            raise BoardMovedOn(_(texts.BOARD_MOVED_ON))
        seed = table.row.server_seed
        if is_stood_in(table.seats[seat]):
            return Change(advance=act(game, HOST, format_host(StandIn(seat, action)), seed))
        return Change(advance=act(game, seat, action, seed))

    return decide


def close_round(host: int, version: str | None, hooks_of: HooksOf) -> Decision:
    """Close a simultaneous turn at the host's request, without the seats that have not answered."""

    def decide(table: OpenTable) -> Change:
        table.require_playing()
        if host != table.row.host:
            raise Refusal(_(texts.ONLY_HOST))
        table.require_current(version)
        return Change(advance=close_turn(table, hooks_of(table.row.game)), by=host)

    return decide


def resign(user_id: int) -> Decision:
    """Make the user resign: their seat is out of the game for good. The game's rules say how it continues."""

    def decide(table: OpenTable) -> Change:
        game = table.require_playing()
        seat = table.require_seat(user_id)
        require_active(seat)
        advance = act(game, HOST, f"forfeit {seat.seat}", table.row.server_seed)
        left = msgspec.structs.replace(without_offer(seat), state=RESIGNED, player=None)
        seats = tuple(left if other == seat else other for other in table.seats)
        return Change(advance=advance, seats=seats, reply=_(texts.RESIGNED))

    return decide


def close_turn(table: OpenTable, hooks: GameHooks) -> Advance:
    """Act for the seats that have missed the deadline (`GameHooks.stand_in`), then make HOST's action `close`.

    Each `close` answers one question of the turn. If the same seats are asked further questions in this turn, these are
    closed too, because the seats have no time left.
    """
    seed = table.row.server_seed
    game = before = table.require_playing()
    actions: list[tuple[int, str]] = []
    for seat in table.actors:
        rng = Random(game.configuration.dealer(seed).player_seed(seat, game.n))
        while action := hooks.stand_in(table.settings, game.view(seat), game.legal(seat), rng):
            actions.append((seat, action))
            game = act(game, seat, action, seed).game
    advance, missing = act_all(before, [*actions, (HOST, "close")], seed), frozenset(table.actors)
    while advance.game.turn == before.turn and not missing.isdisjoint(advance.game.actors):
        advance = advance.concatenate(act(advance.game, HOST, "close", seed))
    return advance
