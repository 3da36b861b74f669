"""Each leak test and each conformance check must fail on a game with exactly its fault."""

import random
from random import Random
from typing import Any

import msgspec
import pytest
from toys import bids, race

from engine.core import IllegalAction, InvalidAction, Outcome, Transition
from engine.games import register_games
from tests.kits import conformance, leaks, records
from tests.kits.walks import walks


class TruthfulSampler(bids.Rules):
    """A sampler that returns the true state (as in OpenSpiel, PR 1613)."""

    def view(self, state, viewer):
        self.truth = state
        return super().view(state, viewer)

    def determinize(self, view, rng):
        return self.truth


class SamplerLovesTheTruth(race.Rules):
    """A sampler that returns the true state far too often."""

    def view(self, state, viewer):
        self.truth = state
        return super().view(state, viewer)

    def determinize(self, view, rng):
        return self.truth if rng.random() < 0.6 else super().determinize(view, rng)


class ConstantSeed(race.Rules):
    """A sampler that always uses the same seed (as in OpenSpiel, 2026-06)."""

    def determinize(self, view, rng):
        return super().determinize(view, Random(1))


class TellsOfChanges(bids.Rules):
    """Rules that report every bid of a round to the others, not only a seat's first."""

    def apply(self, state, player, action: Any):
        state, events = msgspec.structs.astuple(super().apply(state, player, action))
        return Transition(state, events or (bids.Committed(player, action.token),))


class ViewShowsPending(bids.Rules):
    """Views that show the highest pending bid to everybody."""

    def view(self, state, viewer):
        view = super().view(state, viewer)
        return msgspec.structs.replace(view, own=max((bid for bid in state.pending if bid), default=None))


class ViewShowsHand(race.Rules):
    """Views that show the hand of the seat on turn to every viewer."""

    def view(self, state, viewer):
        return msgspec.structs.replace(super().view(state, viewer), hand=state.hands[state.turn])


class LegalDependsOnSecrets(bids.Rules):
    """Rules that do not list a bid that another seat has pending."""

    def legal_actions(self, state, player):
        actions: tuple[Any, ...] = super().legal_actions(state, player)
        return tuple(action for action in actions if player < 0 or action.token not in state.pending) or actions


class LegalDependsOnSecretsUnseenBySampler(LegalDependsOnSecrets, TruthfulSampler):
    """The same leak with a truthful sampler, so only the twin states can reveal it."""


class RefusalNamesSecrets(bids.Rules):
    """Rules that name the others' bids in a refusal."""

    def apply(self, state, player, action):
        try:
            return super().apply(state, player, action)
        except IllegalAction as error:
            raise IllegalAction(f"{error.text} Bids so far: {state.pending}") from None


class IsLegalDependsOnSecrets(race.Rules):
    """Rules by which cards that no seat holds are legal."""

    def is_legal(self, state, player, action):
        return super().is_legal(state, player, action) or (
            isinstance(action, race.Play) and all(action.card not in hand for hand in state.hands)
        )


class EventShowsBid(bids.Rules):
    """Rules with an unredacted event that names the highest pending bid."""

    def apply(self, state, player, action):
        transition = super().apply(state, player, action)
        event = bids.Committed(0, max((bid for bid in state.pending if bid), default=None))
        return Transition(transition.state, (*transition.events, event))

    def visible(self, event, viewer):
        return event


class EventForSpectatorsOnly(race.Rules):
    """Rules that show spectators the drawn card."""

    def visible(self, event, viewer):
        return event if viewer < 0 else super().visible(event, viewer)


class SpectatorSeesHand(race.Rules):
    def view(self, state, viewer):
        return super().view(state, viewer if viewer >= 0 else 0)


class OpenState(msgspec.Struct, frozen=True, gc=False):
    """A state whose representation shows its fields."""

    prize: int
    tokens: tuple[tuple[int, ...], ...]
    pending: tuple[int | None, ...]
    points: tuple[int, ...]
    left: tuple[bool, ...]


class ReprShowsSecrets(bids.Rules):
    state_type = OpenState

    def initial_state(self):
        return OpenState(*msgspec.structs.astuple(super().initial_state()))

    def apply(self, state, player, action):
        transition = super().apply(state, player, action)
        return Transition(OpenState(*msgspec.structs.astuple(transition.state)), transition.events)


class SamplerForgetsPublicField(race.Rules):
    """A sampler that loses the public places, with a view that hides the loss."""

    def view(self, state, viewer):
        return msgspec.structs.replace(super().view(state, viewer), places=())

    def determinize(self, view, rng):
        return super().determinize(msgspec.structs.replace(view, places=(0,) * self.seats), rng)


class SamplerForgetsHand(race.Rules):
    def determinize(self, view, rng):
        return super().determinize(msgspec.structs.replace(view, viewer=-3, hand=None), rng)


