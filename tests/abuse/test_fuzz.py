"""Bad input, by Hypothesis, for every registered game: a clear error or something valid, and never much work.

Work is counted in calls of functions, which are the same on every machine, and in seconds of CPU, of which the least of
three runs counts. HEXCADE_EXAMPLES says how many inputs.
"""

import gc
import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from cogs import _custom_ids
from cogs._interfaces import interface, playable
from cogs._options import clock_of, read_options, typed_options
from cogs._refusal import Refusal
from cogs._settings import Settings
from engine import sheet
from engine import table as engine_table
from engine.core import HOST, EngineError
from engine.games import game, games
from engine.verification import verify
from tests.cogs import cog_tables
from tests.cogs.cog_tables import SEED, begun, look_at

EXAMPLES = int(os.environ.get("HEXCADE_EXAMPLES", "150"))
CALLS = 25_000
"""Some 10 milliseconds; reading and playing a record of a whole game takes more."""
CPU_SECONDS = 0.05
"""The most that bad input may cost (issue 4, point 3)."""

fuzzed = settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize=True,
    # Explaining traces every line, and that is not the work's own time.
    phases=(Phase.explicit, Phase.generate, Phase.shrink),
)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=12), inner, max_size=5),
    max_leaves=25,
)
WORDS = ("place", "take", "close", "forfeit", "takeback", "for", "A1", "S1", "B1", "G7", "0", "5", "-1", "9" * 40, "٣")
NAMES = list(games())


class TooMuchError(AssertionError):
    """Bad input costs too much."""


