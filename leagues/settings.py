"""The settings of a league, and the presets of each game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from language.catalogues import ENGLISH
from language.messages import N_

SEASON, CUP = "season", "cup"
RULES: Final = 2
"""The version of the league rules for new seasons. A season keeps the version under which it began.

- 1: A void table does not count as a meeting. Leaving a table of two at once makes it void, each time. Cups go by
  score.
- 2: A void table counts as a meeting. In a cup, nobody sits out a second deal before everybody has. Leaving at once
  makes a table of two void the first time; later it is lost. Cups go by the sum of points. Duels of Hex Battle Wars
  are half over after 10 turns instead of 24.
"""
USUAL_TURNS: Final[Mapping[str, int]] = {"connect_four": 38, "hex_battle_wars": 20, "hive_mind": 3, "monster_hex": 34}
"""Approximate number of turns by game, with the seats of its recommended preset (docs/developing/leagues.md)."""
_USUAL_TURNS_BY_RULES_1: Final = {"hex_battle_wars": 47}


class LeagueSettings(msgspec.Struct, frozen=True):
    """The settings of a league.

    - Tables: a table has `least` to `most` seats, if possible `ideal`. Its clock is the one named `clock`. A member
      sits at no more than `cap` tables at once.
    - Season: it lasts `weeks` weeks. Tables are dealt every `every_days` days at the hour `hour` in the time zone
      `zone`, except in the last `tail_days` days. If `renews` is set, another season follows.
    - Cup: there are `deals` deals. A deal follows once all tables of the previous deal are over, or `minutes`
      minutes after it.
    - `tables`: the approximate number of tables for a member who takes part all the time.
    """

    least: int
    ideal: int
    most: int
    kind: str = SEASON
    cap: int = 1
    clock: str = "days"
    every_days: int = 1
    weeks: int = 8
    tail_days: int = 14
    hour: int = 18
    zone: str = "UTC"
    deals: int = 3
    minutes: int = 60
    renews: bool = True
    tables: int = 3


class StoredSettings(LeagueSettings, frozen=True):
    """The stored settings of a league, with the language of its messages, which no document has."""

    language: str = ENGLISH


@dataclass(frozen=True, slots=True)
class Preset:
    """A preset of league settings for a game; its title is a message."""

    name: str
    title: str
    settings: LeagueSettings
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])


def _cup(least: int, ideal: int, most: int, minutes: int) -> LeagueSettings:
    return LeagueSettings(least, ideal, most, CUP, clock="live", minutes=minutes, renews=False)


PRESETS: Final[Mapping[str, tuple[Preset, ...]]] = {
    "monster_hex": (
        Preset("season", N_("Season, tables of 3 or 4"), LeagueSettings(3, 4, 4, cap=2, tables=8)),
        Preset("cup", N_("Cup for an evening, tables of 3 or 4"), _cup(3, 4, 4, 60)),
    ),
    "connect_four": (
        Preset("quick", N_("Season of quick games"), LeagueSettings(2, 2, 2, cap=3, tables=10), {"size": "quick"}),
        Preset("season", N_("Season of standard games"), LeagueSettings(2, 2, 2, cap=3, tables=8)),
        Preset("cup", N_("Cup for an evening, quick games"), _cup(2, 2, 2, 60), {"size": "quick"}),
    ),
    "hive_mind": (
        Preset(
            "season",
            N_("Season of weekly deals, tables of 4 to 6"),
            LeagueSettings(4, 5, 6, every_days=7, weeks=6, tail_days=4, tables=6),
        ),
        Preset("cup", N_("Cup for an evening, tables of 4 to 6"), _cup(4, 5, 6, 40)),
    ),
    "hex_battle_wars": (
        Preset("quick", N_("Season of quick duels"), LeagueSettings(2, 2, 2, cap=2, tables=8)),
        Preset(
            "season",
            N_("Season of standard duels, 12 rounds at most"),
            LeagueSettings(2, 2, 2, cap=2, tables=9),
            {"preset": "standard", "max_rounds": 12},
        ),
        Preset("cup", N_("Cup for an evening, quick duels"), _cup(2, 2, 2, 60)),
    ),
}
"""The presets by game, the recommended one first. docs/developing/leagues.md has the model behind their figures."""


def usual_turns(game: str, rules: int) -> int:
    """Return the approximate number of turns of a game, as far as rules of this version know it; 0 if unknown."""
    usual = USUAL_TURNS.get(game, 0)
    return _USUAL_TURNS_BY_RULES_1.get(game, usual) if rules == 1 else usual


def find_preset(game: str, name: str) -> Preset | None:
    """Return the preset of a game with this name, or None if there is none."""
    return next((preset for preset in PRESETS.get(game, ()) if preset.name == name), None)
