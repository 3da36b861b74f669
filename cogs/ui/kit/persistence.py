"""Requests that are sent again when their connection is lost."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import aiohttp

Answered = TypeVar("Answered")

PAUSE_SECONDS: tuple[float, ...] = (0.2, 1.5)
"""The pauses before a request is sent again; the first one leaves a first response in time."""


async def persistently(request: Callable[[], Awaitable[Answered]]) -> Answered:
    """Makes an idempotent request, and again when its connection is lost.

    discord.py repeats by itself what Discord answers with a server error. Raises what the last attempt raised.
    """
    for pause in PAUSE_SECONDS:
        try:
            return await request()
        except TimeoutError:
            # It was waited for long enough.
            raise
        except (aiohttp.ClientError, OSError):
            await asyncio.sleep(pause)
    return await request()
