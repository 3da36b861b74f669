"""Sentences for the events and the verdict of Monster Hex. Names are passed in escaped."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import discord

from cogs.ui.kit import emojis
from engine.core import Outcome
from engine.monster_hex import events
from engine.monster_hex.content import TILE_INDEX, TILES, Stone, layout
from engine.monster_hex.objectives import OBJECTIVE
from engine.monster_hex.view import View
from language.messages import N_, _, capitalize, list_and, ngettext
from render.monster_hex import naming
from tables.story import drop_repeated_events

FACTION_NAMES = {"red": N_("Red"), "blue": N_("Blue"), "yellow": N_("Yellow"), "green": N_("Green")}
SHARED = N_("the shared faction")
CARD_LINES = 3
"""The maximum number of sentences on a card, so that the board stays in sight on a phone."""


def sentences(view: View, happened: Sequence[Any], names: Sequence[str]) -> list[str]:
    """Describe the events in sentences, newest last; events without a text are left out.

    All points from the capture of one stone share one sentence, in the line of the capture if it came just before.
    """
    return [line for _event, line in _tell(view, happened, owner_names(view, names))]


def card_sentences(view: View, happened: Sequence[Any], names: Sequence[str]) -> list[str]:
    """Describe the events for a card in at most `CARD_LINES` sentences, without factions and the order of play.

    The picture shows these. If there are more sentences, all placements share the first line, and the newest falls and
    points follow without the powers.
    """
    seats, names = range(len(view.seats)), owner_names(view, names)
    happened = [
        event
        for event in happened
        if not (
            isinstance(event, events.OrderDrawn) or (isinstance(event, events.FactionAssigned) and event.seat in seats)
        )
    ]
    told = _tell(view, happened, names)
    if len(told) <= CARD_LINES:
        return [line for _event, line in told]
    placed = [(event, line) for event, line in told if isinstance(event, events.TilePlaced)]
    others = [line for event, line in _tell(view, happened, names, brief=True) if type(event) is not events.TilePlaced]
    joined = _join_placements(placed, names)
    return [*joined, *others[len(joined) - CARD_LINES :]]


def _join_placements(placed: Sequence[tuple[events.TilePlaced, str]], names: Sequence[str]) -> list[str]:
    """Return one sentence about all placements; empty without placements."""
    if len(placed) < 2:
        return [line for _event, line in placed]
    each = [
        _(
            "{name}: {monster} on {hex}",
            name=capitalize(names[event.seat]),
            monster=monster(event.tile),
            hex=event.label,
        )
        for event, _line in placed
    ]
    return [f"{' · '.join(each)}."]


def _tell(view: View, happened: Sequence[Any], names: Sequence[str], *, brief: bool = False) -> list[tuple[Any, str]]:
    """Return pairs of an event and its sentence, newest last; `brief` leaves out the powers at captured stones."""
    taken = {event.stone for event in happened if isinstance(event, events.PointsTaken)}
    lines: list[tuple[Any, str]] = []
    fallen: str | None = None
    for event in _add_totals(_merge_gains(drop_repeated_events(happened, events.TimeRanOut))):
        if isinstance(event, events.ValueAsked) and event.stone in taken:
            continue
        if isinstance(event, _Gain) and event.taken[0].stone == fallen:
            lines[-1] = (lines[-1][0], f"{lines[-1][1]} {_format_gains(event, names)}")
            continue
        fallen = event.stone if isinstance(event, events.StoneCaptured) else None
        if brief and isinstance(event, events.StoneCaptured):
            lines.append((event, _describe_capture(event, names, view, brief=True)))
            continue
        describe = _DESCRIBERS.get(type(event))
        sentence = None if describe is None else describe(event, names, view)
        if sentence is not None:
            lines.append((event, sentence))
    return lines


@dataclass(frozen=True, slots=True)
class _Gain:
    """All points taken from one stone, merged into one event.

    After Overwhelm, one seat takes both values (MH-12).
    """

    taken: tuple[events.PointsTaken, ...]


def _merge_gains(happened: Sequence[Any]) -> list[Any]:
    """Return the events, with consecutive points from the same stone merged into one `_Gain`."""
    joined: list[Any] = []
    for event in happened:
        last = joined[-1] if joined else None
        if not isinstance(event, events.PointsTaken):
            joined.append(event)
        elif isinstance(last, _Gain) and last.taken[0].stone == event.stone:
            joined[-1] = _Gain((*last.taken, event))
        else:
            joined.append(_Gain((event,)))
    return joined


@dataclass(frozen=True, slots=True)
class _Total:
    """The points by owner that followed from one placement, if an owner got them in several parts."""

    points: Mapping[int, int]


def _add_totals(happened: Sequence[Any]) -> list[Any]:
    """Return the events, with a `_Total` behind the last gain after each placement from which several parts followed.

    These are the points that a preview of the placement announced.
    """
    told = list(happened)
    starts = [number for number, event in enumerate(happened) if isinstance(event, events.TilePlaced)]
    for start, end in reversed([*pairwise([*starts, len(told)])]):
        gains = [
            (number, seat, points)
            for number, event in enumerate(happened[start:end], start + 1)
            for seat, points in _list_gains(event)
        ]
        points: dict[int, int] = {}
        for _number, seat, gained in gains:
            points[seat] = points.get(seat, 0) + gained
        if len(points) < len(gains):
            told.insert(gains[-1][0], _Total(points))
    return told


def _list_gains(event: Any) -> list[tuple[int, int]]:
    """Return the owners that an event brings points from stones, with these points."""
    if isinstance(event, events.RewardEarned):
        return [(event.seat, event.points)]
    if not isinstance(event, _Gain):
        return []
    seats = dict.fromkeys(taken.seat for taken in event.taken)
    return [(seat, sum(each.value + each.bonus for each in event.taken if each.seat == seat)) for seat in seats]


def tile_name(tile: str) -> str:
    """Return the name of the Monster on the tile with this id."""
    return naming.tile_name(tile)


def monster(tile: str, shown: str = "") -> str:
    """Return a Monster's emoji, followed by `shown` or by default by its name."""
    return emojis.prefix_emoji(_find_emoji_name(tile), shown or tile_name(tile))


