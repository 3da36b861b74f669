"""The rules of Hex Battle Wars for one configuration, as an implementation of `core.Rules`.

The other modules of this package implement the chapters of the rule book.
"""

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
    HostAction,
    Outcome,
    Player,
    Rules,
    Standing,
    Weighted,
    play_defaults,
)
from engine.hex_battle_wars import notation, odds, rolls, setup, turns, viewing
from engine.hex_battle_wars.actions import (
    AUTO,
    Action,
    Auto,
    Block,
    Deploy,
    Die,
    Hazard,
    Real,
    hex_actions,
)
from engine.hex_battle_wars.board import OFF, pick_items
from engine.hex_battle_wars.events import Event, RealChosen, SeatForfeited, TimeRanOut
from engine.hex_battle_wars.refusals import refusal
from engine.hex_battle_wars.state import (
    BLOCKS,
    DEPLOY,
    FIRST,
    FORFEIT,
    LAYING,
    ORDER,
    OVER,
    REAL,
    STATS,
    TURN,
    Match,
    State,
    is_in,
    with_entry,
)
from engine.hex_battle_wars.view import View

ENTRIES_OF_A_TURN: Final = 9
"""Maximum number of log entries in a turn.

They are: choosing a piece, vanishing and its d10, the movement roll and its d10, the move, the attack and its two dice.
"""
_TIES: Final = 40
"""Assumed maximum number of ties in a roll for order; more have a probability below 1 in 10 ** 20."""
_LONG_GAME: Final = 4_000
"""Number of log entries of a very long game: several times the longest that computer players have played."""
_SEATS: Final = tuple((seat,) for seat in range(6))
_CHANCE: Final = (CHANCE,)
_ASKED: Final = (BLOCKS, DEPLOY, TURN)


