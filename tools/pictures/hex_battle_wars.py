"""Sample pictures of Hex Battle Wars, for the contact sheet and the documentation."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from engine.core import CHANCE, sample_outcome
from engine.games import game_type
from engine.hex_battle_wars import odds, preview
from engine.hex_battle_wars.picks import quick_picks
from engine.hex_battle_wars.players import Normal
from engine.hex_battle_wars.view import View
from render import Animation, Picture
from render.hex_battle_wars import PAINTER, choices, naming
from tools.pictures.gallery import LONGEST, NAMES, SEED, Moment, play

NAME: Final = "hex_battle_wars"
SHOWN: Final[Mapping[str, Any]] = {"preset": "skirmish"}
LARGE: Final[Mapping[str, Any]] = {"preset": "standard", "obstacles": "program"}
LAID: Final[Mapping[str, Any]] = {**SHOWN, "obstacles": "players"}
REPLAYED: Final = 40
"""Number of moments in the sample replay."""


class HexBattleWarsExhibits:
    """Sample pictures of Hex Battle Wars; see `tools.pictures.gallery.Exhibits`."""

    def pictures(
        self, seats: int, theme: str, names: Sequence[str] = NAMES, longest: Sequence[str] = LONGEST
    ) -> Iterator[tuple[str, Picture | Animation]]:
        """Yield every kind of picture, some with the longest names."""
        moments = sample(seats, seats, SHOWN)
        labels, longest = names[:seats], longest[:seats]
        public = [moment.public for moment in moments]
        shown = showpiece(public)
        yield "board", PAINTER.board(shown, labels, theme)
        yield "board long", PAINTER.board(shown, longest, theme)
        yield "board end", PAINTER.board(public[-1], longest, theme)
        yield (
            "board large",
            PAINTER.board(showpiece([each.public for each in sample(seats, SEED, LARGE)]), labels, theme),
        )
        yield "zoom last", PAINTER.zoom(shown, longest, "last", theme)
        yield "zoom NW", PAINTER.zoom(shown, labels, "NW", theme)
        for kind, view, action in close_ups(seats):
            yield kind, PAINTER.preview(view, labels if len(kind) % 2 else longest, action, theme)
            if kind in ("move", "tiles"):
                yield f"{kind} picks", choices.where_to(view, labels, quick_picks(view, view.viewer), theme, action)
            if kind == "attack":
                yield "attack hint", choices.whom(view, longest, odds.targets(view)[0].action, theme)
        hidden = next((each.own for each in moments if has_tiles(each.own)), None)
        if hidden is not None:
            yield "hand hidden", PAINTER.hand(hidden, labels, theme)
        yield "hand", PAINTER.hand(moments[len(moments) // 2].own, labels, theme)
        yield "result", PAINTER.result(public, labels, theme)
        yield "result long", PAINTER.result(public, longest, theme)
        yield "legend", PAINTER.legend(None, theme)
        yield "replay", PAINTER.replay(public[-REPLAYED:], labels, theme)

    def highlights(self) -> Mapping[str, Picture]:
        """Draw the board, the legend, close-ups (deployment, moves, sight, tiles, attack), and the end of a game."""
        labels = NAMES[:3]
        public = [moment.public for moment in sample(3, SEED, SHOWN)]
        shown = {kind: (view, action) for kind, view, action in close_ups(3)}
        found = {kind: PAINTER.preview(view, labels, action) for kind, (view, action) in shown.items()}
        moving = shown["move"][0]
        picks = quick_picks(moving, moving.viewer)
        found["picks"] = choices.where_to(moving, labels, picks)
        found["see"] = choices.whom(preview.after_walk(moving, picks[0].label), labels)
        return {
            "board": PAINTER.board(showpiece(public), labels),
            "legend": PAINTER.legend(),
            **{name: found[kind] for name, kind in DOCUMENTED.items() if kind in found},
            "end": PAINTER.result(public, labels),
        }


DOCUMENTED: Final = {
    "move": "picks",
    "sight": "see",
    "hazards": "move hazards",
    "tiles": "tiles",
    "attack": "attack",
    "deploy": "deploy",
}
"""Close-ups shown in the documentation: the kind of close-up by the name of the picture."""


def sample(seats: int, seed: int, options: Mapping[str, Any]) -> list[Moment]:
    """Play a game between computer players and return its moments."""
    return play(NAME, seats, seed, options=options, player=Normal)


def has_tiles(view: View) -> bool:
    """Return whether the viewer's own character is hidden, with its tiles on different hexes."""
    return 0 <= view.viewer < len(view.seats) and len(set(view.seats[view.viewer].tiles)) > 1


