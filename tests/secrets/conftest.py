"""Fixture for secrets: a clock that only tests advance."""

from tests.cogs.conftest import clock

__all__ = ["clock"]
