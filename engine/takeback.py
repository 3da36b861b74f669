"""Take-backs: whether a seat may undo its newest action, which seats must agree, and the take-back itself.

Games need no code of their own for take-backs. To test whether an action revealed information, the views after it are
compared with the views after other actions, in worlds: states sampled among those that the seat cannot tell apart. In a
simultaneous turn a seat takes back only its own action; those that other seats have submitted stay.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Any, Final, Literal

import msgspec

from engine.core import CHANCE, HOST, SPECTATOR, AnyRules, EngineError, IllegalAction, Player
from engine.game import Advance, Game, act_all, take_back
from engine.messages import Message
from engine.record import Close, Entry, Forfeit, Lineage, active_entries, parse_host, seat_of, takeback_target
from engine.replay import apply_text, play_log

WORLDS: Final = 32
"""The number of worlds sampled to test whether a seat has learned something since its action.

If the sample does not show this, the take-back needs a vote although it should be refused.
"""
REVEAL_WORLDS: Final = 4
ALTERNATIVES: Final = 8
"""The maximum number of other actions tried in each world to test whether others have learned something.

`REVEAL_WORLDS` is the number of worlds in which they are tried.
"""
PLAYOUTS: Final = 16
PLAYOUT_ACTIONS: Final = 12
"""The maximum number of actions in a playout of computer players; `PLAYOUTS` is the number of playouts."""

OVER: Final = Message("The game is over.")
NO_MOVE: Final = Message("You have no move to take back.")
DRAWN: Final = Message("Something was drawn or rolled after your move, so you can't take it back.")
CLOSED: Final = Message("Time ran out or the round was closed after your move, so you can't take it back.")
LEFT: Final = Message("Somebody left the game after your move, so you can't take it back.")
STOOD_IN: Final = Message(
    "After your move, the computer moved for somebody who is away. Only they could allow you to undo that, so you "
    "can't take your move back."
)
LEARNED: Final = Message("You saw something hidden after your move, so you can't take it back.")


class TakebackPolicy(msgspec.Struct, frozen=True, gc=False):
    """The decision whether a seat may take back its newest action, and return to the state after `entry`.

    Kinds: free (nobody else has acted or learned anything since), vote (each of `seats` must agree) and refused (`text`
    gives the reason). Apart from the entry numbers, the decision depends only on what the seat knows. `own` is the
    number of the action's entry, or 0 if there is no action or the game is over.
    """

    kind: Literal["free", "vote", "refused"]
    entry: int = 0
    seats: tuple[int, ...] = ()
    text: str | Message = ""
    own: int = 0


class TakenBack(msgspec.Struct, frozen=True, gc=False):
    """A take-back in a log: the number of its entry, the seat that asked for it, and the numbers of the undone entries.

    `undone` begins with the seat's own action. `count` is 1 for the seat's first take-back, 2 for its second, and so
    on.
    """

    number: int
    seat: int
    undone: tuple[int, ...]
    count: int

    @property
    def own(self) -> int:
        """The number of the entry with the action that the seat took back."""
        return self.undone[0]


class _Newest(msgspec.Struct, frozen=True):
    """The newest action of a seat in a log.

    `before` is the number of the active entry before it; `since` are the numbers of its own entry and of the active
    entries after it. `states` maps these numbers to the states after the entries. `is_open` says whether the action
    belongs to a simultaneous turn in which seats still have to act.
    """

    before: int
    since: tuple[int, ...]
    states: Mapping[int, Any]
    is_open: bool


def takeback_policy(game: Game, log: Sequence[Entry], seat: int) -> TakebackPolicy:
    """Decide whether a seat may take back its newest action; `log` is the whole log of the game."""
    if game.outcome is not None:
        return TakebackPolicy("refused", text=OVER)
    newest = _find_newest_action(game, log, seat)
    if newest is None:
        return TakebackPolicy("refused", text=NO_MOVE)
    number = newest.since[0]
    own, *others = [log[number - 1] for number in newest.since]
    final = next((entry for entry in others if _is_final(entry, seat, newest.is_open)), None)
    if final is not None:
        return TakebackPolicy("refused", text=_explain_final(final), own=number)
    worlds = _worlds(game.rules, newest.states[newest.before], seat)
    if _has_learned(game.rules, worlds, log, newest, seat):
        return TakebackPolicy("refused", text=LEARNED, own=number)
    if (newest.is_open or not others) and not _has_revealed(game.rules, worlds, seat, own.action):
        return TakebackPolicy("free", newest.before, own=number)
    seats = tuple(other for other in range(game.rules.seats) if other != seat)
    return TakebackPolicy("vote", newest.before, seats, own=number)


def will_be_final(game: Game, seat: int, computers: Collection[int], stand_ins: Collection[int] = ()) -> bool:
    """Return whether a seat's newest action will be final once the seats in `computers` have acted.

    The answer is an estimate by playouts that use only what the seat knows: it is True if the action becomes final
    in all of them. It is False if a seat that is not in `computers` must act too. `stand_ins` are those of
    `computers` for which HOST acts.
    """
    if not _is_theirs(game.actors, computers):
        return False
    rules, view, rng = game.rules, game.view(seat), Random(0)
    worlds = [rules.determinize(view, rng) for _ in range(WORLDS)]
    return all(_is_final_after(rules, worlds, world, seat, computers, stand_ins, rng) for world in worlds[:PLAYOUTS])


def retract(game: Game, log: Sequence[Entry], seat: int, seed: bytes) -> Advance:
    """Take back a seat's newest action, after `takeback_policy` has allowed it.

    If other seats have submitted actions in the same simultaneous turn, these are logged again after the take-back.
    Raises EngineError.
    """
    newest = _find_newest_action(game, log, seat)
    if newest is None:
        raise IllegalAction(NO_MOVE)
    advance = take_back(game, log, newest.before, seed)
    if not newest.is_open:
        return advance
    kept = [log[number - 1] for number in newest.since[1:]]
    again = act_all(advance.game, [(entry.actor, entry.action) for entry in kept], seed)
    # The state without the others' actions is never shown, so the step rises by one at most.
    changed = (game.actors, game.view(SPECTATOR)) != (again.game.actors, again.game.view(SPECTATOR))
    after = msgspec.structs.replace(again.game, step=game.step + changed)
    return advance.concatenate(msgspec.structs.replace(again, game=after))


def takebacks(log: Sequence[Entry]) -> tuple[TakenBack, ...]:
    """Return the take-backs in a log, in order.

    The seat that asked for one is the seat that made the first of the entries undone.
    """
    found: list[TakenBack] = []
    counts: Counter[int] = Counter()
    lineage = Lineage(log)
    for number, entry in enumerate(log, 1):
        target = takeback_target(entry)
        if target is None:
            continue
        undone = lineage.between(target, number - 1)
        seat = seat_of(log[undone[0] - 1]) if undone else None
        if seat is not None:
            counts[seat] += 1
            found.append(TakenBack(number, seat, undone, counts[seat]))
    return tuple(found)


def ordinal(log: Sequence[Entry], number: int) -> int:
    """Return the position of an entry among the entries of its seat, counted from 1.

    Entries that HOST made for the seat or that were taken back are counted too. The position identifies the action
    without revealing how many entries others have logged.
    """
    seat = seat_of(log[number - 1])
    return sum(seat_of(entry) == seat for entry in log[:number])


def _find_newest_action(game: Game, log: Sequence[Entry], seat: int) -> _Newest | None:
    """Return the newest action that a seat has made itself, or None if there is none; undone ones do not count."""
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
    """Return whether a later entry makes the seat's action final: it is a draw or an entry of HOST.

    An entry that HOST made for another seat in an open simultaneous turn does not.
    """
    if entry.actor == CHANCE:
        return True
    return entry.actor == HOST and (not is_open or seat_of(entry) in (None, seat))


def _explain_final(entry: Entry) -> Message:
    if entry.actor == CHANCE:
        return DRAWN
    command = parse_host(entry.action)
    if isinstance(command, Forfeit):
        return LEFT
    return CLOSED if isinstance(command, Close) else STOOD_IN


def _worlds(rules: AnyRules, state: Any, seat: int) -> list[Any]:
    """Return worlds sampled from a seat's view of a state; the same view always gives the same worlds."""
    view, rng = rules.view(state, seat), Random(0)
    return [rules.determinize(view, rng) for _ in range(WORLDS)]


