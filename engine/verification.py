"""Recomputes a published game: commitment, every draw, every digest (engine.md, Provable fairness, step 4)."""

from collections.abc import Iterator

import msgspec

from engine import fairness
from engine.core import CHANCE, SPECTATOR, AnyRules, echo
from engine.record import Configuration, Entry, Fault, GameRecord, Replay, read_action, replay


class Verification(msgspec.Struct, frozen=True):
    """What was recomputed, and all that differs; `verified` only if seed and commitment are there and nothing does."""

    verified: bool
    entries: int
    draws: int
    digests: int
    differences: tuple[Fault, ...]


def verify(record: GameRecord) -> Verification:
    """Compares every draw, also after one that differs, up to the first entry that cannot be replayed."""
    replayed = replay(record)
    valid = record.entries[: replayed.valid]
    differences = [*_of_commitment(record), *_of_draws(record, replayed)]
    if replayed.error is not None:
        differences.append(replayed.error)
    draws = sum(entry.actor == CHANCE for entry in valid) if record.seed is not None else 0
    digests = sum(entry.digest is not None for entry in valid)
    return Verification(not differences, len(valid), draws, digests, tuple(differences))


def _of_commitment(record: GameRecord) -> Iterator[Fault]:
    commitment = record.configuration.commitment
    if record.seed is None:
        yield Fault(0, "no_seed", "The seed is not published in this record; its draws cannot be recomputed.")
    elif commitment is None:
        yield Fault(0, "no_commitment", "Nothing was committed to before the game.")
    elif fairness.commitment(record.seed) != commitment:
        yield Fault(0, "wrong_seed", "The seed is not the one that the game is committed to.")


def _of_draws(record: GameRecord, replayed: Replay) -> Iterator[Fault]:
    if record.seed is None or replayed.rules is None:
        return
    dealer = _dealer(record.configuration, record.seed)
    k = 0
    for number, entry in enumerate(record.entries[: replayed.valid], 1):
        if entry.actor == CHANCE:
            k += 1
            due = _due(replayed.rules, replayed.states[number - 1], entry, dealer, k)
            if due is not None:
                yield Fault(number, "wrong_draw", f"Draw {k} of the seed is {due}, not {echo(entry.action)}.")


def _dealer(configuration: Configuration, seed: bytes) -> fairness.Dealer:
    """Who deals by a seed, even if it is not the one that was committed to."""
    return msgspec.structs.replace(configuration, commitment=None).dealer(seed)


def _due(rules: AnyRules, state: object, entry: Entry, dealer: fairness.Dealer, k: int) -> str | None:
    """What should have been drawn, in notation, or None if it was."""
    action = dealer.choose(rules.chance_outcomes(state), k)
    if action == read_action(rules, state, CHANCE, entry.action):
        return None
    return rules.format_action(rules.view(state, SPECTATOR), action)
