"""The three editions and their differences (HM-16), loaded from `data/hive_mind`, and a match's configuration."""

from functools import cache
from importlib.resources import files
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

ROUNDS: Final = 3
"""Number of rounds on a hive; rounds 2 and 3 score (HM-8)."""


BLOCK, DOUBLE = 0, 1
ABILITIES: Final = ("block", "double")
"""Names of the abilities; other modules use the indexes.

Seats declare abilities with their round-2 submission, and the abilities take effect in round 3 (HM-13).
"""

Sets: TypeAlias = tuple[int, ...]
"""By index of an ability: a bit mask of the hives on which a seat has it."""


class Price(msgspec.Struct, frozen=True, gc=False):
    """The price of an ability: the first `free` uses cost nothing, each further one `price` garnets (HM-16).

    If `price` is None, there are no further uses.
    """

    free: int
    price: int | None

    def cost(self, uses: int) -> int | None:
        """Return the total cost in garnets of a number of uses, or None if there are not that many."""
        paid = max(0, uses - self.free)
        if self.price is None:
            return None if paid else 0
        return paid * self.price


class Edition(msgspec.Struct, frozen=True, gc=False):
    """The parameters of an edition.

    - `at_once`: number of hives that are played at the same time
    - `three_kinds_first`: whether a seat must play three different kinds on the hives in round 1 (HM-7)
    - `garnets`: each seat's garnets at the start, unless the host sets them
    - `points_per_garnet`: number of points for which a seat earns one garnet at the end; if None, each of the top
      three seats earns one, or with 3 or 4 seats only the top 1 or 2 (HM-17)
    - `tokens`: number of Tokens of Life that the seat with the most points gets
    - `gift`: whether the winner may give one of these tokens away (HM-22)
    - `guess_of_totals`: whether seats guess each other's points at the end (HM-18); such an edition also has the
      token for feats (HM-20)
    - `shapes_only`: whether only shapes score and nobody is last, as in a first game with one hive (HM-16)
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
    shapes_only: bool = False

    @property
    def rounds(self) -> int:
        """Number of rounds of a match."""
        return ROUNDS * len(self.hives) // self.at_once

    def open_in(self, number: int) -> tuple[int, ...]:
        """Return the hives on which shapes are played in a round of the match; rounds count from 0."""
        first = number // ROUNDS * self.at_once
        return tuple(range(first, first + self.at_once))

    def price(self, ability: int) -> Price:
        """Return the price of an ability, given by its index."""
        return self.double if ability == DOUBLE else self.block

    def cost(self, have: Sets) -> int | None:
        """Return the total cost in garnets of a seat's abilities, or None if it has more than the edition allows."""
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
"""By digit: the number of hexes of a hive with this value (HM-2)."""


FIRST_GAME: Final = 1
"""The number of hives of a first game: one hive, three rounds, and points of shapes alone (HM-16)."""


@cache
def find_edition(name: str, hives: int) -> Edition:
    """Return the parameters of a match of an edition that has this number of hives.

    Unless it is the edition's own number, they are those of a first game on the edition's first hive (HM-16).
    """
    edition = EDITIONS[name]
    if hives == len(edition.hives):
        return edition
    return replace(
        edition,
        hives=edition.hives[:FIRST_GAME],
        at_once=FIRST_GAME,
        three_kinds_first=False,
        garnets=0,
        double=Price(0, None),
        block=Price(0, None),
        guess_of_totals=False,
        points_per_garnet=None,
        tokens=0,
        gift=False,
        shapes_only=True,
    )


class Match:
    """The configuration of a match: an edition, each seat's garnets at the start, and the number of hives.

    `schedule[number]` are the hives that are open in a round of the match, counted from 0 (see `Edition.open_in`).
    """

    def __init__(self, name: str, garnets: tuple[int, ...], hives: int | None = None) -> None:
        self.name: Final = name
        self.edition: Final = EDITIONS[name] if hives is None else find_edition(name, hives)
        self.garnets: Final = garnets
        self.seats: Final = len(garnets)
        self.schedule: Final = tuple(self.edition.open_in(number) for number in range(self.edition.rounds))
