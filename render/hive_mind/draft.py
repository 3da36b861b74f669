"""The texts of a pending submission: shapes, the hexes they look at, Double, Block, guess and clues.

They are private: only the submission's owner sees them.
"""

from collections.abc import Sequence

from engine.hive_mind import preview
from engine.hive_mind.editions import ROUNDS
from engine.hive_mind.view import Hint, OwnHive, PrivateView, View
from language.messages import N_, _, capitalize, list_and, list_or, ngettext
from render.hive_mind import alt_text
from render.hive_mind.kinds import kind_name

NOTHING = N_("nothing")


def own_part(view: View) -> PrivateView:
    """Return the private part of the viewer's view.

    Raises ValueError for a spectator.
    """
    if view.own is None:
        raise ValueError("a spectator has no submission")
    return view.own


def title(view: View) -> str:
    """Return the title of the texts; after the end, they are only about guesses and clues."""
    return _("Your submission") if view.scores is None else _("Your guesses and clues")


def progress(view: View) -> str:
    """Return `alt_text.READY` or `NOT_READY` for the viewer; an empty string if nothing is submitted now."""
    if view.phase not in ("round", "totals") or view.seats[view.viewer].forfeited:
        return ""
    return alt_text.NOT_READY if view.viewer in view.actors else alt_text.READY


def round_status(view: View, number: int) -> str:
    """Return the current round of a hive in words, such as "Round 2 of 3" or "closed"."""
    hive = view.hives[number]
    if hive.open:
        return _("Round {number} of {rounds}", number=hive.round, rounds=ROUNDS)
    return _("closed") if hive.rounds else _("not open yet")


def abilities(mine: OwnHive) -> list[str]:
    """Return the names of the abilities that a seat has on a hive: "Double", "Block", both or none."""
    return [_("Double")] * mine.double + [_("Block")] * mine.block


def looks_text(letters: str) -> str:
    """Return a text on the hexes that a shape looks at, such as "looks at B F H I"."""
    return _("looks at {hexes}", hexes=" ".join(letters)) if letters else _("looks at nothing")


def possible_kinds_text(view: View, number: int) -> str:
    """Return a text on the kinds that the viewer may play on a hive now, such as "possible: Tri or Arc" (HM-7)."""
    possible = preview.possible_kinds(view, view.hives[number].name)
    return _("possible: {kinds}", kinds=list_or([kind_name(kind) for kind in possible]) or _("nothing"))


def status_sentences(view: View, labels: Sequence[str], own: PrivateView) -> list[str]:
    """Return sentences on the viewer's submission: missing shapes, guesses, possible Doubles and Blocks, garnets."""
    names = alt_text.display_names(view, labels)
    sentences: list[str] = []
    if view.phase == "round":
        missing = [alt_text.hive_name(name) for name in preview.find_missing(view)]
        if progress(view) == alt_text.READY:
            sentences.append(_("You are ready."))
        elif missing and progress(view):
            sentences.append(_("No shape yet on {hives}.", hives=list_and(missing)))
        elif progress(view):
            sentences.append(_("No shape is missing."))
        if guessable := preview.guessable_hives(view):
            made = sum(preview.own_hive(view, name).guess is not None for name in guessable)
            sentences.append(
                ngettext(
                    "Values guessed: {made} of {number} hive.",
                    "Values guessed: {made} of {number} hives.",
                    len(guessable),
                    made=made,
                )
            )
        sentences += describe_purchases(view)
    if view.phase == "totals":
        guesses = [f"{names[seat]} {total}" for seat, total in enumerate(own.totals) if total is not None]
        sentences.append(_("Totals guessed: {guesses}.", guesses=", ".join(guesses) or _("none")))
    if own.garnets.start or own.garnets.spent:
        left = own.garnets.start - own.garnets.spent
        sentences.append(_("Garnets: {left} of {number}.", left=left, number=own.garnets.start))
    return sentences


