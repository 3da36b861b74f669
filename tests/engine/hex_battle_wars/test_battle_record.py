"""Hex Battle Wars as a record: what may be written at any time, and a roll that stays what it was."""

from engine import fairness
from engine.game import Game, act, begin, resume, snapshot
from engine.players import decide
from engine.record import Configuration, GameRecord
from engine.record_json import decode, encode
from engine.verification import verify
from tests.logged import Logged, finished

SEED = fairness.numbered_seed(3)


def configuration(seats: int, **options: object) -> Configuration:
    return Configuration("hex_battle_wars", 1, options, seats, "t", fairness.commitment(SEED))


def begun(seats: int) -> Logged:
    advance = begin(configuration(seats), SEED)
    return Logged(advance.game, advance.entries)


def until(logged: Logged, verb: str) -> Logged:
    """The game played on at random until somebody may do something."""
    while not any(text.split()[0] == verb for text in logged.game.legal(logged.game.actors[0])):
        seat = logged.game.actors[0]
        logged = logged.then(act(logged.game, seat, decide(logged.game, seat, "random", SEED), SEED))
    return logged


def test_a_table_of_six_may_name_tiles_and_take_back() -> None:
    """The longest game does not fit into a record; what is legal without being listed is accepted all the same."""
    logged = until(begun(6), "vanish")
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


def test_a_roll_is_still_the_same_after_a_restart_between_it_and_the_choice() -> None:
    """The die is an entry of the log: a restored game has it, and goes on as the other one does."""
    logged = until(begun(2), "roll")
    seat = logged.game.actors[0]
    logged = logged.act(seat, "roll", SEED)
    before: Game = logged.game
    after = resume(before.configuration, snapshot(before), before.step, logged.log[-1].digest)
    assert after.view(seat) == before.view(seat)
    assert after.view(seat).turn.roll > 0 or after.actors != (seat,)
    text = after.legal(after.actors[0])[0]
    assert act(after, after.actors[0], text, SEED).entries == act(before, before.actors[0], text, SEED).entries


def test_a_game_of_computer_players_is_verified() -> None:
    """Every obstacle and die is provable from the seed."""
    logged = finished(configuration(3, hazards=True, radius=7), SEED, ["normal", "easy", "normal"])
    record = decode(encode(GameRecord(logged.game.configuration, logged.log, SEED)))

    assert verify(record).differences == ()
    assert sum(entry.action.startswith("block") for entry in record.entries) == 26
