"""The reason why the hint is marked among the quick picks, also where another pick looks better in their table.

The table shows chances from where everybody stands now. The hint looks further, so the reason compares what comes next:
the enemies' walks and attacks in their next turn, the own next attack, or the distance.
"""

from collections.abc import Sequence
from math import prod
from typing import Final

import msgspec

from engine.hex_battle_wars.board import OFF
from engine.hex_battle_wars.odds import Lookups, hitting_faces
from engine.hex_battle_wars.outlook import find_roll_ends
from engine.hex_battle_wars.picks import QuickPick
from engine.hex_battle_wars.shooting import modifier
from engine.hex_battle_wars.state import find_index, is_in, living_pieces
from engine.hex_battle_wars.view import View

CLEAR: Final = 3
"""Least difference between two chances, in percent, that counts as a reason."""


class Merit(msgspec.Struct, frozen=True, gc=False):
    """The advantage of the hint over each pick that looks at least as good in the table.

    - `kind`: "shot" (the best chance to hit now), "risk" (the least chance to be hit now), "later" (that after the
      enemies' next rolls), "next" (the chance to hit after the own next roll), "nearer" (the distance),
      "height" (no pick is higher), "both" (no other pick is better in one chance of now and as good in the other) or
      "further" (none of these)
    - `here`: the hint's chance in percent, distance or level; 0 for "both" and "further"
    - `there`, `label`: the same of the closest other pick, and its hex; "further" names the hex of a pick that looks as
      good or better; None and "" for the other kinds
    """

    kind: str
    here: int = 0
    there: int | None = None
    label: str = ""


def find_merit(view: View, seat: int, picks: Sequence[QuickPick]) -> Merit | None:
    """Return the reason for the hint among some quick picks; None without a hint, or without another pick."""
    hint = next((pick for pick in picks if pick.is_hint), None)
    others = [pick for pick in picks if not pick.is_hint]
    if hint is None or not others:
        return None
    hits, risk = hint.hits or 0, hint.exposed or 0
    rivals = [other for other in others if (other.hits or 0) >= hits and (other.exposed or 0) <= risk]
    if not rivals:
        if hits > max(other.hits or 0 for other in others):
            return Merit("shot", hits)
        if risk < min(other.exposed or 0 for other in others):
            return Merit("risk", risk)
        safer = [other for other in others if (other.exposed or 0) <= risk]
        return _compare_next_turns(view, seat, hint, safer) or Merit("both")
    better = [other for other in rivals if ((other.hits or 0), (other.exposed or 0)) != (hits, risk)]
    return _compare_next_turns(view, seat, hint, better or rivals) or Merit(
        "further", label=(better or rivals)[0].label
    )


def _compare_next_turns(view: View, seat: int, hint: QuickPick, rivals: Sequence[QuickPick]) -> Merit | None:
    scene = Lookups(view)
    if hint.nearest is None:
        is_highest = hint.height > 0 and hint.height >= max(pick.height for pick in rivals)
        return Merit("height", hint.height) if is_highest else None
    risks = {pick.label: estimate_risk(scene, seat, pick.label) for pick in (hint, *rivals)}
    least = min(rivals, key=lambda pick: risks[pick.label])
    if risks[hint.label] + CLEAR <= risks[least.label]:
        return Merit("later", risks[hint.label], risks[least.label], least.label)
    shots = {pick.label: estimate_shot(scene, seat, pick.label) for pick in (hint, *rivals)}
    best = max(rivals, key=lambda pick: shots[pick.label])
    if shots[hint.label] >= shots[best.label] + CLEAR:
        return Merit("next", shots[hint.label], shots[best.label], best.label)
    near = min(rivals, key=lambda pick: pick.distance)
    return Merit("nearer", hint.distance, near.distance, near.label) if hint.distance < near.distance else None


def estimate_risk(scene: Lookups, seat: int, label: str) -> int:
    """Return the chance in percent that a seat's piece on a hex is hit in the next turns of all enemies.

    Each enemy attacks from where it stands, or rolls and attacks from the best hex in its reach. An invisible one is on
    any of its tiles.
    """
    match, state, cell = scene.match, scene.state, scene.grid.index[label]
    armour = min(piece.armour for piece in scene.view.seats[seat].pieces)
    missed: list[float] = []
    for other in range(match.seats):
        if other == seat or not is_in(match, state, other):
            continue
        chances: list[float] = []
        for piece in living_pieces(match, state, other):
            number = find_index(match, other, piece)
            at = state.at[number]
            starts = [start for start in (state.tiles[other] if at == OFF else (at,)) if start != OFF]
            found = [_expect_best(scene, number, start, cell, armour) for start in starts]
            chances.append(sum(found) / max(1, len(found)))
        missed.append(1 - max(chances, default=0.0))
    return round(100 * (1 - prod(missed)))


def estimate_shot(scene: Lookups, seat: int, label: str) -> int:
    """Return the chance in percent that a seat's piece on a hex hits in its next turn, if the enemies stay."""
    turn = scene.view.turn
    number = find_index(scene.match, seat, 1 if turn is None or turn.piece is None else turn.piece)
    cell = scene.grid.index[label]
    found = [_expect_best(scene, number, cell, foe.cell, foe.armour) / foe.share for foe in scene.foes_of(seat)]
    return round(100 * max(found, default=0.0))


def _expect_best(scene: Lookups, number: int, start: int, target: int, armour: int) -> float:
    """Return the chance that a piece hits a target: from its cell, or after a roll from the best hex in its reach."""
    ends = find_roll_ends(scene, start, number)
    everywhere = scene.grid.one[start]
    for each in ends:
        everywhere |= each
    cells = scene.grid.members(everywhere)
    height = scene.ground.height(target)
    chances = {
        cell: hitting_faces(armour, modifier(far, scene.ground.height(cell) - height)) / 20
        for cell, (far, is_clear) in zip(cells, scene.ground.sights(target, cells), strict=True)
        if far and is_clear
    }
    rolled = [max((chances.get(cell, 0.0) for cell in scene.grid.members(each)), default=0.0) for each in ends]
    return max(chances.get(start, 0.0), sum(rolled) / len(rolled))
