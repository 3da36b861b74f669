"""The marks that show the last actions on the grid: their blows, damage and falls, at the monsters' current squares."""

from collections.abc import Container, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from engine.connect_four.preview import threats
from engine.connect_four.roster import MONSTERS
from engine.connect_four.view import Report, View
from render.connect_four.ground import place, square_name

LIT_TURNS: Final = 4
"""The number of turns, two rounds, in which boards light the squares where one may place."""


class Hurt(NamedTuple):
    """The number of clicks that a monster lost (negative if it regained them), and the monster's square.

    For a destroyed monster it is the last square.
    """

    square: str
    clicks: int
    destroyed: bool


class Marks(NamedTuple):
    """All marks of the last actions.

    `placed` are the squares of the pieces placed. `arrows` are pairs of an attacker's and its target's square. `dead`
    are the empty squares on which monsters were destroyed. `falls` are the empty squares that pieces fell through, each
    with two numbers of squares: its distance from the end of the fall, and the length of the fall. They determine the
    strength of the square's chevron. `fallen` are the squares where pieces landed. `latest` are the squares of the
    newest action.
    """

    placed: tuple[str, ...]
    arrows: tuple[tuple[str, str], ...]
    hurts: tuple[Hurt, ...]
    dead: tuple[str, ...]
    falls: tuple[tuple[str, int, int], ...]
    fallen: tuple[str, ...]
    latest: tuple[str, ...]


def _is_destroyed(square: str, later: Sequence[Report]) -> bool:
    """Return whether a monster that was on `square` is destroyed in the reports `later`."""
    for report in later:
        if any(loss.destroyed and loss.square == square for loss in report.losses):
            return True
        square = next((fall.end for fall in report.falls if fall.start == square), square)
    return False


def _find_current_square(square: str, later: Sequence[Report]) -> str:
    """Return the square of a monster that was on `square`, after the falls in the reports `later`.

    For a monster that they destroy, it is the last square.
    """
    for report in later:
        if any(loss.destroyed and loss.square == square for loss in report.losses):
            break
        square = next((fall.end for fall in report.falls if fall.start == square), square)
    return square


@lru_cache(maxsize=64)
def marks(view: View) -> Marks:
    """Return the marks for a view's recent reports; cached."""
    taken = {monster.square: (monster.seat, monster.id) for monster in view.monsters}
    placed: list[str] = []
    arrows: list[tuple[str, str]] = []
    hurts: list[Hurt] = []
    passed: list[tuple[str, int, int]] = []
    falls: list[tuple[str, int, int]] = []
    fallen: list[str] = []
    latest: tuple[str, ...] = ()
    for number, report in enumerate(view.recent):
        later = view.recent[number:]

        def now(square: str, later: Sequence[Report] = later) -> str:
            return _find_current_square(square, later)

        if report.kind == "drop":
            # An arrow to a monster that was destroyed on this square would seem to mean the new one.
            arrows = [arrow for arrow in arrows if report.square not in arrow]
            latest = (now(report.square),)
            if taken.get(latest[0]) == (report.seat, report.monster):
                placed += latest
            passed = _list_passed_squares(latest[0], view.rows, taken)
        attacks = [blow for blow in report.blows if not blow.retaliation]
        for blow in attacks:
            ends = [(now(square), _is_destroyed(square, later)) for square in (blow.square, blow.target_square)]
            latest = (ends[0][0], ends[1][0])
            # Another monster on the square of a destroyed one would seem to have fought.
            arrows += [latest] * (not any(is_gone and square in taken for square, is_gone in ends))
        hurts += [Hurt(now(loss.square), loss.clicks, loss.destroyed) for loss in report.losses]
        hurts += [Hurt(now(heal.square), -heal.clicks, False) for heal in report.heals]
        latest = latest if attacks else tuple(now(loss.square) for loss in report.losses) or latest
        for fall in report.falls:
            end = _find_current_square(fall.end, later[1:])
            fallen += [end] * (taken.get(end) == (fall.seat, fall.monster))
            start, stop = place(fall.start), place(fall.end)
            free = (square_name(start[0], row) for row in range(stop[1] + 1, start[1] + 1))
            falls += [(square, 1, 2) for square in free if square not in taken]
    if view.attack is not None:
        latest = (view.attack.square, view.attack.target)
        arrows.append((view.attack.square, view.attack.target))
    dead = [hurt.square for hurt in hurts if hurt.destroyed and hurt.square not in taken]
    return Marks(
        tuple(placed),
        tuple(dict.fromkeys(arrows)),
        # The damage of a destroyed monster would seem to be that of the one on its square now.
        tuple(hurt for hurt in hurts if not hurt.destroyed or hurt.square not in taken),
        tuple(dict.fromkeys(dead)),
        tuple(each for each in dict.fromkeys((*passed, *falls)) if each[0] not in dead),
        tuple(dict.fromkeys(fallen)),
        latest,
    )


def _list_passed_squares(square: str, rows: int, taken: Container[str]) -> list[tuple[str, int, int]]:
    """Return the empty squares above `square` through which a piece fell when it was dropped to `square`.

    Each comes with its distance in squares from the lowest square above, and with the number of all squares above.
    """
    column, row = place(square)
    above = [square_name(column, each) for each in range(row + 1, rows)]
    return [(each, away, len(above)) for away, each in enumerate(above) if each not in taken]


@lru_cache(maxsize=64)
def missing_fourths(view: View) -> Mapping[str, tuple[tuple[int, ...], bool]]:
    """Return the empty squares that complete a row of four, by name.

    The value is a pair: the seats that need the square, and whether the next monster dropped into its column lands
    on it.
    """
    found: dict[str, tuple[tuple[int, ...], bool]] = {}
    for threat in threats(view) if view.winners is None else ():
        seats, _ = found.get(threat.square, ((), False))
        found[threat.square] = ((*seats, threat.seat), threat.is_next)
    return found


def open_squares(view: View) -> tuple[str, ...]:
    """Return the squares where a monster placed now would land, one a column.

    Empty after the first `LIT_TURNS` turns, and while nobody is to act.
    """
    if not 0 < view.turn <= LIT_TURNS or not view.actors:
        return ()
    taken = {monster.square for monster in view.monsters}
    columns = [[square_name(column, row) for row in range(view.rows)] for column in range(view.columns)]
    lowest = (next((square for square in column if square not in taken), None) for column in columns)
    return tuple(square for square in lowest if square is not None)


def kill_gains(view: View) -> dict[int, int]:
    """Return the kill points that each seat scored in the recent reports, by seat."""
    gains: dict[int, int] = {}
    for report in view.recent:
        for loss in report.losses:
            if loss.destroyed and loss.scorer is not None:
                gains[loss.scorer] = gains.get(loss.scorer, 0) + MONSTERS[loss.monster].points
    return gains
