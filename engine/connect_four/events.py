"""What happens in a game, in order, for words and for rebuilding the public grid. Squares and monsters are named."""

from typing import TypeAlias

import msgspec

from engine.connect_four.view import Blow, Counts, Fall, Heal, Loss


class Chosen(msgspec.Struct, frozen=True, gc=False, tag="chosen"):
    """A seat has chosen what both choose at the same time; what, is shown when both have (CF-4, CF-5).

    Choosing again before that is no event.
    """

    seat: int


class ClassesShown(msgspec.Struct, frozen=True, gc=False, tag="classes_shown"):
    """Both classes, when both are in (CF-4)."""

    classes: tuple[str, str]


class DieRolled(msgspec.Struct, frozen=True, gc=False, tag="die_rolled"):
    """A die fell for a seat: in a roll-off, or in an attack of `square`'s monster, "" in roll-offs."""

    seat: int
    number: int
    square: str


class RollOffWon(msgspec.Struct, frozen=True, gc=False, tag="roll_off_won"):
    """A seat rolled higher: it keeps its class ("class") or goes first ("first") (CF-4, CF-6)."""

    seat: int
    prize: str


class OtherClassTaken(msgspec.Struct, frozen=True, gc=False, tag="other_class_taken"):
    """The lower roller picked another class (CF-4)."""

    seat: int
    name: str


class ForcesShown(msgspec.Struct, frozen=True, gc=False, tag="forces_shown"):
    """Both forces, when both are in (CF-5)."""

    forces: tuple[Counts, Counts]


class TurnBegan(msgspec.Struct, frozen=True, gc=False, tag="turn_began"):
    """A seat's turn begins; turns count from 1."""

    seat: int
    turn: int


class Placed(msgspec.Struct, frozen=True, gc=False, tag="placed"):
    """A seat placed a monster, which came to rest on a square (CF-10)."""

    seat: int
    monster: str
    square: str


class AttackDeclared(msgspec.Struct, frozen=True, gc=False, tag="attack_declared"):
    """A monster attacks; `rampage` for the one more attack after a kill (CF-11, CF-19)."""

    seat: int
    square: str
    target: str
    ranged: bool
    shackle: bool
    rampage: bool


class RetaliationAsked(msgspec.Struct, frozen=True, gc=False, tag="retaliation_asked"):
    """A seat must say whether its monster retaliates close or ranged (CF-13)."""

    seat: int
    square: str


class RampageAsked(msgspec.Struct, frozen=True, gc=False, tag="rampage_asked"):
    """A seat may let its monster attack once more (CF-19)."""

    seat: int
    square: str


class RampageDeclined(msgspec.Struct, frozen=True, gc=False, tag="rampage_declined"):
    """It does not."""

    seat: int


class Struck(msgspec.Struct, frozen=True, gc=False, tag="struck"):
    """An attack or a retaliation is rolled; what it deals follows as `Damaged` when both are (CF-13)."""

    blow: Blow


class Damaged(msgspec.Struct, frozen=True, gc=False, tag="damaged"):
    """A monster took clicks, and was destroyed or not (CF-13, CF-17)."""

    loss: Loss


class Healed(msgspec.Struct, frozen=True, gc=False, tag="healed"):
    """A survivor turned back clicks (CF-13)."""

    heal: Heal


class TokenGiven(msgspec.Struct, frozen=True, gc=False, tag="token_given"):
    """A monster got an action token, by its own attack or by `shackle` (CF-14, CF-19)."""

    square: str


class Infected(msgspec.Struct, frozen=True, gc=False, tag="infected"):
    """A monster will take a click at the start of its controller's next turn (CF-19)."""

    square: str


class InfectionOver(msgspec.Struct, frozen=True, gc=False, tag="infection_over"):
    """The click of an infection is due now (CF-8)."""

    square: str


class VictimTaken(msgspec.Struct, frozen=True, gc=False, tag="victim_taken"):
    """A monster got a victim token (CF-17)."""

    square: str


class KillScored(msgspec.Struct, frozen=True, gc=False, tag="kill_scored"):
    """A seat scored the points of an opposing monster (CF-17)."""

    seat: int
    monster: str
    points: int


class Fell(msgspec.Struct, frozen=True, gc=False, tag="fell"):
    """A monster dropped into a gap (CF-15)."""

    fall: Fall


class Passed(msgspec.Struct, frozen=True, gc=False, tag="passed"):
    """A seat could neither place nor attack (CF-18)."""

    seat: int


class Conceded(msgspec.Struct, frozen=True, gc=False, tag="conceded"):
    """A seat gave the game to the other, or left it (CF-10, CF-20)."""

    seat: int


class TimeRanOut(msgspec.Struct, frozen=True, gc=False, tag="time_ran_out"):
    """A seat's clock ran out; what follows is the default move (CF-20)."""

    seat: int


class FourMade(msgspec.Struct, frozen=True, gc=False, tag="four_made"):
    """A seat has four in a row; the squares are its cheapest four (CF-16)."""

    seat: int
    squares: tuple[str, ...]
    points: int


class GameEnded(msgspec.Struct, frozen=True, gc=False, tag="game_ended"):
    """The game is over: four, double_four, kill_points or concession; without a winner it is a draw."""

    reason: str
    winners: tuple[int, ...]


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
