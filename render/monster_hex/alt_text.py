"""Alt text of the board of Monster Hex, complete enough to play by."""

from collections.abc import Mapping, Sequence

from engine.monster_hex.content import Stone, layout
from engine.monster_hex.view import View
from language.messages import N_, _, ngettext
from render import text
from render.monster_hex import variant_texts
from render.monster_hex.contests import Contest, find_contests, left_text, owners, seat_order
from render.monster_hex.naming import (
    MAP_LETTERS,
    display_names,
    gains_text,
    owner_faction,
    powers_text,
    tile_name,
    worth_text,
)
from render.monster_hex.openings import open_hexes
from render.monster_hex.status import PARTS, headline, points_breakdown, status_text
from render.picture import ALT_LIMIT

NOBODY = N_("nobody")


def describe_board(view: View, labels: Sequence[str], before: str = "") -> str:
    """Return the alt text of the board, complete enough to play by, in at most `ALT_LIMIT` characters.

    `before` is a sentence about what else the picture shows. It precedes the description of the board, and stands alone
    if both do not fit. To fit, the players' names are truncated first. Then the powers at the stones are left out,
    because readers can add them up themselves; then the Monsters' names are cut and, after the end of the game, their
    powers are left out. If anything but names is left out, the alt text refers to the board as text.
    """
    names, described = display_names(view, labels), ""
    for lengths, contested, brief in (
        ((32, 16, 8), True, False),
        ((16, 8, 2), False, False),
        ((16, 8, 2), False, True),
    ):
        described = text.shorten_names_to_fit(
            names,
            lengths,
            ALT_LIMIT,
            lambda short, contested=contested, brief=brief: (
                f"{before} {_describe(view, short, contested, brief)}{'' if contested else f' {_(text.REST)}'}".lstrip()
            ),
        )
        if len(described) <= ALT_LIMIT:
            return described
    return text.truncate_to_text_board(before or described, ALT_LIMIT)


def _describe(view: View, names: Sequence[str], contested: bool, brief: bool) -> str:
    title, state, last = headline(view, names)
    seats = text.join_people(seat_text(view, number, names[number], brief) for number in seat_order(view))
    # Without the name of the game, which other alt texts begin with: full boards of four just fit.
    sentences = [f"{title}. {state[0].upper()}{state[1:]}."]
    if view.winners is None and last:
        if view.take is None:
            sentences.append(_("Last: {last}.", last=last))
        else:
            sentences.append(_("To choose: {last}.", last=last) if view.actors else _("Not chosen: {last}.", last=last))
    sentences.append(f"{seats}.")
    sentences += filter(None, (variant_texts.shared_text(view, names), variant_texts.objectives_text(view, brief)))
    if view.monsters:
        sentences += _monsters_text(view, brief)
    sentences += stones_text(view, contested)
    taken = {monster.label for monster in view.monsters} | {stone.label for stone in view.temporary}
    free = [cell for cell in layout(view.board).cells if cell.label not in taken]
    if plain := " ".join(cell.label for cell in free if not cell.start):
        sentences.append(_("Free: {hexes}.", hexes=plain))
    if start := " ".join(cell.label for cell in free if cell.start):
        sentences.append(_("Free start hexes: {hexes}.", hexes=start))
    if lit := open_hexes(view):
        sentences.append(_("Lit, beside a Monster or for the first tile: {hexes}.", hexes=" ".join(lit)))
    return " ".join(sentences)


def _monsters_text(view: View, brief: bool) -> list[str]:
    """Return sentences that list each owner's Monsters with their hexes, names and powers.

    If `brief`, names are cut, and powers are left out after the end of the game.
    """
    has_powers = view.winners is None or not brief
    sentences = [_("Monsters.")]
    if has_powers:
        sentences = [_("Monsters, powers from E clockwise{changes}.", changes=variant_texts.explain_changes(view))]
    for number in owners(view):
        monsters = ", ".join(
            f"{each.label} {tile_name(each.tile)[: MAP_LETTERS if brief else None]}"
            f"{f' {powers_text(each)}' if has_powers else ''}"
            for each in view.monsters
            if each.seat == number
        )
        if monsters:
            sentences.append(f"{owner_faction(view, number)}: {monsters}.")
    return sentences


def seat_text(view: View, number: int, name: str, brief: bool = False) -> str:
    """Return a seat's name, faction, points and status in words.

    After the end of the game, the sources of its points replace the status. If `brief`, the status is only the number
    of tiles left.
    """
    seat = view.seats[number]
    faction = f" ({_(seat.faction)})" if seat.faction else ""
    score = f"{name}{faction} {seat.score.points}{variant_texts.seat_text(view, number)}"
    if view.winners is not None:
        made = ", ".join(f"{_(PARTS[part])} {value}" for part, value in points_breakdown(view, number) if value)
        return f"{score} ({made})" if made else score
    left = ngettext("{number} left", "{number} left", len(seat.unplayed))
    status = left if brief else status_text(view, number)
    return f"{score}, {status}"


def stones_text(view: View, contested: bool = True) -> list[str]:
    """Return sentences about the stones: those in play with their values, and the taken ones with the points gained.

    If `contested`, the powers at each stone in play and the hexes left around it are included.
    """
    sentences: list[str] = []
    found = find_contests(view)
    large = [f"{_stone_text(stone)}{_contest_text(view, stone, found, contested)}" for stone in found if stone.large]
    small = [f"{stone.label}{_contest_text(view, stone, found, contested)}" for stone in found if not stone.large]
    captures = zip(layout(view.board).stones, view.captures, strict=True)
    taken = [f"{_taken_name(stone)} {gains_text(view, capture)}" for stone, capture in captures if capture is not None]
    if large:
        sentences.append(_("Large Stones: {stones}.", stones=", ".join(large)))
    if small:
        sentences.append(_("Small Stones worth 1: {stones}.", stones=(", " if contested else " ").join(small)))
    if taken:
        sentences.append(_("Taken: {stones}.", stones=", ".join(taken)))
    return sentences


def _taken_name(stone: Stone) -> str:
    return f"{_(stone.short_name)} {stone.label}" if stone.large else stone.label


def _stone_text(stone: Stone) -> str:
    return f"{_taken_name(stone)} {worth_text(stone)}"


def _contest_text(view: View, stone: Stone, found: Mapping[Stone, Contest], contested: bool) -> str:
    """Return the powers at a stone and the number of hexes left around it, in brackets; empty unless `contested`.

    `found` are all contests, by stone.
    """
    if not contested:
        return ""
    powers = [f"{owner_faction(view, seat)} {power}" for seat, power in found[stone].powers]
    if not powers and not stone.large:
        return _left_text(found[stone])
    return f" ({', '.join(powers) or _(NOBODY)};{_left_text(found[stone])})"


def _left_text(contest: Contest) -> str:
    return f" {left_text(contest.left)}"
