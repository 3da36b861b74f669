"""The pages behind the *More* menu: zoom, history, replay, text board, legend, resign, end game, record."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO

import discord
from discord.ext import commands

from cogs.at_table import more_menu
from cogs.at_table.board_pages import LEGEND, TEXT, ZOOM, legend_page, text_page, zoom_page
from cogs.at_table.note_form import format_note
from cogs.at_table.seats import pass_on_button
from cogs.client import Hexcade
from cogs.managing.moderate_page import moderate_buttons
from cogs.ui.kit.answers import Answer, Interaction, build_file_answer, respond
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.interactions import on
from cogs.ui.kit.interface import format_table_title, interface
from cogs.ui.kit.layouts import BUTTON_BACK, Button, button, rows_of_buttons, turn_buttons
from cogs.ui.kit.private_pages import TEXT_LIMIT, draw, own_preferences, text_answer
from cogs.ui.messages.cards import text_length, waiting_users
from cogs.ui.messages.shared_buttons import (
    MORE,
    PAST,
    REVIEW,
    menu_button,
    steps_button,
    whatif_table_button,
    would_have_played_buttons,
)
from cogs.ui.messages.stories import Section, format_events, format_sections, seat_marks
from cogs.ui.requests.interaction_user import format_cannot_post
from cogs.ui.texts import texts
from data.store import OPEN_PHASES
from engine import record_json
from language.messages import N_, _, list_and
from render import painter
from tables import lobby
from tables.newcomers import has_newcomer
from tables.open_table import explain_seat_out
from tables.refusal import Refusal
from tables.texts import NOT_AT_THIS_TABLE, ONLY_HOST, RESIGNED, escape
from tables.viewer import TableView

BUTTON_YES_END_ROUND = N_("Yes, close it")

CONFIRM_DIRECT = N_("Resign from this game? You can't undo this.")
CONFIRM_RESIGN = N_(
    "Resign from this game? You can't undo this. To let somebody else play on for you, pass on your seat instead."
)
CONFIRM_CANCEL = N_(
    "End this game for everybody at the table? Nobody wins, and it doesn't count in anybody's statistics. "
    "You can't undo this."
)
CONFIRM_NO_RESULT = N_(
    "End this game without a result? Nobody wins, and it doesn't count in your statistics. You can't undo this."
)

HISTORY, HISTORY_SENTENCES = "history", 24
BUTTON_EARLIER = N_("Earlier")
TITLE_ROOM = 200
"""The number of characters that the title of *What happened* may take."""
PAST_TEXT = "past_text"
_ORIGINS = re.compile(rf"{HISTORY}|{more_menu.VIEWS}|{REVIEW}[0-9]{{1,2}}", re.ASCII)
"""The first detail of the custom ids of a replay and its steps that were opened on another page."""
ANIMATION = "replay.gif"


class More(commands.Cog):
    """A cog for the *More* menu. All its pages are private.

    Only resigning, ending the game and closing a round change the game.
    """

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self.service = bot.service

    async def _view(self, interaction: Interaction, pressed: CustomId) -> TableView:
        return await self.service.view(pressed.table, interaction.user.id)

    @on(MORE, more_menu.VIEWS)
    async def _more(self, interaction: Interaction, pressed: CustomId) -> None:
        await self._show_front_page(interaction, await self._begun(interaction, pressed))

    @on(more_menu.THIS_TABLE)
    async def _show_this_table(self, interaction: Interaction, pressed: CustomId) -> None:
        table = await self._begun(interaction, pressed)
        if table.row.phase != "playing" or table.is_solo:
            # the button is from before the end or of an earlier version; the front page has everything
            await self._show_front_page(interaction, table)
            return
        moderating = await moderate_buttons(self.service, interaction, table)
        items = more_menu.build_this_table_page(table, interaction.user.id, moderating)
        await self._respond(interaction, table, items, more_menu.BUTTON_THIS_TABLE)

    async def _show_front_page(self, interaction: Interaction, table: TableView) -> None:
        may_take_back = table.may_resign() and await self.service.may_take_back(table.row.id, interaction.user.id)
        async with self.service.store.read() as reader:
            # the card of a newcomer's turn has *How to play* already
            on_card = table.row.phase == "playing" and await has_newcomer(reader, table.row.game, waiting_users(table))
        items = more_menu.build_front_page(table, may_take_back=may_take_back, has_guide=not on_card)
        await self._respond(interaction, table, items)

    async def _begun(self, interaction: Interaction, pressed: CustomId) -> TableView:
        table = await self._view(interaction, pressed)
        table.require_begun()
        return table

    async def _respond(
        self, interaction: Interaction, table: TableView, items: more_menu.Items, page: str = texts.BUTTON_MORE
    ) -> None:
        """Answer a press with a page of the menu: its title, a warning if needed, and the given items."""
        text = "\n".join(filter(None, (more_title(format_table_title(table), _(page)), format_note(table))))
        if table.undeliverable:
            # warn the user: the pressed card may be an old one, because newer cards could not be posted
            text = f"{text}\n{format_cannot_post(interaction, table.row)}"
        await respond(interaction, Answer(text, items))

    @on(LEGEND)
    async def _show_legend(self, interaction: Interaction, pressed: CustomId) -> None:
        table = await self._view(interaction, pressed)
        await respond(interaction, await legend_page(self.bot, interaction, table, *_back(table)))

    @on(TEXT)
    async def _text(self, interaction: Interaction, pressed: CustomId) -> None:
        table = await self._begun(interaction, pressed)
        await respond(interaction, text_page(table, "".join(pressed.details[:1]), menu_button(table.row.id)))

    @on(ZOOM)
    async def _zoom(self, interaction: Interaction, pressed: CustomId) -> None:
        table = await self._begun(interaction, pressed)
        around = pressed.details[0] if pressed.details else None
        await respond(interaction, await zoom_page(self.bot, interaction, table, around, menu_button(table.row.id)))

    @on(HISTORY)
    async def _show_history(self, interaction: Interaction, pressed: CustomId) -> None:
        """Show what happened in the newest turns, or on an earlier page; pages are counted from the newest."""
        table, events, turns = await self.service.load_story(pressed.table)
        # The whole story is formatted to know where pages begin: too long for the event loop in a long game.
        pages = await asyncio.to_thread(lambda: _split_sections(format_sections(table, events, turns)))
        shown = min(pressed.number(0) or 0, len(pages) - 1)
        place = CustomId(table.row.id, None, HISTORY)
        earlier, later = (replace(place, details=(str(number),)) for number in (shown + 1, shown - 1))
        ways = [button(_(BUTTON_EARLIER), earlier)] if shown < len(pages) - 1 else []
        ways += [button(_("Later"), later)] if shown else []
        # after the end, the card has the replay
        if table.row.phase == "playing":
            ways.append(button(_(texts.BUTTON_REPLAY), CustomId(table.row.id, None, "replay", (HISTORY,))))
        marks = seat_marks(table)
        lines = [story_title(pages[shown], has_earlier=shown < len(pages) - 1)]
        lines += [section.format(marks) for section in pages[shown]]
        await respond(interaction, Answer("\n".join(lines), rows_of_buttons([*ways, *_back(table)])))

    @on("replay")
    async def _replay(self, interaction: Interaction, pressed: CustomId) -> None:
        """Show the game so far as an animated picture, which is drawn in a worker thread.

        The button on a card opens a page of its own, so only the replay that *What happened* opened has a way back.
        """
        table, views = await self.service.past_views(pressed.table)
        theme = (await own_preferences(self.bot, interaction)).theme
        drawn = painter(table.row.game)
        async with self.bot.drawing_pool.hold_user_lock(interaction.user.id):
            animation = await self.bot.drawing_pool.draw(lambda: drawn.replay(views, table.names, theme))
        gallery: discord.ui.MediaGallery[discord.ui.LayoutView] = discord.ui.MediaGallery()
        gallery.add_item(media=f"attachment://{ANIMATION}", description=animation.alt)
        file = discord.File(BytesIO(animation.gif), filename=ANIMATION, description=animation.alt)
        origin = _origin(pressed)
        steps = steps_button(table.row.id, 0, *origin)
        back = [button(_(BUTTON_BACK), CustomId(table.row.id, None, origin[0]))] if origin else []
        rows = (gallery, *rows_of_buttons([steps, *back]))
        await respond(
            interaction,
            Answer(texts.format_replay(over=table.row.phase != "playing"), rows, attached=(file,)),
        )

    @on(PAST)
    async def _show_past(self, interaction: Interaction, pressed: CustomId) -> None:
        """Show the board as it was after the turn that the button names, and what happened in that turn.

        The buttons to step back and forward leave out turns in which nothing happened that everybody may know, such as
        a choice in secret.
        """
        table, turns = await self.service.past_turns(pressed.table)
        last, origin = len(turns) - 1, _origin(pressed)
        number = _turn(pressed, last)
        (view, events), drawn = turns[number], painter(table.row.game)
        shown = drawn.look_back([each for each, _ in turns], number)
        picture = await draw(self.bot, interaction, lambda theme: drawn.board(shown, table.names, theme))
        # Only the nearest turns are formatted, since a game may have hundreds.
        before = next((turn for turn in range(number - 1, 0, -1) if _format_story(table, turns[turn][1])), 0)
        after = next((turn for turn in range(number + 1, last) if _format_story(table, turns[turn][1])), last)
        reached = sorted({0, before, number, after, last})
        turning = turn_buttons(CustomId(table.row.id, None, PAST, origin), number, reached)
        text = button(_(texts.BUTTON_TEXT_BOARD), CustomId(table.row.id, None, PAST_TEXT, (*origin, str(number))))
        what_if = [] if table.row.phase in OPEN_PHASES else [whatif_table_button(table.row.id, number)]
        would = would_have_played_buttons(table, interaction.user.id, number, view) if number < last else []
        rows = rows_of_buttons([*turning, text, *what_if, *would, _back_from_steps(table.row.id, *origin)])
        told = _format_story(table, events) if number else ""
        title = interface(table.row.game).words.step_title(view) or turn_of(number, last)
        await respond(interaction, Answer(title, rows, picture, below=told))

    @on(PAST_TEXT)
    async def _show_past_text(self, interaction: Interaction, pressed: CustomId) -> None:
        """Show the board as text, as it was after the turn that the button names."""
        table, views = await self.service.past_views(pressed.table)
        number = _turn(pressed, len(views) - 1)
        told, origin = painter(table.row.game).text(views[number], table.names), _origin(pressed)
        page = CustomId(table.row.id, None, PAST_TEXT, (*origin, str(number)))
        back = button(_(BUTTON_BACK), replace(page, action=PAST))
        await respond(interaction, text_answer(told, pressed.detail(len(page.details)), page, back))

    @on("resign")
    async def _ask_resign(self, interaction: Interaction, pressed: CustomId) -> None:
        table = await self._view(interaction, pressed)
        table.require_playing()
        if not table.may_resign():
            raise Refusal(_(NOT_AT_THIS_TABLE) if table.seat is None else explain_seat_out(table.seats[table.seat]))
        yes = button(_("Yes, resign"), CustomId(pressed.table, None, "resigned"), discord.ButtonStyle.danger)
        direct = table.row.guild_id is None
        question = _(CONFIRM_DIRECT if direct else CONFIRM_RESIGN)
        others = more_menu.no_result_buttons(table, interaction.user.id)
        buttons = [yes, *others, *([] if direct else [pass_on_button(table)]), menu_button(table.row.id)]
        await respond(interaction, Answer(question, rows_of_buttons(buttons)))

    @on("resigned")
    async def _resign(self, interaction: Interaction, pressed: CustomId) -> None:
        await self.service.resign(pressed.table, interaction.user.id)
        await respond(interaction, Answer(_(RESIGNED)))

    @on("cancel")
    async def _ask_cancel(self, interaction: Interaction, pressed: CustomId) -> None:
        table = await self._require_host(interaction, pressed)
        yes = button(_("Yes, end it"), CustomId(pressed.table, None, "cancelled"), discord.ButtonStyle.danger)
        question = _(CONFIRM_NO_RESULT if table.is_solo else CONFIRM_CANCEL)
        await respond(interaction, Answer(question, rows_of_buttons([yes, menu_button(table.row.id)])))

    @on("cancelled")
    async def _cancel(self, interaction: Interaction, pressed: CustomId) -> None:
        await self.service.change(pressed.table, lobby.cancel(interaction.user.id))
        await respond(interaction, Answer(_("The game has ended.")))

    @on("end")
    async def _ask_close_round(self, interaction: Interaction, pressed: CustomId) -> None:
        """Ask the host to confirm that the round closes without waiting for the seats that have not answered."""
        table = await self._require_host(interaction, pressed)
        if not table.is_simultaneous:
            raise Refusal(_("No round is open right now."))
        asked = CustomId(pressed.table, table.version, "ended")
        yes = button(_(BUTTON_YES_END_ROUND), asked, discord.ButtonStyle.danger)
        missing = [seat for seat in table.seats if seat.seat in table.actors]
        late = [_("you") if seat.user_id == interaction.user.id else seat.name for seat in missing]
        await respond(interaction, Answer(confirm_end_round(late), rows_of_buttons([yes, menu_button(table.row.id)])))

    async def _require_host(self, interaction: Interaction, pressed: CustomId) -> TableView:
        table = await self._view(interaction, pressed)
        table.require_playing()
        if table.row.host != interaction.user.id:
            raise Refusal(_(ONLY_HOST))
        return table

    @on("ended")
    async def _close_round(self, interaction: Interaction, pressed: CustomId) -> None:
        await self.service.close_round(pressed.table, interaction.user.id, version=pressed.version)
        await respond(interaction, Answer(_("The round is closed.")))

    @on("record")
    async def _record(self, interaction: Interaction, pressed: CustomId) -> None:
        """Send the game's whole record as a file, with the seed of its random draws.

        Raises Refusal while the game is in progress, because the record reveals hidden information.
        """
        record = await self.service.record(pressed.table, interaction.user.id)
        text, content = _(interface(record.configuration.game).record_text), record_json.encode(record)
        table = await self._view(interaction, pressed)
        rows = rows_of_buttons([menu_button(table.row.id)])
        await respond(interaction, build_file_answer(text, f"{pressed.table}.json", content, *rows))


def _origin(pressed: CustomId) -> tuple[str, ...]:
    """Return the page from which the replay or its steps were opened, as the first detail; empty for a card."""
    return pressed.details[:1] if _ORIGINS.fullmatch(pressed.detail(0)) else ()


def _back_from_steps(table_id: str, origin: str = "") -> Button:
    """Return the button that leads from *Step by step* to the replay, or to the turning point that opened it."""
    if origin.startswith(REVIEW):
        return button(_(BUTTON_BACK), CustomId(table_id, None, REVIEW, (origin.removeprefix(REVIEW),)))
    return button(_(BUTTON_BACK), CustomId(table_id, None, "replay", (origin,) if origin else ()))


def _turn(pressed: CustomId, last: int) -> int:
    """Return the number of the turn that a button names, at most `last`; without a number return `last`."""
    turn = pressed.number(len(_origin(pressed)))
    return last if turn is None else min(turn, last)


def _format_story(table: TableView, events: Sequence[object]) -> str:
    """Format the newest of these events as sentences, as many as fit on a page."""
    sentences = format_events(table, events, HISTORY_SENTENCES)
    while text_length("\n".join(sentences)) > TEXT_LIMIT:
        del sentences[0]
    return "\n".join(sentences)


def _split_sections(sections: Sequence[Section]) -> list[list[Section]]:
    """Split a story into pages that each fit into a message, newest page first."""
    pages: list[list[Section]] = [[]]
    lines = length = 0
    for section in reversed(sections):
        for sentence in reversed(section.sentences):
            lines, length = lines + 1, length + text_length(sentence) + 1
            is_new = not pages[-1] or pages[-1][0].heading != section.heading
            if lines > HISTORY_SENTENCES or length + text_length(section.heading) > TEXT_LIMIT - TITLE_ROOM:
                pages.append([])
                lines, length, is_new = 1, text_length(sentence) + 1, True
            if is_new:
                pages[-1].insert(0, Section(section.heading, []))
                lines, length = lines + 1, length + text_length(section.heading) + 1
            pages[-1][0].sentences.insert(0, sentence)
    return pages


def story_title(sections: Sequence[Section], *, has_earlier: bool) -> str:
    """Format the head of a page of *What happened*: the rounds or turns that it covers."""
    if not sections:
        return _("Nothing has happened yet.")
    first, last = sections[0].heading.strip("*"), sections[-1].heading.strip("*")
    subtitle = [] if first == last else [_("{first} to {last}.", first=first, last=last)]
    if has_earlier:
        subtitle.append(_("*{earlier}* has what came before.", earlier=_(BUTTON_EARLIER)))
    title = _("What happened")
    return f"### {title}\n-# {' '.join(subtitle)}" if subtitle else f"### {title}"


def _back(table: TableView) -> tuple[Button, ...]:
    """Return the button that leads back to the menu; empty in the lobby, which has no *More* menu."""
    return () if table.view is None else (menu_button(table.row.id),)


def confirm_end_round(late: Sequence[str]) -> str:
    if not late:
        return _("Close the round without waiting for anybody? Their choices so far count. You can't undo this.")
    return _(
        "Close the round without waiting for {names}? Their choices so far count. You can't undo this.",
        names=list_and([escape(name) for name in late]),
    )


def more_title(title: str, page: str) -> str:
    return f"### {title} · {page}"


def turn_of(number: int, last: int) -> str:
    return _("The start.") if number == 0 else _("Step {number} of {last}.", number=number, last=last)
