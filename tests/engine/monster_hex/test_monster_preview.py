"""Previews of a placement (MH-5 to MH-13), and the evaluation of views."""

from random import Random

from engine.core import SPECTATOR
from engine.monster_hex import preview
from engine.monster_hex.actions import Place
from engine.monster_hex.content import TILES, layout
from engine.monster_hex.events import PointsTaken, StoneCaptured, ValueAsked
from engine.monster_hex.preview import Forecast, Match
from engine.monster_hex.view import Taken
from tests.engine.monster_hex.positions import Lying, position, rules_for, showing


def test_matches_are_the_edges_of_equal_power() -> None:
    """MH-5: S1 on D1 shows 4 to C1. C3 at rotation 1 faces it with a 4 on its SE edge."""
    rules = rules_for(2)
    view = rules.view(position(2, {"D1": (1, "S1", 0)}, hands={0: "C3"}), 0)

    assert preview.list_matches(view, "C3", "C1", 1) == (Match(1, 4, "D1"),)
    assert preview.list_matches(view, "C3", "C1", 2) == ()
    assert preview.list_matches(view, "C3", "D4", 0) == ()
    assert preview.list_facing_powers(view, "D2") == (Match(3, 5, "D1"),)


def test_fitting_lists_hexes_and_rotations() -> None:
    """MH-5, MH-6: the hexes where a tile fits; start hexes for the first tile, free ones if nothing fits."""
    rules = rules_for(2)
    every = (0, 1, 2, 3, 4, 5)

    later = rules.view(position(2, {"D1": (1, "S1", 0)}, hands={0: "C2 C3"}), 0)
    assert preview.find_placements(later, "C3") == {"C1": (0, 1)}
    assert preview.find_placements(later, "C2") == {}
    assert preview.free_hexes(later) == ()
    first = rules.view(position(2, {}, hands={0: "C2 C3"}), 0)
    assert preview.find_placements(first, "C3") == {"D1": every, "D4": every}
    stuck = rules.view(position(2, {"D1": (1, "B2", 0)}, hands={0: "C3"}), 0)
    assert preview.find_placements(stuck, "C3") == {"D4": every}
    assert preview.free_hexes(stuck) == ("D4",)


def test_a_stone_whose_value_is_being_picked_is_no_capture_of_a_later_placement() -> None:
    """MH-8, MH-10: while the first at C2 picks a value, previews don't show C2 as captured by a later tile."""
    at_c2 = {"C1": (0, 5), "B1": (0, 4), "B2": (1, 5), "D2": (1, 1), "D1": (1, 2)}
    monsters = {label: showing(2, label, "C2", *shown) for label, shown in at_c2.items()}
    rules = rules_for(2)
    tile, rotation = showing(2, "C3", "C2", 0, 3)[1:]
    state = position(2, monsters, mover=0, hands={0: f"{tile} C1", 1: "C2"})
    place = rules.parse_action(f"place {tile} C3 {rotation}")
    asked = rules.apply(state, 0, place).state

    assert rules.view(asked, 0).waiting == ("C2",)
    assert preview.forecast(rules.view(asked, 0), "C1", "E1", 0) == ()
    assert preview.forecast(rules.view(asked, 1), "C2", "E1", 0) == ()


def test_previews_agree_with_the_rules() -> None:
    """MH-5 to MH-13: in random games `fitting` equals the legal placements, and every forecast comes true."""
    for seats in (2, 3, 4):
        rules, rng = rules_for(seats), Random(seats)
        state = rules.initial_state()
        while actors := rules.actors(state):
            legal = rules.legal_actions(state, actors[0])
            action = rng.choice(legal)
            after = rules.apply(state, actors[0], action)
            if isinstance(action, Place):
                view = rules.view(state, actors[0])
                for tile in view.hand or ():
                    places = {
                        (layout(seats).board.name[a.cell], a.rotation)
                        for a in legal
                        if isinstance(a, Place) and TILES[a.tile].id == tile
                    }
                    fitting = preview.find_placements(view, tile)
                    assert {(label, turn) for label, turns in fitting.items() for turn in turns} == places
                    assert list(fitting) == sorted(fitting)
                tile, label = TILES[action.tile].id, layout(seats).board.name[action.cell]
                forecast = preview.forecast(view, tile, label, action.rotation)
                _check_forecast(forecast, after.events)
                if view.monsters and not preview.free_hexes(view):
                    assert preview.list_matches(view, tile, label, action.rotation)
            state = after.state


