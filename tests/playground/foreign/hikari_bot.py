# type: ignore
"""A bot with hikari: a command, a button, a select, a modal, an edit and a file."""

import os

import hikari

ANSWER = hikari.ResponseType.MESSAGE_CREATE
BASE = os.environ["DISCORD_BASE_URL"]
bot = hikari.GatewayBot(os.environ["DISCORD_TOKEN"], rest_url=f"{BASE}/api/v10", intents=hikari.Intents.GUILDS)


@bot.listen()
async def started(_: hikari.StartedEvent) -> None:
    hello = bot.rest.slash_command_builder("hello", "Say hello")
    hello.add_option(
        hikari.CommandOption(type=hikari.OptionType.STRING, name="to", description="Whom", is_required=True)
    )
    await bot.rest.set_application_commands(await bot.rest.fetch_application(), [hello])


@bot.listen()
async def used(event: hikari.InteractionCreateEvent) -> None:
    interaction = event.interaction
    if isinstance(interaction, hikari.CommandInteraction):
        button = bot.rest.build_message_action_row().add_interactive_button(1, "ask", label="Ask")
        select = bot.rest.build_message_action_row()
        select.add_text_menu("pick").add_option("Tea", "tea").add_option("Milk", "milk")
        text = f"Hello {interaction.options[0].value}"
        await interaction.create_initial_response(ANSWER, text, components=[button, select])
    elif isinstance(interaction, hikari.ModalInteraction):
        name = interaction.components[0].components[0].value
        note = hikari.Bytes(name, "note.txt")
        await interaction.create_initial_response(ANSWER, f"You are {name}", attachment=note)
    elif interaction.custom_id == "ask":
        row = bot.rest.build_modal_action_row().add_text_input("name", "Name")
        await interaction.create_modal_response("Who are you?", "form", component=row)
    else:
        update = hikari.ResponseType.MESSAGE_UPDATE
        await interaction.create_initial_response(update, f"Picked {interaction.values[0]}")


bot.run()
