"""Explanations of refusals and failures for users; *Why?* opens the page of the rule behind a refusal."""

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
from language.messages import N_, _
from tables.committing.changes import committed
from tables.refusal import Refusal
from tables.texts import GAME_GONE, put_error_into_words

STORE_AWAY = N_("I can't save right now, so nothing was changed. Please try again in a minute.")
DONE_UNTOLD = N_("Done and saved. I couldn't show the rest here; open the table to see it.")
DISCORD_REFUSED = N_("Discord refused that just now, so nothing was changed. Please try again in a moment.")

log = structlog.get_logger()

UNREACHABLE = (discord.HTTPException, aiohttp.ClientError, OSError)
"""The exceptions raised if Discord refuses a request, or if Discord can't be reached."""
UNKNOWN_WEBHOOK = 10015
UNKNOWN_INTERACTION = 10062
INVALID_TOKEN = 50027
"""Discord's error code for an interaction token older than 15 minutes."""
EXPIRED = (UNKNOWN_INTERACTION, UNKNOWN_WEBHOOK, INVALID_TOKEN)
RULE, BESIDE_PAGE = "rule", "beside"
"""The action of the buttons that open the page of a rule, and the detail of those that keep the page they are on."""


class Question(Refusal):
    """A refusal that asks the user to choose, with a button for each possible answer."""

    def __init__(self, text: str, rows: tuple[ui.Item[Any], ...]) -> None:
        super().__init__(text)
        self.rows = rows


def explain(error: BaseException, **context: object) -> str:
    """Return the text for the user: the refusal, or an apology with a reference to the log entry.

    After a commit the text says that the change is saved, whatever failed afterwards.
    """
    emojis.forget_if_refused(error)
    if committed.get():
        # After a commit, a Refusal is expected (the change is saved), so it isn't logged.
        if is_discords(error):
            log.warning("answer failed after commit", error=repr(error), **context)
        elif not isinstance(error, Refusal):
            log.warning("answer failed after commit", exc_info=error, **context)
        return _(DONE_UNTOLD)
    if isinstance(error, EngineError) and error.code == "unknown_game":
        return _(GAME_GONE)
    if isinstance(error, Refusal | EngineError):
        return refusal_text(error)
    if isinstance(error, StoreUnavailable):
        log.error("the store is unavailable", error=str(error), **context)
        return _(STORE_AWAY)
    if is_discords(error):
        log.warning("answer failed", error=repr(error), **context)
        return _(DISCORD_REFUSED)
    reference = secrets.token_hex(4)
    log.error("interaction failed", reference=reference, exc_info=error, **context)
    return format_internal_error(reference)


def refusal_text(error: Refusal | EngineError) -> str:
    """Return the text of a refusal as a message; user input quoted by the engine is escaped."""
    return put_error_into_words(error) if isinstance(error, EngineError) else error.text


def is_discords(error: BaseException) -> bool:
    """Return whether an error was caused by Discord or the network, and not by a fault in this program.

    True for connection errors, server errors, rate limits, and the statuses 403 and 404.
    """
    if isinstance(error, discord.HTTPException):
        return error.status in (403, 404, 429) or error.status >= 500
    return isinstance(error, aiohttp.ClientError | ConnectionError | discord.RateLimited)


def is_unanswerable(interaction: Interaction, error: BaseException) -> bool:
    """Return whether Discord accepts no response to the interaction at all; if so, also log a warning.

    This happens in an archived or locked thread, for instance.
    """
    if is_responded(interaction) or not isinstance(error, discord.Forbidden):
        return False
    log.warning("answer refused by Discord", error=repr(error), channel=interaction.channel_id)
    return True


def is_expired(error: BaseException) -> bool:
    """Return whether the interaction has expired, so that it can't be answered any more."""
    return isinstance(error, discord.HTTPException) and error.code in EXPIRED


def rule_id(number: str, *more: str) -> CustomId:
    """Return the custom id of a button that opens the page of a rule.

    `more` are details of the custom id that follow the rule's number.
    """
    return CustomId(NO_TABLE, None, RULE, (number, *more))


def why_button(number: str, *, beside: bool = False) -> Button:
    """Build the button *Why?*, which opens the page of a rule, `beside` the page with the button or in its place."""
    return button(_("Why?"), rule_id(number, BESIDE_PAGE if beside else "why"))


def why_rows(error: BaseException) -> tuple[Row, ...]:
    """Build *Why?* if the refusal refers to a rule; no row otherwise."""
    number = error.rule if isinstance(error, EngineError) else ""
    # A committed change was not refused, so there is nothing to explain.
    if not number or committed.get() or game_of(number) is None:
        return ()
    return rows_of_buttons([why_button(number)])


def format_internal_error(reference: str) -> str:
    return _(
        "Sorry, something went wrong on my side. Nothing was changed. "
        "If it happens again, please send the people who run this bot the reference `{reference}`.",
        reference=reference,
    )
