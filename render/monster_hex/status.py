"""Headlines and status lines: whose turn it is, the latest event, and each seat's status."""

from collections.abc import Sequence

from engine.monster_hex.content import Stone, layout
from engine.monster_hex.view import Capture, Score, View
from language.messages import N_, _, list_and, list_or, ngettext
from render import header, text
from render.monster_hex import variant_texts
from render.monster_hex.contests import stone_at
from render.monster_hex.naming import ability_name, owner_faction, stone_name, tile_name
from render.monster_hex.openings import open_hexes

TITLE = N_("Monster Hex")
PARTS = {
    "large": N_("large"),
    "small": N_("small"),
    "colour": N_("colour"),
    "reward": N_("reward"),
    "objectives": N_("objectives"),
    "head_start": N_("head start"),
}
"""The sources of points, with their short names."""
LINE = text.Style(28, 500)
LONGEST_NAME = 230
"""The maximum width of a name in the text about the latest event, in pixels; a wider one is replaced by the faction."""
RANKS = (N_("first"), N_("second"), N_("third"), N_("fourth"))
ALWAYS_COUNTED = 3
DRAWING = {
    "faction": N_("Drawing factions"),
    "order": N_("Drawing the order"),
    "draw": N_("Drawing tiles"),
    "objectives": N_("Dealing Objectives"),
    "scheme": N_("Drawing an Objective"),
    "shared_draw": N_("Drawing the shared tile"),
}
"""By phase of the game: the headline while something is drawn at random."""
REASONS = {"forfeit": N_("by forfeit"), "demon_king": N_("level on points, first at the Demon King")}


def owner_score(view: View, owner: int) -> Score:
    """Return the score of an owner, which is a seat or the shared faction."""
    return view.shared.score if view.shared and owner == len(view.seats) else view.seats[owner].score


def round_text(view: View) -> str:
    """Return the current round and the number of rounds, such as "Round 2 of 8"."""
    return _("Round {number} of {rounds}", number=view.round, rounds=layout(view.board).rounds)


def headline(view: View, names: Sequence[str]) -> tuple[str, str, str]:
    """Return the headline (whose turn it is and what to do), the state (the round) and the latest event.

    After the end, they are the winner, the outcome, and the name of the game.
    """
    title, latest = _title(view, names), newest_move(view, names)
    if view.winners is not None:
        return title, _describe_outcome(view), _(TITLE)
    if view.take is not None:
        values = list_or([str(value.points) for value in view.take.values])
        latest = f"{stone_name(stone_at(view, view.take.stone))}: {values}"
    return title, round_text(view), latest


def picture_headline(view: View, names: Sequence[str]) -> tuple[str, str, str]:
    """Return the headline, the state and the latest event for a picture.

    To fit, only names in the headline are truncated.
    """
    seats = view.actors if view.winners is None else view.winners

    def describe(cut: Sequence[str]) -> str:
        return _title(view, [cut[seats.index(seat)] if seat in seats else "" for seat in range(len(names))])

    _title_text, state, latest = headline(view, names)
    if open_hexes(view):
        latest = _("coloured: a tile may fit") if view.monsters else _("coloured hexes: start here")
    room = header.title_room(state, latest)
    return header.fit_title([names[seat] for seat in seats], describe, room), state, latest


def _title(view: View, names: Sequence[str]) -> str:
    if view.winners is not None:
        if view.reason == "solo":
            return _("{name} scores {points}", name=names[0], points=view.seats[0].score.points)
        winners = [names[seat] for seat in view.winners]
        if not winners:
            return _("Nobody wins")
        return ngettext("{names} wins", "{names} share the victory", len(winners), names=list_and(winners))
    if not view.actors:
        return _(DRAWING.get(view.phase, text.ENDED_EARLY))
    return _("{names} {duty}", names=list_and([names[seat] for seat in view.actors]), duty=_duty(view))


def _duty(view: View) -> str:
    """Return the duty of the acting seats as words that follow their names: "to choose a value"."""
    if view.take is not None:
        return _("to choose a value")
    if view.phase == "choose":
        return _("to choose an ability")
    if view.ability is not None:
        return _("may use {ability}", ability=ability_name(view.ability.ability, view.edition))
    if view.phase == "shared":
        return _("to place the shared tile")
    return _("to place again") if view.is_extra else _("to place")


def _describe_outcome(view: View) -> str:
    """Return the outcome of a finished game in words: the reason, or the winner's points and lead."""
    if view.reason in REASONS:
        return _(REASONS[view.reason])
    if view.reason == "solo" and view.shared is not None:
        return _("the shared faction {points}", points=view.shared.score.points)
    if not view.winners:
        return ""
    points, lead = view.seats[view.winners[0]].score.points, lead_at_end(view)
    if lead > 0:
        return ngettext("{number} point, ahead by {lead}", "{number} points, ahead by {lead}", points, lead=lead)
    return ngettext("{number} point", "{number} points", points)


