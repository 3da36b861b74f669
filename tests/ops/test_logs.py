"""Logs: every line about a table names the table and its step or version, wherever it is logged."""

import ast
import base64
import json
import logging
import re
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
import structlog
from multidict import CIMultiDict
from structlog.testing import LogCapture

from cogs.at_table.moves import Moves
from cogs.positions.positions import Positions
from cogs.router import Router
from cogs.ui.kit.errors import explain
from cogs.ui.requests.limits import Deliveries, UserConcurrency
from cogs.ui.requests.open_pages import OpenPages
from cogs.ui.requests.table_lookup import NO_TABLE_HERE, find_table
from engine.core import VersionMismatch
from ops import logs
from ops.config import Config
from ops.proxies import ProxyConnector
from tables.computer_players import ThinkingProcesses
from tables.refusal import Refusal
from tables.service import TableService
from tests.cog_tables import ANN, CHANNEL, TABLE, start_table
from tests.small_proxy import small_proxy

ROOT = Path(__file__).parents[2]


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Capture the log entries with their bound context."""
    captured = LogCapture()
    before = structlog.get_config()
    structlog.configure(processors=[structlog.contextvars.merge_contextvars, captured], cache_logger_on_first_use=False)
    yield captured.entries
    structlog.configure(**before)
    structlog.contextvars.clear_contextvars()


@pytest.fixture
def logging_as_configured() -> Iterator[None]:
    """Restore the logging configuration after the test."""
    before, root = structlog.get_config(), logging.getLogger()
    handlers, level = root.handlers, root.level
    levels = {name: logging.getLogger(name).level for name in logs.QUIET}
    yield
    structlog.configure(**before)
    root.handlers = handlers
    root.setLevel(level)
    for name, former in levels.items():
        logging.getLogger(name).setLevel(former)


async def find_refusal_by_proxy() -> Exception:
    """Return the exception that aiohttp raises when the proxy rejects the password."""
    async with small_proxy(0, "ann:right") as proxy:
        config = Config(https_proxy=f"http://ann:secret@127.0.0.1:{proxy.port}", no_proxy="")
        async with aiohttp.ClientSession(connector=ProxyConnector(config)) as session:
            with pytest.raises(aiohttp.ClientHttpProxyError) as caught:
                await session.get("https://discord.test", headers={"Authorization": "Bot secret-1"})
    return caught.value


@pytest.mark.parametrize("log_format", ["text", "json"])
async def test_no_token_and_no_password_is_in_a_line(
    logging_as_configured: None, capsys: pytest.CaptureFixture[str], log_format: Any
) -> None:
    refused = await find_refusal_by_proxy()
    headers = CIMultiDict({"Authorization": "Bot secret-1.a_b", "Accept": "*/*"})
    token = "https://discord.com/api/v10/webhooks/42/secret-2_x.y%3D/messages/@original"
    logs.configure(Config(log_format=log_format))
    log = structlog.get_logger()

    log.warning("post failed", error=repr(refused))
    log.warning("post failed", error=f'{headers!r} "quoted"', again=repr(headers))
    log.warning("post failed", error=str(aiohttp.ConnectionTimeoutError(f"Connection timeout to host {token}")))
    logging.getLogger("discord").warning("%s", f"to http://ann:sec@secret/x@proxy:3128 'and' {token}")
    try:
        raise OSError(token) from refused
    except OSError:
        log.exception("failed")

    text = capsys.readouterr().err
    assert text.count("post failed") == 3
    assert "secret" not in text
    assert base64.b64encode(b"ann:secret").decode() not in text
    assert "http://***@proxy:3128" in text
    assert "webhooks/42/***/messages/@original" in text
    assert "'Accept': '*/*'" in text.replace("\\", "")


def logged(path: Path) -> list[tuple[str, set[str | None]]]:
    """Return a module's log calls: position and keyword names."""
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
    """Return a fake press with the attributes that the router reads; answering it fails."""

    async def fail(*_: Any, **__: Any) -> None:
        raise OSError("connection lost")

    return SimpleNamespace(
        type=discord.InteractionType.component,
        data={"custom_id": custom_id},
        response=SimpleNamespace(defer=fail, is_done=lambda: True),
        followup=SimpleNamespace(send=fail),
        id=1,
        locale=discord.Locale.american_english,
        user=SimpleNamespace(id=ANN.id),
        extras={},
        message=None,
    )


