"""The contents of close-ups: where a piece can go, its targets, and the hexes for blocks and deployment."""

from collections.abc import Sequence
from itertools import chain
from string import digits
from typing import Final, NamedTuple

from engine.hex_battle_wars import odds, preview
from engine.hex_battle_wars.board import field
from engine.hex_battle_wars.odds import Hidden, Odds
from engine.hex_battle_wars.picks import Enemy, QuickPick
from engine.hex_battle_wars.view import View
from render.hex_battle_wars import alt_text, naming
from render.text import pluralize

ROLL_RULE: Final = "Roll the number or more. A hit takes 1 to 16; a 20 always hits, for double."
NEAR: Final = 5
"""Greatest distance from a quick pick at which the nearest enemy must be in the picture."""
_APART: Final = "at least ten hexes from the others"


class Page(NamedTuple):
    """The contents of a close-up; hexes are labels.

    - `reach`: hexes that can be chosen; they have an outline, and all others are dim
    - `loud`: the hexes of `reach` that have labels
    - `picks`: destinations that are marked with pins and listed below the board
    - `focus`: hexes that must be in the picture
    - `paths`: paths to draw, each as its hexes
    - `chosen`: hexes to emphasise, each with a text
    - `origin`, `targets`, `aimed`: lines of sight go from `origin` to `aimed` or, if that is None, to all `targets`
    - `hidden`: enemies out of sight, to be listed
    - `is_ghost`: whether the picks are for a tile that isn't the real one
    - `hint`: the attack that is marked as the hint, in notation
    - `die`: number of sides and result of the movement roll
    - `acting`: seat and number of the piece that gets a ring
    """

    title: str
    sub: str
    reach: Sequence[str] = ()
    loud: Sequence[str] = ()
    picks: Sequence[QuickPick] = ()
    focus: Sequence[str] = ()
    paths: Sequence[Sequence[str]] = ()
    chosen: Sequence[tuple[str, str]] = ()
    origin: str | None = None
    targets: Sequence[Odds] = ()
    aimed: Odds | None = None
    hidden: Sequence[Hidden] = ()
    is_ghost: bool = False
    hint: str | None = None
    die: tuple[int, int] | None = None
    acting: tuple[int, int] | None = None
    alt: str = ""


def find_page(view: View, names: Sequence[str], action: str) -> Page:
    """Return the contents of the close-up for an action in notation, or for the beginning of one.

    Raises ValueError for a spectator, and if there is no close-up for the action now.
    """
    words = action.lower().split()
    if not words or not 0 <= view.viewer < len(view.seats):
        raise ValueError("a close-up needs an action and a viewer with a seat")
    match words[0]:
        case "move" if preview.destination_labels(view) and not is_tiles(view):
            return _move_page(view, names, words[1:])
        case "tiles" | "stay" if is_tiles(view) and preview.reaches(view):
            return _tiles_page(view, words[1:], words[0] == "stay")
        case "attack" if view.turn is not None and view.turn.piece is not None:
            return _attack_page(view, names, words[1:])
        case "see" if len(words) == 2 and words[1] in field(view.radius).index:
            return _see_page(view, names, words[1])
        case "deploy" if preview.deploy_labels(view):
            return _place_page(view, names, words[1:], preview.deploy_labels(view), 0)
        case "block" if view.phase == "blocks" and words[1:2] in ([], ["1"], ["2"], ["3"]):
            level = int(words[1]) if len(words) > 1 else naming.lowest_level(view)
            return _place_page(view, names, words[2:], preview.block_labels(view, level), level)
        case _:
            raise ValueError(f"no close-up of {action[:80]!r} now")


def is_tiles(view: View) -> bool:
    """Return whether the tiles of an invisible character are to move, not a visible one."""
    return view.turn is not None and naming.is_hidden(view, view.turn.seat) and _is_actor_hidden(view)


def _is_actor_hidden(view: View) -> bool:
    turn = view.turn
    return turn is not None and turn.piece is not None and view.seats[turn.seat].pieces[turn.piece - 1].invisible


def _find_acting_piece(view: View) -> tuple[int, int] | None:
    turn = view.turn
    return None if turn is None or turn.piece is None else (turn.seat, turn.piece)


