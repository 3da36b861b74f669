"""The texts about seats that change hands during a game."""

from tables.calling.questions import KEPT, TAKEN
from tables.texts import escape

BUTTON_REPLACE = "Replace"
BUTTON_PASS_ON = "Pass my seat on"
BUTTON_TAKE = "Take the seat"
BUTTON_NO = "No, thanks"
BUTTON_WITHDRAW = "Stop asking"

REPLACE_TITLE = "Give a seat to somebody else"
SEAT_FIELD = "Which seat?"
SEAT_HINT = "A new player plays on as things stand, with all that the seat has."
PEOPLE_FIELD = "Who shall play on?"
PEOPLE_HINT = "They are asked here and pinged once. Nothing changes until they say yes."
CHOOSE_SOMEBODY = "Choose one other person. A computer player can't be asked."
YOURS = "Yours"
COMPUTER = "A computer player"
AWAY = "Away: has missed two turns or more"
STILL_HERE = "Only if they have left the server"
NO_SEAT = "You can pass on a seat of your own while you play."
DECLINED = "Thanks for saying so. Nothing has changed."
WITHDRAWN = "You have stopped asking. Nothing has changed."
ASKED_BELOW = "This is asked again below."


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
