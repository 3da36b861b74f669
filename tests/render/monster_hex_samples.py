"""Views of Monster Hex for every board (empty, half full, full, finished), and the content of its data file."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from engine.core import SPECTATOR
from engine.monster_hex.content import Cell, Stone, Tile, Value
from engine.monster_hex.view import View
from tests.render.sample_games import sample_game

CONTENT: dict[str, Any] = json.loads(Path("data/monster_hex/monster_hex.json").read_text(encoding="utf-8"))
FACTIONS = ("red", "blue", "yellow", "green")
NAMES = ("Ann", "Bénédicte", "Zoë Å.", "Maximilian")
SEEDS = {2: 1, 3: 1, 4: 31}
"""Seeds of games in which seat 0 begins, then 1, and so on, by number of seats."""


def tiles() -> tuple[Tile, ...]:
    """Return the ten tiles of every faction."""
    return tuple(
        Tile(tile["id"], tile["name"], tile["rank"], tile["red"], tuple(tile["powers"])) for tile in CONTENT["tiles"]
    )


def fields(board: int) -> tuple[tuple[Cell, ...], tuple[Stone, ...]]:
    """Return a board's hexes and stones, labelled as in the rule book."""
    content = CONTENT["boards"][str(board)]
    start = {tuple(place) for place in content["start"]}
    large = {tuple(stone["at"]): stone for stone in content["large"]}
    small = {tuple(place) for place in content["small"]}
    cells: list[Cell] = []
    stones: list[Stone] = []
    for row, line in enumerate(content["rows"]):
        r, number = content["r0"] + row, 0
        for column, character in enumerate(line):
            if character == " ":
                continue
            number += 1
            place, label = ((content["x0"] + column - r) // 2, r), f"{'ABCDEFGHI'[row]}{number}"
            if place in large:
                stone = large[place]
                values = tuple(Value(points, faction) for points, faction in stone["values"])
                stones.append(Stone(label, *place, True, stone["name"], values, stone["demon_king"]))
            elif place in small:
                stones.append(Stone(label, *place, False, "Small Stone", (), False))
            else:
                cells.append(Cell(label, *place, place in start))
    return tuple(cells), tuple(stones)


def open_stones(view: View) -> list[Stone]:
    """Return the stones that nobody has captured."""
    stones = fields(view.board)[1]
    return [stone for stone, capture in zip(stones, view.captures, strict=True) if capture is None]


def view(board: int, placed: int = 0, viewer: int = SPECTATOR, over: bool = False, take: bool = False) -> View:
    """Return a view with `placed` Monsters: somebody must place, or pick with `take`, or the game is `over`.

    The seats play in order.
    """
    phase = "over" if over else "take" if take else "place"
    game = played(board, SEEDS[board])
    return next(each for each in game if each[-1].phase == phase and len(each[-1].monsters) == placed)[viewer]


@cache
def played(seats: int, seed: int) -> tuple[tuple[View, ...], ...]:
    """Return a random game: the views of all seats and, last, a spectator at each state."""
    return sample_game("monster_hex", seats, seed, {"factions": FACTIONS[:seats]})
