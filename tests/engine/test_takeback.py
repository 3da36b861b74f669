"""Take-back policy: consent, refusal, and free take-backs."""

from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from toys import race

from engine.core import CHANCE, HOST, SPECTATOR, IllegalAction
from engine.games import register_games
from engine.record import Configuration, Entry, active_entries, seat_of, takeback_target
from engine.takeback import (
    CLOSED,
    LEFT,
    NO_MOVE,
    OVER,
    TakebackPolicy,
    TakenBack,
    ordinal,
    retract,
    takeback_policy,
    takebacks,
    will_be_final,
)
from tests.logged import new_logged_game

pytestmark = pytest.mark.usefixtures("toys")

SEED = bytes(range(32))
BIDS = Configuration("toy_bids", 1, {}, 3)
RACE = Configuration("toy_race", 1, {}, 2)


class Quiet(race.Rules):
    """The race without dice: playing a card only reveals it."""

    def _moved(self, state, steps, card, events):
        moved = super()._moved(state, steps, card, events)
        turn = (state.turn + 1) % self.seats
        return msgspec.structs.replace(moved, rolling=False, turn=turn)


class OpenHands(Quiet):
    """The race without dice and without hidden hands."""

    def view(self, state, viewer):
        return msgspec.structs.replace(super().view(state, viewer), hand=tuple(state.hands))

    def determinize(self, view, rng):
        return race.State(view.hand, view.played, view.places, view.turn, view.rolling, view.quit)


class FaceDown(Quiet):
    """The race without dice and with played cards face down."""

    def view(self, state, viewer):
        return msgspec.structs.replace(super().view(state, viewer), played=(0,) * len(state.played), places=())

    def determinize(self, view, rng):
        unseen = rng.sample([card for card in race.CARDS if card not in view.hand], sum(view.sizes) - len(view.hand))
        others = [tuple(sorted(unseen.pop() for _ in range(size))) for size in view.sizes[1:]]
        played = tuple(card for card in race.CARDS if card not in view.hand and all(card not in own for own in others))
        return race.State((view.hand, *others), played[: len(view.played)], (0,) * self.seats, view.turn, False, None)


def played(configuration, *moves):
    """Return the game and its log after moves of (seat, index of the legal action) or (HOST, text)."""
    logged = new_logged_game(configuration, SEED)
    for actor, move in moves:
        text = move if isinstance(move, str) else logged.game.legal(actor)[move]
        logged = logged.act(actor, text, SEED)
    return logged


def test_a_hidden_bid_is_taken_back_freely():
    assert takeback_policy(*played(BIDS, (0, 1)), 0) == TakebackPolicy("free", 1, own=2)


def test_an_answer_is_taken_back_alone_while_others_answer_the_same():
    """Seat 1 has bid too, and its bid stays."""
    logged = played(BIDS, (0, 1), (1, 2))
    assert takeback_policy(*logged, 0) == TakebackPolicy("free", 1, own=2)
    back = retract(*logged, 0, SEED)

    assert back.game.state == played(BIDS, (1, 2)).game.state
    assert [entry.actor for entry in back.entries] == [HOST, 1]
    assert back.game.step == logged.game.step + 1
    assert back.game.turn == logged.game.turn


def test_once_bids_are_revealed_it_is_refused():
    policy = takeback_policy(*played(BIDS, (0, 1), (1, 2), (2, 3)), 2)

    assert policy.kind == "refused"
    assert policy.text


def test_once_dice_have_fallen_it_is_refused():
    policy = takeback_policy(*played(RACE, (0, 0)), 0)

    assert policy.kind == "refused"
    assert "rolled" in str(policy.text)


def test_a_move_that_all_have_seen_needs_their_consent():
    with register_games(race.Race(Quiet)):
        policy = takeback_policy(*played(RACE, (0, 0)), 0)

    assert (policy.kind, policy.entry, policy.seats) == ("vote", 6, (1,))


def test_a_move_after_which_another_showed_a_hidden_card_stays():
    with register_games(race.Race(Quiet)):
        policy = takeback_policy(*played(RACE, (0, 0), (1, 0)), 0)

    assert policy.kind == "refused"
    assert "hidden" in str(policy.text)


