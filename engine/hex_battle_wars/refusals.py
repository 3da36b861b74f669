"""The errors for illegal actions: texts with the reason and the alternatives.

They are built from the acting seat's view alone, so that they reveal nothing hidden.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

from engine.core import EngineError, GameOver, IllegalAction, NotYourTurn
from engine.hex_battle_wars.actions import (
    Appear,
    Attack,
    Auto,
    Block,
    Deploy,
    End,
    Hold,
    Move,
    Pass,
    Roll,
    Stay,
    Tiles,
    Use,
    Vanish,
)
from engine.hex_battle_wars.board import OFF
from engine.hex_battle_wars.odds import Hidden, Odds, sight_from
from engine.hex_battle_wars.preview import (
    block_labels,
    deploy_labels,
    destination_labels,
    find_cut_off,
    find_too_near,
    is_taken,
    nearest,
    reaches,
)
from engine.hex_battle_wars.view import Piece, Turn, View
from engine.hex_battle_wars.viewing import match_of
from engine.hex_battle_wars.walking import STUCK
from engine.messages import Message, PluralMessage, WordList

Reason: TypeAlias = tuple[Message, str]
"""A refusal's text, and the number of the rule behind it."""

_SHOWN: Final = 6
"""Maximum number of hexes that a text names."""
_NO_PASSES: Final = Message("You have no passes left. Take an action: vanish, roll or attack.")
_NO_HEX: Final = Message("There is no such hex on this board.")
_ORDER: Final = {"blocks": "HBW-4", "deploy": "HBW-5", "turn": "HBW-6"}
"""By phase: the number of the rule that says which seat acts."""
_TURN_ACTIONS: Final = (Appear, Attack, End, Hold, Move, Pass, Roll, Stay, Tiles, Use, Vanish)


def refusal(view: View, action: object) -> EngineError:
    """Return the error for an illegal action of the view's owner, with the reason."""
    if view.phase == "over":
        return GameOver("The game is over.")
    if view.viewer not in view.actors:
        if not view.actors:
            return NotYourTurn("Dice are rolling. Try again in a moment.")
        return NotYourTurn("It's not your turn.", rule=_ORDER[view.phase])
    if view.phase == "blocks":
        return _build_error(_block(view, action))
    if view.phase == "deploy":
        return IllegalAction(_deploy(view, action), rule="HBW-5")
    turn = view.turn
    if turn is None or not isinstance(action, _TURN_ACTIONS):
        return IllegalAction("Set-up is over. Now you can move and attack.", rule="HBW-7")
    return _build_error(_explain_turn_action(view, turn, action))


def _build_error(reason: Reason) -> IllegalAction:
    text, rule = reason
    return IllegalAction(text, rule=rule)


def _join(first: Message, second: Message) -> Message:
    """Return two sentences, one after the other."""
    return Message("{first} {second}", first=first, second=second)


def _block(view: View, action: object) -> Reason:
    if not isinstance(action, Block | Auto):
        return Message("First lay your blocks, or write “auto” to have them laid."), "HBW-4"
    grid = match_of(view).grid
    if not (isinstance(action, Block) and 1 <= action.level <= 3 and 0 <= action.cell < len(grid)):
        return Message("There is no such block or hex."), "HBW-2"
    level, label = action.level, grid.name[action.cell]
    if not view.box[level - 1]:
        return _explain_missing_level(view, level), "HBW-2"
    kind = view.ground[action.cell]
    if kind != ".":
        return _explain_taken_hex(label, kind), "HBW-2"
    lost = [other for other in find_cut_off(view, level, label) if other != label]
    if not lost:
        return _explain_climb(view, level, label), "HBW-3"
    text = Message(
        "A block of level {level} on {hex} would cut off {hexes}. All hexes must stay connected.",
        level=level,
        hex=label,
        hexes=_places(lost),
    )
    return text, "HBW-3"


def _explain_missing_level(view: View, level: int) -> Message:
    left = [
        Message("{number} of level {level}", number=number, level=other)
        for other, number in enumerate(view.box, 1)
        if number
    ]
    return Message(
        "You have no block of level {level} left. You have {blocks}.", level=level, blocks=WordList(left, "and")
    )


def _explain_taken_hex(label: str, kind: str) -> Message:
    if kind == "w":
        return Message("{hex} already has water. Choose a hex without a block or hazard.", hex=label)
    if kind == "q":
        return Message("{hex} already has quicksand. Choose a hex without a block or hazard.", hex=label)
    return Message("{hex} already has a block. Choose a hex without a block or hazard.", hex=label)


def _explain_climb(view: View, level: int, label: str) -> Message:
    """Return the sentences that no character could climb a block, and where one of this level may be laid."""
    places = block_labels(view, level)
    if not places:
        return Message(
            "Nobody could climb a block of level {level} on {hex}. Level 2 goes beside a block of level 1 or more, "
            "level 3 beside one of level 2 or more, but no such hex is free now.",
            level=level,
            hex=label,
        )
    return Message(
        "Nobody could climb a block of level {level} on {hex}. Level 2 goes beside a block of level 1 or more, "
        "level 3 beside one of level 2 or more, for example on {hexes}.",
        level=level,
        hex=label,
        hexes=_places(places),
    )


