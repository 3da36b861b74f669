"""Conversions in both directions: from a state to a view, and from a view to a random state consistent with it."""

from functools import cache
from random import Random

from engine.monster_hex import abilities, capturing
from engine.monster_hex.abilities import ABILITIES, ABILITY_NUMBER
from engine.monster_hex.actions import Confuse, Curse, Enchant, Petrify
from engine.monster_hex.capturing import needs_choice
from engine.monster_hex.content import (
    EMPTY,
    FACTIONS,
    IDS_IN,
    POWERS,
    SLOTS,
    TILE_INDEX,
    TILES,
    layout,
    tile_set,
)
from engine.monster_hex.objectives import OBJECTIVES, Cells
from engine.monster_hex.placing import fits_after_changes
from engine.monster_hex.scoring import cells_by_owner, count_card_fulfilments, find_first_at_demon_king, outcome, scores
from engine.monster_hex.setup import CARD_NUMBER, cards_for, holder
from engine.monster_hex.state import (
    ABILITY,
    CHOOSE,
    NO_CELL,
    NOT_CHOSEN,
    OVER,
    PETRIFIED,
    PHASES,
    SCHEME,
    SHARED,
    SHARED_DRAW,
    TAKE,
    UNASSIGNED,
    Secrets,
    State,
    Variant,
    variant_of,
)
from engine.monster_hex.variants import Variants
from engine.monster_hex.view import (
    AbilityChoice,
    Capture,
    Monster,
    PrivateObjective,
    PublicObjective,
    Score,
    SeatView,
    SharedView,
    TakeChoice,
    TemporaryStone,
    View,
)


def view(variants: Variants, state: State, actors: tuple[int, ...], viewer: int) -> View:
    """Return the view of a state for a seat; any other number gives a spectator's view."""
    table, variant, end = variants.layout, variant_of(state), outcome(variants, state)
    points, names = scores(variants, state), table.board.name
    # Only the counts of Objective cards need the cells.
    cells = {} if variants.is_base_game else cells_by_owner(state.board, variants.owners, variants.shared_owner)
    return View(
        viewer=viewer,
        board=table.size,
        round=variant.round,
        phase=PHASES[state.phase],
        order=state.order,
        actors=tuple([player for player in actors if player >= 0]),
        seats=tuple(
            [_seat(variants, state, variant, cells, points[seat], seat, viewer) for seat in range(variants.seats)]
        ),
        hand=IDS_IN[state.hands[viewer]] if 0 <= viewer < variants.seats else None,
        monsters=_monsters(table.size, state, variant),
        captures=tuple([None if found is None or needs_choice(found) else found for found in state.captures]),
        last=tuple([names[cell] for cell in state.last]),
        take=_take(variants, state, actors),
        demon_king=find_first_at_demon_king(variants, state.captures),
        winners=None if end is None else end.winners,
        reason=None if end is None else end.reason,
        variants=variants.names,
        waiting=tuple([capturing.label_of(table, site) for site in state.pending]),
        ability=_ability(variants, state),
        is_extra=variant.is_extra,
        temporary=tuple([TemporaryStone(names[cell], value) for cell, value in variant.stones]),
        temporary_captures=variant.captured,
        public_objectives=tuple([_public_objective(variants, cells, card) for card in variant.public]),
        shared=_build_shared_view(variants, state, points, viewer),
        head_start=state.head_start,
        edition=variants.edition,
    )


def _monsters(size: int, state: State, variant: Variant) -> tuple[Monster, ...]:
    changes = variant.changes
    return tuple([monster(size, cell, piece, changes[cell]) for cell, piece in enumerate(state.board) if piece >= 0])


def _public_objective(variants: Variants, cells: Cells, card: int) -> PublicObjective:
    times = [count_card_fulfilments(variants, cells, seat, card) for seat in range(variants.seats)]
    return PublicObjective(OBJECTIVES[card].id, tuple(times))


@cache
def monster(size: int, cell: int, piece: int, change: int) -> Monster:
    """Return the Monster that a view shows for a piece on a cell of the board of this size.

    `change` is the change of its powers by Enchant and Curse.
    """
    seat, slot = divmod(piece, SLOTS)
    number, rotation = divmod(slot, 6)
    tile = TILES[number]
    return Monster(
        label=layout(size).board.name[cell],
        seat=seat,
        tile=tile.id,
        rank=tile.rank,
        red=tile.red,
        rotation=rotation,
        powers=tuple(power + change for power in POWERS[slot]),
        change=change,
    )


