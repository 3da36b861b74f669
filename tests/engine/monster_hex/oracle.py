"""An independent, slow implementation of the rule book, for comparison with the engine.

It shares no code with the engine. It reads the data file itself, stores Monsters by coordinates, and tries everything.
"""

import json
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

DATA: dict[str, Any] = json.loads((Path(__file__).parents[3] / "data/monster_hex/monster_hex.json").read_text())
TILES: dict[str, dict[str, Any]] = {tile["id"]: tile for tile in DATA["tiles"]}
STEPS: list[tuple[int, int]] = [(q, r) for q, r in DATA["dir_vectors"]]

Hexagon = tuple[int, int]
Lying = tuple[int, str, int]


class Captured(NamedTuple):
    """A capture: powers by seat, first, second, and taken values as (seat, value, bonus).

    `taken` is None while the first must choose.
    """

    powers: dict[int, int]
    first: int | None
    second: int | None
    taken: list[tuple[int, int, int]] | None


def power(lying: Lying, edge: int) -> int:
    """Return the power on an edge: powers[(edge - k) mod 6] for a tile rotated by k (MH-5)."""
    _, tile, rotation = lying
    return TILES[tile]["powers"][(edge - rotation) % 6]


def neighbour(at: Hexagon, edge: int) -> Hexagon:
    return at[0] + STEPS[edge][0], at[1] + STEPS[edge][1]


def fits(monsters: dict[Hexagon, Lying], at: Hexagon, lying: Lying) -> bool:
    """Return whether an edge faces a neighbouring Monster's edge of the same power (MH-5)."""
    for edge in range(6):
        other = monsters.get(neighbour(at, edge))
        if other is not None and power(other, (edge + 3) % 6) == power(lying, edge):
            return True
    return False


def legal(seats: int, monsters: dict[Hexagon, Lying], hand: list[str]) -> set[tuple[str, Hexagon, int]]:
    """Return every placement that MH-5 and MH-6 allow."""
    board = DATA["boards"][str(seats)]
    free = [(q, r) for q, r in board["placeable"] if (q, r) not in monsters]
    start = [(q, r) for q, r in board["start"] if (q, r) not in monsters]
    everywhere = set(product(hand, free, range(6)))
    on_start = set(product(hand, start, range(6)))
    if not monsters:
        return on_start
    matching = {(tile, at, turn) for tile, at, turn in everywhere if fits(monsters, at, (0, tile, turn))}
    return matching or on_start or everywhere


def surrounded(seats: int, monsters: dict[Hexagon, Lying], placed: Hexagon) -> list[Hexagon]:
    """Return the stones that the placed tile has surrounded, by label (MH-8, MH-13)."""
    board = DATA["boards"][str(seats)]
    placeable = {(q, r) for q, r in board["placeable"]}
    stones = [(q, r) for q, r in board["small"]] + [(q, r) for q, r in (stone["at"] for stone in board["large"])]
    found: list[Hexagon] = []
    for stone in stones:
        around = {neighbour(stone, edge) for edge in range(6)} & placeable
        if placed in around and around <= set(monsters):
            found.append(stone)
    return sorted(found, key=lambda at: (at[1], at[0]))


def capture(seats: int, monsters: dict[Hexagon, Lying], factions: list[str], stone: Hexagon) -> Captured:
    """Return the capture of a surrounded stone (MH-8 to MH-12)."""
    powers: dict[int, int] = {}
    ranks: dict[int, list[int]] = {}
    for edge in range(6):
        lying = monsters.get(neighbour(stone, edge))
        if lying is not None:
            seat, tile, _ = lying
            powers[seat] = powers.get(seat, 0) + power(lying, (edge + 3) % 6)
            ranks.setdefault(seat, []).append("SABC".index(TILES[tile]["rank"]))
    most = max(powers.values())
    tied = [seat for seat in powers if powers[seat] == most]
    large = [entry for entry in DATA["boards"][str(seats)]["large"] if tuple(entry["at"]) == stone]
    if not large:
        best = min(min(ranks[seat]) for seat in tied)
        strongest = [seat for seat in tied if min(ranks[seat]) == best]
        first = strongest[0] if len(strongest) == 1 else None
        return Captured(powers, first, None, [] if first is None else [(first, DATA["small_stone_points"], 0)])
    first = tied[0] if len(tied) == 1 else None
    lower = [value for value in powers.values() if value < most]
    next_best = [seat for seat in powers if lower and powers[seat] == max(lower)]
    second = next_best[0] if len(next_best) == 1 else None
    values = [(value, colour) for value, colour in large[0]["values"]]
    return Captured(powers, first, second, points(seats, powers, factions, values, first, second))


def points(
    seats: int,
    powers: dict[int, int],
    factions: list[str],
    values: list[tuple[int, str]],
    first: int | None,
    second: int | None,
) -> list[tuple[int, int, int]] | None:
    """Return the values taken at a Large Stone, or None if the first must choose (MH-10, MH-12)."""

    def scored(seat: int, value: tuple[int, str]) -> tuple[int, int, int]:
        return seat, value[0], DATA["colour_bonus"] if value[1] == factions[seat] else 0

    if first is not None and seats == 2:
        other = max(0, powers.get(1 - first, 0))
        if powers[first] > 0 and powers[first] >= 2 * other:
            return [scored(first, value) for value in values]
    if first is not None and second is not None:
        return None
    taker = second if first is None else first
    if taker is None:
        return []
    options = [scored(taker, value) for value in values]
    best = max(value + bonus for _, value, bonus in options)
    return [max(option for option in options if option[1] + option[2] == best)]
