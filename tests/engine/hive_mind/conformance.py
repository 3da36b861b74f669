"""Hive Mind's part of the conformance suite."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import prod
from random import Random
from typing import Any

from msgspec.structs import replace

from engine.hive_mind import GAME_TYPE
from engine.hive_mind.actions import (
    Ability,
    Action,
    Clear,
    DrawCandidate,
    Give,
    Guess,
    LayHive,
    NameCandidate,
    Ready,
    Reopen,
    Submit,
    Totals,
)
from engine.hive_mind.board import KINDS, SHAPE_CELLS, SHAPE_KIND, SHAPES, is_layout, layouts
from engine.hive_mind.editions import BLOCK, DOUBLE, EDITIONS, ROUNDS
from engine.hive_mind.events import (
    BlockersTold,
    CandidateFound,
    DoublersTold,
    Event,
    GameEnded,
    HiveAnnounced,
    HiveLaid,
    PointsTold,
    SeatForfeited,
    SeatReady,
    SeatReopened,
    StandingFound,
    TokenGiven,
    TotalsAsked,
)
from engine.hive_mind.rules import HiveMindRules
from engine.hive_mind.state import NONE, ROUND, TOTALS, State, Submission
from engine.hive_mind.view import View
from tests.kits.suite import PUBLIC, Conformance

FORMS: Mapping[str, str] = {
    "State": "phase number waiting announced cleared doubles forfeited totals standing gift candidate",
    "Announcement": "shapes counts cleared left",
    "Kinds": "tri arc line",
    "TotalsScore": "right hit",
    "Standing": "winner winner_by second_winner second_by candidates candidate_by decider",
    "HiveLaid": "hive",
    "SeatReady": "seat",
    "SeatReopened": "seat",
    "TimeRanOut": "seats",
    "HiveAnnounced": "hive round announcement",
    "DoublersTold": "hive seats",
    "BlockersTold": "hive seats",
    "PointsTold": "points",
    "StandingFound": "standing",
    "TokenGiven": "seat to",
    "CandidateFound": "seat by",
    "SeatForfeited": "seat",
    "GameEnded": "reason winners",
}
"""The public fields of each class."""
OWN = "the seat itself"
AT_THE_END = "everybody, when the last scoring phase has ended (HM-29)"
SECRETS: Mapping[str, str] = {
    "State.hives": f"nobody; {AT_THE_END}",
    "State.pending": OWN,
    "State.played": f"each seat its own; {AT_THE_END}",
    "State.used": f"each seat its own; {AT_THE_END}",
    "State.blocks": f"{OWN}; everybody, when blockers are told (HM-16)",
    "State.guesses": OWN,
    **{f"Submission.{name}": OWN for name in ("shapes", "doubles", "blocks", "guesses", "totals")},
    **{f"HintTold.{name}": OWN for name in ("seat", "hive", "round", "shape", "value")},
    **{f"TotalsCompared.{name}": OWN for name in ("seat", "right", "hit")},
}
CANARY = "31.31.31.31."
"""A guess that random play never makes."""


class HiveMindConformance(Conformance):
    """The conformance cases of Hive Mind: every edition, with few, many and the recommended seats (HM-26)."""

    game_type = GAME_TYPE
    configurations: Sequence[tuple[int, dict[str, Any]]] = (
        (3, {"edition": "gauntlet"}),
        (5, {"edition": "recharged"}),
        (7, {"edition": "tempo", "garnets": [0, 1, 2, 3, 4, 5, 6]}),
        (3, {"hives": 1}),
    )
    action_type = Action
    returns = (-1, 2)
    fields: Mapping[str, str] = {
        **{f"{form}.{name}": PUBLIC for form, names in FORMS.items() for name in names.split()},
        **SECRETS,
    }

    def probes(self, rules: HiveMindRules) -> Sequence[Action]:
        """Return shapes of every kind on every hive, and all other kinds of action, well-formed and ill-formed."""
        shapes = [Submit(hive, shape) for hive in range(3) for shape in (0, 1, 2)]
        hives = [Ability(ability, hive) for ability in (BLOCK, DOUBLE) for hive in range(3)]
        clear: list[Action] = [
            Clear("shape", 0),
            Clear("shape", 1),
            Clear("double", 0),
            Clear("block", 0),
            Clear("guess", 0),
        ]
        guesses = [Guess(0, "123211232113"), Guess(1, "." * 12), Guess(2, CANARY), Guess(0, "1234"), Guess(0, "x" * 12)]
        totals = [Totals(((1, 7),)), Totals(((0, 3), (2, 12))), Totals(()), Totals(((9, 1),)), Totals(((1, -1),))]
        seats = [made(seat) for made in (Give, NameCandidate, DrawCandidate) for seat in (-1, 0, 1, 2, 9)]
        odd = [Submit(5, 0), Submit(0, 99), Ability(DOUBLE, 7), LayHive(0, "1" * 12)]
        return [*shapes, *hives, *clear, *guesses, *totals, *seats, *odd, Ready(), Reopen()]

    def check_invariants(self, rules: HiveMindRules, state: State) -> None:
        """Check that values, shapes, counts, kinds and garnets add up."""
        view = rules.view(state, 0)
        for values in state.hives:
            assert is_layout(values)
            assert sum(map(int, values)) == 22
        for hive, rounds in enumerate(state.played):
            cleared = 0
            for turn, (shapes, told) in enumerate(zip(rounds, state.announced[hive], strict=True)):
                there = [shape for shape in shapes if shape != NONE]
                counts = [sum(cell in SHAPE_CELLS[shape] for shape in there) for cell in range(12)]
                assert list(told.counts) == counts, "counts are not those of the shapes"
                kinds = [SHAPE_KIND[shape] for shape in there]
                assert [getattr(told.shapes, kind) for kind in KINDS] == [kinds.count(kind) for kind in range(3)]
                cleared |= sum(1 << cell for cell in range(12) if counts[cell] % 2) if turn else 0
            assert state.cleared[hive] == cleared, "cleared is not what lay under odd numbers"
            for seat in range(rules.seats):
                kinds = [SHAPE_KIND[shapes[seat]] for shapes in rounds if shapes[seat] != NONE]
                assert len(kinds) == len(set(kinds)), f"seat {seat} used a kind twice on hive {hive}"
                assert state.used[seat][hive] == sum(1 << kind for kind in kinds)
        self._check_first_round(view, state)
        for seat, submission in enumerate(state.pending):
            own = rules.view(state, seat).own
            assert own is not None
            assert 0 <= own.garnets.spent <= own.garnets.start, "garnets that nobody had were spent"
            assert state.waiting & state.forfeited == 0, "who has left is waited for"
            assert state.phase in (ROUND, TOTALS) or submission == state.pending[0], "something is pending too late"

    def _check_first_round(self, view: View, state: State) -> None:
        if EDITIONS[view.edition].three_kinds_first:
            first = [rounds[0] for rounds in state.played if rounds]
            for shapes in zip(*first, strict=True):
                kinds = [SHAPE_KIND[shape] for shape in shapes if shape != NONE]
                assert len(kinds) == len(set(kinds)), "two hives took the same kind in round 1"

    def public_board(self, view: View) -> Any:
        """Return announcements, ready and forfeited seats, points, standing, choices and the end."""
        return {
            "laid": [hive.name for hive in view.hives if hive.drawn],
            "rounds": {hive.name: list(hive.rounds) for hive in view.hives if hive.rounds},
            "doublers": {hive.name: hive.doublers for hive in view.hives if hive.doublers is not None},
            "blockers": {hive.name: hive.blockers for hive in view.hives if hive.blockers is not None},
            "forfeited": {seat for seat, seated in enumerate(view.seats) if seated.forfeited},
            "waiting": set(view.actors) if view.phase in ("round", "totals") else None,
            "points": view.scores and tuple(seat.points for seat in view.scores.seats),
            "standing": view.standing,
            "gift": view.gift,
            "candidate": view.candidate,
            "end": view.reason,
        }

    def rebuild(self, rules: HiveMindRules, events: Sequence[Event]) -> Any:
        """Return the public board as rebuilt from the events."""
        hives = [hive.name for hive in rules.view(rules.initial_state(), 0).hives]
        at_once = 1 if len(hives) == 2 else 3
        board: dict[str, Any] = {"laid": [], "rounds": {}, "doublers": {}, "blockers": {}, "forfeited": set()}
        board |= {"waiting": None, "points": None, "standing": None, "gift": None, "candidate": None, "end": None}
        everybody = set(range(rules.seats))
        for event in events:
            match event:
                case HiveLaid(hive):
                    board["laid"].append(hive)
                    if hive == hives[-1]:
                        board["waiting"] = everybody - board["forfeited"]
                case SeatReady(seat):
                    board["waiting"].discard(seat)
                case SeatReopened(seat):
                    board["waiting"].add(seat)
                case HiveAnnounced(hive, number, announcement):
                    board["rounds"].setdefault(hive, []).append(announcement)
                    over = hive == hives[-1] and number == ROUNDS
                    board.update(waiting=None if over else everybody - board["forfeited"])
                case DoublersTold(hive, seats):
                    board["doublers"][hive] = seats
                case BlockersTold(hive, seats):
                    board["blockers"][hive] = seats
                case TotalsAsked():
                    board["waiting"] = everybody - board["forfeited"]
                case PointsTold(points):
                    board |= {"points": points, "waiting": None}
                case StandingFound(standing):
                    self._restart(board, standing)
                case TokenGiven(_, to):
                    board["gift"] = to
                case CandidateFound(seat, _):
                    board["candidate"] = seat
                case SeatForfeited(seat):
                    board["forfeited"].add(seat)
                    (board["waiting"] or set()).discard(seat)
                case GameEnded(reason):
                    board["end"] = reason
                case _:
                    pass
        assert at_once in (1, 3)
        return board

    def _restart(self, board: dict[str, Any], standing: Any) -> None:
        """Apply a recomputed standing, which reopens a gift or candidate that is no longer valid (HM-28)."""
        before = board["standing"]
        if (before is not None and before.winner != standing.winner) or board["gift"] in board["forfeited"]:
            board["gift"] = None
        if board["candidate"] not in standing.candidates:
            board["candidate"] = None
        board["standing"] = standing

    def worlds(self, rules: HiveMindRules, state: State, seat: int) -> int:
        """Return the number of layouts that fit the seat's hints, a lower bound of the possible worlds."""
        if state.standing is not None:
            return 1
        return prod(len(fitting(state, seat, hive)) for hive in range(len(state.hives)))

    def twins(self, rules: HiveMindRules, state: State, seat: int, rng: Random) -> Iterable[State]:
        """Yield states with other fitting layouts, exchanged shapes of two seats, or other pending choices."""
        if state.standing is not None:
            return
        for hive in range(len(state.hives)):
            other = rng.choice(fitting(state, seat, hive))
            yield replace(state, hives=(*state.hives[:hive], other, *state.hives[hive + 1 :]))
        others = [other for other in range(rules.seats) if other != seat and not state.forfeited >> other & 1]
        if len(others) > 1:
            yield swap_seats(state, *rng.sample(others, 2))
        if state.phase in (ROUND, TOTALS):
            for other in others:
                mine = state.pending[other]
                guesses = tuple("1" * 12 for _ in mine.guesses)
                totals = () if state.phase == ROUND else (3,) * rules.seats
                shapes = tuple(0 if shape != NONE else shape for shape in mine.shapes)
                pending = Submission(shapes, mine.doubles, mine.blocks, guesses, totals)
                yield replace(state, pending=(*state.pending[:other], pending, *state.pending[other + 1 :]))

    def plant(self, rules: HiveMindRules, state: State, owner: int) -> tuple[State, tuple[str, ...]] | None:
        """Add an unmistakable guess of a hive or of totals to the owner's pending submission."""
        mine = state.pending[owner]
        if state.phase == ROUND:
            mine = replace(mine, guesses=(CANARY, *mine.guesses[1:]))
        elif state.phase == TOTALS:
            mine = replace(mine, totals=(987654,) * rules.seats)
        else:
            return None
        return replace(state, pending=(*state.pending[:owner], mine, *state.pending[owner + 1 :])), (CANARY, "987654")


