"""Logs: one line an event, to standard error, as text for people or JSON for machines; never a token, never a hand."""

import logging
import sys

import structlog

from ops.config import Config

QUIET = ("discord", "aiosqlite", "sqlalchemy", "alembic", "asyncio", "PIL")


def configure(config: Config) -> None:
    """Sends the program's and its libraries' logs through one formatter."""
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
        # Not the formatter that prints local variables: hands and tokens would be among them.
        plain = structlog.dev.plain_traceback
        final.append(structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=plain))
    handler = logging.StreamHandler()
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(processors=final, foreign_pre_chain=shared))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(config.log_level.upper())
    # Its reconnects are news in one line, without the way through the network code.
    logging.getLogger("discord.client").addFilter(_without_traceback)
    for name in QUIET:
        logging.getLogger(name).setLevel(max(logging.WARNING, root.level))


def _without_traceback(record: logging.LogRecord) -> bool:
    record.exc_info = None
    return True
