"""A simulated fortnight: twelve people play thirty tables of all four games through outages, kills and deletions."""

from pathlib import Path

import pytest
from structlog.testing import capture_logs

from tests.end_to_end.fortnight_checks import (
    clocks_are_right,
    ends_are_told,
    messages_are_single,
    pings_are_right,
    records_have_all,
    summary,
    unexplained,
)
from tests.end_to_end.fortnight_faults import Faults
from tests.end_to_end.fortnight_tables import CHANNELS, DAY, FORTNIGHT, HOUR, PLANS, Plan
from tests.end_to_end.fortnight_wishes import ZONES, Wishes
from tests.end_to_end.simulated_fortnight import Fortnight
from tests.running_dispatchers import short_store_retry_interval

pytestmark = pytest.mark.slow

WISHED = {
    "set quiet hours",
    "vacations",
    "pauses agreed",
    "pauses declined",
    "pauses resumed",
    "emergency pauses",
    "nudges",
    "followers",
    "let the computer play",
    "came back",
    "seats passed on",
}
ABSENT = (3, 8, 2)
"""People who go away, for good or for some days; each table that reacts to missed deadlines has one of them."""


def planned(fortnight: Fortnight, faults: Faults, wishes: Wishes) -> None:
    """Schedule the tables, the faults and the people's other actions."""
    rng, start = fortnight.rng, fortnight.start
    for number, (game, seats, options, settings) in enumerate(PLANS):
        people = rng.sample(range(12), seats)
        if "on_expiry" in settings and not set(people) & set(ABSENT):
            people[1] = ABSENT[number % 3]
        opened = start + rng.randrange(3 * DAY)
        plan = Plan(number, game, seats, options, settings, CHANNELS[number % 4], tuple(people))
        fortnight.at(opened, lambda plan=plan: fortnight.open_table(plan))
    for day in range(1, 14):
        moment = start + day * DAY + rng.randrange(DAY // 2)
        minutes = rng.choice((0, 1, 5, 240))
        fortnight.at(moment, lambda minutes=minutes: faults.restart(minutes))
        fortnight.at(moment + rng.randrange(10 * HOUR), faults.kill_in_the_middle)
        fortnight.at(moment + rng.randrange(10 * HOUR), lambda: faults.delete_cards(3))
        fortnight.at(moment + rng.randrange(10 * HOUR), wishes.nudge)
        if day % 3 == 0:
            fortnight.at(moment + rng.randrange(10 * HOUR), faults.delete_thread)
        if day % 4 == 1:
            fortnight.at(moment + rng.randrange(10 * HOUR), faults.discord_away)
        if day % 4 == 2:
            fortnight.at(moment + rng.randrange(10 * HOUR), faults.store_away)
        if day % 2 == 0:
            fortnight.at(moment + rng.randrange(10 * HOUR), wishes.answer_sleepers)
    fortnight.at(start + 5 * DAY, lambda: faults.delete_channel(CHANNELS[3]))
    fortnight.at(start + 8 * DAY, lambda: fortnight.come_back(ABSENT[2]))
    fortnight.at(start + FORTNIGHT, fortnight.end_what_is_left)
    for hours, wish in (
        (54, lambda: wishes.ask_pause(agreed=False)),
        (58, lambda: wishes.ask_pause(agreed=True)),
        (62, wishes.emergency),
        (64, lambda: wishes.follow("turns")),
        (66, lambda: wishes.follow("end")),
        (70, wishes.stand_in),
        (76, wishes.pass_on),
        (80, lambda: wishes.vacation(6, 4)),
    ):
        fortnight.at(start + hours * HOUR, wish)


async def test_a_fortnight_of_thirty_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    short_store_retry_interval(monkeypatch)
    # Nothing changes between two events, so frequent sweeps are useless here; other tests validate the requests.
    monkeypatch.setattr("tables.dispatching.upkeep.ALIVE_EVERY_MS", HOUR)
    monkeypatch.setattr("tables.dispatching.upkeep.CHORES_EVERY_MS", HOUR)
    monkeypatch.setattr("cogs.card_keeper.SWEEP_EVERY_MS", HOUR)
    monkeypatch.setattr("tests.openapi.problems", lambda *_: [])
    fortnight = Fortnight(tmp_path, seed=14)
    wishes = Wishes(fortnight)
    with capture_logs() as logs:
        await fortnight.open()
        await fortnight.prefer_direct(5)
        for number, zone in ZONES.items():
            await wishes.quiet_hours(number, zone)
        planned(fortnight, Faults(fortnight), wishes)
        await fortnight.run()
        records = await fortnight.records()
        print("\n" + summary(fortnight))
        untold = await ends_are_told(fortnight, wishes)
        await fortnight.close()
    tables = fortnight.tables.values()

    assert len(tables) == 30
    assert {table.plan.game for table in tables} == {plan[0] for plan in PLANS}
    assert all(table.end and table.why for table in tables), "every table has ended, and it is known why"
    finished = sum(table.end == "finished" for table in tables)
    assert finished >= 12
    assert len(records) == finished
    assert all(found.verified and found.over for found in records.values())
    assert fortnight.counts.keys() >= WISHED, "everything that people wish for has happened"
    wrong = [
        *untold,
        *records_have_all(fortnight),
        *pings_are_right(fortnight, wishes),
        *clocks_are_right(fortnight),
        *messages_are_single(fortnight),
        *unexplained(logs),
    ]
    assert wrong == []
