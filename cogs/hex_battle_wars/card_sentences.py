"""Hex Battle Wars' events for a card: one sentence a turn, and at most three, so that the board stays in view.

The picture shows the set-up, the dice and where everybody stands. *What happened* tells everything.
"""

from collections.abc import Sequence
from typing import Any, Final

from cogs.hex_battle_wars import sentences
from cogs.hex_battle_wars.phrases import format_piece_name, format_target_name
from engine.hex_battle_wars import events
from engine.hex_battle_wars.view import Shot, View
from language.messages import _, list_and, ngettext
from tables.story import drop_repeated_events

MOST: Final = 3
"""Maximum number of sentences on a card."""
MOST_UNNAMED: Final = 2
"""Maximum number of seats with which the target of an attack is not named."""
_APART: Final = (events.BlocksReturned, events.TimeRanOut, events.SeatForfeited, events.GameEnded)
"""The events that get a sentence of their own."""
_DECISIVE: Final = (events.PieceDied, events.SeatOut, events.SeatForfeited, events.GameEnded)
_NOTABLE: Final = (events.AttackRolled, events.VanishRolled, events.HoldRolled, events.Appeared, events.TimeRanOut)


def card_sentences(view: View, happened: Sequence[Any], names: Sequence[str]) -> list[str]:
    """Return the most important events as sentences in the order in which they happened, at most `MOST`."""
    told: list[tuple[int, str]] = []
    for group in _split(drop_repeated_events(happened, events.TimeRanOut)):
        told += [(_weigh(group), sentence) for sentence in _describe(view, group, names)]
    kept = sorted(range(len(told)), key=lambda number: (told[number][0], number))[-MOST:]
    return [told[number][1] for number in sorted(kept)]


def _split(happened: Sequence[Any]) -> list[list[Any]]:
    """Split events into those of each turn; the events of `_APART` are groups of their own."""
    groups: list[list[Any]] = [[]]
    for event in happened:
        if isinstance(event, _APART):
            groups += [[event], []]
        elif isinstance(event, events.TurnBegan):
            groups.append([])
        else:
            groups[-1].append(event)
    return groups


def _weigh(group: Sequence[Any]) -> int:
    """Return the importance of events, from 0 to 3: deaths, hits, other attacks and vanishing, all else."""
    if any(isinstance(event, _DECISIVE) for event in group):
        return 3
    if any(isinstance(event, events.AttackRolled) and event.shot.hit for event in group):
        return 2
    return int(any(isinstance(event, _NOTABLE) for event in group))


def _describe(view: View, group: Sequence[Any], names: Sequence[str]) -> list[str]:
    """Describe the deployments or the turn among events; empty if there is nothing to tell."""
    if group and isinstance(group[0], _APART):
        return sentences.sentences(view, group, names)
    placed = [event for event in group if isinstance(event, events.PieceDeployed)]
    starts = [_describe_start(view, event, names, is_first=not number) for number, event in enumerate(placed)]
    lines = [f"{list_and(starts)}."] if starts else []
    clauses = [clause for event in group if (clause := _describe_event(view, event, group, names)) is not None]
    if clauses:
        deeds = list_and([words for __, words in clauses])
        lines.append(_("{name} {deeds}.", name=clauses[0][0], deeds=deeds))
    return lines


def _describe_start(view: View, event: events.PieceDeployed, names: Sequence[str], *, is_first: bool) -> str:
    """Describe where a piece starts; all but the first of a list have no verb."""
    who = format_piece_name(names, view, event.seat, event.piece)
    if is_first:
        return _("{name} starts on {hex}", name=who, hex=event.label)
    return _("{name} on {hex}", name=who, hex=event.label)


def _describe_event(view: View, event: Any, group: Sequence[Any], names: Sequence[str]) -> tuple[str, str] | None:
    """Return the name of who acted in an event, and the verb phrase about it; None if it needs no words.

    The verb phrases of a turn are joined behind the name.
    """
    match event:
        case events.VanishRolled(seat=seat, piece=piece, success=success):
            words = _("vanished") if success else _("failed to vanish")
        case events.HoldRolled(seat=seat, piece=piece, success=True):
            words = _("stayed invisible")
        case events.Appeared(seat=seat, piece=piece, label=label) if not _was_hit(seat, group):
            words = _("appeared on {hex}", hex=label)
        case events.MovementRolled(seat=seat, piece=piece, held=str() as held):
            words = _("stayed (stuck in a hazard)") if held == "stuck" else _("stayed (boxed in)")
        case events.Moved(walk=walk):
            seat, piece = walk.seat, walk.piece
            is_walk = len(walk.paths) == 1
            words = _("walked to {hex}", hex=walk.paths[0][-1]) if is_walk else _("moved the tiles")
        case events.AttackRolled(shot=shot) if shot.struck in (None, "ghost"):
            seat, piece = shot.seat, shot.piece
            words = _describe_attack(view, shot, names)
        case events.DamageRolled(shot=shot):
            seat, piece = shot.seat, shot.piece
            words = _describe_damage(view, shot, names)
        case events.TilesStayed(seat=seat):
            return names[seat], _("left the tiles where they are")
        case events.Passed(seat=seat, left=left):
            return names[seat], _describe_pass(left)
        case _:
            return None
    return format_piece_name(names, view, seat, piece), words


def _was_hit(seat: int, group: Sequence[Any]) -> bool:
    """Return whether an attack on a seat is among events, so that its character appeared by the hit."""
    return any(isinstance(event, events.AttackRolled) and event.shot.target_seat == seat for event in group)


def _describe_pass(left: int) -> str:
    if not left:
        return _("passed, with no passes left")
    return ngettext("passed, with {number} pass left", "passed, with {number} passes left", left)


def _format_target(view: View, shot: Shot, names: Sequence[str]) -> str:
    """Format the target of an attack. The only opponent needs no name, so that a turn is one line."""
    if len(names) > MOST_UNNAMED or len(view.seats[shot.target_seat].pieces) > 1:
        return format_target_name(names, view, shot.target_seat, shot.target_piece, shot.tile)
    return _("tile {tile}", tile=shot.tile) if shot.tile else ""


def _describe_attack(view: View, shot: Shot, names: Sequence[str]) -> str:
    """Describe an attack that missed, hit a ghost, or whose damage hasn't been rolled."""
    target = _format_target(view, shot, names)
    if shot.struck == "ghost":
        return _("hit {target}, a ghost", target=target)
    if not target:
        return _("hit") if shot.hit else _("missed")
    return _("hit {target}", target=target) if shot.hit else _("missed {target}", target=target)


def _describe_damage(view: View, shot: Shot, names: Sequence[str]) -> str:
    target = _format_target(view, shot, names)
    if target:
        hit = _("hit {target} for {damage}", target=target, damage=shot.damage)
    else:
        hit = _("hit for {damage}", damage=shot.damage)
    if shot.hp:
        return hit
    who = format_piece_name(names, view, shot.target_seat, shot.target_piece)
    return _("{hit}: {name} is out", hit=hit, name=who)
