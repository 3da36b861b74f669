"""Connect Four's slash commands with their autocomplete, and the lookup of pages for typed moves."""

from discord import app_commands

from cogs.at_table.typed_moves import Choices, GameCommands, read_word, table_option
from cogs.connect_four.phrases import describe_monster, format_monster, format_points, monster_on, monster_title
from cogs.ui.kit.answers import Answer, Interaction
from cogs.ui.kit.command_answers import give_answer
from cogs.ui.kit.interface import Page, PageName, interface
from cogs.ui.kit.private_pages import draw
from cogs.ui.requests.table_lookup import choices
from engine.connect_four import forces, notation
from engine.connect_four.grid import grid
from engine.connect_four.roster import MONSTERS
from engine.connect_four.view import View
from engine.core import InvalidAction
from language.messages import N_, _, capitalize, list_and
from render.connect_four import PAINTER
from render.connect_four.naming import class_words, full_name
from tables.refusal import Refusal
from tables.texts import escape, quote
from tables.viewer import TableView

GAME = "connect_four"
KINDS = {"close": N_("Attack"), "ranged": N_("Shoot")}


class ClixCommands(GameCommands, group_name="clix", group_description=N_("Connect Four – HorrorClix Edition")):
    """The slash commands `/clix place`, `attack`, `click`, `status` and `monster`."""

    game = GAME

    @app_commands.command(name="place", description=N_("Place a monster from your reserve in a column"))
    @table_option
    @app_commands.describe(monster=N_("A monster from your reserve"), column=N_("The letter of the column"))
    async def place(
        self,
        interaction: Interaction,
        monster: app_commands.Range[str, 1, 60],
        column: app_commands.Range[str, 1, 4],
        which: str | None = None,
    ) -> None:
        """Place a monster from the reserve in a column, after the player has confirmed it (CF-10)."""
        await self.make(
            interaction,
            "place",
            lambda table: f"drop {read_word('monster', find_monster(monster))} {read_word('column', column)}",
        )

    @app_commands.command(name="attack", description=N_("Attack with a monster on the grid"))
    @table_option
    @app_commands.describe(
        attacker=N_("The square of your monster"),
        target=N_("The square of its target"),
        how=N_("Attack or shoot; leave it out if only one is possible"),
        shackle=N_("Shackle instead of damage"),
    )
    @app_commands.choices(how=[app_commands.Choice(name=name, value=value) for value, name in KINDS.items()])
    async def attack(
        self,
        interaction: Interaction,
        attacker: app_commands.Range[str, 1, 60],
        target: app_commands.Range[str, 1, 60],
        how: str | None = None,
        shackle: bool = False,
        which: str | None = None,
    ) -> None:
        """Attack a monster, after the player has seen the odds and confirmed it (CF-11)."""

        def action_of(table: TableView) -> str:
            squares = (
                f"attack {read_word('attacker', _parse_square(attacker))} {read_word('target', _parse_square(target))}"
            )
            kinds = [how] if how else [kind for kind in KINDS if f"{squares} {kind}" in table.legal]
            return f"{squares} {kinds[0] if kinds else 'close'}{' shackle' if shackle else ''}"

        await self.make(interaction, "attack", action_of)

    @app_commands.command(name="click", description=N_("Give a click to monsters that show an hourglass"))
    @table_option
    @app_commands.describe(squares=N_("Their squares, such as a1 b2, or none"))
    async def click(
        self, interaction: Interaction, squares: app_commands.Range[str, 1, 100], which: str | None = None
    ) -> None:
        """Give a click to monsters that show an hourglass, after the player has confirmed it (CF-9)."""
        await self.make(interaction, "click", lambda table: f"click {squares.replace(',', ' ')}")

    @app_commands.command(name="status", description=N_("Show what you can do now and your reserve"))
    @table_option
    async def status(self, interaction: Interaction, which: str | None = None) -> None:
        """Show the page for composing a move, or the state of the game if the player has no move to make. Private."""
        ours = interface(GAME)
        await self.show(
            interaction,
            "status",
            lambda table: (
                ours.composing.page(table, "move", ()) if ours.composing.may_compose(table) else _standing(table)
            ),
        )

    @app_commands.command(name="monster", description=N_("Show any monster's dial and powers"))
    @app_commands.describe(monster=N_("Its name"))
    async def monster(self, interaction: Interaction, monster: app_commands.Range[str, 1, 60]) -> None:
        """Show a monster's picture with its dial and powers. The command works without a table."""
        async with give_answer(interaction, self.service, "clix monster") as answer:
            found = find_monster(monster)
            if found not in MONSTERS:
                raise Refusal(_("I don't know a monster called {name}. Pick one from the list.", name=quote(monster)))
            drawn = await draw(self.bot, interaction, lambda theme: PAINTER.monster(found, theme=theme))
            answer.content = Answer(describe_monster(found), (), drawn, interface(GAME).colour)

    @place.autocomplete("monster")
    async def _reserve(self, interaction: Interaction, typed: str) -> Choices:
        parts = await self.legal(interaction, "drop")
        return choices([(monster_title(each), each) for each in dict.fromkeys(part[0] for part in parts)], typed)

    @place.autocomplete("column")
    async def _columns(self, interaction: Interaction, typed: str) -> Choices:
        parts = await self.legal(interaction, "drop")
        return choices([(each, each) for each in dict.fromkeys(part[1] for part in parts)], typed)

    @attack.autocomplete("attacker")
    async def _attackers(self, interaction: Interaction, typed: str) -> Choices:
        return await self._squares(interaction, [part[0] for part in await self.legal(interaction, "attack")], typed)

    @attack.autocomplete("target")
    async def _targets(self, interaction: Interaction, typed: str) -> Choices:
        attacker = _parse_square(str(interaction.namespace.attacker or ""))
        parts = await self.legal(interaction, "attack")
        return await self._squares(interaction, [part[1] for part in parts if attacker in ("", part[0])], typed)

    @click.autocomplete("squares")
    async def _clicks(self, interaction: Interaction, typed: str) -> Choices:
        written = [" ".join(part) for part in await self.legal(interaction, "click")]
        return choices([(each, each) for each in written], typed)

    @monster.autocomplete("monster")
    async def _monsters(self, interaction: Interaction, typed: str) -> Choices:
        found = [
            (f"{monster_title(each.id)} · {class_words(each.class_name)} · {format_points(each.points)}", each.id)
            for each in MONSTERS.values()
        ]
        return choices(found, typed)

    async def _squares(self, interaction: Interaction, squares: list[str], typed: str) -> Choices:
        """Return the squares as autocomplete choices, labelled with the monsters on them, without duplicates.

        The list is empty if the player need not act.
        """
        table = await self.find_to_move(interaction)
        if table is None:
            return []
        view: View = table.view
        return choices(
            [(format_monster(monster_on(view, each).id, each), each) for each in dict.fromkeys(squares)], typed
        )


