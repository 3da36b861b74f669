"""Connect Four's implementation of the game interface, with the private pages *My reserve* and *Monsters*."""

from collections.abc import Sequence

import discord
from discord import ui

from cogs.connect_four import commands, options, phrases, reasons, setting_up, turns
from cogs.connect_four import sentences as words
from cogs.ui.kit.composing import FIRST_PAGE
from cogs.ui.kit.custom_ids import open_id
from cogs.ui.kit.interface import ZOOM_LAST, Composing, GameInterface, Lobby, Page, Teaching, Words
from cogs.ui.kit.selects import SELECT_LIMIT, cut
from cogs.ui.messages.cards import move_row
from engine.connect_four import preview
from engine.connect_four.events import Conceded
from engine.connect_four.options import dimensions
from engine.connect_four.recall import add_earlier_action
from engine.connect_four.roster import CLASSES, MONSTERS
from engine.connect_four.view import View
from language.messages import N_, _, format_number, translate_labels
from render.connect_four import PAINTER
from render.connect_four.naming import class_words
from tables.game_hooks import LEVELS
from tables.refusal import BoardMovedOn, Refusal
from tables.texts import BOARD_MOVED_ON, format_players_only
from tables.viewer import TableView

RESERVE, MONSTERS_PAGE = "reserve", "monsters"
BUTTON_RESERVE = N_("My reserve")
NO_RESERVE = N_("You have no reserve yet. It appears here once both forces are chosen.")
ZOOM_PLACES = {
    "last": ZOOM_LAST,
    "NW": N_("Top left"),
    "NE": N_("Top right"),
    "SW": N_("Bottom left"),
    "SE": N_("Bottom right"),
}
_HEADLINES = {
    "class": N_("choosing classes"),
    "class roll": N_("choosing classes"),
    "other class": N_("choosing classes"),
    "force": N_("choosing forces"),
    "first roll": N_("choosing forces"),
    "over": N_("the end"),
}
_TASKS = {
    "class": N_("to choose a class"),
    "other class": N_("to choose another class"),
    "force": N_("to choose a force"),
    "retaliate": N_("to strike back"),
    "rampage": N_("to rampage or not"),
}
_USUAL_TASK = N_("to play")
_BUTTONS = {
    "class": N_("Choose a class"),
    "other class": N_("Choose another class"),
    "force": N_("Choose a force"),
    "retaliate": N_("Strike back"),
    "rampage": N_("Rampage"),
}
_USUAL_BUTTON = N_("Play")


# Texts


def _headline(view: View) -> str:
    return _(_HEADLINES[view.phase]) if view.phase in _HEADLINES else _("turn {number}", number=view.turn)


def _scores(view: View, names: Sequence[str]) -> str:
    """Format each player's kill points, and the squares where the next placement could complete a four.

    The text is empty during set-up.
    """
    if not view.turn:
        return ""
    points = [f"{name} **{seat.kill_points}**" for name, seat in zip(names, view.seats, strict=True)]
    threats = phrases.describe_threats(preview.threats(view), names) if view.winners is None else ""
    return "\n".join(part for part in (_("Kill points: {points}", points=" · ".join(points)), threats) if part)


def _done_text(view: View, actions: Sequence[str]) -> str:
    return _("Done: {actions}.", actions=_(", then ").join(phrases.describe_action(action) for action in actions))


def _submission_text(view: View) -> str:
    """Format the note that the viewer has chosen a class or force and can still change it; empty before the choice."""
    own = setting_up.own_seat(view)
    if not own.chosen:
        return ""
    if view.phase == "class":
        return _("Your class is chosen. You can change it until the other player has chosen.")
    return _("Your force is chosen. You can change it until the other player has chosen.")


# The pages of a move


def _may_compose(table: TableView) -> bool:
    """Return whether the viewer must act, or may still change their secret choice of a class or force."""
    may_change = table.seat is not None and table.view.phase in ("class", "force")
    return table.must_act or (may_change and table.may_resign())


def _page(table: TableView, name: str, details: Sequence[str], *, confirm: bool = True) -> Page:
    found = _private_page(table, name, details) or setting_up.page(table, name)
    if found is not None:
        return found
    if table.must_act:
        return turns.page(table, name, details, confirm=confirm)
    raise BoardMovedOn(_(BOARD_MOVED_ON))


# The reserve and the monsters


def _private_buttons(table: TableView) -> Sequence[tuple[str, str]]:
    """Return labels and pages of the card's private buttons: *My reserve* from the first turn on, and *Monsters*."""
    has_reserve = table.row.phase == "playing" and table.view.turn
    reserve = ((_(BUTTON_RESERVE), RESERVE),) if has_reserve else ()
    return (*reserve, (_("Monsters"), MONSTERS_PAGE))


def _private_page(table: TableView, name: str, details: Sequence[str]) -> Page | None:
    """Return the page *My reserve* or *Monsters*, or None for the name of another page.

    Raises Refusal if the viewer may not open it, and BoardMovedOn if its details are stale.
    """
    match name, tuple(details):
        case "reserve", ():
            return _reserve(table)
        case "monsters", ():
            return _monsters(table, _own_class(table.view))
        case "monsters", (class_name,) if class_name in CLASSES:
            return _monsters(table, class_name)
        case "monsters", (class_name, monster) if monster in MONSTERS:
            return _monsters(table, class_name, monster)
        case (("reserve" | "monsters"), _):
            raise BoardMovedOn(_(BOARD_MOVED_ON))
        case _:
            return None


