"""Lessons notice changed rules: with one line of the engine changed, a lesson that teaches the rule is wrong."""

import inspect
import sys
import textwrap
from collections.abc import Iterator
from importlib import import_module
from operator import attrgetter
from types import CodeType, ModuleType

import pytest

from engine.lessons import loads
from engine.lessons.proof import faults

MUTANTS = (
    # No number has to match any more.
    ("monster_hex", "MH-5", "placing.fits_with", "|= gives[edge]", "|= ALL_SLOTS"),
    # Start hexes don't come first.
    ("monster_hex", "MH-6", "placing.free_cells", "return start or", "return"),
    # A stone is captured with one hex around it still free.
    ("monster_hex", "MH-8", "capturing.surrounded_by", "EMPTY not in ring(board)", "ring(board).count(EMPTY) < 2"),
    # At a Large Stone, of equal powers the later seat's is first.
    ("monster_hex", "MH-9", "capturing.places", "            first = None", "            first = owner"),
    # A value of one's own colour brings only 1 more.
    ("monster_hex", "MH-10", "capturing._bonus", "COLOUR_BONUS if", "1 if"),
    # At a Small Stone the weakest rank decides a tie.
    ("monster_hex", "MH-11", "capturing._first_at_small", "min(ranks)", "max(ranks)"),
    # Three times the power is needed.
    ("monster_hex", "MH-12", "capturing.overwhelms", "2 * max", "3 * max"),
    # Every edition has Overwhelm.
    ("monster_hex", "MH-24", "capturing.overwhelms", "not layout.has_overwhelm", "layout.size != 2"),
    # The fewest points win.
    ("monster_hex", "MH-14", "scoring.decided", "max(", "min("),
    # Enchant and Curse change nothing.
    ("monster_hex", "MH-16", "effects._changed", "changes[cell] + by", "changes[cell]"),
    # A confused monster stays as it was.
    ("monster_hex", "MH-18", "effects._turned", "+ rotation", "+ piece % 6"),
    # A monster that shows an hourglass gets no click.
    ("connect_four", "CF-9", "turn.begun", "CLICK if sets[HOURGLASS] & own else ACT", "ACT"),
    # Close attacks reach any distance.
    ("connect_four", "CF-11", "combat.kinds", "if grid.near[start] >> end & 1:", "if True:"),
    # Monsters hide nobody.
    ("connect_four", "CF-12", "grid.Grid.sees", "return not passed & solid and", "return True or"),
    # An attack must exceed the defense.
    ("connect_four", "CF-13", "combat.struck", ">= reckoned.defense", "> reckoned.defense"),
    # Damage isn't applied.
    ("connect_four", "CF-13", "damage.Step.take", "replace(piece, click=click)", "piece"),
    # An attack leaves no token.
    ("connect_four", "CF-14", "clash._give_tokens", "piece.tokens + 1", "piece.tokens"),
    # Nothing falls.
    ("connect_four", "CF-15", "damage.Step._fall", "in free.items()", "in ()"),
    # Four in a row don't end the game.
    ("connect_four", "CF-16", "grid.Grid.makes_four", "return True", "return False"),
    # The destroyed bring no kill points.
    ("connect_four", "CF-17", "damage.Step._score", "MONSTERS[dead.id].points", "0"),
    # A shape's hint is the sum of its own hexes.
    ("hive_mind", "HM-4", "resolving._lay", "SHAPE_HINT[shape]", "COVERED[shape]"),
    # One may be ready without a shape.
    ("hive_mind", "HM-5", "legality._ready", "Objection.SHAPES_MISSING", "None"),
    # A kind may be laid twice.
    ("hive_mind", "HM-7", "legality._shape", "if state.used[seat][hive] & kind", "if False"),
    # Round 1 clears too.
    ("hive_mind", "HM-8", "resolving.resolve", "if turn else 0", ""),
    # Any number of shapes pays.
    ("hive_mind", "HM-9", "resolving._lay", "odd ^= COVERED[shape]", "odd |= COVERED[shape]"),
    # A value of which one hex is right brings points.
    ("hive_mind", "HM-12", "scoring.guess_points", "where(guess, digit) ==", "where(guess, digit) &"),
    # Double and Block may be chosen in any round.
    ("hive_mind", "HM-13", "legality._ability", "state.number % ROUNDS != 1", "False"),
    # Double doubles nothing.
    ("hive_mind", "HM-14", "scoring._scored", "own & alone", "0"),
    # Block works on an odd number of shapes.
    ("hive_mind", "HM-15", "scoring._scored", "~odd & ~cleared", "odd & ~cleared"),
    # One may spend more garnets than one has.
    ("hive_mind", "HM-17", "legality._purchase", "cost > garnets", "False"),
    # Being guessed costs as much as guessing brings.
    ("hive_mind", "HM-18", "scoring.points", "2 * totals.hit", "totals.hit"),
    # Staying off the hex where all others lie is no feat.
    ("hive_mind", "HM-20", "feats._missed_by_one", "return once & ~several", "return 0"),
    # Points on 3s break no tie.
    ("hive_mind", "HM-24", "standing._victory", "seat.on_threes", "0"),
    # Blocks lie on blocks.
    ("hex_battle_wars", "HBW-3", "terrain.Terrain._climbed", "if level == 1", "if True"),
    # Everybody starts anywhere.
    ("hex_battle_wars", "HBW-5", "setup.deployable", "distance < APART", "False"),
    # Passing costs nothing.
    ("hex_battle_wars", "HBW-8", "turns.play", "state.passes[state.seat] - 1", "state.passes[state.seat]"),
    # To vanish, the die must exceed the score.
    ("hex_battle_wars", "HBW-9", "rolls._vanish", "die >= score", "die > score"),
    # To stay hidden, the die must exceed the score.
    ("hex_battle_wars", "HBW-10", "rolls._hold", "die >= score", "die > score"),
    # A ghost that was hit stays.
    ("hex_battle_wars", "HBW-13", "rolls._shot", "tile - 1, OFF", "tile - 1, state.tiles[seat][tile - 1]"),
    # A walk may end where it began.
    ("hex_battle_wars", "HBW-15", "walking.Reach._walk", "& ~own", ""),
    # One never steps into what costs more than is left.
    ("hex_battle_wars", "HBW-17", "walking.Reach._walk", "| last & (water | quicksand)", ""),
    # Nobody is stuck.
    ("hex_battle_wars", "HBW-18", "walking.Reach._walk", "roll < COSTS.get(ground.ground[start], 0)", "False"),
    # The distance takes nothing off.
    ("hex_battle_wars", "HBW-20", "shooting.modifiers", "-distance if distance > 1 else 0", "0"),
    # An attack must exceed the armour class.
    ("hex_battle_wars", "HBW-20", "shooting.rolled", ">= shot.armour", "> shot.armour"),
    # A natural 20 hits only what it reaches.
    ("hex_battle_wars", "HBW-21", "shooting.rolled", "die == 20 or", ""),
    # A hit takes no health.
    ("hex_battle_wars", "HBW-22", "shooting.harmed", "hp - damage", "hp"),
    # Blocks hide nobody.
    ("hex_battle_wars", "HBW-23", "terrain.Terrain.sights", "(far, is_clear)", "(far, True)"),
)
"""Game, rule, function, a text in its source, and what it becomes."""


