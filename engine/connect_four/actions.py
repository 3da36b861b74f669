"""What can be done, by seats and by chance. Squares are cells of the grid, monsters are named by their ids."""

from typing import Final, TypeAlias

from engine.core import GameAction


class ChooseClass(GameAction, frozen=True, tag="class"):
    """A seat picks its class (CF-4)."""

    name: str

    def __repr__(self) -> str:
        return "ChooseClass(<hidden>)"


class ChooseForce(GameAction, frozen=True, tag="force"):
    """A seat picks its force: monsters with their numbers, in roster order (CF-5)."""

    monsters: tuple[tuple[str, int], ...]

    def __repr__(self) -> str:
        return "ChooseForce(<hidden>)"


class Click(GameAction, frozen=True):
    """A seat gives a click to monsters of its own that show an hourglass, or to none (CF-9)."""

    cells: tuple[int, ...]


class Drop(GameAction, frozen=True):
    """A seat places a monster of its reserve in a column (CF-10)."""

    monster: str
    column: int


class Attack(GameAction, frozen=True):
    """A seat attacks, close or ranged (CF-11)."""

    attacker: int
    target: int
    ranged: bool
    shackle: bool


class Retaliate(GameAction, frozen=True):
    """A seat says how its monster retaliates (CF-13)."""

    ranged: bool


class Rampage(GameAction, frozen=True):
    """A seat lets its monster attack once more, or not (CF-19)."""

    target: int | None


class Pass(GameAction, frozen=True):
    """A seat can neither place nor attack (CF-18)."""


class Concede(GameAction, frozen=True):
    """A seat gives the game to the other (CF-10)."""


class Die(GameAction, frozen=True, tag="d6"):
    """Chance rolls a die."""

    number: int


Action: TypeAlias = ChooseClass | ChooseForce | Click | Drop | Attack | Retaliate | Rampage | Pass | Concede | Die

DICE: Final = tuple(Die(number) for number in range(1, 7))
RETALIATIONS: Final = (Retaliate(False), Retaliate(True))
PASS: Final = Pass()
CONCEDE: Final = Concede()
