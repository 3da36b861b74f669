"""Texts: names are escaped everywhere, no sentence shouts, and no text is unused."""

import ast
import inspect
import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cogs.at_table.fairness_page import format_salts
from cogs.at_table.more import confirm_end_round
from cogs.at_table.seats import format_seat_asked
from cogs.at_table.stand_in import banks_line
from cogs.at_table.take_back import format_take_back_question, format_waiting
from cogs.league.new_league import format_publish_reply, preview
from cogs.league.organise import format_export_reply
from cogs.league.organise_page import log_text, people_text, table_text
from cogs.league.page_texts import (
    explain_score,
    format_import_reply,
    format_leave_reply,
    format_membership,
    league_line,
    own_duel,
    own_result,
)
from cogs.learning.catalogue import no_such_lesson
from cogs.learning.demo import no_such_topic, several_topics
from cogs.learning.rule_pages import format_matches, no_such_rule, nothing_found
from cogs.managing.moderate_page import log_line, table_page
from cogs.outbox.delivery import thread_name
from cogs.personal.games_list import abbreviate_names, finished_state, format_awaited
from cogs.personal.stats import format_unlisted, high_score, no_shared_games, opponent, statistics_title
from cogs.personal.typed_days import format_unreadable_day
from cogs.ui.kit.forms import format_bad_options
from cogs.ui.kit.interface import interface, playable_games
from cogs.ui.messages.call_messages import call_text, direct_text, next_text
from cogs.ui.messages.cards import season_line
from cogs.ui.messages.lobby_message import (
    format_dealt_table,
    format_declined_rematch,
    format_full_game,
    format_lobby_start,
    format_taken_seat,
)
from cogs.ui.messages.season_card import deal_text, format_counted, format_note, format_question, format_rated
from cogs.ui.messages.seat_offer import ask_to_play_on, open_seat, settle_before_start, settle_play_on
from cogs.ui.texts import clock_texts, league_texts, texts
from data.store import LeagueRow, SeasonRow
from engine.core import quote_input
from language.messages import list_and
from leagues.acts import VOID
from leagues.messages import CountedLine
from leagues.rated_alone import RatedLine
from leagues.season import Season
from leagues.settings import PRESETS
from tables import texts as table_texts
from tables.calling.recipients import NUDGE

ROOT = Path(__file__).parents[2]
PROGRAM = [path for folder in ("cogs", "tables", "leagues", "ops") for path in (ROOT / folder).rglob("*.py")]
MODULES = (texts, table_texts, clock_texts, league_texts)
NASTY = "**a** [b](http://c) <@300000000000000000> @everyone `d` ||e|| <t:1:R> <#1> </f:1> _g_ ~~h~~ http://i/**j**"
PLAIN = {"str", "int", "bool", "None", "Sequence", "Mapping", "tuple"}


def makes_text(function: ast.stmt) -> bool:
    """Return whether a public function makes a string from strings and other plain values only."""
    if not isinstance(function, ast.FunctionDef) or function.name.startswith("_") or function.returns is None:
        return False
    given = [*function.args.args, *function.args.kwonlyargs]
    types = [set(re.findall(r"\w+", ast.unparse(each.annotation))) for each in given if each.annotation is not None]
    return (
        ast.unparse(function.returns) == "str" and set().union(*types) <= PLAIN and any("str" in one for one in types)
    )


FUNCTIONS = {
    *(
        name
        for module in MODULES
        for name, found in vars(module).items()
        if inspect.isfunction(found) and found.__module__ == module.__name__ and not name.startswith("_")
    ),
    *(
        function.name
        for path in (ROOT / "cogs").rglob("*.py")
        if not {*playable_games()} & {*path.parts}
        for function in ast.parse(path.read_text()).body
        if isinstance(function, ast.FunctionDef) and makes_text(function)
    ),
}


