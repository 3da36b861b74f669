"""Forecasts of placements and attacks from a view alone, for previews, choices, texts and refusals."""

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
    """A square that completes a four for a seat; `is_next` if a monster placed now would land there."""

    seat: int
    square: str
    is_next: bool


class Landing(msgspec.Struct, frozen=True, gc=False):
    """A placement: its landing square, the fours it makes, and the threats after it.

    `opens` is the square above, where the next monster in the column would land. It is None if the column is then full.
    """

    square: str
    fours: tuple[tuple[str, ...], ...]
    threats: tuple[Threat, ...]
    opens: str | None


class Collapse(msgspec.Struct, frozen=True, gc=False):
    """The consequences of a monster's destruction: falls, and the fours that each seat would then have."""

    falls: tuple[Fall, ...]
    fours: tuple[tuple[int, tuple[str, ...], int], ...]


class Odds(msgspec.Struct, frozen=True, gc=False):
    """The odds of a blow before its dice, as numbers of the 36 throws.

    - `hits`: throws that hit
    - `kills`: throws that deal at least the clicks that the target has left
    - `clicks`: the total of clicks over all throws
    - `slips`: throws of double 1 that cost the attacker a click
    - `need`: the least sum of the dice that hits, criticals aside; None against unseen
    - `acid`: whether a hit costs the attacker a click
    """

    ranged: bool
    reckoning: Reckoning
    need: int | None
    hits: int
    kills: int
    clicks: int
    slips: int
    acid: bool

    @property
    def chance(self) -> float:
        """The chance to hit, from 0 to 1."""
        return self.hits / len(THROWS)

    @property
    def expected(self) -> float:
        """The average number of clicks dealt."""
        return self.clicks / len(THROWS)


class Forecast(msgspec.Struct, frozen=True, gc=False):
    """An attack's odds, those of each possible retaliation, and the collapse after a kill.

    `collapse` is empty if the attack cannot kill.
    """

    square: str
    target: str
    attack: Odds
    retaliations: tuple[Odds, ...]
    collapse: Collapse


class AttackChoice(msgspec.Struct, frozen=True, gc=False):
    """An attack that a seat may make; `shackle` if it may also be made with shackle."""

    square: str
    target: str
    ranged: bool
    shackle: bool


def _position(view: View) -> tuple[Grid, Position]:
    table = grid(view.columns, view.rows)
    return table, position_of(table, view)


def threats(view: View) -> tuple[Threat, ...]:
    """Return the free squares that complete a four, by seat and square."""
    return _threats(*_position(view))


def _threats(table: Grid, position: Position) -> tuple[Threat, ...]:
    occupied = position.own[0] | position.own[1]
    landings = landing_cells(table, occupied)
    found: list[Threat] = []
    for seat in (0, 1):
        cells = {
            (mask & ~occupied).bit_length() - 1
            for _, mask in table.fours
            if (mask & position.own[seat]).bit_count() == 3 and (mask & occupied).bit_count() == 3
        }
        found += [Threat(seat, table.name[cell], landings >> cell & 1 == 1) for cell in sorted(cells)]
    return tuple(found)


def landing(view: View, seat: int, monster: str, column: int) -> Landing | None:
    """Return the forecast of a placement in a column, or None if the column is full (CF-10, CF-15)."""
    table, position = _position(view)
    cell = next(iter(cells_in(landing_cells(table, position.own[0] | position.own[1]) & _column(table, column))), None)
    if cell is None:
        return None
    after = position.with_new(cell, Piece(seat, monster, MONSTERS[monster].start, 0, 0, False))
    bit = 1 << cell
    own = after.own[seat]
    lines = (line for line, mask in table.fours if mask & bit and own & mask == mask)
    made = tuple(tuple(table.name[each] for each in line) for line in lines)
    above = cell + 1 if cell + 1 in table.board.columns[column] else None
    return Landing(table.name[cell], made, _threats(table, after), None if above is None else table.name[above])


def _column(table: Grid, column: int) -> int:
    return table.full_column << column * table.rows if 0 <= column < table.columns else 0


def open_columns(view: View) -> tuple[str, ...]:
    """Return the letters of the columns that are not full."""
    table, position = _position(view)
    return tuple(table.name[cell][0] for cell in cells_in(landing_cells(table, position.own[0] | position.own[1])))


def attacks(view: View, seat: int) -> tuple[AttackChoice, ...]:
    """Return the attacks that a seat could make on the present grid, in the order of legal actions (CF-11)."""
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
    """Return the forecast of an attack between two occupied squares (CF-13, CF-19)."""
    table, position = _position(view)
    start, end = table.board.index[square], table.board.index[target]
    clash = Clash(start, end, ranged, shackle, False, (), "", None)
    blow = odds(table, position, start, end, ranged, shackle)
    return Forecast(
        square,
        target,
        blow,
        tuple(
            odds(table, position, end, start, kind == "ranged", False)
            for kind in combat.may_retaliate(table, position, clash)
        ),
        _collapse(table, position, end) if blow.kills else Collapse((), ()),
    )


def odds(table: Grid, position: Position, start: int, end: int, ranged: bool, shackle: bool) -> Odds:
    """Return the odds of a blow between two occupied cells."""
    reckoned = combat.reckoning(table, position, start, end, ranged, shackle)
    attacker, target = piece_at(position, start), piece_at(position, end)
    left = MONSTERS[target.id].clicks - target.click
    struck = [combat.struck(reckoned, first, second) for first, second in THROWS]
    dealt = [clicks for _, _, _, clicks in struck]
    return Odds(
        ranged=ranged,
        reckoning=reckoned,
        need=None if reckoned.unseen else reckoned.defense - reckoned.attack - total(reckoned.attack_modifiers),
        hits=sum(hit for hit, _, _, _ in struck),
        kills=sum(clicks >= left for clicks in dealt),
        clicks=sum(dealt),
        slips=sum(critical and not hit for hit, critical, _, _ in struck),
        acid=combat.is_acid(attacker.face, target.face, ranged),
    )


def _collapse(table: Grid, position: Position, cell: int) -> Collapse:
    """Return the falls and fours after the monster on a cell is removed (CF-15, CF-16)."""
    step = Step(table, replace(initial_state(len(table.board)), position=position), [])
    step.take([(cell, Hit("attack", MONSTERS[piece_at(position, cell).id].clicks, None))])
    made = fours(table, step.settled().position)
    named = ((seat, tuple(table.name[each] for each in cells), points) for seat, (cells, points) in made.items())
    return Collapse(tuple(step.falls), tuple(sorted(named)))


def blockers(view: View, square: str, target: str) -> tuple[str, ...]:
    """Return the squares of the monsters that block sight between two squares (CF-12)."""
    table, position = _position(view)
    start, end = table.board.index[square], table.board.index[target]
    solid = position.sets[SOLID]
    if table.sees(start, end, solid):
        return ()
    passed, corners = table.between(start, end)
    found = passed & solid
    for corner in corners:
        if corner & solid == corner:
            found |= corner
    return tuple(table.name[cell] for cell in cells_in(found))


def sum_needed(odds: Odds) -> str:
    """Return the dice needed, in words: "7 or more", "a double 6", or "the higher die" against unseen."""
    if odds.need is None:
        return "the higher die"
    return "a double 6" if odds.need > 11 else f"{max(odds.need, 3)} or more"
