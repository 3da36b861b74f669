"""Explaining refusals and failures to users; *Why?* leads from a refusal to the page of its rule."""

import secrets
from typing import Any

import aiohttp
import discord
import structlog
from discord import ui

from cogs.ui.kit import emojis
from cogs.ui.kit.answers import Interaction, is_responded
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.guide import NO_TABLE
from cogs.ui.kit.layouts import Button, Row, button, rows_of_buttons
from data.store import StoreUnavailable
from engine.core import EngineError
from engine.rule_book import game_of
from tables.committing.changes import committed
from tables.refusal import Refusal
from tables.texts import GAME_GONE, escape_quoted

STORE_AWAY = "I can't save right now, so nothing was changed. Please try again in a minute."
DONE_UNTOLD = "Done and saved. I couldn't show you the rest here; you'll find it at the table."
DISCORD_REFUSED = "Discord didn't take that just now, so nothing was changed. Please try again in a moment."

log = structlog.get_logger()

UNREACHABLE = (discord.HTTPException, aiohttp.ClientError, OSError)
"""The exceptions raised when Discord refuses a request or can't be reached."""
UNKNOWN_WEBHOOK = 10015
UNKNOWN_INTERACTION = 10062
INVALID_TOKEN = 50027
"""Discord's code for the token of an interaction that is older than 15 minutes."""
EXPIRED = (UNKNOWN_INTERACTION, UNKNOWN_WEBHOOK, INVALID_TOKEN)
RULE = "rule"
"""The action of the buttons that open the page of a rule."""


class Question(Refusal):
    """A refusal with buttons, by which the user says what was meant."""

    def __init__(self, text: str, rows: tuple[ui.Item[Any], ...]) -> None:
        super().__init__(text)
        self.rows = rows


def explain(error: BaseException, **context: object) -> str:
    """The text for the user: the refusal itself, or an apology with the reference under which the error was logged.

    After a commit the text says that the change is saved, whatever failed afterwards.
    """
    emojis.forget_if_refused(error)
    if committed.get():
        # That something else happened just then is no failure.
        if is_discords(error):
            log.warning("could not answer what is committed", error=repr(error), **context)
        elif not isinstance(error, Refusal):
            log.warning("could not answer what is committed", exc_info=error, **context)
        return DONE_UNTOLD
    if isinstance(error, EngineError) and error.code == "unknown_game":
        return GAME_GONE
    if isinstance(error, Refusal | EngineError):
        return refusal_text(error)
    if isinstance(error, StoreUnavailable):
        log.error("the store is unavailable", error=str(error), **context)
        return STORE_AWAY
    if is_discords(error):
        log.warning("could not answer", error=repr(error), **context)
        return DISCORD_REFUSED
    reference = secrets.token_hex(4)
    log.error("an interaction failed", reference=reference, exc_info=error, **context)
    return our_error(reference)


def refusal_text(error: Refusal | EngineError) -> str:
    """The text of a refusal as a message; what the engine quotes of somebody's input is escaped."""
    return escape_quoted(error.text) if isinstance(error, EngineError) else error.text


def is_discords(error: BaseException) -> bool:
    """Whether Discord can't be reached, is in trouble, or refuses what it may refuse at any time; no error of ours."""
    if isinstance(error, discord.HTTPException):
        return error.status in (403, 404, 429) or error.status >= 500
    return isinstance(error, aiohttp.ClientError | ConnectionError | discord.RateLimited)


def cannot_be_answered(interaction: Interaction, error: BaseException) -> bool:
    """Whether Discord refuses any response, as in a thread that is archived or locked meanwhile; logs that once."""
    if is_responded(interaction) or not isinstance(error, discord.Forbidden):
        return False
    log.warning("Discord takes no answer", error=repr(error), channel=interaction.channel_id)
    return True


def is_expired(error: BaseException) -> bool:
    """Whether the interaction has expired, so that nobody waits for an answer."""
    return isinstance(error, discord.HTTPException) and error.code in EXPIRED


def rule_id(number: str, *more: str) -> CustomId:
    """The custom id that opens the page of a rule."""
    return CustomId(NO_TABLE, None, RULE, (number, *more))


def why_button(number: str) -> Button:
    """*Why?*, to the page of a rule."""
    return button("Why?", rule_id(number, "why"))


def why_rows(error: BaseException) -> tuple[Row, ...]:
    """*Why?* below the text of a refusal that names a rule; nothing below any other."""
    number = error.rule if isinstance(error, EngineError) else ""
    # What is committed was not refused.
    if not number or committed.get() or game_of(number) is None:
        return ()
    return rows_of_buttons([why_button(number)])


def our_error(reference: str) -> str:
    return (
        "Sorry, something went wrong on my side. Nothing was changed. "
        f"If it happens again, please give the people who run me this reference: `{reference}`."
    )
