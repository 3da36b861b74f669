"""The end card: the winner, damage dealt by each seat, health over the rounds, and the deciding attack."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from engine.hex_battle_wars.view import Shot, View
from language.messages import N_, _, list_and, ngettext
from render import course_chart, result, text
from render.course_chart import Course, Line, Mark
from render.hex_battle_wars import alt_text, naming, tokens
from render.hex_battle_wars.themes import SIDES, BattleTheme
from render.picture import ALT_LIMIT, MARGIN, Sheet
from render.result import Banner, Part, Standing
from render.sprites import Sketch
from render.theme import Side

HEADING, COURSE_HEADING = N_("Damage dealt"), N_("Health over the rounds")
GAP: Final = 22
MANY: Final = 5
LOW_ROW: Final = 74
ART: Final = 336
MOST_MARKS: Final = 3
LEFT: Final = "footprint"
MOST_TICKS: Final = 14


class Blow(NamedTuple):
    """An attack that did damage; `moment` is the index of the first view after it.

    `lost` is the health that the target lost, which may be less than the damage rolled.
    """

    moment: int
    round: int
    shot: Shot
    lost: int

    @property
    def kills(self) -> bool:
        """Whether the attack killed its target."""
        return self.shot.hp == 0


def draw(views: Sequence[View], labels: Sequence[str], theme: BattleTheme) -> tuple[Sheet, str]:
    """Draw the end card of a game and return it with its alt text.

    Raises ValueError without views, or if the game is not over.
    """
    if not views or views[-1].winners is None:
        raise ValueError("the game is not over")
    last = views[-1]
    names = naming.display_names(last, labels)
    played = [view for view in views if view.round] or [last]
    found = blows(played)
    decided = find_deciding_blow(last, found)
    ranked = ranking(last)
    row = result.ROW if len(names) < MANY else LOW_ROW
    height = result.TOP + result.BANNER_HEIGHT + GAP + result.HEADING_HEIGHT + row * len(ranked) + GAP // 2
    has_course = len(played) > 1
    height += result.HEADING_HEIGHT + course_chart.COURSE_HEIGHT if has_course else 0
    height += MARGIN + (result.NOTE_HEIGHT + GAP if decided else 0)
    sheet = Sheet(theme, height)
    y = result.draw_banner(sheet, _banner(last, names, theme)) + GAP
    standings = [_standing(last, names, seat, found, theme) for seat in ranked]
    y = result.draw_standings(sheet, _(HEADING), (), standings, y, row) + GAP // 2
    if has_course:
        y = result.draw_heading(sheet, _(COURSE_HEADING), y)
        y = course_chart.draw_course(sheet, _course(last, names, played, found, decided, theme), y)
    if decided:
        result.draw_note(sheet, _("Decided:"), _note_words(last, names, decided), y + GAP)
    return sheet, _alt_text(last, names, ranked, found, blow_words(last, names, decided) if decided else "")


def blows(views: Sequence[View]) -> list[Blow]:
    """Return the attacks that did damage, in order; `views` are those of the whole game."""
    found: list[Blow] = []
    for moment, (before, after) in enumerate(pairwise(views), 1):
        shot = after.shot
        if shot is not None and shot.damage and shot != before.shot:
            target = before.seats[shot.target_seat].pieces[shot.target_piece - 1]
            found.append(Blow(moment, before.round, shot, target.hp - shot.hp))
    return found


def find_leavers(views: Sequence[View]) -> dict[int, int]:
    """Return the seats that left the game, each with the index of the first view after it."""
    moments: dict[int, int] = {}
    for moment, view in enumerate(views):
        for seat, seated in enumerate(view.seats):
            if seated.forfeited:
                moments.setdefault(seat, moment)
    return moments


def list_healths(views: Sequence[View], seat: int) -> list[int]:
    """Return the health of a seat in each view; a seat that has left keeps its last health."""
    return [sum(piece.hp for piece in view.seats[seat].pieces) for view in views]


def find_deciding_blow(view: View, found: Sequence[Blow]) -> Blow | None:
    """Return the attack that decided the game, or None if no winner did damage.

    It is the attack of a winner that cost the most health: a kill often takes only the last point.
    """
    winners = view.winners or ()
    return max((blow for blow in found if blow.shot.seat in winners), key=lambda blow: blow.lost, default=None)


def ranking(view: View) -> list[int]:
    """Return the seats from best to worst.

    Winners come first, then seats by health, then seats by the round in which they dropped out; seats that left come
    last.
    """
    winners = view.winners or ()

    def key(seat: int) -> tuple[bool, bool, int, int]:
        seated = view.seats[seat]
        return seat not in winners, seated.forfeited, -naming.health(view, seat), -(seated.out_round or 0)

    return sorted(range(len(view.seats)), key=key)


def blow_words(view: View, names: Sequence[str], blow: Blow) -> str:
    """Format an attack with its damage and numbers."""
    return f"{_describe_blow(view, names, blow)} ({naming.reckoning(blow.shot)})"


def _describe_blow(view: View, names: Sequence[str], blow: Blow) -> str:
    """Format an attack with its damage and round."""
    return _(
        "{attacker} on {target}, −{damage} in round {round}",
        attacker=naming.piece_name(view, names, blow.shot.seat, blow.shot.piece),
        target=naming.target_words(view, names, blow.shot),
        damage=blow.lost,
        round=blow.round,
    )


def _note_words(view: View, names: Sequence[str], blow: Blow) -> str:
    """Format the deciding attack for its note, without the numbers if they would be cut off."""
    full = blow_words(view, names, blow)
    return full if result.fits_note(_("Decided:"), full) else _describe_blow(view, names, blow)


def _banner(view: View, names: Sequence[str], theme: BattleTheme) -> Banner:
    winners = view.winners or ()
    name = list_and([names[seat] for seat in winners]) or _("Nobody")
    side_name, glyph = naming.find_side(winners[0]) if winners else ("none", tokens.SKULL)
    side = theme.sides[side_name]
    over = _(N_("Winner") if len(winners) == 1 else N_("Winners") if winners else N_("Without a winner"))
    points = str(naming.health(view, winners[0])) if winners else ""
    after = _(naming.EVERYBODY_LEFT)
    if winners:
        after = ngettext(
            "HP left, after round {round}", "HP left each, after round {round}", len(winners), round=view.round
        )

    def art(sketch: Sketch) -> None:
        _paint_art(sketch, side, glyph)

    return Banner(side, over, name, points, after, _sentence(view), art, bool(winners))


def _sentence(view: View) -> str:
    reasons = {
        "last": N_("Last one standing"),
        "max_rounds": N_("Most health after the last round"),
        "forfeit": N_("By forfeit"),
    }
    return _(reasons.get(view.reason or "", "")) if view.winners else ""


def _paint_art(sketch: Sketch, side: Side, glyph: str) -> None:
    radius = ART / 2
    sketch.circle(0, 8, radius + 3, sketch.theme.print)
    sketch.circle(0, 0, radius, side.tint)
    sketch.circle(0, 0, radius * (1 - 2 * tokens.RIM), side.main)
    sketch.circle(0, 0, radius * 0.8, side.deep)
    sketch.icon(glyph, 0, 0, ART * 0.56, side.tint, 5, sketch.theme.print)


def _sum_damage(found: Sequence[Blow], seat: int) -> int:
    """Return the health that others lost by a seat's attacks."""
    return sum(blow.lost for blow in found if blow.shot.seat == seat)


