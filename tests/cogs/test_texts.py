"""Texts: names are escaped wherever one stands, nothing is shouted, and nothing is left that no one says."""

import ast
import inspect
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cogs.ui.kit.interface import interface, playable
from cogs.ui.texts import clock_texts, games_texts, league_texts, learning_texts, seat_texts, takeback_texts, texts
from data.store import LeagueRow, SeasonRow
from engine.core import echo
from leagues.messages import CountedLine
from leagues.rated_alone import RatedLine
from leagues.season import Season
from leagues.settings import PRESETS
from tables import texts as table_texts

ROOT = Path(__file__).parents[2]
PROGRAM = [path for folder in ("cogs", "tables", "leagues", "ops") for path in (ROOT / folder).rglob("*.py")]
MODULES = (
    texts,
    games_texts,
    seat_texts,
    table_texts,
    takeback_texts,
    clock_texts,
    league_texts,
    learning_texts,
)
NASTY = "**a** [b](http://c) <@300000000000000000> @everyone `d` ||e|| <t:1:R> <#1> </f:1> _g_ ~~h~~ http://i/**j**"
FUNCTIONS = {
    name: found
    for module in MODULES
    for name, found in vars(module).items()
    if inspect.isfunction(found) and found.__module__ == module.__name__ and not name.startswith("_")
}


def season_called(name: str) -> Season:
    """An open season of a league with this name, which nobody has joined."""
    league = LeagueRow(
        id="league",
        guild_id=1,
        channel_id=1,
        organiser=1,
        name=name,
        game="hive_mind",
        options="{}",
        settings=msgspec.json.encode(PRESETS["hive_mind"][0].settings).decode(),
        created=0,
    )
    row = SeasonRow(
        id="season", league_id="league", number=1, seed=b"", begins=1, last_deal=1, ends=1, due=1, channel_id=1
    )
    return Season(league, row, (), ())


