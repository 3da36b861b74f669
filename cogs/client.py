"""The Discord client: connects, loads the cogs, registers changed commands, and shuts down cleanly.

Commands are registered for user installs only if the application allows user installs. Otherwise Discord would reject
them.
"""

import asyncio
import hashlib
import json
import logging
from collections.abc import Coroutine, Mapping
from contextlib import suppress
from typing import Any, TypeVar, cast

import discord
import structlog
from discord import app_commands
from discord.ext import commands
from discord.http import HTTPClient, Route

from cogs.command_texts import CommandTranslator, translate_commands
from cogs.emoji_sync import EmojiSync
from cogs.gateway.shards import STANDBY_SECONDS, GatewayShards
from cogs.outbox.outbox import Outbox
from cogs.ui.kit.answers import ALREADY_ACKNOWLEDGED, Answer, Interaction, respond, respond_first
from cogs.ui.kit.drawing_pool import DrawingPool
from cogs.ui.kit.errors import UNREACHABLE, explain, is_expired, is_unanswerable
from cogs.ui.kit.interactions import get_data, get_typed_text
from cogs.ui.kit.interface import interface, playable_games
from cogs.ui.requests.interaction_user import get_person
from cogs.ui.requests.limits import MAX_PER_USER, TOO_FAST, Deliveries, UserConcurrency
from cogs.ui.requests.name_follower import NameFollower
from cogs.ui.requests.open_pages import OpenPages
from cogs.ui.requests.table_lookup import LABEL_LIMIT
from data.store import ClaimLost, Store, StoreUnavailable
from language.catalogues import find_spoken_language
from language.messages import _, speak, speaking
from leagues.season_timers import SeasonTimers
from leagues.seasons import Seasons
from ops.build import build
from ops.config import Config
from ops.health import Health
from ops.proxies import ProxyConnector
from render.emojis import drawings, source_digest
from tables.computer_players import ComputerPlayers, ThinkingProcesses
from tables.dispatching.dispatcher import Dispatcher, DueRows
from tables.dispatching.membership import HeartbeatSource
from tables.dispatching.timers import Timers
from tables.dispatching.upkeep import Upkeep
from tables.open_table import Person
from tables.preferences import change_preferences, preferences
from tables.records.record_checks import RecordChecks
from tables.service import TableService

log = structlog.get_logger()

CLOSE_SECONDS = 2
"""Time that work in progress gets to finish when the program stops, in seconds."""
MAX_RATE_LIMIT_SECONDS = 30
"""Longest time that a request waits for a rate limit, in seconds.

If Discord demands a longer wait, the request fails, and the outbox retries its message.
"""
Loaded = TypeVar("Loaded", bound=commands.Cog)
COMMANDS = "commands"
"""Name of the claim under which one process at a time registers the commands."""

EXTENSIONS = (
    "cogs.starting",
    "cogs.at_table",
    "cogs.personal",
    "cogs.managing",
    "cogs.league",
    "cogs.learning",
    "cogs.positions",
    *(f"cogs.{game}" for game in playable_games()),
    # must come after all cogs with handlers, because it collects the handlers
    "cogs.router",
    "cogs.card_keeper",
    "cogs.gateway_events",
)

EVERYWHERE = ("help", "learn", "rules", "demo", "games", "settings", "play")
"""Commands offered in direct messages between other people and on servers without the bot, for user installs.

They answer privately there. `/play` only explains where games can be played.
"""
INTERNAL_ERROR = 500
READ_SECONDS = 1.0
"""The time that an answer waits for the language of its user, in seconds."""
USER_INSTALL = "1"
"""Discord's key for user installs among the installation types of an application."""


def _should_log(record: logging.LogRecord) -> bool:
    """Return whether to log a record of discord.py's command tree.

    A record about an answer that Discord refused is reduced to one line. Errors of autocomplete answers that came too
    late or were already acknowledged are not logged.
    """
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, discord.Forbidden):
        # Discord refused the answer, which is no error of this program: log one line without a traceback
        record.exc_info, record.msg, record.args = None, "suggestions refused by Discord: %r", (error,)
        return True
    answered = isinstance(error, discord.HTTPException) and error.code == ALREADY_ACKNOWLEDGED
    return error is None or not (answered or is_expired(error))


