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
from language.messages import N_, _, format_number, format_percentage, ngettext
from render.hex_battle_wars import alt_text, naming

ROLL_RULE: Final = N_("Roll the number or more. A hit takes 1 to 16; a 20 always hits, for double.")
NEAR: Final = 5
"""Greatest distance from a quick pick at which the nearest enemy must be in the picture."""
_APART: Final = N_("Start at least ten hexes from the others"), N_("At least ten hexes from the others: {hexes}.")
_FARTHEST: Final = N_("Start as far from the others as can be"), N_("As far from the others as can be: {hexes}.")
_ANYWHERE: Final = (
    N_("Start anywhere: nobody else is on the board"),
    N_("Anywhere: nobody else is on the board: {hexes}."),
)


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
    title, focus = _("Where to, {name}?", name=names[turn.seat]), [*reach, *([start] if start else [])]
    inside = _("Walk exactly {roll}, winding as you like; end inside the line.", roll=turn.roll)
    page = Page(
        title,
        _("Take one step; end inside the line.") if turn.roll == 1 else inside,
        reach,
        focus=focus,
        die=(10, turn.roll),
        acting=_find_acting_piece(view),
        alt=ngettext(
            "Use all {number} step. You can end on: {hexes}.",
            "Use all {number} steps. You can end on: {hexes}.",
            turn.roll,
            hexes=_join_labels(reach),
        ),
    )
    if not words:
        return page
    found = preview.destination(view, words[0])
    if found is None:
        raise ValueError(f"the move cannot end on {words[0][:20]!r}")
    costs = [] if set(found.costs) <= {1} else [_("costs {costs}", costs=" + ".join(map(str, found.costs)))]
    way = ngettext("To {hex} in {number} hex", "To {hex} in {number} hexes", len(found.path) - 1, hex=found.label)
    path = _("To {hex}, by {path}", hex=found.label, path=" ".join(found.path))
    return page._replace(
        sub=", ".join([way, *costs]),
        paths=(found.path,),
        chosen=((found.label, found.label),),
        alt=f"{', '.join([path, *costs])}. {_sight_words(view, names, found.label)}",
    )


def _join_labels(labels: Sequence[str]) -> str:
    """Join the labels of hexes, with those of a column shortened."""
    return " ".join(alt_text.shorten_labels(labels))


def add_picks(view: View, names: Sequence[str], page: Page, picks: Sequence[QuickPick]) -> Page:
    """Return a page for choosing a destination with quick picks, which are also listed in its alt text."""
    told = [f"{number} {_pick_words(view, names, pick)}" for number, pick in enumerate(picks, 1)]
    near = (_find_hex(view, pick.nearest) for pick in picks if pick.nearest is not None and pick.distance <= NEAR)
    page = page._replace(picks=picks, focus=[*page.focus, *filter(None, near)])
    alts = _("Quick picks: {picks}.", picks="; ".join(told)) if told else "", picks_note(page), page.alt
    return page._replace(alt=" ".join(filter(None, alts)))


def _find_hex(view: View, enemy: Enemy) -> str | None:
    """Return the hex of an enemy character or tile."""
    seated = view.seats[enemy.seat]
    return seated.tiles[enemy.tile - 1] if enemy.tile else seated.pieces[enemy.piece - 1].label


def risk_words(page: Page) -> str:
    """Return the heading of the chances to be hit on the quick picks."""
    return _("it’s hit") if page.is_ghost else _("you’re hit")


def picks_note(page: Page) -> str:
    """Return the note on the chances of quick picks; empty if there are none."""
    is_seen = any(pick.exposed is not None for pick in page.picks)
    if not is_seen and all(pick.hits is None for pick in page.picks):
        return ""
    stays = (
        _("It’s hit: if they stay where they are.") if page.is_ghost else _("You’re hit: if they stay where they are.")
    )
    return " ".join([*([stays] if is_seen else []), _("A neighbour costs no distance.")])


def _pick_words(view: View, names: Sequence[str], pick: QuickPick) -> str:
    hint = _(naming.FREE_HINT)
    lead = f"{pick.label} ({hint})" if pick.is_hint else pick.label
    shot = _("no attack") if pick.hits is None else _("you hit {chance}", chance=format_percentage(pick.hits))
    risk = _("out of sight") if pick.exposed is None else _("hit {chance}", chance=format_percentage(pick.exposed))
    chances = [] if pick.nearest is None else [shot, risk]
    return f"{lead}: {', '.join([*naming.list_benefits(view, names, pick), *chances])}"


def _sight_words(view: View, names: Sequence[str], label: str) -> str:
    seen = odds.sight_from(view, label, view.viewer)
    if not seen.targets:
        return _("From {hex} nobody is in sight.", hex=label)
    told = [f"{target_name(view, names, target)} {target.label}, {_odds_words(target)}" for target in seen.targets]
    return _("From {hex} you see {targets}.", hex=label, targets="; ".join(told))


