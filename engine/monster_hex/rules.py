"""The rules of Monster Hex for one configuration, as an implementation of `core.Rules`."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from engine.core import (
    CHANCE,
    HOST,
    EngineError,
    Forfeit,
    HostAction,
    Outcome,
    Player,
    Rules,
    Standing,
)
from engine.monster_hex import (
    abilities,
    capturing,
    effects,
    evaluation,
    notation,
    placing,
    rounds,
    scoring,
    setup,
    viewing,
)
from engine.monster_hex.abilities import DECLINE, SCATTER, ability_of
from engine.monster_hex.actions import (
    TAKES,
    Action,
    Choose,
    Draw,
    Place,
    PlaceShared,
    Scatter,
    Take,
)
from engine.monster_hex.content import TILES_IN
from engine.monster_hex.events import (
    Event,
    ObjectiveDealt,
    SeatForfeited,
    SharedDrawn,
    TileDrawn,
    TimeRanOut,
)
from engine.monster_hex.refusals import refusal
from engine.monster_hex.state import (
    ABILITY,
    CHOOSE,
    DEAL,
    DRAW,
    FACTION,
    ORDER,
    OVER,
    PLACE,
    SCHEME,
    SHARED,
    SHARED_DRAW,
    TAKE,
    State,
    variant_of,
)
from engine.monster_hex.variants import Variants
from engine.monster_hex.view import View

_CHANCE: Final = (CHANCE,)
_SEATS: Final = tuple((seat,) for seat in range(4))
_BY_CHANCE: Final = frozenset((FACTION, ORDER, DRAW, DEAL, SCHEME, SHARED_DRAW))
_ASSIGNING: Final = frozenset((FACTION, ORDER))
_IN_TURN: Final = frozenset((PLACE, ABILITY))


class MonsterHexRules(Rules[State, Action, Event, View]):
    """The rules of Monster Hex for given variants, and for the factions chosen before the start."""

    state_type = State
    view_type = View
    event_type = Event

    def __init__(self, variants: Variants, factions: tuple[int, ...], head_start: tuple[int, ...] = ()) -> None:
        self.seats = variants.seats
        self.max_game_length = variants.most_entries
        self._variants: Final = variants
        self.layout: Final = variants.layout
        self._initial: Final = setup.initial_state(variants, factions, head_start)

    def initial_state(self) -> State:
        """Return the state before the first entry, with an empty board and nothing drawn (MH-1, MH-3, MH-20)."""
        return self._initial

    def actors(self, state: State) -> tuple[Player, ...]:
        """Return chance, the seat that must act, or all seats that still must choose an ability; empty at the end."""
        phase = state.phase
        if phase == DRAW:
            return _CHANCE
        if phase in _IN_TURN:
            # `turn_of`, written out here and below: the calls cost 1 % of a random game.
            variant = state.variant
            return _SEATS[state.order[state.placed % self.seats if variant is None else variant.turn]]
        if phase in _BY_CHANCE:
            return _CHANCE
        if phase == TAKE:
            found = state.captures[state.pending[0]]
            return () if found is None or found.first is None else _SEATS[found.first]
        if phase == SHARED:
            holder = setup.holder(self._variants, state)
            return () if holder is None else _SEATS[holder]
        return abilities.seats_choosing(self._variants, state)

    def is_simultaneous(self, state: State) -> bool:
        """Return whether the turn is simultaneous: all seats choose their abilities (MH-15)."""
        return state.phase == CHOOSE

    def turn_key(self, state: State) -> tuple[int, ...]:
        """Return the key of the current turn, which changes when another turn begins.

        A placement, the use of its ability and the extra tile of Strike are one turn; choosing a value is a turn of its
        own.
        """
        variant, phase = variant_of(state), state.phase
        asked = PLACE if phase in (ABILITY, SCHEME) else phase
        return asked, variant.round, variant.turn, state.pending[0] if phase == TAKE else 0

    def legal_actions(self, state: State, player: Player) -> Sequence[Action]:
        """Return the legal actions in the order that the rule book's Notation defines, or the chance outcomes."""
        if player == CHANCE:
            return setup.chance_outcomes(self._variants, state)
        layout = self.layout
        if state.phase == PLACE:
            variant = state.variant
            if player != state.order[state.placed % self.seats if variant is None else variant.turn]:
                return ()
            if self._variants.abilities and ability_of(state, player) == SCATTER:
                return placing.legal_placements_with_scatter(layout, state.board, state.fits, state.hands[player])
            return placing.legal_placements(layout, state.board, state.fits, state.hands[player])
        if player not in self.actors(state):
            return ()
        if state.phase == SHARED:
            return placing.legal_shared_placements(layout, state.board, state.fits, state.hands[self.seats])
        if state.phase == TAKE:
            return [TAKES[value] for value in sorted([value for value, _ in layout.values[state.pending[0]]])]
        if state.phase == ABILITY:
            return abilities.list_answers(self._variants, state)
        return [Choose(ability) for ability in abilities.choices_of(self._variants, state, player)]

    def is_legal(self, state: State, player: Player, action: Action | HostAction) -> bool:
        """Return whether an action is legal, consistent with `legal_actions` and `host_actions`.

        A changed choice of an ability is legal too, although not listed, until all seats have chosen.
        """
        if player == CHANCE:
            return setup.may_happen(self._variants, state, action)
        layout, phase = self.layout, state.phase
        if type(action) is Place:
            variant = state.variant
            turn = state.placed % self.seats if variant is None else variant.turn
            if phase != PLACE or player != state.order[turn]:
                return False
            tile, cell, rotation = action.tile, action.cell, action.rotation
            return placing.may_place(layout, state.board, state.fits, state.hands[player], tile, cell, rotation)
        if player == HOST:
            return action in self.host_actions(state)
        if type(action) is Choose:
            return abilities.may_choose(self._variants, state, player, action.ability)
        if type(action) is PlaceShared:
            if phase != SHARED or player not in self.actors(state):
                return False
            hand = state.hands[self.seats]
            return placing.may_place(
                layout, state.board, state.fits, hand, TILES_IN[hand][0], action.cell, action.rotation
            )
        if type(action) is Scatter:
            return (
                phase == PLACE
                and player in self.actors(state)
                and ability_of(state, player) == SCATTER
                and placing.may_scatter(layout, state.board, state.fits, state.hands[player], action)
            )
        return action in self.legal_actions(state, player)

    def remaining_seats(self, state: State) -> Sequence[int]:
        """Return the seats that have not forfeited (MH-23)."""
        return [seat for seat in range(self.seats) if not state.forfeited >> seat & 1]

    def chance_outcomes(self, state: State) -> Sequence[Action]:
        """Return the possible outcomes of the random event that is due, all equally likely.

        They assign a faction, an order of play, a tile or a card.
        """
        return setup.chance_outcomes(self._variants, state)

    def play(self, state: State, player: Player, action: Action | HostAction, events: list[Event]) -> State:
        """Return the state after an action.

        Default moves that forfeited seats then have to make are included (MH-23).
        """
        # Comparing types is faster than `match`; the most frequent types come first.
        if type(action) is Draw:
            after = rounds.draw(self._variants, state, action, events)
        elif type(action) is Place:
            after = rounds.place(self._variants, state, player, action, events)
        elif player >= 0:
            after = self._act(state, player, action, events)
        elif player == CHANCE:
            after = self._apply_chance(state, action, events)
        else:
            after = self._apply_host_action(state, action, events)
        if after.forfeited and (absent := self._find_absent_seat(after)) is not None:
            return self.play(after, absent, self._choose_default(after, absent), events)
        return after

    def seat_refusal(self, state: State, seat: int, action: Action | HostAction) -> EngineError:
        """Return the error for a seat's illegal action, with a text that says what is possible instead."""
        return refusal(self.view(state, seat), action)

    def outcome(self, state: State) -> Outcome | None:
        """Return the winners and the reason, or None before the end (MH-14, MH-22, MH-23)."""
        return scoring.outcome(self._variants, state) if state.phase == OVER else None

    def result(self, state: State) -> dict[str, Any] | None:
        """Return the result as JSON values, or None before the end.

        It contains each seat's points with their parts, its cards, the winners and the captured Stones.
        """
        return scoring.result(self._variants, state)

    def points(self, state: State) -> list[int]:
        """Return each owner's points so far."""
        return scoring.points(self._variants, state)

    def standing(self, state: State) -> Standing:
        """Return the ranking by points; ties are broken as in MH-14, and forfeited seats are last."""
        return scoring.standing(self._variants, state)

    def view(self, state: State, viewer: Player) -> View:
        """Return the view of a seat or a spectator.

        Hidden in it are other seats' hands, private cards and secret choices, and the shared tile except from its
        holder.
        """
        return viewing.view(self._variants, state, self.actors(state), viewer)

    def list_next_seats(self, view: View) -> tuple[int, ...]:
        """Return the seats that place after the seat that places now, as long as there are hexes and tiles (MH-4)."""
        if view.phase != "place":
            return ()
        now = view.order.index(view.actors[0])
        others = [*view.order[now + 1 :], *view.order[:now]]
        free = len(self.layout.cells) - len(view.monsters) - 1
        playing = [seat for seat in others if view.seats[seat].unplayed and not view.seats[seat].forfeited]
        return tuple(playing[:free])

    def visible(self, event: Event, viewer: Player) -> Event | None:
        """Return the event with everything removed that the viewer may not know.

        Tiles and private cards that other seats get are hidden (MH-2, MH-18, MH-20, MH-21).
        """
        if isinstance(event, TileDrawn) and event.seat != viewer:
            return TileDrawn(event.seat, None)
        if isinstance(event, ObjectiveDealt) and event.seat not in (None, viewer):
            return ObjectiveDealt(event.seat, None)
        if isinstance(event, SharedDrawn) and event.seat != viewer:
            return SharedDrawn(event.seat, None)
        return event

    def determinize(self, view: View, rng: Random) -> State:
        """Return a state consistent with the view, in which hidden hands, cards and choices are random."""
        return viewing.determinize(self._variants, view, rng)

    def evaluate(self, view: View, seat: int) -> float:
        """Return the heuristic value of a view for a seat: its expected lead in points (see `evaluation.evaluate`)."""
        return evaluation.evaluate(self._variants, view, seat)

    def format_action(self, action: Action) -> str:
        """Return an action in canonical notation."""
        return notation.write(self._variants, action)

    def parse_action(self, text: str) -> Action:
        """Parse an action, ignoring case and spacing. Raises InvalidAction, naming the word that is wrong."""
        return notation.read(self._variants, text)

    def _apply_chance(self, state: State, action: Any, events: list[Event]) -> State:
        """Apply a chance outcome, then continue with the next step of the round."""
        variants = self._variants
        after = setup.apply_chance(variants, state, action, events)
        if state.phase == SCHEME:
            return rounds.capture(variants, after, events)
        if state.phase in _ASSIGNING:
            return after
        if state.phase == SHARED_DRAW and variants.is_solo:
            return rounds.next_turn(variants, after, variant_of(after).turn, events)
        return rounds.begin_round(variants, after, events)

    def _apply_host_action(self, state: State, action: Any, events: list[Event]) -> State:
        return self._forfeit(state, action.seat, events) if type(action) is Forfeit else self._close(state, events)

    def _act(self, state: State, seat: int, action: Any, events: list[Event]) -> State:
        variants = self._variants
        if type(action) is Take:
            return rounds.take(variants, state, action, events)
        if type(action) is Scatter:
            return rounds.place(variants, state, seat, action, events)
        if type(action) is PlaceShared:
            return rounds.place_shared(variants, state, action, events)
        if type(action) is Choose:
            after = abilities.choose(variants, state, seat, action.ability, events)
            return rounds.begin_round(variants, after, events) if variant_of(after).abilities else after
        after = effects.use(variants, state, action, events)
        return rounds.capture(variants, after, events) if after.phase == ABILITY else after

    def _close(self, state: State, events: list[Event]) -> State:
        """Make the default move of every seat that has to act, because its time ran out (MH-23)."""
        seats = self.actors(state)
        events.extend(TimeRanOut(seat) for seat in seats)
        for seat in seats:
            state = self.play(state, seat, self._choose_default(state, seat), events)
        return state

    def _forfeit(self, state: State, seat: int, events: list[Event]) -> State:
        """Record that a seat left the game or resigned (MH-23).

        With one or two seats this ends the game; with more, `play` makes default moves for the seat from then on.
        """
        events.append(SeatForfeited(seat))
        after = replace(state, forfeited=state.forfeited | 1 << seat)
        return replace(after, phase=OVER, pending=()) if self.seats <= 2 else after

    def _find_absent_seat(self, state: State) -> int | None:
        """Return the first forfeited seat that has to act, or None."""
        seats = self.actors(state)
        return next((seat for seat in seats if seat >= 0 and state.forfeited >> seat & 1), None)

    def _choose_default(self, state: State, seat: int) -> Action:
        """Return a seat's default move, made when its time runs out or after it has forfeited (MH-23).

        It depends on the phase: the first legal placement by tile, hex and rotation; `decline` if an ability is
        offered; the value of a Stone that is highest with the colour bonus; or the first ability of the faction.
        """
        layout, phase = self._variants.layout, state.phase
        if phase == PLACE:
            return placing.legal_placements(layout, state.board, state.fits, state.hands[seat])[0]
        if phase == SHARED:
            return placing.legal_shared_placements(layout, state.board, state.fits, state.hands[self.seats])[0]
        if phase == TAKE:
            value, _ = capturing.best_value(layout.values[state.pending[0]], state.factions[seat])
            return TAKES[value]
        return DECLINE if phase == ABILITY else Choose(abilities.choices_of(self._variants, state, seat)[0])