def describe_purchases(view: View) -> list[str]:
    """Return sentences on the Doubles and Blocks that the viewer may declare now, with prices (HM-13)."""
    sentences: list[str] = []
    for ability, name in (("double", _("Double")), ("block", _("Block"))):
        offered = [purchase for purchase in preview.purchases(view) if purchase.what == ability]
        if offered:
            hives = list_or([alt_text.hive_name(purchase.hive) for purchase in offered])
            if price := max(purchase.cost for purchase in offered):
                words = ngettext(
                    "{ability} possible on {hives}, {number} garnet.",
                    "{ability} possible on {hives}, {number} garnets.",
                    price,
                    ability=name,
                    hives=hives,
                )
            else:
                words = _("{ability} possible on {hives}.", ability=name, hives=hives)
            sentences.append(words)
    return sentences


def clue_line(hint: Hint) -> str:
    """Format a clue as a sum, such as "Tri ADE: B+F+H+I = 7"."""
    return f"{alt_text.shape_name(hint.shape)}: {'+'.join(hint.shape.looks) or _(NOTHING)} = {hint.value}"


def describe(view: View, labels: Sequence[str]) -> str:
    """Return the viewer's submission and clues in sentences, for an alt text."""
    own = own_part(view)
    told: list[str] = []
    for number, (hive, mine) in enumerate(zip(view.hives, own.hives, strict=True)):
        details: list[str] = []
        if mine.shape is not None:
            details.append(f"{alt_text.shape_name(mine.shape)}, {looks_text(mine.shape.looks)}")
        elif hive.open:
            details.append(_("no shape yet ({kinds})", kinds=possible_kinds_text(view, number)))
        details += abilities(mine)
        if mine.guess is not None:
            details.append(_("guess {values}", values=mine.guess))
        if details:
            told.append(f"{alt_text.hive_name(hive.name)}: {', '.join(details)}.")
    head = _("{title}, ready.", title=title(view)) if progress(view) == alt_text.READY else f"{title(view)}."
    described = " ".join([head, *told, *status_sentences(view, labels, own)])
    hints = [
        _("{hive} round {number} {clue}", hive=alt_text.hive_name(name), number=hint.round, clue=clue_text(hint))
        for name, hint in preview.hints(view)
    ]
    return " ".join((described, _("Clues: {clues}.", clues=", ".join(hints)))) if hints else described


def clue_text(hint: Hint) -> str:
    """Format a clue briefly, such as "Tri ADE looks BFHI 7"."""
    hexes = hint.shape.looks or _("nowhere")
    return _("{shape} looks {hexes} {total}", shape=alt_text.shape_name(hint.shape), hexes=hexes, total=hint.value)


def plain_text(view: View, labels: Sequence[str]) -> str:
    """Return the viewer's submission and clues as text for a monospaced font.

    Raises ValueError for a spectator.
    """
    own = own_part(view)
    lines = [
        " · ".join([title(view), alt_text.status(view), *([_(progress(view))] if progress(view) else [])]),
        *status_sentences(view, labels, own),
    ]
    for number, (hive, mine) in enumerate(zip(view.hives, own.hives, strict=True)):
        lines += ["", f"{alt_text.hive_name(hive.name)}, {round_status(view, number)}"]
        told: list[str] = []
        if mine.shape is not None:
            shape, looks = alt_text.shape_name(mine.shape), looks_text(mine.shape.looks)
            told.append(_("Shape: {shape}, {looks}", shape=shape, looks=looks))
        elif hive.open:
            told.append(_("Shape: none yet"))
        if hive.open:
            possible = possible_kinds_text(view, number)
            told.append(capitalize(possible))
        if abilities(mine):
            told.append(list_and(abilities(mine)))
        if mine.guess is not None:
            told.append(_("Guess, A to L: {values}", values=mine.guess))
        told += [_("Clue of round {number}: {clue}", number=hint.round, clue=clue_line(hint)) for hint in mine.hints]
        lines += [f"  {line}" for line in told]
    return "\n".join(lines)
