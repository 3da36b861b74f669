"""The three editions and how they differ (HM-16), read once from `data/hive_mind`; and one configuration of a match."""

from importlib.resources import files
from typing import Final, TypeAlias

import msgspec

ROUNDS: Final = 3
"""The rounds of a hive; the last two score (HM-8)."""


BLOCK, DOUBLE = 0, 1
ABILITIES: Final = ("block", "double")
"""The names of what is bought with round 2 and acts in round 3 (HM-13), by number."""

Sets: TypeAlias = tuple[int, ...]
"""By ability: a set of hives."""


class Price(msgspec.Struct, frozen=True, gc=False):
    """The price of an ability: so many uses are free, further ones cost `price` garnets each; none for None (HM-16)."""

    free: int
    price: int | None

    def cost(self, uses: int) -> int | None:
        """What so many uses cost in garnets, or None when there are not so many."""
        paid = max(0, uses - self.free)
        if self.price is None:
            return None if paid else 0
        return paid * self.price


class Edition(msgspec.Struct, frozen=True, gc=False):
    """What distinguishes an edition.

    `at_once` hives are open together. `three_kinds_first`: in round 1 the hives take three different kinds (HM-7).
    `garnets` at the start unless the host sets them. `points_per_garnet` earn one at the end; None gives one each to
    the top three (HM-17). `tokens` for most points; with `gift`, one of them is to be given away (HM-22). Editions with
    a `guess_of_totals` (HM-18) also have the Token for feats (HM-20).
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
        """The rounds of a match."""
        return ROUNDS * len(self.hives) // self.at_once

    def open_in(self, number: int) -> tuple[int, ...]:
        """The hives that shapes are played on in a round of the match, counted from 0."""
        first = number // ROUNDS * self.at_once
        return tuple(range(first, first + self.at_once))

    def price(self, ability: int) -> Price:
        """The price of an ability."""
        return self.double if ability == DOUBLE else self.block

    def cost(self, have: Sets) -> int | None:
        """What abilities cost together in garnets, or None when there are not so many uses."""
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
"""How many hexes of a hive have each value, by digit (HM-2)."""


class Match:
    """A configuration: an edition, and the garnets that each seat starts with.

    `schedule[number]` are the hives open in a round of the match, counted from 0, as `Edition.open_in` has it.
    """

    def __init__(self, name: str, garnets: tuple[int, ...]) -> None:
        self.name: Final = name
        self.edition: Final = EDITIONS[name]
        self.garnets: Final = garnets
        self.seats: Final = len(garnets)
        self.schedule: Final = tuple(self.edition.open_in(number) for number in range(self.edition.rounds))
