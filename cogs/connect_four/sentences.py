"""Connect Four's events and verdict as sentences. The names passed in must already be escaped."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from cogs.connect_four.phrases import explain_powers, format_force_size, format_modifiers, format_monster, monster_title
from cogs.ui.kit import emojis
from engine.connect_four import events
from engine.connect_four.roster import MONSTERS
from engine.connect_four.view import Blow, Loss, View
from engine.core import Outcome, join_and
from render.connect_four.naming import class_words, ranked_name, short_name, verb
from render.text import pluralize, possessive
from tables.story import drop_repeated_events

MOST_LINES = 3
"""The maximum number of lines of a brief story, so that a phone shows them with the board."""
FALL, MINOR, USUAL, KILL, FOUR, DECISIVE = range(6)
"""The ranks of lines of a story, by importance."""
RESULTS = frozenset((FALL, MINOR, KILL, FOUR))
"""The ranks of lines that tell the result of the nearest usual line before them, such as an attack."""


@dataclass(slots=True)
class _Story:
    """The state while events are turned into sentences: finished lines, and parts of lines to be finished."""

    names: Sequence[str]
    lines: list[str] = field(default_factory=list[str])
    dice: list[int] = field(default_factory=list[int])
    """The dice of a roll-off in the order rolled: those of seat 0 and seat 1 alternate."""
    effects: list[str] = field(default_factory=list[str])
    falls: list[str] = field(default_factory=list[str])
    attacker: str = ""
    """Square of the monster whose attack action is described, even while the target strikes back."""
    rampage: bool = False
    attack: Blow | None = None
    """The attack that a retaliation joins in a brief story."""
    attack_at: int | None = None
    """The index of the newest blow's line, which its effects join in a brief story."""
    brief: bool = False
    """Whether the story is told in few words: without dice, modifiers, tokens and falls, which the picture shows."""
    has_kill: bool = False
    """Whether the pending effects destroy a monster."""
    ranks: dict[int, int] = field(default_factory=dict[int, int])
    """The ranks of lines by index; lines without one are USUAL."""

    def close(self) -> None:
        """Finish the pending lines: one for the effects of a step, then one for the monsters that dropped.

        In a brief story, the effects of a blow join its line.
        """
        if self.effects and self.brief and self.attack_at is not None and self.attack_at == len(self.lines) - 1:
            self.lines[-1] += f" {'; '.join(self.effects)}."
            if self.has_kill:
                self.ranks[self.attack_at] = KILL
        elif self.effects:
            self.ranks[len(self.lines)] = KILL if self.has_kill else MINOR
            self.lines.append(f"{'; '.join(self.effects)}.")
        if self.falls:
            self.ranks[len(self.lines)] = FALL
            self.lines.append(f"{join_and(self.falls)}.")
        self.effects, self.falls, self.has_kill = [], [], False

    def select(self) -> list[str]:
        """Return the lines in order; of a brief story only the `MOST_LINES` most important.

        A result brings the line of its cause along if both have room.
        """
        if not self.brief or len(self.lines) <= MOST_LINES:
            return self.lines
        ranks = [self.ranks.get(at, USUAL) for at in range(len(self.lines))]
        chosen: set[int] = set()
        for at in sorted(range(len(ranks)), key=lambda at: (ranks[at], at), reverse=True):
            causes = [cause for cause in range(at) if ranks[cause] == USUAL] if ranks[at] in RESULTS else []
            wanted = chosen | {at, *causes[-1:]}
            if len(wanted) > MOST_LINES:
                wanted = chosen | {at}
            if len(wanted) <= MOST_LINES:
                chosen = wanted
        return [self.lines[at] for at in sorted(chosen)]


def sentences(happened: Sequence[Any], names: Sequence[str], *, brief: bool = False) -> list[str]:
    """Return the events as sentences, newest last.

    An attack, its retaliation, and their effects take one line each. With `brief`, they share a line, what the picture
    shows is left out, and only the `MOST_LINES` most important lines are left.
    """
    story = _Story(names, brief=brief)
    for event in drop_repeated_events(happened, events.TimeRanOut):
        if type(event) not in _EFFECTS:
            story.close()
        tell = _TELLERS.get(type(event))
        if tell is not None:
            tell(story, event)
        if type(event) in _RANKS:
            story.ranks[len(story.lines) - 1] = _RANKS[type(event)]
    story.close()
    return story.select()


