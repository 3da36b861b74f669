"""A game as a seat or spectator may see it; classes and forces are hidden until both seats have chosen.

Views hold only what changes during a game. Printed data is in `roster`: `MONSTERS[id]`, and the present face of a
monster is `roster.face(monster.id, monster.click, monster.victims)`. Squares are named as in the notation (`c1`: column
letter from the left, row number from the bottom).
"""

from typing import TypeAlias

import msgspec

Counts: TypeAlias = tuple[tuple[str, int], ...]
"""Monsters as (id, count), in roster order, without zero counts."""
Modifiers: TypeAlias = tuple[tuple[str, int], ...]
"""Changes of a value as (name, change): a power, "double 6", or "limit" for what exceeds the maximum of 3 (CF-19)."""


class Monster(msgspec.Struct, frozen=True, gc=False):
    """A monster on the grid; `id` is from the roster, and `click` counts from 0.

    `tokens` are action tokens, `victims` victim tokens.
    """

    square: str
    seat: int
    id: str
    click: int
    tokens: int
    victims: int
    infected: bool


class Blow(msgspec.Struct, frozen=True, gc=False):
    """An attack or retaliation with its calculation, on squares at the time of its declaration (CF-13, CF-19).

    It hits if the dice, `attack` and its modifiers add up to at least `defense`; against `unseen`, if the first die
    (the attacker's) is higher than the second. `damage` and its modifiers, including "double 6" and "tough", are the
    clicks of a hit, never below 0. `dealt` are the clicks actually dealt.
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
    """The clicks that a monster took in a step, by cause.

    `scorer` is the seat that scored its destruction, None if no seat did or it survived (CF-17).
    """

    square: str
    seat: int
    monster: str
    clicks: int
    causes: tuple[tuple[str, int], ...]
    destroyed: bool
    scorer: int | None


class Heal(msgspec.Struct, frozen=True, gc=False):
    """The clicks that a survivor healed, by `lifedrain`, `absorb` or both (CF-13)."""

    square: str
    seat: int
    monster: str
    clicks: int
    causes: tuple[str, ...]


class Fall(msgspec.Struct, frozen=True, gc=False):
    """A drop of a monster from one square to another, because of a gap below (CF-15)."""

    seat: int
    monster: str
    start: str
    end: str


class Report(msgspec.Struct, frozen=True, gc=False):
    """An action or start of a turn, with all its immediate consequences.

    `kind` is "start" (infect, decay or miasma at the start of the seat's turn), "click", "drop", "attack", "rampage" or
    "pass". `monster` and `square` name the monster that acted or was placed, otherwise they are "". `blows` are the
    attack and the retaliation. Squares are those before `falls`, which come last, by column from the bottom.
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
    """An attack that is being rolled; `dice` are those rolled so far.

    `retaliation` is "close" or "ranged", or "" while it is undecided. The retaliation's dice follow the attack's two
    dice, and from then on `blow` holds the attack.
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
    """A seat as the viewer may see it.

    `chosen`: the seat has made the simultaneous choice. `class_name` and `force` are None until revealed, except for
    the viewer's own choice. `four` is the cheapest four in a row (CF-16).
    """

    class_name: str | None
    chosen: bool
    force: Counts | None
    reserve: Counts
    kill_points: int
    four: tuple[str, ...] | None
    four_points: int | None


class View(msgspec.Struct, frozen=True, gc=False):
    """A game as seen by `viewer`.

    - `phase`: class, class roll, other class (the lower roller picks another), force, first roll, click, act, roll
      (dice of an attack), retaliate, rampage or over
    - `turn`: counts from 1, 0 during set-up
    - `active`: the seat whose turn it is
    - `rolls`: the dice of the roll-off so far, seat 0's first
    - `choices`: the squares to choose from: own monsters with an hourglass (click), or targets (rampage)
    - `rampaging`: the square of the monster that may rampage
    - `recent`: the last turn's action and everything since, oldest first
    - `winners`, `reason`: None before the end; reasons are four, double_four, kill_points and concession. A draw has no
      winners
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
