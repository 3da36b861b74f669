"""A turn: HBW-7 to HBW-13, and several pieces."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine.core import SPECTATOR, NotYourTurn
from engine.hex_battle_wars.events import Appeared, HoldRolled, RealChosen, VanishRolled
from engine.hex_battle_wars.rules import HexBattleWarsRules
from engine.hex_battle_wars.state import BLOCKS, DEPLOY, TURN, State
from tests.engine.hex_battle_wars.positions import (
    cells,
    label,
    legal,
    played,
    position,
    refusal,
    refused,
    rules_for,
    told,
    verbs,
)

CENTRE = label(6, 0, 0)
FAR = label(6, 0, -6)
NEAR = label(6, 0, -3)


def duel(**changes: Any) -> tuple[HexBattleWarsRules, State]:
    """Return rules and a position of two characters in sight of each other."""
    rules = rules_for()
    return rules, position(rules, [[CENTRE], [FAR]], **changes)


def invisible(**changes: Any) -> tuple[HexBattleWarsRules, State]:
    """Return rules and a position with an invisible seat 0, its tiles on three hexes, the second one real."""
    rules = rules_for()
    tiles = cells(rules, CENTRE, label(6, 2, 0), label(6, -2, 0))
    start = position(rules, [[None], [FAR]], tiles=(tiles, ()), hidden=(1, 0), real=(2, 0))
    return rules, replace(start, **changes)


def test_hbw_7_invisibility_movement_attack_in_that_order() -> None:
    """HBW-7: you may skip forward, never go back."""
    rules, state = duel()
    assert verbs(rules, state) == ["attack", "pass", "roll", "vanish"]
    state = played(rules, state, "vanish", "d10 3")
    assert verbs(rules, state) == ["attack", "end", "roll"], "the attempt failed"
    assert "You can't turn invisible any more" in refused(rules, state, "vanish")
    state = played(rules, state, "roll")
    state = played(rules, state, "d10 2")
    assert verbs(rules, state) == ["move"]
    assert refused(rules, state, "end") == "You rolled 2: first choose where to go."
    state = played(rules, state, f"move {label(6, 2, 0)}")
    assert verbs(rules, state) == ["attack", "end"]
    assert "You have already moved" in refused(rules, state, "roll")
    assert played(rules, state, "end").seat == 1


@pytest.mark.parametrize(("phase", "rule"), [(BLOCKS, "HBW-4"), (DEPLOY, "HBW-5"), (TURN, "HBW-6")])
def test_a_seat_out_of_turn_is_told_the_rule_of_the_order(phase: int, rule: str) -> None:
    """HBW-4 gives the order of laying, HBW-5 of deploying, HBW-6 of turns."""
    rules, state = duel(phase=phase)

    with pytest.raises(NotYourTurn) as caught:
        rules.apply(state, 1, rules.parse_action("roll"))
    assert caught.value.rule == rule


def test_hbw_8_a_turn_without_an_action_costs_a_pass() -> None:
    """HBW-8: three passes per player. With none left an action must be taken, and a failed roll is one."""
    rules, state = duel()
    assert refused(rules, state, "end").startswith("You can end your turn only after an action")
    state = played(rules, state, "pass")
    assert state.passes == (2, 3)
    rules, state = duel(passes=(0, 3))
    assert "pass" not in verbs(rules, state)
    assert refused(rules, state, "pass") == ("You have no passes left. Take an action: vanish, roll or attack.")
    after = played(rules, state, "vanish", "d10 1", "end")
    assert (after.seat, after.passes) == (1, (0, 3))
    assert refused(rules, played(rules, state, "vanish", "d10 1"), "pass").startswith("You can pass only before")


def test_hbw_8_a_turn_ends_by_itself_when_nothing_but_end_is_left() -> None:
    """HBW-8: after a move out of everybody's sight the turn ends without an `end` entry."""
    rules = rules_for()
    state = position(rules, [[CENTRE], [FAR]], {label(6, 0, -5): "1", label(6, 1, -6): "1", label(6, -1, -5): "1"})
    state = played(rules, state, "roll", "d10 1", f"move {label(6, 0, 1)}")

    assert state.seat == 1