def test_where_nothing_is_hidden_it_is_a_matter_of_consent():
    with register_games(race.Race(OpenHands)):
        policy = takeback_policy(*played(RACE, (0, 0), (1, 0)), 0)

    assert (policy.kind, policy.entry, policy.seats) == ("vote", 6, (1,))


@pytest.mark.parametrize(
    ("moves", "seat", "why"),
    [
        ([], 0, NO_MOVE),
        ([(0, 1)], 1, NO_MOVE),
        ([(0, 1), (HOST, "takeback 1")], 0, NO_MOVE),
        ([(0, 1), (HOST, "close")], 0, CLOSED),
        ([(0, 1), (HOST, "forfeit 1")], 0, LEFT),
        ([(0, 1), (HOST, "forfeit 0")], 0, LEFT),
        ([(HOST, "for 0 bid 2")], 0, NO_MOVE),
    ],
)
def test_there_must_be_a_move_of_ones_own_and_no_clock_since(moves, seat, why):
    policy = takeback_policy(*played(BIDS, *moves), seat)

    assert (policy.kind, policy.text) == ("refused", why)


def test_a_finished_game_stays_finished():
    logged = played(RACE, (0, 0), (HOST, "forfeit 1"))

    assert takeback_policy(*logged, 0) == TakebackPolicy("refused", text=OVER)


def test_what_the_policy_names_can_be_played():
    logged = played(BIDS, (0, 1))
    back = logged.then(retract(*logged, 0, SEED))

    assert back.log[-1].action == f"takeback {takeback_policy(*logged, 0).entry}"
    assert back.game.state == played(BIDS).game.state
    assert takeback_policy(*back, 0).kind == "refused"
    with pytest.raises(IllegalAction, match="You have no move to take back"):
        retract(*back, 0, SEED)


def test_a_move_is_taken_back_with_all_that_followed():
    with register_games(race.Race(OpenHands)):
        logged = played(RACE, (0, 0), (1, 0))
        assert retract(*logged, 0, SEED).game.state == played(RACE).game.state


HIVE = Configuration("hive_mind", 1, {"edition": "gauntlet"}, 3)
SAME_TO_SEAT_0 = {
    "nobody else": [(0, "1:ABC")],
    "pending before": [(1, "1:ADE"), (0, "1:ABC")],
    "pending since": [(0, "1:ABC"), (1, "1:ADE")],
    "changed since": [(1, "1:ADE"), (0, "1:ABC"), (1, "1:IJK"), (2, "1:CFG")],
    "cleared since": [(0, "1:ABC"), (1, "1:ADE"), (1, "clear:1")],
    "a stand-in since": [(0, "1:ABC"), (HOST, "for 1 1:ADE")],
    "taken back since": [(1, "1:ADE"), (0, "1:ABC"), (1, "1:IJK"), (HOST, "takeback 4")],
}


@pytest.mark.parametrize("moves", SAME_TO_SEAT_0.values(), ids=SAME_TO_SEAT_0)
def test_what_others_have_pending_makes_no_difference(moves):
    """Otherwise the policy would reveal a pending submission, which is secret until a seat is ready."""
    logged = played(HIVE, *moves)
    alone = played(HIVE, *SAME_TO_SEAT_0["nobody else"])
    policy = takeback_policy(*logged, 0)

    assert logged.game.view(0) == alone.game.view(0)
    assert (policy.kind, policy.seats, policy.text) == ("free", (), "")


@pytest.mark.parametrize("moves", SAME_TO_SEAT_0.values(), ids=SAME_TO_SEAT_0)
def test_what_others_have_pending_stays_when_an_answer_is_taken_back(moves):
    """Nobody sees the take-back."""
    logged = played(HIVE, *moves)
    back = retract(*logged, 0, SEED)

    assert back.game.state.pending[0] == played(HIVE).game.state.pending[0]
    assert back.game.state.pending[1:] == logged.game.state.pending[1:]
    assert (back.game.step, back.game.turn) == (logged.game.step, logged.game.turn)
    assert back.visible(SPECTATOR) == ()


@pytest.mark.parametrize("card", [0, 1, 2])
def test_a_card_that_another_laid_face_down_tells_nothing(card):
    """In a sampled world where the other does not hold that card, it may have laid another one."""
    with register_games(race.Race(FaceDown)):
        policy = takeback_policy(*played(RACE, (0, 0), (1, card)), 0)

    assert (policy.kind, policy.entry, policy.seats) == ("vote", 6, (1,))


