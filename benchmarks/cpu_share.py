"""A part of a core for a process and its children, by Linux's control groups, which take root."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

GROUPS = Path("/sys/fs/cgroup/cpu")
PERIOD_MICROSECONDS = 20_000


def is_possible() -> bool:
    """Whether this machine lets a process have a part of a core."""
    return os.access(GROUPS / "cpu.cfs_quota_us", os.W_OK)


@contextmanager
def limited(pid: int, share: float) -> Iterator[None]:
    """A process, with what it starts from now on, has at most this part of one core; the block lasts until its end."""
    group = GROUPS / f"hexcade-{pid}"
    group.mkdir()
    (group / "cpu.cfs_period_us").write_text(str(PERIOD_MICROSECONDS))
    (group / "cpu.cfs_quota_us").write_text(str(round(share * PERIOD_MICROSECONDS)))
    (group / "cgroup.procs").write_text(str(pid))
    try:
        yield
    finally:
        # Its children end a moment later.
        while (group / "cgroup.procs").read_text():
            time.sleep(0.01)
        group.rmdir()
