"""The texts about clocks: setting them, reminders, and who plays while somebody is away."""

from collections.abc import Sequence

from tables.seat_changes import handovers
from tables.texts import and_list, duration_text, escape
from tables.timing.clock_settings import COMPUTER, DEFAULT_MOVE, FORFEIT, PRESETS, REPLACE, ClockSetting

BUTTON_STAND_IN = "Let the computer play for me"

OWN = "own"
EXPIRIES = {
    COMPUTER: "The computer plays until they are back",
    REPLACE: "Anybody may take the seat; the computer plays until then",
    DEFAULT_MOVE: "Default moves go on",
    FORFEIT: "The seat is forfeited",
}
_EXPIRY_LINES = {
    COMPUTER: "If somebody misses two deadlines in a row, the computer plays for them until they are back.",
    REPLACE: "If somebody misses two deadlines in a row, anybody may take the seat; the computer plays until then.",
    FORFEIT: "If somebody misses two deadlines in a row, their seat is forfeited.",
}
_IF_AGAIN = {
    COMPUTER: " If it happens again, the computer plays until they are back.",
    REPLACE: " If it happens again, the computer plays, and anybody may take the seat.",
    FORFEIT: " If it happens again, the seat is forfeited.",
}
_TITLES = {name: name.capitalize() for name in PRESETS}


def title(name: str) -> str:
    """A named clock in a few words."""
    return _TITLES.get(name, name)


def meaning(name: str, clock: ClockSetting) -> str | None:
    """What a preset means; None where its name says it."""
    return None if name not in _TITLES or clock.move is None else summary(clock)


def choice(name: str, clock: ClockSetting) -> str:
    """A named clock in a list; a preset with what it means."""
    meant = meaning(name, clock)
    return title(name) if meant is None else f"{title(name)}: {meant}"


def summary(clock: ClockSetting) -> str:
    """A clock in words."""
    if clock.move is None:
        return "no time limit"
    parts = [f"{duration_text(clock.move)} a move"]
    if clock.bank:
        parts.append(f"{duration_text(clock.bank)} bank")
    if clock.regained:
        parts.append(f"{duration_text(clock.regained)} regained")
    return ", ".join(parts)


def lobby_line(clock: ClockSetting, on_expiry: str) -> str:
    """The clock of a table in its lobby, and what happens when it runs out again and again."""
    if clock.move is None:
        return "Time for each move: no limit."
    line = f"Time for each move: {duration_text(clock.move)}"
    if clock.bank:
        line += f", with a bank of {duration_text(clock.bank)} on top"
    if clock.regained:
        line += f"; {duration_text(clock.regained)} come back for each move in time"
    expiry = _EXPIRY_LINES.get(on_expiry, "")
    return f"{line}. {expiry}" if expiry else f"{line}."


def bank_note(bank_ms: int | None) -> str:
    """What of a deadline is the seat's bank."""
    if bank_ms is None:
        return ""
    return f", bank of {duration_text(bank_ms // 1000)} included" if bank_ms >= 1000 else ", the bank is used up"


def stands_in(names: Sequence[str]) -> str:
    """For whom computer players stand in; names come escaped."""
    return f"-# The computer plays for {and_list(names)} until they are back." if names else ""


def forfeited(names: Sequence[str]) -> str:
    """Whose seats are out because their time ran out; names come escaped."""
    seats = "the seat is" if len(names) == 1 else "the seats are"
    return f"Time ran out for {and_list(names)} twice, so {seats} forfeited."


def noted(kind: str, name: str, on_expiry: str) -> list[str]:
    """What happened to a seat, in the story of a game; the name comes escaped."""
    match kind:
        case handovers.LATE:
            return [f"Missing one deadline happens to everybody, and {name} plays on.{_IF_AGAIN.get(on_expiry, '')}"]
        case handovers.LAST_ONE:
            opened = " Anybody may take the seat." if on_expiry == REPLACE else ""
            return [
                f"Time ran out for {name} again. Nobody else is here to play on, so default moves go on until somebody "
                f"is back.{opened}"
            ]
        case handovers.STAND_IN:
            return [f"{name} lets the computer play for a while."]
        case handovers.AWAY_STAND_IN:
            return [f"Time ran out for {name} again, so the computer plays for them."]
        case handovers.AWAY_OPENED:
            return [f"Time ran out for {name} again, so the computer plays for them until somebody takes the seat."]
        case handovers.BACK:
            return [f"{name} is back."]
        case handovers.FORFEITED:
            return [f"Time ran out for {name} again, so the seat is forfeited."]
        case _:
            return []


def open_seat(holder: str, game: str, headline: str, *, stood_in: bool) -> str:
    """The offer of a seat to anybody, for which a computer player stands in until then, or nobody does."""
    until_then = " Until then the computer plays." if stood_in else ""
    return (
        f"### A seat is free\n**{escape(holder)}** has been away for two turns. Take the seat and play on as "
        f"things stand.{until_then}\n{game} · {headline}"
    )


def banks_line(shown: Sequence[tuple[str, int]]) -> str:
    """Everybody's bank, in milliseconds."""
    return "Banks: " + " · ".join(f"{escape(name)} {duration_text(bank // 1000)}" for name, bank in shown)
