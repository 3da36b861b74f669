"""The description of a game for the checks that every game must pass.

A game is described once, in `tests/engine/<game>/conformance.py`, by a subclass of `Conformance` whose one instance is
exported as `CONFORMANCE`. `tests/engine/test_conformance.py` runs the checks for every registered game, and fails when
a game has no such file. `tests/render/test_painters.py` draws games in the same configurations. A check (`conformance`,
`records`, `leaks`) is a function of a walk, which is a game played at random (`walks`). It raises AssertionError with a
text that names the fault and its place.
"""

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from engine.core import AnyRules, GameType

DESCRIPTIONS = Path(__file__).parents[1] / "engine"

PUBLIC = "public"
"""A value in `Conformance.fields`: everybody may know the field, and `determinize` must keep it."""


class Conformance(ABC):
    """One game as its tests describe it.

    `configurations` are the (seats, options) to be tested, the smallest and the largest among them. `action_type` is
    the type of seats' and CHANCE's actions, for decoding by msgspec. `returns` is the range of `Outcome.returns`,
    `returns_sum` their fixed sum or None. `fields` tells for each field of the state and of the events, as "Type.field"
    and through all nested structs, who may know it: `PUBLIC` or words of your own ("the seat itself", "nobody", "the
    seat, until the round ends").
    """

    game_type: GameType
    configurations: Sequence[tuple[int, dict[str, Any]]]
    action_type: Any
    returns: tuple[int, int]
    returns_sum: int | None = None
    fields: Mapping[str, str]

    @abstractmethod
    def probes(self, rules: AnyRules) -> Sequence[Any]:
        """Return seats' actions, legal or not, that C4 and L1 try in many states; at most thousands."""

    @abstractmethod
    def check_invariants(self, rules: AnyRules, state: Any) -> None:
        """Check C15: raise AssertionError if an invariant of the game is broken (tiles, points, sums)."""

    @abstractmethod
    def public_board(self, view: Any) -> Any:
        """Return the part of the spectator's view that `rebuild` must give, in any comparable form (C13)."""

    @abstractmethod
    def rebuild(self, rules: AnyRules, events: Sequence[Any]) -> Any:
        """Return the public board, rebuilt only from the events that a spectator saw since the beginning (C13)."""

    @abstractmethod
    def worlds(self, rules: AnyRules, state: Any, seat: int) -> int:
        """Return the number of states that look the same to the seat; 1 without secrets (L2).

        They are equally likely in `determinize`.
        """

    @abstractmethod
    def twins(self, rules: AnyRules, state: Any, seat: int, rng: Random) -> Iterable[Any]:
        """Return states with others' secrets changed without `determinize` that look the same to the seat (L1).

        At least one differs from the state wherever `worlds` is above 1.
        """

    @abstractmethod
    def plant(self, rules: AnyRules, state: Any, owner: int) -> tuple[Any, tuple[str, ...]] | None:
        """Return the state with an unmistakable secret of `owner`, and texts that would reveal it (L3).

        None where the seat has no secret now. The value need not be valid in the game.
        """

    def sort_key(self, action: Any) -> Any:
        """Return the sort key of legal actions; by default the type's name, then the fields in order (C3)."""
        return type(action).__name__, msgspec.structs.astuple(action)


def description(game: str) -> Conformance:
    """Load a registered game's `CONFORMANCE`.

    Raises AssertionError if there is none.
    """
    path = DESCRIPTIONS / game / "conformance.py"
    assert path.exists(), f"{game} is registered, but tests/engine/{game}/conformance.py does not describe it"
    name = f"{game}_conformance"
    if name not in sys.modules:
        spec = spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        module = sys.modules[name] = module_from_spec(spec)
        spec.loader.exec_module(module)
    return sys.modules[name].CONFORMANCE
