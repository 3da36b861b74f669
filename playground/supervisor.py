"""Two children kept alive: both stop with their parent, a dead one is started again with growing pauses."""

import ctypes
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

CONFIGURATION_ERROR = 2
_FOLLOW = "HEXCADE_FOLLOW_PARENT"
_DEATH_SIGNAL = 1
_LIBC = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


@dataclass(frozen=True)
class ChildCommand:
    """A child: its name for people, its command, its whole environment; `after` must accept a connection first."""

    name: str
    argv: Sequence[str]
    env: Mapping[str, str]
    after: tuple[str, int] | None = None


@dataclass
class _Child:
    command: ChildCommand
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    due: float = 0.0
    failures: int = 0
    starts: int = 0


@dataclass
class Supervisor:
    """Runs the children until a signal comes; `pauses` are the seconds before each restart in a row."""

    commands: Sequence[ChildCommand]
    pauses: Sequence[float] = (0.5, 1, 2, 4, 8, 16, 30)
    healthy_after: float = 60.0
    stop_within: float = 5.0
    _children: list[_Child] = field(default_factory=list, init=False)
    _stopping: bool = field(default=False, init=False)

    def run(self) -> int:
        """Run until SIGINT or SIGTERM (returns 0) or a child's configuration error (returns its status, 2)."""
        self._children = [_Child(command) for command in self.commands]
        reader, writer = socket.socketpair()
        writer.setblocking(False)
        wakeup = signal.set_wakeup_fd(writer.fileno(), warn_on_full_buffer=False)
        handlers = {number: signal.signal(number, self._stop) for number in (signal.SIGINT, signal.SIGTERM)}
        # Without a handler a child's death would not wake the loop.
        handlers[signal.SIGCHLD] = signal.signal(signal.SIGCHLD, lambda *_: None)
        try:
            while not self._stopping:
                if self._look_after():
                    return CONFIGURATION_ERROR
                if select.select([reader], [], [], self._next_due())[0]:
                    reader.recv(4096)
            return 0
        finally:
            self._end()
            signal.set_wakeup_fd(wakeup)
            for number, handler in handlers.items():
                signal.signal(number, handler)
            reader.close()
            writer.close()

    def _stop(self, *_: object) -> None:
        self._stopping = True

    def _look_after(self) -> bool:
        """Start what is due; say whether a child cannot work as it is configured."""
        now = time.monotonic()
        for child in self._children:
            status = child.process.poll() if child.process else None
            # Later it may be a database that is away for a moment; at the first start it is how things are set up.
            if status == CONFIGURATION_ERROR and child.starts == 1:
                return True
            if status is not None:
                self._schedule(child, status, now)
            if child.process is None and child.due <= now and not self._stopping:
                self._start(child, now)
        return False

    def _schedule(self, child: _Child, status: int, now: float) -> None:
        if now - child.started >= self.healthy_after:
            child.failures = 0
        pause = self.pauses[min(child.failures, len(self.pauses) - 1)]
        child.failures += 1
        child.process, child.due = None, now + pause
        text = f"{child.command.name} stopped with status {status}; starting it again in {pause:g} s"
        print(text, file=sys.stderr, flush=True)

    def _start(self, child: _Child, now: float) -> None:
        if child.command.after and not _accepts(child.command.after):
            child.due = now + 0.05
            return
        child.started = now
        child.starts += 1
        parent = os.getpid()
        # Its own session: Ctrl-C reaches only this process, which then stops both in order.
        child.process = subprocess.Popen(
            child.command.argv,
            env={**child.command.env, _FOLLOW: "1"},
            stdin=subprocess.PIPE,
            start_new_session=True,
            preexec_fn=lambda: _die_with(parent),
        )

    def _next_due(self) -> float | None:
        waiting = [child.due for child in self._children if child.process is None]
        return max(min(waiting) - time.monotonic(), 0) if waiting else None

    def _end(self) -> None:
        """Stop the last one first, so that no child loses another that it still speaks to."""
        processes = [child.process for child in self._children if child.process]
        deadline = time.monotonic() + self.stop_within
        for process in reversed(processes):
            if process.poll() is None:
                process.terminate()
            try:
                process.wait(max(deadline - time.monotonic(), 0))
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
            if process.stdin:
                process.stdin.close()


def _accepts(address: tuple[str, int]) -> bool:
    try:
        socket.create_connection(address, timeout=0.5).close()
    except OSError:
        return False
    return True


def _die_with(parent: int) -> None:
    if _LIBC is None:
        return
    _LIBC.prctl(_DEATH_SIGNAL, signal.SIGKILL)
    # The parent may have died before the request was made.
    if os.getppid() != parent:
        os._exit(1)


def follow_parent() -> None:
    """In a supervised child: end when the parent's end of stdin closes, where no kernel does it (not only Linux)."""
    if os.environ.get(_FOLLOW) != "1":
        return

    def watch() -> None:
        while os.read(0, 4096):
            pass
        os._exit(1)

    threading.Thread(target=watch, daemon=True, name="follow-parent").start()
