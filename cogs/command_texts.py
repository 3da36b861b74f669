"""The translations of commands, their options and choices, which Discord shows to each user in their language."""

from typing import Any

from discord import Client, Locale
from discord.app_commands import (
    CommandTree,
    TranslationContextLocation,
    TranslationContextTypes,
    Translator,
    locale_str,
)

from language.catalogues import find_spoken_language, load_catalogue
from language.messages import speaking

_NAMES = (
    TranslationContextLocation.command_name,
    TranslationContextLocation.group_name,
    TranslationContextLocation.parameter_name,
)


class CommandTranslator(Translator):
    """Translates the descriptions of commands and options, and the names of choices.

    The names of commands and options stay English, because messages name them. A text with the extra `compose` is
    composed by that function in each language.
    """

    async def translate(self, string: locale_str, locale: Locale, context: TranslationContextTypes) -> str | None:
        """Return the translation of a text for a locale of Discord, or None to show the English text."""
        if context.location in _NAMES:
            return None
        language = find_spoken_language(locale.value)
        if compose := string.extras.get("compose"):
            with speaking(language):
                translated: str = compose()
        else:
            translated = load_catalogue(language).gettext(string.message)
        return None if translated == string.message else translated


async def translate_commands(tree: CommandTree[Client]) -> list[dict[str, Any]]:
    """Return the commands of a tree as they are sent to Discord, with their translations.

    Raises LookupError if the tree has no translator.
    """
    if tree.translator is None:
        raise LookupError("the tree has no translator")
    return [await command.get_translated_payload(tree, tree.translator) for command in tree.get_commands()]