SAYS_NAMES: dict[str, Callable[[str], str]] = {
    "not_your_turn": lambda name: table_texts.not_your_turn([name, name]),
    "seats_kept": lambda name: table_texts.seats_kept([name, name]),
    "rematch_waits": lambda name: table_texts.rematch_waits([name, name]),
    "choice_taken": lambda name: table_texts.choice_taken("Red", name),
    "seat_taken": lambda name: texts.seat_taken(1, name, host=True, computer="greedy", choices=["Red"]),
    "lobby_started": lambda name: texts.lobby_started([name, name], 1),
    "has_seat_already": table_texts.has_seat_already,
    "seat_is_out": table_texts.seat_is_out,
    "still_plays": table_texts.still_plays,
    "asked": lambda name: seat_texts.asked(1, name, own=False),
    "offer": lambda name: seat_texts.offer(1, 2, name, "Monster Hex", "Round 1", own=False),
    "settled": lambda name: seat_texts.settled("taken", 1, name),
    "few_names": lambda name: games_texts.few_names([name, name]),
    "waiting_for": lambda name: games_texts.waiting_for([name, name]),
    "finished_state": lambda name: games_texts.finished_state([name], 2, 2, won=False, ended=0),
    "not_listed": games_texts.not_listed,
    "statistics_title": games_texts.statistics_title,
    "no_shared_games": games_texts.no_shared_games,
    "high_score": lambda name: games_texts.high_score(name, 31),
    "opponent": lambda name: games_texts.opponent(name, 2, 1),
    "salts": lambda name: games_texts.salts([(name, "1")]),
    "open_seat": lambda name: clock_texts.open_seat(name, "Monster Hex", "Round 1", stood_in=True),
    "banks_line": lambda name: clock_texts.banks_line([(name, 3_600_000)]),
    "move_kept": table_texts.move_kept,
    "another_asks": table_texts.another_asks,
    "would_ask": lambda name: takeback_texts.would_ask([name, name], others=True),
    "waits_for": lambda name: takeback_texts.waits_for([name, name]),
    "dealt": lambda name: league_texts.dealt("S1", [name, name], 1),
    "at_table": lambda name: league_texts.at_table("S1", name),
    "counted": lambda name: league_texts.counted(name, [CountedLine(1, "60", "40.00", 1, 1500, 3)], {1: name}, ""),
    "rated": lambda name: league_texts.rated([RatedLine(name, 1500, 3)]),
    "deal": lambda name: league_texts.deal(name, 2, ["<#1>"]),
    "result": lambda name: league_texts.result(name, [name, name]),
    "ghost": lambda name: league_texts.ghost(1, name),
    "left": lambda name: league_texts.left(name, 2),
    "own_result": lambda name: league_texts.own_result([name, name], 1, 3, "60"),
    "explained": lambda name: league_texts.explained(name, "30.00 = 90 / 3", []),
    "preview": lambda name: league_texts.preview(name, "Hive Mind", "Season", "about 6 tables", 1, 2, 7),
    "published": lambda name: league_texts.published(name, 1, cup=False),
    "league_line": lambda name: league_texts.league_line(season_called(name), 1),
    "mine": lambda name: league_texts.mine(season_called(name), 1, 0),
    "confirm_end_round": lambda name: texts.confirm_end_round([name, name]),
}
ECHOES: dict[str, Callable[[str], str]] = {
    "unknown_game": lambda text: texts.unknown_game(text, ["Monster Hex"]),
    "unknown_clock": lambda text: table_texts.unknown_clock(text, ["days"]),
    "unreadable_duration": table_texts.unreadable_duration,
    "unknown_choice": table_texts.unknown_choice,
    "bad_options": texts.bad_options,
    "no_such_lesson": lambda text: learning_texts.no_such_lesson("Hive Mind", text),
    "quote": table_texts.quote,
}
HAVE_NO_NAMES = {
    *("and_list", "and_or", "ended", "too_many_tables", "missing_permissions", "lobby_full"),
    *("seats_free", "seats_taken", "seats_range", "computer_name", "table_opened", "our_error", "mention"),
    *("until", "lobby_state", "more"),
    *("checked", "zoomed", "replayed", "turn_of", "moved_on", "for_players", "part_of_text"),
    *("ordinal", "games", "games_won", "player_count", "places", "streaks", "practice", "alone", "capped", "value"),
    *("shared_already", "seated", "invited", "players", "table_is_full", "host_starts", "place", "lobby"),
    *("rating_line", "ratings_list"),
    *("rating", "seats", "how_many", "state", "at_once", "joined", "league_name", "cup_name", "started", "hour_hint"),
    *("learned", "listed", "page", "asked", "goes_on_from", "done_of", "numbered", "no_such_page"),
    *("choice", "title", "meaning", "summary", "lobby_line", "bank_note", "duration_text"),
}
ESCAPED_BEFORE = {
    *("handed_over", "game_line", "have_resigned", "forfeited", "stand_in", "opponents", "high_scores", "ratings"),
    *("request_line", "kept_line", "taken_back", "stands_in", "noted", "some", "answered"),
}
NO_MARKDOWN_THERE = {"thread_name", "ask_button"}
"""The name of a thread is plain text, and so is the label of a button."""


def unescaped(text: str) -> str:
    """What is left to be understood as markdown where escaped characters mean no more than a letter."""
    return re.sub(r"\\.", "x", text)


def assert_harmless(text: str, plain: str) -> None:
    """The text says no more to Discord than the same one with a plain name."""
    for marked in ("**", "*", "_", "~~", "||", "`", "](", "<", "://", "@everyone"):
        assert unescaped(text).count(marked) <= plain.count(marked), (marked, text)


def test_every_text_with_something_to_fill_in_is_known_here() -> None:
    known = {*SAYS_NAMES, *ECHOES, *HAVE_NO_NAMES, *ESCAPED_BEFORE, *NO_MARKDOWN_THERE, "escape", "escape_quoted"}

    assert known == FUNCTIONS.keys()


@pytest.mark.parametrize("say", [*SAYS_NAMES.values(), *ECHOES.values()], ids=[*SAYS_NAMES, *ECHOES])
def test_a_name_or_a_typed_word_is_escaped(say: Callable[[str], str]) -> None:
    assert_harmless(say(NASTY), say("Ann"))


@pytest.mark.parametrize("say", ECHOES.values(), ids=ECHOES.keys())
def test_a_typed_word_is_repeated_only_in_part(say: Callable[[str], str]) -> None:
    assert len(say("x" * 6000)) < 450


@given(st.text(max_size=32))
def test_an_escaped_text_shows_the_same_characters(name: str) -> None:
    shown = re.sub(r"\\([^0-9A-Za-z\s])", r"\1", table_texts.escape(name)).replace("@\u200b", "@")

    assert shown == name.replace("@\u200b", "@")


