"""Where an interaction comes from: a server of the bot, a direct message with it, or a place where it can't post.

Where the app is installed to a person, its commands also work in servers without the bot and between other people. All
that can be done there is to answer privately, with one edit and at most five follow-ups for each interaction.
"""

from cogs.ui.kit.answers import Interaction
from cogs.ui.texts import direct_texts
from tables.refusal import Refusal

NO_LOBBY = (
    "Here you can play against the computer. For a game with others, type `/play` in the channel of a server "
    "that has me."
)


def is_direct(interaction: Interaction) -> bool:
    """Whether the interaction comes from the direct messages between its user and the bot."""
    return interaction.guild_id is None and interaction.context.dm_channel


def is_away(interaction: Interaction) -> bool:
    """Whether the bot can't post where the interaction comes from, because only its user has brought it along."""
    if is_direct(interaction):
        return False
    by_user_alone = interaction.is_user_integration() and not interaction.is_guild_integration()
    return interaction.guild_id is None or by_user_alone


def require_present(interaction: Interaction) -> None:
    """Raises Refusal, saying what is possible instead, where the bot can't post."""
    if is_away(interaction):
        raise Refusal(direct_texts.away(interaction.application_id))


def require_server(interaction: Interaction) -> None:
    """Raises Refusal where no lobby can be: in direct messages, and where the bot can't post."""
    require_present(interaction)
    if is_direct(interaction):
        raise Refusal(NO_LOBBY)
