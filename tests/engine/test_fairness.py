"""Provable draws, checked against an independent implementation of the scheme."""

import hashlib
import hmac
import json
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import fairness
from engine.core import CorruptRecord, VersionMismatch, Weighted
from engine.record import Configuration
from engine.record_json import decode, encode
from engine.verification import verify

RECORDS = Path(__file__).parent / "records"
SEED = bytes(range(32))
FIRST = Configuration("toy", 1, {"b": 2, "a": [None, "ß"]}, 2, "01JD", fairness.commitment(SEED), ("a", "ß"))
NEWEST = msgspec.structs.replace(FIRST, draw=2)
DEALERS = {1: FIRST.dealer(SEED), 2: NEWEST.dealer(SEED)}
BOUND = {
    1: ["toy", 1, "01JD", ["a", "ß"]],
    2: ["toy", 1, {"a": [None, "ß"], "b": 2}, 2, "01JD", ["a", "ß"], hashlib.sha256(b"commit/1\0" + SEED).hexdigest()],
}


def drawn_again(version: int, bound: int, k: int) -> int:
    """Return a draw as an outsider would verify it, with the standard library's JSON."""
    for block in range(1000):
        parts = [f"draw/{version}", *BOUND[version], k, block]
        message = json.dumps(parts, separators=(",", ":"), ensure_ascii=False, sort_keys=True).encode()
        stream = hmac.new(SEED, message, hashlib.sha256).digest()
        for word in (int.from_bytes(stream[i : i + 8], "big") for i in (0, 8, 16, 24)):
            if word < 2**64 // bound * bound:
                return word % bound
    raise AssertionError("a thousand blocks were rejected")


def test_the_commitment_is_the_hash_of_the_seed():
    assert fairness.commitment(SEED) == hashlib.sha256(b"commit/1\0" + SEED).hexdigest()


@given(st.sampled_from([1, 2]), st.integers(1, 10**6), st.integers(1, 10**4))
def test_draws_follow_the_published_scheme(version, bound, k):
    assert DEALERS[version].draw_integer(bound, k) == drawn_again(version, bound, k)


@given(st.sampled_from([1, 2]), st.integers(2**63 + 1, 2**64 - 1), st.integers(1, 50))
def test_words_that_would_bias_a_draw_are_rejected(version, bound, k):
    """With such bounds up to half of all words are rejected, often a whole block."""
    assert DEALERS[version].draw_integer(bound, k) == drawn_again(version, bound, k)


def test_known_draws_stay_the_same_forever():
    """Records of finished games depend on these draws."""
    assert [DEALERS[1].draw_integer(6, k) for k in range(1, 13)] == [5, 1, 1, 5, 2, 1, 0, 0, 4, 2, 3, 3]
    assert Configuration("toy", 1, {}, 2).dealer(SEED).draw_integer(1000, 1) == 586
    assert [DEALERS[2].draw_integer(6, k) for k in range(1, 13)] == [2, 3, 1, 5, 0, 3, 5, 0, 1, 0, 0, 0]


@pytest.mark.parametrize(
    ("version", "bound"),
    [
        (1, {"game", "rules_version", "table", "salts", "draw"}),
        (2, {"game", "rules_version", "options", "seats", "table", "salts", "commitment", "draw"}),
    ],
)
def test_a_draw_is_bound_to_the_configuration(version, bound):
    """By draw/2 it is bound to the whole configuration: any other one gives other draws.

    `drawn_order` is not bound, because the order of the salts shows it.
    """
    others = {
        "game": "toi",
        "rules_version": 2,
        "options": {"a": [None, "ß"], "b": 3},
        "seats": 3,
        "table": "01JE",
        "commitment": None,
        "salts": ("ß", "a"),
        "draw": 3 - version,
        "drawn_order": True,
    }
    configuration = msgspec.structs.replace(FIRST, draw=version)
    drawn = DEALERS[version].draw_integer(2**60, 1)

    assert others.keys() == set(Configuration.__struct_fields__)
    changed = {
        name
        for name, value in others.items()
        if msgspec.structs.replace(configuration, **{name: value}).dealer(SEED).draw_integer(2**60, 1) != drawn
    }
    assert changed == bound
    assert DEALERS[version].draw_integer(2**60, 2) != drawn
    other_seed = msgspec.structs.replace(configuration, commitment=None).dealer(bytes(32))
    assert other_seed.draw_integer(2**60, 1) != drawn