def _seat(
    variants: Variants, state: State, variant: Variant, cells: Cells, score: Score, seat: int, viewer: int
) -> SeatView:
    faction, secrets = state.factions[seat], state.secrets
    return SeatView(
        faction=None if faction == UNASSIGNED else FACTIONS[faction],
        score=score,
        hand_size=state.hands[seat].bit_count(),
        unplayed=IDS_IN[state.unplayed[seat]],
        forfeited=bool(state.forfeited >> seat & 1),
        ability=None if secrets is None else _chosen_ability(state, secrets, seat, viewer),
        has_chosen=bool(variant.chosen >> seat & 1),
        reward=variant.rates[seat],
        objectives=()
        if secrets is None
        else tuple(
            [
                PrivateObjective(OBJECTIVES[card].id, count_card_fulfilments(variants, cells, seat, card))
                if seat == viewer or state.phase == OVER
                else PrivateObjective(None, None)
                for card in secrets.objectives[seat]
            ]
        ),
    )


def _chosen_ability(state: State, secrets: Secrets, seat: int, viewer: int) -> str | None:
    """Return the name of a seat's ability, or None if it is not chosen yet or still hidden from the viewer (MH-15)."""
    shown = abilities.ability_of(state, seat)
    if shown is None and seat == viewer:
        shown = secrets.abilities[seat]
    return None if shown is None or shown == NOT_CHOSEN else ABILITIES[shown]


def _take(variants: Variants, state: State, actors: tuple[int, ...]) -> TakeChoice | None:
    if state.phase != TAKE:
        return None
    stone = variants.layout.stones[state.pending[0]]
    return TakeChoice(actors[0], stone.label, stone.values)


def _ability(variants: Variants, state: State) -> AbilityChoice | None:
    if state.phase != ABILITY:
        return None
    seat, tile = abilities.acting_tile(state)
    names = variants.layout.board.name
    cells = dict.fromkeys(
        use.cell
        for use in abilities.list_answers(variants, state)
        if isinstance(use, (Enchant, Curse, Confuse, Petrify))
    )
    return AbilityChoice(
        seat,
        ABILITIES[abilities.ability_of(state, seat) or 0],
        names[variant_of(state).cell],
        abilities.strength(tile),
        tuple(names[cell] for cell in cells),
    )


def _build_shared_view(variants: Variants, state: State, points: tuple[Score, ...], viewer: int) -> SharedView | None:
    if not variants.shared:
        return None
    owner, holds = variants.seats, holder(variants, state)
    tile = IDS_IN[state.hands[owner]]
    return SharedView(
        faction=None if state.factions[owner] == UNASSIGNED else FACTIONS[state.factions[owner]],
        score=points[owner],
        unplayed=IDS_IN[state.unplayed[owner]],
        holder=holds,
        is_drawn=bool(tile),
        tile=tile[0] if tile and viewer == holds else None,
    )


def pieces(seen: View) -> tuple[int, ...]:
    """Return the board of a view in the form of `State.board`."""
    board = layout(seen.board).board
    cells = [EMPTY] * len(board)
    for lying in seen.monsters:
        cells[board.index[lying.label]] = lying.seat * SLOTS + TILE_INDEX[lying.tile] * 6 + lying.rotation
    for stone in seen.temporary:
        cells[board.index[stone.label]] = PETRIFIED
    return tuple(cells)


def changes_of(seen: View) -> tuple[int, ...]:
    """Return, for each cell of a view's board, the change of powers by Enchant and Curse."""
    board = layout(seen.board).board
    changes = [0] * len(board)
    for lying in seen.monsters:
        changes[board.index[lying.label]] = lying.change
    return tuple(changes)


def faction_numbers(seen: View) -> tuple[int, ...]:
    """Return the faction numbers of a view's owners in the form of `State.factions`."""
    owners = seen.seats if seen.shared is None else (*seen.seats, seen.shared)
    return tuple(UNASSIGNED if owner.faction is None else FACTIONS.index(owner.faction) for owner in owners)


def determinize(variants: Variants, seen: View, rng: Random) -> State:
    """Return a random state that is consistent with everything the viewer knows.

    Each other seat gets a random hand of its unplayed tiles, a random ability if its choice is hidden, and random
    private cards. The shared tile is random among those not on the board, unless the viewer sees it.
    """
    table = variants.layout
    board, changes, factions = pieces(seen), changes_of(seen), faction_numbers(seen)
    pending = tuple(capturing.site_of(table, label) for label in seen.waiting)
    captures: list[Capture | None] = list(seen.captures)
    if seen.take is not None:
        captures[pending[0]] = capturing.capture(variants, board, changes, factions, pending[0])
    return State(
        phase=PHASES.index(seen.phase),
        factions=factions,
        order=seen.order,
        placed=len(seen.monsters),
        board=board,
        fits=fits_after_changes(table, board, changes),
        hands=_hands(seen, rng),
        unplayed=_unplayed_tiles(seen),
        captures=tuple(captures),
        pending=pending,
        last=tuple(table.board.index[label] for label in seen.last),
        forfeited=sum(1 << seat for seat, seated in enumerate(seen.seats) if seated.forfeited),
        variant=None if variants.is_base_game else _variant(variants, seen, changes),
        secrets=None if variants.is_base_game else _secrets(variants, seen, rng),
        head_start=seen.head_start,
    )


