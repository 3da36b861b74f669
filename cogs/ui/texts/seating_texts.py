"""The texts about seats before the start: invitations, and places given away, swapped, freed or drawn."""

from collections.abc import Sequence

from tables.calling.questions import TAKEN
from tables.texts import and_list, escape

ANYBODY, INVITED = "anybody", "invited"
WHO = {ANYBODY: "Anybody", INVITED: "Only those who are invited"}

GIVE = "Give my seat to …"
SWAP = "Swap places with …"
FREE = "Free a seat …"
ORDER_JOINING, ORDER_RANDOM = "joining", "random"
ORDERS = {ORDER_JOINING: "As people joined", ORDER_RANDOM: "Drawn at the start"}
DECLINED = "Thanks for saying so. If you change your mind, press Join."

RANDOM_ORDER = "The order of the seats is drawn at the start."
CLOSED = "The free seats are for those who are invited."


def page(title: str) -> str:
    return f"### Seats of {title}"


def asked(user: int, *, swap: bool) -> str:
    if swap:
        return f"You have asked <@{user}> to swap places. It happens when they say yes."
    return f"You have asked <@{user}> to take your seat. Until they do, it is yours."


def invited(users: Sequence[int]) -> str:
    names = and_list([f"<@{user}>" for user in users])
    return f"{names} {'is' if len(users) == 1 else 'are'} invited, and pinged once."


def freed(users: Sequence[int]) -> str:
    names = and_list([f"<@{user}>" for user in users])
    seats = "The seat" if len(users) == 1 else "The seats"
    return f"{seats} of {names} {'is' if len(users) == 1 else 'are'} free again; press Join to come back."


def declined(users: Sequence[int]) -> str:
    return f"Not this time: {and_list([f'<@{user}>' for user in users])}."


def invitation(users: Sequence[int], by: int, game: str) -> str:
    names = and_list([f"<@{user}>" for user in users])
    return f"### An invitation\n<@{by}> invites you to {game}, {names}."


def has_begun(game: str) -> str:
    return f"{game} has begun."


def offer(to: int, by: int, game: str, *, swap: bool) -> str:
    """The question whether somebody takes a seat before the start, or swaps places."""
    if swap:
        return f"### Swap places?\n<@{to}>, <@{by}> would like to swap places with you in {game}."
    return f"### A seat for you\n<@{to}>, <@{by}> gives you their seat in {game}. Will you play?"


def settled(outcome: str, to: int, holder: str, *, swap: bool) -> str:
    """What became of the question."""
    if outcome == TAKEN:
        done = f"<@{to}> and **{escape(holder)}** have swapped places." if swap else f"<@{to}> has taken the seat."
        return f"-# {done}"
    return "-# The seats stay as they are."


def seated(game: str, seat: int) -> str:
    return f"Seat {seat} of {game} is yours now."
