"""C6: a log restores the game, through the record, its JSON, the game and its snapshot."""

from random import Random

import msgspec

from engine import fairness
from engine.core import SPECTATOR
from engine.game import Game, act, begin, replay_game, resume, snapshot
from engine.history import decode_events, public_story, story
from engine.record import Entry, GameRecord
from engine.record_json import decode, encode
from engine.replay import replay
from tests.kits.walks import Walk


def c6_replay(walk: Walk) -> None:
    """Check that replaying a walk's log gives all its states, byte for byte, and its events."""
    record = GameRecord(walk.configuration, walk.entries())
    read = decode(encode(record))
    assert read == record, f"C6: {walk.describe_place(0)}: JSON changes the record"
    replayed = replay(read)
    assert replayed.error is None, f"C6: {walk.describe_place(replayed.valid)}: {replayed.error}"
    digests = [fairness.digest(state) for state in replayed.states]
    assert digests == walk.digests, f"C6: {walk.describe_place(0)}: other states on replay"
    assert list(replayed.events) == list(walk.events), f"C6: {walk.describe_place(0)}: other events on replay"


def c6_tampering(walk: Walk) -> None:
    """Check that a wrong digest is reported at exactly its entry."""
    entries = walk.entries()
    for number in {1, len(entries) // 2, len(entries)}:
        wrong = Entry(entries[number - 1].actor, entries[number - 1].action, "0" * 16)
        record = GameRecord(walk.configuration, (*entries[: number - 1], wrong, *entries[number:]))
        error = replay(record).error
        assert error is not None, f"C6: {walk.describe_place(number)}: a wrong digest is accepted"
        assert (error.entry, error.code) == (number, "digest_mismatch"), f"C6: {walk.describe_place(number)}: {error}"


def c6_game(walk: Walk) -> None:
    """Check that a game resumed after every action is the same, and that its step follows the public board."""
    seed = bytes([walk.seed % 256]) * fairness.SEED_BYTES
    salts = tuple(f"salt {seat}" for seat in range(walk.rules.seats))
    configuration = msgspec.structs.replace(walk.configuration, commitment=fairness.commitment(seed), salts=salts)
    rng = Random(walk.seed)
    advance = begin(configuration, seed)
    game, log, told = advance.game, list(advance.entries), list(advance.public_events())
    while game.outcome is None:
        seat = rng.choice(game.actors)
        advance = act(game, seat, rng.choice(game.legal(seat)), seed)
        _check_step(game, advance.game)
        game = advance.game
        log += advance.entries
        told += advance.public_events()
        resumed = resume(configuration, snapshot(game), game.step, log[-1].digest)
        assert _fields(resumed) == _fields(game), "C6: the snapshot is another game"
    assert _fields(replay_game(configuration, log)) == _fields(game), "C6: the log gives another game"
    stored = [(number, entry, events) for number, (entry, events) in enumerate(zip(log, told, strict=True), 1)]
    for events in told:
        decode_events(game.rules, events)
    for since in (0, len(log) // 2):
        seen = story(configuration, log, since, SPECTATOR)
        assert public_story(game.rules, stored[since:]) == seen, f"C6: another story since entry {since}"


def _fields(game: Game) -> tuple[object, ...]:
    return game.n, game.draws, game.logged, game.step, game.turn, fairness.encode_canonical(game.state)


def _check_step(before: Game, after: Game) -> None:
    changed = before.actors != after.actors or before.view(SPECTATOR) != after.view(SPECTATOR)
    assert after.step == before.step + changed, f"step {before.step} became {after.step}, changed: {changed}"
    assert after.turn - before.turn in (0, 1), f"turn {before.turn} became {after.turn}"