def _is_blank(option: Mapping[str, Any]) -> bool:
    """Return whether an option is text that consists of spaces only. The option being typed never counts as blank."""
    value = option.get("value")
    return isinstance(value, str) and not value.strip() and not option.get("focused")


class Tree(app_commands.CommandTree[Any]):
    """The tree of slash commands, with a limit of concurrent interactions per user and an error handler."""

    async def _call(self, interaction: Interaction) -> None:
        """Run a command or its autocomplete, or reject it if the user has too many interactions in progress.

        Overrides a private method of discord.py, because no public one spans the whole run. A text being typed that is
        longer than any suggestion is rejected too, because comparing all its words with the suggestions would be slow.
        """
        bot: Hexcade = self.client
        if not bot.deliveries.is_first(interaction.id):
            return
        with (
            bot.user_concurrency.enter(interaction.user.id) as in_progress,
            speaking(find_spoken_language(interaction.locale.value)),
        ):
            if in_progress <= MAX_PER_USER and len(get_typed_text(get_data(interaction))) <= LABEL_LIMIT:
                await bot.follow_person(interaction)
                await super()._call(interaction)
            else:
                await self._reject_over_limit(interaction)

    def _get_app_command_options(self, data: Any) -> tuple[Any, list[Any]]:
        """Return the command and its options, leaving out blank optional ones, so that they count as omitted.

        Overrides a private method of discord.py, because both commands and autocomplete read their options here.
        """
        command, options = super()._get_app_command_options(data)
        optional = {each.display_name for each in getattr(command, "parameters", ()) if not each.required}
        return command, [each for each in options if each["name"] not in optional or not _is_blank(each)]

    async def _reject_over_limit(self, interaction: Interaction) -> None:
        """Answer a rejected interaction at once, without accessing the database.

        Autocomplete gets no suggestions, and a command gets a short text, because Discord expects an answer to each.
        """
        try:
            if interaction.type is discord.InteractionType.autocomplete:
                await respond_first(interaction, lambda: interaction.response.autocomplete([]))
            else:
                await respond(interaction, Answer(_(TOO_FAST)))
        except UNREACHABLE as failed:
            if not is_expired(failed):
                log.warning("rejection failed", error=repr(failed))

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        cause = error.__cause__ if isinstance(error, app_commands.CommandInvokeError) else error
        if cause is None or is_expired(cause) or is_unanswerable(interaction, cause):
            return
        command = interaction.command.qualified_name if interaction.command is not None else None
        text = explain(cause, command=command)
        if interaction.type is discord.InteractionType.autocomplete:
            return
        try:
            await respond(interaction, Answer(text))
        except UNREACHABLE as failed:
            log.warning("error answer failed", error=repr(failed))


