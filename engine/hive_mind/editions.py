"""The three editions and their differences (HM-16), loaded from `data/hive_mind`, and a match's configuration."""

from importlib.resources import files
from typing import Final, TypeAlias

import msgspec

ROUNDS: Final = 3
"""The rounds of a hive; the last two score (HM-8)."""


BLOCK, DOUBLE = 0, 1
ABILITIES: Final = ("block", "double")
"""Names of the abilities, by number. They are bought with round 2 and act in round 3 (HM-13)."""

Sets: TypeAlias = tuple[int, ...]
"""By ability: a set of hives."""


class Price(msgspec.Struct, frozen=True, gc=False):
    """The price of an ability: `free` uses, then `price` garnets for each further use (HM-16).

    If `price` is None, there are no further uses.
    """

    free: int
    price: int | None

    def cost(self, uses: int) -> int | None:
        """Return the cost of a number of uses in garnets, or None if that many are not available."""
        paid = max(0, uses - self.free)
        if self.price is None:
            return None if paid else 0
        return paid * self.price


class Edition(msgspec.Struct, frozen=True, gc=False):
    """The parameters of an edition.

    - `at_once`: number of hives open together
    - `three_kinds_first`: in round 1 the hives take three different kinds (HM-7)
    - `garnets`: each seat's garnets at the start, unless the host sets them
    - `points_per_garnet`: points that earn one garnet at the end; None gives one each to the top three (HM-17)
    - `tokens`: Tokens of Life for most points; with `gift`, the winner must decide about one of them (HM-22)
    - `guess_of_totals`: whether totals are guessed (HM-18); these editions also have the Token for feats (HM-20)
    """

    title: str
    hives: tuple[str, ...]
    at_once: int
    three_kinds_first: bool
    garnets: int
    double: Price
    block: Price
    blocks_told_at_the_end: bool
    guess_of_totals: bool
    points_per_garnet: int | None
    tokens: int
    gift: bool

    @property
    def rounds(self) -> int:
        """Number of rounds of a match."""
        return ROUNDS * len(self.hives) // self.at_once

    def open_in(self, number: int) -> tuple[int, ...]:
        """Return the hives that shapes are played on in a round of the match, counted from 0."""
        first = number // ROUNDS * self.at_once
        return tuple(range(first, first + self.at_once))

    def price(self, ability: int) -> Price:
        """Return the price of an ability."""
        return self.double if ability == DOUBLE else self.block

    def cost(self, have: Sets) -> int | None:
        """Return the total cost of abilities in garnets, or None if that many uses are not available."""
        total = 0
        for ability, hives in enumerate(have):
            cost = self.price(ability).cost(hives.bit_count())
            if cost is None:
                return None
            total += cost
        return total


class _Content(msgspec.Struct, frozen=True):
    values: dict[str, int]
    editions: dict[str, Edition]


_CONTENT: Final = msgspec.json.decode(
    files("data.hive_mind").joinpath("hive_mind.json").read_bytes(), type=_Content, strict=True
)

EDITIONS: Final = _CONTENT.editions
DEFAULT_EDITION: Final = "recharged"
VALUES: Final = _CONTENT.values
"""Number of hexes of a hive with each value, by digit (HM-2)."""


class Match:
    """A configuration: an edition, and each seat's garnets at the start.

    `schedule[number]` are the hives open in a round of the match, counted from 0 (see `Edition.open_in`).
    """

    def __init__(self, name: str, garnets: tuple[int, ...]) -> None:
        self.name: Final = name
        self.edition: Final = EDITIONS[name]
        self.garnets: Final = garnets
        self.seats: Final = len(garnets)
        self.schedule: Final = tuple(self.edition.open_in(number) for number in range(self.edition.rounds))