def _tiles_page(view: View, words: Sequence[str], stays: bool) -> Page:
    turn = view.turn
    assert turn is not None
    tiles = view.seats[turn.seat].tiles
    moves = _tile_moves(view, tiles, words)
    paths = [move[1].path for move in moves]
    told = ", ".join(_("tile {tile} to {hex}", tile=tile, hex=move.label) for tile, move in moves)
    chosen = _tiles_by_hex(moves)
    open_tiles = [tile for tile in range(len(words) + 1, len(tiles) + 1) if tiles[tile - 1] is not None]
    own = [*filter(None, tiles)]
    secret = real_tile_text(view) if view.viewer == turn.seat else ""
    if stays or not open_tiles:
        title = _("All tiles stay") if stays else _("Move your tiles")
        sub = secret if stays else f"{secret} {naming.roll_text(view)}".strip()
        return Page(
            title,
            sub,
            focus=[*own, *(label for label, _ in chosen), *chain.from_iterable(paths)],
            paths=paths,
            chosen=chosen,
            die=(6, turn.roll),
            acting=_find_acting_piece(view),
            alt=" ".join(f"{said.rstrip('.')}." for said in (sub, told) if said),
        )
    tile = open_tiles[0]
    reach = preview.destination_labels(view, tile)
    start = tiles[tile - 1] or ""
    start_words = ngettext(
        "Tile {tile} on {start}, {number} step: {hexes}.",
        "Tile {tile} on {start}, {number} steps: {hexes}.",
        turn.roll,
        tile=tile,
        start=start,
        hexes=_join_labels(reach),
    )
    done = _("Chosen: {tiles}.", tiles=told) if told else ""
    return Page(
        _("Where to with tile {tile}?", tile=tile),
        f"{secret} {_walk_words(turn.roll)}".strip(),
        reach,
        is_ghost=tile != view.seats[view.viewer].real,
        focus=[*reach, *own, start],
        paths=paths,
        chosen=chosen,
        die=(6, turn.roll),
        acting=_find_acting_piece(view),
        alt=" ".join(filter(None, (secret, start_words, done))),
    )


def _walk_words(roll: int) -> str:
    return _("Take one step.") if roll == 1 else _("Walk exactly {roll}, winding as you like.", roll=roll)


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
    is_clear = aimed is not None or len(seen.targets) == 1
    title = _(N_("Attack, {name}?") if is_clear else N_("Whom, {name}?"), name=names[turn.seat])
    return _sight_page(view, names, origin, title, seen.targets, seen.hidden, aimed)


def _see_page(view: View, names: Sequence[str], label: str) -> Page:
    """Return the close-up of what a piece on a hex would see: the whole board, with all that is out of sight dim."""
    seen, reach = odds.sight_from(view, label, view.viewer), (label, *odds.visible_hexes(view, label))
    page = _sight_page(view, names, label, _("What you see from {hex}", hex=label), seen.targets, seen.hidden, None)
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
    seen = ngettext("{number} target in sight", "{number} targets in sight", len(targets))
    seen = seen if targets else _("Nobody is in sight")
    sub = _(ROLL_RULE) if targets else seen
    ordered = targets if aimed is None else [aimed, *(each for each in targets if each != aimed)]
    told = [f"{seen}."] if aimed is None else []
    told += [f"{target_name(view, names, each)} {each.label}: {_odds_words(each)}." for each in ordered]
    told += [_hidden_words(view, names, each) for each in hidden]
    if aimed is not None:
        sub = _("{target}: roll {needed} or more", target=target_name(view, names, aimed), needed=aimed.needed)
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


def _hidden_words(view: View, names: Sequence[str], enemy: Hidden) -> str:
    return _(
        "{target} on {hex} is out of sight: hidden by {blocks}.",
        target=target_name(view, names, enemy),
        hex=enemy.label,
        blocks=" ".join(enemy.behind),
    )


def _odds_words(target: Odds) -> str:
    parts = naming.format_modifiers(target.modifiers)
    dice = _("d20{modifiers} vs {armour}", modifiers=parts, armour=target.armour)
    chances = [_("{needed} or more, {chance}", needed=target.needed, chance=format_percentage(target.hits * 5))]
    if target.tiles > 1:
        chances.append(_("wounds {chance}", chance=format_percentage(target.wounds)))
    chances.append(_("{damage} damage", damage=format_number(target.damage, 1)))
    return f"{dice}: {', '.join(chances)}"


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
    title = _(N_("Where to lay, {name}?") if level else N_("Where to start, {name}?"), name=names[seat])
    rule, described = _placing_rule(view, legal[0], level)
    everywhere = field(view.radius).name
    page = Page(title, _(rule, level=level), legal, focus=everywhere)
    page = page._replace(alt=_(described, level=level, hexes=_join_labels(legal)))
    if not words:
        return page
    among = [label for label in legal if label.rstrip(digits) == words[0]]
    if among:
        return page._replace(loud=among, focus=among, alt=f"{words[0].upper()}: {_join_labels(among)}.")
    if words[0] not in legal:
        raise ValueError(f"nothing can be placed on {words[0][:20]!r}")
    told = _(N_("A block of level {level} on {hex}") if level else N_("Start on {hex}"), level=level, hex=words[0])
    grid = field(view.radius)
    near = [name for name in everywhere if grid.distance(grid.index[name], grid.index[words[0]]) <= 6]
    return page._replace(sub=told, focus=near if level else everywhere, chosen=((words[0], words[0]),), alt=f"{told}.")


def _placing_rule(view: View, label: str, level: int) -> tuple[str, str]:
    """Return in English where a block of a level, or a piece (`level` 0), may go, and the sentence with the hexes.

    `label` is one of the hexes that can be chosen.
    """
    if level:
        return N_("Level {level}: choose a hex inside the line"), N_("Level {level} can go on: {hexes}.")
    others = (seated for seat, seated in enumerate(view.seats) if seat != view.viewer)
    if all(piece.label is None for seated in others for piece in seated.pieces):
        return _ANYWHERE
    return _FARTHEST if preview.find_too_near(view, label, view.viewer) else _APART


def real_tile_text(view: View) -> str:
    """Return a sentence that names the viewer's real tile, or an empty string if it has none."""
    real = view.seats[view.viewer].real
    return _("Tile {tile} is you.", tile=real) if real else ""