@pytest.mark.parametrize(
    ("game", "rule", "name", "before", "after"), MUTANTS, ids=[" ".join(row[1:3]) for row in MUTANTS]
)
def test_a_lesson_that_teaches_a_rule_fails_without_it(
    game: str, rule: str, name: str, before: str, after: str, monkeypatch: pytest.MonkeyPatch, nothing_kept: None
) -> None:
    lessons = [lesson for lesson in loads(game).values() if rule in lesson.teaches]
    module = import_module(f"engine.{game}.{name.partition('.')[0]}")
    monkeypatch.setattr(*_changed(module, name.partition(".")[2], before, after))

    assert any(faults(lesson) for lesson in lessons)


@pytest.fixture
def nothing_kept() -> Iterator[None]:
    """What functions keep is forgotten before and after: it depends on the rules."""
    _forget()
    yield
    _forget()


def _forget() -> None:
    for name, module in list(sys.modules.items()):
        if name.startswith(KEEPING):
            for each in vars(module).values():
                if hasattr(each, "cache_clear"):
                    each.cache_clear()


KEEPING = (
    "engine.hex_battle_wars.terrain",
    "engine.hex_battle_wars.walking",
    "engine.hive_mind.feats",
    "engine.hive_mind.legality",
    "engine.hive_mind.scoring",
)


def _changed(module: ModuleType, name: str, before: str, after: str) -> tuple[object, str, CodeType]:
    """The code of a function with a text of its source changed, for all who have imported the function."""
    function = inspect.unwrap(attrgetter(name)(module))
    source = textwrap.dedent(inspect.getsource(function))
    assert before in source
    lines = [line for line in source.replace(before, after).splitlines() if not line.startswith("@")]
    made: dict[str, object] = {}
    exec(compile("\n".join(lines), module.__file__ or "", "exec"), vars(module), made)
    return function, "__code__", made[function.__name__].__code__  # type: ignore[attr-defined]
