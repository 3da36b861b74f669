"""Phrases about monsters, classes, actions and odds."""

from collections.abc import Iterable, Sequence

from engine.connect_four import forces, preview
from engine.connect_four.preview import Collapse, Forecast, Odds, Threat
from engine.connect_four.roster import CLASSES, MONSTERS
from engine.connect_four.view import Counts, Modifiers, Monster, OpenAttack, View
from language.messages import N_, _, capitalize, format_number, format_percentage, list_and, list_or, ngettext
from render.connect_four.naming import (
    POWER_WORDS,
    class_words,
    count,
    full_name,
    ranked_name,
    reach,
    short_name,
    titled_name,
)

FORCE_NAMES = {"many": N_("Many"), "mixed": N_("Mixed"), "elite": N_("Elite")}
NO_BREAK = "\N{NO-BREAK SPACE}"
DOUBLES = N_("A double 6 always hits, with 1 more damage; a double 1 misses and costs its monster 1 click.")
LONGEST_LINE = 100
"""Maximum length of the odds of an attack, as Discord allows for the description of a choice."""


def monster_title(monster: str) -> str:
    """Format a monster's name with its rank, such as "Ashen Thrall 1"."""
    return titled_name(monster)


def format_monster(monster: str, square: str) -> str:
    """Format a monster's name with its square, such as "Ashen Thrall (c1)"."""
    return f"{full_name(monster)} ({square})"


def format_force_size(force: Counts) -> str:
    """Format the number of monsters in a force and the sum of their points."""
    points = format_number(forces.total(force))
    return ngettext(
        "{number} monster, {points} points", "{number} monsters, {points} points", count(force), points=points
    )


def format_points(points: int) -> str:
    """Format a monster's points."""
    return ngettext("{number} point", "{number} points", points)


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
        return _("less than {chance}", chance=_format_unbroken(1))
    return _format_unbroken(100 * chance)


def _format_unbroken(percent: float) -> str:
    return format_percentage(percent).replace(" ", NO_BREAK)


def format_modifiers(modifiers: Modifiers) -> str:
    """Format the modifiers of an attack or damage value, such as " + 1 pack" or " − 1 tough"."""
    return "".join(f" {'+' if number >= 0 else '−'} {abs(number)} {_(name)}" for name, number in modifiers)


def explain_powers(powers: Iterable[str]) -> str:
    """Explain each power in a sentence, such as "Savage: Up close, +1 damage."; other modifiers are left out."""
    known = [power for power in dict.fromkeys(powers) if power in POWER_WORDS]
    return " ".join(f"{capitalize(_(power))}: {_(POWER_WORDS[power])}." for power in known)


def describe_blow(odds: Odds, target: Monster, *, own: bool = True) -> str:
    """Format the odds of a blow in a few words, such as "72 %, 2 of 4 clicks"; acid costs the striker a click.

    `own` says whether the reader owns the striker.
    """
    told = [_describe_hit(odds, target, reason=True)]
    # One of 36 throws, the double 6, is told only with the details of an attack.
    if odds.kills > 1 and not _is_deadly(odds, target):
        told.append(_("destroys {chance}", chance=format_percent(odds.kills)))
    return ", ".join([*told, *_list_aftermath(odds, own=own)])


def describe_attack(forecast: Forecast, attacker: Monster, target: Monster) -> str:
    """Format the odds of an attack by the reader and of its retaliations in at most LONGEST_LINE characters.

    If the full line is longer, it has only the hit, the acid or absorb of the attack, and the worst retaliation.
    """
    attack = forecast.attack
    blow = describe_blow(attack, target)
    if not forecast.retaliations:
        return _("hits {blow}; it can’t strike back", blow=blow)
    deadly = _is_deadly(attack, target)
    full = _join_blows(
        blow, [describe_blow(odds, attacker, own=False) for odds in forecast.retaliations], deadly=deadly
    )
    if len(full) <= LONGEST_LINE:
        return full
    worst = max(forecast.retaliations, key=lambda odds: odds.expected)
    blow = ", ".join([_describe_hit(attack, target), *_list_aftermath(attack, own=True)])
    return _join_blows(blow, [_describe_hit(worst, attacker)], deadly=deadly)