# Set-up


def _classes(story: _Story, event: events.ClassesShown) -> None:
    first, second = story.names
    story.lines.append(
        f"{first} plays {class_words(event.classes[0])}, {second} plays {class_words(event.classes[1])}."
    )


def _die(story: _Story, event: events.DieRolled) -> None:
    if not event.square:
        story.dice.append(event.number)


def _roll_off(story: _Story, event: events.RollOffWon) -> None:
    rolls = [
        (emojis.die(one), emojis.die(other)) for one, other in zip(story.dice[::2], story.dice[1::2], strict=False)
    ]
    story.dice = []
    start = ""
    if rolls and not story.brief:
        first, second = (f"{name} rolls {die}" for name, die in zip(story.names, rolls[0], strict=True))
        again = "".join(f", then {one} to {other}" for one, other in rolls[1:])
        start = f"{first}, {second}{again}. "
    winner, other = story.names[event.seat], story.names[1 - event.seat]
    end = f"{winner} keeps the class, {other} takes another." if event.prize == "class" else f"{winner} goes first."
    story.lines.append(start + end)


def _other_class(story: _Story, event: events.OtherClassTaken) -> None:
    story.lines.append(f"{story.names[event.seat]} plays {class_words(event.name)}.")


def _forces(story: _Story, event: events.ForcesShown) -> None:
    if story.brief:
        return  # the picture shows the reserves
    told = [f"{name} brings {format_force_size(force)}" for name, force in zip(story.names, event.forces, strict=True)]
    story.lines.append(f"{'; '.join(told)}.")


# Turns


def _start_turn(story: _Story, event: events.TurnBegan) -> None:
    story.attack_at = None


def _add_placement(story: _Story, event: events.Placed) -> None:
    name = ranked_name(event.monster) if story.brief else monster_title(event.monster)
    story.lines.append(f"{story.names[event.seat]} places {name} on {event.square}.")


def _start_attack(story: _Story, event: events.AttackDeclared) -> None:
    story.attacker, story.rampage = event.square, event.rampage


def _add_strike(story: _Story, event: events.Struck) -> None:
    blow = event.blow
    if story.brief:
        _add_brief_strike(story, blow)
        return
    owner, attacker, target = (
        story.names[blow.seat],
        format_monster(blow.monster, blow.square),
        format_monster(blow.target, blow.target_square),
    )
    if blow.retaliation:
        story.attacker = blow.target_square
        start = f"{attacker} {verb(blow)}"
    else:
        does = RAMPAGES if story.rampage else verb(blow)
        start = f"{possessive(owner)} {attacker} {does} {target}{' with shackle' if blow.shackle else ''}"
    powers = [name for name, _ in (*blow.attack_modifiers, *(blow.damage_modifiers if blow.hit else ()))]
    powers += ["unseen"] * blow.unseen + ["shackle"] * (blow.shackle and blow.hit)
    told = explain_powers(powers)
    end = f" {told[0].upper()}{told[1:]}." if told else ""
    story.lines.append(f"{start}: {_describe_dice(blow)}, {_describe_hit(blow)}.{end}")


def _add_brief_strike(story: _Story, blow: Blow) -> None:
    """Add a blow as the picture's dice lines show it; a retaliation joins the line of the attack before it."""
    if blow.retaliation:
        story.attacker = blow.target_square
        told = f"{short_name(blow.monster)} {verb(blow)} {f'−{blow.dealt}' if blow.hit else 'and misses'}."
        if story.attack is not None and story.attack_at == len(story.lines) - 1:
            story.lines[-1] = f"{_describe_brief_attack(story, story.attack, '')}, {told}"
            return
        story.lines.append(told)
    else:
        story.lines.append(f"{_describe_brief_attack(story, blow, f' {short_name(blow.target)}')}.")
        story.attack = blow
    story.attack_at = len(story.lines) - 1


def _describe_brief_attack(story: _Story, blow: Blow, target: str) -> str:
    start = f"{possessive(story.names[blow.seat])} {short_name(blow.monster)}{' rampages,' if story.rampage else ''}"
    return f"{start} hits{target} −{blow.dealt}" if blow.hit else f"{start} misses{target}"


