"""Days as people type them."""

from datetime import date

import pytest

from cogs.personal.typed_days import read_days
from language.messages import speaking
from tables.refusal import Refusal

SUNDAY = date(2026, 11, 29)


@pytest.mark.parametrize(
    ("typed", "days"),
    [
        ("5.12.", ["2026-12-05"]),
        ("5.12", ["2026-12-05"]),
        (" 24. 12. 2027", ["2027-12-24"]),
        ("28.11.", ["2027-11-28"]),
        ("29.11.", ["2026-11-29"]),
        ("2026-12-24", ["2026-12-24"]),
        ("today", ["2026-11-29"]),
        ("Tomorrow", ["2026-11-30"]),
        ("friday", ["2026-12-04"]),
        ("on Fri", ["2026-12-04"]),
        ("sunday", ["2026-12-06"]),
        ("next friday", ["2026-12-04", "2026-12-11"]),
        ("in 5 days", ["2026-12-04"]),
        ("in two weeks", ["2026-12-13"]),
        ("3 December", ["2026-12-03"]),
        ("5/12", ["2026-12-05", "2027-05-12"]),
        ("13/12", ["2026-12-13"]),
        ("13", ["2026-12-13"]),
        ("until 13 December", ["2026-12-13"]),
        ("the day after tomorrow", ["2026-12-01"]),
        ("next month", ["2026-12-01", "2026-12-31"]),
    ],
)
def test_a_typed_day_has_its_readings(typed: str, days: list[str]) -> None:
    assert [day.isoformat() for day in read_days(typed, SUNDAY)] == days


@pytest.mark.parametrize(
    ("typed", "day"),
    [("Freitag", "2026-12-04"), ("fr", "2026-12-04"), ("übermorgen", "2026-12-01"), ("in 5 Tagen", "2026-12-04")],
)
def test_a_day_is_read_in_the_readers_language_too(typed: str, day: str) -> None:
    with speaking("de"):
        assert [found.isoformat() for found in read_days(typed, SUNDAY)] == [day]


@pytest.mark.parametrize(
    ("language", "typed", "day"),
    [
        ("pt-BR", "5/12", "2026-12-05"),
        ("pt-BR", "sexta", "2026-12-04"),
        ("pt-BR", "na terca", "2026-12-01"),
        ("pt-BR", "dia 24", "2026-12-24"),
        ("pt-BR", "1º de dezembro", "2026-12-01"),
        ("pt-BR", "depois de amanhã", "2026-12-01"),
        ("pt-BR", "daqui a 5 dias", "2026-12-04"),
        ("pt-BR", "semana que vem", "2026-12-06"),
        ("es-ES", "el viernes", "2026-12-04"),
        ("es-ES", "pasado mañana", "2026-12-01"),
        ("fr", "jusqu'au 5/12", "2026-12-05"),
        ("de", "am Freitag", "2026-12-04"),
        ("ja", "12/5", "2026-12-05"),
    ],
)
def test_days_are_read_as_each_language_writes_them(language: str, typed: str, day: str) -> None:
    with speaking(language):
        assert [found.isoformat() for found in read_days(typed, SUNDAY)] == [day]


@pytest.mark.parametrize(("language", "typed"), [("pt-BR", "sexta que vem"), ("de", "nächsten Freitag")])
def test_next_friday_has_two_readings_in_each_language(language: str, typed: str) -> None:
    with speaking(language):
        assert [found.isoformat() for found in read_days(typed, SUNDAY)] == ["2026-12-04", "2026-12-11"]


def test_next_week_is_in_a_week_or_the_end_of_that_week() -> None:
    wednesday = date(2026, 12, 2)

    assert read_days("next week", wednesday) == [date(2026, 12, 9), date(2026, 12, 13)]


def test_a_weekday_counts_from_the_first_day_away_and_other_words_from_either() -> None:
    first = date(2026, 12, 10)

    assert read_days("friday", SUNDAY, first) == [date(2026, 12, 11)]
    assert read_days("in 12 days", SUNDAY, first) == [date(2026, 12, 11), date(2026, 12, 22)]


@pytest.mark.parametrize("typed", ["31.2.", "31.2.2027", "2026-02-31", "soon", "12:30", "december", "", "5" * 41])
def test_what_is_no_day_is_refused(typed: str) -> None:
    with pytest.raises(Refusal, match="I don't understand the day"):
        read_days(typed, SUNDAY)


def test_a_month_before_the_day_is_refused_where_the_day_comes_first() -> None:
    """`dateparser` would read 12 November 2124."""
    with speaking("es-ES"), pytest.raises(Refusal):
        read_days("12/24", SUNDAY)
