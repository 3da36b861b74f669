"""Write the record of a finished game as one HTML page that opens in any browser.

Usage:

    python -m tools.replay_page RECORD OUT     for example: record.json game.html

A record has no names, so the players are called Player 1, Player 2 and so on. Exit status: 0, or 2 with the reason on
standard error.
"""

import asyncio
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from cogs.ui.kit.interface import playable_games
from cogs.ui.messages.replay_page import FinishedGame, make_replay_page
from engine.core import SPECTATOR, CorruptRecord, EngineError
from engine.games import game_title
from engine.history import history_with_events
from engine.record import RECORD_BYTES, GameRecord, configure
from engine.record_json import decode
from engine.replay import newest_state
from render import Picture

THEME = "dark"


def main(arguments: Sequence[str]) -> int:
    """Write the page of the record in the arguments, and return the exit status."""
    match arguments:
        case [source, out]:
            return _write(Path(source), Path(out))
        case _:
            print(__doc__, file=sys.stderr)
            return 2


def _write(source: Path, out: Path) -> int:
    try:
        with source.open("rb") as file:
            # One byte more than allowed, so that `decode` refuses a larger file.
            record = decode(file.read(RECORD_BYTES + 1))
        page = asyncio.run(make_replay_page(read_finished_game(record), _draw))
        out.write_bytes(page)
    except EngineError as error:
        print(f"replay_page: {source}: {error.text}", file=sys.stderr)
    except OSError as error:
        print(f"replay_page: {error.filename}: {error.strerror}", file=sys.stderr)
    else:
        return 0
    return 2


def read_finished_game(record: GameRecord) -> FinishedGame:
    """Replay a record and return its game.

    Raises EngineError if the record is not valid, or if the game is not over.
    """
    configuration = record.configuration
    rules = configure(configuration)
    outcome = rules.outcome(newest_state(rules, record.entries))
    if outcome is None:
        raise CorruptRecord("The game in this record is not over, so there is no page of it yet.")
    if configuration.game not in playable_games():
        raise CorruptRecord(f"{game_title(configuration.game)} has no pictures, so there is no page of it.")
    names = [f"Player {seat + 1}" for seat in range(configuration.seats)]
    turns = history_with_events(configuration, record.entries, SPECTATOR)
    return FinishedGame(configuration.game, game_title(configuration.game), turns, outcome, names)


async def _draw(job: Callable[[str], Picture]) -> Picture:
    return job(THEME)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
