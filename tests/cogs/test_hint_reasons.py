"""The reasons for hints are true: their figures are those of the position and of the move.

Those of Monster Hex are checked with its promises, in `test_monster_interface`.
"""

import re
from collections import Counter
from random import Random

from msgspec.structs import replace

from cogs.connect_four.interface import INTERFACE as CLIX
from cogs.connect_four.reasons import BEST_CLASS, BEST_CLASS_LEFT, BEST_FORCE
from cogs.connect_four.setting_up import advise
from cogs.hex_battle_wars.interface import INTERFACE as BATTLE
from cogs.hive_mind.interface import INTERFACE as HIVE
from engine.connect_four.drafting import find_draft
from engine.connect_four.preview import threats
from engine.connect_four.roster import CLASSES
from engine.core import SPECTATOR
from engine.game import Game, act
from engine.hex_battle_wars.odds import targets
from engine.hex_battle_wars.picks import judge_hex, quick_picks
from engine.hive_mind.board import LETTERS
from engine.hive_mind.posterior import find_consistent_layouts, known_hints, members, posterior
from engine.hive_mind.preview import parse_shape
from tests.cog_tables import SEED, new_game, table_view
from tests.hive_matches import new_match, played

NAMES = ("Ann", "Ben", "Cam")


def reasons(game: Game, action: str) -> str:
    """Return the reason for an action of the acting seat."""
    ours = {"connect_four": CLIX, "hex_battle_wars": BATTLE, "hive_mind": HIVE}[game.configuration.game]
    return ours.composing.hint_reason(table_view(game, game.actors[0], NAMES), (action,))


def test_a_four_that_a_placement_blocks_or_prepares_is_there() -> None:
    told = Counter[str]()
    for seed in range(4):
        game, rng = new_game(2, "connect_four"), Random(seed)
        while game.outcome is None and game.n < 120:
            seat = game.actors[0]
            legal = [action for action in game.legal(seat) if action != "concede"]
            action = rng.choice([each for each in legal if each.startswith("drop")] or legal)
            before, reason = threats(game.view(seat)), reasons(game, action)
            after = act(game, seat, action, SEED).game
            if found := re.search(r"blocks Ann’s four on (\w+)|blocks Ben’s four on (\w+)", reason):
                square = found[1] or found[2]
                assert square in {each.square for each in before if each.seat != seat and each.is_next}
                assert square not in {each.square for each in threats(after.view(SPECTATOR))}
                told["blocks"] += 1
            if "three of a four" in reason:
                own = [
                    {each.square for each in found if each.seat == seat}
                    for found in (before, threats(after.view(SPECTATOR)))
                ]
                assert own[1] - own[0]
                told["prepares"] += 1
            game = after

    assert told["blocks"]
    assert told["prepares"]


def test_at_set_up_it_is_the_class_and_the_force_that_computer_players_win_with_most_often() -> None:
    game = new_game(2, "connect_four")
    best = max(CLASSES, key=lambda name: find_draft(name).weight)
    assert advise(game.view(0)) == f"class {best}"
    assert reasons(game, f"class {best}") == BEST_CLASS

    game = act(act(game, 0, f"class {best}", SEED).game, 1, f"class {best}", SEED).game
    other = advise(game.view(game.actors[0])) or ""
    assert other == f"class {max({*CLASSES} - {best}, key=lambda name: find_draft(name).weight)}"
    assert reasons(game, other) == BEST_CLASS_LEFT

    game = act(game, game.actors[0], other, SEED).game
    for seat in (0, 1):
        force = advise(game.view(seat)) or ""
        assert force in game.legal(seat)
        assert reasons(game, force) == BEST_FORCE


def test_an_attack_names_the_points_or_the_four_that_the_target_serves() -> None:
    told = 0
    for seed in range(3):
        game, rng = new_game(2, "connect_four"), Random(seed)
        while game.outcome is None and game.n < 160:
            seat = game.actors[0]
            legal = [action for action in game.legal(seat) if action != "concede"]
            for action in (each for each in legal if each.startswith("attack")):
                told += (reason := reasons(game, action)) != ""
                if found := re.search(r"on (\w+) is one of three .* on (\w+)", reason):
                    view = game.view(seat)
                    later = {each.square for each in threats(view) if each.seat != seat and not each.is_next}
                    assert found[2] in later, "the page itself tells of a four in the next turn"
            game = act(game, seat, rng.choice(legal), SEED).game

    assert told


def test_the_chances_on_a_hex_are_those_of_quick_picks_and_targets() -> None:
    told = 0
    for seed in range(2):
        game, rng = new_game(2, "hex_battle_wars", preset="skirmish"), Random(seed)
        while game.outcome is None and game.n < 150:
            seat = game.actors[0]
            view, legal = game.view(seat), game.legal(seat)
            if view.turn is not None and view.turn.stage == "rolled" and not view.seats[seat].tiles:
                for pick in quick_picks(view, seat, with_hint=False):
                    assert judge_hex(view, seat, pick.label) == replace(pick, is_best_shot=False)
                    reason = reasons(game, f"move {pick.label}")
                    after = act(game, seat, f"move {pick.label}", SEED).game
                    shots = {5 * odds.hits for odds in targets(after.view(seat))} if after.actors == (seat,) else set()
                    if found := re.search(r"you hit with (\d+) %", reason):
                        assert int(found[1]) in shots
                        told += 1
                    assert ("Nobody sees you" in reason) == (pick.exposed is None)
            elif "roll" in legal and not view.seats[seat].tiles:
                found = re.search(r"From here you hit with (\d+) % at best", reasons(game, "roll"))
                best = max((5 * odds.hits for odds in targets(view)), default=None)
                assert best is None or (found is not None and int(found[1]) <= best)
                assert "vanish" not in legal or reasons(game, "vanish")
            game = act(game, seat, rng.choice(legal), SEED).game

    assert told


def test_averages_and_what_a_clue_rules_out_are_those_of_the_clues() -> None:
    for rounds in (0, 1, 2):
        game = played(new_match(3, hives=1), rounds, Random(rounds))
        view = game.view(0)
        for action in game.legal(0)[:12]:
            letters = action.removeprefix("charge:")
            if (shape := parse_shape(letters)) is None:
                continue
            reason = reasons(game, action)
            figures = re.findall(r"\d+(?:\.\d)?", reason)
            layouts = members(find_consistent_layouts(known_hints(view)[0]))
            told = Counter(sum(int(each[LETTERS.index(letter)]) for letter in shape.looks) for each in layouts)
            left = sum(count * count for count in told.values()) / len(layouts)
            ruled_out = [f"{100 * (1 - left / len(layouts)):.0f}"] if shape.looks and rounds < 2 else []
            if rounds == 0:
                assert figures == ruled_out
                continue
            counts, cleared = posterior(view)[0].counts, view.hives[0].cleared
            scoring = [LETTERS.index(letter) for letter in letters if letter not in cleared]
            held = sum(sum(value * count for value, count in enumerate(counts[cell], 1)) for cell in scoring)
            average = held / posterior(view)[0].layouts
            assert figures == [*([f"{average:.1f}"] if scoring else []), *ruled_out]
            laid = {letter for hint in view.own.hives[0].hints if hint.round > 1 for letter in hint.shape.letters}
            assert ("nobody was paid" in reason) == bool(laid & set(letters) - set(cleared))
