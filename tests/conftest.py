"""Settings for all tests: deterministic Hypothesis examples without deadlines, and a time limit for async tests."""

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
"""Time limit of an asynchronous test, in seconds; longer than any test takes."""


def pytest_itemcollected(item: pytest.Item) -> None:
    """Apply the time limit to asynchronous tests; pytest's faulthandler ends any other test that hangs."""
    if isinstance(item, pytest.Function) and inspect.iscoroutinefunction(item.obj):
        item.obj = _limited(item.obj)


def _limited(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., Coroutine[Any, Any, None]]:
    @functools.wraps(test)
    async def run(*arguments: Any, **named: Any) -> None:
        async with patience(TEST_SECONDS):
            await test(*arguments, **named)

    return run
