"""Hex Battle Wars' events and verdict as sentences, including all modifiers of dice.

The names passed in must already be escaped. The sentences tell where tiles are, but never which tile is real.
"""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from cogs.hex_battle_wars import phrases
from cogs.hex_battle_wars.phrases import format_piece_name, format_target_name, format_tile
from cogs.ui.kit import emojis
from engine.core import Outcome, join_and
from engine.hex_battle_wars import events
from engine.hex_battle_wars.view import Shot, View
from render.hex_battle_wars.naming import format_modifiers
from render.text import pluralize
from tables.story import drop_repeated_events

Names = Sequence[str]


def sentences(view: View, happened: Sequence[Any], names: Names) -> list[str]:
    """Return the events as sentences, newest last. Consecutive events of one group are described together."""
    lines: list[str] = []
    for kind, grouped in groupby(drop_repeated_events(happened, events.TimeRanOut), _group):
        found = list(grouped)
        if kind in _TOGETHER:
            lines += _TOGETHER[kind](view, found, names)
            continue
        for number, event in enumerate(found):
            describe = _DESCRIBERS.get(type(event))
            sentence = None if describe is None else describe(view, event, names)
            if sentence is not None and not _is_told_next(event, found[number + 1 :]):
                lines.append(sentence)
    return lines


def _group(event: Any) -> str:
    """Return the group of events with which an event is described; empty if the event gets its own sentence."""
    return _GROUPS.get(type(event), "")


def _is_told_next(event: Any, following: Sequence[Any]) -> bool:
    """Return whether an event needs no sentence, because a following event implies it.

    That is the death of a piece whose seat goes out of the game.
    """
    return isinstance(event, events.PieceDied) and any(
        isinstance(other, events.SeatOut) and other.seat == event.seat for other in following
    )


def _format_level(level: int) -> str:
    return phrases.ground(f"level {level}")


def _format_die(event: events.OrderRolled | events.MovementRolled) -> str:
    """Format a roll as the emoji of its die, which shows the number, or as the number if there is no emoji."""
    return str(emojis.emoji(phrases.die_name(event.sides, event.die)) or event.die)


def _format_d10(number: int) -> str:
    return emojis.die(number, 10, f"d10 {number}")


# Set-up


def _describe_hazards(view: View, found: Sequence[events.HazardLaid], names: Names) -> list[str]:
    numbers = {kind: sum(event.kind == kind for event in found) for kind in ("water", "quicksand")}
    laid = [f"{phrases.ground(kind)} on {pluralize(number, 'hex')}" for kind, number in numbers.items() if number]
    return [f"There is {join_and(laid)}."]


def _scores(view: View, found: Sequence[Any], names: Names) -> list[str]:
    """Describe the rolled armour and invisibility scores, one line for each seat."""
    lines: list[str] = []
    for seat, own in groupby(found, lambda event: event.seat):
        pieces = [
            f"{format_piece_name(names, view, seat, piece)}: {', '.join(map(_score, rolled))}"
            for piece, rolled in groupby(own, lambda event: event.piece)
        ]
        lines.append(f"{'; '.join(pieces)}.")
    return lines


def _score(event: events.ArmourRolled | events.InvisibilityRolled) -> str:
    if isinstance(event, events.ArmourRolled):
        return f"armour {event.armour}"
    return f"invisibility {event.score}"


def _order(view: View, found: Sequence[Any], names: Names) -> list[str]:
    """Describe the rolls that decide who lays blocks first or who begins, one line for each, including ties."""
    lines: list[str] = []
    rolled: list[str] = []
    for event in found:
        if isinstance(event, events.OrderRolled):
            rolled.append(f"{names[event.seat]} rolled {_format_die(event)}")
        elif isinstance(event, events.OrderTied):
            rolled.append("a tie, so they roll again")
        else:
            first = "lays blocks first" if event.sides == 20 else "begins"
            lines.append(f"{', '.join(rolled)}: {names[event.seat]} {first}.")
            rolled = []
    return lines + ([f"{', '.join(rolled)}."] if rolled else [])


def _blocks(view: View, found: Sequence[events.BlockLaid], names: Names) -> list[str]:
    """Describe the blocks that each seat has laid. For blocks laid by the program, only their number is given."""
    lines: list[str] = []
    for (seat, program), laid in groupby(found, lambda event: (event.seat, event.program)):
        blocks = list(laid)
        if seat is not None and not program:
            told = [f"{_format_level(event.level)} on {event.label}" for event in blocks]
            lines.append(f"{names[seat]} laid {join_and(told)}.")
            continue
        number = f"{pluralize(len(blocks), 'block')} {'is' if len(blocks) == 1 else 'are'} laid"
        lines.append(f"{number}{'' if seat is None else f' for {names[seat]}'}.")
    return lines