def lead_at_end(view: View) -> int:
    """Return the winners' lead over the best of the other seats, in points; 0 if there are no other seats."""
    winners = view.winners or ()
    others = [seat.score.points for number, seat in enumerate(view.seats) if number not in winners]
    return max((view.seats[winner].score.points for winner in winners), default=0) - max(others) if others else 0


def leaders(view: View) -> tuple[int, ...]:
    """Return the winners or, before the end, the seats with the most points; empty while all are equal."""
    if view.winners is not None:
        return view.winners
    points = [seat.score.points for seat in view.seats]
    return tuple(seat for seat, each in enumerate(points) if each == max(points) > min(points))


def newest_move(view: View, names: Sequence[str]) -> str:
    """Format the newest placement and the stones captured by it; empty before the first placement."""
    if not view.last:
        return ""
    monster = next(monster for monster in view.monsters if monster.label == view.last[-1])
    taken = [stone_name(stone) for stone in newest_captures(view)]
    name, placed = _shorten_name(view, names, monster.seat), tile_name(monster.tile)
    if not taken:
        return _("{name}: {monster} on {hex}", name=name, monster=placed, hex=monster.label)
    return ngettext(
        "{name}: {monster} on {hex}, {stones} falls",
        "{name}: {monster} on {hex}, {stones} fall",
        len(taken),
        name=name,
        monster=placed,
        hex=monster.label,
        stones=list_and(taken),
    )


def newest_captures(view: View) -> dict[Stone, Capture]:
    """Return the stones captured by the newest placement, with their captures."""
    return _list_captures(view, view.last[-1:])


def _list_captures(view: View, labels: Sequence[str]) -> dict[Stone, Capture]:
    """Return the captures by the newest placements on these hexes: all captured stones beside them (MH-8)."""
    board = layout(view.board)
    beside = [stone for label in labels for stone in board.stones_at[board.board.index[label]]]
    found = ((board.stones[stone], view.captures[stone]) for stone in beside)
    return {stone: capture for stone, capture in found if capture is not None}


def recent_gains(view: View) -> dict[int, int]:
    """Return the points that each seat gained by everybody's newest placements, by seat.

    A card shows several placements, if computer players move at once.
    """
    points: dict[int, int] = {}
    for capture in _list_captures(view, view.last).values():
        for got in capture.taken:
            points[got.seat] = points.get(got.seat, 0) + got.value + got.bonus
    return points


def _shorten_name(view: View, names: Sequence[str], seat: int) -> str:
    """Return a seat's name, or its faction if the name is wider than `LONGEST_NAME`."""
    name = names[seat]
    return name if text.width(name, LINE) <= LONGEST_NAME else owner_faction(view, seat)


def _rank(view: View, number: int) -> str:
    """Return the final place of a seat that has not won, such as "second"; tied seats share the better place."""
    points = view.seats[number].score.points
    better = sum(
        other != number and (seat.score.points > points or other in (view.winners or ()))
        for other, seat in enumerate(view.seats)
    )
    return _(RANKS[better])


def seat_notes(view: View, number: int) -> tuple[str, ...]:
    """Return alternative wordings of the note on an owner's card, from longest to shortest."""
    if number == len(view.seats):
        return variant_texts.shared_notes(view)
    seat, left = view.seats[number], len(view.seats[number].unplayed)
    if seat.forfeited:
        return (_("has left"),)
    if view.winners is not None:
        if view.reason == "solo":
            return (_("points"),)
        return (_("winner"),) if number in view.winners else (_rank(view, number),)
    if view.phase == "choose":
        return (_("has chosen"), _("ready")) if seat.has_chosen else (_("chooses"),)
    # The word alone stands beside pips. "left" is a side of a hex, too, so it has no translation of its own.
    short = _("{pips} left", pips="").strip()
    if shown_pips(view, number) is not None:
        return short, ""
    return (
        ngettext("{number} tile left", "{number} tiles left", left),
        ngettext("{number} left", "{number} left", left),
        short,
    )


def shown_pips(view: View, number: int) -> int | None:
    """Return the number of tiles that a seat has left if its card shows them as pips, otherwise None."""
    if number == len(view.seats) or view.phase == "choose":
        return None
    left = len(view.seats[number].unplayed)
    return left if view.winners is None and not view.seats[number].forfeited and 0 < left <= header.MAX_PIPS else None


def status_text(view: View, number: int) -> str:
    """Return a seat's status in words: its duty if it must act, or that it has left, and the number of tiles left."""
    left = ngettext("{number} left", "{number} left", len(view.seats[number].unplayed))
    if number in view.actors:
        duty = _("to choose") if view.phase == "take" else _duty(view)
        return f"{duty}, {left}"
    return _("has left, {left}", left=left) if view.seats[number].forfeited else left


def points_breakdown(view: View, number: int) -> tuple[tuple[str, int], ...]:
    """Return pairs of a source of points and a seat's points from it.

    Sources of optional rules are left out unless the seat has points from them.
    """
    score = view.seats[number].score
    breakdown = tuple((part, getattr(score, part)) for part in PARTS)
    return tuple(part for index, part in enumerate(breakdown) if index < ALWAYS_COUNTED or part[1])
