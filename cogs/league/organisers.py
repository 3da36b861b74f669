"""Who organises leagues: those who moderate the server, and who has published the league."""

from cogs.client import Hexcade
from cogs.ui.kit.answers import Interaction
from cogs.ui.requests.interaction_user import requester_of
from cogs.ui.texts import league_texts
from leagues.organising import may_organise
from leagues.season import Season
from tables.moderating.server_settings import may_moderate, server_settings
from tables.refusal import Refusal

ONLY_ORGANISERS = "Organising is for those who moderate this server. *My tables* and *Standings* are for everybody."


async def require_organiser(bot: Hexcade, interaction: Interaction, season: Season) -> None:
    """Raises Refusal unless the user may organise a season, on its own server."""
    settings = await server_settings(bot.service.store, season.league.guild_id)
    is_there = interaction.guild_id == season.league.guild_id
    if not is_there or not may_organise(requester_of(interaction), settings, season):
        raise Refusal(ONLY_ORGANISERS)


async def require_opener(bot: Hexcade, interaction: Interaction) -> int:
    """The server of a user who may open leagues there. Raises Refusal."""
    if interaction.guild_id is None:
        raise Refusal(ONLY_ORGANISERS)
    settings = await server_settings(bot.service.store, interaction.guild_id)
    if not may_moderate(requester_of(interaction), settings):
        raise Refusal(league_texts.WHO_OPENS)
    return interaction.guild_id
