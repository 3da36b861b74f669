"""A store in a file, the services of tables and leagues on it, at a time that stands until a test moves it."""

import pytest

from leagues.seasons import Seasons
from tables.service import TableService
from tests.tables.conftest import clock, service, store

__all__ = ["clock", "seasons", "service", "store"]


@pytest.fixture
def seasons(service: TableService) -> Seasons:
    return Seasons(service)
