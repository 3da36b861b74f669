"""The table: begin, act, resume, story, the step, and clocks (design.md, Words and The path of one turn)."""

import msgspec
import pytest
from toys import bids, race

from engine import fairness
from engine.core import (
    CHANCE,
    HOST,
    SPECTATOR,
    CorruptRecord,
    GameOver,
    IllegalAction,
    InvalidAction,
    InvalidOptions,
    NotYourTurn,
    VersionMismatch,
)
from engine.games import registered
from engine.record import Configuration, Entry, draws
from engine.table import Clock, act, begin, history, resume, snapshot, story
from engine.verification import verify

SEED = bytes(range(32))
COMMITMENT = fairness.commitment(SEED)
RACE = Configuration("toy_race", 1, {}, 2, "t1", COMMITMENT, ("a", "b"))
BIDS = Configuration("toy_bids", 1, {}, 3, "t2", COMMITMENT, ("a", "b", "c"))


@pytest.fixture(autouse=True)
def toys():
    with registered(bids.GAME, race.GAME):
        yield


def played(table, *moves):
    """The table after moves of (actor, text)."""
    for actor, text in moves:
        table = act(table, actor, text, SEED).table
    return table


def test_a_game_begins_with_all_draws_that_are_due():
    advance = begin(RACE, SEED)

    assert [entry.actor for entry in advance.entries] == [CHANCE] * 6
    assert advance.entries == advance.table.entries
    assert all(entry.digest for entry in advance.entries)
    assert (advance.table.n, advance.table.step, advance.table.actors) == (6, 1, (0,))


def test_a_table_keeps_its_options_in_full():
    assert begin(BIDS, SEED).table.configuration.options == {"rounds": 3}


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"game": "chess"}, InvalidOptions),
        ({"seats": 5}, InvalidOptions),
        ({"options": {"rounds": 9}}, InvalidOptions),
        ({"rules_version": 2}, VersionMismatch),
        ({"commitment": "00" * 32}, CorruptRecord),
    ],
)
def test_a_game_that_cannot_be_does_not_begin(changes, error):
    with pytest.raises(error):
        begin(msgspec.structs.replace(BIDS, **changes), SEED)


def test_an_action_is_followed_by_its_draws():
    table = begin(RACE, SEED).table
    advance = act(table, 0, table.legal(0)[0], SEED)

    assert [entry.actor for entry in advance.entries] == [0, CHANCE]
    assert advance.table.entries == table.entries + advance.entries
    assert [type(event) for event in advance.events] == [race.Moved, race.Moved]
    assert advance.table.actors == (1,)


def test_what_people_type_is_logged_in_the_games_own_notation():
    table = begin(RACE, SEED).table
    text = table.legal(0)[0]

    assert act(table, 0, f"  {text.upper()} ", SEED).entries[0].action == text
    assert act(table, HOST, f" for 0   {text.upper()}", SEED).entries[0].action == f"for 0 {text}"
    assert act(table, HOST, " forfeit  1", SEED).entries[0].action == "forfeit 1"


def test_the_same_seed_gives_the_same_game_and_another_seed_another():
    other = msgspec.structs.replace(RACE, commitment=fairness.commitment(bytes(32)))

    assert begin(RACE, SEED).entries == begin(RACE, SEED).entries
    assert begin(other, bytes(32)).entries != begin(RACE, SEED).entries


@pytest.mark.parametrize(
    ("actor", "text", "error"),
    [
        (1, "play 1", NotYourTurn),
        (1, "nonsense", NotYourTurn),
        (0, "nonsense", InvalidAction),
        (0, "play 0", IllegalAction),
        (0, "play 1" + " " * 500, InvalidAction),
        (7, "play 1", CorruptRecord),
        (SPECTATOR, "play 1", CorruptRecord),
        (CHANCE, "roll 3", NotYourTurn),
        (HOST, "takeback 6", IllegalAction),
        (HOST, "for 1 play 1", NotYourTurn),
        (HOST, "for 9 play 1", CorruptRecord),
        (HOST, "win 0", InvalidAction),
    ],
)
def test_a_refused_action_names_its_reason_and_changes_nothing(actor, text, error):
    table = begin(RACE, SEED).table
    before = (table.entries, snapshot(table))

    with pytest.raises(error):
        act(table, actor, text, SEED)
    assert (table.entries, snapshot(table)) == before


def test_nothing_is_played_after_the_end():
    table = played(begin(RACE, SEED).table, (HOST, "forfeit 0"))

    assert table.outcome.winners == (1,)
    assert table.result["winners"] == [1]
    assert table.actors == ()
    for actor, text in [(0, "play 1"), (HOST, "close"), (HOST, "takeback 6")]:
        with pytest.raises(GameOver):
            act(table, actor, text, SEED)


