"""Texts that several modules of `cogs/` use. The table service's refusals are in `tables.texts`."""

from collections.abc import Sequence

from engine.core import join_and
from language.messages import N_, _
from tables.texts import quote

BUTTON_MORE = N_("More")
BUTTON_HOW_TO_PLAY = N_("How to play")
BUTTON_SURPRISE = N_("Surprise me")
BUTTON_TEXT_BOARD = N_("Board as text")
BUTTON_ZOOM = N_("Zoom")
BUTTON_REPLAY = N_("Replay")
BUTTON_STEPS = N_("Step by step")
BUTTON_CANCEL = N_("End game for all")
BUTTON_CONFIRM = N_("Confirm")


THEMES = {"dark": N_("Dark"), "light": N_("Light"), "high_contrast": N_("High contrast")}


ONLY_ON_A_SERVER = N_("Statistics are kept separately for each server. Please use `/stats` there.")
CHECKED = N_("**Checked:** every random draw is correct.")
CHECKED_BUT = N_("**Checked:** everything follows the rules, but")


def format_unknown_game(name: str, known: Sequence[str]) -> str:
    return f"I don't know a game called {quote(name)}. You can play {join_and(list(known))}."


def format_opened_table(channel: int, *, alone: bool = False) -> str:
    if alone:
        return f"Your table is open in <#{channel}>. Press Start there."
    return f"Your table is open in <#{channel}>. Others press *Join* there, or you press *Fill with computers*."


DONE_MOVED_ON = N_("Done and saved. The board has moved on in the meantime; this is its current state.")


def mention(user_id: int) -> str:
    return f"<@{user_id}>"


def format_due(due_ms: int, note: str = "") -> str:
    """Format a deadline in milliseconds UTC, and a note about the reserve after it."""
    return f"due <t:{due_ms // 1000}:R>" + (f", {note}" if note else "")


def lobby_state(taken: int, seats: int, *, is_open: bool = False, start_when_full: bool = False) -> str:
    """Format the number of taken seats; `is_open` says that others may join, `start_when_full` when the game starts."""
    if taken == seats:
        return "All set: press Start." if seats == 1 else "Every seat is taken: the host can start."
    join = " Others press *Join*." if is_open else ""
    start = " The game starts when the last seat is taken." if start_when_full else ""
    return f"{taken} of {seats} seats taken.{join}{start}"


GAME_OVER = N_("The game is over.")


def format_replay(*, over: bool) -> str:
    return "The whole game." if over else "The game so far."


COMPUTER_THINKS = N_("a computer player is thinking")


def format_verdict(lacking: Sequence[str]) -> str:
    """Format the verdict on a record without differences; `lacking` are the parts missing for a complete proof."""
    return f"{_(CHECKED_BUT)} {'; '.join(lacking)}." if lacking else _(CHECKED)
