"""What holds of every test: Hypothesis takes the same examples everywhere and measures no time, and nothing hangs."""

import functools
import inspect
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.patience import patience

settings.register_profile(
    "deterministic", deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
settings.load_profile("deterministic")

TEST_SECONDS = 300
"""Longer than any test takes."""


def pytest_itemcollected(item: pytest.Item) -> None:
    """An asynchronous test that hangs fails where it waits; what else hangs is ended by pytest's faulthandler."""
    if isinstance(item, pytest.Function) and inspect.iscoroutinefunction(item.obj):
        item.obj = _limited(item.obj)


def _limited(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., Coroutine[Any, Any, None]]:
    @functools.wraps(test)
    async def run(*arguments: Any, **named: Any) -> None:
        async with patience(TEST_SECONDS):
            await test(*arguments, **named)

    return run
