"""What happens in a match of Hive Mind, in order, for words and for rebuilding the public board.

Hives are named as in the notation; rounds, where no hive is named, are those of the match, from 1. What is pending is
no event: it is hidden, and may be changed until the round resolves (HM-5).
"""

from typing import TypeAlias

import msgspec

from engine.hive_mind.view import Announcement, Standing


class HiveLaid(msgspec.Struct, frozen=True, gc=False, tag="hive_laid"):
    """The values lie under a hive (HM-2)."""

    hive: str


class SeatReady(msgspec.Struct, frozen=True, gc=False, tag="seat_ready"):
    """A seat has submitted (HM-5, HM-18)."""

    seat: int


class SeatReopened(msgspec.Struct, frozen=True, gc=False, tag="seat_reopened"):
    """A seat that was ready is no longer (HM-5)."""

    seat: int


class TimeRanOut(msgspec.Struct, frozen=True, gc=False, tag="time_ran_out"):
    """The host closed a round or a choice that these seats had not finished (HM-25, HM-27)."""

    seats: tuple[int, ...]


class HiveAnnounced(msgspec.Struct, frozen=True, gc=False, tag="hive_announced"):
    """A round on a hive resolved; what everybody is told of it (HM-10). `round` is the hive's own."""

    hive: str
    round: int
    announcement: Announcement


class HintTold(msgspec.Struct, frozen=True, gc=False, tag="hint_told"):
    """A seat's shape told it what it looks at (HM-4); only the seat itself sees this."""

    seat: int
    hive: str
    round: int
    shape: str
    value: int

    def __repr__(self) -> str:
        return f"HintTold(seat={self.seat}, hive={self.hive!r}, <hidden>)"


class DoublersTold(msgspec.Struct, frozen=True, gc=False, tag="doublers_told"):
    """Who doubles in round 3 of a hive (HM-16)."""

    hive: str
    seats: tuple[int, ...]


class BlockersTold(msgspec.Struct, frozen=True, gc=False, tag="blockers_told"):
    """Who blocked in round 3 of a hive (HM-16)."""

    hive: str
    seats: tuple[int, ...]


class TotalsAsked(msgspec.Struct, frozen=True, gc=False, tag="totals_asked"):
    """Everybody may guess the others' totals (HM-18)."""


class TotalsCompared(msgspec.Struct, frozen=True, gc=False, tag="totals_compared"):
    """How many totals a seat guessed right, and how many guessed its own (HM-18)."""

    seat: int
    right: int
    hit: int


class PointsTold(msgspec.Struct, frozen=True, gc=False, tag="points_told"):
    """The last scoring phase has ended; the points of every seat (HM-29)."""

    points: tuple[int, ...]


class StandingFound(msgspec.Struct, frozen=True, gc=False, tag="standing_found"):
    """Who won, and who may be Elimination Candidate (HM-19 to HM-23); again when a seat leaves after it (HM-28)."""

    standing: Standing


class TokenGiven(msgspec.Struct, frozen=True, gc=False, tag="token_given"):
    """The winner gave one Token of Life away, or keeps both (None) (HM-22)."""

    seat: int
    to: int | None


class CandidateFound(msgspec.Struct, frozen=True, gc=False, tag="candidate_found"):
    """Who is Elimination Candidate; `by` is the seat that chose, None when nobody had to or chance drew (HM-23)."""

    seat: int
    by: int | None


class SeatForfeited(msgspec.Struct, frozen=True, gc=False, tag="seat_forfeited"):
    """A seat left the match (HM-28)."""

    seat: int


class GameEnded(msgspec.Struct, frozen=True, gc=False, tag="game_ended"):
    """The match is over; `winners` hold a Token of Life that they won."""

    reason: str
    winners: tuple[int, ...]


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
