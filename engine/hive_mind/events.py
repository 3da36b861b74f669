"""The events of a match of Hive Mind, sufficient for its story and to rebuild the public board.

Hives are named as in the notation. Rounds are those of the match, from 1, unless the event names a hive. Pending
submissions are not events: they are hidden and may change until the round resolves (HM-5).
"""

from typing import TypeAlias

from engine.core import GameEnded, GameEvent, SeatForfeited
from engine.hive_mind.view import Announcement, Standing


class HiveLaid(GameEvent, frozen=True):
    """The values of a hive were laid (HM-2)."""

    hive: str


class SeatReady(GameEvent, frozen=True):
    """A seat declared its submission complete (HM-5, HM-18)."""

    seat: int


class SeatReopened(GameEvent, frozen=True):
    """A seat reopened its submission (HM-5)."""

    seat: int


class TimeRanOut(GameEvent, frozen=True):
    """The host closed a round or a choice that these seats had not finished (HM-25, HM-27)."""

    seats: tuple[int, ...]


class HiveAnnounced(GameEvent, frozen=True):
    """A round on a hive resolved, with its public announcement (HM-10); `round` is the hive's own."""

    hive: str
    round: int
    announcement: Announcement


class HintTold(GameEvent, frozen=True):
    """A seat received the hint of its shape (HM-4); only that seat sees this event."""

    seat: int
    hive: str
    round: int
    shape: str
    value: int

    def __repr__(self) -> str:
        return f"HintTold(seat={self.seat}, hive={self.hive!r}, <hidden>)"


class DoublersTold(GameEvent, frozen=True):
    """The seats that double in round 3 of a hive (HM-16)."""

    hive: str
    seats: tuple[int, ...]


class BlockersTold(GameEvent, frozen=True):
    """The seats that blocked in round 3 of a hive (HM-16)."""

    hive: str
    seats: tuple[int, ...]


class TotalsAsked(GameEvent, frozen=True):
    """The guess of totals began (HM-18)."""


class TotalsCompared(GameEvent, frozen=True):
    """A seat's result in the guess of totals: `right` guesses of its own, and `hit` guesses of its total (HM-18)."""

    seat: int
    right: int
    hit: int


class PointsTold(GameEvent, frozen=True):
    """The last scoring phase ended, with the points of every seat (HM-29)."""

    points: tuple[int, ...]


class StandingFound(GameEvent, frozen=True):
    """The winners and possible Elimination Candidates (HM-19 to HM-23).

    The event is repeated if a seat leaves after it (HM-28).
    """

    standing: Standing


class TokenGiven(GameEvent, frozen=True):
    """The winner gave one Token of Life away, or kept both (None) (HM-22)."""

    seat: int
    to: int | None


class CandidateFound(GameEvent, frozen=True):
    """The Elimination Candidate is decided (HM-23).

    `by` is the seat that chose, or None if there was no tie or chance drew.
    """

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
