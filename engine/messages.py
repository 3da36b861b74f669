"""Texts of the engine for players: English with named fields, so that programs can translate them.

The engine itself has no language. `str()` of a message is its English text; `tables.texts.put_into_words` translates.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal


class Message:
    """A whole sentence with fields, such as `Message("No hex {label}.", label="D4")`.

    Fields are numbers, names, notation, or messages themselves.
    """

    __slots__ = ("fields", "text")

    def __init__(self, text: str, /, **fields: object) -> None:
        self.text: Final = text
        self.fields: Final[Mapping[str, object]] = fields

    def __str__(self) -> str:
        return self.text.format(**self.fields) if self.fields else self.text


class PluralMessage(Message):
    """A message with a form for one and a form for many; the field `number` is the number."""

    __slots__ = ("many", "number")

    def __init__(self, one: str, many: str, number: int, /, **fields: object) -> None:
        super().__init__(one, **fields)
        self.many: Final = many
        self.number: Final = number

    def __str__(self) -> str:
        return (self.text if self.number == 1 else self.many).format(number=self.number, **self.fields)


class WordList:
    """A field of several words: "A, B and C", or "A, B or C"."""

    __slots__ = ("last", "words")

    def __init__(self, words: Sequence[object], last: Literal["and", "or"]) -> None:
        self.words: Final = tuple(words)
        self.last: Final = last

    def __str__(self) -> str:
        words = [str(word) for word in self.words]
        return f"{', '.join(words[:-1])} {self.last} {words[-1]}" if len(words) > 1 else "".join(words)


def find_message(text: str, known: Iterable[Message]) -> str | Message:
    """Return the message whose English text, with its fields filled in, is `text`; `text` itself if none is.

    `known` are the possible messages, without fields. A message that was stored as text can so be translated.
    """
    for message in known:
        pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(message.text))
        if found := re.fullmatch(pattern, text):
            return Message(message.text, **found.groupdict())
    return text