def _check_forecast(forecast: tuple[Forecast, ...], events: tuple[object, ...]) -> None:
    captured = [event for event in events if isinstance(event, StoneCaptured)]
    expected = [(found.stone, found.capture.powers, found.capture.first, found.capture.second) for found in forecast]
    assert [(event.stone, event.powers, event.first, event.second) for event in captured] == expected[: len(captured)]
    asked = [found.stone for found in forecast if found.choice is not None][:1]
    assert [event.stone for event in events if isinstance(event, ValueAsked)] == asked
    foretold = {found.stone: found.capture.taken for found in forecast}
    for event in events:
        if isinstance(event, PointsTaken):
            assert Taken(event.seat, event.value, event.bonus) in foretold[event.stone]
    assert len(captured) == len(forecast) or asked == [captured[-1].stone]


def test_values_follow_the_points() -> None:
    """A seat ahead has a higher value, the lead at an open stone counts, and both values sum to 0."""
    rules = rules_for(2)
    level = rules.view(position(2, {"D1": (1, "S1", 0)}), SPECTATOR)
    monsters: dict[str, Lying] = {"D1": showing(2, "D1", "C2", 1, 5), "C1": showing(2, "C1", "C2", 1, 4)}
    ahead = rules.view(position(2, monsters), SPECTATOR)

    assert rules.evaluate(ahead, 1) > rules.evaluate(level, 1) > 0 > rules.evaluate(level, 0)
    assert rules.evaluate(ahead, 0) == -rules.evaluate(ahead, 1)


def test_looking_one_move_ahead_beats_random_play() -> None:
    """Choosing by `evaluate` wins at least 27 of 30 two-player games against random choices."""
    wins = 0
    for seed in range(30):
        rules, rng = rules_for(2), Random(seed)
        state = rules.initial_state()
        while actors := rules.actors(state):
            legal = rules.legal_actions(state, actors[0])
            if actors == (seed % 2,):
                world = rules.determinize(rules.view(state, actors[0]), rng)
                values = [
                    rules.evaluate(rules.view(rules.apply(world, actors[0], action).state, actors[0]), actors[0])
                    for action in legal
                ]
                action = legal[values.index(max(values))]
            else:
                action = rng.choice(legal)
            state = rules.apply(state, actors[0], action).state
        outcome = rules.outcome(state)
        assert outcome is not None
        wins += seed % 2 in outcome.winners

    assert wins >= 27


def test_powers_at_stones_not_yet_captured() -> None:
    """MH-8: C1 lies beside the Demon King on C2 and beside no other stone."""
    view = rules_for(2).view(position(2, {"D1": (1, "S1", 0)}, hands={0: "C3"}), 0)

    # The Scarab is 4, 4, 1, 1, 1, 1 clockwise from E. C2 is east of C1.
    assert [preview.powers_at_stones(view, "C3", "C1", turn) for turn in (0, 2)] == [(("C2", 4),), (("C2", 1),)]


def test_edges_that_turn_to_free_hexes() -> None:
    """MH-5: the powers that later tiles can match. Stones and tiles are not free hexes."""
    view = rules_for(2).view(position(2, {"D1": (1, "S1", 0)}, hands={0: "C3"}), 0)

    assert preview.edges_at_free_hexes(view, "C3", "C1", 0) == ((5, 1),)