def season_called(name: str) -> Season:
    """Return an open season without members, in a league with this name."""
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
    "format_reserved_seats": lambda name: table_texts.format_reserved_seats([name, name]),
    "format_waiting_rematch": lambda name: table_texts.format_waiting_rematch([name, name]),
    "format_taken_choice": lambda name: table_texts.format_taken_choice("Red", name),
    "format_taken_seat": lambda name: format_taken_seat(1, name, host=True, computer="greedy", choices=["Red"]),
    "format_lobby_start": lambda name: format_lobby_start([name, name], 1),
    "has_seat_already": table_texts.has_seat_already,
    "format_seat_out": table_texts.format_seat_out,
    "format_still_active": table_texts.format_still_active,
    "format_seat_asked": lambda name: format_seat_asked(1, name, own=False),
    "ask_to_play_on": lambda name: ask_to_play_on(1, 2, name, "Monster Hex", "Round 1", own=False),
    "settle_play_on": lambda name: settle_play_on("taken", 1, name),
    "abbreviate_names": lambda name: abbreviate_names([name, name]),
    "format_awaited": lambda name: format_awaited([name, name]),
    "finished_state": lambda name: finished_state([name], 2, 2, won=False, ended=0),
    "format_unlisted": format_unlisted,
    "statistics_title": statistics_title,
    "no_shared_games": no_shared_games,
    "high_score": lambda name: high_score(name, 31),
    "opponent": lambda name: opponent(name, 2, 1),
    "format_salts": lambda name: format_salts([(name, "1")]),
    "open_seat": lambda name: open_seat(name, "Monster Hex", "Round 1", stood_in=True),
    "banks_line": lambda name: banks_line([(name, 3_600_000)]),
    "move_kept": table_texts.move_kept,
    "format_open_request": table_texts.format_open_request,
    "format_take_back_question": lambda name: format_take_back_question([name, name], others=True),
    "format_waiting": lambda name: format_waiting([name, name]),
    "format_dealt_table": lambda name: format_dealt_table("S1", [name, name], 1),
    "season_line": lambda name: season_line("S1", name),
    "format_counted": lambda name: format_counted(name, [CountedLine(1, "60", "40.00", 1, 1500, 3)], {1: name}, ""),
    "format_rated": lambda name: format_rated([RatedLine(name, 1500, 3)]),
    "deal_text": lambda name: deal_text(name, 2, ["<#1>"]),
    "result": lambda name: league_texts.result(name, [name, name]),
    "format_note": lambda name: format_note("ghost", 1, name),
    "format_leave_reply": lambda name: format_leave_reply(name, 2),
    "own_duel": lambda name: own_duel(name, Fraction(60)),
    "own_result": lambda name: own_result([name, name], 1, 3, "60"),
    "explain_score": lambda name: explain_score(name, "30.00 = 90 / 3", []),
    "preview": lambda name: preview(name, "Hive Mind", "Season", "about 6 tables", 1, 2, 7),
    "format_publish_reply": lambda name: format_publish_reply(name, 1, cup=False),
    "league_line": lambda name: league_line(season_called(name), 1),
    "format_membership": lambda name: format_membership(season_called(name), 1, 0),
    "confirm_end_round": lambda name: confirm_end_round([name, name]),
    "format_declined_rematch": lambda name: format_declined_rematch([name, name]),
    "format_full_game": lambda name: format_full_game([name, name]),
    "format_import_reply": lambda name: format_import_reply(name, 1),
    "log_text": lambda name: log_text(name, [], "0" * 64),
    "people_text": lambda name: people_text(name, [name], [name], [name]),
    "table_text": lambda name: table_text(1, [name, name], "open", 1),
    "format_export_reply": lambda name: format_export_reply(name, is_over=True),
    "format_question": lambda name: format_question(1, VOID, name, [name]),
    "next_text": lambda name: next_text([name]),
    "call_text": lambda name: call_text(NUDGE, ["<@1>"], "to move", by=name),
    "direct_text": lambda name: direct_text(NUDGE, "Monster Hex", "<#1>", "to move", by=name),
    "log_line": lambda name: log_line("end", 1, None, 0, name, None),
    "table_page": lambda name: table_page("Monster Hex", 1, 1, [name, name], over=False, locked=False),
    "settle_before_start": lambda name: settle_before_start("taken", 1, name, swap=True),
}
ECHOES: dict[str, Callable[[str], str]] = {
    "format_unknown_game": lambda text: texts.format_unknown_game(text, ["Monster Hex"]),
    "unknown_clock": lambda text: table_texts.unknown_clock(text, ["days"]),
    "unreadable_duration": table_texts.unreadable_duration,
    "unknown_choice": table_texts.unknown_choice,
    "format_bad_options": format_bad_options,
    "no_such_lesson": lambda text: no_such_lesson("Hive Mind", text),
    "quote": table_texts.quote,
    "no_such_topic": lambda text: no_such_topic("Hive Mind", text, []),
    "several_topics": lambda text: several_topics("Hive Mind", text, []),
    "nothing_found": lambda text: nothing_found("Hive Mind", text, 0, 20),
    "format_matches": lambda text: format_matches("Hive Mind", text, []),
    "no_such_rule": no_such_rule,
    "format_unreadable_day": format_unreadable_day,
}
HAVE_NO_NAMES = {
    *(
        "format_solo_games",
        "list_languages",
        "ask_before_start",
        "format_table_limit",
        "format_audit_entry",
        "format_unposted_board",
    ),
    *(
        "format_verdict",
        "choice",
        "commands_list",
        "computer_name",
        "format_computers",
        "format_contradiction",
        "cup_name",
    ),
    *(
        "demo_title",
        "die",
        "format_direct_start",
        "format_duration",
        "describe_end",
        "format_players_only",
    ),
    *(
        "format_steps",
        "format_continuation_note",
        "has_begun",
        "format_host_start",
        "hour_hint",
        "format_table_count",
    ),
    *(
        "format_bot_cannot_write",
        "import_label",
        "import_title",
        "invitation_text",
        "require_game",
        "league_name",
    ),
    *(
        "lesson_heading",
        "format_full_lobby",
        "lobby_line",
        "format_lobby_seat_taken",
        "lobby_state",
    ),
    *(
        "prefix_emoji",
        "describe_preset",
        "mention",
        "format_missing_permissions",
        "more_title",
        "format_stale_press",
        "no_such_page",
    ),
    *(
        "no_topics",
        "add_number",
        "format_internal_error",
        "format_person",
        "pinged",
        "pings_text",
    ),
    *("quiet_line", "quote_question", "rating", "rating_line", "ratings_list", "read_word", "rematch_state"),
    *(
        "format_replay",
        "rule_name",
        "rule_page",
        "format_rules_heading",
        "format_seat_taken_over",
        "seats",
        "format_free_seats",
    ),
    *(
        "seats_range",
        "format_taken_seats",
        "seats_title",
        "short_title",
        "mark_server_choice",
        "set_up_title",
        "settings_line",
        "format_already_shared",
    ),
    *(
        "format_game_choice",
        "format_game_started",
        "state",
        "summary",
        "format_full_table",
        "format_opened_table",
        "title",
    ),
    *(
        "too_many_tables",
        "format_refused_command",
        "format_due",
        "value",
        "verify_title",
        "zone_line",
        "format_zoom_title",
    ),
}
ESCAPED_BEFORE = {
    *(
        "format_resignations",
        "game_line",
        "format_forfeits",
        "stand_in_name",
        "opponents",
        "high_scores",
        "format_ratings",
    ),
    *(
        "request_line",
        "format_declined_takeback",
        "format_takeback",
        "format_seat_change",
        "format_stand_ins",
        "list_first",
    ),
    *(
        "away_line",
        "pause_request_line",
        "paused_line",
        "format_pause",
        "format_present_players",
        "format_end_votes",
        "format_host_note",
    ),
    *("format_hints_taken", "format_sleep_question", "table_state", "format_act", "format_logged"),
}
NO_MARKDOWN_THERE = {"cut", "thread_name", "ask_button", "table_choice"}
"""Names of threads and labels of buttons and options: plain text without markdown."""
IN_GENERAL = {"escape", "escape_quoted", "put_into_words", "put_error_into_words"}
"""Functions for any text."""


