"""Texts that several modules of `cogs/` use. The table service's refusals are in `tables.texts`."""

from collections.abc import Sequence

from language import catalogues
from language.catalogues import name_language
from language.messages import N_, _, list_and
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


FROM_DISCORD = "-"
"""The form value of the choice that leaves the language to Discord."""
THEMES = {"dark": N_("Dark"), "light": N_("Light"), "high_contrast": N_("High contrast")}


def list_languages() -> dict[str, str]:
    """Return the labels of the choices of a language, by form value; each language has its own name."""
    return {FROM_DISCORD: _("As in Discord")} | {each: name_language(each) for each in catalogues.SPOKEN}


ONLY_ON_A_SERVER = N_("Statistics are kept separately for each server. Please use `/stats` there.")
CHECKED = N_("**Checked:** every random draw is correct.")
CHECKED_BUT = N_("**Checked:** everything follows the rules, but")


def format_unknown_game(name: str, known: Sequence[str]) -> str:
    return _("I don't know a game called {name}. You can play {games}.", name=quote(name), games=list_and(known))


def format_opened_table(channel: int, *, alone: bool = False) -> str:
    if alone:
        return _("Your table is open in <#{channel}>. Start the game there.", channel=channel)
    return _(
        "Your table is open in <#{channel}>. Others join there, or you fill it with computers.",
        channel=channel,
    )


DONE_MOVED_ON = N_("Done and saved. The board has moved on in the meantime; this is its current state.")


def mention(user_id: int) -> str:
    return f"<@{user_id}>"


def format_due(due_ms: int, note: str = "") -> str:
    """Format a deadline in milliseconds UTC, and a note about the reserve after it."""
    if note:
        return _("due <t:{due}:R>, {note}", due=due_ms // 1000, note=note)
    return _("due <t:{due}:R>", due=due_ms // 1000)


def lobby_state(taken: int, seats: int, *, is_open: bool = False, start_when_full: bool = False) -> str:
    """Format the number of taken seats; `is_open` says that others may join, `start_when_full` when the game starts."""
    if taken == seats:
        return _("All set: press Start.") if seats == 1 else _("Every seat is taken: the host can start.")
    sentences = [_("{taken} of {seats} seats taken.", taken=taken, seats=seats)]
    if is_open:
        sentences.append(_("Others press *{button}*.", button=_("Join")))
    if start_when_full:
        sentences.append(_("The game starts when the last seat is taken."))
    return " ".join(sentences)


GAME_OVER = N_("The game is over.")


def format_replay(*, over: bool) -> str:
    return _("The whole game.") if over else _("The game so far.")


COMPUTER_THINKS = N_("a computer player is thinking")


def format_verdict(lacking: Sequence[str]) -> str:
    """Format the verdict on a record without differences; `lacking` are the parts missing for a complete proof."""
    return f"{_(CHECKED_BUT)} {'; '.join(lacking)}." if lacking else _(CHECKED)
