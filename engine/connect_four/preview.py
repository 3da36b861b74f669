"""Forecasts of placements and attacks, computed from a view alone, for previews, choices, texts and refusals."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from engine.connect_four import combat
from engine.connect_four.combat import THROWS, Hit, Reckoning, piece_at, total
from engine.connect_four.damage import Step, fours
from engine.connect_four.evaluation import landing_cells
from engine.connect_four.grid import Grid, cells_in, grid
from engine.connect_four.roster import MONSTERS
from engine.connect_four.state import SOLID, Clash, Piece, Position, initial_state
from engine.connect_four.view import Fall, View
from engine.connect_four.viewing import position_of


class Threat(msgspec.Struct, frozen=True, gc=False):
    """A free square where a monster of `seat` would complete four in a row.

    `is_next` says whether the seat can place a monster there by its next placement: it would land there, and the seat
    has monsters left.
    """

    seat: int
    square: str
    is_next: bool


class Landing(msgspec.Struct, frozen=True, gc=False):
    """The result of a placement: the landing square, the fours completed, and both seats' threats after it.

    `opens` is the square above, where the next monster in the column would land, or None if the column is then full.
    """

    square: str
    fours: tuple[tuple[str, ...], ...]
    threats: tuple[Threat, ...]
    opens: str | None


class Collapse(msgspec.Struct, frozen=True, gc=False):
    """The consequences of removing a destroyed monster: the falls, then the fours in a row or the threats after them.

    `fours` holds (seat, squares, points) for the cheapest four of each seat that has one. `threats` are those of both
    seats; empty if a four ends the game.
    """

    falls: tuple[Fall, ...]
    fours: tuple[tuple[int, tuple[str, ...], int], ...]
    threats: tuple[Threat, ...]


class Odds(msgspec.Struct, frozen=True, gc=False):
    """The odds of a blow before its dice are rolled, mostly as numbers of the 36 possible throws.

    - `hits`: number of throws that hit
    - `kills`: number of throws that deal enough clicks to destroy the target
    - `clicks`: sum of the clicks dealt by all 36 throws
    - `slips`: number of throws with a double 1, which costs the attacker a click
    - `need`: the least sum of both dice that hits, apart from double 1 and double 6; None against unseen
    - `acid`: whether a hit costs the attacker a click
    - `absorb`: whether a hit that the target survives heals it a click
    """

    ranged: bool
    reckoning: Reckoning
    need: int | None
    hits: int
    kills: int
    clicks: int
    slips: int
    acid: bool
    absorb: bool

    @property
    def chance(self) -> float:
        """The probability that the blow hits, from 0 to 1."""
        return self.hits / len(THROWS)

    @property
    def damage(self) -> int:
        """The clicks that a hit deals, unless it is a double 6."""
        return max(0, self.reckoning.damage + total(self.reckoning.damage_modifiers(False)))

    @property
    def expected(self) -> float:
        """The average number of clicks that the blow deals, misses included."""
        return self.clicks / len(THROWS)


class Forecast(msgspec.Struct, frozen=True, gc=False):
    """The odds of an attack, those of each possible retaliation, and the consequences if the target is destroyed.

    A retaliation from afar that has the same odds as the close one is left out. `collapse` follows if the target is
    destroyed, `own_collapse` if the attacker is, and `both_collapse` if both are; where that cannot happen, they only
    have the present threats. `risk` is the probability that the attacker is destroyed, from 0 to 1, with the
    retaliation that is more dangerous to it.
    """

    square: str
    target: str
    attack: Odds
    retaliations: tuple[Odds, ...]
    collapse: Collapse
    own_collapse: Collapse
    both_collapse: Collapse
    risk: float


class AttackChoice(msgspec.Struct, frozen=True, gc=False):
    """A legal attack from one square on another; `shackle` says whether it is also legal with the power shackle."""

    square: str
    target: str
    ranged: bool
    shackle: bool


def _position(view: View) -> tuple[Grid, Position]:
    table = grid(view.columns, view.rows)
    return table, position_of(table, view)


def threats(view: View) -> tuple[Threat, ...]:
    """Return the free squares that would complete four in a row for a seat, sorted by seat and square."""
    return _threats(view, *_position(view))


def _threats(view: View, table: Grid, position: Position) -> tuple[Threat, ...]:
    occupied = position.own[0] | position.own[1]
    landings = landing_cells(table, occupied)
    found: list[Threat] = []
    for seat in (0, 1):
        cells = {
            (mask & ~occupied).bit_length() - 1
            for _, mask in table.fours
            if (mask & position.own[seat]).bit_count() == 3 and (mask & occupied).bit_count() == 3
        }
        places = bool(view.seats[seat].reserve)
        found += [Threat(seat, table.name[cell], places and landings >> cell & 1 == 1) for cell in sorted(cells)]
    return tuple(found)


def landing(view: View, seat: int, monster: str, column: int) -> Landing | None:
    """Return the result of placing a monster in a column, or None if the column is full (CF-10, CF-15)."""
    table, position = _position(view)
    cell = next(iter(cells_in(landing_cells(table, position.own[0] | position.own[1]) & _column(table, column))), None)
    if cell is None:
        return None
    after = position.with_piece(cell, Piece(seat, monster, MONSTERS[monster].start, 0, 0, False))
    bit = 1 << cell
    own = after.own[seat]
    lines = (line for line, mask in table.fours if mask & bit and own & mask == mask)
    made = tuple(tuple(table.name[each] for each in line) for line in lines)
    above = cell + 1 if cell + 1 in table.board.columns[column] else None
    return Landing(table.name[cell], made, _threats(view, table, after), None if above is None else table.name[above])


def _column(table: Grid, column: int) -> int:
    return table.full_column << column * table.rows if 0 <= column < table.columns else 0


def open_columns(view: View) -> tuple[str, ...]:
    """Return the letters of the columns that are not full."""
    table, position = _position(view)
    return tuple(table.name[cell][0] for cell in cells_in(landing_cells(table, position.own[0] | position.own[1])))


def attacks(view: View, seat: int) -> tuple[AttackChoice, ...]:
    """Return the attacks that a seat could make on the present grid, even if it is not its turn (CF-11).

    They are in the order of the legal actions.
    """
    table, position = _position(view)
    listed = combat.attacks(table, position, seat)
    shackled = {(each.attacker, each.target, each.ranged) for each in listed if each.shackle}
    return tuple(
        AttackChoice(
            table.name[each.attacker],
            table.name[each.target],
            each.ranged,
            (each.attacker, each.target, each.ranged) in shackled,
        )
        for each in listed
        if not each.shackle
    )


def forecast(view: View, square: str, target: str, ranged: bool, shackle: bool = False) -> Forecast:
    """Return the forecast of an attack from `square` on `target`, both occupied (CF-13, CF-19)."""
    table, position = _position(view)
    start, end = table.board.index[square], table.board.index[target]
    clash = Clash(start, end, ranged, shackle, False, (), "", None)
    blow = odds(table, position, start, end, ranged, shackle)
    kinds = combat.list_retaliations(table, position, clash)
    back = [odds(table, position, end, start, kind == "ranged", False) for kind in kinds]
    if len(back) > 1 and back[0] == replace(back[1], ranged=False):
        del back[1]
    attacker = piece_at(position, start)
    risk = _chance_of_loss(blow, back, MONSTERS[attacker.id].clicks - attacker.click)
    nothing = Collapse((), (), _threats(view, table, position))
    collapse, own, both = (
        _collapse(view, table, position, cells) if falls else nothing
        for cells, falls in (((end,), blow.kills), ((start,), risk), ((start, end), blow.kills and risk))
    )
    return Forecast(square, target, blow, tuple(back), collapse, own, both, risk)


def _chance_of_loss(blow: Odds, back: Sequence[Odds], left: int) -> float:
    """Return the probability that an attacker with `left` clicks is destroyed by its attack and the retaliation."""
    own = blow.slips + (_count_throws(blow, 1) if blow.acid else 0)
    chances = [own * _count_throws(each, left - 1) + (len(THROWS) - own) * _count_throws(each, left) for each in back]
    alone = own * len(THROWS) if left == 1 else 0
    return max(chances, default=alone) / len(THROWS) ** 2


def _count_throws(odds: Odds, clicks: int) -> int:
    """Return the number of throws of a blow that deal at least so many clicks."""
    return sum(number for number, dealt in combat.outcomes(odds.reckoning).clicks if dealt >= clicks)


def is_like_close(view: View, ranged: AttackChoice, among: Sequence[AttackChoice]) -> bool:
    """Return whether a close attack between the same squares, with the same chances and effects, is in a list."""
    if AttackChoice(ranged.square, ranged.target, False, ranged.shackle) not in among:
        return False
    near, far = (forecast(view, ranged.square, ranged.target, each) for each in (False, True))
    return near == replace(far, attack=replace(far.attack, ranged=False))


def odds(table: Grid, position: Position, start: int, end: int, ranged: bool, shackle: bool) -> Odds:
    """Return the odds of a blow from one occupied cell on another."""
    reckoned = combat.reckoning(table, position, start, end, ranged, shackle)
    attacker, target = piece_at(position, start), piece_at(position, end)
    left = MONSTERS[target.id].clicks - target.click
    struck = [combat.resolve_blow(reckoned, first, second) for first, second in THROWS]
    dealt = [clicks for _, _, _, clicks in struck]
    hits, kills = sum(hit for hit, _, _, _ in struck), sum(clicks >= left for clicks in dealt)
    return Odds(
        ranged=ranged,
        reckoning=reckoned,
        need=None if reckoned.unseen else reckoned.defense - reckoned.attack - total(reckoned.attack_modifiers),
        hits=hits,
        kills=kills,
        clicks=sum(dealt),
        slips=sum(critical and not hit for hit, critical, _, _ in struck),
        acid=combat.is_acid(attacker.face, target.face, ranged),
        absorb=ranged and kills < hits and target.face.defense_power == "absorb",
    )


def _collapse(view: View, table: Grid, position: Position, cells: Sequence[int]) -> Collapse:
    """Return the falls, fours in a row and threats after the monsters on some cells are destroyed (CF-15, CF-16)."""
    step = Step(table, replace(initial_state(len(table.board)), position=position), [])
    step.take([(cell, Hit("attack", MONSTERS[piece_at(position, cell).id].clicks, None)) for cell in cells])
    after = step.finish_step().position
    made = fours(table, after)
    named = ((seat, tuple(table.name[each] for each in four), points) for seat, (four, points) in made.items())
    return Collapse(tuple(step.falls), tuple(sorted(named)), () if made else _threats(view, table, after))


def blockers(view: View, square: str, target: str) -> tuple[str, ...]:
    """Return the squares of the monsters that block the line of sight between two squares (CF-12)."""
    table, position = _position(view)
    start, end = table.board.index[square], table.board.index[target]
    solid = position.sets[SOLID]
    if table.can_see(start, end, solid):
        return ()
    passed, corners = table.between(start, end)
    found = passed & solid
    for corner in corners:
        if corner & solid == corner:
            found |= corner
    return tuple(table.name[cell] for cell in cells_in(found))
