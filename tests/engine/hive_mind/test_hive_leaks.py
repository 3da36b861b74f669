"""Each leak test must fail on a variant of Hive Mind with exactly that leak.

`tests/engine/test_conformance.py` runs the same checks on the honest game, which passes all of them.
"""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine.core import SPECTATOR, IllegalAction, Transition
from engine.hive_mind import GAME_TYPE
from engine.hive_mind.actions import Guess, Submit
from engine.hive_mind.events import HintTold, SeatReady, TotalsCompared
from engine.hive_mind.rules import HiveMindRules
from engine.hive_mind.scoring import tallies
from engine.hive_mind.state import NONE, ROUND, State
from tests.engine.hive_mind.conformance import HiveMindConformance
from tests.kits import conformance, leaks
from tests.kits.walks import Walk, walks


class TruthfulSampler(HiveMindRules):
    """A sampler that returns the true state."""

    def view(self, state, viewer):
        self.truth = state
        return super().view(state, viewer)

    def determinize(self, view, rng):
        return self.truth


class SamplerLovesTheTruth(TruthfulSampler):
    """A sampler that returns the true state far too often."""

    def determinize(self, view, rng):
        return self.truth if rng.random() < 0.6 else HiveMindRules.determinize(self, view, rng)


class ConstantSeed(HiveMindRules):
    def determinize(self, view, rng):
        return super().determinize(view, Random(1))


class ViewShowsPending(HiveMindRules):
    """Views that show the submission of the first seat that has one."""

    def view(self, state, viewer):
        shown = next((seat for seat, mine in enumerate(state.pending) if mine != state.pending[viewer]), viewer)
        return replace(super().view(state, viewer), own=super().view(state, shown if viewer >= 0 else SPECTATOR).own)


class ViewShowsWhoHasAShape(HiveMindRules):
    """Views that encode in a seat's garnets whether it has pending shapes."""

    def view(self, state, viewer):
        view = super().view(state, viewer)
        sent = [max(mine.shapes) != NONE for mine in state.pending]
        seats = tuple(replace(seat, garnets=int(flag)) for seat, flag in zip(view.seats, sent, strict=True))
        return replace(view, seats=seats)


class ViewTellsOnesOwnPoints(HiveMindRules):
    """Views that show a seat its own points so far, which HM-11 hides."""

    def view(self, state, viewer):
        view = super().view(state, viewer)
        if view.own is None or view.scores is not None:
            return view
        gained = tallies(state)[viewer].points
        return replace(view, own=replace(view.own, garnets=replace(view.own.garnets, start=gained)))


class ClearedShowsValues(HiveMindRules):
    """Views that list cleared hexes in the order of their former values."""

    def view(self, state, viewer):
        view = super().view(state, viewer)
        shown = [
            replace(hive, cleared="".join(sorted(hive.cleared, key=lambda letter: values[ord(letter) - ord("A")])))
            for hive, values in zip(view.hives, state.hives, strict=False)
        ]
        return replace(view, hives=(*shown, *view.hives[len(shown) :]))


class LegalDependsOnSecrets(HiveMindRules):
    """Rules that do not list a shape that another seat has pending."""

    def legal_actions(self, state, player):
        taken = {(hive, s) for mine in state.pending for hive, s in enumerate(mine.shapes)} if player >= 0 else set()
        actions = super().legal_actions(state, player)
        return [a for a in actions if not (isinstance(a, Submit) and (a.hive, a.shape) in taken)]


class LegalDependsOnSecretsUnseenBySampler(LegalDependsOnSecrets, TruthfulSampler):
    """The same leak with a truthful sampler, so only the twin states can reveal it."""


class GuessChecked(HiveMindRules):
    """Rules that refuse a guess that is wrong on half the hexes."""

    def is_legal(self, state, player, action):
        if isinstance(action, Guess) and player >= 0 and state.hives[action.hive :]:
            pairs = zip(action.values, state.hives[action.hive], strict=False)
            return super().is_legal(state, player, action) and sum(a == b for a, b in pairs) > 6
        return super().is_legal(state, player, action)


class RefusalNamesSecrets(HiveMindRules):
    """Rules that name others' pending guesses in a refusal."""

    def apply(self, state, player, action):
        try:
            return super().apply(state, player, action)
        except IllegalAction as error:
            raise IllegalAction(f"{error.text} {[mine.guesses for mine in state.pending]}") from None


class EventTellsPending(HiveMindRules):
    """Rules that add a public event with all pending guesses to every action."""

    def apply(self, state, player, action):
        state, events = msgspec.structs.astuple(super().apply(state, player, action))
        told: Any = str([mine.guesses for mine in state.pending])
        return Transition(state, (*events, SeatReady(told)))


class EventForSpectatorsOnly(HiveMindRules):
    def visible(self, event, viewer):
        return event if viewer == SPECTATOR else super().visible(event, viewer)


class SpectatorSeesSeat(HiveMindRules):
    def view(self, state, viewer):
        return super().view(state, viewer if viewer >= 0 else 0)


class OpenState(msgspec.Struct, frozen=True, gc=False):
    """A state whose representation shows pending guesses."""

    phase: int
    number: int
    hives: Any
    pending: Any
    waiting: int
    played: Any
    announced: Any
    cleared: Any
    used: Any
    doubles: Any
    blocks: Any
    guesses: Any
    forfeited: int
    totals: Any
    standing: Any
    gift: int
    candidate: int

    def __repr__(self):
        return str([mine.guesses for mine in self.pending])


