"""Hex Battle Wars' implementation of the game interface."""

from collections.abc import Sequence

from cogs.hex_battle_wars import commands, options, pins, reasons, setting_up, sight, turns
from cogs.hex_battle_wars import sentences as words
from cogs.hex_battle_wars.card_sentences import card_sentences
from cogs.hex_battle_wars.choosing import plain
from cogs.hex_battle_wars.phrases import describe_action
from cogs.ui.kit.interface import Composing, GameInterface, Lobby, Page, Teaching, Words
from engine.hex_battle_wars.content import LAST_ROUND
from engine.hex_battle_wars.events import SeatForfeited
from engine.hex_battle_wars.recall import add_attacks
from engine.hex_battle_wars.view import SeatView, View
from language.messages import N_, _
from tables.game_hooks import LEVELS
from tables.viewer import TableView

SET_UP = {"blocks": N_("laying blocks"), "deploy": N_("choosing where to start"), "over": N_("the end")}

# Texts


def _headline(view: View, names: Sequence[str]) -> str:
    """Return the current round, or the current step of set-up, in a few words."""
    if view.phase in SET_UP:
        return _(SET_UP[view.phase])
    if not view.round:
        return _("setting up")
    if view.last_round == LAST_ROUND:
        return _("round {number}", number=view.round)
    return _("round {number} of {rounds}", number=view.round, rounds=view.last_round)


def _has_rolled(view: View) -> bool:
    return view.turn is not None and view.turn.stage == "rolled"


def _task(view: View) -> str:
    if view.phase in ("blocks", "deploy"):
        return _("to lay blocks") if view.phase == "blocks" else _("to choose where to start")
    return _("to choose where to go") if _has_rolled(view) else _("to play")


def _compose_label(view: View) -> str:
    if view.phase in ("blocks", "deploy"):
        return _("Lay blocks") if view.phase == "blocks" else _("Choose a hex")
    return _("Choose a hex") if _has_rolled(view) else _("Play")


def _scores(view: View, names: Sequence[str]) -> str:
    """Format each player's health points, and whether the player is invisible or out. Empty during set-up."""
    if not view.round:
        return ""
    return " · ".join(_score(name, seat) for name, seat in zip(names, view.seats, strict=True))


def _score(name: str, seat: SeatView) -> str:
    if seat.forfeited or not any(piece.hp for piece in seat.pieces):
        return _("{name} out", name=name)
    health = " + ".join(str(piece.hp) for piece in seat.pieces if piece.hp)
    score = N_("{name} **{health}** HP, invisible") if seat.tiles else N_("{name} **{health}** HP")
    return _(score, name=name, health=health)


def _draw_label(action: str, names: Sequence[str]) -> str | None:
    """Format the outcome of a random draw: a hazard's hex, or which tile is real. None for any other action."""
    match action.split():
        case ["real", tile]:
            return _("Tile {tile} is the real one", tile=tile)
        case ["hazard", kind, label]:
            hazard = N_("Water on {hex}") if kind == "water" else N_("Quicksand on {hex}")
            return _(hazard, hex=label)
        case _:
            return None


def _done_text(view: View, actions: Sequence[str]) -> str:
    """Format the reply to typed actions: the actions, and the result of a roll to move or to vanish."""
    done = _("Done: {actions}.", actions=_(", then ").join([describe_action(action) for action in actions]))
    if view.viewer not in view.actors or view.turn is None:
        return done
    if _has_rolled(view):
        rolled = _("You rolled {roll}: now choose where to go.", roll=view.turn.roll)
        return f"{done} {rolled}"
    if actions[-1].startswith("vanish"):
        real = view.seats[view.viewer].real
        result = _("You are invisible: tile {tile} is you.", tile=real) if real else _("The roll was too low.")
        return f"{done} {result}"
    return done


# Pages of a move, and private pages


def _page(table: TableView, name: str, details: Sequence[str], *, confirm: bool = True) -> Page:
    if name == sight.STATUS:
        return sight.status(table)
    if not table.must_act:
        return turns.over(table)
    match name, plain(details):
        case "sight", (label,) if f"deploy {label}" in table.legal:
            return sight.page(table, label, f"deploy {label}", _("Start there"), "starts")
        case _:
            pages = setting_up if table.view.phase in ("blocks", "deploy") else turns
            return pages.page(table, name, details, confirm=confirm)


def _private_buttons(table: TableView) -> Sequence[tuple[str, str]]:
    """Return label and page of the card's button *My character*; empty unless the game is in progress.

    *Attack* on the card takes its place, unless somebody may ask which tile is the real one.
    """
    if table.row.phase != "playing":
        return ()
    has_attack = len(turns.first_steps(table)) > 1 and not any(seat.tiles for seat in table.view.seats)
    return () if has_attack else ((_(sight.BUTTON_STATUS), sight.STATUS),)


def _guide_page(view: View) -> str:
    """Return the name of the guide page that explains the pending decision."""
    turn = view.turn
    if view.phase == "blocks":
        return "blocks"
    if turn is None or view.phase != "turn":
        return "goal"
    if view.seats[turn.seat].tiles:
        return "tiles"
    return {"rolled": "walk", "moved": "attack"}.get(turn.stage, "turn")


INTERFACE = GameInterface(
    colour=0x3F6FD8,
    sentence=N_("Climb, hide and attack. Be the last one standing."),
    minutes=15,
    slow=N_("two weeks at a move a day"),
    computers={level: LEVELS[level] for level in ("easy", "normal", "strong")},
    level_lines={
        "easy": N_("Often misses its best move, even a good shot"),
        "normal": N_("Moves where it hits well and is hard to hit"),
        "strong": N_("Considers what the others could do next"),
    },
    words=Words(
        headline=_headline,
        task=_task,
        compose_label=_compose_label,
        scores=_scores,
        verdict=words.verdict,
        sentences=words.sentences,
        card_sentences=card_sentences,
        leaver=lambda event: event.seat if isinstance(event, SeatForfeited) else None,  # leaving forfeits (HBW-25)
        label=lambda action, view: describe_action(action),
        draw_label=_draw_label,
    ),
    composing=Composing(
        page=_page,
        press=turns.press,
        first_steps=turns.first_steps,
        form=pins.form,
        form_submitted=pins.form_submitted,
        typed_choices=commands.typed_choices,
        typed_page=commands.typed_page,
        proposal_page=lambda table, actions, after: reasons.propose(table, actions),
        hint_reason=reasons.explain,
        better_reason=lambda table, played, better: reasons.explain(table, [better]),
        private_buttons=_private_buttons,
        pages=frozenset({sight.STATUS}) | setting_up.PAGES | turns.PAGES,
        open_pages=frozenset({sight.STATUS}),
    ),
    lobby=Lobby(
        options=options.OPTIONS,
        new_options={options.PRESET: options.NEW_PRESET},
        complete_options=options.complete,
        more_typed=lambda seats: options.TYPED_ONLY,
        options_summary=options.summary,
        variant=lambda given: _(options.PRESET_NAMES[given[options.PRESET]]),
    ),
    teaching=Teaching(
        guide_page=_guide_page,
        taught_tables=(({"obstacles": "players"}, 2),),
    ),
    card_view=add_attacks,
    with_choices=lambda given, chosen: options.drop_default_radius(given),
    rematch_options=options.drop_default_radius,
    done_text=_done_text,
)
