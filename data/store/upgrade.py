"""Runs migrations with Alembic; a separate module, because importing Alembic is slow."""

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection


def upgrade(connection: Connection) -> None:
    """Run the missing migrations."""
    command.upgrade(alembic_config(connection), "head")


def alembic_config(connection: Connection) -> Config:
    """Alembic's configuration for our migrations on this connection."""
    config = Config()
    config.set_main_option("script_location", "data.store:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config
