// A bot with discord.js: a command, a button, a select, a modal, an edit and a file.
import {
  ActionRowBuilder, ButtonBuilder, Client, GatewayIntentBits, ModalBuilder, SlashCommandBuilder, StringSelectMenuBuilder,
  TextInputBuilder,
} from "discord.js";

const client = new Client({
  intents: [GatewayIntentBits.Guilds], rest: { api: `${process.env.DISCORD_BASE_URL}/api` },
});
const row = (part) => new ActionRowBuilder().addComponents(part);
const hello = new SlashCommandBuilder().setName("hello").setDescription("Say hello")
  .addStringOption((option) => option.setName("to").setDescription("Whom").setRequired(true));

client.once("clientReady", () => client.application.commands.set([hello]));
client.on("interactionCreate", async (interaction) => {
  if (interaction.isChatInputCommand()) {
    const button = new ButtonBuilder({ custom_id: "ask", label: "Ask", style: 1 });
    const select = new StringSelectMenuBuilder({ custom_id: "pick" })
      .addOptions({ label: "Tea", value: "tea" }, { label: "Milk", value: "milk" });
    await interaction.reply({ content: `Hello ${interaction.options.getString("to")}`, components: [row(button), row(select)] });
  } else if (interaction.isButton()) {
    const input = new TextInputBuilder({ custom_id: "name", label: "Name", style: 1 });
    await interaction.showModal(new ModalBuilder({ custom_id: "form", title: "Who are you?" }).addComponents(row(input)));
  } else if (interaction.isModalSubmit()) {
    const name = interaction.fields.getTextInputValue("name");
    await interaction.reply({ content: `You are ${name}`, files: [{ attachment: Buffer.from(name), name: "note.txt" }] });
  } else if (interaction.isStringSelectMenu()) {
    await interaction.update(`Picked ${interaction.values[0]}`);
  }
});
await client.login(process.env.DISCORD_TOKEN);
