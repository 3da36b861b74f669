"""The events of a match of Hive Mind: all that its story and the public board need.

Hives are named as in the notation. A `round` counts from 1: on the hive if the event names one, else in the match.
Pending submissions are not events: they are hidden and may change until the round is resolved (HM-5).
"""

from typing import TypeAlias

from engine.core import GameEnded, GameEvent, SeatForfeited
from engine.hive_mind.view import Announcement, Standing


class HiveLaid(GameEvent, frozen=True):
    """Event: hidden values were put under a hive (HM-2)."""

    hive: str


class SeatReady(GameEvent, frozen=True):
    """Event: a seat declared its submission complete (HM-5, HM-18)."""

    seat: int


class SeatReopened(GameEvent, frozen=True):
    """Event: a seat withdrew `ready` to change its submission (HM-5)."""

    seat: int


class TimeRanOut(GameEvent, frozen=True):
    """Event: time ran out for a round or a final choice that these seats had not finished (HM-25, HM-27)."""

    seats: tuple[int, ...]


class HiveAnnounced(GameEvent, frozen=True):
    """Event: a round on a hive was resolved, with its public announcement (HM-10).

    `round` is the round of the hive, 1 to 3.
    """

    hive: str
    round: int
    announcement: Announcement


class HintTold(GameEvent, frozen=True):
    """Event: a seat received the hint of its shape (HM-4). Only that seat can see this event."""

    seat: int
    hive: str
    round: int
    shape: str
    value: int

    def __repr__(self) -> str:
        return f"HintTold(seat={self.seat}, hive={self.hive!r}, <hidden>)"


class DoublersTold(GameEvent, frozen=True):
    """Event: the seats that double in round 3 of a hive were announced (HM-16)."""

    hive: str
    seats: tuple[int, ...]


class BlockersTold(GameEvent, frozen=True):
    """Event: the seats that blocked in round 3 of a hive were announced (HM-16)."""

    hive: str
    seats: tuple[int, ...]


class TotalsAsked(GameEvent, frozen=True):
    """Event: the seats may now guess each other's points (HM-18)."""


class TotalsCompared(GameEvent, frozen=True):
    """Event: the guesses of totals were compared with the true points, for one seat (HM-18).

    `right` is the number of its own correct guesses, `hit` the number of other seats that guessed its points.
    """

    seat: int
    right: int
    hit: int


class PointsTold(GameEvent, frozen=True):
    """Event: the last scoring phase ended; `points` are those of every seat (HM-29)."""

    points: tuple[int, ...]


class StandingFound(GameEvent, frozen=True):
    """Event: the winners and the possible Elimination Candidates were determined (HM-19 to HM-23).

    The event occurs again if a seat leaves the match afterwards (HM-28).
    """

    standing: Standing


class TokenGiven(GameEvent, frozen=True):
    """Event: the winner gave one Token of Life to seat `to`, or kept it (None) (HM-22)."""

    seat: int
    to: int | None


class CandidateFound(GameEvent, frozen=True):
    """Event: the Elimination Candidate is decided (HM-23).

    `by` is the seat that chose. It is None if there was no tie, or if chance drew the candidate.
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