def fitting(state: State, seat: int, hive: int) -> Sequence[str]:
    """Return the layouts that give the seat the same hints, found by trying all of them."""
    shapes = [shapes[seat] for shapes in state.played[hive] if shapes[seat] != NONE]
    looks = [SHAPES[shape].looks for shape in shapes]
    return _telling(tuple((letters, _sum(state.hives[hive], letters)) for letters in looks))


@lru_cache(maxsize=1024)
def _telling(hints: tuple[tuple[str, int], ...]) -> Sequence[str]:
    if not hints:
        return layouts()
    letters, value = hints[-1]
    return [layout for layout in _telling(hints[:-1]) if _sum(layout, letters) == value]


def _sum(layout: str, letters: str) -> int:
    return sum([int(layout["ABCDEFGHIJKL".index(letter)]) for letter in letters])


def swap_seats(state: State, one: int, two: int) -> State:
    """Return the state with two seats' shapes exchanged, also pending ones; readiness stays."""

    def exchanged(row: tuple[Any, ...]) -> tuple[Any, ...]:
        order = list(range(len(row)))
        order[one], order[two] = two, one
        return tuple(row[seat] for seat in order)

    played = tuple(tuple(exchanged(shapes) for shapes in rounds) for rounds in state.played)
    pending = [
        replace(mine, shapes=theirs.shapes)
        for mine, theirs in zip(state.pending, exchanged(state.pending), strict=True)
    ]
    return replace(state, played=played, used=exchanged(state.used), pending=tuple(pending))


CONFORMANCE = HiveMindConformance()