def monster_emoji(tile: str) -> discord.PartialEmoji | None:
    """Return the emoji of a tile's Monster, or None if it has none."""
    return emojis.emoji(_find_emoji_name(tile))


def _find_emoji_name(tile: str) -> str:
    return TILES[TILE_INDEX[tile]].name.lower()


def faction_name(faction: str) -> str:
    """Return a faction's name with its emoji, for messages."""
    return emojis.prefix_emoji(f"faction_{faction}", _(FACTION_NAMES[faction]))


def stone_name(stone: Stone) -> str:
    """Return a stone's name and hex."""
    return f"{_(stone.short_name)} ({stone.label})"


def stone_at(view: View, label: str) -> str:
    """Return the name of the stone on a hex, including temporary stones (MH-19)."""
    printed = _find_printed_stone(view, label)
    return _("temporary stone ({hex})", hex=label) if printed is None else stone_name(printed)


def _find_printed_stone(view: View, label: str) -> Stone | None:
    """Return the printed stone on a hex, or None for a temporary one."""
    return next((stone for stone in layout(view.board).stones if stone.label == label), None)


def owner_names(view: View, names: Sequence[str]) -> tuple[str, ...]:
    """Return the players' names, followed by the shared faction if it is in play (MH-21)."""
    shared = () if view.shared is None else (_(SHARED),)
    return (*names[: len(view.seats)], *shared)


def powers_text(powers: Sequence[int | None], names: Sequence[str]) -> str:
    """Format each owner's power at a stone, strongest first; owners without power there are left out."""
    there = [(power, seat) for seat, power in enumerate(powers) if power is not None]
    ranked = sorted(there, key=lambda each: -each[0])
    return ", ".join(
        _("{name} with {power}", name=names[seat], power=power)
        if place
        else _("{name} with power {power}", name=names[seat], power=power)
        for place, (power, seat) in enumerate(ranked)
    )


