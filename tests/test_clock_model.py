"""The model of people and clocks: what it takes for an answer, a missed deadline, and a game that loses somebody."""

from datetime import timedelta, timezone
from random import Random

from benchmarks.clock_model import START, Someone, people, played, turns_of
from tables.timing.clock_settings import PRESETS, ClockSetting
from tables.timing.running_time import running
from tables.timing.units import HOUR_MS

BERLIN = timezone(timedelta(hours=1))
ALTERNATING = tuple((number % 2,) for number in range(40))


def somebody(median: float) -> Someone:
    return Someone(median, BERLIN, 23 * 60, 1)


def test_nobody_answers_asleep() -> None:
    one, rng = somebody(6.0), Random(1)

    answers = [one.answer(START + number * HOUR_MS, rng) for number in range(300)]

    assert all(running(moment, moment + 1, one.quiet()) == 1 for moment in answers)
    assert all(moment >= START + number * HOUR_MS for number, moment in enumerate(answers))


def test_fast_people_lose_nobody_and_slow_ones_do() -> None:
    fast, slow = (somebody(0.1), somebody(0.1)), (somebody(0.1), somebody(60.0))

    assert not played(ALTERNATING, fast, PRESETS["days"], "seed", quiet=False).missed
    found = played(ALTERNATING, slow, ClockSetting(12 * 3600), "seed", quiet=False)
    assert (found.missed, found.lost) == (True, True)


def test_quiet_hours_only_help() -> None:
    for number in range(30):
        seated, seed = people(2, Random(number)), f"seed {number}"
        one_turn = ((0, 1),)
        without, with_quiet = (
            played(one_turn, seated, ClockSetting(12 * 3600), seed, quiet=quiet).missed for quiet in (False, True)
        )
        assert without or not with_quiet


def test_turns_are_those_of_a_real_game() -> None:
    turns = turns_of("hive_mind", 3, "random", 0)

    assert turns[0] == (0, 1, 2)
    assert turns == turns_of("hive_mind", 3, "random", 0)
