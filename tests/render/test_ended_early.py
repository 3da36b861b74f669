"""Games in which nobody must act: none that was ended early asks anybody, and none that waits for chance is over."""

import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from engine import fairness
from engine.core import CHANCE, HOST, SPECTATOR, AnyRules, Close
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


GAMES = [
    ("connect_four", 2, {"size": "brawl"}),
    ("hex_battle_wars", 3, {"pieces": 2}),
    ("hive_mind", 3, {}),
    ("monster_hex", 3, {"abilities": True}),
]


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Callable[[], str]:
    """Gives the words on all sheets since it was asked last."""
    sheets: list[Sheet] = []
    init = Sheet.__init__
    monkeypatch.setattr(Sheet, "__init__", lambda sheet, *size: (sheets.append(sheet), init(sheet, *size))[1])

    def read() -> str:
        words = " | ".join(one.text for sheet in sheets for one in sheet.written)
        sheets.clear()
        return words

    return read


@pytest.mark.parametrize(("name", "seats", "options"), GAMES)
def test_what_shows_a_game_that_was_ended_early_asks_nobody(
    written: Callable[[], str], name: str, seats: int, options: dict[str, Any]
) -> None:
    kind, drawn, rng, phases = game_type(name), painter(name), Random(3), set[str]()
    game = begin(Configuration(name, kind.rules_version, kind.options(seats, options), seats), SEED).game
    while game.outcome is None:
        going_on = game.view(SPECTATOR)
        if going_on.phase not in phases:
            phases.add(going_on.phase)
            view = stopped(going_on)
            assert ASKS.search(drawn.board(going_on, NAMES).alt)
            written()
            alt = drawn.board(view, NAMES).alt
            picture = written()
            for told in (alt, picture, drawn.text(view, NAMES)):
                assert not ASKS.search(told), told
            assert ENDED_EARLY in alt
            assert ENDED_EARLY in picture
        seat = rng.choice(game.actors)
        game = act(game, seat, rng.choice(game.legal(seat)), SEED).game


@pytest.mark.parametrize(
    ("name", "seats", "options", "waits"),
    [
        ("connect_four", 2, {"size": "brawl"}, {"class roll", "first roll", "roll"}),
        (
            "hex_battle_wars",
            2,
            {"radius": 5, "hazards": True, "obstacles": "players"},
            {"hazards", "stats", "order", "laying", "first", "vanish", "real", "hold", "roll", "attack", "damage"},
        ),
        ("hive_mind", 3, {"edition": "gauntlet"}, {"hives", "draw"}),
        (
            "monster_hex",
            2,
            {"abilities": True, "objectives": True, "shared": True},
            {"faction", "order", "draw", "objectives", "scheme", "shared_draw"},
        ),
    ],
)
def test_what_shows_a_game_that_waits_for_chance_does_not_say_that_it_is_over(
    written: Callable[[], str], name: str, seats: int, options: dict[str, Any], waits: set[str]
) -> None:
    """Every draw of a game, as `What if` shows it where draws are chosen."""
    kind, drawn = game_type(name), painter(name)
    views = _waiting(kind.rules(seats, kind.options(seats, options)), waits)

    for view in views.values():
        written()
        alt = drawn.board(view, NAMES).alt
        for told in (alt, written(), drawn.text(view, NAMES)):
            assert ENDED_EARLY not in told, view.phase


def _waiting(rules: AnyRules, phases: set[str]) -> dict[str, Any]:
    """A spectator's view of each phase in which chance acts, from games at random; HOST closes each turn of some."""
    found: dict[str, Any] = {}
    rng = Random(5)
    while found.keys() != phases:
        state, closing = rules.initial_state(), rng.random() < 0.5
        while actors := rules.actors(state):
            player = rng.choice(actors)
            actions: Sequence[Any] = rules.legal_actions(state, player)
            if player == CHANCE:
                view = rules.view(state, SPECTATOR)
                found.setdefault(view.phase, view)
            elif closing:
                player, actions = HOST, [Close()]
            state = rules.apply(state, player, rng.choice(actions)).state
    return found
