"""The refusals about games that have gone to sleep."""

AWAKE = "This game is going on already."
ANSWERED = "That question has been answered, and the game goes on."
NOT_WAITED_FOR = "Nobody is waiting for you here, so all is well. Thanks for looking in."
