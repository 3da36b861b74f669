"""The store and the table service of the tests of the cogs."""

from tests.cogs.conftest import clock, service, store

__all__ = ["clock", "service", "store"]
