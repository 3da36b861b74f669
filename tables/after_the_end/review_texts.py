"""The refusals of reviews."""

ONLY_OVER = (
    "A review is for games that are over. This one is still being played, so the coach keeps silent about it. "
    "*My turning points* is on its last card then."
)
NOT_YOUR_GAME = (
    "A review is for the players of a game, each for their own moves. You had no seat here. "
    "*Replay* and *What if* show you all of it."
)
NO_COACH = "There is no coach for games like this one. *What if* tries out other moves in any game that is over."
NOT_YOUR_MOVE = "On this turn there was no move of yours that the coach looks at. It begins once the board is in play."
NOT_COME = "The review did not come to an end this time. Nothing is lost: press again in a while."
