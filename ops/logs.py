"""Logging: one line per event to standard error, as text or JSON, without tokens or hidden information."""

import logging
import re
import sys
import time
from collections.abc import Callable

import structlog
from structlog.typing import EventDict

from ops.config import Config

QUIET = ("discord", "aiosqlite", "sqlalchemy", "alembic", "asyncio", "PIL")
REPEAT_SECONDS = 60
"""Seconds between two lines of a repeated warning."""
MOST_REPEATED = 1_000
"""Maximum number of warnings remembered in order to recognise repetitions."""

HIDDEN = (
    # Request headers in the repr of an error.
    (re.compile(r"(Authorization\W*:\W*(?:\w+ )?)[\w+/=.-]+"), r"\1***"),
    # The user name and password in an address.
    (re.compile(r"(\w://)[^\s'\"/]*:[^\s'\"]*@"), r"\1***@"),
    # An interaction token, which lets anybody answer the interaction.
    (re.compile(r"(/(?:webhooks|interactions)/\d+/)[\w.~%-]+"), r"\1***"),
)


class Formatter(structlog.stdlib.ProcessorFormatter):
    """A formatter that masks tokens and passwords in all lines, since errors of libraries may contain them."""

    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record)
        for pattern, replacement in HIDDEN:
            text = pattern.sub(replacement, text)
        return text


class Repeated:
    """A structlog processor that logs a repeated warning once a minute, with the number of omitted lines.

    Otherwise a retry every second would log every second, for instance while the disk is full. Lines with a traceback
    always pass. Two lines count as equal if all their fields are equal; numbers in the fields `error` and `reason`,
    such as durations, may differ.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """Create the processor; `now()` is in seconds."""
        self._now = now
        # For each line: when it was last logged, and how many equal ones were omitted since. Newest last.
        self._logged: dict[str, tuple[float, int]] = {}

    def __call__(self, logger: object, method: str, event: EventDict) -> EventDict:
        """Return the log event, or raise DropEvent to omit it if an equal one was logged within the last minute."""
        if method not in ("warning", "error") or "exc_info" in event:
            return event
        key, now = _key(event), self._now()
        logged, omitted = self._logged.pop(key, (None, 0))
        if logged is not None and now < logged + REPEAT_SECONDS:
            self._logged[key] = (logged, omitted + 1)
            raise structlog.DropEvent
        if len(self._logged) == MOST_REPEATED:
            del self._logged[next(iter(self._logged))]
        self._logged[key] = (now, 0)
        return {**event, "omitted": omitted} if omitted else event


def _key(event: EventDict) -> str:
    """Return a text of all fields that must be equal in repeated lines."""
    texts = {name: re.sub(r"[0-9]+", "#", str(event[name])) for name in ("error", "reason") if name in event}
    return repr(sorted({**event, **texts}.items()))


def configure(config: Config, now: Callable[[], float] = time.monotonic) -> None:
    """Configure one formatter for the logs of the program and its libraries; `now()` is in seconds."""
    shared: list[structlog.typing.Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            Repeated(now),
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    final: list[structlog.typing.Processor] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if config.log_format == "json":
        final += [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    else:
        # The default formatter prints local variables, which may contain hands and tokens.
        plain = structlog.dev.plain_traceback
        final.append(structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=plain))
    handler = logging.StreamHandler()
    chain = [structlog.contextvars.merge_contextvars, *shared]
    handler.setFormatter(Formatter(processors=final, foreign_pre_chain=chain))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(config.log_level.upper())
    for name in QUIET:
        logging.getLogger(name).setLevel(max(logging.WARNING, root.level))
