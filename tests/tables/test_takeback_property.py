"""Random play of every game: a take-back without a vote is invisible to others, and every policy's answer holds."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from cogs.ui.kit.interface import interface
from engine.core import SPECTATOR
from engine.game import replay_game
from engine.games import game_type
from engine.history import history, story
from engine.record import Configuration
from engine.takeback import retract, takeback_policy, takebacks, will_be_final
from tests.logged import Logged, new_logged_game

EXAMPLES = 3
ACTIONS = 60
LOOKS = 0.12
"""Share of a game's moves after which every seat's take-back is tried; a simultaneous set-up is always tried."""
OTHERS = 4
"""Number of other choices tried after a take-back."""

FREE, VOTE = frozenset({"free"}), frozenset({"vote"})
CASES = [
    ("connect_four", 2, {}, FREE | VOTE),
    ("connect_four", 2, {"size": "quick", "same_class": True, "double_start": True}, FREE | VOTE),
    ("connect_four", 2, {"size": "brawl", "swap": True}, FREE | VOTE),
    ("hex_battle_wars", 2, {}, VOTE),
    ("hex_battle_wars", 3, {"preset": "standard", "pieces": 2}, VOTE),
    ("hex_battle_wars", 2, {"preset": "extended", "hazards": True, "obstacles": "players"}, VOTE),
    ("hive_mind", 3, {"edition": "gauntlet"}, FREE),
    ("hive_mind", 4, {"edition": "tempo"}, FREE),
    ("hive_mind", 3, {"edition": "recharged"}, FREE),
    ("monster_hex", 2, {}, VOTE),
    ("monster_hex", 3, {"abilities": True}, FREE | VOTE),
    ("monster_hex", 4, {"abilities": True, "objectives": True}, FREE | VOTE),
    ("monster_hex", 2, {"objectives": True, "shared": True}, VOTE),
    ("monster_hex", 1, {"abilities": True, "shared": True}, VOTE),
]
"""Games with seats and options, covering every edition and variant, and the kinds of take-back that must occur."""


def played(name: str, number: int, seats: int, options: dict[str, Any]) -> Iterator[Logged]:
    """Yield a game of random actions after a sample of its moves and after each simultaneous action."""
    rng, game = Random(number), game_type(name)
    seed = number.to_bytes(32)
    logged = new_logged_game(Configuration(name, game.rules_version, game.options(seats, options), seats), seed)
    for _ in range(ACTIONS):
        if logged.game.outcome is not None:
            break
        seat = rng.choice(logged.game.actors)
        logged = logged.act(seat, rng.choice(logged.game.legal(seat)), seed)
        if rng.random() < LOOKS or (logged.game.is_simultaneous and name != "hive_mind"):
            yield logged


def seen(logged: Logged, viewer: int) -> tuple[Any, ...]:
    """Return all that a viewer knows of a game: the view, the seats to act, the story, and the replay."""
    game, configuration = logged.game, logged.game.configuration
    told = story(configuration, logged.log, 0, viewer)
    return game.view(viewer), game.actors, told, history(configuration, logged.log, viewer)


def without(logged: Logged, number: int, seed: bytes) -> Logged:
    """Return the game as if an entry had never been made: the entries before it, and the others' later actions."""
    found = Logged(replay_game(logged.game.configuration, logged.log[: number - 1]), logged.log[: number - 1])
    for entry in logged.log[number:]:
        found = found.act(entry.actor, entry.action, seed)
    return found


def chosen_anew(back: Logged, seat: int, before: Logged, seed: bytes) -> Iterator[Logged]:
    """Yield the game after other choices of the seat, where the same seats must then act in the same turn."""
    choices = list(back.game.legal(seat))
    for choice in Random(0).sample(choices, min(OTHERS, len(choices))):
        anew = back.act(seat, choice, seed)
        if (anew.game.actors, turn_key(anew)) == (before.game.actors, turn_key(before)):
            yield anew


def turn_key(logged: Logged) -> tuple[int, ...]:
    return logged.game.rules.turn_key(logged.game.state)


@pytest.mark.parametrize(("name", "seats", "options", "ways"), CASES)
def test_whatever_is_taken_back_without_a_vote_shows_others_nothing(
    name: str, seats: int, options: dict[str, Any], ways: frozenset[str]
) -> None:
    """After a free take-back, others see views as if it was never made; after a new choice, views as before.

    A take-back by vote restores the state before the move. Nothing is ever redrawn.
    """
    reached: set[str] = set()
    for number in range(EXAMPLES):
        seed = number.to_bytes(32)
        for logged in played(name, number, seats, options):
            for seat in range(seats):
                policy = takeback_policy(logged.game, logged.log, seat)
                if policy.kind == "refused":
                    assert policy.text
                    continue
                if policy.kind == "vote" and logged.game.is_simultaneous:
                    # A simultaneous choice is changed directly until everybody is ready.
                    continue
                back = logged.then(retract(*logged, seat, seed))
                (found,) = takebacks(back.log)
                assert (found.seat, found.own) == (seat, policy.own)
                assert back.game.draws == logged.game.draws
                if policy.kind == "vote":
                    state = replay_game(logged.game.configuration, logged.log[: policy.own - 1]).state
                    assert back.game.state == state
                    reached.add("vote")
                    continue
                never = without(logged, policy.own, seed)
                others = (SPECTATOR, *(other for other in range(seats) if other != seat))
                for viewer in others:
                    assert seen(back, viewer) == seen(never, viewer)
                for anew in chosen_anew(back, seat, logged, seed):
                    reached.add("free")
                    for viewer in others:
                        assert anew.game.view(viewer) == logged.game.view(viewer)
    assert reached == ways


@pytest.mark.parametrize(("name", "seats", "options"), [case[:3] for case in CASES])
def test_every_game_tells_what_was_taken_back_in_the_view_after_it(
    name: str, seats: int, options: dict[str, Any]
) -> None:
    """A placed piece may be gone from the view; an action without events gives no sentences."""
    names = [f"Player {seat}" for seat in range(seats)]
    for number in range(EXAMPLES):
        for logged in played(name, number, seats, options):
            if logged.game.is_simultaneous:
                continue
            for seat in range(seats):
                policy = takeback_policy(logged.game, logged.log, seat)
                if policy.kind == "refused":
                    continue
                configuration = logged.game.configuration
                told = story(configuration, logged.log[: policy.own], policy.own - 1, SPECTATOR)
                view = retract(*logged, seat, number.to_bytes(32)).game.view(SPECTATOR)
                assert all(interface(name).words.sentences(view, told, names))


@pytest.mark.parametrize(("name", "seats", "options"), [case[:3] for case in CASES])
def test_a_move_that_stays_soon_is_refused_once_computer_players_have_acted(
    name: str, seats: int, options: dict[str, Any]
) -> None:
    """The player is informed right after the move, before computer players act."""
    for number in range(EXAMPLES):
        rng, seed = Random(number), number.to_bytes(32)
        for logged in played(name, number, seats, options):
            seat, computers = logged.log[-1].actor, set(range(seats)) - {logged.log[-1].actor}
            if seat < 0 or not will_be_final(logged.game, seat, computers):
                continue
            while logged.game.outcome is None and seat not in logged.game.actors:
                actor = logged.game.actors[0]
                logged = logged.act(actor, rng.choice(logged.game.legal(actor)), seed)

            assert takeback_policy(*logged, seat).kind == "refused"
