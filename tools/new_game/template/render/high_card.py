"""High Card in pictures and words: the table with its cards, a hand, and both as text."""

from collections.abc import Sequence
from functools import lru_cache

from engine.high_card.view import View
from render import Painter, header, result, text
from render.badges import badge
from render.picture import ALT_LIMIT, MARGIN, WIDTH, Sheet
from render.sprites import Letter, Sketch, Sprite
from render.text import Style
from render.theme import THEMES, Colour, Theme

TITLE = "High Card"
LETTERS = "ABCD"
SIDES = ("red", "blue", "yellow", "green")
"""Colour of a card's owner by seat; LETTERS distinguish owners for people who cannot tell the colours apart."""
ZOOMS = ("LAST", "NW", "NE", "SW", "SE")

LARGE, SMALL = 200, 124
"""Widths of cards in pixels."""
TALL = 1.35
EDGE = 8
LABEL = Style(32, 500)
MEANING = Style(30, 500)
LINE = 48
ROW = 72
"""Distance in pixels between two rows of cards, with the title between them."""
NO_HAND = "a spectator has no hand"


def draw_board(view: View, labels: Sequence[str], theme: Theme, marks: Sequence[str] = ()) -> Sheet:
    """Draw the public table, the same for everybody. It has no named places, so marks are ignored."""
    return draw_table(view, labels, theme)


def draw_table(view: View, labels: Sequence[str], theme: Theme, own: int | None = None) -> Sheet:
    """Draw seats, the cards of this and the last round, and all shown cards; `own` is a card to preview."""
    seats = len(view.points)
    places = header.seat_boxes(seats)
    y, over = places[-1].bottom, view.winners is not None
    rows = round(LARGE * TALL) + ROW + (0 if over else round(SMALL * TALL) + ROW)
    sheet = Sheet(theme, y + rows + LINE + MARGIN)
    header.draw_title(sheet, *_headline(view, labels))
    header.draw_seats(sheet, [_seat(view, labels, theme, seat) for seat in range(seats)], places)
    if not over:
        y = _draw_this_round(sheet, view, y, own)
    y = _draw_last_round(sheet, view, LARGE if over else SMALL, y)
    line, style = text.fit(f"Turned over so far: {_join_cards(view.shown)}", LABEL, WIDTH - 2 * MARGIN, 28)
    sheet.write(line, style, MARGIN, y + LINE, theme.ink, theme.background)
    return sheet


def draw_preview(view: View, labels: Sequence[str], action: str, theme: Theme) -> tuple[Sheet, str]:
    """Draw the table with a card of the hand laid face up. Raises ValueError for any other action."""
    hand = view.hand or ()
    card = next((card for card in hand if action == f"lay {card}" and view.turn == view.viewer), None)
    if card is None:
        raise ValueError(f"no card to lay now: {action[:80]!r}; the hand is {_join_cards(hand)}")
    told = f"Nothing is laid yet. The {card} as you would lay it, and only you see it. {_alt_text(view, labels)}"
    return draw_table(view, labels, theme, card), text.truncate(told, ALT_LIMIT)


def draw_zoom(view: View, labels: Sequence[str], around: str, theme: Theme) -> tuple[Sheet, str]:
    """Draw the table, which has no close-ups, for any valid part. Raises ValueError for an unknown part."""
    if around.strip().upper() not in ZOOMS:
        raise ValueError(f"there is no {around[:80]!r} on this table; zoom to “last” or a quarter: NW, NE, SW, SE")
    return draw_table(view, labels, theme), _alt_text(view, labels)


