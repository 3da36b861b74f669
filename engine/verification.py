"""Verification of a published game: the commitment, the drawn order of the seats, entries, draws and digests."""

from collections.abc import Iterator, Sequence, Set
from typing import Final, Literal, TypeAlias

import msgspec

from engine import fairness
from engine.core import CHANCE, HOST, AnyRules, Close, EngineError, Forfeit, quote_input
from engine.messages import Message, PluralMessage, WordList
from engine.record import Entry, GameRecord, HostCommand, Takeback, active_entries, configure, parse_host
from engine.replay import BrokenLog, Fault, ReplayedEntry, play_log

UNPROVED_ALWAYS: Final = (Message("that the players made these moves"), Message("that nobody saw hidden information"))
"""Clauses for what no record can prove; part of every statement."""
NOTHING: Final = Message("nothing")
Verdict: TypeAlias = Literal["verified", "follows", "broken"]
"""The result of a verification in one word.

- verified: everything that a record can prove is proved
- follows: there are no differences, but the record lacks data for a full proof (see `lacking`)
- broken: there is a difference
"""


class Verification(msgspec.Struct, frozen=True):
    """The result of a verification.

    `verified` is True if the verdict is "verified". `lacking` holds clauses that say why a record without differences
    proves less than it could. `statement` says in one sentence what is proved and what is not. `over` says whether the
    game has ended. `entries` is the number of valid entries before the first invalid one; the other counts refer to
    these: `draws` that were recomputed (0 without a seed), `draws_taken_back` by one of the `takebacks`, HOST's
    `closes` and `forfeits`, `digests` that were compared, and entries without a digest (`missing_digests`).
    `differences` are the errors found.
    """

    verdict: Verdict
    verified: bool
    lacking: tuple[Message, ...]
    statement: Message
    over: bool
    entries: int
    draws: int
    draws_taken_back: int
    takebacks: int
    closes: int
    forfeits: int
    digests: int
    missing_digests: int
    differences: tuple[Fault, ...]


def verify(record: GameRecord) -> Verification:
    """Verify a record up to its first invalid entry; after a wrong draw, later draws are still compared."""
    differences = [*_check_commitment(record), *_check_order(record)]
    valid, over, draws = 0, False, 0
    try:
        rules = configure(record.configuration)
        dealer = record.configuration.dealer_of(record.seed) if record.seed is not None else None
        for played in play_log(rules, record.entries):
            if played.entry.actor == CHANCE and dealer is not None:
                draws += 1
                differences.extend(_check_draw(rules, played, dealer, draws))
            valid, over = played.number, rules.outcome(played.state) is not None
    except BrokenLog as error:
        differences.append(error.fault)
    except EngineError as error:
        differences.append(Fault(0, error.code, error.message))
    return _report(record, record.entries[:valid], over, tuple(differences))


def _check_commitment(record: GameRecord) -> Iterator[Fault]:
    commitment = record.configuration.commitment
    if record.seed is not None and commitment is not None and fairness.commitment(record.seed) != commitment:
        yield Fault(0, "wrong_seed", Message("The seed doesn't match the game's commitment."))


def _check_order(record: GameRecord) -> Iterator[Fault]:
    game = record.configuration
    if not game.drawn_order or record.seed is None:
        return
    if game.salts is None or game.salts != fairness.draw_seating(game.salts, record.seed, game.table, game.commitment):
        yield Fault(0, "wrong_order", Message("The order of the seats doesn't follow from the seed and the salts."))


def _check_draw(rules: AnyRules, played: ReplayedEntry, dealer: fairness.Dealer, k: int) -> Iterator[Fault]:
    due = dealer.choose(rules.chance_outcomes(played.before), k)
    if due != rules.parse_action(played.entry.action):
        text = Message(
            "Draw {number} from the seed is {due}, not {played}.",
            number=k,
            due=rules.format_action(due),
            played=quote_input(played.entry.action),
        )
        yield Fault(played.number, "wrong_draw", text)


