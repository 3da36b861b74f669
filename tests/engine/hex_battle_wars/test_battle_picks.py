"""Quick picks: the destinations offered after a movement roll."""

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from engine.core import CHANCE, sample_outcome
from engine.hex_battle_wars.actions import HOLD, VANISH, Deploy, Move, Tiles
from engine.hex_battle_wars.levels import Strong
from engine.hex_battle_wars.odds import Lookups
from engine.hex_battle_wars.picks import (
    FEW_ENDS,
    MOST_PICKS,
    Enemy,
    QuickPick,
    find_hint_attack,
    quick_picks,
    suggest_tiles,
)
from engine.hex_battle_wars.players import Normal
from engine.hex_battle_wars.preview import after_walk, deploy_labels, destination_labels
from engine.hex_battle_wars.rules import HexBattleWarsRules
from engine.hex_battle_wars.view import View
from engine.players.base import Maker
from tests.engine.hex_battle_wars.positions import cells, label, match_of, played, position, rules_for

CENTRE = label(6, 0, 0)


def walks(seats: int, seed: int) -> list[View]:
    """Play eight walks of a game of `normal` with hazards, and return the views in which a destination is due."""
    return choices_of(rules_for(seats, hazards=True), Normal, seed, (Move,), 8)


def choices_of(
    rules: HexBattleWarsRules, player: Maker, seed: int, kinds: tuple[type[Any], ...], most: int
) -> list[View]:
    """Return the views of a game by computer players in which a seat chooses an action of one of these kinds."""
    rng, found = Random(seed), list[View]()
    state = rules.initial_state()
    players = [player(rules, seat) for seat in range(rules.seats)]
    while len(found) < most and (actors := rules.actors(state)):
        if actors == (CHANCE,):
            action: Any = sample_outcome(rules.chance_outcomes(state), rng)
        else:
            view, legal = rules.view(state, actors[0]), rules.legal_actions(state, actors[0])
            action = players[actors[0]].choose(view, legal, rng)
            if isinstance(action, kinds):
                found.append(view)
        state = rules.apply(state, actors[0], action).state
    return found


class Hider(Normal):
    """A player that turns invisible whenever it can, and stays so."""

    def choose(self, view: View, legal_actions: Sequence[Any], rng: Random) -> Any:
        wanted = [action for action in (VANISH, HOLD) if action in legal_actions]
        return wanted[0] if wanted else super().choose(view, legal_actions, rng)


@pytest.mark.parametrize(
    ("player", "seats", "seed", "options"),
    [
        (Strong, 2, 1, {"preset": "skirmish"}),
        (Strong, 3, 2, {"pieces": 2, "hazards": True}),
        (Hider, 2, 3, {"preset": "skirmish"}),
        (Hider, 4, 4, {"obstacles": "players"}),
    ],
)
def test_the_hint_is_always_the_first_pick(player: Maker, seats: int, seed: int, options: dict[str, Any]) -> None:
    """That holds for starts, walks and each of the tiles, whatever random numbers the hint is computed with."""
    rules = rules_for(seats, **options)
    views = choices_of(rules, player, seed, (Deploy, Move, Tiles), 12)

    assert {view.phase for view in views} == {"deploy", "turn"}
    for view in views:
        (seat,) = view.actors
        legal = rules.legal_actions(rules.determinize(view, Random(1)), seat)
        for number in range(2):
            hint = rules.format_action(Strong(rules, seat).choose(view, legal, Random(number)))
            _, *labels = hint.split()
            for tile, label_of_hint in enumerate(labels, 1):
                if label_of_hint != "-":
                    first = quick_picks(view, seat, tile)[0]
                    assert (first.label, first.is_hint) == (label_of_hint, True)
            if hint.startswith("tiles"):
                assert [label or "-" for label in suggest_tiles(view, seat)] == labels
        assert not any(pick.is_hint for pick in quick_picks(view, seat, with_hint=False))


def brings(pick: QuickPick) -> tuple[object, ...]:
    """Return all that a pick brings, without its place and its marks."""
    return (pick.height, pick.hazard, pick.distance, pick.nearest, pick.hits, pick.exposed)


@pytest.mark.parametrize(("seats", "seed"), [(2, 3), (4, 2)])
def test_picks_are_few_and_differ_and_the_hint_comes_first(seats: int, seed: int) -> None:
    """All of few; else at most six, all legal, no two alike beside each other."""
    for view in walks(seats, seed):
        (seat,) = view.actors
        rules = rules_for(seats, hazards=True)
        picks, ends = quick_picks(view, seat), destination_labels(view)
        grid = match_of(rules).grid

        if len(ends) <= FEW_ENDS:
            assert {pick.label for pick in picks} == set(ends)
            continue
        assert 1 <= len(picks) <= MOST_PICKS
        assert {pick.label for pick in picks} <= set(ends)
        assert [pick.is_hint for pick in picks] == [True] + [False] * (len(picks) - 1)
        for one, other in combinations(picks, 2):
            if grid.distance(grid.index[one.label], grid.index[other.label]) <= 2:
                assert brings(one) != brings(other)


def test_a_pick_says_what_it_brings_to_both_sides() -> None:
    """Beside a level 1 block the enemy, armour 12: 45 % both ways. On the block behind another one, nobody is seen."""
    rules = rules_for()
    marks = {label(6, 1, -1): "1", label(6, 0, -3): "1"}
    state = played(rules, position(rules, [[CENTRE], [label(6, 0, -5)]], marks), "roll", "d10 4")
    picks = {pick.label: pick for pick in quick_picks(rules.view(state, 0), 0)}
    near = picks[label(6, 0, -4)]

    assert (near.hits, near.exposed, near.distance, near.is_beside, near.is_hidden) == (45, 45, 1, True, False)
    assert (near.target, near.shooter, near.nearest) == (near.nearest,) * 3
    assert (near.nearest, near.is_best_shot) == (Enemy(1, 1, 0), True)
    assert any((pick.hits, pick.exposed, pick.is_hidden) == (None, None, True) for pick in picks.values())


