"""The content of High Card, read once from `data/high_card`."""

import tomllib
from importlib.resources import files
from typing import Final

_CONTENT: Final = tomllib.loads(files("data.high_card").joinpath("high_card.toml").read_text(encoding="utf-8"))

DECK: Final[tuple[int, ...]] = tuple(range(1, _CONTENT["deck"] + 1))
"""Every card, from the lowest to the highest."""
ROUNDS: Final[int] = _CONTENT["hand"]
"""Cards dealt to a seat, which is also the number of rounds (HC-1)."""
