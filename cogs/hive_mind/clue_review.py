"""*Clue review*: after the match, a seat's shapes in each round beside the best ones by its clues at the time."""

import asyncio
from collections.abc import Sequence
from io import BytesIO
from typing import Any

import discord
from discord import ui
from discord.ext import commands

from cogs.client import Hexcade
from cogs.hive_mind import phrases
from cogs.hive_mind.interface import INTERFACE
from cogs.ui.kit.answers import Answer, Interaction, respond
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.interactions import on
from cogs.ui.kit.layouts import BLUE, GREY, button, picture, rows_of_buttons
from cogs.ui.kit.placeholders import respond_with_placeholder
from cogs.ui.kit.private_pages import draw
from cogs.ui.messages.shared_buttons import menu_button
from engine.hive_mind import clue_review
from engine.hive_mind.clue_review import LaidShape, ReviewedRound
from language.messages import N_, _, format_number, format_percentage
from render.hive_mind import PAINTER
from render.picture import ALT_LIMIT, Picture
from tables.after_the_end.reviews import ReviewCache, require_own_seat
from tables.hints import top_level

TITLE = N_("Clue review")
LOOKING = N_("I'm reviewing your shapes, using only what you could see. The result appears here in a few seconds.")
NO_SHAPES = N_("### Clue review\nYou laid no shape in this game, so there is nothing to review.")
YOU_LAID, BEST = N_("You laid"), N_("Best by your clues")
PICTURES = ("you.png", "best.png")
"""The names of the files of the two pictures."""
ALL_BEST = N_("**By your clues, nothing was clearly better.**")
CLEARER = N_("**A clue that rules out more:**")
ALL_CLEAR = N_("**No clue would have ruled out clearly more.**")
HINTED = N_(
    "Marked shapes were the hint, too. The hint also counts what a clue tells, and it mixes good shapes so that nobody "
    "can guess them."
)
HINT_MARK = N_("(the hint, too)")


class ClueReview(commands.Cog):
    """A cog for *Clue review*. Its page is private to the seat."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self._cache = ReviewCache(bot.thinking.compute_in_background, clue_review.review)

    @on(phrases.CLUE_REVIEW)
    async def _review(self, interaction: Interaction, pressed: CustomId) -> None:
        """Show one of the user's rounds: the one whose number the button names, or the first."""
        row, seats, seat = await require_own_seat(self.bot.service, pressed.table, interaction.user.id)
        names = [each.name for each in seats]
        reviewed = self._cache.find_cached(row.id, seat.seat)
        if reviewed is not None:
            await respond(interaction, await self._page(interaction, pressed, names, reviewed))
            return

        async def work() -> Answer:
            record = await self.bot.service.record(row.id, interaction.user.id)
            adviser = top_level(self.bot.service.hooks(row.game).computers)
            rounds = await asyncio.to_thread(clue_review.list_rounds, record, seat.seat, adviser)
            reviewed = await self._cache.find(row.id, seat.seat, rounds)
            return await self._page(interaction, pressed, names, reviewed)

        await respond_with_placeholder(interaction, pressed, _(LOOKING), work)

    async def _page(
        self, interaction: Interaction, pressed: CustomId, names: Sequence[str], reviewed: Sequence[ReviewedRound]
    ) -> Answer:
        if not reviewed:
            return Answer(_(NO_SHAPES), rows_of_buttons([menu_button(pressed.table)]))
        number = min(max(pressed.number(0) or 1, 1), len(reviewed))
        shown = reviewed[number - 1]
        views = [shown.view] if shown.best_view == shown.view else [shown.view, shown.best_view]
        titles = (_(YOU_LAID), _(BEST))
        pictures = [
            await draw(
                self.bot, interaction, lambda theme, view=view, title=title: PAINTER.laid(view, names, title, theme)
            )
            for title, view in zip(titles, views, strict=False)
        ]
        files = [_file(*shown) for shown in zip(PICTURES, titles, pictures, strict=False)]
        below: list[ui.Item[Any]] = [picture(files[0].filename, files[0].description or "")]
        below.append(ui.TextDisplay(describe_best(shown)))
        below += [picture(file.filename, file.description or "") for file in files[1:]]
        tabs = [
            button(
                _("Round {number}", number=one.view.round),
                CustomId(pressed.table, None, phrases.CLUE_REVIEW, (str(each),)),
                BLUE if each == number else GREY,
            )
            for each, one in enumerate(reviewed, 1)
        ]
        rows = (*rows_of_buttons(tabs), *rows_of_buttons([menu_button(pressed.table)]))
        return Answer(describe_laid(shown), (*below, *rows), colour=INTERFACE.colour, attached=tuple(files))


def _file(name: str, heading: str, found: Picture) -> discord.File:
    return discord.File(BytesIO(found.png), filename=name, description=f"{heading}: {found.alt}"[:ALT_LIMIT])


# Texts of the page


def describe_laid(shown: ReviewedRound) -> str:
    """Format the part of the page above the first picture: the round, and the shapes laid."""
    shapes = shown.shapes
    explained = (
        _(
            "**You laid:** {points} expected, by your clues and by what others were likely to cover. "
            "**It paid {paid}.**",
            points=format_points(sum(each.worth for each in shapes)),
            paid=sum(each.paid for each in shapes),
        )
        if shown.pays
        else _(
            "**You laid:** round 1 pays nothing, so the clue counts: the share of possible hives that it rules out "
            "on average."
        )
    )
    lines = [
        f"- {_where(shown, each)}{_describe_laid_shape(shown, each)}"
        + (f" {_(HINT_MARK)}" if each.hinted and shown.is_better(each) else "")
        for each in shapes
    ]
    return "\n".join([f"### {_(TITLE)} · {phrases.format_round(shown.view)}", explained, *lines])


def _describe_laid_shape(shown: ReviewedRound, each: LaidShape) -> str:
    if not shown.pays:
        return f"{each.letters}, {format_percentage(100 * each.worth)}"
    return _(
        "{letters}, {points} expected, paid {paid}",
        letters=each.letters,
        points=format_number(each.worth, 1),
        paid=each.paid,
    )


def describe_best(shown: ReviewedRound) -> str:
    """Format the part of the page between the pictures: the shapes that were clearly better."""
    better = [each for each in shown.shapes if shown.is_better(each)]
    if not better:
        return _(ALL_BEST) if shown.pays else _(ALL_CLEAR)
    total = sum(each.best_worth if each in better else each.worth for each in shown.shapes)
    paid = sum(each.best_paid if each in better else each.paid for each in shown.shapes)
    head = (
        _(
            "**Best by your clues:** {points} expected. It would have paid {paid}.",
            points=format_points(total),
            paid=paid,
        )
        if shown.pays
        else _(CLEARER)
    )
    lines = [f"- {_where(shown, each)}{_describe_best_shape(shown, each)}" for each in better]
    return "\n".join([head, *lines, *([_(HINTED)] if any(each.hinted for each in better) else [])])


def _describe_best_shape(shown: ReviewedRound, each: LaidShape) -> str:
    if not shown.pays:
        return f"{each.best}, {format_percentage(100 * each.best_worth)}"
    return _(
        "{letters}, {points} expected, would have paid {paid}",
        letters=each.best,
        points=format_number(each.best_worth, 1),
        paid=each.best_paid,
    )


def _where(shown: ReviewedRound, each: LaidShape) -> str:
    hives = shown.view.hives
    return f"{phrases.hive_name(hives[each.hive].name)}: " if len(hives) > 1 else ""


def format_points(number: float) -> str:
    """Format a number of expected points with one decimal."""
    return _("about {number} points", number=format_number(number, 1))
