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
from language.messages import N_, _, list_and

NAMES = (
    *(N_("Spear"), N_("Coven"), N_("Crescent"), N_("Great Spear"), N_("War Rhomb"), N_("Claw")),
    *(N_("Ritual Triangle"), N_("Siege"), N_("Pincer"), N_("Gem Hunters"), N_("Border Wardens")),
    *(N_("Summoning Circle"), N_("Lone Wolves"), N_("Horde"), N_("Stone Lords"), N_("Throne Room")),
)
TEXTS = (
    N_("3 own Monsters in an unbroken straight line"),
    N_("3 own Monsters, each adjacent to the other two"),
    N_("3 own Monsters in an unbroken line bent once by 60 degrees (ends not adjacent)"),
    N_("4 own Monsters in an unbroken straight line"),
    N_("4 own Monsters forming a rhombus"),
    N_("1 own Monster with own Monsters on three alternate sides"),
    N_("3 own Monsters on the corners of a triangle of side 2 (what lies between does not matter)"),
    N_("3 own Monsters adjacent to the same Large Stone"),
    N_("2 own Monsters on opposite sides of the same Large Stone"),
    N_("2 own Monsters that are each adjacent to a Small Stone"),
    N_("4 own Monsters on border hexes (hexes with at least one side facing off the board)"),
    N_("1 own Monster on a starting hex"),
    N_("3 own Monsters that each have no own Monster in an adjacent hex"),
    N_("most own Monsters in one connected group"),
    N_("most own Monster sides facing Large Stones (a Monster between two Large Stones counts twice)"),
    N_("most own Monsters adjacent to the Demon King Stone"),
)
"""The names and texts of the Objective cards, marked for translation."""
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
