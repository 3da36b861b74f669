"""Views of Monster Hex with abilities, Objectives and the shared faction, derived from views of the base game."""

from msgspec.structs import replace

from engine.monster_hex.view import (
    AbilityChoice,
    PrivateObjective,
    PublicObjective,
    Score,
    SharedView,
    TemporaryStone,
    View,
)
from tests.render import monster_hex_samples as samples
from tests.render.sample_games import sample_game

ABILITIES = ("reward", "strike", "scheme", "curse")
PRIVATE = ("O01", "O12", "O16", "O07")
PUBLIC = ("O02", "O15")


def with_variants(view: View, own: int | None = None, public: tuple[str, ...] = PUBLIC) -> View:
    """Return the view with an ability for each seat, changed powers, and Objectives.

    Private Objectives are visible for seat `own`, or for all seats once the game is over.
    """
    seats = tuple(
        replace(
            seat,
            ability=ABILITIES[number],
            has_chosen=True,
            reward=2 * (number == 0),
            objectives=(PrivateObjective(PRIVATE[number] if view.winners or number == own else None, None),),
        )
        for number, seat in enumerate(view.seats)
    )
    changes = (2, -1, 0, 0, -2, 1, 0, 0, 0)
    monsters = tuple(
        replace(
            monster, change=changes[index % 9], powers=tuple(power + changes[index % 9] for power in monster.powers)
        )
        for index, monster in enumerate(view.monsters)
    )
    return replace(
        view,
        viewer=view.viewer if own is None else own,
        hand=view.hand if own is None else seats[own].unplayed[:3],
        seats=seats,
        monsters=monsters,
        variants=("abilities", "objectives"),
        public_objectives=tuple(PublicObjective(card, (0,) * len(seats)) for card in public),
    )


def petrified(view: View, *labels: str) -> View:
    """Return the view with temporary Stones worth 1, 2 and so on in place of any Monsters on these hexes."""
    stones = tuple(TemporaryStone(label, value) for value, label in enumerate(labels, 1))
    return replace(view, temporary=stones, monsters=tuple(each for each in view.monsters if each.label not in labels))


def asked(view: View, ability: str = "curse") -> View:
    """Return the view in a state in which the seat of the last Monster may use its ability."""
    seat = view.monsters[-1].seat
    targets = tuple(monster.label for monster in view.monsters if monster.seat != seat)
    choice = AbilityChoice(seat, ability, view.monsters[-1].label, 1, targets)
    return replace(view, phase="ability", actors=(seat,), ability=choice)


def shared(seats: int, placed: int, over: bool = False) -> View:
    """Return a view with a shared faction: two seats on the board for three, or one on the board for two."""
    view = samples.view(seats + 1, placed, over=over)
    last = view.seats[-1]
    faction = SharedView(last.faction, Score(3, 2, 1, 0, 0, 0), last.unplayed, 0, not over, None)
    captures = tuple(capture and replace(capture, first=0, second=None) for capture in view.captures)
    return replace(
        view,
        seats=view.seats[:-1],
        order=tuple(range(seats)),
        actors=() if over else (0,),
        phase="over" if over else "shared",
        captures=captures,
        winners=(() if seats == 1 else (0,)) if over else None,
        reason=("solo" if seats == 1 else "most_points") if over else None,
        variants=("shared",),
        shared=faction,
    )


def played(seats: int, options: dict[str, bool], seed: int) -> list[View]:
    """Return the spectator's views of a random game."""
    return [views[-1] for views in sample_game("monster_hex", seats, seed, options)]
