"""The texts of looking back: turning points, and what the coach would have played."""

from render.text import pluralize

WOULD = "The coach would have played"


def none_found(moves: int) -> str:
    """That there are none, after so many moves that the coach looked at."""
    if not moves:
        return "### No turning points\nThe game ended before you made a move that the coach looks at."
    return (
        f"### No turning points\nThe coach looked at {pluralize(moves, 'move')} of yours, and in none of them did "
        "another one come out clearly ahead. Well played."
    )


def point(number: int, count: int, turn: int) -> str:
    """Which turning point it is, and before which turn it was."""
    which = f"Turning point {number} of {count}" if count > 1 else "The turning point"
    return f"### {which} · after turn {turn}"


def at_turn(turn: int) -> str:
    return f"### Your move after turn {turn}"


def ahead(difference: float, margin: float, worlds: int) -> str:
    """By how much the better move was ahead."""
    low, high = difference - margin, difference + margin
    return (
        f"-# Both were played on {worlds} times. The better was ahead by {difference:.2f} ({low:.2f} to {high:.2f}): "
        "1 is a game won instead of lost."
    )