def _reserve(table: TableView) -> Page:
    view: View = table.view
    if table.seat is None:
        raise Refusal(format_players_only(_(BUTTON_RESERVE)))
    own = view.seats[view.viewer]
    if own.force is None or not view.turn:
        raise Refusal(_(NO_RESERVE))
    text = _("**Your reserve is empty.**")
    if own.reserve:
        text = _("**Your reserve: {force}.**", force=phrases.format_force_size(own.reserve))
    return Page(text, move_row(table), lambda theme: PAINTER.hand(view, table.names, theme))


def _own_class(view: View) -> str:
    """Return the class that *Monsters* shows first.

    That is the viewer's own class, else another one chosen at the table, else the first of the roster.
    """
    seats = view.seats if view.viewer != 1 else view.seats[::-1]
    return next((seat.class_name for seat in seats if seat.class_name), next(iter(CLASSES)))


def _monsters(table: TableView, class_name: str, monster: str | None = None) -> Page:
    found = monster if monster is not None and MONSTERS[monster].class_name == class_name else None
    on_grid = [each.id for each in table.view.monsters if MONSTERS[each.id].class_name == class_name]
    shown = found or max(on_grid, key=lambda each: MONSTERS[each].points, default=CLASSES[class_name][0].id)
    owners = [seat for seat, each in enumerate(table.view.seats) if each.class_name == class_name]
    seat = table.seat if table.seat in owners else owners[0] if owners else table.seat or 0
    classes = [
        discord.SelectOption(label=class_words(name), value=name, default=name == class_name)
        for name in list(CLASSES)[:SELECT_LIMIT]
    ]
    monsters = [
        discord.SelectOption(
            label=phrases.monster_title(each.id),
            value=each.id,
            description=cut(phrases.describe_values(each.id)),
            default=each.id == shown,
        )
        for each in CLASSES[class_name][:SELECT_LIMIT]
    ]
    rows = (_select(table, _("Class"), classes), _select(table, _("Monster"), monsters, class_name), *move_row(table))
    return Page(phrases.describe_monster(shown), rows, lambda theme: PAINTER.monster(shown, seat=seat, theme=theme))


def _select(
    table: TableView, title: str, entries: list[discord.SelectOption], *details: str
) -> ui.ActionRow[ui.LayoutView]:
    custom_id = str(open_id(table, MONSTERS_PAGE, *details))
    return ui.ActionRow(ui.Select(custom_id=custom_id, placeholder=title, options=entries))


def _guide_page(view: View) -> str:
    """Return the name of the guide page that explains the pending decision."""
    match view.phase:
        case "force" | "first roll":
            return "force"
        case "click":
            return "dial"
        case "retaliate" | "rampage":
            return "attack"
        case "class" | "class roll" | "other class" | "over":
            return "goal"
        case _:
            return "place" if view.turn <= 2 else "attack"


INTERFACE = GameInterface(
    colour=0xD6453D,
    sentence=N_("Four in a row, but the pieces bite back."),
    minutes=30,
    slow=N_("two weeks at a move a day"),
    computers=LEVELS,
    words=Words(
        headline=lambda view, names: _headline(view),
        task=lambda view: _(_TASKS.get(view.phase, _USUAL_TASK)),
        compose_label=lambda view: _(_BUTTONS.get(view.phase, _USUAL_BUTTON)),
        scores=_scores,
        verdict=words.verdict,
        sentences=lambda view, events, names: words.sentences(events, names),
        card_sentences=lambda view, events, names: words.sentences(events, names, brief=True),
        leaver=lambda event: event.seat if isinstance(event, Conceded) else None,  # a leaver concedes (CF-20)
        label=lambda action, view: phrases.describe_action(action),
    ),
    composing=Composing(
        page=_page,
        may_compose=_may_compose,
        press=setting_up.press,
        only_move=turns.only_move,
        typed_page=commands.typed_page,
        zoom_places=lambda view: translate_labels(ZOOM_PLACES),
        proposal_page=lambda table, actions, after: setting_up.proposal(table, actions),
        hint_reason=reasons.explain,
        private_buttons=_private_buttons,
        pages=frozenset({RESERVE, MONSTERS_PAGE}) | setting_up.PAGES | turns.PAGES,
        hint_pages=turns.PAGES - {"concede"} | {FIRST_PAGE},
        open_pages=frozenset({RESERVE, MONSTERS_PAGE}),
    ),
    lobby=Lobby(
        options=options.OPTIONS,
        options_summary=lambda given, settings: options.summary(given),
        variant=options.variant,
    ),
    card_view=add_earlier_action,
    surprise=setting_up.surprise,
    set_up_hint=setting_up.advise,
    teaching=Teaching(
        traits=lambda given, seats: {"points": format_number(dimensions(given).points)},
        guide_page=_guide_page,
    ),
    done_text=_done_text,
    submission_text=_submission_text,
)
