"""The engine and the independent `oracle` agree at every step of random games of all kinds."""

from random import Random
from typing import Any

import pytest

from engine.core import CHANCE, HOST, SPECTATOR, Weighted
from engine.hex_battle_wars import GAME_TYPE
from engine.hex_battle_wars.rules import HexBattleWarsRules
from engine.hex_battle_wars.state import State
from engine.record import format_host
from tests.engine.hex_battle_wars.oracle import Referee, some_tiles

SMALL = {"radius": 4, "max_rounds": 8, "hp": 12}
TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {"radius": 5}),
    (2, {"preset": "standard", "radius": 5, "pieces": 3, "hazards": True, "max_rounds": 12}),
    (3, {**SMALL, "preset": "standard", "hazards": True}),
    (3, {**SMALL, "preset": "extended", "pieces": 2, "obstacles": "program"}),
    (4, {**SMALL, "pieces": 2, "hazards": True}),
    (5, {**SMALL, "preset": "standard", "hp": 4}),
    (6, {**SMALL, "hazards": True, "hp": 6}),
]
CLOCK_SHARE = 0.04
LEAVE_SHARE = 0.004


def referee(seats: int, options: dict[str, Any]) -> Referee:
    """Return the referee of a table from its complete options."""
    return Referee(
        seats,
        options["radius"],
        options["hp"],
        options["pieces"],
        options["max_rounds"] or 500,
        options["obstacles"] == "program",
        options["hazards"],
    )


def public(rules: HexBattleWarsRules, state: State) -> list[Any]:
    """Return passes, elimination rounds, health and positions of all seats from the engine's public view."""
    seats = rules.view(state, SPECTATOR).seats
    return [
        (seat.passes, seat.out_round, [(piece.hp, piece.label) for piece in seat.pieces], list(seat.tiles))
        for seat in seats
    ]


def told(judge: Referee) -> list[Any]:
    """Return the same parts of the referee's state."""

    def label(spot: tuple[int, int] | None) -> str | None:
        return None if spot is None else judge.names[spot]

    found: list[Any] = []
    for seat in range(judge.n):
        pieces = [(judge.hp[seat, p], label(judge.where.get((seat, p)))) for p in range(1, judge.count + 1)]
        tiles = judge.tiles.get(seat)
        spots = [label(tiles.get(tile)) for tile in (1, 2, 3)] if tiles else []
        found.append((judge.passes[seat], judge.out.get(seat), pieces, spots))
    return found


def options_of(rules: HexBattleWarsRules, state: State, player: int) -> list[str]:
    """Return the legal actions of a player, in notation."""
    return [rules.format_action(action) for action in rules.legal_actions(state, player)]


def compared_game(seats: int, options: dict[str, Any], seed: int) -> None:
    """Play one random game and compare the engine with the referee at every step."""
    rng = Random(seed)
    full = GAME_TYPE.options(seats, options)
    rules, judge = GAME_TYPE.rules(seats, full), referee(seats, full)
    state = rules.initial_state()
    while actors := rules.actors(state):
        player = actors[0]
        due, possible = judge.due()
        listed = options_of(rules, state, player)
        assert due == player, f"{due} is due, not {player}"
        assert {text for text in listed if not text.startswith("tiles")} == possible
        assert public(rules, state) == told(judge)
        if "stay" in possible:
            ends = judge.tile_ends()
            few = some_tiles(ends)
            assert not few or set(listed) == {"stay", *few}
            listed += [f"tiles {' '.join(rng.choice(sorted(names)) for names in ends)}" for _ in range(20)]
        if "vanish" in possible:
            listed += ["vanish 1", "vanish 2", "vanish 3"]
        if player != CHANCE and rng.random() < CLOCK_SHARE:
            hosts = rules.host_actions(state)
            action = hosts[0] if rng.random() > LEAVE_SHARE / CLOCK_SHARE else rng.choice(hosts)
            player, text = HOST, format_host(action)
        else:
            text = weighted(rules, state, rng) if player == CHANCE else rng.choice(listed)
            action = rules.parse_action(text)
        state = rules.apply(state, player, action).state
        judge.do(text)
    assert judge.due()[0] is None
    assert rules.result(state) == judge.result()


def weighted(rules: HexBattleWarsRules, state: State, rng: Random) -> str:
    """Draw an outcome by its weight, so that hills and patches occur as in real games."""
    outcomes = rules.chance_outcomes(state)
    if isinstance(outcomes, Weighted):
        return rules.format_action(rng.choices(outcomes.outcomes, outcomes.weights)[0])
    return rules.format_action(rng.choice(outcomes))


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_the_engine_and_the_referee_agree(seats: int, options: dict[str, Any]) -> None:
    """HBW-1 to HBW-25, at every step of one game of each kind. The slow test plays 301 games."""
    compared_game(seats, options, 0)


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_the_engine_and_the_referee_agree_in_three_hundred_games(seats: int, options: dict[str, Any]) -> None:
    """HBW-1 to HBW-25, in 43 games of each of the seven kinds of table."""
    for seed in range(100, 143):
        compared_game(seats, options, seed)