@contextmanager
def little_work() -> Iterator[None]:
    """Raises TooMuchError after so many calls."""
    calls = 0

    def count(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event == "call"
        if calls > CALLS:
            raise TooMuchError(f"more than {CALLS} calls")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(before)


def cpu_seconds(work: Callable[[], Any], *errors: type[Exception]) -> float:
    """The least CPU time of up to three runs; the first that is short enough will do."""
    least = float("inf")
    # What other tests have left behind is not this work's to clean up.
    gc.disable()
    try:
        for _ in range(3):
            begun = time.process_time()
            with suppress(*errors):
                work()
            least = min(least, time.process_time() - begun)
            if least <= CPU_SECONDS:
                break
    finally:
        gc.enable()
    return least


def refused_or(work: Callable[[], Any], *errors: type[Exception]) -> Any:
    """What the work gives, or None when it is refused in words that fit into a message; all with little work."""
    taken = cpu_seconds(work, *errors)
    if taken > CPU_SECONDS:
        raise TooMuchError(f"{taken * 1000:.0f} ms")
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


def test_work_without_calls_is_measured() -> None:
    """A pattern that tries everything makes no call that could be counted."""
    letters = "a" * 28

    with pytest.raises(TooMuchError, match="ms"):
        refused_or(lambda: re.match("(a|aa)+$", letters + "b"))


@pytest.fixture(params=NAMES)
def name(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """A registered game, which the tables of the test then are of."""
    monkeypatch.setattr(cog_tables, "GAME", request.param)
    return request.param


def some_way_into(name: str, turns: int = 2) -> engine_table.Table:
    """A table of the game after some moves of its fewest players."""
    table = begun(min(game(name).seats))
    for _ in range(turns):
        seat = table.actors[0]
        table = engine_table.act(table, seat, table.legal(seat)[0], SEED).table
    return table


def notation(table: engine_table.Table) -> st.SearchStrategy[str]:
    """Any text; words of the game's notation in any order; legal actions with something wrong."""
    legal = [action for seat in table.actors for action in table.legal(seat)]
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
    """A short record to damage."""
    return msgspec.json.decode(sheet.encode(some_way_into(name).record(SEED)))


@fuzzed
@given(st.binary(max_size=2000))
def test_bytes_are_no_record(data: bytes) -> None:
    refused_or(lambda: sheet.decode(data), EngineError)


@fuzzed
@given(JSON)
def test_json_is_no_record(data: Any) -> None:
    try:
        encoded = msgspec.json.encode(data)
    except (ValueError, OverflowError):
        return
    refused_or(lambda: sheet.decode(encoded), EngineError)


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
        read = refused_or(lambda: sheet.decode(encoded), EngineError)
        if read is not None:
            refused_or(lambda: engine_table.resume(read.configuration, read.entries, 1), EngineError)

    damage()


def test_a_log_with_anything_in_it_is_refused_or_valid(name: str) -> None:
    table = some_way_into(name)
    actors = st.sampled_from([*range(-3, 9), 10**5, "chance", "host", "", None, True])
    entries = st.lists(st.lists(actors | notation(table), min_size=1, max_size=4), max_size=4)

    @fuzzed
    @given(st.integers(0, len(table.entries)), entries)
    def play(kept: int, entries: list[Any]) -> None:
        record = whole_record(name)
        encoded = msgspec.json.encode({**record, "entries": [*record["entries"][:kept], *entries]})
        read = refused_or(lambda: sheet.decode(encoded), EngineError)
        if read is not None:
            refused_or(lambda: verify(read), EngineError)

    play()


LARGE = {
    "numbers": {"options": {"a": [0] * 500_000}},
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
def test_a_record_as_large_as_can_be_is_refused_soon(what: str) -> None:
    encoded = msgspec.json.encode({**whole_record(NAMES[0]), **LARGE[what]})
    assert 600_000 < len(encoded) <= sheet.RECORD_BYTES

    def read() -> Any:
        return sheet.decode(encoded)

    assert cpu_seconds(read, EngineError) <= CPU_SECONDS
    with pytest.raises(EngineError):
        read()


def test_notation_is_refused_or_a_move(name: str) -> None:
    table = some_way_into(name)
    seat = table.actors[0]

    @fuzzed
    @given(notation(table))
    def act(text: str) -> None:
        done = refused_or(lambda: engine_table.act(table, seat, text, SEED), EngineError)
        if done is not None:
            action = table.rules.parse_action(table.view(seat), done.entries[0].action)
            assert table.rules.is_legal(table.state, seat, action)

    act()


def test_what_the_host_writes_is_refused_or_done(name: str) -> None:
    table = some_way_into(name)
    written = st.lists(
        st.sampled_from(["close", "forfeit", "takeback", "for", "0", "1", "7", "-1", "9" * 7]), max_size=4
    )

    @fuzzed
    @given(written.map(" ".join) | st.builds("for {} {}".format, st.integers(-2, 9), notation(table)))
    def act(text: str) -> None:
        refused_or(lambda: engine_table.act(table, HOST, text, SEED), EngineError)

    act()


@fuzzed
@given(st.text(max_size=200) | st.lists(st.text(max_size=8), max_size=8).map(":".join))
def test_a_custom_id_is_ours_or_none(text: str) -> None:
    with little_work():
        found = _custom_ids.parse(text)
    if found is not None and len(text) <= _custom_ids.LIMIT:
        assert _custom_ids.parse(str(found)) == found


@pytest.mark.parametrize("name", list(playable()), indirect=True)
def test_a_drafts_details_are_refused_or_a_page(name: str) -> None:
    table = some_way_into(name)
    look = look_at(table, table.actors[0])
    ours = interface(name)
    words = sorted({word for action in look.legal[::20] for word in action.split()}) + list(WORDS)
    what = st.sampled_from(["move", "tile", "hex", "hexes", "turn", "do", "", "nothing", *words])

    @fuzzed
    @given(what, st.lists(st.sampled_from(words) | st.text(max_size=20), max_size=5))
    def draft(what: str, details: list[str]) -> None:
        refused_or(lambda: ours.draft(look, what, details), Refusal, EngineError)

    draft()


@fuzzed
@given(
    st.text(max_size=500)
    | st.lists(st.sampled_from(["factions=red,blue", "factions=", "a=1", "=", "a=" + "9" * 50])).map(" ".join)
)
def test_typed_options_are_refused_or_the_games(text: str) -> None:
    found = refused_or(lambda: typed_options(text), Refusal)
    for name in games():
        if found is not None:
            refused_or(lambda name=name: game(name).options(2, found), EngineError)


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
    refused_or(lambda: read_options(components), Refusal)


@fuzzed
@given(st.text(max_size=40))
def test_a_clock_is_refused_or_known(text: str) -> None:
    refused_or(lambda: clock_of(text), Refusal)


@fuzzed
@given(st.sampled_from(sorted(Settings.model_fields)), st.text(max_size=60))
def test_a_setting_is_refused_or_taken(name: str, value: str) -> None:
    refused_or(lambda: Settings(_env_file=None, **{name: value}), ValueError)
