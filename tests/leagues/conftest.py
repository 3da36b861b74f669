"""Fixtures for leagues: a store in a file and the services on it, with a clock that only tests advance."""

import pytest

from leagues.seasons import Seasons
from tables.service import TableService
from tests.tables.conftest import clock, service, store

__all__ = ["clock", "seasons", "service", "store"]


@pytest.fixture
def seasons(service: TableService) -> Seasons:
    return Seasons(service)
