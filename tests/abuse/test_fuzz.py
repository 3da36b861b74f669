"""Bad input, by Hypothesis: a clear error or something valid, never an accident, and never much work.

Work is counted in calls of functions, which are the same on every machine. HEXCADE_EXAMPLES says how many inputs.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cogs import _custom_ids
from cogs._interfaces import interface
from cogs._options import clock_of, read_options, typed_options
from cogs._refusal import Refusal
from cogs._settings import Settings
from engine import sheet
from engine import table as engine_table
from engine.core import EngineError
from engine.games import game, games
from tests.cogs.cog_tables import GAME, SEED, begun, look_at

EXAMPLES = int(os.environ.get("HEXCADE_EXAMPLES", "150"))
CALLS = 25_000
"""Some 10 milliseconds; reading and playing a record of a whole game takes more."""

fuzzed = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=12), inner, max_size=5),
    max_leaves=25,
)
WORDS = st.sampled_from(
    ["place", "take", "close", "forfeit", "takeback", "A1", "S1", "B1", "G7", "0", "5", "-1", "9" * 40]
)
NOTATION = st.one_of(st.text(max_size=600), st.lists(WORDS, max_size=8).map(" ".join))


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


def refused_or(work: Callable[[], Any], *errors: type[Exception]) -> Any:
    """What the work gives, or None when it is refused in words that fit into a message."""
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


def whole_record() -> dict[str, Any]:
    """A short record to damage."""
    table = begun(2)
    for _ in range(2):
        seat = table.actors[0]
        table = engine_table.act(table, seat, table.legal(seat)[0], SEED).table
    return msgspec.json.decode(sheet.encode(table.record(SEED)))


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


def test_a_damaged_record_is_refused_or_valid() -> None:
    record = whole_record()

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


def test_notation_is_refused_or_a_move() -> None:
    table = begun(2)
    seat = table.actors[0]

    @fuzzed
    @given(NOTATION)
    def act(text: str) -> None:
        done = refused_or(lambda: engine_table.act(table, seat, text, SEED), EngineError)
        if done is not None:
            assert done.entries[0].action in table.legal(seat)

    act()


@fuzzed
@given(st.text(max_size=200) | st.lists(st.text(max_size=8), max_size=8).map(":".join))
def test_a_custom_id_is_ours_or_none(text: str) -> None:
    with little_work():
        found = _custom_ids.parse(text)
    if found is not None and len(text) <= _custom_ids.LIMIT:
        assert _custom_ids.parse(str(found)) == found


def test_a_drafts_details_are_refused_or_a_page() -> None:
    table = begun(2)
    look = look_at(table, table.actors[0])
    ours = interface(GAME)
    what = st.sampled_from(["move", "tile", "hex", "hexes", "turn", "do", "", "nothing"])

    @fuzzed
    @given(what, st.lists(WORDS | st.text(max_size=20), max_size=5))
    def draft(what: str, details: list[str]) -> None:
        refused_or(lambda: ours.draft(look, what, details), Refusal)

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