def unescaped(text: str) -> str:
    """Replace escaped characters by a letter, so that only active markdown is left."""
    return re.sub(r"\\.", "x", text)


def assert_harmless(text: str, plain: str) -> None:
    """Check that a text has no more markdown than the same text with a plain name."""
    for marked in ("**", "*", "_", "~~", "||", "`", "](", "<", "://", "@everyone"):
        assert unescaped(text).count(marked) <= plain.count(marked), (marked, text)


def test_every_text_with_something_to_fill_in_is_known_here() -> None:
    known = {*SAYS_NAMES, *ECHOES, *HAVE_NO_NAMES, *ESCAPED_BEFORE, *NO_MARKDOWN_THERE, *IN_GENERAL}

    assert FUNCTIONS - known == set()
    assert known - FUNCTIONS <= {*SAYS_NAMES}


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
    quoted = quote_input("[a](http://c) “b” **d**" + chr(10) + "# e")
    text = f"There is no tile {quoted}; write “place TILE HEX”, *please*."

    assert table_texts.escape_quoted(text) == (
        'There is no tile “\\[a\\](http\\://c) "b" \\*\\*d\\*\\* \\# e”; write “place TILE HEX”, *please*.'
    )


def test_a_thread_has_a_name_that_discord_takes() -> None:
    assert thread_name("Monster Hex", ["Ann", "Ben"]) == "Monster Hex · Ann, Ben"
    assert thread_name("Hive Mind", ["Ann"], 4) == "Hive Mind · Ann, 4 computers"
    assert thread_name("Monster Hex", ["Ann"], 1) == "Monster Hex · Ann, 1 computer"
    assert len(thread_name("Monster Hex", ["x" * 32] * 4)) == 100


