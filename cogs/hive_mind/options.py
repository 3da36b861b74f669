"""Match options: edition, garnets, odds, late submissions, and the time for totals."""

from collections.abc import Mapping
from typing import Any, cast

from cogs.ui.kit.custom_ids import read_number
from cogs.ui.kit.forms import MOST_TYPED
from cogs.ui.kit.game_options import OptionSpec
from engine.hive_mind.editions import EDITIONS
from language.messages import N_, _
from tables.refusal import Refusal
from tables.settings import TableSettings
from tables.texts import CLOCKS, quote

EDITION, GARNETS, HIVES = "edition", "garnets", "hives"
NOTES, MISSING, TOTALS = "notes", "missing", "totals"
FIRST = N_("First game")
FIRST_LINE = N_("First game: one hive, 3 rounds, only shapes score. It isn't rated.")
TOTALS_CLOCK = "1 day"
"""Default time limit for the guess of totals (HM-18)."""
NO_LIMIT = "no limit"
TIMES = {
    NO_LIMIT: N_("No limit"),
    "5 minutes": N_("5 minutes"),
    "30 minutes": N_("30 minutes"),
    "2 hours": N_("2 hours"),
    "12 hours": N_("12 hours"),
    "1 day": N_("1 day"),
    "2 days": N_("2 days"),
    "3 days": N_("3 days"),
    "7 days": N_("7 days"),
    "14 days": N_("14 days"),
}
"""By name of a clock: the label of the time limit for the guess of totals."""
NONE, RANDOM = "none", "random"

EDITION_LINES = {
    "gauntlet": N_("2 hives one after the other, 6 rounds. Pay for Double and Block. Guess the others' totals."),
    "tempo": N_("3 hives at once, 3 rounds. Extra Doubles and Blocks cost garnets. The winner gives a token away."),
    "recharged": N_("3 hives at once, 3 rounds. One Double and one Block for everybody."),
}
EDITION_NAMES = {name: edition.title for name, edition in EDITIONS.items()}


def _show_garnets(options: Mapping[str, Any]) -> str:
    """Format the number of garnets with which the players start, for the form; empty if it is the edition's default."""
    garnets = cast("list[int]", options.get(GARNETS) or [])
    if set(garnets) <= {EDITIONS[options[EDITION]].garnets}:
        return ""
    return str(garnets[0]) if len(set(garnets)) == 1 else ",".join(map(str, garnets))


def _parse_garnets(text: str) -> int | list[int] | None:
    """Parse the typed garnets: one number for everybody, a list with one for each seat, or None for the default.

    The rules check later whether a list fits the seats. Raises Refusal if the text can't be parsed.
    """
    if not text:
        return None
    typed = [read_number(part.strip(), MOST_TYPED) for part in text.split(",")]
    numbers = [number for number in typed if number is not None]
    if len(numbers) < len(typed):
        raise Refusal(
            _(
                "I can't read the garnets {text}, so nothing was changed. "
                "Write one number for everybody, such as 8, or one for each seat, such as 8,8,5.",
                text=quote(text),
            )
        )
    return numbers[0] if len(numbers) == 1 else numbers


OPTIONS = (
    OptionSpec(name=EDITION, title=N_("Edition"), choices=EDITION_NAMES, lines=EDITION_LINES, typed=tuple(EDITIONS)),
    OptionSpec(
        name=GARNETS,
        title=N_("Garnets at the start"),
        hint=N_("One number for everybody, or one per seat: 8,8,5"),
        placeholder=N_("as in the edition"),
        max_length=60,
        show=_show_garnets,
        parse=_parse_garnets,
        typed=("0", "3", "5", "8"),
    ),
    OptionSpec(
        name=NOTES,
        title=N_("Odds"),
        choices={"on": N_("On: everybody has their own"), "off": N_("Off")},
        hint=N_("They are worked out from a player's own clues."),
        setting="on",
    ),
    OptionSpec(
        name=MISSING,
        title=N_("When time runs out"),
        choices={NONE: N_("Play without the missing shapes"), RANDOM: N_("Fill in missing shapes at random")},
        setting=NONE,
    ),
    OptionSpec(
        name=TOTALS,
        title=N_("Time to guess totals"),
        choices={name: TIMES[name] for name in CLOCKS},
        hint=N_("After the last round, everybody may guess the others' points."),
        as_select=True,
        is_asked=lambda options, seats: EDITIONS[options[EDITION]].guess_of_totals and HIVES not in options,
        setting=TOTALS_CLOCK,
    ),
)


def is_first(options: Mapping[str, Any]) -> bool:
    """Return whether these are the options of a first game with one hive (HM-16)."""
    return HIVES in options


def list_traits(options: Mapping[str, Any], seats: int) -> Mapping[str, str]:
    """Return the traits by which *How to play* chooses its pages; a first game has pages of its own."""
    return {"seats": str(seats), EDITION: "first" if is_first(options) else str(options[EDITION])}


def complete(chosen: dict[str, Any], before: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options chosen in the form, without garnets if their field was left empty.

    A first game stays one until another edition is chosen.
    """
    stays_first = is_first(before) and chosen[EDITION] == before[EDITION]
    kept = {HIVES: before[HIVES]} if stays_first else {}
    return {name: value for name, value in chosen.items() if value is not None} | kept


def with_seats(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options with which the game starts: a list of equal garnets is replaced by a single number."""
    garnets = options.get(GARNETS)
    if isinstance(garnets, list) and len(set(cast("list[int]", garnets))) == 1:
        return {**options, GARNETS: garnets[0]}
    return options


def choose_rematch_options(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options for a rematch with all seats rotated by one, so that each player keeps the same garnets.

    After a first game everybody is ready for all hives of the edition.
    """
    if is_first(options):
        return {EDITION: options[EDITION]}
    garnets = options.get(GARNETS)
    return {**options, GARNETS: [*garnets[1:], *garnets[:1]]} if isinstance(garnets, list) else options


def summary(options: dict[str, Any], settings: TableSettings) -> str:
    """Format the options for the lobby: the edition with its description, then the options changed by the host."""
    own = settings.own
    parts: list[str] = []
    if not is_first(options) and (garnets := _show_garnets(options)):
        parts.append(_("Garnets: {garnets}", garnets=garnets))
    if own.get(NOTES) == "off":
        parts.append(_("No odds"))
    if own.get(MISSING) == RANDOM:
        parts.append(_("Missing shapes are filled in at random"))
    if EDITIONS[options[EDITION]].guess_of_totals and not is_first(options):
        clock = own.get(TOTALS, TOTALS_CLOCK)
        time = _("no limit") if clock == NO_LIMIT else _(TIMES.get(clock, clock))
        parts.append(_("Time to guess totals: {time}", time=time))
    named = _("Edition: {edition}.", edition=EDITION_NAMES[options[EDITION]])
    edition = _(FIRST_LINE) if is_first(options) else f"{named} {_(EDITION_LINES[options[EDITION]])}"
    return "\n".join([edition, *([f"{' · '.join(parts)}."] if parts else [])])


def totals_seconds(settings: TableSettings) -> int | None:
    """Return the time limit for the guess of totals in seconds, or None if there is no limit (HM-18)."""
    return CLOCKS.get(settings.own.get(TOTALS, TOTALS_CLOCK))
