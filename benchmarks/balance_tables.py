"""What the balance reports of all games share: games between computer players, intervals, shares, Markdown tables."""

from collections.abc import Iterable, Sequence
from itertools import chain
from random import Random
from typing import Any, Final

from engine.core import CHANCE, sample_outcome
from engine.players.statistics import wilson

ORDINALS: Final = ("first", "second", "third", "fourth")


def finished(rules: Any, players: Sequence[Any], state: Any, seed: str, names: Sequence[object] = ()) -> Any:
    """The last state of a game that players play on from a state.

    The dice and each player have a random number generator of their own, seeded with the seed and a name: for players
    the names given, else the numbers of their seats.
    """
    dice, *own = (Random(f"{seed} {name}") for name in ("dice", *(names or range(len(players)))))
    while actors := rules.actors(state):
        actor = actors[0]
        if actor == CHANCE:
            action = sample_outcome(rules.chance_outcomes(state), dice)
        else:
            action = players[actor].choose(rules.view(state, actor), rules.legal_actions(state, actor), own[actor])
        state = rules.apply(state, actor, action).state
    return state


def share(won: float, games: int) -> str:
    """A share of wins with its interval, in per cent."""
    low, high = wilson(won, games)
    return f"{won / games:.1%} ({low:.1%} to {high:.1%})" if games else "–"


def table(headings: Sequence[str], lines: Iterable[Sequence[object]]) -> None:
    """Prints a Markdown table, each line as soon as it is known."""
    for row in chain([headings, ["---"] * len(headings)], lines):
        print(f"| {' | '.join(map(str, row))} |", flush=True)
    print()
