"""Between states and views: what a viewer may know of a state, and a state that a view may come from."""

from functools import cache
from random import Random

from engine.monster_hex.capturing import asks, capture
from engine.monster_hex.content import (
    EMPTY,
    FACTIONS,
    IDS_IN,
    POWERS,
    SLOTS,
    TILE_INDEX,
    TILES,
    Layout,
    layout,
    tile_set,
)
from engine.monster_hex.placing import fits_on
from engine.monster_hex.scoring import first_at_demon_king, outcome, scores
from engine.monster_hex.state import PETRIFIED, PHASES, TAKE, UNASSIGNED, State, acting_seat, is_surrounded
from engine.monster_hex.view import Monster, SeatView, TakeChoice, View


def view(board: Layout, state: State, viewer: int) -> View:
    """What a seat may know, or for any other viewer what everybody may (MH-2)."""
    seats = len(state.hands)
    end = outcome(board, state)
    actor = acting_seat(state)
    return View(
        viewer=viewer,
        board=board.size,
        round=round_number(state, board.rounds),
        phase=PHASES[state.phase],
        order=state.order,
        actors=() if actor is None else (actor,),
        seats=tuple(
            SeatView(
                faction=None if faction == UNASSIGNED else FACTIONS[faction],
                score=score,
                hand_size=hand.bit_count(),
                unplayed=IDS_IN[unplayed],
                forfeited=bool(state.forfeited >> seat & 1),
            )
            for seat, (faction, score, hand, unplayed) in enumerate(
                zip(
                    state.factions,
                    scores(board, state, seats),
                    state.hands,
                    state.unplayed,
                    strict=True,
                )
            )
        ),
        hand=IDS_IN[state.hands[viewer]] if 0 <= viewer < seats else None,
        monsters=tuple(monster(board.size, cell, piece) for cell, piece in enumerate(state.board) if piece != EMPTY),
        captures=tuple(None if found is None or asks(found) else found for found in state.captures),
        last=tuple(board.board.name[cell] for cell in state.last),
        take=_take(board, state),
        demon_king=first_at_demon_king(board, state.captures),
        winners=None if end is None else end.winners,
        reason=None if end is None else end.reason,
        waiting=tuple(board.stones[stone].label for stone in state.pending),
        head_start=state.head_start,
    )


def round_number(state: State, rounds: int) -> int:
    """The round that goes on, from 1; a round ends when the points of its last tile are taken."""
    seats = len(state.hands)
    placed = state.placed - 1 if state.phase == TAKE else state.placed
    return min(placed // seats + 1, rounds)


@cache
def monster(size: int, cell: int, piece: int) -> Monster:
    """A piece on a cell as views show it."""
    seat, slot = divmod(piece, SLOTS)
    number, rotation = divmod(slot, 6)
    tile = TILES[number]
    return Monster(
        label=layout(size).board.name[cell],
        seat=seat,
        tile=tile.id,
        rank=tile.rank,
        red=tile.red,
        rotation=rotation,
        powers=POWERS[slot],
    )


def _take(board: Layout, state: State) -> TakeChoice | None:
    seat = acting_seat(state)
    if state.phase != TAKE or seat is None:
        return None
    stone = board.stones[state.pending[0]]
    return TakeChoice(seat, stone.label, stone.values)


def pieces(seen: View) -> tuple[int, ...]:
    """The board of a view as states hold it."""
    board = layout(seen.board).board
    cells = [EMPTY] * len(board)
    for lying in seen.monsters:
        cells[board.index[lying.label]] = lying.seat * SLOTS + TILE_INDEX[lying.tile] * 6 + lying.rotation
    for stone in seen.temporary:
        cells[board.index[stone.label]] = PETRIFIED
    return tuple(cells)


def changes_of(seen: View) -> tuple[int, ...]:
    """What Enchant and Curse have added to the powers on each cell."""
    board = layout(seen.board).board
    changes = [0] * len(board)
    for lying in seen.monsters:
        changes[board.index[lying.label]] = lying.change
    return tuple(changes)


def faction_numbers(seen: View) -> tuple[int, ...]:
    """The owners' factions as states hold them."""
    owners = seen.seats if seen.shared is None else (*seen.seats, seen.shared)
    return tuple(UNASSIGNED if owner.faction is None else FACTIONS.index(owner.faction) for owner in owners)


def determinize(seen: View, rng: Random) -> State:
    """A state that the viewer cannot tell from the true one: others hold random tiles of those they have not played."""
    table = layout(seen.board)
    board = pieces(seen)
    factions = faction_numbers(seen)
    captures = list(seen.captures)
    pending: tuple[int, ...] = ()
    if seen.take is not None:
        pending = tuple(
            stone for stone, found in enumerate(captures) if found is None and is_surrounded(table, board, stone)
        )
        captures[pending[0]] = capture(table, board, factions, pending[0])
    return State(
        phase=PHASES.index(seen.phase),
        factions=factions,
        order=seen.order,
        placed=len(seen.monsters),
        board=board,
        fits=fits_on(table, board),
        hands=tuple(hand(seen, seat, rng) for seat in range(len(seen.seats))),
        unplayed=tuple(tile_set(seat.unplayed) for seat in seen.seats),
        captures=tuple(captures),
        pending=pending,
        last=tuple(table.board.index[label] for label in seen.last),
        forfeited=sum(1 << seat for seat, seated in enumerate(seen.seats) if seated.forfeited),
        head_start=seen.head_start,
    )


def hand(seen: View, seat: int, rng: Random) -> int:
    """The own hand, or a random one of the tiles that another seat has not played."""
    if seat == seen.viewer and seen.hand is not None:
        return tile_set(seen.hand)
    return tile_set(tuple(rng.sample(seen.seats[seat].unplayed, seen.seats[seat].hand_size)))
