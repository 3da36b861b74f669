"""The note sheet: which values are still possible, counted exactly from the hints that a viewer holds (HM-2, HM-4).

A set of layouts is an int with a bit for each of the 20,790, in the order of `layouts()`. For each hex and value, and
for each shape and hint, the set of layouts that have it is made once; what is left after some hints is then the
intersection of a few large ints, and counting its bits takes microseconds.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from random import Random
from typing import Final, TypeAlias

import msgspec

from engine.hive_mind.board import SHAPE_INDEX, SHAPE_LOOKS, layouts, where
from engine.hive_mind.editions import VALUES
from engine.hive_mind.view import View

DIGITS: Final = tuple(sorted(VALUES))

Hints: TypeAlias = tuple[tuple[int, int], ...]
"""What a seat knows of a hive: (shape, hint), in the order of the rounds."""


class HiveNotes(msgspec.Struct, frozen=True, gc=False):
    """What is still possible on a hive: so many `layouts`; `counts[hex]` of them have a 1, a 2, a 3 there, A to L."""

    hive: str
    layouts: int
    counts: tuple[tuple[int, ...], ...]


def posterior(view: View) -> tuple[HiveNotes, ...]:
    """The note sheet of the view's owner, by hive; a spectator's is that of somebody without hints."""
    return tuple(HiveNotes(hive.name, *counts(hints)) for hive, hints in zip(view.hives, known(view), strict=True))


def known(view: View) -> tuple[Hints, ...]:
    """The hints of the view's owner, by hive."""
    if view.own is None:
        return ((),) * len(view.hives)
    return tuple(tuple((SHAPE_INDEX[hint.shape.letters], hint.value) for hint in own.hints) for own in view.own.hives)


@lru_cache(maxsize=512)
def counts(hints: Hints) -> tuple[int, tuple[tuple[int, ...], ...]]:
    """How many layouts fit the hints, and how many of them have each value on each hex."""
    fitting = consistent(hints)
    return fitting.bit_count(), tuple(
        tuple((fitting & layouts_with).bit_count() for layouts_with in of_cell) for of_cell in having()
    )


def consistent(hints: Hints) -> int:
    """The set of layouts that fit the hints."""
    fitting = everything()
    for shape, value in hints:
        fitting &= telling(shape).get(value, 0)
    return fitting


@cache
def everything() -> int:
    """The set of all layouts."""
    return (1 << len(layouts())) - 1


@cache
def having() -> tuple[tuple[int, ...], ...]:
    """By cell and digit: the set of layouts with that digit there."""
    # The lowest bit is the last character of a binary number.
    columns = ["".join(column) for column in zip(*reversed(layouts()), strict=True)]
    return tuple(tuple(_positions(column, digit) for digit in DIGITS) for column in columns)


def _positions(column: str, digit: str) -> int:
    return int(column.translate({ord(other): "1" if other == digit else "0" for other in DIGITS}), 2)


@cache
def telling(shape: int) -> dict[int, int]:
    """By hint: the set of layouts in which a shape tells it."""
    found = {0: everything()}
    for cell in SHAPE_LOOKS[shape]:
        added: dict[int, int] = {}
        for total, before in found.items():
            for digit, with_digit in zip(DIGITS, having()[cell], strict=True):
                reached = total + int(digit)
                added[reached] = added.get(reached, 0) | before & with_digit
        found = added
    return {total: fitting for total, fitting in sorted(found.items()) if fitting}


def most_probable(hints: Hints, written: str = "") -> str:
    """The layout whose hexes of 1s, of 2s and of 3s are each shared by most of the layouts that fit the hints.

    Only layouts that have the `written` values, A to L, "." for a blank; empty if there is none.
    """
    fitting = members(consistent(hints) & _holding(written))
    shared = [Counter(where(layout, digit) for layout in fitting) for digit in DIGITS]
    return max(
        fitting,
        key=lambda layout: sum(count[where(layout, digit)] for digit, count in zip(DIGITS, shared, strict=True)),
        default="",
    )


def _holding(written: str) -> int:
    """The set of layouts with these values; any value fits a blank."""
    fitting = everything()
    for cell, digit in enumerate(written):
        if digit in DIGITS:
            fitting &= having()[cell][DIGITS.index(digit)]
    return fitting


def sampled(fitting: int, rng: Random) -> str:
    """A layout of a set that is not empty, each as likely as any other."""
    number, low, width = rng.randrange(fitting.bit_count()), 0, len(layouts())
    # Halves the span that holds the bit until it is a single one.
    while width > 1:
        half = width // 2
        below = fitting & (1 << half) - 1
        inside = below.bit_count()
        if number < inside:
            fitting, width = below, half
        else:
            number -= inside
            fitting >>= half
            low, width = low + half, width - half
    return layouts()[low]


def members(fitting: int) -> Sequence[str]:
    """The layouts of a set."""
    digits = f"{fitting:b}"[::-1]
    table = layouts()
    found: list[str] = []
    place = digits.find("1")
    while place >= 0:
        found.append(table[place])
        place = digits.find("1", place + 1)
    return found
