"""What is printed on tiles and boards of Monster Hex, the same in every game; `content` has it all.

Hexes are named by their labels (row letter, number from the left), edges 0-5 are E, SE, SW, W, NW, NE.
"""

import msgspec


class Tile(msgspec.Struct, frozen=True, gc=False):
    """A tile as printed: the name of its Monster, alike in all factions, and `powers[edge]` at rotation 0."""

    id: str
    name: str
    rank: str
    red: bool
    powers: tuple[int, ...]


class Cell(msgspec.Struct, frozen=True, gc=False):
    """A hex that tiles can be placed on, by axial coordinates; `start` hexes bear the Magic Hexagon."""

    label: str
    q: int
    r: int
    start: bool


class Value(msgspec.Struct, frozen=True, gc=False):
    """A value printed on a Large Stone, and the faction whose colour it has."""

    points: int
    faction: str


class Stone(msgspec.Struct, frozen=True, gc=False):
    """A Magic Stone as printed. `values` is empty for a Small Stone, which is worth 1."""

    label: str
    q: int
    r: int
    large: bool
    name: str
    values: tuple[Value, ...]
    demon_king: bool

    @property
    def short_name(self) -> str:
        """The name in a sentence: "Jade Lord", or "Small Stone"."""
        return self.name.removesuffix(" Stone") if self.large else self.name
