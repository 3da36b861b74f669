"""How even Connect Four – HorrorClix Edition is: tables for docs/balance.md.

Players of one level on both sides, `normal` or the top one, with ready-made forces. Every game is played twice with the
same seed and so the same roll-off: the second time, the seats have exchanged classes and forces. The seeds are fixed,
so the same program gives the same tables.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from random import Random
from statistics import fmean
from typing import Any, Final

from benchmarks.balance_tables import finished, share, table
from engine.connect_four import GAME_TYPE
from engine.connect_four.actions import ChooseClass, ChooseForce
from engine.connect_four.forces import READY_MADE, ready_made
from engine.connect_four.roster import CLASSES
from engine.connect_four.rules import ConnectFourRules
from engine.core import SPECTATOR

PAIRS_OF_GAMES: Final[Mapping[str, int]] = {"normal": 20, "master": 5}
"""How often each two classes meet in the standard size by level, each time with sides exchanged."""
DOUBLE_STARTS: Final = 240
"""How many games of the standard size are played with a double start."""
GAMES: Final[Mapping[str, int]] = {"quick": 240, "brawl": 240, "large": 80, "wide": 80, "map": 20}
"""How many games are played in the other sizes."""


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game: class and ready-made force by seat, who went first, who won or None, why, and its turns."""

    classes: tuple[str, str]
    kinds: tuple[str, str]
    first: int
    winner: int | None
    reason: str
    turns: int


def play(options: dict[str, Any], classes: tuple[str, str], kinds: tuple[str, str], seed: str, level: str) -> Played:
    """One game between players of a level."""
    rules = GAME_TYPE.rules(2, options)
    state = rules.initial_state()
    for seat in (0, 1):
        state = rules.apply(state, seat, ChooseClass(classes[seat])).state
    for seat in (0, 1):
        force = ready_made(classes[seat], rules.view(state, seat).points)[kinds[seat]]
        state = rules.apply(state, seat, ChooseForce(force)).state
    view = rules.view(_finished(rules, state, seed, level), SPECTATOR)
    winner = view.winners[0] if view.winners else None
    return Played(classes, kinds, view.first or 0, winner, view.reason or "", view.turn)


def _finished(rules: ConnectFourRules, state: Any, seed: str, level: str) -> Any:
    players = [GAME_TYPE.players[level](rules, seat) for seat in (0, 1)]
    return finished(rules, players, state, seed, ("first seat", "second seat"))


def both_ways(options: dict[str, Any], classes: tuple[str, str], seed: str, level: str = "normal") -> Iterator[Played]:
    """A game and the same with sides exchanged; the seed chooses the forces."""
    rng = Random(f"{seed} forces")
    kinds = rng.choice(READY_MADE), rng.choice(READY_MADE)
    yield play(options, classes, kinds, seed, level)
    yield play(options, (classes[1], classes[0]), (kinds[1], kinds[0]), seed, level)


def classes_against_each_other(level: str, scale: float) -> list[Played]:
    """Every two classes in the standard size."""
    return [
        played
        for pair in combinations(CLASSES, 2)
        for number in range(round(PAIRS_OF_GAMES[level] * scale))
        for played in both_ways({}, pair, f"standard {number} {pair}", level)
    ]


def any_classes(options: dict[str, Any], games: int) -> list[Played]:
    """So many games in which the seed chooses two classes."""
    found: list[Played] = []
    for number in range(games // 2):
        seed = f"{sorted(options.items())} {number}"
        first, second = Random(seed).sample(list(CLASSES), 2)
        found += both_ways(options, (first, second), seed)
    return found


def by_class(games: Sequence[Played]) -> None:
    """Prints what a class wins against each other class, and in all."""

    def won(name: str, other: str | None) -> tuple[int, int]:
        met = [game for game in games if name in game.classes and other in (None, *game.classes)]
        decided = [game for game in met if game.winner is not None]
        return sum(game.classes[game.winner or 0] == name for game in decided), len(decided)

    lines: list[list[str]] = []
    for name in CLASSES:
        cells = ["–" if other == name else f"{won(name, other)[0]} of {won(name, other)[1]}" for other in CLASSES]
        lines.append([name, *cells, share(*won(name, None))])
    table(["wins of …", *(f"against {name}" for name in CLASSES), "in all"], lines)


def by_force(games: Sequence[Played]) -> None:
    """Prints what each kind of ready-made force wins against the others."""
    mixed = [game for game in games if game.winner is not None and game.kinds[0] != game.kinds[1]]
    lines: list[list[object]] = []
    for kind in READY_MADE:
        met = [game for game in mixed if kind in game.kinds]
        lines.append([kind, len(met), share(sum(game.kinds[game.winner or 0] == kind for game in met), len(met))])
    table(["force", "games", "wins"], lines)


HEADINGS: Final = (
    "size",
    "games",
    "first player wins",
    "draws",
    "ended by four",
    "by both at once",
    "by kill points",
    "turns",
)


def first_against_second(name: str, games: Sequence[Played]) -> list[object]:
    """A line about who goes first, and about how games end."""
    decided = [game for game in games if game.winner is not None]
    first = share(sum(game.winner == game.first for game in decided), len(decided))
    reasons = [sum(game.reason == reason for game in games) for reason in ("four", "double_four", "kill_points")]
    turns = f"{fmean(game.turns for game in games):.0f}"
    return [name, len(games), first, len(games) - len(decided), *reasons, turns]


def classes(scale: float, level: str = "normal") -> None:
    """The standard size: class against class, force against force, first against second."""
    games = classes_against_each_other(level, scale)
    by_class(games)
    by_force(games)
    table(HEADINGS, [first_against_second("standard", games)])


def sizes(scale: float) -> None:
    """First against second in the other sizes."""
    played = ((size, any_classes({"size": size}, round(games * scale))) for size, games in GAMES.items())
    table(HEADINGS, (first_against_second(size, games) for size, games in played))


def double_start(scale: float) -> None:
    """First against second in the standard size when the first player begins with two turns."""
    games = any_classes({"double_start": True}, round(DOUBLE_STARTS * scale))
    table(HEADINGS, [first_against_second("double start", games)])


PARTS: Final[Mapping[str, Callable[[float], None]]] = {
    "classes": classes,
    "masters": partial(classes, level="master"),
    "double_start": double_start,
    "sizes": sizes,
}
"""What is printed by name, with so many times the usual number of games."""
