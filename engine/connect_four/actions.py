"""The actions of seats and the die rolls of chance. Squares are cell numbers of the grid, monsters are roster ids."""

from typing import Final, TypeAlias

from engine.core import GameAction


class ChooseClass(GameAction, frozen=True, tag="class"):
    """A seat's secret choice of the class that its monsters come from (CF-4)."""

    name: str

    def __repr__(self) -> str:
        return "ChooseClass(<hidden>)"


class ChooseForce(GameAction, frozen=True, tag="force"):
    """A seat's secret choice of its force: pairs (monster id, count) in roster order (CF-5)."""

    monsters: tuple[tuple[str, int], ...]

    def __repr__(self) -> str:
        return "ChooseForce(<hidden>)"


class Click(GameAction, frozen=True):
    """The choice of the seat's monsters with an hourglass that take a click; `cells` is empty for none (CF-9)."""

    cells: tuple[int, ...]


class Drop(GameAction, frozen=True):
    """The placement of a monster from the seat's reserve in a column, where it drops onto the top (CF-10)."""

    monster: str
    column: int


class Attack(GameAction, frozen=True):
    """An attack on another monster: close or ranged, and with or without the power shackle (CF-11, CF-19)."""

    attacker: int
    target: int
    ranged: bool
    shackle: bool


class Retaliate(GameAction, frozen=True):
    """The choice between a close and a ranged attack, with which the attacked monster strikes back (CF-13)."""

    ranged: bool


class Rampage(GameAction, frozen=True):
    """The choice of the second target that a rampaging monster attacks, None to decline (CF-19)."""

    target: int | None


class Pass(GameAction, frozen=True):
    """A pass, legal only for a seat that can neither place a monster nor attack (CF-18)."""


class Concede(GameAction, frozen=True):
    """A seat's decision to give up, so that the other seat wins (CF-10)."""


class Die(GameAction, frozen=True, tag="d6"):
    """A chance outcome: the number rolled with one die."""

    number: int


Action: TypeAlias = ChooseClass | ChooseForce | Click | Drop | Attack | Retaliate | Rampage | Pass | Concede | Die

DICE: Final = tuple(Die(number) for number in range(1, 7))
RETALIATIONS: Final = (Retaliate(False), Retaliate(True))
PASS: Final = Pass()
CONCEDE: Final = Concede()
