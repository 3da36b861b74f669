"""Connect Four's events and verdict as sentences. The names passed in must already be escaped."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cogs.connect_four.phrases import explain_powers, format_force_size, format_modifiers, format_monster, monster_title
from cogs.ui.kit import emojis
from engine.connect_four import events
from engine.connect_four.roster import MONSTERS
from engine.connect_four.view import Blow, Loss, View
from engine.core import Outcome
from language.messages import N_, _, list_and, ngettext
from render.connect_four.naming import class_words, full_name, ranked_name, short_name
from render.text import possessive
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
            self.lines.append(f"{list_and(self.falls)}.")
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
        _(
            "{name} plays {monsters}, {other} plays {others}.",
            name=first,
            monsters=class_words(event.classes[0]),
            other=second,
            others=class_words(event.classes[1]),
        )
    )


def _die(story: _Story, event: events.DieRolled) -> None:
    if not event.square:
        story.dice.append(event.number)


def _roll_off(story: _Story, event: events.RollOffWon) -> None:
    rolls = _describe_rolls(story) if story.dice and not story.brief else ""
    story.dice = []
    winner, other = story.names[event.seat], story.names[1 - event.seat]
    if event.prize == "class":
        end = _("{name} keeps the class, {other} takes another.", name=winner, other=other)
    else:
        end = _("{name} goes first.", name=winner)
    story.lines.append(f"{rolls}. {end}" if rolls else end)


def _describe_rolls(story: _Story) -> str:
    """Describe the dice of a roll-off, which was repeated while they were equal."""
    rolls = [
        (emojis.die(one), emojis.die(other)) for one, other in zip(story.dice[::2], story.dice[1::2], strict=False)
    ]
    (die, roll), *again = rolls
    name, other = story.names
    told = _("{name} rolls {die}, {other} rolls {roll}", name=name, die=die, other=other, roll=roll)
    for die, roll in again:
        told = _("{rolls}, then {die} to {roll}", rolls=told, die=die, roll=roll)
    return told


def _other_class(story: _Story, event: events.OtherClassTaken) -> None:
    story.lines.append(_("{name} plays {monsters}.", name=story.names[event.seat], monsters=class_words(event.name)))


def _forces(story: _Story, event: events.ForcesShown) -> None:
    if story.brief:
        return  # the picture shows the reserves
    told = [
        _("{name} brings {force}", name=name, force=format_force_size(force))
        for name, force in zip(story.names, event.forces, strict=True)
    ]
    story.lines.append(f"{'; '.join(told)}.")


# Turns


def _start_turn(story: _Story, event: events.TurnBegan) -> None:
    story.attack_at = None


def _add_placement(story: _Story, event: events.Placed) -> None:
    monster = ranked_name(event.monster) if story.brief else monster_title(event.monster)
    text = N_("{name} places {monster} on {square}.")
    story.lines.append(_(text, name=story.names[event.seat], monster=monster, square=event.square))


def _start_attack(story: _Story, event: events.AttackDeclared) -> None:
    story.attacker, story.rampage = event.square, event.rampage


def _add_strike(story: _Story, event: events.Struck) -> None:
    blow = event.blow
    if story.brief:
        _add_brief_strike(story, blow)
        return
    if blow.retaliation:
        story.attacker = blow.target_square
    powers = [name for name, _change in (*blow.attack_modifiers, *(blow.damage_modifiers if blow.hit else ()))]
    powers += ["unseen"] * blow.unseen + ["shackle"] * (blow.shackle and blow.hit)
    told = f"{_describe_strike(story, blow)}: {_describe_dice(blow)}, {_describe_hit(blow)}."
    story.lines.append(" ".join(filter(None, (told, explain_powers(powers)))))


_ATTACKS = {
    ("attack", False): N_("{name}'s {attacker} attacks {target}"),
    ("attack", True): N_("{name}'s {attacker} attacks {target} with shackle"),
    ("shot", False): N_("{name}'s {attacker} shoots {target}"),
    ("shot", True): N_("{name}'s {attacker} shoots {target} with shackle"),
    ("rampage", False): N_("{name}'s {attacker} rampages (one more attack after its kill) against {target}"),
}
"""An attack, by its kind and whether it is with shackle, which a rampage never is."""


def _describe_strike(story: _Story, blow: Blow) -> str:
    """Say who strikes whom, without the result."""
    attacker = format_monster(blow.monster, blow.square)
    if blow.retaliation:
        text = N_("{monster} shoots back") if blow.ranged else N_("{monster} strikes back")
        return _(text, monster=attacker)
    kind = "rampage" if story.rampage else "shot" if blow.ranged else "attack"
    return _(
        _ATTACKS[kind, blow.shackle],
        name=possessive(story.names[blow.seat], ""),
        attacker=attacker,
        target=format_monster(blow.target, blow.target_square),
    )


def _add_brief_strike(story: _Story, blow: Blow) -> None:
    """Add a blow as the picture's dice lines show it; a retaliation joins the line of the attack before it."""
    if blow.retaliation:
        story.attacker = blow.target_square
        told = _(_BRIEF_RETALIATIONS[blow.ranged, blow.hit], monster=short_name(blow.monster), damage=f"−{blow.dealt}")
        if story.attack is not None and story.attack_at == len(story.lines) - 1:
            story.lines[-1] = f"{_describe_brief_attack(story, story.attack, with_target=False)}, {told}."
            return
        story.lines.append(f"{told}.")
    else:
        story.lines.append(f"{_describe_brief_attack(story, blow, with_target=True)}.")
        story.attack = blow
    story.attack_at = len(story.lines) - 1


