"""The game interface of Monster Hex: words, pages, and the choice of factions in the lobby."""

from collections.abc import Mapping, Sequence
from typing import Any

from cogs.monster_hex import abilities, commands, composing, options, reasons
from cogs.monster_hex import sentences as words
from cogs.ui.kit.composing import FIRST_PAGE
from cogs.ui.kit.interface import ZOOM_LAST, ZOOM_QUARTERS, Composing, GameInterface, Lobby, Teaching, Words
from engine.monster_hex.content import layout
from engine.monster_hex.events import SeatForfeited
from engine.monster_hex.objectives import OBJECTIVE
from engine.monster_hex.view import SeatView, View
from language.messages import N_, _, translate_labels
from render.monster_hex.naming import ability_name
from tables.game_hooks import LEVELS, SeatChoice
from tables.viewer import TableView

FACTION = "faction"
_TASKS = {
    "place": N_("to place a tile"),
    "take": N_("to choose a value"),
    "choose": N_("to choose an ability"),
    "ability": N_("to use an ability or not"),
    "shared": N_("to place the shared tile"),
}
_BUTTONS = {
    "place": N_("Place a tile"),
    "take": N_("Choose a value"),
    "choose": N_("Choose an ability"),
    "ability": N_("Use your ability"),
    "shared": N_("Place the shared tile"),
}

# Texts


def _headline(view: View, names: Sequence[str]) -> str:
    if view.phase == "over":
        return _("final score")
    return _("round {number} of {rounds}", number=view.round, rounds=layout(view.board).rounds)


def _scores(view: View, names: Sequence[str]) -> str:
    """Format each seat's faction, ability and points in the order of play, followed by the shared faction's points."""
    order = view.order or range(len(view.seats))
    scores = [_score(names[seat], view.seats[seat], view.edition) for seat in order]
    if view.shared is not None and view.shared.faction is not None:
        faction = words.faction_name(view.shared.faction)
        scores.append(_("shared {faction} {points}", faction=faction, points=view.shared.score.points))
    return " · ".join(scores)


def _score(name: str, seat: SeatView, edition: int | None) -> str:
    if seat.faction is None:
        return f"{name} **{seat.score.points}**"
    ability = f", {ability_name(seat.ability, edition)}" if seat.ability else ""
    return f"{name} ({_(words.FACTION_NAMES[seat.faction])}{ability}) **{seat.score.points}**"


def _draw_label(action: str, names: Sequence[str]) -> str | None:
    """Return the label of a random draw's outcome: a faction, the order of play, a tile or an objective.

    None for any other action.
    """
    match action.split():
        case ["faction", seat, faction]:
            drawn = _(words.FACTION_NAMES[faction])
        case ["order", *seats]:
            return _("Order: {names}", names=", ".join(_format_owner(seat, names) for seat in seats))
        case ["draw", seat, tile]:
            drawn = words.tile_name(tile)
        case ["objective", seat, objective]:
            drawn = _(OBJECTIVE[objective].name)
        case ["shared", tile]:
            return _("{monster} as the shared tile", monster=words.tile_name(tile))
        case _:
            return None
    return _("{drawn} for {name}", drawn=drawn, name=_format_owner(seat, names))


def _format_owner(seat: str, names: Sequence[str]) -> str:
    """Return the name of the recipient of a random draw: a player, the shared faction, or "everybody"."""
    if seat.isdigit():
        return names[int(seat)]
    return _(words.SHARED) if seat == "shared" else _("everybody")


def _done_text(view: View, actions: Sequence[str]) -> str:
    return " ".join(_done(action.split(), view.edition) for action in actions)


def _done(words_of_action: Sequence[str], edition: int | None) -> str:
    match words_of_action:
        case ["place", tile, label, *_]:
            return _("The {monster} is on {hex}.", monster=words.monster(tile), hex=label)
        case ["shared", label, _]:
            return _("The shared tile is on {hex}.", hex=label)
        case ["take", value]:
            return _("The {value} is yours.", value=value)
        case ["choose", ability]:
            return _("You chose {ability}.", ability=ability_name(ability, edition))
        case ["decline"]:
            return _("You keep your ability for later.")
        case [ability, *_] if ability in abilities.LINES:
            return _("You used {ability}.", ability=ability_name(ability, edition))
        case _:
            return _("Done.")


# Pages of a move, and private pages


def _may_compose(table: TableView) -> bool:
    """Return whether the viewer must act, or may still change their chosen ability."""
    may_change = table.seat is not None and table.view.phase == abilities.CHOOSE
    return table.must_act or (may_change and table.may_resign())


def _zoom_places(view: View) -> Mapping[str, str]:
    """Return the labels of the parts of the board that can be enlarged, by name: the last move, then the quarters.

    Before the first move, the middle of the board takes the place of the last move.
    """
    first = _(ZOOM_LAST) if view.last else _("Middle")
    return {"last": first} | translate_labels(ZOOM_QUARTERS)


