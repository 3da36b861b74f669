# type: ignore
"""A bot with py-cord: a command, a button, a select, a modal, an edit and a file."""

import io
import os

import discord
from discord import ui

discord.http.Route.API_BASE_URL = os.environ["DISCORD_BASE_URL"] + "/api/v10"
bot = discord.Bot(intents=discord.Intents(guilds=True))


class Form(ui.Modal):
    def __init__(self):
        super().__init__(ui.InputText(label="Name", custom_id="name"), title="Who are you?", custom_id="form")

    async def callback(self, interaction):
        name = self.children[0].value
        note = discord.File(io.BytesIO(name.encode()), "note.txt")
        await interaction.response.send_message(f"You are {name}", file=note)


class Card(ui.View):
    @ui.button(label="Ask", custom_id="ask")
    async def ask(self, _, interaction):
        await interaction.response.send_modal(Form())

    @ui.string_select(custom_id="pick", options=[discord.SelectOption(label=value) for value in ("tea", "milk")])
    async def pick(self, select, interaction):
        await interaction.response.edit_message(content=f"Picked {select.values[0]}")


@bot.slash_command(description="Say hello")
async def hello(context: discord.ApplicationContext, to: str):
    await context.respond(f"Hello {to}", view=Card())


bot.run(os.environ["DISCORD_TOKEN"])
