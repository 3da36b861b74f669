"""The client: commands are synced only when they changed, and the end of a dispatcher ends the program."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Collection, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands
from discord.http import Route

from cogs import client as cogs_client
from cogs.client import Hexcade
from data.store import ClaimLost
from ops.config import Config
from tables.dispatching.dispatcher import Due
from tests.fake_discord import BOT, refusal
from tests.migrated_database import open_store
from tests.patience import patience
from tests.running_dispatchers import SECONDS
from tests.thinking_here import asked

PRIVILEGED = discord.Intents(members=True, presences=True, message_content=True).value


class FakeRequests:
    """A fake of Discord's API that records the synced commands."""

    def __init__(self) -> None:
        self.synced: list[Any] = []
        self.refused: Exception | None = None
        self.brought_along = False
        self.recommended, self.remaining = 1, 1000

    async def __call__(self, route: Route, *, json: Any = None, **_: Any) -> Any:
        if "emojis" in route.path:
            raise refusal(403)
        if route.path == "/applications/@me":
            return {"integration_types_config": {"0": {}, **({"1": {}} if self.brought_along else {})}}
        if route.path == "/gateway/bot":
            limit = {"total": 1000, "remaining": self.remaining, "reset_after": 7_200_000, "max_concurrency": 1}
            return {"url": "wss://gateway.invalid", "shards": self.recommended, "session_start_limit": limit}
        assert (route.method, route.path) == ("PUT", "/applications/{application_id}/commands")
        self.synced.append(json)
        if self.refused is not None:
            raise self.refused
        return []


@pytest.fixture(autouse=True)
def modules() -> Iterator[None]:
    """Keep the modules of extensions, which discord.py unloads at the end, because other tests have imported them."""
    loaded = {name: module for name, module in sys.modules.items() if name.startswith("cogs.")}
    yield
    sys.modules.update(loaded)


@pytest.fixture
def requests() -> FakeRequests:
    return FakeRequests()


async def client(folder: Path, requests: FakeRequests, application: int = BOT) -> Hexcade:
    """Return a bot that is about to connect, with its own store on the shared database."""
    store = await open_store(folder / "hexcade.sqlite3")
    bot = Hexcade(Config(heartbeat_file=folder / "heartbeat"), store)
    bot._connection.application_id = application
    bot.http.request = requests  # type: ignore[method-assign,assignment]
    return bot


@pytest.fixture
async def bot(tmp_path: Path, requests: FakeRequests) -> AsyncIterator[Hexcade]:
    bot = await client(tmp_path, requests)
    await bot._async_setup_hook()
    yield bot
    if not bot.is_closed():
        await bot.close()


async def set_up(bot: Hexcade) -> None:
    """Set up the bot as discord.py does between login and connection."""
    await bot._async_setup_hook()
    await bot.setup_hook()


@pytest.mark.parametrize("changed", ["nothing", "a command", "the application"])
async def test_commands_are_told_at_the_next_start_if_they_or_the_application_changed(
    tmp_path: Path, requests: FakeRequests, bot: Hexcade, changed: str
) -> None:
    """The application changes when an operator tries another token on the same database."""
    await set_up(bot)
    names = {command["name"] for command in requests.synced[0]}
    assert {"play", "games", "move", "hand", "settings", "monster"} <= names
    assert names == {command.name for command in bot.tree.get_commands()}

    async with await client(tmp_path, requests, BOT + (changed == "the application")) as again:
        if changed == "a command":

            @again.tree.command(name="new", description="Something new")
            async def new(interaction: discord.Interaction) -> None:
                """Do nothing."""

        await again.setup_hook()

    assert len(requests.synced) == (1 if changed == "nothing" else 2)


async def test_an_older_version_beside_a_newer_one_tells_no_commands(bot: Hexcade, requests: FakeRequests) -> None:
    bot._is_outdated = lambda: True  # type: ignore[method-assign]

    await set_up(bot)

    assert requests.synced == []


class FirstSign:
    """A membership that is due until it has written its first sign of life."""

    name = "membership"
    is_outdated = False

    def __init__(self) -> None:
        self.given = asyncio.Event()

    async def join(self, application: int) -> None:
        """Do nothing: there is no other process."""

    async def leave(self) -> None:
        """Do nothing: there is no other process."""

    async def due(self, now: int, busy: Collection[str]) -> Due:
        return Due({} if self.given.is_set() else {"one": ()}, None)

    async def work(self, key: str, rows: Sequence[Any]) -> None:
        self.given.set()