def _describe_returned_blocks(view: View, event: events.BlocksReturned, names: Names) -> str:
    number = sum(event.blocks)
    return f"{pluralize(number, 'block')} can’t be laid and {'goes' if number == 1 else 'go'} back to the box."


def _describe_deployment(view: View, event: events.PieceDeployed, names: Names) -> str:
    return f"{format_piece_name(names, view, event.seat, event.piece)} starts on {event.label}."


# A turn


def _describe_choice(view: View, event: events.PieceChosen, names: Names) -> str:
    return f"{names[event.seat]} acts with piece {event.piece}."


def _vanish(view: View, event: events.VanishRolled, names: Names) -> str:
    who = format_piece_name(names, view, event.seat, event.piece)
    die = f"{who} tries to vanish: {_format_d10(event.die)} against {event.score}"
    if not event.success:
        return f"{die}, too low. {who} stays visible."
    return f"{die}: invisible. One of the three tiles on {event.label} is {who}."


def _hold(view: View, event: events.HoldRolled, names: Names) -> str:
    who = format_piece_name(names, view, event.seat, event.piece)
    result = "still invisible" if event.success else "too low"
    return f"{who} tries to stay invisible: {_format_d10(event.die)} against {event.score}, {result}."


def _describe_appearance(view: View, event: events.Appeared, names: Names) -> str:
    return f"{format_piece_name(names, view, event.seat, event.piece)} appears on {event.label}."


def _movement(view: View, found: Sequence[Any], names: Names) -> list[str]:
    """Describe the movement rolls and moves. A character's roll and the walk that follows are one sentence."""
    lines: list[str] = []
    roll: events.MovementRolled | None = None
    for event in found:
        if isinstance(event, events.MovementRolled):
            roll = event
            lines.append(_describe_roll(view, event, names))
        elif roll is not None and len(event.walk.paths) == 1:
            lines[-1] = f"{_die(view, roll, names)} and walked {_format_path(event.walk.paths[0])}."
        else:
            lines.append(_describe_move(view, event, names))
    return lines


def _describe_roll(view: View, event: events.MovementRolled, names: Names) -> str:
    what_for = "for the tiles" if event.sides == 6 else "to move"
    return f"{_die(view, event, names)} {what_for}{_HELD[event.held]}."


def _die(view: View, event: events.MovementRolled, names: Names) -> str:
    return f"{format_piece_name(names, view, event.seat, event.piece)} rolled {_format_die(event)}"


def _format_path(path: Sequence[str]) -> str:
    return f"from {path[0]} to {path[-1]}"


_HELD = {
    None: "",
    "stuck": ", too low to leave the hazard, and stays there",
    "boxed_in": " and stays: blocks and pieces leave no path of that length",
}


def _describe_move(view: View, event: events.Moved, names: Names) -> str:
    walk = event.walk
    who = format_piece_name(names, view, walk.seat, walk.piece)
    if len(walk.paths) == 1:
        return f"{who} walked {_format_path(walk.paths[0])}."
    there = [(tile, path[0], path[-1]) for tile, path in enumerate(walk.paths, 1) if path]
    told = [f"{tile} from {start} to {end}" if start != end else f"{tile} stays on {end}" for tile, start, end in there]
    if all(start == end for _, start, end in there):
        return f"The tiles of {who} can’t move: {', '.join(told)}."
    return f"The tiles of {who} moved: {', '.join(told)}."


def _describe_stay(view: View, event: events.TilesStayed, names: Names) -> str:
    return f"The tiles of {names[event.seat]} stay where they are."


def _target(view: View, shot: Shot, names: Names) -> str:
    return f"{format_target_name(names, view, shot.target_seat, shot.target_piece, shot.tile)} on {shot.label}"


def _attack(view: View, event: events.AttackRolled, names: Names) -> str:
    shot = event.shot
    who = format_piece_name(names, view, shot.seat, shot.piece)
    return f"{who} on {shot.origin} attacks {_target(view, shot, names)}: {format_dice(shot)}."


def format_dice(shot: Shot) -> str:
    """Format an attack's d20 with its modifiers, such as "d20 14 − 3 distance + 1 height = 12 vs 13: missed"."""
    parts = format_modifiers(shot.modifiers)
    die = emojis.die(shot.die, 20, f"d20 {shot.die}")
    total = f" = {_number(shot.total)}" if shot.modifiers else ""
    if shot.die == 20:
        return f"{die}{parts}: a 20 always hits"
    return f"{die}{parts}{total} vs {shot.armour}: {'hit' if shot.hit else 'missed'}"


