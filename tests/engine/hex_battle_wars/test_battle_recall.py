"""The attacks that a card reports: the last one of each seat since the card before."""

from msgspec.structs import replace

from engine.core import SPECTATOR
from engine.hex_battle_wars.events import AttackRolled, DamageRolled, TurnBegan
from engine.hex_battle_wars.recall import add_attacks
from engine.hex_battle_wars.view import Shot
from tests.battle_games import new_game

VIEW = new_game().view(SPECTATOR)
OWN = Shot(0, 1, "k7", 1, 1, 0, "n8", (), 13, 15, 15, True, "character")
ANSWER = Shot(1, 1, "n8", 0, 1, 0, "k7", (), 13, 4, 4)


def test_each_seat_s_last_attack_is_added_with_its_damage() -> None:
    hit = replace(OWN, damage_die=9, damage=9, hp=16)
    happened = [AttackRolled(OWN), DamageRolled(hit), TurnBegan(1), AttackRolled(ANSWER)]

    assert add_attacks(VIEW, happened).attacks == (hit, ANSWER)
    assert add_attacks(VIEW, [AttackRolled(ANSWER), *happened]).attacks == (hit, ANSWER)
    assert add_attacks(VIEW, []) == VIEW
