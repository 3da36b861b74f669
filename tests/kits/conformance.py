"""The contract of `engine.core.Rules`, checked on walks. Each failure begins with the number of its check."""

import random
import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final, TypeAlias, TypeVar, cast

import msgspec
from hypothesis import strategies as st
from msgspec.structs import asdict, replace

from engine import fairness
from engine.core import (
    CHANCE,
    HOST,
    SPECTATOR,
    AnyRules,
    Close,
    EngineError,
    GameOver,
    IllegalAction,
    InvalidAction,
    NotYourTurn,
    Player,
    Weighted,
    sample_outcome,
)
from engine.record import ADVANCING_BYTES, entry_bytes
from tests.kits.walks import Walk, wander, written

SAMPLES: Final = 12
"""The number of states of a walk that the slow checks cover."""
MANY: Final = 200
"""The greatest number of a player's actions that the slow checks cover."""
CHANGES: Final = 40
"""The number of probes that C1 tries in a state to overwrite choices."""
SLOW_HOST_SHARE: Final = 0.3
REFUSAL_CHARACTERS: Final = 500
INTEGERS: Final = st.integers(-8, 200) | st.sampled_from([-(2**63), -1000, 999, 999_999, 10**6, 2**31, 2**63])
"""The integers that C16 puts into actions, within and far beyond the ranges of the games."""

T = TypeVar("T")
_DIGITS: Final = re.compile("[0-9]+")
_Path: TypeAlias = tuple[str | int, ...]
"""The path to a value in an action: the name of a field, then indices of nested tuples."""


def verdict(rules: AnyRules, state: Any, player: Player, action: Any) -> tuple[str, str]:
    """Return code and text of the refusal by `apply`, or ("", "") if the action applies."""
    try:
        rules.apply(state, player, action)
    except EngineError as error:
        return error.code, error.text
    return "", ""


