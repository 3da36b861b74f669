"""A user's games, wins and streaks on a server, computed from the results of finished games.

Games with several seats in which all opponents were computer players count as practice only and don't affect streaks.
Games with a single seat have scores instead.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, takewhile

import msgspec

from data.store import HighScoreRow, ResultRow, Store
from tables.open_table import fold_name
from tables.preferences import read_preferences_of_users

MOST_GAMES = 1_000
"""Maximum number of newest games that are counted, to bound the work."""
FAVOURITES = 5
CANDIDATES = 50
"""Maximum number of opponents and of high scores considered.

It is higher than the number shown, because some of these users may not want to be listed.
"""


@dataclass(frozen=True, slots=True)
class GameResults:
    """A user's results in one game with one number of players.

    `places` counts the user's first, second and further places, in this order.
    """

    game: str
    players: int
    wins: int
    places: tuple[int, ...]

    @property
    def games(self) -> int:
        return sum(self.places)


@dataclass(frozen=True, slots=True)
class Opponent:
    """An opponent of the user: the number of games they finished together, and how many of these the user won."""

    user_id: int
    name: str
    games: int
    wins: int


@dataclass(frozen=True, slots=True)
class SoloResults:
    """A user's finished single-player games of one kind: their number and the best score."""

    game: str
    games: int
    best: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """A user's statistics on a server. `practice` counts games in which all opponents were computer players.

    A streak is a number of consecutive wins. `capped`: only the newest `MOST_GAMES` games were counted.
    """

    tallies: tuple[GameResults, ...] = ()
    streak: int = 0
    best_streak: int = 0
    opponents: tuple[Opponent, ...] = ()
    practice_games: int = 0
    practice_wins: int = 0
    alone: tuple[SoloResults, ...] = ()
    high_scores: tuple[HighScoreRow, ...] = ()
    """The server's best scores in single-player games. It contains only users who agreed to be listed."""
    capped: bool = False

    @property
    def games(self) -> int:
        return sum(tally.games for tally in self.tallies)

    @property
    def wins(self) -> int:
        return sum(tally.wins for tally in self.tallies)


async def statistics(store: Store, user_id: int, guild_id: int) -> Statistics:
    """Return a user's statistics on a server, with their most frequent opponents who want to be listed."""
    async with store.read() as reader:
        counted = count(user_id, await reader.tables.results_of_user(user_id, guild_id, MOST_GAMES))
        candidates = counted.opponents[:CANDIDATES]
        scores = await reader.tables.high_scores(guild_id, CANDIDATES)
        wishes = await read_preferences_of_users(reader, {one.user_id for one in (*candidates, *scores)})
    hidden = {user for user, wish in wishes.items() if not wish.listed}
    listed = [one for one in candidates if one.user_id not in hidden]
    best = [one for one in scores if one.user_id not in hidden]
    opponents, best = listed[:FAVOURITES], best[:FAVOURITES]
    names = number_same_names([(one.user_id, one.name) for one in (*opponents, *best)])
    return replace(
        counted,
        opponents=tuple(replace(one, name=names[one.user_id]) for one in opponents),
        high_scores=tuple(msgspec.structs.replace(one, name=names[one.user_id]) for one in best),
    )


def number_same_names(people: Iterable[tuple[int, str]]) -> dict[int, str]:
    """Return the names by user id; of several users with one name, the second and later ones get a number."""
    seen, shown = Counter[str](), dict[int, str]()
    for user, name in people:
        if user not in shown:
            seen[fold_name(name)] += 1
            number = seen[fold_name(name)]
            shown[user] = name if number == 1 else f"{name} ({number})"
    return shown


def count(user_id: int, results: Sequence[ResultRow]) -> Statistics:
    """Compute a user's statistics from the results of all seats of the user's games, newest game first."""
    tables = [tuple(rows) for _, rows in groupby(results, key=lambda row: row.table_id)]
    games = [_Game.of(user_id, rows) for rows in tables]
    shared = [game for game in games if game.others]
    practice = [game for game in games if not game.others and game.players > 1]
    won = [game.won for game in shared]
    return Statistics(
        tallies=_tallies(shared),
        streak=len(list(takewhile(bool, won))),
        best_streak=max((len(list(run)) for has_won, run in groupby(won) if has_won), default=0),
        opponents=_opponents(shared),
        practice_games=len(practice),
        practice_wins=sum(game.won for game in practice),
        alone=_summarize_solo_games(games),
        capped=len(games) == MOST_GAMES,
    )


@dataclass(frozen=True, slots=True)
class _Game:
    """A finished game from the user's perspective: their place and score, and the results of the other people."""

    name: str
    players: int
    place: int
    won: bool
    score: int | None
    others: tuple[ResultRow, ...]

    @classmethod
    def of(cls, user_id: int, rows: Sequence[ResultRow]) -> "_Game":
        own = next(row for row in rows if row.user_id == user_id)
        others = tuple(row for row in rows if row.user_id != user_id and (row.user_id is not None or not row.player))
        return cls(own.game, len(rows), own.place or len(rows), bool(own.won), own.score, others)


def _tallies(games: Sequence[_Game]) -> tuple[GameResults, ...]:
    """Group the user's games by game and number of players. Most played game first."""
    kinds = Counter(game.name for game in games)
    found: list[GameResults] = []
    for name, players in sorted({(game.name, game.players) for game in games}, key=lambda key: (-kinds[key[0]], key)):
        alike = [game for game in games if (game.name, game.players) == (name, players)]
        places = Counter(game.place for game in alike)
        wins = sum(game.won for game in alike)
        found.append(GameResults(name, players, wins, tuple(places[place] for place in range(1, players + 1))))
    return tuple(found)


def _summarize_solo_games(games: Sequence[_Game]) -> tuple[SoloResults, ...]:
    """Summarise the user's finished single-player games, one summary per game."""
    scores: dict[str, list[int]] = {}
    for game in games:
        if game.score is not None:
            scores.setdefault(game.name, []).append(game.score)
    return tuple(SoloResults(name, len(found), max(found)) for name, found in scores.items())


def _opponents(games: Sequence[_Game]) -> tuple[Opponent, ...]:
    """Count the user's games with each opponent, and the user's wins in them. Most frequent opponent first.

    An opponent is named as in the newest game with them.
    """
    names: dict[int, str] = {}
    met, beaten = Counter[int](), Counter[int]()
    for game in games:
        for other in game.others:
            if other.user_id is None:
                continue
            names.setdefault(other.user_id, other.name)
            met[other.user_id] += 1
            beaten[other.user_id] += game.won
    return tuple(Opponent(user, names[user], number, beaten[user]) for user, number in met.most_common())
