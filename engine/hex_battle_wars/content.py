"""Content of Hex Battle Wars from its data file: board sizes, boxes of blocks, presets and shares of hazards."""

from importlib.resources import files
from typing import Final

import msgspec


class Preset(msgspec.Struct, frozen=True):
    """The settings of a preset; `radius` names a column in the data file's list of board sizes."""

    hp: int
    radius: str
    obstacles: str
    max_rounds: int


class Content(msgspec.Struct, frozen=True):
    """The data file: radii and boxes by number of seats, blocks by level, shares of hazards in percent."""

    radius: dict[str, dict[int, int]]
    boxes: dict[int, tuple[int, int, int]]
    presets: dict[str, Preset]
    hazard_percent: dict[str, int]


CONTENT: Final = msgspec.json.decode(
    files("data.hex_battle_wars").joinpath("hex_battle_wars.json").read_bytes(), type=Content
)

SEATS: Final = tuple(CONTENT.boxes)
PASSES: Final = 3
"""Number of passes of each seat (HBW-8)."""
TILES: Final = 3
"""Number of tiles of an invisible character (HBW-9)."""
APART: Final = 10
"""Minimum distance between pieces of different seats at deployment (HBW-5)."""
LAST_ROUND: Final = 500
"""The round that ends a game without an agreed last round (HBW-26)."""
