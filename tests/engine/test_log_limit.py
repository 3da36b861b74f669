"""Every game ends within the limits of its record, however much is overwritten, reopened and taken back."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine.game
from engine import fairness
from engine.core import HOST, EngineError, IllegalAction
from engine.game import act, act_all, begin
from engine.games import game_type
from engine.record import ADVANCING_BYTES, HEAD_BYTES, LOG_LIMIT, Configuration, GameRecord
from engine.record_json import decode, encode
from engine.verification import verify
from tests.logged import Logged, new_logged_game

pytestmark = pytest.mark.usefixtures("toys_throughout")

SEED = bytes(range(32))
FREE = 60
"""The number of entries left beyond those of the longest game."""
PATIENCE = 5
"""The number of refusals after which the game may end."""
CHANGES = {
    "toy_bids": ["bid 1", "bid 2", "bid 5"],
    "toy_race": ["play 4"],
    "hive_mind": ["1:ABC", "1:ADE", "clear:1", "guess:1:112213231213", "totals:0=999999,1=999999", "reopen"],
}
OPTIONS = {"hive_mind": {"edition": "gauntlet"}}


def overwritten(game, times):
    """Return the game after a number of overwrites by seat 0."""
    for number in range(times):
        game = act(game, 0, f"bid {number % 5 + 1}", SEED).game
    return game


def test_one_seat_cannot_fill_the_log():
    """A record has a limit of entries, and each seat has its own share of them."""
    game = begin(Configuration("toy_bids", 1, {}, 3), SEED).game
    share = (LOG_LIMIT - game.rules.max_game_length) // 3
    full = overwritten(game, share)

    with pytest.raises(IllegalAction, match="You have changed this too often, so it stays as it is") as refusal:
        overwritten(full, 1)
    assert refusal.value.code == "log_full"
    with pytest.raises(IllegalAction, match="too often"):
        act(full, HOST, "for 0 bid 3", SEED)
    with pytest.raises(IllegalAction, match="tokens 1, 2, 3, 4, 5"):
        act(full, 0, "bid 9", SEED)
    changed = act_all(full, [(1, "bid 2"), (1, "bid 3"), (2, "bid 4")], SEED).game
    assert changed.logged == (share, 2, 1)
    assert act(changed, 0, changed.legal(0)[0], SEED).game.logged[0] == share + 1


def restless(logged: Logged, rng: Random, changes: list[str]) -> Logged:
    """Play a game to an end that comes only after many changes, take-backs and refusals."""
    refused = 0
    while logged.game.outcome is None:
        assert len(logged.log) < 5_000, "nothing is ever refused"
        seats = logged.game.rules.seats
        actor, text = rng.choice(
            [
                (rng.randrange(seats), rng.choice(changes)),
                (HOST, f"for {rng.randrange(seats)} {rng.choice(changes)}"),
                (HOST, f"takeback {rng.randrange(logged.game.n)}"),
                (seat := rng.choice(logged.game.actors), rng.choice(logged.game.legal(seat))),
            ]
        )
        try:
            after = logged.act(actor, text, SEED)
        except EngineError as error:
            refused += error.code == "log_full"
            continue
        if after.game.outcome is None or refused > PATIENCE:
            logged = after
    return logged


@pytest.mark.parametrize("name", list(CHANGES))
@settings(deadline=None, max_examples=10)
@given(number=st.integers(0, 2**32))
def test_no_log_has_more_entries_than_its_record_may_have(name, number):
    configuration, longest = configured(name)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine.game, "LOG_LIMIT", longest + FREE)
        logged = restless(new_logged_game(configuration, SEED), Random(number), CHANGES[name])

    assert FREE < len(logged.log) <= longest + FREE
    assert_readable(logged.record(SEED))


@pytest.mark.parametrize("name", list(CHANGES))
@settings(deadline=None, max_examples=10)
@given(number=st.integers(0, 2**32))
def test_no_log_has_more_bytes_than_its_record_may_have(name, number):
    configuration, longest = configured(name)
    limit = HEAD_BYTES + (longest + FREE) * ADVANCING_BYTES
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine.game, "RECORD_BYTES", limit)
        logged = restless(new_logged_game(configuration, SEED), Random(number), CHANGES[name])

    assert len(logged.log) > FREE
    assert len(encode(logged.record(SEED))) <= limit
    assert_readable(logged.record(SEED))


def configured(name: str) -> tuple[Configuration, int]:
    """Return a configuration with the fewest seats, and the number of entries of its longest game."""
    found = game_type(name)
    seats, options = min(found.seats), OPTIONS.get(name, {})
    longest = found.rules(seats, found.options(seats, options)).max_game_length
    salts = tuple(f"salt {seat}" for seat in range(seats))
    return Configuration(name, 1, options, seats, "t", fairness.commitment(SEED), salts, 2), longest


def assert_readable(record: GameRecord) -> None:
    assert decode(encode(record)) == record
    assert verify(record).differences == ()
