"""Bad input from Hypothesis for every registered game: a clear error or a valid result, and never much work.

Work is counted in calls of Python and C functions, which are the same on every machine. HEXCADE_EXAMPLES sets the
number of inputs.
"""

import gc
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from datetime import UTC, date
from types import FrameType
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from cogs.personal.quiet_hours import read_clock
from cogs.personal.typed_days import read_days
from cogs.ui.kit import custom_ids
from cogs.ui.kit.forms import parse_typed_options, read_form, read_options
from cogs.ui.kit.interface import interface, playable_games
from engine import game as engine_game
from engine import record_json
from engine.core import HOST, EngineError
from engine.game import Game
from engine.games import game_type, game_types
from engine.record import Entry, GameRecord
from engine.verification import verify
from leagues import document_checks
from ops.config import Config, ConfigError, parse
from tables.refusal import Refusal
from tables.settings import TableSettings
from tables.timing.absence import midnight, plan_vacation
from tables.timing.clock_settings import find_clock, parse_clock
from tables.timing.time_zones import search_zones
from tests.cog_tables import SEED, new_game, table_view

pytestmark = pytest.mark.slow

EXAMPLES = int(os.environ.get("HEXCADE_EXAMPLES", "150"))
CALLS = 25_000
"""Limit of function calls for bad input; reading and playing a record of a whole game takes more."""

CALLS_PER_BYTE = 5
"""Limit of function calls per byte of a large record, which only its owner reads, on the command line."""

# The explain phase sets a trace function, which would be counted.
fuzzed = settings(max_examples=EXAMPLES, phases=(Phase.explicit, Phase.generate, Phase.shrink))

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=12), inner, max_size=5),
    max_leaves=25,
)
WORDS = ("place", "take", "close", "forfeit", "takeback", "for", "A1", "S1", "B1", "G7", "0", "5", "-1", "9" * 40, "٣")
NAMES = list(game_types())


class TooMuchError(AssertionError):
    """Bad input has caused too many function calls."""


