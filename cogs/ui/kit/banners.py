"""The games' banners in messages: small pictures with the game's name, one sentence and its usual duration."""

from functools import cache

import discord
from discord import ui

from cogs.ui.kit.answers import attachment
from cogs.ui.kit.interface import SUBTITLE, interface, playable_games
from cogs.ui.kit.layouts import picture
from engine.core import GameType
from engine.games import game_title
from language.messages import _, ngettext, spoken_language
from render import banner_list, painter
from render.banner import Words
from render.picture import Picture


def draw_banner(game: str, *, is_first: bool = False) -> Picture:
    """Draw a game's banner; cached for each language. `is_first` adds the sign that newcomers start with this game."""
    return _draw_banner(game, is_first, spoken_language())


@cache
def _draw_banner(game: str, is_first: bool, _language: str) -> Picture:
    ours, found = interface(game), playable_games()[game]
    title, subtitle = _split_title(found.title)
    facts = (format_players(found), _("about {minutes} min", minutes=ours.minutes))
    return painter(game).banner(Words(title, subtitle, _(ours.sentence), facts, is_first))


def draw_banners(games: tuple[str, ...]) -> Picture:
    """Draw a list of games in one picture; cached for each language."""
    return _draw_banners(games, spoken_language())


@cache
def _draw_banners(games: tuple[str, ...], _language: str) -> Picture:
    entries: list[banner_list.Entry] = []
    for game in games:
        title, subtitle = _split_title(game_title(game))
        ours, theirs = interface(game), painter(game)
        theme = theirs.theme()
        scene = theirs.scene(theme)
        entries.append(banner_list.Entry(title, subtitle, _(ours.sentence), ours.duration, scene, theme))
    return banner_list.draw(entries)


def _split_title(title: str) -> tuple[str, str]:
    name, _separator, subtitle = _(title).partition(SUBTITLE)
    return name, subtitle


def banner_item(game: str, drawn: Picture) -> ui.MediaGallery[ui.LayoutView]:
    """Build the item of a message that shows a game's banner, which is attached with `banner_file`."""
    return picture(_file_name(game), drawn.alt)


def banner_file(game: str, drawn: Picture) -> discord.File:
    """Return a game's banner as a file to send."""
    return attachment(drawn, _file_name(game))


def _file_name(game: str) -> str:
    return f"{game}.png"


def format_players(game: GameType) -> str:
    """Format a game's numbers of players as a range, such as "2–6 players"."""
    least, most = min(game.seats), max(game.seats)
    if least < most:
        return _("{least}–{most} players", least=least, most=most)
    return ngettext("{number} player", "{number} players", least)
