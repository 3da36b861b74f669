"""Keeps the application's emojis at Discord as `render` draws them: creates what lacks, deletes what is long unused.

An emoji's name says what it shows, and ends in a digest of its picture, so that a changed picture is a new emoji. One
that this build doesn't use is deleted 30 days after that was first seen: old messages still show it.
"""

import hashlib
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import timedelta

import discord
import msgspec
import structlog

from cogs.outbox.outbox import backoff_ms
from cogs.ui.kit import emojis
from cogs.ui.kit.drawing_pool import DrawingPool
from tables.dispatching.dispatcher import Due
from tables.service import TableService

log = structlog.get_logger()

KEY = "emojis"
DIGEST = 8
"""How many digits of the digest a name has."""
NAME = re.compile(rf"[a-z][a-z0-9_]*_[0-9a-f]{{{DIGEST}}}")
UNUSED_MS = timedelta(days=30) // timedelta(milliseconds=1)
"""How long an emoji that no build uses is kept."""
AGAIN_MS = timedelta(hours=1) // timedelta(milliseconds=1)
"""How often the emojis are compared: somebody may delete one in the developer portal."""


class EmojiSync:
    """The emojis' due row (`tables.dispatching.dispatcher.DueRows`): at the start, each hour, and after a failure."""

    name = "emojis"

    def __init__(
        self,
        client: discord.Client,
        service: TableService,
        drawing_pool: DrawingPool,
        drawings: Callable[[], Mapping[str, Callable[[], bytes]]],
        is_outdated: Callable[[], bool] = lambda: False,
    ) -> None:
        """`drawings` gives what draws each picture as a PNG, by name.

        While a process of a newer version works on the database, which `is_outdated` tells, this one changes nothing.
        """
        self._client = client
        self._service = service
        self._drawing_pool = drawing_pool
        self._drawings = drawings
        self._is_outdated = is_outdated
        self._pictures: Mapping[str, tuple[str, bytes]] = {}
        self._due = 0
        self._failures = 0

    async def due(self, now: int, busy: Collection[str]) -> Due:
        """The one row of work, if it is due."""
        # The clock may be set back.
        self._due = min(self._due, now + AGAIN_MS)
        is_due = now >= self._due and KEY not in busy
        return Due({KEY: ()} if is_due else {}, None if KEY in busy else self._due)

    async def work(self, key: str, rows: Sequence[None]) -> None:
        """Compares the emojis once; what fails is tried again later, and the words stand alone until then."""
        try:
            await self._sync()
        except Exception as error:
            log.warning("could not sync the emojis", error=repr(error))
            self._due = self._service.now() + backoff_ms(self._failures, error)
            self._failures += 1
        else:
            self._due, self._failures = self._service.now() + AGAIN_MS, 0

    async def _sync(self) -> None:
        if not self._pictures:
            # One after the other, so that neither boards nor the end of the program wait for all of them.
            drawn = [(shown, await self._drawing_pool.draw(job)) for shown, job in self._drawings().items()]
            self._pictures = {_name(shown, png): (shown, png) for shown, png in drawn}
        there = {found.name: found for found in await self._client.fetch_application_emojis()}
        known = {shown: _partial(there[name]) for name, (shown, _) in self._pictures.items() if name in there}
        emojis.know(known)
        if self._is_outdated():
            return
        await self._delete_unused(there)
        lacking = [name for name in self._pictures if name not in there]
        try:
            for name in lacking:
                shown, png = self._pictures[name]
                known[shown] = _partial(await self._client.create_application_emoji(name=name, image=png))
        finally:
            # All at once, so that no message shows some of what belongs together.
            emojis.know(known)
        if lacking:
            log.info("emojis created", count=len(lacking))

    async def _delete_unused(self, there: Mapping[str, discord.Emoji]) -> None:
        """Deletes the program's own emojis that were unused for long, and notes since when the others are."""
        now, fact = self._service.now(), f"unused emojis of {self._client.application_id}"
        async with self._service.store.read() as reader:
            before = msgspec.json.decode(await reader.fact(fact) or "{}", type=dict[str, int])
        unused = [name for name, found in there.items() if name not in self._pictures and self._is_own(found)]
        since = {name: before.get(name, now) for name in unused}
        for name in unused:
            if now - since[name] >= UNUSED_MS:
                await there[name].delete()
                del since[name]
                log.info("emoji deleted", name=name)
        if since != before:
            async with self._service.store.write() as writer:
                await writer.set_fact(fact, msgspec.json.encode(since).decode())

    def _is_own(self, found: discord.Emoji) -> bool:
        """Whether this program made the emoji: others may be uploaded in the developer portal."""
        made_by = found.user.id if found.user is not None else None
        return self._client.user is not None and made_by == self._client.user.id and bool(NAME.fullmatch(found.name))


def _name(shown: str, png: bytes) -> str:
    return f"{shown}_{hashlib.sha256(png).hexdigest()[:DIGEST]}"


def _partial(found: discord.Emoji) -> discord.PartialEmoji:
    return discord.PartialEmoji(name=found.name, id=found.id)
