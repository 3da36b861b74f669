"""The course of an attack: dice, retaliation, clicks, tokens and rampage (CF-13, CF-14, CF-19).

A *clash* is an attack in progress, together with its retaliation. A *blow* is either of the two, with its dice
rolled.
"""

from msgspec.structs import replace

from engine.connect_four.combat import (
    DICE_OF_A_BLOW,
    Hit,
    blow,
    is_acid,
    list_retaliations,
    piece_at,
)
from engine.connect_four.damage import Step
from engine.connect_four.events import (
    AttackDeclared,
    DieRolled,
    Event,
    Infected,
    RampageAsked,
    RampageDeclined,
    RetaliationAsked,
    Struck,
    TokenGiven,
)
from engine.connect_four.grid import Grid
from engine.connect_four.state import OVER, RAMPAGE, RETALIATE, ROLL, SOLID, Clash, Position, State
from engine.connect_four.turn import next_turn, start_turn
from engine.connect_four.view import Blow


def declare_attack(grid: Grid, state: State, clash: Clash, events: list[Event]) -> State:
    """Return the state after an attack is declared; its dice are rolled next (CF-11)."""
    start, end = grid.name[clash.attacker], grid.name[clash.target]
    events.append(AttackDeclared(state.active, start, end, clash.ranged, clash.shackle, clash.rampage))
    return replace(state, phase=ROLL, clash=clash, rampaging=None, passes=0)


def apply_blow_die(grid: Grid, state: State, clash: Clash, number: int, events: list[Event]) -> State:
    """Add a rolled die to the attack or retaliation in progress (CF-13).

    After the second die of the attack, a possible retaliation follows. After the last die the blows take effect.
    """
    position, dice, attack = state.position, (*clash.dice, number), clash.blow
    if attack is None:
        seat, start, end = state.active, clash.attacker, clash.target
    else:
        seat, start, end = 1 - state.active, clash.target, clash.attacker
    if len(dice) % DICE_OF_A_BLOW:
        events.append(DieRolled(seat, number, grid.name[start]))
        return replace(state, clash=replace(clash, dice=dice))
    if piece_at(position, end).face.defense_power == "unseen":
        # Against unseen the target rolls the second die itself (CF-19).
        events.append(DieRolled(1 - seat, number, grid.name[end]))
    else:
        events.append(DieRolled(seat, number, grid.name[start]))
    if attack is not None:
        ranged = clash.retaliation == "ranged"
        back = blow(grid, position, start, end, ranged, False, dice[DICE_OF_A_BLOW:], True)
        events.append(Struck(back))
        return _resolve_blows(grid, state, clash, (attack, back), events)
    struck = blow(grid, position, start, end, clash.ranged, clash.shackle, dice, False)
    events.append(Struck(struck))
    possible = list_retaliations(grid, position, clash)
    if not possible:
        return _resolve_blows(grid, state, clash, (struck,), events)
    if len(possible) == 1:
        return _with_clash(state, ROLL, clash, dice, possible[0], struck)
    events.append(RetaliationAsked(1 - state.active, grid.name[clash.target]))
    return _with_clash(state, RETALIATE, clash, dice, "", struck)


def _with_clash(
    state: State, phase: int, clash: Clash, dice: tuple[int, ...], retaliation: str, struck: Blow | None
) -> State:
    """Return the state in this phase, with the clash continued: new dice, retaliation, and result of the attack.

    `struck` is the attack's blow, None until both its dice are rolled.
    """
    went_on = Clash(clash.attacker, clash.target, clash.ranged, clash.shackle, clash.rampage, dice, retaliation, struck)
    return replace(state, phase=phase, clash=went_on)


def open_clash(state: State) -> Clash:
    """Return the attack in progress. Raises ValueError if there is none."""
    if state.clash is None:
        raise ValueError("no attack is in progress")
    return state.clash


def choose_retaliation(state: State, ranged: bool) -> State:
    """Return the state after a close or ranged retaliation is chosen; its dice are rolled next (CF-13)."""
    clash = open_clash(state)
    return _with_clash(state, ROLL, clash, clash.dice, "ranged" if ranged else "close", clash.blow)