class OrderMatters(bids.Rules):
    """Rules that give the last seat to commit a point."""

    def apply(self, state, player, action):
        state, events = msgspec.structs.astuple(super().apply(state, player, action))
        if any(isinstance(event, bids.Resolved) for event in events) and player >= 0:
            points = tuple(value + (seat == player) for seat, value in enumerate(state.points))
            state = msgspec.structs.replace(state, points=points)
        return Transition(state, events)


class NewField(msgspec.Struct, frozen=True, gc=False):
    hands: tuple[tuple[int, ...], ...]
    note: str = ""


class UnclassifiedField(race.Rules):
    state_type = NewField


LEAKS = [
    (leaks.l2_diversity, bids, TruthfulSampler, "always the same"),
    (leaks.l2_diversity, race, SamplerLovesTheTruth, "the truth was sampled"),
    (leaks.l2_diversity, race, ConstantSeed, "always the same"),
    (leaks.l1_twin_states, bids, ViewShowsPending, "view differ"),
    (leaks.l1_twin_states, race, ViewShowsHand, "view differ"),
    (leaks.l1_twin_states, bids, LegalDependsOnSecrets, "legal actions differ"),
    (leaks.l1_twin_states, bids, LegalDependsOnSecretsUnseenBySampler, "legal actions differ"),
    (leaks.l1_twin_states, bids, RefusalNamesSecrets, "refusals differ"),
    (leaks.l1_twin_states, race, IsLegalDependsOnSecrets, "is_legal differ"),
    (leaks.l3_canary, bids, ViewShowsPending, "the view of"),
    (leaks.l3_canary, bids, RefusalNamesSecrets, "the refusal of"),
    (leaks.l3_canary, bids, EventShowsBid, "an event of"),
    (leaks.l3_canary, bids, ReprShowsSecrets, r"repr\(state\)"),
    (leaks.l3_canary, race, ViewShowsHand, "the view of"),
    (conformance.c9_order_of_commitments, bids, LegalDependsOnSecrets, "L4: .* options changed"),
    (conformance.c9_order_of_commitments, bids, OrderMatters, "the order of"),
    (leaks.l5_round_trip, race, SamplerForgetsHand, "another view"),
    (leaks.l5_round_trip, race, SamplerForgetsPublicField, "public places is not kept"),
    (leaks.l6_spectators_see_least, race, SpectatorSeesHand, r"view\.hand"),
    (leaks.l6_spectators_see_least, race, EventForSpectatorsOnly, r"event\.card"),
    (leaks.l7_changes_are_not_told, bids, TellsOfChanges, "are told Committed"),
    (leaks.fields_are_classified, race, UnclassifiedField, r"who may know .*NewField.note"),
]


class NeverEnds(race.Rules):
    def apply(self, state, player, action):
        return Transition(state, ()) if player == -1 else super().apply(state, player, action)


class ActsAfterTheEnd(race.Rules):
    """Rules whose outcome is set while the last die is still to be rolled."""

    def actors(self, state):
        return race.Rules(self.seats).actors(state)

    def outcome(self, state):
        return super().outcome(msgspec.structs.replace(state, rolling=False))


class Unsorted(race.Rules):
    def legal_actions(self, state, player):
        return super().legal_actions(state, player)[::-1]


class WrittenAlike(race.Rules):
    def format_action(self, action):
        return super().format_action(race.Play(1) if isinstance(action, race.Play) else action)


class ParserCrashes(race.Rules):
    def parse_action(self, text):
        words = text.split()
        return race.Play(int(words[1])) if words and words[0] == "play" else super().parse_action(text)


class ParserEchoesAll(race.Rules):
    def parse_action(self, text):
        try:
            return super().parse_action(text)
        except InvalidAction:
            raise InvalidAction(f"What is {text}?") from None


class PromisesAnything(race.Rules):
    def apply(self, state, player, action):
        return race.Rules(self.seats).apply(state, player, action)

    def is_legal(self, state, player, action):
        return player in self.actors(state)


class WrongSeatMayAct(race.Rules):
    def apply(self, state, player, action):
        return super().apply(state, state.turn if player >= 0 and not state.rolling else player, action)


class CloseRefused(race.Rules):
    def is_legal(self, state, player, action):
        return not isinstance(action, race.Close) and super().is_legal(state, player, action)


class FloatInState(race.Rules):
    def play(self, state, player, action, events):
        state = super().play(state, player, action, events)
        return msgspec.structs.replace(state, places=tuple(map(float, state.places)))


class ListInState(race.Rules):
    def initial_state(self):
        return msgspec.structs.replace(super().initial_state(), places=[0] * self.seats)


class Remembers(race.Rules):
    """Rules that keep a counter between calls, so that a replay differs."""

    calls = 0

    def apply(self, state, player, action):
        Remembers.calls += 1
        state, events = msgspec.structs.astuple(super().apply(state, player, action))
        places = (state.places[0] + Remembers.calls, *state.places[1:])
        return Transition(msgspec.structs.replace(state, places=places), events)


class ZeroWeight(race.Rules):
    def chance_outcomes(self, state):
        outcomes = super().chance_outcomes(state)
        return msgspec.structs.replace(outcomes, weights=(2, 0, 0)) if state.rolling else outcomes


