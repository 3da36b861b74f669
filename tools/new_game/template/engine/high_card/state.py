"""The state of a game of High Card."""

import msgspec

from engine.high_card.content import ROUNDS


class State(msgspec.Struct, frozen=True, gc=False):
    """The full state of a game, including the hidden `hands` and face-down cards (`laid`; HC-2).

    `shown` are the cards turned over so far, in ascending order. `last` are the newest round's cards by seat. `leader`
    is the seat that took that round.
    """

    dealt: int
    hands: tuple[tuple[int, ...], ...]
    laid: tuple[int | None, ...]
    shown: tuple[int, ...]
    last: tuple[int | None, ...]
    leader: int | None
    points: tuple[int, ...]
    left: tuple[bool, ...]

    def __repr__(self) -> str:
        return f"State(points={self.points}, hands=<hidden>)"


def active_seats(state: State) -> tuple[int, ...]:
    """Return the seats that have not left."""
    return tuple(seat for seat, gone in enumerate(state.left) if not gone)


def seat_to_deal(state: State) -> int | None:
    """Return the seat to be dealt a card, or None once all cards are dealt (HC-1)."""
    return state.dealt % len(state.hands) if state.dealt < len(state.hands) * ROUNDS else None


def seat_to_lay(state: State) -> int | None:
    """Return the seat that must lay a card: the first one, starting with the leader, that has not (HC-2)."""
    if seat_to_deal(state) is not None or len(active_seats(state)) < 2:
        return None
    seats = len(state.hands)
    order = ((seat + (state.leader or 0)) % seats for seat in range(seats))
    return next((seat for seat in order if state.hands[seat] and state.laid[seat] is None), None)


def winners(state: State) -> tuple[int, ...] | None:
    """Return the seats with the most rounds (HC-4) or the last seat left (HC-6); None before the end."""
    if seat_to_deal(state) is not None or seat_to_lay(state) is not None:
        return None
    here = active_seats(state)
    most = max(state.points[seat] for seat in here)
    return tuple(seat for seat in here if state.points[seat] == most)


def reason(state: State) -> str:
    """Return the reason of the game's end."""
    return "forfeit" if len(active_seats(state)) < 2 else "most_rounds"
