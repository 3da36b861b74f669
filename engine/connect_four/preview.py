"""What a placement or an attack would do, told from a view alone: for previews, choices, sentences and refusals."""

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
    """A square that would complete a four in a row for a seat; `is_next` if a monster placed now would land there."""

    seat: int
    square: str
    is_next: bool


class Landing(msgspec.Struct, frozen=True, gc=False):
    """A placement: where it comes to rest, the fours that it makes, and who threatens a fourth where after it.

    `opens` is the square above it, on which the next monster in the column would land; None if the column is full then.
    """

    square: str
    fours: tuple[tuple[str, ...], ...]
    threats: tuple[Threat, ...]
    opens: str | None


class Collapse(msgspec.Struct, frozen=True, gc=False):
    """What follows if the monster on a square is destroyed: falls, and the fours that each seat would have then."""

    falls: tuple[Fall, ...]
    fours: tuple[tuple[int, tuple[str, ...], int], ...]


class Odds(msgspec.Struct, frozen=True, gc=False):
    """A blow before its dice: what it is reckoned from, and how many of the 36 throws do what.

    `hits` are throws that hit, `kills` those that deal at least the clicks that the target has left, `clicks` all that
    they deal together, `slips` the double 1 that costs the striker a click. `need` is the least sum of the dice that
    hits (criticals aside), None against unseen. `acid` says that a hit costs the striker a click.
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
        """The chance to hit."""
        return self.hits / len(THROWS)

    @property
    def expected(self) -> float:
        """The clicks that it deals on average."""
        return self.clicks / len(THROWS)


class Forecast(msgspec.Struct, frozen=True, gc=False):
    """An attack: its odds, those of each possible retaliation, and what its kill would bring down, if it can kill."""

    square: str
    target: str
    attack: Odds
    retaliations: tuple[Odds, ...]
    collapse: Collapse


class AttackChoice(msgspec.Struct, frozen=True, gc=False):
    """An attack that the active seat may make now; `shackle` says that it may also be made with shackle."""

    square: str
    target: str
    ranged: bool
    shackle: bool


def _position(view: View) -> tuple[Grid, Position]:
    table = grid(view.columns, view.rows)
    return table, position_of(table, view)


def threats(view: View) -> tuple[Threat, ...]:
    """Who would complete a four in a row on which free square, by seat and square."""
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
    """A placement by a seat in a column; None if the column is full (CF-10, CF-15)."""
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
    """The letters of the columns that are not full."""
    table, position = _position(view)
    return tuple(table.name[cell][0] for cell in cells_in(landing_cells(table, position.own[0] | position.own[1])))


def attacks(view: View, seat: int) -> tuple[AttackChoice, ...]:
    """The attacks that a seat could make on the grid as it is, in the order of legal actions (CF-11)."""
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
    """An attack between two squares that hold monsters (CF-13, CF-19)."""
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
    """A blow between two cells that hold monsters."""
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
    """What falls when the monster on a cell is gone, and the fours that are there then (CF-15, CF-16)."""
    step = Step(table, replace(initial_state(len(table.board)), position=position), [])
    step.take([(cell, Hit("attack", MONSTERS[piece_at(position, cell).id].clicks, None))])
    made = fours(table, step.settled().position)
    named = ((seat, tuple(table.name[each] for each in cells), points) for seat, (cells, points) in made.items())
    return Collapse(tuple(step.falls), tuple(sorted(named)))


def blockers(view: View, square: str, target: str) -> tuple[str, ...]:
    """The monsters that block sight between two squares, by square (CF-12)."""
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
    """What the dice must show, in words: "7 or more", "a double 6", or "the higher die" against unseen."""
    if odds.need is None:
        return "the higher die"
    return "a double 6" if odds.need > 11 else f"{max(odds.need, 3)} or more"
