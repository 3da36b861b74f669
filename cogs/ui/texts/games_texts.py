"""The texts of the pages about games that were played: /games, /stats, and how draws are kept fair."""

from collections.abc import Sequence

from cogs.ui.texts import direct_texts, texts
from render.text import pluralize
from tables.texts import and_list, escape

MOST_NAMES = 2
"""More names than this are counted instead, so that a page of games fits into a message."""

# /games


def rating(game: str, shown: str, tables: int) -> str:
    """A rating in one game; one that is provisional ends with a question mark."""
    return f"{game} **{shown}** after {pluralize(tables, 'table')}"


def ratings(found: Sequence[str]) -> str:
    return f"Rated: {' · '.join(found)}"


def few_names(names: Sequence[str]) -> str:
    return f"{len(names)} players" if len(names) > MOST_NAMES else and_list([escape(name) for name in names])


def waiting_for(names: Sequence[str]) -> str:
    return f"waiting for {few_names(names)}" if names else texts.COMPUTER_THINKS


def game_line(title: str, place: str, state: str) -> str:
    """A game in one line; what it is made of is escaped already."""
    return f"**{title}** {place} · {state}"


def lobby(taken: int, seats: int) -> str:
    """How full a table is at which the reader has a seat."""
    return texts.lobby_state(taken, seats) if taken == seats else f"{taken} of {seats} seats taken"


def place(channel: int, *, direct: bool, elsewhere: bool) -> str:
    """Where a game is; Discord names the channel, and to its members also that of another server."""
    if direct:
        return direct_texts.BETWEEN_US
    return f"in <#{channel}>, {direct_texts.ON_ANOTHER_SERVER}" if elsewhere else f"in <#{channel}>"


def finished_state(winners: Sequence[str], place: int | None, seats: int, *, won: bool, ended: int) -> str:
    """Who won a finished game, how the reader did, and when it was; `place` is None before the result is known."""
    parts = [f"<t:{ended // 1000}:D>"]
    if place is not None and not won:
        parts.insert(0, f"you came {ordinal(place)} of {seats}")
    if won:
        parts.insert(0, "you won" if len(winners) == 1 else f"you won, with {len(winners) - 1} more")
    elif winners:
        parts.insert(0, f"{few_names(winners)} won")
    return " · ".join(parts)


# /stats

ONLY_ON_A_SERVER = "Statistics are kept for each server. Please ask there."


def not_listed(name: str) -> str:
    return f"{escape(name)} keeps their statistics to themselves."


def statistics_title(name: str) -> str:
    return f"### {escape(name)}'s games on this server"


def no_shared_games(name: str) -> str:
    return f"{escape(name)} has not finished a game with other people here yet."


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number % 100 in (11, 12, 13) else ending}"


def games(number: int) -> str:
    return f"{number} {'game' if number == 1 else 'games'}"


def games_won(number: int, won: int) -> str:
    return f"{games(number)}, {won} won"


def player_count(players: int) -> str:
    return f"{players} players"


def places(counts: Sequence[int]) -> str:
    """How often each place was taken: "4 × 1st, 1 × 3rd"."""
    return ", ".join(f"{count} × {ordinal(place)}" for place, count in enumerate(counts, 1) if count)


def streaks(now: int, best: int) -> str:
    return f"Won in a row: {now} now, {best} at best."


def opponents(lines: Sequence[str]) -> str:
    return f"**Most often with** {', '.join(lines)}"


def opponent(name: str, number: int, won: int) -> str:
    return f"{escape(name)} ({games_won(number, won)})"


def practice(number: int, won: int) -> str:
    """How many games were played against computer players alone, and that these are counted apart."""
    return f"Against computer players alone: {games_won(number, won)}. These are counted apart, and make no streak."


def alone(game: str, number: int, best: int) -> str:
    """How many games were played alone, and the best score."""
    return f"**{game} alone**: {pluralize(number, 'game')}, best {pluralize(best, 'point')}"


def high_scores(lines: Sequence[str]) -> str:
    """The best scores of the server in games played alone."""
    return f"**Best alone here** {', '.join(lines)}"


def high_score(name: str, score: int) -> str:
    """Somebody with their best score."""
    return f"{escape(name)} {score}"


def capped(number: int) -> str:
    return f"Counted are the newest {number:,} games."


# Fairness

BUTTON_FAIRNESS = "Fairness"
BUTTON_CHECK = "Check"

FAIRNESS = (
    "### Fair play\nNobody can influence the random draws of this game, neither dice nor shuffles. "
    "After the game you can check it."
)
CHECKED = "**Checked:** every random draw is as it should be."
CHECKED_BUT = "**Checked:** everything follows the rules, but"


def checked(lacking: Sequence[str]) -> str:
    """The verdict on a record in which nothing differs, with what it lacks for a whole proof."""
    return f"{CHECKED_BUT} {'; '.join(lacking)}." if lacking else CHECKED


def value(title: str, shown: str) -> str:
    return f"-# {title}: `{shown}`"


def salts(shown: Sequence[tuple[str, str]]) -> str:
    """The random text of each player, by name."""
    return "-# Random texts: " + ", ".join(f"{escape(name)} `{salt}`" for name, salt in shown)
