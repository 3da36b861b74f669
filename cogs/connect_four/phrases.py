"""Phrases about monsters, classes, actions and odds."""

from collections.abc import Iterable, Sequence

from engine.connect_four import forces, preview
from engine.connect_four.preview import Collapse, Forecast, Odds, Threat
from engine.connect_four.roster import CLASSES, MONSTERS
from engine.connect_four.view import Counts, Modifiers, Monster, OpenAttack, View
from engine.core import join_and, join_or
from render.connect_four.naming import POWER_WORDS, class_words, count, ranked_name, reach, short_name, titled_name
from render.text import pluralize

FORCE_NAMES = {"many": "Many", "mixed": "Mixed", "elite": "Elite"}
NO_BREAK = "\N{NO-BREAK SPACE}"
DOUBLES = "a double 6 always hits, with 1 more damage; a double 1 misses and costs its monster 1 click"
LONGEST_LINE = 100
"""Maximum length of the odds of an attack, as Discord allows for the description of a choice."""


def monster_title(monster: str) -> str:
    """Format a monster's name with its rank, such as "Ashen Thrall 1"."""
    return titled_name(monster)


def format_monster(monster: str, square: str) -> str:
    """Format a monster's name with its square, such as "Ashen Thrall (c1)"."""
    return f"{MONSTERS[monster].name} ({square})"


def format_force_size(force: Counts) -> str:
    """Format the number of monsters in a force and the sum of their points."""
    return f"{pluralize(count(force), 'monster')}, {forces.total(force):,} points"


def format_force(force: Counts) -> str:
    """List the monsters of a force, each with its number of copies."""
    return ", ".join(f"{number}× {ranked_name(monster)}" for monster, number in force)


def monster_on(view: View, square: str) -> Monster:
    """Return the monster on a square, which must not be empty."""
    return next(monster for monster in view.monsters if monster.square == square)


def clicks_left(monster: Monster) -> int:
    """Return the number of further clicks of damage that destroy a monster."""
    return MONSTERS[monster.id].clicks - monster.click


def format_percent(part: int) -> str:
    """Format a chance as a percentage; `part` is the number of favourable throws among the 36 throws of two dice."""
    return _format_chance(part / 36)


def _format_chance(chance: float) -> str:
    """Format a probability, 0 to 1, as a percentage that no line break divides."""
    if 0 < chance < 0.005:
        return f"less than 1{NO_BREAK}%"
    return f"{round(chance * 100)}{NO_BREAK}%"


def format_modifiers(modifiers: Modifiers) -> str:
    """Format the modifiers of an attack or damage value, such as " + 1 pack" or " − 1 tough"."""
    return "".join(f" {'+' if number >= 0 else '−'} {abs(number)} {name}" for name, number in modifiers)


def explain_powers(powers: Iterable[str]) -> str:
    """Explain each power in a few words, such as "savage: up close, +1 damage"; other modifiers are left out."""
    told = [(power, POWER_WORDS[power]) for power in dict.fromkeys(powers) if power in POWER_WORDS]
    return "; ".join(f"{power}: {words[0].lower()}{words[1:]}" for power, words in told)


def describe_blow(odds: Odds, target: Monster, striker: str = "you") -> str:
    """Format the odds of a blow in a few words, such as "72 %, 2 of 4 clicks"; acid costs `striker` a click.

    `striker` is "you", or words for a monster that the reader doesn't own.
    """
    told = _describe_hit(odds, target, reason=True)
    # One of 36 throws, the double 6, is told only with the details of an attack.
    if odds.kills > 1 and not _is_deadly(odds, target):
        told += f", destroys {format_percent(odds.kills)}"
    return told + _describe_aftermath(odds, striker)


def describe_attack(forecast: Forecast, attacker: Monster, target: Monster) -> str:
    """Format the odds of an attack by the reader and of its retaliations in at most LONGEST_LINE characters.

    If the full line is longer, it has only the hit, the acid or absorb of the attack, and the worst retaliation.
    """
    attack = forecast.attack
    start = f"hits {describe_blow(attack, target)}"
    if not forecast.retaliations:
        return f"{start}; it can’t strike back"
    verb = "; even if destroyed, it strikes back " if _is_deadly(attack, target) else "; it strikes back "
    back = [describe_blow(odds, attacker, "it") for odds in forecast.retaliations]
    full = start + verb + ", or shoots back ".join(back)
    if len(full) <= LONGEST_LINE:
        return full
    worst = max(forecast.retaliations, key=lambda odds: odds.expected)
    start = f"hits {_describe_hit(attack, target)}{_describe_aftermath(attack, 'you')}"
    return start + verb + _describe_hit(worst, attacker)