def points_text(points: Mapping[int, int], names: Sequence[str]) -> str:
    """Format the points that owners gain, such as "Ann +5, Ben +1"."""
    return ", ".join(f"{names[owner]} +{gained}" for owner, gained in points.items())


def _describe_placement(event: events.TilePlaced, names: Sequence[str], view: View) -> str:
    name, placed, label = capitalize(names[event.seat]), monster(event.tile), event.label
    if event.is_scattered:
        return _("{name} placed the {monster} on {hex} by Scatter.", name=name, monster=placed, hex=label)
    if event.is_extra:
        return _("{name} placed the {monster} on {hex} as an extra tile.", name=name, monster=placed, hex=label)
    return _("{name} placed the {monster} on {hex}.", name=name, monster=placed, hex=label)


def _describe_capture(event: events.StoneCaptured, names: Sequence[str], view: View, *, brief: bool = False) -> str:
    stone, powers = stone_at(view, event.stone), powers_text(event.powers, names)
    falls = _("The {stone} falls.", stone=stone)
    result = falls if brief else _("The {stone} falls: {powers}.", stone=stone, powers=powers)
    reason = _explain_capture(event, names, view)
    return f"{result} {reason}" if reason else result


def _explain_capture(event: events.StoneCaptured, names: Sequence[str], view: View) -> str:
    """Return a sentence about a tie or about who takes what; empty if the powers explain it."""
    if event.first is None and event.second is None:
        return _("A tie, so nobody scores.")
    if event.overwhelm and event.first is not None:
        return _("Double the power: {name} takes both values.", name=names[event.first])
    printed = _find_printed_stone(view, event.stone)
    most = max((power for power in event.powers if power is not None), default=0)
    if printed is not None and event.first is not None and not printed.large and event.powers.count(most) > 1:
        return _("Power is equal, so the higher rank there takes it.")
    return ""


def _describe_gain(event: _Gain, names: Sequence[str], view: View) -> str:
    return f"{capitalize(stone_at(view, event.taken[0].stone))}: {_format_gains(event, names)}"


def _format_gains(event: _Gain, names: Sequence[str]) -> str:
    seats = dict.fromkeys(taken.seat for taken in event.taken)
    gains = [f"{names[seat]} {_points([taken for taken in event.taken if taken.seat == seat])}" for seat in seats]
    return f"{', '.join(gains)}."


def _describe_total(event: _Total, names: Sequence[str], view: View) -> str:
    return _("In all: {points}.", points=points_text(event.points, names))


def _points(taken: Sequence[events.PointsTaken]) -> str:
    """Format the points that one seat takes from a stone: the total, and its parts if there are several."""
    bonus = sum(each.bonus for each in taken)
    values = [each.value for each in taken]
    total = f"+{sum(values) + bonus}"
    parts = [" + ".join(map(str, values))] + [_("+{bonus} own colour", bonus=bonus)] * bool(bonus)
    return total if len(values) == 1 and not bonus else f"{total} ({', '.join(parts)})"


def _describe_question(event: events.ValueAsked, names: Sequence[str], view: View) -> str:
    return _("{name} chooses a value of the {stone}.", name=names[event.seat], stone=stone_at(view, event.stone))


def _describe_assignment(event: events.FactionAssigned, names: Sequence[str], view: View) -> str:
    faction = faction_name(event.faction)
    if event.seat == len(view.seats):
        return _("The shared faction is {faction}.", faction=faction)
    return _("{name} plays {faction}.", name=names[event.seat], faction=faction)


def _describe_order(event: events.OrderDrawn, names: Sequence[str], view: View) -> str:
    return _("Order of play: {names}.", names=", ".join(names[seat] for seat in event.order))


