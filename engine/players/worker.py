"""`python -m engine.players.worker` answers questions to computer players until its standard input ends.

A process of its own, since thinking takes long and would hold up everybody's presses. It gets a seat's view and never a
state, and imports the engine alone. A question is a function of the engine with what it is asked, such as
`(answer, question)`; questions and answers are pickled, each after its length in 4 bytes. With the argument `behind` it
steps back for everybody else.
"""

import os
import pickle
import signal
import sys
from typing import Any, BinaryIO, Final

from engine.games import game_types

LENGTH: Final = 4
BEHIND: Final = "behind"
_NICENESS: Final = 10
"""It gets about a tenth of the processor beside another process that wants all of it."""


def framed(message: Any) -> bytes:
    """A message with its length before it."""
    content = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return len(content).to_bytes(LENGTH, "big") + content


def serve(asked: BinaryIO, answered: BinaryIO) -> None:
    """Answer each question, with an exception where there is no answer; return at the end of the input.

    A program that is killed may end the input in the middle of a question.
    """
    while len(header := asked.read(LENGTH)) == LENGTH:
        length = int.from_bytes(header, "big")
        content = asked.read(length)
        if len(content) < length:
            return
        work, question = pickle.loads(content)
        try:
            found: Any = work(question)
        except Exception as error:
            found = error
        answered.write(framed(found))
        answered.flush()


if __name__ == "__main__":
    # Without the program nobody reads an answer, or a traceback about it.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    # Ctrl-C in a terminal is for the program, which ends this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if BEHIND in sys.argv:
        os.nice(_NICENESS)
    # Imported before the first question comes.
    game_types()
    serve(sys.stdin.buffer, sys.stdout.buffer)