@example("- a")
@example("+ a")
@example("1. a")
@example("a\n - b")
@example("# a")
@example("> a")
@example("[a](http://b/*c*)")
@given(st.text("*_~`|<>[]()#@:/\\-+1. \nahtps", max_size=32))
def test_nothing_in_an_escaped_text_means_anything(name: str) -> None:
    assert not re.search(
        r"[*_~`|<>\[\]\\]|://|^\s*(#|[-+] |>|\d+\. )", unescaped(table_texts.escape(name)), re.MULTILINE
    )


def test_what_the_engine_quotes_is_escaped_in_a_message_and_nothing_else_is() -> None:
    text = f"There is no tile {echo('[a](http://c) “b” **d**' + chr(10) + '# e')}; write “place TILE HEX”, *please*."

    assert table_texts.escape_quoted(text) == (
        'There is no tile “\\[a\\](http\\://c) "b" \\*\\*d\\*\\* \\# e”; write “place TILE HEX”, *please*.'
    )


def test_a_thread_has_a_name_that_discord_takes() -> None:
    assert texts.thread_name("Monster Hex", ["Ann", "Ben"]) == "Monster Hex · Ann, Ben"
    assert texts.thread_name("Hive Mind", ["Ann"], 4) == "Hive Mind · Ann, 4 computers"
    assert texts.thread_name("Monster Hex", ["Ann"], 1) == "Monster Hex · Ann, 1 computer"
    assert len(texts.thread_name("Monster Hex", ["x" * 32] * 4)) == 100


@pytest.mark.parametrize(
    ("items", "text"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_lists_are_said_as_people_do(items: list[str], text: str) -> None:
    assert table_texts.and_list(items) == text


def test_nobody_to_wait_for_means_that_a_computer_player_thinks() -> None:
    assert "computer player is thinking" in table_texts.not_your_turn([])
    assert "computer player is thinking" in games_texts.waiting_for([])


PARTS = ("summary", "record_text")


def constants() -> dict[str, str]:
    """Every fixed text, of the shared modules and of the games."""
    shared: dict[str, Any] = {name: found for one in MODULES for name, found in vars(one).items() if name.isupper()}
    flat = {name: value for name, value in shared.items() if isinstance(value, str)}
    mapped = {
        f"{name} {key}": f"{key} {value}"
        for name, value in shared.items()
        if isinstance(value, dict)
        for key, value in value.items()
    }
    games = {f"{name} {part}": getattr(interface(name), part) for name in playable() for part in PARTS}
    return {**flat, **mapped, **games}


SHOUTS_OR_DECORATES = re.compile(r"![^\[]|!$|[\U0001F000-\U0001FAFF\u2600-\u27BF]")


@pytest.mark.parametrize(("name", "text"), constants().items())
def test_no_fixed_text_shouts_or_decorates(name: str, text: str) -> None:
    assert text.strip() == text != ""
    assert not SHOUTS_OR_DECORATES.search(text)
    assert not re.search(r"\b(anew|whoever|besides)\b", text, re.IGNORECASE)


def strings(path: Path) -> set[str]:
    """The strings of a module, without docstrings."""
    nodes = [*ast.walk(ast.parse(path.read_text()))]
    docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    constants = [node for node in nodes if isinstance(node, ast.Constant) and id(node) not in docstrings]
    return {node.value for node in constants if isinstance(node.value, str)}


@pytest.mark.parametrize(
    "path", [path for path in PROGRAM if "cogs" in path.parts], ids=lambda path: str(path.relative_to(ROOT))
)
def test_no_sentence_where_it_stands_shouts_or_decorates(path: Path) -> None:
    """A sentence has a space; other strings are ids, formats and signs."""
    sentences = [text for text in strings(path) if " " in text.strip()]
    assert [text for text in sentences if SHOUTS_OR_DECORATES.search(text)] == []
    assert [text for text in sentences if re.search(r"\b(anew|whoever|besides)\b", text, re.IGNORECASE)] == []


def test_no_string_of_the_program_shouts() -> None:
    shouting = [
        f"{path.name}: {line.strip()}"
        for path in PROGRAM
        for line in path.read_text().splitlines()
        if re.search(r"""[A-Za-z]!["' ]""", line)
    ]

    assert shouting == []


def test_every_text_is_said_somewhere() -> None:
    """Its name stands in the program where it is written, and once more at least."""
    words = Counter(word for path in PROGRAM for word in re.findall(r"\w+", path.read_text()))
    names = {*FUNCTIONS, *(name for module in MODULES for name in vars(module) if name.isupper())}

    assert [name for name in names if words[name] < 2] == []
