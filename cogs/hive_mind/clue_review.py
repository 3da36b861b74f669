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
from render.hive_mind import PAINTER
from render.picture import ALT_LIMIT, Picture
from tables.after_the_end.reviews import ReviewCache, require_own_seat
from tables.hints import top_level

LOOKING = "I'm reviewing your shapes, using only what you could see. The result appears here in a few seconds."
NO_SHAPES = "### Clue review\nYou laid no shape in this game, so there is nothing to review."
YOU_LAID, BEST = "You laid", "Best by your clues"
ALL_BEST = "**By your clues, nothing was clearly better.**"
CLEARER = "**A clue that rules out more:**"
ALL_CLEAR = "**No clue would have ruled out clearly more.**"
HINTED = (
    "Marked shapes were the hint, too. The hint also counts what a clue tells, and it mixes good shapes so that nobody "
    "can guess them."
)
HINT_MARK = "(the hint, too)"


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

        await respond_with_placeholder(interaction, pressed, LOOKING, work)

    async def _page(
        self, interaction: Interaction, pressed: CustomId, names: Sequence[str], reviewed: Sequence[ReviewedRound]
    ) -> Answer:
        if not reviewed:
            return Answer(NO_SHAPES, rows_of_buttons([menu_button(pressed.table)]))
        number = min(max(pressed.number(0) or 1, 1), len(reviewed))
        shown = reviewed[number - 1]
        views = [shown.view] if shown.best_view == shown.view else [shown.view, shown.best_view]
        pictures = [
            await draw(
                self.bot, interaction, lambda theme, view=view, title=title: PAINTER.laid(view, names, title, theme)
            )
            for title, view in zip((YOU_LAID, BEST), views, strict=False)
        ]
        files = [_file(heading, found) for heading, found in zip((YOU_LAID, BEST), pictures, strict=False)]
        below: list[ui.Item[Any]] = [picture(files[0].filename, files[0].description or "")]
        below.append(ui.TextDisplay(describe_best(shown)))
        below += [picture(file.filename, file.description or "") for file in files[1:]]
        tabs = [
            button(
                f"Round {one.view.round}",
                CustomId(pressed.table, None, phrases.CLUE_REVIEW, (str(each),)),
                BLUE if each == number else GREY,
            )
            for each, one in enumerate(reviewed, 1)
        ]
        rows = (*rows_of_buttons(tabs), *rows_of_buttons([menu_button(pressed.table)]))
        return Answer(describe_laid(shown), (*below, *rows), colour=INTERFACE.colour, attached=tuple(files))


def _file(heading: str, found: Picture) -> discord.File:
    name = f"{heading.split()[0].lower()}.png"
    return discord.File(BytesIO(found.png), filename=name, description=f"{heading}: {found.alt}"[:ALT_LIMIT])


# Texts of the page


def describe_laid(shown: ReviewedRound) -> str:
    """Format the part of the page above the first picture: the round, and the shapes laid."""
    shapes = shown.shapes
    explained = (
        f"{format_points(sum(each.worth for each in shapes))} expected, by your clues and by what others were likely "
        f"to cover. **It paid {sum(each.paid for each in shapes)}.**"
        if shown.pays
        else "round 1 pays nothing, so the clue counts: the share of possible hives that it rules out on average."
    )
    lines = [
        f"- {_where(shown, each)}{each.letters}, {_format_worth(shown, each.worth)}"
        + (f", paid {each.paid}" if shown.pays else "")
        + (f" {HINT_MARK}" if each.hinted and shown.is_better(each) else "")
        for each in shapes
    ]
    return "\n".join([f"### Clue review · {phrases.format_round(shown.view)}", f"**{YOU_LAID}:** {explained}", *lines])


def describe_best(shown: ReviewedRound) -> str:
    """Format the part of the page between the pictures: the shapes that were clearly better."""
    better = [each for each in shown.shapes if shown.is_better(each)]
    if not better:
        return ALL_BEST if shown.pays else ALL_CLEAR
    total = sum(each.best_worth if each in better else each.worth for each in shown.shapes)
    paid = sum(each.best_paid if each in better else each.paid for each in shown.shapes)
    head = f"**{BEST}:** {format_points(total)} expected. It would have paid {paid}." if shown.pays else CLEARER
    lines = [
        f"- {_where(shown, each)}{each.best}, {_format_worth(shown, each.best_worth)}"
        + (f", would have paid {each.best_paid}" if shown.pays else "")
        for each in better
    ]
    return "\n".join([head, *lines, *([HINTED] if any(each.hinted for each in better) else [])])


def _where(shown: ReviewedRound, each: LaidShape) -> str:
    hives = shown.view.hives
    return f"{phrases.hive_name(hives[each.hive].name)}: " if len(hives) > 1 else ""


def _format_worth(shown: ReviewedRound, worth: float) -> str:
    return f"{worth:.1f} expected" if shown.pays else f"{round(100 * worth)} %"


def format_points(number: float) -> str:
    """Format a number of expected points with one decimal."""
    return f"about {number:.1f} points"
