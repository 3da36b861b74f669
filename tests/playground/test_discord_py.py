"""A discord.py client against a server process: each parses what the other sends."""

import asyncio
import io
from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest
import yarl
from discord import app_commands

from tests.playground.bodies import png
from tests.playground_driver import DriverError, Person, Playground, components, find, pictures, texts


class Card(discord.ui.LayoutView):
    """A container with text, an image and buttons."""

    def __init__(self, words: str) -> None:
        super().__init__(timeout=None)
        container = discord.ui.Container(accent_colour=0x9668D6)
        container.add_item(discord.ui.TextDisplay(words))
        gallery = discord.ui.MediaGallery()
        gallery.add_item(media="attachment://board.png", description="An empty board")
        container.add_item(gallery)
        row = discord.ui.ActionRow()
        for name in ("more", "form", "defer", "secret", "update"):
            row.add_item(discord.ui.Button(label=name.title(), custom_id=name))
        container.add_item(row)
        choice = discord.ui.ActionRow()
        choice.add_item(discord.ui.Select(custom_id="hex", options=[discord.SelectOption(label="A1", value="0")]))
        container.add_item(choice)
        people = discord.ui.ActionRow()
        people.add_item(discord.ui.UserSelect(custom_id="who"))
        container.add_item(people)
        self.add_item(container)


class Form(discord.ui.Modal, title="Name a hex"):
    """A modal with a text input and a select."""

    name = discord.ui.Label(text="Hex", component=discord.ui.TextInput(custom_id="name", max_length=5))
    turn = discord.ui.Label(
        text="Rotation",
        component=discord.ui.Select(custom_id="turn", options=[discord.SelectOption(label="60", value="1")]),
    )


