"""What a seat or a spectator of Hive Mind may know (HM-10, HM-11, HM-29).

Hidden until the last scoring phase ends, also from the seat concerned: the values under the hexes, who played what,
points. Hidden from others: a seat's pending submission, its hints, its Blocks until they are told. Hexes are the
letters A to L; rounds, of a hive and of the match, count from 1.
"""

import msgspec


class Shape(msgspec.Struct, frozen=True, gc=False):
    """Three connected hexes (HM-3): `kind` is tri, arc or line; `looks` are the hexes its hint adds up (HM-4).

    An Arc's `looks` stand in the order of its ray, all others in alphabetical order.
    """

    letters: str
    kind: str
    looks: str


class Kinds(msgspec.Struct, frozen=True, gc=False):
    """How many shapes of each kind were played (HM-10)."""

    tri: int
    arc: int
    line: int


class Announcement(msgspec.Struct, frozen=True, gc=False):
    """What everybody is told of a round on a hive (HM-10): kinds, and the shapes on each hex, A to L.

    `cleared` are the hexes whose value became 0 in it; `left` the seats that had left the match before (HM-28).
    """

    shapes: Kinds
    counts: tuple[int, ...]
    cleared: str
    left: tuple[int, ...]


class Hive(msgspec.Struct, frozen=True, gc=False):
    """A hive as everybody sees it.

    `drawn` once its values lie under it, `open` while shapes are submitted for it; `round` is the one that goes on,
    0 before its first, 3 after its last. `rounds` are those announced, `cleared` all hexes worth 0. `doublers` and
    `blockers` are None until they are told (HM-16).
    """

    name: str
    drawn: bool
    open: bool
    round: int
    rounds: tuple[Announcement, ...]
    cleared: str
    doublers: tuple[int, ...] | None
    blockers: tuple[int, ...] | None


class Hint(msgspec.Struct, frozen=True, gc=False):
    """What a shape told its owner: the sum of the starting values that it looks at (HM-4)."""

    round: int
    shape: Shape
    value: int


class OwnHive(msgspec.Struct, frozen=True, gc=False):
    """What a seat alone knows of its play on a hive.

    `shape` is pending; `kinds` are those not yet used up (HM-7). `double`, `block` and `guess` (A to L, "." a blank)
    are pending in the round they belong to, and stand after it (HM-12, HM-13).
    """

    shape: Shape | None
    kinds: tuple[str, ...]
    hints: tuple[Hint, ...]
    double: bool
    block: bool
    guess: str | None


class Purse(msgspec.Struct, frozen=True, gc=False):
    """A seat's garnets (HM-16): `spent` counts what is pending too."""

    start: int
    spent: int


class Own(msgspec.Struct, frozen=True, gc=False):
    """What a seat alone knows; `totals` are its pending guesses, by seat, None where there is none (HM-18)."""

    hives: tuple[OwnHive, ...]
    garnets: Purse
    totals: tuple[int | None, ...]


class Garnets(msgspec.Struct, frozen=True, gc=False):
    """A seat's garnets at the end (HM-16, HM-17)."""

    start: int
    spent: int
    earned: int


class Feats(msgspec.Struct, frozen=True, gc=False):
    """How often a seat did what HM-20 (a) to (d) name."""

    disjoint: int
    alone: int
    twos: int
    avoided: int


class TotalsScore(msgspec.Struct, frozen=True, gc=False):
    """How many totals a seat guessed right, and how many guessed its own (HM-18)."""

    right: int
    hit: int


class SeatScore(msgspec.Struct, frozen=True, gc=False):
    """A seat's points by source; `points` is the sum of placement, guesses, blocks and right - 2 * hit."""

    points: int
    placement: int
    guesses: int
    blocks: int
    on_threes: int
    on_twos: int
    garnets: Garnets
    tokens: int
    feats: Feats | None
    totals: TotalsScore | None


class Play(msgspec.Struct, frozen=True, gc=False):
    """What a seat did in a round on a hive, and what it brought; no shape, no hint."""

    shape: str | None
    hint: int | None
    points: int
    blocks: int
    guess: int


class Scores(msgspec.Struct, frozen=True, gc=False):
    """What is told when the last scoring phase has ended (HM-29).

    `values` are the starting values of each hive, A to L; `plays[hive][round]` has a play per seat.
    """

    values: tuple[str, ...]
    seats: tuple[SeatScore, ...]
    plays: tuple[tuple[tuple[Play, ...], ...], ...]


class Standing(msgspec.Struct, frozen=True, gc=False):
    """Who won, and who may be Elimination Candidate (HM-19 to HM-25).

    Each `..._by` says what decided, one of points, feats, threes, twos, guesses, or nothing: still tied after all.
    `second_winner` has the Token of feats. `candidates` are all who were still tied; `decider` chooses among several,
    None leaves it to a draw. A decider is named even once it has chosen.
    """

    winner: int | None
    winner_by: str
    second_winner: int | None
    second_by: str
    candidates: tuple[int, ...]
    candidate_by: str
    decider: int | None


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """A seat as everybody sees it; `garnets` is what it started with."""

    garnets: int
    forfeited: bool


class View(msgspec.Struct, frozen=True, gc=False):
    """A match of Hive Mind as `viewer` may know it.

    `phase` is one of hives (values are drawn), round, totals (HM-18), choice (HM-25), draw (of a candidate), over.
    `actors` are the seats that must act: in rounds those that are not ready. `own` is None for a spectator; `scores`
    and `standing` before the last scoring phase has ended. While `gift_open`, the winner's second token is still to be
    given (HM-22); `gift` is who got it. `candidate` is None until it is decided. `reason` (one of points, threes, twos,
    guesses, nothing: what decided the victory; or forfeit) is None before the end.
    """

    viewer: int
    edition: str
    phase: str
    round: int
    rounds: int
    actors: tuple[int, ...]
    seats: tuple[SeatView, ...]
    hives: tuple[Hive, ...]
    own: Own | None
    scores: Scores | None
    standing: Standing | None
    gift_open: bool
    gift: int | None
    candidate: int | None
    reason: str | None

    def __repr__(self) -> str:
        return f"View(viewer={self.viewer}, edition={self.edition!r}, phase={self.phase}, round={self.round}, <hidden>)"
