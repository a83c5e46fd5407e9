"""What automatic players of valor hope to gain: exact odds for fights, judgement for moves."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.files.scenario_reader import load
from engine.games.valor.adapter.rules import VALOR
from engine.games.valor.advance_phase import Advance
from engine.games.valor.attack_declaration import AttackDraft
from engine.games.valor.casualties import Casualties
from engine.games.valor.fire_phase import Attack, Join
from engine.games.valor.presentation import expected_losses
from engine.games.valor.state import State
from engine.games.valor.targeting import AttackOccasion, AttackOpportunity
from engine.play.dice import SeededDice
from engine.play.game import Game
from engine.play.players import GreedyPlayer, Player, Question, RandomPlayer, play_to_end
from tests.games.valor.boards import RED, battle
from tests.games.valor.firing import aim_at, attack
from tests.games.valor.test_fuzz import SAMPLES, check, check_line

FIRE = {"phase": "fire"}
CALL = AttackOpportunity(RED, AttackOccasion.FIRE)


def chosen(game: Game[State]) -> object:
    """What the greedy player answers now."""
    assert game.decision is not None
    return GreedyPlayer(1).choose(Question(game, game.decision))


def test_the_harm_of_a_shot_is_its_hit_times_what_becomes_of_the_target() -> None:
    """Hit x elimination: 33/36, then 15/36 + 6/36 x 1/3 lost, 6/36 x 2/3 immobile."""
    types, facing = {"r1": "m4a3e8", "b1": "tiger-i"}, {"r1": 3, "b1": 3}
    game = battle("r1\n.\nb1\n.\nb9", types=types, facing=facing, **FIRE)
    lost = Fraction(33, 36) * (Fraction(15, 36) + Fraction(6, 36) / 3)
    stuck = Fraction(33, 36) * Fraction(6, 36) * Fraction(2, 3)
    wanted = 38 * (float(lost) + expected_losses.IMMOBILE * float(stuck))
    found = expected_losses.expected_attack_damage(
        game.state, AttackDraft(("r1",), aim_at(game, "A3", "b1")), CALL
    )
    assert found == pytest.approx(wanted)


def test_a_better_modifier_harms_more() -> None:
    game = battle("r1 . b1:w\n. . b2", **FIRE)
    woods = expected_losses.expected_attack_damage(
        game.state, AttackDraft(("r1",), aim_at(game, "C1")), CALL
    )
    opened = expected_losses.expected_attack_damage(
        game.state, AttackDraft(("r1",), aim_at(game, "C2")), CALL
    )
    assert 0 < woods < opened


def test_the_owner_pins_his_leader_rather_than_his_squad() -> None:
    game = battle("r1+r2 . b1+b2 . . . . . . . b9", [(3, 4)], types={"b2": "leader-0"}, **FIRE)
    attack(game, ["r1", "r2"], aim_at(game, "C1"))
    assert isinstance(game.decision, Casualties)
    deed = chosen(game)
    assert (str(deed.pays), deed.unit) == ("pin", "b2")  # type: ignore[attr-defined]


def test_all_of_a_hex_join_an_attack_that_promises_more_together() -> None:
    game = battle("r1+r2+r3 . b1", phase="defensive-fire", active="blue")
    assert isinstance(game.decision, Attack)
    game.choose(chosen(game))
    while isinstance(game.decision, Join):
        assert chosen(game) is not None
        game.choose(chosen(game))


def test_nobody_assaults_at_one_to_four() -> None:
    game = battle("r1 b1+b2+b3:h\n. .", types={"r1": "us-rifle-half"}, phase="assault")
    assert isinstance(game.decision, Advance)
    unit = chosen(game)
    if unit is not None:
        game.choose(unit)
        option = chosen(game)
        assert option is None or option.manner != "assault"  # type: ignore[attr-defined]


def test_pinned_defenders_are_assaulted() -> None:
    marks = {"b1": ("pinned",), "b2": ("pinned",)}
    game = battle("r1 b1+b2\n. .\n. b9", marks=marks, phase="assault")
    game.choose(chosen(game))
    option = chosen(game)
    assert option is not None
    assert option.manner == "assault"  # type: ignore[attr-defined]


@pytest.mark.long
@pytest.mark.parametrize("name", ["orchard-farm", "chapel-hill"])
def test_greedy_games_end_by_the_rules_and_beat_random_ones(name: str) -> None:
    scenario = load(SAMPLES / f"{name}.scenario.yaml")
    first = Game(VALOR, scenario, SeededDice.of(0))
    won = lost = 0
    for seed in range(1, 4):
        for greedy in first.state.sides:
            game = first.restarted(SeededDice.of(seed))
            players: dict[str, Player] = {
                side: GreedyPlayer(seed) if side == greedy else RandomPlayer(seed)
                for side in game.state.sides
            }
            play_to_end(game, players, most_answers=20_000)
            check(game)
            check_line(game)
            assert game.result is not None
            won += game.result.winner == greedy
            lost += game.result.winner == game.state.enemy_of(greedy)
    assert won > lost
