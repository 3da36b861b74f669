"""Hex Battle Wars' events and verdict as sentences, including all modifiers of dice.

The names passed in must already be escaped. The sentences tell where tiles are, but never which tile is real.
"""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from cogs.hex_battle_wars import phrases
from cogs.hex_battle_wars.phrases import format_piece_name, format_target_name, format_tile
from cogs.ui.kit import emojis
from engine.core import Outcome
from engine.hex_battle_wars import events
from engine.hex_battle_wars.view import Shot, View
from language.messages import N_, _, list_and, ngettext
from render.hex_battle_wars.naming import format_modifiers
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


def _format_die(event: events.OrderRolled | events.MovementRolled) -> str:
    """Format a roll as the emoji of its die, which shows the number, or as the number if there is no emoji."""
    return str(emojis.emoji(phrases.die_name(event.sides, event.die)) or event.die)


def _format_d10(number: int) -> str:
    return emojis.die(number, 10, _("d10 {number}", number=number))


# Set-up


def _describe_hazards(view: View, found: Sequence[events.HazardLaid], names: Names) -> list[str]:
    numbers = {kind: sum(event.kind == kind for event in found) for kind in ("water", "quicksand")}
    laid = [
        ngettext("{hazard} on {number} hex", "{hazard} on {number} hexes", number, hazard=phrases.format_hazard(kind))
        for kind, number in numbers.items()
        if number
    ]
    return [_("There is {hazards}.", hazards=list_and(laid))]


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
        return _("armour {armour}", armour=event.armour)
    return _("invisibility {invisibility}", invisibility=event.score)


def _order(view: View, found: Sequence[Any], names: Names) -> list[str]:
    """Describe the rolls that decide who lays blocks first or who begins, one line for each, including ties."""
    lines: list[str] = []
    rolled: list[str] = []
    for event in found:
        if isinstance(event, events.OrderRolled):
            rolled.append(_("{name} rolled {die}", name=names[event.seat], die=_format_die(event)))
        elif isinstance(event, events.OrderTied):
            rolled.append(_("a tie, so they roll again"))
        else:
            result = N_("{rolls}: {name} lays blocks first.") if event.sides == 20 else N_("{rolls}: {name} begins.")
            lines.append(_(result, rolls=", ".join(rolled), name=names[event.seat]))
            rolled = []
    return lines + ([f"{', '.join(rolled)}."] if rolled else [])


def _blocks(view: View, found: Sequence[events.BlockLaid], names: Names) -> list[str]:
    """Describe the blocks that each seat has laid. For blocks laid by the program, only their number is given."""
    lines: list[str] = []
    for (seat, program), laid in groupby(found, lambda event: (event.seat, event.program)):
        blocks = list(laid)
        if seat is not None and not program:
            told = [_("{level} on {hex}", level=phrases.format_level(each.level), hex=each.label) for each in blocks]
            lines.append(_("{name} laid {blocks}.", name=names[seat], blocks=list_and(told)))
        elif seat is None:
            lines.append(ngettext("{number} block is laid.", "{number} blocks are laid.", len(blocks)))
        else:
            lines.append(_count_blocks_for(names[seat], len(blocks)))
    return lines


def _count_blocks_for(name: str, number: int) -> str:
    return ngettext("{number} block is laid for {name}.", "{number} blocks are laid for {name}.", number, name=name)


def _describe_returned_blocks(view: View, event: events.BlocksReturned, names: Names) -> str:
    return ngettext(
        "{number} block can’t be laid and goes back to the box.",
        "{number} blocks can’t be laid and go back to the box.",
        sum(event.blocks),
    )


def _describe_deployment(view: View, event: events.PieceDeployed, names: Names) -> str:
    who = format_piece_name(names, view, event.seat, event.piece)
    return _("{name} starts on {hex}.", name=who, hex=event.label)


# A turn


def _describe_choice(view: View, event: events.PieceChosen, names: Names) -> str:
    return _("{name} acts with piece {piece}.", name=names[event.seat], piece=event.piece)


