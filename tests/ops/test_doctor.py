"""`bot.py doctor`: each check, passed and failed, is one line with a remedy."""

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any, NamedTuple

import discord
import pytest
from aiohttp import web

import bot
from cogs.client import EVERYWHERE
from data.store import ProcessRow, Store, now_ms
from data.store import clock as store_clock
from ops import doctor as doctor_module
from ops.config import Config
from ops.doctor import PERMISSIONS, Finding, examine
from render import fonts
from tests.playground_driver import ROOT, Playground, free_port
from tests.postgresql import postgresql
from tests.small_proxy import small_proxy
from tests.small_server import small_server

TOKEN = "token-of-the-test"
DOCUMENT = ROOT / "docs" / "hosting" / "discord.md"


class Answers(NamedTuple):
    """The answers of a fake Discord."""

    status: int = 200
    servers: Any = ()
    flags: int = 0
    ahead: float = 0
    application_status: int = 200
    installs: Any = None


def server(name: str, permissions: int, **more: Any) -> dict[str, Any]:
    return {"id": "1", "name": name, "permissions": str(permissions), **more}


@asynccontextmanager
async def answering(answers: Answers) -> AsyncIterator[str]:
    """Serve a fake Discord with three routes; yield its URL."""

    async def answer(request: web.Request) -> web.Response:
        assert request.headers["Authorization"] == f"Bot {TOKEN}"
        date = format_datetime(datetime.now(UTC) + timedelta(seconds=answers.ahead), usegmt=True)
        application = {"id": "42", "flags": answers.flags, "integration_types_config": answers.installs}
        bodies = {
            "/api/v10/users/@me": (answers.status, {"username": "Hexcade"}),
            "/api/v10/applications/@me": (answers.application_status, application),
            "/api/v10/users/@me/guilds": (200, list(answers.servers)),
        }
        status, body = bodies[request.path]
        return web.json_response(body, status=status, headers={"Date": date})

    async with small_server(answer) as port:
        yield f"http://127.0.0.1:{port}"


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Config:
    """Return the settings for a folder in which nothing has been started yet."""
    monkeypatch.chdir(tmp_path)
    return Config()


async def examined(config: Config, **changes: Any) -> dict[str, Finding]:
    """Run all checks and return the findings by name."""
    changed = replace(config, **changes)
    found = await examine(changed, bot.describe_fonts, EVERYWHERE)
    assert all("\n" not in str(finding) for finding in found)
    assert TOKEN not in "".join(map(str, found))
    return {finding.what: finding for finding in found}


async def asked(config: Config, answers: Answers) -> dict[str, Finding]:
    """Run all checks with a token and a fake Discord that gives these answers; return the findings by name."""
    async with answering(answers) as base:
        return await examined(config, discord_token=TOKEN, discord_base_url=base)


async def test_without_a_token_everything_is_well_before_the_first_start(config: Config, tmp_path: Path) -> None:
    found = await examined(config)

    assert list(found) == ["token", "permissions", "installs", "clock", "database", "font", "disk"]
    assert all(finding.ok for finding in found.values())
    assert os.listdir(tmp_path) == [], "it only looks"


async def test_a_good_token_with_all_permissions(config: Config) -> None:
    servers = [server("Hall", sum(PERMISSIONS.values())), server("Own", 0, owner=True)]
    found = await asked(config, Answers(servers=servers))

    assert all(finding.ok for finding in found.values())
    assert "Hexcade" in found["token"].text
    assert "all its servers (2)" in found["permissions"].text