_BRIEF_ATTACKS = {
    (False, False, False): N_("{name}'s {attacker} misses"),
    (False, False, True): N_("{name}'s {attacker} misses {target}"),
    (False, True, False): N_("{name}'s {attacker} hits {damage}"),
    (False, True, True): N_("{name}'s {attacker} hits {target} {damage}"),
    (True, False, False): N_("{name}'s {attacker} rampages, misses"),
    (True, False, True): N_("{name}'s {attacker} rampages, misses {target}"),
    (True, True, False): N_("{name}'s {attacker} rampages, hits {damage}"),
    (True, True, True): N_("{name}'s {attacker} rampages, hits {target} {damage}"),
}
"""An attack on a card, by whether it is a rampage, whether it hits, and whether its target is named."""
_BRIEF_RETALIATIONS = {
    (False, False): N_("{monster} strikes back and misses"),
    (False, True): N_("{monster} strikes back {damage}"),
    (True, False): N_("{monster} shoots back and misses"),
    (True, True): N_("{monster} shoots back {damage}"),
}
"""A retaliation on a card, by whether it is a shot and whether it hits."""


def _describe_brief_attack(story: _Story, blow: Blow, *, with_target: bool) -> str:
    return _(
        _BRIEF_ATTACKS[story.rampage, blow.hit, with_target],
        name=possessive(story.names[blow.seat], ""),
        attacker=short_name(blow.monster),
        target=short_name(blow.target),
        damage=f"−{blow.dealt}",
    )


def _describe_dice(blow: Blow) -> str:
    """Describe the dice of an attack or retaliation, the attack value with its modifiers, and the defense."""
    first, second = map(emojis.die, blow.dice)
    if blow.unseen:
        return _("dice {die} against {other} of the unseen", die=first, other=second)
    return _(
        "dice {die} + {other}, attack {attack} = {total} against {defense}",
        die=first,
        other=second,
        attack=f"{blow.attack}{format_modifiers(blow.attack_modifiers)}",
        total=sum(blow.dice) + blow.attack + sum(number for _name, number in blow.attack_modifiers),
        defense=blow.defense,
    )


def _describe_hit(blow: Blow) -> str:
    if not blow.hit:
        return _("a double 1, which costs it a click") if blow.critical else _("a miss")
    changed = format_modifiers(blow.damage_modifiers)
    damage = f"{blow.dealt} ({blow.damage}{changed})" if changed else blow.dealt
    return _("a double 6 for {damage}", damage=damage) if blow.critical else _("a hit for {damage}", damage=damage)


def _add_damage(story: _Story, event: events.Damaged) -> None:
    loss = event.loss
    story.has_kill |= loss.destroyed
    if story.brief:
        _add_brief_damage(story, loss)
        return
    if not loss.destroyed:
        story.effects.append(_describe_damage(story, loss))
        return
    points = MONSTERS[loss.monster].points
    if loss.scorer is None:
        scored = _("nobody scores")
    else:
        scored = _("{name} scores {points} kill points", name=story.names[loss.scorer], points=points)
    story.effects.append(f"{_describe_destruction(story, loss)}, {scored}")