def _begun(event: events.HeadStartGiven, names: Sequence[str], view: View) -> str:
    begun = [(names[seat], points) for seat, points in enumerate(event.points) if points]
    (first, most), *others = sorted(begun, key=lambda each: -each[1])
    told = [
        ngettext("{name} begins with {number} point", "{name} begins with {number} points", most, name=first),
        *(_("{name} with {points}", name=name, points=points) for name, points in others),
    ]
    return _("Head start: {beginnings}.", beginnings=list_and(told))


def _describe_timeout(event: events.TimeRanOut, names: Sequence[str], view: View) -> str:
    return _("Time ran out for {name}, so a move was made for them.", name=names[event.seat])


def _describe_forfeit(event: events.SeatForfeited, names: Sequence[str], view: View) -> str:
    return _("{name} has left the game.", name=names[event.seat])


def _format_end(event: events.GameEnded, names: Sequence[str], view: View) -> str | None:
    return _(_REASONS[event.reason]) if event.reason in _REASONS else None


# Variants


def _describe_shown(event: events.AbilitiesShown, names: Sequence[str], view: View) -> str:
    shown = [naming.ability_name(ability, view.edition) for ability in event.abilities]
    chosen = [f"{name} {ability}" for name, ability in zip(names, shown, strict=False)]
    return _("Abilities: {abilities}.", abilities=", ".join(chosen))


def _describe_decline(event: events.AbilityDeclined, names: Sequence[str], view: View) -> str:
    ability = naming.ability_name(event.ability, view.edition)
    return _("{name} kept {ability} for later.", name=names[event.seat], ability=ability)


def _describe_change(event: events.PowersChanged, names: Sequence[str], view: View) -> str:
    return _(
        "{name} used {ability} on {hex}: all powers there {change}.",
        name=names[event.seat],
        ability=naming.ability_name(event.ability, view.edition),
        hex=event.label,
        change=f"{'+' if event.change > 0 else '−'}{abs(event.change)}",
    )


def _describe_turn(event: events.TileTurned, names: Sequence[str], view: View) -> str:
    name, label, steps = names[event.seat], event.label, (event.rotation - event.before) % 6
    if steps == 3:
        return _("{name} used Confuse: the tile on {hex} is turned half round.", name=name, hex=label)
    if steps < 3:
        return _(
            "{name} used Confuse: the tile on {hex} is turned by {steps}/6 to the right.",
            name=name,
            hex=label,
            steps=steps,
        )
    return _(
        "{name} used Confuse: the tile on {hex} is turned by {steps}/6 to the left.",
        name=name,
        hex=label,
        steps=6 - steps,
    )


def _describe_petrify(event: events.HexPetrified, names: Sequence[str], view: View) -> str:
    return _(
        "{name} used Petrify: {hex} is now a Large Stone worth {value}.",
        name=names[event.seat],
        hex=event.label,
        value=event.value,
    )


def _describe_raise(event: events.RewardRaised, names: Sequence[str], view: View) -> str:
    return _(
        "{name} used Reward: first places at Large Stones bring {points} more from now on.",
        name=names[event.seat],
        points=event.total,
    )


def _describe_reward(event: events.RewardEarned, names: Sequence[str], view: View) -> str:
    return _("Reward: {name} +{points}.", name=names[event.seat], points=event.points)


def _describe_strike(event: events.StrikeUsed, names: Sequence[str], view: View) -> str:
    ability = naming.ability_name("strike", view.edition)
    return _("{name} used {ability} to place another tile.", name=names[event.seat], ability=ability)


def _describe_scheme(event: events.SchemeUsed, names: Sequence[str], view: View) -> str:
    return _("{name} used Scheme to draw an objective.", name=names[event.seat])


def _describe_deal(event: events.ObjectiveDealt, names: Sequence[str], view: View) -> str | None:
    if event.seat is not None or event.objective is None:
        return None
    card = OBJECTIVE[event.objective]
    return _("Objective for all: {name}, {text}.", name=_(card.name), text=_(card.text))


def _describe_skip(event: events.TurnSkipped, names: Sequence[str], view: View) -> str:
    return _("{name} has placed all tiles, so this turn is skipped.", name=names[event.seat])