def _deploy(view: View, action: object) -> Message:
    places = _places(deploy_labels(view))
    if not isinstance(action, Deploy) or not 0 <= action.cell < len(view.ground):
        return Message("First choose where your character starts, for example on {hexes}.", hexes=places)
    label = match_of(view).grid.name[action.cell]
    if any(piece.label == label for piece in view.seats[view.viewer].pieces):
        return Message("Another piece of yours is on {hex}. You can start on {hexes}.", hex=label, hexes=places)
    close = find_too_near(view, label, view.viewer)[0]
    return PluralMessage(
        "{hex} is {number} hex from the character on {other}; characters start at least ten hexes apart. "
        "You can start on {hexes}.",
        "{hex} is {number} hexes from the character on {other}; characters start at least ten hexes apart. "
        "You can start on {hexes}.",
        close.distance,
        hex=label,
        other=close.label,
        hexes=places,
    )


def _explain_turn_action(view: View, turn: Turn, action: object) -> Reason:
    own = view.seats[turn.seat]
    if turn.stage == "start" and own.tiles:
        return Message("You are invisible. First hold to stay invisible, or appear."), "HBW-10"
    if turn.stage == "rolled":
        return _open_roll(view, turn, action)
    if isinstance(action, Use):
        return _use(view, turn, action), "HBW-7"
    if isinstance(action, Pass):
        return _pass(view, turn), "HBW-8"
    if isinstance(action, End):
        text = Message("You can end your turn only after an action. You can pass instead.")
        return text if own.passes else _NO_PASSES, "HBW-8"
    if isinstance(action, Hold | Appear):
        if not own.tiles:
            return Message("You are not invisible."), "HBW-10"
        return Message("You have already done that this turn."), "HBW-7"
    if turn.piece is None:
        return Message("First choose which of your pieces acts."), "HBW-7"
    piece = own.pieces[turn.piece - 1]
    if isinstance(action, Attack):
        return _attack(view, turn, piece, action)
    if isinstance(action, Move | Tiles | Stay):
        if turn.stage == "moved":
            return Message("You have already moved this turn."), "HBW-7"
        return Message("First roll for your movement."), "HBW-12" if piece.invisible else "HBW-14"
    return _order(turn, piece, action), "HBW-7"


def _order(turn: Turn, piece: Piece, action: object) -> Message:
    """Return why an action is out of order in a turn: invisibility comes first, then movement, then attack (HBW-7)."""
    if turn.stage == "moved":
        return Message("You have already moved this turn. You can attack, or end your turn.")
    if piece.invisible:
        return Message("You are already invisible. You can roll for your tiles, or end your turn.")
    if isinstance(action, Vanish):
        return Message("You can't turn invisible any more this turn. You can roll, attack, or end your turn.")
    return Message("You can roll, attack, or end your turn.")


def _use(view: View, turn: Turn, action: Use) -> Message:
    if turn.piece is not None:
        return Message("Piece {piece} is already acting this turn.", piece=turn.piece)
    pieces = [number for number, piece in enumerate(view.seats[turn.seat].pieces, 1) if piece.hp]
    return Message(
        "You have no piece {piece} in the game. Choose {pieces}.", piece=action.piece, pieces=WordList(pieces, "or")
    )


def _pass(view: View, turn: Turn) -> Message:
    if turn.acted:
        return Message("You can pass only before your first action. End your turn instead.")
    return _NO_PASSES


def _open_roll(view: View, turn: Turn, action: object) -> Reason:
    """Return why an action is refused while a movement roll must be used (HBW-12, HBW-14, HBW-15, HBW-18).

    The action is not a movement, or the character cannot end on that hex.
    """
    piece = view.seats[turn.seat].pieces[(turn.piece or 1) - 1]
    names = match_of(view).grid.name
    if piece.invisible:
        return _tiles(view, turn, action)
    if not isinstance(action, Move):
        return Message("You rolled {roll}: first choose where to go.", roll=turn.roll), "HBW-14"
    if not 0 <= action.cell < len(names):
        return _NO_HEX, "HBW-14"
    label = names[action.cell]
    if label == piece.label:
        text, rule = Message("You can't end a walk where it began."), "HBW-15"
    elif is_taken(view, label):
        text, rule = Message("{hex} is taken, and you can't end there or cross it.", hex=label), "HBW-15"
    else:
        text, rule = _explain_distance(view, turn, piece, label), "HBW-14"
    return _join(text, _describe_alternatives(view, label, 1)), rule


