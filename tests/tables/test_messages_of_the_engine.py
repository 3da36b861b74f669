"""The engine's messages, in English and in the language of a person."""

import pytest

from engine.core import IllegalAction
from engine.messages import Message, PluralMessage, WordList
from language.messages import format_number, speaking
from tables.texts import put_error_into_words, put_into_words


def test_messages_of_the_engine_are_english_by_themselves() -> None:
    hexes = PluralMessage("{number} hex: {labels}", "{number} hexes: {labels}", 2, labels=WordList(["A1", "B2"], "and"))

    assert str(Message("{where}.", where=hexes)) == "2 hexes: A1 and B2."
    assert str(PluralMessage("{number} hex", "{number} hexes", 1)) == "1 hex"
    assert str(WordList(["A1", "B2", "C3"], "or")) == "A1, B2 or C3"
    assert str(Message("a {brace")) == "a {brace"


@pytest.mark.parametrize(
    ("language", "over", "words", "refused"),
    [
        ("en", "The game is over.", "A, B or 3", r"No “\*a\*”."),
        ("de", "Das Spiel ist zu Ende.", "A, B oder 3", r"No „\*a\*“."),
    ],
)
def test_messages_are_put_into_the_words_of_the_language(language: str, over: str, words: str, refused: str) -> None:
    with speaking(language):
        nested = Message("{over} – {words}", over=Message("The game is over."), words=WordList(["A", "B", 3], "or"))
        assert put_into_words(nested) == f"{over} – {words}"
        assert put_into_words(PluralMessage("{number} x", "{number} y", 2)) == "2 y"
        assert put_error_into_words(IllegalAction("The game is over.")) == over
        assert put_error_into_words(IllegalAction(Message("No {word}.", word="“*a*”"))) == refused


def test_a_large_number_has_the_separators_of_the_language_and_a_year_none() -> None:
    message = PluralMessage("{number}, {year}", "{number} of {year}", 1320, year=2024)

    assert put_into_words(message) == "1,320 of 2024"
    with speaking("de"):
        assert put_into_words(message) == "1.320 of 2024"


def test_large_numbers_of_spanish_are_read_alike_in_spain_and_america() -> None:
    with speaking("es-ES"):
        assert [format_number(number) for number in (1200, 20790, 1234567)] == [
            "1200",
            "20\u00a0790",
            "1\u00a0234\u00a0567",
        ]
        assert format_number(20790.5, 1) == "20\u00a0790,5"