def test_hbw_9_a_visible_character_becomes_three_tiles() -> None:
    """HBW-9: a roll of INV or more. All tiles start on the character's hex; the owner or chance picks the real one."""
    rules, state = duel()
    named, events = told(rules, state, "vanish 2", "d10 4")
    assert VanishRolled(0, 1, CENTRE, 4, 4, success=True) in events
    assert rules.view(named, 0).seats[0].tiles == (CENTRE,) * 3
    assert named.real == (2, 0)
    drawn = played(rules, state, "vanish", "d10 9")
    assert legal(rules, drawn) == ["real 1", "real 2", "real 3"]
    drawn, events = told(rules, drawn, "real 3")
    assert (drawn.real, rules.actors(drawn)) == ((3, 0), (0,))
    assert rules.visible(events[0], 0) == RealChosen(0, 3)
    assert rules.visible(events[0], 1) == rules.visible(events[0], SPECTATOR) == RealChosen(0, None)


def test_hbw_9_which_tile_is_real_is_its_owners_alone() -> None:
    """HBW-9: two games that differ only in the real tile look the same to everybody else."""
    rules, state = duel()
    for dice in ((), ("d10 8",)):
        one, other = (played(rules, state, f"vanish {tile}", *dice) for tile in (1, 3))
        assert rules.view(one, 1) == rules.view(other, 1)
        assert rules.view(one, SPECTATOR) == rules.view(other, SPECTATOR)
        assert rules.view(one, 0).seats[0].real == 1


def test_hbw_10_an_invisible_turn_opens_with_hold_or_appear_and_has_no_attack() -> None:
    """HBW-10: `hold` is this turn's invisibility action. Then tiles move or the turn ends."""
    rules, state = invisible()
    assert legal(rules, state) == ["appear", "hold"]
    assert "First hold to stay invisible, or appear" in refused(rules, state, "roll")
    stays, events = told(rules, state, "hold", "d10 4")
    assert HoldRolled(0, 1, 4, 4, success=True) in events
    assert legal(rules, stays) == ["end", "roll"]
    assert refused(rules, stays, f"attack {FAR}") == "You can't attack while you are invisible."
    assert refused(rules, stays, "vanish").startswith("You are already invisible.")
    assert refusal(rules, stays, "appear") == ("You have already done that this turn.", "HBW-7")
    assert refusal(rules, stays, "stay") == ("First roll for your movement.", "HBW-12")
    assert played(rules, stays, "end").seat == 1


def test_hbw_10_a_lower_roll_makes_the_real_tile_the_character() -> None:
    """HBW-10: it appears on its own hex and the ghosts are removed. It may still move by d10 and attack."""
    rules, state = invisible()
    state, events = told(rules, state, "hold", "d10 3")

    assert Appeared(0, 1, label(6, 2, 0)) in events
    assert rules.view(state, 1).seats[0].tiles == ()
    assert verbs(rules, state) == ["attack", "end", "roll"]
    assert legal(rules, played(rules, state, "roll"))[-1] == "d10 10"


def test_hbw_11_one_may_declare_oneself_visible() -> None:
    """HBW-11: `appear` replaces the roll."""
    rules, state = invisible()
    state = played(rules, state, "appear")

    assert state.at[:1] == cells(rules, label(6, 2, 0))
    assert verbs(rules, state) == ["attack", "end", "roll"]


def test_hbw_13_a_miss_reveals_nothing() -> None:
    """HBW-13: the attack roll uses the armour class of the tile's owner."""
    rules, state = invisible(seat=1)
    target = label(6, 2, 0)
    after = played(rules, state, f"attack {target}", "d20 2")

    assert after.tiles == state.tiles
    assert after.shot is not None
    assert (after.shot.armour, after.shot.hit, after.shot.struck) == (12, False, None)