def _vanish(view: View, event: events.VanishRolled, names: Names) -> str:
    who = format_piece_name(names, view, event.seat, event.piece)
    die = _format_d10(event.die)
    if not event.success:
        return _(
            "{name} tries to vanish: {die} against {score}, too low. {name} stays visible.",
            name=who,
            die=die,
            score=event.score,
        )
    return _(
        "{name} tries to vanish: {die} against {score}: invisible. One of the three tiles on {hex} is {name}.",
        name=who,
        die=die,
        score=event.score,
        hex=event.label,
    )


def _hold(view: View, event: events.HoldRolled, names: Names) -> str:
    who = format_piece_name(names, view, event.seat, event.piece)
    if event.success:
        result = N_("{name} tries to stay invisible: {die} against {score}, still invisible.")
    else:
        result = N_("{name} tries to stay invisible: {die} against {score}, too low.")
    return _(result, name=who, die=_format_d10(event.die), score=event.score)


def _describe_appearance(view: View, event: events.Appeared, names: Names) -> str:
    who = format_piece_name(names, view, event.seat, event.piece)
    return _("{name} appears on {hex}.", name=who, hex=event.label)


def _movement(view: View, found: Sequence[Any], names: Names) -> list[str]:
    """Describe the movement rolls and moves. A character's roll and the walk that follows are one sentence."""
    lines: list[str] = []
    roll: events.MovementRolled | None = None
    for event in found:
        if isinstance(event, events.MovementRolled):
            roll = event
            lines.append(_describe_roll(view, event, names))
        elif roll is not None and len(event.walk.paths) == 1:
            who = format_piece_name(names, view, roll.seat, roll.piece)
            path = event.walk.paths[0]
            lines[-1] = _(
                "{name} rolled {die} and walked from {start} to {end}.",
                name=who,
                die=_format_die(roll),
                start=path[0],
                end=path[-1],
            )
        else:
            lines.append(_describe_move(view, event, names))
    return lines


def _describe_roll(view: View, event: events.MovementRolled, names: Names) -> str:
    who = format_piece_name(names, view, event.seat, event.piece)
    rolls = _TILE_ROLLS if event.sides == 6 else _ROLLS
    return _(rolls[event.held], name=who, die=_format_die(event))


_ROLLS = {
    None: N_("{name} rolled {die} to move."),
    "stuck": N_("{name} rolled {die} to move, too low to leave the hazard, and stays there."),
    "boxed_in": N_("{name} rolled {die} to move and stays: blocks and pieces leave no path of that length."),
}
_TILE_ROLLS = {
    None: N_("{name} rolled {die} for the tiles."),
    "stuck": N_("{name} rolled {die} for the tiles, too low to leave the hazard, and stays there."),
    "boxed_in": N_("{name} rolled {die} for the tiles and stays: blocks and pieces leave no path of that length."),
}


def _describe_move(view: View, event: events.Moved, names: Names) -> str:
    walk = event.walk
    who = format_piece_name(names, view, walk.seat, walk.piece)
    if len(walk.paths) == 1:
        return _("{name} walked from {start} to {end}.", name=who, start=walk.paths[0][0], end=walk.paths[0][-1])
    there = [(tile, path[0], path[-1]) for tile, path in enumerate(walk.paths, 1) if path]
    told = ", ".join([_describe_tile(tile, start, end) for tile, start, end in there])
    if all(start == end for __, start, end in there):
        return _("The tiles of {name} can’t move: {tiles}.", name=who, tiles=told)
    return _("The tiles of {name} moved: {tiles}.", name=who, tiles=told)


def _describe_tile(tile: int, start: str, end: str) -> str:
    if start == end:
        return _("{tile} stays on {hex}", tile=tile, hex=end)
    return _("{tile} from {start} to {end}", tile=tile, start=start, end=end)


def _describe_stay(view: View, event: events.TilesStayed, names: Names) -> str:
    return _("The tiles of {name} stay where they are.", name=names[event.seat])


def _target(view: View, shot: Shot, names: Names) -> str:
    who = format_target_name(names, view, shot.target_seat, shot.target_piece, shot.tile)
    return _("{target} on {hex}", target=who, hex=shot.label)


def _attack(view: View, event: events.AttackRolled, names: Names) -> str:
    shot = event.shot
    who = format_piece_name(names, view, shot.seat, shot.piece)
    return _(
        "{name} on {hex} attacks {target}: {dice}.",
        name=who,
        hex=shot.origin,
        target=_target(view, shot, names),
        dice=format_dice(shot),
    )


