"""Whether it matters in Hex Battle Wars who has the first turn (HBW-6): a table for docs/balance.md."""

from dataclasses import dataclass
from typing import Any, Final

from benchmarks.balance_tables import ORDINALS, finished, share, table
from engine.core import SPECTATOR
from engine.hex_battle_wars import GAME_TYPE

SEATS: Final = (2, 4)
GAMES: Final = 500
"""How many games are played with each number of seats."""


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game: which seat had the first turn, and who won; several seats after a tie."""

    first: int
    winners: tuple[int, ...]

    def won(self, place: int, seats: int) -> float:
        """The part of the victory of the seat with this place in the order, from 0."""
        return ((self.first + place) % seats in self.winners) / max(1, len(self.winners))


def play(seats: int, seed: str) -> Played:
    """One game between `normal` players, with the options that a table has unless its host changes them."""
    rules: Any = GAME_TYPE.rules(seats, {})
    players = [GAME_TYPE.players["normal"](rules, seat) for seat in range(seats)]
    state = finished(rules, players, rules.initial_state(), seed)
    view = rules.view(state, SPECTATOR)
    return Played(view.leader, view.winners)


def order(scale: float) -> None:
    """Prints what the first, second, third and fourth in the order win."""
    count = round(GAMES * scale)
    played = {seats: [play(seats, f"battle {seats} {number}") for number in range(count)] for seats in SEATS}

    def cell(seats: int, place: int) -> str:
        return share(sum(game.won(place, seats) for game in played[seats]), count) if place < seats else "–"

    lines = [[name, *(cell(seats, place) for seats in SEATS)] for place, name in enumerate(ORDINALS)]
    table(["in the order", *(f"{seats} players, {1 / seats:.0%} is even" for seats in SEATS)], lines)


PARTS: Final = {"battle_order": order}
"""The parts of the report on Hex Battle Wars."""
