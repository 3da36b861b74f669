"""The languages that the program speaks, and their catalogues of translated messages.

English stands in the code: it is the message id. A catalogue is `data/locales/<language>/LC_MESSAGES/hexcade.po`, with
the language named as by gettext, such as `pt_BR`; people translate it, and `run.py` compiles it. A message without a
translation stays English.
"""

from functools import cache
from gettext import NullTranslations, translation
from pathlib import Path
from typing import Final

from babel import Locale

LOCALES: Final = Path(__file__).parents[1] / "data" / "locales"
DOMAIN: Final = "hexcade"
"""The name of each catalogue's file."""
ENGLISH: Final = "en"
SPOKEN: Final = (ENGLISH, "de", "es-ES", "fr", "ja", "pt-BR")
"""The languages of the program. Each joins once every message is translated, so that no page mixes two languages."""


def name_language(language: str) -> str:
    """Return the name of a language in itself, such as "Deutsch"."""
    name = Locale.parse(language, sep="-").display_name or language
    return name[:1].upper() + name[1:]


def find_spoken_language(locale: str) -> str:
    """Return the language for a locale of Discord, such as `de` or `pt-BR`; English if the program doesn't speak it.

    A locale whose region has no catalogue speaks the language of another region: `es-419` (Latin America) is `es-ES`.
    """
    same = (each for each in SPOKEN if each.partition("-")[0] == locale.partition("-")[0])
    return locale if locale in SPOKEN else next(same, ENGLISH)


@cache
def load_catalogue(language: str) -> NullTranslations:
    """Return the catalogue of a language; that of English has no translations, as it needs none."""
    return translation(DOMAIN, LOCALES, [language.replace("-", "_")], fallback=True)