# Lobby and guide


def _with_choices(given: dict[str, Any], chosen: Sequence[Mapping[str, str]]) -> dict[str, Any]:
    """Add the factions chosen by players to the options; they take precedence over factions typed with `/play`.

    Options that depend on the number of seats (shared faction, head start, board) are updated too.
    """
    seats = len(chosen)
    shared = seats == 1 or (seats == options.SHARED_SEATS and bool(given.get(options.SHARED)))
    factions = [choices.get(FACTION) for choices in chosen] + [None] * shared
    typed = [*(given.get("factions") or ()), *([None] * len(factions))]
    kept = [None if faction in factions else faction for faction in typed]
    wanted = [own or other for own, other in zip(factions, kept, strict=False)]
    return {
        **given,
        "board": None,
        "factions": wanted,
        options.SHARED: shared,
        options.HEAD_START: options.has_head_start(given, seats),
    }


def _more_typed(seats: int) -> Mapping[str, Sequence[str]]:
    """Return the suggested values of the option `factions` of `/play`.

    Each value has one faction for the first seat and random factions for the other seats.
    """
    entries = max(seats, 2)
    factions = [",".join([faction, *["random"] * (entries - 1)]) for faction in words.FACTION_NAMES]
    return {"factions": factions}


def _traits(given: Mapping[str, Any], seats: int) -> Mapping[str, str]:
    variants = options.list_variants(given, seats)
    played = {
        "alone": seats == 1,
        "abilities": options.ABILITIES in variants,
        "objectives": options.OBJECTIVES in variants,
        "shared": options.SHARED in variants,
        "head_start": options.has_head_start(given, seats),
    }
    found = {name: str(is_played).lower() for name, is_played in played.items()}
    return {**found, "board": str(max(2, seats)), "edition": str(given.get(options.EDITION) or "")}


def _guide_page(view: View) -> str:
    """Return the name of the guide page that explains the pending decision."""
    if view.phase == "over":
        return "goal"
    if view.phase in ("choose", "ability"):
        return "abilities"
    if view.phase == "shared":
        return "shared faction"
    if view.take is not None:
        return "values"
    return "match" if view.monsters else "goal"


INTERFACE = GameInterface(
    colour=0x9668D6,
    sentence=N_("Surround the stones with monsters: most power scores."),
    minutes=20,
    slow=N_("a week at a move a day"),
    computers=LEVELS,
    plays_on=True,
    words=Words(
        headline=_headline,
        task=lambda view: _(_TASKS.get(view.phase, _TASKS["place"])),
        compose_label=lambda view: _(_BUTTONS.get(view.phase, _BUTTONS["place"])),
        scores=_scores,
        verdict=words.verdict,
        sentences=words.sentences,
        card_sentences=words.card_sentences,
        leaver=lambda event: event.seat if isinstance(event, SeatForfeited) else None,
        label=composing.describe_action,
        draw_label=_draw_label,
    ),
    composing=Composing(
        page=composing.page,
        may_compose=_may_compose,
        press=abilities.choice_press,
        asks_at_once=lambda view: view.take is not None,
        typed_choices=commands.typed_choices,
        typed_page=commands.typed_page,
        proposal_page=lambda table, actions, after: composing.proposal_page(table, actions),
        hint_reason=reasons.explain,
        better_reason=reasons.explain_better,
        zoom_places=_zoom_places,
        pages=composing.PAGES | abilities.PAGES,
        hint_pages=composing.PAGES | abilities.PAGES | {FIRST_PAGE},
    ),
    lobby=Lobby(
        options=options.OPTIONS,
        complete_options=lambda chosen, before: options.complete(chosen),
        more_typed=_more_typed,
        options_summary=lambda given, settings: options.summary(given, settings.seats),
        variant=options.variant,
    ),
    teaching=Teaching(
        traits=_traits,
        guide_page=_guide_page,
        taught_tables=(
            ({}, 2),
            ({"abilities": True, "objectives": True}, 4),
            ({"shared": True}, 2),
            ({}, 1),
            ({"abilities": True, options.EDITION: options.YEAR}, 2),
        ),
    ),
    seat_choices=lambda given: (SeatChoice(FACTION, N_("Your faction"), words.FACTION_NAMES),),  # faction choice (MH-3)
    with_choices=_with_choices,
    rematch_options=lambda given: {**given, "factions": None},  # seat choices keep the factions
    solo_score=lambda view: view.seats[0].score.points if view.reason == "solo" else None,  # solo score (MH-22)
    done_text=_done_text,
    submission_text=lambda view: abilities.submission_text(view) if view.phase == abilities.CHOOSE else "",
)