def _join_blows(blow: str, back: Sequence[str], *, deadly: bool) -> str:
    """Join the odds of an attack and of its retaliations. The attack may be deadly; the first retaliation is close."""
    if len(back) == 1:
        (strike,) = back
        if deadly:
            return _("hits {blow}; even if destroyed, it strikes back {strike}", blow=blow, strike=strike)
        return _("hits {blow}; it strikes back {strike}", blow=blow, strike=strike)
    strike, shot = back
    if deadly:
        return _(
            "hits {blow}; even if destroyed, it strikes back {strike}, or shoots back {shot}",
            blow=blow,
            strike=strike,
            shot=shot,
        )
    return _("hits {blow}; it strikes back {strike}, or shoots back {shot}", blow=blow, strike=strike, shot=shot)


def explain_attack(forecast: Forecast) -> str:
    """Explain in small print the powers and rules behind an attack, whose odds the picture shows; may be empty."""
    blows = (forecast.attack, *forecast.retaliations)
    rules = "" if all(odds.reckoning.unseen for odds in blows) else _(DOUBLES)
    powers = explain_powers(power for odds in blows for power in _list_powers(odds))
    told = " ".join(filter(None, (powers, rules)))
    return f"-# {told}" if told else ""


def _list_powers(odds: Odds) -> list[str]:
    """Return the powers that change a blow's values, its hit or what a hit costs or heals."""
    reckoned = odds.reckoning
    modifiers = (*reckoned.attack_modifiers, *reckoned.damage_modifiers(False))
    names = [name for name, _change in modifiers] + ["unseen"] * reckoned.unseen
    return names + ["absorb"] * odds.absorb + ["acid"] * odds.acid + ["shackle"] * reckoned.shackle


def _describe_hit(odds: Odds, target: Monster, reason: bool = False) -> str:
    """Format a blow's chance and damage; with `reason`, also why the damage is less than the monster's own."""
    told = _("deadly") if _is_deadly(odds, target) else _format_damage(odds, target)
    less = [change for change in odds.reckoning.damage_modifiers(False) if change[1] < 0]
    if reason and less and not _is_deadly(odds, target):
        told += f" ({odds.reckoning.damage}{format_modifiers(odds.reckoning.damage_modifiers(False))})"
    return f"{format_percent(odds.hits)}, {told}"


def _is_deadly(odds: Odds, target: Monster) -> bool:
    """Return whether every hit destroys the target."""
    return odds.damage >= clicks_left(target)


def _format_damage(odds: Odds, target: Monster) -> str:
    return ngettext(
        "{damage} of {number} click", "{damage} of {number} clicks", clicks_left(target), damage=odds.damage
    )


def _list_aftermath(odds: Odds, *, own: bool) -> list[str]:
    """Format the click that a hit costs the striker by acid, or heals the target by absorb; empty if none.

    `own` says whether the reader owns the striker.
    """
    if odds.acid:
        return [_("acid costs you {number} click", number=1) if own else _("acid costs it {number} click", number=1)]
    return [_("absorb heals {number}", number=1)] if odds.absorb else []


def collapse_words(collapse: Collapse, names: Sequence[str]) -> str:
    """Describe who wins by the fours in a row that follow if an attack destroys its target; empty if there are none."""
    if not collapse.fours:
        return ""
    return _("If the target is destroyed, {consequence}.", consequence=_describe_end(collapse, names))


def _describe_end(collapse: Collapse, names: Sequence[str]) -> str:
    """Describe who wins once the falls have made at least one four in a row (CF-16), as a clause."""
    if len(collapse.fours) == 1:
        return _("{name} has four in a row and wins", name=names[collapse.fours[0][0]])
    first, second = (points for _seat, _squares, points in collapse.fours)
    if first == second:
        return _("both have four in a row, worth the same, so kill points decide")
    lower, higher = sorted((first, second))
    return _(
        "both have four in a row: {name} wins with the cheaper one, {lower} to {higher} points",
        name=names[int(second < first)],
        lower=lower,
        higher=higher,
    )


def describe_threats(threats: Sequence[Threat], names: Sequence[str]) -> str:
    """List the squares on which each player could complete a four with the next placement. Empty if there are none."""
    found = {seat: [threat.square for threat in threats if threat.is_next and threat.seat == seat] for seat in (0, 1)}
    told = [
        _("{name} can make four on {squares}", name=names[seat], squares=list_and(squares))
        for seat, squares in found.items()
        if squares
    ]
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
        told.append(
            _("{monster} is destroyed by the attack anyway, but still strikes back.", monster=short_name(target.id))
        )
    if own >= clicks_left(attacker):
        text = (
            N_("{monster} is destroyed anyway, by its double 1.")
            if slips
            else N_("{monster} is destroyed anyway, by acid.")
        )
        told.append(_(text, monster=short_name(attacker.id)))
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
        return _("If your monster is destroyed ({chance}), {consequence}.", chance=chance, consequence=own)
    told = [_("If only your monster is destroyed, {consequence}.", consequence=own)] if own else []
    told += [_("If both are destroyed, {consequence}.", consequence=both)] if both else []
    return " ".join([*told, _("Your monster is destroyed in {chance}.", chance=chance)]) if told else ""


