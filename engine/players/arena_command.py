"""The commands `arena` and `habits`: compare computer players, measure a game's balance, and count what players do."""

from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path

import msgspec

from engine.players.arena import Contest, MapDeals, Result, compete, list_pairings, wilson
from engine.players.balance import TraitStatistics, balance
from engine.players.habits import count_habits

_HEADINGS = ("player", "against", "games", "win rate, 95 %", "fair", "Elo", "test")


def run_arena(contest: Contest, players: Sequence[str], file: str | None, processes: int) -> None:
    """Play a round robin, print a table of the results, and write the results to a file as JSON if one is named.

    A single player plays against itself instead; the tables then show the game's balance, and no file is written. The
    file depends only on the contest and the program version, not on the number of processes. Raises InvalidOptions.
    """
    if len(players) == 1:
        with _open_map(processes) as map_deals:
            tallies = balance(contest, players[0], map_deals)
        for kind, tally in tallies.items():
            _print_tally(kind, tally)
        return
    pairs = list_pairings(contest, players)
    found: list[Result] = []
    seconds: dict[str, list[float]] = {}
    with _open_map(processes) as map_deals:
        _heading(_HEADINGS)
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


def run_habits(contest: Contest, player: str, against: str | None, processes: int) -> None:
    """Play games and print a table of a player's habits (`engine.players.habits`). Raises InvalidOptions."""
    with _open_map(processes) as map_deals:
        habits = count_habits(contest, player, against, map_deals)
    _heading(("habit", "ratio, 95 %", "occasions"))
    for name, (ratio, margin, occasions) in habits.items():
        _row((name, f"{ratio:.3f} ± {margin:.3f}", f"{occasions:,.0f}"))


@contextmanager
def _open_map(processes: int) -> Generator[MapDeals]:
    if processes == 1:
        yield map
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("forkserver")) as pool:
        yield pool.map


def _print_tally(kind: str, tally: TraitStatistics) -> None:
    """Print the table of one kind of trait.

    For games with two seats and at least three traits, a table of each trait's wins against each other one follows.
    """
    averaged = ("average", "above 0, 95 %") if any(seats.numbers for seats in tally.seats.values()) else ()
    _heading((kind, "seats", "win rate, 95 %", *averaged))
    for trait, seats in sorted(tally.seats.items()):
        columns = [trait, str(seats.count), _share(seats.won, seats.count)]
        if seats.numbers:
            average = sum(seats.numbers) / len(seats.numbers)
            above = sum(number > 0 for number in seats.numbers)
            columns += [f"{average:.2f}", _share(above, len(seats.numbers))]
        _row(columns)
    print()
    if len(tally.pairs) > 2:
        traits = sorted(tally.seats)
        _heading(("wins of …", *(f"against {trait}" for trait in traits)))
        for trait in traits:
            met = [tally.pairs.get((trait, other)) for other in traits]
            _row((trait, *("–" if pair is None else f"{pair.won:g} of {pair.count}" for pair in met)))
        print()


def _share(won: float, games: int) -> str:
    low, high = wilson(won, games)
    return f"{won / games:.1%} ({low:.1%} to {high:.1%})"


def _columns(result: Result) -> Sequence[str]:
    decided = {None: "", True: "upper", False: "lower"}[result.is_upper]
    share = _share(result.won, result.games)
    return result.player, result.against, str(result.games), share, f"{result.fair:.1%}", f"{result.elo:+.0f}", decided


def _print_times(seconds: Mapping[str, Sequence[float]]) -> None:
    print()
    _heading(("player", "choices", "CPU ms p50", "p95", "longest"))
    for name, times in seconds.items():
        ordered = sorted(times)
        shown = [ordered[int(part * (len(ordered) - 1))] * 1000 for part in (0.5, 0.95, 1)]
        _row((name, str(len(ordered)), *(f"{each:.1f}" for each in shown)))


def _heading(columns: Sequence[str]) -> None:
    _row(columns)
    _row(["---"] * len(columns))


def _row(columns: Sequence[str]) -> None:
    print(f"| {' | '.join(columns)} |", flush=True)
