"""The clue review of a finished match: a seat's shapes in each round, beside the best ones by its clues at the time.

Each round is judged only by the seat's own view in it. The points of hexes are expected as by the player that gives
hints (`response`), in more sampled worlds. Round 1 brings no points; there, shapes are compared by their clues (HM-8).
Beside the expected points stands what a shape really paid, and what the best one would have paid.
"""

from collections.abc import Callable, Sequence
from itertools import groupby
from random import Random
from typing import Final, NamedTuple

from msgspec.structs import replace

from engine.core import AnyRules
from engine.hive_mind.board import KINDS, SHAPE_CELLS, SHAPE_INDEX, SHAPE_LETTERS, SHAPES, SHAPES_OF
from engine.hive_mind.evaluation import count_left_layouts
from engine.hive_mind.posterior import all_layouts, known_hints
from engine.hive_mind.preview import needs_three_kinds
from engine.hive_mind.response import estimate_points
from engine.hive_mind.scoring import list_plays
from engine.hive_mind.state import State
from engine.hive_mind.view import View
from engine.players.coach import Decision, list_decisions
from engine.record import GameRecord, configure
from engine.replay import replay as replay_record

WORLDS: Final = 48
"""Number of sampled worlds in which the points of hexes are expected."""
LEAST: Final = 0.3
"""The minimum difference of expected points for which the best shape counts as better than the one laid."""
LEAST_CLUE: Final = 0.02
"""The same in round 1, as a share of all layouts."""


class LaidShape(NamedTuple):
    """A shape that a seat laid on a hive, and the best one by its clues.

    `worth` and `best_worth` are expected points; in round 1, the share of all layouts that the clue is expected to rule
    out. `paid` are the points that the shape brought, by Double and Block too, and `best_paid` those that the best one
    would have brought, if all others had laid the same. `hinted`: the shape laid was also the hint.
    """

    hive: int
    letters: str
    worth: float
    best: str
    best_worth: float
    hinted: bool
    paid: int = 0
    best_paid: int = 0


class ReviewedRound(NamedTuple):
    """A round of a seat: its view with the shapes that it laid, and their review by hive."""

    view: View
    shapes: tuple[LaidShape, ...]

    @property
    def pays(self) -> bool:
        """Whether the round brings points."""
        return self.view.hives[self.shapes[0].hive].round > 1

    def is_better(self, shape: LaidShape) -> bool:
        """Return whether the best shape is clearly better than the one laid."""
        return shape.best_worth - shape.worth >= (LEAST if self.pays else LEAST_CLUE)

    @property
    def best_view(self) -> View:
        """The view with the best shapes, where they are clearly better, in place of those laid."""
        return _lay(self.view, {each.hive: each.best for each in self.shapes if self.is_better(each)})


class LaidRound(NamedTuple):
    """A seat's decisions of a round: by hive, the one that laid its final shape; and its view with these shapes.

    `end` is the final state of the match.
    """

    view: View
    decisions: dict[int, Decision]
    end: State


def list_rounds(record: GameRecord, seat: int, adviser: str) -> tuple[LaidRound, ...]:
    """Return the rounds of a finished match in which a seat laid shapes, in order.

    `adviser` is the name of the computer player that gives hints. Raises what `coach.list_decisions` raises.
    """
    decisions = list_decisions(record, seat, adviser, lambda view: view.phase == "round")
    end = replay_record(record).states[-1]
    found = [_collect(list(of_round), end) for _, of_round in groupby(decisions, lambda each: each.view.round)]
    return tuple([laid for laid in found if laid.decisions])


def _collect(decisions: Sequence[Decision], end: State) -> LaidRound:
    view: View = decisions[-1].view
    names, laid = [hive.name for hive in view.hives], dict[int, Decision]()
    for decision in decisions:
        match decision.played.split(":"):
            case ["clear", name] if name in names:
                laid.pop(names.index(name), None)
            case [name, letters] if name in names and letters in SHAPE_INDEX:
                laid[names.index(name)] = decision
            case _:
                pass
    return LaidRound(_lay(view, {hive: _read_letters(decision) for hive, decision in laid.items()}), laid, end)


def _read_letters(decision: Decision) -> str:
    return decision.played.partition(":")[2]


def _lay(view: View, letters: dict[int, str]) -> View:
    """Return the view with other pending shapes on some hives."""
    if view.own is None:
        return view
    hives = [
        replace(own, shape=SHAPES[SHAPE_INDEX[letters[hive]]]) if hive in letters else own
        for hive, own in enumerate(view.own.hives)
    ]
    return replace(view, own=replace(view.own, hives=tuple(hives)))


def review(asked: Sequence[LaidRound]) -> tuple[ReviewedRound, ...]:
    """Return the review of a seat's rounds; the same rounds always give the same result."""
    return tuple([ReviewedRound(laid.view, tuple(_review_round(laid))) for laid in asked])


def _review_round(laid: LaidRound) -> list[LaidShape]:
    found: list[LaidShape] = []
    for hive, decision in sorted(laid.decisions.items()):
        rules, rng = configure(decision.configuration), Random(decision.seed)
        weigh = _weigh_shapes(rules, laid.view, hive, rng)
        shape = SHAPE_INDEX[_read_letters(decision)]
        best = max([shape, *_list_possible(laid.view, hive)], key=weigh)
        found.append(
            LaidShape(
                hive,
                SHAPE_LETTERS[shape],
                weigh(shape),
                SHAPE_LETTERS[best],
                weigh(best),
                decision.hint == decision.played,
                count_paid(laid.end, laid.view, hive, shape),
                count_paid(laid.end, laid.view, hive, best),
            )
        )
    return found


def count_paid(end: State, view: View, hive: int, shape: int) -> int:
    """Return the points of a shape, if the view's owner had laid it on a hive in the view's round (HM-9, HM-14, HM-15).

    All other shapes are as they were; guesses don't count. `end` is the final state of the match.
    """
    rounds, number, seat = end.played[hive], view.hives[hive].round - 1, view.viewer
    if number >= len(rounds):
        return 0
    laid = (*rounds[number][:seat], shape, *rounds[number][seat + 1 :])
    changed = (*rounds[:number], laid, *rounds[number + 1 :])
    plays = list_plays(replace(end, played=(*end.played[:hive], changed, *end.played[hive + 1 :])))
    play = plays[hive][number][seat]
    return play.points + play.blocks


def _weigh_shapes(rules: AnyRules, view: View, hive: int, rng: Random) -> Callable[[int], float]:
    """Return a function that returns a shape's expected points; in round 1, the share of layouts that it rules out."""
    if view.hives[hive].round == 1:
        hints, number = known_hints(view)[hive], all_layouts().bit_count()
        return lambda shape: 1 - count_left_layouts(hints, shape) / number
    of_cells = estimate_points(rules, view, hive, rng, WORLDS)
    return lambda shape: sum([of_cells[cell] for cell in SHAPE_CELLS[shape]])


def _list_possible(view: View, hive: int) -> Sequence[int]:
    """Return the shapes that the seat could lay on a hive instead, with its shapes on the other hives (HM-7)."""
    if view.own is None:
        return ()
    shapes = [own.shape for other, own in enumerate(view.own.hives) if other != hive]
    elsewhere = {shape.kind for shape in shapes if shape is not None} if needs_three_kinds(view) else set[str]()
    kinds = [kind for kind in view.own.hives[hive].kinds if kind not in elsewhere]
    return SHAPES_OF[sum([1 << KINDS.index(kind) for kind in kinds])]
