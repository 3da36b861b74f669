"""Demos: public messages in which a looping picture explains one topic of a game.

Custom ids contain the game and the topic, so the buttons of old messages keep working.
"""

import hashlib
from collections.abc import Sequence
from io import BytesIO

import discord
from discord import app_commands, ui
from discord.ext import commands

from cogs.client import Hexcade
from cogs.learning.lesson_pictures import DemoPictures
from cogs.starting.new_table import (
    Wanted,
    format_direct_start,
    open_lobby,
    require_game,
    start_against_computers,
    table_row,
)
from cogs.ui.kit.answers import Answer, Interaction, is_private, respond, send_with_retries
from cogs.ui.kit.command_answers import give_answer
from cogs.ui.kit.custom_ids import CustomId, lesson_id
from cogs.ui.kit.interactions import on
from cogs.ui.kit.interface import interface, playable_games
from cogs.ui.kit.layouts import Row, button, layout, picture, rows_of_buttons
from cogs.ui.kit.private_pages import own_preferences
from cogs.ui.requests.interaction_user import (
    find_shared_language,
    is_away,
    is_direct,
    require_may_write,
    require_postable,
    require_present,
)
from cogs.ui.requests.limits import ChannelQuiet
from cogs.ui.requests.table_lookup import CHOICES, game_choices
from cogs.ui.texts import texts
from engine.games import game_type
from engine.lessons.topics import Topic, find, load_topics
from language.messages import N_, _, speaking
from render.animation import Animation
from tables.moderating.server_settings import server_settings
from tables.opening import ID_LENGTH, ID_LETTERS
from tables.refusal import Refusal
from tables.texts import quote

BUTTON_NEXT_TOPIC = N_("Next topic")

POSTED = N_("Everybody here can see it now.")

OPEN_HERE = N_("There's already an open table in this channel. Join that one.")

DEMO = "demo"
"""Placeholder for a table id in the custom ids of demos."""
NEXT, PLAY = "demo_next", "demo_play"
SECONDS = 30
"""Minimum interval between two posts of demos of one game in one channel, in seconds."""
NEXT_SECONDS = 10
"""Minimum interval between two presses of *Next topic* for one game in one channel, in seconds.

It gives others time to finish reading.
"""
SECOND_PRESS_MS = 10_000
"""Time after opening a table in which another press of *Play* refers to the same table, in milliseconds."""
FILE = "demo.gif"


