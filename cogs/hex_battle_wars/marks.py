"""The line that explains a free hint: why a quick pick or a target is marked, also if another one looks better."""

from collections.abc import Sequence

from engine.hex_battle_wars.merits import Merit, find_merit
from engine.hex_battle_wars.odds import targets
from engine.hex_battle_wars.picks import QuickPick
from engine.hex_battle_wars.view import View
from render.text import pluralize
from tables.viewer import TableView

SAMPLED = "the computer compared some of the hexes, and this was the best of them. Another may be better."
"""The reason for the hint of a start or of a tile's hex: the computer player compares only a sample of the hexes."""
WOULD_ATTACK = "the strongest computer player would attack there."


def explain_pick(table: TableView, picks: Sequence[QuickPick]) -> str:
    """Return a line with the reason for the hint among some quick picks; empty if none is marked."""
    view: View = table.view
    hint = next((pick for pick in picks if pick.is_hint), None)
    merit = find_merit(view, view.viewer, picks)
    if hint is None or merit is None:
        return ""
    is_tile = bool(view.seats[view.viewer].tiles)
    if merit.kind == "further":
        ahead = f"{merit.label} looks as good or better, but the computer also weighs the turns after these."
        return f"-# Free hint {hint.label}: {SAMPLED if is_tile or view.phase == 'deploy' else ahead}"
    return f"-# Free hint {hint.label}: {_format_merit(merit, 'the tile' if is_tile else 'you')}"


def _format_merit(merit: Merit, who: str) -> str:
    here, there = f"about {merit.here} % there", f"about {merit.there} % on {merit.label}"
    match merit.kind:
        case "shot":
            return f"your best shot, with {merit.here} %."
        case "risk":
            return f"they hit {who} least there." if merit.here else f"nobody sees {who} there."
        case "both":
            return f"no other pick hits better at so little risk for {who}."
        case "later":
            return f"once they have rolled and walked, they hit {who} with {here}, {there}."
        case "next":
            return f"after your next roll you hit with {here}, {there}."
        case "nearer":
            return f"it is nearer, {pluralize(merit.here, 'hex')} away; {merit.label} is {merit.there}."
        case _:
            return "high ground: you hit more easily, and they less."


def explain_target(view: View, action: str) -> str:
    """Return the reason for an attack: its target loses most on average; empty if another one loses as much."""
    found = sorted((odds.damage, odds.action) for odds in targets(view))
    is_best = len(found) > 1 and found[-1][0] > found[-2][0] and found[-1][1] == action
    return f"Of {len(found)} targets, it loses most on average: {found[-1][0]:.1f} HP." if is_best else ""