@pytest.mark.parametrize(("rules", "stays"), [(Quiet, True), (OpenHands, False), (FaceDown, False)])
def test_a_move_stays_soon_if_whatever_the_computer_does_shows_something_hidden(rules, stays):
    with register_games(race.Race(rules)):
        game = played(RACE, (0, 0)).game

        assert will_be_final(game, 0, {1}) is stays
        assert not will_be_final(game, 0, set()), "a person may think for long"
        assert will_be_final(game, 0, {1}, stand_ins={1}), "what the computer does for somebody away stays"


def test_a_move_stays_soon_if_whatever_the_computer_does_is_followed_by_a_draw():
    class Late(Quiet):
        """The quiet race in which only the second seat rolls."""

        def _moved(self, state, steps, card, events):
            rolls = card is not None and state.turn == 1
            return (race.Rules if rolls else Quiet)._moved(self, state, steps, card, events)

    with register_games(race.Race(Late)):
        assert will_be_final(played(RACE, (0, 0)).game, 0, {1})


def test_a_hidden_bid_stays_soon_where_only_computers_have_yet_to_bid():
    """After the last bid the bids are revealed and a die is rolled."""
    assert will_be_final(played(BIDS, (0, 1)).game, 0, {1, 2})
    assert not will_be_final(played(BIDS, (0, 1)).game, 0, {2})


def test_take_backs_are_counted_for_whoever_took_back():
    logged = played(BIDS, (0, 1), (1, 2))
    for seat in (0, 1, 0):
        logged = logged.then(retract(*logged, seat, SEED))
        logged = logged.act(seat, logged.game.legal(seat)[0], SEED)

    found = takebacks(logged.log)

    assert [(back.seat, back.count) for back in found] == [(0, 1), (1, 1), (0, 2)]
    # An action logged again for its seat counts again.
    assert [ordinal(logged.log, back.own) for back in found] == [1, 2, 3]


def plain_takebacks(log: Sequence[Entry]) -> tuple[TakenBack, ...]:
    """Return the take-backs by definition, reading the log from the start for each of them."""
    found: list[TakenBack] = []
    for number, entry in enumerate(log, 1):
        target = takeback_target(entry)
        if target is not None:
            undone = tuple(active for active in active_entries(log[: number - 1]) if active > target)
            seat = seat_of(log[undone[0] - 1]) if undone else None
            if seat is not None:
                found.append(TakenBack(number, seat, undone, 1 + sum(earlier.seat == seat for earlier in found)))
    return tuple(found)


def plain_active(log: Sequence[Entry]) -> list[int]:
    """Return the active entries by definition: a take-back restores those active after its target."""
    active: list[list[int]] = [[]]
    for number, entry in enumerate(log, 1):
        target = takeback_target(entry)
        active.append([*active[-1], number] if target is None else active[target])
    return active[-1]


@st.composite
def logs(draw: st.DrawFn) -> list[Entry]:
    """Draw logs of actions, draws, stand-ins, and take-backs to any earlier entry, even an undone one."""
    log: list[Entry] = []
    for kind in draw(st.lists(st.sampled_from("012dbbf"), max_size=40)):
        match kind:
            case "b" if log:
                log.append(Entry(HOST, f"takeback {draw(st.integers(0, len(log)))}"))
            case "b" | "d":
                log.append(Entry(CHANCE, "die:1"))
            case "f":
                log.append(Entry(HOST, "for 1 bid 2"))
            case _:
                log.append(Entry(int(kind), "bid 1"))
    return log


@given(logs())
def test_take_backs_found_in_one_pass_are_those_of_the_definition(log: list[Entry]):
    assert list(active_entries(log)) == plain_active(log)
    assert takebacks(log) == plain_takebacks(log)


def test_a_log_is_read_once_however_many_take_backs_it_has():
    """The number of entries read is counted."""

    class Counted(list[Entry]):
        looked_at = 0

        def __getitem__(self, key):
            found = super().__getitem__(key)
            self.looked_at += len(found) if isinstance(key, slice) else 1
            return found

        def __iter__(self):
            self.looked_at += len(self)
            return super().__iter__()

    log = Counted([Entry(0, "bid 1"), Entry(HOST, "takeback 0")] * 500)

    assert len(takebacks(log)) == 500
    assert log.looked_at <= 3 * len(log)
