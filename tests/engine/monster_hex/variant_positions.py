"""Hand-made positions of Monster Hex with variants, and play from them in notation."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from engine.core import CHANCE, HOST, Transition
from engine.monster_hex import GAME_TYPE
from engine.monster_hex.abilities import ABILITY_NUMBER
from engine.monster_hex.content import ALL_TILES, EMPTY, FACTIONS, SLOTS, TILE_INDEX, layout, tile_set
from engine.monster_hex.events import Event
from engine.monster_hex.placing import fits_after_changes
from engine.monster_hex.rules import MonsterHexRules
from engine.monster_hex.setup import CARD_NUMBER
from engine.monster_hex.state import NO_CELL, NOT_CHOSEN, PETRIFIED, PLACE, Secrets, State, Variant
from engine.replay import apply_text
from tests.engine.monster_hex.positions import ALL_IDS, Lying

FIRST_ABILITIES = {"red": "enchant", "blue": "strike", "yellow": "confuse", "green": "curse"}


def rules_with(seats: int, factions: Sequence[str | None], **options: Any) -> MonsterHexRules:
    """Return the rules for some factions, with abilities by default."""
    return GAME_TYPE.rules(seats, {"abilities": True, "factions": list(factions), **options})


def placing_state(
    rules: MonsterHexRules,
    factions: Sequence[str],
    monsters: Mapping[str, Lying],
    abilities: Sequence[str] = (),
    hands: Mapping[int, str] | None = None,
    changes: Mapping[str, int] | None = None,
    stones: Mapping[str, int] | None = None,
    unplayed: Mapping[int, str] | None = None,
    cards: Mapping[int, str] | None = None,
    **more: Any,
) -> State:
    """Return a state in which seat 0 must place and the others follow in order.

    Seat 0 holds all tiles unless `hands` say otherwise. `abilities` are by seat, by default the first listed. `stones`
    are temporary ones, `cards` private ones. `more` are fields of the state's variant part.
    """
    table = layout(rules.view(rules.initial_state(), 0).board)
    index, seats, owners = table.board.index, rules.seats, len(factions)
    cells = [EMPTY] * len(table.board)
    for label, (owner, tile, rotation) in monsters.items():
        cells[index[label]] = owner * SLOTS + TILE_INDEX[tile] * 6 + rotation
    for label in stones or {}:
        cells[index[label]] = PETRIFIED
    by_cell = [0] * len(cells)
    for label, change in (changes or {}).items():
        by_cell[index[label]] = change
    held = {0: ALL_IDS, **(hands or {})}
    chosen = abilities or [FIRST_ABILITIES[faction] for faction in factions[:seats]]
    left = {seat: tile_set(tuple(ids.split())) for seat, ids in (unplayed or {}).items()}
    fields: dict[str, Any] = {
        "round": 1, "turn": 0, "cell": NO_CELL, "is_extra": False, "chosen": (1 << seats) - 1,
        "abilities": tuple(ABILITY_NUMBER[name] for name in chosen), "changes": tuple(by_cell),
        "stones": tuple(sorted((index[label], value) for label, value in (stones or {}).items())),
        "captured": (), "rates": (0,) * seats, "rewards": (0,) * seats, "public": (), **more,
    }  # fmt: skip
    own = tuple(tuple(CARD_NUMBER[card] for card in (cards or {}).get(seat, "").split()) for seat in range(seats))
    return State(
        phase=PLACE,
        factions=tuple(FACTIONS.index(name) for name in factions),
        order=tuple(range(seats)),
        placed=len(monsters),
        board=tuple(cells),
        fits=fits_after_changes(table, tuple(cells), by_cell),
        hands=tuple(tile_set(tuple(held.get(owner, "").split())) for owner in range(owners)),
        unplayed=tuple(left.get(owner, ALL_TILES) for owner in range(owners)),
        captures=(None,) * len(table.stones),
        pending=(),
        last=(),
        forfeited=0,
        variant=Variant(**fields),
        secrets=Secrets((NOT_CHOSEN,) * seats, own),
    )


def placing_with(
    factions: Sequence[str], monsters: Mapping[str, Lying], *, options: Mapping[str, Any] | None = None, **more: Any
) -> tuple[MonsterHexRules, State]:
    """Return rules for a seat of each faction, and a state in which seat 0 must place; see `placing_state`."""
    rules = rules_with(len(factions), factions, **(options or {}))
    return rules, placing_state(rules, factions, monsters, **more)


def act(rules: MonsterHexRules, state: State, *actions: str) -> Transition[State, Event]:
    """Play actions in notation by the seat to act, or by HOST ("host: close").

    The transition has the last state and all events.
    """
    events: list[Event] = []
    for action in actions:
        actor = rules.actors(state)[0]
        host = action.startswith("host: ")
        transition = apply_text(rules, state, HOST if host else actor, action.removeprefix("host: "))
        state = transition.state
        events.extend(transition.events)
    return Transition(state, tuple(events))


def after(rules: MonsterHexRules, state: State, *actions: str) -> State:
    """Play actions like `act`, and return the state alone."""
    return act(rules, state, *actions).state


def legal(rules: MonsterHexRules, state: State, verb: str = "") -> list[str]:
    """Return the legal actions of the seat to act, in notation, optionally those that start with `verb`."""
    actions = [rules.format_action(action) for action in rules.legal_actions(state, rules.actors(state)[0])]
    return [action for action in actions if action.startswith(verb)]


def dealt(rules: MonsterHexRules, state: State, seed: int = 1) -> State:
    """Play all due chance actions and return the new state."""
    rng = Random(seed)
    while rules.actors(state) == (CHANCE,):
        state = rules.apply(state, CHANCE, rng.choice(rules.chance_outcomes(state))).state
    return state


def continue_play(rules: MonsterHexRules, state: State, seed: int) -> State:
    """Play the game to its end at random and return the last state."""
    rng = Random(seed)
    while actors := rules.actors(state):
        player = rng.choice(actors)
        state = rules.apply(state, player, rng.choice(rules.legal_actions(state, player))).state
    return state


def list_powers(rules: MonsterHexRules, state: State, label: str) -> tuple[int, ...]:
    """Return the present powers of the Monster on a hex, by edge."""
    return next(monster.powers for monster in rules.view(state, 0).monsters if monster.label == label)


def placing(rules: MonsterHexRules, state: State, tile: str, label: str) -> str:
    """Return the first legal placement of a tile on a hex, in notation."""
    return legal(rules, state, f"place {tile} {label} ")[0]
