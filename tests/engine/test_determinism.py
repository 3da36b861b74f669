"""The same record gives the same digests everywhere (C6): in new processes, whatever order their sets have."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.games import games

ROOT = Path(__file__).parents[2]

# Plays a whole game at random, then takes its record up again, and prints every entry with its digest.
SCRIPT = """
import sys
sys.path.insert(0, "tests/engine")
from toys import bids, race
from engine import fairness
from engine.games import game, registered
from engine.players import decide
from engine.record import Configuration, replay
from engine.sheet import decode, encode
from engine.table import act, begin

name, seats, seed = sys.argv[1], int(sys.argv[2]), bytes(range(32))
with registered(bids.GAME, race.GAME):
    configuration = Configuration(name, game(name).rules_version, {}, seats, "t", fairness.commitment(seed), None)
    table = begin(configuration, seed).table
    while table.outcome is None:
        seat = table.actors[-1]
        table = act(table, seat, decide(table, seat, "random", seed), seed).table
    written = encode(table.record(seed))
    replayed = replay(decode(written))
    assert replayed.error is None
    sys.stdout.write(written.decode())
    sys.stdout.write(fairness.canonical([replayed.rules.view(state, 0) for state in replayed.states]).decode())
"""


def played_with(hash_seed: str, name: str, seats: int) -> bytes:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    arguments = [sys.executable, "-c", SCRIPT, name, str(seats)]
    return subprocess.run(arguments, cwd=ROOT, env=environment, capture_output=True, check=True).stdout


@pytest.mark.parametrize(
    ("name", "seats"), [*((name, max(game.seats)) for name, game in games().items()), ("toy_bids", 4), ("toy_race", 3)]
)
def test_three_hash_seeds_give_one_game(name, seats):
    first, *others = [played_with(hash_seed, name, seats) for hash_seed in ("0", "1", "4242")]

    assert len(first) > 1000
    assert others == [first, first]
