"""A time that stands until a test moves it."""

from tests.cogs.conftest import clock

__all__ = ["clock"]
