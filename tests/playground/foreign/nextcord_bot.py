# type: ignore
"""A bot with nextcord: a command, a button, a select, a modal, an edit and a file."""

import io
import os

import nextcord
from nextcord import ui
from nextcord.ext import commands

nextcord.http.Route.BASE = os.environ["DISCORD_BASE_URL"] + "/api/v10"
bot = commands.Bot(intents=nextcord.Intents(guilds=True))


class Form(ui.Modal):
    def __init__(self):
        super().__init__("Who are you?", custom_id="form")
        self.name = ui.TextInput(label="Name", custom_id="name")
        self.add_item(self.name)

    async def callback(self, interaction):
        note = nextcord.File(io.BytesIO(self.name.value.encode()), "note.txt")
        await interaction.response.send_message(f"You are {self.name.value}", file=note)


class Card(ui.View):
    @ui.button(label="Ask", custom_id="ask")
    async def ask(self, _, interaction):
        await interaction.response.send_modal(Form())

    @ui.string_select(custom_id="pick", options=[nextcord.SelectOption(label=value) for value in ("tea", "milk")])
    async def pick(self, select, interaction):
        await interaction.response.edit_message(content=f"Picked {select.values[0]}")


@bot.slash_command(description="Say hello")
async def hello(interaction: nextcord.Interaction, to: str):
    await interaction.response.send_message(f"Hello {to}", view=Card())


bot.run(os.environ["DISCORD_TOKEN"])
