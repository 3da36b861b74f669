"""The pictures of public messages: the board, and after the end the result and the whole game as an animation."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager

import structlog

from cogs.ui.kit.drawing_pool import DrawingPool
from render import Animation, Picture, painter
from tables.service import TableService
from tables.viewer import TableView

log = structlog.get_logger()


class PublicPictures:
    """Draws in the table's theme, in the drawing pool."""

    def __init__(self, service: TableService, pool: DrawingPool) -> None:
        self._service = service
        self._pool = pool

    @asynccontextmanager
    async def drawing(self, table: TableView) -> AsyncIterator[Awaitable[Picture]]:
        """The newest picture, drawn while the block does other things, and not wanted after it."""
        task = asyncio.create_task(self.newest(table))
        try:
            yield task
        finally:
            task.cancel()
            # Whatever has failed in the block is told, and not what failed beside it.
            await asyncio.gather(task, return_exceptions=True)

    async def newest(self, table: TableView) -> Picture:
        """The board; after the end the result."""
        drawn, theme = painter(table.row.game), table.settings.theme
        if table.row.phase == "finished":
            try:
                _, views = await self._service.past_views(table.row.id)
                return await self._pool.draw(lambda: drawn.result(views, table.names, theme))
            except ValueError as error:
                # Such as a log with rules that this version no longer has: the last board tells the end as well.
                log.warning("no result was drawn", table=table.row.id, step=table.row.step, error=str(error))
        return await self._pool.draw(lambda: drawn.board(table.view, table.names, theme))

    async def result_and_replay(self, table: TableView) -> tuple[Picture, Animation]:
        """The result, and the whole game as an animation. Raises ValueError for a log that can't be replayed."""
        drawn, theme = painter(table.row.game), table.settings.theme
        _, views = await self._service.past_views(table.row.id)
        return await self._pool.draw(
            lambda: (drawn.result(views, table.names, theme), drawn.replay(views, table.names, theme))
        )
