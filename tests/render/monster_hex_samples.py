"""Views of Monster Hex made by hand from the content, for every board: empty, in the middle, full, finished."""

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from engine.core import SPECTATOR
from engine.monster_hex.printed import Cell, Stone, Tile, Value
from engine.monster_hex.view import Capture, Monster, Score, SeatView, TakeChoice, Taken, View
from tests.render.sample_games import sample_game

CONTENT: dict[str, Any] = json.loads(Path("data/monster_hex/monster_hex.json").read_text(encoding="utf-8"))
FACTIONS = ("red", "blue", "yellow", "green")
NAMES = ("Ann", "Bénédicte", "Zoë Å.", "Maximilian")


def tiles() -> tuple[Tile, ...]:
    """The ten tiles every faction has."""
    return tuple(
        Tile(tile["id"], tile["name"], tile["rank"], tile["red"], tuple(tile["powers"])) for tile in CONTENT["tiles"]
    )


def fields(board: int) -> tuple[tuple[Cell, ...], tuple[Stone, ...]]:
    """A board's hexes and stones, labelled as the rule book says."""
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
    """The stones that nobody has captured."""
    stones = fields(view.board)[1]
    return [stone for stone, capture in zip(stones, view.captures, strict=True) if capture is None]


def view(board: int, placed: int = 0, viewer: int = SPECTATOR, over: bool = False, take: bool = False) -> View:
    """A board with so many Monsters at places drawn from a fixed seed (not by the rules), stones captured alike."""
    rng = Random(board)
    cells, stones = fields(board)
    monsters = _monsters(board, rng.sample(cells, placed), rng)
    taken_by = {monster.label for monster in monsters}
    captures = tuple(_capture(stone, cells, taken_by, board, rng) for stone in stones)
    gains = [(stone.large, got) for stone, found in zip(stones, captures, strict=True) if found for got in found.taken]
    seats = tuple(_seat(seat, board, monsters, gains) for seat in range(board))
    choice = None
    if take:
        stone = next(stone for stone, found in zip(stones, captures, strict=True) if stone.large and found is None)
        choice = TakeChoice(placed % board, stone.label, stone.values)
    best = max(seat.score.points for seat in seats)
    return View(
        viewer=viewer,
        board=board,
        round=min(placed // board + 1, CONTENT["boards"][str(board)]["rounds"]),
        phase="over" if over else "take" if take else "place",
        order=tuple(range(board)),
        actors=() if over else (placed % board,),
        seats=seats,
        hand=None if viewer == SPECTATOR else seats[viewer].unplayed[: 4 if board == 4 else 3],
        monsters=monsters,
        captures=captures,
        last=tuple(monster.label for monster in monsters[-board:]),
        take=choice,
        demon_king=None,
        winners=tuple(seat for seat in range(board) if seats[seat].score.points == best) if over else None,
        reason="most_points" if over else None,
    )


def _monsters(board: int, places: list[Cell], rng: Random) -> tuple[Monster, ...]:
    stacks = [rng.sample(tiles(), 10) for _ in range(board)]
    found: list[Monster] = []
    for index, cell in enumerate(places):
        tile, rotation = stacks[index % board][index // board], rng.randrange(6)
        powers = tuple(tile.powers[(edge - rotation) % 6] for edge in range(6))
        found.append(Monster(cell.label, index % board, tile.id, tile.rank, tile.red, rotation, powers))
    return tuple(found)


def _capture(stone: Stone, cells: tuple[Cell, ...], taken_by: set[str], board: int, rng: Random) -> Capture | None:
    near = {(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)}
    around = {cell.label for cell in cells if (cell.q - stone.q, cell.r - stone.r) in near}
    if not around <= taken_by:
        return None
    first, second = rng.sample(range(board), 2)
    if stone.large:
        bonuses = [
            2 * (FACTIONS[seat] == value.faction) for seat, value in zip((first, second), stone.values, strict=True)
        ]
        seats = zip((first, second), stone.values, bonuses, strict=True)
        taken = tuple(Taken(seat, value.points, bonus) for seat, value, bonus in seats)
    else:
        taken = (Taken(first, 1, 0),) if rng.random() < 0.8 else ()
    return Capture(tuple(rng.randrange(12) for _ in range(board)), first, second, taken)


def _seat(seat: int, board: int, monsters: tuple[Monster, ...], gains: list[tuple[bool, Taken]]) -> SeatView:
    own = [(is_large, got) for is_large, got in gains if got.seat == seat]
    large = sum(got.value for is_large, got in own if is_large)
    small = sum(got.value for is_large, got in own if not is_large)
    colour = sum(got.bonus for _, got in own)
    played = {monster.tile for monster in monsters if monster.seat == seat}
    unplayed = tuple(tile.id for tile in tiles() if tile.id not in played)
    score = Score(large + small + colour, large, small, colour, 0, 0)
    return SeatView(FACTIONS[seat], score, min(len(unplayed), 4 if board == 4 else 3), unplayed, False)


@cache
def played(seats: int, seed: int) -> tuple[tuple[View, ...], ...]:
    """A random game by the rules: at each of its states the views of all seats and, last, of a spectator."""
    return sample_game("monster_hex", seats, seed)