def _has_learned(rules: AnyRules, worlds: Sequence[Any], log: Sequence[Entry], newest: _Newest, seat: int) -> bool:
    """Return whether a seat can now rule out a world that was possible for it before its newest action."""
    own = log[newest.since[0] - 1]
    after = [apply_text(rules, world, seat, own.action).state for world in worlds]
    if len({rules.view(world, seat) for world in after}) > 1:
        return True
    seen = [(log[number - 1], rules.view(newest.states[number], seat)) for number in newest.since[1:]]
    # In an open simultaneous turn a seat sees only which seats have submitted.
    return not newest.is_open and any(_is_excluded(rules, world, seen, seat) for world in after)


def _is_excluded(rules: AnyRules, world: Any, seen: Sequence[tuple[Entry, Any]], seat: int) -> bool:
    """Return whether a seat can rule out a world by the views that it had after each later entry.

    It can if no actions of the other seats in that world would have led to these views.
    """
    for entry, view in seen:
        found = (after for after in _successors(rules, world, entry) if rules.view(after, seat) == view)
        world = next(found, None)
        if world is None:
            return True
    return False


def _successors(rules: AnyRules, world: Any, entry: Entry) -> Iterator[Any]:
    """Yield the states that can follow in a world when the actor of an entry acts.

    The one after the logged action is first, if that action is legal in the world; then come those after each legal
    action.
    """
    with suppress(EngineError):
        yield apply_text(rules, world, entry.actor, entry.action).state
    for action in rules.legal_actions(world, entry.actor):
        yield rules.apply(world, entry.actor, action).state


