"""Connect Four's own slash commands: place, attack, click, status, and any monster's dial."""

from discord import app_commands
from discord.ext import commands

from cogs.at_table.moves import make_typed_move
from cogs.client import Hexcade
from cogs.connect_four.phrases import at, monster_on, monster_title
from cogs.connect_four.private import monster_words
from cogs.ui.kit.answers import Answer, Interaction, answered
from cogs.ui.kit.interface import Page, interface
from cogs.ui.kit.private_pages import draw, page_answer
from cogs.ui.requests.table_lookup import TABLE_OPTION, choices, find_table, table_choices
from engine.connect_four.roster import MONSTERS
from engine.connect_four.view import View
from render.connect_four import PAINTER
from render.connect_four.naming import class_words
from tables.refusal import Refusal
from tables.texts import escape
from tables.viewer import TableView

GAME = "connect_four"
KINDS = {"close": "Up close", "ranged": "From afar"}


class ClixCommands(commands.GroupCog, group_name="clix", group_description="Connect Four – HorrorClix Edition"):
    """`/clix place`, `attack`, `click`, `status` and `monster`."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self.service = bot.service

    @app_commands.command(name="place", description="Place a monster of your reserve in a column")
    @app_commands.describe(monster="A monster of your reserve", column="The letter of a column", which=TABLE_OPTION)
    @app_commands.rename(which="table")
    async def place(
        self,
        interaction: Interaction,
        monster: app_commands.Range[str, 1, 60],
        column: app_commands.Range[str, 1, 4],
        which: str | None = None,
    ) -> None:
        """Shows where it lands, with Confirm (CF-10)."""
        await self._move(interaction, "place", f"drop {_monster_id(monster)} {column}")

    @app_commands.command(name="attack", description="Attack with a monster on the grid")
    @app_commands.describe(
        attacker="The square of your monster",
        target="The square of its target",
        how="Up close or from afar; leave it out where only one is possible",
        shackle="Shackle instead of damage",
        which=TABLE_OPTION,
    )
    @app_commands.choices(how=[app_commands.Choice(name=name, value=value) for value, name in KINDS.items()])
    @app_commands.rename(which="table")
    async def attack(
        self,
        interaction: Interaction,
        attacker: app_commands.Range[str, 1, 60],
        target: app_commands.Range[str, 1, 60],
        how: str | None = None,
        shackle: bool = False,
        which: str | None = None,
    ) -> None:
        """Shows the odds, with Confirm (CF-11)."""
        async with answered(interaction, self.service, "clix attack") as answer:
            table = await find_table(self.service, interaction, GAME)
            squares = f"attack {_square(attacker)} {_square(target)}"
            kinds = [how] if how else [kind for kind in KINDS if f"{squares} {kind}" in table.legal]
            action = f"{squares} {kinds[0] if kinds else 'close'}{' shackle' if shackle else ''}"
            await make_typed_move(self.bot, interaction, table, action, answer)

    @app_commands.command(name="click", description="Give a click to monsters that show an hourglass")
    @app_commands.describe(squares="Their squares, such as a1 b2, or none", which=TABLE_OPTION)
    @app_commands.rename(which="table")
    async def click(
        self, interaction: Interaction, squares: app_commands.Range[str, 1, 100], which: str | None = None
    ) -> None:
        """Asks to confirm the clicks (CF-9)."""
        await self._move(interaction, "click", f"click {squares.replace(',', ' ')}")

    @app_commands.command(name="status", description="What you can do now, and your reserve")
    @app_commands.rename(which="table")
    @app_commands.describe(which=TABLE_OPTION)
    async def status(self, interaction: Interaction, which: str | None = None) -> None:
        """Shows the page of the move, or the reserve of a player who isn't asked; privately."""
        async with answered(interaction, self.service, "clix status") as answer:
            table = await find_table(self.service, interaction, GAME)
            ours = interface(GAME)
            page = ours.page(table, "move", ()) if ours.may_compose(table) else _standing(table)
            answer.content = await page_answer(self.bot, interaction, table, page)

    @app_commands.command(name="monster", description="Any monster's dial and powers")
    @app_commands.describe(monster="Its name")
    async def monster(self, interaction: Interaction, monster: app_commands.Range[str, 1, 60]) -> None:
        """Shows a monster as a picture; needs no table."""
        async with answered(interaction, self.service, "clix monster") as answer:
            found = _monster_id(monster)
            if found not in MONSTERS:
                raise Refusal(f"I know no monster called {escape(monster)}. Pick one from the list.")
            drawn = await draw(self.bot, interaction, lambda theme: PAINTER.monster(found, theme=theme))
            answer.content = Answer(monster_words(found), (), drawn, interface(GAME).colour)

    async def _move(self, interaction: Interaction, command: str, action: str) -> None:
        async with answered(interaction, self.service, f"clix {command}") as answer:
            table = await find_table(self.service, interaction, GAME)
            await make_typed_move(self.bot, interaction, table, action, answer)

    @place.autocomplete("monster")
    async def _reserve(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        parts = await self._legal(interaction, "drop")
        return choices([(monster_title(each), each) for each in dict.fromkeys(part[0] for part in parts)], typed)

    @place.autocomplete("column")
    async def _columns(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        parts = await self._legal(interaction, "drop")
        return choices([(each, each) for each in dict.fromkeys(part[1] for part in parts)], typed)

    @attack.autocomplete("attacker")
    async def _attackers(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await self._squares(interaction, [part[0] for part in await self._legal(interaction, "attack")], typed)

    @attack.autocomplete("target")
    async def _targets(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        attacker = _square(str(interaction.namespace.attacker or ""))
        parts = await self._legal(interaction, "attack")
        return await self._squares(interaction, [part[1] for part in parts if attacker in ("", part[0])], typed)

    @click.autocomplete("squares")
    async def _clicks(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        written = [" ".join(part) for part in await self._legal(interaction, "click")]
        return choices([(each, each) for each in written], typed)

    @monster.autocomplete("monster")
    async def _monsters(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        found = [
            (f"{monster_title(each.id)} · {class_words(each.class_name)} · {each.points} points", each.id)
            for each in MONSTERS.values()
        ]
        return choices(found, typed)

    async def _table(self, interaction: Interaction) -> TableView | None:
        """The table of this channel where the user must act."""
        try:
            table = await find_table(self.service, interaction, GAME)
        except Refusal:
            return None
        return table if table.must_act else None

    async def _legal(self, interaction: Interaction, verb: str) -> list[list[str]]:
        """The words of the user's legal actions with a verb."""
        table = await self._table(interaction)
        legal = () if table is None else table.legal
        return [action.split()[1:] for action in legal if action.split()[0] == verb]

    async def _squares(
        self, interaction: Interaction, squares: list[str], typed: str
    ) -> list[app_commands.Choice[str]]:
        """Squares with the monsters on them, each once."""
        table = await self._table(interaction)
        if table is None:
            return []
        view: View = table.view
        return choices([(at(monster_on(view, each).id, each), each) for each in dict.fromkeys(squares)], typed)

    @place.autocomplete("which")
    @attack.autocomplete("which")
    @click.autocomplete("which")
    @status.autocomplete("which")
    async def _which(self, interaction: Interaction, text: str) -> list[app_commands.Choice[str]]:
        return await table_choices(self.service, interaction, text, GAME)


def _standing(table: TableView) -> Page:
    """The state of the game for somebody who isn't asked now."""
    names = [escape(name) for name in table.names]
    ours = interface(GAME)
    waiting = f"Waiting for {', '.join(map(escape, table.waiting_names()))}." if table.waiting_names() else ""
    told = [f"**{ours.headline(table.view, names).capitalize()}.** {waiting}", ours.scores(table.view, names)]
    return Page(
        "\n".join(part for part in told if part), (), lambda theme: PAINTER.board(table.view, table.names, theme)
    )


# Discord may send the label of a choice in place of its value.


def _monster_id(text: str) -> str:
    """The id of a monster for its id or title; an unknown word as it is."""
    word = text.partition(" · ")[0].strip().lower()
    named = (each for each in MONSTERS if word in (each, monster_title(each).lower(), MONSTERS[each].name.lower()))
    return next(named, word)


def _square(text: str) -> str:
    """The square, without the monster that its label tells."""
    return text.rpartition("(")[2].rstrip(") ").strip().lower()
