"""Whole games in every combination of variants, compared with the independent referee."""

import os
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from engine.core import CHANCE, HOST, Close, Forfeit, Player
from engine.monster_hex import GAME_TYPE
from engine.record import Entry, StandIn, active_entries, parse_host
from engine.record_json import decode
from engine.replay import replay
from tests.engine.monster_hex.conformance import CONFORMANCE
from tests.engine.monster_hex.test_monster_variant_properties import COMBINATIONS
from tests.engine.monster_hex.variant_oracle import Referee

QUICK_GAMES = int(os.environ.get("HEXCADE_GAMES", "4"))
"""Random games for each combination in the quick tests."""
GAMES = int(os.environ.get("HEXCADE_GAMES", "40"))
"""Random games for each combination in the slow tests."""
TABLES = [*COMBINATIONS, *((seats, {}) for seats in (2, 3, 4))]
RECORDS = sorted((Path(__file__).parents[1] / "records").glob("monster_hex_*.json"))
CLOSING, LEAVING = 0.05, 0.01
"""Probabilities that a clock runs out or a seat leaves instead of an action, in the games that have such events."""


class Refereed:
    """A random game played by engine and referee, entry by entry; odd seeds have a head start."""

    def __init__(self, seats: int, options: dict[str, Any], seed: int) -> None:
        options = {**options, "head_start": seats in (2, 4) and seed % 2 == 1}
        self.rules = GAME_TYPE.rules(seats, options)
        self.state: Any = self.rules.initial_state()
        self.referee = Referee(seats, options)
        self.rng = Random(seed)
        self.closes, self.leaves = seed % 4 == 0, seed % 8 == 1

    def play(self) -> None:
        """Play to the end.

        Raises AssertionError if legal actions, the end or the result differ.
        """
        while actors := self.rules.actors(self.state):
            player = self.rng.choice(actors)
            if player == CHANCE or not self._host_acts():
                self._act(player)
        assert self.referee.question is None, "the referee plays on"
        result = msgspec.to_builtins(self.rules.result(self.state), str_keys=True)
        assert result == self.referee.result()

    def _host_acts(self) -> bool:
        """Let a clock run out or a seat leave at times (MH-23); return whether it happened."""
        if self.closes and self.rng.random() < CLOSING:
            self.state = self.rules.apply(self.state, HOST, Close()).state
            self.referee.enter(HOST, "close")
            return True
        staying = [seat for seat in range(self.rules.seats) if not self.state.forfeited >> seat & 1]
        if self.leaves and (len(staying) > 1 or self.rules.seats == 1) and self.rng.random() < LEAVING:
            seat = self.rng.choice(staying)
            self.state = self.rules.apply(self.state, HOST, Forfeit(seat)).state
            self.referee.enter(HOST, f"forfeit {seat}")
            return True
        return False

    def _act(self, player: Player) -> None:
        actions = self._legal(player)
        texts = [self.rules.format_action(action) for action in actions]
        question = self.referee.question
        assert question is not None, f"the game is over, but {player} may {texts}"
        expected = question.legal.get(player, [])
        if player == CHANCE:
            assert sorted(texts) == sorted(expected)
        else:
            assert texts == expected
        chosen = self.rng.randrange(len(actions))
        self.referee.enter(player, texts[chosen])
        self.state = self.rules.apply(self.state, player, actions[chosen]).state

    def _legal(self, player: Player) -> Sequence[Any]:
        if player != CHANCE:
            return self.rules.legal_actions(self.state, player)
        outcomes = self.rules.chance_outcomes(self.state)
        assert isinstance(outcomes, Sequence)
        return outcomes

    @property
    def was_ended_by_forfeit(self) -> bool:
        return self.rules.seats <= 2 and bool(self.state.forfeited)


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_random_games_agree_with_the_referee(seats: int, options: dict[str, Any]) -> None:
    """MH-1 to MH-23: every state has the same legal actions in the same order, and the results are equal."""
    for seed in range(QUICK_GAMES):
        Refereed(seats, options, seed).play()


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_recorded_games_agree_with_the_referee(path: Path) -> None:
    """MH-1 to MH-23: recorded games with clocks, stand-ins, take-backs and forfeits end with the referee's result."""
    record = decode(path.read_bytes())
    replayed = replay(record)
    assert replayed.rules is not None
    referee = Referee(record.configuration.seats, record.configuration.options)
    for number in active_entries(record.entries):
        referee.enter(*acted(record.entries[number - 1]))

    result = msgspec.to_builtins(replayed.rules.result(replayed.states[-1]), str_keys=True)
    assert result == referee.result()


def acted(entry: Entry) -> tuple[Player, str]:
    """Return the actor and action of an entry; a stand-in's action counts as the seat's own."""
    command = parse_host(entry.action) if entry.actor == HOST else None
    return (command.seat, command.action) if isinstance(command, StandIn) else (entry.actor, entry.action)


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_many_random_games_fill_the_board_and_agree_with_the_referee(seats: int, options: dict[str, Any]) -> None:
    """In many games every board is full and every stone captured at the end."""
    for seed in range(GAMES):
        game = Refereed(seats, options, seed)
        game.play()
        CONFORMANCE.check_invariants(game.rules, game.state)
        assert game.was_ended_by_forfeit or min(game.state.board) >= 0
