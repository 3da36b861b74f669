"""What a seat or a spectator may know. Hidden: classes and forces until those of both seats are in.

Views hold what changes during a game. What is printed on dials and cards is in `roster`: `MONSTERS[id]`, and what a
monster on the grid shows now is `roster.face(monster.id, monster.click, monster.victims)`. Squares are named as in the
notation (`c1`: column letter from the left, row number from the bottom).
"""

from typing import TypeAlias

import msgspec

Counts: TypeAlias = tuple[tuple[str, int], ...]
"""Monsters by id with their numbers, in roster order, none with 0."""
Modifiers: TypeAlias = tuple[tuple[str, int], ...]
"""What changes a value, by name: a power, "double 6", or "limit" for what the limit of 3 takes away again (CF-19)."""


class Monster(msgspec.Struct, frozen=True, gc=False):
    """A monster on the grid: its id in the roster, the click it shows from 0, action tokens, victim tokens."""

    square: str
    seat: int
    id: str
    click: int
    tokens: int
    victims: int
    infected: bool


class Blow(msgspec.Struct, frozen=True, gc=False):
    """An attack or a retaliation with its reckoning, where everybody stood when it was declared (CF-13, CF-19).

    It hits when the dice, `attack` and its modifiers come to at least `defense`; against `unseen` the first die, the
    attacker's, must be higher than the second. `damage` and its modifiers, with "double 6" and "tough" among these
    ("tough" never below nothing), are the clicks that it deals when it hits; `dealt` are those that it did.
    """

    seat: int
    monster: str
    square: str
    target: str
    target_square: str
    ranged: bool
    shackle: bool
    retaliation: bool
    unseen: bool
    dice: tuple[int, int]
    attack: int
    attack_modifiers: Modifiers
    defense: int
    hit: bool
    critical: bool
    damage: int
    damage_modifiers: Modifiers
    dealt: int


class Loss(msgspec.Struct, frozen=True, gc=False):
    """The clicks that a monster took in a step, by cause; who scored its points if it was destroyed by an opponent.

    `scorer` is a seat, None where nobody scored or nothing was destroyed (CF-17).
    """

    square: str
    seat: int
    monster: str
    clicks: int
    causes: tuple[tuple[str, int], ...]
    destroyed: bool
    scorer: int | None


class Heal(msgspec.Struct, frozen=True, gc=False):
    """The clicks that a survivor turned back, by `lifedrain`, `absorb` or both (CF-13)."""

    square: str
    seat: int
    monster: str
    clicks: int
    causes: tuple[str, ...]


class Fall(msgspec.Struct, frozen=True, gc=False):
    """A monster dropped from one square to another because of a gap below (CF-15)."""

    seat: int
    monster: str
    start: str
    end: str


class Report(msgspec.Struct, frozen=True, gc=False):
    """One thing that happened, with all that followed from it at once.

    `kind` is "start" (infect, decay or miasma at the start of the seat's turn), "click", "drop", "attack", "rampage" or
    "pass". `monster` and `square` are those that acted or were placed, "" where that is nobody. `blows` are the attack
    and the retaliation. Squares are those before `falls`, which come last, by column from the bottom.
    """

    seat: int
    kind: str
    monster: str
    square: str
    blows: tuple[Blow, ...]
    losses: tuple[Loss, ...]
    heals: tuple[Heal, ...]
    falls: tuple[Fall, ...]


class OpenAttack(msgspec.Struct, frozen=True, gc=False):
    """An attack that is being rolled: `dice` so far; `retaliation` "close", "ranged", or "" before that is known.

    After the attack's two dice come those of the retaliation, if there is one; from then on `blow` is the attack.
    """

    square: str
    target: str
    ranged: bool
    shackle: bool
    rampage: bool
    dice: tuple[int, ...]
    retaliation: str
    blow: Blow | None


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """A seat as the viewer sees it.

    `chosen` says that the seat has answered what both are asked at the same time. `class_name` and `force` are None
    until shown; the own choice is there as soon as it is made. `four` is the cheapest four in a row (CF-16).
    """

    class_name: str | None
    chosen: bool
    force: Counts | None
    reserve: Counts
    kill_points: int
    four: tuple[str, ...] | None
    four_points: int | None


class View(msgspec.Struct, frozen=True, gc=False):
    """A game as `viewer` may know it.

    `phase` is one of class, class roll, other class (the lower roller picks another), force, first roll, click, act,
    roll (dice of an attack), retaliate, rampage, over. `turn` counts from 1, 0 during set-up; `active` is the seat
    whose turn it is. `rolls` are the dice of the roll-off so far, seat 0's first. `choices` are squares that can be
    named: own monsters with an hourglass (click), opponents that can be attacked (rampage). `rampaging` is where the
    monster stands that may rampage. `recent` are the last turn's action and all since, oldest first.
    `winners` and `reason` (four, double_four, kill_points, concession) are None before the end; no winner is a draw.
    """

    viewer: int
    columns: int
    rows: int
    points: int
    same_class: bool
    phase: str
    turn: int
    first: int | None
    active: int | None
    actors: tuple[int, ...]
    seats: tuple[SeatView, SeatView]
    monsters: tuple[Monster, ...]
    rolls: tuple[int, ...]
    attack: OpenAttack | None
    choices: tuple[str, ...]
    rampaging: str | None
    passes: int
    recent: tuple[Report, ...]
    winners: tuple[int, ...] | None
    reason: str | None

    def __repr__(self) -> str:
        return f"View(viewer={self.viewer}, phase={self.phase}, turn={self.turn}, choices of class and force hidden)"
