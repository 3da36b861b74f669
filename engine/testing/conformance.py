"""The contract of `engine.core.Rules`, checked on a walk: C1 to C5, C7 to C9, C13, C15 of engine.md, and purity."""

import random
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final, cast

import msgspec

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
)
from engine.record import ACTION_CHARACTERS
from engine.testing.walks import Walk, wander, written

SAMPLES: Final = 12
"""How many states of a walk the dearer checks look at."""
REFUSAL_CHARACTERS: Final = 500


def verdict(rules: AnyRules, state: Any, player: Player, action: Any) -> tuple[str, str]:
    """What `apply` says to an action: code and text of the refusal, or ("", "") when it applies."""
    try:
        rules.apply(state, player, action)
    except EngineError as error:
        return error.code, error.text
    return "", ""


def c1_ends_in_time(walk: Walk) -> None:
    """Every game ends within `max_game_length` entries (`walks` checks it on the way), in a state with an outcome."""
    assert walk.rules.outcome(walk.states[-1]) is not None, f"C1: {walk.where(len(walk.moves))} has no outcome"
    assert len(walk.moves) <= walk.rules.info.max_game_length, f"C1: {walk.where(0)} is too long"


def c2_actors_or_outcome(walk: Walk) -> None:
    """In every state somebody must act or the game is over, never both; HOST and SPECTATOR never must."""
    seats = set(range(walk.rules.seats))
    for number, state in enumerate(walk.states):
        actors, outcome = walk.rules.actors(state), walk.rules.outcome(state)
        where = f"C2: {walk.where(number)}: actors {actors}, outcome {outcome}"
        assert bool(actors) != (outcome is not None), where
        assert (walk.rules.result(state) is None) == (outcome is None), f"{where}, result disagrees"
        assert actors == (CHANCE,) or (set(actors) <= seats and list(actors) == sorted(set(actors))), where


def c3_legal_actions(walk: Walk) -> None:
    """Legal actions are sorted and unique, their notation too and read back as the same; non-actors have none."""
    rules = walk.rules
    for number, state in enumerate(walk.states):
        actors = rules.actors(state)
        for player in (*range(rules.seats), CHANCE, HOST, SPECTATOR):
            actions = list(rules.legal_actions(state, player))
            where = f"C3: {walk.where(number)}, player {player}"
            assert bool(actions) == (player in actors), f"{where}: {len(actions)} actions, actors {actors}"
            assert actions == sorted(actions, key=walk.suite.sort_key), f"{where}: not sorted"
            _check_notation(rules, state, player, actions, where)


def _check_notation(rules: AnyRules, state: Any, player: Player, actions: Sequence[Any], where: str) -> None:
    if not actions:
        return
    view = rules.view(state, SPECTATOR if player == CHANCE else player)
    texts = [rules.format_action(view, action) for action in actions]
    assert len(set(texts)) == len(texts), f"{where}: two actions are written alike"
    for text, action in zip(texts, actions, strict=True):
        assert rules.parse_action(view, text) == action, f"{where}: {text!r} is read as another action"


def c3_log_notation(walk: Walk) -> None:
    """Every move of a walk, HOST's too, has a notation within the limits of a record."""
    for state, (player, action) in zip(walk.states, walk.moves, strict=False):
        text = written(walk.rules, state, player, action)
        assert text.isprintable(), f"C3: {walk.where(0)}: {text!r} is not printable"
        assert 0 < len(text) <= ACTION_CHARACTERS, f"C3: {walk.where(0)}: {text!r} is too long or empty"


def c3_parsing(walk: Walk) -> None:
    """Whatever text comes, parsing gives an action with a stable notation or InvalidAction with a bounded text."""
    rng = Random(walk.seed)
    for number, state in walk.sampled(SAMPLES):
        for player in (*(p for p in walk.rules.actors(state) if p >= 0), SPECTATOR):
            view = walk.rules.view(state, player)
            legal = walk.rules.legal_actions(state, player)
            texts = [walk.rules.format_action(view, action) for action in legal[:1]]
            for text in _odd_texts(texts, rng):
                _check_parsing(walk.rules, view, text, f"C3: {walk.where(number)}, {text[:80]!r}")


