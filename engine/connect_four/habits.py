"""Habits of computer players at set-up: the share of seats with each class and with each kind of force."""

from collections.abc import Sequence

from engine.connect_four.forces import OWN, READY_MADE, find_kind
from engine.connect_four.roster import CLASSES
from engine.connect_four.rules import ConnectFourRules
from engine.core import SPECTATOR
from engine.players.arena import Step
from engine.players.habits import Count, Counts


def count_habits(rules: ConnectFourRules, steps: Sequence[Step], seats: Sequence[int]) -> Counts:
    """Return the counts of a finished game (`engine.players.habits.BringsHabits`)."""
    view = rules.view(steps[-1].transition.state, SPECTATOR)
    counted = [view.seats[seat] for seat in seats]
    classes = [seat.class_name for seat in counted]
    kinds = [find_kind(seat.class_name, view.points, seat.force) for seat in counted]
    return {
        **{f"class {name}": Count(classes.count(name), len(seats)) for name in CLASSES},
        **{f"force {kind}": Count(kinds.count(kind), len(seats)) for kind in (*READY_MADE, OWN)},
    }
