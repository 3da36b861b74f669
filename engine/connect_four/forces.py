"""Forces: the legal ones for a class and an allowance of points, ready-made ones, and the default (CF-5, CF-20)."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from engine.connect_four.roster import CLASSES, MONSTERS, NUMBER, RANKS, Monster
from engine.connect_four.view import Counts
from engine.messages import Message

READY_MADE: Final = ("many", "mixed", "elite")
"""The kinds of ready-made forces; `ready_made_forces` explains them."""
OWN: Final = "own"
"""The kind of a force that is not ready-made."""


def total(force: Counts) -> int:
    """Return the total points of a force."""
    return sum(MONSTERS[monster].points * number for monster, number in force)


@lru_cache(1 << 10)
def objection(class_name: str, points: int, force: Counts) -> Message | None:
    """Return a sentence that explains why a force is illegal and how to correct it, or None if it is legal (CF-5).

    `points` are the points that a force may have.
    """
    if not force:
        return Message("A force needs at least one monster.")
    if len({monster for monster, _ in force}) < len(force):
        return Message("Name each monster once, with its number.")
    for monster, number in force:
        known = MONSTERS.get(monster)
        if known is None or known.class_name != class_name:
            ids = ", ".join(each.id for each in CLASSES[class_name])
            return Message(
                "Choose monsters of your class {class_name} only: {monsters}.", class_name=class_name, monsters=ids
            )
        if number < 1:
            return Message("Take at least one {monster}, or leave it out.", monster=title(known))
        if number > known.copies:
            return _describe_copies(known, number)
    if total(force) > points:
        return Message(
            "That force has {total} points; {points} are allowed, so take out {excess}.",
            total=total(force),
            points=points,
            excess=total(force) - points,
        )
    return None


def _describe_copies(monster: Monster, number: int) -> Message:
    """Return a sentence that says how many copies of a monster a force may have, and not `number`."""
    if monster.unique:
        return Message("There is only one {monster}, not {number}.", monster=title(monster), number=number)
    return Message(
        "A force has at most {most} of {monster}, not {number}.",
        most=monster.copies,
        monster=title(monster),
        number=number,
    )


def title(monster: Monster) -> Message:
    """Return a monster's name, followed by the number of its rank unless it is unique: "Ashen Thrall 1"."""
    if monster.unique:
        return Message(monster.name)
    return Message("{monster} {rank}", monster=monster.name, rank=RANKS.index(monster.rank) + 1)


def default(class_name: str, points: int) -> Counts:
    """Return the force that a seat gets if its time runs out: the class in roster order (CF-20).

    Each monster is taken as often as its limit and the remaining points allow.
    """
    return _order(_fill_in(CLASSES[class_name], points, lambda monster: monster.copies))


@lru_cache(1 << 10)
def ready_made_forces(class_name: str, points: int) -> Mapping[str, Counts]:
    """Return the ready-made forces of a class by kind; a force that equals an earlier one is left out.

    Each is filled up to the allowed points:

    - "many": with the cheapest monsters first
    - "mixed": with one of each monster from the most expensive down, repeated up to three of each
    - "elite": with the most expensive monsters first, without rookies
    """
    by_points = sorted(CLASSES[class_name], key=lambda monster: monster.points)
    found = {
        "many": _fill_in(by_points, points, lambda monster: monster.copies),
        "mixed": _fill_in_rounds(by_points[::-1], points),
        "elite": _fill_in(by_points[::-1], points, lambda monster: monster.copies * (monster.rank != "rookie")),
    }
    forces: dict[str, Counts] = {}
    for kind, numbers in found.items():
        force = _order(numbers)
        if force and force not in forces.values():
            forces[kind] = force
    return MappingProxyType(forces)


def find_kind(class_name: str | None, points: int, force: Counts | None) -> str:
    """Return the kind of a seat's force, one of `READY_MADE` or `OWN`. Before the choice of a class it is `OWN`."""
    if class_name is None:
        return OWN
    return next((kind for kind, each in ready_made_forces(class_name, points).items() if each == force), OWN)


def _fill_in(monsters: Iterable[Monster], points: int, most: Callable[[Monster], int]) -> dict[str, int]:
    numbers: dict[str, int] = {}
    for monster in monsters:
        number = min(most(monster), points // monster.points)
        if number:
            numbers[monster.id] = number
            points -= number * monster.points
    return numbers


def _fill_in_rounds(monsters: list[Monster], points: int) -> dict[str, int]:
    numbers: dict[str, int] = {}
    while True:
        once = _fill_in(monsters, points, lambda monster: int(numbers.get(monster.id, 0) < min(monster.copies, 3)))
        if not once:
            return numbers
        for monster in once:
            numbers[monster] = numbers.get(monster, 0) + 1
            points -= MONSTERS[monster].points


def _order(numbers: dict[str, int]) -> Counts:
    return tuple(sorted(numbers.items(), key=lambda item: NUMBER[item[0]]))


def sort_force(force: Counts) -> Counts:
    """Return a force sorted in roster order; unknown monsters come last."""
    return tuple(sorted(force, key=lambda item: (NUMBER.get(item[0], len(NUMBER)), item)))


def max_monsters(points: int) -> int:
    """Return the maximum number of monsters that a force of any class can have with these points."""
    return max(
        sum(_fill_in(sorted(monsters, key=lambda each: each.points), points, lambda each: each.copies).values())
        for monsters in CLASSES.values()
    )
