"""The refusals about seats before the start: invitations, and places that are given away or swapped."""

from tables.texts import escape

FOR_INVITED = (
    "The free seats here are kept for those who are invited. The host can invite you, or open them to anybody."
)
ONLY_HOST_INVITES = (
    "At this table the host invites. Ask the host, who can let everybody at the table do so under Seats."
)
NOBODY_NEW = "Everybody you chose has a seat here, or has been asked already. Nobody is asked twice."
INVITED_MANY = "Many people have been invited to this table already. Others can press Join, if the host allows."
PERSON_OR_SEAT = (
    "That seat has changed since this page was made. Nothing was changed; press Seats to see how it is now."
)
YOUR_OWN_SEAT = "That is your own seat. Choose somebody else."
COMPUTERS_SWAP_WITH_HOST = "The host can change places with a computer player at once; others swap among themselves."
SWAP_NEEDS_ORDER = "The seats are drawn at the start here, so there is nothing to swap."
HOST_HAS_SEAT = "That is the host's seat. The host can give it to somebody, and the table with it."


def asked_too_often(name: str) -> str:
    return f"{escape(name)}'s seat has been offered very often, so it stays as it is."
