"""The views of Hive Mind: the information that a seat or spectator may have (HM-10, HM-11, HM-29).

Hidden from everybody until the last scoring phase ends: the values under the hexes, the owners of shapes, and points. A
seat does not know its own points either. Hidden from other seats: a seat's pending submission, its hints, and its
Blocks until they are announced. Hexes are the letters A to L; rounds, of a hive and of the match, count from 1.
"""

import msgspec


class Shape(msgspec.Struct, frozen=True, gc=False):
    """Three connected hexes (HM-3): `kind` is tri, arc or line; `looks` are the hexes its hint adds up (HM-4).

    An Arc's `looks` are in the order of its ray, all others in alphabetical order.
    """

    letters: str
    kind: str
    looks: str


class Kinds(msgspec.Struct, frozen=True, gc=False):
    """Number of shapes of each kind that were played (HM-10)."""

    tri: int
    arc: int
    line: int


class Announcement(msgspec.Struct, frozen=True, gc=False):
    """The public announcement of a round on a hive (HM-10): the kinds, and the shapes on each hex, A to L.

    `cleared` are the hexes whose value became 0 in the round; `left` are the seats that had left the match before it
    (HM-28).
    """

    shapes: Kinds
    counts: tuple[int, ...]
    cleared: str
    left: tuple[int, ...]


class Hive(msgspec.Struct, frozen=True, gc=False):
    """The public view of a hive.

    `drawn` is set once its values are laid, `open` while shapes are submitted for it. `round` is the current round, 0
    before the first and 3 after the last. `rounds` are the announced rounds, `cleared` all hexes worth 0. `doublers`
    and `blockers` are None until they are announced (HM-16).
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
    """A shape's hint to its owner: the sum of the starting values that it looks at (HM-4)."""

    round: int
    shape: Shape
    value: int


class OwnHive(msgspec.Struct, frozen=True, gc=False):
    """A seat's private view of its play on a hive.

    `shape` is pending. `kinds` are those not yet used up (HM-7). `double`, `block` and `guess` (A to L, "." for a
    blank) are pending in their round and remain set after it (HM-12, HM-13).
    """

    shape: Shape | None
    kinds: tuple[str, ...]
    hints: tuple[Hint, ...]
    double: bool
    block: bool
    guess: str | None


class Purse(msgspec.Struct, frozen=True, gc=False):
    """A seat's garnets (HM-16); `spent` includes pending purchases."""

    start: int
    spent: int


class Own(msgspec.Struct, frozen=True, gc=False):
    """A seat's private information; `totals` are its pending guesses by seat, or None (HM-18)."""

    hives: tuple[OwnHive, ...]
    garnets: Purse
    totals: tuple[int | None, ...]


class Garnets(msgspec.Struct, frozen=True, gc=False):
    """A seat's garnets at the end (HM-16, HM-17)."""

    start: int
    spent: int
    earned: int


class Feats(msgspec.Struct, frozen=True, gc=False):
    """Number of times a seat achieved each of the feats (a) to (d) of HM-20."""

    disjoint: int
    alone: int
    twos: int
    avoided: int


class TotalsScore(msgspec.Struct, frozen=True, gc=False):
    """A seat's result in the guess of totals: `right` guesses of its own, and `hit` guesses of its total (HM-18)."""

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
    """A seat's play in a round on a hive, with its points; shape and hint are None if it played nothing."""

    shape: str | None
    hint: int | None
    points: int
    blocks: int
    guess: int


class Scores(msgspec.Struct, frozen=True, gc=False):
    """The scores revealed when the last scoring phase has ended (HM-29).

    `values` are the starting values of each hive, A to L; `plays[hive][round]` has a play per seat.
    """

    values: tuple[str, ...]
    seats: tuple[SeatScore, ...]
    plays: tuple[tuple[tuple[Play, ...], ...], ...]


class Standing(msgspec.Struct, frozen=True, gc=False):
    """The winners and the possible Elimination Candidates (HM-19 to HM-25).

    Each `..._by` is the deciding criterion: points, feats, threes, twos, guesses, or nothing if the tie remained.
    `second_winner` has the Token for feats. `candidates` are all seats that remained tied. `decider` chooses among
    several candidates, also after it has chosen; None leaves the choice to a draw.
    """

    winner: int | None
    winner_by: str
    second_winner: int | None
    second_by: str
    candidates: tuple[int, ...]
    candidate_by: str
    decider: int | None


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """The public view of a seat; `garnets` is its number at the start."""

    garnets: int
    forfeited: bool


class View(msgspec.Struct, frozen=True, gc=False):
    """A match of Hive Mind as seen by `viewer`.

    - `phase`: hives (values are drawn), round, totals (HM-18), choice (HM-25), draw (of a candidate) or over
    - `actors`: the seats that must act; in rounds, those that are not ready
    - `own`: None for a spectator
    - `scores`, `standing`: None until the last scoring phase has ended
    - `gift_open`: whether the winner's second token is still to be given (HM-22); `gift` is the recipient
    - `candidate`: None until it is decided
    - `reason`: None before the end, then the criterion that decided the victory (points, threes, twos, guesses or
      nothing), or forfeit
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
