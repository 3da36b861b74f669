"""The board of the independent implementation: positions with all variants, and legal placements and targets."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from tests.engine.monster_hex.objective_oracle import around, groups
from tests.engine.monster_hex.oracle import DATA, TILES, Hexagon, neighbour

RANKS = "SABC"


class Monster(NamedTuple):
    """A tile on the board. `change` is the sum of Enchant and Curse on its powers."""

    owner: int
    tile: str
    rotation: int
    change: int = 0

    def power(self, edge: int) -> int:
        return int(TILES[self.tile]["powers"][(edge - self.rotation) % 6]) + self.change


def label_order(at: Hexagon) -> tuple[int, int]:
    return at[1], at[0]


class Position:
    """A board with Monsters, Stones and hands. Owners are the seats and then the shared faction, if any."""

    def __init__(self, seats: int, options: Mapping[str, Any]) -> None:
        self.seats = seats
        self.has_shared = seats == 1 or bool(options.get("shared"))
        self.size = 3 if seats == 2 and self.has_shared else max(seats, 2)
        self.board: dict[str, Any] = DATA["boards"][str(self.size)]
        self.hexes: list[Hexagon] = sorted(((q, r) for q, r in self.board["placeable"]), key=label_order)
        self.start: set[Hexagon] = {(q, r) for q, r in self.board["start"]}
        self.large: dict[Hexagon, dict[str, Any]] = {(s["at"][0], s["at"][1]): s for s in self.board["large"]}
        self.small: set[Hexagon] = {(q, r) for q, r in self.board["small"]}
        self.labels = self._all_labels()
        self.hands: list[list[str]] = [[] for _ in range(seats + self.has_shared)]
        self.monsters: dict[Hexagon, Monster] = {}
        self.petrified: dict[Hexagon, int] = {}
        self.captured: set[Hexagon] = set()

    def _all_labels(self) -> dict[Hexagon, str]:
        rows: dict[int, list[Hexagon]] = {}
        for at in sorted([*self.hexes, *self.large, *self.small], key=label_order):
            rows.setdefault(at[1], []).append(at)
        letters = zip("ABCDEFGHIJK", rows.values(), strict=False)
        return {at: f"{letter}{number}" for letter, row in letters for number, at in enumerate(row, 1)}

    def count_placed(self, owner: int) -> int:
        return sum(monster.owner == owner for monster in self.monsters.values())

    def free(self) -> list[Hexagon]:
        return [at for at in self.hexes if at not in self.monsters and at not in self.petrified]

    def placements(self, hand: Sequence[str]) -> list[tuple[str, Hexagon, int]]:
        """Return the placements of MH-5 to MH-7 without Scatter, in the order of the Notation."""
        free = self.free()
        on_start = [at for at in free if at in self.start]
        fitting = [
            (tile, at, turn)
            for at, facing in ((at, self.facing(at)) for at in free)
            for tile, turn in product(hand, range(6) if facing else ())
            if any(Monster(0, tile, turn).power(edge) == power for edge, power in facing)
        ]
        if not self.monsters or not fitting:
            fitting = list(product(hand, on_start or free, range(6)))
        return sorted(fitting, key=lambda one: (hand.index(one[0]), label_order(one[1]), one[2]))

    def facing(self, at: Hexagon) -> list[tuple[int, int]]:
        """Return the edges of a hex that face Monsters, with the powers they face."""
        sides = ((edge, self.monsters.get(neighbour(at, edge))) for edge in range(6))
        return [(edge, monster.power((edge + 3) % 6)) for edge, monster in sides if monster is not None]

    def scatterings(self, hand: Sequence[str]) -> set[tuple[str, Hexagon, int]]:
        """Return the placements by Scatter: red tiles beside any Monster, with S on any empty hex (MH-17).

        There are none for the very first tile.
        """
        return {
            (tile, at, turn)
            for tile, at, turn in product(hand, self.free(), range(6))
            if TILES[tile]["red"] and self.monsters and (TILES[tile]["rank"] == "S" or self.facing(at))
        }

    def targets(self, seat: int, ability: str, at: Hexagon, strength: int) -> list[str]:
        """Return every use of an ability, in label order (MH-16 to MH-19)."""
        lying = [(cell, self.labels[cell], self.monsters[cell]) for cell in self.hexes if cell in self.monsters]
        match ability:
            case "enchant":
                return [f"enchant {label}" for _, label, monster in lying if monster.owner == seat]
            case "curse":
                return [f"curse {label}" for _, label, monster in lying if monster.owner != seat]
            case "confuse":
                reach = set(self.hexes) if strength == 2 else set(around(at))
                others = [(label, each) for cell, label, each in lying if each.owner != seat and cell in reach]
                turns = [(label, turn) for label, each in others for turn in range(6) if turn != each.rotation]
                return [f"confuse {label} {turn}" for label, turn in turns]
            case "petrify":
                return [f"petrify {self.labels[cell]}" for cell in self.free() if self.may_be_petrified(cell)]
            case "strike":
                can = self.count_placed(seat) < self.board["rounds"] and self.hands[seat] and self.free()
                return ["strike"] if can else []
            case "scatter":
                return []
            case _:
                return [ability]

    def may_be_petrified(self, at: Hexagon) -> bool:
        """Return whether a hex is not the last empty one beside an uncaptured Stone (MH-19)."""
        waiting = {*self.large, *self.small, *self.petrified} - self.captured
        free = set(self.free())
        return all(free.intersection(around(stone)) != {at} for stone in waiting)

    def is_surrounded(self, stone: Hexagon) -> bool:
        return set(self.free()).isdisjoint(around(stone))

    def strongest(self, stone: Hexagon, tied: list[int]) -> list[int]:
        """Return those tied owners that have the highest rank at the stone (MH-11)."""
        beside = [self.monsters[at] for at in around(stone) if at in self.monsters]
        ranks = {
            owner: min(RANKS.index(TILES[monster.tile]["rank"]) for monster in beside if monster.owner == owner)
            for owner in tied
        }
        return [owner for owner in tied if ranks[owner] == min(ranks.values())]

    def surrounded(self, *, in_groups: bool) -> list[Hexagon]:
        """Return the Stones to capture now, in label order (MH-8, MH-13).

        With `in_groups`, adjacent temporary Stones wait for their whole group (MH-19).
        """
        printed = [stone for stone in {*self.large, *self.small} - self.captured if self.is_surrounded(stone)]
        joined = groups(self.petrified) if in_groups else [{stone} for stone in self.petrified]
        whole = [group for group in joined if all(self.is_surrounded(stone) for stone in group)]
        return sorted([*printed, *(stone for group in whole for stone in group)], key=label_order)
