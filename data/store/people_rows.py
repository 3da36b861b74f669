"""The row types of people and of what they keep for themselves (`data.store.rows`)."""

from data.store.rows import Row


class UserRow(Row, frozen=True):
    """A user known to the program, by their Discord id."""

    id: int
    name: str
    settings: str
    created: int
    updated: int


class VacationRow(Row, frozen=True):
    """A time for which somebody has announced to be away."""

    id: int
    user_id: int
    begins: int
    ends: int
    created: int


class ImportRow(Row, frozen=True):
    """A record of a game that somebody has brought along to look at, of `n` entries."""

    id: str
    user_id: int
    game: str
    n: int
    created: int


class LessonRow(Row, frozen=True):
    """How far somebody is in a lesson.

    `page`, counted from 0, is where they stopped; `wrong` answers were given to its question, and `drafts` (JSON) is
    what they are composing there. `done` is when they first came to the end.
    """

    user_id: int
    game: str
    lesson: str
    page: int = 0
    wrong: int = 0
    drafts: str = "{}"
    done: int | None = None
    updated: int = 0


class SandboxRow(Row, frozen=True, kw_only=True):
    """What somebody tries out in a position that nobody plays in.

    `sandbox` is its id and `origin` (JSON) where the position comes from; `position` are the configuration and the
    state with which it begins, `moves` the actors and actions since, `drafts` what is being composed (all JSON).
    `step` counts the changes, `turn` is the step at which the current turn began, and `told` how many moves there were
    before the last change. `seat` looks; `chooses` is 1 if draws are chosen instead of drawn.
    """

    HIDDEN = frozenset({"position", "moves", "drafts"})

    user_id: int
    sandbox: str
    game: str
    origin: str
    position: bytes
    moves: str = "[]"
    drafts: str = "{}"
    step: int = 1
    turn: int = 1
    told: int = 0
    seat: int = 0
    chooses: int = 0
    created: int = 0
    updated: int = 0
