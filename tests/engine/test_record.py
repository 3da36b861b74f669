"""Records: reading, writing, replay of a broken record up to its fault, and take-backs."""

import json
from contextlib import suppress

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from toys import race

from engine.core import CHANCE, HOST, Close, CorruptRecord, Forfeit, InvalidAction
from engine.record import (
    LOG_LIMIT,
    Configuration,
    Entry,
    GameRecord,
    StandIn,
    Takeback,
    active_entries,
    format_host,
    format_player_counts,
    parse_host,
)
from engine.record_json import RECORD_BYTES, decode, encode
from engine.replay import replay

pytestmark = pytest.mark.usefixtures("toys")

RACE = Configuration("toy_race", 1, {}, 2)
DRAWS = [(CHANCE, f"draw {number % 2} {number + 1}") for number in range(6)]


def record(*more, configuration=RACE):
    """Return a record in which seat 0 holds 1, 3, 5 and seat 1 holds 2, 4, 6, followed by `more`."""
    entries = [*DRAWS, *more] if configuration.game == "toy_race" else more
    return GameRecord(configuration, tuple(Entry(actor, action) for actor, action in entries))


def error_of(replayed):
    """Return the entry at which a record breaks, and the code of the error."""
    assert replayed.error is not None
    return replayed.error.entry, replayed.error.code


def fields(**changes):
    fields = {"format": "hexcade/1", "game": "toy_race", "rules_version": 1, "seats": 2, "entries": []}
    return json.dumps({**fields, **changes}).encode()


def places(replayed):
    return replayed.states[-1].places


def test_a_record_is_read_as_it_is_documented():
    text = """{"format": "hexcade/1", "game": "hive_mind", "rules_version": 1, "options": {"edition": "recharged"},
      "seats": 5, "table": "01JD", "commitment": null, "salts": null, "seed": null,
      "entries": [["chance", "hive charge 112213231213"], [0, "charge:ADE"], [0, "ready"], ["host", "close"]]}"""
    read = decode(text.encode())

    assert read.configuration == Configuration("hive_mind", 1, {"edition": "recharged"}, 5, "01JD")
    assert read.entries == (
        Entry(CHANCE, "hive charge 112213231213"),
        Entry(0, "charge:ADE"),
        Entry(0, "ready"),
        Entry(HOST, "close"),
    )
    assert read.seed is None


