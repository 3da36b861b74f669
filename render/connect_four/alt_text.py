"""Alt text and plain text of Connect Four, complete enough to play by."""

import unicodedata
from collections.abc import Sequence
from typing import Final

from engine.connect_four.roster import CLASSES, MONSTERS, face
from engine.connect_four.view import Blow, Counts, Monster, View
from language.messages import N_, _, list_and, ngettext
from render import text
from render.connect_four import marks, naming, reckoning
from render.picture import ALT_LIMIT

KEYS: Final = (
    N_(
        "Monsters: square, name and rank 1 to 3, attack-defense-damage (H: hourglass), clicks left. "
        "The board as text has their ranges and powers."
    ),
    N_("Monsters: square, name and rank, attack-defense-damage; ' one action token, '' two."),
    N_("Monsters: square, initial and rank, attack-defense-damage; ' one action token, '' two."),
    N_("Monsters: square, initial and rank."),
)
"""The sentence that explains how monsters are described in alt texts, by level: a higher level is shorter."""
MAP_KEY: Final = N_("On the map: the seat’s letter, the initial of the name, the rank (! if unique); · is empty")
LIST_KEY: Final = N_(
    "Below: square, name and rank, attack-defense-damage (H: hourglass), clicks left, range and powers"
)


def describe_board(view: View, labels: Sequence[str]) -> str:
    """Return the alt text of the board, in at most `ALT_LIMIT` characters.

    To fit the limit, the players' names are truncated first; then the monsters are described on higher levels (see
    `KEYS`), which are shorter.
    """
    names, described = naming.display_names(labels), ""
    for length, level in ((32, 0), (12, 0), (12, 1), (8, 2), (8, 3)):
        cut = [text.truncate(name, length) for name in names]
        described = " ".join(_sentences(view, cut, level))
        if len(described) <= ALT_LIMIT:
            return described
    return text.truncate_to_text_board(described, ALT_LIMIT)


def _sentences(view: View, names: Sequence[str], level: int) -> list[str]:
    """Return the board in sentences; `level` 0 is the full text, levels 1 to 3 leave out more and more."""
    game = _(naming.TITLE)
    found = [f"{game}. {naming.title(view, names)}. {naming.state(view)}."]
    if not view.turn:
        return [*found, *_setup_sentences(view, names)]
    found += _news(view, names)
    if view.monsters:
        found.append(_(KEYS[level]))
    for seat in (0, 1):
        own = [monster for monster in view.monsters if monster.seat == seat]
        seated = view.seats[seat]
        reserve = counts_text(seated.reserve) if level < 2 else str(naming.count(seated.reserve))
        found.append(
            ngettext(
                "{name}, {class_words}, {number} kill point: {monsters}. Reserve: {reserve}.",
                "{name}, {class_words}, {number} kill points: {monsters}. Reserve: {reserve}.",
                seated.kill_points,
                name=names[seat],
                class_words=naming.class_words(seated.class_name or ""),
                monsters=", ".join(_monster_text(monster, level) for monster in own) or _("none placed"),
                reserve=reserve or _("none"),
            )
        )
    lit = marks.open_squares(view)
    if lit:
        found.append(_("Lit, where a monster lands: {squares}.", squares=" ".join(lit)))
    return [*found, _(text.REST)] if level else found


def _news(view: View, names: Sequence[str]) -> list[str]:
    """Return sentences about the latest actions, rows of four, and squares missing for a row of four."""
    fours = [
        _(
            "{name} has four: {squares}, {points} points.",
            name=names[seat],
            squares=" ".join(each.four),
            points=each.four_points,
        )
        for seat, each in enumerate(view.seats)
        if each.four
    ]
    return [
        *(f"{row_text(row)}." for row in reckoning.rows(view, names, placements=True)),
        *fours,
        *_describe_fourths(view, names),
    ]


def _monster_text(monster: Monster, level: int) -> str:
    shown = f"{monster.square} {naming.ranked_name(monster.id) if level < 2 else _sign(monster)}"
    if level == 3:
        return shown
    if level:
        signs = "'" * min(monster.tokens, 2)
        return f"{shown} {values_text(monster)}{signs}"
    left = MONSTERS[monster.id].clicks - monster.click
    said = [f"{shown} {values_text(monster)} {left}"]
    if monster.tokens:
        said.append(format_tokens(monster.tokens))
    if monster.victims:
        said.append(_("blooded"))
    if monster.infected:
        said.append(_("infected"))
    return " ".join(said)


def format_tokens(tokens: int) -> str:
    """Return a number of action tokens with its noun."""
    return ngettext("{number} action token", "{number} action tokens", tokens)


def values_text(monster: Monster) -> str:
    """Format the attack, defense and damage of a monster on its current click, such as "9-16-2".

    H stands for an hourglass.
    """
    shown = face(monster.id, monster.click, monster.victims)
    return "-".join("H" if value is None else str(value) for value in (shown.attack, shown.defense, shown.damage))


def counts_text(force: Counts) -> str:
    """Format a list of monsters, each with its number."""
    return ", ".join(f"{number} {naming.ranked_name(monster)}" for monster, number in force)


def row_text(row: reckoning.Row) -> str:
    """Format a row of the panel below the grid as text."""
    if row.blow is not None:
        return blow_text(row.blow)
    return f"{row.words}, {row.chip}" if row.chip else row.words


def blow_text(blow: Blow) -> str:
    """Format a blow (one attack or retaliation) with its dice, its sums and its result."""
    attack, more = _describe_attack(blow), reckoning.detail(blow)
    outcome = ngettext("hit, {number} click", "hit, {number} clicks", blow.dealt) if blow.hit else _("miss")
    first, second = blow.dice
    if blow.unseen:
        message = N_("{attack}: dice {first} and {second}, {outcome}")
        told = _(message, attack=attack, first=first, second=second, outcome=outcome)
    else:
        message = N_("{attack}: dice {first} {second} {sums}, {outcome}")
        sums = " ".join(reckoning.sum_texts(blow))
        told = _(message, attack=attack, first=first, second=second, sums=sums, outcome=outcome)
    return f"{told} ({more})" if more else told


