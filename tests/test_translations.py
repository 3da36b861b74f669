"""The catalogues of translations: complete, and with the fields of each message."""

import ast
import re

import pytest
from babel.messages.catalog import Catalog

from cogs.ui.kit.interface import SUBTITLE, playable_games
from language.catalogues import ENGLISH, SPOKEN, find_spoken_language, load_catalogue
from language.messages import _, speaking
from tools.translations import (
    KEYWORDS,
    PROGRAM,
    ROOT,
    create_catalogue,
    extract_messages,
    list_catalogues,
    list_missing,
    read_catalogue,
)

TRANSLATED = [language for language in SPOKEN if language != ENGLISH]
FIELD = re.compile(r"{(\w*)[^}]*}")


@pytest.fixture(scope="module")
def messages() -> Catalog:
    return extract_messages()


def test_no_message_stands_inside_an_f_string() -> None:
    """There Babel doesn't find it, before Python 3.12."""
    inside = [
        f"{file}: {ast.unparse(call)}"
        for part in PROGRAM
        for file in (ROOT / part).rglob("*.py")
        for text in ast.walk(ast.parse(file.read_text()))
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in KEYWORDS
        if isinstance(call.args[0], ast.Constant)
    ]

    assert inside == []


def test_every_plural_is_found(messages: Catalog) -> None:
    """Babel overlooks the second form if a list in the same call has a message."""
    found = {str(message.id) for message in messages}
    forms = {
        str(tuple(ast.literal_eval(form) for form in call.args[:2]))
        for part in PROGRAM
        for file in (ROOT / part).rglob("*.py")
        for call in ast.walk(ast.parse(file.read_text()))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
        if call.func.id in ("ngettext", "PluralMessage")
        and all(isinstance(form, ast.Constant) for form in call.args[:2])
    }

    assert forms - found == set()


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_message_has_a_translation(messages: Catalog, language: str) -> None:
    catalogue = read_catalogue(language)

    ids = [{str(message.id) for message in each} for each in (catalogue, messages)]
    assert ids[0] == ids[1], "python3 run.py translations adds them"
    missing = list_missing(catalogue)
    print(f"{language}: {len(catalogue) - len(missing)} of {len(catalogue)} messages translated")
    assert missing == []
    assert [error for _, errors in catalogue.check() for error in errors] == []


@pytest.mark.parametrize("language", list_catalogues())
def test_translations_have_the_fields_of_their_message(language: str) -> None:
    for message in read_catalogue(language):
        fields = set(FIELD.findall(str(message.id)))
        is_open = not any(message.string or ()) or not message.id
        assert is_open or set(FIELD.findall(str(message.string))) == fields, message.id


def test_an_empty_catalogue_lists_every_message_as_missing(messages: Catalog) -> None:
    catalogue = create_catalogue("pt-BR")
    catalogue.update(messages)

    assert len(list_missing(catalogue)) == len(messages)


def test_a_locale_without_a_catalogue_is_english() -> None:
    assert [find_spoken_language(locale) for locale in ("de", "en-GB", "pt-BR", "ko")] == ["de", "en", "pt-BR", "en"]


def test_latin_american_spanish_is_spanish() -> None:
    assert find_spoken_language("es-419") == "es-ES"


def test_a_message_without_a_translation_stays_english() -> None:
    for language in SPOKEN:
        assert load_catalogue(language).gettext("no message") == "no message"


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_title_keeps_the_mark_before_its_subtitle(language: str) -> None:
    """Buttons have no room for the subtitle, so they leave out what comes after the mark."""
    for game in playable_games().values():
        with speaking(language):
            assert (SUBTITLE in _(game.title)) == (SUBTITLE in game.title)
