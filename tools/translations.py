"""Update the catalogues with the program's messages, and list the messages without a translation.

    python -m tools.translations            updates every catalogue and prints what is missing
    python -m tools.translations add fr     adds an empty catalogue for a language

The catalogues are `data/locales/<language>/LC_MESSAGES/hexcade.po`.
"""

import argparse
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

from language.catalogues import DOMAIN, LOCALES

ROOT = Path(__file__).parents[1]
PROGRAM = ("cogs", "engine", "language", "leagues", "render", "tables")
KEYWORDS: Mapping[str, tuple[int, ...] | None] = {
    **dict.fromkeys(("_", "N_", "Message")),
    **dict.fromkeys(("IllegalAction", "InvalidAction", "NotYourTurn", "GameOver", "InvalidOptions")),
    **dict.fromkeys(("ngettext", "PluralMessage"), (1, 2)),
}
"""The functions of `language.messages`, and the messages and errors of the engine.

The values are the positions of their messages (None: the first argument).
"""
COMMAND_LINE = ("engine/__main__.py", "engine/players")
"""Files and folders whose messages are for operators, and in English alone."""
TEXTS = frozenset(
    ("title", "text", "alt", "caption", "question", "says", "right", "because", "label", "choices", "parts")
)
"""The keys of players' texts in the TOML files of games."""
WIDTH = 120
_WORD = re.compile(r"[^\W\d_]{2}")


def extract_messages() -> Catalog:
    """Return a catalogue without translations: every message of the program, with the files that have it."""
    catalogue = Catalog(project="Hexcade", charset="utf-8", fuzzy=False)
    for file, message in _find_messages():
        catalogue.add(message, locations=[(file, 0)])
    return catalogue


def _find_messages() -> Iterator[tuple[str, str | tuple[str, ...]]]:
    """Yield pairs of a file and a message in it, in the order of the files."""
    for file in sorted(file for part in PROGRAM for file in (ROOT / part).rglob("*.py")):
        name = str(file.relative_to(ROOT))
        if not name.startswith(COMMAND_LINE):
            yield from ((name, message) for _, message, _, _ in extract_from_file("python", file, keywords=KEYWORDS))
    for file in sorted((ROOT / "data").rglob("*.toml")):
        yield from ((str(file.relative_to(ROOT)), message) for message in extract_toml(file.read_text("utf-8")))


def extract_toml(text: str) -> list[str]:
    """Return the players' texts in a game's TOML file.

    The words with which people ask for a rule are one message, separated by commas. Text without a word is no message.
    """
    return [message for message in _find_texts(tomllib.loads(text)) if _WORD.search(message)]


def _find_texts(node: object, key: str = "") -> Iterator[str]:
    if isinstance(node, str) and key in TEXTS:
        yield node
    elif isinstance(node, dict):
        for name, value in node.items():
            yield from [", ".join(value)] if name == "asked" else _find_texts(value, name)
    elif isinstance(node, list):
        for value in node:
            yield from _find_texts(value, key)


def read_catalogue(language: str) -> Catalog:
    """Return the catalogue of a language, as translated."""
    with find_file(language).open("rb") as file:
        return read_po(file, locale=to_locale(language), domain=DOMAIN)


def list_catalogues() -> list[str]:
    """Return the languages that have a catalogue, whole or not."""
    return sorted(file.parents[1].name.replace("_", "-") for file in LOCALES.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def find_file(language: str) -> Path:
    """Return the path of a language's catalogue."""
    return LOCALES / language.replace("-", "_") / "LC_MESSAGES" / f"{DOMAIN}.po"


def update(language: str, messages: Catalog) -> Catalog:
    """Add new messages of the program to a language's catalogue, drop those that are gone, and return it.

    A message that resembles a former one gets its translation, marked as fuzzy: it must be checked, and isn't used.
    """
    catalogue = read_catalogue(language)
    catalogue.update(messages, update_creation_date=False)
    catalogue.obsolete.clear()
    write(language, catalogue)
    return catalogue


def to_locale(language: str) -> Locale:
    """Return Babel's locale of a language with the name that Discord gives it, such as `pt-BR`.

    Raises ValueError for a name that is no language.
    """
    return Locale.parse(language, sep="-")


def create_catalogue(language: str) -> Catalog:
    """Return an empty catalogue for a language."""
    locale = to_locale(language)
    name, today = locale.get_display_name("en"), datetime.now(UTC)
    header = f"# {name}: the messages of Hexcade. See docs/developing/translating.md."
    people = dict.fromkeys(("last_translator", "language_team", "msgid_bugs_address"), "none")
    return Catalog(
        locale, DOMAIN, header, "Hexcade", "0", creation_date=today, revision_date=today, fuzzy=False, **people
    )


def write(language: str, catalogue: Catalog) -> None:
    """Write a catalogue: by file and without line numbers, so that changed code changes no catalogue."""
    written = BytesIO()
    write_po(written, catalogue, width=WIDTH, sort_by_file=True, include_lineno=False, ignore_obsolete=True)
    file = find_file(language)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(written.getvalue())


def list_missing(catalogue: Catalog) -> list[str]:
    """Return the messages of a catalogue that have no translation, or one that must be checked."""
    return [str(message.id) for message in catalogue if message.id and (not _is_whole(message.string) or message.fuzzy)]


def _is_whole(translated: str | Sequence[str] | None) -> bool:
    """Return whether a translation has all its forms."""
    return bool(translated) and all(translated)


def main() -> int:
    """Run the command in the arguments; return its exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command")
    commands.add_parser("add").add_argument("language")
    given = parser.parse_args()
    if given.command == "add":
        write(given.language, create_catalogue(given.language))
    messages = extract_messages()
    for language in list_catalogues():
        catalogue = update(language, messages)
        missing = list_missing(catalogue)
        print(f"{language}: {len(catalogue) - len(missing)} of {len(catalogue)} messages translated")
        for message in missing:
            print(f"    {message}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