def test_walks_to_and_fro_that_end_beside_the_start_are_left_out() -> None:
    """On open ground a roll of 4 can end on each of the six hexes around the start. None of them is a pick."""
    rules = rules_for()
    state = played(rules, position(rules, [[CENTRE], [label(6, 0, -5)]]), "roll", "d10 4")
    view, grid = rules.view(state, 0), match_of(rules).grid
    around = {grid.name[cell] for cell in grid.neighbours[grid.index[CENTRE]]}

    assert around <= set(destination_labels(view))
    assert not around & {pick.label for pick in quick_picks(view, 0)}


def hidden_ends(view: View, seat: int) -> set[str]:
    """Return the destinations from which no enemy is in sight."""
    scene = Lookups(view)
    return {name for name in destination_labels(view) if not scene.targets(scene.grid.index[name], seat)}


@pytest.mark.parametrize(("seats", "seed"), [(2, 7), (3, 1)])
def test_a_hex_that_nobody_sees_is_always_among_them(seats: int, seed: int) -> None:
    found = [(hidden_ends(view, *view.actors), quick_picks(view, *view.actors)) for view in walks(seats, seed)]

    assert any(hidden for hidden, _ in found)
    for hidden, picks in found:
        assert {pick.label for pick in picks if pick.is_hidden} <= hidden
        assert any(pick.is_hidden for pick in picks) == bool(hidden)


def test_a_walk_to_and_fro_is_offered_if_nothing_else_is_hidden() -> None:
    """From level 3 an enemy sees all but two hexes behind a block: the start, and the one beside it."""
    rules = rules_for()
    marks = {label(6, 0, 0): "1", label(6, 0, -6): "3"}
    state = played(rules, position(rules, [[label(6, 0, 2)], [label(6, 0, -6)]], marks), "roll", "d10 2")
    view = rules.view(state, 0)

    assert hidden_ends(view, 0) == {label(6, 0, 1)}
    assert label(6, 0, 1) in {pick.label for pick in quick_picks(view, 0, with_hint=False)}


def test_tiles_have_no_shot() -> None:
    rules = rules_for()
    spots = cells(rules, CENTRE, label(6, 2, 0), None)
    state = position(rules, [[None], [label(6, 0, -6)]], tiles=(spots, ()), hidden=(1, 0), real=(1, 0))
    view = rules.view(played(rules, state, "hold", "d10 9", "roll", "d6 3"), 0)
    first, third = quick_picks(view, 0, 1), quick_picks(view, 0, 3)

    assert first
    assert third == ()
    assert not any(pick.hits or pick.target or pick.is_best_shot for pick in first)


def test_picks_are_for_the_seat_that_has_rolled() -> None:
    rules = rules_for()
    state = position(rules, [[CENTRE], [label(6, 0, -5)]])
    rolled = played(rules, state, "roll", "d10 4")

    assert quick_picks(rules.view(state, 0), 0) == ()
    assert quick_picks(rules.view(rolled, 1), 1) == ()
    assert quick_picks(replace(rules.view(rolled, 0), turn=None), 0) == ()


def test_starts_differ_by_the_middle_and_by_cover_until_an_enemy_is_on_the_board() -> None:
    """The second to start is told how far the first one is."""
    one, other = choices_of(rules_for(preset="skirmish"), Normal, 1, (Deploy,), 2)
    alone, second = quick_picks(one, *one.actors), quick_picks(other, *other.actors)

    assert {(pick.nearest, pick.distance, pick.is_hidden) for pick in alone} == {(None, 0, True)}
    assert {pick.label for pick in alone} <= set(deploy_labels(one))
    assert len({pick.middle for pick in alone}) > 2
    assert len({pick.cover > 0 for pick in alone}) == 2
    assert {(pick.distance > 0, pick.middle, pick.cover) for pick in second} == {(True, None, 0)}


@pytest.mark.parametrize("with_hint", [True, False])
@pytest.mark.parametrize("third", [CENTRE, None])
def test_the_tiles_are_suggested_different_hexes(third: str | None, with_hint: bool) -> None:
    """A removed tile has none."""
    rules = rules_for()
    spots = cells(rules, CENTRE, CENTRE, third)
    for roll in range(1, 7):
        state = position(rules, [[None], [label(6, 0, -6)]], tiles=(spots, ()), hidden=(1, 0), real=(1, 0))
        view = rules.view(played(rules, state, "hold", "d10 9", "roll", f"d6 {roll}"), 0)
        ends = suggest_tiles(view, 0, with_hint=with_hint)

        assert len({*ends}) == 3
        assert (ends[2] is None) == (third is None)
        assert {end for end in ends if end} <= set(destination_labels(view))
        assert suggest_tiles(view, 1) == ()


def test_the_hint_after_a_walk_is_the_attack_that_strong_would_make() -> None:
    """It takes the shot at the neighbour who is nearly dead, and not the one at the distant other."""
    rules = rules_for(3)
    near, far = label(6, 0, -1), label(6, 0, 5)
    state = position(rules, [[label(6, 0, 2)], [near], [far]], hp=(25, 2, 25))
    view = after_walk(rules.view(played(rules, state, "roll", "d10 2"), 0), CENTRE)

    assert find_hint_attack(view, 0) == f"attack {near}"