async def ignore_person(interaction: object) -> None:
    """Stand in for `Hexcade.follow_person`."""


async def test_whatever_a_press_logs_names_table_and_version(service: TableService, lines: Any) -> None:
    thinking = ThinkingProcesses()
    bot = SimpleNamespace(
        service=service,
        user_concurrency=UserConcurrency(),
        deliveries=Deliveries(),
        thinking=thinking,
        open_pages=OpenPages(),
        follow_person=ignore_person,
    )
    bot.cogs, bot.require_cog = {"Moves": Moves(bot)}, lambda kind: Positions(bot, {})  # type: ignore[arg-type]
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
    with pytest.raises(Refusal, match=re.escape(NO_TABLE_HERE)):
        await find_table(service, interaction)

    assert [(line["table"], line["step"]) for line in lines] == [(table.row.id, table.row.step)]


# Repeated warnings


@pytest.fixture
def seconds() -> list[float]:
    """Return the clock of repeated warnings, in seconds, as a list of one element."""
    return [0.0]


@pytest.fixture
def written(logging_as_configured: None, seconds: list[float]) -> Callable[[], list[dict[str, Any]]]:
    """Return a function that reads all lines logged so far with the program's own configuration."""
    stream = StringIO()
    logs.configure(Config(log_format="json"), lambda: seconds[0])
    (handler,) = logging.getLogger().handlers
    assert isinstance(handler, logging.StreamHandler)
    handler.setStream(stream)
    return lambda: [json.loads(line) for line in stream.getvalue().splitlines()]


def test_a_warning_that_repeats_itself_is_logged_once_and_then_once_a_minute_with_a_count(
    written: Callable[[], list[dict[str, Any]]], seconds: list[float]
) -> None:
    logger = structlog.get_logger("tests.repeated")
    for second in range(150):
        seconds[0] = second
        logger.warning("the store is unavailable", error="database or disk is full")

    assert [(line["event"], line.get("omitted")) for line in written()] == [
        ("the store is unavailable", None),
        ("the store is unavailable", 59),
        ("the store is unavailable", 59),
    ]


def test_only_durations_may_differ_in_warnings_that_count_as_equal(
    written: Callable[[], list[dict[str, Any]]],
) -> None:
    logger = structlog.get_logger("tests.repeated")
    for away in range(121, 141, 2):
        logger.warning("no heartbeat", reason=f"Discord's gateway has been disconnected for {away} seconds.")
    logger.warning("no heartbeat", reason="[Errno 28] No space left on device")
    for step in (3, 4):
        logger.warning("post failed", table="abcdefghjk", step=step, error="503")
    for _ in range(2):
        logger.info("ready")
    for _ in range(2):
        logger.error("interaction failed", exc_info=ValueError("shown each time"))

    events = ("no heartbeat", "post failed", "ready", "interaction failed")
    assert [line["event"] for line in written()] == [event for event in events for _ in range(2)]


def test_the_warnings_that_are_remembered_are_bounded() -> None:
    repeated = logs.Repeated(lambda: 0.0)

    for number in range(logs.MOST_REPEATED + 1):
        repeated(None, "warning", {"event": "post failed", "step": number})

    assert repeated(None, "warning", {"event": "post failed", "step": 0}) == {"event": "post failed", "step": 0}
    with pytest.raises(structlog.DropEvent):
        repeated(None, "warning", {"event": "post failed", "step": 2})
