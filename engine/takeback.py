"""Take-backs: whether a seat may undo its newest action, who must agree, and the take-back itself.

Games need no code for it: whether an action revealed information is found by comparing the views after it with those
after other actions, in worlds (states) of the seat's information set. In a simultaneous turn a seat takes back only its
own submission, and those of the others stay.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Any, Final, Literal

import msgspec

from engine.core import CHANCE, HOST, SPECTATOR, AnyRules, EngineError, IllegalAction
from engine.game import Advance, Game, act_all, take_back
from engine.record import Entry, active_entries, seat_of
from engine.replay import apply_text, play_log

WORLDS: Final = 32
"""The worlds sampled to find out whether a seat has learned something; a miss turns a refusal into a vote."""
REVEAL_WORLDS: Final = 4
ALTERNATIVES: Final = 8
"""The worlds sampled, and the other actions tried in each, to find out whether others have learned something."""


class TakebackPolicy(msgspec.Struct, frozen=True, gc=False):
    """Whether a seat's newest action may be taken back, to the state after `entry`.

    free: yes, no other seat has acted or learned anything since; vote: if each of `seats` agrees; refused: no, and
    `text` says why. It depends only on what the seat knows, except for the number of the entry.
    """

    kind: Literal["free", "vote", "refused"]
    entry: int = 0
    seats: tuple[int, ...] = ()
    text: str = ""


class _Newest(msgspec.Struct, frozen=True):
    """A seat's newest action in a log, and the active entries since, by number.

    `states` are those before the action (`before`) and after each entry since; `is_open` tells whether the action
    belongs to a simultaneous turn that is still open.
    """

    before: int
    since: tuple[int, ...]
    states: Mapping[int, Any]
    is_open: bool


def takeback_policy(game: Game, log: Sequence[Entry], seat: int) -> TakebackPolicy:
    """Whether a seat may take its newest action back; `log` is the whole log of the game."""
    if game.outcome is not None:
        return _refused("The game is over.")
    newest = _newest(game, log, seat)
    if newest is None:
        return _refused("There is no move of yours to take back.")
    own, *others = [log[number - 1] for number in newest.since]
    if any(_is_final(entry, seat, newest.is_open) for entry in others):
        return _refused("Since your move something was drawn or rolled, or the clock ran out.")
    worlds = _worlds(game.rules, newest.states[newest.before], seat)
    if _has_learned(game.rules, worlds, log, newest, seat):
        return _refused("Since your move you have seen something that was hidden.")
    if (newest.is_open or not others) and not _has_revealed(game.rules, worlds, seat, own.action):
        return TakebackPolicy("free", newest.before)
    return TakebackPolicy("vote", newest.before, tuple(other for other in range(game.rules.seats) if other != seat))


def retract(game: Game, log: Sequence[Entry], seat: int, seed: bytes) -> Advance:
    """Takes back a seat's newest action; `takeback_policy` must allow it. Raises EngineError.

    Submissions of others in the same simultaneous turn are logged again after HOST's take-back.
    """
    newest = _newest(game, log, seat)
    if newest is None:
        raise IllegalAction("There is no move of yours to take back.")
    advance = take_back(game, log, newest.before, seed)
    if not newest.is_open:
        return advance
    kept = [log[number - 1] for number in newest.since[1:]]
    again = act_all(advance.game, [(entry.actor, entry.action) for entry in kept], seed)
    # The state in between, without the others' submissions, is never shown: the step changes at most once.
    changed = (game.actors, game.view(SPECTATOR)) != (again.game.actors, again.game.view(SPECTATOR))
    after = msgspec.structs.replace(again.game, step=game.step + changed)
    return Advance(after, advance.entries + again.entries, advance.events + again.events)


def _refused(text: str) -> TakebackPolicy:
    return TakebackPolicy("refused", text=text)


def _newest(game: Game, log: Sequence[Entry], seat: int) -> _Newest | None:
    """A seat's newest action, or None if it has made none."""
    rules = game.rules
    numbers = active_entries(log)
    places = [place for place, number in enumerate(numbers) if log[number - 1].actor == seat]
    if not places:
        return None
    before = numbers[places[-1] - 1] if places[-1] else 0
    since = numbers[places[-1] :]
    states = {0: rules.initial_state()} if before == 0 else {}
    states |= {played.number: played.state for played in play_log(rules, log) if played.number in {before, *since}}
    is_same_turn = rules.turn_key(states[before]) == rules.turn_key(game.state)
    return _Newest(before, since, states, game.is_simultaneous and is_same_turn)


def _is_final(entry: Entry, seat: int, is_open: bool) -> bool:
    """Whether an entry can't be undone: a draw or a HOST action, except one for another seat in an open turn."""
    if entry.actor == CHANCE:
        return True
    return entry.actor == HOST and (not is_open or seat_of(entry) in (None, seat))


def _worlds(rules: AnyRules, state: Any, seat: int) -> list[Any]:
    """Sampled states of a seat's information set, deterministic for the same view."""
    view, rng = rules.view(state, seat), Random(0)
    return [rules.determinize(view, rng) for _ in range(WORLDS)]


def _has_learned(rules: AnyRules, worlds: Sequence[Any], log: Sequence[Entry], newest: _Newest, seat: int) -> bool:
    """Whether the seat can now exclude a world that was possible before its action."""
    own = log[newest.since[0] - 1]
    after = [apply_text(rules, world, seat, own.action).state for world in worlds]
    if len({rules.view(world, seat) for world in after}) > 1:
        return True
    # In an open simultaneous turn a seat sees only who has submitted.
    return not newest.is_open and any(_is_excluded(rules, world, log, newest, seat) for world in after)


def _is_excluded(rules: AnyRules, world: Any, log: Sequence[Entry], newest: _Newest, seat: int) -> bool:
    """Whether no actions of the others in a world would have given the seat the views that it had."""
    for number in newest.since[1:]:
        seen = rules.view(newest.states[number], seat)
        entry = log[number - 1]
        found = (after for after in _successors(rules, world, entry) if rules.view(after, seat) == seen)
        world = next(found, None)
        if world is None:
            return True
    return False


def _successors(rules: AnyRules, world: Any, entry: Entry) -> Iterator[Any]:
    """The possible states after an entry's actor acts in a world, beginning with its actual action."""
    with suppress(EngineError):
        yield apply_text(rules, world, entry.actor, entry.action).state
    for action in rules.legal_actions(world, entry.actor):
        yield rules.apply(world, entry.actor, action).state


def _has_revealed(rules: AnyRules, worlds: Sequence[Any], seat: int, text: str) -> bool:
    """Whether, as far as the seat knows, its action may have revealed more to others than that it has acted."""
    action = rules.parse_action(text)
    viewers = [SPECTATOR, *(other for other in range(rules.seats) if other != seat)]
    for world in worlds[:REVEAL_WORLDS]:
        seen = [rules.view(rules.apply(world, seat, action).state, viewer) for viewer in viewers]
        others = [other for other in rules.legal_actions(world, seat) if other != action][:ALTERNATIVES]
        states = [rules.apply(world, seat, other).state for other in others] or [world]
        if any([rules.view(state, viewer) for viewer in viewers] != seen for state in states):
            return True
    return False
