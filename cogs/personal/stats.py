"""The slash command `/stats`: a user's games and wins on a server, as a picture and as text."""

from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from cogs.client import Hexcade
from cogs.ui.kit.answers import Answer, Interaction
from cogs.ui.kit.command_answers import give_answer
from cogs.ui.kit.private_pages import draw
from cogs.ui.messages.season_pictures import rating_text
from cogs.ui.requests.interaction_user import person_from_user
from cogs.ui.texts.texts import ONLY_ON_A_SERVER
from data.store import Store
from engine.games import game_title
from language.messages import N_, _, format_number, ngettext
from render import stats
from render.text import ordinal
from tables.after_the_end.statistics import MOST_GAMES, GameResults, Statistics, statistics
from tables.preferences import preferences
from tables.refusal import Refusal
from tables.texts import escape


class StatsCog(commands.Cog):
    """The command `/stats`."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self.store = bot.service.store

    @app_commands.command(name="stats", description=N_("Games played and won on this server; only you see the answer"))
    @app_commands.guild_only()
    @app_commands.describe(person=N_("Whose statistics; default: yours"))
    async def stats(self, interaction: Interaction, person: discord.User | None = None) -> None:
        """Show a user's statistics, privately."""
        async with give_answer(interaction, self.bot.service, "stats") as answer:
            asked = interaction.user if person is None else person
            if interaction.guild_id is None:
                raise Refusal(_(ONLY_ON_A_SERVER))
            if asked.bot:
                raise Refusal(_("Bots have no statistics. Choose a person who plays here."))
            name = person_from_user(asked).name
            if asked.id != interaction.user.id and not (await preferences(self.store, asked.id)).listed:
                raise Refusal(format_unlisted(name))
            found = await statistics(self.store, asked.id, interaction.guild_id)
            ratings = await ratings_line(self.store, interaction.guild_id, asked.id)
            text = "\n".join(line for line in (format_statistics(name, found), ratings) if line)
            if not found.games:
                answer.content = Answer(text)
                return
            shown = content(name, found)
            drawn = await draw(self.bot, interaction, lambda theme: stats.draw(shown, theme))
            answer.content = Answer(text, picture=drawn)


async def ratings_line(store: Store, guild_id: int, user_id: int) -> str:
    """Format a user's ratings on a server in one line; empty if there are none."""
    async with store.read() as reader:
        rows = await reader.leagues.ratings_of_user(guild_id, user_id)
    ratings = [rating(_(game_title(row.game)), rating_text(row), row.tables) for row in rows]
    return format_ratings(ratings) if ratings else ""


def content(name: str, found: Statistics) -> stats.Content:
    """Build the content of the statistics picture from a user's statistics."""
    return stats.Content(
        name=name,
        figures=(
            stats.Figure(_("games"), found.games),
            stats.Figure(_("won"), found.wins),
            stats.Figure(_("won in a row"), found.streak),
            stats.Figure(_("most in a row"), found.best_streak),
        ),
        games=tuple(
            stats.Game(
                _(game_title(game)),
                games_won(sum(one.games for one in tallies), sum(one.wins for one in tallies)),
                tuple(stats.Row(player_count(one.players), one.places) for one in tallies),
            )
            for game, tallies in _group_by_game(found).items()
        ),
        opponents=tuple(stats.Opponent(one.name, games_won(one.games, one.wins)) for one in found.opponents),
        note=" ".join(_notes(found)),
    )


