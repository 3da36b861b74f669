"""The values under a hive (HM-2): a layout is its twelve digits, A to L."""

from functools import cache, lru_cache
from itertools import combinations
from typing import Final

from engine.hive_mind.board import LETTERS, SHAPE_MASK
from engine.hive_mind.editions import VALUES

_ONLY: Final = {digit: str.maketrans({other: str(int(other == digit)) for other in "123."}) for digit in VALUES}


def where(text: str, digit: str) -> int:
    """The set of hexes that hold a digit, in a layout or a guess."""
    # The first hex is the lowest bit, and so the last digit of a binary number.
    return int(text.translate(_ONLY[digit])[::-1], 2)


@lru_cache(maxsize=1024)
def twos_and_threes(layout: str) -> tuple[int, int]:
    """The sets of hexes that hold a 2, and a 3, in a layout."""
    return where(layout, "2"), where(layout, "3")


def values_of(layout: str) -> int:
    """A layout, or several in a row, as a number with two bits for each value, those of A lowest."""
    return int(layout[::-1], 4) if layout else 0


@cache
def layouts() -> tuple[str, ...]:
    """All 20,790 layouts, in order."""
    cells = range(len(LETTERS))
    found: list[str] = []
    for threes in combinations(cells, VALUES["3"]):
        if sum(1 << cell for cell in threes) in SHAPE_MASK:
            continue
        rest = [cell for cell in cells if cell not in threes]
        for ones in combinations(rest, VALUES["1"]):
            digits = ["2"] * len(LETTERS)
            for cell in threes:
                digits[cell] = "3"
            for cell in ones:
                digits[cell] = "1"
            found.append("".join(digits))
    return tuple(sorted(found))


def is_layout(text: str) -> bool:
    """Whether a hive may hold these values: the right number of each, and no connected triple of 3s."""
    return text in _set_of_layouts()


@cache
def _set_of_layouts() -> frozenset[str]:
    return frozenset(layouts())
