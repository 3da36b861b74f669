"""The contents of the data file of Hex Battle Wars: board sizes, numbers of blocks, presets, percentages of hazards."""

from importlib.resources import files
from typing import Final

import msgspec


class Preset(msgspec.Struct, frozen=True):
    """The default options of a preset; `radius` is a key of `Content.radius`, such as "compact"."""

    hp: int
    radius: str
    obstacles: str
    hazards: bool
    max_rounds: int


class Content(msgspec.Struct, frozen=True):
    """The contents of the data file.

    - `radius`: by name of a board size, the radius for each number of seats
    - `boxes`: by number of seats, the number of blocks of levels 1, 2 and 3
    - `presets`: by name; the first one holds for a record that names none
    - `hazard_percent`: by kind of hazard, its percentage of the hexes
    """

    radius: dict[str, dict[int, int]]
    boxes: dict[int, tuple[int, int, int]]
    presets: dict[str, Preset]
    hazard_percent: dict[str, int]


CONTENT: Final = msgspec.json.decode(
    files("data.hex_battle_wars").joinpath("hex_battle_wars.json").read_bytes(), type=Content
)

SEATS: Final = tuple(CONTENT.boxes)
PASSES: Final = 3
"""Number of turns that each seat may pass in a game (HBW-8)."""
TILES: Final = 3
"""Number of tiles that take the place of an invisible character (HBW-9)."""
APART: Final = 10
"""Minimum distance between pieces of different seats when they are deployed (HBW-5)."""
LAST_ROUND: Final = 500
"""The last round of a game for which no last round is set (HBW-26)."""