def _describe_damage(story: _Story, loss: Loss) -> str:
    """Describe the clicks that a monster takes and survives, with their causes unless a hit is the only one."""
    name, monster = possessive(story.names[loss.seat], ""), format_monster(loss.monster, loss.square)
    causes = _count_causes(loss)
    match list(causes):
        case ["hourglass"]:
            return ngettext(
                "{name}'s {monster} takes {number} click to get past its hourglass",
                "{name}'s {monster} takes {number} clicks to get past its hourglass",
                loss.clicks,
                name=name,
                monster=monster,
            )
        case [cause] if cause != "attack":
            return ngettext(
                "{name}'s {monster} takes {number} click by {cause}",
                "{name}'s {monster} takes {number} clicks by {cause}",
                loss.clicks,
                name=name,
                monster=monster,
                cause=_(_EXPLAINED[cause]),
            )
        case _:
            told = ngettext(
                "{name}'s {monster} takes {number} click",
                "{name}'s {monster} takes {number} clicks",
                loss.clicks,
                name=name,
                monster=monster,
            )
            return f"{told}: {_list_causes(causes)}" if len(causes) > 1 else told


def _describe_destruction(story: _Story, loss: Loss) -> str:
    """Say that a monster is destroyed, with the causes unless a hit is the only one."""
    name, monster = possessive(story.names[loss.seat], ""), format_monster(loss.monster, loss.square)
    causes = _count_causes(loss)
    match list(causes):
        case ["attack"] | []:
            return _("{name}'s {monster} is destroyed", name=name, monster=monster)
        case ["hourglass"]:
            return _("{name}'s {monster} is destroyed to get past its hourglass", name=name, monster=monster)
        case [cause]:
            text = N_("{name}'s {monster} is destroyed by {cause}")
            return _(text, name=name, monster=monster, cause=_(_EXPLAINED[cause]))
        case _:
            text = N_("{name}'s {monster} is destroyed ({causes})")
            return _(text, name=name, monster=monster, causes=_list_causes(causes))


def _add_brief_damage(story: _Story, loss: Loss) -> None:
    """Add a destroyed monster with its points, or the clicks that something else than a hit cost."""
    names = [_(_CAUSES[cause]) for cause, _clicks in loss.causes if cause != "attack"]
    monster = _format_short(loss.monster, loss.square)
    if loss.destroyed:
        if len(names) == len(loss.causes):
            told = _("{monster} is destroyed by {causes}", monster=monster, causes=list_and(names))
        else:
            told = _("{monster} is destroyed", monster=monster)
        points = "" if loss.scorer is None else f", {story.names[loss.scorer]} +{MONSTERS[loss.monster].points}"
        story.effects.append(told + points)
    elif names:
        clicks = sum(number for cause, number in loss.causes if cause != "attack")
        text = N_("{monster} {damage} by {causes}")
        story.effects.append(_(text, monster=monster, damage=f"−{clicks}", causes=list_and(names)))


def _format_short(monster: str, square: str) -> str:
    return f"{short_name(monster)} ({square})"


_CAUSES = {
    "attack": N_("the hit"),
    "acid": N_("acid"),
    "double 1": N_("its double 1"),
    "miasma": N_("miasma"),
    "infect": N_("infection"),
    "decay": N_("decay"),
    "hourglass": N_("its hourglass"),
}
"""The causes of damage, as they follow "by" and "from"."""
_EXPLAINED = _CAUSES | {
    "acid": N_("acid (a power of its target)"),
    "miasma": N_("miasma (an enemy beside it has this power)"),
    "infect": N_("infection (once, as its owner’s turn starts)"),
    "decay": N_("decay (whenever its owner’s turn starts)"),
}
"""The causes of damage with the reason, unless it is in their name."""
_HEALED = {
    "lifedrain": N_("lifedrain (its attack did damage)"),
    "absorb": N_("absorb (it was shot)"),
}