def own_label(view: View) -> str | None:
    """Return the hex of the acting piece; None if it is invisible or not chosen yet."""
    acting = _find_acting_piece(view)
    return None if acting is None else view.seats[acting[0]].pieces[acting[1] - 1].label


def _move_page(view: View, names: Sequence[str], words: Sequence[str]) -> Page:
    turn = view.turn
    assert turn is not None
    reach, start = preview.destination_labels(view), own_label(view)
    steps = pluralize(turn.roll, "step")
    title, focus = f"Where to, {names[turn.seat]}?", [*reach, *([start] if start else [])]
    page = Page(
        title,
        f"{_walk_words(turn.roll)}; end inside the line.",
        reach,
        focus=focus,
        die=(10, turn.roll),
        acting=_find_acting_piece(view),
        alt=f"Use all {steps}. You can end on: {' '.join(alt_text.shorten_labels(reach))}.",
    )
    if not words:
        return page
    found = preview.destination(view, words[0])
    if found is None:
        raise ValueError(f"the move cannot end on {words[0][:20]!r}")
    costs = "" if set(found.costs) <= {1} else f", costs {' + '.join(map(str, found.costs))}"
    return page._replace(
        sub=f"To {found.label} in {pluralize(len(found.path) - 1, 'hex')}{costs}",
        paths=(found.path,),
        chosen=((found.label, found.label),),
        alt=f"To {found.label}, by {' '.join(found.path)}{costs}. {_sight_words(view, names, found.label)}",
    )


def add_picks(view: View, names: Sequence[str], page: Page, picks: Sequence[QuickPick]) -> Page:
    """Return a page for choosing a destination with quick picks, which are also listed in its alt text."""
    told = [f"{number} {_pick_words(view, names, pick)}" for number, pick in enumerate(picks, 1)]
    near = (_find_hex(view, pick.nearest) for pick in picks if pick.nearest is not None and pick.distance <= NEAR)
    page = page._replace(picks=picks, focus=[*page.focus, *filter(None, near)])
    alts = f"Quick picks: {'; '.join(told)}." if told else "", picks_note(page), page.alt
    return page._replace(alt=" ".join(filter(None, alts)))


def _find_hex(view: View, enemy: Enemy) -> str | None:
    """Return the hex of an enemy character or tile."""
    seated = view.seats[enemy.seat]
    return seated.tiles[enemy.tile - 1] if enemy.tile else seated.pieces[enemy.piece - 1].label


def risk_words(page: Page) -> str:
    """Return the heading of the chances to be hit on the quick picks."""
    return "it’s hit" if page.is_ghost else "you’re hit"


def picks_note(page: Page) -> str:
    """Return the note on the chances of quick picks; empty if there are none."""
    is_seen = any(pick.exposed is not None for pick in page.picks)
    stays = [f"{risk_words(page).capitalize()}: if they stay where they are."] if is_seen else []
    has_chances = bool(stays) or any(pick.hits is not None for pick in page.picks)
    return " ".join([*stays, "A neighbour costs no distance."]) if has_chances else ""


def _pick_words(view: View, names: Sequence[str], pick: QuickPick) -> str:
    hint, benefits = (
        f" ({naming.FREE_HINT})" if pick.is_hint else "",
        ", ".join(naming.list_benefits(view, names, pick)),
    )
    shot = "no attack" if pick.hits is None else f"you hit {pick.hits} %"
    risk = "unseen" if pick.exposed is None else f"hit {pick.exposed} %"
    chances = "" if pick.nearest is None else f", {shot}, {risk}"
    return f"{pick.label}{hint}: {benefits}{chances}"


def _sight_words(view: View, names: Sequence[str], label: str) -> str:
    seen = odds.sight_from(view, label, view.viewer)
    if not seen.targets:
        return f"From {label} nobody is in sight."
    told = [f"{target_name(view, names, target)} {target.label}, {_odds_words(target)}" for target in seen.targets]
    return f"From {label} you see {'; '.join(told)}."