def test_the_order_of_options_makes_no_difference():
    turned = msgspec.structs.replace(NEWEST, options=dict(reversed(NEWEST.options.items())))

    assert turned.dealer(SEED).draw_integer(2**60, 1) == DEALERS[2].draw_integer(2**60, 1)


def test_an_unknown_draw_protocol_is_refused():
    with pytest.raises(VersionMismatch, match="draw/3"):
        msgspec.structs.replace(NEWEST, draw=3).dealer(SEED)


@pytest.mark.parametrize("path", sorted(RECORDS.iterdir()), ids=lambda path: path.stem)
def test_records_of_both_draw_protocols_replay_and_verify(path):
    record = decode(path.read_bytes())

    assert f"draw_{record.configuration.draw}" in path.stem
    assert verify(record).differences == ()
    assert encode(record) == path.read_bytes()
    other = msgspec.structs.replace(record.configuration, draw=3 - record.configuration.draw)
    found = verify(msgspec.structs.replace(record, configuration=other))
    assert {fault.code for fault in found.differences} == {"wrong_draw"}


def test_weights_are_the_chances():
    """10,000 draws from weights 1, 2 and 7: each count within five standard deviations of its expectation."""
    counts = Counter(DEALERS[2].choose(Weighted(("x", "y", "z"), (1, 2, 7)), k) for k in range(1, 10_001))

    for outcome, share in (("x", 0.1), ("y", 0.2), ("z", 0.7)):
        assert abs(counts[outcome] - 10_000 * share) < 5 * (10_000 * share * (1 - share)) ** 0.5


def test_a_single_outcome_needs_no_luck():
    assert DEALERS[2].choose(Weighted(("only",), (5,)), 1) == "only"
    assert DEALERS[2].choose(("only",), 1) == "only"


@given(st.lists(st.integers(1, 9), min_size=1, max_size=8), st.integers(1, 1000))
def test_an_outcome_is_chosen_by_its_share_of_the_weights(weights, k):
    """The result equals a choice among `weight` copies of each outcome, in order."""
    copies = [outcome for outcome, weight in enumerate(weights) for _ in range(weight)]

    assert DEALERS[2].choose(Weighted(tuple(range(len(weights))), tuple(weights)), k) == DEALERS[2].choose(copies, k)


def test_a_computer_players_seed_differs_by_seat_and_entry():
    asked = [(dealer, seat, n) for dealer in DEALERS.values() for seat in range(4) for n in range(20)]

    assert len({dealer.player_seed(seat, n) for dealer, seat, n in asked}) == 160


def test_the_seed_is_in_no_representation():
    for dealer in DEALERS.values():
        assert SEED.hex() not in repr(dealer)
        assert repr(SEED) not in repr(dealer)


def test_dealing_with_another_seed_than_the_committed_is_refused():
    configuration = Configuration("toy", 1, {}, 2, commitment=fairness.commitment(SEED))

    assert configuration.dealer(SEED).seed == SEED
    with pytest.raises(CorruptRecord, match="doesn't match"):
        configuration.dealer(bytes(32))


def test_digests_are_eight_bytes_of_blake2b():
    assert fairness.digest((1, "a")) == hashlib.blake2b(b'[1,"a"]', digest_size=8).hexdigest()
    assert fairness.digest({"b": 1, "a": 2}) == fairness.digest({"a": 2, "b": 1})
