"""The heartbeat: a file that is touched while the program is healthy, for liveness checks from outside.

`python -m ops.heartbeat` exits with 0 while the heartbeat is fresh, else with 1 and a line that says why; it is the
health check of the Docker image. It imports only the standard library, because it is started every half minute.
"""

import os
import sys
import time
from pathlib import Path

DEFAULT_FILE = Path("var/heartbeat")
STALE_SECONDS = 120
"""The age from which the heartbeat is stale; the file is touched every few seconds."""


def beat(file: Path) -> None:
    """Touch the heartbeat file. Raises OSError or ValueError if it can't be written."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch()


def problem(file: Path, now: float) -> str | None:
    """Why the program is unhealthy at a time (seconds since the epoch), None if it is healthy."""
    try:
        age = now - file.stat().st_mtime
    except OSError as error:
        return f"There is no heartbeat in {file}: {error.strerror}."
    if age < -STALE_SECONDS:
        return f"The last heartbeat in {file} is {-age:.0f} seconds in the future: the clock was set back since."
    return f"The last heartbeat in {file} was {age:.0f} seconds ago." if age > STALE_SECONDS else None


def main() -> int:
    """The exit status of the health check."""
    found = problem(Path(os.environ.get("HEARTBEAT_FILE") or DEFAULT_FILE), time.time())
    print(found or "The heart beats.")
    return 0 if found is None else 1


if __name__ == "__main__":
    sys.exit(main())
