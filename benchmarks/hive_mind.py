"""How fast Hive Mind's note sheet is: the exact posterior over 20,790 layouts, and what is made of it.

Every call is of hints never seen before, so nothing that was kept helps.
"""

from collections.abc import AsyncIterator, Callable
from random import Random
from statistics import median
from time import process_time

from benchmarks.rows import Row, ms
from engine.games import game_type
from engine.hive_mind import posterior
from engine.hive_mind.evaluation import information
from engine.hive_mind.view import View

MATCHES = 40
UPDATE_MS = 5.0
"""What an update may take."""


def views() -> list[View]:
    """What a seat sees in the last round of matches of random players, with two hints on each of three hives."""
    rules = game_type("hive_mind").rules(5, {})
    found: list[View] = []
    for seed in range(MATCHES):
        rng, state = Random(seed), rules.initial_state()
        while rules.view(state, 0).round < 3 or rules.view(state, 0).phase != "round":
            player = rules.actors(state)[0]
            actions = rules.legal_actions(state, player)
            state = rules.apply(state, player, rng.choice(actions)).state
        found.append(rules.view(state, 0))
    return found


def milliseconds(work: Callable[[View], object], seen: list[View]) -> float:
    """The median CPU time of a call, each on another view."""
    times: list[float] = []
    for view in seen:
        start = process_time()
        work(view)
        times.append((process_time() - start) * 1000)
    return median(times)


def shapes_of_a_hive(view: View) -> list[float]:
    """What every shape is expected to tell on the first hive."""
    hints = posterior.known(view)[0]
    return [information(hints, shape) for shape in range(55)]


async def rows() -> AsyncIterator[Row]:
    """The tables that are made once per process, an update, and what is made of it."""
    start = process_time()
    posterior.having()
    for shape in range(55):
        posterior.telling(shape)
    yield Row("Hive Mind: tables, made once per process", ms((process_time() - start) * 1000))
    seen = views()
    update = milliseconds(posterior.posterior, seen)
    title = "Hive Mind: note sheet, 3 hives, 2 hints on each"
    yield Row(title, ms(update), "", update, "ms", at_most=UPDATE_MS)
    yield Row("Hive Mind: what each of 55 shapes would tell", ms(milliseconds(shapes_of_a_hive, seen)))
    likeliest = milliseconds(lambda view: posterior.most_probable(posterior.known(view)[0]), seen)
    yield Row("Hive Mind: most probable layout of a hive", ms(likeliest))
