"""Database addresses, connections for SQLite and PostgreSQL, and one-line errors."""

import os
import re
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import URL, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from data.store.cursor import AtOnceCursor, Transactions
from data.store.errors import StoreGone, StoreUnavailable

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
_CONNECTIONS = 8
SECONDS_TO_CONNECT = 10
# Seconds that SQLite waits for another process's transaction; `?timeout=` in the address overrides it.
_SECONDS_TO_WAIT = "10"
_MOST_SECONDS_TO_WAIT = 3600
_MOST_PORT = 65_535
_KEPT_PAGES_KIB = 512
OWNER_ONLY = 0o600
"""Permissions of files that hold secrets."""
DATABASE_FILES = ("", "-wal", "-shm")
"""Suffixes of the files that SQLite has open; the database itself comes first."""


def database_address(url: str) -> URL:
    """Parse a database address and set its driver; raises StoreUnavailable if it is invalid or not supported."""
    _refuse_ambiguous(url)
    try:
        address = make_url(url)
        _require_in_range(address)
    except (ArgumentError, ValueError):
        # The message leaves out the address, which may hold a password.
        raise StoreUnavailable(
            "The database address cannot be read. Use sqlite:///var/hexcade.db or postgresql://user@host/database."
        ) from None
    backend = address.drivername.partition("+")[0]
    if backend not in _DRIVERS:
        raise StoreUnavailable(f"The database must be sqlite or postgresql, not {backend}.")
    address = address.set(drivername=_DRIVERS[backend])
    if backend != "sqlite":
        return address
    if not address.database or address.database.startswith((":memory:", "file:")):
        raise StoreUnavailable("SQLite needs a file, such as sqlite:///var/hexcade.db.")
    if unknown := set(address.query) - {"timeout"}:
        raise StoreUnavailable(f"SQLite addresses support only the option timeout, not {', '.join(sorted(unknown))}.")
    seconds = address.query.get("timeout", _SECONDS_TO_WAIT)
    pattern = r"[0-9]{1,4}(\.[0-9]{1,3})?"
    if not (isinstance(seconds, str) and re.fullmatch(pattern, seconds) and float(seconds) <= _MOST_SECONDS_TO_WAIT):
        raise StoreUnavailable(
            f"The option timeout of an SQLite address must be a number of seconds, at most {_MOST_SECONDS_TO_WAIT}."
        )
    return address.set(query={"timeout": seconds})


def _refuse_ambiguous(url: str) -> None:
    """Raise StoreUnavailable if a further @ makes it ambiguous where the password ends.

    SQLAlchemy ends the password at the first @. It would take the rest of the password for the host, look it up,
    and show it in errors.
    """
    parts = re.match(r"(?P<kind>[\w+]+)://(?:[^:/]*(?::[^@]*)?@)?(?P<rest>.*)", url, re.DOTALL)
    if parts is None or parts["kind"].startswith("sqlite") or "@" not in parts["rest"]:
        return
    place = url.rpartition("@")[2].partition("?")[0]
    raise StoreUnavailable(
        f"The database address {parts['kind']}://***@{place} cannot be read. Write %40 for each @ except the "
        "one before the host, also in the password."
    )


def _require_in_range(address: URL) -> None:
    """Raise ValueError if the port is out of range or the file name contains a null byte."""
    if not 0 <= (address.port or 0) <= _MOST_PORT or "\0" in (address.database or ""):
        raise ValueError("out of range")


def sqlite_file(url: str) -> Path | None:
    """Return the file of an SQLite address, None for PostgreSQL; raises StoreUnavailable for an invalid address."""
    address = database_address(url)
    return Path(address.database) if address.get_backend_name() == "sqlite" and address.database else None


COPY_ADVICE = (
    "If you copied an SQLite database while it was in use, its newest rows are in the -wal file beside it. "
    "Copy that file too, or make a backup of the database instead."
)
"""Advice for operators who copied a database without its rows: the file ending in -wal was left behind."""


class OpenFiles:
    """The open files of an SQLite database, watched so that their removal or replacement is noticed."""

    def __init__(self, address: URL, suffixes: Sequence[str] = DATABASE_FILES) -> None:
        """Store device and inode of each existing file, for comparison by `verify`; missing files are not watched."""
        self._address = address
        found = ((path, _file_identity(path)) for path in (f"{address.database}{suffix}" for suffix in suffixes))
        self._opened = {path: identity for path, identity in found if identity is not None}

    def verify(self) -> None:
        """Raise StoreGone if a file was removed or replaced, and StoreUnavailable if it can't be inspected."""
        for path, opened in self._opened.items():
            try:
                identity = _file_identity(path)
            except OSError as error:
                raise unavailable(self._address, error) from error
            if identity != opened:
                raise StoreGone(_sentence(self._address, f"{path} was removed or replaced"))