def _describe_dice(blow: Blow) -> str:
    """Describe the dice of an attack or retaliation, the attack value with its modifiers, and the defense."""
    first, second = map(emojis.die, blow.dice)
    if blow.unseen:
        return f"dice {first} against {second} of the unseen"
    total = sum(blow.dice) + blow.attack + sum(number for _, number in blow.attack_modifiers)
    reckoned = f"dice {first} + {second}, attack {blow.attack}{format_modifiers(blow.attack_modifiers)}"
    return f"{reckoned} = {total} against {blow.defense}"


def _describe_hit(blow: Blow) -> str:
    if not blow.hit:
        return "a double 1, which costs it a click" if blow.critical else "a miss"
    start = "a double 6" if blow.critical else "a hit"
    changed = format_modifiers(blow.damage_modifiers)
    return f"{start} for {blow.dealt}{f' ({blow.damage}{changed})' if changed else ''}"


def _add_damage(story: _Story, event: events.Damaged) -> None:
    loss = event.loss
    story.has_kill |= loss.destroyed
    if story.brief:
        _add_brief_damage(story, loss)
        return
    who = f"{possessive(story.names[loss.seat])} {format_monster(loss.monster, loss.square)}"
    if not loss.destroyed:
        story.effects.append(f"{who} takes {pluralize(loss.clicks, 'click')}{_describe_causes(loss)}")
        return
    points = MONSTERS[loss.monster].points
    scored = "nobody scores" if loss.scorer is None else f"{story.names[loss.scorer]} scores {points} kill points"
    causes = _describe_causes(loss)
    causes = f" ({causes[2:]})" if causes.startswith(": ") else causes
    story.effects.append(f"{who} is destroyed{causes}, {scored}")


def _add_brief_damage(story: _Story, loss: Loss) -> None:
    """Add a destroyed monster with its points, or the clicks that something else than a hit cost."""
    names = [_CAUSES[cause].partition(" (")[0] for cause, _ in loss.causes if cause != "attack"]
    if loss.destroyed:
        by = f" by {join_and(names)}" if len(names) == len(loss.causes) else ""
        points = "" if loss.scorer is None else f", {story.names[loss.scorer]} +{MONSTERS[loss.monster].points}"
        story.effects.append(f"{short_name(loss.monster)} ({loss.square}) is destroyed{by}{points}")
    elif names:
        clicks = sum(number for cause, number in loss.causes if cause != "attack")
        story.effects.append(f"{short_name(loss.monster)} ({loss.square}) −{clicks} by {join_and(names)}")


RAMPAGES = "rampages (one more attack after its kill) against"
_CAUSES = {
    "attack": "the hit",
    "acid": "acid (a power of its target)",
    "double 1": "its double 1",
    "miasma": "miasma (an enemy beside it has this power)",
    "infect": "infection (once, as its owner’s turn starts)",
    "decay": "decay (whenever its owner’s turn starts)",
    "hourglass": "its hourglass",
}
_HEALED = {
    "lifedrain": "lifedrain (its attack did damage)",
    "absorb": "absorb (it was shot)",
}


def _describe_causes(loss: Loss) -> str:
    """Describe the causes of damage, with the clicks of each if there are several; empty for a hit alone."""
    clicks: dict[str, int] = {}
    for cause, number in loss.causes:
        clicks[cause] = clicks.get(cause, 0) + number
    match list(clicks):
        case ["attack"] | []:
            return ""
        case ["hourglass"]:
            return " to get past its hourglass"
        case [cause]:
            return f" by {_CAUSES[cause]}"
        case _:
            parts = (f"{number} from {_CAUSES[cause].partition(' (')[0]}" for cause, number in clicks.items())
            return f": {', '.join(parts)}"


def _add_healing(story: _Story, event: events.Healed) -> None:
    heal = event.heal
    if story.brief:
        story.effects.append(f"{short_name(heal.monster)} ({heal.square}) +{heal.clicks} by {join_and(heal.causes)}")
        return
    clicks, causes = pluralize(heal.clicks, "click"), join_and([_HEALED[cause] for cause in heal.causes])
    story.effects.append(f"{format_monster(heal.monster, heal.square)} heals {clicks} by {causes}")


