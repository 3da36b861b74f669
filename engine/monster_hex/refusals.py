"""Errors for illegal actions, with texts that say what is possible instead.

They are built from the actor's view alone, so that they reveal nothing hidden.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.core import EngineError, GameOver, IllegalAction, NotYourTurn
from engine.messages import Message, PluralMessage, WordList
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
_NO_PLACE = Message("There is no such place on this board.")
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
        stone = _format_stone(view, view.take.stone)
        text = Message("It's {faction}'s turn to choose a value of the {stone}.", faction=faction, stone=stone)
        return NotYourTurn(text, rule="MH-10")
    return NotYourTurn(Message("It's {faction}'s turn.", faction=faction), rule="MH-3")


def _take(view: View, asked: TakeChoice, action: object) -> EngineError:
    stone, values = _format_stone(view, asked.stone), WordList([value.points for value in asked.values], "or")
    if isinstance(action, Take):
        return IllegalAction(
            Message(
                "The {stone} has no value {value}. Choose {values}.", stone=stone, value=action.value, values=values
            ),
            rule="MH-10",
        )
    text = Message("First choose a value of the {stone}: {values}.", stone=stone, values=values)
    return IllegalAction(text, rule="MH-10")


def _placement(view: View, place: Place) -> EngineError:
    """Return the error for an illegal placement, with the fault and the hexes where the tile fits.

    The rules involved are MH-2, MH-5, MH-6 and MH-19.
    """
    names = layout(view.board).board.name
    hand = view.hand or ()
    if not 0 <= place.tile < len(TILES) or TILES[place.tile].id not in hand:
        return IllegalAction(_explain_hand(hand, place.tile), rule="MH-2")
    tile = TILES[place.tile].id
    if not (0 <= place.cell < len(names) and 0 <= place.rotation < 6):
        return IllegalAction(_join(_NO_PLACE, _describe_fitting_places(view, tile)), rule="MH-5")
    label = names[place.cell]
    for monster in view.monsters:
        if monster.label == label:
            text = _join(_describe_monster(view, monster), _describe_fitting_places(view, tile))
            return IllegalAction(text, rule="MH-5")
    if any(stone.label == label for stone in view.temporary):
        text = _join(Message("{hex} is a temporary Stone now.", hex=label), _describe_fitting_places(view, tile))
        return IllegalAction(text, rule="MH-19")
    free = free_hexes(view)
    if free and not view.monsters:
        text = Message("The first tile goes on a start hex: {hexes}.", hexes=WordList(free, "or"))
        return IllegalAction(text, rule="MH-5")
    if free:
        text = Message(
            "No tile in your hand matches now, so you can place any of them on {hexes}, in any rotation.",
            hexes=WordList(free, "or"),
        )
        return IllegalAction(text, rule="MH-6")
    return _mismatch(view, tile, label, place.rotation)


def _join(first: Message, second: Message) -> Message:
    """Return two sentences, one after the other."""
    return Message("{first} {second}", first=first, second=second)


def _explain_hand(hand: Sequence[str], tile: int) -> Message:
    """Return the sentences that a tile is not in the hand, and what is."""
    held = WordList([_format_monster(other) for other in hand], "and")
    if not 0 <= tile < len(TILES):
        return Message("That tile isn't in your hand. You have {monsters}.", monsters=held)
    return Message("The {tile} isn't in your hand. You have {monsters}.", tile=TILES[tile].name, monsters=held)


def _describe_monster(view: View, monster: Monster) -> Message:
    """Return the sentence that a hex holds this Monster, with its owner."""
    name = _monster_name(monster.tile)
    if monster.seat == view.viewer:
        return Message("{hex} already holds your {monster}.", hex=monster.label, monster=name)
    faction = (view.faction_of(monster.seat) or "").title()
    return Message("{hex} already holds {faction}'s {monster}.", hex=monster.label, faction=faction, monster=name)


def _mismatch(view: View, tile: str, label: str, rotation: int) -> EngineError:
    """Return the error for a placement without a matching edge (MH-5).

    The text names the powers that would match, and the rotations that fit on this hex or else the hexes that fit.
    """
    needs = [
        Message("a {power} on its {side} edge", power=match.power, side=SIDES[match.edge])
        for match in list_facing_powers(view, label)
    ]
    if not needs:
        fault = Message("{hex} has no Monster beside it to match.", hex=label)
        return IllegalAction(_join(fault, _describe_fitting_places(view, tile)), rule="MH-5")
    name, needed = _monster_name(tile), WordList(needs, "or")
    rotations = find_placements(view, tile).get(label, ())
    if rotations:
        text = Message(
            "On {hex} the {monster} fits with rotation {rotations}, not {rotation}. It needs {needs}.",
            hex=label,
            monster=name,
            rotations=WordList(rotations, "or"),
            rotation=rotation,
            needs=needed,
        )
        return IllegalAction(text, rule="MH-5")
    fault = Message(
        "The {monster} doesn't match on {hex}, where it needs {needs}.", monster=name, hex=label, needs=needed
    )
    return IllegalAction(_join(fault, _describe_fitting_places(view, tile)), rule="MH-5")


def _describe_fitting_places(view: View, tile: str) -> Message:
    name, places = _monster_name(tile), find_placements(view, tile)
    if places:
        return Message("The {monster} fits on {hexes}.", monster=name, hexes=WordList(list(places), "and"))
    others = [_format_monster(other) for other in view.hand or () if find_placements(view, other)]
    return PluralMessage(
        "The {monster} fits nowhere now, but {others} does.",
        "The {monster} fits nowhere now, but {others} do.",
        len(others),
        monster=name,
        others=WordList(others, "and"),
    )


def _format_monster(tile: str) -> Message:
    return Message("the {monster}", monster=_monster_name(tile))


def _monster_name(tile: str) -> str:
    """Return the name of the Monster on the tile with this id."""
    return TILES[TILE_INDEX[tile]].name


def _choice(view: View, action: object) -> EngineError:
    if not 0 <= view.viewer < len(view.seats) or view.seats[view.viewer].forfeited:
        return NotYourTurn("The players are choosing their abilities.", rule="MH-15")
    faction = view.seats[view.viewer].faction or FACTIONS[0]
    offered = abilities_of(FACTIONS.index(faction), view.edition)
    own = WordList([ability_name(ABILITIES[ability], view.edition) for ability in offered], "or")
    if isinstance(action, Choose) and 0 <= action.ability < len(ABILITIES):
        other = ability_name(ABILITIES[action.ability], view.edition)
        if view.edition is not None and action.ability == SCHEME:
            text = Message(
                "The {edition} edition has no {ability}. Choose {abilities}.",
                edition=view.edition,
                ability=other,
                abilities=own,
            )
            return IllegalAction(text, rule="MH-24")
        text = Message(
            "{ability} isn't an ability of {faction}. Choose {abilities}.",
            ability=other,
            faction=faction.title(),
            abilities=own,
        )
        return IllegalAction(text, rule="MH-15")
    return IllegalAction(Message("First choose your ability: {abilities}.", abilities=own), rule="MH-15")


def _build_timing_error(view: View, action: object) -> EngineError:
    if isinstance(action, PlaceShared):
        text = Message("You can't place the shared tile now. Place a tile from your hand.")
        return IllegalAction(text, rule=_rule_of_shared_tile(view))
    if isinstance(action, Choose):
        return IllegalAction("You have already chosen your ability. Place a tile.", rule="MH-15")
    ability = view.seats[view.viewer].ability
    if ability is None:
        return IllegalAction("This game is played without abilities. Place a tile.", rule="MH-15")
    name = ability_name(ability, view.edition)
    if ability == "scatter":
        return IllegalAction(
            Message(
                "You use your ability, {ability}, by placing your {monsters}. Place a tile.",
                ability=name,
                monsters=_format_red_tiles(),
            ),
            rule="MH-17",
        )
    return IllegalAction(
        Message(
            "You use your ability, {ability}, right after you place your {monsters}. Place a tile.",
            ability=name,
            monsters=_format_red_tiles(),
        ),
        rule="MH-15",
    )


def _format_red_tiles() -> WordList:
    return WordList([tile.name for tile in TILES if tile.red], "or")


def _build_shared_error(view: View, action: object) -> EngineError:
    own = with_shared_tile(view)
    tile = (own.hand or ("",))[0]
    if not isinstance(action, PlaceShared):
        text = Message("First place the shared tile, the {monster}.", monster=_monster_name(tile))
        return IllegalAction(text, rule=_rule_of_shared_tile(view))
    return _placement(own, Place(TILE_INDEX[tile], action.cell, action.rotation))


def _rule_of_shared_tile(view: View) -> str:
    """Return the number of the rule about placing the shared tile: MH-21 with two players, MH-22 in solo games."""
    return "MH-21" if len(view.seats) > 1 else "MH-22"


def _build_scatter_error(view: View, action: Scatter) -> EngineError:
    """Return the error for an illegal use of Scatter to place a tile (MH-15, MH-17)."""
    hand = view.hand or ()
    if view.seats[view.viewer].ability != "scatter":
        text = Message("Scatter isn't your ability. Place the tile where its powers match.")
        return IllegalAction(text, rule="MH-15")
    if not 0 <= action.tile < len(TILES) or TILES[action.tile].id not in hand or not view.monsters:
        return _placement(view, Place(action.tile, action.cell, action.rotation))
    return IllegalAction(_explain_scatter(view, action), rule="MH-17")


def _explain_scatter(view: View, action: Scatter) -> Message:
    names = layout(view.board).board.name
    tile = TILES[action.tile]
    if not tile.red:
        return Message("You can use Scatter only with a red rank: {monsters}.", monsters=_format_red_tiles())
    where = Message("It fits wherever it can go.")
    if hexes := scattering_hexes(view, tile.id):
        where = Message(
            "Scatter places the {monster} on {hexes}.", monster=tile.name, hexes=WordList(list(hexes), "or")
        )
    if not (0 <= action.cell < len(names) and 0 <= action.rotation < 6):
        return _join(_NO_PLACE, where)
    label = names[action.cell]
    if pieces(view)[action.cell] != EMPTY:
        return _join(Message("{hex} is not empty.", hex=label), where)
    if strength(action.tile) == 1 and not _has_neighbour(view, action.cell):
        return _join(Message("{hex} has no Monster beside it.", hex=label), where)
    return Message("The {monster} fits there without Scatter. Leave out the word scatter.", monster=tile.name)


def _has_neighbour(view: View, cell: int) -> bool:
    board = pieces(view)
    return any(board[other] >= 0 for other in layout(view.board).board.neighbours[cell])


def _use(view: View, asked: AbilityChoice, action: object) -> EngineError:
    """Return the error for an illegal answer to the question whether the seat uses its ability (MH-15 to MH-19).

    The text lists the legal answers.
    """
    name = ability_name(asked.ability, view.edition)
    where = Message("Use {ability}, or decline.", ability=name)
    if asked.targets:
        where = Message("Use {ability} on {hexes}, or decline.", ability=name, hexes=WordList(asked.targets, "or"))
    if not isinstance(action, _USES) or type(action).__name__.lower() != asked.ability:
        return IllegalAction(_join(_explain_no_answer(view, asked, action), where), rule="MH-15")
    cell = getattr(action, "cell", -1)
    names = layout(view.board).board.name
    if not 0 <= cell < len(names):
        why = Message("There is no such hex on this board.")
    elif isinstance(action, Petrify):
        why = _explain_petrify(view, cell)
    else:
        why = _explain_reach(view, asked, action, names[cell])
    return IllegalAction(_join(why, where), rule=RULES[asked.ability])


def _explain_no_answer(view: View, asked: AbilityChoice, action: object) -> Message:
    """Return a sentence that explains why an action is no answer to the question about the seat's ability."""
    if isinstance(action, _USES):
        name = ability_name(type(action).__name__.lower(), view.edition)
        return Message("{ability} isn't your ability.", ability=name)
    if isinstance(action, Choose):
        return Message("You have already chosen your ability.")
    if isinstance(action, (Place, Scatter, PlaceShared, Take)):
        acting = _find_acting_monster(view, asked)
        return Message("First decide about the ability of your {monster} on {hex}.", monster=acting, hex=asked.label)
    return Message("That happens automatically.")