def _has_revealed(rules: AnyRules, worlds: Sequence[Any], seat: int, text: str) -> bool:
    """Return whether a seat's action may have revealed to others more than the fact that the seat has acted.

    The test uses only worlds that the seat considers possible.
    """
    action = rules.parse_action(text)
    viewers = [SPECTATOR, *(other for other in range(rules.seats) if other != seat)]
    for world in worlds[:REVEAL_WORLDS]:
        seen = [rules.view(rules.apply(world, seat, action).state, viewer) for viewer in viewers]
        others = [other for other in rules.legal_actions(world, seat) if other != action][:ALTERNATIVES]
        states = [rules.apply(world, seat, other).state for other in others] or [world]
        if any([rules.view(state, viewer) for viewer in viewers] != seen for state in states):
            return True
    return False


def _is_theirs(actors: Sequence[Player], computers: Collection[int]) -> bool:
    return bool(actors) and all(actor in computers for actor in actors)


def _is_final_after(
    rules: AnyRules,
    worlds: Sequence[Any],
    state: Any,
    seat: int,
    computers: Collection[int],
    stand_ins: Collection[int],
    rng: Random,
) -> bool:
    """Return whether the seat's action is final after one random playout of the computer players.

    `state` is one of the `worlds`. The action is final if the game has ended, a draw is due, HOST has acted, or the
    seat can rule out a world.
    """
    seen: list[tuple[Entry, Any]] = []
    while len(seen) < PLAYOUT_ACTIONS and _is_theirs(actors := rules.actors(state), computers):
        actor, action = actors[0], rng.choice(rules.legal_actions(state, actors[0]))
        if actor in stand_ins:
            return True
        state = rules.apply(state, actor, action).state
        seen.append((Entry(actor, rules.format_action(action)), rules.view(state, seat)))
    if rules.actors(state) in ((), (CHANCE,)):
        return True
    return any(_is_excluded(rules, world, seen, seat) for world in worlds)
