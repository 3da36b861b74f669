"""Hive Mind's slash commands: submitting a shape, guessing a hive, and showing the player's submission."""

from discord import app_commands

from cogs.at_table.typed_moves import Choices, GameCommands, table_option
from cogs.hive_mind import phrases
from cogs.ui.kit.answers import Interaction
from cogs.ui.kit.interface import Page, interface
from cogs.ui.requests.table_lookup import choices
from engine.hive_mind import preview
from engine.hive_mind.board import LETTERS, SHAPES
from engine.hive_mind.view import View
from language.messages import N_, _
from tables.refusal import Refusal
from tables.texts import quote
from tables.viewer import TableView

GAME = "hive_mind"


class HiveCommands(GameCommands, group_name="hive", group_description=N_("Hive Mind")):
    """The slash commands `/hive submit`, `/hive guess` and `/hive status`."""

    game = GAME

    @app_commands.command(name="submit", description=N_("Lay a shape on a hive, or change it"))
    @table_option
    @app_commands.describe(
        hive=N_("A hive in play"),
        letters=N_("Three connected hexes, such as ADE"),
        double=N_("In round 2: use Double on this hive in round 3"),
        block=N_("In round 2: use Block on this hive in round 3"),
        ready=N_("Hand everything in"),
    )
    async def submit(
        self,
        interaction: Interaction,
        hive: app_commands.Range[str, 1, 20],
        letters: app_commands.Range[str, 1, 100],
        double: bool = False,
        block: bool = False,
        ready: bool = False,
        which: str | None = None,
    ) -> None:
        """Submit a shape for a hive, and optionally Double, Block and *Ready*.

        If one of them is not allowed, none is submitted.
        """

        def tokens(table: TableView) -> str:
            name = _require_hive(table, hive)
            declared = [f"double:{name}"] * double + [f"block:{name}"] * block + ["ready"] * ready
            return " ".join((f"{name}:{_parse_letters(letters)}", *declared))

        await self.make(interaction, "submit", tokens)

    @app_commands.command(name="guess", description=N_("In round 3: guess the hidden numbers of a hive"))
    @table_option
    @app_commands.describe(
        hive=N_("A hive in play"), values=N_("Twelve digits, A to L; a dot for a blank"), ready=N_("Hand it in")
    )
    async def guess(
        self,
        interaction: Interaction,
        hive: app_commands.Range[str, 1, 20],
        values: app_commands.Range[str, 1, 100],
        ready: bool = False,
        which: str | None = None,
    ) -> None:
        """Submit a guess of the starting values of a hive (HM-12)."""

        def tokens(table: TableView) -> str:
            return f"guess:{_require_hive(table, hive)}:{_values(values)}" + " ready" * ready

        await self.make(interaction, "guess", tokens)

    @app_commands.command(name="status", description=N_("Show your choices and who is still choosing"))
    @table_option
    async def status(self, interaction: Interaction, which: str | None = None) -> None:
        """Show the page of all hives, of the last choice, or of the player's clues if there is no choice. Private."""
        await self.show(interaction, "status", _status_page)

    @submit.autocomplete("hive")
    async def _hives(self, interaction: Interaction, typed: str) -> Choices:
        view = await self._view(interaction)
        names = () if view is None else preview.open_hives(view)
        return choices([(phrases.hive_name(name), name) for name in names], typed)

    @guess.autocomplete("hive")
    async def _guessed_hives(self, interaction: Interaction, typed: str) -> Choices:
        view = await self._view(interaction)
        names = () if view is None else preview.guessable_hives(view)
        return choices([(phrases.hive_name(name), name) for name in names], typed)

    @submit.autocomplete("letters")
    async def _shapes(self, interaction: Interaction, typed: str) -> Choices:
        """Return autocomplete choices for the shapes that the player may still submit for the chosen hive."""
        view = await self._view(interaction)
        hive = _find_hive(view, str(interaction.namespace.hive or ""))
        if view is None or hive not in preview.open_hives(view):
            return []
        shapes = [
            shape
            for kind in preview.possible_kinds(view, hive)
            for letter in LETTERS
            for shape in preview.list_shapes_on_hex(kind, letter)
            if shape.letters[0] == letter
        ]
        typed = "".join(sorted(typed.upper())) if len(typed) == 3 else typed
        return choices([(phrases.format_shape(shape), shape.letters) for shape in shapes], typed)

    @guess.autocomplete("values")
    async def _values(self, interaction: Interaction, typed: str) -> Choices:
        """Return one autocomplete choice: the typed values padded with blanks, or, without any, the pending guess.

        The list is empty if the values are invalid.
        """
        view = await self._view(interaction)
        hive = _find_hive(view, str(interaction.namespace.hive or ""))
        if view is None or hive not in preview.guessable_hives(view):
            return []
        pending = preview.own_hive(view, hive).guess
        found = _token(typed).ljust(len(LETTERS), ".") if typed else pending or ""
        check = preview.check_guess(found)
        if check is None:
            return []
        return [app_commands.Choice(name=f"{found}{phrases.guess_warning(check)}"[:100], value=found)]

    async def _view(self, interaction: Interaction) -> View | None:
        """Return the player's view of the table that the command refers to, or None.

        None if the table can't be determined, or if the player may not submit anything for a round now.
        """
        table = await self.found(interaction)
        may_submit = table is not None and interface(GAME).composing.may_compose(table) and table.view.phase == "round"
        return table.view if table is not None and may_submit else None


def _status_page(table: TableView) -> Page:
    """Build the page of all hives during a round, else that of the player's last choice or of their clues."""
    composing = interface(GAME).composing
    if not composing.may_compose(table):
        return composing.page(table, "hints", ())
    return composing.page(table, "hives" if table.view.phase == "round" else "move", ())


def _token(text: str) -> str:
    """Return a text without its spaces."""
    return "".join(text.split())


# Reading options: Discord may send the label of a choice instead of its value


def _find_hive(view: View | None, text: str) -> str:
    """Return the name of a hive in notation, given that name or its label, such as "1" for "Hive 1".

    A text that is neither is returned without its spaces, in lower case.
    """
    typed = _token(text).lower()
    names = [] if view is None else [hive.name for hive in view.hives]
    labels = {_token(phrases.hive_name(name)).lower(): name for name in names}
    return labels.get(typed, typed.removeprefix("hive"))


def _require_hive(table: TableView, text: str) -> str:
    """Return the name, as in notation, of one of this match's hives, given that name or its label, such as "Hive 1".

    Raises Refusal for anything else, because another word could be parsed as a different action.
    """
    table.require_playing()
    names = [hive.name for hive in table.view.hives]
    if (name := _find_hive(table.view, text)) not in names:
        raise Refusal(_("There is no hive {name}. The hives are {names}.", name=quote(text), names=", ".join(names)))
    return name


def _parse_letters(text: str) -> str:
    """Return the letters of a shape, given its letters or the label of its choice."""
    return next((shape.letters for shape in SHAPES if phrases.format_shape(shape)[:100] == text), _token(text))


def _values(text: str) -> str:
    """Return the values of a guess from an option's text, without the warning that a choice's label may contain."""
    return _token(text.partition("(")[0])
