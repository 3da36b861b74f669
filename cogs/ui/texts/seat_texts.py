"""The texts about seats that change hands during a game."""

from tables.calling.questions import KEPT, TAKEN
from tables.texts import escape

BUTTON_WITHDRAW = "Stop asking"

CHOOSE_SOMEBODY = "Choose one other person. A computer player can't be asked."


def asked(user: int, holder: str, *, own: bool) -> str:
    until = "Until then you play on." if own else f"Until then {escape(holder)} stays in the game."
    return f"<@{user}> has been asked, and can take the seat with one tap. {until}"


def offer(to: int, by: int, holder: str, game: str, headline: str, *, own: bool) -> str:
    """The question to somebody whether they take a seat; `own` if whoever asks has it."""
    question = f"will you play on for <@{by}>?" if own else f"<@{by}> asks: will you play on for **{escape(holder)}**?"
    return f"### A seat for you\n<@{to}>, {question}\n{game} · {headline}"


def settled(outcome: str, to: int, holder: str) -> str:
    """What became of an offer."""
    if outcome == TAKEN:
        return f"-# <@{to}> plays on for **{escape(holder)}**."
    if outcome == KEPT:
        return f"-# **{escape(holder)}** plays on; nobody else is asked."
    return "-# The game is over, so this seat needs nobody."


def handed_over(before: str, after: str, *, removed: bool) -> str:
    """A seat that has changed hands, in the story of a game; names come escaped."""
    if removed:
        return f"A moderator removed {before} from the table. **{after}** plays on."
    return f"**{after}** plays on for {before}."


def seated(game: str, *, must_act: bool) -> str:
    turn = "It's your turn." if must_act else "You are pinged when it is your turn."
    return f"You're in: this seat in {game} is yours now. {turn}"