class Bot(discord.Client):
    """A bot that uses every type of command, component and response."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), allowed_mentions=discord.AllowedMentions(everyone=False))
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(app_commands.Command(name="card", description="A card", callback=self.card))
        move = app_commands.Command(name="move", description="A move", callback=self.move)
        move.autocomplete("where")(self.suggest)
        self.tree.add_command(move)
        self.seen: list[discord.Interaction] = []

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def card(self, interaction: discord.Interaction) -> None:
        file = discord.File(_stream(png(30, 20)), "board.png")
        answer = await interaction.response.send_message(view=Card("A card"), file=file)
        assert answer.message_id is not None

    async def move(self, interaction: discord.Interaction, where: str, who: discord.Member | None = None) -> None:
        await interaction.response.defer(ephemeral=True)
        await interaction.edit_original_response(content=f"{where} {who.display_name if who else 'nobody'}")

    async def suggest(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=f"{typed}{number}", value=str(number)) for number in (1, 2)]

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        self.seen.append(interaction)
        data = interaction.data or {}
        name = data.get("custom_id")
        if name == "form":
            await interaction.response.send_modal(Form(custom_id="named"))
        elif name == "defer":
            await interaction.response.defer()
            await interaction.edit_original_response(view=Card("Edited"))
        elif name == "secret":
            await interaction.response.send_message("Only for you", ephemeral=True)
            await interaction.followup.send("And this", ephemeral=True)
        elif name == "update":
            file = discord.File(_stream(png(8, 9)), "board.png")
            await interaction.response.edit_message(view=Card("Updated"), attachments=[file])
        elif name == "hex":
            await interaction.response.send_message(f"Chose {data['values']}")
        elif name == "who":
            await interaction.response.send_message(f"Chose {list(data['resolved']['members'])}")
        elif name == "named":
            fields = [part["component"] for part in data["components"]]
            await interaction.response.send_message(f"{fields[0]['value']} {fields[1]['values']}")


def _stream(content: bytes) -> io.BytesIO:
    return io.BytesIO(content)


@pytest.fixture
async def playground(tmp_path: Path) -> AsyncIterator[Playground]:
    async with Playground(tmp_path, checked=True, servers=2) as server:
        yield server


@pytest.fixture
async def bot(playground: Playground, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Bot]:
    monkeypatch.setattr(discord.http.Route, "BASE", f"{playground.base}/api/v10")
    gateway = yarl.URL(playground.base.replace("http", "ws", 1) + "/gateway/")
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
    async with Bot() as client:
        task = asyncio.create_task(client.start(playground.bot_token))
        await playground.bot_is_online()
        yield client
        await client.close()
        await task


@pytest.fixture
async def ann(bot: Bot, playground: Playground) -> Person:
    return await playground.person("Ann")


async def test_commands_components_and_modals_of_a_real_client(playground: Playground, bot: Bot, ann: Person) -> None:
    games = await playground.channel("games")
    ben = await playground.person("Ben")

    await ann.slash(games, "card")
    card = await ben.wait_for(games, lambda message: texts(message).strip() == "A card")
    board = pictures(card)[0]
    assert (board["media"]["width"], board["media"]["height"], board["description"]) == (30, 20, "An empty board")
    async with playground.session.get(board["media"]["url"]) as response:
        assert response.content_type == "image/png"
        assert await response.read() == png(30, 20)

    modal = await ben.click(card, label="Form")
    await ben.submit(modal, {"name": "B2", "turn": ["1"]})
    await ann.wait_for(games, lambda message: message["content"] == "B2 ['1']")

    await ben.click(card, "defer")
    await ann.wait_for(games, lambda message: "Edited" in texts(message) and message["id"] == card["id"])

    await ben.click(card, "update")
    updated = await ann.wait_for(games, lambda message: "Updated" in texts(message))
    assert pictures(updated)[0]["media"]["width"] == 8
    assert len(updated["attachments"]) == 1

    await ben.select(card, "A1", "hex")
    await ann.wait_for(games, lambda message: message["content"] == "Chose ['0']")
    await ben.select(card, ann.id, "who")
    await ann.wait_for(games, lambda message: message["content"] == f"Chose ['{ann.id}']")

    await ben.click(card, "secret")
    await ben.wait_for(games, lambda message: message["content"] == "And this" and message["flags"] == 64)
    assert not [message for message in await ann.messages(games) if message["flags"] & 64]

    assert await playground.unknown_routes() == {}
    assert playground.problems() == []


async def test_a_command_and_a_press_on_the_second_server(bot: Bot, playground: Playground, ann: Person) -> None:
    games = await playground.channel("games", server=1)
    await ann.slash(games, "card")
    card = await ann.wait_for(games, lambda message: "A card" in texts(message))
    await ann.click(card, label="Defer")
    await ann.wait_for(games, lambda message: "Edited" in texts(message))

    (guild,) = {interaction.guild_id for interaction in bot.seen}
    assert str(guild) == ann.servers[1] != ann.servers[0]
    assert (await playground.identifies())["accepted"] == {"0/1": 1}


async def test_options_and_autocomplete(bot: Bot, playground: Playground, ann: Person) -> None:
    games = await playground.channel("games")

    choices = await ann.autocomplete(games, "move", "where", where="x")
    answer = await ann.answer(await ann.slash(games, "move", where="x1", who=ann.id))

    assert choices == [{"name": "x1", "value": "1"}, {"name": "x2", "value": "2"}]
    assert (answer["content"], answer["flags"]) == ("x1 Ann", 64)
    with pytest.raises(DriverError, match="required"):
        await ann.slash(games, "move")
    with pytest.raises(DriverError, match="no user, role or channel"):
        await ann.slash(games, "move", where="x", who="1")


async def test_the_routes_that_discord_py_uses(bot: Bot, playground: Playground, ann: Person) -> None:
    games = await playground.channel("games")
    await ann.slash(games, "card")
    card = await ann.wait_for(games, lambda message: "A card" in texts(message))
    channel = await bot.fetch_channel(int(games))
    assert isinstance(channel, discord.TextChannel)

    interaction = bot.seen[-1]
    assert interaction.guild_id is not None
    assert interaction.app_permissions.send_messages
    assert interaction.user.display_name == "Ann"
    message = await channel.send("one", nonce="n1")
    again = await channel.send("one", nonce="n1")
    assert message.id == again.id
    thread = await message.create_thread(name="A game")
    await thread.edit(archived=True)
    await thread.edit(archived=False)
    sent = await thread.send("in the thread")
    await sent.edit(content="edited")
    assert [found.content async for found in thread.history()] == ["edited"]
    await sent.delete()
    fetched = await channel.fetch_message(int(card["id"]))
    assert fetched.components
    emoji = await bot.create_application_emoji(name="tile", image=png(8, 8))
    await emoji.edit(name="hex")
    assert [found.name for found in await bot.fetch_application_emojis()] == ["hex"]
    assert (await bot.fetch_application_emoji(emoji.id)).is_application_owned()
    await emoji.delete()
    dm = await (await bot.fetch_user(int(ann.id))).create_dm()
    await dm.send("your turn")
    assert thread.id == message.id
    assert find(card, (2,), None, "More")["custom_id"] == "more"
    assert len({part["id"] for part in components(card)}) == len(list(components(card)))
    assert await playground.unknown_routes() == {}
    assert playground.problems() == []