def _describe_attack(blow: Blow) -> str:
    """Return the attacker of a blow with its verb and its target, such as "Mastiff 2 on a1 attacks b1"."""
    if blow.retaliation:
        message = N_("{monster} shoots back at {target}") if blow.ranged else N_("{monster} strikes back at {target}")
    elif blow.ranged:
        message = N_("{monster} on {square} shoots {target}")
    else:
        message = N_("{monster} on {square} attacks {target}")
    return _(message, monster=naming.ranked_name(blow.monster), square=blow.square, target=blow.target_square)


def _describe_fourths(view: View, names: Sequence[str]) -> list[str]:
    found: list[str] = []
    for seat in (0, 1):
        missing = [
            square if is_next else _("{square} (later)", square=square)
            for square, (seats, is_next) in marks.missing_fourths(view).items()
            if seat in seats
        ]
        if missing:
            found.append(_("{name} needs a fourth on {squares}.", name=names[seat], squares=", ".join(missing)))
    return found


def _setup_sentences(view: View, names: Sequence[str]) -> list[str]:
    no_class = _("no class yet")
    found = [f"{names[seat]}: {naming.seat_notes(view, seat)[0] or no_class}." for seat in (0, 1)]
    found += [f"{row_text(row)}." for row in reckoning.rows(view, names)]
    for seat, seated in enumerate(view.seats):
        if seated.force is not None and view.phase != "force":
            name = text.possessive(names[seat], "")
            found.append(_("{name}’s force: {monsters}.", name=name, monsters=counts_text(seated.force)))
    if view.phase in ("class", "class roll", "other class"):
        listed = "; ".join(
            f"{naming.class_words(name)}: {list_and(list(dict.fromkeys(_(each.name) for each in monsters)))}"
            for name, monsters in CLASSES.items()
        )
        found.append(_("Classes. {classes}.", classes=listed))
    return found


def plain_text(view: View, labels: Sequence[str]) -> str:
    """Format the public board for a monospaced font: the last action, scores, the grid, monsters with values."""
    names = naming.display_names(labels)
    letters = naming.letters(names)
    lines = [f"{naming.title(view, names)} · {naming.state(view)}", _(naming.TITLE)]
    if not view.turn:
        return "\n".join([*lines, *_setup_sentences(view, names)])
    lines += _news(view, names)
    for seat, seated in enumerate(view.seats):
        lines.append(
            ngettext(
                "{letter} {name} · {class_words} · {number} kill point · reserve: {reserve}",
                "{letter} {name} · {class_words} · {number} kill points · reserve: {reserve}",
                seated.kill_points,
                letter=letters[seat],
                name=names[seat],
                class_words=naming.class_words(seated.class_name or ""),
                reserve=counts_text(seated.reserve) or _("none"),
            )
        )
    lines += ["", *_map(view, letters), "", _(MAP_KEY), _(LIST_KEY)]
    for seat in (0, 1):
        own = [monster for monster in view.monsters if monster.seat == seat]
        owner = text.possessive(names[seat], "")
        lines += ["", _("{letter} {name}’s monsters", letter=letters[seat], name=owner)] if own else []
        lines += [f"  {_format_monster(monster)}" for monster in own]
    return "\n".join(line.rstrip() for line in lines)


def _format_monster(monster: Monster) -> str:
    left = MONSTERS[monster.id].clicks - monster.click
    shown = face(monster.id, monster.click, monster.victims)
    reach = MONSTERS[monster.id].range
    signs = [
        *[naming.reach(monster.id)] * (reach > 0),
        *map(_, shown.powers),
        *[_("hourglass")] * shown.hourglass,
        *[format_tokens(monster.tokens)] * (monster.tokens > 0),
    ]
    signs += [_("blooded")] * (monster.victims > 0) + [_("infected")] * monster.infected
    named = f"{monster.square:<3} {_pad(naming.ranked_name(monster.id), 14)} {values_text(monster):<8} {left}"
    return f"{named}  {', '.join(signs)}"


def _map(view: View, letters: Sequence[str]) -> list[str]:
    """Return the lines of a map of the grid, on which each square is four letters wide, or five in Japanese."""
    shown = {monster.square: monster for monster in view.monsters}
    width = max((_count_columns(_cell(monster, letters)) for monster in view.monsters), default=3)
    lines: list[str] = []
    for row in range(view.rows, 0, -1):
        cells: list[str] = []
        for column in range(view.columns):
            monster = shown.get(f"{chr(ord('a') + column)}{row}")
            cells.append("·" if monster is None else _cell(monster, letters))
        lines.append(f"{row:>2} " + " ".join(_pad(cell, width) for cell in cells))
    return [*lines, "   " + " ".join(chr(ord("a") + column).ljust(width) for column in range(view.columns))]


def _pad(text: str, width: int) -> str:
    return text + " " * (width - _count_columns(text))


def _count_columns(text: str) -> int:
    """Return the width of a text in letters of a monospaced font, in which a Japanese character takes two."""
    return sum(2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in text)


def _cell(monster: Monster, letters: Sequence[str]) -> str:
    return f"{letters[monster.seat]}{_sign(monster)}"


def _sign(monster: Monster) -> str:
    """Return the first letter of a monster's name in lower case, and its rank (1 to 3), or "!" for a unique monster."""
    return f"{naming.short_name(monster.id)[0].lower()}{naming.rank_marks(monster.id) or '!'}"
