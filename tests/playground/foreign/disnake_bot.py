# type: ignore
"""A bot with disnake: a command, a button, a select, a modal, an edit and a file."""

import io
import os

import disnake
from disnake import ui
from disnake.ext import commands

disnake.http.Route.BASE = os.environ["DISCORD_BASE_URL"] + "/api/v10"
bot = commands.InteractionBot(intents=disnake.Intents(guilds=True))


class Form(ui.Modal):
    def __init__(self):
        super().__init__(
            title="Who are you?", custom_id="form", components=[ui.TextInput(label="Name", custom_id="name")]
        )

    async def callback(self, interaction):
        name = interaction.text_values["name"]
        note = disnake.File(io.BytesIO(name.encode()), "note.txt")
        await interaction.response.send_message(f"You are {name}", file=note)


class Card(ui.View):
    @ui.button(label="Ask", custom_id="ask")
    async def ask(self, _, interaction):
        await interaction.response.send_modal(Form())

    @ui.string_select(custom_id="pick", options=["tea", "milk"])
    async def pick(self, select, interaction):
        await interaction.response.edit_message(content=f"Picked {select.values[0]}")


@bot.slash_command(description="Say hello")
async def hello(interaction: disnake.ApplicationCommandInteraction, to: str):
    await interaction.response.send_message(f"Hello {to}", view=Card())


bot.run(os.environ["DISCORD_TOKEN"])
