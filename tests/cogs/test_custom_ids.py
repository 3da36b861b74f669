"""Custom ids: they hold all that is known of a button, and anybody may send any text as one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.ui.kit.custom_ids import LIMIT, CustomId, parse

words = st.text("abcdefghijklmnopqrstuvwxyz0123456789 ", min_size=1, max_size=12)
custom_ids = st.builds(
    CustomId,
    st.text("abcdefghjkmnpqrstuvwxyz23456789", min_size=1, max_size=10),
    st.none() | st.builds("{}{}".format, st.sampled_from(["", "t"]), st.integers(0, 999_999_999)),
    words,
    st.lists(words, max_size=4).map(tuple),
)


@given(custom_ids)
def test_what_is_written_is_read(custom_id: CustomId) -> None:
    assert len(str(custom_id)) <= LIMIT
    assert parse(str(custom_id)) == custom_id


@given(st.text(max_size=150))
def test_any_text_is_ours_or_none(text: str) -> None:
    found = parse(text)

    assert found is None or (found.table and found.action and (found.step is None or found.step >= 0))


@pytest.mark.parametrize(
    "text",
    [
        "",
        ":",
        "::",
        "a",
        "a:1",
        "a:1:",
        ":1:move",
        "a:-1:move",
        "a:1.5:move",
        "a:²:move",
        "a:٣:move",
        "a:1000000000:move",
        "a:t:move",
        "a:t-1:move",
        "a:tt1:move",
        "a:T1:move",
    ],
)
def test_what_is_none_of_ours_is_left_alone(text: str) -> None:
    assert parse(text) is None


def test_what_is_never_stale_carries_no_version() -> None:
    assert str(CustomId("abc", None, "hand")) == "abc::hand"
    assert parse("abc::hand") == CustomId("abc", None, "hand")


def test_a_version_is_a_step_or_a_turn() -> None:
    steps = [found.step for text in ("abc:12:move", "abc:t3:move", "abc::move") if (found := parse(text)) is not None]

    assert steps == [12, None, None]


def test_a_custom_id_that_discord_would_refuse_is_refused_here() -> None:
    assert len(str(CustomId("abc", "1", "do", ("x" * (LIMIT - 9),)))) == LIMIT

    with pytest.raises(ValueError, match="custom id has 101 characters"):
        str(CustomId("abc", "1", "do", ("x" * (LIMIT - 8),)))
