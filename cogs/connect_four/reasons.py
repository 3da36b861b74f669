"""The reason for a hint: the four that a placement or an attack serves or stops, computed from the view."""

from collections.abc import Sequence

from cogs.connect_four import phrases
from engine.connect_four import preview
from engine.connect_four.preview import Threat
from engine.connect_four.roster import MONSTERS
from engine.connect_four.view import View
from language.messages import N_, _, list_and
from tables.texts import escape
from tables.viewer import TableView

LOOKED_AHEAD = N_("Of the moves played on from here, it did best.")
BEST_CLASS = N_("Strong computer players choose this class most often.")
BEST_CLASS_LEFT = N_("Of the classes left, strong computer players choose this one most often.")
BEST_FORCE = N_("With this class, strong computer players choose this force most often.")


def explain(table: TableView, actions: Sequence[str]) -> str:
    """Return the reason for a hint in a sentence or two; empty if nothing is known that the page doesn't show."""
    view: View = table.view
    rival = escape(table.names[1 - view.viewer]) if view.viewer in (0, 1) else ""
    match actions[0].split():
        case ["drop", monster, column]:
            return _explain_placement(view, monster, column, rival)
        case ["attack", start, target, kind, *_]:
            return _explain_attack(view, start, target, kind == "ranged", rival)
        case ["class", _]:
            return _(BEST_CLASS_LEFT) if view.phase == "other class" else _(BEST_CLASS)
        case ["force", *_]:
            return _(BEST_FORCE)
        case _:
            return ""


def _explain_placement(view: View, monster: str, column: str, rival: str) -> str:
    landing = preview.landing(view, view.viewer, monster, ord(column) - ord("a"))
    if landing is None:
        return ""
    known = preview.threats(view)
    told: list[str] = []
    if any(threat.seat != view.viewer and threat.square == landing.square for threat in known):
        told.append(_("It blocks {rival}’s four on {square}.", rival=rival, square=landing.square))
    before = {threat.square for threat in known if threat.seat == view.viewer}
    if not landing.fours and any(each.seat == view.viewer and each.square not in before for each in landing.threats):
        told.append(_("It makes three of a four."))  # the picture names the fourth
    return " ".join(told) or ("" if landing.fours else _(LOOKED_AHEAD))


def _explain_attack(view: View, start: str, target: str, ranged: bool, rival: str) -> str:
    """Explain an attack by a later four that it stops, or by points; the page itself tells of one in the next turn.

    If the page says that the attack leaves such a four, the reason is that every other attack and placement does, too.
    """
    after = preview.forecast(view, start, target, ranged).collapse.threats
    if phrases.list_rival_fours(view, after) and _is_beyond_help(view):
        return _("No attack or placement stops all of {rival}’s fours.", rival=rival)
    stopped = sorted(_later_squares(view, preview.threats(view)) - _later_squares(view, after))
    if stopped:
        return _(
            "The monster on {target} is one of three with which {rival} could make four on {squares}.",
            target=target,
            rival=rival,
            squares=list_and(stopped),
        )
    points = {each.square: MONSTERS[each.id].points for each in view.monsters}
    if points[target] > points[start]:
        return _(
            "The monster on {target} is worth {points} points, yours {own}.",
            target=target,
            points=points[target],
            own=points[start],
        )
    return ""


def _is_beyond_help(view: View) -> bool:
    """Return whether the other player can make four in several places, and no attack can change that."""
    forecasts = (
        preview.forecast(view, each.square, each.target, each.ranged) for each in preview.attacks(view, view.viewer)
    )
    has_several = len(phrases.list_rival_fours(view, preview.threats(view))) > 1
    return has_several and all(phrases.list_rival_fours(view, each.collapse.threats) for each in forecasts)


def _later_squares(view: View, threats: Sequence[Threat]) -> set[str]:
    """Return the squares on which the other player could complete a four, but not in the next turn."""
    return {threat.square for threat in threats if threat.seat != view.viewer and not threat.is_next}
