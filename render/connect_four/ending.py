"""The end card of a game: the winner, the final grid, kill points by victim, and a chart of the game's course."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from engine.connect_four.roster import MONSTERS
from engine.connect_four.view import Loss, Report, View
from language.messages import N_, _, ngettext
from language.punctuation import localize_marks
from render import course_chart, result, text
from render.connect_four import board, glyphs, ground, naming, piece
from render.connect_four.ground import Geometry
from render.connect_four.themes import GridTheme
from render.course_chart import Course, Line, Mark
from render.palette import cap_colour
from render.picture import ALT_LIMIT, MARGIN, WIDTH, Sheet
from render.result import Banner, Part, Source, Standing
from render.sprites import Sketch
from render.theme import mix

KILLS, COURSE = N_("Kill points, by victim"), N_("Kill points, by turn")
ART: Final = 290
GAP: Final = 22
MOST_ROOM: Final = 640
"""The approximate maximum height of the grid, in pixels."""
MOST_MARKS: Final = 3
TICKS: Final = 8


class Kill(NamedTuple):
    """A destroyed monster for which a seat scored.

    `moment` is the index of the first view after the kill, `seat` the seat that scored, and `monster` the id of the
    victim.
    """

    moment: int
    turn: int
    seat: int
    monster: str

    @property
    def points(self) -> int:
        """The kill points that the seat scored for this kill."""
        return MONSTERS[self.monster].points


def draw(views: Sequence[View], labels: Sequence[str], theme: GridTheme) -> tuple[Sheet, str]:
    """Draw the end card of a game and return it with its alt text.

    Raises ValueError without views, or if the game is not over.
    """
    if not views or views[-1].winners is None:
        raise ValueError("the game is not over")
    last, names = views[-1], naming.display_names(labels)
    played = [view for view in views if view.turn] or [last]
    killed = kills(played)
    turning = _find_best_kill(last, killed)
    geometry, shown = _grid(last)
    has_course = any(seat.kill_points for seat in last.seats) and len(played) > 1
    height = (
        geometry.bottom + ground.BORDER + board.LABELS + GAP
        if last.monsters
        else result.TOP + result.BANNER_HEIGHT + GAP
    )
    top = height
    height += result.HEADING_HEIGHT + 2 * result.ROW + GAP // 2
    height += result.HEADING_HEIGHT + course_chart.COURSE_HEIGHT if has_course else 0
    sheet = _draw_grid_sheet(last, names, theme, geometry, shown, height + MARGIN)
    result.draw_banner(sheet, _banner(last, names, turning, theme))
    order = sorted((0, 1), key=lambda seat: (seat not in (last.winners or ()), -last.seats[seat].kill_points))
    standings = [_standing(last, seat, names, killed, theme) for seat in order]
    source = Source(_("a monster destroyed"), glyphs.KILLS)
    y = result.draw_standings(sheet, _(KILLS), [source], standings, top) + GAP // 2
    told = "" if turning is None else localize_marks(f"{_name_best_kill(last)}: {_told(turning)}")
    if has_course:
        y = result.draw_heading(sheet, _(COURSE), y, told, theme.gold_text)
        course_chart.draw_course(sheet, _course(played, killed, turning, names, theme), y)
    return sheet, _alt_text(last, names, order, killed, told)


def reports(views: Sequence[View]) -> list[tuple[int, Report]]:
    """Return all reports of actions in a game, each once, with the index of the first view that contains it."""
    found = [(0, report) for report in views[0].recent]
    for moment, (before, after) in enumerate(pairwise(views), 1):
        # Successive views report some of the same actions. No two actions have equal reports, so equal ones are the
        # same action.
        found += [(moment, report) for report in after.recent if report not in before.recent]
    return found


def kills(views: Sequence[View]) -> list[Kill]:
    """Return all kills for which a seat scored, in order."""
    return [
        Kill(moment, _turn_before(views, moment, report.kind), loss.scorer, loss.monster)
        for moment, report in reports(views)
        for loss in report.losses
        if _has_scored(loss) and loss.scorer is not None
    ]


def _turn_before(views: Sequence[View], moment: int, kind: str = "") -> int:
    """Return the turn of an action of this kind whose result is first shown at a moment.

    The view then usually shows the next turn; an effect at the start of a turn belongs to that one.
    """
    return views[moment if kind == "start" else max(0, moment - 1)].turn


def _has_scored(loss: Loss) -> bool:
    return loss.destroyed and loss.scorer is not None


def _grid(view: View) -> tuple[Geometry, set[str] | None]:
    """Return the position of the part of the grid to draw, as large as possible, and the squares in it.

    Empty rows above the fourth are left out. Of a grid with more than 10 columns, 10 are drawn: those around the rows
    of four, or else around the monsters.
    """
    top = result.TOP + result.BANNER_HEIGHT + GAP + ground.BORDER
    places = [ground.place(monster.square) for monster in view.monsters] or [(0, 0)]
    rows = max(4, min(view.rows, max(row for _, row in places) + 1))
    rows = min(rows, view.rows)
    left, columns = 0, view.columns
    if columns > 10:
        fours = [ground.place(square) for seat in view.seats for square in seat.four or ()] or places
        middle = sum(column for column, _ in fours) / len(fours)
        left, _low, columns, _tall = board.window(view, 10, rows, (middle, 0))
    room = WIDTH - 2 * (MARGIN + ground.BORDER)
    pitch = min(room // columns, max(MOST_ROOM // rows, 72), 157) // 2 * 2
    shown = {ground.square_name(left + column, row) for column in range(columns) for row in range(rows)}
    return Geometry(columns, rows, pitch, (WIDTH - columns * pitch) // 2, top, left, 0), shown


def _draw_grid_sheet(
    view: View, names: Sequence[str], theme: GridTheme, geometry: Geometry, shown: set[str] | None, height: int
) -> Sheet:
    if not view.monsters:
        return Sheet(theme, height)
    drawn = board.Board(view, theme, naming.letters(names), geometry, height, shown)
    for seat, four in drawn.fours():
        drawn.draw_four(four, seat in (view.winners or ()))
    drawn.draw_coordinates()
    return drawn.sheet


def _best(view: View) -> str | None:
    """Return the monster shown in the banner; None without a winner, or if the winner has no monster left.

    It is the most expensive monster in the winning row of four. Without such a row, it is the winner's most
    expensive monster on the grid or, if there is none, in the reserve.
    """
    if not view.winners:
        return None
    seat = view.seats[view.winners[0]]
    own = [monster for monster in view.monsters if monster.seat == view.winners[0]]
    pool = [monster.id for monster in own if seat.four and monster.square in seat.four]
    pool = pool or [monster.id for monster in own] or [monster for monster, _ in seat.reserve]
    return max(pool, key=lambda monster: MONSTERS[monster].points, default=None)


def _banner(view: View, names: Sequence[str], turning: Kill | None, theme: GridTheme) -> Banner:
    winners = view.winners or ()
    side = theme.sides[naming.SIDES[winners[0]] if winners else "none"]
    best = _best(view)

    def art(sketch: Sketch) -> None:
        if best is None or not winners:
            sketch.icon(glyphs.KILLS, 0, 0, ART * 0.6, side.tint, 5, sketch.theme.print)
            return
        look = piece.reserve_look(best, winners[0], "")._replace(click=0)
        sketch.circle(0, ART * 0.02, ART / 2, cap_colour(side))
        piece.paint_disc(sketch, ART, look)
        sketch.icon(look.glyph, 0, -4, ART * 0.42, cap_colour(side))

    name = names[winners[0]] if winners else _("A draw")
    points, margin = _margin_texts(view)
    over = _("Winner") if winners else _("Nobody ahead")
    return Banner(side, over, name, points, margin, _sentence(view, turning), art, bool(winners))


def _margin_texts(view: View) -> tuple[str, str]:
    winners = view.winners or ()
    if not winners:
        return str(view.seats[0].kill_points), _("kill points each")
    seat = view.seats[winners[0]]
    if view.reason in ("four", "double_four") and seat.four_points is not None:
        return _("Four"), _("in a row, turn {turn}", turn=view.turn)
    if view.reason == "concession":
        return "", _("The other player resigned, turn {turn}", turn=view.turn)
    lead = seat.kill_points - view.seats[1 - winners[0]].kill_points
    return str(seat.kill_points), _("kill points, ahead by {lead}", lead=lead)


def _sentence(view: View, turning: Kill | None) -> str:
    if view.reason == "double_four":
        lower, higher = sorted(seat.four_points or 0 for seat in view.seats)
        if lower == higher:
            return _("Both made four, worth {points} points each", points=lower)
        return _("Both made four, the cheaper wins: {lower} to {higher}", lower=lower, higher=higher)
    winners = view.winners or ()
    seat = view.seats[winners[0]] if winners else None
    if seat is not None and seat.four:
        first, last = seat.four[0], seat.four[-1]
        return _("{first} to {last}, worth {points} points", first=first, last=last, points=seat.four_points)
    return _("Decided by {kill}", kill=_told(turning)) if turning is not None and view.reason == "kill_points" else ""


def _standing(view: View, seat: int, names: Sequence[str], killed: Sequence[Kill], theme: GridTheme) -> Standing:
    side = theme.sides[naming.SIDES[seat]]
    own = [kill for kill in killed if kill.seat == seat]
    worth: dict[str, int] = {}
    for kill in own:
        worth[kill.monster] = worth.get(kill.monster, 0) + kill.points
    fills = (side.main, mix(side.main, side.lo, 0.6))
    parts = [
        Part(points, fills[number % 2], glyphs.monster(monster))
        for number, (monster, points) in enumerate(worth.items())
    ]
    rest = view.seats[seat].kill_points - sum(worth.values())
    if rest > 0:
        parts.append(Part(rest, side.tint))
    badge = piece.seat_badge(theme, seat, naming.letters(names)[seat], theme.background, result.BADGE)
    return Standing(names[seat], view.seats[seat].kill_points, parts, badge, seat in (view.winners or ()))


def _find_best_kill(view: View, killed: Sequence[Kill]) -> Kill | None:
    """Return the kill with the most points; of several, the last. None if there is none.

    If kill points decided the game, only the winner's kills count.
    """
    seats = (view.winners or ()) if view.reason == "kill_points" else (0, 1)
    own = [kill for kill in killed if kill.seat in seats]
    return max(own, key=lambda kill: (kill.points, kill.moment), default=None)


def _name_best_kill(view: View) -> str:
    """Return the heading of the best kill: it decided the game only if kill points did."""
    return _("Turning point") if view.reason == "kill_points" else _("Best kill")


def _told(kill: Kill) -> str:
    name = naming.ranked_name(kill.monster)
    return _("{monster} destroyed on turn {turn}, +{points}", monster=name, turn=kill.turn, points=kill.points)


def _course(
    views: Sequence[View], killed: Sequence[Kill], turning: Kill | None, names: Sequence[str], theme: GridTheme
) -> Course:
    letters = naming.letters(names)
    lines = [
        Line(letters[seat], theme.sides[naming.SIDES[seat]], [view.seats[seat].kill_points for view in views])
        for seat in (0, 1)
    ]
    others = sorted((kill for kill in killed if kill is not turning), key=lambda kill: -kill.points)
    shown: list[Kill] = []
    for kill in ([turning] if turning is not None else []) + others:
        if not any(_overlap(views, kill, other) for other in shown):
            shown.append(kill)
    marks = [
        Mark(kill.moment, kill.seat, glyphs.monster(kill.monster), f"+{kill.points}", kill is turning)
        for kill in shown[:MOST_MARKS]
    ]
    step = max(1, len(views) // TICKS)
    return Course(lines, {moment: str(_turn_before(views, moment)) for moment in range(step, len(views), step)}, marks)


def _overlap(views: Sequence[View], one: Kill, other: Kill) -> bool:
    """Return whether the marks of two kills would overlap on the chart."""
    heights = [views[kill.moment].seats[kill.seat].kill_points for kill in (one, other)]
    most = max(seat.kill_points for seat in views[-1].seats)
    return abs(one.moment - other.moment) <= len(views) / 12 and abs(heights[0] - heights[1]) < most / 4


def _alt_text(view: View, names: Sequence[str], order: Sequence[int], killed: Sequence[Kill], told: str) -> str:
    title, state = naming.title(view, names), naming.state(view)
    found = [_("Result of {game}: {title}. {state}.", game=_(naming.TITLE), title=title, state=state)]
    if sentence := _sentence(view, None):
        found.append(f"{sentence}.")
    for seat in order:
        victims = [naming.ranked_name(kill.monster) for kill in killed if kill.seat == seat]
        by = f" ({', '.join(victims)})" if victims else ""
        points = ngettext("{number} kill point", "{number} kill points", view.seats[seat].kill_points)
        found.append(f"{names[seat]}: {points}{by}.")
    described = " ".join([*found, f"{told}." if told else ""]).strip()
    return text.truncate_saying(described, ALT_LIMIT, text.STEPS)
