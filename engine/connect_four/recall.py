"""The reports of actions earlier than those in a view, rebuilt from public events."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from engine.connect_four.events import AttackDeclared, Damaged, Fell, Healed, Placed, Struck, TurnBegan
from engine.connect_four.view import Report, View

_ATTACKS: Final = ("attack", "rampage")
_ACTIONS: Final = ("drop", *_ATTACKS)


def add_earlier_action(view: View, happened: Sequence[Any]) -> View:
    """Return a view that also reports the last turn with an action before those in `View.recent`.

    `happened` are the public events up to the view, oldest first. A view alone reports one turn, so an attack would
    never be shown to a player whose opponent answers at once.
    """
    reports = _list_reports(happened)
    if view.attack is not None and reports and reports[-1].kind in _ATTACKS:
        del reports[-1]
    while reports and reports[-1].kind not in _ACTIONS:
        del reports[-1]
    earlier = [report for report in reports if report not in view.recent]
    seat = next((report.seat for report in reversed(earlier) if report.kind in _ACTIONS), None)
    found: list[Report] = []
    for report in reversed(earlier):
        if report.kind in _ACTIONS and report.seat != seat:
            break
        # The start of the turn after an action belongs to the story; falls are always needed to follow the monsters.
        is_after = report.losses and not any(each.kind in _ACTIONS for each in found)
        if report.kind in _ACTIONS or report.falls or is_after:
            found.insert(0, report)
    return replace(view, recent=(*found, *view.recent))


def _list_reports(happened: Sequence[Any]) -> list[Report]:
    """Return a report for the start of each turn and for each placement and attack in some events.

    Effects without their beginning are left out.
    """
    found: list[Report] = []
    for event in happened:
        match event:
            case TurnBegan():
                found.append(Report(event.seat, "start", "", "", (), (), (), ()))
            case Placed():
                found.append(Report(event.seat, "drop", event.monster, event.square, (), (), (), ()))
            case AttackDeclared():
                kind = "rampage" if event.rampage else "attack"
                found.append(Report(event.seat, kind, "", event.square, (), (), (), ()))
            case Struck() | Damaged() | Healed() | Fell() if found:
                found[-1] = _add_effect(found[-1], event)
            case _:
                pass
    return found


def _add_effect(report: Report, event: Struck | Damaged | Healed | Fell) -> Report:
    match event:
        case Struck() if report.kind in _ATTACKS:
            monster = report.monster or event.blow.monster
            return replace(report, monster=monster, blows=(*report.blows, event.blow))
        case Damaged():
            return replace(report, losses=(*report.losses, event.loss))
        case Healed():
            return replace(report, heals=(*report.heals, event.heal))
        case Fell():
            return replace(report, falls=(*report.falls, event.fall))
        case _:
            return report