def _tiles_page(view: View, words: Sequence[str], stays: bool) -> Page:
    turn = view.turn
    assert turn is not None
    tiles = view.seats[turn.seat].tiles
    moves = _tile_moves(view, tiles, words)
    paths, told = [move.path for _, move in moves], [f"tile {tile} to {move.label}" for tile, move in moves]
    chosen = _tiles_by_hex(moves)
    open_tiles = [tile for tile in range(len(words) + 1, len(tiles) + 1) if tiles[tile - 1] is not None]
    steps, own = pluralize(turn.roll, "step"), [*filter(None, tiles)]
    secret = real_tile_text(view) if view.viewer == turn.seat else ""
    if stays or not open_tiles:
        title = "All tiles stay" if stays else "Your tiles"
        sub = secret if stays else f"{secret} {steps} each".strip()
        return Page(
            title,
            sub,
            focus=[*own, *(label for label, _ in chosen), *chain.from_iterable(paths)],
            paths=paths,
            chosen=chosen,
            die=(6, turn.roll),
            acting=_find_acting_piece(view),
            alt=" ".join(f"{said.rstrip('.')}." for said in (sub, ", ".join(told)) if said),
        )
    tile = open_tiles[0]
    reach = preview.destination_labels(view, tile)
    start = tiles[tile - 1] or ""
    done = f" Chosen: {', '.join(told)}." if told else ""
    return Page(
        f"Where to with tile {tile}?",
        f"{secret} {_walk_words(turn.roll)}.".strip(),
        reach,
        is_ghost=tile != view.seats[view.viewer].real,
        focus=[*reach, *own, start],
        paths=paths,
        chosen=chosen,
        die=(6, turn.roll),
        acting=_find_acting_piece(view),
        alt=f"{secret} Tile {tile} on {start}, {steps}: {' '.join(alt_text.shorten_labels(reach))}.{done}",
    )


def _walk_words(roll: int) -> str:
    return "Take one step" if roll == 1 else f"Walk exactly {roll}, winding as you like"


def _tile_moves(view: View, tiles: Sequence[str | None], words: Sequence[str]) -> list[tuple[int, preview.Destination]]:
    """Return the tiles for which `words` give a destination, each with the destination and the path to it.

    Raises ValueError for a hex that the tile cannot reach.
    """
    moves: list[tuple[int, preview.Destination]] = []
    for tile, label in enumerate(words, 1):
        if label == "-" and tile <= len(tiles) and tiles[tile - 1] is None:
            continue
        found = preview.destination(view, label, tile) if tile <= len(tiles) else None
        if found is None:
            raise ValueError(f"tile {tile} cannot end on {label[:20]!r}")
        moves.append((tile, found))
    return moves


def _tiles_by_hex(moves: Sequence[tuple[int, preview.Destination]]) -> tuple[tuple[str, str], ...]:
    """Return the hexes where tiles end, each with the numbers of these tiles as a text, such as "1·3"."""
    ends: dict[str, list[str]] = {}
    for tile, move in moves:
        ends.setdefault(move.label, []).append(str(tile))
    return tuple((label, "·".join(there)) for label, there in ends.items())


def _attack_page(view: View, names: Sequence[str], words: Sequence[str]) -> Page:
    turn, origin = view.turn, own_label(view)
    assert turn is not None
    if origin is None:
        raise ValueError("an invisible piece cannot attack")
    seen = odds.sight_from(view, origin, turn.seat)
    aimed = None
    if words:
        aimed = next((each for each in seen.targets if each.action == " ".join(["attack", *words])), None)
        if aimed is None:
            raise ValueError(f"nothing on {words[0][:20]!r} can be attacked")
    asked = "Attack" if aimed is not None or len(seen.targets) == 1 else "Whom"
    return _sight_page(view, names, origin, f"{asked}, {names[turn.seat]}?", seen.targets, seen.hidden, aimed)


def _see_page(view: View, names: Sequence[str], label: str) -> Page:
    """Return the close-up of what a piece on a hex would see: the whole board, with all that is out of sight dim."""
    seen, reach = odds.sight_from(view, label, view.viewer), (label, *odds.visible_hexes(view, label))
    page = _sight_page(view, names, label, f"What you see from {label}", seen.targets, seen.hidden, None)
    return page._replace(reach=reach, focus=field(view.radius).name)


