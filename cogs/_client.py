"""The Discord client: connects, loads the cogs, syncs the commands when they changed, and shuts down cleanly."""

import asyncio
import hashlib
import json
from typing import Any

import discord
import structlog
from discord import app_commands
from discord.ext import commands
from discord.gateway import DiscordWebSocket

from cogs import _texts as texts
from cogs._answers import UNREACHABLE, Answer, Interaction, expired, explain, tell
from cogs._computer import ComputerPlayers
from cogs._crowds import MOST, Crowds
from cogs._health import Health
from cogs._interfaces import playable
from cogs._outbox import Outbox
from cogs._pictures import Studio
from cogs._settings import Settings
from cogs._tables import TableService
from cogs._timers import Timers
from data.store import Store

log = structlog.get_logger()

CLOSE_SECONDS = 3

# No voice here, so its missing libraries are no news.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
SHARED_COGS = ("cogs.games", "cogs.table", "cogs.live_cards")


class Tree(app_commands.CommandTree[Any]):
    """The slash commands, with the one error handler; of one person a few at a time."""

    async def _call(self, interaction: Interaction) -> None:
        """Runs a command, or offers what can be typed (discord.py's own name: nothing public spans the whole run)."""
        bot: Hexcade = self.client
        with bot.crowds.entered(interaction.user.id) as under_way:
            if under_way <= MOST:
                await super()._call(interaction)
            else:
                await self._turn_away(interaction)

    async def _turn_away(self, interaction: Interaction) -> None:
        """Answers at once, for a command has to be acknowledged anyway; nothing is loaded or written."""
        try:
            if interaction.type is discord.InteractionType.autocomplete:
                await interaction.response.autocomplete([])
            else:
                await tell(interaction, Answer(texts.TOO_FAST))
        except UNREACHABLE as failed:
            if not expired(failed):
                log.warning("could not turn away", error=repr(failed))

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        cause = error.__cause__ if isinstance(error, app_commands.CommandInvokeError) else error
        if cause is None or expired(cause):
            return
        command = interaction.command.qualified_name if interaction.command is not None else None
        text = explain(cause, command=command)
        if interaction.type is discord.InteractionType.autocomplete:
            return
        try:
            await tell(interaction, Answer(text))
        except UNREACHABLE as failed:
            log.warning("could not explain", error=repr(failed))


class Hexcade(commands.Bot):
    """One connection to Discord, with everything that the cogs share."""

    def __init__(self, settings: Settings, store: Store) -> None:
        service = TableService(store)
        health = Health(settings, service, self._connected)
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            # No privileged intent: slash commands and buttons need none (discord/notes.md).
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=True, replied_user=False),
            tree_cls=Tree,
            max_messages=None,
            http_trace=health.trace(),
        )
        self.settings = settings
        self.service = service
        self.health = health
        self.studio = Studio(health.drawing.observe)
        self.crowds = Crowds()
        self._computers = ComputerPlayers(self.service)
        self._dispatchers: list[Outbox | Timers] = []
        self._tasks: list[asyncio.Task[None]] = []
        self.stopping = asyncio.Event()
        self.failed = False

    async def setup_hook(self) -> None:
        for extension in (*SHARED_COGS, *(f"cogs.{name}" for name in playable())):
            await self.load_extension(extension)
        await self._sync_commands()
        self._dispatchers = [
            Outbox(self, self.service, self.studio),
            Timers(self.service, self._computers, self.health.beat),
        ]
        self._tasks = [asyncio.create_task(dispatcher.run()) for dispatcher in self._dispatchers]
        for task in self._tasks:
            task.add_done_callback(self._dispatcher_ended)

    async def _sync_commands(self) -> None:
        """Tells Discord the commands only when they changed: new ones are counted, 200 a day (discord/notes.md)."""
        payload = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
        name = f"commands of {self.application_id}"
        async with self.service.store.read() as reader:
            known = await reader.fact(name)
        if known == digest:
            return
        await self.tree.sync()
        async with self.service.store.write() as writer:
            await writer.set_fact(name, digest)
        log.info("commands synced", count=len(payload))

    def _dispatcher_ended(self, task: asyncio.Task[None]) -> None:
        """Without its dispatchers the program would go silent: it stops instead, and is started again."""
        if not self.stopping.is_set():
            log.critical("a dispatcher ended", exc_info=None if task.cancelled() else task.exception())
            self.failed = True
            self.stopping.set()

    def _connected(self) -> bool:
        """Whether the gateway is there: the library sets `ws` once it has answered."""
        ws: DiscordWebSocket | None = self.ws
        return ws is not None and ws.open

    async def on_ready(self) -> None:
        log.info("ready", name=str(self.user), servers=len(self.guilds))

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        log.exception("an event failed", event_name=event_method)

    async def close(self) -> None:
        """Takes no more work, lets end for a few seconds what has begun, and closes the store.

        What doesn't end in time is as durable as at a kill: the next start goes on with it.
        """
        self.stopping.set()
        for dispatcher in self._dispatchers:
            dispatcher.stop()
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=CLOSE_SECONDS)
            for task in late:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
        await super().close()
        await self.health.close()
        self.studio.close()
        self._computers.close()
        await self.service.store.close()
