"""Monster Hex's part of the conformance suite."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, combinations
from math import comb, perm, prod
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.core import SPECTATOR
from engine.monster_hex import GAME_TYPE
from engine.monster_hex.abilities import abilities_of
from engine.monster_hex.actions import (
    Action,
    Choose,
    Confuse,
    Curse,
    Decline,
    Enchant,
    Petrify,
    Place,
    PlaceShared,
    Reward,
    Scatter,
    Scheme,
    Strike,
    Take,
)
from engine.monster_hex.content import ALL_TILES, COLOUR_BONUS, EMPTY, IDS_IN, SLOTS, TILES_IN, layout
from engine.monster_hex.events import (
    AbilitiesShown,
    AbilityAsked,
    AbilityChosen,
    AbilityDeclined,
    Event,
    GameEnded,
    HeadStartGiven,
    HexPetrified,
    ObjectiveDealt,
    ObjectiveScored,
    OrderDrawn,
    PointsTaken,
    PowersChanged,
    RewardEarned,
    RewardRaised,
    SchemeUsed,
    SeatForfeited,
    SharedDrawn,
    StoneCaptured,
    StrikeUsed,
    TilePlaced,
    TileTurned,
    ValueAsked,
)
from engine.monster_hex.objectives import OBJECTIVES, objectives_for
from engine.monster_hex.placing import fits_after_changes
from engine.monster_hex.rules import MonsterHexRules
from engine.monster_hex.setup import cards_for, hand_size
from engine.monster_hex.state import OVER, PETRIFIED, PLACE, Secrets, State, with_entry
from engine.monster_hex.view import Capture, View
from tests.kits.suite import PUBLIC, Conformance

FORMS: Mapping[str, str] = {
    "State": "phase factions order placed board fits unplayed captures pending last forfeited variant head_start",
    "Variant": "round turn cell is_extra chosen abilities changes stones captured rates rewards public",
    "TemporaryCapture": "label value capture",
    "Capture": "powers first second taken",
    "Taken": "seat value bonus",
    "FactionAssigned": "seat faction",
    "OrderDrawn": "order",
    "HeadStartGiven": "points",
    "TileDrawn": "seat",
    "TilePlaced": "seat tile label rotation is_scattered is_extra",
    "StoneCaptured": "stone powers first second overwhelm temporary",
    "ValueAsked": "seat stone",
    "PointsTaken": "seat stone value bonus",
    "RoundEnded": "round",
    "TimeRanOut": "seat",
    "SeatForfeited": "seat",
    "GameEnded": "reason winners",
    "AbilityChosen": "seat",
    "AbilitiesShown": "abilities",
    "AbilityAsked": "seat ability label",
    "AbilityDeclined": "seat ability",
    "PowersChanged": "seat ability label change",
    "TileTurned": "seat label before rotation",
    "HexPetrified": "seat label value",
    "RewardRaised": "seat more total",
    "RewardEarned": "seat stone points",
    "StrikeUsed": "seat",
    "SchemeUsed": "seat",
    "ObjectiveDealt": "seat",
    "SharedDrawn": "seat",
    "TurnSkipped": "seat",
    "ObjectiveScored": "seat objective is_private times points",
}
"""The public fields of each class."""


ALL = {"abilities": True, "objectives": True}
KINDS = (Place, Scatter, Enchant, Curse, Confuse, Petrify, Reward, Strike, Scheme, Decline)
"""The order of kinds of action. Plain placements and those by Scatter are sorted together."""


class MonsterHexConformance(Conformance):
    """The conformance cases of Monster Hex: all numbers of seats, chosen and random factions, and the variants."""

    game_type = GAME_TYPE
    configurations: Sequence[tuple[int, dict[str, Any]]] = (
        (2, {}),
        (3, {"factions": ["green", None, "red"]}),
        (4, {"factions": ["red", "blue", "yellow", "green"], "head_start": True}),
        (1, ALL),
        (2, {"abilities": True, "factions": ["green", "red"]}),
        (2, {**ALL, "shared": True, "head_start": True}),
        (3, {"abilities": True, "factions": ["blue", "yellow", "green"]}),
        (4, ALL),
        (2, {"edition": 2024}),
        (2, {"abilities": True, "shared": True, "edition": 2024}),
        (3, {"abilities": True, "factions": ["yellow", "blue", "green"], "edition": 2024}),
    )
    action_type = Action
    returns = (0, 1)
    fields: Mapping[str, str] = {
        **{f"{form}.{name}": PUBLIC for form, names in FORMS.items() for name in names.split()},
        "State.hands": "each seat its own (MH-2), the shared tile its holder (MH-21)",
        "State.secrets": "in parts, see Secrets",
        "Secrets.abilities": "the seat itself, until all have chosen (MH-15)",
        "Secrets.objectives": "the seat itself, until the end (MH-20)",
        "TileDrawn.tile": "the seat that drew (MH-2)",
        "ObjectiveDealt.objective": "the seat itself, or all for a public card (MH-20)",
        "SharedDrawn.tile": "its holder (MH-21)",
    }

    def sort_key(self, action: Action) -> Any:
        """Return the sort key that the rule book's Notation gives.

        Placements are sorted by tile, hex and rotation, targets by hex. `decline` is last.
        """
        if isinstance(action, (Place, Scatter)):
            return 0, action.tile, action.cell, action.rotation, isinstance(action, Scatter)
        order = KINDS.index(type(action)) if type(action) in KINDS else len(KINDS)
        return order, msgspec.structs.astuple(action)

    def probes(self, rules: MonsterHexRules) -> Sequence[Action]:
        """Return placements on rim, middle and start hexes with tiles of every rank, and values that stones may have.

        With variants, return every ability on such hexes, the shared tile, and choices of every kind.
        """
        view = rules.view(rules.initial_state(), SPECTATOR)
        table = layout(view.board)
        last = len(table.board) - 1
        if view.variants:
            return self._variant_probes(table.start[0], last)
        cells = (0, *table.start, len(table.board) // 2, last)
        places = [Place(tile, cell, tile % 6) for tile in (0, 2, 5, 9) for cell in cells]
        return [*places, Place(0, last + 1, 0), Place(0, 0, 6), Take(4), Take(7), Take(9)]

    def _variant_probes(self, start: int, last: int) -> Sequence[Action]:
        found: list[Action] = [Place(0, start, 0), Place(5, last, 5), Place(0, last + 1, 0), Take(4), Take(7)]
        for cell in (start, last // 2, last + 1):
            found += [Enchant(cell), Curse(cell), Petrify(cell), PlaceShared(cell, 0), Confuse(cell, 3)]
        found += [Confuse(start, 6), PlaceShared(start, 6), Scatter(0, last, 0), Scatter(3, start, 2), Scatter(1, 0, 0)]
        return [*found, Reward(), Strike(), Scheme(), Decline(), *(Choose(number) for number in (-1, 0, 3, 7, 8))]

    def check_invariants(self, rules: MonsterHexRules, state: State) -> None:
        """Check that tiles, hands, captures and points add up."""
        self._check_tiles(rules, state)
        view = rules.view(state, SPECTATOR)
        table, variant = layout(view.board), state.variant
        temporary = () if variant is None else variant.stones
        petrified = [cell for cell, piece in enumerate(state.board) if piece == PETRIFIED]
        assert petrified == [cell for cell, _ in temporary], "temporary stones are not on their hexes"
        for stone, found in enumerate(state.captures):
            is_surrounded = EMPTY not in table.ring[stone](state.board)
            if variant is None:
                assert is_surrounded == (found is not None or stone in state.pending), f"stone {stone}: {found}"
            elif found is None and stone not in state.pending and not self._ended_by_forfeit(rules, state):
                assert not is_surrounded, f"stone {stone} is surrounded, but not captured"
        if state.phase == OVER and not self._ended_by_forfeit(rules, state):
            assert min(state.board) >= 0, "over before the board is full"
            assert None not in state.captures, "a stone is left at the end"
            assert not state.pending, "points are left at the end"
            assert not temporary, "a temporary stone is left at the end"
        self._check_points(view)

    def _ended_by_forfeit(self, rules: MonsterHexRules, state: State) -> bool:
        return rules.seats <= 2 and bool(state.forfeited)

    def _check_tiles(self, rules: MonsterHexRules, state: State) -> None:
        variant = state.variant
        table = layout(rules.view(state, SPECTATOR).board)
        changes = (0,) * len(state.board) if variant is None else variant.changes
        assert state.fits == fits_after_changes(table, state.board, changes), "fits do not follow from the board"
        assert sum(piece >= 0 for piece in state.board) == state.placed, "a tile too many or too few"
        for owner, (hand, unplayed) in enumerate(zip(state.hands, state.unplayed, strict=True)):
            pieces = [piece % SLOTS // 6 for piece in state.board if piece >= 0 and piece // SLOTS == owner]
            assert sum(1 << tile for tile in pieces) == ALL_TILES & ~unplayed, f"tiles of owner {owner}"
            assert len(pieces) == len(set(pieces)), f"owner {owner} placed a tile twice"
            assert len(pieces) <= table.rounds, f"owner {owner} placed more tiles than there are rounds"
            assert not hand & ~unplayed, f"owner {owner} holds what it has played"
            most = hand_size(rules.seats) if owner < rules.seats else 1
            assert hand.bit_count() <= most, f"owner {owner} holds too many"
        if state.phase == PLACE and state.order and self._begins_round(state):
            for hand, unplayed in zip(state.hands[: rules.seats], state.unplayed, strict=False):
                assert hand.bit_count() == min(hand_size(rules.seats), unplayed.bit_count()), "a hand is not full"

    def _begins_round(self, state: State) -> bool:
        if state.variant is not None:
            return state.variant.turn == 0 and not state.variant.is_extra
        return state.placed % len(state.order) == 0 and not state.pending

    def _check_points(self, view: View) -> None:
        owners = [*view.seats, *([] if view.shared is None else [view.shared])]
        captures = zip(layout(view.board).stones, view.captures, strict=True)
        taken = [(stone, part) for stone, found in captures if found is not None for part in found.taken]
        temporary = [part for stone in view.temporary_captures for part in stone.capture.taken]
        total = sum(owner.score.points for owner in owners)
        extra = sum(owner.score.reward + owner.score.objectives + owner.score.head_start for owner in owners)
        parts = [*(part for _, part in taken), *temporary]
        assert total == extra + sum(part.value + part.bonus for part in parts)
        for stone, part in taken:
            factions = {value.points: value.faction for value in stone.values}
            own = view.faction_of(part.seat) == factions.get(part.value)
            assert part.bonus == (COLOUR_BONUS if own else 0), f"bonus at {stone.label}"
            assert part.value in (factions or {1: ""}), f"value at {stone.label}"
        picked = [(stone.label, part.value) for stone, part in taken]
        assert len(picked) == len(set(picked)), "a value is taken twice"

    def public_board(self, view: View) -> Any:
        """Return Monsters, stones, points, order, the open question, forfeited seats and the end."""
        owners = [*view.seats, *([] if view.shared is None else [view.shared])]
        return {
            "order": view.order,
            "monsters": {
                monster.label: (monster.seat, monster.tile, monster.rotation, monster.change)
                for monster in view.monsters
            },
            "stones": {
                stone.label: shown(found)
                for stone, found in zip(layout(view.board).stones, view.captures, strict=True)
                if found is not None
            },
            "petrified": {stone.label: stone.value for stone in view.temporary},
            "temporary": [(stone.label, stone.value, shown(stone.capture)) for stone in view.temporary_captures],
            "points": [owner.score.points for owner in owners],
            "rates": [seat.reward for seat in view.seats],
            "abilities": [seat.ability for seat in view.seats],
            "chosen": [seat.has_chosen for seat in view.seats],
            "cards": [len(seat.objectives) for seat in view.seats],
            "public": [card.id for card in view.public_objectives],
            "holder": view.shared is not None and view.shared.is_drawn and view.shared.holder,
            "ability": (view.ability.seat, view.ability.ability, view.ability.label) if view.ability else None,
            "extra": view.is_extra,
            "asked": (view.take.seat, view.take.stone) if view.take is not None else None,
            "forfeited": [seat for seat, seated in enumerate(view.seats) if seated.forfeited],
            "end": (view.reason, view.winners) if view.winners is not None else None,
        }

    def rebuild(self, rules: MonsterHexRules, events: Sequence[Event]) -> Any:
        """Return the public board as rebuilt from the events."""
        shared = rules.view(rules.initial_state(), SPECTATOR).shared is not None
        told = Told(rules.seats, shared)
        for event in events:
            told.hear(event)
        return told.board

    def worlds(self, rules: MonsterHexRules, state: State, seat: int) -> int:
        """Return the number of possible hands, secret choices, private cards and shared tiles of the others."""
        others = [other for other in range(rules.seats) if other != seat]
        hands = prod(comb(state.unplayed[other].bit_count(), state.hands[other].bit_count()) for other in others)
        if state.variant is None or state.secrets is None:
            return hands
        view = rules.view(state, seat)
        chosen = [other for other in others if state.secrets.abilities[other] >= 0]
        choices = prod(len(abilities_of(state.factions[other], view.edition)) for other in chosen)
        hidden = sum(len(state.secrets.objectives[other]) for other in others)
        known = len(state.variant.public) + len(state.secrets.objectives[seat])
        cards = perm(len(objectives_for(view.board)) - known, hidden)
        is_hidden = view.shared is not None and view.shared.is_drawn and view.shared.holder != seat
        return hands * choices * cards * (len(view.shared.unplayed) if view.shared and is_hidden else 1)

    def twins(self, rules: MonsterHexRules, state: State, seat: int, rng: Random) -> Iterable[State]:
        """Yield states in which another seat has another hand, choice or card, or the shared tile is another one."""
        for other in range(rules.seats):
            hand, stack = state.hands[other], state.unplayed[other] & ~state.hands[other]
            if other != seat and hand and stack:
                swapped = hand ^ 1 << rng.choice(TILES_IN[hand]) ^ 1 << rng.choice(TILES_IN[stack])
                yield replace(state, hands=(*state.hands[:other], swapped, *state.hands[other + 1 :]))
        if state.variant is not None and state.secrets is not None:
            yield from self._variant_twins(rules, state, state.secrets, seat, rng)

    def _variant_twins(
        self, rules: MonsterHexRules, state: State, secrets: Secrets, seat: int, rng: Random
    ) -> Iterable[State]:
        view = rules.view(state, seat)
        for other in range(rules.seats):
            if other == seat:
                continue
            if secrets.abilities[other] >= 0:
                for choice in abilities_of(state.factions[other], view.edition):
                    if choice != secrets.abilities[other]:
                        chosen = with_entry(secrets.abilities, other, choice)
                        yield replace(state, secrets=replace(secrets, abilities=chosen))
            if secrets.objectives[other]:
                out = {*(state.variant.public if state.variant else ()), *chain(*secrets.objectives)}
                left = [card for card in cards_for(layout(view.board)) if card not in out]
                cards = (rng.choice(left), *secrets.objectives[other][1:])
                objectives = with_entry(secrets.objectives, other, cards)
                yield replace(state, secrets=replace(secrets, objectives=objectives))
        if view.shared is not None and view.shared.is_drawn and view.shared.holder != seat:
            # Never the true tile: near the end nothing else may be hidden from the seat.
            for tile in TILES_IN[state.unplayed[rules.seats] & ~state.hands[rules.seats]][:1]:
                yield replace(state, hands=(*state.hands[: rules.seats], 1 << tile))

    def plant(self, rules: MonsterHexRules, state: State, owner: int) -> tuple[State, tuple[str, ...]] | None:
        """Set the owner's hand to one that nobody else's tiles equal, and its private Objective to an undrawn card.

        The hand's number has three digits, which no number in a view has.
        """
        planted, needles = self._planted_hand(state, owner)
        secrets = state.secrets
        if state.variant is not None and secrets is not None and secrets.objectives[owner]:
            out = {*state.variant.public, *chain(*secrets.objectives)}
            board = rules.view(state, SPECTATOR).board
            card = next(card for card in cards_for(layout(board)) if card not in out)
            cards = with_entry(secrets.objectives, owner, (card, *secrets.objectives[owner][1:]))
            planted = replace(planted, secrets=replace(secrets, objectives=cards))
            named = f'"{OBJECTIVES[card].id}"'
            needles = (*needles, named, f"'{OBJECTIVES[card].id}'")
        # A card alone appears in the state only as a small number.
        return (planted, needles) if any(needle.isdigit() for needle in needles) else None

    def _planted_hand(self, state: State, owner: int) -> tuple[State, tuple[str, ...]]:
        size, unplayed = state.hands[owner].bit_count(), state.unplayed[owner]
        if not size or size == unplayed.bit_count():
            return state, ()
        known = {*state.hands, *state.unplayed}
        hands = (sum(1 << tile for tile in tiles) for tiles in combinations(TILES_IN[unplayed], size))
        hand = next((hand for hand in hands if hand >= 100 and hand not in known), None)
        if hand is None:
            return state, ()
        planted = replace(state, hands=with_entry(state.hands, owner, hand))
        return planted, (str(hand), f'"hand":{msgspec.json.encode(IDS_IN[hand]).decode()}')


def shown(found: Capture) -> Any:
    """Return a capture in a comparable form."""
    taken = [(taken.seat, taken.value, taken.bonus) for taken in found.taken]
    return found.powers, found.first, found.second, taken


class Told:
    """The public board, rebuilt from events."""

    def __init__(self, seats: int, shared: bool) -> None:
        self.board: dict[str, Any] = {"order": (0,) if seats == 1 else (), "monsters": {}, "stones": {}}
        self.board |= {"petrified": {}, "temporary": [], "points": [0] * (seats + shared), "rates": [0] * seats}
        self.board |= {"abilities": [None] * seats, "chosen": [False] * seats, "cards": [0] * seats, "public": []}
        self.board |= {"holder": False, "ability": None, "extra": False, "asked": None}
        self.board |= {"forfeited": [], "end": None}
        self.open_stones: dict[str, Any] = {}

    def hear(self, event: Event) -> None:
        """Apply one event."""
        board = self.board
        match event:
            case OrderDrawn(order):
                board["order"] = order
            case HeadStartGiven(points):
                board["points"][: len(points)] = points
            case TilePlaced(seat, tile, label, rotation):
                board["monsters"][label] = (seat, tile, rotation, 0)
                board["extra"] = False
                if seat == len(board["rates"]):
                    board["holder"] = False
            case StoneCaptured(stone, powers, first, second, _, value):
                found = (powers, first, second, [])
                if value:
                    del board["petrified"][stone]
                    board["temporary"].append((stone, value, found))
                else:
                    board["stones"][stone] = found
            case ValueAsked(seat, stone):
                board["asked"] = (seat, stone)
                self.open_stones[stone] = board["stones"].pop(stone)
            case PointsTaken(seat, stone, value, bonus):
                self._points(seat, stone, value, bonus)
            case SeatForfeited(seat):
                board["forfeited"] = sorted([*board["forfeited"], seat])
            case GameEnded(reason, winners):
                board |= {"asked": None, "ability": None, "end": (reason, winners)}
            case _:
                self._hear_of_variants(event)

    def _points(self, seat: int, stone: str, value: int, bonus: int) -> None:
        board = self.board
        board["asked"] = None
        if stone in self.open_stones:
            board["stones"][stone] = self.open_stones.pop(stone)
        temporary = [found for label, _, found in board["temporary"] if label == stone]
        taken = board["stones"][stone][3] if stone in board["stones"] else temporary[-1][3]
        taken.append((seat, value, bonus))
        board["points"][seat] += value + bonus

    def _hear_of_variants(self, event: Event) -> None:
        board = self.board
        match event:
            case AbilityChosen(seat):
                board["chosen"][seat] = True
            case AbilitiesShown(abilities):
                board["abilities"] = [*abilities]
            case AbilityAsked(seat, ability, label):
                board["ability"] = (seat, ability, label)
            case AbilityDeclined() | SchemeUsed():
                board["ability"] = None
            case StrikeUsed():
                board |= {"ability": None, "extra": True}
            case PowersChanged(_, _, label, change):
                owner, tile, rotation, before = board["monsters"][label]
                board["monsters"][label] = (owner, tile, rotation, before + change)
                board["ability"] = None
            case TileTurned(_, label, _, rotation):
                owner, tile, _, change = board["monsters"][label]
                board["monsters"][label] = (owner, tile, rotation, change)
                board["ability"] = None
            case HexPetrified(_, label, value):
                board["petrified"] = dict(sorted({**board["petrified"], label: value}.items()))
                board["ability"] = None
            case RewardRaised(seat, _, total):
                board["rates"][seat] = total
                board["ability"] = None
            case RewardEarned(seat, _, points) | ObjectiveScored(seat, _, _, _, points):
                board["points"][seat] += points
            case ObjectiveDealt(seat, objective):
                if seat is None:
                    board["public"].append(objective)
                else:
                    board["cards"][seat] += 1
            case SharedDrawn(seat):
                board["holder"] = seat
            case _:
                pass


CONFORMANCE = MonsterHexConformance()
