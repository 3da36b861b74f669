"""PostgreSQL databases for tests, each with a life of its own."""

import os
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import pytest

SERVER = "postgresql://postgres@127.0.0.1:5432"


async def administer(statement: str) -> None:
    """Run one statement on the server."""
    connection = await asyncpg.connect(f"{SERVER}/test")
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


@asynccontextmanager
async def postgresql() -> AsyncIterator[str]:
    """The address of an empty database; the test is skipped without a server, or fails if one is required.

    `.ci/run` sets HEXCADE_REQUIRE_POSTGRES=1.
    """
    name = f"hexcade_test_{secrets.token_hex(6)}"
    try:
        await administer(f"CREATE DATABASE {name}")
    except (OSError, asyncpg.PostgresError) as error:
        reason = f"No PostgreSQL for tests at {SERVER}/test: {error}"
        if os.environ.get("HEXCADE_REQUIRE_POSTGRES") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    try:
        yield f"{SERVER}/{name}"
    finally:
        await administer(f"DROP DATABASE {name} WITH (FORCE)")
