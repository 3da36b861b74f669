"""What a game's tests say of it, for the checks that every game must pass.

A game is described once, in `tests/engine/<game>/conformance.py`, by a subclass of `Conformance` whose one instance is
exported as `CONFORMANCE`. `tests/engine/test_conformance.py` does the rest for every registered game, and fails when a
game has no such file; `tests/render/test_painters.py` draws games in the same configurations. A check (`conformance`,
`records`, `leaks`) is a function of a walk, which is a game played at random (`walks`), and raises AssertionError with
a text that says what is wrong and where.
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
"""In `Conformance.fields`: everybody may know it at any time; `determinize` must keep such fields of a state."""


class Conformance(ABC):
    """One game as its tests describe it.

    `configurations` are the (seats, options) to be tested, the smallest and the largest among them. `action_type` is
    what msgspec decodes actions (seats' and CHANCE's) as. `returns` is the range of
    `Outcome.returns`, `returns_sum` their fixed sum or None. `fields` names for each field of the state and of the
    events, as "Type.field" and through all nested structs, who may know it: `PUBLIC` or words of your own ("the seat
    itself", "nobody", "the seat, until the round ends").
    """

    game_type: GameType
    configurations: Sequence[tuple[int, dict[str, Any]]]
    action_type: Any
    returns: tuple[int, int]
    returns_sum: int | None = None
    fields: Mapping[str, str]

    @abstractmethod
    def probes(self, rules: AnyRules) -> Sequence[Any]:
        """Seats' actions, legal at some time or never, that C4 and L1 try in many states; finite, at most thousands."""

    @abstractmethod
    def check_invariants(self, rules: AnyRules, state: Any) -> None:
        """C15: raises AssertionError when something that the game conserves is not (tiles, points, sums)."""

    @abstractmethod
    def public_board(self, view: Any) -> Any:
        """C13: the part of the spectator's view that `rebuild` must give, in any form that can be compared."""

    @abstractmethod
    def rebuild(self, rules: AnyRules, events: Sequence[Any]) -> Any:
        """C13: the public board from nothing but the events that a spectator saw since the beginning."""

    @abstractmethod
    def worlds(self, rules: AnyRules, state: Any, seat: int) -> int:
        """L2: how many states the seat cannot tell from this one, all as likely in `determinize`; 1 without secrets."""

    @abstractmethod
    def twins(self, rules: AnyRules, state: Any, seat: int, rng: Random) -> Iterable[Any]:
        """L1: states with others' secrets changed by hand (not by `determinize`) that look the same to the seat.

        At least one differs from the state wherever `worlds` is above 1.
        """

    @abstractmethod
    def plant(self, rules: AnyRules, state: Any, owner: int) -> tuple[Any, tuple[str, ...]] | None:
        """L3: the state with an unmistakable value as a secret of `owner`, and texts that would give it away.

        None where the seat has no secret now. The value need not be one that the game knows.
        """

    def sort_key(self, action: Any) -> Any:
        """C3: what legal actions are sorted by; by default the type's name, then the fields in order."""
        return type(action).__name__, msgspec.structs.astuple(action)


def description(game: str) -> Conformance:
    """Load a registered game's `CONFORMANCE`. Raises AssertionError if there is none."""
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
