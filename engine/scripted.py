"""Games played from a fixed seed by given actions, such as those that a guide shows; they give views only."""

from collections.abc import Sequence
from typing import Any

from engine import fairness
from engine.core import Player
from engine.game import act, begin
from engine.games import game_type
from engine.record import Configuration


class ScriptedGame:
    """A game of which every position can be viewed. Raises EngineError for a script that the rules don't allow."""

    def __init__(
        self,
        game: str,
        seats: int,
        options: dict[str, Any],
        seed: int,
        script: Sequence[str | tuple[Player, str]],
    ) -> None:
        """An action of the script names its seat, unless there is only one that may act."""
        secret = fairness.numbered_seed(seed)
        salts = tuple(str(seat) for seat in range(seats))
        version, sealed = game_type(game).rules_version, fairness.commitment(secret)
        configuration = Configuration(game, version, options, seats, "guide", sealed, salts)
        self._positions = [begin(configuration, secret).game]
        for line in script:
            seat, action = (self._positions[-1].actors[0], line) if isinstance(line, str) else line
            self._positions.append(act(self._positions[-1], seat, action, secret).game)

    def view(self, position: int, viewer: Player) -> Any:
        """The view of a seat or SPECTATOR after so many actions; counted from the end if negative."""
        return self._positions[position].view(viewer)

    def views(self, viewer: Player) -> list[Any]:
        """The views of a seat or SPECTATOR, one for each position."""
        return [position.view(viewer) for position in self._positions]
