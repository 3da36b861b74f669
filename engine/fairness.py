"""Provably fair draws: a commit-reveal scheme by which dice, draws and shuffles can be verified.

Before the game the bot publishes the commitment to a secret 32-byte seed; then each seat adds a public salt. At
the end the seed is published, and anybody can recompute every draw. The random bits of draw number k are an
HMAC-SHA256: the key is the seed, and the message is the canonical JSON of a list. They are read as 64-bit words
with rejection sampling. `block` counts from 0 and grows if more bits are needed:

    draw/2  ["draw/2", game, rules_version, options, seats, table, salts, commitment, k, block]
    draw/1  ["draw/1", game, rules_version, table, salts, k, block]

If the order of the seats is drawn, that draw comes first and uses a list that no draw of a game uses. Its salts
are in the order in which the seats joined:

    ["draw/2", "seating", table, salts, commitment, k, block]

JSON is compact, in UTF-8, and with sorted keys. Other programs hash exactly these bytes to verify a game.

This proves that draws were not chosen after the fact. The operator can still see hidden information. `digest`
is an unsalted hash of the state, so digests stay secret until the end of the game.
"""

import hashlib
import hmac
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Any, Final

import msgspec

from engine.core import Weighted

SEED_BYTES: Final = 32

_WORD: Final = 1 << 64
_encoder: Final = msgspec.json.Encoder(order="deterministic")


def encode_canonical(value: Any) -> bytes:
    """Encode a value as canonical JSON, so that equal values always give the same bytes."""
    return _encoder.encode(value)


def digest8(encoded: bytes) -> str:
    """Return the digest of a state, given its canonical JSON: 8 bytes of BLAKE2b as 16 hexadecimal digits."""
    return hashlib.blake2b(encoded, digest_size=8).hexdigest()


def digest(state: Any) -> str:
    """Return the digest of a state: a hash of its canonical JSON (see `digest8`)."""
    return digest8(encode_canonical(state))


def commitment(seed: bytes) -> str:
    """Return the commitment to a seed: a SHA-256 hash in hexadecimal, published before the seats add their salts."""
    return hashlib.sha256(b"commit/1\0" + seed).hexdigest()


def derive_seed(number: int) -> bytes:
    """Derive a seed from a number, always the same one, for tests and command-line games."""
    return hashlib.sha256(f"numbered/1 {number}".encode()).digest()


class Dealer(msgspec.Struct, frozen=True, gc=False):
    """The source of one game's draws; each depends only on its number, so a restored game gets the same draws.

    `bound` holds the other values that are hashed for every draw, as defined by the version of the draw protocol.
    """

    seed: bytes
    version: int
    bound: tuple[Any, ...]

    def __repr__(self) -> str:
        return f"Dealer(draw/{self.version}, seed=hidden)"

    def draw_integer(self, bound: int, k: int) -> int:
        """Return draw number `k` as an integer from 0 to `bound` - 1, all equally likely.

        Draws are the entries of CHANCE in a log, numbered from 1.
        """
        limit = _WORD - _WORD % bound
        block = 0
        while True:
            message = encode_canonical([f"draw/{self.version}", *self.bound, k, block])
            stream = hmac.digest(self.seed, message, "sha256")
            for start in range(0, len(stream), 8):
                word = int.from_bytes(stream[start : start + 8], "big")
                if word < limit:
                    return word % bound
            block += 1

    def choose(self, outcomes: Sequence[Any] | Weighted[Any], k: int) -> Any:
        """Return the outcome that draw number `k` selects, equally likely or by weight."""
        if not isinstance(outcomes, Weighted):
            return outcomes[self.draw_integer(len(outcomes), k)]
        sums = list(accumulate(outcomes.weights))
        return outcomes.outcomes[bisect_right(sums, self.draw_integer(sums[-1], k))]

    def player_seed(self, seat: int, n: int) -> int:
        """Derive the seed for a computer player's choice in the state after entry n.

        It depends on the game's seed, so it can be computed again, but is secret during the game.
        """
        message = encode_canonical([f"player/{self.version}", *self.bound, seat, n])
        return int.from_bytes(hmac.digest(self.seed, message, "sha256"), "big")


def joining_key(salt: str) -> tuple[int, str]:
    """Return the sort key of a salt for the order in which the seats joined.

    Salts are ids that Discord assigns in ascending order. They are decimal numbers, so they are sorted by length first,
    then as text.
    """
    return len(salt), salt


def draw_seat_order(salts: Sequence[str], seed: bytes, table: str, commitment: str | None) -> tuple[int, ...]:
    """Draw a random order of the seats by the Fisher-Yates shuffle; `salts` are in the order of joining.

    Returns indices of `salts`: the entry for seat n is the index of its salt.
    """
    dealer = Dealer(seed, 2, ("seating", table, tuple(salts), commitment))
    places = list(range(len(salts)))
    for k in range(len(places) - 1, 0, -1):
        other = dealer.draw_integer(k + 1, k)
        places[k], places[other] = places[other], places[k]
    return tuple(places)


def draw_seating(salts: Sequence[str], seed: bytes, table: str, commitment: str | None) -> tuple[str, ...]:
    """Return the salts in the drawn order of the seats; the order in which they are given does not matter."""
    joined = sorted(salts, key=joining_key)
    return tuple(joined[place] for place in draw_seat_order(joined, seed, table, commitment))
