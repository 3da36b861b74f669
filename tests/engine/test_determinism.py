"""The same record gives the same digests in new processes with other hash seeds (C6)."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.games import game_types

ROOT = Path(__file__).parents[2]

# Plays a random game, replays its record, and prints the record and all views.
SCRIPT = """
import sys
sys.path[:0] = ["."]
from engine import fairness
from engine.games import game_type
from engine.record import Configuration
from engine.replay import replay
from engine.record_json import decode, encode
from tests.logged import finished

name, seats, seed = sys.argv[1], int(sys.argv[2]), bytes(range(32))
configuration = Configuration(name, game_type(name).rules_version, {}, seats, "t", fairness.commitment(seed), None)
written = encode(finished(configuration, seed, ["random"] * seats).record(seed))
replayed = replay(decode(written))
assert replayed.error is None
sys.stdout.write(written.decode())
sys.stdout.write(fairness.encode_canonical([replayed.rules.view(state, 0) for state in replayed.states]).decode())
"""


def played_with(hash_seed: str, name: str, seats: int) -> bytes:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    arguments = [sys.executable, "-c", SCRIPT, name, str(seats)]
    return subprocess.run(arguments, cwd=ROOT, env=environment, capture_output=True, check=True).stdout


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), [(name, max(found.seats)) for name, found in game_types().items()])
def test_three_hash_seeds_give_one_game(name, seats):
    first, *others = [played_with(hash_seed, name, seats) for hash_seed in ("0", "1", "4242")]

    assert len(first) > 1000
    assert others == [first, first]
