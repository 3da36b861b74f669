"""What Hex Battle Wars is made of: board sizes, boxes of blocks, presets and shares of hazards, from the data file."""

from importlib.resources import files
from typing import Final

import msgspec


class Preset(msgspec.Struct, frozen=True):
    """What a preset fills in; `radius` names the column of the table of board sizes."""

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
"""The passes of each seat (HBW-8)."""
TILES: Final = 3
"""The tiles of an invisible character (HBW-9)."""
APART: Final = 10
"""How far pieces of different seats stand apart when they are deployed (HBW-5)."""
LAST_ROUND: Final = 500
"""The round that ends a game in which no last round was agreed (HBW-26)."""