def test_writing_and_reading_give_the_same_record():
    configuration = Configuration("toy_race", 1, {"x": [1, None]}, 2, "Tisch ß", "ab" * 32, ("1", "2"))
    entries = (Entry(CHANCE, "roll 1", "0" * 16), Entry(HOST, 'for 1 "x"'), Entry(1, "play 2"))
    full = GameRecord(configuration, entries, bytes(range(32)))

    assert decode(encode(full)) == full
    assert list(json.loads(encode(full)))[:4] == ["format", "game", "rules_version", "options"]
    assert json.loads(encode(full))["entries"][1] == ["host", 'for 1 "x"']


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", "not JSON"),
        (b"\xff\xfe", "not JSON"),
        (b'{"format": "\xff"}', "not JSON"),
        (b"[" * 50_000, "nested at most 16 levels deep"),
        (b"[" * 2_000 + b"]" * 2_000, "nested at most 16 levels deep"),
        (fields(table="X").replace(b'"X"', b'"\\ud800"'), "not JSON"),
        (fields(options={"a": float("nan")}), "not JSON"),
        (fields() + b"{}", "not JSON"),
        (fields(options={"a": {"b": 1}}).replace(b'"b": 1', b'"b": 1, "b": 2'), "The key “b” appears twice"),
        (fields().replace(b'"seats": 2', b'"seats": 2, "seats": 3'), "The key “seats” appears twice"),
        (fields().replace(b'"seats": 2', b'"seats": 2, "\\u0073eats": 2'), "The key “seats” appears twice"),
        (b"[" * 100_000, "at most 60000 lists"),
        (b"[]", "JSON object"),
        (b"{}", "format"),
        (fields(format="hexcade/2"), "format"),
        (fields(x=1), "no field “x”"),
        (fields(**{"y" * 1000: 1}), "no field “y{79}…”"),
        (fields(seats="2"), "match its format"),
        (fields(seats=1_000_000), "integers of at most 6 digits"),
        (fields(rules_version=-1_000_000), "integers of at most 6 digits"),
        (fields(options={"a": [10**30]}), "integers of at most 6 digits"),
        (fields(options={"a": 5}).replace(b"5", b"9" * 10_000), "integers of at most 6 digits"),
        (fields(options={"a": 5}).replace(b"5", b"1e999"), "integers of at most 6 digits"),
        (fields(options={"a": 0.5}), "integers"),
        (fields(options={"a": json.loads("[" * 20 + "]" * 20)}), "nested"),
        (fields(entries=[[1_000_000, "x"]]), "6 digits"),
        (fields(entries=[[0]]), r"Entry 1 must be \[actor"),
        (fields(entries=[[0, "x"], [0, 5]]), r"Entry 2 must be \[actor"),
        (fields(entries=[[0, "x", None]]), r"Entry 1 must be \[actor"),
        (fields(entries=[["dealer", "x"]]), "Entry 1: the actor"),
        (fields(entries=[[True, "x"]]), "Entry 1: the actor"),
        (fields(entries=[[-1, "x"]]), "Entry 1: the actor"),
        (fields(entries=[[[], "x"]]), "Entry 1: the actor"),
        (fields(entries=[[0, "x" * 501]]), "at most 500 characters"),
        (fields(entries=[[0, ""]] * (LOG_LIMIT + 1)), "at most 20000 entries"),
        (fields(entries=[[]] * 100_000), "at most 60000 lists"),
        (fields(options={"a": [0] * 100_000}), "at most 10000 values"),
        (fields(options={str(number): 0 for number in range(30_000)}), "at most 100 options"),
        (fields(salts=["x"] * 100_000), "at most 10000 values"),
        (fields(table="x" * 101), "at most 100 characters"),
        (fields(salts=["x"]), "2 seats, but 1 salts"),
        (fields(seed="ab"), "32 bytes"),
        (fields(seed="zz" * 32), "32 bytes"),
        (fields(commitment="secret"), "32 bytes"),
        (fields() + b" " * RECORD_BYTES, "1048576 bytes"),
    ],
)
def test_what_is_no_record_or_too_large_is_refused(data, text):
    with pytest.raises(CorruptRecord, match=text) as refusal:
        decode(data)
    assert len(str(refusal.value)) < 250


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data):
    with suppress(CorruptRecord):
        assert decode(data).entries is not None


@given(st.text(max_size=60), st.sampled_from([0, 1, 7, CHANCE, HOST]))
def test_any_action_is_replayed_or_reported(text, actor):
    replayed = replay(record((actor, text)))

    assert replayed.valid in (6, 7)
    assert (replayed.error is None) == (replayed.valid == 7)


def test_a_whole_game_is_replayed():
    replayed = replay(record((0, "play 1"), (CHANCE, "roll 2"), (1, "play 6")))

    assert replayed.error is None
    assert replayed.valid == 9
    assert places(replayed) == (3, 6)
    assert replayed.events[-1] == (race.Moved(1, 6, 6),)


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ((0, "play 2"), "illegal_action"),
        ((1, "play 2"), "not_your_turn"),
        ((0, "jump"), "invalid_action"),
        ((2, "play 1"), "no_such_seat"),
        ((CHANCE, "roll 1"), "not_your_turn"),
        ((HOST, "open"), "invalid_action"),
        ((HOST, "forfeit 2"), "no_such_seat"),
        ((HOST, "for 2 play 1"), "no_such_seat"),
        ((HOST, "for 0 play 2"), "illegal_action"),
        ((HOST, "for 0 takeback 1"), "invalid_action"),
        ((HOST, "takeback 6"), "illegal_action"),
        ((HOST, "takeback 7"), "illegal_action"),
    ],
)
def test_the_valid_prefix_is_kept_and_the_entry_named(entry, code):
    replayed = replay(record(entry, (0, "play 1")))

    assert replayed.valid == 6
    assert error_of(replayed) == (7, code)
    assert len(replayed.states) == 7


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"game": "chess"}, "unknown_game"),
        ({"game": "x" * 100}, "unknown_game"),
        ({"rules_version": 2}, "version_mismatch"),
        ({"seats": 4}, "seats"),
        ({"seats": 0}, "seats"),
        ({"options": {"x": 1}}, "invalid_options"),
    ],
)
def test_a_configuration_at_fault_is_entry_0(changes, code):
    replayed = replay(record(configuration=msgspec.structs.replace(RACE, **changes)))

    assert (replayed.valid, *error_of(replayed)) == (0, 0, code)
    assert replayed.rules is None
    assert replayed.error is not None
    assert len(str(replayed.error.text)) < 250