def explain_attack(forecast: Forecast) -> str:
    """Explain in small print the powers and rules behind an attack, whose odds the picture shows; may be empty."""
    blows = (forecast.attack, *forecast.retaliations)
    rules = [] if all(odds.reckoning.unseen for odds in blows) else [DOUBLES]
    powers = explain_powers(power for odds in blows for power in _list_powers(odds))
    told = "; ".join(filter(None, (powers, *rules)))
    return f"-# {told[0].upper()}{told[1:]}." if told else ""


def _list_powers(odds: Odds) -> list[str]:
    """Return the powers that change a blow's values, its hit or what a hit costs or heals."""
    reckoned = odds.reckoning
    modifiers = (*reckoned.attack_modifiers, *reckoned.damage_modifiers(False))
    names = [name for name, _ in modifiers] + ["unseen"] * reckoned.unseen
    return names + ["absorb"] * odds.absorb + ["acid"] * odds.acid + ["shackle"] * reckoned.shackle


def _describe_hit(odds: Odds, target: Monster, reason: bool = False) -> str:
    """Format a blow's chance and damage; with `reason`, also why the damage is less than the monster's own."""
    told = "deadly" if _is_deadly(odds, target) else _format_damage(odds, target)
    less = [change for change in odds.reckoning.damage_modifiers(False) if change[1] < 0]
    if reason and less and not _is_deadly(odds, target):
        told += f" ({odds.reckoning.damage}{format_modifiers(odds.reckoning.damage_modifiers(False))})"
    return f"{format_percent(odds.hits)}, {told}"


def _is_deadly(odds: Odds, target: Monster) -> bool:
    """Return whether every hit destroys the target."""
    return odds.damage >= clicks_left(target)


def _format_damage(odds: Odds, target: Monster) -> str:
    return f"{odds.damage} of {pluralize(clicks_left(target), 'click')}"


def _describe_aftermath(odds: Odds, striker: str) -> str:
    """Format the click that a hit costs the striker by acid, or heals the target by absorb; empty if none.

    `striker` names the one that pays, such as "you".
    """
    if odds.acid:
        return f", acid costs {striker} 1 click"
    return ", absorb heals 1" if odds.absorb else ""


def collapse_words(collapse: Collapse, names: Sequence[str]) -> str:
    """Describe who wins by the fours in a row that follow if an attack destroys its target; empty if there are none."""
    return f"If the target is destroyed, {_describe_end(collapse, names)}." if collapse.fours else ""


def _describe_end(collapse: Collapse, names: Sequence[str]) -> str:
    """Describe who wins once the falls have made at least one four in a row (CF-16)."""
    if len(collapse.fours) == 1:
        return f"{names[collapse.fours[0][0]]} has four in a row and wins"
    (_, _, first), (_, _, second) = collapse.fours
    if first == second:
        return "both have four in a row, worth the same, so kill points decide"
    lower, higher = sorted((first, second))
    return (
        f"both have four in a row: {names[int(second < first)]} wins with the cheaper one, {lower} to {higher} points"
    )


def describe_threats(threats: Sequence[Threat], names: Sequence[str]) -> str:
    """List the squares on which each player could complete a four with the next placement. Empty if there are none."""
    found = {seat: [threat.square for threat in threats if threat.is_next and threat.seat == seat] for seat in (0, 1)}
    told = [f"{names[seat]} can make four on {join_and(squares)}" for seat, squares in found.items() if squares]
    return f"{'; '.join(told)}." if told else ""


def describe_doomed(view: View, attack: OpenAttack, forecast: Forecast) -> str:
    """Say which monsters an attack destroys however its target strikes back; empty if there are none."""
    attacker, target, blow = monster_on(view, attack.square), monster_on(view, attack.target), attack.blow
    if blow is None:
        return ""
    slips = blow.critical and not blow.hit
    own = int(slips or (forecast.attack.acid and blow.dealt > 0))
    told: list[str] = []
    if blow.dealt >= clicks_left(target):
        told.append(f"{short_name(target.id)} is destroyed by the attack anyway, but still strikes back.")
    if own >= clicks_left(attacker):
        told.append(f"{short_name(attacker.id)} is destroyed anyway, by {'its double 1' if slips else 'acid'}.")
    return " ".join(told)


def list_rival_fours(view: View, threats: Sequence[Threat]) -> list[str]:
    """Return the squares of threats on which the other player can complete a four in their next turn."""
    return [threat.square for threat in threats if threat.is_next and threat.seat != view.viewer]


def describe_danger(view: View, forecast: Forecast, names: Sequence[str]) -> str:
    """Say how an attack changes the fours of the other player: those of the next turn, and those that falls make.

    The text is empty if there are none.
    """
    rival = names[1 - view.viewer]
    lines = (_describe_next_four(view, forecast, rival), _describe_return(view, forecast, names))
    return "\n".join(filter(None, lines))