def _number(number: int) -> str:
    return str(number).replace("-", "−")


def _describe_ghost(view: View, event: events.GhostRemoved, names: Names) -> str:
    return f"{format_tile(names, event.seat, event.tile)} on {event.label} was a ghost and is gone."


def _damage(view: View, event: events.DamageRolled, names: Names) -> str:
    shot = event.shot
    who = format_piece_name(names, view, shot.target_seat, shot.target_piece)
    sum_of = f"d16 {shot.damage_die} × 2 = {shot.damage}" if shot.die == 20 else f"d16: {shot.damage}"
    return f"{emojis.die(shot.damage_die, 16, sum_of)} damage. {who} has {shot.hp} HP left."


def _describe_death(view: View, event: events.PieceDied, names: Names) -> str:
    return f"{format_piece_name(names, view, event.seat, event.piece)} is out."


def _describe_elimination(view: View, event: events.SeatOut, names: Names) -> str:
    return f"{names[event.seat]} is out of the game."


def _describe_pass(view: View, event: events.Passed, names: Names) -> str:
    return f"{names[event.seat]} passes and has {pluralize(event.left, 'pass')} left."


def _describe_timeout(view: View, event: events.TimeRanOut, names: Names) -> str:
    return f"Time ran out for {names[event.seat]}, so the rest was played for them."


def _describe_forfeit(view: View, event: events.SeatForfeited, names: Names) -> str:
    return f"{names[event.seat]} has left the game."


def _format_end(view: View, event: events.GameEnded, names: Names) -> str | None:
    return f"Round {view.round} was the last: the most HP wins." if event.reason == "max_rounds" else None


_GROUPS = {
    events.HazardLaid: "hazards",
    events.ArmourRolled: "scores",
    events.InvisibilityRolled: "scores",
    events.OrderRolled: "order",
    events.OrderTied: "order",
    events.OrderWon: "order",
    events.BlockLaid: "blocks",
    events.MovementRolled: "movement",
    events.Moved: "movement",
}
_TOGETHER: dict[str, Callable[[View, Sequence[Any], Names], list[str]]] = {
    "hazards": _describe_hazards,
    "scores": _scores,
    "order": _order,
    "blocks": _blocks,
    "movement": _movement,
}
_DESCRIBERS: dict[type, Callable[[View, Any, Names], str | None]] = {
    events.BlocksReturned: _describe_returned_blocks,
    events.PieceDeployed: _describe_deployment,
    events.PieceChosen: _describe_choice,
    events.VanishRolled: _vanish,
    events.HoldRolled: _hold,
    events.Appeared: _describe_appearance,
    events.TilesStayed: _describe_stay,
    events.AttackRolled: _attack,
    events.GhostRemoved: _describe_ghost,
    events.DamageRolled: _damage,
    events.PieceDied: _describe_death,
    events.SeatOut: _describe_elimination,
    events.Passed: _describe_pass,
    events.TimeRanOut: _describe_timeout,
    events.SeatForfeited: _describe_forfeit,
    events.GameEnded: _format_end,
}


# The verdict


def verdict(view: View, outcome: Outcome, names: Sequence[str]) -> str:
    """Describe the winners, their remaining health, and the deciding criterion."""
    if not outcome.winners:
        return "Nobody wins: everybody has left the game."
    first, *others = outcome.winners
    who = join_and([names[seat] for seat in outcome.winners])
    if outcome.reason == "forfeit":
        return f"{who} wins: everybody else has left the game."
    left = health(view, first)
    if outcome.reason == "last":
        return f"{who} wins as the last one standing, with {left} HP left."
    if others:
        return f"{who} share the victory with {left} HP each after round {view.round}, the last."
    return f"{who} wins with {left} HP after round {view.round}, the last{_format_lead(view, first, names)}."


def health(view: View, seat: int) -> int:
    """Return the total health points of a seat's pieces, or 0 if the seat has left the game."""
    return 0 if view.seats[seat].forfeited else sum(piece.hp for piece in view.seats[seat].pieces)


def _format_lead(view: View, winner: int, names: Sequence[str]) -> str:
    others = {seat: health(view, seat) for seat in range(len(view.seats)) if seat != winner}
    best = max(others.values())
    next_best = join_and([names[seat] for seat, left in others.items() if left == best])
    return f": {health(view, winner) - best} more than {next_best}" if best else ""