def test_acting_with_the_wrong_seed_is_refused():
    table = begin(RACE, SEED).table

    with pytest.raises(CorruptRecord, match="not the one"):
        act(table, 0, table.legal(0)[0], bytes(32))


def test_the_step_rises_when_the_public_board_or_the_actors_change():
    table = begin(BIDS, SEED).table
    steps = [table.step]
    for actor, text in [(0, "bid 1"), (0, "bid 2"), (1, "bid 2"), (2, "bid 3")]:
        table = act(table, actor, text, SEED).table
        steps.append(table.step)

    assert steps == [1, 2, 2, 3, 4]


def test_views_and_legal_actions_are_a_seats_own():
    table = played(begin(BIDS, SEED).table, (0, "bid 4"))

    assert table.view(0).own == 4
    assert table.view(1).own is None
    assert table.legal(1) == ("bid 1", "bid 2", "bid 3", "bid 4", "bid 5")
    assert table.legal(0) == ()
    assert table.actors == (1, 2)


def test_what_happened_is_shown_as_each_viewer_may_know_it():
    advance = act(begin(BIDS, SEED).table, 0, "bid 4", SEED)

    assert advance.visible(0) == (bids.Committed(0, 4),)
    assert advance.visible(1) == advance.visible(SPECTATOR) == (bids.Committed(0, None),)


def test_the_host_closes_a_round():
    advance = act(begin(BIDS, SEED).table, HOST, "close", SEED)

    assert advance.visible(SPECTATOR)[0] == bids.Resolved((1, 1, 1), None)
    assert advance.entries[0].action == "close"


def test_a_table_is_taken_up_from_its_log_or_its_snapshot():
    table = played(begin(BIDS, SEED).table, (0, "bid 4"), (HOST, "takeback 1"), (1, "bid 2"))

    for cache in (None, snapshot(table), b"{}", b"not json", snapshot(begin(BIDS, SEED).table)):
        again = resume(table.configuration, table.entries, table.step, cache)
        assert (again.state, again.entries, again.step) == (table.state, table.entries, table.step)


def test_a_damaged_log_is_refused_at_its_entry():
    table = played(begin(BIDS, SEED).table, (0, "bid 4"), (1, "bid 2"))
    entries = (*table.entries[:1], Entry(0, "bid 3", table.entries[1].digest), *table.entries[2:])

    with pytest.raises(CorruptRecord, match="Entry 2: ") as refusal:
        resume(table.configuration, entries, 3)
    assert refusal.value.code == "digest_mismatch"
    with pytest.raises(CorruptRecord, match="Entry 2: "):
        story(table.configuration, entries, 0, 0)
    with pytest.raises(CorruptRecord, match="Entry 2: "):
        history(table.configuration, entries, SPECTATOR)


def test_a_snapshot_of_another_shape_is_no_state():
    """Its digest is right, as after a change of the state's fields; then the log is asked."""
    table = played(begin(BIDS, SEED).table, (0, "bid 4"))
    entries = (*table.entries[:-1], Entry(0, "bid 4", fairness.digest8(b"{}")))

    with pytest.raises(CorruptRecord, match="Entry 2: "):
        resume(table.configuration, entries, table.step, b"{}")


def test_a_take_back_returns_and_draws_anew():
    table = begin(RACE, SEED).table
    first = table.legal(0)[0]
    moved = act(table, 0, first, SEED)
    back = act(moved.table, HOST, "takeback 6", SEED)
    again = act(back.table, 0, first, SEED)

    assert snapshot(back.table) == snapshot(table)
    assert back.events == ()
    assert back.table.step == moved.table.step + 1
    assert draws(again.table.entries) == 8
    due = table.configuration.dealer(SEED).below(5, 8)
    assert again.entries[1].action == f"roll {max(1, due - 1)}"


def test_a_take_back_into_the_middle_of_the_draws_draws_the_rest_with_new_numbers():
    table = begin(RACE, SEED).table
    back = act(table, HOST, "takeback 3", SEED)

    assert [entry.actor for entry in back.entries] == [HOST, CHANCE, CHANCE, CHANCE]
    assert back.table.actors == (0,)
    assert verify(back.table.record(SEED)).verified


def test_a_story_tells_each_viewer_what_it_saw_since():
    table = played(begin(BIDS, SEED).table, (0, "bid 4"), (1, "bid 2"))
    prize = bids.Rolled(table.view(SPECTATOR).prize)

    assert story(table.configuration, table.entries, 0, 1) == (prize, bids.Committed(0, None), bids.Committed(1, 2))
    assert story(table.configuration, table.entries, 2, SPECTATOR) == (bids.Committed(1, None),)
    assert story(table.configuration, table.entries, table.n, 0) == ()


