"""Migration of a database to this program's schema, by one process at a time."""

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text

from data.store.errors import StoreUnavailable

# Alembic is imported lazily: it takes half a second and 12 MB to load, and is rarely needed.
if TYPE_CHECKING:
    from alembic.config import Config

VERSIONS = Path(__file__).parent / "migrations" / "versions"
REVISIONS = sorted(path.name.partition("_")[0] for path in VERSIONS.glob("[0-9]*.py"))
"""Schema revisions that this program supports, oldest first."""

OLDER_REVISIONS = frozenset(f"{number:04}" for number in range(1, 22))
"""Schema revisions that this program can no longer upgrade."""
UPGRADE_OF_OLDER = "start commit 5daf46c3001e on the database once, then this program"
"""Instruction for upgrading from OLDER_REVISIONS, with the last commit that can do so."""

# An arbitrary number shared by all Hexcade processes ("hexcade" on a telephone's keys).
_ADVISORY_LOCK = 4392233


def run_migrations(connection: Connection) -> None:
    """Run the missing migrations in the connection's transaction.

    On SQLite the transaction must be IMMEDIATE, with foreign keys off. Raises StoreUnavailable if the database cannot
    be migrated.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _ADVISORY_LOCK})
    if _revision(connection) == newest_revision():
        return
    upgrade(connection)
    if connection.dialect.name == "sqlite" and (broken := connection.execute(text("PRAGMA foreign_key_check")).first()):
        raise StoreUnavailable(
            f"A migration would leave a row of {broken[0]} that refers to a missing row. Nothing was changed."
        )


def check_migrated(connection: Connection) -> None:
    """Raise StoreUnavailable unless the database has exactly this program's schema."""
    if _revision(connection) != newest_revision():
        raise StoreUnavailable("The database is older than this program. Start the program on it once to migrate it.")


def newest_revision() -> str:
    """Return the newest schema revision, which this program uses."""
    return REVISIONS[-1]


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.scalar(text("SELECT version_num FROM alembic_version"))
    if found is None or found in REVISIONS:
        return found
    if found in OLDER_REVISIONS:
        raise StoreUnavailable(f"The database has schema {found}. To upgrade it, {UPGRADE_OF_OLDER}.")
    raise StoreUnavailable(
        f"The database was made by a newer version of the program (schema {found}; this version supports "
        f"{newest_revision()})."
    )


def upgrade(connection: Connection) -> None:
    """Run the missing migrations, without the checks of `run_migrations`."""
    from alembic import command

    command.upgrade(alembic_config(connection), "head")


def alembic_config(connection: Connection) -> "Config":
    """Return Alembic's configuration for these migrations on this connection."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "data.store:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config
