"""Hive Mind's part of the interface: words, pages, and what is special where everybody submits at the same time."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from discord import ui

from cogs._interfaces import Draft, Press
from cogs._looks import Look, TableSettings
from cogs._refusal import BoardMovedOn
from cogs.hive_mind import closing, composing, guessing, options, phrases, private
from cogs.hive_mind import sentences as words
from engine.hive_mind.notation import tokens
from engine.hive_mind.preview import open_hives
from engine.hive_mind.view import SeatScore, View


class HiveInterface:
    """Hive Mind's part of the interface; a `Together` too."""

    colour = 0xE0A32E
    choice_title = ""
    compose_label = "Submit"
    open_pages = frozenset({"hints", "notes", "result"})
    computers: Mapping[str, str] = {"deduction": "reasons from its hints", "random": "plays any legal move"}
    moved_on = phrases.MOVED_ON
    how_to_play = (
        "### Hive Mind in one minute\n"
        "- Under each hive lie five 1s, four 2s and three 3s; nobody sees them. Each round everybody secretly lays "
        "a **shape** of three connected hexes on every open hive, and all are revealed as numbers only.\n"
        "- The shapes are **Tri**, **Arc** and **Line**; on each hive you play each kind once in its three rounds. "
        "Your shape tells you alone the sum of the hexes that it *looks at*: around a Tri, straight ahead of "
        "an Arc, beside the ends of a Line.\n"
        "- Round 1 only tells. In rounds 2 and 3 a hex under an **odd** number of shapes gives each of them its "
        "value, and is worth nothing from then on; under an **even** number nobody gets anything.\n"
        "- With round 2 you may declare **Double** (twice, where you lie alone in round 3) and **Block** (+1 where "
        "an even crowd holds somebody's Double). With round 3 you may guess the values: a point "
        "each for the right set of 1s, of 2s, of 3s.\n"
        "- Points stay hidden until the end. Most points win Tokens of Life, fewest make the Elimination Candidate.\n"
        "- What you choose is kept at once and may be changed until the last one is ready or time is up."
    )

    def headline(self, view: View, names: Sequence[str]) -> str:
        """Where the match stands."""
        return phrases.round_words(view)

    def task(self, view: View) -> str:
        """What whoever must act has to do."""
        if view.phase == "totals":
            return "to guess totals"
        return "to choose" if view.phase == "choice" else "to submit"

    def scores(self, view: View, names: Sequence[str]) -> str:
        """Nothing before the end (HM-11); then everybody's points, tokens, and the candidate."""
        if view.scores is None:
            return ""
        order = sorted(range(len(names)), key=lambda seat: -view.scores.seats[seat].points if view.scores else 0)
        return " · ".join(
            _score(names[seat], view.scores.seats[seat], candidate=seat == view.candidate) for seat in order
        )

    def sentences(self, view: View, events: Sequence[Any], names: Sequence[str]) -> list[str]:
        """What happened, newest last."""
        return words.sentences(view, events, names)

    def seat_choices(self, options: dict[str, Any]) -> Sequence[tuple[str, str]]:
        """All seats are alike."""
        return ()

    def with_choices(self, options_set: dict[str, Any], chosen: Sequence[str | None]) -> dict[str, Any]:
        """The options for the seats that are taken in the end."""
        return options.with_seats(options_set)

    def label(self, action: str) -> str:
        """An action in words."""
        return phrases.action_words(action)

    def draft(self, look: Look, what: str, details: Sequence[str], *, confirm: bool = True) -> Draft:
        """A page. Raises BoardMovedOn for one that there is not."""
        view: View = look.view
        pages = [private.draft]
        if view.phase == "round":
            pages += [composing.draft, guessing.draft]
        pages.append(closing.draft)
        for page in pages:
            found = page(look, what, details)
            if found is not None:
                return found
        if what == "handed":
            return self.draft(look, "move", ())
        raise BoardMovedOn(phrases.MOVED_ON)

    # Where several seats choose at the same time

    def private_buttons(self, look: Look) -> Sequence[tuple[str, str]]:
        """Hints and notes while the match goes on; at the end what everybody played."""
        if look.row.phase != "playing":
            return (("All placements", "result"),)
        notes = (("Notes", "notes"),) if composing.notes_allowed(look) else ()
        return (("My hints", "hints"), *notes)

    def turn(self, view: View) -> int:
        """Counts what was asked so far."""
        return composing.turn(view)

    def seconds(self, view: View, settings: TableSettings) -> int | None:
        """The guess of totals has a time of its own (HM-18)."""
        return options.totals_seconds(settings) if view.phase == "totals" else settings.clock

    def may_compose(self, look: Look) -> bool:
        """Who plays may change a submission until the round closes; of the last choices only whose they are."""
        view: View = look.view
        if view.own is None or view.seats[view.viewer].forfeited:
            return False
        return view.phase in ("round", "totals") or look.must_act

    def actions(self, text: str) -> Sequence[str]:
        """Several tokens may stand in a line."""
        return tokens(text)

    def said(self, view: View) -> str:
        """What is still missing."""
        return phrases.standing_of_submission(view)

    def press(self, look: Look, what: str, details: Sequence[str]) -> Press | None:
        """What a press does to the submission."""
        return composing.press(look, what, details) or guessing.press(look, what, details)

    def form(self, look: Look, details: Sequence[str]) -> ui.Modal:
        """A guess to write. Raises BoardMovedOn for a form that there is not."""
        match tuple(details):
            case "guess", hive:
                return guessing.form(look, hive)
            case "totals", part:
                return closing.form(look, part)
            case _:
                raise BoardMovedOn(phrases.MOVED_ON)

    def filled(self, look: Look, details: Sequence[str], values: Mapping[str, str]) -> Press:
        """What a written guess does. Raises BoardMovedOn and Refusal."""
        match tuple(details):
            case "guess", hive:
                return guessing.filled(hive, values)
            case "totals", part:
                return closing.filled(look, part, values)
            case _:
                raise BoardMovedOn(phrases.MOVED_ON)

    def stand_in(self, settings: TableSettings, view: View, legal: Sequence[str], rng: Random) -> str | None:
        """A random shape for a hive that has none, where the table wants it so (HM-27)."""
        if settings.own.get(options.MISSING) != options.RANDOM or view.phase != "round":
            return None
        hives = open_hives(view)
        shapes = [action for action in legal if action.partition(":")[0] in hives]
        return rng.choice(shapes) if shapes else None

    def own_form(self, look: Look) -> Sequence[ui.Item[Any]]:
        """The form of edition, garnets and the like."""
        return options.form(look)

    def own_options(
        self, options_set: dict[str, Any], settings: TableSettings, values: Mapping[str, str]
    ) -> tuple[dict[str, Any], TableSettings]:
        """What that form asks for. Raises Refusal."""
        return options.read(options_set, settings, values)

    def own_line(self, options_set: dict[str, Any], settings: TableSettings) -> str:
        """What is set, in the lobby."""
        return options.line(options_set, settings)


def _score(name: str, score: SeatScore, *, candidate: bool) -> str:
    tokens_held = f", {score.tokens} Token{'' if score.tokens == 1 else 's'} of Life" if score.tokens else ""
    return f"{name} **{score.points}**{tokens_held}{', Elimination Candidate' if candidate else ''}"


INTERFACE = HiveInterface()