def format_statistics(name: str, found: Statistics) -> str:
    """Format the statistics as text."""
    lines = [statistics_title(name)]
    if not found.games:
        lines.append(no_shared_games(name))
    else:
        won = games_won(found.games, found.wins)
        streaks = f" · {streaks_line(found.streak, found.best_streak)}" if found.best_streak else ""
        lines.append(f"**{won}**{streaks}")
    for game, tallies in _group_by_game(found).items():
        lines.append(f"**{_(game_title(game))}**")
        lines += [
            f"{player_count(one.players)}: {games_won(one.games, one.wins)} ({places(one.places)})" for one in tallies
        ]
    if found.opponents:
        lines.append(opponents([opponent(one.name, one.games, one.wins) for one in found.opponents]))
    lines += [format_solo_games(_(game_title(one.game)), one.games, one.best) for one in found.alone]
    if found.high_scores:
        best = [high_score(one.name, one.score) for one in found.high_scores]
        lines.append(high_scores(best))
    if found.practice_games:
        lines.append(f"-# {practice(found.practice_games, found.practice_wins)}")
    if found.capped:
        lines.append(f"-# {format_cap_note(MOST_GAMES)}")
    return "\n".join(lines)


def _notes(found: Statistics) -> list[str]:
    """Return the footnotes of the picture: the results of solo games, and of games against computer players only."""
    notes = [
        _("{game} alone: {results}.", game=_(game_title(one.game)), results=_format_solo_results(one.games, one.best))
        for one in found.alone
    ]
    if found.practice_games:
        notes.append(practice(found.practice_games, found.practice_wins))
    return notes


def _group_by_game(found: Statistics) -> dict[str, list[GameResults]]:
    games: dict[str, list[GameResults]] = {}
    for tally in found.tallies:
        games.setdefault(tally.game, []).append(tally)
    return games


def rating(game: str, shown: str, tables: int) -> str:
    """Format a rating in one game; a provisional one is "new"."""
    return ngettext(
        "{game} **{rating}** after {number} table",
        "{game} **{rating}** after {number} tables",
        tables,
        game=game,
        rating=shown,
    )


def format_ratings(found: Sequence[str]) -> str:
    return _("Rated: {ratings}", ratings=" · ".join(found))


def format_unlisted(name: str) -> str:
    return _("{name} doesn't share their statistics.", name=escape(name))


def statistics_title(name: str) -> str:
    return _("### {name}'s games on this server", name=escape(name))


def no_shared_games(name: str) -> str:
    return _("{name} hasn't finished a game with other people here yet.", name=escape(name))


def games_won(number: int, won: int) -> str:
    return ngettext("{number} game, {won} won", "{number} games, {won} won", number, won=won)


def player_count(players: int) -> str:
    return ngettext("{number} player", "{number} players", players)


def places(counts: Sequence[int]) -> str:
    """Format how often each place was taken, such as "4 × 1st, 1 × 3rd"."""
    return ", ".join(f"{count} × {ordinal(game_place)}" for game_place, count in enumerate(counts, 1) if count)


def streaks_line(now: int, best: int) -> str:
    return _("Winning streak: {now} now, {best} at best.", now=now, best=best)


def opponents(lines: Sequence[str]) -> str:
    return _("**Most frequent opponents** {names}", names=", ".join(lines))


def opponent(name: str, number: int, won: int) -> str:
    return f"{escape(name)} ({games_won(number, won)})"


def practice(number: int, won: int) -> str:
    """Format the games against computer players only, which are counted separately."""
    return _(
        "Against computer players only: {results}. They are counted separately, and not in streaks.",
        results=games_won(number, won),
    )


def format_solo_games(game: str, number: int, best: int) -> str:
    """Format the number of solo games and the best score."""
    return _("**{game} alone**: {results}", game=game, results=_format_solo_results(number, best))


def _format_solo_results(number: int, best: int) -> str:
    games = ngettext("{number} game", "{number} games", number)
    points = ngettext("{number} point", "{number} points", best)
    return _("{games}, best {points}", games=games, points=points)


def high_scores(lines: Sequence[str]) -> str:
    """Format the server's best scores in solo games."""
    return _("**Best solo scores here** {scores}", scores=", ".join(lines))


def high_score(name: str, score: int) -> str:
    """Format a player with their best score."""
    return f"{escape(name)} {score}"


def format_cap_note(number: int) -> str:
    return _("Only the newest {number} games are counted.", number=format_number(number))