def _odd_texts(texts: Sequence[str], rng: Random) -> Iterator[str]:
    """Texts as people and other programs send them: empty, broken, enormous, in other alphabets."""
    yield from ("", " ", "0", "-1", "²", "٣", "\0", "place", "draw", "take", "🎲 🎲", "a" * 500, "9" * 500, "x " * 250)
    yield from ("place 1 1 1", "draw 99 99", "draw 0 ٣", "roll 9999999", "take -1", "place S1 ZZ9 9", "for 0 close")
    for text in texts:
        yield from (text.upper(), text.lower(), f"  {text}  ", f"{text} {text}", text.replace(" ", ""), text[::-1])
        for _ in range(12):
            place = rng.randrange(len(text) + 1)
            yield text[:place] + rng.choice(["", " ", "0", "9", "-", "²", "é", "\n", "'"]) + text[place + 1 :]


def _check_parsing(rules: AnyRules, view: Any, text: str, where: str) -> None:
    try:
        action = rules.parse_action(view, text)
    except InvalidAction as error:
        refusal = error.text
    else:
        refusal = ""
        canonical = rules.format_action(view, action)
        assert rules.parse_action(view, canonical) == action, f"{where}: {canonical!r} is another action"
    assert len(refusal) <= REFUSAL_CHARACTERS, f"{where}: the refusal has {len(refusal)} characters"


def c4_apply_agrees_with_is_legal(walk: Walk) -> None:
    """Legal actions and probes apply exactly when `is_legal`; else IllegalAction, NotYourTurn, or GameOver."""
    rules = walk.rules
    probes = walk.suite.probes(rules)
    for number, state in walk.sampled(SAMPLES):
        for player in (*range(rules.seats), CHANCE):
            legal = rules.legal_actions(state, player)
            refusal = _refusal(rules, state, player, (*legal, *probes))
            for action in legal:
                assert rules.is_legal(state, player, action), f"C4: {walk.where(number)}: {action} is not legal"
            for action in (*legal, *probes):
                code, text = verdict(rules, state, player, action)
                expected = "" if rules.is_legal(state, player, action) else refusal
                where = f"C4: {walk.where(number)}, player {player}, {action}"
                assert code == expected, f"{where}: {code!r} ({text}), but {expected!r} was to be expected"
                assert len(text) <= REFUSAL_CHARACTERS, f"{where}: {len(text)} characters of refusal"


def _refusal(rules: AnyRules, state: Any, player: Player, actions: Sequence[Any]) -> str:
    """The code of every refusal that a player gets now; a seat that may still change its choice is not a wrong seat."""
    if rules.outcome(state) is not None:
        return GameOver.code
    acts = player in rules.actors(state) or any(rules.is_legal(state, player, action) for action in actions)
    return (IllegalAction if acts else NotYourTurn).code


def c4_host(walk: Walk) -> None:
    """What HOST may do applies; closing applies at no other time; after the end nothing does."""
    rules = walk.rules
    for number, state in walk.sampled(SAMPLES):
        actions = rules.host_actions(state)
        where = f"C4: {walk.where(number)}"
        for action in actions:
            assert verdict(rules, state, HOST, action) == ("", ""), f"{where}: HOST's {action} is refused"
        if Close() not in actions:
            over = rules.outcome(state) is not None
            refusal = verdict(rules, state, HOST, Close())[0]
            assert refusal == (GameOver if over else IllegalAction).code, f"{where}: close gives {refusal!r}"
            assert not (over and actions), f"{where}: HOST may act after the end"


def c5_json(walk: Walk) -> None:
    """States, views, actions and events survive JSON, states hold no floats, and all of them hash."""
    rules, suite = walk.rules, walk.suite
    for number, state in walk.sampled(SAMPLES):
        where = f"C5: {walk.where(number)}"
        _check_json(state, rules.state_type, where)
        _check_no_floats(msgspec.to_builtins(state), where)
        for viewer in (*range(rules.seats), SPECTATOR):
            _check_json(rules.view(state, viewer), rules.view_type, where)
    for number, (player, action) in enumerate(walk.moves):
        if player != HOST:
            _check_json(action, suite.action_type, f"C5: {walk.where(number)}")
        for event in walk.events[number]:
            _check_json(event, suite.event_type, f"C5: {walk.where(number)}")


