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
CUP_FOOT: Final = "Most wins take the cup"


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
        f"2 ahead of {rows[1].name}",
    )
    subtitle = f"Monster Hex · {WHEN}"
    season = _person(names, "monster_hex", TITLE, subtitle, 6)
    return standings.Content(TITLE, subtitle, "monster_hex", rows, 1, 2), season, result


def pictures(theme: str, names: Sequence[str], longest: Sequence[str]) -> Iterator[tuple[str, Picture]]:
    """Yield the name and picture of every kind of picture."""
    page, season, result = samples(names)
    for game, title in GAMES.items():
        yield f"standings {game}", standings.draw(page._replace(game=game, subtitle=f"{title} · {WHEN}"), theme)
    yield "standings cup", standings.draw(_cup(names), theme)
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
    equal = [row._replace(place=1) for row in rows[:4]]
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
    place = 4 if number in (4, 5) else number if placed else None
    score = str(74 - 3 * place) if place else "–"
    rating = "" if number % 5 == 0 else "new" if tables < 8 else str(1700 - 25 * number)
    note = f"won {points.count(60)} of {tables}" if placed else f"{tables} games, 1 more for a place"
    note = note if tables else "no game yet"
    return Row(place, name, score, note, form, change=number % 7 - 3, rating=rating, away=number in (3, 10))


def _cup(names: Sequence[str]) -> standings.Content:
    """Return a sample cup of duels after two of three deals."""
    one, two, three, four, five = islice(cycle((*names, *MORE_NAMES)), 5)
    rows = (
        Row(1, one, "2\u2009–\u20090", f"beat {two} and {three}", chips=("W", "W"), rating="new"),
        Row(2, two, "1\u2009–\u20091", f"beat {four}, lost to {one}", chips=("L", "W"), rating="new"),
        Row(2, three, "1\u2009–\u20091", f"beat {four}, lost to {one}", chips=("W", "L"), rating="1540"),
        Row(4, four, "0\u2009–\u20092", f"lost to {three} and {two}", chips=("L", "L"), rating="new"),
        Row(None, five, "–", "came late, plays in deal 3", chips=("–", "–")),
    )
    return standings.Content(
        "Connect Four cup", "After deal 2 of 3", "connect_four", rows, 1, 1, "cup", (1, 2), "Won – lost", CUP_FOOT
    )


def _person(names: Sequence[str], game: str, title: str, subtitle: str, tables: int) -> person.Content:
    points = list(islice(cycle(POINTS), tables))
    scores = [100 * (total + 90) / (number + 3) / 60 for number, total in enumerate(accumulate(points), 1)]
    others = cycle(names[1:])
    lines = [
        TableLine(
            list(islice(others, SEATS - 1)), SEATS - one // 15, SEATS, str(one), "left the table" if one == 0 else ""
        )
        for one in points
    ]
    score = f"{scores[-1] if scores else 50:.0f}"
    rated = ("1612", 96) if tables else ("", None)
    return person.Content(title, subtitle, game, names[0], score, 2 if tables else None, *rated, scores, lines)
