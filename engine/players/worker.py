"""The worker process `python -m engine.players.worker`: answers requests until its standard input ends.

Computer players run in a separate process, because they are slow and would delay all interactions. The process gets a
seat's view, never a state, and imports only the engine. A request is a pickled pair of an engine function and its
argument, such as `(answer, question)`; requests and answers are prefixed with their length in 4 bytes. With the command
line argument `behind` the process runs at low priority.
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
"""The nice value of a process with low priority: it gets about a tenth of the CPU beside a busy normal process."""


def frame_message(message: Any) -> bytes:
    """Return a message pickled and prefixed with its length in 4 bytes."""
    content = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return len(content).to_bytes(LENGTH, "big") + content


def serve(asked: BinaryIO, answered: BinaryIO) -> None:
    """Answer each request from `asked` on `answered` until the input ends.

    If the function of a request raises an exception, the exception is the answer. If the parent process is killed
    during a request, the input ends early and that request is dropped.
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
        answered.write(frame_message(found))
        answered.flush()


if __name__ == "__main__":
    # If the parent is gone, exit silently instead of printing a BrokenPipeError.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    # In a terminal the parent process handles Ctrl-C and ends this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if BEHIND in sys.argv:
        os.nice(_NICENESS)
    # Import the games before the first request arrives.
    game_types()
    serve(sys.stdin.buffer, sys.stdout.buffer)