def _check_json(value: Any, kind: Any, where: str) -> None:
    try:
        read = msgspec.json.decode(fairness.canonical(value), type=kind)
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
    """Outcomes are unique, with positive integer weights, all apply, and are there exactly when CHANCE is to act."""
    rules = walk.rules
    seen: dict[Any, None] = dict.fromkeys(action for player, action in walk.moves if player == CHANCE)
    for number, state in enumerate(walk.states):
        outcomes = rules.chance_outcomes(state)
        where = f"C7: {walk.where(number)}"
        assert bool(outcomes) == (rules.actors(state) == (CHANCE,)), f"{where}: {len(outcomes)} outcomes"
        actions = [action for action, _ in outcomes]
        assert len(set(actions)) == len(actions), f"{where}: an outcome is listed twice"
        assert all(type(weight) is int and weight > 0 for _, weight in outcomes), f"{where}: weights {outcomes}"
    for number, state in walk.sampled(SAMPLES):
        possible = {action for action, _ in rules.chance_outcomes(state)}
        assert possible == set(rules.legal_actions(state, CHANCE)), f"C7: {walk.where(number)}: not what is legal"
        for action in (*possible, *seen):
            applied = verdict(rules, state, CHANCE, action) == ("", "")
            assert applied == (action in possible), f"C7: {walk.where(number)}: {action} possible or not"


def c8_outcome(walk: Walk) -> None:
    """Returns: one per seat, in range, of the declared sum; nobody that won has less than somebody that did not."""
    outcome = walk.rules.outcome(walk.states[-1])
    where = f"C8: {walk.where(len(walk.moves))}: {outcome}"
    assert outcome is not None, where
    low, high = walk.suite.returns
    assert len(outcome.returns) == walk.rules.seats, where
    assert all(type(value) is int and low <= value <= high for value in outcome.returns), where
    assert walk.suite.returns_sum in (None, sum(outcome.returns)), where
    assert list(outcome.winners) == sorted(set(outcome.winners) & set(range(walk.rules.seats))), where
    losers = [value for seat, value in enumerate(outcome.returns) if seat not in outcome.winners]
    assert all(outcome.returns[seat] >= max(losers, default=low) for seat in outcome.winners), where


def c9_order_of_commitments(walk: Walk) -> None:
    """Where several seats must act, the order in which they do makes no difference (also L4)."""
    rng = Random(walk.seed)
    for number, state in enumerate(walk.states):
        actors = walk.rules.actors(state)
        if len(actors) > 1:
            chosen = {seat: rng.choice(walk.rules.legal_actions(state, seat)) for seat in actors}
            orders = [actors, actors[::-1], tuple(rng.sample(actors, len(actors)))]
            ends = {_committed(walk, number, order, chosen) for order in orders}
            assert len(ends) == 1, f"C9: {walk.where(number)}: the order of {chosen} matters"


def _committed(walk: Walk, number: int, order: Sequence[int], chosen: dict[int, Any]) -> bytes:
    """The state after all have acted, in canonical JSON; one seat's options do not depend on who came before it."""
    rules, state = walk.rules, walk.states[number]
    options = {seat: rules.legal_actions(state, seat) for seat in order}
    for seat in order:
        now = rules.legal_actions(state, seat)
        assert now == options[seat], f"L4: {walk.where(number)}: seat {seat}'s options changed when others committed"
        state = rules.apply(state, seat, chosen[seat]).state
    return fairness.canonical(state)


def c13_events_rebuild_the_board(walk: Walk) -> None:
    """What a spectator saw happen is enough to draw the public board (the renderer's contract)."""
    rules, suite = walk.rules, walk.suite
    for number, state in walk.sampled(SAMPLES):
        events = [rules.visible(event, SPECTATOR) for happened in walk.events[:number] for event in happened]
        rebuilt = suite.rebuild(rules, [event for event in events if event is not None])
        board = suite.public_board(rules.view(state, SPECTATOR))
        assert rebuilt == board, f"C13: {walk.where(number)}: events give {rebuilt!r}, the view {board!r}"


def c15_invariants(walk: Walk) -> None:
    """What the game conserves is conserved in every state."""
    for number, state in enumerate(walk.states):
        try:
            walk.suite.check_invariants(walk.rules, state)
        except AssertionError as error:
            raise AssertionError(f"C15: {walk.where(number)}: {error}") from error


def past_states_stay(walk: Walk) -> None:
    """No state has changed since it was reached, whatever was done with it; states are told apart by their digests."""
    for number, state in enumerate(walk.states):
        assert fairness.digest(state) == walk.digests[number], f"{walk.where(number)} was changed afterwards"


def randomness_is_the_callers(walk: Walk) -> None:
    """The same walk again, with the global random generator disturbed, goes the same way."""
    random.seed(walk.seed + 1)
    again = wander(walk.suite, walk.rules, walk.configuration, walk.seed)
    assert again.digests == walk.digests, f"{walk.where(0)} goes another way when the global generator changes"