class ReturnsPerLoser(race.Rules):
    def outcome(self, state):
        outcome = super().outcome(state)
        return outcome and Outcome(outcome.reason, tuple(1 - value for value in outcome.returns), outcome.winners)


class SeveralOneByOne(bids.Rules):
    def is_simultaneous(self, state):
        return False


class AnswersAreTurns(bids.Rules):
    """Rules that count every answer of a round as a new turn."""

    def turn_key(self, state):
        return *super().turn_key(state), sum(bid is not None for bid in state.pending)


class RanksWinnersLast(race.Rules):
    def standing(self, state):
        return super().standing(state)[::-1]


class ForgetsASeat(race.Rules):
    def standing(self, state):
        return ((0,),)


class SilentMove(race.Rules):
    def _moved(self, state, steps, card, events):
        return super()._moved(state, steps, card, events if card is not None else [])


class DealsFromAnotherDeck(race.Rules):
    def _drawn(self, state, action, events):
        return super()._drawn(state, race.Draw(action.seat, 10 + sum(map(len, state.hands))), events)


class ChangesItsPast(race.Rules):
    """Rules that share a mutable list between states, inside a frozen struct."""

    def initial_state(self):
        return msgspec.structs.replace(super().initial_state(), places=[0] * self.seats)

    def _moved(self, state, steps, card, events):
        shared = state.places
        shared[state.turn] += steps
        return msgspec.structs.replace(super()._moved(state, steps, card, events), places=shared)


class GlobalRandom(race.Rules):
    def chance_outcomes(self, state):
        outcomes = super().chance_outcomes(state)
        return outcomes if state.rolling else random.sample(outcomes, len(outcomes))


BREACHES = [
    (conformance.c2_actors_or_outcome, ActsAfterTheEnd, "C2"),
    (conformance.c3_legal_actions, Unsorted, "not sorted"),
    (conformance.c3_legal_actions, WrittenAlike, "written alike"),
    (conformance.c3_parsing, ParserEchoesAll, "characters"),
    (conformance.c4_apply_agrees_with_is_legal, PromisesAnything, "illegal_action"),
    (conformance.c4_apply_agrees_with_is_legal, WrongSeatMayAct, "not_your_turn"),
    (conformance.c4_host, CloseRefused, r"C4: .* refuse"),
    (conformance.c5_json, FloatInState, "JSON|float"),
    (conformance.c5_json, ListInState, "JSON"),
    (records.c6_replay, Remembers, "other states|digest"),
    (conformance.c7_chance, ZeroWeight, "weights"),
    (conformance.c8_outcome, ReturnsPerLoser, "C8"),
    (conformance.c10_turns, SeveralOneByOne, "C10: .* not asked at the same time"),
    (conformance.c10_turns, AnswersAreTurns, "C10: .* the turn changed"),
    (conformance.c11_standing, RanksWinnersLast, "C11: .* winners"),
    (conformance.c11_standing, ForgetsASeat, "C11"),
    (conformance.c13_events_rebuild_the_board, SilentMove, "C13"),
    (conformance.c15_invariants, DealsFromAnotherDeck, "every card is of the deck"),
    (conformance.past_states_stay, ChangesItsPast, "changed afterwards"),
    (conformance.randomness_is_the_callers, GlobalRandom, "another way"),
]


def suite_of(module, rules):
    kind = bids.BidsConformance if module is bids else race.RaceConformance
    return kind(rules)


def run(check, suite):
    played = walks(suite, 6)
    with register_games(suite.game_type):
        leaks.check_all(check, played)


@pytest.mark.parametrize(("check", "module", "rules", "text"), LEAKS, ids=lambda value: getattr(value, "__name__", ""))
def test_the_leak_is_found(check, module, rules, text):
    with pytest.raises(AssertionError, match=text):
        run(check, suite_of(module, rules))
    run(check, suite_of(module, module.Rules))


@pytest.mark.parametrize(("check", "rules", "text"), BREACHES, ids=lambda value: getattr(value, "__name__", ""))
def test_the_breach_is_found(check, rules, text):
    with pytest.raises(AssertionError, match=text):
        run(check, suite_of(bids if issubclass(rules, bids.Rules) else race, rules))


def test_a_game_without_end_is_found():
    with pytest.raises(AssertionError, match=r"C1: .* longer than"):
        walks(suite_of(race, NeverEnds), 1)


def test_a_bound_that_does_not_hold_from_every_state_is_found():
    walk = walks(suite_of(race, race.Rules), 1)[0]
    walk.rules.max_game_length = len(walk.moves) - 1

    with pytest.raises(AssertionError, match=r"C1: .* more entries"):
        conformance.c1_ends_in_time_from_anywhere(walk)


def test_a_crashing_parser_is_found():
    with pytest.raises(ValueError, match="invalid literal"):
        run(conformance.c3_parsing, suite_of(race, ParserCrashes))
