"""Lessons detect changed rules: a lesson must fail when its rule is mutated."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from importlib import import_module
from itertools import repeat
from operator import eq, or_, xor
from typing import Any

import pytest
from msgspec.structs import replace

from engine.connect_four.state import ACT, CLICK
from engine.hex_battle_wars.actions import Pass
from engine.hex_battle_wars.events import GhostRemoved
from engine.hive_mind.board import COVERED
from engine.hive_mind.editions import ROUNDS
from engine.hive_mind.legality import Objection
from engine.hive_mind.state import NONE
from engine.lessons import load_lessons
from engine.lessons.proof import faults
from engine.monster_hex.content import EMPTY
from engine.monster_hex.placing import ALL_SLOTS

Change = Callable[[Any], Any]
"""Makes the mutant of a function or of a lookup."""


def returning(value: Any) -> Change:
    return lambda real: lambda *arguments: value


def then(change: Callable[..., Any]) -> Change:
    """Return a change that passes the function's result and arguments to `change` and returns its result."""
    return lambda real: lambda *arguments: change(real(*arguments), *arguments)


def without(allowed: Objection) -> Change:
    return then(lambda objection, *_: None if objection is allowed else objection)


def every_free_cell(board: Sequence[int]) -> list[int]:
    return [cell for cell, piece in enumerate(board) if piece == EMPTY]


def nearly_surrounded(variants: Any, board: Sequence[int], captures: Any, cell: int) -> list[int]:
    return [stone for stone, ring in variants.layout.rings_at[cell] if ring(board).count(EMPTY) < 2]


def latest_of_the_strongest(powers: Sequence[int | None]) -> int:
    return max((power, owner) for owner, power in enumerate(powers) if power is not None)[1]


def overwhelms(layout: Any, powers: Sequence[int | None], first: int, times: int = 2) -> bool:
    return layout.size == 2 and (powers[first] or 0) >= times * max(0, powers[1 - first] or 0)


def harder(reckoned: Any) -> Any:
    return replace(reckoned, defense=reckoned.defense + 1)


def combined(by: Callable[[int, int], int], shapes: Iterable[int], more: int = 0) -> int:
    """Return the hexes of some shapes combined into one bit mask."""
    return reduce(by, (COVERED[shape] for shape in shapes if shape != NONE), more)


def cleared_in_round_1(state: Any, after: Any) -> Any:
    if state.number % ROUNDS:
        return after
    laid = zip(*[each.shapes for each in state.pending], strict=True)
    return replace(after, cleared=tuple(map(combined, repeat(xor), laid, after.cleared)))


def one_pass_more(state: Any, action: object, events: object) -> Any:
    return replace(state, passes=tuple(each + 1 for each in state.passes)) if isinstance(action, Pass) else state


def with_ghosts(state: Any, after: Any, told: Iterable[object]) -> Any:
    return replace(after, tiles=state.tiles) if any(isinstance(event, GhostRemoved) for event in told) else after


def ended(reach: Any, held: str | None, ground: Any = None, start: int = 0) -> str | None:
    """Let a walk end at its start if that is given, else only where it was paid for in full."""
    if ground is None:
        reach.ends &= reach.layers[-1]
    else:
        reach.ends |= ground.grid.one[start]
    return held


