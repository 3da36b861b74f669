"""Logs: every line about a table says which table and which step or version, however deep it comes from."""

import ast
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
import structlog
from structlog.testing import LogCapture

from cogs.router import Router
from cogs.ui.kit.answers import explain
from cogs.ui.requests.deliveries import Deliveries
from cogs.ui.requests.table_lookup import find_table
from cogs.ui.requests.user_concurrency import UserConcurrency
from cogs.ui.texts import texts
from engine.core import VersionMismatch
from tables.refusal import Refusal
from tables.service import TableService
from tables.thinking import ThinkingProcesses
from tests.cogs.cog_tables import ANN, CHANNEL, TABLE, start_table

ROOT = Path(__file__).parents[2]


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Any:
    """What is logged, with what is bound around it."""
    captured = LogCapture()
    before = structlog.get_config()
    structlog.configure(processors=[structlog.contextvars.merge_contextvars, captured], cache_logger_on_first_use=False)
    yield captured.entries
    structlog.configure(**before)
    structlog.contextvars.clear_contextvars()


def logged(path: Path) -> list[tuple[str, set[str | None]]]:
    """Where a module logs, and the names that each line carries."""
    calls = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
    return [
        (f"{path.name}:{call.lineno}", {keyword.arg for keyword in call.keywords})
        for call in calls
        if isinstance(call.func, ast.Attribute)
        and isinstance(call.func.value, ast.Name)
        and call.func.value.id == "log"
    ]


def test_a_line_that_names_a_table_names_the_step() -> None:
    modules = [path for folder in ("cogs", "tables", "ops") for path in (ROOT / folder).rglob("*.py")]
    lines = [line for path in modules for line in logged(path)]

    assert len([where for where, names in lines if "table" in names]) >= 3
    assert [where for where, names in lines if ("table" in names) != ("step" in names)] == []


def pressed(custom_id: str) -> Any:
    """As much of a press as the router looks at; answering it fails."""

    async def fail(*_: Any, **__: Any) -> None:
        raise OSError("connection lost")

    return SimpleNamespace(
        type=discord.InteractionType.component,
        data={"custom_id": custom_id},
        response=SimpleNamespace(defer=fail, is_done=lambda: True),
        followup=SimpleNamespace(send=fail),
        id=1,
        user=SimpleNamespace(id=ANN.id),
    )


async def test_whatever_a_press_logs_names_table_and_version(service: TableService, lines: Any) -> None:
    thinking = ThinkingProcesses()
    bot = SimpleNamespace(
        service=service, user_concurrency=UserConcurrency(), deliveries=Deliveries(), thinking=thinking
    )
    router = Router(bot)  # type: ignore[arg-type]

    await router.on_interaction(pressed(f"{TABLE}:7:move"))

    assert lines != []
    assert {(line["table"], line["version"]) for line in lines} == {(TABLE, "7")}
    explain(RuntimeError())
    assert "table" not in lines[-1], "the next press is about another table"


async def test_whatever_a_command_logs_names_table_and_step(service: TableService, lines: Any) -> None:
    table = await start_table(service)
    interaction: Any = SimpleNamespace(channel_id=CHANNEL, **vars(pressed("")))

    await find_table(service, interaction)
    explain(RuntimeError(), command="hand")

    assert (lines[-1]["table"], lines[-1]["step"]) == (table.row.id, table.row.step)


async def test_a_table_that_cannot_be_read_is_named_with_its_step(
    service: TableService, lines: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await start_table(service)

    async def refuse(*_: Any) -> None:
        raise VersionMismatch("of other rules")

    monkeypatch.setattr(service, "view", refuse)
    interaction: Any = SimpleNamespace(channel_id=CHANNEL, user=SimpleNamespace(id=ANN.id))
    with pytest.raises(Refusal, match=re.escape(texts.NO_TABLE_HERE)):
        await find_table(service, interaction)

    assert [(line["table"], line["step"]) for line in lines] == [(table.row.id, table.row.step)]