def _describe_fours_after(view: View, collapse: Collapse, names: Sequence[str]) -> str:
    """Say who wins by falls, or which new four the other player can make next turn, as a clause; may be empty."""
    if collapse.fours:
        return _describe_end(collapse, names)
    now = list_rival_fours(view, preview.threats(view))
    new = [square for square in list_rival_fours(view, collapse.threats) if square not in now]
    if not new:
        return ""
    return _("{name} can make four on {squares} next turn", name=names[1 - view.viewer], squares=list_and(new))


def _describe_next_four(view: View, forecast: Forecast, rival: str) -> str:
    now, after = list_rival_fours(view, preview.threats(view)), list_rival_fours(view, forecast.collapse.threats)
    if not now:
        text = N_("If the target is destroyed, {name} can make four on {squares} next turn.")
        return _(text, name=rival, squares=list_and(after)) if after else ""
    if after:
        text = N_("**{name} can make four on {squares} next turn. This attack doesn’t stop that.**")
        return _(text, name=rival, squares=list_and(after))
    return _(
        "**{name} can make four on {squares} next turn.** This attack stops that if it destroys ({chance}).",
        name=rival,
        squares=list_and(now),
        chance=format_percent(forecast.attack.kills),
    )


def describe_way_out(view: View, forecasts: Sequence[Forecast]) -> str:
    """Name the targets whose destruction stops the four that the other player can make; empty if there is none."""
    if not list_rival_fours(view, preview.threats(view)):
        return ""
    stops = sorted({each.target for each in forecasts if not list_rival_fours(view, each.collapse.threats)})
    return _("Only destroying {squares} stops that.", squares=list_or(stops)) if stops else _("No attack stops that.")


_ATTACKS = {
    (False, False): N_("{attacker} attacks {target}"),
    (True, False): N_("{attacker} shoots {target}"),
    (False, True): N_("{attacker} attacks {target}, with shackle"),
    (True, True): N_("{attacker} shoots {target}, with shackle"),
}
"""An attack, by whether it is a shot and whether it is with shackle."""


def describe_action(action: str) -> str:
    """Describe a legal action in words. Different actions get different texts."""
    match action.split():
        case ["class", name]:
            return class_words(name)
        case ["force", *parts]:
            force = tuple((monster, int(number)) for monster, _star, number in (part.partition("*") for part in parts))
            return f"{format_force_size(force)}: {format_force(force)}"
        case ["click", "none"]:
            return _("no click for an hourglass")
        case ["click", *squares]:
            return _("a click for {squares}", squares=list_and(squares))
        case ["drop", monster, column]:
            return _("{monster} in column {column}", monster=monster_title(monster), column=column)
        case ["attack", start, end, kind, *shackle]:
            text = _ATTACKS[kind == "ranged", bool(shackle)]
            return _(text, attacker=start, target=end)
        case ["retaliate", kind]:
            return _("shoot back") if kind == "ranged" else _("strike back")
        case ["rampage", "none"]:
            return _("no rampage")
        case ["rampage", square]:
            return _("rampage against {square}", square=square)
        case ["pass"]:
            return _("pass")
        case ["concede"]:
            return _("resign")
        case _:
            return action


def describe_values(monster: str) -> str:
    """Format a monster's points, its first values and its range in one line of a list."""
    known = MONSTERS[monster]
    shown, left = known.face(known.start, 0), known.clicks - known.start
    values = (
        (N_("attack {value}"), shown.attack),
        (N_("defense {value}"), shown.defense),
        (N_("damage {value}"), shown.damage),
    )
    told = [_(name, value=_("hourglass") if value is None else value) for name, value in values]
    clicks = ngettext("{number} click", "{number} clicks", left)
    far = [reach(monster)] * (known.range > 0)
    lasting = [_("weakens more slowly")] * _outlasts_lower_rank(monster)
    return " · ".join((format_points(known.points), *told, clicks, *far, *lasting))


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
    facts = (class_words(known.class_name), format_points(known.points), reach(monster))
    return " · ".join((f"**{monster_title(monster)}**", *facts))
