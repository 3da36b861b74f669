"""Games played by a script from a fixed seed, for guides for instance; only their views are accessible."""

from collections.abc import Sequence
from typing import Any

from engine import fairness
from engine.core import Player
from engine.game import act, begin
from engine.games import game_type
from engine.record import Configuration


class ScriptedGame:
    """A scripted game; every position can be viewed.

    Raises EngineError if the rules do not allow the script.
    """

    def __init__(
        self,
        game: str,
        seats: int,
        options: dict[str, Any],
        seed: int,
        script: Sequence[str | tuple[Player, str]],
    ) -> None:
        """Play the script; an action without a seat is the first actor's."""
        secret = fairness.numbered_seed(seed)
        salts = tuple(str(seat) for seat in range(seats))
        version, sealed = game_type(game).rules_version, fairness.commitment(secret)
        configuration = Configuration(game, version, options, seats, "guide", sealed, salts)
        self._positions = [begin(configuration, secret).game]
        for line in script:
            seat, action = (self._positions[-1].actors[0], line) if isinstance(line, str) else line
            self._positions.append(act(self._positions[-1], seat, action, secret).game)

    def view(self, position: int, viewer: Player) -> Any:
        """Return the view of a seat or SPECTATOR after `position` actions; negative values count from the end."""
        return self._positions[position].view(viewer)

    def views(self, viewer: Player) -> list[Any]:
        """Return the views of a seat or SPECTATOR, one for each position."""
        return [position.view(viewer) for position in self._positions]