@pytest.mark.parametrize(
    ("answers", "what", "ok", "words"),
    [
        (Answers(status=401), "token", False, "Copy it again"),
        (Answers(status=503), "token", False, "503"),
        (Answers(application_status=500), "permissions", False, "500"),
        (Answers(), "permissions", False, "Invite it: https://"),
        (Answers(servers=[server(f"Hall {n}", 0) for n in range(5)]), "permissions", False, "and 2 more servers"),
        (Answers(servers=[server("Hall", 8)], flags=1 << 19), "permissions", True, "you can turn off message content"),
        (Answers(installs={"0": {}, "1": {}}), "installs", True, "Users can install the bot for themselves"),
        (Answers(installs={"0": {}}), "installs", True, "tick User Install in the developer portal"),
        (Answers(), "installs", True, "tick User Install in the developer portal"),
        (Answers(), "installs", True, "/help, /learn, /rules, /demo, /games, /settings and /play"),
        (Answers(application_status=500), "installs", False, ""),
        (Answers(ahead=60), "clock", False, "seconds behind Discord's"),
        (Answers(ahead=-60), "clock", False, "seconds ahead of Discord's"),
    ],
)
async def test_what_discord_answers_is_told_with_what_to_do(
    config: Config, answers: Answers, what: str, ok: bool, words: str
) -> None:
    found = await asked(config, answers)

    assert (found[what].ok, words in found[what].text) == (ok, True)
    assert ("permissions" in found) == (answers.status == 200)


async def test_a_discord_that_cannot_be_reached(config: Config) -> None:
    base = f"http://127.0.0.1:{free_port()}"
    found = await examined(config, discord_token=TOKEN, discord_base_url=base)

    assert not found["token"].ok
    assert base in found["token"].text
    assert found["database"].ok, "the rest is looked at all the same"


async def test_a_proxy_that_refuses_is_named_without_its_password(config: Config) -> None:
    async with small_proxy(0, "ann:right") as proxy:
        address = f"http://ann:secret@127.0.0.1:{proxy.port}"
        found = (await examined(config, discord_token=TOKEN, https_proxy=address, no_proxy=""))["token"]

    assert proxy.requests == ["CONNECT discord.com:443"]
    assert (found.ok, "407" in found.text, "Check the network, HTTPS_PROXY" in found.text) == (False, True, True)
    assert "secret" not in found.text


@pytest.mark.parametrize("name", PERMISSIONS)
async def test_each_permission_that_is_lacking_is_named_with_the_invitation(config: Config, name: str) -> None:
    wanted = sum(PERMISSIONS.values())
    found = (await asked(config, Answers(servers=[server("Hall", wanted - PERMISSIONS[name])])))["permissions"]

    assert not found.ok
    assert f"Hall lacks {name}." in found.text
    assert f"client_id=42&scope=bot+applications.commands&permissions={wanted}" in found.text


def test_the_bits_of_permissions_are_those_of_discord_py() -> None:
    names = {"view channels": "view_channel"}
    for name, bit in PERMISSIONS.items():
        known = names.get(name, name.replace(" ", "_"))
        assert discord.Permissions(**{known: True}).value == bit


def test_the_document_invites_with_the_same_permissions() -> None:
    (permissions,) = re.findall(r"&permissions=(\d+)", DOCUMENT.read_text())

    assert int(permissions) == sum(PERMISSIONS.values())


def test_the_document_says_what_each_permission_is_for() -> None:
    rows = DOCUMENT.read_text().split("| permission |")[1].split("\n\n")[0]
    explained = [name.lower() for name in re.findall(r"\*([A-Z][\w ]+)\*", rows)]

    assert sorted(explained) == sorted(PERMISSIONS)


async def test_the_database_is_looked_at_and_left_alone(config: Config, tmp_path: Path) -> None:
    """A migrated but unused database may be a copy without its write-ahead log."""
    address = f"sqlite:///{tmp_path / 'games.sqlite3'}"

    async def found() -> Finding:
        return (await examined(config, database_url=address))["database"]

    (tmp_path / "games.sqlite3").touch()
    assert (await found()).text.find("older than this program") > 0
    assert not (await found()).ok

    store = await Store.open(address)
    assert "If you copied an SQLite database while it was in use" in (await found()).text
    assert not (await found()).ok

    async with store.write() as writer:
        await writer.facts.record_alive()
    await store.close()
    assert await found() == Finding("database", True, "Connected and migrated; 0 tables are open.")


