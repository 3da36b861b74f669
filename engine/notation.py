"""Reading actions in notation whose parts are words apart by spaces, with refusals that say which word is wrong."""

from collections.abc import Sequence
from typing import Final, NoReturn

from engine.core import InvalidAction, echo

_DIGITS: Final = 6


class Words:
    """The words of an action, taken one by one; the first is the verb. Every refusal repeats the word it is about.

    `shape` shows how an action with that verb is written.
    """

    def __init__(self, words: Sequence[str], shape: str) -> None:
        self._words = words
        self._shape = shape
        self._next = 1

    def wrong(self, text: str) -> NoReturn:
        """Raises InvalidAction with a sentence about the word just taken."""
        raise InvalidAction(f"{text[0].upper()}{text[1:]}.")

    def take(self, what: str) -> str:
        """The next word."""
        if not self.has_more():
            self.wrong(f"{what} is missing: write “{self._shape}”")
        self._next += 1
        return self._words[self._next - 1]

    def one_of(self, what: str, possible: Sequence[str]) -> str:
        """The next word, one of some."""
        word = self.take(what)
        if word not in possible:
            self.wrong(f"{echo(word)} is not {what}; possible: {', '.join(possible)}")
        return word

    def number(self, what: str, lowest: int, highest: int) -> int:
        """The next word as a number."""
        word = self.take(what)
        if not (word.isascii() and word.isdigit() and len(word) <= _DIGITS and lowest <= int(word) <= highest):
            self.wrong(f"{echo(word)} is not {what} from {lowest} to {highest}")
        return int(word)

    def rest(self) -> Sequence[str]:
        """All further words."""
        found, self._next = self._words[self._next :], len(self._words)
        return found

    def left(self) -> int:
        """The number of further words."""
        return len(self._words) - self._next

    def peek(self) -> str:
        """The next word, which is not taken; empty without one."""
        return self._words[self._next] if self.has_more() else ""

    def has_more(self) -> bool:
        """Whether there are further words."""
        return self.left() > 0

    def end(self) -> None:
        """Raises InvalidAction if there are further words."""
        if self.has_more():
            self.wrong(f"{echo(self._words[self._next])} is one word too many: write “{self._shape}”")