def showpiece(views: Sequence[View]) -> View:
    """Return the view that shows most: if possible a fresh hit, and a hidden character together with a recent move."""

    def worth(view: View) -> tuple[bool, bool, int]:
        hidden = any(naming.is_hidden(view, seat) for seat in range(len(view.seats)))
        shot = view.shot
        hit = shot is not None and shot.damage > 0 and naming.is_fresh(view) and len(shot.modifiers) == 2
        return hit, hidden and naming.should_show_newest_walk(view), sum(seat.out_round is None for seat in view.seats)

    return max(views, key=worth)


def close_ups(seats: int) -> Iterator[tuple[str, View, str]]:
    """Yield a name, a view and the action to preview for each kind of close-up that occurs in the sample games."""
    laying = find_position(seats, LAID, lambda view: view.phase == "blocks", 1)
    if laying is not None:
        yield "block", laying, "block 2"
        yield "block chosen", laying, f"block 1 {preview.block_labels(laying, 1)[9]}"
    deploying = find_position(seats, SHOWN, lambda view: view.phase == "deploy", 1)
    if deploying is not None:
        yield "deploy", deploying, "deploy"
        yield "deploy chosen", deploying, f"deploy {preview.deploy_labels(deploying)[0]}"
    moving = find_position(seats, SHOWN, lambda view: is_rolled(view, False) and 4 <= open_roll(view) <= 5)
    if moving is not None:
        best = quick_picks(moving, moving.viewer, with_hint=False)[0].label
        yield "move", moving, "move"
        yield "move way", moving, f"move {best}"
        yield "see", moving, f"see {best}"
    plowing = find_position(seats, SHOWN, lambda view: find_costly_move(view) is not None)
    if plowing is not None:
        yield "move hazards", plowing, f"move {find_costly_move(plowing)}"
    far = find_position(seats, SHOWN, lambda view: is_rolled(view, False) and open_roll(view) == 10)
    if far is not None:
        yield "move far", far, "move"
    hidden = find_position(seats, SHOWN, lambda view: is_rolled(view, True) and open_roll(view) > 2)
    if hidden is not None:
        yield "tiles", hidden, "tiles"
        yield "stay", hidden, "stay"
    shooting = find_position(seats, SHOWN, lambda view: len(odds.targets(view)) > seats - 2)
    if shooting is not None:
        yield "attack", shooting, "attack"
        yield "attack chosen", shooting, odds.targets(shooting)[0].action


def open_roll(view: View) -> int:
    """Return the movement roll that the acting seat has yet to use, 0 if there is none."""
    return view.turn.roll if view.turn is not None and view.turn.stage == "rolled" else 0


def is_rolled(view: View, hidden: bool) -> bool:
    """Return whether a movement roll is yet to be used by a hidden character, or a visible one if `hidden` is False."""
    return bool(open_roll(view)) and view.turn is not None and naming.is_hidden(view, view.turn.seat) == hidden


def find_costly_move(view: View) -> str | None:
    """Return a destination that costs more points than the visible acting character has rolled, None if there is none.

    Entering a hazard with too few points left ends the walk.
    """
    if not is_rolled(view, False):
        return None
    ways = [preview.destination(view, label) for label in preview.destination_labels(view)]
    return next((way.label for way in ways if way is not None and sum(way.costs) > open_roll(view) > 4), None)


def find_position(
    seats: int, options: Mapping[str, Any], wanted: Callable[[View], bool], later: int = 0, games: int = 6
) -> View | None:
    """Return the first position of the sample games for which `wanted` is true, as seen by its acting seat.

    `later` is the number of such positions to skip, and `games` the number of games. The result is None if there is
    none.
    """
    rules = game_type(NAME).rules(seats, game_type(NAME).options(seats, dict(options)))
    for seed in range(SEED, SEED + games):
        rng, state, left = Random(seed), rules.initial_state(), later
        players = [Normal(rules, seat) for seat in range(seats)]
        while actors := rules.actors(state):
            if actors[0] == CHANCE:
                action = sample_outcome(rules.chance_outcomes(state), rng)
            else:
                view = rules.view(state, actors[0])
                if wanted(view):
                    if not left:
                        return view
                    left -= 1
                action = players[actors[0]].choose(view, rules.legal_actions(state, actors[0]), rng)
            state = rules.apply(state, actors[0], action).state
    return None


EXHIBITS = HexBattleWarsExhibits()
