"""The rules of Connect Four – HorrorClix Edition for one configuration, as an implementation of `core.Rules`."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from engine.connect_four import clash, combat, damage, evaluation, forces, listing, notation, setup, turn, viewing
from engine.connect_four.actions import (
    DICE,
    RETALIATIONS,
    Action,
    Attack,
    ChooseClass,
    ChooseForce,
    Click,
    Concede,
    Die,
    Drop,
    Pass,
    Rampage,
    Retaliate,
)
from engine.connect_four.events import Conceded, Event, TimeRanOut
from engine.connect_four.grid import cells_in, grid
from engine.connect_four.options import Size
from engine.connect_four.refusals import refusal
from engine.connect_four.roster import CLASSES
from engine.connect_four.state import (
    ACT,
    CLASS,
    CLASS_ROLL,
    CLICK,
    DOUBLED,
    FIRST_ROLL,
    FORCE,
    OTHER_CLASS,
    OVER,
    RAMPAGE,
    RETALIATE,
    ROLL,
    Clash,
    State,
    initial_state,
)
from engine.connect_four.view import View
from engine.core import (
    CHANCE,
    HOST,
    Close,
    EngineError,
    Forfeit,
    HostAction,
    Outcome,
    Player,
    Rules,
    Standing,
    rank_seats,
)

_CHANCE: Final = (CHANCE,)
_SEATS: Final = ((0,), (1,))
_ROLLS: Final = frozenset((ROLL, CLASS_ROLL, FIRST_ROLL))
_ACTORS: Final = {
    **dict.fromkeys(_ROLLS, (_CHANCE, _CHANCE)),
    **dict.fromkeys((ACT, CLICK, RAMPAGE), _SEATS),
    RETALIATE: _SEATS[::-1],
    OVER: ((), ()),
}
"""The players who must act, by phase and active seat; phases whose actors depend on more are not listed."""
_IN_TURN: Final = frozenset((CLICK, ACT, RETALIATE, RAMPAGE))


class ConnectFourRules(Rules[State, Action, Event, View]):
    """The rules of Connect Four for one grid size and set of options.

    The options are the points of a force, whether both seats may have the same class, and a double turn at the start.
    """

    seats = 2
    state_type = State
    view_type = View
    event_type = Event

    def __init__(self, size: Size, same_class: bool, double_start: bool) -> None:
        self.grid: Final = grid(size.columns, size.rows)
        self._size: Final = size
        self._same_class: Final = same_class
        self._double_start: Final = double_start
        self.max_game_length = listing.max_game_length(forces.max_monsters(size.points))

    def initial_state(self) -> State:
        """Return the state before classes are chosen (CF-4)."""
        return initial_state(len(self.grid.board))

    def actors(self, state: State) -> tuple[Player, ...]:
        """Return chance, the seat that must act, or at set-up the seats that have not chosen yet."""
        phase = state.phase
        if phase in _ACTORS:
            return _ACTORS[phase][state.active]
        return _SEATS[setup.loser(state)] if phase == OTHER_CLASS else setup.find_missing(state)

    def is_simultaneous(self, state: State) -> bool:
        """Return whether the turn is simultaneous: both seats choose their classes or their forces (CF-4, CF-5)."""
        return state.phase in (CLASS, FORCE)

    def turn_key(self, state: State) -> tuple[int, ...]:
        """Return the key of the current turn, which changes when another turn begins.

        At set-up it depends on the choice that is due. Later it contains the number of the turn, and a number for the
        retaliation or rampage that a seat is asked about.
        """
        if not state.turn:
            return {CLASS: 0, CLASS_ROLL: 0, OTHER_CLASS: 1, FORCE: 2, FIRST_ROLL: 2}.get(state.phase, 3), 0, 0
        attack, asked = state.clash, 0
        if attack is not None:
            was_asked = state.phase == RETALIATE or (
                attack.retaliation != "" and len(combat.list_retaliations(self.grid, state.position, attack)) > 1
            )
            asked = 2 * attack.rampage + was_asked
        return 3, state.turn, 2 if state.phase == RAMPAGE else asked

    def legal_actions(self, state: State, player: Player) -> Sequence[Action]:
        """Return the legal actions in the order that the rule book's Notation defines.

        A concession, and forces other than the ready-made ones, are legal too but not listed (CF-5, CF-10).
        """
        phase = state.phase
        if phase in _ROLLS:
            return DICE if player == CHANCE else ()
        if phase == ACT:
            return listing.list_acts(self.grid, state, player) if player == state.active else ()
        if player not in self.actors(state):
            return ()
        if phase == CLICK:
            return listing.clicks(viewing.click_candidates(state))
        if phase == RETALIATE:
            return RETALIATIONS
        if phase == RAMPAGE:
            targets = clash.rampage_targets(self.grid, state.position, state.rampaging or 0)
            return [Rampage(None), *(Rampage(target) for target in cells_in(targets))]
        if phase == FORCE:
            return listing.ready_forces(state.setup.classes[player] or "", self._size.points)
        taken = state.setup.classes[1 - player] if phase == OTHER_CLASS else None
        return [ChooseClass(name) for name in CLASSES if name != taken]

    def is_legal(self, state: State, player: Player, action: Action | HostAction) -> bool:
        """Return whether an action is legal, consistent with `legal_actions` and `host_actions`.

        A concession, a changed choice of class or force, and any force that CF-5 allows are legal too, although not
        listed (CF-4, CF-5, CF-10).
        """
        phase = state.phase
        # The most frequent actions are checked first.
        if player == CHANCE:
            return type(action) is Die and phase in _ROLLS and 1 <= action.number <= len(DICE)
        if type(action) is Drop:
            is_due = phase == ACT and player == state.active
            return is_due and turn.may_place(self.grid, state, player, action.monster, action.column)
        if type(action) is Attack:
            is_due = phase == ACT and player == state.active
            return is_due and combat.is_legal(self.grid, state.position, player, action)
        if player == HOST:
            return action in self.host_actions(state)
        if phase in (CLASS, FORCE):
            return player in (0, 1) and self._is_choice(state, player, action)
        if player not in self.actors(state):
            return False
        if isinstance(action, Concede):
            return phase in _IN_TURN
        if isinstance(action, Click):
            return phase == CLICK and _may_click(state, action.cells)
        return action in self.legal_actions(state, player)

    def _is_choice(self, state: State, seat: int, action: object) -> bool:
        """Return whether a seat may choose this class or force now, or change its choice to it (CF-4, CF-5)."""
        if isinstance(action, ChooseClass):
            return state.phase == CLASS and action.name in CLASSES
        if isinstance(action, ChooseForce) and state.phase == FORCE:
            class_name = state.setup.classes[seat] or ""
            return forces.objection(class_name, self._size.points, action.monsters) is None
        return False

    def remaining_seats(self, state: State) -> Sequence[int]:
        """Return both seats, since either can be forfeited until the end of the game (CF-20)."""
        return (0, 1)

    def chance_outcomes(self, state: State) -> Sequence[Action]:
        """Return the six results of a die, all equally likely; empty if no die is to be rolled."""
        return DICE if state.phase in _ROLLS else ()

    def seat_refusal(self, state: State, seat: int, action: Action | HostAction) -> EngineError:
        """Return the error for a seat's illegal action, with a text that says what is possible instead."""
        return refusal(self.view(state, seat), action)

    def outcome(self, state: State) -> Outcome | None:
        """Return the winner and the reason, or None before the end (CF-16, CF-18)."""
        end = state.end
        if end is None:
            return None
        if end.winner is None:
            return Outcome(end.reason, (0, 0), ())
        return Outcome(end.reason, (1, -1) if end.winner == 0 else (-1, 1), (end.winner,))

    def result(self, state: State) -> dict[str, Any] | None:
        """Return each seat's kill points and four, the winner and the reason as JSON values, or None before the end.

        The form is defined in the rule book's Notation.
        """
        if state.end is None:
            return None
        made = damage.fours(self.grid, state.position)
        seats: list[dict[str, Any]] = []
        for seat in range(self.seats):
            four = made.get(seat)
            squares = None if four is None else [self.grid.name[cell] for cell in four[0]]
            points = None if four is None else four[1]
            seats.append({"kill_points": state.kill_points[seat], "fours": squares, "four_points": points})
        return {"seats": seats, "winner": state.end.winner, "reason": state.end.reason}

    def standing(self, state: State) -> Standing:
        """Return the ranking by kill points; at the end the winner is first, whatever the kill points (CF-18)."""
        end = self.outcome(state)
        return rank_seats(range(self.seats), lambda seat: state.kill_points[seat] if end is None else end.returns[seat])

    def view(self, state: State, viewer: Player) -> View:
        """Return the view of a seat or spectator; secret choices of class and force are hidden from it (CF-4, CF-5)."""
        first = setup.find_first(state, self._double_start)
        return viewing.view(self.grid, self._size, self._same_class, first, state, self.actors(state), viewer)

    def determinize(self, view: View, rng: Random) -> State:
        """Return a state consistent with the view, in which a secret choice is a random class or ready-made force."""
        return viewing.determinize(self.grid, view, rng)

    def evaluate(self, view: View, seat: int) -> float:
        """Return the heuristic value of a view for a seat, approximately in points of monsters (see `evaluation`)."""
        return evaluation.evaluate(view, seat)

    def format_action(self, action: Action) -> str:
        """Return an action in canonical notation."""
        return notation.write(self.grid, action)

    def parse_action(self, text: str) -> Action:
        """Parse an action, ignoring case and spacing. Raises InvalidAction, naming the word that is wrong."""
        return notation.read(self.grid, text)

    def play(self, state: State, player: Player, action: Action | HostAction, events: list[Event]) -> State:
        """Return the state after an action and its consequences, up to the next choice of a seat or roll of a die."""
        table = self.grid
        # The most frequent actions are checked first.
        if type(action) is Die:
            if state.clash is not None:
                return clash.apply_blow_die(table, state, state.clash, action.number, events)
            return setup.apply_order_die(table, state, action.number, events)
        if type(action) is Drop:
            again = self._double_start and state.turn == DOUBLED
            return turn.place_monster(table, state, action.monster, action.column, again, events)
        if type(action) is Attack:
            start, end = action.attacker, action.target
            return clash.declare_attack(
                table, state, Clash(start, end, action.ranged, action.shackle, False, (), "", None), events
            )
        match action:
            case Retaliate(ranged):
                return clash.choose_retaliation(state, ranged)
            case Click(cells):
                return turn.apply_clicks(table, state, cells, events)
            case Rampage(target):
                return clash.declare_rampage(table, state, target, events)
            case Pass():
                return turn.pass_turn(table, state, events)
            case ChooseClass(name):
                return setup.choose_class(state, player, name, self._same_class, events)
            case ChooseForce(monsters):
                return setup.choose_force(state, player, monsters, events)
            case Forfeit(seat):
                return _concede(state, seat, events)
            case Close():
                return self._close_turn(state, events)
            case _:
                return _concede(state, player, events)

    def _close_turn(self, state: State, events: list[Event]) -> State:
        """Make the default move of every seat that has to act, because its time ran out (CF-20)."""
        actors = self.actors(state)
        events.extend(TimeRanOut(seat) for seat in actors)
        if state.phase in setup.SETUP:
            return setup.make_default_choices(state, self._size.points, self._same_class, events)
        return self.play(state, actors[0], listing.default(self.grid, state), events)


def _may_click(state: State, cells: tuple[int, ...]) -> bool:
    """Return whether the active seat may choose the monsters on these cells to take a click for their hourglass (CF-9).

    False if the cells are not sorted and different.
    """
    return cells == tuple(sorted(set(cells))) and set(cells) <= {*viewing.click_candidates(state)}


def _concede(state: State, seat: int, events: list[Event]) -> State:
    """End the game because a seat conceded or left, so that the other seat wins (CF-10, CF-20)."""
    events.append(Conceded(seat))
    return damage.end_game(state, "concession", 1 - seat)
