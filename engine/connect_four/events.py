"""What happens in a game, in order, for words and for rebuilding the public grid. Squares and monsters are named."""

from typing import TypeAlias

from engine.connect_four.view import Blow, Counts, Fall, Heal, Loss
from engine.core import GameEnded, GameEvent, TimeRanOut


class Chosen(GameEvent, frozen=True):
    """A seat has chosen what both choose at the same time; what, is shown when both have (CF-4, CF-5).

    Choosing again before that is no event.
    """

    seat: int


class ClassesShown(GameEvent, frozen=True):
    """Both classes, when both are in (CF-4)."""

    classes: tuple[str, str]


class DieRolled(GameEvent, frozen=True):
    """A die fell for a seat: in a roll-off, or in an attack of `square`'s monster, "" in roll-offs."""

    seat: int
    number: int
    square: str


class RollOffWon(GameEvent, frozen=True):
    """A seat rolled higher: it keeps its class ("class") or goes first ("first") (CF-4, CF-6)."""

    seat: int
    prize: str


class OtherClassTaken(GameEvent, frozen=True):
    """The lower roller picked another class (CF-4)."""

    seat: int
    name: str


class ForcesShown(GameEvent, frozen=True):
    """Both forces, when both are in (CF-5)."""

    forces: tuple[Counts, Counts]


class TurnBegan(GameEvent, frozen=True):
    """A seat's turn begins; turns count from 1."""

    seat: int
    turn: int


class Placed(GameEvent, frozen=True):
    """A seat placed a monster, which came to rest on a square (CF-10)."""

    seat: int
    monster: str
    square: str


class AttackDeclared(GameEvent, frozen=True):
    """A monster attacks; `rampage` for the one more attack after a kill (CF-11, CF-19)."""

    seat: int
    square: str
    target: str
    ranged: bool
    shackle: bool
    rampage: bool


class RetaliationAsked(GameEvent, frozen=True):
    """A seat must say whether its monster retaliates close or ranged (CF-13)."""

    seat: int
    square: str


class RampageAsked(GameEvent, frozen=True):
    """A seat may let its monster attack once more (CF-19)."""

    seat: int
    square: str


class RampageDeclined(GameEvent, frozen=True):
    """It does not."""

    seat: int


class Struck(GameEvent, frozen=True):
    """An attack or a retaliation is rolled; what it deals follows as `Damaged` when both are (CF-13)."""

    blow: Blow


class Damaged(GameEvent, frozen=True):
    """A monster took clicks, and was destroyed or not (CF-13, CF-17)."""

    loss: Loss


class Healed(GameEvent, frozen=True):
    """A survivor turned back clicks (CF-13)."""

    heal: Heal


class TokenGiven(GameEvent, frozen=True):
    """A monster got an action token, by its own attack or by `shackle` (CF-14, CF-19)."""

    square: str


class Infected(GameEvent, frozen=True):
    """A monster will take a click at the start of its controller's next turn (CF-19)."""

    square: str


class InfectionOver(GameEvent, frozen=True):
    """The click of an infection is due now (CF-8)."""

    square: str


class VictimTaken(GameEvent, frozen=True):
    """A monster got a victim token (CF-17)."""

    square: str


class KillScored(GameEvent, frozen=True):
    """A seat scored the points of an opposing monster (CF-17)."""

    seat: int
    monster: str
    points: int


class Fell(GameEvent, frozen=True):
    """A monster dropped into a gap (CF-15)."""

    fall: Fall


class Passed(GameEvent, frozen=True):
    """A seat could neither place nor attack (CF-18)."""

    seat: int


class Conceded(GameEvent, frozen=True):
    """A seat gave the game to the other, or left it (CF-10, CF-20)."""

    seat: int


class FourMade(GameEvent, frozen=True):
    """A seat has four in a row; the squares are its cheapest four (CF-16)."""

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
