"""The program in this process."""

from tests.faults.conftest import clock, clock_of_most, hall

__all__ = ["clock", "clock_of_most", "hall"]
