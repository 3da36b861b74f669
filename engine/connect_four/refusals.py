"""Errors for illegal actions, with texts that say what is possible instead.

They are built from the actor's view alone, so that they reveal nothing hidden.
"""

from collections.abc import Sequence
from typing import Final

from engine.connect_four import forces
from engine.connect_four.actions import (
    Attack,
    ChooseClass,
    ChooseForce,
    Click,
    Drop,
    Pass,
    Rampage,
)
from engine.connect_four.grid import grid
from engine.connect_four.preview import attacks, blockers, open_columns
from engine.connect_four.roster import CLASSES, MONSTERS, face
from engine.connect_four.view import Monster, View
from engine.core import EngineError, GameOver, IllegalAction, NotYourTurn, join_and, join_or
from engine.squaregrid import distance

_SHOWN = 8
"""The maximum number of possible actions, squares or columns that an error text lists."""
RULES: Final = {
    "class": "CF-4",
    "other class": "CF-4",
    "force": "CF-5",
    "click": "CF-9",
    "act": "CF-10",
    "retaliate": "CF-13",
    "rampage": "CF-19",
}
"""By phase: the number of the rule about the decision that is due."""


def refusal(view: View, action: object) -> EngineError:
    """Return the error that explains why an action is illegal for the viewer."""
    if view.phase == "over":
        return GameOver("The game is over.")
    may_choose = view.phase in ("class", "force")
    if view.viewer in view.actors or (may_choose and isinstance(action, ChooseClass | ChooseForce)):
        return _build_error(view, action)
    if may_choose:
        text = f"You have chosen your {view.phase}. You can still change it until the other player has chosen."
        return IllegalAction(text, rule="CF-4")
    return NotYourTurn(_explain_turn(view), rule=RULES.get(view.phase, ""))


def _build_error(view: View, action: object) -> EngineError:
    match view.phase, action:
        case (("class" | "other class"), ChooseClass()):
            return IllegalAction(_explain_class(view, action), rule="CF-4")
        case "force", ChooseForce(monsters):
            own = view.seats[view.viewer].class_name or ""
            text = forces.objection(own, view.points, monsters) or _describe_question(view)
            return IllegalAction(text, rule="CF-5")
        case "click", Click():
            text = f"Only your own monsters that show an hourglass can take a click: {_join_and(view.choices)}."
            return IllegalAction(text, rule="CF-9")
        case "act", Drop():
            return IllegalAction(_drop(view, action), rule="CF-10")
        case "act", Attack():
            return _attack(view, action)
        case "act", Pass():
            text = f"You can pass only when nothing else is possible. {_describe_possible_actions(view)}"
            return IllegalAction(text, rule="CF-18")
        case "rampage", Rampage():
            text = f"{view.rampaging} can attack {_join_or(view.choices)} now, or you can decline with “none”."
            return IllegalAction(text, rule="CF-19")
        case _:
            return IllegalAction(_describe_question(view), rule=RULES[view.phase])


def _explain_class(view: View, action: ChooseClass) -> str:
    taken = view.seats[1 - view.viewer].class_name if view.phase == "other class" else None
    names = [name for name in CLASSES if name != taken]
    if action.name == taken:
        return f"The other player keeps {taken}. Choose {_join_or(names)}."
    return f"There is no such class. Choose {_join_or(names)}."


def _describe_question(view: View) -> str:
    """Return a sentence that says what the viewer has to decide first."""
    match view.phase:
        case "class":
            return "Choose your class first."
        case "other class":
            return "Choose another class first."
        case "force":
            return "Choose your force first."
        case "click":
            choices = _join_and(view.choices)
            return f"First choose which monsters take a click for their hourglass: any of {choices}, or none."
        case "retaliate":
            where = view.attack.target if view.attack is not None else ""
            return f"First choose how {where} strikes back: close or ranged."
        case "rampage":
            return (
                f"First choose the target of the second attack by {view.rampaging}: {_join_or(view.choices)}, or none."
            )
        case _:
            return _describe_possible_actions(view)


def _explain_turn(view: View) -> str:
    if not view.actors:
        return "Dice are rolling. Try again in a moment."
    if view.phase == "other class":
        return "It's the other player's turn to choose another class."
    if view.phase == "retaliate":
        return "It's the other player's turn to choose how to strike back."
    return "It's the other player's turn."


def _describe_possible_actions(view: View) -> str:
    """Return a sentence that lists the possible placements and attacks, or says that only a pass is left."""
    found: list[str] = []
    reserve, columns = view.seats[view.viewer].reserve, open_columns(view)
    if reserve and columns:
        found.append(f"place a monster in column {_join_or(columns)}")
    possible = attacks(view, view.viewer)
    if possible:
        targets = list(dict.fromkeys(f"{each.square} on {each.target}" for each in possible))
        found.append(f"attack with {_join_or(targets)}")
    return f"You can {', or '.join(found)}." if found else "You can only pass, or concede."


