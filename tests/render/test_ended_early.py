"""Games that were ended early: no picture or text of them says that somebody is to act."""

import re
from random import Random
from typing import Any

import pytest

from engine import fairness
from engine.core import SPECTATOR
from engine.game import act, begin
from engine.games import game_type
from engine.history import stopped
from engine.record import Configuration
from render import painter
from render.picture import Sheet
from render.text import ENDED_EARLY

SEED = fairness.numbered_seed(1)
NAMES = ("Ann", "Ben", "Cam")
ASKS = re.compile(r"\b(Ann|Ben|Cam)\b[^.\n·|]* (to|may) \w|not ready|choosing|waiting|goes on|[Yy]our\b")
"""What a text says where somebody must act."""


@pytest.mark.parametrize(
    ("name", "seats", "options"),
    [
        ("connect_four", 2, {"size": "brawl"}),
        ("hex_battle_wars", 3, {"pieces": 2}),
        ("hive_mind", 3, {}),
        ("monster_hex", 3, {"abilities": True}),
    ],
)
def test_what_shows_a_game_that_was_ended_early_asks_nobody(
    monkeypatch: pytest.MonkeyPatch, name: str, seats: int, options: dict[str, Any]
) -> None:
    sheets: list[Sheet] = []
    init = Sheet.__init__
    monkeypatch.setattr(Sheet, "__init__", lambda sheet, *size: (sheets.append(sheet), init(sheet, *size))[1])
    kind, drawn, rng, phases = game_type(name), painter(name), Random(3), set[str]()
    game = begin(Configuration(name, kind.rules_version, kind.options(seats, options), seats), SEED).game
    while game.outcome is None:
        going_on = game.view(SPECTATOR)
        if going_on.phase not in phases:
            phases.add(going_on.phase)
            view = stopped(going_on)
            assert ASKS.search(drawn.board(going_on, NAMES).alt)
            sheets.clear()
            alt = drawn.board(view, NAMES).alt
            written = " | ".join(one.text for sheet in sheets for one in sheet.written)
            for told in (alt, written, drawn.text(view, NAMES)):
                assert not ASKS.search(told), told
            assert ENDED_EARLY in alt
            assert ENDED_EARLY in written
        seat = rng.choice(game.actors)
        game = act(game, seat, rng.choice(game.legal(seat)), SEED).game
