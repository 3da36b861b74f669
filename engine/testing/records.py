"""A log gives the game again: C6 of engine.md, through the record, its JSON, the table and its snapshot."""

from random import Random

import msgspec

from engine import fairness
from engine.core import SPECTATOR
from engine.record import Entry, GameRecord, replay
from engine.sheet import decode, encode
from engine.table import Table, act, begin, resume, snapshot
from engine.testing.walks import Walk


def c6_replay(walk: Walk) -> None:
    """Replaying the log of a walk gives every one of its states, byte for byte, and its events."""
    record = GameRecord(walk.configuration, walk.entries())
    read = decode(encode(record))
    assert read == record, f"C6: {walk.where(0)}: JSON changes the record"
    replayed = replay(read)
    assert replayed.error is None, f"C6: {walk.where(replayed.valid)}: {replayed.error}"
    digests = [fairness.digest(state) for state in replayed.states]
    assert digests == walk.digests, f"C6: {walk.where(0)}: other states on replay"
    assert list(replayed.events) == list(walk.events), f"C6: {walk.where(0)}: other events on replay"


def c6_tampering(walk: Walk) -> None:
    """A digest that does not match is reported at exactly its entry, and the prefix before it is kept."""
    entries = walk.entries()
    for number in {1, len(entries) // 2, len(entries)}:
        wrong = Entry(entries[number - 1].actor, entries[number - 1].action, "0" * 16)
        record = GameRecord(walk.configuration, (*entries[: number - 1], wrong, *entries[number:]))
        error = replay(record).error
        assert error is not None, f"C6: {walk.where(number)}: a wrong digest is accepted"
        assert (error.entry, error.code) == (number, "digest_mismatch"), f"C6: {walk.where(number)}: {error}"


def c6_table(walk: Walk) -> None:
    """A game at a table, left and taken up after every action, is the same; its step follows the public board."""
    seed = bytes([walk.seed % 256]) * fairness.SEED_BYTES
    salts = tuple(f"salt {seat}" for seat in range(walk.rules.seats))
    configuration = msgspec.structs.replace(walk.configuration, commitment=fairness.commitment(seed), salts=salts)
    rng = Random(walk.seed)
    table = begin(configuration, seed).table
    while table.outcome is None:
        seat = rng.choice(table.actors)
        after = act(table, seat, rng.choice(table.legal(seat)), seed).table
        _check_step(table, after)
        table = after
        taken_up = resume(configuration, table.entries, table.step, snapshot(table))
        assert fairness.canonical(taken_up.state) == fairness.canonical(table.state), (
            "C6: the snapshot is another state"
        )
        assert taken_up.step == table.step, "C6: the step is lost"
    again = resume(configuration, table.entries, table.step)
    assert fairness.canonical(again.state) == fairness.canonical(table.state), "C6: the log gives another state"


def _check_step(before: Table, after: Table) -> None:
    changed = before.actors != after.actors or before.view(SPECTATOR) != after.view(SPECTATOR)
    assert after.step == before.step + changed, f"step {before.step} became {after.step}, changed: {changed}"
