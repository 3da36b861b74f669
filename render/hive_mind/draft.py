"""The texts of a pending submission: shapes, the hexes they look at, Double, Block, guess and clues.

They are private: only the submission's owner sees them.
"""

from collections.abc import Sequence

from engine.hive_mind import preview
from engine.hive_mind.editions import ROUNDS
from engine.hive_mind.view import Hint, OwnHive, PrivateView, View
from render import text
from render.hive_mind import alt_text
from render.hive_mind.kinds import NAMES
from render.text import pluralize


def own_part(view: View) -> PrivateView:
    """Return the private part of the viewer's view.

    Raises ValueError for a spectator.
    """
    if view.own is None:
        raise ValueError("a spectator has no submission")
    return view.own


def title(view: View) -> str:
    """Return the title of the texts; after the end, they are only about guesses and clues."""
    return "Your submission" if view.scores is None else "Your guesses and clues"


def progress(view: View) -> str:
    """Return "ready" or "not ready yet" for the viewer; an empty string if nothing is submitted now."""
    if view.phase not in ("round", "totals") or view.seats[view.viewer].forfeited:
        return ""
    return "not ready yet" if view.viewer in view.actors else "ready"


def round_status(view: View, number: int) -> str:
    """Return the current round of a hive in words, such as "Round 2 of 3" or "closed"."""
    hive = view.hives[number]
    return f"Round {hive.round} of {ROUNDS}" if hive.open else "closed" if hive.rounds else "not open yet"


def abilities(mine: OwnHive) -> list[str]:
    """Return the names of the abilities that a seat has on a hive: "Double", "Block", both or none."""
    return [word for word, has in (("Double", mine.double), ("Block", mine.block)) if has]


def looks_text(letters: str) -> str:
    """Return a text on the hexes that a shape looks at, such as "looks at B F H I"."""
    return f"looks at {' '.join(letters)}" if letters else "looks at nothing"


def possible_kinds_text(view: View, number: int) -> str:
    """Return a text on the kinds that the viewer may play on a hive now, such as "possible: Tri or Arc" (HM-7)."""
    possible = preview.possible_kinds(view, view.hives[number].name)
    return f"possible: {text.join_words([NAMES[kind] for kind in possible], 'or') or 'nothing'}"


def status_sentences(view: View, labels: Sequence[str], own: PrivateView) -> list[str]:
    """Return sentences on the viewer's submission: missing shapes, guesses, possible Doubles and Blocks, garnets."""
    names = alt_text.display_names(view, labels)
    sentences: list[str] = []
    if view.phase == "round":
        missing = [alt_text.hive_name(name) for name in preview.find_missing(view)]
        if progress(view) == "ready":
            sentences.append("You are ready.")
        elif progress(view):
            sentences.append(f"No shape yet on {text.join_words(missing)}." if missing else "No shape is missing.")
        if guessable := preview.guessable_hives(view):
            made = sum(preview.own_hive(view, name).guess is not None for name in guessable)
            sentences.append(f"Values guessed: {made} of {pluralize(len(guessable), 'hive')}.")
        sentences += describe_purchases(view)
    if view.phase == "totals":
        guesses = [f"{names[seat]} {total}" for seat, total in enumerate(own.totals) if total is not None]
        sentences.append(f"Totals guessed: {', '.join(guesses) or 'none'}.")
    if own.garnets.start or own.garnets.spent:
        sentences.append(f"Garnets: {own.garnets.start - own.garnets.spent} of {own.garnets.start}.")
    return sentences


def describe_purchases(view: View) -> list[str]:
    """Return sentences on the Doubles and Blocks that the viewer may declare now, with prices (HM-13)."""
    sentences: list[str] = []
    for ability in ("double", "block"):
        offered = [purchase for purchase in preview.purchases(view) if purchase.what == ability]
        if offered:
            prices = {purchase.cost for purchase in offered}
            price = f", {pluralize(max(prices), 'garnet')}" if max(prices) else ""
            hives = text.join_words([alt_text.hive_name(purchase.hive) for purchase in offered], "or")
            sentences.append(f"{ability.capitalize()} possible on {hives}{price}.")
    return sentences


def clue_line(hint: Hint) -> str:
    """Format a clue as a sum, such as "Tri ADE: B+F+H+I = 7"."""
    return f"{alt_text.shape_name(hint.shape)}: {'+'.join(hint.shape.looks) or 'nothing'} = {hint.value}"


def describe(view: View, labels: Sequence[str]) -> str:
    """Return the viewer's submission and clues in sentences, for an alt text."""
    own = own_part(view)
    told: list[str] = []
    for number, (hive, mine) in enumerate(zip(view.hives, own.hives, strict=True)):
        details: list[str] = []
        if mine.shape is not None:
            details.append(f"{alt_text.shape_name(mine.shape)}, {looks_text(mine.shape.looks)}")
        elif hive.open:
            details.append(f"no shape yet ({possible_kinds_text(view, number)})")
        details += abilities(mine)
        if mine.guess is not None:
            details.append(f"guess {mine.guess}")
        if details:
            told.append(f"{alt_text.hive_name(hive.name)}: {', '.join(details)}.")
    head = f"{title(view)}, ready." if progress(view) == "ready" else f"{title(view)}."
    described = " ".join([head, *told, *status_sentences(view, labels, own)])
    hints = [f"{alt_text.hive_name(name)} round {hint.round} {clue_text(hint)}" for name, hint in preview.hints(view)]
    return f"{described} Clues: {', '.join(hints)}." if hints else described


def clue_text(hint: Hint) -> str:
    """Format a clue briefly, such as "Tri ADE looks BFHI 7"."""
    return f"{alt_text.shape_name(hint.shape)} looks {hint.shape.looks or 'nowhere'} {hint.value}"


def plain_text(view: View, labels: Sequence[str]) -> str:
    """Return the viewer's submission and clues as text for a monospaced font.

    Raises ValueError for a spectator.
    """
    own = own_part(view)
    lines = [
        " · ".join(filter(None, (title(view), alt_text.status(view), progress(view)))),
        *status_sentences(view, labels, own),
    ]
    for number, (hive, mine) in enumerate(zip(view.hives, own.hives, strict=True)):
        lines += ["", f"{alt_text.hive_name(hive.name)}, {round_status(view, number)}"]
        if mine.shape is not None:
            lines.append(f"  Shape: {alt_text.shape_name(mine.shape)}, {looks_text(mine.shape.looks)}")
        elif hive.open:
            lines.append("  Shape: none yet")
        if hive.open:
            lines.append(f"  {possible_kinds_text(view, number).capitalize()}")
        if abilities(mine):
            lines.append(f"  {text.join_words(abilities(mine))}")
        if mine.guess is not None:
            lines.append(f"  Guess, A to L: {mine.guess}")
        lines += [f"  Clue of round {hint.round}: {clue_line(hint)}" for hint in mine.hints]
    return "\n".join(lines)
