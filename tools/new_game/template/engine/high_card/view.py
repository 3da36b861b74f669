"""The view of a seat or spectator, without the others' hands and face-down cards."""

import msgspec


class View(msgspec.Struct, frozen=True, gc=False):
    """A game of High Card as seen by `viewer`.

    `round` counts from 1. `turn` is the seat that must lay a card. `hand`, and the viewer's laid card `own`, are None
    for a spectator. `laid` marks the seats that have laid a card face down. `shown` are all cards turned over so far.
    `last` are the newest round's cards by seat, and `leader` took that round. `winners` and `reason` are None before
    the end.
    """

    viewer: int
    round: int
    rounds: int
    turn: int | None
    hand: tuple[int, ...] | None
    own: int | None
    sizes: tuple[int, ...]
    laid: tuple[bool, ...]
    shown: tuple[int, ...]
    last: tuple[int | None, ...]
    leader: int | None
    points: tuple[int, ...]
    left: tuple[bool, ...]
    winners: tuple[int, ...] | None
    reason: str | None

    def __repr__(self) -> str:
        return f"View(viewer={self.viewer}, round={self.round}, hand=<hidden>)"