def _file_identity(path: str) -> tuple[int, int] | None:
    """Return the device and inode of a file, None if it does not exist."""
    try:
        found = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    return found.st_dev, found.st_ino


def make_file(address: URL) -> None:
    """Create the SQLite file and its folder if they are missing, accessible only to their owner.

    No-op for PostgreSQL. Raises StoreUnavailable if the file cannot be written.
    """
    if address.get_backend_name() != "sqlite" or address.database is None:
        return
    path = Path(address.database)
    try:
        path.parent.parent.mkdir(parents=True, exist_ok=True)
        path.parent.mkdir(mode=0o700, exist_ok=True)
        # Tries to open the file first: if the driver cannot open it, aiosqlite logs a second error from its thread.
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, OWNER_ONLY))
    except OSError as error:
        raise unavailable(address, OSError(error.strerror)) from error


def tighten_files(address: URL) -> None:
    """Restrict the permissions of an SQLite file, and of files beside it such as the -wal file, to the owner.

    They hold seeds, hands and tokens. SQLite creates the files beside the database with the database's permissions.
    """
    if address.get_backend_name() != "sqlite":
        return
    for suffix in (*DATABASE_FILES, "-journal"):
        # The permissions of another owner's file can't be changed.
        with suppress(FileNotFoundError, PermissionError):
            path = Path(f"{address.database}{suffix}")
            mode = path.stat().st_mode
            if mode & 0o077:
                path.chmod(mode & ~0o077)


def connect(address: URL, *, foreign_keys: bool = True) -> AsyncEngine:
    """Create an engine with a pool of connections.

    On SQLite every transaction needs an explicit BEGIN. `foreign_keys` is off only for migrations, where SQLite changes
    a table by replacing it.
    """
    if address.get_backend_name() == "postgresql":
        return create_async_engine(
            address,
            pool_size=_CONNECTIONS,
            max_overflow=0,
            pool_pre_ping=True,
            # Errors are logged, and their parameters would include seeds, hidden actions and tokens.
            hide_parameters=True,
            connect_args={"timeout": SECONDS_TO_CONNECT},
        )
    return _connect_sqlite(address, foreign_keys)


def _connect_sqlite(address: URL, foreign_keys: bool) -> AsyncEngine:
    # Every transaction ends before its connection is returned, so the pool need not roll back. LIFO reuses the
    # connection with the warmest page cache.
    engine = create_async_engine(
        address,
        pool_size=_CONNECTIONS,
        max_overflow=0,
        pool_use_lifo=True,
        pool_reset_on_return=None,
        hide_parameters=True,
        # Short statements run in the event loop's thread, while the connection's own thread is idle.
        connect_args={"check_same_thread": False},
    )
    wait_ms = int(float(str(address.query.get("timeout", _SECONDS_TO_WAIT))) * 1000)

    def prepare(connection: Any, record: Any) -> None:
        driver = record.driver_connection
        transactions = driver.transactions = Transactions(driver, wait_ms)
        driver.cursor = partial(AtOnceCursor, transactions)
        driver.commit, driver.rollback = transactions.commit, transactions.rollback
        # Otherwise the driver begins transactions itself, only at the first write and without locking the database at
        # once.
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        # The default is 2 MB for each connection; the operating system caches the file once for all of them.
        cursor.execute(f"PRAGMA cache_size=-{_KEPT_PAGES_KIB}")
        # NORMAL may lose the last commits in a power failure.
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute(f"PRAGMA foreign_keys={'ON' if foreign_keys else 'OFF'}")
        cursor.close()
        transactions.prepare()
        driver.files = OpenFiles(address)

    event.listen(engine.sync_engine, "connect", prepare)
    return engine


def unavailable(address: URL, error: BaseException) -> StoreUnavailable:
    """Convert an error to a one-line StoreUnavailable for operators, without the password of the address."""
    return StoreUnavailable(_sentence(address, format_error_line(error)))


def _sentence(address: URL, reason: str) -> str:
    name = address.database if address.get_backend_name() == "sqlite" else _strip_query(address)
    return f"The database {name} cannot be used: {reason}."


def format_error_line(error: BaseException) -> str:
    """Return the message of a driver or system error as one line without a full stop."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    first_line = (str(cause).strip() or type(cause).__name__).splitlines()[0].rstrip(".")
    # Drivers prefix their class or the system's error number: "<class 'asyncpg…'>: text", "[Errno 111] text".
    return re.sub(r"^(<class .*?>: |\[Errno -?\d+\] )", "", first_line)


def _strip_query(address: URL) -> str:
    return address.set(drivername=address.get_backend_name(), query={}).render_as_string(hide_password=True)
