"""A game in progress: begin, act, take back, resume and replay, stories, the step and the turn."""

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
from engine.game import act, act_all, begin, replay_game, resume, snapshot, take_back
from engine.games import register_games
from engine.history import decode_events, history, public_story, story
from engine.record import Configuration, Entry, GameRecord, count_draws
from engine.record_json import encode
from engine.verification import verify
from tests.logged import new_logged_game

pytestmark = pytest.mark.usefixtures("toys")

SEED = bytes(range(32))
COMMITMENT = fairness.commitment(SEED)
RACE = Configuration("toy_race", 1, {}, 2, "t1", COMMITMENT, ("a", "b"))
BIDS = Configuration("toy_bids", 1, {}, 3, "t2", COMMITMENT, ("a", "b", "c"))


def played(logged, *moves):
    """Return the game and its log after moves of (actor, text)."""
    for actor, text in moves:
        logged = logged.act(actor, text, SEED)
    return logged


def fields(game):
    return game.n, game.draws, game.logged, game.step, game.turn, fairness.encode_canonical(game.state)


def test_a_game_begins_with_all_draws_that_are_due():
    advance = begin(RACE, SEED)

    assert [entry.actor for entry in advance.entries] == [CHANCE] * 6
    assert all(entry.digest for entry in advance.entries)
    assert (advance.game.n, advance.game.draws, advance.game.logged) == (6, 6, (0, 0))
    assert (advance.game.step, advance.game.turn, advance.game.actors) == (1, 1, (0,))


def test_a_game_keeps_its_options_in_full():
    assert begin(BIDS, SEED).game.configuration.options == {"rounds": 3}


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
    game = begin(RACE, SEED).game
    advance = act(game, 0, game.legal(0)[0], SEED)

    assert [entry.actor for entry in advance.entries] == [0, CHANCE]
    assert [[type(event) for event in events] for events in advance.events] == [[race.Moved], [race.Moved]]
    assert (advance.game.n, advance.game.draws, advance.game.logged) == (8, 7, (1, 0))
    assert advance.game.actors == (1,)


def test_what_people_type_is_logged_in_the_games_own_notation():
    game = begin(RACE, SEED).game
    text = game.legal(0)[0]

    assert act(game, 0, f"  {text.upper()} ", SEED).entries[0].action == text
    assert act(game, HOST, f" for 0   {text.upper()}", SEED).entries[0].action == f"for 0 {text}"
    assert act(game, HOST, " forfeit  1", SEED).entries[0].action == "forfeit 1"


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
        (7, "play 1", IllegalAction),
        (SPECTATOR, "play 1", IllegalAction),
        (CHANCE, "roll 3", NotYourTurn),
        (HOST, "takeback 5", IllegalAction),
        (HOST, "for 1 play 1", NotYourTurn),
        (HOST, "for 9 play 1", IllegalAction),
        (HOST, "forfeit 9", IllegalAction),
        (HOST, "win 0", InvalidAction),
    ],
)
def test_a_refused_action_names_its_reason(actor, text, error):
    with pytest.raises(error):
        act(begin(RACE, SEED).game, actor, text, SEED)


@pytest.mark.parametrize("entry", [6, 7, 999_999])
def test_only_what_is_there_is_taken_back(entry):
    with pytest.raises(IllegalAction, match="not before the newest"):
        new_logged_game(RACE, SEED).act(HOST, f"takeback {entry}", SEED)


def test_a_take_back_needs_the_whole_log():
    logged = new_logged_game(RACE, SEED)

    with pytest.raises(CorruptRecord, match="5 entries, but the game has 6"):
        take_back(logged.game, logged.log[:5], 0, SEED)


def test_nothing_is_played_after_the_end():
    logged = played(new_logged_game(RACE, SEED), (HOST, "forfeit 0"))

    assert logged.game.outcome is not None
    assert logged.game.outcome.winners == (1,)
    assert logged.game.result is not None
    assert logged.game.result["winners"] == [1]
    assert logged.game.standing == ((1,), (0,))
    assert logged.game.actors == ()
    for actor, text in [(0, "play 1"), (HOST, "close"), (HOST, "takeback 6")]:
        with pytest.raises(GameOver):
            logged.act(actor, text, SEED)