class Demos(commands.Cog):
    """A cog for `/demo` and the buttons of its messages. The custom ids have no version, so they never become stale."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self._pictures = DemoPictures(bot.drawing_pool)
        self._quiet_posts = ChannelQuiet(SECONDS, format_shown_recently)
        self._quiet_changes = ChannelQuiet(NEXT_SECONDS, format_changed_recently)

    @app_commands.command(name="demo", description=N_("Show everybody here how a game works, with an animation"))
    @app_commands.describe(game_name=N_("Which game"), topic=N_("A question about it; suggestions appear as you type"))
    @app_commands.rename(game_name="game")
    @app_commands.choices(game_name=game_choices())
    async def demo(
        self, interaction: Interaction, game_name: str, topic: app_commands.Range[str, 1, 100] | None = None
    ) -> None:
        """Post a demo of a topic in the channel; without a topic, of the game's first one."""
        async with give_answer(interaction, self.bot.service, "demo") as answer:
            found = find_topic(require_game(game_name).name, (topic or "").strip())
            answer.content = await self._post(interaction, found)

    async def _post(self, interaction: Interaction, topic: Topic) -> Answer:
        """Post a demo in the channel without pings, and return the private confirmation.

        If the app is only installed by the user, the bot can't post: the demo itself is then the private answer.
        """
        if is_away(interaction):
            return private_answer(topic, await self.picture(interaction, topic))
        require_may_write(interaction)
        require_postable(interaction)
        channel = interaction.channel_id or 0
        with self._quiet_posts.turn((channel, topic.game)):
            target, nobody = self.bot.get_partial_messageable(channel), discord.AllowedMentions.none()
            with speaking(await self._find_language(interaction)):
                drawn = await self.picture(interaction, topic)
                await target.send(view=public_view(topic, drawn), file=build_file(drawn), allowed_mentions=nobody)
        return Answer(_(POSTED))

    @demo.autocomplete("topic")
    async def _topics(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        game = playable_games().get(str(interaction.namespace.game or ""))
        found = () if game is None else find(game.name, typed, _)
        return [app_commands.Choice(name=_(topic.question), value=topic.id) for topic in found[:CHOICES]]

    @on(NEXT, silent=True)
    async def _next(self, interaction: Interaction, pressed: CustomId) -> None:
        """Replace the demo in the pressed message by the next topic.

        In a public message, every user who may write in the channel may press the button.
        """
        topic = _next_topic(*pressed.details[:2])
        if is_private(interaction):
            await self._show(interaction, topic)
            return
        require_may_write(interaction)
        language = await self._find_language(interaction)
        with self._quiet_changes.turn((interaction.channel_id or 0, topic.game)), speaking(language):
            await self._show(interaction, topic)

    async def _find_language(self, interaction: Interaction) -> str:
        """Return the language of a public demo."""
        return find_shared_language(interaction, await server_settings(self.bot.service.store, interaction.guild_id))

    async def _show(self, interaction: Interaction, topic: Topic) -> None:
        drawn = await self.picture(interaction, topic)
        await send_with_retries(
            lambda: interaction.edit_original_response(
                view=public_view(topic, drawn),
                attachments=[build_file(drawn)],
                allowed_mentions=discord.AllowedMentions.none(),
            )
        )

    @on(PLAY)
    async def _play(self, interaction: Interaction, pressed: CustomId) -> None:
        """Open a table of the demo's game: a lobby on a server, a game against computer players in direct messages.

        Each message can have only one lobby at a time.
        """
        require_present(interaction)
        game = require_game("".join(pressed.details[:1]))
        table = await self._free_id(interaction)
        row = await table_row(self.bot, interaction, Wanted(game.name, table_id=table))
        if is_direct(interaction):
            await start_against_computers(self.bot, interaction, row)
            await respond(interaction, Answer(format_direct_start(_(game.title))))
            return
        await open_lobby(self.bot, interaction, row)
        await respond(interaction, Answer(texts.format_opened_table(row.channel_id)))

    async def _free_id(self, interaction: Interaction) -> str:
        """Return the table id to use for a press of *Play* on this message.

        Ids are computed from the message's id and a counter. A press within `SECOND_PRESS_MS` after a table was
        opened gets the id of that table. On a server, raises Refusal if the message's last table is still in its
        lobby.
        """
        message, number = 0 if interaction.message is None else interaction.message.id, 0
        async with self.bot.service.store.read() as reader:
            while (row := await reader.tables.get(_table_id(message, number))) is not None:
                if row.phase == "lobby" and not is_direct(interaction):
                    raise Refusal(_(OPEN_HERE))
                if row.phase == "lobby" or 0 <= self.bot.service.now() - row.created < SECOND_PRESS_MS:
                    break
                number += 1
        return _table_id(message, number)

    async def picture(self, interaction: Interaction, topic: Topic) -> Animation:
        """Draw the animation of a topic, in the server's theme if the demo is public, else in the user's theme."""
        if interaction.guild_id is None or is_away(interaction):
            async with self.bot.drawing_pool.hold_user_lock(interaction.user.id):
                return await self._pictures.picture(topic, (await own_preferences(self.bot, interaction)).theme)
        server = await server_settings(self.bot.service.store, interaction.guild_id)
        return await self._pictures.picture(topic, server.theme)


def _table_id(message: int, number: int) -> str:
    digest = hashlib.sha256(f"demo {message} {number}".encode()).digest()
    return "".join(ID_LETTERS[byte % len(ID_LETTERS)] for byte in digest[:ID_LENGTH])


def find_topic(game: str, typed: str) -> Topic:
    """Return the only topic of a game that matches the typed text; for an empty text, the first topic.

    Raises Refusal if the game has no topics, or if no topic or more than one matches.
    """
    title, topics = _(game_type(game).title), load_topics(game)
    if not topics:
        raise Refusal(no_topics(title))
    found = find(game, typed, _) if typed else tuple(topics.values())[:1]
    if len(found) == 1:
        return found[0]
    questions = [_(topic.question) for topic in found or topics.values()]
    if found:
        raise Refusal(several_topics(title, typed, questions))
    raise Refusal(no_such_topic(title, typed, questions))


def _next_topic(game: str = "", topic: str = "") -> Topic:
    """Return the next topic of a game; after the last topic, and for an unknown one, the first topic.

    Raises Refusal if the game is unknown or has no topics.
    """
    found = require_game(game)
    topics = tuple(load_topics(found.name).values())
    if not topics:
        raise Refusal(no_topics(_(found.title)))
    ids = [each.id for each in topics]
    return topics[(ids.index(topic) + 1) % len(topics) if topic in ids else 0]


def private_answer(topic: Topic, drawn: Animation) -> Answer:
    """Build a demo as a private answer, for places where the bot can't post."""
    return Answer(_title(topic), _parts(topic, drawn), colour=_colour(topic), attached=(build_file(drawn),))


def public_view(topic: Topic, drawn: Animation) -> ui.LayoutView:
    """Build a demo as a public message; its picture must be sent as a file."""
    return layout(ui.TextDisplay(_title(topic)), *_parts(topic, drawn), colour=_colour(topic))


def build_file(drawn: Animation) -> discord.File:
    """Return the picture as a file to send, with its alt text."""
    return discord.File(BytesIO(drawn.gif), filename=FILE, description=drawn.alt)


def _title(topic: Topic) -> str:
    return demo_title(_(game_type(topic.game).title), _(topic.question))


def _colour(topic: Topic) -> int | None:
    return interface(topic.game).colour


def _parts(topic: Topic, drawn: Animation) -> tuple[ui.Item[ui.LayoutView], ...]:
    """Build the parts of a demo's message: the picture, the captions as text, and the buttons."""
    told = ui.TextDisplay[ui.LayoutView](format_steps([_(scene.caption) for scene in topic.scenes]))
    return picture(FILE, drawn.alt), told, *_buttons(topic)


def _buttons(topic: Topic) -> Sequence[Row]:
    return rows_of_buttons(
        [
            button(_(BUTTON_NEXT_TOPIC), CustomId(DEMO, None, NEXT, (topic.game, topic.id))),
            # the pages of the lesson show the steps too, so no second button is needed
            button(_("Try it"), lesson_id(topic.game, topic.lesson), discord.ButtonStyle.primary),
            button(_("Play"), CustomId(DEMO, None, PLAY, (topic.game,))),
        ]
    )


def demo_title(game: str, question: str) -> str:
    """Format the title of a demo."""
    return f"### {game}\n**{question}**"


def format_steps(captions: Sequence[str]) -> str:
    """Format the captions of a demo's pictures as a numbered list."""
    return "\n".join(f"{number}. {caption}" for number, caption in enumerate(captions, 1))


def no_topics(game: str) -> str:
    """Format the message that a game has no demo."""
    return _("There is no demo of {game} yet. `/learn` and `/rules` explain it.", game=game)


def several_topics(game: str, typed: str, questions: Sequence[str]) -> str:
    """Format the message that several topics match the typed text, with their questions."""
    listed = "\n".join(f"- {question}" for question in questions)
    head = _("Several topics of {game} match {words}. Type one of these questions:", game=game, words=quote(typed))
    return f"{head}\n{listed}"


def no_such_topic(game: str, typed: str, questions: Sequence[str]) -> str:
    """Format the message that no topic matches the typed text, with the questions of all topics."""
    listed = "\n".join(f"- {question}" for question in questions)
    head = _("{game} has no topic {words}. Its topics are:", game=game, words=quote(typed))
    return f"{head}\n{listed}"


def format_shown_recently(seconds: int) -> str:
    """Format the message that a demo was just posted here, with the seconds until the next one is allowed."""
    return _(
        "A demo of this game was just shown here. Press *{button}* on it, or try again in {seconds} s.",
        button=_(BUTTON_NEXT_TOPIC),
        seconds=seconds,
    )


def format_changed_recently(seconds: int) -> str:
    """Format the message that the topic was just changed, with the seconds until the next change is allowed."""
    return _("The topic has just changed, and others may still be reading. Try again in {seconds} s.", seconds=seconds)
