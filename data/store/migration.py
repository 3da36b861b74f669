"""Bringing a database to the schema of this program, one process at a time."""

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from data.store.errors import StoreUnavailable

# An arbitrary number that every Hexcade process uses for the same purpose ("hexcade" on a telephone's keys).
_ADVISORY_LOCK = 4392233


def run_migrations(connection: Connection) -> None:
    """Run the missing migrations in the transaction of the connection; raises StoreUnavailable if there is no way.

    On SQLite the transaction must be IMMEDIATE and foreign keys off.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _ADVISORY_LOCK})
    config = alembic_config(connection)
    if _revision(connection, config) == _newest(config):
        return
    command.upgrade(config, "head")
    if connection.dialect.name == "sqlite" and (broken := connection.execute(text("PRAGMA foreign_key_check")).first()):
        raise StoreUnavailable(f"A migration would leave a row of {broken[0]} pointing nowhere; nothing was changed.")


def check_migrated(connection: Connection) -> None:
    """Raises StoreUnavailable unless the database has exactly the schema of this program."""
    config = alembic_config(connection)
    if _revision(connection, config) != _newest(config):
        raise StoreUnavailable("The database is older than this program and has not been migrated.")


def newest_revision(connection: Connection) -> str | None:
    """The schema that this program knows."""
    return _newest(alembic_config(connection))


def alembic_config(connection: Connection) -> Config:
    """Alembic's configuration for our migrations on this connection."""
    config = Config()
    config.set_main_option("script_location", "data.store:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def _revision(connection: Connection, config: Config) -> str | None:
    found = MigrationContext.configure(connection).get_current_revision()
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if found is not None and found not in known:
        raise StoreUnavailable(
            f"The database was made by a newer program (schema {found}; this one knows {_newest(config)})."
        )
    return found


def _newest(config: Config) -> str | None:
    return ScriptDirectory.from_config(config).get_current_head()
