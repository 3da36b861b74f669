"""The events of a game, in order, for the story and for rebuilding the public grid.

Squares are names, and monsters are ids.
"""

from typing import TypeAlias

from engine.connect_four.view import Blow, Counts, Fall, Heal, Loss
from engine.core import GameEnded, GameEvent, TimeRanOut


class Chosen(GameEvent, frozen=True):
    """A seat made a simultaneous choice, which stays hidden until both have chosen (CF-4, CF-5).

    A changed choice emits no event.
    """

    seat: int


class ClassesShown(GameEvent, frozen=True):
    """Both seats have chosen their classes, which are revealed (CF-4)."""

    classes: tuple[str, str]


class DieRolled(GameEvent, frozen=True):
    """A seat rolled a die, in a roll-off (`square` is "") or in an attack of the monster on `square`."""

    seat: int
    number: int
    square: str


class RollOffWon(GameEvent, frozen=True):
    """A seat won a roll-off and keeps its class (`prize` "class") or goes first ("first") (CF-4, CF-6)."""

    seat: int
    prize: str


class OtherClassTaken(GameEvent, frozen=True):
    """The loser of the roll-off for a class picked another one (CF-4)."""

    seat: int
    name: str


class ForcesShown(GameEvent, frozen=True):
    """Both seats have chosen their forces, which are revealed (CF-5)."""

    forces: tuple[Counts, Counts]


class TurnBegan(GameEvent, frozen=True):
    """A seat's turn began; turns count from 1."""

    seat: int
    turn: int


class Placed(GameEvent, frozen=True):
    """A seat placed a monster, which landed on `square` (CF-10)."""

    seat: int
    monster: str
    square: str


class AttackDeclared(GameEvent, frozen=True):
    """A monster attacks; `rampage` marks the additional attack after a kill (CF-11, CF-19)."""

    seat: int
    square: str
    target: str
    ranged: bool
    shackle: bool
    rampage: bool


class RetaliationAsked(GameEvent, frozen=True):
    """A seat has to choose whether its monster retaliates close or ranged (CF-13)."""

    seat: int
    square: str


class RampageAsked(GameEvent, frozen=True):
    """A seat may attack once more by rampage (CF-19)."""

    seat: int
    square: str


class RampageDeclined(GameEvent, frozen=True):
    """The seat declined the rampage."""

    seat: int


class Struck(GameEvent, frozen=True):
    """An attack or retaliation was rolled (CF-13).

    Its clicks follow as `Damaged` once both are rolled.
    """

    blow: Blow


class Damaged(GameEvent, frozen=True):
    """A monster took clicks and may have been destroyed (CF-13, CF-17)."""

    loss: Loss


class Healed(GameEvent, frozen=True):
    """A survivor healed clicks (CF-13)."""

    heal: Heal


class TokenGiven(GameEvent, frozen=True):
    """A monster got an action token, by its own attack or by shackle (CF-14, CF-19)."""

    square: str


class Infected(GameEvent, frozen=True):
    """A monster was infected and takes a click at the start of its controller's next turn (CF-19)."""

    square: str


class InfectionOver(GameEvent, frozen=True):
    """An infection ended, and its click is applied (CF-8)."""

    square: str


class VictimTaken(GameEvent, frozen=True):
    """A monster got a victim token (CF-17)."""

    square: str


class KillScored(GameEvent, frozen=True):
    """A seat scored the points of a destroyed opposing monster (CF-17)."""

    seat: int
    monster: str
    points: int


class Fell(GameEvent, frozen=True):
    """A monster dropped into a gap (CF-15)."""

    fall: Fall


class Passed(GameEvent, frozen=True):
    """A seat passed, since it could neither place nor attack (CF-18)."""

    seat: int


class Conceded(GameEvent, frozen=True):
    """A seat conceded or left the game (CF-10, CF-20)."""

    seat: int


class FourMade(GameEvent, frozen=True):
    """A seat has four in a row; `squares` are its cheapest four (CF-16)."""

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