def _report(record: GameRecord, valid: Sequence[Entry], over: bool, differences: tuple[Fault, ...]) -> Verification:
    commands = [parse_host(entry.action) for entry in valid if entry.actor == HOST]
    drawn = [entry.actor == CHANCE for entry in valid]
    kept = sum(drawn[number - 1] for number in active_entries(valid))
    digests = sum(entry.digest is not None for entry in valid)
    counted = Verification(
        verdict="broken",
        verified=False,
        lacking=(),
        statement=NOTHING,
        over=over,
        entries=len(valid),
        draws=sum(drawn) if record.seed is not None else 0,
        draws_taken_back=sum(drawn) - kept,
        takebacks=_count(commands, Takeback),
        closes=_count(commands, Close),
        forfeits=_count(commands, Forfeit),
        digests=digests,
        missing_digests=len(valid) - digests,
        differences=differences,
    )
    proved, unproved = list(_list_proven_facts(record, counted)), list(_list_unproven_facts(record, counted))
    lacking = tuple(_describe_gaps(record, counted))
    verdict: Verdict = "broken" if differences else "follows" if lacking else "verified"
    return msgspec.structs.replace(
        counted,
        verdict=verdict,
        verified=verdict == "verified",
        lacking=lacking,
        statement=Message(
            "Proved: {proved}; not proved: {unproved}.",
            proved=WordList(proved or [NOTHING], "and"),
            unproved=WordList(unproved, "or"),
        ),
    )


def _count(commands: Sequence[HostCommand], kind: type[HostCommand]) -> int:
    return sum(isinstance(command, kind) for command in commands)


def _describe_gaps(record: GameRecord, found: Verification) -> Iterator[Message]:
    """Yield a clause for each thing that the record lacks for a full proof."""
    game = record.configuration
    if not found.over:
        yield Message("the game is not over")
    if found.draws_taken_back:
        yield PluralMessage(
            "{number} draw was taken back, so somebody could have chosen between draws",
            "{number} draws were taken back, so somebody could have chosen between draws",
            found.draws_taken_back,
        )
    if found.missing_digests:
        yield PluralMessage("{number} digest is missing", "{number} digests are missing", found.missing_digests)
    if record.seed is None:
        yield Message("the seed is missing, so the draws can't be repeated")
    elif game.commitment is None:
        yield Message("the seed was not committed to before the game")
    if found.draws and game.salts is None:
        yield Message("no seat added a salt, so somebody could have picked the seed for its draws")
    if found.draws and game.draw == 1:
        yield Message("options and seats were not fixed before the draws (draw/1)")


def _is_order_proven(record: GameRecord, faults: Set[str]) -> bool:
    is_open = record.seed is not None and record.configuration.commitment is not None
    return is_open and not faults & {"wrong_seed", "wrong_order"}


def _list_proven_facts(record: GameRecord, found: Verification) -> Iterator[Message]:
    if found.entries == len(record.entries) and found.entries:
        yield Message("all {number} entries follow the rules", number=found.entries)
    elif found.entries:
        yield Message("the first {number} entries follow the rules", number=found.entries)
    faults = {fault.code for fault in found.differences}
    is_committed = record.configuration.commitment is not None and "wrong_seed" not in faults
    if found.draws and is_committed and "wrong_draw" not in faults:
        yield Message("{number} draws come from the committed seed", number=found.draws)
    if record.configuration.drawn_order and _is_order_proven(record, faults):
        yield Message("the order of the seats comes from the committed seed")


def _list_unproven_facts(record: GameRecord, found: Verification) -> Iterator[Message]:
    faults = {fault.code for fault in found.differences}
    if found.entries < len(record.entries):
        yield Message("anything after entry {number}", number=found.entries)
    if record.seed is None:
        yield Message("that nobody chose the draws (the seed is missing)")
    elif record.configuration.commitment is None or "wrong_seed" in faults:
        yield Message("that the seed was fixed before the game")
    if "wrong_draw" in faults:
        yield Message("that the draws come from the seed")
    if record.configuration.drawn_order and not _is_order_proven(record, faults):
        yield Message("that the order of the seats comes from the seed")
    if found.draws_taken_back:
        number = found.draws_taken_back
        yield Message("that nobody chose between draws ({number} were taken back)", number=number)
    if found.draws and record.configuration.salts is None:
        yield Message("that nobody picked the seed for its draws (no seat added a salt)")
    if found.draws and record.configuration.draw == 1:
        yield Message("that options and seats were fixed before the draws (draw/1)")
    if found.missing_digests:
        number = found.missing_digests
        yield Message("that every state matches the record ({number} digests are missing)", number=number)
    if not found.over:
        yield Message("how the game ends (it is not over)")
    yield from UNPROVED_ALWAYS
