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
from engine.core import EngineError, GameOver, IllegalAction, NotYourTurn
from engine.messages import Message, PluralMessage, WordList
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
        text = (
            Message("You have chosen your class. You can still change it until the other player has chosen.")
            if view.phase == "class"
            else Message("You have chosen your force. You can still change it until the other player has chosen.")
        )
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
            text = Message(
                "Only your own monsters that show an hourglass can take a click: {squares}.",
                squares=_join_and(view.choices),
            )
            return IllegalAction(text, rule="CF-9")
        case "act", Drop():
            return IllegalAction(_drop(view, action), rule="CF-10")
        case "act", Attack():
            return _attack(view, action)
        case "act", Pass():
            text = Message("You can pass only when nothing else is possible.")
            return IllegalAction(_join(text, _describe_possible_actions(view)), rule="CF-18")
        case "rampage", Rampage():
            text = Message(
                "{square} can attack {targets} now, or you can decline with “none”.",
                square=view.rampaging,
                targets=_join_or(view.choices),
            )
            return IllegalAction(text, rule="CF-19")
        case _:
            return IllegalAction(_describe_question(view), rule=RULES[view.phase])


def _join(first: Message, second: Message) -> Message:
    """Return two sentences, one after the other."""
    return Message("{first} {second}", first=first, second=second)


def _explain_class(view: View, action: ChooseClass) -> Message:
    taken = view.seats[1 - view.viewer].class_name if view.phase == "other class" else None
    names = [name for name in CLASSES if name != taken]
    if action.name == taken:
        return Message(
            "The other player keeps {class_name}. Choose {classes}.", class_name=taken, classes=_join_or(names)
        )
    return Message("There is no such class. Choose {classes}.", classes=_join_or(names))


def _describe_question(view: View) -> Message:
    """Return a sentence that says what the viewer has to decide first."""
    match view.phase:
        case "class":
            return Message("Choose your class first.")
        case "other class":
            return Message("Choose another class first.")
        case "force":
            return Message("Choose your force first.")
        case "click":
            return Message(
                "First choose which monsters take a click for their hourglass: any of {squares}, or none.",
                squares=_join_and(view.choices),
            )
        case "retaliate":
            where = view.attack.target if view.attack is not None else ""
            return Message("First choose how {square} strikes back: close or ranged.", square=where)
        case "rampage":
            return Message(
                "First choose the target of the second attack by {square}: {targets}, or none.",
                square=view.rampaging,
                targets=_join_or(view.choices),
            )
        case _:
            return _describe_possible_actions(view)


def _explain_turn(view: View) -> Message:
    if not view.actors:
        return Message("Dice are rolling. Try again in a moment.")
    if view.phase == "other class":
        return Message("It's the other player's turn to choose another class.")
    if view.phase == "retaliate":
        return Message("It's the other player's turn to choose how to strike back.")
    return Message("It's the other player's turn.")


def _describe_possible_actions(view: View) -> Message:
    """Return a sentence that lists the possible placements and attacks, or says that only a pass is left."""
    found = open_columns(view) if view.seats[view.viewer].reserve else ()
    columns, possible = _join_or(found), attacks(view, view.viewer)
    pairs = dict.fromkeys((each.square, each.target) for each in possible)
    targets = _join_or([Message("{square} on {target}", square=square, target=target) for square, target in pairs])
    if found and possible:
        return Message(
            "You can place a monster in column {columns}, or attack with {targets}.", columns=columns, targets=targets
        )
    if found:
        return Message("You can place a monster in column {columns}.", columns=columns)
    if possible:
        return Message("You can attack with {targets}.", targets=targets)
    return Message("You can only pass, or concede.")


def _drop(view: View, drop: Drop) -> Message:
    reserve = view.seats[view.viewer].reserve
    if drop.monster not in [each for each, _ in reserve]:
        return _explain_reserve(drop.monster, [forces.title(MONSTERS[each]) for each, _ in reserve])
    columns = open_columns(view)
    if not 0 <= drop.column < view.columns:
        return Message("There is no such column. Place it in {columns}.", columns=_join_or(columns))
    column = chr(ord("a") + drop.column)
    if not columns:
        return Message("Column {column} is full. So are all the others.", column=column)
    return Message("Column {column} is full. Place it in {columns}.", column=column, columns=_join_or(columns))


def _explain_reserve(monster: str, reserve: Sequence[Message]) -> Message:
    """Return the sentences that a monster isn't in the reserve, and what is."""
    known = MONSTERS.get(monster)
    if not reserve:
        return Message("Your reserve is empty.")
    if known is None:
        return Message("That monster isn't in your reserve. You have {monsters}.", monsters=_join_and(reserve))
    return Message(
        "{monster} isn't in your reserve. You have {monsters}.",
        monster=forces.title(known),
        monsters=_join_and(reserve),
    )