def _describe_score(event: events.ObjectiveScored, names: Sequence[str], view: View) -> str | None:
    if not event.points:
        return None
    gained = f"{_(OBJECTIVE[event.objective].name)}: {names[event.seat]} +{event.points}"
    return f"{gained}." if event.times == 1 else _("{gained} ({times} times).", gained=gained, times=event.times)


_REASONS = {
    "demon_king": N_("Equal points: the first at the Demon King wins."),
    "shared": N_("Equal points: the victory is shared."),
}

_DESCRIBERS: dict[type, Callable[[Any, Sequence[str], View], str | None]] = {
    events.TilePlaced: _describe_placement,
    events.StoneCaptured: _describe_capture,
    _Gain: _describe_gain,
    _Total: _describe_total,
    events.ValueAsked: _describe_question,
    events.FactionAssigned: _describe_assignment,
    events.OrderDrawn: _describe_order,
    events.HeadStartGiven: _begun,
    events.TimeRanOut: _describe_timeout,
    events.SeatForfeited: _describe_forfeit,
    events.GameEnded: _format_end,
    events.AbilitiesShown: _describe_shown,
    events.AbilityDeclined: _describe_decline,
    events.PowersChanged: _describe_change,
    events.TileTurned: _describe_turn,
    events.HexPetrified: _describe_petrify,
    events.RewardRaised: _describe_raise,
    events.RewardEarned: _describe_reward,
    events.StrikeUsed: _describe_strike,
    events.SchemeUsed: _describe_scheme,
    events.ObjectiveDealt: _describe_deal,
    events.TurnSkipped: _describe_skip,
    events.ObjectiveScored: _describe_score,
}


# The verdict


def verdict(view: View, outcome: Outcome, names: Sequence[str]) -> str:
    """Format the verdict: the winners, their points, their lead and the tie-break; in a solo game, the score."""
    if len(view.seats) == 1:
        return _format_solo_score(view, outcome, names[0])
    if not outcome.winners:
        return _("Nobody wins: everybody has left the game.")
    first, *others = outcome.winners
    who = list_and([names[seat] for seat in outcome.winners])
    if outcome.reason == "forfeit":
        return _("{name} wins: everybody else has left the game.", name=who)
    points = view.seats[first].score.points
    if others:
        return ngettext(
            "{names} share the victory with {number} point each: none of them was first at the Demon King.",
            "{names} share the victory with {number} points each: none of them was first at the Demon King.",
            points,
            names=who,
        )
    best, rivals = _next(view, first)
    if not rivals:
        return ngettext("{name} wins with {number} point.", "{name} wins with {number} points.", points, name=who)
    next_best = list_and([names[seat] for seat in rivals])
    if points > best:
        return ngettext(
            "{name} wins with {number} point, {lead} more than {others}.",
            "{name} wins with {number} points, {lead} more than {others}.",
            points,
            name=who,
            lead=points - best,
            others=next_best,
        )
    return ngettext(
        "{name} wins with {number} point, level with {others}: first at the Demon King.",
        "{name} wins with {number} points, level with {others}: first at the Demon King.",
        points,
        name=who,
        others=next_best,
    )


def _format_solo_score(view: View, outcome: Outcome, name: str) -> str:
    """Format the score of a solo game; it doesn't count if the player has left (MH-22, MH-23)."""
    if outcome.reason == "forfeit":
        return _("{name} has left, so this score doesn't count.", name=name)
    points = view.seats[0].score.points
    return ngettext("{name} scores {number} point.", "{name} scores {number} points.", points, name=name)


def _next(view: View, winner: int) -> tuple[int, list[int]]:
    """Return the highest points among the winner's opponents, without forfeited seats, and the seats that have them."""
    points = {seat: each.score.points for seat, each in enumerate(view.seats) if seat != winner and not each.forfeited}
    best = max(points.values(), default=0)
    return best, [seat for seat, each in points.items() if each == best]