@pytest.mark.parametrize(
    ("items", "text"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_lists_are_said_as_people_do(items: list[str], text: str) -> None:
    assert list_and(items) == text


def test_nobody_to_wait_for_means_that_a_computer_player_thinks() -> None:
    assert "computer player is thinking" in table_texts.not_your_turn([])
    assert "computer player is thinking" in format_awaited([])


PARTS = ("sentence", "slow", "record_text")


def constants() -> dict[str, str]:
    """Return every fixed text of the shared modules and the games."""
    shared: dict[str, Any] = {name: found for one in MODULES for name, found in vars(one).items() if name.isupper()}
    flat = {name: value for name, value in shared.items() if isinstance(value, str)}
    mapped = {
        f"{name} {key}": f"{key} {value}"
        for name, value in shared.items()
        if isinstance(value, dict)
        for key, value in value.items()
    }
    games = {f"{name} {part}": getattr(interface(name), part) for name in playable_games() for part in PARTS}
    return {**flat, **mapped, **games}


SHOUTS_OR_DECORATES = re.compile(r"![^\[]|!$|[\U0001F000-\U0001FAFF\u2600-\u27BF]")


@pytest.mark.parametrize(("name", "text"), constants().items())
def test_no_fixed_text_shouts_or_decorates(name: str, text: str) -> None:
    assert text.strip() == text != ""
    assert not SHOUTS_OR_DECORATES.search(text)
    assert not re.search(r"\b(anew|whoever|besides)\b", text, re.IGNORECASE)


def strings(path: Path) -> set[str]:
    """Return the strings of a module, without docstrings."""
    nodes = [*ast.walk(ast.parse(path.read_text()))]
    docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    constants = [node for node in nodes if isinstance(node, ast.Constant) and id(node) not in docstrings]
    return {node.value for node in constants if isinstance(node.value, str)}


@pytest.mark.parametrize(
    "path", [path for path in PROGRAM if "cogs" in path.parts], ids=lambda path: str(path.relative_to(ROOT))
)
def test_no_sentence_where_it_stands_shouts_or_decorates(path: Path) -> None:
    """Strings without a space are ids, formats or signs, and no sentences."""
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
    """The name occurs in its definition and at least once more."""
    words = Counter(word for path in PROGRAM for word in re.findall(r"\w+", path.read_text()))
    names = {*FUNCTIONS, *(name for module in MODULES for name in vars(module) if name.isupper())}

    assert [name for name in names if words[name] < 2] == []
