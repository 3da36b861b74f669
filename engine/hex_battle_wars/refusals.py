"""The errors for illegal actions: texts with the reason and the alternatives.

They are built from the acting seat's view alone, so that they reveal nothing hidden.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

from engine.core import EngineError, GameOver, IllegalAction, NotYourTurn, join_and, join_or
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

Reason: TypeAlias = tuple[str, str]
"""A refusal's text, and the number of the rule behind it."""

_SHOWN: Final = 6
"""Maximum number of hexes that a text names."""
_NO_PASSES: Final = "You have no passes left. Take an action: vanish, roll or attack."
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


def _block(view: View, action: object) -> Reason:
    if not isinstance(action, Block | Auto):
        return "First lay your blocks, or write “auto” to have them laid.", "HBW-4"
    grid = match_of(view).grid
    if not (isinstance(action, Block) and 1 <= action.level <= 3 and 0 <= action.cell < len(grid)):
        return "There is no such block or hex.", "HBW-2"
    level, label = action.level, grid.name[action.cell]
    if not view.box[level - 1]:
        left = [f"{number} of level {other}" for other, number in enumerate(view.box, 1) if number]
        return f"You have no block of level {level} left. You have {join_and(left)}.", "HBW-2"
    kind = view.ground[action.cell]
    if kind != ".":
        what = {"w": "water", "q": "quicksand"}.get(kind, "a block")
        return f"{label} already has {what}. Choose a hex without a block or hazard.", "HBW-2"
    lost = [other for other in find_cut_off(view, level, label) if other != label]
    step = "Level 2 goes beside a block of level 1 or more, level 3 beside one of level 2 or more"
    if not lost:
        places = block_labels(view, level)
        where = f"for example on {_places(places)}" if places else "but no such hex is free now"
        return f"Nobody could climb a block of level {level} on {label}. {step}, {where}.", "HBW-3"
    text = f"A block of level {level} on {label} would cut off {_places(lost)}."
    return f"{text} All hexes must stay connected.", "HBW-3"


def _deploy(view: View, action: object) -> str:
    labels = deploy_labels(view)
    if not isinstance(action, Deploy) or not 0 <= action.cell < len(view.ground):
        return f"First choose where your character starts, for example on {_places(labels)}."
    label = match_of(view).grid.name[action.cell]
    if any(piece.label == label for piece in view.seats[view.viewer].pieces):
        return f"Another piece of yours is on {label}. You can start on {_places(labels)}."
    close = find_too_near(view, label, view.viewer)[0]
    text = f"{label} is {_hexes(close.distance)} from the character on {close.label}"
    text += "; characters start at least ten hexes apart"
    return f"{text}. You can start on {_places(labels)}."


def _explain_turn_action(view: View, turn: Turn, action: object) -> Reason:
    own = view.seats[turn.seat]
    if turn.stage == "start" and own.tiles:
        return "You are invisible. First hold to stay invisible, or appear.", "HBW-10"
    if turn.stage == "rolled":
        return _open_roll(view, turn, action)
    if isinstance(action, Use):
        return _use(view, turn, action), "HBW-7"
    if isinstance(action, Pass):
        return _pass(view, turn), "HBW-8"
    if isinstance(action, End):
        text = "You can end your turn only after an action. You can pass instead." if own.passes else _NO_PASSES
        return text, "HBW-8"
    if isinstance(action, Hold | Appear):
        if not own.tiles:
            return "You are not invisible.", "HBW-10"
        return "You have already done that this turn.", "HBW-7"
    if turn.piece is None:
        return "First choose which of your pieces acts.", "HBW-7"
    piece = own.pieces[turn.piece - 1]
    if isinstance(action, Attack):
        return _attack(view, turn, piece, action)
    if isinstance(action, Move | Tiles | Stay):
        if turn.stage == "moved":
            return "You have already moved this turn.", "HBW-7"
        return "First roll for your movement.", "HBW-12" if piece.invisible else "HBW-14"
    return _order(turn, piece, action), "HBW-7"


def _order(turn: Turn, piece: Piece, action: object) -> str:
    """Return why an action is out of order in a turn: invisibility comes first, then movement, then attack (HBW-7)."""
    if turn.stage == "moved":
        return "You have already moved this turn. You can attack, or end your turn."
    if piece.invisible:
        return "You are already invisible. You can roll for your tiles, or end your turn."
    text = "You can't turn invisible any more this turn. " if isinstance(action, Vanish) else ""
    return f"{text}You can roll, attack, or end your turn."


def _use(view: View, turn: Turn, action: Use) -> str:
    if turn.piece is not None:
        return f"Piece {turn.piece} is already acting this turn."
    pieces = [str(number) for number, piece in enumerate(view.seats[turn.seat].pieces, 1) if piece.hp]
    return f"You have no piece {action.piece} in the game. Choose {join_or(pieces)}."


