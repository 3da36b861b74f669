"""Reasons for the hint among quick picks: they are true, and most of them name a figure."""

from collections import Counter

from engine.hex_battle_wars.merits import CLEAR, Merit, estimate_risk, estimate_shot, find_merit
from engine.hex_battle_wars.odds import Lookups, targets
from engine.hex_battle_wars.picks import QuickPick, quick_picks
from tests.engine.hex_battle_wars.positions import label, played, position, rules_for
from tests.engine.hex_battle_wars.test_battle_picks import walks

CENTRE, FAR_AWAY = label(6, 0, 0), label(6, 0, -5)


def pick(name: str, hits: int | None, exposed: int | None, *, is_hint: bool = False) -> QuickPick:
    return QuickPick(name, 0, "", 3, None, hits, None, exposed, None, is_hint=is_hint)


def test_chances_of_the_table_are_the_reason_where_the_hint_is_ahead_in_one() -> None:
    view = next(iter(walks(2, 3)))
    other = pick("b1", 30, 20)

    assert find_merit(view, 0, [pick("a1", 45, 40, is_hint=True), other]) == Merit("shot", 45)
    assert find_merit(view, 0, [pick("a1", 20, 10, is_hint=True), other]) == Merit("risk", 10)
    both = [pick("a1", 20, 10, is_hint=True), pick("b1", 30, 20), pick("c1", 10, 5)]
    assert find_merit(view, 0, both) == Merit("both")
    assert find_merit(view, 0, [other]) is None
    assert find_merit(view, 0, [pick("a1", 30, 20, is_hint=True)]) is None


def test_the_risk_of_the_next_turn_counts_the_walk_before_the_attack() -> None:
    """An enemy beside the hex attacks from where it stands. One far away hits less often, because it walks first."""
    rules = rules_for()
    state = played(rules, position(rules, [[CENTRE], [FAR_AWAY]]), "roll", "d10 4")
    view = rules.view(state, 0)
    scene = Lookups(view)
    near, far = estimate_risk(scene, 0, label(6, 0, -4)), estimate_risk(scene, 0, label(6, 0, 5))

    beside = {odds.hits * 5 for odds in targets(rules.view(position(rules, [[label(6, 0, -4)], [FAR_AWAY]]), 0))}
    assert near == max(beside)
    assert 0 < far < near
    assert estimate_shot(scene, 0, label(6, 0, 5)) < estimate_shot(scene, 0, label(6, 0, -4))


def test_every_reason_is_true_of_the_picks_that_look_as_good() -> None:
    told = Counter[str]()
    for players, seed in ((2, 3), (2, 5), (3, 2)):
        for view in walks(players, seed):
            (seat,) = view.actors
            picks, scene = quick_picks(view, seat), Lookups(view)
            merit = find_merit(view, seat, picks)
            if merit is None:
                continue
            hint, *others = picks
            safer = [one for one in others if (one.exposed or 0) <= (hint.exposed or 0)]
            rivals = [one for one in safer if (one.hits or 0) >= (hint.hits or 0)] or safer
            rivals = [one for one in rivals if (one.hits, one.exposed) != (hint.hits, hint.exposed)] or rivals
            told[merit.kind] += 1
            if merit.kind == "later":
                assert all(estimate_risk(scene, seat, one.label) >= merit.here + CLEAR for one in rivals)
                assert merit.there == estimate_risk(scene, seat, merit.label)
            if merit.kind == "next":
                assert all(estimate_shot(scene, seat, one.label) + CLEAR <= merit.here for one in rivals)
            if merit.kind == "nearer":
                assert all(one.distance > hint.distance for one in rivals)

    assert told["shot"]
    assert told["later"]
    assert told["further"] * 4 < sum(told.values()), "seldom none"