class Hexcade(commands.AutoShardedBot):
    """The Discord client, with the services that the cogs share."""

    def __init__(self, config: Config, store: Store) -> None:
        # no warnings about missing voice libraries, and no tracebacks of failed autocomplete answers
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        logging.getLogger("discord.app_commands.tree").addFilter(_should_log)
        service = TableService(store, interface)
        health = Health(config, store, lambda: self.gateway.connected, held=lambda: self.gateway.held)
        service.on_commit(health.metrics.commits.inc)
        store.on_gone = self._store_gone
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            # slash commands and buttons need no privileged intent
            intents=discord.Intents(guilds=True),
            # ping nobody by default: each message lists the users that it pings
            allowed_mentions=discord.AllowedMentions.none(),
            tree_cls=Tree,
            max_messages=None,
            max_ratelimit_timeout=MAX_RATE_LIMIT_SECONDS,
            http_trace=health.metrics.trace(),
            connector=ProxyConnector(config),
        )
        self.config = config
        self.service = service
        self.health = health
        self.drawing_pool = DrawingPool(health.metrics.drawing.observe)
        self.record_checks = RecordChecks()
        self.user_concurrency = UserConcurrency()
        self.deliveries = Deliveries()
        self.open_pages = OpenPages()
        self.seasons = Seasons(service)
        self.name_follower = NameFollower(service, self.seasons)
        self._membership: HeartbeatSource | None = None
        if store.claims.process is not None:
            self._membership = HeartbeatSource(service, build(), lambda: self.gateway.describe_held_shards())
        self.gateway = GatewayShards(self, store, config.shards, self._membership)
        self.thinking = ThinkingProcesses(on_runaway=health.metrics.runaways.inc)
        self._computers = ComputerPlayers(self.service, self.thinking.think)
        self.dispatchers: list[Dispatcher] = []
        self._running: list[Dispatcher] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._background: set[asyncio.Task[None]] = set()
        self._following: set[asyncio.Task[None]] = set()
        self.stopping = asyncio.Event()
        self._handing_over: asyncio.Task[None] | None = None
        self.failed = False

    def require_cog(self, kind: type[Loaded]) -> Loaded:
        """Return the loaded cog of this class.

        Raises LookupError if it is not loaded.
        """
        found = self.get_cog(kind.__name__)
        if found is None:
            raise LookupError(f"{kind.__name__} is not loaded")
        return cast("Loaded", found)

    async def setup_hook(self) -> None:
        for extension in EXTENSIONS:
            await self.load_extension(extension)
        if self._membership is not None:
            await self._membership.join(self.application_id or 0)
            # start the heartbeat now: registering commands may take long, and a process without a heartbeat counts as
            # hung
            self._run(Dispatcher(self.service, self._membership))
        await self.gateway.prepare()
        await self.tree.set_translator(CommandTranslator())
        set_places(self.tree, brought_along=await supports_user_install(self.http))
        await self._sync_commands_alone()
        sources: list[DueRows] = [
            Outbox(
                self,
                self.service,
                self.seasons,
                self.drawing_pool,
                is_proxied=self.config.discord_base_url is not None,
            ),
            Timers(self.service, self._computers, on_ended=self.seasons.count),
            SeasonTimers(self.seasons),
            Upkeep(
                self.service,
                self.health.beat,
                held=lambda: self.gateway.held,
                reachable=lambda: self.gateway.connected,
                shards=lambda: self.gateway.count,
            ),
            EmojiSync(
                self,
                self.service,
                self.drawing_pool,
                lambda: drawings(playable_games()),
                source_digest,
                is_outdated=self._is_outdated,
            ),
        ]
        self.dispatchers += [Dispatcher(self.service, source) for source in sources]
        for dispatcher in self.dispatchers:
            self._run(dispatcher)

    def _run(self, dispatcher: Dispatcher) -> None:
        """Start a dispatcher as a task, which runs until the program stops."""
        self._running.append(dispatcher)
        task = asyncio.create_task(dispatcher.run())
        task.add_done_callback(self._handle_dispatcher_end)
        self._tasks.append(task)

    async def _sync_commands_alone(self) -> None:
        """Register the commands under a claim, so that only one process does it at a time.

        Does nothing if a process of a newer version is running.
        """
        is_done = False
        while not is_done:
            try:
                async with self.service.store.claims.hold(COMMANDS) as is_held:
                    if is_held and not self._is_outdated():
                        await self._sync_commands()
                is_done = is_held
            except ClaimLost as lost:
                log.warning("command claim lost", error=str(lost))
            if not is_done:
                await asyncio.sleep(STANDBY_SECONDS)

    def _is_outdated(self) -> bool:
        return self._membership is not None and self._membership.is_outdated

    async def _sync_commands(self) -> None:
        """Register the commands with Discord if they have changed since they were last registered.

        Discord allows 200 command creations a day.
        """
        payload = await translate_commands(self.tree)
        digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
        name = f"commands of {self.application_id}"
        async with self.service.store.read() as reader:
            known = await reader.facts.get(name)
        if known == digest:
            return
        await self.tree.sync()
        async with self.service.store.write() as writer:
            await writer.facts.set(name, digest)
        log.info("commands synced", count=len(payload))

    def _handle_dispatcher_end(self, task: asyncio.Task[None]) -> None:
        """Stop the program if a dispatcher has ended unexpectedly, because its work would no longer be done.

        The supervisor restarts the program.
        """
        error = None if task.cancelled() else task.exception()
        if error is None and self.stopping.is_set():
            return
        log.critical("dispatcher ended", exc_info=error)
        self.failed = True
        self.stop()

    def _store_gone(self, reason: str) -> None:
        """Stop the program if the database file has disappeared, because commits would be lost.

        The supervisor restarts the program.
        """
        if not self.failed:
            log.critical("database gone", error=reason)
            self.failed = True
            self.stop()

    async def connect(self, *, reconnect: bool = True) -> None:
        """Serve the gateway shards of this process until the program is closed.

        Overrides discord.py's connection. A process that gets no shards waits as a standby.
        """
        await self.gateway.run()

    def start_background_task(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a background task for work that may be lost.

        It is cancelled when the program stops, and is not resumed.
        """
        _start_task(work, self._background)

    async def follow_person(self, interaction: Interaction) -> None:
        """Speak the language of an interaction's user, and take over their name and the language of their Discord.

        No answer waits for what is written, but a stop does.
        """
        person, language = get_person(interaction), find_spoken_language(interaction.locale.value)
        _start_task(self.name_follower.follow(interaction.guild_id, person), self._following)
        with suppress(StoreUnavailable, TimeoutError):
            async with asyncio.timeout(READ_SECONDS):
                known = await preferences(self.service.store, person.id)
            if known.language:
                speak(known.find_language())
            if known.discord_language != language:
                _start_task(self._keep_language(person, language), self._following)

    async def _keep_language(self, person: Person, language: str) -> None:
        with suppress(StoreUnavailable):
            await change_preferences(self.service.store, person, discord_language=language)

    async def on_shard_ready(self, shard: int) -> None:
        servers = sum(guild.shard_id == shard for guild in self.guilds)
        log.info("ready", name=str(self.user), shard=shard, servers=servers)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        log.exception("event handler failed", event_name=event_method)

    def _list_running_tasks(self) -> set[asyncio.Task[Any]]:
        return {task for task in self._tasks if not task.done()} | self._following | self.user_concurrency.tasks

    def stop(self) -> None:
        """Request a stop. A second request cancels the hand-over of shards."""
        if self._handing_over is not None:
            self._handing_over.cancel()
        self.stopping.set()

    async def close(self) -> None:
        """Hand over the shards, close the connections, finish work in progress, and close the store.

        The hand-over is skipped after a failure and if no other process can take the shards. Work in progress gets up
        to `CLOSE_SECONDS`. Unfinished work is resumed at the next start, just as after the process was killed.
        """
        self.stopping.set()
        if not self.failed:
            self._handing_over = asyncio.create_task(self.gateway.hand_over())
            await asyncio.wait([self._handing_over])
        for dispatcher in self._running:
            dispatcher.stop()
        await self.gateway.close()
        await self._leave()
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                while in_progress := self._list_running_tasks():
                    await asyncio.wait(in_progress)
        late = (*self._list_running_tasks(), *self._background)
        for task in late:
            task.cancel()
        await asyncio.gather(*self._tasks, *late, return_exceptions=True)
        await super().close()
        await self.health.close()
        self.drawing_pool.close()
        await self.thinking.close()
        await self.service.store.close()

    async def _leave(self) -> None:
        if self._membership is None:
            return
        # best effort: other processes detect the missing heartbeat anyway
        with suppress(TimeoutError, StoreUnavailable):
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._membership.leave()


def _start_task(work: Coroutine[Any, Any, None], tasks: set[asyncio.Task[None]]) -> None:
    """Start a task and keep it in `tasks` until it is done, since the event loop has only a weak reference to it."""
    task = asyncio.create_task(work)
    tasks.add(task)
    task.add_done_callback(tasks.discard)


async def supports_user_install(http: HTTPClient) -> bool:
    """Return whether the application supports user installs; False if Discord refuses to tell it.

    Raises HTTPException on a server error, so that the registered commands stay unchanged.
    """
    try:
        application: Any = await http.request(Route("GET", "/applications/@me"))
    except discord.HTTPException as error:
        if error.status >= INTERNAL_ERROR:
            raise
        log.warning("fetching the application failed", error=repr(error))
        return False
    return USER_INSTALL in (application.get("integration_types_config") or {})


def set_places(tree: app_commands.CommandTree[Any], *, brought_along: bool) -> None:
    """Set the places where Discord offers each command: servers, direct messages, and other places for user installs.

    `brought_along` is whether the application allows user installs. If so, the commands in `EVERYWHERE` are also
    offered in direct messages between other people. Commands restricted to servers stay restricted.
    """
    for command in tree.get_commands():
        on_servers_only = command.guild_only
        command.allowed_installs = app_commands.AppInstallationType(
            guild=True, user=brought_along and not on_servers_only
        )
        command.allowed_contexts = app_commands.AppCommandContext(
            guild=True,
            dm_channel=not on_servers_only,
            private_channel=brought_along and command.name in EVERYWHERE,
        )