def test_a_stand_in_moves_for_the_seat():
    by_seat = replay(record((0, "play 1")))
    stood_in = replay(record((HOST, "for 0 play 1")))

    assert stood_in.states[-1] == by_seat.states[-1]
    assert stood_in.events == by_seat.events


def test_a_forfeit_is_the_games_own():
    replayed = replay(record((HOST, "forfeit 0")))

    assert replayed.states[-1].quit == 0


def test_a_take_back_returns_to_the_state_after_an_entry():
    replayed = replay(record((0, "play 1"), (HOST, "takeback 6"), (0, "play 5")))

    assert replayed.error is None
    assert replayed.states[8] == replayed.states[6]
    assert replayed.events[7] == ()
    assert places(replayed) == (5, 0)


def test_a_take_back_may_follow_another_and_reach_behind_it():
    moves = [(0, "play 1"), (HOST, "takeback 6"), (0, "play 5"), (HOST, "takeback 8"), (0, "play 3")]
    replayed = replay(record(*moves))

    assert replayed.error is None
    assert places(replayed) == (3, 0)


def test_nothing_is_taken_back_after_the_end():
    replayed = replay(record((HOST, "forfeit 0"), (HOST, "takeback 6")))

    assert error_of(replayed) == (8, "game_over")


def test_the_active_entries_leave_out_what_was_taken_back():
    moves = [(0, "a"), (1, "b"), (HOST, "takeback 1"), (1, "c"), (HOST, "takeback 3"), (1, "d")]

    assert active_entries([Entry(actor, action) for actor, action in moves]) == (1, 6)
    assert active_entries([Entry(actor, action) for actor, action in [*moves, (HOST, "takeback 4")]]) == (1, 4)
    assert active_entries([Entry(actor, action) for actor, action in [*moves, (HOST, "takeback 0")]]) == ()


def test_a_wrong_digest_is_reported_at_its_entry():
    entries = record((0, "play 1"), (CHANCE, "roll 2")).entries
    wrong = (*entries[:6], Entry(0, "play 1", "0" * 16), *entries[7:])

    replayed = replay(GameRecord(RACE, wrong))

    assert (replayed.valid, *error_of(replayed)) == (6, 7, "digest_mismatch")


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("close", Close()),
        (" Forfeit  2", None),
        ("forfeit 2", Forfeit(2)),
        ("forfeit 2 late", Forfeit(2, late=True)),
        ("forfeit 2 ill", None),
        ("takeback 0", Takeback(0)),
        ("for 1 place S A1 0", StandIn(1, "place S A1 0")),
        ("for 1", None),
        ("for x play 1", None),
        ("takeback 1234567", None),
        ("takeback ²", None),
        ("takeback -1", None),
        ("close now", None),
        ("", None),
    ],
)
def test_the_hosts_notation(text, command):
    if command is None:
        with pytest.raises(InvalidAction):
            parse_host(text)
    else:
        assert parse_host(text) == command
        assert format_host(command) == text


def test_secrets_are_in_no_representation():
    full = GameRecord(RACE, record((0, "play 1")).entries, bytes(range(32)))

    for value in (full, full.entries, replay(full)):
        assert "play 1" not in repr(value)
        assert "draw" not in repr(value)
        assert repr(full.seed)[2:-1] not in repr(value)


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        ((1,), "1 player"),
        ((2,), "2 players"),
        ((1, 2), "1 or 2 players"),
        ((2, 3, 4), "2 to 4 players"),
        ((3, 4, 5, 6, 7), "3 to 7 players"),
        ((2, 4, 6), "2, 4 or 6 players"),
    ],
)
def test_numbers_of_players_are_a_range_where_they_are_one(seats: tuple[int, ...], words: str) -> None:
    assert str(format_player_counts(seats)) == words
