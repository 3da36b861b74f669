"""The refusals of hints."""

AMONG_PEOPLE = "Hints are for games against computer players alone. People play here, so this one is all yours."
ALONE = "A game played alone has no hints: its points count among the best scores of everybody."
RATED = "This game is rated, so it has no hints. Lessons and games against the computer have them."
STOOD_IN = "A computer player makes your moves now. Press *I'm back* on the card first, then a hint is for you."
