"""Games that are played by a script from a fixed seed, for example for guides; only their views are accessible."""

from collections.abc import Sequence
from typing import Any

from engine import fairness
from engine.core import Player
from engine.game import act, begin
from engine.games import game_type
from engine.record import Configuration


class ScriptedGame:
    """A game that was played by a script, with a view of every position.

    Raises EngineError if an action of the script is not legal.
    """

    def __init__(
        self,
        game: str,
        seats: int,
        options: dict[str, Any],
        seed: int,
        script: Sequence[str | tuple[Player, str]],
    ) -> None:
        """Play the actions of the script, given in notation.

        An action given without a seat is that of the first seat that must act. "*" is the seat's first legal action,
        for scripts that must not depend on draws.
        """
        secret = fairness.derive_seed(seed)
        salts = tuple(str(seat) for seat in range(seats))
        version, sealed = game_type(game).rules_version, fairness.commitment(secret)
        configuration = Configuration(game, version, options, seats, "guide", sealed, salts)
        self._positions = [begin(configuration, secret).game]
        for line in script:
            before = self._positions[-1]
            seat, action = (before.actors[0], line) if isinstance(line, str) else line
            self._positions.append(act(before, seat, before.legal(seat)[0] if action == "*" else action, secret).game)

    def view(self, position: int, viewer: Player) -> Any:
        """Return the view of a seat or SPECTATOR after `position` actions of the script.

        Negative values count positions from the end.
        """
        return self._positions[position].view(viewer)

    def views(self, viewer: Player) -> list[Any]:
        """Return the views of a seat or SPECTATOR: at the start and after each action of the script."""
        return [position.view(viewer) for position in self._positions]
