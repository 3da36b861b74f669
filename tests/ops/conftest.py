"""Fixtures: the store and the table service."""

from tests.cogs.conftest import clock, service, store

__all__ = ["clock", "service", "store"]
