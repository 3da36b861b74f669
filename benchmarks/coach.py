"""The coach: how often it shows a move that was spoiled on purpose, and what a review takes, in CPU time.

Games are those of the level *strong* against itself. One move of one seat, drawn among all with three choices or more,
is replaced by its worst legal one: of the dozen that look worst one move ahead, the one that does worst in playouts.
Moves are drawn until one is found that costs something by that: in a decided game any move will do.
"""

from bisect import bisect_left
from collections.abc import AsyncIterator, Mapping, Sequence
from random import Random
from time import process_time
from typing import Any, NamedTuple

from benchmarks.rows import Row
from engine import fairness
from engine.core import SPECTATOR
from engine.game import Game, act, begin
from engine.games import game_type
from engine.history import turn_ends
from engine.players import coach, decide
from engine.players.choosing import several_best
from engine.players.coach import BringsCoach
from engine.players.greedy import Greedy
from engine.record import Configuration, Entry, GameRecord

GAMES = 50
SHOWN = 45
LEVEL = "strong"
KINDS: Mapping[str, tuple[str, dict[str, Any]]] = {
    "Monster Hex": ("monster_hex", {}),
    "Monster Hex with abilities": ("monster_hex", {"abilities": True}),
    "Connect Four": ("connect_four", {}),
}
COST = 0.1
"""What the worst move must cost against the one played, in other playouts than the coach's; 1 is a won game."""
_DOZEN = 12
_WORLDS = 40


class Spoiled(NamedTuple):
    """A finished game, the seat whose move was replaced, and the turn on which it was."""

    record: GameRecord
    seat: int
    turn: int


async def rows() -> AsyncIterator[Row]:
    """For each kind of game, how many of the spoiled moves are among the turning points, and the cost of a review."""
    for title, (game, options) in KINDS.items():
        shown, seconds = 0, list[float]()
        for number in range(GAMES):
            spoiled = spoiled_game(game, options, number)
            start = process_time()
            found = coach.review(coach.decisions(spoiled.record, spoiled.seat))
            seconds.append(process_time() - start)
            shown += any(point.decision.turn == spoiled.turn for point in found)
        told = f"{shown} of {GAMES} shown"
        yield Row(f"coach, {title}: spoiled moves", told, figure=float(shown), at_least=float(SHOWN))
        seconds.sort()
        tail = f"p95 {seconds[GAMES * 95 // 100]:.1f} s, longest {seconds[-1]:.1f} s"
        yield Row(f"coach, {title}: review of a seat", f"{seconds[GAMES // 2]:.1f} CPU-s, median", tail)


def spoiled_game(game: str, options: dict[str, Any], number: int) -> Spoiled:
    """A game of one kind; the same for the same number."""
    rng = Random(f"spoiled {game} {sorted(options)} {number}")
    seed = rng.randbytes(32)
    configuration = Configuration(game, 1, options, 2, f"t{number}", fairness.commitment(seed), draw=2)
    opened = begin(configuration, seed)
    stands = list[tuple[Game, tuple[Entry, ...]]]()
    _played(opened.game, opened.entries, seed, stands)
    rng.shuffle(stands)
    game_then, log, action = _spoilable(stands, seed, rng)
    seat = game_then.actors[0]
    spoilt = act(game_then, seat, action, seed)
    entries = _played(spoilt.game, (*log, *spoilt.entries), seed, [])
    record = GameRecord(game_then.configuration, entries, seed)
    ends = turn_ends(record.configuration, entries, SPECTATOR)
    return Spoiled(record, seat, bisect_left(ends, len(log) + 1) - 1)


def _spoilable(
    stands: Sequence[tuple[Game, tuple[Entry, ...]]], seed: bytes, rng: Random
) -> tuple[Game, tuple[Entry, ...], str]:
    """The first game, with its log, in which the worst action costs something, and that action."""
    for game, log in stands:
        action = worst(game, decide(game, game.actors[0], LEVEL, seed), rng)
        if action:
            return game, log, action
    raise ValueError("no move of this game matters")


def _played(
    game: Game, log: tuple[Entry, ...], seed: bytes, stands: list[tuple[Game, tuple[Entry, ...]]]
) -> tuple[Entry, ...]:
    """The log at the end; `stands` gets every game before a decision of several choices, with its log."""
    coached = _coached(game.configuration.game)
    while game.actors:
        seat = game.actors[0]
        if coached.is_weighed(game.view(seat)) and len(game.legal(seat)) > 2:
            stands.append((game, log))
        after = act(game, seat, decide(game, seat, LEVEL, seed), seed)
        game, log = after.game, (*log, *after.entries)
    return log


def worst(game: Game, played: str, rng: Random) -> str:
    """The worst legal action, in notation; empty if it costs next to nothing against the one played."""
    rules, seat = game.rules, game.actors[0]
    view = game.view(seat)
    legal = rules.legal_actions(rules.determinize(view, rng), seat)
    values = Greedy(rules, seat).values(view, legal, rng)
    tried = [rules.parse_action(played), *several_best(legal, [-value for value in values], _DOZEN)]
    judge, totals = _coached(game.configuration.game).coach(rules, seat), [0.0] * len(tried)
    for _ in range(_WORLDS):
        world, luck = rules.determinize(view, rng), rng.getrandbits(64)
        for number, action in enumerate(tried):
            totals[number] += judge.tried(world, action, Random(luck))
    least = min(totals)
    return rules.format_action(tried[totals.index(least)]) if totals[0] - least >= COST * _WORLDS else ""


def _coached(game: str) -> BringsCoach:
    found = game_type(game)
    assert isinstance(found, BringsCoach)
    return found