def _explain_distance(view: View, turn: Turn, piece: Piece, label: str) -> Message:
    """Return the sentence that a hex is too far away, or that no walk of the rolled length ends there."""
    grid = match_of(view).grid
    distance = grid.distance(grid.index[piece.label or label], grid.index[label])
    if distance > turn.roll:
        return PluralMessage(
            "{hex} is {number} hex away, and you rolled {roll}.",
            "{hex} is {number} hexes away, and you rolled {roll}.",
            distance,
            hex=label,
            roll=turn.roll,
        )
    return Message("You rolled {roll}, and you can't reach {hex} with exactly that.", roll=turn.roll, hex=label)


def _tiles(view: View, turn: Turn, action: object) -> Reason:
    """Return why an action is refused while the tiles of an invisible piece must move.

    The text names the first tile with a wrong destination.
    """
    names, own = match_of(view).grid.name, view.seats[turn.seat].tiles
    for number, (cell, start) in enumerate(
        zip(action.cells if isinstance(action, Tiles) else (), own, strict=False), 1
    ):
        if start is None:
            if cell != OFF:
                return Message("Tile {tile} is gone. Write “-” for it.", tile=number), "HBW-12"
        elif not 0 <= cell < len(names):
            return Message("Tile {tile} needs a hex to go to.", tile=number), "HBW-12"
        elif names[cell] not in destination_labels(view, number):
            return _explain_tile_end(view, turn, number, start, names[cell])
    return Message("You rolled {roll}: choose where your tiles go, or stay.", roll=turn.roll), "HBW-12"


def _explain_tile_end(view: View, turn: Turn, tile: int, start: str, label: str) -> Reason:
    """Return why a tile cannot end on a hex."""
    reach = reaches(view)[tile - 1]
    if reach is not None and reach.held == STUCK:
        return Message("Tile {tile} is stuck in a hazard and stays on {hex}.", tile=tile, hex=start), "HBW-18"
    if reach is not None and reach.held:
        return Message("Tile {tile} is boxed in and stays on {hex}.", tile=tile, hex=start), "HBW-15"
    if label == start:
        text, rule = Message("Tile {tile} can't end where it began.", tile=tile), "HBW-15"
    elif is_taken(view, label):
        text, rule = Message("Tile {tile} can't end on {hex}, which is taken.", tile=tile, hex=label), "HBW-15"
    else:
        text = Message("Tile {tile} can't end on {hex} with a {roll}.", tile=tile, hex=label, roll=turn.roll)
        rule = "HBW-14"
    return _join(text, _describe_alternatives(view, label, tile)), rule


def _describe_alternatives(view: View, label: str, tile: int) -> Message:
    return Message("The nearest hex you can reach is {hex}.", hex=nearest(view, label, tile))


def _attack(view: View, turn: Turn, piece: Piece, action: Attack) -> Reason:
    """Return why an attack on a hex is refused (HBW-10, HBW-13, HBW-19, HBW-23)."""
    names = match_of(view).grid.name
    if piece.label is None:
        return Message("You can't attack while you are invisible."), "HBW-10"
    if not 0 <= action.cell < len(names):
        return _NO_HEX, "HBW-19"
    label = names[action.cell]
    sight = sight_from(view, label=piece.label, seat=turn.seat)
    seen = [odds for odds in sight.targets if odds.label == label]
    if seen:
        return _explain_tile_name(label, seen), "HBW-13"
    for hidden in sight.hidden:
        if hidden.label == label:
            return _join(_explain_hiding_blocks(hidden, piece.label), _describe_targets(sight.targets)), "HBW-23"
    text = Message("There is nobody to attack on {hex}.", hex=label)
    return _join(text, _describe_targets(sight.targets)), "HBW-19"


def _explain_tile_name(label: str, seen: Sequence[Odds]) -> Message:
    if not seen[0].named:
        return Message("There is one target on {hex}: write “attack {hex}”.", hex=label)
    tiles = WordList([odds.tile for odds in seen], "or")
    return Message("Several tiles share {hex}: name tile {tiles}.", hex=label, tiles=tiles)


def _explain_hiding_blocks(hidden: Hidden, origin: str) -> Message:
    return PluralMessage(
        "You can't see {hex} from {origin}: the block on {blocks} hides it.",
        "You can't see {hex} from {origin}: the blocks on {blocks} hide it.",
        len(hidden.behind),
        hex=hidden.label,
        origin=origin,
        blocks=WordList(hidden.behind, "and"),
    )


def _describe_targets(targets: Sequence[Odds]) -> Message:
    labels = list(dict.fromkeys(odds.label for odds in targets))
    if not labels:
        return Message("Nobody is in sight.")
    return Message("In sight: {targets}.", targets=WordList(labels[:_SHOWN], "and"))


def _places(labels: Sequence[str]) -> Message | WordList:
    """Format a list of hexes: at most `_SHOWN` labels, spread evenly over the list, and the number of the others."""
    if not labels:
        return Message("no hex now")
    step = max(1, len(labels) // _SHOWN)
    shown = labels[::step][:_SHOWN]
    more = len(labels) - len(shown)
    if not more:
        return WordList(shown, "and")
    return Message("{hexes} and {number} more", hexes=", ".join(shown), number=more)
