"""The checks and reports of `verify`, and its statement of what is proved."""

import msgspec
import pytest

from engine import fairness
from engine.core import CHANCE, HOST
from engine.record import Configuration, Entry, GameRecord
from engine.record_json import decode, encode
from engine.verification import verify
from tests.logged import finished, new_logged_game

pytestmark = pytest.mark.usefixtures("toys")

SEED = bytes(range(32))
COMMITMENT = fairness.commitment(SEED)
RACE = Configuration("toy_race", 1, {}, 2, "t1", COMMITMENT, ("a", "b"), 2)
BIDS = Configuration("toy_bids", 1, {}, 3, "t2", COMMITMENT, ("a", "b", "c"), 2)


@pytest.fixture
def full():
    """Return the record of a whole race."""
    return finished(RACE, SEED, ["random", "random"]).record(SEED)


def words(messages):
    """Return messages in English."""
    return tuple(map(str, messages))


def lacking(record):
    found = verify(record)
    assert (found.verdict, found.differences) == ("follows", ())
    return words(found.lacking)


def reconfigured(record, **changes):
    """Return the record with changes to its configuration only."""
    return msgspec.structs.replace(record, configuration=msgspec.structs.replace(record.configuration, **changes))


def test_a_whole_game_is_verified(full):
    found = verify(full)

    assert found.verified
    assert (found.over, found.entries, found.draws, found.digests) == (True, 18, 12, 18)
    assert (found.takebacks, found.draws_taken_back, found.closes, found.forfeits, found.missing_digests) == (0,) * 5
    assert str(found.statement) == (
        "Proved: all 18 entries follow the rules and 12 draws come from the committed seed; "
        "not proved: that the players made these moves or that nobody saw hidden information."
    )


DRAWN = msgspec.structs.replace(
    BIDS, salts=fairness.draw_seating(("9", "10", "11"), SEED, "t2", COMMITMENT), drawn_order=True
)


def test_a_drawn_order_of_the_seats_is_proved():
    record = new_logged_game(DRAWN, SEED).record(SEED)

    assert decode(encode(record)) == record
    assert verify(record).differences == ()
    assert "the order of the seats comes from the committed seed" in str(verify(record).statement)
    assert "order of the seats" not in str(verify(new_logged_game(BIDS, SEED).record(SEED)).statement)


@pytest.mark.parametrize("salts", [(DRAWN.salts or ())[::-1], None])
def test_another_order_than_the_drawn_one_is_told(salts):
    found = verify(new_logged_game(msgspec.structs.replace(DRAWN, salts=salts), SEED).record(SEED))

    assert [(fault.entry, fault.code) for fault in found.differences] == [(0, "wrong_order")]
    assert "not proved: that the order of the seats comes from the seed" in str(found.statement)


def test_a_record_of_the_first_draw_protocol_says_what_its_draws_are_not_bound_to():
    record = finished(msgspec.structs.replace(RACE, draw=1), SEED, ["random", "random"]).record(SEED)

    assert lacking(record) == ("options and seats were not fixed before the draws (draw/1)",)
    assert "that options and seats were fixed before the draws (draw/1)" in str(verify(record).statement)


def test_what_the_host_did_is_counted():
    logged = new_logged_game(BIDS, SEED)
    for actor, text in [
        (0, "bid 4"),
        (HOST, "takeback 1"),
        (HOST, "for 1 bid 3"),
        (HOST, "forfeit 2"),
        (HOST, "close"),
    ]:
        logged = logged.act(actor, text, SEED)
    found = verify(logged.record(SEED))

    assert (found.verdict, words(found.lacking)) == ("follows", ("the game is not over",))
    assert (found.over, found.takebacks, found.closes, found.forfeits) == (False, 1, 1, 1)
    assert (found.draws, found.draws_taken_back) == (2, 0)
    assert "not proved: how the game ends (it is not over), that the players made these moves" in str(found.statement)


def test_draws_that_were_taken_back_are_told():
    """The host knows the seed, so it could have taken draws back to get better ones."""
    logged = new_logged_game(RACE, SEED)
    for _ in range(2):
        seat = logged.game.actors[0]
        logged = logged.act(seat, logged.game.legal(seat)[0], SEED)
    logged = logged.act(HOST, "takeback 6", SEED)
    found = verify(logged.record(SEED))

    assert words(found.lacking)[1:] == ("2 draws were taken back, so somebody could have chosen between draws",)
    assert (found.takebacks, found.draws_taken_back) == (1, 2)
    assert "not proved: that nobody chose between draws (2 were taken back)" in str(found.statement)


