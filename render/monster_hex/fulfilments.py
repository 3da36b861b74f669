"""The seats' progress towards Objectives on the board of a view, as numbers and in words."""

from engine.monster_hex.content import layout
from engine.monster_hex.objectives import (
    OBJECTIVE,
    SHARED,
    Fulfilment,
    Objective,
    Owner,
    Shortfall,
    fulfilment,
    outlook,
    owned_cells,
)
from engine.monster_hex.view import View
from language.messages import _, list_and

NAMED_HEXES = 2
"""The maximum number of free hexes that a text about progress lists by name; more are only counted."""


def seat_fulfilment(view: View, objective: Objective, seat: int) -> Fulfilment:
    """Return how often a seat fulfils an Objective on the board of a view, with the points for it."""
    return fulfilment(layout(view.board), objective, _cells(view), seat)


def find_next_fulfilment(view: View, objective: Objective, seat: int) -> Shortfall | None:
    """Return the configuration that fulfils an Objective once more for a seat with the fewest additional hexes.

    None for Objectives of the kind "most of", and if no single configuration would fulfil it once more.
    """
    return outlook(layout(view.board), objective, _cells(view), seat)


def private_cards(view: View, seat: int) -> list[Objective]:
    """Return those of a seat's private Objectives that the viewer may see."""
    return [OBJECTIVE[card.id] for card in view.seats[seat].objectives if card.id is not None]


def public_cards(view: View) -> list[Objective]:
    """Return the public Objectives, for which every seat can score."""
    return [OBJECTIVE[card.id] for card in view.public_objectives]


def has_scored_objectives(view: View) -> bool:
    """Return whether Objectives have been scored: at the end, unless a forfeit ended the game (MH-20)."""
    return view.winners is not None and view.reason != "forfeit"


def worth_text(objective: Objective) -> str:
    """Format the points for an Objective, such as "+3 each time" or "+5 for most"."""
    if objective.kind == "most":
        return _("+{points} for most", points=objective.points)
    return _("+{points} each time", points=objective.points)


def progress_text(view: View, objective: Objective, seat: int) -> str:
    """Format a seat's progress on an Objective: its points now, and the hexes that it needs for more."""
    now = seat_fulfilment(view, objective, seat)
    if objective.kind == "most":
        if now.value > now.best:
            compared = _("the most: {own} to {best}", own=now.value, best=now.best)
        elif now.times:
            compared = _("level: {own} to {best}", own=now.value, best=now.best)
        elif now.best:
            compared = _("not yet: {own} to {best}", own=now.value, best=now.best)
        else:
            compared = _("nobody yet: {own} to {best}", own=now.value, best=now.best)
        return f"{compared}, +{now.points}" if now.points else compared
    done = f"{now.times}×, +{now.points}" if now.times else _("not yet")
    following = find_next_fulfilment(view, objective, seat)
    if following is None or view.winners is not None:
        return done
    missing = _missing_text(view, following)
    return _("{done} · next: {missing}", done=done, missing=missing) if now.times else f"{done}: {missing}"


def _missing_text(view: View, following: Shortfall) -> str:
    lying = {monster.label for monster in view.monsters}
    free = [label for label in following.hexes if label not in lying]
    if not 0 < len(free) <= NAMED_HEXES:
        return _("{number} more", number=following.missing)
    return _("{number} more on {hexes}", number=following.missing, hexes=list_and(free))


def _cells(view: View) -> dict[Owner, int]:
    owners: dict[str, Owner] = {
        monster.label: monster.seat if monster.seat < len(view.seats) else SHARED for monster in view.monsters
    }
    return owned_cells(layout(view.board), owners)