def _sight_page(
    view: View,
    names: Sequence[str],
    origin: str,
    title: str,
    targets: Sequence[Odds],
    hidden: Sequence[Hidden],
    aimed: Odds | None,
) -> Page:
    targets = sorted(targets, key=lambda each: -each.damage)
    seen = f"{pluralize(len(targets), 'target')} in sight" if targets else "Nobody is in sight"
    sub = ROLL_RULE if targets else seen
    ordered = targets if aimed is None else [aimed, *(each for each in targets if each != aimed)]
    told = [f"{seen}."] if aimed is None else []
    told += [f"{target_name(view, names, each)} {each.label}: {_odds_words(each)}." for each in ordered]
    told += [
        f"{target_name(view, names, each)} on {each.label} is out of sight: hidden by {' '.join(each.behind)}."
        for each in hidden
    ]
    if aimed is not None:
        sub = f"{target_name(view, names, aimed)}: roll {aimed.needed} or more"
    own = own_label(view)
    chosen = () if own == origin else ((origin, origin),)
    shown: Sequence[Odds | Hidden] = [aimed] if aimed is not None else [*targets, *hidden]
    focus = [origin, *(each.label for each in shown)]
    return Page(
        title,
        sub,
        focus=focus,
        chosen=chosen,
        origin=origin,
        targets=targets,
        aimed=aimed,
        hidden=hidden,
        acting=_find_acting_piece(view),
        alt=" ".join(told),
    )


def _odds_words(target: Odds) -> str:
    parts = naming.format_modifiers(target.modifiers)
    chance = f"{target.needed} or more, {target.hits * 5} %{f', wounds {target.wounds} %' if target.tiles > 1 else ''}"
    return f"d20{parts} vs {target.armour}: {chance}, {target.damage:.1f} damage"


def target_name(view: View, names: Sequence[str], target: Odds | Hidden) -> str:
    """Return the name of a possible target: a piece, or a tile such as "Ben’s tile 2"."""
    if target.tile:
        return naming.tile_name(names, target.seat, target.tile)
    return naming.piece_name(view, names, target.seat, target.piece)


def _place_page(view: View, names: Sequence[str], words: Sequence[str], legal: Sequence[str], level: int) -> Page:
    """Return the close-up for deployment (`level` 0), or for laying a block of a level.

    `words` may name a column or a hex; `legal` are the hexes that can be chosen.
    """
    seat = view.viewer
    title = f"Where to lay, {names[seat]}?" if level else f"Where to start, {names[seat]}?"
    room = "as far from the others as can be" if preview.find_too_near(view, legal[0], seat) else _APART
    if all(piece.label is None for each, seated in enumerate(view.seats) if each != seat for piece in seated.pieces):
        room = "anywhere: nobody else is on the board"
    rule = f"Level {level}: choose a hex inside the line" if level else f"Start {room}"
    words_of_rule = f"Level {level} can go on" if level else f"{room[0].upper()}{room[1:]}"
    everywhere = field(view.radius).name
    page = Page(title, rule, legal, focus=everywhere)
    page = page._replace(alt=f"{words_of_rule}: {' '.join(alt_text.shorten_labels(legal))}.")
    if not words:
        return page
    among = [label for label in legal if label.rstrip(digits) == words[0]]
    if among:
        return page._replace(
            loud=among, focus=among, alt=f"{words[0].upper()}: {' '.join(alt_text.shorten_labels(among))}."
        )
    if words[0] not in legal:
        raise ValueError(f"nothing can be placed on {words[0][:20]!r}")
    told = f"A block of level {level} on {words[0]}" if level else f"Start on {words[0]}"
    grid = field(view.radius)
    near = [name for name in everywhere if grid.distance(grid.index[name], grid.index[words[0]]) <= 6]
    return page._replace(sub=told, focus=near if level else everywhere, chosen=((words[0], words[0]),), alt=f"{told}.")


def real_tile_text(view: View) -> str:
    """Return a sentence that names the viewer's real tile, or an empty string if it has none."""
    real = view.seats[view.viewer].real
    return f"Tile {real} is you." if real else ""
