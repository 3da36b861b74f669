"""The supervisor with real processes: signals, restarts with backoff, and the parent's death."""

import os
import signal
import socket
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.playground_driver import PATIENCE_SECONDS

# A child writes its name and process id to a shared pipe, which is closed once no child is left.
CHILD = """
import os, signal, sys, time
def say(text):
    os.write(1, (text + "\\n").encode())
say(f"{sys.argv[1]} {os.getpid()}")
if sys.argv[2] == "stubborn":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    say("stubborn ready")
if sys.argv[2] == "follow":
    from playground.supervisor import follow_parent
    follow_parent()
    say("follow ready")
if sys.argv[2].isdigit():
    sys.exit(int(sys.argv[2]))
time.sleep(600)
"""
PARENT = """
import os, sys
from playground import supervisor
from playground.supervisor import ChildCommand, Supervisor
{before}
commands = [ChildCommand(name, [sys.executable, "-c", sys.argv[1], name, how], dict(os.environ), after)
            for name, how, after in {children!r}]
sys.exit(Supervisor(commands, {options}).run())
"""


class Run:
    """A supervisor process and the output of its children."""

    def __init__(self, children: list[tuple[str, str, tuple[str, int] | None]], options: str, before: str) -> None:
        reader, writer = os.pipe()
        self.errors_reader, errors_writer = os.pipe()
        program = PARENT.format(children=children, options=options, before=textwrap.dedent(before))
        self.process = subprocess.Popen(
            [sys.executable, "-c", program, CHILD],
            stdout=writer,
            stderr=errors_writer,
            stdin=subprocess.DEVNULL,
            cwd=Path(__file__).parents[2],
        )
        os.close(writer)
        os.close(errors_writer)
        self.said = os.fdopen(reader)
        self.errors = os.fdopen(self.errors_reader)

    def pids(self, count: int) -> dict[str, int]:
        """Return the process ids of the next `count` children by name."""
        found: dict[str, int] = {}
        for _ in range(count):
            name, number = self.said.readline().split()
            found[name] = int(number)
        return found

    def rest(self) -> str:
        """Return the remaining output, once no child is left."""
        return self.said.read()


@pytest.fixture
def run() -> Iterator[Callable[..., Run]]:
    runs: list[Run] = []

    def start(children: list[tuple[str, str, tuple[str, int] | None]], options: str = "", before: str = "") -> Run:
        runs.append(Run(children, options, before))
        return runs[-1]

    yield start
    for one in runs:
        one.process.kill()
        one.process.wait(PATIENCE_SECONDS)
        one.said.close()
        one.errors.close()


BOTH = [("playground", "wait", None), ("bot", "wait", None)]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_both_children(run: Callable[..., Run], number: signal.Signals) -> None:
    one = run(BOTH)
    assert one.pids(2).keys() == {"playground", "bot"}

    one.process.send_signal(number)

    assert one.process.wait(PATIENCE_SECONDS) == 0
    assert one.rest() == ""


def test_a_child_that_does_not_stop_is_killed(run: Callable[..., Run]) -> None:
    one = run([("bot", "stubborn", None)], "stop_timeout=0.2")
    one.pids(1)
    assert one.said.readline() == "stubborn ready\n"

    one.process.terminate()

    assert one.process.wait(PATIENCE_SECONDS) == 0
    assert one.rest() == ""
    assert one.errors.read() == "bot did not stop within 0.2 s and was killed\n"


def test_ctrl_c_reaches_the_supervisor_only(run: Callable[..., Run]) -> None:
    one = run([("bot", "wait", None)])
    bot = one.pids(1)["bot"]

    assert os.getpgid(bot) == bot != os.getpgid(one.process.pid)


def test_a_dead_child_is_restarted(run: Callable[..., Run]) -> None:
    one = run(BOTH, "backoff_seconds=(0,)")
    first = one.pids(2)["bot"]

    os.kill(first, signal.SIGKILL)

    second = one.pids(1)["bot"]
    assert second != first
    assert one.errors.readline() == "bot stopped with status -9; starting it again in 0 s\n"


def test_the_backoff_grows_up_to_a_maximum(run: Callable[..., Run]) -> None:
    one = run([("bot", "1", None)], "backoff_seconds=(0, 0.001, 0.002)")

    lines = [one.errors.readline() for _ in range(5)]

    waits = [line.split(" in ")[1] for line in lines]
    assert waits == ["0 s\n", "0.001 s\n", "0.002 s\n", "0.002 s\n", "0.002 s\n"]


def test_the_backoff_starts_anew_after_a_healthy_time(run: Callable[..., Run]) -> None:
    one = run([("bot", "1", None)], "backoff_seconds=(0, 0.001), backoff_reset_seconds=0")

    lines = [one.errors.readline() for _ in range(3)]

    assert [line.split(" in ")[1] for line in lines] == ["0 s\n"] * 3


def test_no_child_outlives_a_killed_parent(run: Callable[..., Run]) -> None:
    one = run(BOTH)
    one.pids(2)

    one.process.kill()

    assert one.rest() == ""


def test_children_exit_with_their_parent_without_help_of_the_kernel(run: Callable[..., Run]) -> None:
    one = run([("bot", "follow", None)], before="supervisor._LIBC = None")
    one.pids(1)
    assert one.said.readline() == "follow ready\n"

    one.process.kill()

    assert one.rest() == ""


def test_a_configuration_error_stops_all_children_with_its_status(run: Callable[..., Run]) -> None:
    one = run([("playground", "wait", None), ("bot", "2", None)])

    assert one.process.wait(PATIENCE_SECONDS) == 2
    # Reading ends only once the playground has ended too.
    assert "bot" in one.rest()
    assert one.errors.read() == ""


def test_a_child_waits_for_the_address_that_it_needs(run: Callable[..., Run]) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        one = run([("playground", "wait", None), ("bot", "wait", listener.getsockname())])
        assert one.pids(1).keys() == {"playground"}

        listener.listen()

        assert one.pids(1).keys() == {"bot"}