def _standing(view: View, names: Sequence[str], seat: int, found: Sequence[Blow], theme: BattleTheme) -> Standing:
    damage = _sum_damage(found, seat)
    parts = [Part(damage, theme.sides[SIDES[seat]].main)]
    badge = tokens.badge(
        theme, result.BADGE - 22, naming.find_side(seat), naming.letters(names)[seat], theme.background
    )
    winner = seat in (view.winners or ())
    seated = view.seats[seat]
    out = LEFT if seated.forfeited else tokens.SKULL if seated.out_round is not None else None
    icon = result.CROWN if winner else out
    fill = theme.gold_text if winner else theme.muted
    return Standing(names[seat], damage, parts, badge, winner, icon, fill)


def _course(
    view: View,
    names: Sequence[str],
    views: Sequence[View],
    found: Sequence[Blow],
    decided: Blow | None,
    theme: BattleTheme,
) -> Course:
    letters = naming.letters(names)
    shown_views, ticks = spread_rounds(views)
    healths = [list_healths(views, seat) for seat in range(len(view.seats))]
    lines = [
        Line(letters[seat], theme.sides[side], [healths[seat][moment] for moment in shown_views])
        for seat, side in enumerate(SIDES[: len(view.seats)])
    ]
    deaths = [blow for blow in found if blow.kills and blow is not decided]
    shown = [blow for blow in (decided, *reversed(deaths)) if blow is not None][:MOST_MARKS]
    marks = [
        Mark(
            shown_views.index(blow.moment),
            blow.shot.target_seat,
            tokens.SKULL if blow.kills else "explosion",
            _("−{damage} by {letter}", damage=blow.lost, letter=letters[blow.shot.seat]),
            blow is decided,
        )
        for blow in shown
    ]
    marks += [
        Mark(shown_views.index(moment), seat, LEFT, _("{letter} left", letter=letters[seat]))
        for seat, moment in find_leavers(views).items()
    ]
    return Course(lines, ticks, marks, has_scale=True)


def spread_rounds(views: Sequence[View]) -> tuple[list[int], dict[int, str]]:
    """Return the indices of the views to draw, with some repeated so that all rounds are equally wide, and the ticks.

    A tick is the number of a round, in the middle of the round. If there are many rounds, only some numbers are shown.
    The views of a round fill the half of it around its number, so that none seems to belong to another round.
    """
    rounds: dict[int, list[int]] = {}
    for moment in range(len(views)):
        # The first view of a round shows the last action of the round before it.
        rounds.setdefault(views[max(0, moment - 1)].round, []).append(moment)
    width = max(map(len, rounds.values()))
    beside = width // 2
    spread: list[int] = []
    for found in rounds.values():
        spread += [max(0, found[0] - 1)] * beside
        spread += [found[part * len(found) // width] for part in range(width)]
        spread += [found[-1]] * beside
    width += 2 * beside
    step = -(-len(rounds) // MOST_TICKS)
    ticks = {at * width + width // 2: str(number) for at, number in enumerate(rounds) if (number - 1) % step == 0}
    return spread, ticks


def _alt_text(view: View, names: Sequence[str], ranked: Sequence[int], found: Sequence[Blow], told: str) -> str:
    rows = [
        _("{name} {hp} HP, dealt {damage}", name=names[seat], hp=naming.health(view, seat), damage=dealt)
        for seat, dealt in ((seat, _sum_damage(found, seat)) for seat in ranked)
    ]
    described = [
        _(
            "Result of {game}: {title}. {reason}.",
            game=_(naming.TITLE),
            title=naming.title(view, names, 10_000),
            reason=naming.format_round(view),
        ),
        f"{text.join_people(rows)}.",
    ]
    if told:
        described.append(_("Decided: {attack}.", attack=told))
    deaths = [alt_text.shot_words(view, names, blow.shot) for blow in found if blow.kills]
    if deaths:
        described.append(_("Deaths: {attacks}.", attacks=text.join_people(deaths)))
    return text.truncate_saying(" ".join(described), ALT_LIMIT, _(text.STEPS))
