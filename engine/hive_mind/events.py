"""What happens in a match of Hive Mind, in order, for words and for rebuilding the public board.

Hives are named as in the notation; rounds, where no hive is named, are those of the match, from 1. What is pending is
no event: it is hidden, and may be changed until the round resolves (HM-5).
"""

from typing import TypeAlias

from engine.core import GameEnded, GameEvent, SeatForfeited
from engine.hive_mind.view import Announcement, Standing


class HiveLaid(GameEvent, frozen=True):
    """The values lie under a hive (HM-2)."""

    hive: str


class SeatReady(GameEvent, frozen=True):
    """A seat has submitted (HM-5, HM-18)."""

    seat: int


class SeatReopened(GameEvent, frozen=True):
    """A seat that was ready is no longer (HM-5)."""

    seat: int


class TimeRanOut(GameEvent, frozen=True):
    """The host closed a round or a choice that these seats had not finished (HM-25, HM-27)."""

    seats: tuple[int, ...]


class HiveAnnounced(GameEvent, frozen=True):
    """A round on a hive resolved; what everybody is told of it (HM-10). `round` is the hive's own."""

    hive: str
    round: int
    announcement: Announcement


class HintTold(GameEvent, frozen=True):
    """A seat's shape told it what it looks at (HM-4); only the seat itself sees this."""

    seat: int
    hive: str
    round: int
    shape: str
    value: int

    def __repr__(self) -> str:
        return f"HintTold(seat={self.seat}, hive={self.hive!r}, <hidden>)"


class DoublersTold(GameEvent, frozen=True):
    """Who doubles in round 3 of a hive (HM-16)."""

    hive: str
    seats: tuple[int, ...]


class BlockersTold(GameEvent, frozen=True):
    """Who blocked in round 3 of a hive (HM-16)."""

    hive: str
    seats: tuple[int, ...]


class TotalsAsked(GameEvent, frozen=True):
    """Everybody may guess the others' totals (HM-18)."""


class TotalsCompared(GameEvent, frozen=True):
    """How many totals a seat guessed right, and how many guessed its own (HM-18)."""

    seat: int
    right: int
    hit: int


class PointsTold(GameEvent, frozen=True):
    """The last scoring phase has ended; the points of every seat (HM-29)."""

    points: tuple[int, ...]


class StandingFound(GameEvent, frozen=True):
    """Who won, and who may be Elimination Candidate (HM-19 to HM-23); again when a seat leaves after it (HM-28)."""

    standing: Standing


class TokenGiven(GameEvent, frozen=True):
    """The winner gave one Token of Life away, or keeps both (None) (HM-22)."""

    seat: int
    to: int | None


class CandidateFound(GameEvent, frozen=True):
    """Who is Elimination Candidate; `by` is the seat that chose, None when nobody had to or chance drew (HM-23)."""

    seat: int
    by: int | None


Event: TypeAlias = (
    HiveLaid
    | SeatReady
    | SeatReopened
    | TimeRanOut
    | HiveAnnounced
    | HintTold
    | DoublersTold
    | BlockersTold
    | TotalsAsked
    | TotalsCompared
    | PointsTold
    | StandingFound
    | TokenGiven
    | CandidateFound
    | SeatForfeited
    | GameEnded
)
