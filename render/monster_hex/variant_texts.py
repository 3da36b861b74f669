"""Texts about abilities, Objectives and the shared faction of Monster Hex."""

from collections.abc import Sequence
from typing import Final

from engine.monster_hex.abilities import ability_name
from engine.monster_hex.objectives import Objective
from engine.monster_hex.view import Monster, View
from language.messages import N_, _
from render.monster_hex import fulfilments
from render.monster_hex.contests import seat_order

SHARED_NAME: Final = N_("Shared")
UP, DOWN = "↑", "↓"


def change_text(monster: Monster) -> str:
    """Format the amount by which abilities changed a Monster's powers, as an arrow and a number; empty if unchanged."""
    if not monster.change:
        return ""
    return f"{UP if monster.change > 0 else DOWN}{abs(monster.change)}"


def enchanted_word(edition: int | None) -> str:
    """Return the word for a Monster whose powers were increased: "Enchanted", or "Boosted" by the rules of 2024."""
    return _("Enchanted") if edition is None else _("Boosted")


def explain_changes(view: View) -> str:
    """Return an explanation of the arrows that show changed powers; empty if no Monster's powers are changed."""
    if not any(monster.change for monster in view.monsters):
        return ""
    explained = _(
        "({up} {enchanted}, {down} cursed by)", up=UP, enchanted=enchanted_word(view.edition).lower(), down=DOWN
    )
    return f" {explained}"


def public_ability(view: View, number: int) -> str | None:
    """Return a seat's ability for public pictures and texts; None until all seats have chosen.

    The board is the same for every viewer, so it must not show a choice early (MH-17).
    """
    return None if view.phase == "choose" else view.seats[number].ability


def seat_text(view: View, number: int) -> str:
    """Return a suffix for a seat's points in public texts; empty until all abilities are known.

    It is the seat's ability, with the points that Reward adds to each first place.
    """
    return f", {ability_text(view, number)}" if public_ability(view, number) else ""


def ability_text(view: View, number: int) -> str:
    """Return a seat's ability with the points that Reward adds to each first place; empty without an ability.

    The text may reveal a secret choice: until all seats have chosen, it is for the seat's own player only.
    """
    seat = view.seats[number]
    ability = _(ability_name(seat.ability, view.edition)) if seat.ability else ""
    return f"{ability} +{seat.reward}" if seat.reward else ability


def shared_text(view: View, names: Sequence[str]) -> str:
    """Return a sentence about the shared faction, its points and the holder of its tile; empty without that faction."""
    if view.shared is None:
        return ""
    points, faction = view.shared.score.points, _("Shared faction")
    if view.shared.faction:
        faction = _("Shared faction ({faction})", faction=_(view.shared.faction))
    if not _is_held(view) or view.shared.holder is None:
        return _("{faction} {points}, for nobody.", faction=faction, points=points)
    holder = names[view.shared.holder]
    return _("{faction} {points}, for nobody, {name} holds its tile.", faction=faction, points=points, name=holder)


def shared_notes(view: View) -> tuple[str, ...]:
    """Return alternative wordings of the note on the shared faction's card, from longest to shortest."""
    if view.shared is None or view.shared.holder is None or not _is_held(view) or len(view.seats) == 1:
        return (_("for nobody"),)
    faction = view.seats[view.shared.holder].faction
    letter = faction[0].upper() if faction else str(view.shared.holder + 1)
    return (_("held by {letter}", letter=letter), _("by {letter}", letter=letter), letter)


def _is_held(view: View) -> bool:
    return view.shared is not None and view.shared.is_drawn and view.winners is None


def objectives_text(view: View, brief: bool = False) -> str:
    """Return a sentence about the Objectives that everybody may know, with the seats' progress.

    It is empty if there are none. After the end, it includes the private ones that were scored.
    """
    told = [
        f"{_(objective.name)}{'' if brief else f' {fulfilments.worth_text(objective)}'}: "
        f"{_format_fulfilments(view, objective)}"
        for objective in fulfilments.public_cards(view)
    ]
    if view.winners is not None:
        own = [(seat, card) for seat in seat_order(view) for card in fulfilments.private_cards(view, seat)]
        points = [(seat, card, fulfilments.seat_fulfilment(view, card, seat).points) for seat, card in own]
        told += [
            _(
                "{objective} (only {letter}): +{points}",
                objective=_(card.name),
                letter=_letter(view, seat),
                points=scored,
            )
            for seat, card, scored in points
            if scored
        ]
    return _("Objectives: {objectives}.", objectives="; ".join(told)) if told else ""


def _format_fulfilments(view: View, objective: Objective) -> str:
    """Format the number of times that each seat fulfils an Objective; for "most of", the number that is compared."""
    found = [(seat, fulfilments.seat_fulfilment(view, objective, seat)) for seat in seat_order(view)]
    if objective.kind == "most":
        most = _(" (most)")
        told = [f"{_letter(view, seat)} {now.value}{most * now.times}" for seat, now in found if now.value]
    else:
        told = [f"{_letter(view, seat)} {now.times}×" for seat, now in found if now.times]
    return ", ".join(told) or _("nobody")


def _letter(view: View, seat: int) -> str:
    """Return the first letter of a seat's faction; before factions are known, the seat's number from 1."""
    return (view.seats[seat].faction or str(seat + 1))[0].upper()
