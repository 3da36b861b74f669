"""A discord.py client against a server process: each parses what the other sends."""

import asyncio
import io
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest
import yarl
from discord import app_commands, ui
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.playground.bodies import png
from tests.playground_driver import Person, Playground, components, pictures, texts


def card(words: str, *buttons: str) -> ui.LayoutView:
    """Return a container with text, an image, buttons and a select."""
    view, container, row = ui.LayoutView(timeout=None), ui.Container(accent_colour=0x9668D6), ui.ActionRow()
    container.add_item(ui.TextDisplay(words))
    container.add_item(ui.MediaGallery().add_item(media="attachment://board.png", description="An empty board"))
    for name in buttons:
        row.add_item(ui.Button(label=name.title(), custom_id=name))
    container.add_item(row)
    container.add_item(ui.ActionRow(ui.UserSelect(custom_id="who")))
    return view.add_item(container)


def board(width: int, height: int) -> discord.File:
    return discord.File(io.BytesIO(png(width, height)), "board.png")


def form() -> ui.Modal:
    """Return a modal with a text input and a select."""
    modal = ui.Modal(title="Name a hex", custom_id="named")
    modal.add_item(ui.Label(text="Hex", component=ui.TextInput(custom_id="name", max_length=5)))
    turn = ui.Select(custom_id="turn", options=[discord.SelectOption(label="60", value="1")])
    return modal.add_item(ui.Label(text="Rotation", component=turn))


class Bot(discord.Client):
    """A bot that uses every type of command and response."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), allowed_mentions=discord.AllowedMentions(everyone=False))
        self.tree = app_commands.CommandTree(self)
        self.tree.command(name="card", description="A card")(self.card)
        move = app_commands.Command(name="move", description="A move", callback=self.move)
        move.autocomplete("where")(self.suggest)
        self.tree.add_command(move)
        self.seen: list[discord.Interaction] = []

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def card(self, interaction: discord.Interaction) -> None:
        view = card("A card", "form", "defer", "secret", "update")
        answer = await interaction.response.send_message(view=view, file=board(30, 20))
        assert answer.message_id is not None

    async def move(self, interaction: discord.Interaction, where: str, who: discord.Member | None = None) -> None:
        await interaction.response.defer(ephemeral=True)
        await interaction.edit_original_response(content=f"{where} {who.display_name if who else 'nobody'}")

    async def suggest(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=f"{typed}{number}", value=str(number)) for number in (1, 2)]

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        self.seen.append(interaction)
        data: Any = interaction.data or {}
        respond = interaction.response
        match data.get("custom_id"):
            case "form":
                await respond.send_modal(form())
            case "defer":
                await respond.defer()
                await interaction.edit_original_response(view=card("Edited", "form"))
            case "secret":
                await respond.send_message("Only for you", ephemeral=True)
                await interaction.followup.send("And this", ephemeral=True)
            case "update":
                await respond.edit_message(view=card("Updated", "form"), attachments=[board(8, 9)])
            case "who":
                await respond.send_message(f"Chose {list(data['resolved']['members'])}")
            case "named":
                name, turn = (part["component"] for part in data["components"])
                await respond.send_message(f"{name['value']} {turn['values']}")


@pytest.fixture
async def playground(tmp_path: Path) -> AsyncIterator[Playground]:
    async with Playground(tmp_path, checked=True) as server:
        yield server
        assert await server.unknown_routes() == {}
        assert server.problems() == []


@pytest.fixture
async def bot(playground: Playground, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Bot]:
    monkeypatch.setattr(Route, "BASE", f"{playground.base}/api/v10")
    gateway = yarl.URL(playground.base.replace("http", "ws", 1) + "/gateway/")
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
    async with Bot() as client:
        task = asyncio.create_task(client.start(playground.bot_token))
        await playground.bot_is_online()
        yield client
        await client.close()
        await task


@pytest.fixture
async def ann(bot: Bot, playground: Playground) -> Person:
    return await playground.person("Ann")


async def test_commands_components_and_modals_of_a_real_client(playground: Playground, ann: Person) -> None:
    games, ben = await playground.channel("games"), await playground.person("Ben")

    await ann.slash(games, "card")
    posted = await ben.wait_for(games, lambda message: texts(message).strip() == "A card")
    (picture,) = pictures(posted)
    assert (picture["media"]["width"], picture["media"]["height"], picture["description"]) == (30, 20, "An empty board")
    async with playground.session.get(picture["media"]["url"]) as response:
        assert (response.content_type, await response.read()) == ("image/png", png(30, 20))
    assert len({part["id"] for part in components(posted)}) == len(list(components(posted)))

    modal = await ben.click(posted, label="Form")
    await ben.submit(modal, {"name": "B2", "turn": ["1"]})
    await ann.wait_for(games, lambda message: message["content"] == "B2 ['1']")
    await ben.select(posted, ann.id, "who")
    await ann.wait_for(games, lambda message: message["content"] == f"Chose ['{ann.id}']")
    await ben.click(posted, "secret")
    await ben.wait_for(games, lambda message: message["content"] == "And this" and message["flags"] == 64)
    assert not [message for message in await ann.messages(games) if message["flags"] & 64]
    await ben.click(posted, "update")
    updated = await ann.wait_for(games, lambda message: "Updated" in texts(message))
    assert (pictures(updated)[0]["media"]["width"], len(updated["attachments"])) == (8, 1)

    choices = await ann.autocomplete(games, "move", "where", where="x")
    answer = await ann.answer(await ann.slash(games, "move", where="x1", who=ann.id))
    assert choices == [{"name": "x1", "value": "1"}, {"name": "x2", "value": "2"}]
    assert (answer["content"], answer["flags"]) == ("x1 Ann", 64)


async def test_the_routes_that_discord_py_uses(bot: Bot, playground: Playground, ann: Person) -> None:
    games = await playground.channel("games")
    await ann.slash(games, "card")
    posted = await ann.wait_for(games, lambda message: "A card" in texts(message))
    await ann.click(posted, "defer")
    await ann.wait_for(games, lambda message: "Edited" in texts(message) and message["id"] == posted["id"])
    channel = await bot.fetch_channel(int(games))
    assert isinstance(channel, discord.TextChannel)

    interaction = bot.seen[-1]
    assert interaction.guild_id is not None
    assert interaction.app_permissions.send_messages
    assert interaction.user.display_name == "Ann"
    community = {"community": True, "preferred_locale": "de"}
    await playground.control("PUT", f"guilds/{channel.guild.id}/community", community)
    message = await channel.send("one", nonce="n1")
    again = await channel.send("one", nonce="n1")
    assert message.id == again.id
    thread = await message.create_thread(name="A game")
    assert thread.id == message.id
    await thread.edit(archived=True)
    await thread.edit(archived=False)
    sent = await thread.send("in the thread")
    await sent.edit(content="edited")
    assert [found.content async for found in thread.history()] == ["edited"]
    await sent.delete()
    assert (await channel.fetch_message(int(posted["id"]))).components
    emoji = await bot.create_application_emoji(name="tile", image=png(8, 8))
    await emoji.edit(name="hex")
    assert [found.name for found in await bot.fetch_application_emojis()] == ["hex"]
    assert (await bot.fetch_application_emoji(emoji.id)).is_application_owned()
    await emoji.delete()
    await (await (await bot.fetch_user(int(ann.id))).create_dm()).send("your turn")
    assert (channel.guild.preferred_locale, channel.guild.features) == (discord.Locale.german, ["COMMUNITY"])
    assert channel.guild.get_channel(channel.id)
