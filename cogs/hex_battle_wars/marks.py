"""The line that explains a free hint: why a quick pick or a target is marked, also if another one looks better."""

from collections.abc import Sequence

from engine.hex_battle_wars.merits import Merit, find_merit
from engine.hex_battle_wars.odds import targets
from engine.hex_battle_wars.picks import QuickPick
from engine.hex_battle_wars.view import View
from language.messages import N_, _, format_number, format_percentage, ngettext
from tables.viewer import TableView

_SAMPLED = N_("the computer compared some of the hexes, and this was the best of them. Another may be better.")
"""The reason for the hint of a start or of a tile's hex: the computer player compares only a sample of the hexes."""


def explain_pick(table: TableView, picks: Sequence[QuickPick]) -> str:
    """Return a line with the reason for the hint among some quick picks; empty if none is marked."""
    view: View = table.view
    hint = next((pick for pick in picks if pick.is_hint), None)
    merit = find_merit(view, view.viewer, picks)
    if hint is None or merit is None:
        return ""
    is_tile = bool(view.seats[view.viewer].tiles)
    if merit.kind == "further" and (is_tile or view.phase == "deploy"):
        reason = _(_SAMPLED)
    else:
        reason = _format_merit(merit, is_tile=is_tile)
    return _("-# Free hint {hex}: {reason}", hex=hint.label, reason=reason)


def _format_merit(merit: Merit, *, is_tile: bool) -> str:
    """Return the reason for a hint as the end of a sentence, about the player or the tile that moves."""
    here, there = (format_percentage(chance or 0) for chance in (merit.here, merit.there))
    match merit.kind:
        case "further":
            ahead = N_("{hex} looks as good or better, but the computer also weighs the turns after these.")
            return _(ahead, hex=merit.label)
        case "shot":
            return _("your best shot, with {percent} %.", percent=merit.here)
        case "risk" if merit.here:
            return _("they hit the tile least there.") if is_tile else _("they hit you least there.")
        case "risk":
            return _("nobody sees the tile there.") if is_tile else _("nobody sees you there.")
        case "both" if is_tile:
            return _("no other pick hits better at so little risk for the tile.")
        case "both":
            return _("no other pick hits better at so little risk for you.")
        case "later":
            later = _LATER_TILE if is_tile else _LATER
            return _(later, here=here, there=there, hex=merit.label)
        case "next":
            following = N_("after your next roll you hit with about {here} there, about {there} on {hex}.")
            return _(following, here=here, there=there, hex=merit.label)
        case "nearer":
            return ngettext(
                "it is nearer, {number} hex away; {hex} is {there}.",
                "it is nearer, {number} hexes away; {hex} is {there}.",
                merit.here,
                hex=merit.label,
                there=merit.there,
            )
        case _:
            return _("high ground: you hit more easily, and they less.")


_LATER = N_("once they have rolled and walked, they hit you with about {here} there, about {there} on {hex}.")
_LATER_TILE = N_("once they have rolled and walked, they hit the tile with about {here} there, about {there} on {hex}.")


def explain_target(view: View, action: str) -> str:
    """Return the reason for an attack: its target loses most on average; empty if another one loses as much."""
    lead = _find_lead(view, action)
    if lead is None:
        return ""
    return _(
        "Of {number} targets, it loses most on average: {damage} HP.", number=lead[0], damage=format_number(lead[1], 1)
    )


def explain_aim(view: View, action: str, target: str) -> str:
    """Return a line with the reason for the hint among several targets; `target` is its name."""
    lead = _find_lead(view, action)
    if lead is None:
        return _("-# Free hint {target}: the strongest computer player would attack there.", target=target)
    return _(
        "-# Free hint {target}: of {number} targets, it loses most on average: {damage} HP.",
        target=target,
        number=lead[0],
        damage=format_number(lead[1], 1),
    )


def _find_lead(view: View, action: str) -> tuple[int, float] | None:
    """Return the number of targets and the average damage of the attack that deals most; None if it isn't `action`."""
    found = sorted((odds.damage, odds.action) for odds in targets(view))
    is_best = len(found) > 1 and found[-1][0] > found[-2][0] and found[-1][1] == action
    return (len(found), found[-1][0]) if is_best else None
