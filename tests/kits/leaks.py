"""Leak tests: L1, L2, L3 and L5 to L7 (L4 is part of C9), and the classification of every field.

`tests/engine/test_leak_mutants.py` shows each of them failing on a game with exactly that leak.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Final, cast

import msgspec

from engine import fairness
from engine.core import CHANCE, SPECTATOR, AnyRules, GameType
from engine.history import visible
from tests.kits.conformance import SAMPLES, verdict
from tests.kits.suite import PUBLIC, Conformance
from tests.kits.walks import Walk

WORLDS: Final = 24
"""The number of worlds that L2 samples for a seat in a state."""
TWINS: Final = 3


class OtherRules:
    """A game type with its rules replaced by the result of `change`."""

    def __init__(self, found: GameType, change: Callable[[Any], Any]) -> None:
        self.name, self.title, self.rules_version, self.seats = (
            found.name,
            found.title,
            found.rules_version,
            found.seats,
        )
        self.difficulty = found.difficulty
        self._found = found
        self._change = change

    def options(self, seats: int, raw: dict[str, Any]) -> dict[str, Any]:
        return self._found.options(seats, raw)

    def rules(self, seats: int, options: dict[str, Any]) -> Any:
        return self._change(self._found.rules(seats, options))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._found, name)


def check_all(check: Callable[..., None], walks: Sequence[Walk]) -> None:
    """Run a check on walks; L2 counts over all of them together."""
    if check is l2_diversity:
        check(walks)
    else:
        for walk in walks:
            check(walk)


def observations(suite: Conformance, rules: AnyRules, state: Any, seat: int) -> dict[str, Any]:
    """Return everything that a seat can observe without acting: view, options, and every possible refusal."""
    view = rules.view(state, seat)
    probes = suite.probes(rules)
    return {
        "view": fairness.encode_canonical(view),
        "actors": rules.actors(state),
        "turn": (rules.turn_key(state), rules.is_simultaneous(state)),
        "legal actions": [rules.format_action(action) for action in rules.legal_actions(state, seat)],
        "is_legal": [rules.is_legal(state, seat, probe) for probe in probes],
        "refusals": [verdict(rules, state, seat, probe) for probe in probes],
        "refusals to chance": [verdict(rules, state, CHANCE, probe) for probe in probes[:5]],
        "host actions": list(rules.host_actions(state)),
        "outcome": rules.outcome(state),
        "result": rules.result(state),
    }


def l1_twin_states(walk: Walk) -> None:
    """Check that a seat's observations are the same in sampled worlds and in states with changed secrets."""
    rules, suite = walk.rules, walk.suite
    rng = Random(walk.seed)
    for number, state in _open(walk):
        for seat in range(rules.seats):
            true = observations(suite, rules, state, seat)
            sampled = [rules.determinize(rules.view(state, seat), rng) for _ in range(TWINS)]
            by_hand = list(suite.twins(rules, state, seat, rng))
            if suite.worlds(rules, state, seat) > 1:
                where = f"L1: {walk.describe_place(number)}, seat {seat}"
                assert any(twin != state for twin in by_hand), f"{where}: twins changes no secret"
            for twin in (*sampled, *by_hand):
                _check_same(
                    true, observations(suite, rules, twin, seat), f"L1: {walk.describe_place(number)}, seat {seat}"
                )


def _open(walk: Walk) -> Iterator[tuple[int, Any]]:
    """Return sampled states before the end, in which secrets exist."""
    return ((number, state) for number, state in walk.sampled(SAMPLES) if walk.rules.outcome(state) is None)


def _check_same(true: dict[str, Any], twin: dict[str, Any], where: str) -> None:
    for what, found in true.items():
        assert twin[what] == found, f"{where}: {what} differ though only others' secrets do: {found!r}, {twin[what]!r}"


def l2_diversity(walks: Sequence[Walk]) -> None:
    """Check that sampled worlds vary and hit the truth no more often than chance would."""
    hits, expected = 0, 0.0
    for walk in walks:
        rules = walk.rules
        rng = Random(walk.seed)
        for number, state in _open(walk):
            for seat in range(rules.seats):
                worlds = walk.suite.worlds(rules, state, seat)
                if worlds > 1:
                    view = rules.view(state, seat)
                    sampled = [rules.determinize(view, rng) for _ in range(WORLDS)]
                    assert len(set(sampled)) > 1, (
                        f"L2: {walk.describe_place(number)}, seat {seat}: always the same of {worlds} worlds"
                    )
                    hits += sampled.count(state)
                    expected += WORLDS / worlds
    # Six standard deviations of a sum of rare events, plus a margin for very small sums.
    limit = expected + 6 * expected**0.5 + 3
    assert hits <= limit, f"L2: the truth was sampled {hits} times, {expected:.0f} times would be chance"


def l3_canary(walk: Walk) -> None:
    """Check that an unmistakable secret of a seat appears in no output to others and in no representation."""
    rules, suite = walk.rules, walk.suite
    for number, state in _open(walk):
        for owner in range(rules.seats):
            planted = suite.plant(rules, state, owner)
            if planted is None:
                continue
            changed, needles = planted
            assert any(needle in fairness.encode_canonical(changed).decode() for needle in needles), (
                f"L3: {walk.describe_place(number)}: the planted value is not in the state"
            )
            for what, text in _outputs(suite, rules, changed, owner, needles):
                found = [needle for needle in needles if needle in text]
                assert not found, (
                    f"L3: {walk.describe_place(number)}: {what} tells {found} of seat {owner}: {text[:300]}"
                )


