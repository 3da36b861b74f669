"""A game together with its log, as a caller that stores games holds it."""

from typing import NamedTuple

from engine.core import HOST
from engine.game import Advance, Game, act, begin, take_back
from engine.players import decide
from engine.record import Configuration, Entry, GameRecord, Takeback, parse_host


class Logged(NamedTuple):
    """A game and all its log entries so far."""

    game: Game
    log: tuple[Entry, ...]

    def record(self, seed: bytes | None = None) -> GameRecord:
        """Return the record so far."""
        return GameRecord(self.game.configuration, self.log, seed)

    def then(self, advance: Advance) -> "Logged":
        """Return the game and log after one more advance."""
        return Logged(advance.game, self.log + advance.entries)

    def act(self, actor: int, text: str, seed: bytes) -> "Logged":
        """Return the game and log after an action or HOST's take-back."""
        command = parse_host(text) if actor == HOST else None
        if isinstance(command, Takeback):
            return self.then(take_back(self.game, self.log, command.entry, seed))
        return self.then(act(self.game, actor, text, seed))


def new_logged_game(configuration: Configuration, seed: bytes) -> Logged:
    """Return a new game, advanced to the first choice of a seat."""
    advance = begin(configuration, seed)
    return Logged(advance.game, advance.entries)


def finished(configuration: Configuration, seed: bytes, players: list[str]) -> Logged:
    """Return a whole game of computer players, one player name per seat."""
    logged = new_logged_game(configuration, seed)
    while logged.game.outcome is None:
        seat = logged.game.actors[0]
        logged = logged.act(seat, decide(logged.game, seat, players[seat], seed), seed)
    return logged
