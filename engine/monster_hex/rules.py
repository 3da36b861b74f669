"""The rules of Monster Hex in one configuration: the protocol of `core.Rules` over the chapters of the rule book."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from engine.core import (
    CHANCE,
    HOST,
    Close,
    EngineError,
    Forfeit,
    GameOver,
    HostAction,
    IllegalAction,
    NotYourTurn,
    Outcome,
    Player,
    Rules,
    Standing,
    Transition,
)
from engine.monster_hex import capturing, evaluation, notation, placing, scoring, setup, viewing
from engine.monster_hex.actions import TAKES, AssignFaction, BaseAction, Draw, Place, SeatOrder, Take
from engine.monster_hex.content import SLOTS, TILES, Layout
from engine.monster_hex.events import (
    Event,
    GameEnded,
    PointsTaken,
    RoundEnded,
    SeatForfeited,
    StoneCaptured,
    TileDrawn,
    TilePlaced,
    TimeRanOut,
    ValueAsked,
)
from engine.monster_hex.refusals import refusal
from engine.monster_hex.state import DRAW, OVER, PLACE, TAKE, State, acting_seat, with_entry
from engine.monster_hex.view import Capture, View

_SEATS: Final = tuple((seat,) for seat in range(4))
_CHANCE: Final = (CHANCE,)


class MonsterHexRules(Rules[State, BaseAction, Event, View]):
    """Monster Hex for some seats on a board, with the factions chosen while the table filled."""

    state_type = State
    view_type = View
    event_type = Event

    def __init__(self, layout: Layout, factions: tuple[int, ...], head_start: tuple[int, ...] = ()) -> None:
        seats = len(factions)
        self.seats = seats
        # Factions and forfeits, the order, every tile drawn once, every hex and every stone once; `close` places or
        # takes, and seats that left play on without entries (MH-23).
        self.max_game_length = 2 * seats + 1 + seats * len(TILES) + len(layout.board) + len(layout.stones)
        self.layout: Final = layout
        self._initial: Final = setup.initial_state(layout, factions, head_start)

    def initial_state(self) -> State:
        """The empty board before chance assigns factions and order (MH-1, MH-3)."""
        return self._initial

    def actors(self, state: State) -> tuple[Player, ...]:
        """Chance, the seat whose turn it is, or the seat that picks a value."""
        if state.phase == DRAW:
            return _CHANCE
        seat = acting_seat(state)
        if seat is not None:
            return _SEATS[seat]
        return () if state.phase == OVER else _CHANCE

    def turn_key(self, state: State) -> tuple[int, ...]:
        """The placements made, and the stone whose value is asked for (MH-10)."""
        return state.phase, state.placed, state.pending[0] if state.phase == TAKE else 0

    def legal_actions(self, state: State, player: Player) -> Sequence[BaseAction]:
        """All placements by tile, hex and rotation, the values to pick, or chance's outcomes."""
        if player == CHANCE:
            return setup.chance_outcomes(state)
        if player != acting_seat(state):
            return ()
        if state.phase == TAKE:
            return [TAKES[value] for value in sorted([value for value, _ in self.layout.values[state.pending[0]]])]
        return placing.legal_placements(self.layout, state.board, state.fits, state.hands[player])

    def is_legal(self, state: State, player: Player, action: BaseAction | HostAction) -> bool:
        """Agrees with `legal_actions` and `host_actions`, without enumerating placements."""
        if player == CHANCE:
            return setup.may_happen(state, action)
        if player == HOST:
            return action in self.host_actions(state)
        if type(action) is Place and state.phase == PLACE:
            if player != state.order[state.placed % self.seats]:
                return False
            return placing.may_place(self.layout, state.board, state.fits, state.hands[player], action)
        return type(action) is Take and state.phase == TAKE and action in self.legal_actions(state, player)

    def host_actions(self, state: State) -> Sequence[HostAction]:
        """Close while a seat must act; forfeit every seat that has not left (MH-23)."""
        if state.phase == OVER:
            return ()
        staying = [Forfeit(seat) for seat in range(self.seats) if not state.forfeited >> seat & 1]
        return staying if acting_seat(state) is None else [Close(), *staying]

    def chance_outcomes(self, state: State) -> Sequence[BaseAction]:
        """The factions, orders or tiles that chance may give now, equally likely (MH-2, MH-3)."""
        return setup.chance_outcomes(state)

    def apply(self, state: State, player: Player, action: BaseAction | HostAction) -> Transition[State, Event]:
        """The state after an action and, at once, after the default moves of forfeited seats (MH-23)."""
        if not self.is_legal(state, player, action):
            raise self._refusal(state, player, action)
        events: list[Event] = []
        after = self._play(state, action, events)
        while after.forfeited and self._is_absent(after, acting_seat(after)):
            after = self._play(after, self._default(after), events)
        if after.phase == OVER and (end := self.outcome(after)) is not None:
            events.append(GameEnded(end.reason, end.winners))
        return Transition(after, tuple(events))

    def outcome(self, state: State) -> Outcome | None:
        """The winners and why they won (MH-14, MH-23)."""
        return scoring.outcome(self.layout, state)

    def result(self, state: State) -> dict[str, Any] | None:
        """Points and their parts per seat, winners, and every captured stone."""
        return scoring.result(self.layout, state)

    def points(self, state: State) -> list[int]:
        """Each seat's points so far."""
        return scoring.points(state, self.seats)

    def standing(self, state: State) -> Standing:
        """By points, ties as MH-14 breaks them; who left comes last."""
        return scoring.standing(self.layout, state)

    def view(self, state: State, viewer: Player) -> View:
        """Everything but others' hands (MH-2)."""
        return viewing.view(self.layout, state, viewer)

    def visible(self, event: Event, viewer: Player) -> Event | None:
        """Everything but the tiles that others draw (MH-2)."""
        if isinstance(event, TileDrawn) and event.seat != viewer:
            return TileDrawn(event.seat, None)
        return event

    def determinize(self, view: View, rng: Random) -> State:
        """A state with random hands for the others, drawn from the tiles that they have not played (MH-2)."""
        return viewing.determinize(view, rng)

    def evaluate(self, view: View, seat: int) -> float:
        """Points ahead, now and promised at open stones."""
        return evaluation.evaluate(view, seat)

    def format_action(self, action: BaseAction) -> str:
        """Canonical notation."""
        return notation.write(self.layout, action)

    def parse_action(self, text: str) -> BaseAction:
        """The action meant, whatever its case and spacing. Raises InvalidAction, naming the word."""
        return notation.read(self.layout, self.seats, text)

    def _play(self, state: State, action: BaseAction | HostAction, events: list[Event]) -> State:
        # The most frequent ones first.
        if type(action) is Draw:
            return setup.draw(state, action, events)
        if type(action) is Place:
            return self._place(state, action, events)
        if isinstance(action, Take):
            return self._take(state, action, events)
        if isinstance(action, AssignFaction):
            return setup.assign_faction(state, action, events)
        if isinstance(action, SeatOrder):
            return setup.set_order(state, action, events)
        if isinstance(action, Forfeit):
            return self._forfeit(state, action.seat, events)
        events.append(TimeRanOut(self.actors(state)[0]))
        return self._play(state, self._default(state), events)

    def _place(self, state: State, place: Place, events: list[Event]) -> State:
        """A tile from the hand to the board (MH-4 to MH-6), then the captures."""
        layout, tile, cell = self.layout, place.tile, place.cell
        seat, slot = state.order[state.placed % self.seats], tile * 6 + place.rotation
        board = with_entry(state.board, cell, seat * SLOTS + slot)
        events.append(TilePlaced(seat, TILES[tile].id, layout.board.name[cell], place.rotation))
        after = replace(
            state,
            placed=state.placed + 1,
            board=board,
            fits=placing.fits_with(layout, board, state.fits, cell, slot),
            hands=with_entry(state.hands, seat, state.hands[seat] ^ 1 << tile),
            unplayed=with_entry(state.unplayed, seat, state.unplayed[seat] ^ 1 << tile),
            pending=capturing.surrounded_by(layout, board, cell),
            last=(*state.last[1 - self.seats :], cell),
        )
        return self._capture(after, events) if after.pending else self._next_turn(after, events)

    def _capture(self, state: State, events: list[Event]) -> State:
        """The pending captures in label order, up to one whose first must be asked (MH-8 to MH-13)."""
        captures = list(state.captures)
        for number, stone in enumerate(state.pending):
            found = captures[stone] = capturing.capture(self.layout, state.board, state.factions, stone)
            label, taken = self.layout.stones[stone].label, found.taken
            both = len(taken) == 2 and taken[0].seat == taken[1].seat
            events.append(StoneCaptured(label, found.powers, found.first, found.second, both))
            if found.first is not None and not taken:
                events.append(ValueAsked(found.first, label))
                return replace(state, phase=TAKE, captures=tuple(captures), pending=state.pending[number:])
            events += [PointsTaken(part.seat, label, part.value, part.bonus) for part in taken]
        return self._next_turn(replace(state, captures=tuple(captures), pending=()), events)

    def _take(self, state: State, take: Take, events: list[Event]) -> State:
        """The points of the stone that the first was asked about, then the captures after it (MH-10, MH-13)."""
        stone, *rest = state.pending
        found = state.captures[stone]
        if found is None:
            raise ValueError("a stone is asked about before its capture")
        taken = capturing.take(self.layout, state.factions, stone, found, take.value)
        label = self.layout.stones[stone].label
        events.extend(PointsTaken(part.seat, label, part.value, part.bonus) for part in taken)
        captured = Capture(found.powers, found.first, found.second, taken)
        captures = with_entry(state.captures, stone, captured)
        return self._capture(replace(state, phase=PLACE, captures=captures, pending=tuple(rest)), events)

    def _next_turn(self, state: State, events: list[Event]) -> State:
        """The next seat; after each round refilled hands; the end when the board is full (MH-4)."""
        if state.placed % self.seats:
            return state
        events.append(RoundEnded(state.placed // self.seats))
        if state.placed == len(state.board):
            return replace(state, phase=OVER)
        return setup.refilling(state)

    def _forfeit(self, state: State, seat: int, events: list[Event]) -> State:
        """A seat left: of two the other wins at once, of more the seat is played on by default moves (MH-23)."""
        events.append(SeatForfeited(seat))
        forfeited = state.forfeited | 1 << seat
        if self.seats == 2:
            return replace(state, phase=OVER, pending=(), forfeited=forfeited)
        return replace(state, forfeited=forfeited)

    def _is_absent(self, state: State, seat: int | None) -> bool:
        return seat is not None and bool(state.forfeited >> seat & 1)

    def _default(self, state: State) -> BaseAction:
        """The move when the clock ran out: the first tile, hex and rotation, or the automatic value (MH-23)."""
        seat = self.actors(state)[0]
        if state.phase == TAKE:
            value, _ = capturing.best_value(self.layout.values[state.pending[0]], state.factions[seat])
            return TAKES[value]
        return placing.legal_placements(self.layout, state.board, state.fits, state.hands[seat])[0]

    def _refusal(self, state: State, player: Player, action: BaseAction | HostAction) -> EngineError:
        if state.phase == OVER:
            return GameOver("The game is over.")
        if player == CHANCE:
            if acting_seat(state) is None:
                return IllegalAction("That is not among the outcomes of the draw that is due.")
            return NotYourTurn("Nothing is to be drawn now.")
        if player != HOST:
            return refusal(self.view(state, player), action)
        if isinstance(action, Close):
            return IllegalAction("No clock is running, since no seat has to act.")
        if isinstance(action, Forfeit) and 0 <= action.seat < self.seats:
            return IllegalAction("That seat has already left the game.")
        return IllegalAction("The host closes a turn or forfeits one of the seats at the table.")