class Counting(bids.Rules):
    """Rules that count calls of `view` and `parse_action`."""

    def __init__(self, seats, rounds):
        super().__init__(seats, rounds)
        self.views = self.parsed = 0

    def view(self, state, viewer):
        self.views += 1
        return super().view(state, viewer)

    def parse_action(self, text):
        self.parsed += 1
        return super().parse_action(text)


@pytest.mark.parametrize(("actor", "text"), [(0, "bid 4"), (HOST, "for 2 bid 4"), (HOST, "close")])
def test_an_action_is_parsed_once_and_takes_two_views(actor, text):
    with register_games(bids.Bids(Counting)):
        game = begin(BIDS, SEED).game
        rules = game.rules
        assert isinstance(rules, Counting)
        rules.views = 0
        act(game, actor, text, SEED)

    assert (rules.views, rules.parsed) == (2, int(text != "close"))


def test_acting_with_the_wrong_seed_is_refused():
    game = begin(RACE, SEED).game

    with pytest.raises(CorruptRecord, match="doesn't match"):
        act(game, 0, game.legal(0)[0], bytes(32))


def test_several_actions_are_one_advance():
    game = begin(BIDS, SEED).game
    moves = [(0, "bid 1"), (1, "bid 2"), (2, "bid 3")]
    together, one_by_one = act_all(game, moves, SEED), played(new_logged_game(BIDS, SEED), *moves)

    assert fields(together.game) == fields(one_by_one.game)
    assert together.entries == one_by_one.log[1:]
    assert len(together.events) == len(together.entries)


def test_of_several_actions_all_are_made_or_none():
    with pytest.raises(IllegalAction):
        act_all(begin(BIDS, SEED).game, [(0, "bid 1"), (1, "bid 9")], SEED)


def test_the_step_rises_when_the_public_board_or_the_actors_change():
    logged = new_logged_game(BIDS, SEED)
    steps = [logged.game.step]
    for actor, text in [(0, "bid 1"), (0, "bid 2"), (1, "bid 2"), (2, "bid 3")]:
        logged = logged.act(actor, text, SEED)
        steps.append(logged.game.step)

    assert steps == [1, 2, 2, 3, 4]


def test_the_turn_rises_when_something_else_is_asked():
    """The answer of one of several seats keeps the turn. A take-back raises it."""
    logged = new_logged_game(BIDS, SEED)
    turns = [(logged.game.turn, logged.game.is_simultaneous)]
    for actor, text in [(0, "bid 1"), (HOST, "takeback 1"), (0, "bid 1"), (1, "bid 2"), (2, "bid 3"),
                        (HOST, "takeback 1"), (HOST, "forfeit 0"), (HOST, "close")]:  # fmt: skip
        logged = logged.act(actor, text, SEED)
        turns.append((logged.game.turn, logged.game.is_simultaneous))

    assert turns == [(turn, True) for turn in (1, 1, 1, 1, 1, 2, 3, 3, 4)]


def test_views_and_legal_actions_are_a_seats_own():
    game, _ = played(new_logged_game(BIDS, SEED), (0, "bid 4"))

    assert game.view(0).own == 4
    assert game.view(1).own is None
    assert game.legal(1) == ("bid 1", "bid 2", "bid 3", "bid 4", "bid 5")
    assert game.legal(0) == ()
    assert game.actors == (1, 2)


def test_what_happened_is_shown_as_each_viewer_may_know_it():
    advance = act(begin(BIDS, SEED).game, 0, "bid 4", SEED)

    assert advance.visible(0) == (bids.Committed(0, 4),)
    assert advance.visible(1) == advance.visible(SPECTATOR) == (bids.Committed(0, None),)


def test_public_events_are_stored_by_entry_and_read_back():
    game = begin(RACE, SEED).game
    advance = act(game, 0, game.legal(0)[0], SEED)
    stored = advance.public_events()

    assert [decode_events(game.rules, data) for data in stored] == list(advance.events)
    assert b"bid 4" not in b"".join(act(begin(BIDS, SEED).game, 0, "bid 4", SEED).public_events())
    for data in (b"", b"{}", b'[{"type":"other"}]'):
        with pytest.raises(CorruptRecord):
            decode_events(game.rules, data)