def _count_causes(loss: Loss) -> dict[str, int]:
    """Return the clicks of each cause of damage."""
    clicks: dict[str, int] = {}
    for cause, number in loss.causes:
        clicks[cause] = clicks.get(cause, 0) + number
    return clicks


def _list_causes(clicks: Mapping[str, int]) -> str:
    """List the clicks of each cause of damage."""
    parts = (_("{number} from {cause}", number=number, cause=_(_CAUSES[cause])) for cause, number in clicks.items())
    return ", ".join(parts)


def _add_healing(story: _Story, event: events.Healed) -> None:
    heal = event.heal
    if story.brief:
        text = N_("{monster} {clicks} by {causes}")
        monster, causes = _format_short(heal.monster, heal.square), list_and([_(cause) for cause in heal.causes])
        story.effects.append(_(text, monster=monster, clicks=f"+{heal.clicks}", causes=causes))
        return
    causes = list_and([_(_HEALED[cause]) for cause in heal.causes])
    told = ngettext(
        "{monster} heals {number} click by {causes}",
        "{monster} heals {number} clicks by {causes}",
        heal.clicks,
        monster=format_monster(heal.monster, heal.square),
        causes=causes,
    )
    story.effects.append(told)


def _token(story: _Story, event: events.TokenGiven) -> None:
    """Add that a monster gets an action token by shackle.

    The token that each attack gives to the attacker itself is not mentioned.
    """
    if event.square != story.attacker:
        brief = N_("{square} gets an action token by shackle")
        text = N_("{square} gets an action token by shackle (with two it attacks no more)")
        story.effects.append(_(brief if story.brief else text, square=event.square))


def _add_infection(story: _Story, event: events.Infected) -> None:
    brief = N_("{square} is infected")
    text = N_("{square} is infected (it takes 1 as its owner’s turn starts)")
    story.effects.append(_(brief if story.brief else text, square=event.square))


def _add_victim_token(story: _Story, event: events.VictimTaken) -> None:
    if not story.brief:
        story.effects.append(_("{square} gets a victim token", square=event.square))


def _add_fall(story: _Story, event: events.Fell) -> None:
    fall = event.fall
    if not story.brief:
        text = N_("{monster} drops from {start} to {end}")
        story.falls.append(_(text, monster=full_name(fall.monster), start=fall.start, end=fall.end))


def _describe_pass(story: _Story, event: events.Passed) -> None:
    story.lines.append(_("{name} can neither place nor attack, and passes.", name=story.names[event.seat]))


def _describe_decline(story: _Story, event: events.RampageDeclined) -> None:
    story.lines.append(_("{name} makes no second attack.", name=story.names[event.seat]))


def _add_concession(story: _Story, event: events.Conceded) -> None:
    story.lines.append(_("{name} resigns.", name=story.names[event.seat]))


def _describe_timeout(story: _Story, event: events.TimeRanOut) -> None:
    story.lines.append(_("Time ran out for {name}, so a move was made for them.", name=story.names[event.seat]))


def _four(story: _Story, event: events.FourMade) -> None:
    text = N_("{name} has four in a row: {squares}, worth {points} points.")
    squares = " ".join(event.squares)
    story.lines.append(_(text, name=story.names[event.seat], squares=squares, points=event.points))


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
    kills, others = own.kill_points, other.kill_points
    match outcome.reason:
        case "four":
            return _("{name} wins with four in a row: {squares}.", name=name, squares=" ".join(own.four or ()))
        case "double_four" if own.four_points != other.four_points:
            return _(
                "Both have four in a row. {name} wins with the cheaper one: {points} to {others} points.",
                name=name,
                points=own.four_points,
                others=other.four_points,
            )
        case "double_four":
            return _(
                "Both have four in a row, worth the same. {name} wins by kill points, {points} to {others}.",
                name=name,
                points=kills,
                others=others,
            )
        case "kill_points":
            return _(
                "No moves are left. {name} wins by kill points, {points} to {others}.",
                name=name,
                points=kills,
                others=others,
            )
        case _:
            return _("{name} wins: {other} resigned.", name=name, other=names[1 - winner])


def _draw(view: View) -> str:
    points = view.seats[0].kill_points
    if view.reason == "double_four":
        return _("A draw: both have four in a row, worth the same, and {points} kill points each.", points=points)
    return _("A draw: no moves are left, with {points} kill points each.", points=points)
