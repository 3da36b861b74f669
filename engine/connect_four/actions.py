"""The actions of seats and of chance. Squares are cell numbers of the grid, monsters are ids."""

from typing import Final, TypeAlias

from engine.core import GameAction


class ChooseClass(GameAction, frozen=True, tag="class"):
    """A seat's choice of its class (CF-4)."""

    name: str

    def __repr__(self) -> str:
        return "ChooseClass(<hidden>)"


class ChooseForce(GameAction, frozen=True, tag="force"):
    """A seat's choice of its force: monsters with their counts, in roster order (CF-5)."""

    monsters: tuple[tuple[str, int], ...]

    def __repr__(self) -> str:
        return "ChooseForce(<hidden>)"


class Click(GameAction, frozen=True):
    """Clicks given to own monsters that show an hourglass, or to none (CF-9)."""

    cells: tuple[int, ...]


class Drop(GameAction, frozen=True):
    """A placement of a reserve monster in a column (CF-10)."""

    monster: str
    column: int


class Attack(GameAction, frozen=True):
    """An attack, close or ranged (CF-11)."""

    attacker: int
    target: int
    ranged: bool
    shackle: bool


class Retaliate(GameAction, frozen=True):
    """The choice between a close and a ranged retaliation (CF-13)."""

    ranged: bool


class Rampage(GameAction, frozen=True):
    """The choice of a second target by rampage, or None to decline (CF-19)."""

    target: int | None


class Pass(GameAction, frozen=True):
    """A pass, legal only if the seat can neither place nor attack (CF-18)."""


class Concede(GameAction, frozen=True):
    """A concession of the game to the other seat (CF-10)."""


class Die(GameAction, frozen=True, tag="d6"):
    """A chance outcome: the roll of a die."""

    number: int


Action: TypeAlias = ChooseClass | ChooseForce | Click | Drop | Attack | Retaliate | Rampage | Pass | Concede | Die

DICE: Final = tuple(Die(number) for number in range(1, 7))
RETALIATIONS: Final = (Retaliate(False), Retaliate(True))
PASS: Final = Pass()
CONCEDE: Final = Concede()
