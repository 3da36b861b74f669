"""Hex Battle Wars as a record: actions that are legal without being listed, and take-backs."""

from engine import fairness
from engine.game import act, begin
from engine.players import decide
from engine.record import Configuration
from tests.logged import Logged

SEED = fairness.derive_seed(3)


def configuration(seats: int, **options: object) -> Configuration:
    return Configuration("hex_battle_wars", 1, options, seats, "t", fairness.commitment(SEED))


def new_game(seats: int) -> Logged:
    advance = begin(configuration(seats), SEED)
    return Logged(advance.game, advance.entries)


def until(logged: Logged, verb: str) -> Logged:
    """Play on at random until the seat to act may play a verb."""
    while not any(text.split()[0] == verb for text in logged.game.legal(logged.game.actors[0])):
        seat = logged.game.actors[0]
        logged = logged.then(act(logged.game, seat, decide(logged.game, seat, "random", SEED), SEED))
    return logged


def test_a_table_of_six_may_name_tiles_and_take_back() -> None:
    """A table of six accepts actions that are legal without being listed, and take-backs."""
    logged = until(new_game(6), "vanish")
    named = logged.act(logged.game.actors[0], "vanish 2", SEED)
    assert named.log[len(logged.log)].action == "vanish 2"
    logged = until(named, "stay")
    seat = logged.game.actors[0]
    view = logged.game.view(seat)
    listed = set(logged.game.legal(seat))
    assert len(listed) > 1
    there = [text.split()[1:] for text in listed if text.startswith("tiles")]
    mixed = [f"tiles {one[0]} {other[1]} {third[2]}" for one in there for other in there for third in there[:2]]
    unlisted = next((text for text in mixed if text not in listed), mixed[0])
    logged = logged.act(seat, unlisted, SEED)
    assert logged.game.view(seat).seats[seat].tiles != view.seats[seat].tiles
    back = logged.act(-2, f"takeback {len(named.log)}", SEED)
    assert back.game.view(seat).round <= logged.game.view(seat).round
