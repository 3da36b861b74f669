"""The views of Hive Mind: the information that a seat or spectator may have (HM-10, HM-11, HM-29).

Hidden from everybody until the last scoring phase ends: the values under the hexes, the owners of shapes, and points. A
seat does not know its own points either. Hidden from other seats: a seat's pending submission, its hints, and its
Blocks until they are announced. Hexes are the letters A to L; rounds, of a hive and of the match, count from 1.
"""

import msgspec

from engine.hive_mind.editions import Edition, find_edition


class Shape(msgspec.Struct, frozen=True, gc=False):
    """A shape of three connected hexes (HM-3).

    `kind` is "tri", "arc" or "line". `looks` are the hexes whose starting values its hint adds up (HM-4). For an
    Arc they are in order from its middle to the border, otherwise in alphabetical order.
    """

    letters: str
    kind: str
    looks: str


class Kinds(msgspec.Struct, frozen=True, gc=False):
    """The number of shapes of each kind that all seats together played in a round on a hive (HM-10)."""

    tri: int
    arc: int
    line: int


class Announcement(msgspec.Struct, frozen=True, gc=False):
    """The public announcement of a round on a hive (HM-10).

    `shapes` counts the shapes of each kind, `counts` those on each hex, A to L. `cleared` are the hexes whose value
    became 0 in this round. `left` are the seats that had left the match before it (HM-28).
    """

    shapes: Kinds
    counts: tuple[int, ...]
    cleared: str
    left: tuple[int, ...]


class Hive(msgspec.Struct, frozen=True, gc=False):
    """The public view of a hive.

    `drawn` says whether its values are laid, `open` whether shapes are played on it now. `round` is the current round:
    0 before the first, 3 after the last. `rounds` are the announcements of the resolved rounds. `cleared` are all hexes
    that are now worth 0. `doublers` and `blockers` are seats, or None unless they are announced (HM-16).
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
    """The hint that a seat received for its shape: the sum of the starting values that it looks at (HM-4)."""

    round: int
    shape: Shape
    value: int


class OwnHive(msgspec.Struct, frozen=True, gc=False):
    """A seat's private information about a hive.

    `shape` is its pending shape. `kinds` are those that it has not played there yet (HM-7). `double`, `block` and
    `guess` (A to L, "." for a blank) are pending while the round of their declaration is open, and stay set afterwards
    (HM-12, HM-13).
    """

    shape: Shape | None
    kinds: tuple[str, ...]
    hints: tuple[Hint, ...]
    double: bool
    block: bool
    guess: str | None


class Purse(msgspec.Struct, frozen=True, gc=False):
    """A seat's garnets: those at the start, and those `spent`, including pending declarations (HM-16)."""

    start: int
    spent: int


class PrivateView(msgspec.Struct, frozen=True, gc=False):
    """A seat's private information in a match.

    `totals` are its pending guesses of totals, one per seat, None where there is no guess (HM-18).
    """

    hives: tuple[OwnHive, ...]
    garnets: Purse
    totals: tuple[int | None, ...]


class Garnets(msgspec.Struct, frozen=True, gc=False):
    """A seat's garnets in the final scores: at the start, spent, and earned (HM-16, HM-17)."""

    start: int
    spent: int
    earned: int


class Feats(msgspec.Struct, frozen=True, gc=False):
    """The number of times that a seat achieved each type of feat, (a) to (d) of HM-20."""

    disjoint: int
    alone: int
    twos: int
    avoided: int


class TotalsScore(msgspec.Struct, frozen=True, gc=False):
    """A seat's result in the guess of totals (HM-18).

    `right` is the number of its own correct guesses, `hit` the number of other seats that guessed its points.
    """

    right: int
    hit: int


class SeatScore(msgspec.Struct, frozen=True, gc=False):
    """A seat's final points by source; `points` is their sum: placement + guesses + blocks + right - 2 * hit."""

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
    """A seat's shape in a round on a hive, with its hint and points; shape and hint are None if it played nothing."""

    shape: str | None
    hint: int | None
    points: int
    blocks: int
    guess: int


class Scores(msgspec.Struct, frozen=True, gc=False):
    """The scores, which are revealed when the last scoring phase has ended (HM-29).

    `values` are the layouts of the hives at the start; `plays[hive][round]` has a `Play` per seat.
    """

    values: tuple[str, ...]
    seats: tuple[SeatScore, ...]
    plays: tuple[tuple[tuple[Play, ...], ...], ...]


class Standing(msgspec.Struct, frozen=True, gc=False):
    """The winners and the possible Elimination Candidates (HM-19 to HM-25).

    `winner` has the most points, `second_winner` the most feats; each is None if a tie remained. `candidates` are the
    seats that are tied for elimination, or the only one. Each field `..._by` is the deciding criterion: points, feats,
    threes, twos, guesses, or nothing if a tie remained. `decider` is the seat that chooses among several candidates; if
    it is None, chance draws. It stays set after the choice.
    """

    winner: int | None
    winner_by: str
    second_winner: int | None
    second_by: str
    candidates: tuple[int, ...]
    candidate_by: str
    decider: int | None


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """The public view of a seat; `garnets` is the number that it had at the start."""

    garnets: int
    forfeited: bool


class View(msgspec.Struct, frozen=True, gc=False):
    """A match of Hive Mind as seen by `viewer`.

    - `phase`: hives (values are drawn), round, totals (HM-18), choice (HM-25), draw (of a candidate) or over
    - `actors`: the seats that must act; in rounds, those that are not ready
    - `own`: the viewer's private information, None for a spectator
    - `scores`, `standing`: None until the last scoring phase has ended
    - `gift_open`: whether the winner may still give a token away (HM-22)
    - `gift`: the seat that received a token, or None
    - `candidate`: the Elimination Candidate, None until it is decided
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
    own: PrivateView | None
    scores: Scores | None
    standing: Standing | None
    gift_open: bool
    gift: int | None
    candidate: int | None
    reason: str | None

    @property
    def parameters(self) -> Edition:
        """The parameters of the match: those of the edition, or of a first game with one hive (HM-16)."""
        return find_edition(self.edition, len(self.hives))

    def __repr__(self) -> str:
        return f"View(viewer={self.viewer}, edition={self.edition!r}, phase={self.phase}, round={self.round}, <hidden>)"
