"""Errors for illegal actions, with texts that say what is possible instead.

They are built from the actor's view alone, so that they reveal nothing hidden.
"""

from collections.abc import Mapping
from typing import Final

from engine.core import EngineError, GameOver, IllegalAction, NotYourTurn, join_and, join_or
from engine.monster_hex.abilities import ABILITIES, SCHEME, abilities_of, ability_name, strength
from engine.monster_hex.actions import (
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
from engine.monster_hex.content import EMPTY, FACTIONS, SIDES, TILE_INDEX, TILES, layout
from engine.monster_hex.petrified import find_stones_closed_by
from engine.monster_hex.preview import (
    find_placements,
    free_hexes,
    list_facing_powers,
    scattering_hexes,
    with_shared_tile,
)
from engine.monster_hex.view import AbilityChoice, Monster, TakeChoice, View
from engine.monster_hex.viewing import pieces

RULES: Final[Mapping[str, str]] = {
    "enchant": "MH-16",
    "reward": "MH-16",
    "strike": "MH-17",
    "scatter": "MH-17",
    "confuse": "MH-18",
    "scheme": "MH-18",
    "curse": "MH-19",
    "petrify": "MH-19",
}
"""The number of the rule that describes each ability, by the ability's name."""
_USES = (Enchant, Curse, Confuse, Petrify, Reward, Strike, Scheme, Decline)


def refusal(view: View, action: object) -> EngineError:
    """Return the error that explains why an action is illegal for the viewer."""
    if view.phase == "over":
        return GameOver("The game is over.")
    if view.phase == "choose":
        return _choice(view, action)
    if view.viewer not in view.actors:
        return _build_turn_error(view)
    if view.ability is not None:
        return _use(view, view.ability, action)
    if view.phase == "shared":
        return _build_shared_error(view, action)
    if view.take is not None:
        return _take(view, view.take, action)
    if isinstance(action, Place):
        return _placement(view, action)
    if isinstance(action, Scatter):
        return _build_scatter_error(view, action)
    if isinstance(action, (*_USES, Choose, PlaceShared)):
        return _build_timing_error(view, action)
    if isinstance(action, Take):
        return IllegalAction("You have no value to choose now. Place a tile.", rule="MH-10")
    return IllegalAction("That happens automatically. Place a tile.", rule="MH-4")


def _build_turn_error(view: View) -> EngineError:
    """Return the error for a seat that does not have to act, naming the faction that does (MH-3, MH-10)."""
    if not view.actors:
        return NotYourTurn("Tiles are being drawn. Try again in a moment.")
    faction = (view.faction_of(view.actors[0]) or "").title()
    if view.take is not None:
        text = f"It's {faction}'s turn to choose a value of the {_stone_name(view, view.take)}."
        return NotYourTurn(text, rule="MH-10")
    return NotYourTurn(f"It's {faction}'s turn.", rule="MH-3")


def _stone_name(view: View, choice: TakeChoice) -> str:
    """Return the name and the label of the Stone whose value is being chosen: "Jade Lord (B3)"."""
    return f"{layout(view.board).stone(choice.stone).short_name} ({choice.stone})"


def _take(view: View, asked: TakeChoice, action: object) -> EngineError:
    values = join_or([str(value.points) for value in asked.values])
    if isinstance(action, Take):
        text = f"The {_stone_name(view, asked)} has no value {action.value}. Choose {values}."
        return IllegalAction(text, rule="MH-10")
    return IllegalAction(f"First choose a value of the {_stone_name(view, asked)}: {values}.", rule="MH-10")


def _placement(view: View, place: Place) -> EngineError:
    """Return the error for an illegal placement, with the fault and the hexes where the tile fits.

    The rules involved are MH-2, MH-5, MH-6 and MH-19.
    """
    names = layout(view.board).board.name
    hand = view.hand or ()
    if not 0 <= place.tile < len(TILES) or TILES[place.tile].id not in hand:
        tile = f"The {TILES[place.tile].name}" if 0 <= place.tile < len(TILES) else "That tile"
        held = join_and([f"the {_monster_name(other)}" for other in hand])
        return IllegalAction(f"{tile} isn't in your hand. You have {held}.", rule="MH-2")
    tile = TILES[place.tile].id
    if not (0 <= place.cell < len(names) and 0 <= place.rotation < 6):
        return IllegalAction(
            f"There is no such place on this board. {_describe_fitting_places(view, tile)}", rule="MH-5"
        )
    label = names[place.cell]
    for monster in view.monsters:
        if monster.label == label:
            text = f"{label} already holds {_format_owner(view, monster)}. {_describe_fitting_places(view, tile)}"
            return IllegalAction(text, rule="MH-5")
    if any(stone.label == label for stone in view.temporary):
        return IllegalAction(f"{label} is a temporary Stone now. {_describe_fitting_places(view, tile)}", rule="MH-19")
    free = free_hexes(view)
    if free and not view.monsters:
        return IllegalAction(f"The first tile goes on a start hex: {join_or(free)}.", rule="MH-5")
    if free:
        text = f"No tile in your hand matches now, so you can place any of them on {join_or(free)}, in any rotation."
        return IllegalAction(text, rule="MH-6")
    return _mismatch(view, tile, label, place.rotation)


def _format_owner(view: View, monster: Monster) -> str:
    """Return a Monster's name with its owner: "your Goblin"."""
    owner = "your" if monster.seat == view.viewer else f"{(view.faction_of(monster.seat) or '').title()}'s"
    return f"{owner} {_monster_name(monster.tile)}"


def _mismatch(view: View, tile: str, label: str, rotation: int) -> EngineError:
    """Return the error for a placement without a matching edge (MH-5).

    The text names the powers that would match, and the rotations that fit on this hex or else the hexes that fit.
    """
    needs = [f"a {match.power} on its {SIDES[match.edge]} edge" for match in list_facing_powers(view, label)]
    if not needs:
        return IllegalAction(
            f"{label} has no Monster beside it to match. {_describe_fitting_places(view, tile)}", rule="MH-5"
        )
    rotations = [str(turn) for turn in find_placements(view, tile).get(label, ())]
    if rotations:
        text = f"On {label} the {_monster_name(tile)} fits with rotation {join_or(rotations)}, not {rotation}."
        return IllegalAction(f"{text} It needs {join_or(needs)}.", rule="MH-5")
    text = f"The {_monster_name(tile)} doesn't match on {label}, where it needs {join_or(needs)}."
    return IllegalAction(f"{text} {_describe_fitting_places(view, tile)}", rule="MH-5")


def _describe_fitting_places(view: View, tile: str) -> str:
    places = find_placements(view, tile)
    if places:
        return f"The {_monster_name(tile)} fits on {join_and(list(places))}."
    others = [f"the {_monster_name(other)}" for other in view.hand or () if find_placements(view, other)]
    do = "does" if len(others) == 1 else "do"
    return f"The {_monster_name(tile)} fits nowhere now, but {join_and(others)} {do}."


def _monster_name(tile: str) -> str:
    """Return the name of the Monster on the tile with this id."""
    return TILES[TILE_INDEX[tile]].name


def _choice(view: View, action: object) -> EngineError:
    if not 0 <= view.viewer < len(view.seats) or view.seats[view.viewer].forfeited:
        return NotYourTurn("The players are choosing their abilities.", rule="MH-15")
    faction = view.seats[view.viewer].faction or FACTIONS[0]
    offered = abilities_of(FACTIONS.index(faction), view.edition)
    own = [ability_name(ABILITIES[ability], view.edition) for ability in offered]
    if isinstance(action, Choose) and 0 <= action.ability < len(ABILITIES):
        other = ability_name(ABILITIES[action.ability], view.edition)
        if view.edition is not None and action.ability == SCHEME:
            text = f"The {view.edition} edition has no {other}. Choose {join_or(own)}."
            return IllegalAction(text, rule="MH-24")
        return IllegalAction(f"{other} isn't an ability of {faction.title()}. Choose {join_or(own)}.", rule="MH-15")
    return IllegalAction(f"First choose your ability: {join_or(own)}.", rule="MH-15")


def _build_timing_error(view: View, action: object) -> EngineError:
    if isinstance(action, PlaceShared):
        text = "You can't place the shared tile now. Place a tile from your hand."
        return IllegalAction(text, rule=_rule_of_shared_tile(view))
    if isinstance(action, Choose):
        return IllegalAction("You have already chosen your ability. Place a tile.", rule="MH-15")
    ability = view.seats[view.viewer].ability
    if ability is None:
        return IllegalAction("This game is played without abilities. Place a tile.", rule="MH-15")
    red = join_or([tile.name for tile in TILES if tile.red])
    how = "by placing" if ability == "scatter" else "right after you place"
    text = f"You use your ability, {ability_name(ability, view.edition)}, {how} your {red}. Place a tile."
    return IllegalAction(text, rule="MH-17" if ability == "scatter" else "MH-15")


def _build_shared_error(view: View, action: object) -> EngineError:
    own = with_shared_tile(view)
    tile = (own.hand or ("",))[0]
    if not isinstance(action, PlaceShared):
        text = f"First place the shared tile, the {_monster_name(tile)}."
        return IllegalAction(text, rule=_rule_of_shared_tile(view))
    return _placement(own, Place(TILE_INDEX[tile], action.cell, action.rotation))


def _rule_of_shared_tile(view: View) -> str:
    """Return the number of the rule about placing the shared tile: MH-21 with two players, MH-22 in solo games."""
    return "MH-21" if len(view.seats) > 1 else "MH-22"


def _build_scatter_error(view: View, action: Scatter) -> EngineError:
    """Return the error for an illegal use of Scatter to place a tile (MH-15, MH-17)."""
    hand = view.hand or ()
    if view.seats[view.viewer].ability != "scatter":
        text = "Scatter isn't your ability. Place the tile where its powers match."
        return IllegalAction(text, rule="MH-15")
    if not 0 <= action.tile < len(TILES) or TILES[action.tile].id not in hand or not view.monsters:
        return _placement(view, Place(action.tile, action.cell, action.rotation))
    return IllegalAction(_explain_scatter(view, action), rule="MH-17")


def _explain_scatter(view: View, action: Scatter) -> str:
    names = layout(view.board).board.name
    tile = TILES[action.tile]
    if not tile.red:
        red = join_or([tile.name for tile in TILES if tile.red])
        return f"You can use Scatter only with a red rank: {red}."
    hexes = scattering_hexes(view, tile.id)
    where = f"Scatter places the {tile.name} on {join_or(list(hexes))}." if hexes else "It fits wherever it can go."
    if not (0 <= action.cell < len(names) and 0 <= action.rotation < 6):
        return f"There is no such place on this board. {where}"
    label = names[action.cell]
    if pieces(view)[action.cell] != EMPTY:
        return f"{label} is not empty. {where}"
    if strength(action.tile) == 1 and not _has_neighbour(view, action.cell):
        return f"{label} has no Monster beside it. {where}"
    return f"The {tile.name} fits there without Scatter. Leave out the word scatter."


def _has_neighbour(view: View, cell: int) -> bool:
    board = pieces(view)
    return any(board[other] >= 0 for other in layout(view.board).board.neighbours[cell])


def _use(view: View, asked: AbilityChoice, action: object) -> EngineError:
    """Return the error for an illegal answer to the question whether the seat uses its ability (MH-15 to MH-19).

    The text lists the legal answers.
    """
    name = ability_name(asked.ability, view.edition)
    where = f"Use {name} on {join_or(asked.targets)}, or decline." if asked.targets else f"Use {name}, or decline."
    if not isinstance(action, _USES) or type(action).__name__.lower() != asked.ability:
        return IllegalAction(f"{_explain_no_answer(view, asked, action)} {where}", rule="MH-15")
    cell = getattr(action, "cell", -1)
    names = layout(view.board).board.name
    if not 0 <= cell < len(names):
        why = "There is no such hex on this board."
    elif isinstance(action, Petrify):
        why = _explain_petrify(view, cell)
    else:
        why = _explain_reach(view, asked, action, names[cell])
    return IllegalAction(f"{why} {where}", rule=RULES[asked.ability])


def _explain_no_answer(view: View, asked: AbilityChoice, action: object) -> str:
    """Return a sentence that explains why an action is no answer to the question about the seat's ability."""
    if isinstance(action, _USES):
        return f"{ability_name(type(action).__name__.lower(), view.edition)} isn't your ability."
    if isinstance(action, Choose):
        return "You have already chosen your ability."
    if isinstance(action, (Place, Scatter, PlaceShared, Take)):
        return f"First decide about the ability of your {_format_acting_monster(view, asked)}."
    return "That happens automatically."


def _format_acting_monster(view: View, asked: AbilityChoice) -> str:
    tile = next(monster.tile for monster in view.monsters if monster.label == asked.label)
    return f"{_monster_name(tile)} on {asked.label}"


def _explain_petrify(view: View, cell: int) -> str:
    """Return a sentence that explains why Petrify cannot be used on a hex (MH-19)."""
    table, board = layout(view.board), pieces(view)
    label = table.board.name[cell]
    if board[cell] != EMPTY:
        return f"{label} is not empty."
    labels = find_stones_closed_by(table, board, view.captures, cell)
    named = [_format_stone(view, stone) for stone in labels]
    return f"{label} is the last empty hex beside the {join_and(named)}."


def _format_stone(view: View, label: str) -> str:
    table = layout(view.board)
    if label in table.stone_index:
        return f"{table.stone(label).short_name} ({label})"
    return f"temporary Stone ({label})"


def _explain_reach(view: View, asked: AbilityChoice, action: object, label: str) -> str:
    """Return a sentence that explains why Enchant, Curse or Confuse cannot be used on the hex with this label."""
    monster = next((monster for monster in view.monsters if monster.label == label), None)
    if monster is None:
        return f"{label} holds no Monster."
    name = _monster_name(monster.tile)
    if isinstance(action, Enchant):
        return f"The {name} on {label} isn't yours."
    if monster.seat == view.viewer:
        return f"The {name} on {label} is your own."
    if isinstance(action, Confuse) and label in asked.targets:
        if action.rotation == monster.rotation:
            return f"The {name} on {label} already has rotation {monster.rotation}. Choose another rotation."
        return "Rotations go from 0 to 5."
    return f"The {name} on {label} is out of reach of your {_format_acting_monster(view, asked)}."
