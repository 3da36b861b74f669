"""Fixtures for abuse: the program in this process."""

from tests.cogs.conftest import clock, program

__all__ = ["clock", "program"]
