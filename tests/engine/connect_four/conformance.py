"""Connect Four's part of the conformance suite."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from msgspec.structs import replace

from engine.connect_four import GAME_TYPE, forces
from engine.connect_four.actions import (
    CONCEDE,
    PASS,
    RETALIATIONS,
    Action,
    Attack,
    ChooseClass,
    ChooseForce,
    Click,
    Die,
    Drop,
    Rampage,
)
from engine.connect_four.damage import fours
from engine.connect_four.events import (
    ClassesShown,
    Damaged,
    DieRolled,
    Event,
    Fell,
    ForcesShown,
    GameEnded,
    Healed,
    Infected,
    InfectionOver,
    KillScored,
    OtherClassTaken,
    Placed,
    TokenGiven,
    TurnBegan,
    VictimTaken,
)
from engine.connect_four.grid import grid
from engine.connect_four.roster import CLASSES, MONSTERS, NUMBER
from engine.connect_four.rules import ConnectFourRules
from engine.connect_four.state import CLASS, FORCE, OVER, Position, State
from engine.connect_four.view import View
from tests.kits.suite import PUBLIC, Conformance

FORMS: Mapping[str, str] = {
    "State": "phase active turn position reserves kill_points passes clash rampaging recent end",
    "Position": "board",
    "Piece": "seat id click tokens victims infected",
    "Clash": "attacker target ranged shackle rampage dice retaliation blow",
    "Setup": "classes forces rolls",
    "End": "reason winner",
    "Report": "seat kind monster square blows losses heals falls",
    "Blow": "seat monster square target target_square ranged shackle retaliation unseen dice attack attack_modifiers"
    " defense hit critical damage damage_modifiers dealt",
    "Loss": "square seat monster clicks causes destroyed scorer",
    "Heal": "square seat monster clicks causes",
    "Fall": "seat monster start end",
    "Chosen": "seat",
    "ClassesShown": "classes",
    "DieRolled": "seat number square",
    "RollOffWon": "seat prize",
    "OtherClassTaken": "seat name",
    "ForcesShown": "forces",
    "TurnBegan": "seat turn",
    "Placed": "seat monster square",
    "AttackDeclared": "seat square target ranged shackle rampage",
    "RetaliationAsked": "seat square",
    "RampageAsked": "seat square",
    "RampageDeclined": "seat",
    "Struck": "blow",
    "Damaged": "loss",
    "Healed": "heal",
    "TokenGiven": "square",
    "Infected": "square",
    "InfectionOver": "square",
    "VictimTaken": "square",
    "KillScored": "seat monster points",
    "Fell": "fall",
    "Passed": "seat",
    "Conceded": "seat",
    "TimeRanOut": "seat",
    "FourMade": "seat squares points",
    "GameEnded": "reason winners",
}
"""The public fields of each class."""
KINDS = (ChooseClass, ChooseForce, Click, Drop, Attack, type(RETALIATIONS[0]), Rampage, type(PASS), Die)
UNKNOWN = "canary-9"


@dataclass
class Told:
    """The public grid, rebuilt from events."""

    classes: Any = (None, None)
    forces: Any = (None, None)
    reserves: list[dict[str, int]] = field(default_factory=lambda: [{}, {}])
    monsters: dict[str, list[Any]] = field(default_factory=dict)
    kill_points: list[int] = field(default_factory=lambda: [0, 0])
    rolls: list[int] = field(default_factory=list)
    turn: int = 0
    active: int | None = None
    end: Any = None

    def hear(self, event: Event) -> None:
        """Apply one event."""
        match event:
            case ClassesShown(classes):
                self.classes = classes
            case OtherClassTaken(seat, name):
                self.classes = (name, self.classes[1]) if seat == 0 else (self.classes[0], name)
            case ForcesShown(shown):
                self.forces, self.reserves, self.rolls = shown, [dict(force) for force in shown], []
            case DieRolled(_, number, ""):
                self.rolls = [number] if len(self.rolls) == 2 else [*self.rolls, number]
            case TurnBegan(seat, turn):
                self.turn, self.active = turn, seat
            case Placed(seat, monster, square):
                self.monsters[square] = [seat, monster, MONSTERS[monster].start, 0, 0, False]
                self.reserves[seat][monster] -= 1
            case KillScored(seat, _, points):
                self.kill_points[seat] += points
            case GameEnded(reason, winners):
                self.end = reason, winners
            case _:
                self._hear_of_monsters(event)

    def _hear_of_monsters(self, event: Event) -> None:
        match event:
            case Damaged(loss):
                self.monsters[loss.square][2] += loss.clicks
                if loss.destroyed:
                    del self.monsters[loss.square]
            case Healed(heal):
                self.monsters[heal.square][2] -= heal.clicks
            case TokenGiven(square):
                self.monsters[square][3] += 1
            case VictimTaken(square):
                self.monsters[square][4] += 1
            case Infected(square):
                self.monsters[square][5] = True
            case InfectionOver(square):
                self.monsters[square][5] = False
            case Fell(fall):
                self.monsters[fall.end] = self.monsters.pop(fall.start)
            case _:
                pass

    def board(self) -> Any:
        """Return the public board in the form that `public_board` returns."""
        return {
            "classes": self.classes,
            "forces": self.forces,
            "reserves": [
                {monster: number for monster, number in reserve.items() if number} for reserve in self.reserves
            ],
            "monsters": {square: tuple(monster) for square, monster in self.monsters.items()},
            "kill_points": self.kill_points,
            "rolls": self.rolls,
            "turn": (self.turn, self.active),
            "end": self.end,
        }


class ConnectFourConformance(Conformance):
    """The conformance cases of Connect Four: small, large and swapped grids, and the same class for both."""

    game_type = GAME_TYPE
    configurations: Sequence[tuple[int, dict[str, Any]]] = (
        (2, {}),
        (2, {"size": "brawl", "swap": True, "double_start": True}),
        (2, {"size": "map", "same_class": True}),
        (2, {"size": "quick", "points": 100}),
    )
    action_type = Action
    returns = (-1, 1)
    returns_sum = 0
    fields: Mapping[str, str] = {
        **{f"{form}.{name}": PUBLIC for form, names in FORMS.items() for name in names.split()},
        "State.setup": "in parts, see Setup",
        "Setup.pending_classes": "the seat itself, until both are in (CF-4)",
        "Setup.pending_forces": "the seat itself, until both are in (CF-5)",
    }

    def sort_key(self, action: Action) -> Any:
        """Return the sort key that the rule book's Notation gives.

        Drops are sorted by roster, then column. Attacks are sorted by squares, close before ranged, plain before
        shackle.
        """
        order = KINDS.index(type(action))
        match action:
            case ChooseClass(name):
                return order, list(CLASSES).index(name)
            case ChooseForce(monsters):
                return order, tuple((NUMBER[monster], number) for monster, number in monsters)
            case Click(cells):
                return order, cells
            case Drop(monster, column):
                return order, NUMBER[monster], column
            case Attack(attacker, target, ranged, shackle):
                return order, attacker, target, ranged, shackle
            case Rampage(target):
                return order, -1 if target is None else target
            case _:
                return order, repr(action)

    def probes(self, rules: ConnectFourRules) -> Sequence[Action]:
        """Return legal and illegal choices, placements in every corner, and attacks near, far and off the grid."""
        return [
            ChooseClass("spirit"),
            ChooseClass("ghosts"),
            *(ChooseForce(((monsters[0].id, 1),)) for monsters in CLASSES.values()),
            ChooseForce((("vam-1r", 5),)),
            ChooseForce((("vam-u", 2),)),
            ChooseForce(()),
            *(
                Drop(monster, column)
                for monster in ("vam-1r", "und-1r", "wer-u", "nobody")
                for column in (-1, 0, 3, 99)
            ),
            *(
                Attack(start, end, far, not far)
                for start in (0, 1, 6)
                for end in (-1, 0, 1, 7, 999)
                for far in (False, True)
            ),
            Click(()),
            Click((0,)),
            Click((1, 0)),
            Click((0, 0)),
            *RETALIATIONS,
            Rampage(None),
            Rampage(1),
            PASS,
            CONCEDE,
        ]

    def check_invariants(self, rules: ConnectFourRules, state: State) -> None:
        """Check that monsters, points and sets of cells add up, nothing floats, and no four exists before the end."""
        position = state.position
        fresh = Position(position.board)
        assert fresh.sets == position.sets, "sets of cells are not those of the board"
        view = rules.view(state, -3)
        table = grid(view.columns, view.rows)
        for column in table.board.columns:
            held = [position.board[cell] is not None for cell in column]
            assert held == sorted(held, reverse=True), f"a gap in {held}"
        if state.phase != OVER:
            assert not fours(table, position), "four in a row goes on"
        assert state.phase == OVER or (state.phase in (CLASS, FORCE)) == rules.is_simultaneous(state)
        self._check_monsters(state)

    def _check_monsters(self, state: State) -> None:
        for seat in (0, 1):
            pieces = [piece for piece in state.position.board if piece is not None and piece.seat == seat]
            for piece in pieces:
                assert 0 <= piece.click < MONSTERS[piece.id].clicks, f"{piece} is off its dial"
                assert 0 <= piece.tokens <= 2, f"{piece} has acted too often"
            force = state.setup.forces[seat]
            if force is None:
                assert not pieces
                continue
            placed = sum(number for _, number in force) - sum(state.reserves[seat])
            assert min(state.reserves[seat]) >= 0
            assert len(pieces) <= placed, "more monsters than were placed"
            class_name = state.setup.classes[seat]
            assert class_name is not None, "a force before its class"
            lost = forces.total(force) - sum(
                number * monster.points
                for number, monster in zip(state.reserves[seat], CLASSES[class_name], strict=True)
            )
            lost -= sum(MONSTERS[piece.id].points for piece in pieces)
            assert 0 <= state.kill_points[1 - seat] <= lost, "kill points of monsters that are alive"

    def public_board(self, view: View) -> Any:
        """Return classes, forces, reserves, monsters, kill points, rolls, the active seat and the end."""
        return {
            "classes": tuple(seat.class_name for seat in view.seats),
            "forces": tuple(seat.force for seat in view.seats),
            "reserves": [dict(seat.reserve) for seat in view.seats],
            "monsters": {
                monster.square: (
                    monster.seat, monster.id, monster.click, monster.tokens, monster.victims, monster.infected
                )
                for monster in view.monsters
            },
            "kill_points": [seat.kill_points for seat in view.seats],
            "rolls": [*view.rolls],
            "turn": (view.turn, view.active),
            "end": (view.reason, view.winners) if view.winners is not None else None,
        }  # fmt: skip

    def rebuild(self, rules: ConnectFourRules, events: Sequence[Event]) -> Any:
        """Return the public board as rebuilt from the events."""
        told = Told()
        for event in events:
            told.hear(event)
        return told.board()

    def worlds(self, rules: ConnectFourRules, state: State, seat: int) -> int:
        """Return the number of possible secret choices of the other seat: its class or its ready-made force."""
        other = 1 - seat
        if state.setup.pending_classes[other] is not None:
            return len(CLASSES)
        if state.setup.pending_forces[other] is not None:
            return len(forces.ready_made_forces(state.setup.classes[other] or "", rules.view(state, seat).points))
        return 1

    def twins(self, rules: ConnectFourRules, state: State, seat: int, rng: Random) -> Iterable[State]:
        """Yield states in which the other seat has chosen another class or force."""
        other, setup = 1 - seat, state.setup

        def with_other(pair: tuple[Any, Any], value: Any) -> tuple[Any, Any]:
            return (value, pair[1]) if other == 0 else (pair[0], value)

        if setup.pending_classes[other] is not None:
            for name in CLASSES:
                yield replace(state, setup=replace(setup, pending_classes=with_other(setup.pending_classes, name)))
        class_name = setup.classes[other]
        if class_name is not None and setup.pending_forces[other] is not None:
            for monster in CLASSES[class_name][:2]:
                force = ((monster.id, 1),)
                yield replace(state, setup=replace(setup, pending_forces=with_other(setup.pending_forces, force)))

    def plant(self, rules: ConnectFourRules, state: State, owner: int) -> tuple[State, tuple[str, ...]] | None:
        """Add an unmistakable monster to the owner's secret force.

        A class is not planted, because it stays public after the choice.
        """
        pending = state.setup.pending_forces
        chosen = pending[owner]
        if chosen is None:
            return None
        force = (*chosen, (UNKNOWN, 1))
        planted = (force, pending[1]) if owner == 0 else (pending[0], force)
        return replace(state, setup=replace(state.setup, pending_forces=planted)), (UNKNOWN,)


CONFORMANCE = ConnectFourConformance()
