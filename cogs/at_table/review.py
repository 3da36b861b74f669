"""Reviews of finished games: turning points, each with the user's move and the better move found by the coach.

The coach is a computer player that analyses the user's moves.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any

import discord
from discord import ui
from discord.ext import commands

from cogs.client import Hexcade
from cogs.ui.kit.answers import Answer, Interaction, respond
from cogs.ui.kit.composing import action_page
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.interactions import on
from cogs.ui.kit.interface import Page, interface
from cogs.ui.kit.layouts import BUTTON_BACK, Button, button, picture, rows_of_buttons
from cogs.ui.kit.placeholders import respond_with_placeholder
from cogs.ui.kit.private_pages import draw
from cogs.ui.messages.shared_buttons import (
    HOW_SURE,
    REVIEW,
    WOULD,
    menu_button,
    steps_button,
    turning_point_buttons,
    whatif_table_button,
)
from engine.players.coach import PLAYOUTS, Decision, TurningPoint
from language.messages import N_, _, ngettext
from render import painter
from render.picture import ALT_LIMIT, Picture
from tables.after_the_end.reviews import OwnGame, Reviews, build_decision_view
from tables.viewer import TableView

LOOKING = N_(
    "The coach is reviewing your moves, using only what you could see. The result appears here in a few seconds."
)
SAME = N_("**The coach would have played the same.**")

YOU_PLAYED, BETTER, LONGER = N_("You played"), N_("Better"), N_("Looking longer")


@dataclass(frozen=True, slots=True)
class Move:
    """A move to show on a page: its heading, and its action in notation."""

    heading: str
    action: str


class Review(commands.Cog):
    """A cog for *My turning points* and *Compare with the coach*. All its pages are private."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self._reviews = Reviews(bot.service, bot.thinking.compute_in_background)

    @on(REVIEW)
    async def _review(self, interaction: Interaction, pressed: CustomId) -> None:
        """Show one of the user's turning points: the one whose number the button names, or the first."""
        own = await self._reviews.own(pressed.table, interaction.user.id)
        wanted = pressed.number(0) or 1
        if self._reviews.find_cached(own) is not None:
            await respond(interaction, await self._build_turning_point(interaction, own, wanted))
            return
        await respond_with_placeholder(
            interaction, pressed, _(LOOKING), lambda: self._build_turning_point(interaction, own, wanted)
        )

    async def _build_turning_point(self, interaction: Interaction, own: OwnGame, wanted: int) -> Answer:
        points = await self._reviews.turning_points(own)
        if not points:
            return Answer(_no_turning_points(len(own.decisions)), _rows(own, ()))
        number = min(max(wanted, 1), len(points))
        point = points[number - 1]
        decision = point.decision
        moves = (Move(_(YOU_PLAYED), decision.played), Move(_(LONGER if point.hinted else BETTER), point.better))
        head = _turning_point(number, len(points), decision.turn)
        table = build_decision_view(own, decision, interaction.user.id)
        ours = interface(table.row.game)
        told = (
            ours.composing.better_reason(table, decision.played, point.better),
            _hinted(own, ours.words.label(point.better, table.view)) if point.hinted else "",
            format_games(point.difference),
        )
        foot = " ".join(filter(None, told))
        buttons = turning_point_buttons(own.table_id, number, len(points))
        return await self._compare(interaction, own, decision, (head, foot), moves, buttons, f"{REVIEW}{number}")

    @on(HOW_SURE)
    async def _show_certainty(self, interaction: Interaction, pressed: CustomId) -> None:
        """Show how a turning point was measured, with the interval around its number of games."""
        own = await self._reviews.own(pressed.table, interaction.user.id)
        points = await self._reviews.turning_points(own)
        number = min(max(pressed.number(0) or 1, 1), len(points))
        text = format_certainty(points[number - 1], PLAYOUTS) if points else _no_turning_points(len(own.decisions))
        back = button(_(BUTTON_BACK), CustomId(own.table_id, None, REVIEW, (str(number),)))
        await respond(interaction, Answer(text, rows_of_buttons([back])))

    @on(WOULD)
    async def _show_coach_move(self, interaction: Interaction, pressed: CustomId) -> None:
        """Show the user's move after a turn, and the move that the coach would have played instead."""
        own = await self._reviews.own(pressed.table, interaction.user.id)
        turn = pressed.number(0)
        decision = own.find_decision(-1 if turn is None else turn)
        await respond_with_placeholder(
            interaction,
            pressed,
            _("The coach is looking at this step. The result appears here in a moment."),
            lambda: self._coached(interaction, own, decision),
        )

    async def _coached(self, interaction: Interaction, own: OwnGame, decision: Decision) -> Answer:
        found = await self._reviews.find_coach_move(decision)
        is_same = found.action == decision.played
        would = () if is_same else (Move(_(COACH_PLAYED), found.action),)
        moves = (Move(_(YOU_PLAYED), decision.played), *would)
        table = build_decision_view(own, decision, interaction.user.id)
        label = interface(table.row.game).words.label(found.action, table.view)
        foot = _(SAME) if is_same else _hinted(own, label) if found.hinted else ""
        foot = "\n".join(filter(None, (foot, _reason(table, found.action))))
        around = (_at_turn(decision.turn), foot)
        return await self._compare(interaction, own, decision, around, moves, ())

    async def _compare(
        self,
        interaction: Interaction,
        own: OwnGame,
        decision: Decision,
        around: tuple[str, str],
        moves: Sequence[Move],
        buttons: Sequence[Button],
        page: str = "",
    ) -> Answer:
        """Build the page that compares moves in one position; *Back* on the steps opened from it leads to `page`.

        Each move has the text and the picture of its confirmation page. `around` holds the texts above and below the
        moves. The position is shown as the user's seat saw it during the game.
        """
        table = build_decision_view(own, decision, interaction.user.id)
        pages = [_page(table, move.action) for move in moves]
        told = [
            "\n".join(filter(None, (f"**{move.heading}:**", page.text, page.below)))
            for move, page in zip(moves, pages, strict=True)
        ]
        pictures = [await draw(self.bot, interaction, _picture(table, page)) for page in pages]
        files = [_file(number, move, found) for number, (move, found) in enumerate(zip(moves, pictures, strict=True))]
        head, foot = around
        below: list[ui.Item[Any]] = [picture(files[0].filename, files[0].description or "")]
        for text, file in zip(told[1:], files[1:], strict=True):
            below += [ui.TextDisplay(text), picture(file.filename, file.description or "")]
        if foot:
            below.append(ui.TextDisplay(foot))
        return Answer(
            f"{head}\n{told[0]}",
            (*below, *_rows(own, buttons, decision.turn, page)),
            colour=interface(table.row.game).colour,
            attached=tuple(files),
        )