def test_the_host_closes_a_round():
    advance = act(begin(BIDS, SEED).game, HOST, "close", SEED)

    assert advance.visible(SPECTATOR)[0] == bids.Resolved((1, 1, 1), None)
    assert advance.entries[0].action == "close"


def test_a_game_is_resumed_from_its_snapshot_or_replayed_from_its_log():
    game, log = played(
        new_logged_game(BIDS, SEED), (0, "bid 4"), (HOST, "takeback 1"), (1, "bid 2"), (HOST, "for 0 bid 3")
    )

    assert game.logged == (2, 1, 0)
    assert fields(resume(game.configuration, snapshot(game), game.step, log[-1].digest)) == fields(game)
    assert fields(resume(game.configuration, snapshot(game), game.step, None)) == fields(game)
    assert fields(replay_game(game.configuration, log)) == fields(game)
    assert replay_game(game.configuration, log, 99).step == 99


@pytest.mark.parametrize("data", [b"{}", b"not json", b'{"n":1,"draws":1,"logged":[],"turn":1,"state":{}}'])
def test_a_snapshot_of_another_shape_is_refused(data):
    with pytest.raises(CorruptRecord):
        resume(BIDS, data, 1, None)


def test_a_snapshot_of_another_entry_is_refused():
    game, log = played(new_logged_game(BIDS, SEED), (0, "bid 4"))

    with pytest.raises(CorruptRecord, match="newest entry") as refusal:
        resume(game.configuration, snapshot(begin(BIDS, SEED).game), game.step, log[-1].digest)
    assert refusal.value.code == "digest_mismatch"


def test_a_damaged_log_is_refused_at_its_entry():
    game, log = played(new_logged_game(BIDS, SEED), (0, "bid 4"), (1, "bid 2"))
    log = (*log[:1], Entry(0, "bid 3", log[1].digest), *log[2:])

    with pytest.raises(CorruptRecord, match="Entry 2: ") as refusal:
        replay_game(game.configuration, log, 3)
    assert refusal.value.code == "digest_mismatch"
    with pytest.raises(CorruptRecord, match="Entry 2: "):
        story(game.configuration, log, 0, 0)
    with pytest.raises(CorruptRecord, match="Entry 2: "):
        history(game.configuration, log, SPECTATOR)


def test_a_take_back_returns_and_draws_anew():
    start = new_logged_game(RACE, SEED)
    first = start.game.legal(0)[0]
    moved = start.act(0, first, SEED)
    back = moved.act(HOST, "takeback 6", SEED)
    again = back.act(0, first, SEED)

    assert back.game.state == start.game.state
    assert back.game.step == moved.game.step + 1
    assert again.game.draws == count_draws(again.log) == 8
    due = start.game.configuration.dealer(SEED).draw_integer(5, 8)
    assert again.log[-1].action == f"roll {max(1, due - 1)}"


def test_a_take_back_into_the_middle_of_the_draws_draws_the_rest_with_new_numbers():
    start = new_logged_game(RACE, SEED)
    back = start.act(HOST, "takeback 3", SEED)

    assert [entry.actor for entry in back.log[6:]] == [HOST, CHANCE, CHANCE, CHANCE]
    assert back.game.actors == (0,)
    assert verify(back.record(SEED)).differences == ()


def test_a_story_tells_each_viewer_what_it_saw_since():
    game, log = played(new_logged_game(BIDS, SEED), (0, "bid 4"), (1, "bid 2"))
    prize = bids.Rolled(game.view(SPECTATOR).prize)

    assert story(BIDS, log, 0, 1) == (prize, bids.Committed(0, None), bids.Committed(1, 2))
    assert story(BIDS, log, 2, SPECTATOR) == (bids.Committed(1, None),)
    assert story(BIDS, log, game.n, 0) == ()


def test_a_story_leaves_out_what_was_taken_back():
    _, log = played(new_logged_game(BIDS, SEED), (0, "bid 4"), (HOST, "takeback 1"), (1, "bid 2"))

    assert story(BIDS, log, 1, SPECTATOR) == (bids.Committed(1, None),)


