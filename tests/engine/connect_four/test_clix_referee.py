"""Whole random games, played by the engine and compared with the independent referee."""

import os
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from engine.connect_four import GAME_TYPE
from engine.connect_four.options import SIZES
from engine.connect_four.roster import MONSTERS, add_monsters
from engine.core import CHANCE, SPECTATOR, sample_outcome
from tests.engine.connect_four.clix_positions import GARGOYLES, RULES, game, gargoyles, on
from tests.engine.connect_four.clix_referee import Piece, Referee, read_monsters

GAMES = int(os.environ.get("HEXCADE_GAMES", "6"))
"""Random games for each size, half of them with equal classes and a double start."""
ENTRIES = read_monsters(Path(__file__).parents[3] / "data/connect_four/roster.toml", GARGOYLES)


def seen(view):
    """Return the compared parts of a view."""
    return {
        "monsters": {
            each.square: (each.seat, each.id, each.click, each.tokens, each.victims, each.infected)
            for each in view.monsters
        },
        "kill_points": [seat.kill_points for seat in view.seats],
        "turn": (view.turn, view.active),
        "end": None if view.winners is None else (view.reason, view.winners[0] if view.winners else None),
    }


def told(referee):
    """Return the same parts of the referee's state."""
    return {
        "monsters": {
            referee.name(square): (
                piece.seat, piece.entry["id"], piece.click, piece.tokens, piece.victims, piece.infected
            )
            for square, piece in referee.grid.items()
        },
        "kill_points": referee.kill_points,
        "turn": (referee.turn, referee.active),
        "end": referee.over,
    }  # fmt: skip


def compare(options, seed):
    """Play one random game and compare the referee after each entry; return the entries and the sizes of the forces.

    Legal actions of a turn and rampage targets are compared too.
    """
    entries = []
    rules, rng = GAME_TYPE.rules(2, options), Random(seed)
    state = rules.initial_state()
    view = rules.view(state, SPECTATOR)
    own = {key: value for key, value in options.items() if key in ("same_class", "double_start")}
    referee = Referee(ENTRIES, view.columns, view.rows, **own)
    while actors := rules.actors(state):
        player = actors[0]
        legal = rules.legal_actions(state, player)
        texts = [rules.format_action(action) for action in legal]
        if view.phase == "act":
            assert {*texts} == (referee.drops() | referee.attacks() or {"pass"})
        if view.phase == "rampage":
            assert {*view.choices} == {referee.name(square) for square in referee.rampage_targets()}
        assert view.phase not in ("click", "act", "rampage") or view.phase == referee.asked
        attacks = [action for action, text in zip(legal, texts, strict=True) if text.startswith("attack")]
        if player == CHANCE:
            action = sample_outcome(legal, rng)
        else:
            # Placements outnumber attacks by far, so each kind gets a probability of one half.
            action = rng.choice(attacks if attacks and rng.random() < 0.5 else legal)
        entries.append((player, rules.format_action(action)))
        referee.play(*entries[-1])
        state = rules.apply(state, player, action).state
        view = rules.view(state, SPECTATOR)
        assert seen(view) == told(referee), rules.format_action(action)
        if view.winners is not None and view.reason in ("four", "double_four"):
            assert [seat.four_points for seat in view.seats] == [referee.four_points(seat) for seat in (0, 1)]
    assert len(entries) <= rules.max_game_length
    return entries, [sum(force.values()) for force in referee.forces]


def ends_in_time(entries, forces):
    """Check the length of a game: one placement and two attacks per monster, and two passes only at the end (CF-18)."""
    for seat, monsters in enumerate(forces):
        done = Counter(text.split()[0] for player, text in entries if player == seat)
        assert done["drop"] <= monsters
        assert done["attack"] <= 2 * monsters
    actions = [text for _, text in entries if text.split()[0] in ("drop", "attack", "pass")]
    assert ("pass", "pass") not in pairwise(actions[:-1])


@pytest.mark.parametrize("agreed", [{}, {"same_class": True, "double_start": True}])
@pytest.mark.parametrize("size", SIZES)
def test_cf_18_the_referee_agrees_with_every_game_and_each_ends_in_time(size, agreed):
    with add_monsters(gargoyles()):
        for seed in range(0 if agreed else 1, GAMES, 2):
            ends_in_time(*compare({"size": size, **agreed}, seed))


def crowd(rng):
    """Return random crowded monsters of both seats, in every condition, by square."""
    sides = {}, {}
    for letter in "abcde":
        for row in range(rng.randrange(5)):
            monster = rng.choice([*MONSTERS])
            condition = rng.randrange(MONSTERS[monster].clicks), rng.randrange(3), rng.randrange(2), rng.random() < 0.1
            rng.choice(sides)[f"{letter}{row + 1}"] = on(monster, *condition)
    return sides


def test_the_referee_agrees_with_attacks_where_many_powers_meet():
    """Each attack of some crowded positions is played with random dice until the next turn or the end."""
    with add_monsters(gargoyles()):
        for seed in range(60):
            rng = Random(seed)
            sides = crowd(rng)
            for number in range(len(referee_of(sides).attacks())):
                referee = referee_of(sides)
                if [referee.four_points(seat) for seat in (0, 1)] != [None, None]:
                    continue
                state, turn = game(*sides), None
                text = sorted(referee.attacks())[number]
                while turn in (None, state.turn) and RULES.outcome(state) is None:
                    turn = state.turn
                    player = RULES.actors(state)[0]
                    referee.play(player, text)
                    state = RULES.apply(state, player, RULES.parse_action(text)).state
                    assert seen(RULES.view(state, SPECTATOR)) == told(referee), text
                    if actors := RULES.actors(state):
                        text = RULES.format_action(rng.choice(RULES.legal_actions(state, actors[0])))


def referee_of(sides):
    """Return a referee with these monsters on the grid in seat 0's turn."""
    referee = Referee(ENTRIES, 7, 6)
    referee.turn, referee.active, referee.asked, referee.reserves = 9, 0, "act", [{}, {}]
    for seat, monsters in enumerate(sides):
        for name, (monster, click, tokens, victims, infected) in monsters.items():
            piece = Piece(seat, ENTRIES[monster])
            piece.click, piece.tokens, piece.victims, piece.infected = click, tokens, victims, infected
            referee.grid[referee.square(name)] = piece
    return referee