def _find_acting_monster(view: View, asked: AbilityChoice) -> str:
    """Return the name of the Monster whose placement offers the ability."""
    return _monster_name(next(monster.tile for monster in view.monsters if monster.label == asked.label))


def _explain_petrify(view: View, cell: int) -> Message:
    """Return a sentence that explains why Petrify cannot be used on a hex (MH-19)."""
    table, board = layout(view.board), pieces(view)
    label = table.board.name[cell]
    if board[cell] != EMPTY:
        return Message("{hex} is not empty.", hex=label)
    labels = find_stones_closed_by(table, board, view.captures, cell)
    stones = WordList([_format_stone(view, stone) for stone in labels], "and")
    return Message("{hex} is the last empty hex beside the {stones}.", hex=label, stones=stones)


def _format_stone(view: View, label: str) -> Message:
    """Return the name and the label of a Stone: "Jade Lord (B3)"."""
    table = layout(view.board)
    if label in table.stone_index:
        return Message("{stone} ({hex})", stone=table.stone(label).short_name, hex=label)
    return Message("temporary Stone ({hex})", hex=label)


def _explain_reach(view: View, asked: AbilityChoice, action: object, label: str) -> Message:
    """Return a sentence that explains why Enchant, Curse or Confuse cannot be used on the hex with this label."""
    monster = next((monster for monster in view.monsters if monster.label == label), None)
    if monster is None:
        return Message("{hex} holds no Monster.", hex=label)
    name = _monster_name(monster.tile)
    if isinstance(action, Enchant):
        return Message("The {monster} on {hex} isn't yours.", monster=name, hex=label)
    if monster.seat == view.viewer:
        return Message("The {monster} on {hex} is your own.", monster=name, hex=label)
    if isinstance(action, Confuse) and label in asked.targets:
        if action.rotation == monster.rotation:
            return Message(
                "The {monster} on {hex} already has rotation {rotation}. Choose another rotation.",
                monster=name,
                hex=label,
                rotation=monster.rotation,
            )
        return Message("Rotations go from 0 to 5.")
    return Message(
        "The {monster} on {hex} is out of reach of your {acting} on {place}.",
        monster=name,
        hex=label,
        acting=_find_acting_monster(view, asked),
        place=asked.label,
    )
