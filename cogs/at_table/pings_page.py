"""The *Pings* page behind *More*: muting the table, nudging players, or following the table as a spectator."""

from collections.abc import Sequence
from contextlib import suppress

import discord
from discord import ui
from discord.ext import commands

from cogs.client import Hexcade
from cogs.ui.kit.answers import Answer, Interaction, add_note, respond
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.interactions import get_selected_values, on
from cogs.ui.kit.interface import row_title
from cogs.ui.kit.layouts import Button, button, rows_of_buttons
from cogs.ui.kit.private_pages import own_preferences
from cogs.ui.kit.selects import titled_select
from cogs.ui.messages.call_messages import BUTTON_PINGS, BUTTON_STOP, END, FOLLOW, PINGS, STOP, TURNS
from cogs.ui.messages.shared_buttons import menu_button
from cogs.ui.requests.interaction_user import get_person
from data.store import StoreUnavailable
from language.messages import N_, _, list_and
from tables.calling import nudges
from tables.calling.next_up import tells_next
from tables.preferences import DIRECT_MESSAGE, LINE, NO_PINGS, change_preferences, preferences
from tables.texts import escape
from tables.viewer import TableView

BUTTON_MUTE = N_("Mute this table")
BUTTON_UNMUTE = N_("Unmute this table")
BUTTON_NUDGE = N_("Nudge")
BUTTON_FOLLOW_TURNS = N_("Follow each turn")
BUTTON_FOLLOW_END = N_("Tell me when it ends")
NUDGED = N_("Done. I'm nudging them the way they prefer: by ping or direct message.")
DIRECT_REFUSED = N_(
    "Discord didn't let me send you a direct message, so I mention you in the channel instead. To get direct messages, "
    "allow them for this server and choose them again under `/settings`."
)
SEATS_REFUSED = N_(
    "Discord didn't let me send you a direct message about open seats, so I don't tell you of them any more. "
    "`/settings` switches that on again, also without direct messages."
)
FOLLOW_ENDED = N_("You no longer follow this table.")
MUTED = N_("You have muted this table: it never pings you. Its card still shows when it's your turn.")

FOLLOW_TURNS = N_("You're following this table. I send you one direct message and update it after each turn.")
FOLLOW_END = N_("You're following this table. I'll send you a direct message when the game is over.")
SPECTATOR = N_("You're watching. If you follow the table, I send you a direct message about the game.")
MUTE_HINT = N_("A muted table never pings you; its card still shows when it's your turn.")
IS_OVER = N_("The game is over, so there are no more pings.")

MUTE, UNMUTE, NUDGE, NEXT_UP = "mute", "unmute", "nudge", "next_up"
NEXT_TITLE = N_("When you're next, at all your tables")
NEXT_CHOICES = {
    NO_PINGS: N_("Tell me nothing"),
    LINE: N_("A silent line in the channel"),
    DIRECT_MESSAGE: N_("Send me a direct message"),
}