async def test_a_process_gives_signs_of_life_while_discord_takes_its_commands(
    bot: Hexcade, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign = FirstSign()
    monkeypatch.setattr(bot, "_membership", sign)
    seen: list[bool] = []

    async def take_long() -> None:
        async with patience(SECONDS):
            await sign.given.wait()
        seen.append(True)

    monkeypatch.setattr(bot, "_sync_commands", take_long)
    await set_up(bot)

    assert seen == [True]


async def test_commands_whose_claim_is_lost_meanwhile_are_told_once_it_is_free(
    bot: Hexcade, requests: FakeRequests, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cogs_client, "STANDBY_SECONDS", 0)
    asked: list[str] = []

    @asynccontextmanager
    async def hold(name: str) -> AsyncIterator[bool]:
        asked.append(name)
        if asked.count(name) == 1 and name == cogs_client.COMMANDS:
            raise ClaimLost(name)
        yield True

    monkeypatch.setattr(bot.service.store.claims, "hold", hold)
    await set_up(bot)

    assert asked.count(cogs_client.COMMANDS) == 2
    assert len(requests.synced) == 1


async def test_commands_are_told_anew_once_people_may_bring_them_along(tmp_path: Path, requests: FakeRequests) -> None:
    for brought_along in (False, True):
        requests.brought_along = brought_along
        bot = await client(tmp_path, requests)
        await set_up(bot)
        await bot.close()

    installs = [{command["name"]: command["integration_types"] for command in told} for told in requests.synced]
    assert [told["help"] for told in installs] == [[0], [0, 1]]
    assert [told["stats"] for told in installs] == [[0], [0]]


async def test_commands_that_discord_did_not_take_are_told_again(
    tmp_path: Path, requests: FakeRequests, bot: Hexcade
) -> None:
    requests.refused = OSError("no route")
    with pytest.raises(OSError, match="no route"):
        await set_up(bot)
    requests.refused = None

    async with await client(tmp_path, requests) as again:
        await again.setup_hook()

    assert len(requests.synced) == 2


async def test_it_asks_for_no_privileged_intent_and_pings_nobody_by_default(bot: Hexcade) -> None:
    assert bot.intents.value & PRIVILEGED == 0
    assert bot.allowed_mentions is not None
    assert bot.allowed_mentions.to_dict() == discord.AllowedMentions.none().to_dict()


async def test_closing_ends_the_dispatchers_and_is_no_failure(bot: Hexcade) -> None:
    await set_up(bot)

    await bot.close()

    assert all(task.done() for task in bot._tasks)
    assert not bot.failed


async def test_closing_hands_the_shards_over_while_everything_goes_on_unless_it_is_asked_to_stop_again(
    bot: Hexcade, monkeypatch: pytest.MonkeyPatch
) -> None:
    await set_up(bot)
    begun = asyncio.Event()

    async def hand_over() -> None:
        begun.set()
        await asyncio.sleep(SECONDS)

    monkeypatch.setattr(bot.gateway, "hand_over", hand_over)
    bot.stop()
    closing = asyncio.create_task(bot.close())
    await begun.wait()
    assert not any(dispatcher._stopping for dispatcher in bot._running)
    bot.stop()
    async with patience(SECONDS):
        await closing


async def test_closing_cancels_what_runs_in_the_background_before_the_connection_is_closed(bot: Hexcade) -> None:
    await set_up(bot)
    begun, was_connected = asyncio.Event(), asyncio.Event()

    async def work() -> None:
        try:
            begun.set()
            await asyncio.sleep(SECONDS)
        finally:
            if not bot.is_closed():
                was_connected.set()

    bot.start_background_task(work())
    await begun.wait()
    await bot.close()

    assert was_connected.is_set()


async def test_closing_lets_interactions_in_progress_be_answered(bot: Hexcade, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cogs_client, "CLOSE_SECONDS", SECONDS)
    await set_up(bot)
    was_connected = asyncio.Event()

    async def press() -> None:
        with bot.user_concurrency.enter(1):
            await bot.stopping.wait()
            await asyncio.wait(bot._tasks)
            for _ in range(100):
                await asyncio.sleep(0)
            if not bot.is_closed():
                was_connected.set()

    pressed = asyncio.create_task(press())
    await asyncio.sleep(0)
    await bot.close()
    await pressed

    assert was_connected.is_set()


async def test_closing_waits_for_no_computer_player_that_goes_on_thinking(
    bot: Hexcade, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker process is killed while it computes; after a restart the move is computed again."""
    monkeypatch.setattr(cogs_client, "CLOSE_SECONDS", 0.1)
    await set_up(bot)
    thought = asked("monster_hex", "greedy")
    await bot.thinking.think(thought)
    process = bot.thinking._all[0]._process
    assert process is not None
    os.kill(process.pid, signal.SIGSTOP)

    async def move() -> None:
        with bot.user_concurrency.enter(1):
            await bot.thinking.think(thought)

    moving = asyncio.create_task(move())
    await asyncio.sleep(0)
    await bot.close()

    assert moving.cancelled()
    assert process.returncode == -signal.SIGKILL


async def test_a_dispatcher_that_ends_by_accident_ends_the_program(
    bot: Hexcade, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def accident(*_: Any) -> None:
        raise RuntimeError("an accident")

    monkeypatch.setattr("cogs.outbox.outbox.Outbox.due", accident)

    await set_up(bot)
    async with patience(SECONDS):
        await bot.stopping.wait()

    assert bot.failed


async def test_a_dispatcher_that_ends_by_accident_while_shards_are_handed_over_is_an_accident_too(
    bot: Hexcade, monkeypatch: pytest.MonkeyPatch
) -> None:
    handing, accident = asyncio.Event(), asyncio.Event()

    async def hand_over() -> None:
        handing.set()
        await asyncio.Event().wait()

    async def ends(*_: Any) -> None:
        await accident.wait()
        raise RuntimeError("an accident")

    monkeypatch.setattr("cogs.outbox.outbox.Outbox.due", ends)
    monkeypatch.setattr(bot.gateway, "hand_over", hand_over)
    await set_up(bot)
    bot.stop()
    closing = asyncio.create_task(bot.close())
    async with patience(SECONDS):
        await handing.wait()
        accident.set()
        await closing

    assert bot.failed


async def test_every_error_of_a_command_comes_to_one_place(bot: Hexcade) -> None:
    await set_up(bot)

    assert type(bot.tree).on_error is not app_commands.CommandTree.on_error
    own = [command for command in bot.tree.walk_commands() if isinstance(command, app_commands.Command)]
    assert own
    assert not any(command.on_error for command in own)