def test_hbw_13_a_hit_ghost_is_removed_also_by_a_natural_20() -> None:
    """HBW-13: no damage is rolled, and the ghost stays destroyed for this spell."""
    rules, state = invisible(seat=1)
    after = played(rules, state, f"attack {CENTRE}", "d20 20")

    assert rules.view(after, 1).seats[0].tiles == (None, label(6, 2, 0), label(6, -2, 0))
    assert (after.hp, after.seat) == ((25, 25), 0)
    again = played(rules, after, "appear", "end", "pass", "vanish 1", "d10 10")
    assert len(rules.view(again, 1).seats[0].tiles) == 3, "the next spell has three again"


def test_hbw_13_a_hit_on_the_real_tile_reveals_and_hurts() -> None:
    """HBW-13: the character is back on that hex, and the other tiles are removed."""
    rules, state = invisible(seat=1)
    after, events = told(rules, state, f"attack {label(6, 2, 0)}", "d20 20", "d16 5")

    assert Appeared(0, 1, label(6, 2, 0)) in events
    assert after.tiles == ((), ())
    assert after.hp == (15, 25), "a natural 20 counts twice"


def test_hbw_13_a_tile_is_named_where_several_share_a_hex() -> None:
    """HBW-13: the number is written only for a stack, so that each action has one notation."""
    rules, state = invisible(seat=1)
    stack = (*cells(rules, CENTRE, CENTRE), *cells(rules, label(6, 2, 0)))
    state = replace(state, tiles=(stack, ()))

    assert [text for text in legal(rules, state) if "attack" in text] == [
        f"attack {CENTRE} 1",
        f"attack {CENTRE} 2",
        f"attack {label(6, 2, 0)}",
    ]
    assert refused(rules, state, f"attack {CENTRE}") == f"Several tiles share {CENTRE}: name tile 1 or 2."
    assert "There is one target" in refused(rules, state, f"attack {label(6, 2, 0)} 3")


def pair(**changes: Any) -> tuple[HexBattleWarsRules, State]:
    """Return rules and a position with two pieces each."""
    rules = rules_for(2, pieces=2)
    return rules, position(rules, [[CENTRE, label(6, 2, 0)], [FAR, NEAR]], **changes)


def test_with_several_pieces_one_is_chosen_and_that_is_no_action() -> None:
    """Pieces: `use` is asked while more than one is alive and can't be changed. A pass may come before or after it."""
    rules, state = pair()
    assert legal(rules, state) == ["pass", "use 1", "use 2"]
    assert refused(rules, state, "roll") == "First choose which of your pieces acts."
    chosen = played(rules, state, "use 2")
    assert "pass" in verbs(rules, chosen)
    assert refused(rules, chosen, "use 1") == "Piece 2 is already acting this turn."
    rules, state = pair(hp=(0, 25, 25, 25), at=(-1, *cells(rules, label(6, 2, 0), FAR, NEAR)), piece=2)
    assert "use" not in verbs(rules, state)


def test_while_a_piece_is_invisible_its_roll_opens_every_turn_and_another_may_attack() -> None:
    """Pieces: the roll is that turn's invisibility action whichever piece acts. `end` may come before `use`."""
    rules, state = pair()
    tiles = cells(rules, CENTRE, CENTRE, CENTRE)
    state = replace(state, at=(-1, *state.at[1:]), tiles=(tiles, ()), hidden=(1, 0), real=(1, 0))
    assert legal(rules, state) == ["appear", "hold"]
    state = played(rules, state, "hold", "d10 9")
    assert legal(rules, state) == ["end", "use 1", "use 2"]
    visible = played(rules, state, "use 2")
    assert verbs(rules, visible) == ["attack", "end", "roll"]
    assert legal(rules, played(rules, state, "use 1")) == ["end", "roll"]
    around = played(rules, visible, "roll", "d10 3")
    assert f"move {CENTRE}" not in legal(rules, around), "a character does not enter a hex with an own tile"