def some(actions: Sequence[Any]) -> Sequence[Any]:
    """Return all actions, or a sample spread over a long list."""
    return actions[:: len(actions) // MANY] if len(actions) > MANY else actions


def c1_ends_in_time(walk: Walk) -> None:
    """Check that every game ends within `max_game_length` entries and with an outcome."""
    assert walk.rules.outcome(walk.states[-1]) is not None, f"C1: {walk.describe_place(len(walk.moves))} has no outcome"
    assert len(walk.moves) <= walk.rules.max_game_length, f"C1: {walk.describe_place(0)} is too long"


def c1_ends_in_time_from_anywhere(walk: Walk) -> None:
    """Check that the bound also holds from overwritten states and in slow games."""
    rules = walk.rules
    rng = Random(walk.seed)
    probes = walk.suite.probes(rules)
    for number, state in walk.sampled(SAMPLES):
        for _ in range(CHANGES):
            seat, action = rng.randrange(rules.seats), rng.choice(probes)
            if rules.is_legal(state, seat, action):
                state = rules.apply(state, seat, action).state
        moves = 0
        while actors := rules.actors(state):
            state = rules.apply(state, *_slow_move(rules, state, actors, rng)).state
            moves += 1
        assert moves <= rules.max_game_length, f"C1: {walk.describe_place(number)}: {moves} more entries"


def _slow_move(rules: AnyRules, state: Any, actors: Sequence[Player], rng: Random) -> tuple[Player, Any]:
    """Return a move of the actor with the most choices; HOST acts at times when a single seat must act."""
    if actors == (CHANCE,):
        return CHANCE, sample_outcome(rules.chance_outcomes(state), rng)
    actions = {player: rules.legal_actions(state, player) for player in actors}
    player = max(actors, key=lambda player: len(actions[player]))
    if len(actors) == 1 and rng.random() < SLOW_HOST_SHARE and (host := rules.host_actions(state)):
        return HOST, rng.choice(host)
    return player, actions[player][0]


def c2_actors_or_outcome(walk: Walk) -> None:
    """Check that every state has either actors or an outcome, and that HOST and SPECTATOR are never actors."""
    seats = set(range(walk.rules.seats))
    for number, state in enumerate(walk.states):
        actors, outcome = walk.rules.actors(state), walk.rules.outcome(state)
        where = f"C2: {walk.describe_place(number)}: actors {actors}, outcome {outcome}"
        assert bool(actors) != (outcome is not None), where
        assert (walk.rules.result(state) is None) == (outcome is None), f"{where}, result disagrees"
        assert actors == (CHANCE,) or (set(actors) <= seats and list(actors) == sorted(set(actors))), where


def c3_legal_actions(walk: Walk) -> None:
    """Check that legal actions and their notation are sorted, unique and parsed alike, and that others have none."""
    rules = walk.rules
    found: dict[Any, None] = {}
    for number, state in enumerate(walk.states):
        actors = rules.actors(state)
        for player in (*range(rules.seats), CHANCE, HOST, SPECTATOR):
            actions = list(rules.legal_actions(state, player))
            where = f"C3: {walk.describe_place(number)}, player {player}"
            assert bool(actions) == (player in actors), f"{where}: {len(actions)} actions, actors {actors}"
            shown = some(actions)
            assert list(shown) == sorted(set(shown), key=walk.suite.sort_key), f"{where}: not sorted"
            found.update(dict.fromkeys(shown))
    texts = {rules.format_action(action): action for action in found}
    assert len(texts) == len(found), f"C3: {walk.describe_place(0)}: two actions are written alike"
    for text, action in texts.items():
        assert rules.parse_action(text) == action, f"C3: {walk.describe_place(0)}: {text!r} is read as another action"


def c3_log_notation(walk: Walk) -> None:
    """Check that every move of a walk, HOST's too, has a short notation, so that a game's end fits into its record."""
    for player, action in walk.moves:
        text = written(walk.rules, player, action)
        assert text.isprintable(), f"C3: {walk.describe_place(0)}: {text!r} is not printable"
        assert len(text) > 0, f"C3: {walk.describe_place(0)}: {text!r} is empty"
        assert entry_bytes(text) <= ADVANCING_BYTES, f"C3: {walk.describe_place(0)}: {text!r} is too long"


def c3_parsing(walk: Walk) -> None:
    """Check that any text is parsed to an action with a stable notation, or refused with a bounded text."""
    rng = Random(walk.seed)
    for number, state in walk.sampled(SAMPLES):
        actors = [player for player in walk.rules.actors(state) if player >= 0]
        legal = [walk.rules.legal_actions(state, player)[0] for player in actors]
        for text in _odd_texts([walk.rules.format_action(action) for action in legal], rng):
            _check_parsing(walk.rules, text, f"C3: {walk.describe_place(number)}, {text[:80]!r}")


def _odd_texts(texts: Sequence[str], rng: Random) -> Iterator[str]:
    """Yield texts as people and other programs send them: empty, broken, very long, in other alphabets."""
    yield from ("", " ", "0", "-1", "²", "٣", "\0", "place", "draw", "take", "🎲 🎲", "a" * 500, "9" * 500, "x " * 250)
    yield from ("place 1 1 1", "draw 99 99", "draw 0 ٣", "roll 9999999", "take -1", "place S1 ZZ9 9", "for 0 close")
    for text in texts:
        yield from (text.upper(), text.lower(), f"  {text}  ", f"{text} {text}", text.replace(" ", ""), text[::-1])
        for _ in range(12):
            place = rng.randrange(len(text) + 1)
            yield text[:place] + rng.choice(["", " ", "0", "9", "-", "²", "é", "\n", "'"]) + text[place + 1 :]


def _check_parsing(rules: AnyRules, text: str, where: str) -> None:
    try:
        action = rules.parse_action(text)
    except InvalidAction as error:
        refusal = error.text
    else:
        refusal = ""
        canonical = rules.format_action(action)
        assert tuple(rules.split_actions(canonical)) == (canonical,), f"{where}: {canonical!r} is more than one action"
        assert rules.parse_action(canonical) == action, f"{where}: {canonical!r} is another action"
    assert len(refusal) <= REFUSAL_CHARACTERS, f"{where}: the refusal has {len(refusal)} characters"


def c4_apply_agrees_with_is_legal(walk: Walk) -> None:
    """Check that legal actions and probes apply exactly when `is_legal`, and otherwise raise the right error."""
    rules = walk.rules
    probes = walk.suite.probes(rules)
    for number, state in walk.sampled(SAMPLES):
        for player in (*range(rules.seats), CHANCE):
            legal = some(rules.legal_actions(state, player))
            refusal = _refusal(rules, state, player, (*legal, *probes))
            for action in legal:
                assert rules.is_legal(state, player, action), (
                    f"C4: {walk.describe_place(number)}: {action} is not legal"
                )
            for action in (*legal, *probes):
                code, text = verdict(rules, state, player, action)
                expected = "" if rules.is_legal(state, player, action) else refusal
                where = f"C4: {walk.describe_place(number)}, player {player}, {action}"
                assert code == expected, f"{where}: {code!r} ({text}), but {expected!r} was to be expected"
                assert len(text) <= REFUSAL_CHARACTERS, f"{where}: {len(text)} characters of refusal"


def _refusal(rules: AnyRules, state: Any, player: Player, actions: Sequence[Any]) -> str:
    """Return the code of every refusal that a player gets in a state.

    A seat that may still change its choice gets IllegalAction, not NotYourTurn.
    """
    if rules.outcome(state) is not None:
        return GameOver.code
    acts = player in rules.actors(state) or any(rules.is_legal(state, player, action) for action in actions)
    return (IllegalAction if acts else NotYourTurn).code


def c4_host(walk: Walk) -> None:
    """Check that HOST's actions apply, that `close` applies at no other time, and that nothing does after the end."""
    rules = walk.rules
    for number, state in walk.sampled(SAMPLES):
        actions = rules.host_actions(state)
        where = f"C4: {walk.describe_place(number)}"
        for action in actions:
            assert verdict(rules, state, HOST, action) == ("", ""), f"{where}: HOST's {action} is refused"
        if Close() not in actions:
            over = rules.outcome(state) is not None
            refusal = verdict(rules, state, HOST, Close())[0]
            assert refusal == (GameOver if over else IllegalAction).code, f"{where}: close gives {refusal!r}"
            assert not (over and actions), f"{where}: HOST may act after the end"


def c5_json(walk: Walk) -> None:
    """Check that states, views, actions and events survive JSON and hash, and that states hold no floats."""
    rules, suite = walk.rules, walk.suite
    for number, state in walk.sampled(SAMPLES):
        where = f"C5: {walk.describe_place(number)}"
        _check_json(state, rules.state_type, where)
        _check_no_floats(msgspec.to_builtins(state), where)
        for viewer in (*range(rules.seats), SPECTATOR):
            _check_json(rules.view(state, viewer), rules.view_type, where)
    for number, (player, action) in enumerate(walk.moves):
        if player != HOST:
            _check_json(action, suite.action_type, f"C5: {walk.describe_place(number)}")
        for event in walk.events[number]:
            _check_json(event, rules.event_type, f"C5: {walk.describe_place(number)}")


def _check_json(value: Any, kind: Any, where: str) -> None:
    try:
        read = msgspec.json.decode(fairness.encode_canonical(value), type=kind)
    except msgspec.ValidationError as error:
        raise AssertionError(f"{where}: {value!r} is not read back from JSON: {error}") from error
    assert read == value, f"{where}: JSON changes {value!r}"
    hash(value)


def _check_no_floats(value: Any, where: str) -> None:
    assert not isinstance(value, float), f"{where}: {value} is a float"
    items: list[Any] = []
    if isinstance(value, dict):
        items = list(cast("dict[Any, Any]", value).values())
    elif isinstance(value, list | tuple):
        items = list(cast("Sequence[Any]", value))
    for item in items:
        _check_no_floats(item, where)


def c7_chance(walk: Walk) -> None:
    """Check chance outcomes: unique, positive integer weights, applicable, and present only if CHANCE must act."""
    rules = walk.rules
    seen: dict[Any, None] = dict.fromkeys(action for player, action in walk.moves if player == CHANCE)
    for number, state in enumerate(walk.states):
        outcomes, weights = _outcomes(rules, state)
        where = f"C7: {walk.describe_place(number)}"
        assert bool(outcomes) == (rules.actors(state) == (CHANCE,)), f"{where}: {len(outcomes)} outcomes"
        assert len(set(outcomes)) == len(outcomes), f"{where}: an outcome is listed twice"
        assert len(outcomes) == len(weights), f"{where}: {len(outcomes)} outcomes, {len(weights)} weights"
        assert all(type(weight) is int and weight > 0 for weight in weights), f"{where}: weights {weights}"
    for number, state in walk.sampled(SAMPLES):
        outcomes = _outcomes(rules, state)[0]
        possible = set(outcomes)
        assert possible == set(rules.legal_actions(state, CHANCE)), (
            f"C7: {walk.describe_place(number)}: not what is legal"
        )
        for action in (*some(outcomes), *seen):
            applied = verdict(rules, state, CHANCE, action) == ("", "")
            assert applied == (action in possible), f"C7: {walk.describe_place(number)}: {action} possible or not"


def _outcomes(rules: AnyRules, state: Any) -> tuple[Sequence[Any], Sequence[int]]:
    """Return the outcomes of the due draw with their weights."""
    found = rules.chance_outcomes(state)
    return (found.outcomes, found.weights) if isinstance(found, Weighted) else (found, (1,) * len(found))


def c8_outcome(walk: Walk) -> None:
    """Check the returns: one per seat, in range, with the declared sum, and none of a winner below a loser's."""
    outcome = walk.rules.outcome(walk.states[-1])
    where = f"C8: {walk.describe_place(len(walk.moves))}: {outcome}"
    assert outcome is not None, where
    low, high = walk.suite.returns
    assert len(outcome.returns) == walk.rules.seats, where
    assert all(type(value) is int and low <= value <= high for value in outcome.returns), where
    assert walk.suite.returns_sum in (None, sum(outcome.returns)), where
    assert list(outcome.winners) == sorted(set(outcome.winners) & set(range(walk.rules.seats))), where
    losers = [value for seat, value in enumerate(outcome.returns) if seat not in outcome.winners]
    assert all(outcome.returns[seat] >= max(losers, default=low) for seat in outcome.winners), where


def c9_order_of_commitments(walk: Walk) -> None:
    """Check that the order of simultaneous actions makes no difference (also L4)."""
    rng = Random(walk.seed)
    for number, state in enumerate(walk.states):
        actors = walk.rules.actors(state)
        if len(actors) > 1:
            chosen = {seat: rng.choice(walk.rules.legal_actions(state, seat)) for seat in actors}
            orders = [actors, actors[::-1], tuple(rng.sample(actors, len(actors)))]
            ends = {_committed(walk, number, order, chosen) for order in orders}
            assert len(ends) == 1, f"C9: {walk.describe_place(number)}: the order of {chosen} matters"


def _committed(walk: Walk, number: int, order: Sequence[int], chosen: dict[int, Any]) -> bytes:
    """Return the state after all have acted, in canonical JSON.

    Raises AssertionError if a seat's options depend on earlier actions of others.
    """
    rules, state = walk.rules, walk.states[number]
    options = {seat: rules.legal_actions(state, seat) for seat in order}
    for seat in order:
        now = rules.legal_actions(state, seat)
        assert now == options[seat], (
            f"L4: {walk.describe_place(number)}: seat {seat}'s options changed when others committed"
        )
        state = rules.apply(state, seat, chosen[seat]).state
    return fairness.encode_canonical(state)


def c10_turns(walk: Walk) -> None:
    """Check that several actors are asked simultaneously, and that one answer leaves the others' question unchanged."""
    rules = walk.rules
    for number, state in enumerate(walk.states):
        seats = [player for player in rules.actors(state) if player >= 0]
        at_once = rules.is_simultaneous(state)
        where = f"C10: {walk.describe_place(number)}: actors {seats}"
        assert at_once or len(seats) < 2, f"{where} are not asked at the same time"
        assert seats or not at_once, f"{where}, but something is asked of several"
        hash(rules.turn_key(state))
    for number, (player, _) in enumerate(walk.moves):
        before, after = walk.states[number : number + 2]
        rest = [other for other in rules.actors(before) if other != player]
        if player >= 0 and rest and list(rules.actors(after)) == rest:
            where = f"C10: {walk.describe_place(number)}: seat {player} answered, seats {rest} have not"
            assert rules.is_simultaneous(after), f"{where}: they are not asked at the same time any more"
            assert rules.turn_key(after) == rules.turn_key(before), f"{where}: the turn changed"


def c11_standing(walk: Walk) -> None:
    """Check that every seat is ranked once, and that at the end all winners come first."""
    rules = walk.rules
    for number, state in walk.sampled(SAMPLES):
        groups = rules.standing(state)
        where = f"C11: {walk.describe_place(number)}: {groups}"
        assert sorted(seat for group in groups for seat in group) == list(range(rules.seats)), where
        assert all(groups), f"{where}: an empty group"
        outcome = rules.outcome(state)
        if outcome is not None:
            places = {seat: place for place, group in enumerate(groups) for seat in group}
            won = [places[seat] for seat in outcome.winners]
            others = [place for seat, place in places.items() if seat not in outcome.winners]
            assert max(won, default=-1) < min(others, default=rules.seats), f"{where}: winners {outcome.winners}"


def c13_events_rebuild_the_board(walk: Walk) -> None:
    """Check that the events a spectator saw are enough to rebuild the public board, as renderers require."""
    rules, suite = walk.rules, walk.suite
    for number, state in walk.sampled(SAMPLES):
        events = [rules.visible(event, SPECTATOR) for happened in walk.events[:number] for event in happened]
        rebuilt = suite.rebuild(rules, [event for event in events if event is not None])
        board = suite.public_board(rules.view(state, SPECTATOR))
        assert rebuilt == board, f"C13: {walk.describe_place(number)}: events give {rebuilt!r}, the view {board!r}"


def c15_invariants(walk: Walk) -> None:
    """Check the game's invariants in every state."""
    for number, state in enumerate(walk.states):
        try:
            walk.suite.check_invariants(walk.rules, state)
        except AssertionError as error:
            raise AssertionError(f"C15: {walk.describe_place(number)}: {error}") from error


class Attempt(msgspec.Struct, frozen=True):
    """An action, or a text in notation, that a player tries in a state of a walk."""

    walk: Walk
    number: int
    player: Player
    action: Any

    def __repr__(self) -> str:
        return f"C16: {self.walk.describe_place(self.number)}, player {self.player}, {self.action!r}"


def draw_attempt(data: st.DataObject, walks: Sequence[Walk]) -> Attempt:
    """Draw an action with one integer changed, or a notation with one number changed.

    Actions are legal in the state, moves of the walk, or probes of the game. All types are equally likely.
    """
    walk = _draw_one(data, walks)
    number = data.draw(st.integers(0, len(walk.states) - 1))
    rules, state = walk.rules, walk.states[number]
    players = [*range(rules.seats), CHANCE, HOST, *rules.actors(state)]
    actions = [action for player in players for action in some(rules.legal_actions(state, player))]
    actions += [move for player, move in walk.moves if player != HOST]
    player = _draw_one(data, players)
    numbers = list(_DIGITS.finditer(rules.format_action(_draw_one(data, actions))))
    if numbers and data.draw(st.booleans()):
        found = _draw_one(data, numbers)
        text = f"{found.string[: found.start()]}{data.draw(INTEGERS)}{found.string[found.end() :]}"
        return Attempt(walk, number, player, text)
    by_type: dict[str, list[tuple[Any, _Path]]] = {}
    for action in (*actions, *walk.suite.probes(rules), *rules.host_actions(state)):
        by_type.setdefault(type(action).__name__, []).extend((action, path) for path in _integers(asdict(action)))
    action, (name, *path) = _draw_one(data, _draw_one(data, [found for found in by_type.values() if found]))
    value = _put(asdict(action)[str(name)], path, data.draw(INTEGERS))
    return Attempt(walk, number, player, replace(action, **{str(name): value}))


def _draw_one(data: st.DataObject, items: Sequence[T]) -> T:
    """Draw one of some items by index, so that Hypothesis does not print the item."""
    return items[data.draw(st.integers(0, len(items) - 1))]


def _integers(value: Any, path: _Path = ()) -> Iterator[_Path]:
    """Yield the paths to all integers in a value, booleans excluded."""
    if type(value) is int:
        yield path
    items: Sequence[tuple[str | int, Any]] = ()
    if isinstance(value, dict):
        items = list(cast("dict[str, Any]", value).items())
    elif isinstance(value, tuple):
        items = list(enumerate(cast("tuple[Any, ...]", value)))
    for key, item in items:
        yield from _integers(item, (*path, key))


def _put(value: Any, path: Sequence[str | int], integer: int) -> Any:
    """Return the value with an integer put in at a path."""
    if not path:
        return integer
    items = list(value)
    items[int(path[0])] = _put(items[int(path[0])], path[1:], integer)
    return tuple(items)


def c16_any_integer(attempt: Attempt) -> None:
    """Check that an action with any integers raises EngineError, or applies and is logged as exactly this action."""
    rules, state, player = attempt.walk.rules, attempt.walk.states[attempt.number], attempt.player
    action = attempt.action
    if isinstance(action, str):
        try:
            action = rules.parse_action(action)
        except InvalidAction:
            return
    code, text = verdict(rules, state, player, action)
    is_legal = action in rules.host_actions(state) if player == HOST else rules.is_legal(state, player, action)
    assert (code == "") == is_legal, f"{attempt}: {code!r} ({text}), but is_legal says {is_legal}"
    assert len(text) <= REFUSAL_CHARACTERS, f"{attempt}: {len(text)} characters of refusal"
    if player != HOST and (is_legal or action is not attempt.action):
        logged = rules.format_action(action)
        assert rules.parse_action(logged) == action, f"{attempt}: logged as {logged!r}"


def past_states_stay(walk: Walk) -> None:
    """Check by digest that no state has changed since it was reached."""
    for number, state in enumerate(walk.states):
        assert fairness.digest(state) == walk.digests[number], f"{walk.describe_place(number)} was changed afterwards"


def randomness_is_the_callers(walk: Walk) -> None:
    """Check that the walk is the same with another state of the global random generator."""
    random.seed(walk.seed + 1)
    again = wander(walk.suite, walk.rules, walk.configuration, walk.seed)
    assert again.digests == walk.digests, f"{walk.describe_place(0)} goes another way when the global generator changes"