def test_a_public_story_is_told_from_stored_events():
    """True for every first entry, and for all take-backs."""
    advances = [begin(BIDS, SEED)]
    logged = new_logged_game(BIDS, SEED)
    for actor, text in [(0, "bid 4"), (1, "bid 2"), (HOST, "takeback 2"), (HOST, "takeback 3"), (2, "bid 5"),
                        (HOST, "takeback 1"), (2, "bid 3")]:  # fmt: skip
        before = logged
        logged = logged.act(actor, text, SEED)
        if text.startswith("takeback"):
            advances.append(take_back(before.game, before.log, int(text.split()[1]), SEED))
        else:
            advances.append(act(before.game, actor, text, SEED))
    stored = [events for advance in advances for events in advance.public_events()]
    rows = [(number, entry, events) for number, (entry, events) in enumerate(zip(logged.log, stored, strict=True), 1)]

    for end in range(1, len(rows) + 1):
        for since in range(end):
            told = story(BIDS, logged.log[:end], since, SPECTATOR)
            assert public_story(logged.game.rules, rows[since:end]) == told
    assert public_story(logged.game.rules, []) == ()


def test_a_history_has_one_view_for_the_start_and_one_for_each_turn():
    """Draws belong to the turn that they follow."""
    logged = new_logged_game(RACE, SEED)
    seen = [logged.game.view(SPECTATOR)]
    assert history(RACE, logged.log, SPECTATOR) == tuple(seen)

    while logged.game.outcome is None:
        seat = logged.game.actors[0]
        logged = logged.act(seat, logged.game.legal(seat)[0], SEED)
        seen.append(logged.game.view(SPECTATOR))
        assert history(RACE, logged.log, SPECTATOR) == tuple(seen)

    assert len(logged.log) > len(seen) > 2


def test_a_history_counts_what_the_host_does_as_a_turn():
    _, log = played(new_logged_game(BIDS, SEED), (0, "bid 4"), (HOST, "forfeit 2"))

    assert [view.left for view in history(BIDS, log, 1)] == [(False,) * 3] * 2 + [(False, False, True)]


def test_a_history_leaves_out_what_was_taken_back():
    start = new_logged_game(RACE, SEED)
    first, second = start.game.legal(0)[:2]
    moved = played(start, (0, first), (HOST, "takeback 6"))
    assert history(RACE, moved.log, 0) == (start.game.view(0),)

    again = played(moved, (0, second))
    assert history(RACE, again.log, 0) == (start.game.view(0), again.game.view(0))


def test_a_history_begins_before_the_first_entry_where_nothing_is_drawn():
    with register_games(race.Race(NothingDrawn)):
        logged = new_logged_game(RACE, SEED)
        assert logged.log == ()
        assert history(RACE, (), SPECTATOR) == (logged.game.view(SPECTATOR),)


class NothingDrawn(race.Rules):
    """The race with fixed hands, so that nothing is drawn."""

    def initial_state(self):
        return msgspec.structs.replace(super().initial_state(), hands=((1, 3, 5), (2, 4, 6)))


def test_a_history_shows_each_viewer_no_more_than_they_saw():
    game, log = played(new_logged_game(BIDS, SEED), (0, "bid 4"), (1, "bid 2"))

    for viewer in (SPECTATOR, 0, 1, 2):
        views = history(BIDS, log, viewer)
        assert views[-1] == game.view(viewer)
        assert [view.own for view in views] == {0: [None, 4, 4], 1: [None, None, 2]}.get(viewer, [None] * 3)
    _, other = played(new_logged_game(BIDS, SEED), (0, "bid 1"), (1, "bid 5"))
    assert history(BIDS, other, 2) == history(BIDS, log, 2)


def test_the_size_is_what_the_entries_take_in_a_record_at_most():
    logged = played(
        new_logged_game(BIDS, SEED), (0, "bid 4"), (HOST, "takeback 1"), (HOST, "for 1 bid 3"), (HOST, "close")
    )
    empty = len(encode(GameRecord(logged.game.configuration, ())))
    written = len(encode(logged.record())) - empty

    assert written <= logged.game.size <= written + 8 * len(logged.log)


def test_secrets_are_in_no_representation():
    advance = act(begin(BIDS, SEED).game, 0, "bid 4", SEED)

    for value in (advance, advance.game, GameRecord(BIDS, advance.entries, SEED)):
        assert "bid 4" not in repr(value)
        assert "pending" not in repr(value)