def _standing(table: TableView) -> Page:
    """Build a page with the state of the game, for a viewer who has no move to make."""
    names = [escape(name) for name in table.names]
    ours = interface(GAME)
    waiting = [escape(name) for name in table.waiting_names()]
    headline = ours.words.headline(table.view, names)
    told = [
        f"**{capitalize(headline)}.**" + (" " + _("Waiting for {names}.", names=list_and(waiting)) if waiting else ""),
        ours.words.scores(table.view, names),
    ]
    return Page(
        "\n".join(part for part in told if part), (), lambda theme: PAINTER.board(table.view, table.names, theme)
    )


# Reading options: Discord may send the label of a choice instead of its value


def find_monster(text: str) -> str:
    """Return the id of a monster, given its id, title or name in any case; in English or the context's language.

    An unknown text is returned in lower case.
    """
    word = text.partition(" · ")[0].strip().lower()
    named = (each for each in MONSTERS if word in (each, *(name.lower() for name in _list_names(each))))
    return next(named, word)


def _list_names(monster: str) -> tuple[str, ...]:
    """Return the title and the name of a monster, in the context's language and in English."""
    known = MONSTERS[monster]
    return monster_title(monster), full_name(monster), str(forces.title(known)), known.name


def _parse_square(text: str) -> str:
    """Return the square in an option's text, which may be a choice's label such as "Ashen Thrall (c1)"."""
    return text.rpartition("(")[2].rstrip(") ").strip().lower()


# Pages of typed moves


def typed_page(table: TableView, action: str) -> PageName | None:
    """Return name and details of the page that confirms or completes a typed move, or None if there is none.

    A move without a page is made at once, or the rules refuse it with a reason.
    """
    match _canonicalize(table.view, action).split():
        case ["drop", *parts] if _is_legal(table, "drop", *parts):
            return "column", tuple(parts)
        case ["attack", *parts] if _is_legal(table, "attack", *parts):
            return "strike", (" ".join(parts),)
        case ["click", *squares] if table.must_act and table.view.phase == "click" and squares != ["none"]:
            return ("clicks", tuple(squares)) if set(squares) <= set(table.view.choices) else None
        case ["concede"] if table.must_act and table.view.turn:
            return "concede", ()
        case _:
            return None


def _is_legal(table: TableView, *words: str) -> bool:
    return " ".join(words) in table.legal


def _canonicalize(view: View, action: str) -> str:
    """Return an action in canonical notation, or an empty text if it can't be parsed."""
    table = grid(view.columns, view.rows)
    try:
        return notation.write(table, notation.read(table, action))
    except InvalidAction:
        return ""
