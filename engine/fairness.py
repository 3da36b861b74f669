"""Dice, draws and shuffles that anybody can check afterwards (engine.md, Provable fairness).

Before the game the bot publishes the commitment to a secret 32-byte seed; the seats then add public salts; every draw
follows from seed, salts and the draw's number alone; at the end the seed is published and everything can be
recomputed. JSON is compact and UTF-8 throughout: these bytes are what other programs must hash to verify a game.

This proves that nothing was chosen after the fact. It does not keep the operator from seeing hidden information, and
`digest` is an unsalted hash of it: never show one before the end of the game.
"""

import hashlib
import hmac
from collections.abc import Sequence
from typing import Any, Final

import msgspec

SEED_BYTES: Final = 32

_WORD: Final = 1 << 64
_encoder: Final = msgspec.json.Encoder(order="deterministic")


def canonical(value: Any) -> bytes:
    """A state, or anything else of ints, texts and tuples, as JSON that is the same everywhere."""
    return _encoder.encode(value)


def digest8(encoded: bytes) -> str:
    """The digest of a state's canonical JSON: 8 bytes of BLAKE2b as 16 hexadecimal digits."""
    return hashlib.blake2b(encoded, digest_size=8).hexdigest()


def digest(state: Any) -> str:
    """The digest of a state."""
    return digest8(canonical(state))


def commitment(seed: bytes) -> str:
    """What is published before the seats add their salts, in hexadecimal."""
    return hashlib.sha256(b"commit/1\0" + seed).hexdigest()


def numbered_seed(number: int) -> bytes:
    """A seed that anybody can have again, for games that nobody bets on."""
    return hashlib.sha256(f"numbered/1 {number}".encode()).digest()


class Dealer(msgspec.Struct, frozen=True, gc=False):
    """Draws for one table. Stateless: the number of the draw is all that changes, so a restored game cannot re-roll."""

    seed: bytes
    game: str
    rules_version: int
    table: str
    salts: tuple[str, ...] | None

    def __repr__(self) -> str:
        return f"Dealer(table={self.table!r}, seed=hidden)"

    def below(self, bound: int, k: int) -> int:
        """Draw number k (the chance entries of a log, counted from 1), unbiased from 0 to bound - 1."""
        limit = _WORD - _WORD % bound
        block = 0
        while True:
            message = canonical(["draw/1", self.game, self.rules_version, self.table, self.salts, k, block])
            stream = hmac.digest(self.seed, message, "sha256")
            for start in range(0, len(stream), 8):
                word = int.from_bytes(stream[start : start + 8], "big")
                if word < limit:
                    return word % bound
            block += 1

    def choose(self, outcomes: Sequence[tuple[Any, int]], k: int) -> Any:
        """One of the outcomes by draw number k, each as likely as its weight says."""
        ticket = self.below(sum([weight for _, weight in outcomes]), k)
        for outcome, weight in outcomes:
            ticket -= weight
            if ticket < 0:
                return outcome
        raise AssertionError("the ticket is below the sum of the weights")

    def player_seed(self, seat: int, n: int) -> int:
        """A seed for what a computer player at a seat thinks after entry n: reproducible, and unknown to the others."""
        message = canonical(["player/1", self.game, self.rules_version, self.table, self.salts, seat, n])
        return int.from_bytes(hmac.digest(self.seed, message, "sha256"), "big")