def draw_hand(view: View, labels: Sequence[str], theme: Theme) -> tuple[Sheet, str]:
    """Draw the viewer's cards in a row.

    Raises ValueError for a view without a hand.
    """
    if view.hand is None:
        raise ValueError(NO_HAND)
    height = round(LARGE * TALL)
    sheet = Sheet(theme, header.HEIGHT + height + 2 * LINE)
    header.draw_title(sheet, f"{names(view, labels)[view.viewer]}’s hand", f"Round {view.round} of {view.rounds}", "")
    y = header.HEIGHT + 12 + height // 2
    step = LARGE + 24
    left = WIDTH // 2 - step * (len(view.hand) - 1) // 2
    for number, card in enumerate(view.hand):
        sheet.paste(_draw_card(theme, LARGE, card, view.viewer, theme.line), left + number * step, y)
    below = "No cards left" if not view.hand else "The highest card takes the round"
    below = below if view.own is None else f"You have laid the {view.own}"
    sheet.write(below, LABEL, WIDTH // 2, y + height // 2 + LINE, theme.muted, theme.background, "m")
    return sheet, text.truncate(hand_text(view, labels), ALT_LIMIT)


def draw_result(views: Sequence[View], labels: Sequence[str], theme: Theme) -> tuple[Sheet, str]:
    """Draw the winner's banner and the rounds that each seat took. Raises ValueError before the end."""
    if not views or views[-1].winners is None:
        raise ValueError("the game is not over")
    view = views[-1]
    seats, winners, shown = range(len(view.points)), view.winners or (), names(view, labels)
    side = theme.sides[SIDES[winners[0]] if winners else "none"]
    winner = " and ".join(shown[seat] for seat in winners) or "Nobody"
    banner = result.Banner(side, "Winner", winner, "", _headline(view, labels)[1], "", crowned=bool(winners))
    standings = [
        result.Standing(
            shown[seat],
            view.points[seat],
            [result.Part(view.points[seat], theme.sides[SIDES[seat]].main)],
            badge(theme, SIDES[seat], None, LETTERS[seat], theme.background, result.BADGE),
            seat in winners,
        )
        for seat in sorted(seats, key=lambda seat: -view.points[seat])
    ]
    height = result.TOP + result.BANNER_HEIGHT + result.HEADING_HEIGHT + result.ROW * len(standings) + MARGIN
    sheet = Sheet(theme, height)
    y = result.draw_banner(sheet, banner)
    result.draw_standings(sheet, "Rounds taken", (), standings, y)
    return sheet, _alt_text(view, labels)


def draw_legend(view: View | None, theme: Theme) -> tuple[Sheet, str]:
    """Draw the legend, and return it with its alt text."""
    signs = (
        (_draw_place(theme, SMALL), "An empty place: no card is laid here yet."),
        (
            _draw_card(theme, SMALL, None, 1, theme.line),
            "Face down: only its player knows it until all are turned over.",
        ),
        (_draw_card(theme, SMALL, 17, 1, theme.line), "Turned over: the number counts. The letter is its player’s."),
        (_draw_card(theme, SMALL, 20, 2, theme.gold), "Gold edge, +1: the highest card, which took the round."),
    )
    row = round(SMALL * TALL) + 24
    sheet = Sheet(theme, header.HEIGHT + row * len(signs) + MARGIN)
    header.draw_title(sheet, "What the signs mean", "", TITLE)
    for number, (sprite, meaning) in enumerate(signs):
        y = header.HEIGHT + row * number + row // 2
        sheet.paste(sprite, MARGIN + SMALL // 2 + EDGE, y)
        sheet.write(meaning, MEANING, 2 * MARGIN + SMALL + 2 * EDGE, y + 10, theme.ink, theme.background)
    return sheet, " ".join(meaning for _, meaning in signs)


def names(view: View, labels: Sequence[str]) -> tuple[str, ...]:
    """Return the seats' names for pictures: "Seat" and a letter if nothing of a name is visible."""
    return tuple(
        text.writable_name(label, f"Seat {letter}")
        for label, letter in zip(labels[: len(view.points)], LETTERS, strict=False)
    )


def _columns(seats: int) -> list[int]:
    """Return the centre of each seat's column in pixels."""
    width = (WIDTH - 2 * MARGIN) // seats
    return [MARGIN + width * seat + width // 2 for seat in range(seats)]


def _draw_this_round(sheet: Sheet, view: View, top: int, own: int | None) -> int:
    """Draw the face-down cards, and return the y coordinate of their lower edge."""
    theme, y = sheet.theme, top + ROW + round(LARGE * TALL / 2)
    sheet.write("Now on the table", LABEL, MARGIN, top + LINE, theme.muted, theme.background)
    for seat, x in enumerate(_columns(len(view.points))):
        if own is not None and seat == view.viewer:
            sheet.paste(_draw_card(theme, LARGE, own, seat, theme.ink), x, y)
        else:
            down = view.laid[seat]
            sheet.paste(_draw_card(theme, LARGE, None, seat, theme.line) if down else _draw_place(theme, LARGE), x, y)
    return y + round(LARGE * TALL / 2)


def _draw_last_round(sheet: Sheet, view: View, width: int, top: int) -> int:
    """Draw the cards of the last round with their title, and return the y coordinate of their lower edge."""
    theme, y = sheet.theme, top + ROW + round(width * TALL / 2)
    sheet.write(_last_title(view), LABEL, MARGIN, top + LINE, theme.muted, theme.background)
    _draw_last_cards(sheet, view, width, y)
    return y + round(width * TALL / 2)


def _draw_last_cards(sheet: Sheet, view: View, width: int, y: int) -> None:
    """Draw the cards of the last round; the winning card has a gold edge and its point."""
    theme = sheet.theme
    for seat, x in enumerate(_columns(len(view.points))):
        card = view.last[seat]
        edge = theme.gold if seat == view.leader else theme.line
        sheet.paste(_draw_place(theme, width) if card is None else _draw_card(theme, width, card, seat, edge), x, y)
        if seat == view.leader and card is not None:
            point = header.gain_badge(theme, "+1", theme.gold, theme.background)
            sheet.paste(point, x + width // 2, y - round(width * TALL / 2) + 12)


def _last_title(view: View) -> str:
    taken = sum(view.points)
    return f"Round {taken}, turned over" if taken else "Nothing turned over yet"


def _headline(view: View, labels: Sequence[str]) -> tuple[str, str, str]:
    """Return the title, the state, and the last event."""
    shown = names(view, labels)
    if view.winners is not None:
        verb = "wins" if len(view.winners) == 1 else "share the victory"
        how = "by forfeit" if view.reason == "forfeit" else f"with {_format_rounds(view, view.winners[0])}"
        return f"{' and '.join(shown[seat] for seat in view.winners)} {verb}", how, TITLE
    last = "" if view.leader is None else f"{LETTERS[view.leader]} took round {sum(view.points)}"
    return TITLE, f"Round {view.round} of {view.rounds}", last


def _seat(view: View, labels: Sequence[str], theme: Theme, seat: int) -> header.Seat:
    active = seat == view.turn
    winner = seat in (view.winners or ())
    side = theme.sides[SIDES[seat]]
    ground = header.card_colours(theme, side, active)[0]
    return header.Seat(
        name=names(view, labels)[seat],
        badge=badge(theme, SIDES[seat], None, LETTERS[seat], ground, header.BADGE),
        side=side,
        points=view.points[seat],
        notes=_notes(view, seat),
        active=active,
        leader=winner,
    )


def _notes(view: View, seat: int) -> tuple[str, ...]:
    """Return a seat's state, in the longest wording and, where there is one, a shorter one."""
    if view.left[seat]:
        return ("has left",)
    if view.winners is not None:
        return ("winner",) if seat in view.winners else (_format_rounds(view, seat),)
    if seat == view.turn:
        return "to lay a card", "to lay"
    held = view.sizes[seat]
    cards = f"{held or 'no'} {'card' if held == 1 else 'cards'}"
    return (f"has laid, {cards} in hand", f"laid, {cards}") if view.laid[seat] else (f"{cards} in hand", cards)


@lru_cache(maxsize=512)
def _draw_card(theme: Theme, width: int, face: int | None, seat: int, edge: Colour) -> Sprite:
    """Draw a seat's card, face down if `face` is None; the seat's letter is on both sides."""
    side, height = theme.sides[SIDES[seat]], width * TALL
    sketch = Sketch(theme, width + 2 * EDGE, height + 2 * EDGE, theme.background)
    sketch.box(0, 0, width + EDGE, height + EDGE, edge, 22)
    sketch.box(0, 0, width - EDGE, height - EDGE, side.main, 16)
    letter = Style(max(28, round(width * 0.2)), 800)
    if face is None:
        sketch.box(0, 0, width * 0.72, height * 0.78, side.deep, 12)
        return sketch.finish([Letter(LETTERS[seat], Style(round(width * 0.42), 800), 0, 0, side.main)])
    sketch.box(0, height * 0.11, width * 0.84, height * 0.68, theme.sides[SIDES[seat]].tint, 10)
    number = Letter(str(face), Style(round(width * 0.5), 800), 0, height * 0.11, theme.print)
    return sketch.finish([Letter(LETTERS[seat], letter, 0, -height * 0.35, theme.print), number])


@lru_cache(maxsize=16)
def _draw_place(theme: Theme, width: int) -> Sprite:
    """Draw an empty place for a card."""
    sketch = Sketch(theme, width + 2 * EDGE, width * TALL + 2 * EDGE, theme.background)
    sketch.box(0, 0, width, width * TALL, theme.line, 18)
    sketch.box(0, 0, width - 6, width * TALL - 6, theme.background, 15)
    return sketch.finish()


def _format_rounds(view: View, seat: int) -> str:
    """Return the number of rounds that a seat took, in words."""
    points = view.points[seat]
    return f"{points} {'round' if points == 1 else 'rounds'}"


def _join_cards(cards: Sequence[int]) -> str:
    return " ".join(map(str, cards)) or "none"


def _sentences(view: View, labels: Sequence[str]) -> list[str]:
    """Return all public information, line by line."""
    title, state, _ = _headline(view, labels)
    lines = [f"{title}, {state}."]
    for seat, name in enumerate(names(view, labels)):
        told = dict.fromkeys((_format_rounds(view, seat), _notes(view, seat)[0]))
        lines.append(f"{LETTERS[seat]} {name}: {', '.join(told)}.")
    if view.leader is not None:
        cards = [f"{LETTERS[seat]} {card}" for seat, card in enumerate(view.last) if card is not None]
        lines.append(f"{_last_title(view)}: {', '.join(cards)}; {LETTERS[view.leader]} took it.")
    return [*lines, f"Turned over so far: {_join_cards(view.shown)}."]


def _alt_text(view: View, labels: Sequence[str]) -> str:
    return text.truncate(" ".join(_sentences(view, labels)), ALT_LIMIT)


def _describe_replay(views: Sequence[View], labels: Sequence[str]) -> str:
    return text.truncate(f"Replay of High Card in {len(views)} pictures. {_alt_text(views[-1], labels)}", ALT_LIMIT)


def plain_text(view: View, labels: Sequence[str]) -> str:
    """Return the public table in plain text, for a monospaced font."""
    return "\n".join(_sentences(view, labels))


def hand_text(view: View, labels: Sequence[str]) -> str:
    """Return the viewer's own cards in words.

    Raises ValueError for a spectator's view.
    """
    if view.hand is None:
        raise ValueError(NO_HAND)
    laid = "" if view.own is None else f" You have laid the {view.own}."
    return f"{names(view, labels)[view.viewer]}’s hand: {_join_cards(view.hand)}.{laid}"


PAINTER = Painter(
    game="high_card",
    themes=THEMES,
    draw_board=draw_board,
    describe_board=_alt_text,
    draw_hand=draw_hand,
    draw_preview=draw_preview,
    draw_zoom=draw_zoom,
    draw_legend=draw_legend,
    draw_result=draw_result,
    describe_replay=_describe_replay,
    text=plain_text,
    hand_text=hand_text,
)
