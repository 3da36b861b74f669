"""Moving a database: all or nothing, between SQLite and PostgreSQL, and only into an empty database."""

import os
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert, inspect, text

import bot
from data.store import Store, StoreUnavailable, copying, moving
from data.store.copying import CopyError
from data.store.moving import move
from data.store.schema import facts, metadata
from playground.supervisor import CONFIGURATION_ERROR
from tests.store.store_database import ALIVE_MS, fill, in_database, rows

PAIRS = [
    pytest.param(("sqlite", "sqlite")),
    pytest.param(("sqlite", "postgresql"), marks=pytest.mark.slow),
    pytest.param(("postgresql", "sqlite"), marks=pytest.mark.slow),
]


@pytest.fixture(params=PAIRS, ids=lambda pair: "_to_".join(pair))
def pair(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, str]:
    """Return the addresses of two databases that are empty or do not exist yet."""
    postgresql = request.getfixturevalue("postgresql_url") if "postgresql" in request.param else ""
    source, target = (
        postgresql if kind == "postgresql" else f"sqlite:///{tmp_path / f'{name}.db'}"
        for name, kind in zip(("source", "target"), request.param, strict=True)
    )
    return source, target


def names(connection: Connection) -> list[str]:
    return inspect(connection).get_table_names()


async def is_untouched(url: str) -> bool:
    """Return whether a database has no SQL tables, or no file."""
    if url.startswith("sqlite"):
        path = url.removeprefix("sqlite:///")
        return os.path.basename(path) not in os.listdir(os.path.dirname(path))
    return await in_database(url, names) == []


async def test_a_move_brings_every_row_over(pair: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    source, target = pair
    monkeypatch.setattr(copying, "BATCH", 3)
    await fill(source)

    moved = await move(source, target)

    found = await in_database(target, rows)
    assert found == await in_database(source, rows)
    assert moved == (sum(map(len, found.values())), len(metadata.sorted_tables), False, ALIVE_MS)
    assert moved.rows > 40


async def test_numbers_go_on_even_after_rows_that_are_gone(pair: tuple[str, str]) -> None:
    source, target = pair
    store = await Store.open(source)
    async with store.write() as writer:
        numbers = [await writer.outbox.queue("card", None, 1, "{}") for _ in range(3)]
    await store.close()
    await in_database(source, lambda connection: connection.execute(text("DELETE FROM outbox")))

    await move(source, target)

    moved = await Store.open(target, migrate=False)
    async with moved.write() as writer:
        assert await writer.outbox.queue("card", None, 1, "{}") == numbers[-1] + 1
    await moved.close()


async def test_a_target_with_rows_is_refused(pair: tuple[str, str]) -> None:
    source, target = pair
    await fill(source)
    await fill(target)
    before = await in_database(target, rows)

    with pytest.raises(CopyError, match="TO is not empty"):
        await move(source, target)

    assert await in_database(target, rows) == before


async def test_a_target_with_tables_of_another_program_is_refused(pair: tuple[str, str]) -> None:
    source, target = pair
    await fill(source)
    await in_database(target, lambda connection: connection.execute(text("CREATE TABLE theirs (id INTEGER)")))

    with pytest.raises(CopyError, match="tables of another program"):
        await move(source, target)

    assert await in_database(target, names) == ["theirs"]


@pytest.mark.parametrize(
    ("schema", "why"),
    [("0021", "start commit"), ("0022", "older than this program"), ("9999", "a newer version of the program")],
)
@pytest.mark.parametrize("end", [0, 1])
async def test_another_schema_is_refused_at_either_end(pair: tuple[str, str], end: int, schema: str, why: str) -> None:
    for url in pair:
        await (await Store.open(url)).close()
    change = text(f"UPDATE alembic_version SET version_num = '{schema}'")
    await in_database(pair[end], lambda connection: connection.execute(change))

    with pytest.raises(CopyError, match=f"{('FROM', 'TO')[end]} cannot be moved.*{why}"):
        await move(*pair)


async def test_a_move_that_fails_half_way_leaves_nothing(
    pair: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target = pair
    await fill(source)
    written = moving.write_rows

    async def write(writer: Any, batches: Any, to: str) -> dict[str, copying.Tally]:
        tallies = await written(writer, batches, to)
        await writer.execute(text("UPDATE facts SET value = '8'"))
        return tallies

    monkeypatch.setattr(moving, "write_rows", write)
    with pytest.raises(CopyError, match=r"The copy of SQL table facts does not match the original \(1 rows of 1\)"):
        await move(source, target)

    assert await is_untouched(target)


@pytest.mark.slow
async def test_a_row_that_the_target_cannot_hold_is_named(sqlite_url: str, postgresql_url: str) -> None:
    await fill(sqlite_url)
    await in_database(sqlite_url, lambda connection: connection.execute(insert(facts), {"name": "x", "value": "\0"}))

    with pytest.raises(CopyError, match=r"Rows of facts cannot be written to TO: .*UTF8") as caught:
        await move(sqlite_url, postgresql_url)

    assert "\n" not in str(caught.value)
    assert await is_untouched(postgresql_url)


async def test_a_target_that_a_program_uses_is_refused(pair: tuple[str, str]) -> None:
    source, target = pair
    await fill(source)
    running = await Store.open(target, exclusive=True)

    with pytest.raises(StoreUnavailable, match="another Hexcade is using it"):
        await move(source, target)

    await running.close()


async def test_a_source_that_a_program_uses_is_moved_as_it_was_and_that_is_told(pair: tuple[str, str]) -> None:
    source, target = pair
    await fill(source)
    running = await Store.open(source, exclusive=True)
    before = await in_database(source, rows)

    async with running.write() as writer:
        if source.startswith("sqlite"):
            await writer.facts.set("alive", "8")
        assert (await move(source, target)).source_in_use

    assert await in_database(target, rows) == before
    await running.close()


async def test_a_source_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    source, target = (f"sqlite:///{tmp_path / name}.db" for name in ("source", "target"))

    with pytest.raises(CopyError, match="there is no file"):
        await move(source, target)

    assert os.listdir(tmp_path) == []


async def test_a_database_is_not_moved_into_itself(sqlite_url: str) -> None:
    await fill(sqlite_url)

    with pytest.raises(CopyError, match="the same database"):
        await move(sqlite_url, sqlite_url.replace("sqlite:", "sqlite+aiosqlite:"))


def test_the_command_prints_what_was_moved_and_ends_a_refusal_with_exit_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DATABASE_URL", raising=False)
    bot.asyncio.run(fill("sqlite:///source.db"))
    command = ["move-database", "sqlite:///source.db", "sqlite:///target.db"]

    assert bot.main(command) == 0
    assert "tables were moved; counts and digests are the same." in capsys.readouterr().out
    assert bot.main(command) == CONFIGURATION_ERROR
    assert capsys.readouterr().err == "hexcade: TO is not empty. Move into an empty database.\n"
