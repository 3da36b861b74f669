"""How fast Hive Mind's note sheet is: the exact posterior over 20,790 layouts, and what is made of it.

Run with `python -m benchmarks.hive_mind`. CPU time, medians; every row is of hints never seen before, so nothing that
was kept helps. The aim is an update under 5 ms.
"""

from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time
from typing import Any

from engine.games import game
from engine.hive_mind import posterior
from engine.hive_mind.deduction import most_probable
from engine.hive_mind.evaluation import information
from engine.hive_mind.view import View

MATCHES = 40


def views() -> list[View]:
    """What a seat sees in the last round of matches of random players, with two hints on each of three hives."""
    rules = game("hive_mind").rules(5, {})
    found: list[View] = []
    for seed in range(MATCHES):
        rng, state = Random(seed), rules.initial_state()
        while rules.view(state, 0).round < 3 or rules.view(state, 0).phase != "round":
            player = rules.actors(state)[0]
            actions = rules.legal_actions(state, player)
            state = rules.apply(state, player, rng.choice(actions)).state
        found.append(rules.view(state, 0))
    return found


def milliseconds(work: Callable[[View], Any], seen: list[View]) -> float:
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


def main() -> None:
    """Prints one row per use."""
    start = process_time()
    posterior.having()
    for shape in range(55):
        posterior.telling(shape)
    print(f"{'tables, made once per process':<52}{(process_time() - start) * 1000:>10.2f} ms")
    seen = views()
    rows: dict[str, Callable[[View], Any]] = {
        "note sheet of three hives after two hints each": posterior.posterior,
        "what each of 55 shapes is expected to tell": shapes_of_a_hive,
        "most probable layout of a hive": lambda view: most_probable(posterior.known(view)[0]),
    }
    for label, work in rows.items():
        print(f"{label:<52}{milliseconds(work, seen):>10.3f} ms")


if __name__ == "__main__":
    main()
