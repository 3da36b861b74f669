"""Parser for actions written as words separated by spaces; errors name the wrong word."""

from collections.abc import Sequence
from typing import Final, NoReturn

from engine.core import InvalidAction, echo

_DIGITS: Final = 6


class Words:
    """The words of an action, consumed one by one; the first word is the verb.

    Errors quote the word at fault. `shape` shows how an action with that verb is written.
    """

    def __init__(self, words: Sequence[str], shape: str) -> None:
        self._words = words
        self._shape = shape
        self._next = 1

    def wrong(self, text: str) -> NoReturn:
        """Raise InvalidAction with a sentence about the word just taken."""
        raise InvalidAction(f"{text[0].upper()}{text[1:]}.")

    def take(self, what: str) -> str:
        """Consume and return the next word.

        Raises InvalidAction if there is none.
        """
        if not self.has_more():
            self.wrong(f"{what} is missing: write “{self._shape}”")
        self._next += 1
        return self._words[self._next - 1]

    def one_of(self, what: str, possible: Sequence[str]) -> str:
        """Consume the next word; it must be one of `possible`."""
        word = self.take(what)
        if word not in possible:
            self.wrong(f"{echo(word)} is not {what}; possible: {', '.join(possible)}")
        return word

    def number(self, what: str, lowest: int, highest: int) -> int:
        """Consume the next word as a number from `lowest` to `highest`."""
        word = self.take(what)
        if not (word.isascii() and word.isdigit() and len(word) <= _DIGITS and lowest <= int(word) <= highest):
            self.wrong(f"{echo(word)} is not {what} from {lowest} to {highest}")
        return int(word)

    def rest(self) -> Sequence[str]:
        """Consume and return all remaining words."""
        found, self._next = self._words[self._next :], len(self._words)
        return found

    def left(self) -> int:
        """Return the number of remaining words."""
        return len(self._words) - self._next

    def peek(self) -> str:
        """Return the next word without consuming it, or an empty string if there is none."""
        return self._words[self._next] if self.has_more() else ""

    def has_more(self) -> bool:
        """Return whether any words remain."""
        return self.left() > 0

    def end(self) -> None:
        """Raise InvalidAction if any words remain."""
        if self.has_more():
            self.wrong(f"{echo(self._words[self._next])} is one word too many: write “{self._shape}”")
