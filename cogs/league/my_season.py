"""What the picture of somebody's season shows."""

from fractions import Fraction

from cogs.ui.messages.season_card import rating_text, standings_content
from data.store import RatingRow
from leagues.rating import Rating, margin
from leagues.scoring import points, score, short, shown
from leagues.season import Season, results_for
from render.league import person

NOTES = {"standing": "by the standing", "corrected": "corrected"}
"""How a table was decided, where it isn't just by play."""


def content(season: Season, user: int, rating: RatingRow | None) -> person.Content:
    """The score with how it came about, table after table."""
    head = standings_content(season, {}, ())
    line = next((line for line in season.standings if line.person == user), None)
    found: list[Fraction] = []
    scores: list[float] = []
    tables: list[person.TableLine] = []
    for result, seat in results_for(season, user):
        found.append(points(result.places)[seat])
        scores.append(float(score(found)))
        others = [season.names[one] for one in result.people if one != user]
        tables.append(
            person.TableLine(
                others, result.places[seat], len(result.people), short(found[-1]), NOTES.get(result.how, "")
            )
        )
    return person.Content(
        title=head.title,
        subtitle=head.subtitle,
        game=head.game,
        name=season.require_member(user).name,
        score=shown(score(found)),
        place=None if line is None else line.place,
        rating=rating_text(rating),
        margin=None if rating is None else margin(Rating(rating.mu, rating.sigma)),
        scores=scores,
        tables=tables,
    )
