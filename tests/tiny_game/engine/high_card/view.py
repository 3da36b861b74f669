"""What a seat or a spectator of High Card may know. Hidden: the others' hands and what lies face down."""

import msgspec


class View(msgspec.Struct, frozen=True, gc=False):
    """A game of High Card as `viewer` may know it.

    `round` counts from 1. `turn` is the seat that must lay a card. `hand` and `own`, the card that the viewer has laid,
    are None for a spectator. `laid` says who has laid a card face down. `shown` are all the cards turned over so far,
    `last` those of the newest round by seat, which `leader` took. `winners` and `reason` are None before the end.
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
