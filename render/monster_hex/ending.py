"""The end card of a game: the winner, the sources of points, a chart of the game's course, and the turning point."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from engine.monster_hex.content import TILE_INDEX, TILES, Stone, layout
from engine.monster_hex.view import View
from language.messages import N_, _, capitalize, list_and, ngettext
from render import course_chart, result, text
from render.course_chart import Course, Line, Mark
from render.monster_hex import board, glyphs, naming, objective_boards, status
from render.monster_hex.contests import seat_order
from render.picture import ALT_LIMIT, MARGIN, Sheet
from render.result import Banner, Part, Source, Standing
from render.sprites import Sketch, hexagon
from render.theme import Colour, Side, Theme, mix

HEADING, OBJECTIVES_HEADING, COURSE_HEADING = N_("Where the points came from"), N_("Objectives"), N_("How it went")
NAMES: Final = {
    "large": N_("large stones"),
    "small": N_("small stones"),
    "colour": N_("own colour"),
    "reward": N_("rewards"),
    "objectives": N_("objectives"),
    "head_start": N_("head start"),
}
SHORT_NAMES: Final = {**NAMES, "large": N_("large"), "small": N_("small")}
"""The shorter names of the sources of points, used if all six sources are shown, so that they fit on one line."""
ICONS: Final = {
    "large": glyphs.LARGE_STONE,
    "small": glyphs.SMALL_STONE,
    "reward": glyphs.REWARD,
    "objectives": glyphs.OBJECTIVE,
    "head_start": glyphs.HEAD_START,
}
ART, ART_BORDER, SILHOUETTE = 400, 13, 250
GAP = 22
MAX_MARKS = 3
"""The maximum number of moments marked on the chart."""


class Swing(NamedTuple):
    """A turn in which stones were captured, and its effect.

    `moment` is the index of the first view after it, and `gains` are the points gained, by seat. `old_lead` and `lead`
    are the winners' lead before and after it: the winners' points minus the best of the others' points.
    """

    moment: int
    round: int
    stones: tuple[Stone, ...]
    gains: dict[int, int]
    old_lead: int
    lead: int


def draw(views: Sequence[View], labels: Sequence[str], theme: Theme) -> tuple[Sheet, str]:
    """Draw the end card of a game and return it with its alt text.

    Raises ValueError without views, or if the game is not over.
    """
    if not views or views[-1].winners is None:
        raise ValueError("the game is not over")
    last = views[-1]
    names = naming.display_names(last, labels)
    ranked = ranking(last)
    played = [view for view in views if view.phase in ("place", "take", "over")]
    swings = _swings(played)
    turning = _turning_point(last, swings)
    scored = objective_boards.height(last, theme)
    sources = _sources(last)
    height = result.TOP + result.BANNER_HEIGHT + GAP
    height += result.standings_head(_(HEADING), sources) + result.ROW * len(ranked)
    height += scored + (result.HEADING_HEIGHT + GAP // 2 if scored else 0)
    has_course = any(seat.score.points for seat in last.seats)
    height += GAP // 2 + result.HEADING_HEIGHT + course_chart.COURSE_HEIGHT if has_course else 0
    height += MARGIN
    sheet = Sheet(theme, height)
    y = result.draw_banner(sheet, _banner(last, names, swings, theme)) + GAP
    standings = [_standing(last, seat, names[seat], theme) for seat in ranked]
    y = result.draw_standings(sheet, _(HEADING), sources, standings, y) + GAP // 2
    if scored:
        y = result.draw_heading(sheet, _(OBJECTIVES_HEADING), y, "", theme.gold_text)
        objective_boards.draw(sheet, last, y)
        y += scored + GAP // 2
    told = "" if turning is None else _swing_text(turning)
    if has_course:
        y = result.draw_heading(sheet, _(COURSE_HEADING), y, told, theme.gold_text)
        course_chart.draw_course(sheet, _course(last, played, swings, turning, theme), y)
    return sheet, _alt_text(last, names, ranked, told)


def ranking(view: View) -> list[int]:
    """Return the seats from best to worst: winners first, then by points, then in order of play."""
    order = seat_order(view)
    winners = view.winners or ()
    return sorted(order, key=lambda seat: (seat not in winners, -view.seats[seat].score.points, order.index(seat)))


def _banner(view: View, names: Sequence[str], swings: Sequence[Swing], theme: Theme) -> Banner:
    winners = featured_seats(view)
    name = list_and([names[seat] for seat in winners]) or _("Nobody")
    side = theme.sides[(view.seats[winners[0]].faction if winners else None) or "none"]
    points, margin = _margin_texts(view)
    over = _("Winner") if len(winners) == 1 else _("Winners") if winners else _("Without a winner")
    over = _("Solo") if view.reason == "solo" else over

    def art(sketch: Sketch) -> None:
        _paint_art(sketch, _best_tile(view), side)

    return Banner(side, over, name, points, margin, _sentence(view, swings), art, bool(winners))


def featured_seats(view: View) -> tuple[int, ...]:
    """Return the seats shown in the banner of the end card: the winners, or the player of a solo game."""
    return (0,) if view.reason == "solo" else view.winners or ()


def _margin_texts(view: View) -> tuple[str, str]:
    """Return two texts for the banner: the winners' points, and words that follow them, such as the lead.

    If everybody has left the game, the first text is empty and the second says so.
    """
    winners = featured_seats(view)
    if not winners:
        return "", _("Everybody has left the game")
    points, lead = view.seats[winners[0]].score.points, status.lead_at_end(view)
    if view.reason == "solo" and view.shared is not None:
        shared = view.shared.score.points
        words = ngettext(
            "point, the shared faction {shared}", "points, the shared faction {shared}", points, shared=shared
        )
    elif len(winners) > 1:
        words = ngettext("point each", "points each", points)
    elif view.reason == "forfeit":
        words = ngettext("point, by forfeit", "points, by forfeit", points)
    elif lead > 0:
        words = ngettext("point, ahead by {lead}", "points, ahead by {lead}", points, lead=lead)
    else:
        words = ngettext("point, level", "points, level", points)
    return str(points), words


def _sentence(view: View, swings: Sequence[Swing]) -> str:
    """Return a sentence about what decided the game, for the banner; empty if there is nothing special to tell."""
    if view.reason == "demon_king":
        return _("Level on points; first at the Demon King wins")
    if view.reason == "shared":
        return _("Level on points; nobody first at the Demon King")
    if view.reason == "forfeit":
        return ""
    winner = (*featured_seats(view), -1)[0]
    taken = [stone for stone, points in _list_scoring_stones(view, winner) if stone.large and points]
    if any(stone.demon_king for stone in taken):
        if len(taken) > 1:
            return _("{number} large stones, the Demon King too", number=len(taken))
        return _("Took points from the Demon King")
    deciding = _deciding_swing(swings)
    if deciding is not None and winner in deciding.gains:
        stones = _names(deciding.stones)
        return _("In the lead for good since round {round}: {stones}", round=deciding.round, stones=stones)
    if not taken:
        return ""
    return ngettext("Took points from {number} large stone", "Took points from {number} large stones", len(taken))


def _list_scoring_stones(view: View, seat: int) -> list[tuple[Stone, int]]:
    """Return the stones that gave a seat points, each with those points."""
    found: list[tuple[Stone, int]] = []
    for stone, capture in zip(layout(view.board).stones, view.captures, strict=True):
        points = sum(got.value + got.bonus for got in capture.taken if got.seat == seat) if capture else 0
        if points:
            found.append((stone, points))
    return found


def _best_tile(view: View) -> str | None:
    """Return the winner's tile that is shown in the banner, None if the winner has no tile on the board.

    It is the strongest one beside the stone that gave the winner the most points. If none of the winner's tiles lies
    beside a stone that gave points, it is the strongest on the board.
    """
    winner = (*featured_seats(view), -1)[0]
    own = {monster.label: monster.tile for monster in view.monsters if monster.seat == winner}
    board_ = layout(view.board)
    taken = sorted(_list_scoring_stones(view, winner), key=lambda each: -each[1])
    for stone, _points in taken:
        cells = [board_.board.name[cell] for cell, _edge in board_.facing[board_.stone_index[stone.label]]]
        beside = [own[label] for label in cells if label in own]
        if beside:
            return min(beside, key=_strength)
    return min(own.values(), key=_strength, default=None)


def _strength(tile: str) -> tuple[int, int]:
    printed = TILES[TILE_INDEX[tile]]
    return "SABC".index(printed.rank), -sum(printed.powers)


def _paint_art(sketch: Sketch, tile: str | None, side: Side) -> None:
    sketch.polygon(hexagon(0, 0, ART), side.main)
    sketch.polygon(hexagon(0, 0, ART - 2 * ART_BORDER), side.deep)
    icon = glyphs.NOBODY if tile is None else glyphs.MONSTERS[tile]
    sketch.icon(icon, 0, 0, SILHOUETTE, side.tint, 5, sketch.theme.print)


def _sources(view: View) -> list[Source]:
    shown = {part for seat in range(len(view.seats)) for part, _points in status.points_breakdown(view, seat)}
    icons = {**ICONS, "colour": "fire"}
    names = SHORT_NAMES if len(shown) == len(NAMES) else NAMES
    return [Source(_(name), icons.get(part, glyphs.REWARD)) for part, name in names.items() if part in shown]


def _standing(view: View, number: int, name: str, theme: Theme) -> Standing:
    seat = view.seats[number]
    side = theme.sides[seat.faction or "none"]
    icons = {**ICONS, "colour": glyphs.FACTIONS.get(seat.faction or "", glyphs.REWARD)}
    parts = [
        Part(points, _fill(side, part), icons.get(part, glyphs.REWARD))
        for part, points in status.points_breakdown(view, number)
    ]
    badge = board.seat_badge(theme, view, number, theme.background, result.BADGE)
    return Standing(name, seat.score.points, parts, badge, number in (view.winners or ()))


def _fill(side: Side, part: str) -> Colour:
    fills = {"large": side.main, "small": mix(side.main, side.lo, 0.6), "colour": side.tint}
    return fills.get(part, side.hi)


def _swings(views: Sequence[View]) -> list[Swing]:
    """Return the turns in which stones were captured, in order, with their effects."""
    winners = views[-1].winners or ()
    found: list[Swing] = []
    for moment, (before, after) in enumerate(pairwise(views), 1):
        if before.captures == after.captures:
            continue
        # Points for Objectives are subtracted: they are scored at the end, not at stones.
        old, new = (tuple(seat.score.points - seat.score.objectives for seat in view.seats) for view in (before, after))
        gains = {seat: b - a for seat, (a, b) in enumerate(zip(old, new, strict=True)) if a != b}
        pairs = zip(layout(after.board).stones, before.captures, after.captures, strict=True)
        taken = tuple(stone for stone, was, now in pairs if was is None and now is not None)
        found.append(Swing(moment, before.round, taken, gains, _lead(old, winners), _lead(new, winners)))
    return found


def _lead(points: Sequence[int], winners: Sequence[int]) -> int:
    own = [points[seat] for seat in winners]
    others = [each for seat, each in enumerate(points) if seat not in winners]
    return max(own, default=0) - max(others, default=0)


def _turning_point(view: View, swings: Sequence[Swing]) -> Swing | None:
    """Return the turn that increased the winners' lead most, or None if no turn increased it.

    If several turns increased it equally, the last of them is returned.
    """
    best = max(swings, key=lambda swing: (swing.lead - swing.old_lead, swing.moment), default=None)
    return best if best is not None and best.lead > best.old_lead and view.winners else None


def _deciding_swing(swings: Sequence[Swing]) -> Swing | None:
    """Return the turn that took the winners into a lead which they kept to the end.

    None if they led from the start, or if the stones left them without a lead.
    """
    last = next((swing for swing in reversed(swings) if swing.old_lead <= 0 or swing.lead <= 0), None)
    return last if last is not None and last.lead > 0 else None


def _names(taken: Sequence[Stone]) -> str:
    """Format captured stones as a list: Large Stones by name, Small Stones as a number."""
    names = [_(stone.short_name) for stone in taken if stone.large]
    small = sum(not stone.large for stone in taken)
    if small:
        many = ngettext("{number} Small Stone", "{number} Small Stones", small)
        names.append(_("Small Stone") if small == 1 else many)
    return list_and(names)


def _swing_text(swing: Swing) -> str:
    """Format the turning point: its stones, and the winners' lead before and after it."""
    return _(
        "Biggest swing: {stones}, from {before} to {after} in round {round}",
        stones=_names(swing.stones),
        before=_format_lead(swing.old_lead),
        after=_format_lead(swing.lead),
        round=swing.round,
    )


