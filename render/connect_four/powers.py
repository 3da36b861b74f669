"""What powers do, in a line each."""

from typing import Final

from engine.connect_four.roster import MONSTERS, POWERS

WORDS: Final = {
    "rampage": "After a kill by its own action: one more close attack",
    "miasma": "At the start of your turn, enemies beside it take 1",
    "decay": "At the start of your turn it takes 1 itself",
    "pack": "Close: +1 attack for each friend beside the target",
    "shackle": "A hit may deal 1 and an action token instead",
    "bloodthirst": "Once it has a victim, close: +1 attack, +1 damage",
    "tough": "Takes 1 less from each hit",
    "acid": "Hurt in a close attack: the attacker takes 1",
    "absorb": "Hurt from afar and alive: it heals 1",
    "unseen": "Attacked: both roll a die, only a higher one hits",
    "lifedrain": "When its attack hurts, it heals 1",
    "savage": "Close: +1 damage",
    "agony": "+1 damage for each action token on the target",
    "piercing": "Tough does not help a target with two tokens",
    "infect": "Whom it hurts takes 1 more at the start of their turn",
}


def slot_of(power: str) -> str:
    """The slot of a power."""
    return next(slot for slot, powers in POWERS.items() if power in powers)


def of(monster: str) -> dict[str, bool]:
    """A monster's powers by slot order, and whether it has each only once it has a victim."""
    printed = MONSTERS[monster]
    marked = {power for faces in printed.faces for face in faces for power in face.powers}
    plain = [power for power in printed.card.values() if power in marked]
    blooded = [power for power in printed.blooded_card.values() if power in marked and power not in plain]
    found = {**dict.fromkeys(plain, False), **dict.fromkeys(blooded, True)}
    slots = list(POWERS)
    return dict(sorted(found.items(), key=lambda item: slots.index(slot_of(item[0]))))
