"""`python -m engine.players.worker` answers questions to computer players until its standard input ends.

A process of its own, since thinking takes long and would hold up everybody's presses. It gets a seat's view and never a
state, and imports the engine alone. Questions and answers are pickled, each after its length in 4 bytes.
"""

import pickle
import sys
from typing import Any, BinaryIO, Final

from engine.games import game_types
from engine.players import answer

LENGTH: Final = 4


def framed(message: Any) -> bytes:
    """A message with its length before it."""
    content = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return len(content).to_bytes(LENGTH, "big") + content


def serve(asked: BinaryIO, answered: BinaryIO) -> None:
    """Answers each question; with an exception where there is no answer."""
    while header := asked.read(LENGTH):
        question = pickle.loads(asked.read(int.from_bytes(header, "big")))
        try:
            found: Any = answer(question)
        except Exception as error:
            found = error
        answered.write(framed(found))
        answered.flush()


if __name__ == "__main__":
    # Imported before the first question comes.
    game_types()
    serve(sys.stdin.buffer, sys.stdout.buffer)