def format_dice(shot: Shot) -> str:
    """Format an attack's d20 with its modifiers, such as "d20 14 − 3 distance + 1 height = 12 vs 13: missed"."""
    parts = format_modifiers(shot.modifiers)
    roll = emojis.die(shot.die, 20, _("d20 {number}", number=shot.die)) + parts
    if shot.die == 20:
        return _("{roll}: a 20 always hits", roll=roll)
    total = f" = {_number(shot.total)}" if shot.modifiers else ""
    result = N_("{roll} vs {armour}: hit") if shot.hit else N_("{roll} vs {armour}: missed")
    return _(result, roll=roll + total, armour=shot.armour)


def _number(number: int) -> str:
    return str(number).replace("-", "−")


def _describe_ghost(view: View, event: events.GhostRemoved, names: Names) -> str:
    tile = format_tile(names, event.seat, event.tile)
    return _("{tile} on {hex} was a ghost and is gone.", tile=tile, hex=event.label)


def _damage(view: View, event: events.DamageRolled, names: Names) -> str:
    shot = event.shot
    who = format_piece_name(names, view, shot.target_seat, shot.target_piece)
    if shot.die == 20:
        sum_of = _("d16 {die} × 2 = {damage}", die=shot.damage_die, damage=shot.damage)
    else:
        sum_of = _("d16: {damage}", damage=shot.damage)
    damage = emojis.die(shot.damage_die, 16, sum_of)
    return _("{damage} damage. {name} has {hp} HP left.", damage=damage, name=who, hp=shot.hp)


def _describe_death(view: View, event: events.PieceDied, names: Names) -> str:
    return _("{name} is out.", name=format_piece_name(names, view, event.seat, event.piece))


def _describe_elimination(view: View, event: events.SeatOut, names: Names) -> str:
    return _("{name} is out of the game.", name=names[event.seat])


def _describe_pass(view: View, event: events.Passed, names: Names) -> str:
    return ngettext(
        "{name} passes and has {number} pass left.",
        "{name} passes and has {number} passes left.",
        event.left,
        name=names[event.seat],
    )


def _describe_timeout(view: View, event: events.TimeRanOut, names: Names) -> str:
    return _("Time ran out for {name}, so the rest was played for them.", name=names[event.seat])


def _describe_forfeit(view: View, event: events.SeatForfeited, names: Names) -> str:
    return _("{name} has left the game.", name=names[event.seat])


def _format_end(view: View, event: events.GameEnded, names: Names) -> str | None:
    if event.reason != "max_rounds":
        return None
    return _("Round {round} was the last: the most HP wins.", round=view.round)


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
        return _("Nobody wins: everybody has left the game.")
    first, *others = outcome.winners
    who = list_and([names[seat] for seat in outcome.winners])
    if outcome.reason == "forfeit":
        return _("{name} wins: everybody else has left the game.", name=who)
    left = health(view, first)
    if outcome.reason == "last":
        return _("{name} wins as the last one standing, with {hp} HP left.", name=who, hp=left)
    if others:
        return _(
            "{names} share the victory with {hp} HP each after round {round}, the last.",
            names=who,
            hp=left,
            round=view.round,
        )
    return _describe_victory(view, first, names)


def health(view: View, seat: int) -> int:
    """Return the total health points of a seat's pieces, or 0 if the seat has left the game."""
    return 0 if view.seats[seat].forfeited else sum(piece.hp for piece in view.seats[seat].pieces)


def _describe_victory(view: View, winner: int, names: Sequence[str]) -> str:
    """Describe a victory by the most health after the last round, and the lead over the next best, if any."""
    left = health(view, winner)
    others = {seat: health(view, seat) for seat in range(len(view.seats)) if seat != winner}
    best = max(others.values())
    if not best:
        return _(
            "{name} wins with {hp} HP after round {round}, the last.", name=names[winner], hp=left, round=view.round
        )
    return _(
        "{name} wins with {hp} HP after round {round}, the last: {lead} more than {others}.",
        name=names[winner],
        hp=left,
        round=view.round,
        lead=left - best,
        others=list_and([names[seat] for seat, hp in others.items() if hp == best]),
    )
