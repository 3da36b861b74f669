"""The origin of each seat's points, in words: the hexes that paid it, its Blocks, and its guesses (HM-9 to HM-18)."""

from engine.hive_mind.board import LETTERS
from engine.hive_mind.editions import ROUNDS
from engine.hive_mind.view import Play, View
from language.messages import N_, _, list_and
from render.hive_mind import alt_text, results

_NUMBERS = {"1": N_("1s"), "2": N_("2s"), "3": N_("3s")}


def explain(view: View) -> str:
    """Explain the notation of `describe` by a hex that paid in this match; doubled hexes only if it has Doubles."""
    seats, hives = results.rank_seats(view), range(len(view.hives))
    paid = next((one for seat in seats for number in hives for one in list_hexes(view, number, seat)), "")
    example = (
        _("{example}: hex {hex} paid {value}", example=paid[:2], hex=paid[0], value=paid[1])
        if paid
        else _("No hex has paid")
    )
    return example if view.parameters.shapes_only else ". ".join((example, _("×2: with Double")))


def describe(view: View, seat: int) -> str:
    """Describe all points of a seat, such as "Charge: D2 E1×2 guess +1 · Zero: A3"; a single hive isn't named."""
    scores = results.final_scores(view)
    told: list[str] = []
    for number, hive in enumerate(view.hives):
        # Blocks and guesses score in the last round only (HM-12, HM-15).
        if gains := [*list_hexes(view, number, seat), *list_bonuses(scores.plays[number][-1][seat])]:
            name = [f"{alt_text.hive_name(hive.name)}:"] if len(view.hives) > 1 else []
            told.append(" ".join([*name, *gains]))
    if (totals := scores.seats[seat].totals) is not None:
        told += [_("right totals +{points}", points=totals.right)] if totals.right else []
        told += [_("guessed by others −{points}", points=2 * totals.hit)] if totals.hit else []
    return " · ".join(told) or _("no points")


def list_bonuses(play: Play) -> list[str]:
    """List the points of a play from a Block and a guess, such as "guess +3"."""
    bonuses = [_("block +{points}", points=play.blocks)] if play.blocks else []
    return [*bonuses, _("guess +{points}", points=play.guess)] if play.guess else bonuses


def list_hexes(view: View, number: int, seat: int) -> list[str]:
    """List the hexes of a hive that paid a seat, each with its value, such as "D2", or "D2×2" if doubled (HM-14)."""
    scores, hive = results.final_scores(view), view.hives[number]
    found: list[str] = []
    for turn, announced in enumerate(hive.rounds):
        for letter in scores.plays[number][turn][seat].shape or "":
            place = LETTERS.index(letter)
            is_doubled = turn == ROUNDS - 1 and announced.counts[place] == 1 and seat in (hive.doublers or ())
            if letter in announced.cleared:
                found.append(f"{letter}{scores.values[number][place]}{'×2' if is_doubled else ''}")
    return found


def describe_own_guess(view: View, number: int) -> str:
    """Describe the viewer's guess of a hive: the numbers that are all right, or none; empty without a guess (HM-12)."""
    own = view.own.hives[number].guess if view.own is not None else None
    if own is None:
        return ""
    values = results.final_scores(view).values[number]
    right = [_(name) for digit, name in _NUMBERS.items() if _find(own, digit) == _find(values, digit)]
    hits = sum(guessed == value for guessed, value in zip(own, values, strict=True))
    hexes = {"hits": hits, "hexes": len(values)}
    if not right:
        return _("no number complete ({hits} of {hexes} hexes right)", **hexes)
    return _(
        "all {numbers} right, +{points} ({hits} of {hexes} hexes right)",
        numbers=list_and(right),
        points=len(right),
        **hexes,
    )


def _find(values: str, digit: str) -> list[int]:
    """Return the places of a digit."""
    return [place for place, value in enumerate(values) if value == digit]