def _token(story: _Story, event: events.TokenGiven) -> None:
    """Add that a monster gets an action token by shackle.

    The token that each attack gives to the attacker itself is not mentioned.
    """
    if event.square != story.attacker:
        more = "" if story.brief else " (with two it attacks no more)"
        story.effects.append(f"{event.square} gets an action token by shackle{more}")


def _add_infection(story: _Story, event: events.Infected) -> None:
    more = "" if story.brief else " (it takes 1 as its owner’s turn starts)"
    story.effects.append(f"{event.square} is infected{more}")


def _add_victim_token(story: _Story, event: events.VictimTaken) -> None:
    if not story.brief:
        story.effects.append(f"{event.square} gets a victim token")


def _add_fall(story: _Story, event: events.Fell) -> None:
    fall = event.fall
    if not story.brief:
        story.falls.append(f"{MONSTERS[fall.monster].name} drops from {fall.start} to {fall.end}")


def _describe_pass(story: _Story, event: events.Passed) -> None:
    story.lines.append(f"{story.names[event.seat]} can neither place nor attack, and passes.")


def _describe_decline(story: _Story, event: events.RampageDeclined) -> None:
    story.lines.append(f"{story.names[event.seat]} makes no second attack.")


def _add_concession(story: _Story, event: events.Conceded) -> None:
    story.lines.append(f"{story.names[event.seat]} resigns.")


def _describe_timeout(story: _Story, event: events.TimeRanOut) -> None:
    story.lines.append(f"Time ran out for {story.names[event.seat]}, so a move was made for them.")


def _four(story: _Story, event: events.FourMade) -> None:
    squares = " ".join(event.squares)
    story.lines.append(f"{story.names[event.seat]} has four in a row: {squares}, worth {event.points} points.")


_EFFECTS = frozenset(
    (
        events.Damaged,
        events.Healed,
        events.TokenGiven,
        events.Infected,
        events.InfectionOver,
        events.VictimTaken,
        events.KillScored,
        events.Fell,
    )
)
"""The types of events that are effects of one step. Consecutive ones share a line."""
_RANKS: dict[type, int] = {events.Conceded: DECISIVE, events.TimeRanOut: DECISIVE, events.FourMade: FOUR}

_TELLERS: dict[type, Callable[[_Story, Any], None]] = {
    events.ClassesShown: _classes,
    events.DieRolled: _die,
    events.RollOffWon: _roll_off,
    events.OtherClassTaken: _other_class,
    events.ForcesShown: _forces,
    events.TurnBegan: _start_turn,
    events.Placed: _add_placement,
    events.AttackDeclared: _start_attack,
    events.Struck: _add_strike,
    events.Damaged: _add_damage,
    events.Healed: _add_healing,
    events.TokenGiven: _token,
    events.Infected: _add_infection,
    events.VictimTaken: _add_victim_token,
    events.Fell: _add_fall,
    events.Passed: _describe_pass,
    events.RampageDeclined: _describe_decline,
    events.Conceded: _add_concession,
    events.TimeRanOut: _describe_timeout,
    events.FourMade: _four,
}


# The verdict


def verdict(view: View, outcome: Outcome, names: Sequence[str]) -> str:
    """Describe the winner and the criterion that decided the game, or in a draw the values that are equal."""
    if not outcome.winners:
        return _draw(view)
    (winner,) = outcome.winners
    name, own, other = names[winner], view.seats[winner], view.seats[1 - winner]
    kills = f"{own.kill_points} to {other.kill_points}"
    match outcome.reason:
        case "four":
            return f"{name} wins with four in a row: {' '.join(own.four or ())}."
        case "double_four" if own.four_points != other.four_points:
            values = f"{own.four_points} to {other.four_points} points"
            return f"Both have four in a row. {name} wins with the cheaper one: {values}."
        case "double_four":
            return f"Both have four in a row, worth the same. {name} wins by kill points, {kills}."
        case "kill_points":
            return f"No moves are left. {name} wins by kill points, {kills}."
        case _:
            return f"{name} wins: {names[1 - winner]} resigned."


def _draw(view: View) -> str:
    level = f"{view.seats[0].kill_points} kill points each"
    if view.reason == "double_four":
        return f"A draw: both have four in a row, worth the same, and {level}."
    return f"A draw: no moves are left, with {level}."
