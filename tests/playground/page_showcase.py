"""A message and two modals with every type of component that the page bot's card lacks."""

import discord
from discord import ui


def showcase(tile: discord.Emoji, user: discord.User | discord.Member) -> ui.LayoutView:
    """Return a message with emojis, sections and selects; `tile` is an application emoji, `user` is preselected."""
    container = ui.Container(accent_color=0x9668D6)
    container.add_item(ui.TextDisplay(f"### A {tile} heading\nA {tile} in the text, and one that is <:gone:1> now."))
    rules = ui.Button(label="Rules", url="https://example.org/rules")
    container.add_item(ui.Section(ui.TextDisplay(f"How it is played {tile}"), accessory=rules))
    buttons = ui.ActionRow()
    buttons.add_item(ui.Button(label="Place", emoji=tile, custom_id="place", style=discord.ButtonStyle.primary))
    buttons.add_item(ui.Button(emoji=tile, custom_id="only"))
    buttons.add_item(ui.Button(label="Roll", emoji="🎲", custom_id="roll"))
    buttons.add_item(ui.Button(label="Groups", custom_id="groups"))
    buttons.add_item(ui.Button(label="Entities", custom_id="entities"))
    container.add_item(buttons)
    options = [
        discord.SelectOption(label="A tile", value="tile", emoji=tile, description="The application's", default=True),
        discord.SelectOption(label="A die", value="die", emoji="🎲"),
    ]
    container.add_item(ui.ActionRow(ui.Select(custom_id="what", options=options)))
    people = ui.UserSelect(custom_id="person", placeholder="A person", default_values=[user], max_values=2)
    container.add_item(ui.ActionRow(people))
    container.add_item(ui.ActionRow(ui.RoleSelect(custom_id="role", placeholder="A role")))
    container.add_item(ui.ActionRow(ui.MentionableSelect(custom_id="mention", placeholder="Somebody")))
    text = [discord.ChannelType.text]
    container.add_item(ui.ActionRow(ui.ChannelSelect(custom_id="channel", placeholder="A channel", channel_types=text)))
    return ui.LayoutView(timeout=None).add_item(container)


def embed(tile: discord.Emoji) -> discord.Embed:
    """Return an embed with the emoji in all its texts."""
    shown = discord.Embed(title=f"Title {tile}", description=f"Description {tile}")
    return shown.add_field(name=f"Name {tile}", value=f"Value {tile}")


def groups(tile: discord.Emoji) -> ui.Modal:
    """Return a modal with groups, a checkbox and a select."""
    modal = ui.Modal(title="How this table is played", custom_id="groups")
    pace = ui.RadioGroup(custom_id="pace")
    pace.add_option(label="Live", value="live", description="Everybody is here")
    pace.add_option(label="By letter", value="letter", default=True)
    extras = ui.CheckboxGroup(custom_id="extras", required=False, max_values=2)
    for name in ("Clock", "Undo", "Spectators"):
        extras.add_option(label=name, value=name.lower(), default=name == "Undo")
    piece = discord.SelectOption(label="A tile", value="tile", emoji=tile, default=True)
    modal.add_item(ui.Label(text="Pace", description="It can be changed later", component=pace))
    modal.add_item(ui.Label(text="Extras", component=extras))
    modal.add_item(ui.Label(text="Ranked", description="It counts", component=ui.Checkbox(custom_id="ranked")))
    modal.add_item(ui.Label(text="Piece", component=ui.Select(custom_id="piece", options=[piece])))
    remark = ui.TextInput(custom_id="remark", style=discord.TextStyle.paragraph, default="Have fun", required=False)
    return modal.add_item(ui.Label(text="Remark", description="Everybody reads it", component=remark))


def entities(user: discord.User | discord.Member) -> ui.Modal:
    """Return a modal with a select of each kind and a file upload."""
    modal = ui.Modal(title="Who and where", custom_id="entities")
    person = ui.UserSelect(custom_id="person", default_values=[user])
    modal.add_item(ui.Label(text="Person", description="Your partner", component=person))
    modal.add_item(ui.Label(text="Role", component=ui.RoleSelect(custom_id="role")))
    everybody = ui.MentionableSelect(custom_id="mention", required=False, max_values=3)
    modal.add_item(ui.Label(text="Guests", component=everybody))
    modal.add_item(ui.Label(text="Channel", component=ui.ChannelSelect(custom_id="channel", required=False)))
    upload = ui.FileUpload(custom_id="files", max_values=2)
    return modal.add_item(ui.Label(text="Maps", description="One or two", component=upload))


def submitted(data: dict) -> str:
    """Return the submitted fields as `id=value`, with the names of uploaded files."""
    files = data.get("resolved", {}).get("attachments", {})
    shown = []
    for label in data["components"]:
        part = label["component"]
        value = part.get("values", part.get("value"))
        if part["custom_id"] == "files":
            value = [files[number]["filename"] for number in value]
        shown.append(f"{part['custom_id']}={value}")
    return "; ".join(shown)
