"""High Card's pictures, in words and as drawings."""

from engine.core import CHANCE, SPECTATOR
from engine.games import game_type
from engine.high_card.view import View
from render import painter

PAINT = painter("high_card")


def play_game(seats: int) -> list[tuple[View, ...]]:
    """Return the views of all seats and a spectator (last) at each state of a game; seats lay their lowest card."""
    rules = game_type("high_card").rules(seats, {})
    state, views = rules.initial_state(), []
    while actors := rules.actors(state):
        if actors != (CHANCE,):
            views.append(tuple(rules.view(state, viewer) for viewer in (*range(seats), SPECTATOR)))
        # Deal from the top of the deck, so that the hands are high.
        legal = rules.legal_actions(state, actors[0])
        state = rules.apply(state, actors[0], legal[-1] if actors == (CHANCE,) else legal[0]).state
    return [*views, tuple(rules.view(state, viewer) for viewer in (*range(seats), SPECTATOR))]


def test_the_table_is_told_in_words() -> None:
    view = play_game(2)[3][-1]

    assert PAINT.text(view, ("Ann", "\u2800")).splitlines() == [
        "High Card, Round 2 of 5.",
        "A Ann: 1 round, has laid, 3 cards in hand.",
        "B Seat B: 0 rounds, to lay a card.",
        "Round 1, turned over: A 16, B 15; A took it.",
        "Turned over so far: 15 16.",
    ]
