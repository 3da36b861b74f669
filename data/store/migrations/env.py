"""Alembic's entry point: runs the missing migrations on the connection (and in the transaction) it was given."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], render_as_batch=True)
context.run_migrations()