def _pass(view: View, turn: Turn) -> str:
    if turn.acted:
        return "You can pass only before your first action. End your turn instead."
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
        return f"You rolled {turn.roll}: first choose where to go.", "HBW-14"
    if not 0 <= action.cell < len(names):
        return "There is no such hex on this board.", "HBW-14"
    label = names[action.cell]
    if label == piece.label:
        text, rule = "You can't end a walk where it began", "HBW-15"
    elif is_taken(view, label):
        text, rule = f"{label} is taken, and you can't end there or cross it", "HBW-15"
    else:
        text, rule = f"You rolled {turn.roll}, and you can't reach {label} with exactly that", "HBW-14"
        grid = match_of(view).grid
        distance = grid.distance(grid.index[piece.label or label], action.cell)
        if distance > turn.roll:
            text = f"{label} is {_hexes(distance)} away, and you rolled {turn.roll}"
    return f"{text}. {_describe_alternatives(view, label, 1)}", rule


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
                return f"Tile {number} is gone. Write “-” for it.", "HBW-12"
        elif not 0 <= cell < len(names):
            return f"Tile {number} needs a hex to go to.", "HBW-12"
        elif names[cell] not in destination_labels(view, number):
            return _explain_tile_end(view, turn, number, start, names[cell])
    return f"You rolled {turn.roll}: choose where your tiles go, or stay.", "HBW-12"


def _explain_tile_end(view: View, turn: Turn, tile: int, start: str, label: str) -> Reason:
    """Return why a tile cannot end on a hex."""
    reach = reaches(view)[tile - 1]
    if reach is not None and reach.held == STUCK:
        return f"Tile {tile} is stuck in a hazard and stays on {start}.", "HBW-18"
    if reach is not None and reach.held:
        return f"Tile {tile} is boxed in and stays on {start}.", "HBW-15"
    if label == start:
        text, rule = f"Tile {tile} can't end where it began", "HBW-15"
    elif is_taken(view, label):
        text, rule = f"Tile {tile} can't end on {label}, which is taken", "HBW-15"
    else:
        text, rule = f"Tile {tile} can't end on {label} with a {turn.roll}", "HBW-14"
    return f"{text}. {_describe_alternatives(view, label, tile)}", rule


def _describe_alternatives(view: View, label: str, tile: int) -> str:
    return f"The nearest hex you can reach is {nearest(view, label, tile)}."


def _attack(view: View, turn: Turn, piece: Piece, action: Attack) -> Reason:
    """Return why an attack on a hex is refused (HBW-10, HBW-13, HBW-19, HBW-23)."""
    names = match_of(view).grid.name
    if piece.label is None:
        return "You can't attack while you are invisible.", "HBW-10"
    if not 0 <= action.cell < len(names):
        return "There is no such hex on this board.", "HBW-19"
    label = names[action.cell]
    sight = sight_from(view, label=piece.label, seat=turn.seat)
    seen = [odds for odds in sight.targets if odds.label == label]
    if seen:
        return _explain_tile_name(label, seen), "HBW-13"
    for hidden in sight.hidden:
        if hidden.label == label:
            text = f"You can't see {label} from {piece.label}: {_describe_hiding_blocks(hidden)}."
            return f"{text} {_describe_targets(sight.targets)}", "HBW-23"
    return f"There is nobody to attack on {label}. {_describe_targets(sight.targets)}", "HBW-19"


def _explain_tile_name(label: str, seen: Sequence[Odds]) -> str:
    if not seen[0].named:
        return f"There is one target on {label}: write “attack {label}”."
    return f"Several tiles share {label}: name tile {join_or([str(odds.tile) for odds in seen])}."


def _describe_hiding_blocks(hidden: Hidden) -> str:
    verb = "hides" if len(hidden.behind) == 1 else "hide"
    return f"the {'block' if len(hidden.behind) == 1 else 'blocks'} on {join_and(hidden.behind)} {verb} it"


def _describe_targets(targets: Sequence[Odds]) -> str:
    labels = list(dict.fromkeys(odds.label for odds in targets))
    return f"In sight: {join_and(labels[:_SHOWN])}." if labels else "Nobody is in sight."


def _hexes(number: int) -> str:
    return "1 hex" if number == 1 else f"{number} hexes"


def _places(labels: Sequence[str]) -> str:
    """Format a list of hexes: at most `_SHOWN` labels, spread evenly over the list, and the number of the others."""
    if not labels:
        return "no hex now"
    step = max(1, len(labels) // _SHOWN)
    shown = labels[::step][:_SHOWN]
    more = len(labels) - len(shown)
    return f"{', '.join(shown)} and {more} more" if more else join_and(shown)
