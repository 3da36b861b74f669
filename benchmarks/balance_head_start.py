"""Who begins in Monster Hex, and what a head start changes: tables for docs/balance.md (MH-3)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean
from typing import Final

from benchmarks.balance_monster_hex import ORDINALS, Played, play, won_by
from benchmarks.balance_tables import share, table
from engine.monster_hex.content import FACTIONS
from engine.monster_hex.options import complete, head_start

GAMES: Final = 500
"""How many games of each setting are played."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A number of seats, with the shared faction or not."""

    seats: int
    shared: bool = False

    @property
    def name(self) -> str:
        """The setting as the tables call it."""
        return f"{self.seats} players{' with the shared faction' if self.shared else ''}"

    def games(self, count: int, *, begun: bool) -> list[Played]:
        """So many games, with a head start or as published; every set of factions as often as the others."""
        sets = [*combinations(FACTIONS, self.seats)]
        shared = (None,) * self.shared
        return [
            play(
                (*sets[number % len(sets)], *shared),
                (None,) * self.seats,
                f"head start {self.seats} {number}",
                shared=self.shared,
                head_start=begun,
            )
            for number in range(count)
        ]


PUBLISHED: Final = (Setting(2), Setting(3), Setting(4), Setting(2, shared=True))
BEGUN: Final = (Setting(2), Setting(4), Setting(2, shared=True))
"""The settings for which there is a head start."""


def head_starts(scale: float) -> None:
    """Prints what each place in the order wins, as published and with a head start, and who rules at the Demon King."""
    count = round(GAMES * scale)
    published = {setting: setting.games(count, begun=False) for setting in PUBLISHED}
    table(_headings("published rules"), [_wins(setting.name, games) for setting, games in published.items()])
    table(_headings("power at the Demon King"), [_king(setting.name, games) for setting, games in published.items()])
    table(
        _headings("head start"),
        [_wins(f"{setting.name}: {_points(setting)}", setting.games(count, begun=True)) for setting in BEGUN],
    )


def _headings(first: str) -> list[str]:
    return [first, *ORDINALS]


def _points(setting: Setting) -> str:
    options = complete(setting.seats, {"shared": setting.shared, "head_start": True})
    return ", ".join(map(str, head_start(options, setting.seats)))


def _wins(name: str, games: Sequence[Played]) -> list[str]:
    return _line(name, games, lambda place: won_by(games, lambda game: game.order[place : place + 1]))


def _king(name: str, games: Sequence[Played]) -> list[str]:
    """The power at the Demon King Stone on average, and how often it was the most there."""

    def cell(place: int) -> str:
        powers = fmean(game.demon_king[game.order[place]] for game in games)
        first = sum(game.first_at_king == game.order[place] for game in games)
        return f"{powers:.1f}, first in {share(first, len(games))}"

    return _line(name, games, cell)


def _line(name: str, games: Sequence[Played], cell: Callable[[int], str]) -> list[str]:
    seats = len(games[0].order)
    return [name, *(cell(place) if place < seats else "–" for place in range(len(ORDINALS)))]


PARTS: Final = {"head_start": head_starts}
