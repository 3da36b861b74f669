"""Who must agree before a seat's newest action is taken back, judged by what that seat knows, and the take-back itself.

Games need no rules for it: what an action told anybody shows in the views, compared with what they would be after
another action, in worlds that the seat cannot tell from the true one. While several seats are asked the same thing, a
seat takes back its own answer alone, and the answers of the others stay.
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
"""How many worlds are tried to find out whether a seat has learned something; a miss turns a refusal into a vote."""
TOLD_WORLDS: Final = 4
ALTERNATIVES: Final = 8
"""How many worlds, and other actions in each, are tried to find out whether others have learned something."""


class TakebackPolicy(msgspec.Struct, frozen=True, gc=False):
    """What has to happen before a seat's newest action is taken back, to the state after `entry`.

    free: nothing, nobody has acted or learned anything since; vote: each of `seats` must agree; refused: it cannot
    be, and `text` says why. The same to a seat whatever is hidden from it, except for the number of the entry.
    """

    kind: Literal["free", "vote", "refused"]
    entry: int = 0
    seats: tuple[int, ...] = ()
    text: str = ""


class _Newest(msgspec.Struct, frozen=True):
    """A seat's newest action in a log, and the entries since that count, by number.

    `states` are those before the action (`before`) and after each entry since; `is_open` while the action answers what
    several seats are still asked.
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
    if (newest.is_open or not others) and not _has_told(game.rules, worlds, seat, own.action):
        return TakebackPolicy("free", newest.before)
    return TakebackPolicy("vote", newest.before, tuple(other for other in range(game.rules.seats) if other != seat))


def retract(game: Game, log: Sequence[Entry], seat: int, seed: bytes) -> Advance:
    """A seat's newest action taken back, once `takeback_policy` allows it. Raises EngineError.

    What others have answered since to the same question is logged again after HOST's take-back, and stays.
    """
    newest = _newest(game, log, seat)
    if newest is None:
        raise IllegalAction("There is no move of yours to take back.")
    advance = take_back(game, log, newest.before, seed)
    if not newest.is_open:
        return advance
    kept = [log[number - 1] for number in newest.since[1:]]
    again = act_all(advance.game, [(entry.actor, entry.action) for entry in kept], seed)
    # In between the others' answers were gone, which nobody saw.
    changed = (game.actors, game.view(SPECTATOR)) != (again.game.actors, again.game.view(SPECTATOR))
    after = msgspec.structs.replace(again.game, step=game.step + changed)
    return Advance(after, advance.entries + again.entries, advance.events + again.events)


def _refused(text: str) -> TakebackPolicy:
    return TakebackPolicy("refused", text=text)


def _newest(game: Game, log: Sequence[Entry], seat: int) -> _Newest | None:
    """A seat's newest action, or None where it has made none."""
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
    """Whether an entry cannot be taken back: a draw, or something that HOST did, but for another seat's answer."""
    if entry.actor == CHANCE:
        return True
    return entry.actor == HOST and (not is_open or seat_of(entry) in (None, seat))


def _worlds(rules: AnyRules, state: Any, seat: int) -> list[Any]:
    """States that a seat cannot tell from this one, the same for the same view."""
    view, rng = rules.view(state, seat), Random(0)
    return [rules.determinize(view, rng) for _ in range(WORLDS)]


def _has_learned(rules: AnyRules, worlds: Sequence[Any], log: Sequence[Entry], newest: _Newest, seat: int) -> bool:
    """Whether, to the seat, some world was possible before its action and is no longer."""
    own = log[newest.since[0] - 1]
    after = [apply_text(rules, world, seat, own.action).state for world in worlds]
    if len({rules.view(world, seat) for world in after}) > 1:
        return True
    # While others answer the same question, all that a seat sees of it is who has.
    return not newest.is_open and any(_is_excluded(rules, world, log, newest, seat) for world in after)


def _is_excluded(rules: AnyRules, world: Any, log: Sequence[Entry], newest: _Newest, seat: int) -> bool:
    """Whether the seat would have seen something else of the others' actions in a world, whatever they did there."""
    for number in newest.since[1:]:
        seen = rules.view(newest.states[number], seat)
        entry = log[number - 1]
        found = (after for after in _afterwards(rules, world, entry) if rules.view(after, seat) == seen)
        world = next(found, None)
        if world is None:
            return True
    return False


def _afterwards(rules: AnyRules, world: Any, entry: Entry) -> Iterator[Any]:
    """The states after whatever an entry's actor may do in a world, first of all what it did in the game."""
    with suppress(EngineError):
        yield apply_text(rules, world, entry.actor, entry.action).state
    for action in rules.legal_actions(world, entry.actor):
        yield rules.apply(world, entry.actor, action).state


def _has_told(rules: AnyRules, worlds: Sequence[Any], seat: int, text: str) -> bool:
    """Whether, as far as the seat knows, anybody else may know more of its action than that it has acted."""
    action = rules.parse_action(text)
    viewers = [SPECTATOR, *(other for other in range(rules.seats) if other != seat)]
    for world in worlds[:TOLD_WORLDS]:
        seen = [rules.view(rules.apply(world, seat, action).state, viewer) for viewer in viewers]
        others = [other for other in rules.legal_actions(world, seat) if other != action][:ALTERNATIVES]
        states = [rules.apply(world, seat, other).state for other in others] or [world]
        if any([rules.view(state, viewer) for viewer in viewers] != seen for state in states):
            return True
    return False