def _resolve_blows(grid: Grid, state: State, clash: Clash, blows: tuple[Blow, ...], events: list[Event]) -> State:
    """Apply the effects of an attack and its retaliation, then continue with a rampage or the next turn.

    All clicks are applied at once, then healing, infections, tokens and falls (CF-13 to CF-15).
    """
    start, end = clash.attacker, clash.target
    attacker = piece_at(state.position, start)
    hits, heals, infected = _effects(state.position, blows, start, end)
    step = Step(grid, state, events)
    if hits:
        step.take(hits)
    if heals:
        step.heal(heals)
    for cell in infected:
        if (piece := step.survivor(cell)) is not None:
            step.put(cell, replace(piece, infected=True))
            events.append(Infected(grid.name[cell]))
    _give_tokens(step, clash, blows[0], events)
    kind = "rampage" if clash.rampage else "attack"
    after = step.finish_step(lambda: step.report(kind, attacker.id, grid.name[start], blows))
    if after.phase == OVER:
        return after
    if end in step.destroyed and not clash.rampage and _may_rampage(step, start, end, hits):
        cell = step.moved.get(start, start)
        if rampage_targets(grid, after.position, cell):
            events.append(RampageAsked(attacker.seat, grid.name[cell]))
            return replace(after, phase=RAMPAGE, rampaging=cell)
    return start_turn(grid, after, 1 - state.active, events)


def _effects(
    position: Position, blows: tuple[Blow, ...], start: int, end: int
) -> tuple[list[tuple[int, Hit]], list[tuple[int, str]], list[int]]:
    """Return three lists of effects of an attack and its retaliation: clicks, healing, infections (CF-13, CF-19).

    The lists hold pairs (cell, clicks), pairs (cell, cause of healing one click), and cells of monsters to infect.
    The caller applies healing and infections only to monsters that survive the clicks.
    """
    hits: list[tuple[int, Hit]] = []
    heals: list[tuple[int, str]] = []
    infected: list[int] = []
    for each, striker, target in zip(blows, (start, end), (end, start), strict=False):
        if not each.dealt:
            if each.critical and not each.hit:
                hits.append((striker, Hit("double 1", 1, None)))
            continue
        shown, faced = piece_at(position, striker).face, piece_at(position, target).face
        hits.append((target, Hit("attack", each.dealt, striker)))
        if is_acid(shown, faced, each.ranged):
            hits.append((striker, Hit("acid", 1, target)))
        if shown.damage_power == "lifedrain":
            heals.append((striker, "lifedrain"))
        if each.ranged and faced.defense_power == "absorb":
            heals.append((target, "absorb"))
        if shown.damage_power == "infect" and not each.shackle:
            infected.append(target)
    return hits, heals, infected


def _give_tokens(step: Step, clash: Clash, struck: Blow, events: list[Event]) -> None:
    """Give the attacker its action token, except for a rampage (CF-14).

    The target gets one too if it was hit with shackle and has fewer than two (CF-19).
    """
    given: list[int] = []
    if not clash.rampage:
        given.append(clash.attacker)
    if clash.shackle and struck.hit and piece_at(step.position, clash.target).tokens < 2:
        given.append(clash.target)
    for cell in given:
        if (piece := step.survivor(cell)) is not None:
            step.put(cell, replace(piece, tokens=piece.tokens + 1))
            events.append(TokenGiven(step.grid.name[cell]))


def _may_rampage(step: Step, start: int, end: int, hits: list[tuple[int, Hit]]) -> bool:
    """Return whether the attacker may attack once more by a rampage (CF-19).

    It may if it has the power, survived, and dealt at least one click to its destroyed target.
    """
    has_rampage = piece_at(step.position, start).face.speed_power == "rampage"
    killed = any(cell == end and hit.source == start for cell, hit in hits)
    return has_rampage and killed and start not in step.destroyed


def rampage_targets(grid: Grid, position: Position, cell: int) -> int:
    """Return a mask of the cells with monsters that the one on `cell` may attack by a rampage (CF-19)."""
    piece = piece_at(position, cell)
    if piece.face.attack is None:
        return 0
    return grid.near[cell] & position.sets[1 - piece.seat] & position.sets[SOLID]


def declare_rampage(grid: Grid, state: State, target: int | None, events: list[Event]) -> State:
    """Declare a rampage's attack on the monster on `target`, or end the turn if `target` is None (CF-19)."""
    if target is None or state.rampaging is None:
        events.append(RampageDeclined(state.active))
        return next_turn(grid, replace(state, rampaging=None), events)
    return declare_attack(grid, state, Clash(state.rampaging, target, False, False, True, (), "", None), events)