def _attack(view: View, attack: Attack) -> EngineError:
    """Return the error for an illegal attack, with the first reason that applies (CF-7, CF-11, CF-12)."""
    names = grid(view.columns, view.rows).name
    if not (0 <= attack.attacker < len(names) and 0 <= attack.target < len(names)):
        text = Message("Those squares are not on this grid.")
        return IllegalAction(_join(text, _describe_possible_actions(view)), rule="CF-7")
    start, end = names[attack.attacker], names[attack.target]
    monsters = {monster.square: monster for monster in view.monsters}
    attacker, target = monsters.get(start), monsters.get(end)
    if attacker is None or attacker.seat != view.viewer:
        text = Message("You have no monster on {square}.", square=start)
        return IllegalAction(_join(text, _describe_possible_actions(view)), rule="CF-11")
    if target is None or target.seat == view.viewer:
        text = Message("The other player has no monster on {square}.", square=end)
        return IllegalAction(_join(text, _describe_alternatives(view, start)), rule="CF-11")
    text, rule = _explain_combat(view, attacker, target, attack)
    return IllegalAction(text, rule=rule)


def _explain_combat(view: View, attacker: Monster, target: Monster, attack: Attack) -> tuple[Message, str]:
    """Return a sentence that explains why a monster may not attack this target in this way, and the rule's number."""
    start, name = attacker.square, MONSTERS[attacker.id].name
    shown = face(attacker.id, attacker.click, attacker.victims)
    if attacker.tokens > 1:
        text = Message(
            "{monster} on {square} has two action tokens and can only strike back.", monster=name, square=start
        )
        return _join(text, _describe_possible_actions(view)), "CF-14"
    if shown.attack is None:
        text = Message(
            "{monster} on {square} shows an hourglass for its attack and can't attack now.", monster=name, square=start
        )
        return _join(text, _describe_possible_actions(view)), "CF-3"
    found = _explain_target(view, attacker, target, attack.ranged)
    if found is not None:
        text, rule = found
        return _join(text, _describe_alternatives(view, start)), rule
    return Message(
        "{monster} on {square} has no shackle to use now. Attack without it.", monster=name, square=start
    ), "CF-19"


def _explain_target(view: View, attacker: Monster, target: Monster, is_ranged: bool) -> tuple[Message, str] | None:
    """Return a sentence that explains why a monster can't reach its target, and the rule's number; None if it can."""
    board = grid(view.columns, view.rows).board
    start, end, name = attacker.square, target.square, MONSTERS[attacker.id].name
    if face(target.id, target.click, target.victims).defense is None:
        return Message(
            "{monster} on {square} is intangible now, so nothing can attack it.",
            monster=MONSTERS[target.id].name,
            square=end,
        ), "CF-3"
    steps = distance(board.squares[board.index[start]], board.squares[board.index[end]])
    if not is_ranged and steps > 1:
        return Message(
            "A close attack reaches only neighbouring squares, and {end} is {steps} squares from {start}.",
            start=start,
            end=end,
            steps=steps,
        ), "CF-11"
    reach = MONSTERS[attacker.id].range
    if is_ranged and not reach:
        return Message("{monster} has no range and can attack only neighbouring squares.", monster=name), "CF-11"
    if is_ranged and steps > reach:
        return Message(
            "{end} is {steps} squares from {start}, and {monster} has range {range}.",
            start=start,
            end=end,
            steps=steps,
            monster=name,
            range=reach,
        ), "CF-11"
    in_the_way = blockers(view, start, end) if is_ranged else ()
    if not in_the_way:
        return None
    return PluralMessage(
        "{squares} blocks the line of sight from {start} to {end}.",
        "{squares} block the line of sight from {start} to {end}.",
        len(in_the_way),
        squares=_join_and(in_the_way),
        start=start,
        end=end,
    ), "CF-12"


def _describe_alternatives(view: View, square: str) -> Message:
    """Return a sentence that lists the squares which the monster on this square can attack."""
    targets = list(dict.fromkeys(each.target for each in attacks(view, view.viewer) if each.square == square))
    if not targets:
        return Message("{square} has no target now.", square=square)
    return Message("{square} can attack {targets}.", square=square, targets=_join_or(targets))


def _join_and(words: Sequence[str | Message]) -> WordList:
    return WordList(_shorten(words), "and")


def _join_or(words: Sequence[str | Message]) -> WordList:
    return WordList(_shorten(words), "or")


def _shorten(words: Sequence[str | Message]) -> Sequence[str | Message]:
    if not words:
        return [Message("nothing")]
    left = len(words) - _SHOWN + 1
    return [*words[: _SHOWN - 1], Message("{number} more", number=left)] if len(words) > _SHOWN else words