MUTANTS: dict[str, dict[str, Change]] = {
    "monster_hex": {
        # Any tile matches.
        "MH-5 placing.GIVES": lambda gives: ((ALL_SLOTS,) * 6,) * len(gives),
        # Start hexes have no priority.
        "MH-6 placing.free_cells": then(lambda cells, layout, board, *_: every_free_cell(board) if cells else ()),
        # A stone is captured with one hex around it still free.
        "MH-8 capturing.find_surrounded_sites": lambda real: nearly_surrounded,
        # A tie at a Large Stone goes to the later seat.
        "MH-9 capturing.places": then(lambda places, powers: (latest_of_the_strongest(powers), places[1])),
        # The colour bonus is 1 lower.
        "MH-10 capturing.COLOUR_BONUS": lambda bonus: bonus - 1,
        # The weakest rank breaks a tie at a Small Stone.
        "MH-11 capturing.RANKS": lambda ranks: tuple(-rank for rank in ranks),
        # Overwhelm needs three times the power.
        "MH-12 capturing.is_overwhelm": lambda real: lambda *found: real(*found) and overwhelms(*found, times=3),
        # Every edition has Overwhelm.
        "MH-24 capturing.is_overwhelm": lambda real: overwhelms,
        # The fewest points win.
        "MH-14 scoring.decide": lambda real: lambda seats, points, *rest: real(seats, [-x for x in points], *rest),
        # Enchant and Curse change nothing.
        "MH-16 effects._change_powers": then(lambda after, variants, state, *_: state),
        # Confuse changes nothing.
        "MH-18 effects._turn": then(lambda after, variants, state, *_: state),
    },
    "connect_four": {
        # Nobody is asked for a click.
        "CF-9 turn.start_turn": then(lambda after, *_: replace(after, phase=ACT) if after.phase == CLICK else after),
        # Close attacks reach any distance.
        "CF-11 combat.kinds": then(lambda kinds, *_: kinds or ("close",)),
        # Monsters block no sight.
        "CF-12 grid.Grid.can_see": returning(True),
        # An attack must exceed the defense.
        "CF-13 combat.resolve_blow": lambda real: lambda *reckoned: real(harder(reckoned[0]), *reckoned[1:]),
        # Damage is not applied.
        "CF-13 damage.Step.take": returning(None),
        # An attack leaves no token.
        "CF-14 clash._give_tokens": returning(None),
        # Nothing falls.
        "CF-15 damage.Step._fall": lambda real: lambda step: [step.put(cell, None) for cell in step.destroyed],
        # Four in a row does not end the game.
        "CF-16 grid.Grid.has_four": returning(False),
        # A destroyed monster brings no kill points.
        "CF-17 damage.Step._score": returning(None),
    },
    "hive_mind": {
        # A shape's hint is the sum of its own hexes.
        "HM-4 resolving.SHAPE_HINT": lambda hints: COVERED,
        # A seat may be ready without a shape.
        "HM-5 legality.objection": without(Objection.SHAPES_MISSING),
        # A kind may be laid twice.
        "HM-7 legality.objection": without(Objection.KIND_USED),
        # Round 1 clears too.
        "HM-8 resolving.resolve": then(lambda after, match, state, _: cleared_in_round_1(state, after)),
        # Any number of shapes pays.
        "HM-9 resolving._lay": then(lambda found, shapes, *_: (combined(or_, shapes), found[1])),
        # Each right hex brings a point.
        "HM-12 scoring.guess_points": lambda real: lambda guess, layout: sum(map(eq, guess, layout)),
        # Double and Block may be chosen in any round.
        "HM-13 legality.objection": without(Objection.ABILITY_NOT_IN_ROUND),
        # Double doubles nothing.
        "HM-14 scoring._scored": then(lambda found, *_: [(*each[:2], 0, each[3]) for each in found]),
        # Block blocks nothing.
        "HM-15 scoring._scored": then(lambda found, *_: [(*each[:3], 0) for each in found]),
        # A seat may spend more garnets than it has.
        "HM-17 legality.objection": without(Objection.TOO_EXPENSIVE),
        # Guessed totals bring and cost nothing.
        "HM-18 scoring.points": lambda real: lambda state, seats: real(replace(state, totals=()), seats),
        # Avoiding the hex where all others lie is not a feat.
        "HM-20 feats._find_missed_once": returning(0),
        # Points on 3s break no tie.
        "HM-24 standing._victory": then(lambda criteria, *_: (each for each in criteria if each[0] != "threes")),
    },
    "hex_battle_wars": {
        # Blocks may lie on blocks.
        "HBW-3 terrain.Terrain._cells_with_access": lambda real: lambda terrain, level: terrain.bare,
        # Seats may start at any distance.
        "HBW-5 setup.APART": lambda apart: 1,
        # Passing costs nothing.
        "HBW-8 turns.play": lambda real: lambda match, state, *rest: real(match, one_pass_more(state, *rest), *rest),
        # A die equal to the score does not vanish.
        "HBW-9 rolls._vanish": lambda real: lambda match, state, die, told: real(match, state, die - 1, told),
        # A die equal to the score does not stay hidden.
        "HBW-10 rolls._hold": lambda real: lambda match, state, die, told: real(match, state, die - 1, told),
        # A hit ghost is not removed.
        "HBW-13 rolls._shot": then(lambda after, match, state, die, told: with_ghosts(state, after, told)),
        # A walk may end where it began.
        "HBW-15 walking.Reach._walk": lambda real: (
            lambda reach, *rest: ended(reach, real(reach, *rest), rest[0], rest[1])
        ),
        # A walk can't end in a hex that costs more than is left.
        "HBW-17 walking.Reach._walk": lambda real: lambda reach, *rest: ended(reach, real(reach, *rest)),
        # Hazards hold nobody.
        "HBW-18 walking.COSTS": lambda costs: {},
        # Distance is not subtracted.
        "HBW-20 shooting.modifiers": then(lambda parts, *_: tuple(part for part in parts if part.name == "height")),
        # An attack must exceed the armour class.
        "HBW-20 shooting.apply_hit_die": then(
            lambda shot, _, die: replace(shot, hit=die == 20 or shot.total > shot.armour)
        ),
        # A natural 20 hits only if it reaches the armour class.
        "HBW-21 shooting.apply_hit_die": then(lambda shot, _, die: replace(shot, hit=shot.total >= shot.armour)),
        # A hit takes no health.
        "HBW-22 shooting.apply_damage": then(lambda shot, before, die, hp: replace(shot, hp=hp)),
        # Blocks block no sight.
        "HBW-23 terrain.Terrain.sights": then(lambda found, *_: [(far, True) for far, _ in found]),
    },
}
"""The mutants by game, then by rule and name of a function or lookup."""


@pytest.mark.parametrize(
    ("game", "mutant"), [pytest.param(game, name, id=name) for game, found in MUTANTS.items() for name in found]
)
def test_a_lesson_that_teaches_a_rule_fails_without_it(
    game: str, mutant: str, monkeypatch: pytest.MonkeyPatch, nothing_kept: None
) -> None:
    rule, name = mutant.split()
    lessons = [lesson for lesson in load_lessons(game).values() if rule in lesson.teaches]
    module, *inside, attribute = name.split(".")
    owner: Any = reduce(getattr, inside, import_module(f"engine.{game}.{module}"))
    real = getattr(owner, attribute)
    changed = MUTANTS[game][mutant](real)
    monkeypatch.setattr(owner, attribute, changed)
    for other in [other for name, other in sys.modules.items() if name.startswith("engine.") and callable(real)]:
        for imported in [imported for imported, value in vars(other).items() if value is real]:
            monkeypatch.setattr(other, imported, changed)

    assert any(faults(lesson) for lesson in lessons)


@pytest.fixture
def nothing_kept() -> Iterator[None]:
    """Clear the engine's caches before and after the test, because cached values depend on the mutated rules."""
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
