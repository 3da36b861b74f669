"""The people of the simulated fortnight, the tables they open, and the observations about each table."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import log
from random import Random
from typing import Any

from tables.open_table import Person

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000
"""Durations in milliseconds."""
FORTNIGHT = 14 * DAY
PEOPLE = tuple(Person(4 * 10**17 + number, f"Person {number}") for number in range(12))
CHANNELS = (2 * 10**17, 2 * 10**17 + 1, 2 * 10**17 + 2, 2 * 10**17 + 3)
FOREVER = 10**15
GONE = "channel deleted"
"""The reason of an end caused by a deleted channel."""
ASLEEP_MS = 8 * HOUR
DAYS = {"clock": 24 * 3600, "bank": 72 * 3600, "regained": 6 * 3600}


@dataclass(frozen=True)
class Plan:
    """A planned table: game, seats, settings, channel and people."""

    number: int
    game: str
    seats: int
    options: Mapping[str, Any]
    settings: Mapping[str, Any]
    channel: int
    people: tuple[int, ...]

    @property
    def counts_days(self) -> bool:
        """Whether quiet hours and vacations stop the clocks at this table."""
        return (self.settings.get("clock") or 0) >= 12 * 3600


@dataclass
class Habits:
    """A person's habits: median answer time in hours, bedtime (hour of the day, UTC), and absences."""

    median: float
    bedtime: int
    has_quiet_hours: bool = False
    away: list[tuple[int, int]] = field(default_factory=list)
    vacations: list[tuple[int, int]] = field(default_factory=list)

    def is_asleep(self, at: int) -> bool:
        """Return whether it is night for this person."""
        return (at - self.bedtime * HOUR) % DAY < ASLEEP_MS

    def is_away(self, at: int) -> bool:
        """Return whether this person is absent."""
        return any(begin <= at < end for begin, end in (*self.away, *self.vacations))

    def is_in_peace(self, at: int) -> bool:
        """Return whether this person's clocks stand still."""
        asleep = self.has_quiet_hours and self.is_asleep(at)
        return asleep or any(begin <= at < end for begin, end in self.vacations)

    def answers(self, rng: Random, now: int) -> int:
        """Return when this person answers a call made now."""
        hours = rng.lognormvariate(log(self.median), 0.9) + 24 * (rng.random() < 0.02)
        at = now + round(hours * HOUR)
        for begin, end in (*self.away, *self.vacations):
            if begin <= at < end:
                at = end + round(hours * HOUR)
        while self.is_asleep(at):
            at += HOUR
        return at


@dataclass(frozen=True)
class Ping:
    """A public mention or a direct message: recipient, table, turn and kind."""

    at: int
    table: str
    turn: int
    user: int
    kind: str


@dataclass(frozen=True)
class LogEntry:
    """An entry of a table's log."""

    actor: str
    action: str
    at: int


@dataclass
class Played:
    """A table as people have observed it, with its end."""

    id: str
    plan: Plan
    acknowledged: dict[int, list[tuple[str, str]]] = field(default_factory=lambda: defaultdict(list))
    """Acknowledged actions by seat, each with the text of the answer."""
    awaited: dict[tuple[int, int], int] = field(default_factory=dict)
    """The time at which a user was first awaited in a turn, by (user, turn)."""
    left: dict[tuple[int, int], int] = field(default_factory=dict)
    """The time at which a user was no longer awaited in a turn, by (user, turn)."""
    here: set[tuple[int, int]] = field(default_factory=set)
    """(user, turn) of people who acted just as the turn began, or joined it: they need no call."""
    acted: dict[int, int] = field(default_factory=dict)
    """The time of each user's newest action."""
    pauses: list[tuple[int, int]] = field(default_factory=list)
    log: list[LogEntry] = field(default_factory=list)
    """All entries of the log at the end."""
    notes: list[str] = field(default_factory=list)
    """Notes about changes of seats."""
    seen: tuple[Any, ...] | None = None
    """The step, turn and phase at the last observation."""
    waited_for: frozenset[int] = frozenset()
    seated: frozenset[int] = frozenset()
    turn: int = 0
    end: str = ""
    why: str = ""

    def is_paused(self, at: int) -> bool:
        """Return whether the table's clocks stand still."""
        return any(begin <= at < end for begin, end in self.pauses)


PLANS: tuple[tuple[str, int, dict[str, Any], dict[str, Any]], ...] = (
    ("monster_hex", 2, {}, DAYS),
    ("monster_hex", 3, {}, {**DAYS, "on_expiry": "computer"}),
    ("monster_hex", 2, {"abilities": True, "objectives": True}, {"clock": 24 * 3600, "on_expiry": "forfeit"}),
    ("monster_hex", 2, {"shared": True}, {"clock": 48 * 3600, "on_expiry": "replace"}),
    ("monster_hex", 4, {}, {"clock": 12 * 3600}),
    ("monster_hex", 2, {}, {}),
    ("monster_hex", 3, {"objectives": True}, {**DAYS, "on_expiry": "forfeit"}),
    ("monster_hex", 2, {"abilities": True}, {"clock": 24 * 3600}),
    ("hive_mind", 3, {"edition": "recharged"}, DAYS),
    ("hive_mind", 5, {"edition": "recharged"}, {"clock": 24 * 3600}),
    ("hive_mind", 4, {"edition": "tempo"}, {"clock": 24 * 3600, "on_expiry": "computer"}),
    ("hive_mind", 3, {"edition": "gauntlet"}, {"clock": 12 * 3600}),
    ("hive_mind", 7, {"edition": "recharged"}, {**DAYS, "on_expiry": "replace"}),
    ("hive_mind", 3, {"edition": "tempo"}, {}),
    ("hive_mind", 4, {"edition": "recharged"}, {"clock": 24 * 3600, "on_expiry": "forfeit"}),
    ("connect_four", 2, {"size": "brawl"}, DAYS),
    ("connect_four", 2, {"size": "brawl"}, {"clock": 24 * 3600, "on_expiry": "forfeit"}),
    ("connect_four", 2, {"size": "quick"}, {**DAYS, "on_expiry": "computer"}),
    ("connect_four", 2, {"size": "brawl", "double_start": True}, {"clock": 12 * 3600}),
    ("connect_four", 2, {"size": "brawl"}, {"clock": 48 * 3600, "on_expiry": "replace"}),
    ("connect_four", 2, {"size": "brawl", "same_class": True}, {}),
    ("connect_four", 2, {"size": "quick"}, {"clock": 24 * 3600}),
    ("hex_battle_wars", 2, {"preset": "quick", "max_rounds": 6}, DAYS),
    ("hex_battle_wars", 3, {"preset": "quick", "max_rounds": 4}, {**DAYS, "on_expiry": "forfeit"}),
    ("hex_battle_wars", 2, {"preset": "quick", "max_rounds": 6}, {"clock": 24 * 3600}),
    ("hex_battle_wars", 4, {"preset": "quick", "max_rounds": 3}, {"clock": 12 * 3600, "on_expiry": "computer"}),
    ("hex_battle_wars", 2, {"preset": "quick", "max_rounds": 5, "hazards": True}, {"clock": 48 * 3600}),
    ("hex_battle_wars", 2, {"preset": "quick", "max_rounds": 5, "pieces": 2}, {**DAYS, "on_expiry": "replace"}),
    ("hex_battle_wars", 2, {"preset": "quick", "max_rounds": 6}, {}),
    ("hex_battle_wars", 3, {"preset": "quick", "max_rounds": 4}, {"clock": 24 * 3600}),
)
