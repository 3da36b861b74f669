"""The command `arena`: who plays better, by how much, and how long each choice takes."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from multiprocessing import get_context
from pathlib import Path

import msgspec

from engine.players.arena import Contest, Result, compete, contests

_HEADINGS = ("player", "against", "games", "share of wins, 95 %", "fair", "Elo", "test")


def arena(contest: Contest, players: Sequence[str], file: str | None, processes: int) -> None:
    """Plays a round robin, prints its tables, and writes the results to a file as JSON.

    The file depends on the contest and the program alone, not on the number of processes. Raises InvalidOptions.
    """
    pairs = contests(contest, players)
    found: list[Result] = []
    seconds: dict[str, list[float]] = {}
    with ExitStack() as stack:
        map_deals = map
        if processes > 1:
            pool = ProcessPoolExecutor(processes, mp_context=get_context("forkserver"))
            map_deals = stack.enter_context(pool).map
        _row(_HEADINGS)
        _row(["---"] * len(_HEADINGS))
        for player, against in pairs:
            result, taken = compete(contest, player, against, map_deals)
            found.append(result)
            _row(_columns(result))
            for name, times in taken.items():
                seconds.setdefault(name, []).extend(times)
    _print_times(seconds)
    if file is not None:
        written = {"contest": contest, "results": found}
        Path(file).write_bytes(msgspec.json.format(msgspec.json.encode(written)) + b"\n")


def _columns(result: Result) -> Sequence[str]:
    decided = {None: "", True: "upper", False: "lower"}[result.is_upper]
    share = f"{result.share:.1%} ({result.low:.1%} to {result.high:.1%})"
    return result.player, result.against, str(result.games), share, f"{result.fair:.1%}", f"{result.elo:+.0f}", decided


def _print_times(seconds: Mapping[str, Sequence[float]]) -> None:
    print()
    _row(("player", "choices", "CPU ms p50", "p95", "longest"))
    _row(["---"] * 5)
    for name, times in seconds.items():
        ordered = sorted(times)
        shown = [ordered[int(part * (len(ordered) - 1))] * 1000 for part in (0.5, 0.95, 1)]
        _row((name, str(len(ordered)), *(f"{each:.1f}" for each in shown)))


def _row(columns: Sequence[str]) -> None:
    print(f"| {' | '.join(columns)} |", flush=True)
