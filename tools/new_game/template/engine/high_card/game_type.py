"""High Card as a registered game."""

from typing import Any, Final

from engine.core import InvalidOptions, quote_input
from engine.high_card.rules import HighCardRules


class HighCard:
    """The game type: hidden hands, and the highest card of each round takes a point."""

    name = "high_card"
    title = "High Card"
    difficulty = 5
    rules_version = 1
    seats = (2, 3, 4)

    def options(self, seats: int, raw: dict[str, Any]) -> dict[str, Any]:
        """Return no options.

        Raises InvalidOptions if any are given, or for a wrong number of seats.
        """
        if seats not in self.seats:
            raise InvalidOptions(f"High Card is for 2, 3 or 4 seats, not {seats}.")
        if raw:
            raise InvalidOptions(f"High Card has no options, so no {quote_input(str(next(iter(raw))))}.")
        return {}

    def rules(self, seats: int, options: dict[str, Any]) -> HighCardRules:
        """Return the rules for a number of seats.

        Raises InvalidOptions.
        """
        self.options(seats, options)
        return HighCardRules(seats)


GAME_TYPE: Final = HighCard()
