"""The heartbeat: a file that is touched while the program is healthy, for external liveness checks.

`python -m ops.heartbeat` exits with 0 while the heartbeat is fresh, else with 1 and a line with the reason. It is the
health check of the Docker image. It imports only the standard library because it is started every 30 seconds.
"""

import os
import sys
import time
from pathlib import Path

DEFAULT_FILE = Path("var/heartbeat")
STALE_SECONDS = 120
"""Age in seconds from which the heartbeat is stale; the file is touched every few seconds."""


def beat(file: Path) -> None:
    """Touch the heartbeat file. Raises OSError or ValueError if it can't be written."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch()


def problem(file: Path, now: float) -> str | None:
    """Return why the heartbeat is not fresh at time `now` (seconds since the epoch), None if it is fresh."""
    try:
        age = now - file.stat().st_mtime
    except OSError as error:
        return f"There is no heartbeat in {file}: {error.strerror}."
    if age < -STALE_SECONDS:
        return f"The last heartbeat in {file} is {-age:.0f} seconds in the future, because the clock was set back."
    return f"The last heartbeat in {file} was {age:.0f} seconds ago." if age > STALE_SECONDS else None


def main() -> int:
    """Print the result of the health check and return the exit status."""
    found = problem(Path(os.environ.get("HEARTBEAT_FILE") or DEFAULT_FILE), time.time())
    print(found or "OK: the heartbeat is fresh.")
    return 0 if found is None else 1


if __name__ == "__main__":
    sys.exit(main())
