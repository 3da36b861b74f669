"""The texts about taking moves back. Names come escaped where they are called so."""

from collections.abc import Sequence

from tables.texts import and_list, escape

BUTTON_TAKE_BACK = "Take back"
BUTTON_ALLOW = "Allow"

DONE = "Done, your move is made."


def ask_button(names: Sequence[str]) -> str:
    """The label of the button that asks those concerned: a label has at most 80 characters."""
    return f"Ask {names[0]}"[:80] if len(names) == 1 else "Ask the others"


def would_ask(names: Sequence[str], *, others: bool) -> str:
    which = "your last move, with everything since" if others else "your last move"
    shown = and_list([escape(name) for name in names])
    return f"Take back {which}? All have seen it, so {shown} {'is' if len(names) == 1 else 'are'} asked first."


def waits_for(names: Sequence[str]) -> str:
    """That others are asked, in words that stay true once they have answered."""
    shown = and_list([escape(name) for name in names])
    tap = "one tap" if len(names) == 1 else "one tap of each"
    return (
        f"I have asked {shown} on the card, where {tap} allows it. It also shows what comes of it; the game may go on."
    )


def request_line(name: str, waiting: Sequence[str], *, others: bool) -> str:
    """What somebody has asked; names come escaped. Nobody is waited for once a computer plays for the last of them."""
    which = "the last move, with everything since" if others else "the last move"
    if not waiting:
        return f"{name} asks to take back {which}. All who play agree: one tap on *{BUTTON_ALLOW}* does it."
    return f"{name} asks to take back {which}. {and_list(list(waiting))}: is that all right with you?"


def kept_line(name: str, keeper: str) -> str:
    """The answer that ended a request; names come escaped."""
    return f"{name} asked to take back the last move. {keeper} would rather keep it, so it stays."


def taken_back(name: str, told: str, *, others: bool, count: int) -> str:
    """What was taken back, in the words in which it was told; the name comes escaped."""
    # It stands behind the name already.
    move = told.removeprefix(f"{name}'s ").removeprefix(f"{name} ").rstrip(".")
    times = "" if count == 1 else f", take-back number {count}"
    end = f": {move}." if move else "."
    return f"{name} took back a move{times}{end}{' What followed is undone too.' if others else ''}"
