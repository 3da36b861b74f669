"""Supervision of child processes: they are restarted with backoff, and stop with their parent."""

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
    """A child process's name, command and environment; it is started once the address `after` accepts connections."""

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
    """A supervisor that runs its children until SIGINT or SIGTERM.

    `backoff_seconds` are the delays before consecutive restarts; they start over after a child ran for
    `backoff_reset_seconds`. A child that does not stop within `stop_timeout` seconds is killed.
    """

    commands: Sequence[ChildCommand]
    backoff_seconds: Sequence[float] = (0.5, 1, 2, 4, 8, 16, 30)
    backoff_reset_seconds: float = 60.0
    stop_timeout: float = 5.0
    _children: list[_Child] = field(default_factory=list, init=False)
    _stopping: bool = field(default=False, init=False)

    def run(self) -> int:
        """Run the children; return 0 after SIGINT or SIGTERM, or 2 if a child's first start ended with status 2."""
        self._children = [_Child(command) for command in self.commands]
        reader, writer = socket.socketpair()
        writer.setblocking(False)
        wakeup = signal.set_wakeup_fd(writer.fileno(), warn_on_full_buffer=False)
        handlers = {number: signal.signal(number, self._stop) for number in (signal.SIGINT, signal.SIGTERM)}
        # A no-op handler, since only signals with a handler wake the loop.
        handlers[signal.SIGCHLD] = signal.signal(signal.SIGCHLD, lambda *_: None)
        try:
            while not self._stopping:
                if self._check_children():
                    return CONFIGURATION_ERROR
                if select.select([reader], [], [], self._next_due())[0]:
                    reader.recv(4096)
            return 0
        finally:
            self._stop_children()
            signal.set_wakeup_fd(wakeup)
            for number, handler in handlers.items():
                signal.signal(number, handler)
            reader.close()
            writer.close()

    def _stop(self, *_: object) -> None:
        self._stopping = True

    def _check_children(self) -> bool:
        """Start children that are due; return whether one has a configuration error."""
        now = time.monotonic()
        for child in self._children:
            status = child.process.poll() if child.process else None
            # After a restart, a temporarily unavailable database may cause the same status.
            if status == CONFIGURATION_ERROR and child.starts == 1:
                return True
            if status is not None:
                self._schedule(child, status, now)
            if child.process is None and child.due <= now and not self._stopping:
                self._start(child, now)
        return False

    def _schedule(self, child: _Child, status: int, now: float) -> None:
        if now - child.started >= self.backoff_reset_seconds:
            child.failures = 0
        delay = self.backoff_seconds[min(child.failures, len(self.backoff_seconds) - 1)]
        child.failures += 1
        child.process, child.due = None, now + delay
        text = f"{child.command.name} stopped with status {status}; starting it again in {delay:g} s"
        print(text, file=sys.stderr, flush=True)

    def _start(self, child: _Child, now: float) -> None:
        if child.command.after and not _accepts_connections(child.command.after):
            child.due = now + 0.05
            return
        child.started = now
        child.starts += 1
        parent = os.getpid()
        # A separate session, so that Ctrl-C reaches only this process, which stops the children in order.
        child.process = subprocess.Popen(
            child.command.argv,
            env={**child.command.env, _FOLLOW: "1"},
            stdin=subprocess.PIPE,
            start_new_session=True,
            preexec_fn=lambda: _die_with_parent(parent),
        )

    def _next_due(self) -> float | None:
        waiting = [child.due for child in self._children if child.process is None]
        return max(min(waiting) - time.monotonic(), 0) if waiting else None

    def _stop_children(self) -> None:
        """Stop the children in reverse order, so that the bot disconnects before its server stops."""
        deadline = time.monotonic() + self.stop_timeout
        for child in reversed(self._children):
            process = child.process
            if process is None:
                continue
            if process.poll() is None:
                process.terminate()
            try:
                process.wait(max(deadline - time.monotonic(), 0))
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                text = f"{child.command.name} did not stop within {self.stop_timeout:g} s and was killed"
                print(text, file=sys.stderr, flush=True)
            if process.stdin:
                process.stdin.close()


def _accepts_connections(address: tuple[str, int]) -> bool:
    try:
        socket.create_connection(address, timeout=0.5).close()
    except OSError:
        return False
    return True


def _die_with_parent(parent: int) -> None:
    if _LIBC is None:
        return
    _LIBC.prctl(_DEATH_SIGNAL, signal.SIGKILL)
    # The parent may have died before the call.
    if os.getppid() != parent:
        os._exit(1)


def follow_parent() -> None:
    """Exit when the parent closes stdin; no-op in a process that is not a supervised child.

    Without this, the children of a killed parent would keep running on systems other than Linux.
    """
    if os.environ.get(_FOLLOW) != "1":
        return

    def watch() -> None:
        while os.read(0, 4096):
            pass
        os._exit(1)

    threading.Thread(target=watch, daemon=True, name="follow-parent").start()
