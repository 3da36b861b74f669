"""A small bot for tests of the page: cards, selects, modals, ephemeral messages, autocomplete, threads."""

import io
import os
from collections import defaultdict
from typing import Any

import discord
import yarl
from discord import app_commands, ui
from discord.gateway import DiscordWebSocket
from discord.http import Route
from PIL import Image

from tests.playground import page_showcase

GERMAN = {"help": "hilfe", "How to start": "So geht es los"}
GAMES = ("Monster Hex", "Hive Mind", "Hex Battle Wars")
BASE = os.environ["DISCORD_BASE_URL"]


def tile() -> bytes:
    """Return the image of an emoji."""
    content = io.BytesIO()
    Image.new("RGB", (64, 64), (30, 116, 88)).save(content, "PNG")
    return content.getvalue()


def picture() -> discord.File:
    """Return a single-colour image of a board."""
    content = io.BytesIO()
    Image.new("P", (1200, 1560), 3).save(content, "PNG")
    content.seek(0)
    return discord.File(content, "board.png", description="Ann has 11 points, Ben 14.")


def card(line: str, *, board: bool = False) -> ui.LayoutView:
    """Return a card with a status line and every type of component."""
    view = ui.LayoutView(timeout=None)
    container = ui.Container(accent_color=0x9668D6)
    container.add_item(ui.TextDisplay(f"### Monster Hex\n{line}"))
    if board:
        gallery = ui.MediaGallery()
        gallery.add_item(media="attachment://board.png", description="Ann has 11 points, Ben 14.")
        container.add_item(gallery)
    options = [
        discord.SelectOption(label=name, value=name.lower(), description="Either or both") for name in ("One", "Two")
    ]
    choose = ui.ActionRow(ui.Select(custom_id="choose", placeholder="Pick some", max_values=2, options=options))
    container.add_item(choose)
    container.add_item(ui.ActionRow(ui.UserSelect(custom_id="invite", placeholder="Invite somebody")))
    buttons = ui.ActionRow()
    for label, custom_id in (("Join", "join"), ("My hand", "hand"), ("Thread", "thread")):
        buttons.add_item(ui.Button(label=label, custom_id=custom_id))
    buttons.add_item(ui.Button(label="Take back", custom_id="back", disabled=True))
    view.add_item(container.add_item(buttons))
    return view


def page(line: str, *labels: str) -> ui.LayoutView:
    """Return an ephemeral page with a line of text and its own buttons."""
    view = ui.LayoutView(timeout=None)
    row = ui.ActionRow()
    for label in labels:
        row.add_item(ui.Button(label=label, custom_id=f"page:{label}"))
    return view.add_item(ui.TextDisplay(line)).add_item(row)


async def choices(_: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Return the games whose name contains the typed text."""
    return [app_commands.Choice(name=name, value=name) for name in GAMES if current.lower() in name.lower()]


@app_commands.describe(game="Which game", seats="How many seats")
@app_commands.autocomplete(game=choices)
async def play(interaction: discord.Interaction, game: str, seats: app_commands.Range[int, 2, 4] = 2) -> None:
    """Post a card."""
    await interaction.response.send_message(view=card(f"{game} for {seats}", board=True), file=picture())


class Translator(app_commands.Translator):
    """Translates a command into German."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        return GERMAN.get(string.message) if locale is discord.Locale.german else None


async def help_with_it(interaction: discord.Interaction) -> None:
    """Reply privately how to start."""
    await interaction.response.send_message("Four games", ephemeral=True)


async def read(interaction: discord.Interaction, file: discord.Attachment) -> None:
    """Reply with the content of a file."""
    content = await file.read()
    await interaction.response.send_message(f"{file.filename} says {content.decode()}")


async def greet(interaction: discord.Interaction, member: discord.Member) -> None:
    """Greet a member."""
    await interaction.response.send_message(f"Greetings, {member.display_name}")


async def quote(interaction: discord.Interaction, message: discord.Message) -> None:
    """Quote a message."""
    await interaction.response.send_message(f"They said: {message.content}")


class PageBot(discord.Client):
    """A bot that handles every component of the card."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True, guild_messages=True))
        self.tree = app_commands.CommandTree(self)
        self.tree.command(name="play", description="Start a game")(play)
        self.tree.command(name="help", description="How to start")(help_with_it)
        self.tree.command(name="think", description="Answer when somebody writes")(self.think)
        self.tree.command(name="show", description="Show every kind of component")(self.show)
        self.tree.command(name="read", description="Read a file")(read)
        self.tree.context_menu(name="Greet")(greet)
        self.tree.context_menu(name="Quote")(quote)
        self.thinking: discord.Interaction | None = None
        self.players = defaultdict[int, list[str]](list)
        """The names of the joined players, by the id of the card's message."""

    async def setup_hook(self) -> None:
        emojis = await self.fetch_application_emojis()
        self.tile = emojis[0] if emojis else await self.create_application_emoji(name="tile", image=tile())
        await self.tree.set_translator(Translator())
        await self.tree.sync()

    async def on_connect(self) -> None:
        """Report on standard output that the bot is online and its commands are registered."""
        print("online", flush=True)

    async def think(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(thinking=True)
        self.thinking = interaction

    async def show(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(view=page_showcase.showcase(self.tile, interaction.user))
        await interaction.followup.send(f"Content {self.tile}", embed=page_showcase.embed(self.tile))

    async def on_message(self, message: discord.Message) -> None:
        if self.thinking and not message.author.bot:
            thinking, self.thinking = self.thinking, None
            await thinking.edit_original_response(content="Thought it **through**.")

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        data: Any = interaction.data or {}
        if data.get("custom_id") in ("groups", "entities") and "components" in data:
            await interaction.response.send_message(page_showcase.submitted(data), ephemeral=True)
        elif interaction.type is discord.InteractionType.component:
            await self.pressed(interaction, data["custom_id"], data.get("values", []))

    async def pressed(self, interaction: discord.Interaction, custom_id: str, values: list[str]) -> None:
        if custom_id == "join" and interaction.message:
            players = self.players[interaction.message.id]
            players.append(interaction.user.display_name)
            await interaction.response.edit_message(view=card("Players: " + ", ".join(players)))
        elif custom_id == "hand":
            hand = page(f"The hand of {interaction.user.display_name}", "Tri", "Arc", "Line")
            await interaction.response.send_message(view=hand, ephemeral=True)
        elif custom_id == "groups":
            await interaction.response.send_modal(page_showcase.groups(self.tile))
        elif custom_id == "entities":
            await interaction.response.send_modal(page_showcase.entities(interaction.user))
        elif custom_id == "page:Ready":
            await interaction.response.edit_message(view=page("Nothing is missing now", "Away"))
        elif custom_id == "page:Away":
            await interaction.response.defer()
            await interaction.delete_original_response()
        elif custom_id.startswith("page:"):
            await interaction.response.edit_message(view=page("Nothing is missing", "Ready", "Notes"))
        elif custom_id == "thread" and interaction.message:
            await interaction.response.defer()
            thread = await interaction.message.create_thread(name="A table of its own")
            await thread.send(f"{interaction.user.mention} is to move")
        else:
            await interaction.response.send_message(f"{custom_id}: {', '.join(values)}", ephemeral=True)


Route.BASE = f"{BASE}/api/v10"
DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(BASE.replace("http", "ws", 1) + "/gateway/")
PageBot().run(os.environ["DISCORD_TOKEN"], log_handler=None)