def _page(table: TableView, action: str) -> Page:
    """Build the page that would confirm this move; its text and picture are used to show the move.

    The heading is not a question. A move without such a page is shown in words alone, since the first page of a move
    asks a question.
    """
    ours = interface(table.row.game)
    page = action_page(ours, table, (action,))
    text = page.text if ours.composing.typed_page(table, action) else page.text.partition("\n")[0]
    return replace(page, text=text.replace("?**", ".**", 1))


def _reason(table: TableView, action: str) -> str:
    """Return why the coach's move is good, as *Hint* says it; empty if no reason is known."""
    return interface(table.row.game).composing.hint_reason(table, (action,))


def _picture(table: TableView, page: Page) -> Callable[[str], Picture]:
    if page.picture is not None:
        return page.picture
    return lambda theme: painter(table.row.game).board(table.view, table.names, theme)


def _file(number: int, move: Move, picture: Picture) -> discord.File:
    alt = f"{move.heading}: {picture.alt}"[:ALT_LIMIT]
    return discord.File(BytesIO(picture.png), filename=f"move{number}.png", description=alt)


def _rows(own: OwnGame, buttons: Sequence[Button], turn: int | None = None, page: str = "") -> tuple[ui.Item[Any], ...]:
    """Return the rows of buttons: the given ones, which lead to other turning points, then the navigation.

    With `turn`, the navigation also leads to *What if* and to the board after that turn.
    """
    ways = [menu_button(own.table_id)]
    if turn is not None:
        ways = [whatif_table_button(own.table_id, turn), steps_button(own.table_id, turn, page), *ways]
    return (*rows_of_buttons(buttons), *rows_of_buttons(ways))


# Texts of the pages


COACH_PLAYED = N_("The coach would have played")


def _no_turning_points(moves: int) -> str:
    """Format the page shown if there are no turning points. `moves` is the number of the user's moves analysed."""
    if not moves:
        text = _("The game ended before you made a move that the coach can review.")
    else:
        text = ngettext(
            "The coach reviewed {number} move of yours and found no clearly better one. Well played.",
            "The coach reviewed {number} moves of yours and found no clearly better one. Well played.",
            moves,
        )
    title = _("No turning points")
    return f"### {title}\n{text}"


def _turning_point(number: int, count: int, turn: int) -> str:
    """Format the heading of turning point `number` of `count`; `turn` is the last step before the user's move."""
    if count > 1:
        return _("### Turning point {number} of {count} · after step {turn}", number=number, count=count, turn=turn)
    return _("### The turning point · after step {turn}", turn=turn)


def _at_turn(turn: int) -> str:
    return _("### Your move and the coach's, after step {turn}", turn=turn)


def _hinted(own: OwnGame, better: str) -> str:
    """Format the note that the move played is also the hint; `better` is the coach's move in words."""
    if own.hints:
        return _("The hint was this, too; looking longer, {better} is better.", better=better)
    return _(
        "The strongest computer player would have played this, too; looking longer, {better} is better.", better=better
    )


def format_games(difference: float) -> str:
    """Format the share of games that the better move wins more."""
    return _("The better move would win about {number} games more in 100.", number=round(difference * 100))


def format_certainty(point: TurningPoint, worlds: int) -> str:
    """Format the measurement of a turning point: its confidence interval, and the number of games played per move."""
    low, high = (round((point.difference + sign * point.margin) * 100) for sign in (-1, 1))
    title, text = (
        _("How sure?"),
        _(
            "Both moves were played on {times} times with the same luck, in positions that fit what you could see. The "
            "better one won about {number} games more in 100; the true number is very likely between {low} and {high}. "
            "Where the coach stopped before the end, it estimated who would win.",
            times=worlds,
            number=round(point.difference * 100),
            low=low,
            high=high,
        ),
    )
    return f"### {title}\n{text}"
