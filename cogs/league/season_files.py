"""The files of a season: standings, tables and ratings as CSV, and everything as JSON."""

from io import BytesIO
from typing import Any

import discord
from discord import ui

from cogs.ui.kit.answers import Answer
from cogs.ui.texts import organise_texts
from leagues import export
from leagues.season import Season
from leagues.seasons import Seasons


async def season_files(seasons: Seasons, season: Season) -> Answer:
    """The answer with the files of a season."""
    files = await export.files(seasons, season)
    shown: list[ui.Item[Any]] = [ui.File(f"attachment://{name}") for name in files]
    attached = tuple(discord.File(BytesIO(content), filename=name) for name, content in files.items())
    return Answer(organise_texts.exported(season.name, is_over=season.is_over), tuple(shown), attached=attached)
