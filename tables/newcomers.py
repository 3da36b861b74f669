"""Newcomers: people who know a game little, judged by their tables of it."""

from collections.abc import Iterable

from data.store import Reader

FIRST_TABLES = 2
"""The number of a person's tables of a game at which *How to play* stands on the card."""
MOST_TABLES = 20
"""The number of a person's tables of a game that are looked at for a finished one."""


async def has_newcomer(reader: Reader, game: str, users: Iterable[int]) -> bool:
    """Return whether one of these users, who play a table of the game now, has begun few tables of it."""
    for user in users:
        if len(await reader.tables.phases_of_user(user, game, FIRST_TABLES + 1)) <= FIRST_TABLES:
            return True
    return False


async def list_finished(reader: Reader, game: str, users: Iterable[int]) -> list[int]:
    """Return those of these users who have finished a table of the game."""
    return [user for user in users if "finished" in await reader.tables.phases_of_user(user, game, MOST_TABLES)]