def _format_lead(lead: int) -> str:
    if not lead:
        return _("level")
    return _("{number} ahead", number=lead) if lead > 0 else _("{number} behind", number=-lead)


def _course(view: View, views: Sequence[View], swings: Sequence[Swing], turning: Swing | None, theme: Theme) -> Course:
    order = seat_order(view)
    lines = [
        Line(
            naming.seat_letter(view.seats[seat], seat),
            theme.sides[view.seats[seat].faction or "none"],
            [each.seats[seat].score.points for each in views],
        )
        for seat in order
    ]
    return Course(lines, _ticks(views), _marks(view, order, swings, turning))


def _ticks(views: Sequence[View]) -> dict[int, str]:
    """Return the captions below the chart by moment: each round's number, at the middle one of the round's moments."""
    moments: dict[int, list[int]] = {}
    for moment, view in enumerate(views):
        moments.setdefault(view.round, []).append(moment)
    return {found[len(found) // 2]: str(number) for number, found in moments.items()}


def _marks(view: View, order: Sequence[int], swings: Sequence[Swing], turning: Swing | None) -> list[Mark]:
    """Return marks for the chart, at most `MAX_MARKS`, most important first.

    The turning point comes first, then turns in which the Demon King was captured, then the turns in which a single
    seat gained the most points. Except for the turning point, only captures of Large Stones count.
    """
    worth = sorted(
        (swing for swing in swings if swing is not turning and any(stone.large for stone in swing.stones)),
        key=lambda swing: (not any(stone.demon_king for stone in swing.stones), -max(swing.gains.values(), default=0)),
    )
    shown = [swing for swing in (turning, *worth) if swing is not None and swing.gains][:MAX_MARKS]
    return [_mark(order, swing, swing is turning, view) for swing in shown]


def _mark(order: Sequence[int], swing: Swing, turning: bool, view: View) -> Mark:
    pool = {seat: gain for seat, gain in swing.gains.items() if not turning or seat in (view.winners or ())}
    seat = max(pool or swing.gains, key=lambda each: swing.gains[each])
    demon_king = any(stone.demon_king for stone in swing.stones)
    large = any(stone.large for stone in swing.stones)
    icon = glyphs.DEMON_KING if demon_king else glyphs.LARGE_STONE if large else glyphs.SMALL_STONE
    words = f"+{swing.gains[seat]} {_names(swing.stones)}"
    return Mark(swing.moment, list(order).index(seat), icon, words, turning)


def _alt_text(view: View, names: Sequence[str], ranked: Sequence[int], turning: str) -> str:
    title, outcome, _game = status.headline(view, names)
    rows = [
        f"{names[seat]} {view.seats[seat].score.points} ("
        + ", ".join(f"{_(NAMES[part])} {points}" for part, points in status.points_breakdown(view, seat))
        + ")"
        for seat in ranked
    ]
    described = _("Result of Monster Hex: {title}.", title=title)
    described += f" {capitalize(outcome)}. {'; '.join(rows)}."
    sentences = (described, turning and f"{turning}.", *objective_boards.sentences(view))
    return text.truncate_saying(" ".join(filter(None, sentences)), ALT_LIMIT, _(text.STEPS))
