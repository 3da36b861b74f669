"""A parser for actions that are written as words separated by spaces; its errors name the word that is wrong."""

from collections.abc import Sequence
from typing import Final, NoReturn

from engine.core import InvalidAction, quote_input
from engine.messages import Message

_DIGITS: Final = 6


class Words:
    """The words of an action, read one after another; the first one, the verb, counts as read already.

    Errors quote the wrong word. `shape` is the syntax of the verb, quoted if a word is missing or superfluous.
    """

    def __init__(self, words: Sequence[str], shape: str) -> None:
        self._words = words
        self._shape = shape
        self._next = 1

    def reject(self, text: str | Message) -> NoReturn:
        """Raise InvalidAction with `text`, which explains the fault.

        Plain text is made a sentence, with a capital and a period.
        """
        raise InvalidAction(text if isinstance(text, Message) else f"{text[0].upper()}{text[1:]}.")

    def take(self, what: str | Message) -> str:
        """Return the next word and advance past it; `what` describes it in the error.

        Raises InvalidAction if there is none.
        """
        if not self.has_more():
            self.reject(Message("Please add {what}. Write “{shape}”.", what=what, shape=self._shape))
        self._next += 1
        return self._words[self._next - 1]

    def take_one_of(self, what: str | Message, possible: Sequence[str]) -> str:
        """Return the next word and advance past it; it must be one of `possible`.

        `what` describes it in the error. Raises InvalidAction for any other word.
        """
        word = self.take(what)
        if word not in possible:
            self.reject(
                Message(
                    "{word} is not {what}. Choose one of these: {possible}.",
                    word=quote_input(word),
                    what=what,
                    possible=", ".join(possible),
                )
            )
        return word

    def number(self, what: str | Message, lowest: int, highest: int) -> int:
        """Return the next word as a number from `lowest` to `highest`, and advance past it.

        `what` describes it in the error. Raises InvalidAction for anything else.
        """
        word = self.take(what)
        if not (word.isascii() and word.isdigit() and len(word) <= _DIGITS and lowest <= int(word) <= highest):
            self.reject(
                Message(
                    "{word} is not {what} from {lowest} to {highest}.",
                    word=quote_input(word),
                    what=what,
                    lowest=lowest,
                    highest=highest,
                )
            )
        return int(word)

    def rest(self) -> Sequence[str]:
        """Return all remaining words and advance past them."""
        found, self._next = self._words[self._next :], len(self._words)
        return found

    def count_left(self) -> int:
        """Return the number of words that have not been read yet."""
        return len(self._words) - self._next

    def peek(self) -> str:
        """Return the next word without advancing past it, or an empty string if there is none."""
        return self._words[self._next] if self.has_more() else ""

    def has_more(self) -> bool:
        """Return whether any words have not been read yet."""
        return self.count_left() > 0

    def end(self) -> None:
        """Check that all words have been read.

        Raises InvalidAction if any remain.
        """
        if self.has_more():
            word = quote_input(self._words[self._next])
            self.reject(Message("{word} is one word too many. Write “{shape}”.", word=word, shape=self._shape))