@contextmanager
def little_work(most: int = CALLS) -> Iterator[None]:
    """Raise TooMuchError after `most` function calls in the block."""
    calls = 0

    def count(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")
        if calls > most:
            raise TooMuchError(f"more than {most} calls")

    before = sys.getprofile()
    # Otherwise garbage left by other tests could be collected and counted here.
    gc.disable()
    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(before)
        gc.enable()


def refused_or(work: Callable[[], Any], *errors: type[Exception]) -> Any:
    """Return the result of `work`, or None if it is refused with a text that fits a message.

    Raises TooMuchError if the work takes too many calls.
    """
    try:
        with little_work():
            return work()
    except errors as error:
        text = getattr(error, "text", str(error))
        assert 0 < len(text) < 1000
        assert "Traceback" not in text
        return None


def test_the_work_is_counted() -> None:
    def much() -> None:
        for _ in range(CALLS + 1):
            len_of("")

    def len_of(text: str) -> int:
        return len(text)

    with pytest.raises(TooMuchError):
        refused_or(much)


@pytest.fixture(params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    """Return the name of a registered game."""
    return request.param


def some_way_into(name: str, turns: int = 2) -> tuple[Game, tuple[Entry, ...]]:
    """Return a game with the minimum of players after some moves, and its log."""
    advance = engine_game.begin(new_game(min(game_type(name).seats), name).configuration, SEED)
    log = advance.entries
    for _ in range(turns):
        game = advance.game
        seat = game.actors[0]
        advance = engine_game.act(game, seat, game.legal(seat)[0], SEED)
        log += advance.entries
    return advance.game, log


def notation(game: Game) -> st.SearchStrategy[str]:
    """Return a strategy: any text, words of the game's notation in any order, and damaged legal actions."""
    legal = [action for seat in game.actors for action in game.legal(seat)]
    legal = legal[:: max(1, len(legal) // 50)]
    words = sorted({word for action in legal for word in action.split()}) + list(WORDS)
    damaged = st.builds(
        lambda action, start, end, middle: action[:start] + middle + action[end:],
        st.sampled_from(legal),
        st.integers(0, 30),
        st.integers(0, 30),
        st.text(max_size=4),
    )
    return st.one_of(st.text(max_size=600), st.lists(st.sampled_from(words), max_size=12).map(" ".join), damaged)


def whole_record(name: str) -> dict[str, Any]:
    """Return a short record to damage."""
    game, log = some_way_into(name)
    return msgspec.json.decode(record_json.encode(GameRecord(game.configuration, log, SEED)))


@fuzzed
@given(st.binary(max_size=2000))
def test_bytes_are_no_record(data: bytes) -> None:
    refused_or(lambda: record_json.decode(data), EngineError)


@fuzzed
@given(JSON)
def test_json_is_no_record(data: Any) -> None:
    try:
        encoded = msgspec.json.encode(data)
    except (ValueError, OverflowError):
        return
    refused_or(lambda: record_json.decode(encoded), EngineError)


def test_a_damaged_record_is_refused_or_valid(name: str) -> None:
    record = whole_record(name)

    @fuzzed
    @given(st.sampled_from(sorted(record)), JSON | st.just(record["entries"] * 3), st.booleans())
    def damage(field: str, value: Any, dropped: bool) -> None:
        damaged = {key: found for key, found in record.items() if key != field} | ({} if dropped else {field: value})
        try:
            encoded = msgspec.json.encode(damaged)
        except (ValueError, OverflowError):
            return
        read = refused_or(lambda: record_json.decode(encoded), EngineError)
        if read is not None:
            refused_or(lambda: engine_game.replay_game(read.configuration, read.entries), EngineError)

    damage()


def test_a_log_with_anything_in_it_is_refused_or_valid(name: str) -> None:
    game, log = some_way_into(name)
    actors = st.sampled_from([*range(-3, 9), 10**5, "chance", "host", "", None, True])
    entries = st.lists(st.lists(actors | notation(game), min_size=1, max_size=4), max_size=4)

    @fuzzed
    @given(st.integers(0, len(log)), entries)
    def play(kept: int, entries: list[Any]) -> None:
        record = whole_record(name)
        encoded = msgspec.json.encode({**record, "entries": [*record["entries"][:kept], *entries]})
        read = refused_or(lambda: record_json.decode(encoded), EngineError)
        if read is not None:
            refused_or(lambda: verify(read), EngineError)

    play()


LARGE = {
    "numbers": {"options": {"a": [0] * 310_000}},
    "lists": {"entries": [[]] * 340_000},
    "lists in lists": {"options": {"a": [[[[[[0]]]]]] * 70_000}},
    "options": {"options": {str(number): 0 for number in range(90_000)}},
    "salts": {"salts": ["x"] * 250_000},
    "a name": {"game": "x" * 1_000_000},
    "an action": {"entries": [[0, "x" * 1_000_000]]},
    "brackets in a text": {"table": "[" * 1_000_000},
    "fields": {str(number): 0 for number in range(90_000)},
}


@pytest.mark.parametrize("what", LARGE)
def test_a_record_as_large_as_can_be_is_refused_with_work_in_proportion_to_its_size(what: str) -> None:
    encoded = msgspec.json.encode({**whole_record(NAMES[0]), **LARGE[what]})
    assert 600_000 < len(encoded) <= record_json.RECORD_BYTES

    with little_work(CALLS_PER_BYTE * len(encoded)), pytest.raises(EngineError):
        record_json.decode(encoded)


def test_notation_is_refused_or_a_move(name: str) -> None:
    game, _ = some_way_into(name)
    seat = game.actors[0]

    @fuzzed
    @given(notation(game))
    def make(text: str) -> None:
        done = refused_or(lambda: engine_game.act(game, seat, text, SEED), EngineError)
        if done is not None:
            action = game.rules.parse_action(done.entries[0].action)
            assert game.rules.is_legal(game.state, seat, action)

    make()


def test_what_the_host_writes_is_refused_or_done(name: str) -> None:
    game, log = some_way_into(name)
    written = st.lists(
        st.sampled_from(["close", "forfeit", "takeback", "for", "0", "1", "7", "-1", "9" * 7]), max_size=4
    )

    @fuzzed
    @given(written.map(" ".join) | st.builds("for {} {}".format, st.integers(-2, 9), notation(game)))
    def write(text: str) -> None:
        refused_or(lambda: engine_game.act(game, HOST, text, SEED), EngineError)

    @fuzzed
    @given(st.integers(-2, len(log) + 2))
    def take_back(entry: int) -> None:
        refused_or(lambda: engine_game.take_back(game, log, entry, SEED), EngineError)

    write()
    take_back()


@fuzzed
@given(st.text(max_size=200) | st.lists(st.text(max_size=8), max_size=8).map(":".join))
def test_a_custom_id_is_ours_or_none(text: str) -> None:
    with little_work():
        found = custom_ids.parse(text)
    if found is not None and len(text) <= custom_ids.LIMIT:
        assert custom_ids.parse(str(found)) == found


@pytest.mark.parametrize("name", list(playable_games()), indirect=True)
def test_the_details_of_a_page_are_refused_or_a_page(name: str) -> None:
    game, _ = some_way_into(name)
    table = table_view(game, game.actors[0])
    ours = interface(name)
    words = sorted({word for action in table.legal[::20] for word in action.split()}) + list(WORDS)
    pages = st.sampled_from(["move", "tile", "hex", "hexes", "turn", "do", "", "nothing", *words])
    fields = st.dictionaries(st.sampled_from(["0", "1", "2", *words]), st.text(max_size=20), max_size=3)

    @fuzzed
    @given(pages, st.lists(st.sampled_from(words) | st.text(max_size=20), max_size=5), fields)
    def open_page(page: str, details: list[str], values: dict[str, str]) -> None:
        refused_or(lambda: ours.composing.page(table, page, details), Refusal, EngineError)
        refused_or(lambda: ours.composing.press(table, page, details), Refusal, EngineError)
        refused_or(lambda: ours.composing.form(table, details), Refusal, EngineError)
        refused_or(lambda: ours.composing.form_submitted(table, details, values), Refusal, EngineError)

    open_page()


@fuzzed
@given(
    st.text(max_size=500)
    | st.lists(st.sampled_from(["factions=red,blue", "factions=", "a=1", "=", "a=" + "9" * 50])).map(" ".join)
)
def test_typed_options_are_refused_or_the_games(text: str) -> None:
    found = refused_or(lambda: parse_typed_options(text), Refusal)
    for name in game_types():
        if found is not None:
            refused_or(lambda name=name: game_type(name).options(2, found), EngineError)


@fuzzed
@given(
    JSON
    | st.lists(
        st.fixed_dictionaries(
            {
                "component": st.fixed_dictionaries(
                    {
                        "custom_id": st.sampled_from(["seats", "clock", "computer", "theme", "x"]),
                        "values": st.lists(
                            st.sampled_from(["2", "no limit", "random", "dark", "x", "9" * 50]), max_size=2
                        ),
                    }
                )
            }
        ),
        max_size=5,
    )
)
def test_a_form_is_refused_or_settings(components: Any) -> None:
    refused_or(lambda: read_options(read_form(components), {"random": "random"}, TableSettings(seats=2)), Refusal)


@fuzzed
@given(st.text(max_size=40))
def test_a_clock_is_refused_or_known(text: str) -> None:
    refused_or(lambda: find_clock(text), Refusal)
    refused_or(lambda: parse_clock(text, text, text), Refusal)


# The first call reads the names of all zones from files.
search_zones("berlin")
# The first words are read with patterns that `dateparser` compiles then.
read_days("in 5 days", date(2026, 1, 1))
TYPED_DAYS = (
    *("today", "friday", "5.12.", "next week", "0001-01-01", "9999-12-31"),
    *("9998-2-3", "0000-00-00", "99999999-1-1", "٢٠٢٦-٠١-٠١"),
)


@fuzzed
@given(st.text(max_size=80) | st.sampled_from(TYPED_DAYS), st.dates())
def test_a_day_a_time_of_day_and_a_zone_are_refused_or_known(text: str, today: date) -> None:
    refused_or(lambda: read_days(text, today), Refusal)
    refused_or(lambda: read_clock(text), Refusal)
    refused_or(lambda: search_zones(text))


@fuzzed
@given(st.dates(), st.dates(), st.sampled_from(["UTC", "Pacific/Kiritimati", "Etc/GMT+12", "Europe/London"]))
def test_any_two_days_are_refused_or_a_vacation(first: date, last: date, zone: str) -> None:
    now = midnight(date(2026, 6, 3), UTC)

    refused_or(lambda: plan_vacation((), ZoneInfo(zone), first, last, now), Refusal)


@fuzzed
@given(JSON | st.fixed_dictionaries({"format": st.just("hexcade season/1"), "league": JSON, "season": JSON}))
def test_json_is_no_season(data: Any) -> None:
    try:
        encoded = msgspec.json.encode(data)
    except (ValueError, OverflowError):
        return
    refused_or(lambda: document_checks.decode(encoded), Refusal)


@fuzzed
@given(st.sampled_from([each.name for each in fields(Config)]), st.text(max_size=60))
def test_a_setting_is_refused_or_taken(name: str, value: str) -> None:
    refused_or(lambda: parse({name: value}), ConfigError)
