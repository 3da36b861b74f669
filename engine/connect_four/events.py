"""The events of a game, in the order in which they happen.

They serve to tell the story of a game and to rebuild the public grid. Squares are given by name, and monsters by id.
"""

from typing import TypeAlias

from engine.connect_four.view import Blow, Counts, Fall, Heal, Loss
from engine.core import GameEnded, GameEvent, TimeRanOut


class Chosen(GameEvent, frozen=True):
    """A seat chose its class or force, which stays hidden until both seats have chosen (CF-4, CF-5).

    If a seat changes its choice, there is no second event.
    """

    seat: int


class ClassesShown(GameEvent, frozen=True):
    """Both seats have chosen their classes, so these were revealed (CF-4)."""

    classes: tuple[str, str]


class DieRolled(GameEvent, frozen=True):
    """A seat rolled a die.

    `square` is that of the monster that rolls in an attack, or "" for a roll-off.
    """

    seat: int
    number: int
    square: str


class RollOffWon(GameEvent, frozen=True):
    """A seat won a roll-off by the higher die (CF-4, CF-6).

    With the `prize` "class" it keeps its class; with "first" it has the first turn.
    """

    seat: int
    prize: str


class OtherClassTaken(GameEvent, frozen=True):
    """The loser of the roll-off about a class chose another class (CF-4)."""

    seat: int
    name: str


class ForcesShown(GameEvent, frozen=True):
    """Both seats have chosen their forces, so these were revealed (CF-5)."""

    forces: tuple[Counts, Counts]


class TurnBegan(GameEvent, frozen=True):
    """A seat's turn began; `turn` counts the turns of both seats from 1."""

    seat: int
    turn: int


class Placed(GameEvent, frozen=True):
    """A seat placed a monster in a column, where it landed on `square` (CF-10)."""

    seat: int
    monster: str
    square: str


class AttackDeclared(GameEvent, frozen=True):
    """A monster was declared to attack another one (CF-11).

    `rampage` marks the additional attack of a rampage (CF-19).
    """

    seat: int
    square: str
    target: str
    ranged: bool
    shackle: bool
    rampage: bool


class RetaliationAsked(GameEvent, frozen=True):
    """A seat has to choose between a close and a ranged attack, with which its monster strikes back (CF-13)."""

    seat: int
    square: str


class RampageAsked(GameEvent, frozen=True):
    """A seat has to choose whether its monster attacks once more by a rampage (CF-19)."""

    seat: int
    square: str


class RampageDeclined(GameEvent, frozen=True):
    """A seat declined the additional attack of a rampage (CF-19)."""

    seat: int


class Struck(GameEvent, frozen=True):
    """The dice of an attack or a retaliation were rolled (CF-13).

    The clicks follow as `Damaged` events once the retaliation is rolled too.
    """

    blow: Blow


class Damaged(GameEvent, frozen=True):
    """A monster took clicks, by which it may have been destroyed (CF-13, CF-17)."""

    loss: Loss


class Healed(GameEvent, frozen=True):
    """A surviving monster healed clicks (CF-13)."""

    heal: Heal


class TokenGiven(GameEvent, frozen=True):
    """A monster got an action token, because it attacked or was hit with shackle (CF-14, CF-19)."""

    square: str


class Infected(GameEvent, frozen=True):
    """A monster was infected; it takes a click at the start of its seat's next turn (CF-19)."""

    square: str


class InfectionOver(GameEvent, frozen=True):
    """A monster's infection ended at the start of its seat's turn; the monster takes a click for it (CF-8)."""

    square: str


class VictimTaken(GameEvent, frozen=True):
    """A monster got a victim token for destroying another one (CF-17)."""

    square: str


class KillScored(GameEvent, frozen=True):
    """A seat scored the points of a destroyed opposing monster (CF-17)."""

    seat: int
    monster: str
    points: int


class Fell(GameEvent, frozen=True):
    """A monster dropped because a square below it became free (CF-15)."""

    fall: Fall


class Passed(GameEvent, frozen=True):
    """A seat passed, since it could neither place nor attack (CF-18)."""

    seat: int


class Conceded(GameEvent, frozen=True):
    """A seat gave up or left the game, so the other seat wins (CF-10, CF-20)."""

    seat: int


class FourMade(GameEvent, frozen=True):
    """A seat has four in a row at the end; `squares` are its cheapest four (CF-16)."""

    seat: int
    squares: tuple[str, ...]
    points: int


Event: TypeAlias = (
    Chosen
    | ClassesShown
    | DieRolled
    | RollOffWon
    | OtherClassTaken
    | ForcesShown
    | TurnBegan
    | Placed
    | AttackDeclared
    | RetaliationAsked
    | RampageAsked
    | RampageDeclined
    | Struck
    | Damaged
    | Healed
    | TokenGiven
    | Infected
    | InfectionOver
    | VictimTaken
    | KillScored
    | Fell
    | Passed
    | Conceded
    | TimeRanOut
    | FourMade
    | GameEnded
)