def _outputs(
    suite: Conformance, rules: AnyRules, state: Any, owner: int, needles: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Yield all texts that the engine gives to others than the owner, and the state's representation."""
    yield "repr(state)", repr(state)
    for viewer in (SPECTATOR, *(seat for seat in range(rules.seats) if seat != owner)):
        view = rules.view(state, viewer)
        yield f"the view of {viewer}", fairness.encode_canonical(view).decode()
        yield f"repr of the view of {viewer}", repr(view)
        for action in rules.legal_actions(state, viewer):
            yield f"the notation for {viewer}", rules.format_action(action)
        for action in suite.probes(rules):
            yield f"the refusal of {action} for {viewer}", verdict(rules, state, viewer, action)[1]
    for action, happened in _events(rules, state, owner, needles):
        for viewer in (SPECTATOR, *(seat for seat in range(rules.seats) if seat != owner)):
            for event in happened:
                yield f"an event of {action} for {viewer}", repr(rules.visible(event, viewer))


def _events(rules: AnyRules, state: Any, owner: int, needles: Sequence[str]) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Yield actions of others with their events, as long as the secret stays in the state."""
    for seat in rules.actors(state):
        if seat not in (CHANCE, owner):
            for action in rules.legal_actions(state, seat)[:3]:
                transition = rules.apply(state, seat, action)
                kept = fairness.encode_canonical(transition.state).decode()
                if any(needle in kept for needle in needles):
                    yield action, transition.events


def l5_round_trip(walk: Walk) -> None:
    """Check that a sampled world gives the same view and keeps every public field."""
    rules = walk.rules
    rng = Random(walk.seed)
    public = [name for name in rules.state_type.__struct_fields__ if _is_public(walk.suite, rules.state_type, name)]
    for number, state in _open(walk):
        for seat in range(rules.seats):
            view = rules.view(state, seat)
            world = rules.determinize(view, rng)
            where = f"L5: {walk.describe_place(number)}, seat {seat}"
            assert rules.view(world, seat) == view, f"{where}: a sampled world has another view"
            for name in public:
                assert getattr(world, name) == getattr(state, name), f"{where}: public {name} is not kept"


def _is_public(suite: Conformance, kind: type, name: str) -> bool:
    return suite.fields[f"{kind.__name__}.{name}"] == PUBLIC


def l6_spectators_see_least(walk: Walk) -> None:
    """Check that every seat sees all that a spectator sees, in views and events."""
    rules = walk.rules
    for number, state in walk.sampled(SAMPLES):
        spectator = rules.view(state, SPECTATOR)
        for seat in range(rules.seats):
            extra = list(_not_contained(spectator, rules.view(state, seat), "view"))
            assert not extra, f"L6: {walk.describe_place(number)}: seat {seat} does not see {extra}"
    for number, happened in enumerate(walk.events, 1):
        for event in happened:
            seen = rules.visible(event, SPECTATOR)
            for seat in range(rules.seats):
                extra = list(_not_contained(seen, rules.visible(event, seat), "event"))
                assert not extra, f"L6: {walk.describe_place(number)}: seat {seat} does not see {extra}"


def l7_changes_are_not_told(walk: Walk) -> None:
    """Check that a seat's change of choice causes no event for others if their views stay the same."""
    rules = walk.rules
    probes = walk.suite.probes(rules)
    for number, state in _open(walk):
        actors = rules.actors(state)
        for seat in set(range(rules.seats)) - set(actors):
            others = [SPECTATOR, *(other for other in range(rules.seats) if other != seat)]
            seen = [rules.view(state, viewer) for viewer in others]
            for action in probes:
                if not rules.is_legal(state, seat, action):
                    continue
                after, happened = msgspec.structs.astuple(rules.apply(state, seat, action))
                if rules.actors(after) == actors and [rules.view(after, viewer) for viewer in others] == seen:
                    told = [event for viewer in others for event in visible(rules, happened, viewer)]
                    assert not told, f"L7: {walk.describe_place(number)}: others are told {told[0]}"


def _not_contained(less: Any, more: Any, path: str) -> Iterator[str]:
    """Yield the paths in `less` that are neither None nor equal in `more`; `viewer` is ignored."""
    if less is None or less == more:
        return
    if isinstance(less, msgspec.Struct) and type(less) is type(more):
        for name in less.__struct_fields__:
            if name != "viewer":
                yield from _not_contained(getattr(less, name), getattr(more, name), f"{path}.{name}")
    elif isinstance(less, tuple) and isinstance(more, tuple) and len(cast("Any", less)) == len(cast("Any", more)):
        pairs = zip(cast("Sequence[Any]", less), cast("Sequence[Any]", more), strict=True)
        for place, (a, b) in enumerate(pairs):
            yield from _not_contained(a, b, f"{path}[{place}]")
    else:
        yield path


def fields_are_classified(walk: Walk) -> None:
    """Check that every field of state and events is classified, and that no unknown field is."""
    suite, rules = walk.suite, walk.rules
    existing = set(_fields(rules.state_type)) | set(_fields(rules.event_type))
    missing, stale = sorted(existing - set(suite.fields)), sorted(set(suite.fields) - existing)
    assert not missing, f"{suite.game_type.name}: who may know {missing}?"
    assert not stale, f"{suite.game_type.name}: {stale} are classified, but do not exist"


def _fields(kind: Any) -> Iterator[str]:
    seen: set[type] = set()
    todo: list[Any] = [msgspec.inspect.type_info(kind)]
    while todo:
        info = todo.pop()
        if isinstance(info, msgspec.inspect.StructType) and info.cls not in seen:
            seen.add(info.cls)
            for field in info.fields:
                yield f"{info.cls.__name__}.{field.name}"
                todo.append(field.type)
        else:
            for name in ("types", "item_types"):
                todo.extend(getattr(info, name, ()))
            for name in ("item_type", "key_type", "value_type"):
                todo.extend([getattr(info, name)] if hasattr(info, name) else [])
