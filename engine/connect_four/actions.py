"""What can be done, by seats and by chance. Squares are cells of the grid, monsters are named by their ids."""

from typing import Final, TypeAlias

import msgspec


class ChooseClass(msgspec.Struct, frozen=True, gc=False, tag="class"):
    """A seat picks its class (CF-4)."""

    name: str

    def __repr__(self) -> str:
        return "ChooseClass(<hidden>)"


class ChooseForce(msgspec.Struct, frozen=True, gc=False, tag="force"):
    """A seat picks its force: monsters with their numbers, in roster order (CF-5)."""

    monsters: tuple[tuple[str, int], ...]

    def __repr__(self) -> str:
        return "ChooseForce(<hidden>)"


class Click(msgspec.Struct, frozen=True, gc=False, tag="click"):
    """A seat gives a click to monsters of its own that show an hourglass, or to none (CF-9)."""

    cells: tuple[int, ...]


class Drop(msgspec.Struct, frozen=True, gc=False, tag="drop"):
    """A seat places a monster of its reserve in a column (CF-10)."""

    monster: str
    column: int


class Attack(msgspec.Struct, frozen=True, gc=False, tag="attack"):
    """A seat attacks, close or ranged (CF-11)."""

    attacker: int
    target: int
    ranged: bool
    shackle: bool


class Retaliate(msgspec.Struct, frozen=True, gc=False, tag="retaliate"):
    """A seat says how its monster retaliates (CF-13)."""

    ranged: bool


class Rampage(msgspec.Struct, frozen=True, gc=False, tag="rampage"):
    """A seat lets its monster attack once more, or not (CF-19)."""

    target: int | None


class Pass(msgspec.Struct, frozen=True, gc=False, tag="pass"):
    """A seat can neither place nor attack (CF-18)."""


class Concede(msgspec.Struct, frozen=True, gc=False, tag="concede"):
    """A seat gives the game to the other (CF-10)."""


class Die(msgspec.Struct, frozen=True, gc=False, tag="d6"):
    """Chance rolls a die."""

    number: int


Action: TypeAlias = ChooseClass | ChooseForce | Click | Drop | Attack | Retaliate | Rampage | Pass | Concede | Die

DICE: Final = tuple(Die(number) for number in range(1, 7))
RETALIATIONS: Final = (Retaliate(False), Retaliate(True))
PASS: Final = Pass()
CONCEDE: Final = Concede()