def test_a_story_leaves_out_what_was_taken_back():
    table = played(begin(BIDS, SEED).table, (0, "bid 4"), (HOST, "takeback 1"), (1, "bid 2"))

    assert story(table.configuration, table.entries, 1, SPECTATOR) == (bids.Committed(1, None),)


def test_a_history_has_one_view_for_the_start_and_one_for_each_turn():
    """Draws belong to the turn that they follow."""
    table = begin(RACE, SEED).table
    seen = [table.view(SPECTATOR)]
    assert history(RACE, table.entries, SPECTATOR) == tuple(seen)

    while table.outcome is None:
        table = act(table, table.actors[0], table.legal(table.actors[0])[0], SEED).table
        seen.append(table.view(SPECTATOR))
        assert history(RACE, table.entries, SPECTATOR) == tuple(seen)

    assert len(table.entries) > len(seen) > 2


def test_a_history_counts_what_the_host_does_as_a_turn():
    table = played(begin(BIDS, SEED).table, (0, "bid 4"), (HOST, "forfeit 2"))

    assert [view.left for view in history(BIDS, table.entries, 1)] == [(False,) * 3] * 2 + [(False, False, True)]


def test_a_history_leaves_out_what_was_taken_back():
    table = begin(RACE, SEED).table
    first, second = table.legal(0)[:2]
    moved = played(table, (0, first), (HOST, "takeback 6"))
    assert history(RACE, moved.entries, 0) == (table.view(0),)

    again = played(moved, (0, second))
    assert history(RACE, again.entries, 0) == (table.view(0), again.view(0))


def test_a_history_shows_each_viewer_no_more_than_they_saw():
    table = played(begin(BIDS, SEED).table, (0, "bid 4"), (1, "bid 2"))

    for viewer in (SPECTATOR, 0, 1, 2):
        views = history(BIDS, table.entries, viewer)
        assert views[-1] == table.view(viewer)
        assert [view.own for view in views] == {0: [None, 4, 4], 1: [None, None, 2]}.get(viewer, [None] * 3)
    other = played(begin(BIDS, SEED).table, (0, "bid 1"), (1, "bid 5"))
    assert history(BIDS, other.entries, 2) == history(BIDS, table.entries, 2)


def test_secrets_are_in_no_representation():
    advance = act(begin(BIDS, SEED).table, 0, "bid 4", SEED)

    for value in (advance, advance.table, advance.table.record(SEED)):
        assert "bid 4" not in repr(value)
        assert "pending" not in repr(value)


def test_a_whole_game_is_verified_and_each_change_to_it_is_found():
    table = begin(RACE, SEED).table
    while table.outcome is None:
        table = act(table, table.actors[0], table.legal(table.actors[0])[-1], SEED).table
    full = table.record(SEED)
    plain = tuple(Entry(entry.actor, entry.action) for entry in full.entries)
    rolls = [number for number, entry in enumerate(plain) if entry.action.startswith("roll")]
    changed = Entry(CHANCE, f"roll {int(plain[rolls[0]].action[-1]) % 3 + 1}")
    other_roll = (*plain[: rolls[0]], changed, *plain[rolls[0] + 1 :])

    def found(record):
        return [(fault.entry, fault.code) for fault in verify(record).differences]

    assert verify(full).verified
    assert (verify(full).entries, verify(full).draws, verify(full).digests) == (table.n, 12, table.n)
    assert found(msgspec.structs.replace(full, entries=other_roll)) == [(rolls[0] + 1, "wrong_draw")]
    assert found(msgspec.structs.replace(full, seed=None)) == [(0, "no_seed")]
    assert found(msgspec.structs.replace(full, entries=full.entries[:-1])) == []
    assert found(msgspec.structs.replace(full, seed=bytes(32)))[0] == (0, "wrong_seed")
    assert (7, "digest_mismatch") in found(
        msgspec.structs.replace(full, entries=(*full.entries[:6], Entry(HOST, "forfeit 0", "0" * 16)))
    )
    uncommitted = msgspec.structs.replace(full.configuration, commitment=None)
    assert found(msgspec.structs.replace(full, configuration=uncommitted)) == [(0, "no_commitment")]


@pytest.mark.parametrize("seconds", [299, 0, -1, 14 * 24 * 3600 + 1])
def test_a_clock_out_of_range_is_refused(seconds):
    with pytest.raises(InvalidOptions, match="5 minutes to 14 days"):
        Clock(seconds)


def test_a_clocks_deadline_is_in_milliseconds():
    assert Clock(300).deadline(1_000) == 301_000
    assert Clock(14 * 24 * 3600).deadline(0) == 1_209_600_000
    assert Clock().deadline(1_000) is None