def _hands(seen: View, rng: Random) -> tuple[int, ...]:
    """Return the viewer's own hand and random hands of unplayed tiles for the other owners, as masks."""
    hands = tuple(_hand(seen, seat, rng) for seat in range(len(seen.seats)))
    return hands if seen.shared is None else (*hands, _shared_hand(seen.shared, rng))


def _hand(seen: View, seat: int, rng: Random) -> int:
    if seat == seen.viewer and seen.hand is not None:
        return tile_set(seen.hand)
    return tile_set(tuple(rng.sample(seen.seats[seat].unplayed, seen.seats[seat].hand_size)))


def _shared_hand(shared: SharedView, rng: Random) -> int:
    if not shared.is_drawn:
        return 0
    return 1 << TILE_INDEX[rng.choice(shared.unplayed) if shared.tile is None else shared.tile]


def _unplayed_tiles(seen: View) -> tuple[int, ...]:
    owners = seen.seats if seen.shared is None else (*seen.seats, seen.shared)
    return tuple(tile_set(owner.unplayed) for owner in owners)


def _variant(variants: Variants, seen: View, changes: tuple[int, ...]) -> Variant:
    index = variants.layout.board.index
    chosen = sum(1 << seat for seat, seated in enumerate(seen.seats) if seated.has_chosen)
    is_shown = chosen == (1 << variants.seats) - 1
    return Variant(
        round=seen.round,
        turn=_turn(variants, seen),
        cell=NO_CELL if seen.ability is None else index[seen.ability.label],
        is_extra=seen.is_extra,
        chosen=chosen,
        abilities=tuple(ABILITY_NUMBER[seat.ability or ""] for seat in seen.seats) if is_shown else (),
        changes=changes,
        stones=tuple((index[stone.label], stone.value) for stone in seen.temporary),
        captured=seen.temporary_captures,
        rates=tuple(seat.reward for seat in seen.seats),
        rewards=tuple(seat.score.reward for seat in seen.seats),
        public=tuple(CARD_NUMBER[card.id] for card in seen.public_objectives),
    )


def _turn(variants: Variants, seen: View) -> int:
    """Return the position in the order of play of the seat that places or has just placed.

    It is the number of seats while the shared tile is placed.
    """
    phase = PHASES.index(seen.phase)
    if phase in (TAKE, SCHEME, OVER) and seen.last:
        newest = next(monster.seat for monster in seen.monsters if monster.label == seen.last[-1])
        return variants.seats if newest == variants.seats else seen.order.index(newest)
    if phase == SHARED or (phase == SHARED_DRAW and variants.is_solo):
        return variants.seats
    return seen.order.index(seen.actors[0]) if seen.actors and phase != CHOOSE else 0


def _secrets(variants: Variants, seen: View, rng: Random) -> Secrets:
    """Return the hidden part of a state: the viewer's own ability and cards, and random ones for the other seats."""
    known = {card.id for card in seen.public_objectives}
    known |= {card.id for seat in seen.seats for card in seat.objectives if card.id is not None}
    cards = [card for card in cards_for(variants.layout) if OBJECTIVES[card].id not in known]
    hidden = iter(rng.sample(cards, sum(card.id is None for seat in seen.seats for card in seat.objectives)))
    return Secrets(
        abilities=tuple(_choice(seen, seat, rng) for seat in range(variants.seats)),
        objectives=tuple(
            tuple(next(hidden) if card.id is None else CARD_NUMBER[card.id] for card in seat.objectives)
            for seat in seen.seats
        ),
    )


def _choice(seen: View, seat: int, rng: Random) -> int:
    """Return the number of a seat's secret ability, random if the viewer does not know it.

    `NOT_CHOSEN` if the seat has not chosen yet, and once the abilities are revealed.
    """
    seated = seen.seats[seat]
    if seen.phase != PHASES[CHOOSE] or not seated.has_chosen or seated.faction is None:
        return NOT_CHOSEN
    if seated.ability is not None:
        return ABILITY_NUMBER[seated.ability]
    return rng.choice(abilities.abilities_of(FACTIONS.index(seated.faction), seen.edition))
