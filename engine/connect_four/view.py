"""A game as a seat or a spectator may see it; classes and forces are hidden until both seats have chosen.

Views hold only what changes during a game. Printed data is in `roster`: `MONSTERS[id]`, and `roster.face(monster.id,
monster.click, monster.victims)` for the values and powers that a monster shows. Squares are named as in the notation:
column letter from the left, row number from the bottom, such as `c1`.
"""

from typing import TypeAlias

import msgspec

Counts: TypeAlias = tuple[tuple[str, int], ...]
"""Monsters with their numbers: pairs (id, count) in roster order, without zero counts."""
Modifiers: TypeAlias = tuple[tuple[str, int], ...]
"""Changes of a value as pairs (name, change); the name is a power, "double 6" or "limit".

"limit" is the negative change that keeps the sum at the maximum of 3 (CF-19).
"""


class Monster(msgspec.Struct, frozen=True, gc=False):
    """A monster on the grid, with its id in the roster; `click` is its position on the dial, counted from 0.

    `tokens` is its number of action tokens, and `victims` that of its victim tokens. `infected` says whether it takes a
    click at the start of its seat's next turn.
    """

    square: str
    seat: int
    id: str
    click: int
    tokens: int
    victims: int
    infected: bool


class Blow(msgspec.Struct, frozen=True, gc=False):
    """An attack or a retaliation with its dice and result (CF-13, CF-19).

    Squares are those at the time of the attack's declaration. The blow hits if the dice, `attack` and
    `attack_modifiers` add up to at least `defense`; with `unseen`, it hits if the first die (the attacker's) is higher
    than the second. A hit deals `damage` plus `damage_modifiers`, including "double 6" and "tough", but never less than
    0 clicks. `dealt` are the clicks dealt, 0 for a miss.
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
    """The clicks that a monster took at one time, in total and by cause.

    `scorer` is the seat that scored the monster's destruction, or None if no seat did or the monster survived (CF-17).
    """

    square: str
    seat: int
    monster: str
    clicks: int
    causes: tuple[tuple[str, int], ...]
    destroyed: bool
    scorer: int | None


class Heal(msgspec.Struct, frozen=True, gc=False):
    """The clicks that a surviving monster healed; `causes` are `lifedrain`, `absorb` or both (CF-13)."""

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
    """The report of an action, or of the effects at the start of a turn, with all immediate consequences.

    `kind` is "start" (infect, decay or miasma at the start of the seat's turn), "click", "drop", "attack", "rampage" or
    "pass". `monster` and `square` name the monster that attacked or was placed, otherwise they are "". `blows` are the
    attack and the retaliation. `falls` are sorted by column, from the bottom; all other squares are those before the
    falls.
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
    """An attack in progress, from `square` on `target`.

    `dice` are those rolled so far: the attack's two dice, followed by those of the retaliation. `retaliation` is
    "close" or "ranged", or "" while it is undecided. `blow` is the attack with its result, None until both its dice
    are rolled.
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

    `chosen` says whether the seat has made the secret choice of a class or force that is due. `class_name` and `force`
    are None until revealed, except for the viewer's own choices. `four` is its cheapest four in a row, shown at the end
    (CF-16).
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

    - `points`: the points that a force may have
    - `phase`: class, class roll, other class (the loser of the roll-off picks another), force, first roll, click, act,
      roll (dice of an attack), retaliate, rampage or over
    - `turn`: the number of the turn, counted from 1; 0 during set-up
    - `first`: the seat that had the first turn, None during set-up
    - `active`: the seat whose turn it is, None during set-up
    - `rolls`: the dice of the current or latest roll-off, seat 0's first
    - `choices`: the squares that can be chosen: own monsters with an hourglass (click), or targets (rampage)
    - `rampaging`: the square of the monster that may attack once more, or None
    - `passes`: the number of passes in succession
    - `recent`: the reports of the previous turn's action and of everything since, oldest first
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
