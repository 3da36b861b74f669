"""The rules of High Card, one by one."""

import pytest
from msgspec.structs import replace

from engine.core import HOST, Close, Forfeit, IllegalAction, NotYourTurn
from engine.high_card import GAME_TYPE
from engine.high_card.actions import Deal, Lay
from engine.high_card.content import ROUNDS
from engine.high_card.events import CardLaid, RoundTaken, TimeRanOut
from engine.high_card.state import State

RULES = GAME_TYPE.rules(3, {})
DEALT = replace(RULES.initial_state(), dealt=15, hands=((1, 4, 7, 10, 13), (2, 5, 8, 11, 14), (3, 6, 9, 12, 15)))


def after(state: State, *cards: int) -> State:
    """Return the state after the cards are laid, each by the seat whose turn it is."""
    for card in cards:
        state = RULES.apply(state, RULES.actors(state)[0], Lay(card)).state
    return state


def test_hc1_everybody_is_dealt_five_cards() -> None:
    state = RULES.initial_state()
    for card in range(1, 16):
        state = RULES.apply(state, -1, Deal((card - 1) % 3, card)).state

    assert state == DEALT


def test_hc2_cards_are_laid_in_turn_and_of_the_own_hand() -> None:
    assert RULES.actors(DEALT) == (0,)
    with pytest.raises(IllegalAction, match="1, 4, 7, 10, 13"):
        RULES.apply(DEALT, 0, Lay(2))
    with pytest.raises(NotYourTurn):
        RULES.apply(DEALT, 1, Lay(2))
    assert RULES.actors(after(DEALT, 4)) == (1,)


def test_hc3_the_highest_takes_the_round_and_begins_the_next() -> None:
    before = after(DEALT, 4, 14)
    state, events = RULES.apply(before, 2, Lay(3)).state, RULES.apply(before, 2, Lay(3)).events

    assert events == (CardLaid(2, 3), RoundTaken(1, (4, 14, 3)))
    assert state.points == (0, 1, 0)
    assert RULES.actors(state) == (1,)


def test_hc4_after_five_rounds_the_most_win() -> None:
    state = DEALT
    while RULES.actors(state):
        (seat,) = RULES.actors(state)
        state = after(state, state.hands[seat][-1])

    outcome = RULES.outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("most_rounds", (2,))
    assert sum(state.points) == ROUNDS


def test_hc5_whoever_runs_out_of_time_lays_the_lowest_card() -> None:
    transition = RULES.apply(DEALT, HOST, Close())

    assert transition.events == (TimeRanOut(0), CardLaid(0, 1))


def test_hc6_whoever_leaves_takes_their_cards_along_and_cannot_win() -> None:
    one_gone = RULES.apply(after(DEALT, 13, 2), HOST, Forfeit(0)).state
    taken = after(one_gone, 3)
    alone = RULES.apply(taken, HOST, Forfeit(2)).state

    assert taken.last == (None, 2, 3)
    outcome = RULES.outcome(alone)
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("forfeit", (1,))
