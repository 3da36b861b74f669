"""Logging: one line per event to standard error, as text or JSON, without tokens or hidden information."""

import logging
import re
import sys

import structlog

from ops.config import Config

QUIET = ("discord", "aiosqlite", "sqlalchemy", "alembic", "asyncio", "PIL")

HIDDEN = (
    # The headers of requests, in the representation of an error.
    (re.compile(r"(Authorization\W*:\W*(?:\w+ )?)[\w+/=.-]+"), r"\1***"),
    # The user and password of an address.
    (re.compile(r"(\w://)[^\s'\"/]*:[^\s'\"]*@"), r"\1***@"),
    # The token of an interaction, with which anybody could answer it.
    (re.compile(r"(/(?:webhooks|interactions)/\d+/)[\w.~%-]+"), r"\1***"),
)


class Formatter(structlog.stdlib.ProcessorFormatter):
    """Formats a record, and hides tokens and passwords that libraries put into their errors."""

    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record)
        for pattern, replacement in HIDDEN:
            text = pattern.sub(replacement, text)
        return text


def configure(config: Config) -> None:
    """Configures one formatter for the logs of the program and its libraries."""
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    final: list[structlog.typing.Processor] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if config.log_format == "json":
        final += [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    else:
        # The default formatter prints local variables, which may hold hands and tokens.
        plain = structlog.dev.plain_traceback
        final.append(structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=plain))
    handler = logging.StreamHandler()
    handler.setFormatter(Formatter(processors=final, foreign_pre_chain=shared))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(config.log_level.upper())
    for name in QUIET:
        logging.getLogger(name).setLevel(max(logging.WARNING, root.level))