def _drop(view: View, drop: Drop) -> str:
    reserve = view.seats[view.viewer].reserve
    monster = MONSTERS.get(drop.monster)
    name = "That monster" if monster is None else forces.title(monster)
    if drop.monster not in [each for each, _ in reserve]:
        names = [forces.title(MONSTERS[each]) for each, _ in reserve]
        return f"{name} isn't in your reserve. You have {_join_and(names)}." if names else "Your reserve is empty."
    columns = open_columns(view)
    if not 0 <= drop.column < view.columns:
        return f"There is no such column. Place it in {_join_or(columns)}."
    full = f"Column {chr(ord('a') + drop.column)} is full."
    return f"{full} Place it in {_join_or(columns)}." if columns else f"{full} So are all the others."


def _attack(view: View, attack: Attack) -> EngineError:
    """Return the error for an illegal attack, with the first reason that applies (CF-7, CF-11, CF-12)."""
    names = grid(view.columns, view.rows).name
    if not (0 <= attack.attacker < len(names) and 0 <= attack.target < len(names)):
        return IllegalAction(f"Those squares are not on this grid. {_describe_possible_actions(view)}", rule="CF-7")
    start, end = names[attack.attacker], names[attack.target]
    monsters = {monster.square: monster for monster in view.monsters}
    attacker, target = monsters.get(start), monsters.get(end)
    if attacker is None or attacker.seat != view.viewer:
        return IllegalAction(f"You have no monster on {start}. {_describe_possible_actions(view)}", rule="CF-11")
    if target is None or target.seat == view.viewer:
        text = f"The other player has no monster on {end}. {_describe_alternatives(view, start)}"
        return IllegalAction(text, rule="CF-11")
    text, rule = _explain_combat(view, attacker, target, attack)
    return IllegalAction(text, rule=rule)


def _explain_combat(view: View, attacker: Monster, target: Monster, attack: Attack) -> tuple[str, str]:
    """Return a sentence that explains why a monster may not attack this target in this way, and the rule's number."""
    board = grid(view.columns, view.rows).board
    start, end, name = attacker.square, target.square, MONSTERS[attacker.id].name
    shown = face(attacker.id, attacker.click, attacker.victims)
    if attacker.tokens > 1:
        return (
            f"{name} on {start} has two action tokens and can only strike back. {_describe_possible_actions(view)}",
            "CF-14",
        )
    if shown.attack is None:
        return (
            f"{name} on {start} shows an hourglass for its attack and can't attack now. "
            f"{_describe_possible_actions(view)}",
            "CF-3",
        )
    if face(target.id, target.click, target.victims).defense is None:
        text = f"{MONSTERS[target.id].name} on {end} is intangible now, so nothing can attack it."
        return f"{text} {_describe_alternatives(view, start)}", "CF-3"
    steps = distance(board.squares[board.index[start]], board.squares[board.index[end]])
    if not attack.ranged and steps > 1:
        text = f"A close attack reaches only neighbouring squares, and {end} is {steps} squares from {start}."
        return f"{text} {_describe_alternatives(view, start)}", "CF-11"
    reach = MONSTERS[attacker.id].range
    if attack.ranged and not reach:
        return (
            f"{name} has no range and can attack only neighbouring squares. {_describe_alternatives(view, start)}",
            "CF-11",
        )
    if attack.ranged and steps > reach:
        text = f"{end} is {steps} squares from {start}, and {name} has range {reach}."
        return f"{text} {_describe_alternatives(view, start)}", "CF-11"
    in_the_way = blockers(view, start, end) if attack.ranged else ()
    if in_the_way:
        block = "blocks" if len(in_the_way) == 1 else "block"
        return (
            f"{_join_and(in_the_way)} {block} the line of sight from {start} to {end}. "
            f"{_describe_alternatives(view, start)}",
            "CF-12",
        )
    return f"{name} on {start} has no shackle to use now. Attack without it.", "CF-19"


def _describe_alternatives(view: View, square: str) -> str:
    """Return a sentence that lists the squares which the monster on this square can attack."""
    targets = list(dict.fromkeys(each.target for each in attacks(view, view.viewer) if each.square == square))
    return f"{square} can attack {_join_or(targets)}." if targets else f"{square} has no target now."


def _join_and(words: Sequence[str]) -> str:
    return join_and(_shorten(words)) or "nothing"


def _join_or(words: Sequence[str]) -> str:
    return join_or(_shorten(words)) or "nothing"


def _shorten(words: Sequence[str]) -> Sequence[str]:
    return [*words[: _SHOWN - 1], f"{len(words) - _SHOWN + 1} more"] if len(words) > _SHOWN else words
