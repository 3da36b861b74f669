"""Who must agree to a take-back (design.md, Take-back)."""

import msgspec
import pytest
from toys import bids, race

from engine.core import Transition
from engine.games import registered
from engine.record import Configuration
from engine.table import act, begin
from engine.takeback import TakebackPolicy, takeback_policy

SEED = bytes(range(32))
BIDS = Configuration("toy_bids", 1, {}, 3)
RACE = Configuration("toy_race", 1, {}, 2)


class Quiet(race.Rules):
    """The race without dice: playing a card only shows it."""

    def _moved(self, state, steps, card, rolling):
        moved = super()._moved(state, steps, card, rolling)
        turn = (state.turn + 1) % self.seats
        return Transition(msgspec.structs.replace(moved.state, rolling=False, turn=turn), moved.events)


class OpenHands(Quiet):
    """And nothing is hidden."""

    def view(self, state, viewer):
        return msgspec.structs.replace(super().view(state, viewer), hand=tuple(state.hands))

    def determinize(self, view, rng):
        return race.State(view.hand, view.played, view.places, view.turn, view.rolling, view.quit)


@pytest.fixture(autouse=True)
def toys():
    with registered(bids.GAME, race.GAME):
        yield


def played(configuration, *moves):
    """The table after moves of (seat, number of the legal action) or (HOST, text)."""
    table = begin(configuration, SEED).table
    for actor, move in moves:
        text = move if isinstance(move, str) else table.legal(actor)[move]
        table = act(table, actor, text, SEED).table
    return table


def test_a_hidden_bid_is_taken_back_freely():
    assert takeback_policy(played(BIDS, (0, 1)), 0) == TakebackPolicy("free", 1)


def test_once_another_has_acted_all_who_saw_something_are_asked():
    """Seat 1 has bid too, which its own view and the others' show; nobody has seen what was bid."""
    policy = takeback_policy(played(BIDS, (0, 1), (1, 2)), 0)

    assert (policy.kind, policy.entry, policy.seats) == ("vote", 1, (1, 2))


def test_once_bids_are_revealed_it_is_refused():
    policy = takeback_policy(played(BIDS, (0, 1), (1, 2), (2, 3)), 2)

    assert policy.kind == "refused"
    assert policy.text


def test_once_dice_have_fallen_it_is_refused():
    policy = takeback_policy(played(RACE, (0, 0)), 0)

    assert policy.kind == "refused"
    assert "rolled" in policy.text


def test_a_move_that_all_have_seen_needs_their_consent():
    with registered(race.Race(Quiet)):
        policy = takeback_policy(played(RACE, (0, 0)), 0)

    assert (policy.kind, policy.entry, policy.seats) == ("vote", 6, (1,))


def test_a_move_after_which_another_showed_a_hidden_card_stays():
    with registered(race.Race(Quiet)):
        policy = takeback_policy(played(RACE, (0, 0), (1, 0)), 0)

    assert policy.kind == "refused"
    assert "hidden" in policy.text


def test_where_nothing_is_hidden_it_is_a_matter_of_consent():
    with registered(race.Race(OpenHands)):
        policy = takeback_policy(played(RACE, (0, 0), (1, 0)), 0)

    assert (policy.kind, policy.entry, policy.seats) == ("vote", 6, (1,))


@pytest.mark.parametrize(
    ("moves", "seat"),
    [
        ([], 0),
        ([(0, 1)], 1),
        ([(0, 1), (-2, "takeback 1")], 0),
        ([(0, 1), (-2, "close")], 0),
        ([(0, 1), (-2, "forfeit 1")], 0),
        ([(-2, "for 0 bid 2")], 0),
    ],
)
def test_there_must_be_a_move_of_ones_own_and_no_clock_since(moves, seat):
    policy = takeback_policy(played(BIDS, *moves), seat)

    assert policy.kind == "refused"
    assert policy.text


def test_a_finished_game_stays_finished():
    table = played(RACE, (0, 0), (-2, "forfeit 1"))

    assert takeback_policy(table, 0) == TakebackPolicy("refused", text="The game is over.")


def test_what_the_policy_names_can_be_played():
    table = played(BIDS, (0, 1))
    policy = takeback_policy(table, 0)
    back = act(table, -2, f"takeback {policy.entry}", SEED).table

    assert back.state == played(BIDS).state
    assert takeback_policy(back, 0).kind == "refused"
