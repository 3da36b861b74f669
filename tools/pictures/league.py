"""Sample pictures of leagues for the contact sheet: usual, empty and longest contents."""

from collections.abc import Iterator, Sequence
from itertools import accumulate, cycle, islice
from typing import Final

from render.league import person, season_result, standings
from render.league.parts import Form
from render.league.person import TableLine
from render.league.standings import ROWS_A_PAGE, Row
from render.picture import Picture

GAMES: Final = {
    "monster_hex": "Monster Hex",
    "connect_four": "Connect Four",
    "hive_mind": "Hive Mind",
    "hex_battle_wars": "Hex Battle Wars",
}
TITLE: Final = "Autumn league · season 3"
LONG_TITLE: Final = "The league of the longest name that a server could possibly give it · season 12"
WHEN: Final = "deal 12 · until 14 March"
LONG_WHEN: Final = "standard with at most 12 rounds · deal 112 · until 30 September, at midnight"
MORE_NAMES: Final = ("Cem", "Anaïs", "Priya", "Jo", "漢字")
PLACED: Final = 9
"""Number of people on a page of the standings who have a place."""
POINTS: Final = (45, 60, 15, 30, 60, 0, 45, 30)
"""Points of successive sample results at tables with five seats, repeated as needed."""
SEATS: Final = 5


def samples(names: Sequence[str]) -> tuple[standings.Content, person.Content, season_result.Content]:
    """Return ordinary sample contents: the standings, one person's season, and the result of a season."""
    rows = _rows(names)
    result = season_result.Content(
        TITLE,
        "Monster Hex · 14 January to 14 March",
        "monster_hex",
        (rows[0].name,),
        rows[:3],
        f"{rows[1].name}: 6 tables won in a row",
        f"{rows[2].name} (1420) finished above {rows[3].name} (1688)",
        "42 tables of 14 people",
    )
    subtitle = f"Monster Hex · {WHEN}"
    season = _person(names, "monster_hex", TITLE, subtitle, 6)
    return standings.Content(TITLE, subtitle, "monster_hex", rows, 1, 2), season, result


def pictures(theme: str, names: Sequence[str], longest: Sequence[str]) -> Iterator[tuple[str, Picture]]:
    """Yield the name and picture of every kind of picture."""
    page, season, result = samples(names)
    for game, title in GAMES.items():
        yield f"standings {game}", standings.draw(page._replace(game=game, subtitle=f"{title} · {WHEN}"), theme)
    yield "standings empty", standings.draw(page._replace(subtitle="Monster Hex · from 14 January", rows=()), theme)
    yield "person", person.draw(season, theme)
    yield "person new", person.draw(_person(names, "connect_four", TITLE, f"Connect Four · {WHEN}", 0), theme)
    yield "result", season_result.draw(result, theme)
    none = season_result.Content(TITLE, "Hive Mind · 14 January to 14 March", "hive_mind", note="4 tables of 9 people")
    yield "result none", season_result.draw(none, theme)
    yield from _list_longest(theme, longest)


def _list_longest(theme: str, names: Sequence[str]) -> Iterator[tuple[str, Picture]]:
    """Yield the names and pictures of the kinds with the longest possible contents."""
    subtitle, rows = f"Hex Battle Wars, {LONG_WHEN}", _rows(names)
    page = standings.Content(LONG_TITLE, subtitle, "hex_battle_wars", rows, 99, 99)
    yield "standings long", standings.draw(page, theme)
    yield "person long", person.draw(_person(names, "hive_mind", LONG_TITLE, subtitle, 40), theme)
    equal = [row._replace(place=1, shared=True, score="43.33") for row in rows[:4]]
    champions = [row.name for row in equal]
    streak = f"{names[0]} and {names[-1]}: 6 tables won in a row"
    upset = f"{names[0]} (1420) finished above {names[-1]} (1688)"
    result = season_result.Content(LONG_TITLE, subtitle, "hex_battle_wars", champions, equal, streak, upset)
    yield "result long", season_result.draw(result, theme)


def _rows(names: Sequence[str]) -> list[Row]:
    people = list(islice(cycle((*names, *MORE_NAMES)), ROWS_A_PAGE))
    return [_row(name, number) for number, name in enumerate(people, 1)]


def _row(name: str, number: int) -> Row:
    placed = number <= PLACED
    tables = 3 + number * 5 % 8 if placed else ROWS_A_PAGE - number
    points = list(islice(cycle(POINTS[number % len(POINTS) :] + POINTS), tables))
    form: list[Form] = ["won" if one > 30 else "drawn" if one == 30 else "lost" for one in points]
    shared = number in (4, 5)
    place = 4 if shared else number if placed else None
    score = f"{47.5 - 1.75 * (4 if shared else number):.2f}"
    rating = "" if number % 5 == 0 else f"{1700 - 25 * number}{'?' if tables < 8 else ''}"
    return Row(place, shared, name, score, tables, points.count(60), form, rating, number in (3, 10))


def _person(names: Sequence[str], game: str, title: str, subtitle: str, tables: int) -> person.Content:
    points = list(islice(cycle(POINTS), tables))
    scores = [(total + 90) / (number + 3) for number, total in enumerate(accumulate(points), 1)]
    others = cycle(names[1:])
    lines = [
        TableLine(
            list(islice(others, SEATS - 1)), SEATS - one // 15, SEATS, str(one), "left the table" if one == 0 else ""
        )
        for one in points
    ]
    score = f"{scores[-1] if scores else 30:.2f}"
    rated = ("1612?", 96) if tables else ("", None)
    return person.Content(title, subtitle, game, names[0], score, 2 if tables else None, *rated, scores, lines)
