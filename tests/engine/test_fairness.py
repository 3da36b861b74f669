"""Provable draws (engine.md, Provable fairness), against the scheme written out a second time with other tools."""

import hashlib
import hmac
import json
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import fairness
from engine.core import CorruptRecord
from engine.fairness import Dealer
from engine.record import Configuration

SEED = bytes(range(32))
DEALER = Dealer(SEED, "toy", 1, "01JD", ("a", "ß"))


def drawn_again(dealer: Dealer, bound: int, k: int) -> int:
    """The draw as somebody else would verify it, with the standard library's JSON."""
    for block in range(1000):
        parts = ["draw/1", dealer.game, dealer.rules_version, dealer.table, dealer.salts, k, block]
        message = json.dumps(parts, separators=(",", ":"), ensure_ascii=False).encode()
        stream = hmac.new(dealer.seed, message, hashlib.sha256).digest()
        for word in (int.from_bytes(stream[i : i + 8], "big") for i in (0, 8, 16, 24)):
            if word < 2**64 // bound * bound:
                return word % bound
    raise AssertionError("a thousand blocks were rejected")


def test_the_commitment_is_the_hash_of_the_seed():
    assert fairness.commitment(SEED) == hashlib.sha256(b"commit/1\0" + SEED).hexdigest()


@given(st.integers(1, 10**6), st.integers(1, 10**4))
def test_draws_follow_the_published_scheme(bound, k):
    assert DEALER.below(bound, k) == drawn_again(DEALER, bound, k)


@given(st.integers(2**63 + 1, 2**64 - 1), st.integers(1, 50))
def test_words_that_would_bias_a_draw_are_rejected(bound, k):
    """With such bounds up to half of all words are rejected, and often a whole block."""
    assert DEALER.below(bound, k) == drawn_again(DEALER, bound, k)


def test_known_draws_stay_the_same_forever():
    """Records of finished games depend on it."""
    assert [DEALER.below(6, k) for k in range(1, 13)] == [5, 1, 1, 5, 2, 1, 0, 0, 4, 2, 3, 3]
    assert Dealer(SEED, "toy", 1, "", None).below(1000, 1) == 586


def test_everything_that_a_draw_depends_on_changes_it():
    others = [
        Dealer(bytes(32), "toy", 1, "01JD", ("a", "ß")),
        Dealer(SEED, "toi", 1, "01JD", ("a", "ß")),
        Dealer(SEED, "toy", 2, "01JD", ("a", "ß")),
        Dealer(SEED, "toy", 1, "01JE", ("a", "ß")),
        Dealer(SEED, "toy", 1, "01JD", ("ß", "a")),
        Dealer(SEED, "toy", 1, "01JD", None),
    ]
    draws = {dealer.below(2**60, 1) for dealer in (DEALER, *others)} | {DEALER.below(2**60, 2)}

    assert len(draws) == 8


def test_weights_are_the_chances():
    """10,000 draws from weights 1, 2 and 7: each count within five standard deviations of its expectation."""
    counts = Counter(DEALER.choose((("x", 1), ("y", 2), ("z", 7)), k) for k in range(1, 10_001))

    for outcome, share in (("x", 0.1), ("y", 0.2), ("z", 0.7)):
        assert abs(counts[outcome] - 10_000 * share) < 5 * (10_000 * share * (1 - share)) ** 0.5


def test_a_single_outcome_needs_no_luck():
    assert DEALER.choose((("only", 5),), 1) == "only"


def test_a_computer_players_seed_differs_by_seat_and_entry():
    assert len({DEALER.player_seed(seat, n) for seat in range(4) for n in range(20)}) == 80


def test_the_seed_is_in_no_representation():
    assert SEED.hex() not in repr(DEALER)
    assert repr(SEED) not in repr(DEALER)


def test_dealing_with_another_seed_than_the_committed_is_refused():
    configuration = Configuration("toy", 1, {}, 2, commitment=fairness.commitment(SEED))

    assert configuration.dealer(SEED).seed == SEED
    with pytest.raises(CorruptRecord, match="not the one"):
        configuration.dealer(bytes(32))


def test_digests_are_eight_bytes_of_blake2b():
    assert fairness.digest((1, "a")) == hashlib.blake2b(b'[1,"a"]', digest_size=8).hexdigest()
    assert fairness.digest({"b": 1, "a": 2}) == fairness.digest({"a": 2, "b": 1})
