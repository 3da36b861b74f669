"""Translation of the program's messages into the reader's language.

`_` and `ngettext` translate a message and fill in its fields. `N_` only marks one that is translated where it is used,
such as a constant. `python3 run.py translations` collects the messages by these names.

The language is that of the context: `speaking` sets it for an interaction. Outside of one it is English.

`babel.dates` is imported at first use, since it takes 40 ms.
"""

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date
from typing import Final
from unicodedata import combining, normalize

from babel.lists import format_list
from babel.numbers import format_decimal

from language.catalogues import ENGLISH, load_catalogue

_language: Final = ContextVar("language", default=ENGLISH)


@contextmanager
def speaking(language: str) -> Generator[None]:
    """Translate the messages in the block, and in tasks started there, into a language."""
    token = _language.set(language)
    try:
        yield
    finally:
        _language.reset(token)


def speak(language: str) -> None:
    """Translate into a language until the innermost block of `speaking` or the current task ends."""
    _language.set(language)


def spoken_language() -> str:
    """Return the context's language, as a key for caches of texts and pictures."""
    return _language.get()


def N_(message: str) -> str:  # noqa: N802 - the usual name in gettext
    """Mark a message that is translated elsewhere, and return it unchanged."""
    return message


def _(message: str, /, **fields: object) -> str:
    """Return a message in the context's language, with its fields filled in.

    A field is written `{name}`. Its value is text in that language already, or a number.
    """
    # The translation of an empty message is the header of the catalogue.
    text = message and load_catalogue(_language.get()).gettext(message)
    return text.format(**fields) if fields else text


def translate_labels(choices: Mapping[str, str]) -> dict[str, str]:
    """Return choices, by value, with their labels in the context's language."""
    return {value: _(label) for value, label in choices.items()}


def ngettext(one: str, many: str, number: int, /, **fields: object) -> str:
    """Return the form of a message for a number, in the context's language.

    The field `number` is that number, with the language's separators.
    """
    text = load_catalogue(_language.get()).ngettext(one, many, number)
    return text.format(number=number if number < 1000 else format_number(number), **fields)


def capitalize(text: str) -> str:
    """Start a text with a capital letter; the other letters stay as they are."""
    return f"{text[:1].upper()}{text[1:]}"


def list_and(words: Sequence[str]) -> str:
    """Join words to "A, B and C", in the context's language; empty for no words."""
    return format_list(words, "standard", _find_locale())


def list_or(words: Sequence[str]) -> str:
    """Join words to "A, B or C", in the context's language; empty for no words."""
    return format_list(words, "or", _find_locale())


def format_day(day: date) -> str:
    """Format a date without its year, such as "Friday, 4 December", in the context's language."""
    from babel.dates import format_date

    # The message is a date pattern, as in babel.dates: Babel's own patterns have the year, or a short weekday.
    return format_date(day, _("EEEE, d MMMM"), _find_locale())


def format_number(number: float, decimals: int = 0) -> str:
    """Format a number with the separators of the context's language, such as "1,200" or "0.5"."""
    is_spanish = _language.get().startswith("es")
    pattern = f"{'0' if is_spanish and abs(number) < 10_000 else '#,##0'}.{'0' * decimals}"
    written = format_decimal(number, pattern, locale=_find_locale())
    # In much of Latin America "20.000" is 20. A space is right everywhere, from five digits on.
    return written.replace(".", "\u00a0") if is_spanish else written


def format_percentage(percent: float) -> str:
    """Format a percentage, 0 to 100, rounded to a whole number, such as "45 %"."""
    return _("{number} %", number=round(percent))


def format_time_unit(number: int, unit: str) -> str:
    """Return a number of days, hours, minutes or seconds, such as "2 days"; `unit` is "day", "hour" and so on."""
    # Babel's locale data has no long form of some units, such as days in Japanese.
    match unit:
        case "day":
            return ngettext("{number} day", "{number} days", number)
        case "hour":
            return ngettext("{number} hour", "{number} hours", number)
        case "minute":
            return ngettext("{number} minute", "{number} minutes", number)
        case _:
            return ngettext("{number} second", "{number} seconds", number)


def list_weekdays() -> Sequence[frozenset[str]]:
    """Return the spellings of each weekday, Monday first, in the context's language, in lower case without dots."""
    from babel.dates import get_day_names

    names = [get_day_names(width, locale=_find_locale()) for width in ("wide", "abbreviated")]
    spellings = [[_list_spellings(each[day].lower().rstrip(".")) for each in names] for day in range(7)]
    return [frozenset[str]().union(*each) for each in spellings]


def _list_spellings(name: str) -> set[str]:
    """Return the ways to type a weekday: "terça-feira" is also "terça feira", "terça", and each without accents."""
    spellings = {name, name.replace("-", " "), name.split("-")[0]}
    plain = {"".join(letter for letter in normalize("NFD", each) if not combining(letter)) for each in spellings}
    return spellings | plain


def _find_locale() -> str:
    language = _language.get()
    # American English has a comma before the last word.
    return "en_GB" if language == ENGLISH else language.replace("-", "_")
