"""The people of the simulated fortnight, the tables that they open, and what is known of each."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import log
from random import Random
from typing import Any

from tables.open_table import Person

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000
"""Milliseconds."""
FORTNIGHT = 14 * DAY
PEOPLE = tuple(Person(4 * 10**17 + number, f"Person {number}") for number in range(12))
CHANNELS = (2 * 10**17, 2 * 10**17 + 1, 2 * 10**17 + 2, 2 * 10**17 + 3)
FOREVER = 10**15
GONE = "its channel is gone"
"""Why a table has ended whose channel was deleted."""
ASLEEP_MS = 8 * HOUR
DAYS = {"clock": 24 * 3600, "bank": 72 * 3600, "regained": 6 * 3600}


@dataclass(frozen=True)
class Plan:
    """A table that somebody opens: its game, seats and settings, where and by whom."""

    number: int
    game: str
    seats: int
    options: Mapping[str, Any]
    settings: Mapping[str, Any]
    channel: int
    people: tuple[int, ...]

    @property
    def counts_days(self) -> bool:
        """Whether quiet hours and vacations count at it."""
        return (self.settings.get("clock") or 0) >= 12 * 3600


@dataclass
class Habits:
    """How somebody answers: the median in hours, when they sleep (an hour UTC), and when they are not there at all."""

    median: float
    bedtime: int
    has_quiet_hours: bool = False
    away: list[tuple[int, int]] = field(default_factory=list)
    vacations: list[tuple[int, int]] = field(default_factory=list)

    def is_asleep(self, at: int) -> bool:
        """Whether it is night for them."""
        return (at - self.bedtime * HOUR) % DAY < ASLEEP_MS

    def is_away(self, at: int) -> bool:
        """Whether they are not there."""
        return any(begin <= at < end for begin, end in (*self.away, *self.vacations))

    def is_in_peace(self, at: int) -> bool:
        """Whether their clocks stand still."""
        asleep = self.has_quiet_hours and self.is_asleep(at)
        return asleep or any(begin <= at < end for begin, end in self.vacations)

    def answers(self, rng: Random, now: int) -> int:
        """When they answer who were called now."""
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
    """A public mention or a direct message: to whom, of which table and turn, and why."""

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
    """What the people know of a table, and what became of it."""

    id: str
    plan: Plan
    acknowledged: dict[int, list[tuple[str, str]]] = field(default_factory=lambda: defaultdict(list))
    """The actions of each seat that were acknowledged, each with what the answer said."""
    awaited: dict[tuple[int, int], int] = field(default_factory=dict)
    """When somebody, by user, was first seen to be waited for in a turn."""
    left: dict[tuple[int, int], int] = field(default_factory=dict)
    """When they were no longer waited for."""
    here: set[tuple[int, int]] = field(default_factory=set)
    """Users who did something just as the turn began, or came into it: nobody has to call them."""
    acted: dict[int, int] = field(default_factory=dict)
    """When each person acted last."""
    pauses: list[tuple[int, int]] = field(default_factory=list)
    log: list[LogEntry] = field(default_factory=list)
    """Who did what, as it stood at the end."""
    notes: list[str] = field(default_factory=list)
    """What happened to seats."""
    seen: tuple[Any, ...] | None = None
    """The step, turn and phase at which it was looked at last."""
    waited_for: frozenset[int] = frozenset()
    seated: frozenset[int] = frozenset()
    turn: int = 0
    end: str = ""
    why: str = ""

    def is_paused(self, at: int) -> bool:
        """Whether its clocks stand still."""
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
