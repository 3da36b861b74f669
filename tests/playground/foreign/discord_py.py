# type: ignore
"""A bot with discord.py: a command, a button, a select, a modal, an edit and a file."""

import io
import os

import discord
from discord import app_commands, ui
from yarl import URL

BASE = os.environ["DISCORD_BASE_URL"]
discord.http.Route.BASE = f"{BASE}/api/v10"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(BASE.replace("http", "ws", 1) + "/gateway/")
client = discord.Client(intents=discord.Intents(guilds=True))
tree = app_commands.CommandTree(client)


class Form(ui.Modal, title="Who are you?"):
    name = ui.TextInput(label="Name", custom_id="name")

    async def on_submit(self, interaction):
        note = discord.File(io.BytesIO(self.name.value.encode()), "note.txt")
        await interaction.response.send_message(f"You are {self.name.value}", file=note)


class Card(ui.View):
    @ui.button(label="Ask", custom_id="ask")
    async def ask(self, interaction, _):
        await interaction.response.send_modal(Form())

    @ui.select(custom_id="pick", options=[discord.SelectOption(label=value) for value in ("tea", "milk")])
    async def pick(self, interaction, select):
        await interaction.response.edit_message(content=f"Picked {select.values[0]}")


@tree.command(description="Say hello")
async def hello(interaction: discord.Interaction, to: str):
    await interaction.response.send_message(f"Hello {to}", view=Card())


client.setup_hook = tree.sync
client.run(os.environ["DISCORD_TOKEN"])
