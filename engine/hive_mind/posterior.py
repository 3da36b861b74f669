"""The note sheet: the values still possible under each hex, counted exactly from a viewer's hints (HM-2, HM-4).

A set of layouts is an int with one bit for each of the 20,790 layouts, in the order of `layouts()`. Lookups hold such a
set for each hex and value, and for each shape and hint. The layouts that fit several hints are the intersection of
their sets, and counting its bits takes microseconds.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from random import Random
from typing import Final, TypeAlias

import msgspec

from engine.hive_mind.board import SHAPE_INDEX, SHAPE_LOOKS, find_digit, layouts
from engine.hive_mind.editions import VALUES
from engine.hive_mind.view import View

DIGITS: Final = tuple(sorted(VALUES))

Hints: TypeAlias = tuple[tuple[int, int], ...]
"""A seat's hints on a hive as (shape, sum) pairs, in the order of the rounds."""


class HiveNotes(msgspec.Struct, frozen=True, gc=False):
    """The note sheet of one hive: how many of the possible layouts have each value on each hex.

    `layouts` is the number of layouts that fit the hints. `counts[cell]` holds three numbers: how many of them have
    a 1, a 2 or a 3 on the hex.
    """

    hive: str
    layouts: int
    counts: tuple[tuple[int, ...], ...]


def posterior(view: View) -> tuple[HiveNotes, ...]:
    """Return the note sheet of the view's owner, one entry per hive; for a spectator, it is made without hints."""
    return tuple(
        HiveNotes(hive.name, *count_layouts(hints)) for hive, hints in zip(view.hives, known_hints(view), strict=True)
    )


def known_hints(view: View) -> tuple[Hints, ...]:
    """Return the hints of the view's owner for each hive; empty tuples for a spectator."""
    if view.own is None:
        return ((),) * len(view.hives)
    return tuple(tuple((SHAPE_INDEX[hint.shape.letters], hint.value) for hint in own.hints) for own in view.own.hives)


@lru_cache(maxsize=512)
def count_layouts(hints: Hints) -> tuple[int, tuple[tuple[int, ...], ...]]:
    """Return the number of layouts that fit the hints, and for each hex how many of them have each value there.

    The entry for a hex holds three numbers, for the values 1, 2 and 3.
    """
    fitting = find_consistent_layouts(hints)
    return fitting.bit_count(), tuple(
        tuple((fitting & layouts_with).bit_count() for layouts_with in of_cell) for of_cell in layouts_by_value()
    )


def find_consistent_layouts(hints: Hints) -> int:
    """Return the set of layouts that fit all the hints, as a bit mask."""
    fitting = all_layouts()
    for shape, value in hints:
        fitting &= group_layouts_by_hint(shape).get(value, 0)
    return fitting


@cache
def all_layouts() -> int:
    """Return the set of all legal layouts, as a bit mask."""
    return (1 << len(layouts())) - 1


@cache
def layouts_by_value() -> tuple[tuple[int, ...], ...]:
    """Return for each cell three sets of layouts: those with a 1, a 2 and a 3 there."""
    # Reversed, because the first layout is the lowest bit, which is the last character of a binary number.
    columns = ["".join(column) for column in zip(*reversed(layouts()), strict=True)]
    return tuple(tuple(_build_digit_mask(column, digit) for digit in DIGITS) for column in columns)


def _build_digit_mask(column: str, digit: str) -> int:
    return int(column.translate({ord(other): "1" if other == digit else "0" for other in DIGITS}), 2)


@cache
def group_layouts_by_hint(shape: int) -> dict[int, int]:
    """Return a dict from each possible hint of a shape to the set of layouts that give this hint."""
    found = {0: all_layouts()}
    for cell in SHAPE_LOOKS[shape]:
        added: dict[int, int] = {}
        for total, before in found.items():
            for digit, with_digit in zip(DIGITS, layouts_by_value()[cell], strict=True):
                reached = total + int(digit)
                added[reached] = added.get(reached, 0) | before & with_digit
        found = added
    return {total: fitting for total, fitting in sorted(found.items()) if fitting}


def most_probable_layout(hints: Hints, written: str = "") -> str:
    """Return the layout to guess: the one most similar to all layouts that fit; an empty string if none fits.

    Layouts fit if they agree with the hints and with the values that the player has already `written` (A to L, "."
    for a blank). The score of a layout is a sum over the three digits: how many fitting layouts have the digit on
    the same hexes as this layout. The highest score wins.
    """
    fitting = members(find_consistent_layouts(hints) & _find_matching_layouts(written))
    shared = [Counter(find_digit(layout, digit) for layout in fitting) for digit in DIGITS]
    return max(
        fitting,
        key=lambda layout: sum(count[find_digit(layout, digit)] for digit, count in zip(DIGITS, shared, strict=True)),
        default="",
    )


def is_possible(hints: Hints, written: str) -> bool:
    """Return whether a layout fits the hints and the values that a player has written, as in `most_probable_layout`."""
    return bool(find_consistent_layouts(hints) & _find_matching_layouts(written))


def _find_matching_layouts(written: str) -> int:
    """Return the set of layouts that agree with some written values, A to L; other characters allow any value."""
    fitting = all_layouts()
    for cell, digit in enumerate(written):
        if digit in DIGITS:
            fitting &= layouts_by_value()[cell][DIGITS.index(digit)]
    return fitting


def sample_layout(fitting: int, rng: Random) -> str:
    """Return a layout sampled uniformly from a non-empty set of layouts."""
    number, low, width = rng.randrange(fitting.bit_count()), 0, len(layouts())
    # Binary search for the bit of the sampled layout: halve the range until one bit is left.
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
    """Return the layouts in a set, as texts of twelve digits."""
    digits = f"{fitting:b}"[::-1]
    table = layouts()
    found: list[str] = []
    place = digits.find("1")
    while place >= 0:
        found.append(table[place])
        place = digits.find("1", place + 1)
    return found
