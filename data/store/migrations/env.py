"""Alembic's entry point: run the missing migrations in the given connection's transaction."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], render_as_batch=True)
context.run_migrations()