@pytest.mark.parametrize(
    ("shards", "ahead", "ok", "words"),
    [
        ("0 of 1", 4_999, True, "connected to Discord; its clock matches"),
        ("0 of 1", 0, True, "connected to Discord; its clock matches"),
        ("0,2 of 4", 0, True, "connected to Discord with shards 0, 2 of 4; its clock matches"),
        ("", -5_001, False, "on standby; its clock is 5 seconds ahead of the database's"),
        ("", 9_000, False, "9 seconds behind the database's"),
    ],
)
def test_a_process_that_runs_is_named_with_its_version_and_clock(shards: str, ahead: int, ok: bool, words: str) -> None:
    found = doctor_module._check_process(ProcessRow("id", "0.1.0+19", "hexa", 1, 0, 0, ahead, shards, False))

    assert (found.ok, words in found.text) == (ok, True)
    assert found.text.startswith("On hexa, version 0.1.0+19, ")


@pytest.mark.slow
@pytest.mark.parametrize(("off", "way"), [(3_600_000, "behind"), (-3_600_000, "ahead of")])
async def test_a_machine_whose_clock_is_not_the_databases(
    config: Config, monkeypatch: pytest.MonkeyPatch, off: int, way: str
) -> None:
    async with postgresql() as address:
        await (await Store.open(address)).close()
        monkeypatch.setattr(store_clock, "now_ms", lambda: now_ms() + off)
        found = (await examined(config, database_url=address))["database"]

    assert not found.ok
    assert f"seconds {way} this machine's" in found.text


@pytest.mark.parametrize("address", ["nonsense", "mysql://host/db", "postgresql://127.0.0.1:{port}/none"])
async def test_a_database_that_cannot_be_used(config: Config, address: str) -> None:
    found = (await examined(config, database_url=address.format(port=free_port())))["database"]

    assert (found.ok, "DATABASE_URL" in found.text) == (False, True)


async def test_a_font_that_is_missing(config: Config) -> None:
    def missing() -> str:
        raise FileNotFoundError(2, "No such file")

    found = {finding.what: finding for finding in await examine(config, missing, EVERYWHERE)}["font"]

    assert (found.ok, "requirements.lock" in found.text) == (False, True)


async def test_a_machine_without_fribidi_is_told_which_names_suffer(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fonts, "can_shape", lambda: False)
    found = (await examined(config))["font"]

    assert (found.ok, "libfribidi0" in found.text) == (True, True)


@pytest.mark.parametrize("words", ["Permission denied", "Free at least"])
async def test_a_folder_that_cannot_be_written_to_or_is_nearly_full(
    config: Config, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    def refuse(**_: Any) -> None:
        raise PermissionError(13, "Permission denied")

    if words == "Free at least":
        monkeypatch.setattr(doctor_module, "DISK_BYTES", 2**62)
    else:
        monkeypatch.setattr(doctor_module.tempfile, "TemporaryFile", refuse)
    found = (await examined(config))["disk"]

    assert (found.ok, words in found.text) == (False, True)


async def doctor(folder: Path, **variables: str) -> tuple[int | None, list[str]]:
    """Run the command; return its exit status and its output lines."""
    names = {each.name.upper() for each in fields(Config)}
    environment = {name: value for name, value in os.environ.items() if name not in names}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(ROOT / "bot.py"),
        "doctor",
        cwd=folder,
        env={**environment, **variables},
        stdout=asyncio.subprocess.PIPE,
    )
    out, _ = await process.communicate()
    return process.returncode, out.decode().splitlines()


@pytest.mark.slow
async def test_the_command_at_the_playground(tmp_path: Path) -> None:
    async with Playground(tmp_path) as playground:
        variables = {"DISCORD_TOKEN": playground.bot_token, "DISCORD_BASE_URL": playground.base}
        status, lines = await doctor(tmp_path, **variables)
        assert [line.split()[0] for line in lines] == ["ok"] * 7
        assert status == 0

        status, lines = await doctor(tmp_path, **{**variables, "DISCORD_TOKEN": "wrong"})
        assert lines[0].split()[:2] == ["problem", "token"]
        assert status == 1

        status, lines = await doctor(tmp_path)
        assert (status, len(lines)) == (0, 7)