class HexBattleWarsRules(Rules[State, Action, Event, View]):
    """The rules of Hex Battle Wars for one configuration: number of seats, board and options."""

    state_type = State
    view_type = View
    event_type = Event

    def __init__(self, match: Match) -> None:
        self.seats = match.seats
        rolls = match.seats * (2 * match.pieces + 2 * _TIES)
        laid = sum(match.hazards.values()) + sum(match.box) + match.seats
        played = match.seats * match.last_round * ENTRIES_OF_A_TURN
        self.max_game_length = rolls + laid + 2 * match.seats * match.pieces + played
        self._match: Final = match
        self._initial: Final = setup.initial_state(match)

    @property
    def match(self) -> Match:
        """The configuration of the game."""
        return self._match

    @property
    def entries_kept_free(self) -> int:
        """Number of log entries reserved so that even a long game can finish.

        The theoretical maximum, 500 rounds of six seats, would exceed the size of a record.
        """
        return min(self.max_game_length, _LONG_GAME)

    def initial_state(self) -> State:
        """Return the state at the start: an empty board, before hazards are laid and scores are rolled."""
        return self._initial

    def actors(self, state: State) -> tuple[Player, ...]:
        """Return the player that must act; empty at the end of the game.

        It is the seat that lays, deploys or has its turn, else chance.
        """
        if state.phase in _ASKED:
            return _SEATS[state.seat]
        return () if state.phase == OVER else _CHANCE

    def turn_key(self, state: State) -> tuple[int, ...]:
        """Return the key of the current turn.

        A seat's laying of blocks, its deployment, and its turn with all its dice are one turn each.
        """
        if state.phase >= TURN:
            return (TURN, state.round, state.seat) if state.phase < OVER else (OVER, 0, 0)
        return (BLOCKS if state.phase == LAYING else state.phase), 0, state.seat

    def legal_actions(self, state: State, player: Player) -> Sequence[Action]:
        """Return the legal actions of a seat, or the outcomes of chance.

        Only some of the possible tile movements are listed, and `vanish` only without the number of a tile; see
        `is_legal`.
        """
        phase = state.phase
        if player == CHANCE:
            found = self.chance_outcomes(state)
            return found.outcomes if isinstance(found, Weighted) else found
        if phase not in _ASKED or player != state.seat:
            return ()
        if phase == TURN:
            return turns.legal(self._match, state)
        if phase == BLOCKS:
            return setup.legal_blocks(self._match, state)
        return pick_items(hex_actions(self._match.radius).deploys_at, setup.deployable_cells(self._match, state))

    def is_legal(self, state: State, player: Player, action: Action | HostAction) -> bool:
        """Return whether an action is legal.

        Also accepts actions that `legal_actions` does not list: further tile movements, and `vanish` with a number.
        """
        if player == CHANCE:
            return self._may_happen(state, action)
        if player == HOST:
            return action in self.host_actions(state)
        if state.phase not in _ASKED or player != state.seat:
            return False
        if state.phase == TURN:
            return turns.is_legal(self._match, state, action)
        if state.phase == BLOCKS:
            return isinstance(action, Auto) or (isinstance(action, Block) and setup.may_lay(self._match, state, action))
        if not isinstance(action, Deploy) or not 0 <= action.cell < len(self._match.grid):
            return False
        return bool(setup.deployable_cells(self._match, state) & self._match.grid.one[action.cell])

    def remaining_seats(self, state: State) -> Sequence[int]:
        """Return the seats that are still in the game (HBW-25)."""
        return [seat for seat in range(self.seats) if is_in(self._match, state, seat)]

    def chance_outcomes(self, state: State) -> Sequence[Action] | Weighted[Action]:
        """Return the possible outcomes of the draw that is due; empty if there is none.

        They are the faces of a die, the three tiles, or weighted hexes for a hazard or a block.
        """
        if state.phase in _ASKED or state.phase == OVER:
            return ()
        if state.phase > TURN:
            return rolls.chance(state)
        return setup.outcomes(self._match, state)

    def play(self, state: State, player: Player, action: Action | HostAction, events: list[Event]) -> State:
        """Return the state after an action.

        If the seat's time ran out, the default actions that complete its turn are played too (HBW-25).
        """
        if player == CHANCE:
            after = self._apply_chance(state, action, events)
        elif player == HOST:
            after = self._apply_host_action(state, action, events)
        else:
            after = self._act(state, action, events)
        if after.closing:
            after = play_defaults(after, self._due, lambda state, action: self._act(state, action, events))
        return after

    def seat_refusal(self, state: State, seat: int, action: Action | HostAction) -> EngineError:
        """Return the error for a seat's illegal action, with the reason and the alternatives."""
        return refusal(self.view(state, seat), action)

    def outcome(self, state: State) -> Outcome | None:
        """Return the winners and the reason why the game ended (HBW-22, HBW-25, HBW-26); None before the end."""
        return viewing.outcome(self._match, state)

    def result(self, state: State) -> dict[str, Any] | None:
        """Return the result, as the Notation section of the rule book describes it; None before the end."""
        return viewing.result(self._match, state)

    def standing(self, state: State) -> Standing:
        """Rank the seats: those in the game by health, then those that are out, the last to drop out first.

        Seats that left come last.
        """
        return viewing.standing(self._match, state)

    def view(self, state: State, viewer: Player) -> View:
        """Return the view of a seat or spectator: everything except the real tiles of other seats (HBW-9)."""
        return viewing.view(self._match, state, viewer)

    def list_next_seats(self, view: View) -> tuple[int, ...]:
        """Return the seats in the game whose turns follow the present one, up to the end of the last round (HBW-26)."""
        if view.phase != "turn" or view.leader is None:
            return ()
        seats, now = len(view.seats), view.actors[0]
        is_last = view.round >= view.last_round
        count = (view.leader - now - 1) % seats if is_last else seats - 1
        others = [(now + step) % seats for step in range(1, count + 1)]
        return tuple(seat for seat in others if view.seats[seat].out_round is None and not view.seats[seat].forfeited)

    def visible(self, event: Event, viewer: Player) -> Event | None:
        """Return the event as a viewer may see it, without the number of another seat's real tile (HBW-9)."""
        if isinstance(event, RealChosen) and event.seat != viewer:
            return RealChosen(event.seat, None)
        return event

    def determinize(self, view: View, rng: Random) -> State:
        """Sample a state that fits a view; the real tile of another seat is any of its remaining tiles (HBW-9)."""
        return viewing.determinize(self._match, view, rng)

    def evaluate(self, view: View, seat: int) -> float:
        """Return an estimate of a seat's advantage, in points of health: its lead, its passes and the next shots."""
        return odds.evaluate(view, seat)

    def format_action(self, action: Action) -> str:
        """Format an action in canonical notation."""
        return notation.write(self._match.grid, action)

    def parse_action(self, text: str) -> Action:
        """Parse the text of one action, ignoring case and extra spaces.

        Raises InvalidAction, which names the wrong word, if the text is not valid notation.
        """
        return notation.read(self._match.grid, text)

    def split_actions(self, text: str) -> Sequence[str]:
        """Split a walk and the attack, or the end of the turn, after it; any other text is one action."""
        return notation.split_actions(text)

    def _may_happen(self, state: State, action: Action | HostAction) -> bool:
        phase = state.phase
        if isinstance(action, Die):
            if phase in (STATS, ORDER, FIRST):
                sides = setup.ORDER_SIDES.get(phase, 6)
            elif phase > TURN and phase not in (REAL, OVER):
                sides = rolls.sides(state)
            else:
                return False
            return action.sides == sides and 1 <= action.number <= sides
        if isinstance(action, Real):
            return phase == REAL and 1 <= action.tile <= 3
        return setup.may_happen(self._match, state, action)

    def _apply_chance(self, state: State, action: Action | HostAction, events: list[Event]) -> State:
        if isinstance(action, Die):
            if state.phase > TURN:
                return rolls.roll(self._match, state, action.number, events)
            if state.phase == STATS:
                return setup.roll_score(self._match, state, action.number, events)
            return setup.roll_for_order(self._match, state, action.number, events)
        if isinstance(action, Block):
            return setup.lay_block(self._match, state, action, events)
        if isinstance(action, Hazard):
            return setup.lay_hazard(self._match, state, action, events)
        if isinstance(action, Real):
            return rolls.choose_real(state, action.tile, events)
        raise ValueError("not an outcome of chance")

    def _act(self, state: State, action: Action | HostAction, events: list[Event]) -> State:
        if isinstance(action, Close | Forfeit):
            raise ValueError("not an action of a seat")
        if state.phase == TURN:
            return turns.play(self._match, state, action, events)
        if isinstance(action, Auto):
            return replace(state, phase=LAYING)
        if isinstance(action, Block):
            return setup.lay_block(self._match, state, action, events)
        if isinstance(action, Deploy):
            return setup.deploy(self._match, state, action, events)
        raise ValueError("not an action of set-up")

    def _apply_host_action(self, state: State, action: Action | HostAction, events: list[Event]) -> State:
        if isinstance(action, Forfeit):
            return self._forfeit(state, action.seat, events)
        events.append(TimeRanOut(state.seat))
        if state.phase == BLOCKS:
            return self._act(state, AUTO, events)
        if state.phase == DEPLOY:
            return self._act(state, self.legal_actions(state, state.seat)[0], events)
        return replace(state, closing=True)

    def _due(self, state: State) -> Action | None:
        return turns.default(self._match, state) if state.closing and state.phase == TURN else None

    def _forfeit(self, state: State, seat: int, events: list[Event]) -> State:
        """Remove a seat that left the game, with its pieces, and end its turn if it has one (HBW-25)."""
        events.append(SeatForfeited(seat))
        own = range(seat * self._match.pieces, (seat + 1) * self._match.pieces)
        state = replace(
            state,
            forfeited=state.forfeited | 1 << seat,
            at=tuple(OFF if number in own else cell for number, cell in enumerate(state.at)),
            tiles=with_entry(state.tiles, seat, ()),
            hidden=with_entry(state.hidden, seat, 0),
            real=with_entry(state.real, seat, 0),
            out_round=with_entry(state.out_round, seat, state.round),
        )
        if sum(is_in(self._match, state, other) for other in range(self.seats)) == 1:
            return replace(state, phase=OVER, reason=FORFEIT)
        if state.phase >= TURN:
            return turns.leave(self._match, state, events)
        return setup.leave(self._match, state, events) if state.seat == seat else state