class PingsPage(commands.Cog):
    """A cog for the *Pings* page. Each press applies its change and shows the page again."""

    def __init__(self, bot: Hexcade) -> None:
        self.service = bot.service

    @on(PINGS)
    async def _open(self, interaction: Interaction, pressed: CustomId) -> None:
        await self._show(interaction, pressed)

    @on(MUTE)
    async def _mute(self, interaction: Interaction, pressed: CustomId) -> None:
        await nudges.mute(self.service, pressed.table, interaction.user.id, muted=True)
        await self._show(interaction, pressed)

    @on(UNMUTE)
    async def _unmute(self, interaction: Interaction, pressed: CustomId) -> None:
        await nudges.mute(self.service, pressed.table, interaction.user.id, muted=False)
        await self._show(interaction, pressed)

    @on(NUDGE)
    async def _nudge(self, interaction: Interaction, pressed: CustomId) -> None:
        await nudges.nudge(self.service, pressed.table, interaction.user.id)
        await self._show(interaction, pressed, _(NUDGED))

    @on(NEXT_UP)
    async def _set_next_up(self, interaction: Interaction, pressed: CustomId) -> None:
        chosen = next(iter(get_selected_values(interaction)), "")
        if chosen in NEXT_CHOICES:
            await change_preferences(self.service.store, get_person(interaction), next_up=chosen)
        await self._show(interaction, pressed)

    @on(FOLLOW)
    async def _follow(self, interaction: Interaction, pressed: CustomId) -> None:
        wanted, user_id = "".join(pressed.details[:1]), interaction.user.id
        if wanted == STOP:
            await nudges.stop_following(self.service, pressed.table, user_id)
            await self._show(interaction, pressed, _(FOLLOW_ENDED))
            return
        if wanted in (TURNS, END):
            await nudges.follow(self.service, pressed.table, user_id, each_turn=wanted == TURNS)
        await self._show(interaction, pressed)

    async def _show(self, interaction: Interaction, pressed: CustomId, *news: str) -> None:
        table = await self.service.view(pressed.table, interaction.user.id)
        table.require_begun()
        seated = self._build_player_page if table.seat is not None else self._build_spectator_page
        lines, buttons = await seated(table, interaction.user.id)
        text = pings_text(row_title(table.row), [*news, *lines])
        rows = (
            *await self._build_next_up(table, interaction.user.id),
            *rows_of_buttons([*buttons, menu_button(table.row.id)]),
        )
        await respond(interaction, Answer(text, rows))

    async def _build_next_up(self, table: TableView, user_id: int) -> tuple[ui.Item[ui.LayoutView], ...]:
        """Return the choice of a message to who is next; empty where nobody gets one."""
        if not table.may_resign() or not tells_next(table):
            return ()
        now = (await preferences(self.service.store, user_id)).next_up
        return titled_select(CustomId(table.row.id, None, NEXT_UP), NEXT_TITLE, NEXT_CHOICES, now)

    async def _build_player_page(self, table: TableView, user_id: int) -> tuple[list[str], list[Button]]:
        wish = await preferences(self.service.store, user_id)
        async with self.service.store.read() as reader:
            is_muted = user_id in await reader.people.list_muting_users(table.row.id)
        if table.row.phase != "playing":
            return [_(IS_OVER)], []
        lines = [_(MUTED)] if is_muted else [pinged(wish.pings), _(MUTE_HINT)]
        label, action = (BUTTON_UNMUTE, UNMUTE) if is_muted else (BUTTON_MUTE, MUTE)
        buttons = [button(_(label), CustomId(table.row.id, None, action))]
        times = await self._nudge_times(table, user_id)
        if times and table.may_resign():
            now, first = self.service.now(), min(times.values())
            names = [seat.name for seat in table.awaited_seats() if seat.user_id in times]
            lines.append(format_waiting(names, first, now))
            nudge = button(_(BUTTON_NUDGE), CustomId(table.row.id, None, NUDGE), discord.ButtonStyle.primary)
            nudge.disabled = first > now
            buttons.append(nudge)
        return lines, buttons

    async def _nudge_times(self, table: TableView, user_id: int) -> dict[int, int]:
        async with self.service.store.read() as reader:
            return await nudges.nudge_times(reader, table, user_id, self.service.now())

    async def _build_spectator_page(self, table: TableView, user_id: int) -> tuple[list[str], list[Button]]:
        if table.row.phase != "playing":
            return [_(IS_OVER)], []
        async with self.service.store.read() as reader:
            follows = {follow.user_id: follow for follow in await reader.people.follows(table.row.id)}
        known = follows.get(user_id)
        state = {None: SPECTATOR, 1: FOLLOW_TURNS, 0: FOLLOW_END}
        now = None if known is None else known.each_turn
        labels = {1: (BUTTON_FOLLOW_TURNS, TURNS), 0: (BUTTON_FOLLOW_END, END)}
        offered = [found for how, found in labels.items() if how != now]
        if known is not None:
            offered.append((_(BUTTON_STOP), STOP))
        return [_(state[now])], [
            button(_(label), CustomId(table.row.id, None, FOLLOW, (how,))) for label, how in offered
        ]


async def tell_of_refused_message(bot: Hexcade, interaction: Interaction) -> None:
    """Add a note to the page of a press if Discord has refused a direct message to the user.

    A refusal that was shown is not shown again.
    """
    # the press is already answered, so the user needs no message that the store is unavailable
    with suppress(StoreUnavailable):
        now = await own_preferences(bot, interaction)
        if now.direct_refused and await add_note(interaction, _(DIRECT_REFUSED)):
            await change_preferences(bot.service.store, get_person(interaction), direct_refused=False)
        if now.seats_refused and await add_note(interaction, _(SEATS_REFUSED)):
            await change_preferences(bot.service.store, get_person(interaction), seats_refused=False)


def pings_text(game: str, lines: Sequence[str]) -> str:
    return "\n".join([f"### {game} · {_(BUTTON_PINGS)}", *lines])


def pinged(wish: str) -> str:
    ways = {
        "direct": _("I send you a direct message when it's your turn."),
        "none": _("I don't notify you when it's your turn."),
    }
    way = ways.get(wish) or _("I mention you when it's your turn.")
    change = _("`/settings` changes that for all your tables.")
    return f"{way} {change}"


def format_waiting(names: Sequence[str], at: int, now: int) -> str:
    """Format the players whom the table waits for, and when they can be nudged.

    `at` is the earliest time of a nudge; `at` and `now` are in milliseconds UTC.
    """
    waiting = _("This table waits for {names}.", names=list_and([escape(name) for name in names]))
    if at <= now:
        when = _("You can nudge them once a day.")
    else:
        when = _("You can nudge them {time}.", time=f"<t:{at // 1000}:R>")
    return f"{waiting} {when}"