class ReprShowsSecrets(HiveMindRules):
    state_type = OpenState

    def initial_state(self):
        return OpenState(*(getattr(super(ReprShowsSecrets, self).initial_state(), n) for n in State.__struct_fields__))

    def apply(self, state, player, action):
        closed = State(*(getattr(state, name) for name in State.__struct_fields__))
        state, events = msgspec.structs.astuple(super().apply(closed, player, action))
        return Transition(OpenState(*(getattr(state, name) for name in State.__struct_fields__)), events)


class SamplerForgetsHints(HiveMindRules):
    """A sampler that ignores the seat's hints."""

    def determinize(self, view, rng):
        state = super().determinize(view, rng)
        return replace(state, hives=tuple("123211232113" for _ in state.hives))


class SamplerForgetsCounts(HiveMindRules):
    """A sampler that drops the last announcement of each hive."""

    def determinize(self, view, rng):
        state = super().determinize(view, rng)
        return replace(state, announced=tuple(rounds[:-1] for rounds in state.announced))


class OrderMatters(HiveMindRules):
    """Rules that give the last seat to be ready a free Double."""

    def apply(self, state, player, action):
        after, events = msgspec.structs.astuple(super().apply(state, player, action))
        if player >= 0 and after.number > state.number:
            after = replace(after, doubles=tuple(int(seat == player) for seat in range(self.seats)))
        return Transition(after, events)


class NewField(msgspec.Struct, frozen=True, gc=False):
    hives: tuple[str, ...]
    note: str = ""


class UnclassifiedField(HiveMindRules):
    state_type = NewField


LEAKS: list[tuple[Callable[..., None], type[HiveMindRules], str]] = [
    (leaks.l1_twin_states, ViewShowsPending, "view differ"),
    (leaks.l1_twin_states, ViewTellsOnesOwnPoints, "view differ"),
    (leaks.l1_twin_states, ViewShowsWhoHasAShape, "view differ"),
    (leaks.l1_twin_states, ClearedShowsValues, "view differ"),
    (leaks.l1_twin_states, LegalDependsOnSecrets, "legal actions differ"),
    (leaks.l1_twin_states, LegalDependsOnSecretsUnseenBySampler, "legal actions differ"),
    (leaks.l1_twin_states, GuessChecked, "is_legal differ"),
    (leaks.l1_twin_states, RefusalNamesSecrets, "refusals differ"),
    (leaks.l2_diversity, TruthfulSampler, "always the same"),
    (leaks.l2_diversity, SamplerLovesTheTruth, "the truth was sampled"),
    (leaks.l2_diversity, ConstantSeed, "always the same"),
    (leaks.l3_canary, ViewShowsPending, "the view of"),
    (leaks.l3_canary, RefusalNamesSecrets, "the refusal of"),
    (leaks.l3_canary, EventTellsPending, "an event of"),
    (leaks.l3_canary, ReprShowsSecrets, r"repr\(state\)"),
    (conformance.c9_order_of_commitments, LegalDependsOnSecrets, "L4: .* options changed"),
    (conformance.c9_order_of_commitments, OrderMatters, "the order of"),
    (leaks.l5_round_trip, SamplerForgetsHints, "another view"),
    (leaks.l5_round_trip, SamplerForgetsCounts, "another view"),
    (leaks.l6_spectators_see_least, SpectatorSeesSeat, r"view\.own"),
    (leaks.l6_spectators_see_least, EventForSpectatorsOnly, "does not see"),
    (leaks.fields_are_classified, UnclassifiedField, "who may know .*NewField.note"),
]


class Leaking(HiveMindConformance):
    """The conformance cases of a leaking variant."""

    configurations = ((3, {"edition": "recharged"}),)

    def __init__(self, rules: type[HiveMindRules]) -> None:
        self.game_type = leaks.OtherRules(GAME_TYPE, lambda honest: rules(honest._match))


@cache
def honest_walks() -> list[Walk]:
    return walks(Leaking(HiveMindRules), 4)


@pytest.mark.parametrize(("check", "rules", "text"), LEAKS, ids=lambda value: getattr(value, "__name__", ""))
def test_the_leak_is_found(check, rules, text):
    found = walks(Leaking(rules), 4)

    with pytest.raises(AssertionError, match=text):
        leaks.check_all(check, found)


def test_hints_and_compared_totals_are_for_their_seat_alone():
    """HM-4, HM-18: only the seat itself sees these events, and no event contains a pending submission."""
    rules = GAME_TYPE.rules(3, {"edition": "gauntlet"})
    for event in (HintTold(1, "1", 2, "ABC", 4), TotalsCompared(1, 2, 0)):
        assert [rules.visible(event, viewer) for viewer in (0, 1, 2, SPECTATOR)] == [None, event, None, None]
    for walk in honest_walks():
        for before, events in zip(walk.states, walk.events, strict=False):
            if before.phase == ROUND:
                assert not any(isinstance(event, Submit | Guess) for event in events)


def test_representations_hide_secrets():
    """Representations of states, submissions, views, events and actions contain no secret."""
    for walk in honest_walks():
        for state in walk.states:
            for secret in (state, *state.pending, walk.rules.view(state, 0)):
                assert "hidden" in repr(secret)
                assert not any(values in repr(secret) for values in state.hives)
    assert "4" not in repr(HintTold(1, "x", 2, "ABC", 4))
    assert "ABC" not in repr(Submit(0, 0))
