"""A simulation of seasons of all four games with the real services: people answer, timers fire, seasons deal.

It is event-driven: the clock jumps to the next event, and nothing sleeps.
"""

import heapq
import itertools
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import msgspec

from engine.core import EngineError
from leagues.season import Season, people_of
from leagues.settings import PRESETS, USUAL_TURNS
from tables.open_table import ACTIVE, OpenTable, is_stood_in
from tables.refusal import Refusal
from tables.seat_changes import stand_ins
from tables.timing.running_time import HOUR_MS
from tests.leagues.killed_program import KilledProgram
from tests.leagues.season_watch import Watch
from tests.leagues.simulated_people import LATE, Member, members
from tests.playing import publish

GAMES: Final = ("connect_four", "hex_battle_wars", "hive_mind", "monster_hex")
MINUTE_MS: Final = 60_000
MOST_STEPS: Final = 200_000
"""Limit of events; more means that the simulation hangs."""
MOST_ACTIONS: Final = 40
ENOUGH_ACTIONS: Final = 3
"""Number of actions in a turn after which a person ends it."""
PLAYED_OUT: Final = {"connect_four": 0.25, "hex_battle_wars": 0.25, "hive_mind": 1.0, "monster_hex": 0.25}
"""The share of tables that are played to the end; at the others, a person resigns after some moves."""
LONG: Final = {game: turns * 5 // 4 for game, turns in USUAL_TURNS.items()}
"""Last turn of a game by name; then a person resigns, because random play never ends some games."""
DULL: Final = frozenset({"pass", "concede", "end"})


@dataclass
class Plan:
    """The plan of a table: the seat that resigns (None for nobody), and after how many answers."""

    resigns: int | None
    after: int
    answers: Counter[int] = field(default_factory=Counter[int])


class SimulatedSeason:
    """A simulation of four seasons, their people and tables."""

    def __init__(self, program: KilledProgram, seed: int, people: int) -> None:
        self.program, self.seed, self.rng = program, seed, Random(seed)
        self.start = program.clock.now
        self.people: dict[int, Member] = members(people, self.rng, self.start)
        self.seasons: dict[str, str] = {}
        """The seasons' ids by game."""
        self.watch = Watch(program)
        self.counts: Counter[str] = Counter()
        self.plans: dict[str, Plan] = {}
        self._events: list[tuple[int, int, Callable[[], Awaitable[Any]]]] = []
        self._order = itertools.count()
        self._waited: set[tuple[str, int]] = set()
        """Table and user ids with a scheduled answer."""

    @property
    def now(self) -> int:
        return self.program.clock.now

    def at(self, moment: int, act: Callable[[], Awaitable[Any]]) -> None:
        """Schedule an act."""
        heapq.heappush(self._events, (max(moment, self.now), next(self._order), act))

    async def open(self, games: tuple[str, ...] = GAMES) -> None:
        """Publish the leagues, which begin tomorrow, and let everybody except the late members join all of them."""
        for game in games:
            preset = PRESETS[game][0]
            settings = msgspec.structs.replace(preset.settings, renews=False)
            season = await publish(self.program.seasons, game, dict(preset.options), settings)
            self.seasons[game] = season.row.id
        for number in self.people:
            if number not in LATE:
                await self.join(number)

    async def join(self, number: int) -> None:
        """Let a person join all leagues."""
        for season in self.seasons.values():
            await self.persist(lambda s=season: self.program.seasons.join(s, self.people[number].person))

    async def persist(self, act: Callable[[], Awaitable[Any]]) -> None:
        """Do an act, and repeat it if the program was killed during it; ignore a Refusal."""
        with suppress(Refusal):
            while not await self.program.surviving(act):
                pass

    async def run(self, until: int) -> None:
        """Run all events in order of time, until `until` or until none is left."""
        for _ in range(MOST_STEPS):
            due = await self.program.next_due()
            planned = self._events[0][0] if self._events else None
            following = min((moment for moment in (due, planned) if moment is not None), default=None)
            if following is None or following > until:
                return
            await self.program.live_until(max(following, self.now))
            if due is not None and due <= self.now:
                await self._work()
            elif self._events:
                await heapq.heappop(self._events)[2]()
        raise AssertionError("the simulation doesn't end")

    async def _work(self) -> None:
        """Do all due work, then let people react to it."""
        touched = await self.program.work()
        for season_id in self.seasons.values():
            if season_id in touched:
                season = await self.program.seasons.load(season_id)
                await self.watch.after_step(season)
                for table in season.tables:
                    if table.table_id not in self.plans:
                        self.plans[table.table_id] = self._plan(season, len(people_of(table)))
                        touched.add(table.table_id)
        for table_id in touched - set(self.seasons.values()):
            table = await self.program.service.load(table_id)
            await self._look_at(table)
            if table.row.phase != "playing":
                await self.watch.after_count(await self.program.seasons.load(str(table.settings.season)))

    def _plan(self, season: Season, seats: int) -> Plan:
        is_played_out = self.rng.random() < PLAYED_OUT[season.league.game]
        return Plan(None if is_played_out else self.rng.randrange(seats), self.rng.randrange(2, 5))

    async def _look_at(self, table: OpenTable) -> None:
        """Schedule the answers of the people who must act."""
        for seat in table.awaited_seats():
            assert seat.user_id is not None
            if (table.row.id, seat.user_id) not in self._waited:
                answer = self.people[seat.user_id].answer(self.now, self.rng)
                if answer is not None:
                    self._waited.add((table.row.id, seat.user_id))
                    self.at(answer, lambda user=seat.user_id: self._answer(table.row.id, user))

    async def _answer(self, table_id: str, user: int) -> None:
        """Let a person do what the table asks of them at that time."""
        self._waited.discard((table_id, user))
        if (back := self.people[user].back(self.now)) > self.now:
            self._waited.add((table_id, user))
            self.at(back + HOUR_MS, lambda: self._answer(table_id, user))
            return
        if not await self.program.surviving(lambda: self._turn(table_id, user)):
            self._waited.add((table_id, user))
            self.at(self.now + MINUTE_MS, lambda: self._answer(table_id, user))
        await self._look_at(await self.program.service.load(table_id))

    async def _turn(self, table_id: str, user: int) -> None:
        service, plan = self.program.service, self.plans[table_id]
        table = await service.load(table_id)
        if table.row.phase != "playing" or (seat := table.require_seat(user)).state != ACTIVE:
            return
        if is_stood_in(seat):
            table = await service.change(table_id, stand_ins.come_back(user))
            self.counts["came back"] += 1
        if seat.seat not in table.actors:
            return
        plan.answers[seat.seat] += 1
        turn = table.require_playing().turn
        if (plan.resigns == seat.seat and plan.answers[seat.seat] > plan.after) or turn > LONG[table.row.game]:
            await service.resign(table_id, user)
            self.counts["resigned"] += 1
            return
        for count in range(MOST_ACTIONS):
            if table.row.phase != "playing" or table.require_playing().turn != turn or seat.seat not in table.actors:
                return
            action = self._action(table, seat.seat, is_enough=count >= ENOUGH_ACTIONS)
            with suppress(EngineError):
                table = await service.act(table_id, user, action)
                self.counts["actions"] += 1

    def _action(self, table: OpenTable, seat: int, *, is_enough: bool) -> str:
        """Return a sensible legal action."""
        found = list(table.require_playing().legal(seat))
        if is_enough and "end" in found:
            return "end"
        legal = [action for action in found if action.split()[0] not in DULL] or found
        if table.row.game == "hive_mind":
            if "ready" in legal:
                return "ready"
            laying = [action for action in legal if not action.startswith(("double", "block", "guess", "totals"))]
            return self.rng.choice(laying or legal)
        attacks = [action for action in legal if action.startswith("attack")]
        return self.rng.choice(attacks if attacks and self.rng.random() < 0.7 else legal)
