"""Conversion of states to views and to the result of a match (HM-10, HM-11, HM-29)."""

from functools import cache
from typing import Any

import msgspec

from engine.hive_mind import scoring
from engine.hive_mind.board import KINDS, KINDS_IN, SHAPES, cells_in, values_of
from engine.hive_mind.editions import BLOCK, DOUBLE, ROUNDS, Match, Sets
from engine.hive_mind.feats import count_feats
from engine.hive_mind.resolving import hint, users
from engine.hive_mind.standing import outcome, tokens
from engine.hive_mind.state import DRAW, HIVES, NONE, OPEN, PHASES, ROUND, SEATS_IN, State
from engine.hive_mind.submitting import find_declared_abilities
from engine.hive_mind.view import (
    Garnets,
    Hint,
    Hive,
    OwnHive,
    PrivateView,
    Purse,
    Scores,
    SeatScore,
    SeatView,
    View,
)


def view(match: Match, state: State, viewer: int) -> View:
    """Return the view of a seat; for any other viewer, the public view."""
    end = outcome(match, state)
    rounds = len(match.schedule)
    return View(
        viewer=viewer,
        edition=match.name,
        phase=PHASES[state.phase],
        round=min(state.number + 1, rounds),
        rounds=rounds,
        actors=SEATS_IN[state.waiting] if state.phase not in (HIVES, DRAW) else (),
        seats=tuple(SeatView(garnets, bool(state.forfeited >> seat & 1)) for seat, garnets in enumerate(match.garnets)),
        hives=tuple(_hive(match, state, hive) for hive in range(len(match.edition.hives))),
        own=_build_own(match, state, viewer) if 0 <= viewer < match.seats else None,
        scores=None if state.standing is None else scores(match, state),
        standing=state.standing,
        gift_open=state.gift == OPEN,
        gift=state.gift if state.gift >= 0 else None,
        candidate=state.candidate if state.candidate >= 0 else None,
        reason=None if end is None else end.reason,
    )


def _hive(match: Match, state: State, hive: int) -> Hive:
    done = len(state.announced[hive])
    is_open = state.phase == ROUND and hive in match.schedule[state.number]
    has_abilities = not match.edition.shapes_only
    blocks_told = done == ROUNDS and not match.edition.blocks_told_at_the_end
    return Hive(
        name=match.edition.hives[hive],
        drawn=hive < len(state.hives),
        open=is_open,
        round=done + is_open,
        rounds=state.announced[hive],
        cleared=cells_in(state.cleared[hive]),
        doublers=users(state.doubles, hive) if has_abilities and done > 1 else None,
        blockers=users(state.blocks, hive) if has_abilities and (blocks_told or state.standing is not None) else None,
    )


def _build_own(match: Match, state: State, seat: int) -> PrivateView:
    submission = state.pending[seat]
    have = find_declared_abilities(state, seat)
    return PrivateView(
        hives=tuple(_own_hive(state, seat, hive, have) for hive in range(len(match.edition.hives))),
        garnets=Purse(match.garnets[seat], match.edition.cost(have) or 0),
        totals=tuple(None if total == NONE else total for total in submission.totals) or (None,) * match.seats,
    )


def _own_hive(state: State, seat: int, hive: int, have: Sets) -> OwnHive:
    submission = state.pending[seat]
    shape = submission.shapes[hive]
    layout = values_of(state.hives[hive]) if state.played[hive] else 0
    return OwnHive(
        shape=None if shape == NONE else SHAPES[shape],
        kinds=_kinds(7 & ~state.used[seat][hive]),
        hints=tuple(
            Hint(turn, SHAPES[shapes[seat]], hint(layout, shapes[seat]))
            for turn, shapes in enumerate(state.played[hive], 1)
            if shapes[seat] != NONE
        ),
        double=bool(have[DOUBLE] >> hive & 1),
        block=bool(have[BLOCK] >> hive & 1),
        guess=submission.guesses[hive] or state.guesses[seat][hive] or None,
    )


@cache
def _kinds(kinds: int) -> tuple[str, ...]:
    return tuple(KINDS[kind] for kind in KINDS_IN[kinds])


def scores(match: Match, state: State) -> Scores:
    """Return the final scores of all seats; called when the last scoring phase has ended (HM-29)."""
    seats = scoring.tallies(state)
    points = scoring.points(state, seats)
    earned, held = scoring.count_earned_garnets(match, points), tokens(match, state)
    with_feats = match.edition.guess_of_totals
    done = count_feats(match, state) if with_feats else ()
    return Scores(
        values=state.hives,
        seats=tuple(
            SeatScore(
                points=points[seat],
                placement=tally.placement,
                guesses=tally.guesses,
                blocks=tally.blocks,
                on_threes=tally.on_threes,
                on_twos=tally.on_twos,
                garnets=Garnets(
                    match.garnets[seat],
                    match.edition.cost((state.blocks[seat], state.doubles[seat])) or 0,
                    earned[seat],
                ),
                tokens=held[seat],
                feats=done[seat] if with_feats else None,
                totals=state.totals[seat] if with_feats else None,
            )
            for seat, tally in enumerate(seats)
        ),
        plays=scoring.list_plays(state),
    )


def result(match: Match, state: State) -> dict[str, Any] | None:
    """Return the result, as the Notation section of the rule book describes it.

    Returns None until the last scoring phase has ended.
    """
    standing = state.standing
    if standing is None:
        return None
    told = scores(match, state)
    return {
        "seats": [msgspec.to_builtins(seat) for seat in told.seats],
        "winner": standing.winner,
        "second_winner": standing.second_winner,
        "candidate": state.candidate if state.candidate >= 0 else None,
        "candidates": list(standing.candidates),
        "decider": standing.decider,
        "rounds": [
            {"hives": {match.edition.hives[hive]: _round(state, told, hive, number % ROUNDS) for hive in hives}}
            for number, hives in enumerate(match.schedule)
        ],
    }


def _round(state: State, told: Scores, hive: int, turn: int) -> dict[str, Any]:
    announced = state.announced[hive][turn]
    return {
        "shapes": msgspec.to_builtins(announced.shapes),
        "counts": list(announced.counts),
        "cleared": announced.cleared,
        "seats": [msgspec.to_builtins(play) for play in told.plays[hive][turn]],
    }