def test_every_draw_that_differs_is_told(full):
    rolls = [number for number, entry in enumerate(full.entries, 1) if entry.action.startswith("roll")][:2]
    plain = [Entry(entry.actor, entry.action) for entry in full.entries]
    for number in rolls:
        plain[number - 1] = Entry(CHANCE, f"roll {int(plain[number - 1].action[-1]) % 3 + 1}")
    found = verify(msgspec.structs.replace(full, entries=tuple(plain)))

    assert [(fault.entry, fault.code) for fault in found.differences] == [(number, "wrong_draw") for number in rolls]
    assert (found.verdict, found.missing_digests) == ("broken", 18)
    assert "come from the committed seed" not in str(found.statement)
    assert "that the draws come from the seed" in str(found.statement)
    assert "that every state matches the record (18 digests are missing)" in str(found.statement)


@pytest.mark.parametrize(
    ("change", "verdict", "unproved"),
    [
        ({"seed": None}, "follows", "that nobody chose the draws (the seed is missing)"),
        ({"seed": bytes(32)}, "broken", "that the seed was fixed before the game"),
        ({"configuration": {"commitment": None}}, "broken", "that the seed was fixed before the game"),
    ],
)
def test_a_seed_that_was_not_committed_to_proves_nothing(full, change, verdict, unproved):
    if "configuration" in change:
        change = {"configuration": msgspec.structs.replace(full.configuration, **change["configuration"])}
    found = verify(msgspec.structs.replace(full, **change))

    assert found.verdict == verdict
    assert "come from the committed seed" not in str(found.statement)
    assert unproved in str(found.statement)


def test_without_salts_the_seed_may_have_been_picked():
    record = finished(msgspec.structs.replace(RACE, salts=None), SEED, ["random", "random"]).record(SEED)

    assert lacking(record) == ("no seat added a salt, so somebody could have picked the seed for its draws",)
    assert "that nobody picked the seed for its draws (no seat added a salt)" in str(verify(record).statement)


def test_a_record_is_verified_as_far_as_it_goes(full):
    """A changed digest is a fault, and the entries after it are not checked."""
    changed = (*full.entries[:6], Entry(full.entries[6].actor, full.entries[6].action, "0" * 16), *full.entries[7:])
    found = verify(msgspec.structs.replace(full, entries=changed))

    assert [(fault.entry, fault.code) for fault in found.differences] == [(7, "digest_mismatch")]
    assert (found.entries, found.over) == (6, False)
    assert str(found.statement).startswith("Proved: the first 6 entries follow the rules and 6 draws")
    assert "not proved: anything after entry 6, how the game ends" in str(found.statement)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"game": "chess"}, "unknown_game"),
        ({"rules_version": 2}, "version_mismatch"),
        ({"draw": 3}, "version_mismatch"),
    ],
)
def test_a_configuration_that_is_not_known_is_a_fault(full, changes, code):
    found = verify(reconfigured(full, **changes))

    assert [(fault.entry, fault.code) for fault in found.differences] == [(0, code)]
    assert (found.verified, found.entries, found.draws) == (False, 0, 0)
    assert str(found.statement).startswith("Proved: nothing; not proved: anything after entry 0")


@pytest.mark.parametrize(
    ("entries", "clause"),
    [
        (lambda entries: entries[:-1], "the game is not over"),
        (lambda entries: [Entry(entry.actor, entry.action) for entry in entries], "18 digests are missing"),
        (lambda entries: [*entries[:-1], Entry(entries[-1].actor, entries[-1].action)], "1 digest is missing"),
    ],
)
def test_what_a_record_lacks_for_a_proof_makes_a_verdict_of_its_own(full, entries, clause):
    found = verify(msgspec.structs.replace(full, entries=tuple(entries(full.entries))))

    assert (found.verdict, found.verified, words(found.lacking), found.differences) == ("follows", False, (clause,), ())


def test_an_empty_record_proves_nothing():
    assert str(verify(GameRecord(RACE, (), SEED)).statement) == (
        "Proved: nothing; not proved: how the game ends (it is not over), that the players made these moves or "
        "that nobody saw hidden information."
    )