def _describe_return(view: View, forecast: Forecast, names: Sequence[str]) -> str:
    """Say what fours follow if the attacker is destroyed, with its chance; empty if the other player gets none."""
    own = _describe_fours_after(view, forecast.own_collapse, names)
    both = _describe_fours_after(view, forecast.both_collapse, names) if forecast.attack.kills else own
    chance = _format_chance(forecast.risk)
    if own and own == both:
        return f"If your monster is destroyed ({chance}), {own}."
    told = [f"If only your monster is destroyed, {own}."] if own else []
    told += [f"If both are destroyed, {both}."] if both else []
    return " ".join([*told, f"Your monster is destroyed in {chance}."]) if told else ""


def _describe_fours_after(view: View, collapse: Collapse, names: Sequence[str]) -> str:
    """Say who wins by falls, or which new four the other player can make next turn; empty if there is none."""
    if collapse.fours:
        return _describe_end(collapse, names)
    now = list_rival_fours(view, preview.threats(view))
    new = [square for square in list_rival_fours(view, collapse.threats) if square not in now]
    return f"{names[1 - view.viewer]} can make four on {join_and(new)} next turn" if new else ""


def _describe_next_four(view: View, forecast: Forecast, rival: str) -> str:
    now, after = list_rival_fours(view, preview.threats(view)), list_rival_fours(view, forecast.collapse.threats)
    if not now:
        return f"If the target is destroyed, {rival} can make four on {join_and(after)} next turn." if after else ""
    if after:
        return f"**{rival} can make four on {join_and(after)} next turn. This attack doesn’t stop that.**"
    chance = format_percent(forecast.attack.kills)
    return f"**{rival} can make four on {join_and(now)} next turn.** This attack stops that if it destroys ({chance})."


def describe_way_out(view: View, forecasts: Sequence[Forecast]) -> str:
    """Name the targets whose destruction stops the four that the other player can make; empty if there is none."""
    if not list_rival_fours(view, preview.threats(view)):
        return ""
    stops = sorted({each.target for each in forecasts if not list_rival_fours(view, each.collapse.threats)})
    return f"Only destroying {join_or(stops)} stops that." if stops else "No attack stops that."


def describe_action(action: str) -> str:
    """Describe a legal action in words. Different actions get different texts."""
    match action.split():
        case ["class", name]:
            return class_words(name)
        case ["force", *parts]:
            force = tuple((monster, int(number)) for monster, _, number in (part.partition("*") for part in parts))
            return f"{format_force_size(force)}: {format_force(force)}"
        case ["click", "none"]:
            return "no click for an hourglass"
        case ["click", *squares]:
            return f"a click for {join_and(squares)}"
        case ["drop", monster, column]:
            return f"{monster_title(monster)} in column {column}"
        case ["attack", start, end, kind, *shackle]:
            return f"{start} {'shoots' if kind == 'ranged' else 'attacks'} {end}{', with shackle' if shackle else ''}"
        case ["retaliate", kind]:
            return "shoot back" if kind == "ranged" else "strike back"
        case ["rampage", "none"]:
            return "no rampage"
        case ["rampage", square]:
            return f"rampage against {square}"
        case ["pass"]:
            return "pass"
        case ["concede"]:
            return "resign"
        case _:
            return action


def describe_values(monster: str) -> str:
    """Format a monster's points, its first values and its range in one line of a list."""
    known = MONSTERS[monster]
    shown, left = known.face(known.start, 0), known.clicks - known.start
    values = (("attack", shown.attack), ("defense", shown.defense), ("damage", shown.damage))
    told = [f"{name} {'hourglass' if value is None else value}" for name, value in values]
    far = [reach(monster)] * (known.range > 0)
    lasting = ["weakens more slowly"] * _outlasts_lower_rank(monster)
    return " · ".join((f"{known.points} points", *told, pluralize(left, "click"), *far, *lasting))


def _outlasts_lower_rank(monster: str) -> bool:
    """Return whether a monster of the same name is equal at first, and cheaper, but has lower values later."""
    known = MONSTERS[monster]
    later = _list_later_values(monster)
    for other in CLASSES[known.class_name]:
        if (other.name, other.range) == (known.name, known.range) and other.points < known.points:
            values = _list_later_values(other.id)
            if len(values) == len(later) and values[0] == later[0] and sum(map(sum, values)) < sum(map(sum, later)):
                return True
    return False


def _list_later_values(monster: str) -> list[tuple[int, int, int]]:
    """Return the attack, defense and damage of a monster by click, from its start; an hourglass counts as 0."""
    known = MONSTERS[monster]
    faces = known.faces[0][known.start :]
    return [(each.attack or 0, each.defense or 0, each.damage) for each in faces]


def describe_monster(monster: str) -> str:
    """Format a monster's title with its class, points and range."""
    known = MONSTERS[monster]
    return f"**{monster_title(monster)}** · {class_words(known.class_name)} · {known.points} points · {reach(monster)}"
